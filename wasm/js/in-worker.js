import { checkedCallback } from "./callback.js";
import { AccountingError } from "./error.js";
import { isPlain } from "./input.js";
import { nameOption, orAborted, readInput, waitOptions } from "./read-input.js";
import { inputsOf, isOfFiles } from "./waiting.js";

/** For each worker, its file in the package, how a browser starts it, and its functions. Bundlers look for calls that are written in this way. */
const WORKERS = {
  "check/worker.js": [
    () => new Worker(new URL("./check/worker.js", import.meta.url), { type: "module" }),
    "checkTransactions checkBaseData checkDocument checkBaseDataResult checkImportResult checkDocumentResult normalizeTransactions normalizeBaseData normalizeDocument diffBaseData decodeText",
  ],
  "statements/worker.js": [
    () => new Worker(new URL("./statements/worker.js", import.meta.url), { type: "module" }),
    "convertStatement convertStatements detectStatement learnStatement isArchive unpackArchive",
  ],
  "export/worker.js": [() => new Worker(new URL("./export/worker.js", import.meta.url), { type: "module" }), "exportStatements"],
  "worker.js": [() => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }), "checkJournal normalizeJournal readJournal exportJournal journalFiles"],
};

/** The options that receive batches. They are called here with what the worker sends. */
const CALLBACKS = ["onBatch", "onPayload", "onPayloadBytes"];

/** Starts the worker with this file. */
function startWorker(file) {
  if (globalThis.Worker) return WORKERS[file][0]();
  // Node has no global of this name. Asked for in this way, bundlers for browsers don't look for the module.
  const { Worker: NodeWorker } = globalThis.process.getBuiltinModule("node:worker_threads");
  return new NodeWorker(new URL(file, import.meta.url));
}

/** Runs calls in a worker, one after the other. A call that ends early ends the worker with it, and the next call gets a new one. */
class Calls {
  #startWorker;
  #worker;
  #waiting = [];
  #current;
  #closed = false;

  constructor(startWorker) {
    this.#startWorker = startWorker;
  }

  close() {
    this.#closed = true;
    const error = new AccountingError("closed", "this worker was closed");
    for (const call of this.#waiting.splice(0)) call.reject(error);
    if (this.#current) this.#end(this.#current, error);
    else this.#stop();
  }

  async call(name, parameters) {
    const inputs = inputsOf(name);
    const { signal, onProgress, options: given } = waitOptions(parameters[inputs]);
    signal?.throwIfAborted();
    const callbacks = onProgress ? { onProgress } : {};
    for (const option of CALLBACKS) {
      if (given[option] === undefined) continue;
      callbacks[option] = checkedCallback(option, given[option]);
      delete given[option];
    }
    const onRead = (read, size) => onProgress?.({ read, size });
    // The worker reads files itself. Not every browser can pass a stream to it, so streams are read here.
    const prepare = async (input, limits) => {
      const source = await orAborted(input, signal);
      return source instanceof Blob || isPlain(source) ? source : readInput(source, { signal, onRead, limit: limits?.bytes });
    };
    const prepareFile = async (file) => {
      const content = await prepare(file?.content, file?.limits ?? given.limits);
      return { ...nameOption(await file.content), ...file, content };
    };
    const contents = await Promise.all(
      parameters.slice(0, inputs).map((input) => (isOfFiles(name, input) ? Promise.all(input.map(prepareFile)) : prepare(input, given.limits))),
    );
    // Node passes a File to a worker as a Blob, without its name.
    const options = { ...nameOption(await parameters[0], name), ...given };
    if (this.#closed) throw new AccountingError("closed", "this worker was closed");
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const call = { message: { name, contents, options, callbacks: Object.keys(callbacks) }, callbacks, signal, resolve, reject };
      call.abort = () => {
        if (this.#current === call) return this.#end(call, signal.reason);
        this.#waiting = this.#waiting.filter((other) => other !== call);
        reject(signal.reason);
      };
      signal?.addEventListener("abort", call.abort, { once: true });
      this.#waiting.push(call);
      this.#next();
    });
  }

  #next() {
    if (this.#current || this.#waiting.length === 0) return;
    const call = (this.#current = this.#waiting.shift());
    try {
      this.#worker ??= this.#start();
    } catch (error) {
      return this.#settle(call, () => call.reject(failed(error)));
    }
    try {
      this.#worker.ref?.();
      this.#worker.postMessage(call.message);
    } catch (error) {
      // Such as an object with a function, which can't be passed to a worker.
      this.#settle(call, () => call.reject(new AccountingError("invalid-input", `this can't be passed to a worker: ${error.message}`, { cause: error })));
    }
  }

  #start() {
    const worker = this.#startWorker();
    const receive = (message) => worker === this.#worker && this.#receive(message);
    const fail = (error) => {
      if (worker !== this.#worker) return;
      if (this.#current) this.#end(this.#current, failed(error));
      else this.#stop();
    };
    if (worker.on) worker.on("message", receive).on("error", fail).on("exit", () => fail({ message: "it ended" }));
    else Object.assign(worker, { onmessage: ({ data }) => receive(data), onerror: (event) => (event.preventDefault?.(), fail(event)) });
    return worker;
  }

  #receive({ callback, parameters, result, error }) {
    const call = this.#current;
    if (callback === undefined) return this.#settle(call, () => (error === undefined ? call.resolve(result) : call.reject(toError(error))));
    try {
      call.callbacks[callback](...parameters);
    } catch (thrown) {
      // If the function ended its call before it threw, another call may run already.
      if (this.#current === call) this.#end(call, thrown);
    }
  }

  /** Ends a call before its result is there. */
  #end(call, error) {
    this.#stop();
    this.#settle(call, () => call.reject(error));
  }

  #settle(call, settle) {
    this.#current = undefined;
    call.signal?.removeEventListener("abort", call.abort);
    // A program can end although its worker waits for calls.
    this.#worker?.unref?.();
    settle();
    this.#next();
  }

  #stop() {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}

const failed = (error) => new AccountingError("worker-failed", `the worker failed: ${error?.message || "it can't be loaded"}`);

const toError = ({ code, message, cause }) => (code === undefined ? cause : new AccountingError(code, message));

export function inWorker(start = startWorker) {
  const workers = Object.entries(WORKERS).map(([file, [, names]]) => [new Calls(() => start(file)), names.split(" ")]);
  const functions = workers.flatMap(([worker, names]) => names.map((name) => [name, (...parameters) => worker.call(name, parameters)]));
  const close = () => workers.forEach(([worker]) => worker.close());
  return { ...Object.fromEntries(functions), close, ...(Symbol.dispose && { [Symbol.dispose]: close }) };
}
