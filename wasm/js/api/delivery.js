import * as core from "../core.js";
import { AccountingError, invalidInput } from "../error.js";
import { toJsonBytes, toOptionsJson, toRawBytes } from "../input.js";
import { Handle, call } from "../module.js";

/** Returns headers as a list in which each name is followed by its value. */
function toFlatHeaders(headers) {
  const pairs = typeof headers?.[Symbol.iterator] === "function" ? [...headers] : Object.entries(headers ?? {});
  return pairs.flatMap(([name, value]) => [String(name), Array.isArray(value) ? value.join(", ") : String(value)]);
}

export class Delivery {
  #handle;

  constructor(kind, payload, options) {
    const [bytes, settings] = [toJsonBytes(payload), toOptionsJson(options)];
    const started = call(() => new Handle(new core.Delivery(kind, bytes, settings), "delivery", "deliver the payload again"));
    const refusal = started.call((delivery) => delivery.refusal());
    if (refusal) {
      started.free();
      const [message, report] = refusal;
      throw Object.assign(new AccountingError("refused", message), { report: JSON.parse(report) });
    }
    this.#handle = started;
  }

  nextRequest() {
    return this.#handle.call((delivery) => {
      const next = delivery.nextRequest();
      if (!next) return null;
      const { wait, method, path, headers: flat, body, attempt, repeatable } = next;
      next.free();
      const headers = {};
      for (let index = 0; index < flat.length; index += 2) headers[flat[index]] = flat[index + 1];
      return { wait, method, path, headers, body, attempt, repeatable };
    });
  }

  onResponse(status, headers, body) {
    const bytes = toRawBytes(body);
    if (bytes === undefined) throw invalidInput("the body must be the bytes or the text that was received, and not be parsed yet");
    const flat = toFlatHeaders(headers);
    return JSON.parse(this.#handle.call((delivery) => delivery.onResponse(status, flat, bytes), "no-request"));
  }

  onNoAnswer() {
    return JSON.parse(this.#handle.call((delivery) => delivery.onNoAnswer(), "no-request"));
  }

  resume() {
    this.#handle.call((delivery) => delivery.resume());
  }

  skip() {
    this.#handle.call((delivery) => delivery.skip());
  }

  get result() {
    return JSON.parse(this.#handle.call((delivery) => delivery.result()));
  }

  free() {
    this.#handle.free();
  }
}

if (Symbol.dispose) Delivery.prototype[Symbol.dispose] = Delivery.prototype.free;
