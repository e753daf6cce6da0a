import { decodeBase64 } from "./base64.js";
import { LENGTH, MODULE } from "./core.base64.js";
import { inflate } from "./inflate.js";

/** Returns the bytes of the module. */
export const inlineModule = () => inflate(decodeBase64(MODULE), LENGTH);
