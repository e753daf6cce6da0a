// Answers the calls of `in-worker.js` in a worker of a browser or of Node, with the functions of one entry.
import { AccountingError } from "./error.js";
import { waiting } from "./waiting.js";

/** Listens before the entry is loaded: a message that comes meanwhile would be lost. */
export function serve(load) {
  // In Node, the port to the parent is not global.
  const port = globalThis.postMessage ? globalThis : globalThis.process.getBuiltinModule("node:worker_threads").parentPort;
  const run = async ({ name, contents, options, callbacks }) => {
    const receivers = callbacks.map((callback) => [callback, (...parameters) => port.postMessage({ callback, parameters }, parameters[0].buffer ? [parameters[0].buffer] : [])]);
    try {
      port.postMessage({ result: await waiting(load, name)(...contents, { ...options, ...Object.fromEntries(receivers) }) });
    } catch (error) {
      const { code, message } = error;
      port.postMessage({ error: error instanceof AccountingError ? { code, message } : { cause: error } });
    }
  };
  if (port.on) port.on("message", run);
  else port.onmessage = ({ data }) => run(data);
}
