// For hosts that can't compile bytes at run time, and import the compiled module instead.
import module from "./core.wasm";
import { setModuleSource } from "./module.js";

setModuleSource(() => module);

export * from "./api.js";
