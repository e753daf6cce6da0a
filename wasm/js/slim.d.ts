export * from "./index.js";

/**
 * Takes the module that `universal-accounting/core.wasm` holds, compiled or as bytes. Call it once, before any other function.
 *
 * @example
 * import { start, checkTransactions } from "universal-accounting/slim";
 * start(await WebAssembly.compileStreaming(fetch(wasmUrl)));
 */
export function start(module: WebAssembly.Module | BufferSource): void;
