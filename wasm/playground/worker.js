// Reads, checks and converts files, so that the page never blocks. Keeps the whole text and all transactions: the page shows only a part of them.
import * as api from "../dist/index.js";
import { certify, isCertificateFile, verify as verifyCertificate } from "./certificates.js";
import { Collection } from "./collection.js";
import { JournalData } from "./journal-data.js";
import { CHECKS, COMPARED, NORMALIZERS, SEQUENCES, bankWithId, detectKind } from "./kinds.js";
import { Sum } from "./money.js";
import { pretty } from "./pretty.js";

/** Larger files are shown line by line and can't be edited. */
const MAX_EDITABLE_BYTES = 400_000;
/** The maximum number of transactions in a request. */
const BATCH = 1000;
/** How many characters of a line are shown. */
const MAX_LINE_CHARS = 4_000;

/** The current analysis: its number, the source with its options, and the converted transactions or the records of the journal. */
let analysis = { number: 0, bytes: new Uint8Array(), options: {}, text: "", starts: [0], batches: [], origins: [], journal: undefined };
/** The base data that files are compared with, if any. */
let baseData;
/** The files that are open together. */
const collection = new Collection();

const methods = {
  analyze, lines, transactions, payload, exportStatement, normalize, lineAt, validateOption, compareWith, verify,
  addFiles, banks: () => api.banks(),
  overview: () => collection.overview(),
  addText: (given) => collection.addText(given),
  setText: ({ entry, text }) => collection.setText(entry, text),
  rows: (query) => collection.rows(query),
  setOptions: ({ ids, options }) => (collection.setOptions(ids, options), collection.overview()),
  removeFile: ({ entry }) => (collection.remove(entry), collection.overview()),
  clearFiles: () => collection.clear(),
  allPayloads: () => collection.payloads(),
  exportAll: ({ settings }) => collection.exportTo(settings),
  certifyAll: ({ saved }) => certifySaved(collection.certified(), saved),
  certifyStatement: ({ saved }) => certifySaved(analyzed(), saved),
  verifyCertificate: ({ files }) => verifyCertificate(files, collection.named()),
  explain: ({ rule }) => api.explain(rule),
  journalRows: (range) => analysis.journal.rows(range),
  journalFiles: () => analysis.journal.files(),
  journalFile: (file) => analysis.journal.file(file),
  exportJournal: (settings) => analysis.journal.exportTo(settings),
};

self.onmessage = async ({ data: { id, method, analysis: number, ...params } }) => {
  try {
    // The data of an earlier analysis is gone.
    if (number !== undefined && number !== analysis.number) throw new Error("superseded");
    self.postMessage({ id, result: await methods[method](params) });
  } catch (error) {
    self.postMessage({ id, error: String(error?.message ?? error) });
  }
};

/** Reports the progress. `label` is the key of a text. */
function progress(share, label, params) {
  self.postMessage({ progress: { share, label, params } });
}

/** Returns the certificate of a file that was saved of some statements. */
async function certifySaved(statements, { name, settings, content }) {
  progress(0.5, "progress-writing");
  try {
    return certify(statements, settings, { name, content: new Uint8Array(await content.arrayBuffer()) });
  } finally {
    progress(1);
  }
}

/** Returns the statement that is shown as a certificate names it. */
function analyzed() {
  const { bytes, options, isOwn } = analysis;
  const { file, ...others } = options;
  const name = (file || "statement").replace(/^.*[\\/]/, "");
  return { inputs: [{ name, bytes, isOwn }], files: [{ name, options: others }] };
}

/** Whether there is a certificate among some files. */
async function hasCertificate(files) {
  for (const file of files) {
    try {
      if (await isCertificateFile(file)) return true;
    } catch {
      // A folder is no certificate. To add it says that it can't be read.
    }
  }
  return false;
}

/** Adds files to those that are open together. Returns the only file if there is no other one, or the overview of all. A certificate and the files with it are checked instead. */
async function addFiles({ files }) {
  if (await hasCertificate(files)) return { isCertified: true };
  await collection.add(files, (index) => {
    progress(index / files.length / 2, "progress-file", { number: index + 1, count: files.length });
    // Lets other requests in between.
    return new Promise((resolve) => setTimeout(resolve));
  });
  const only = collection.only();
  if (only !== undefined) return { only, name: collection.entry(only).name };
  progress(0.5, "progress-converting");
  const overview = collection.overview();
  progress(1);
  return overview;
}

