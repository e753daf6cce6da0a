import * as core from "../core.js";
import { call } from "../module.js";

export function banks() {
  return JSON.parse(call(() => core.banks()));
}
