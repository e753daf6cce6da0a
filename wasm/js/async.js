// The functions for inputs that have to be waited for. Each loads its entry of the package when it is called first, so that an import of this file alone loads no module.
import { AccountingError } from "./error.js";
import { waiting } from "./waiting.js";

export { AccountingError };
export { inWorker } from "./in-worker.js";

const check = () => import("universal-accounting/check");
const statements = () => import("universal-accounting/statements");
const written = () => import("universal-accounting/export");
const everything = () => import("universal-accounting");

export const checkTransactions = /* @__PURE__ */ waiting(check, "checkTransactions");
export const checkBaseData = /* @__PURE__ */ waiting(check, "checkBaseData");
export const checkDocument = /* @__PURE__ */ waiting(check, "checkDocument");
export const checkBaseDataResult = /* @__PURE__ */ waiting(check, "checkBaseDataResult");
export const checkImportResult = /* @__PURE__ */ waiting(check, "checkImportResult");
export const checkDocumentResult = /* @__PURE__ */ waiting(check, "checkDocumentResult");
export const normalizeTransactions = /* @__PURE__ */ waiting(check, "normalizeTransactions");
export const normalizeBaseData = /* @__PURE__ */ waiting(check, "normalizeBaseData");
export const normalizeDocument = /* @__PURE__ */ waiting(check, "normalizeDocument");
export const diffBaseData = /* @__PURE__ */ waiting(check, "diffBaseData");
export const decodeText = /* @__PURE__ */ waiting(check, "decodeText");

export const convertStatement = /* @__PURE__ */ waiting(statements, "convertStatement");
export const convertStatements = /* @__PURE__ */ waiting(statements, "convertStatements");
export const detectStatement = /* @__PURE__ */ waiting(statements, "detectStatement");
export const learnStatement = /* @__PURE__ */ waiting(statements, "learnStatement");
export const isArchive = /* @__PURE__ */ waiting(statements, "isArchive");
export const unpackArchive = /* @__PURE__ */ waiting(statements, "unpackArchive");

export const exportStatements = /* @__PURE__ */ waiting(written, "exportStatements");

export const checkJournal = /* @__PURE__ */ waiting(everything, "checkJournal");
export const normalizeJournal = /* @__PURE__ */ waiting(everything, "normalizeJournal");
export const readJournal = /* @__PURE__ */ waiting(everything, "readJournal");
export const exportJournal = /* @__PURE__ */ waiting(everything, "exportJournal");
export const journalFiles = /* @__PURE__ */ waiting(everything, "journalFiles");
