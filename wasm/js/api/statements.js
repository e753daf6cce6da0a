// Statements of every kind, also in workbooks and archives, learned formats and the store in memory.
import * as core from "../core.js";
import { toBytes, toOptionsJson } from "../input.js";
import { call } from "../module.js";

export { isArchive, unpackArchive } from "./archive.js";
export { banks } from "./banks.js";
export { convertStatement, convertStatements } from "./conversion.js";
export * from "./learn.js";
export * from "./store.js";
export { decodeText } from "./text.js";

/** Compares a file with each format. */
export function detectStatement(input, options) {
  const [bytes, settings] = [toBytes(input), toOptionsJson(options)];
  return JSON.parse(call(() => core.detectStatement(bytes, settings)));
}
