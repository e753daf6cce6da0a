// The module is in this file: nothing to fetch, nothing to wait for.
import { decodeBase64 } from "./base64.js";
import { MODULE } from "./core.base64.js";
import { provide } from "./module.js";

provide(() => decodeBase64(MODULE));

export * from "./api.js";
