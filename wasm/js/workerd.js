// Hosts that compile no bytes at run time import the compiled module.
import module from "./core.wasm";
import { provide } from "./module.js";

provide(() => module);

export * from "./api.js";
