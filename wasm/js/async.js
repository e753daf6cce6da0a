// The functions for inputs that have to be waited for. Each loads its entry of the package when it is called first, so that an import of this file alone loads no module.
import { AccountingError, invalidInput } from "./error.js";
import { nameOption, readInput, waitOptions } from "./read-input.js";

export { AccountingError };
export { inWorker } from "./in-worker.js";

const check = () => import("universal-accounting/check");
const statements = () => import("universal-accounting/statements");
const written = () => import("universal-accounting/export");
const everything = () => import("universal-accounting");

export const checkTransactions = /* @__PURE__ */ forInput(check, "checkTransactions");
export const checkBaseData = /* @__PURE__ */ forInput(check, "checkBaseData");
export const checkDocument = /* @__PURE__ */ forInput(check, "checkDocument");
export const checkBaseDataResult = /* @__PURE__ */ forInput(check, "checkBaseDataResult");
export const checkImportResult = /* @__PURE__ */ forInput(check, "checkImportResult");
export const checkDocumentResult = /* @__PURE__ */ forInput(check, "checkDocumentResult");
export const normalizeTransactions = /* @__PURE__ */ forInput(check, "normalizeTransactions");
export const normalizeBaseData = /* @__PURE__ */ forInput(check, "normalizeBaseData");
export const normalizeDocument = /* @__PURE__ */ forInput(check, "normalizeDocument");
export const decodeText = /* @__PURE__ */ forInput(check, "decodeText");

export const convertStatement = /* @__PURE__ */ forInput(statements, "convertStatement");
export const convertStatements = /* @__PURE__ */ forFiles(statements, "convertStatements");
export const detectStatement = /* @__PURE__ */ forInput(statements, "detectStatement");
export const learnStatement = /* @__PURE__ */ forInputOrFiles(statements, "learnStatement");
export const isArchive = /* @__PURE__ */ forInput(statements, "isArchive");
export const unpackArchive = /* @__PURE__ */ forInput(statements, "unpackArchive");

export const exportStatements = /* @__PURE__ */ forFiles(written, "exportStatements");

export const checkJournal = /* @__PURE__ */ forInput(everything, "checkJournal");
export const normalizeJournal = /* @__PURE__ */ forInput(everything, "normalizeJournal");
export const readJournal = /* @__PURE__ */ forInput(everything, "readJournal");
export const exportJournal = /* @__PURE__ */ forInput(everything, "exportJournal");
export const journalFiles = /* @__PURE__ */ forInput(everything, "journalFiles");

/** Returns a function that reads its input while the entry is loaded, and then calls the function of the entry. */
function forInput(load, name) {
  return async (input, given) => {
    const { signal, onProgress, options } = waitOptions(given);
    const onRead = (read, size) => onProgress?.({ read, size });
    const [functions, content] = await Promise.all([load(), readInput(input, { signal, onRead, limit: options.limits?.bytes })]);
    signal?.throwIfAborted();
    return functions[name](content, { ...nameOption(await input, name), ...options });
  };
}

export async function diffBaseData(held, next, given) {
  const { signal, onProgress, options } = waitOptions(given);
  const settings = { signal, onRead: sumOf(2, onProgress), limit: options.limits?.bytes };
  const [functions, ...contents] = await Promise.all([check(), ...[held, next].map((input, index) => readInput(input, forOne(settings, index)))]);
  signal?.throwIfAborted();
  return functions.diffBaseData(...contents, options);
}

/** Returns a function that reads several files while the entry is loaded, and then calls the function of the entry. */
function forFiles(load, name) {
  return async (files, given) => {
    if (!Array.isArray(files)) throw invalidInput("the files must be a list of objects, each with a `content`");
    const { signal, onProgress, options } = waitOptions(given);
    const settings = { signal, onRead: sumOf(files.length, onProgress) };
    const limitOf = (file) => (file?.limits ?? options.limits)?.bytes;
    const [functions, ...contents] = await Promise.all([
      load(),
      ...files.map((file, index) => readInput(file?.content, { ...forOne(settings, index), limit: limitOf(file) })),
    ]);
    signal?.throwIfAborted();
    return functions[name](await Promise.all(files.map(async (file, index) => ({ ...nameOption(await file.content), ...file, content: contents[index] }))), options);
  };
}

/** Returns a function for one input, or for a list of files. */
function forInputOrFiles(load, name) {
  const [one, several] = [forInput(load, name), forFiles(load, name)];
  return (input, given) => (Array.isArray(input) ? several : one)(input, given);
}

/** Returns a function that receives the progress of each of several inputs, and passes on their sum. */
function sumOf(count, onProgress) {
  const inputs = Array.from({ length: count }, () => ({ read: 0, size: undefined }));
  return (index, read, size) => {
    inputs[index] = { read, size };
    const sum = (member) => inputs.reduce((total, input) => total + (input[member] ?? NaN), 0);
    onProgress?.({ read: sum("read"), size: Number.isNaN(sum("size")) ? undefined : sum("size") });
  };
}

const forOne = ({ onRead, ...settings }, index) => ({ ...settings, onRead: (read, size) => onRead(index, read, size) });
