import * as core from "../core.js";
import { toJsonBytes, toOptionsJson, toTemporaryJsonBytes } from "../input.js";
import { call } from "../module.js";
import { cleanReport, toNormalized } from "./reports.js";

export { decodeText } from "./text.js";

export const checkBaseData = (input, options) => check(core.PayloadKind.BaseData, input, options);
export const checkTransactions = (input, options) => check(core.PayloadKind.Transactions, input, options);
export const checkDocument = (input, options) => check(core.PayloadKind.Document, input, options);
export const checkBaseDataResult = (input, options) => check(core.PayloadKind.BaseDataResult, input, options);
export const checkImportResult = (input, options) => check(core.PayloadKind.ImportResult, input, options);
export const checkDocumentResult = (input, options) => check(core.PayloadKind.DocumentResult, input, options);

export const normalizeBaseData = (input, options) => normalize(core.PayloadKind.BaseData, input, options);
export const normalizeTransactions = (input, options) => normalize(core.PayloadKind.Transactions, input, options);
export const normalizeDocument = (input, options) => normalize(core.PayloadKind.Document, input, options);

function check(kind, input, options) {
  const [bytes, settings] = [toTemporaryJsonBytes(input), toOptionsJson(options)];
  const report = call(() => core.check(kind, bytes, settings || undefined));
  return report === undefined ? cleanReport(options?.file) : JSON.parse(report);
}

function normalize(kind, input, options) {
  const [bytes, settings] = [toJsonBytes(input), toOptionsJson(options)];
  return call(() => toNormalized(core.normalize(kind, bytes, settings)));
}
