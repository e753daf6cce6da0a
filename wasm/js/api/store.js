import * as core from "../core.js";
import { toBytes, toJsonBytes, toOptionsJson } from "../input.js";
import { Handle, call } from "../module.js";

export class MemoryStore {
  #handle;

  constructor(snapshot) {
    const bytes = snapshot === undefined ? undefined : toBytes(snapshot, "a snapshot");
    this.#handle = call(() => new Handle(bytes ? core.MemoryStore.restore(bytes) : new core.MemoryStore(), "store"), "invalid-input");
  }

  static restore(snapshot) {
    return new MemoryStore(toBytes(snapshot, "a snapshot"));
  }

  get size() {
    return this.#handle.call((store) => store.size);
  }

  plan(input, options) {
    return this.#import(input, options, false);
  }

  import(input, options) {
    return this.#import(input, options, true);
  }

  snapshot() {
    return this.#handle.call((store) => store.snapshot());
  }

  free() {
    this.#handle.free();
  }

  #import(input, options, commit) {
    const [bytes, settings] = [toJsonBytes(input), toOptionsJson(options)];
    return JSON.parse(this.#handle.call((store) => store.import(bytes, settings, commit)));
  }
}

if (Symbol.dispose) MemoryStore.prototype[Symbol.dispose] = MemoryStore.prototype.free;
