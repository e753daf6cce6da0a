// All work is done here, so that the page never waits: reading, checking, converting, and keeping what is too long to show at once.
import * as api from "../dist/index.js";
import { Sum } from "./money.js";
import { pretty } from "./pretty.js";

/** Larger texts are shown line by line and can't be edited. */
const EDITED = 400_000;
/** So many transactions go in a request. */
const BATCH = 1000;
/** So much of a line is shown. */
const LINE = 4_000;

const CHECKS = { transactions: api.checkTransactions, "base-data": api.checkBaseData, document: api.checkDocument };
const MENDS = { transactions: api.normalizeTransactions, "base-data": api.normalizeBaseData, document: api.normalizeDocument };

/** What was judged last, under the number of that judgement: the source, and the transactions that came of it. */
let judged = { number: 0, bytes: new Uint8Array(), text: "", starts: [0], batches: [], origins: [] };
/** The newest judgement that was asked for. */
let newest = 0;

const answers = { judge, lines, bookings, payload, mend, place, fault, explain: ({ rule }) => api.explain(rule) };

self.onmessage = async ({ data: { id, ask, of, ...question } }) => {
  try {
    // What is asked of something that is no longer here gets no answer of something else.
    if (of !== undefined && of !== judged.number) throw new Error("superseded");
    self.postMessage({ id, answer: await answers[ask](question) });
  } catch (error) {
    self.postMessage({ id, failure: String(error?.message ?? error) });
  }
};

function progress(share, doing) {
  self.postMessage({ progress: { share, doing } });
}

/** Reads what was pasted or dropped, finds out what it is, and judges it. */
async function judge({ number, text, file, name, kind, options }) {
  newest = number;
  if (file) progress(0.02, "reading");
  const bytes = file ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(text);
  if (number !== newest) throw new Error("superseded");
  const started = performance.now();
  const content = kind === "auto" ? contentOf(bytes) : kind;
  const large = bytes.length > EDITED;
  if (large) progress(0.1, "checking");
  const { batches, origins, ...result } = content === "statement" ? convert(bytes, name, options, large) : check(content, bytes, name);
  const time = performance.now() - started;
  if (large) progress(0.9, "showing");
  const shown = file ? api.textOf(bytes) : text;
  judged = { number, bytes, text: shown, starts: large ? startsOf(shown) : [], batches, origins };
  if (!large && file) asEdited(result.report.findings, shown);
  return {
    number, content, time, size: bytes.length, editable: !large, lines: judged.starts.length,
    ...(!large && file && { text: shown }), ...result,
  };
}

/** A text field ends each line with one character, whatever the file has: ranges become those in the field. */
function asEdited(findings, text) {
  const pairs = [...text.matchAll(/\r\n/g)].map(({ index }) => index);
  const moved = (offset) => {
    let [low, high] = [0, pairs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[middle] < offset) low = middle + 1;
      else high = middle;
    }
    return offset - low;
  };
  for (const { utf16, fix } of findings) {
    for (const range of [utf16, fix?.utf16]) if (range) [range.start, range.end] = [moved(range.start), moved(range.end)];
  }
}

/** A payload by the names in it; what is no JSON is a bank's export. */
function contentOf(bytes) {
  const head = api.textOf(bytes.subarray(0, 20_000)).trimStart();
  if (!/^[[{]/.test(head)) return "statement";
  if (/"(organization|taxPeriods|accounts|costCenters)"/i.test(head)) return "base-data";
  return /"signedFileName"/i.test(head) ? "document" : "transactions";
}

function check(content, bytes, file) {
  const report = CHECKS[content](bytes, { file, ...(content === "transactions" && { sequence: true }) });
  return { report, batches: [], origins: [] };
}

function convert(bytes, file, options, large) {
  const [batches, rows, months] = [[], [], new Map()];
  const total = large ? linesOf(bytes) : 1;
  let told = 0;
  const summary = api.convertCsv(bytes, {
    file,
    ...options,
    batch: BATCH,
    onBatch({ transactions, origins }) {
      batches.push(transactions);
      rows.push(origins.map(({ line, idKind }) => [line, idKind]));
      for (const booking of transactions) addToMonth(months, booking);
      const share = 0.1 + (0.75 * origins.at(-1).line) / total;
      if (large && share - told > 0.02) progress((told = share), "converting");
    },
  });
  const count = batches.reduce((sum, batch) => sum + batch.length, 0);
  const written = [...months.values()].map(({ credit, debit, ...month }) => ({ ...month, credit: `${credit}`, debit: `${debit}` }));
  written.sort((one, other) => (one.currency + one.month < other.currency + other.month ? -1 : 1));
  const nearest = summary.bank ? [] : api.detectBank(bytes).slice(0, 3);
  const bank = api.banks().find((bank) => bank.id === summary.bank);
  return { report: summary, count, payloads: batches.length, months: written, nearest, bank, batches, origins: rows };
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

/** Some lines of a large source, each with where it begins in the text and what of it is shown: long lines are shown from `around` on. */
function lines({ from, to, around }) {
  const shown = [];
  for (let line = from; line < Math.min(to, judged.starts.length); line += 1) {
    const start = judged.starts[line];
    const end = line + 1 < judged.starts.length ? judged.starts[line + 1] - 1 : judged.text.length;
    const first = around > start + LINE / 2 && around < end ? around - LINE / 4 : start;
    shown.push({ line, start: first, text: judged.text.slice(first, Math.min(end, first + LINE)), cutBefore: first > start, cutAfter: end > first + LINE });
  }
  return shown;
}

/** The line in which an offset of the text lies, counted from 0. */
function place({ offset }) {
  let [low, high] = [0, judged.starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (judged.starts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Some transactions, each with the line of its row. */
function bookings({ from, to }) {
  const shown = [];
  for (let index = from; index < to; index += 1) {
    // Every batch but the last is full.
    const [batch, at] = [Math.floor(index / BATCH), index % BATCH];
    const booking = judged.batches[batch]?.[at];
    if (!booking) break;
    const [line, idKind] = judged.origins[batch][at];
    shown.push({ index, line, idKind, booking });
  }
  return shown;
}

/** One payload, or all of them, each on a line of its own. */
function payload({ batch }) {
  const batches = batch === undefined ? judged.batches : [judged.batches[batch]];
  return new Blob(batches.map((transactions) => `${JSON.stringify({ transactions })}\n`), { type: "application/json" });
}

/** What is wrong with the account or the currency that somebody typed. */
function fault({ option, text }) {
  try {
    api.detectBank("", { [option]: text });
  } catch (error) {
    return error.message.replace(/^the option `[a-z]+`: /, "");
  }
  // An account may be any text, but what looks like an IBAN should be one.
  const parsed = option === "account" && /^[A-Za-z]{2}\d{2}/.test(text) ? api.parseIban(text) : { valid: true };
  return parsed.valid ? "" : parsed.message;
}

/** The document in canonical form with the fixes applied. */
function mend({ content }) {
  const { json } = MENDS[content](judged.bytes, { sequence: content === "transactions" });
  return json === null || judged.bytes.length > EDITED ? json : pretty(json);
}

// The first answer is not the one that waits for the module.
api.banks();
