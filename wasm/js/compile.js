import { AccountingError } from "./error.js";

/** Compiles a module while it is downloaded. */
export async function compile(url) {
  const response = await fetch(url);
  if (!response.ok) throw new AccountingError("not-loaded", `the module can't be loaded: status ${response.status}`);
  const isWasm = response.headers.get("content-type")?.startsWith("application/wasm");
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
