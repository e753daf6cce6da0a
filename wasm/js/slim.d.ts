export * from "./index.js";

/**
 * Sets the module, compiled or as bytes: `universal-accounting/core.wasm`, or that of an entry, such as `universal-accounting/values.wasm`. Call this or `load` once,
 * before any other function.
 *
 * @example
 * import { start, checkTransactions } from "universal-accounting/slim";
 * start(readFileSync(path));
 */
export function start(module: WebAssembly.Module | BufferSource): void;

/**
 * Downloads the module, and compiles it at the same time. Without a URL, the module is the file beside the code, which most bundlers for browsers find.
 *
 * @example
 * import { load, parseIban } from "universal-accounting/values/slim";
 * import url from "universal-accounting/values.wasm?url"; // Vite
 * await load(url);
 */
export function load(url?: string | URL): Promise<void>;
