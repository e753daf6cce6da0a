// Contains no module: the host loads it in its own way.
import { compile } from "./compile.js";
import { instantiate, setModuleSource } from "./module.js";

/** Sets the module, compiled or as bytes. */
export function start(module) {
  setModuleSource(() => module);
  instantiate();
}

/** Downloads the module, and compiles it at the same time. */
export async function load(url = new URL("./core.wasm", import.meta.url)) {
  start(await compile(url));
}

export * from "./api.js";