/** Reads a text, or a file of those that are open together, which gets the text if it was edited; detects its kind, and checks or converts it. */
function analyze({ number, text, entry, name, kind, options }) {
  const opened = entry === undefined ? undefined : collection.entry(entry);
  if (opened) {
    if (text !== undefined) collection.setText(entry, text);
    collection.setKind(entry, kind === "auto" ? undefined : kind);
    [name, options] = [opened.name, { ...opened.options, ...options }];
  }
  const bytes = opened?.bytes ?? new TextEncoder().encode(text);
  /** Whether the text on the page is the source already. */
  const isShown = text !== undefined;
  const started = performance.now();
  const content = kind === "auto" ? detectKind(bytes) : kind;
  const large = bytes.length > MAX_EDITABLE_BYTES;
  if (large) progress(0.1, "progress-checking");
  const { answers, ...settings } = options;
  options = settings;
  let converted = content === "statement" ? convert(bytes, name, options, large) : check(content, bytes, name);
  const draft = content === "statement" && !converted.bank ? api.learnStatement(bytes, { answers }) : null;
  if (draft?.profile) {
    options = { ...options, profile: draft.profile };
    if (opened) collection.setOptions([entry], { profile: draft.profile });
    converted = convert(bytes, name, options, large);
  }
  const { batches, origins, journal, ...result } = converted;
  if (opened?.kind === "statement" && content === "statement") Object.assign(result.report, collection.findingsOf(entry));
  const time = performance.now() - started;
  if (large) progress(0.9, "progress-showing");
  // The findings in a workbook are those in the text of its sheet, which can't be edited.
  const sheet = result.report.sheet?.text;
  const editable = !large && sheet === undefined;
  const shown = sheet ?? text ?? api.decodeText(bytes);
  const isOwn = opened?.isOwn === true && !opened.archive;
  analysis = { number, bytes, isOwn, options: { file: name, ...options }, text: shown, starts: editable ? [] : startsOf(shown), batches, origins, journal };
  if (editable && !isShown) adjustToTextField(result.report.findings, shown);
  return {
    number, content, options: analysis.options, time, size: bytes.length, editable, lines: analysis.starts.length, name,
    ...(editable && !isShown && { text: shown }), ...result, draft, titles: titlesOf(result.report.findings),
  };
}

/** Returns the English title of each rule that some findings are of. */
function titlesOf(findings) {
  const rules = new Set(findings.map(({ rule }) => rule));
  return Object.fromEntries([...rules].map((rule) => [rule, api.explain(rule).title]));
}

/** Changes ranges of the text to ranges of the text field, which replaces CR LF by one character. */
function adjustToTextField(findings, text) {
  const lineEnds = [...text.matchAll(/\r\n/g)].map(({ index }) => index);
  const adjusted = (offset) => {
    let [low, high] = [0, lineEnds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lineEnds[middle] < offset) low = middle + 1;
      else high = middle;
    }
    return offset - low;
  };
  for (const { utf16, fix } of findings) {
    for (const range of [utf16, fix?.utf16]) if (range) [range.start, range.end] = [adjusted(range.start), adjusted(range.end)];
  }
}

function check(content, bytes, file) {
  const options = { file, ...(SEQUENCES.includes(content) && { sequence: true }) };
  const compared = COMPARED.includes(content) && baseData !== undefined ? { ...options, baseData } : options;
  const report = CHECKS[content](bytes, compared);
  const journal = content === "journal" ? new JournalData(bytes, compared) : undefined;
  return { report, batches: [], origins: [], journal, ...(journal && { counts: journal.counts, rows: journal.rowCount }) };
}

/** Compares from now on with base data, or with none. Returns what is wrong with it, `SyntaxError` if it is no JSON, or an empty string. */
function compareWith({ text }) {
  try {
    const given = text === undefined ? undefined : JSON.parse(text);
    if (given !== undefined) api.checkTransactions({ transactions: [] }, { baseData: given });
    baseData = given;
    return "";
  } catch (error) {
    return error instanceof SyntaxError ? SyntaxError.name : error.message.replace(/^the option `baseData` /, "the base data ");
  }
}

/** Returns whether the file is the body of a webhook that was signed with a secret. */
function verify({ secret, header }) {
  return api.verifyWebhook(secret, analysis.bytes, header);
}

function convert(bytes, file, options, large) {
  const [batches, rows, months] = [[], [], new Map()];
  const total = large ? linesOf(bytes) : 1;
  let reported = 0;
  const summary = api.convertStatement(bytes, {
    file,
    ...options,
    origins: true,
    batch: BATCH,
    onBatch({ transactions, origins }) {
      batches.push(transactions);
      rows.push(origins.map(({ line, idKind }) => [line, idKind]));
      for (const transaction of transactions) addToMonth(months, transaction);
      const share = 0.1 + (0.75 * origins.at(-1).line) / total;
      if (large && share - reported > 0.02) progress((reported = share), "progress-converting");
    },
  });
  const count = batches.reduce((sum, batch) => sum + batch.length, 0);
  const sums = [...months.values()].map(({ credit, debit, ...month }) => ({ ...month, credit: `${credit}`, debit: `${debit}` }));
  sums.sort((left, right) => (left.currency + left.month < right.currency + right.month ? -1 : 1));
  const similar = summary.bank ? [] : api.detectStatement(bytes).slice(0, 3);
  const nearest = similar.map(({ bank, ...counts }) => ({ bank: bankWithId(bank), ...counts }));
  return { report: summary, count, payloads: batches.length, months: sums, nearest, bank: bankWithId(summary.bank) ?? options.profile, batches, origins: rows };
}

