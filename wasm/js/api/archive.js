import * as core from "../core.js";
import { toBytes, toOptionsJson } from "../input.js";
import { call } from "../module.js";

export function isArchive(input) {
  return call(() => core.isArchive(toBytes(input)));
}

export function unpackArchive(input, options) {
  const [bytes, settings] = [toBytes(input), toOptionsJson(options)];
  const files = [];
  const sink = {
    take(name, content, report) {
      // The bytes are in the memory of the module, which the next file overwrites.
      files.push({ ...JSON.parse(report), content: content === undefined ? null : content.slice() });
    },
  };
  const report = JSON.parse(call(() => core.unpackArchive(bytes, settings, sink)));
  return { ...report, files };
}
