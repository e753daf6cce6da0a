// The records of a journal export, for the worker: as rows of a list, and with the balance of each entry.
import * as api from "../dist/index.js";
import { balanceOf } from "./money.js";

/** The records of an analysis, valid or not, and a row for each record, entry and line. */
export class JournalData {
  #records = [];
  /** For each row the index of its record, entry and line. -1 stands for none. */
  #rows = [];
  #bytes;
  #options;
  #baseData;
  #files;
  counts = { records: 0, rejected: 0, entries: 0, lines: 0, balanced: 0, unbalanced: 0, unknown: 0, files: 0 };

  constructor(bytes, { baseData, ...options }) {
    [this.#bytes, this.#options, this.#baseData] = [bytes, options, baseData];
    const { records, positions, rejected } = api.readJournal(bytes, options);
    for (const [at, record] of records.entries()) this.#add(record, positions[at], true);
    // A record with an error is shown as far as it can be: its entry may be what does not balance.
    for (const position of rejected) this.#add(lenient(bytes, position), position, false);
    this.#records.sort((left, right) => left.position.bytes.start - right.position.bytes.start);
    for (const [at, { record }] of this.#records.entries()) this.#index(record, at);
    this.#addLineNumbers(bytes);
    this.counts.records = this.#records.length;
    this.counts.rejected = rejected.length;
  }

  get rowCount() {
    return this.#rows.length;
  }

  #add(record, position, isValid) {
    for (const file of items(record?.files)) {
      this.counts.files += 1;
      // The content would be in memory twice. It is decoded when the user asks for it.
      if (file && typeof file === "object") delete file.contentAsBase64;
    }
    this.#records.push({ record, position, isValid });
  }

  #index(record, at) {
    this.#rows.push([at, -1, -1]);
    for (const [entryAt, entry] of items(record?.entries).entries()) {
      this.#rows.push([at, entryAt, -1]);
      this.counts.entries += 1;
      this.counts[balanceOf(items(entry?.lines)).state] += 1;
      for (const lineAt of items(entry?.lines).keys()) this.#rows.push([at, entryAt, lineAt]);
      this.counts.lines += items(entry?.lines).length;
    }
  }

  /** Adds to each record the line of the file that it starts on. */
  #addLineNumbers(bytes) {
    let [line, next] = [1, bytes.indexOf(10)];
    for (const record of this.#records) {
      for (; next !== -1 && next < record.position.bytes.start; next = bytes.indexOf(10, next + 1)) line += 1;
      record.line = line;
    }
  }

  /** Returns some rows of the list. */
  rows({ from, to }) {
    return this.#rows.slice(from, to).map(([recordAt, entryAt, lineAt], index) => {
      const { record, position, isValid, line } = this.#records[recordAt];
      const common = { row: from + index, line };
      if (entryAt < 0) return { ...common, kind: "record", ...describeRecord(record, position), isValid };
      const entry = record.entries[entryAt];
      if (lineAt < 0) return { ...common, kind: "entry", day: text(entry?.date), type: text(entry?.type), id: text(entry?.entryId), balance: balanceOf(items(entry?.lines)) };
      return { ...common, kind: "line", ...describeLine(entry.lines[lineAt]) };
    });
  }

  /** Returns the files with their sizes, without their contents. */
  files() {
    return this.#decodedFiles().map(({ recordId, name, id, downloadPath, content }) => ({ recordId, name, id, downloadPath, size: content?.length ?? null }));
  }

  file({ index }) {
    return new Blob([this.#decodedFiles()[index].content]);
  }

  #decodedFiles() {
    this.#files ??= api.journalFiles(this.#bytes, this.#options).files;
    return this.#files;
  }

  /** Writes the journal for another program. */
  exportTo({ to, collective, defaultKind }) {
    const settings = { to, ...(collective && { collective }), ...(defaultKind && { defaultKind }), ...(this.#baseData && { baseData: this.#baseData }) };
    return api.exportJournal(this.#bytes, { ...this.#options, ...settings });
  }
}

/** Returns a record with an error, or null if it is not JSON. */
function lenient(bytes, { bytes: { start, end } }) {
  try {
    return JSON.parse(api.decodeText(bytes.subarray(start, end)));
  } catch {
    return null;
  }
}

const items = (list) => (Array.isArray(list) ? list : []);
/** Returns a value of a record that may have errors, as text. */
const text = (value) => (typeof value === "string" || typeof value === "number" ? `${value}` : "");

function describeRecord(record, { index }) {
  // The word before `Id` is different for each brand.
  const id = Object.entries(record ?? {}).find(([name]) => /^[a-z]+Id$/.test(name))?.[1];
  const contact = record?.contact ?? items(record?.contacts)[0];
  const person = [contact?.firstName, contact?.lastName].map(text).filter(Boolean).join(" ");
  return { number: index + 1, id: text(id), invoice: text(record?.invoice?.number), contact: text(contact?.name) || text(contact?.companyName) || person };
}

function describeLine(line) {
  const dimensions = items(line?.dimensions).map((dimension) => text(dimension?.name) || text(dimension?.number) || text(dimension?.externalId));
  const original = text(line?.originalAmount) && `${text(line.originalAmount)} ${text(line.originalCurrency)}`;
  return {
    account: text(line?.account?.number) || text(line?.account?.externalId), tax: text(line?.tax?.code), side: text(line?.creditDebit),
    amount: text(line?.amount), currency: text(line?.currency), text: [text(line?.text), ...dimensions, original].filter(Boolean).join(" · "),
  };
}
