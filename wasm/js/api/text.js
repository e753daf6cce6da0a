import * as core from "../core.js";
import { toBytes } from "../input.js";
import { call } from "../module.js";

export function decodeText(input) {
  const bytes = toBytes(input);
  return call(() => core.decodeSource(bytes));
}
