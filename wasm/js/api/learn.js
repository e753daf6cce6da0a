// Formats that no profile knows. To learn one needs the code that converts.
import * as core from "../core.js";
import { toBytes, toOptionsJson } from "../input.js";
import { call } from "../module.js";

export function learnStatement(input, options) {
  const [bytes, settings] = [toBytes(input), toOptionsJson(options)];
  const draft = call(() => core.learnStatement(bytes, settings));
  return draft === undefined ? null : JSON.parse(draft);
}
