// The kinds of files, and what checks and normalizes them.
import * as api from "../dist/index.js";

export const CHECKS = { transactions: api.checkTransactions, "base-data": api.checkBaseData, journal: api.checkJournal, document: api.checkDocument };
export const NORMALIZERS = { transactions: api.normalizeTransactions, "base-data": api.normalizeBaseData, journal: api.normalizeJournal, document: api.normalizeDocument };
/** The kinds of files that may be a sequence of documents. */
export const SEQUENCES = ["transactions", "journal"];
/** The kinds of files that are compared with base data. */
export const COMPARED = ["transactions", "journal"];

/** Returns the format with this id, of a bank or of all banks. */
export const bankWithId = (id) => api.banks().find((bank) => bank.id === id);

/** Detects the kind of a file: JSON is a payload, which is recognized by its member names. Everything else is a journal in CSV or a bank export. */
export function detectKind(bytes) {
  const head = api.decodeText(bytes.subarray(0, 20_000)).trimStart();
  // A message of SWIFT may begin with a block in braces.
  if (!/^[[{]/.test(head) || /^\{1:/.test(head)) return /^[^\n]*\bentry-entryId\b/i.test(head) ? "journal" : "statement";
  if (/"(organization|taxPeriods|accounts|costCenters)"/i.test(head)) return "base-data";
  if (/"(entries|entryId|contentAsBase64)"/i.test(head)) return "journal";
  return /"signedFileName"/i.test(head) ? "document" : "transactions";
}