function addToMonth(months, { bookedAt, valutaAt, purchasedAt, currency, creditDebit, amount }) {
  const month = (bookedAt ?? valutaAt ?? purchasedAt)?.slice(0, 7);
  if (!month) return;
  const key = `${currency} ${month}`;
  if (!months.has(key)) months.set(key, { month, currency, credit: new Sum(), debit: new Sum() });
  months.get(key)[creditDebit === "credit" ? "credit" : "debit"].add(amount);
}

function linesOf(bytes) {
  let lines = 1;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

function startsOf(text) {
  const starts = [0];
  const ends = text.includes("\r") ? /\r\n|\r|\n/g : /\n/g;
  while (ends.exec(text)) starts.push(ends.lastIndex);
  return starts;
}

/** Returns some lines of a large source, each with its offset. A long line is cut, so that the offset `around` is shown. */
function lines({ from, to, around }) {
  const shown = [];
  for (let line = from; line < Math.min(to, analysis.starts.length); line += 1) {
    const start = analysis.starts[line];
    const end = line + 1 < analysis.starts.length ? analysis.starts[line + 1] - 1 : analysis.text.length;
    const first = around > start + MAX_LINE_CHARS / 2 && around < end ? around - MAX_LINE_CHARS / 4 : start;
    shown.push({ line, start: first, text: analysis.text.slice(first, Math.min(end, first + MAX_LINE_CHARS)), cutBefore: first > start, cutAfter: end > first + MAX_LINE_CHARS });
  }
  return shown;
}

/** Returns the index of the line that contains an offset of the text. */
function lineAt({ offset }) {
  let [low, high] = [0, analysis.starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (analysis.starts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns some transactions, each with the line of its row. */
function transactions({ from, to }) {
  const shown = [];
  for (let index = from; index < to; index += 1) {
    // All batches except the last are full.
    const [batch, position] = [Math.floor(index / BATCH), index % BATCH];
    const transaction = analysis.batches[batch]?.[position];
    if (!transaction) break;
    const [line, idKind] = analysis.origins[batch][position];
    shown.push({ index, line, idKind, transaction });
  }
  return shown;
}

/** Returns one payload, or all payloads, each on a line. They are converted again, so that they are byte for byte what the library writes. */
function payload({ batch }) {
  const payloads = [];
  const { bytes, options } = analysis;
  api.convertStatements([{ ...options, content: bytes }], { batch: BATCH, onPayloadBytes: (payload) => payloads.push(payload) });
  const chosen = batch === undefined ? payloads : [payloads[batch]];
  return new Blob(chosen.flatMap((payload) => [payload, "\n"]), { type: "application/json" });
}

/** Writes the statement for another program. It is converted again, because the transactions are no longer in the memory of the module. */
function exportStatement({ settings }) {
  const { bytes, options } = analysis;
  if (bytes.length > MAX_EDITABLE_BYTES) progress(0.5, "progress-writing");
  try {
    const { content, transactions, notes, refused } = api.exportStatements([{ ...options, content: bytes }], settings);
    return { content: content && new Blob([content]), transactions, notes, refused };
  } finally {
    progress(1);
  }
}

/** Returns what is wrong with an account or a currency: a message with its rule, which is translated on the page. Returns null if it can be used. */
function validateOption({ option, text }) {
  try {
    api.detectStatement("", { [option]: text });
  } catch (error) {
    const message = error.message.replace(/^the option `[a-z]+`: /, "");
    return { rule: option === "currency" ? "currency-unknown" : undefined, params: {}, message };
  }
  // An account may be any text, but a text that looks like an IBAN must be valid.
  const parsed = option === "account" && /^[A-Za-z]{2}\d{2}/.test(text) ? api.parseIban(text) : { valid: true };
  return parsed.valid ? null : { rule: "account-iban-invalid", params: { reason: parsed.message }, message: parsed.message };
}

/** Applies the safe fixes, and returns the document in canonical form. */
function normalize({ content }) {
  const { json } = NORMALIZERS[content](analysis.bytes, { sequence: SEQUENCES.includes(content) });
  return json === null || analysis.bytes.length > MAX_EDITABLE_BYTES ? json : pretty(json);
}

// Loads the module, so that the first request does not wait for it.
api.banks();
