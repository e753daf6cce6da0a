export * from "./index.js";

/**
 * Sets the module, which is `universal-accounting/core.wasm`, compiled or as bytes. Call this once, before any other function.
 *
 * @example
 * import { start, checkTransactions } from "universal-accounting/slim";
 * start(await WebAssembly.compileStreaming(fetch(wasmUrl)));
 */
export function start(module: WebAssembly.Module | BufferSource): void;
