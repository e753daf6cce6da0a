// Contains the module in base64, so that nothing is fetched.
import { decodeBase64 } from "./base64.js";
import { MODULE } from "./core.base64.js";
import { setModuleSource } from "./module.js";

setModuleSource(() => decodeBase64(MODULE));

export * from "./api.js";
