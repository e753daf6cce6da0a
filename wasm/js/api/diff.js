import * as core from "../core.js";
import { toJsonBytes, toOptionsJson } from "../input.js";
import { call } from "../module.js";

export function diffBaseData(held, next, options) {
  const [heldBytes, nextBytes, settings] = [toJsonBytes(held), toJsonBytes(next), toOptionsJson(options)];
  return JSON.parse(call(() => core.diffBaseData(heldBytes, nextBytes, settings)));
}
