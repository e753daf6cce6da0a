// Reads the module from its file.
import { readFileSync } from "node:fs";
import { setModuleSource } from "./module.js";

setModuleSource(() => readFileSync(new URL("./core.wasm", import.meta.url)));

export * from "./api.js";
