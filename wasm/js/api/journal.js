import * as core from "../core.js";
import { toJsonBytes, toOptionsJson } from "../input.js";
import { call } from "../module.js";
import { toNormalized } from "./reports.js";

export { decodeText } from "./text.js";
export { verifyWebhook } from "./webhook.js";

export function checkJournal(input, options) {
  const [bytes, settings] = [toJsonBytes(input), toOptionsJson(options)];
  return JSON.parse(call(() => core.checkJournal(bytes, settings)));
}

export function normalizeJournal(input, options) {
  const [bytes, settings] = [toJsonBytes(input), toOptionsJson(options)];
  return call(() => toNormalized(core.normalizeJournal(bytes, settings)));
}

export function readJournal(input, options) {
  const [bytes, settings] = [toJsonBytes(input), toOptionsJson(options)];
  return call(() => {
    const journal = core.readJournal(bytes, settings);
    try {
      return { ...JSON.parse(journal.report), records: JSON.parse(journal.records), ...JSON.parse(journal.positions) };
    } finally {
      journal.free();
    }
  });
}

export function exportJournal(input, options) {
  const [bytes, settings] = [toJsonBytes(input), toOptionsJson(options)];
  return JSON.parse(call(() => core.exportJournal(bytes, settings)));
}

export function journalFiles(input, options) {
  const [bytes, settings] = [toJsonBytes(input), toOptionsJson(options)];
  const files = [];
  const orNull = (value) => value ?? null;
  const sink = {
    take(record, recordId, number, id, downloadPath, name, content) {
      // The bytes are in the memory of the module, which the next file overwrites.
      const copy = content === undefined ? null : content.slice();
      files.push({ record, recordId: orNull(recordId), number, id: orNull(id), downloadPath: orNull(downloadPath), name: orNull(name), content: copy });
    },
  };
  const report = JSON.parse(call(() => core.journalFiles(bytes, settings, sink)));
  return { ...report, files };
}
