import * as core from "../core.js";
import { toBytes, toOptionsJson } from "../input.js";
import { call } from "../module.js";

export function banks() {
  return JSON.parse(call(() => core.banks()));
}

/** Compares a file with each format by a function of the module: `detectStatement` reads workbooks, and `detectTextBank` does not. */
export function detectWith(detect, input, options) {
  const [bytes, settings] = [toBytes(input), toOptionsJson(options)];
  return JSON.parse(call(() => detect(bytes, settings)));
}
