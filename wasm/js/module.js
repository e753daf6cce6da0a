import * as core from "./core.js";

/** Gives the module, compiled or as bytes; asked when the first call comes. */
let load = () => {
  throw new Error("no module is loaded: call start() first, or import the package without /slim");
};
let started = false;

/** Which instance it is. A call that breaks one, which only a lack of memory can, leaves a fresh one to the next. */
let instance = 0;
let broken = false;
/** How many calls are under way: what takes a batch may call too. */
let depth = 0;
/** Stores and services that live in the memory of the instance. */
let stores = 0;

/** So much memory is kept for the next call; what a larger file took is given back. */
const KEPT = 256 * 1024 * 1024;

/** Says where the module comes from. */
export function provide(source) {
  load = source;
}

/** Compiles and instantiates the module now instead of at the first call. */
export function ready() {
  if (started) return;
  core.initSync({ module: load() });
  started = true;
}

/** Calls the module. */
export function call(operate) {
  // Where there was no memory for a fresh instance either, there may be now.
  if (broken) settle();
  if (broken) throw lacking();
  ready();
  depth += 1;
  let failure;
  try {
    const result = operate(core);
    if (!broken) return result;
    // A call within this one broke the instance.
    failure = lacking();
  } catch (error) {
    if (!broken && !breaksTheInstance(error)) throw error;
    broken = true;
    failure = lacking(error);
  } finally {
    depth -= 1;
    settle();
  }
  throw failure;
}

/** A trap, a stack that is used up, or a text that is longer than texts can be. */
function breaksTheInstance(error) {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error?.code === "ERR_STRING_TOO_LONG";
}

function lacking(cause) {
  const lost = stores > 0 ? "; the stores in memory are lost, restore them from their snapshots" : "";
  return new RangeError(`there is not enough memory for this${lost}`, { cause });
}

/** Leaves a fresh instance to the next call where this one broke, or has grown and holds nothing. */
function settle() {
  if (!started || depth > 0) return;
  if (!broken && (stores > 0 || core.moduleMemory().buffer.byteLength <= KEPT)) return;
  instance += 1;
  stores = 0;
  try {
    core.__wbg_reset_state();
    broken = false;
  } catch {
    broken = true;
  }
}

/** What lives in the memory of an instance, and goes with it. */
export class Kept {
  #value;
  #what;
  #instance = instance;

  /** Takes what a call just made, and what to call it. */
  constructor(value, what) {
    this.#value = value;
    this.#what = what;
    stores += 1;
    forgotten.register(this, this.#instance, this);
  }

  /** The value, for a call. */
  get value() {
    if (this.#value === undefined) throw new Error(`this ${this.#what} was freed`);
    if (this.#instance !== instance) {
      throw new Error(`this ${this.#what} was lost when the memory was not enough; restore it from a snapshot`);
    }
    return this.#value;
  }

  free() {
    const value = this.#value;
    this.#value = undefined;
    if (value === undefined || this.#instance !== instance) return;
    forgotten.unregister(this);
    value.free();
    leave(this.#instance);
  }
}

/** One that was left to the garbage collector holds its memory no longer. */
const forgotten = new FinalizationRegistry(leave);

function leave(from) {
  if (from !== instance) return;
  stores -= 1;
  settle();
}
