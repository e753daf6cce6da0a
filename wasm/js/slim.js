// Contains no module: the host loads it in its own way.
import { instantiate, setModuleSource } from "./module.js";

/** Sets the module, compiled or as bytes. */
export function start(module) {
  setModuleSource(() => module);
  instantiate();
}

export * from "./api.js";
