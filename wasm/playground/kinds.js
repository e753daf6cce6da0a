// The kinds of files, and what checks and normalizes them.
import * as api from "../dist/index.js";

export const CHECKS = { transactions: api.checkTransactions, "base-data": api.checkBaseData, journal: api.checkJournal, document: api.checkDocument };
export const NORMALIZERS = { transactions: api.normalizeTransactions, "base-data": api.normalizeBaseData, journal: api.normalizeJournal, document: api.normalizeDocument };
/** The kinds of files that may be a sequence of documents. */
export const SEQUENCES = ["transactions", "journal"];
/** The kinds of files that are compared with base data. */
export const COMPARED = ["transactions", "journal"];

/** The messages that are the same for all banks. */
const MESSAGES = {
  "camt.052": { id: "camt.052", institution: "ISO 20022", product: "account report" },
  "camt.053": { id: "camt.053", institution: "ISO 20022", product: "bank statement" },
  "camt.054": { id: "camt.054", institution: "ISO 20022", product: "notification" },
  mt940: { id: "mt940", institution: "SWIFT", product: "customer statement" },
  ofx: { id: "ofx", institution: "OFX", product: "bank statement" },
  qif: { id: "qif", institution: "QIF", product: "bank statement" },
  mt942: { id: "mt942", institution: "SWIFT", product: "interim report" },
};

/** Returns the bank format or the message with this id. */
export const bankWithId = (id) => api.banks().find((bank) => bank.id === id) ?? MESSAGES[id];

/** Detects the kind of a file: JSON is a payload, which is recognized by its member names. Everything else is a journal in CSV or a bank export. */
export function detectKind(bytes) {
  const head = api.decodeText(bytes.subarray(0, 20_000)).trimStart();
  // A message of SWIFT may begin with a block in braces.
  if (!/^[[{]/.test(head) || /^\{1:/.test(head)) return /^[^\n]*\bentry-entryId\b/i.test(head) ? "journal" : "statement";
  if (/"(organization|taxPeriods|accounts|costCenters)"/i.test(head)) return "base-data";
  if (/"(entries|entryId|contentAsBase64)"/i.test(head)) return "journal";
  return /"signedFileName"/i.test(head) ? "document" : "transactions";
}
