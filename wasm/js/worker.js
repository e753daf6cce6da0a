// Runs the functions in a worker of a browser or of Node.
import * as functions from "./async.js";

// In Node, the port to the parent is not global.
const port = globalThis.postMessage ? globalThis : globalThis.process.getBuiltinModule("node:worker_threads").parentPort;

async function run({ name, contents, options, callbacks }) {
  const receivers = callbacks.map((callback) => [callback, (...parameters) => port.postMessage({ callback, parameters }, parameters[0].buffer ? [parameters[0].buffer] : [])]);
  try {
    port.postMessage({ result: await functions[name](...contents, { ...options, ...Object.fromEntries(receivers) }) });
  } catch (error) {
    const { code, message } = error;
    port.postMessage({ error: error instanceof functions.AccountingError ? { code, message } : { cause: error } });
  }
}

if (port.on) port.on("message", run);
else port.onmessage = ({ data }) => run(data);
