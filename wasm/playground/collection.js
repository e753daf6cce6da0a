// The files that are open together. Each is converted on its own; then the statements of each account are put in order and compared.
import * as api from "../dist/index.js";
import { accountKey, describeAccount, groupByAccount } from "./accounts.js";
import { CHECKS, SEQUENCES, bankWithId, detectKind } from "./kinds.js";
import { Sum } from "./money.js";

/** For each rule because of which a file is not converted, the option that helps. */
const NEEDED = {
  "account-missing": "account", "currency-missing": "currency", "bank-unknown": "bank", "bank-ambiguous": "bank", "header-changed": "bank", "shape-unproved": "bank",
};

export class Collection {
  #entries = [];
  #lastId = 0;

  /** Adds files, and those in archives. `onFile` is called before each with its index. */
  async add(files, onFile) {
    for (const [index, file] of files.entries()) {
      await onFile(index);
      let bytes;
      try {
        bytes = new Uint8Array(await file.arrayBuffer());
      } catch {
        // Such as a folder, or a file that was moved away.
        this.#insert({ name: file.name, bytes: new Uint8Array(), failure: "file-unreadable" });
        continue;
      }
      if (!api.isArchive(bytes)) this.#insert({ name: file.name, bytes });
      else this.#unpack(bytes, file.name);
    }
  }

  #unpack(bytes, archive) {
    const { files, findings, errors } = api.unpackArchive(bytes, { file: archive });
    if (errors > 0) this.#insert({ name: archive, bytes, refusal: findings[0] });
    for (const { file, content, findings: [refusal] } of files) this.#insert({ name: file, bytes: content ?? new Uint8Array(), refusal: content ? undefined : refusal });
  }

  #insert(entry) {
    this.#lastId += 1;
    this.#entries.push({ id: this.#lastId, options: {}, ...entry });
    this.#read(this.#entries.at(-1));
  }

  entry(id) {
    return this.#entries.find((entry) => entry.id === id);
  }

  /** Sets options of some files, and converts these again. An option without a value is removed. */
  setOptions(ids, options) {
    for (const id of ids) {
      const entry = this.entry(id);
      if (!entry) continue;
      entry.options = Object.fromEntries(Object.entries({ ...entry.options, ...options }).filter(([, value]) => value));
      this.#read(entry);
    }
  }

  remove(id) {
    this.#entries = this.#entries.filter((entry) => entry.id !== id);
  }

  clear() {
    this.#entries = [];
  }

  #read(entry) {
    entry.payloads = [];
    if (entry.refusal || entry.failure) return;
    try {
      this.#convert(entry);
    } catch {
      // Such as a file for which there is not enough memory. The others go on.
      Object.assign(entry, { failure: "file-failed", payloads: [], report: undefined });
    }
  }

  #convert(entry) {
    const { bytes, name, options } = entry;
    entry.kind = detectKind(bytes);
    if (entry.kind === "statement") entry.report = api.convertCsv(bytes, { file: name, ...options, onPayloadBytes: (payload) => entry.payloads.push(payload) });
    else entry.report = CHECKS[entry.kind](bytes, { file: name, ...(SEQUENCES.includes(entry.kind) && { sequence: true }) });
  }

  /** Returns what the page shows: the accounts, and the files in the order in which they were opened. */
  overview() {
    const groups = groupByAccount(this.#entries);
    const order = new Map([...groups.values()].flat().map(({ id }, index) => [id, index]));
    const byDate = [...this.#entries].sort((left, right) => (order.get(left.id) ?? Infinity) - (order.get(right.id) ?? Infinity));
    const imported = this.#imported(byDate);
    const repeating = (key) => new Set(imported.filter(({ repeated }) => repeated.has(key)).map(({ entry }) => entry.id));
    const accounts = [...groups].map(([key, parts]) => describeAccount(parts, repeating(key)));
    if (imported.some(({ existing }) => existing > 0)) countOnce(accounts, imported);
    const outcomes = new Map(imported.map(({ entry, existing, conflicts }) => [entry.id, { repeated: existing, conflicts }]));
    return { files: this.#entries.map((entry) => describe(entry, outcomes.get(entry.id))), accounts };
  }

  /**
   * Imports the transactions of files one after the other. Returns for each file its payloads without the transactions that exist already, how many of
   * these an earlier file has, how many contradict an earlier file, and the accounts with transactions that an earlier file has.
   */
  #imported(entries) {
    const store = new api.MemoryStore();
    try {
      return entries.map((entry) => {
        const all = entry.payloads.map((payload) => importInto(store, payload));
        const isNew = all.every(({ existing, conflicts }) => existing.size + conflicts.size === 0);
        if (isNew) return { entry, existing: 0, conflicts: 0, repeated: new Set(), payloads: entry.payloads };
        const own = importAlone(entry.payloads);
        let [existing, conflicts] = [0, 0];
        const repeated = new Set();
        const payloads = entry.payloads.map((payload, part) => {
          // A file may have an id of the bank twice, which says nothing about the other files.
          const isOwn = (index) => own[part].existing.has(index) || own[part].conflicts.has(index);
          conflicts += [...all[part].conflicts].filter((index) => !isOwn(index)).length;
          if (all[part].existing.size === 0) return payload;
          const { transactions } = JSON.parse(new TextDecoder().decode(payload));
          for (const index of all[part].existing) {
            if (isOwn(index)) continue;
            existing += 1;
            repeated.add(accountKey(transactions[index].accountIdentifier, transactions[index].currency));
          }
          const rest = transactions.filter((_, index) => !all[part].existing.has(index));
          return rest.length > 0 ? JSON.stringify({ transactions: rest }) : undefined;
        });
        return { entry, existing, conflicts, repeated, payloads: payloads.filter((payload) => payload !== undefined) };
      });
    } finally {
      store.free();
    }
  }

  /** Returns all payloads, one per line. A transaction that two files have is in one of them. */
  payloads() {
    const parts = this.#imported(this.#entries).flatMap(({ payloads }) => payloads);
    return new Blob(parts.flatMap((payload) => [payload, "\n"]), { type: "application/json" });
  }

  /** Writes all statements for another program. */
  exportTo(to) {
    const statements = this.#entries.filter(({ payloads }) => payloads.length > 0);
    const files = statements.map(({ bytes, name, options }) => ({ content: bytes, file: name, ...options }));
    const { content, transactions, notes, refused } = api.exportStatements(files, { to });
    return { content: content && new Blob([content]), transactions, notes, refused: refused.map((each) => ({ ...each, name: files[each.file]?.file })) };
  }
}

/** Imports a payload, and returns the indices of its transactions that exist, and of those that exist with other content. */
function importInto(store, payload) {
  const { verdicts } = store.import(payload);
  const indices = (wanted) => new Set(verdicts.filter(({ verdict }) => verdict === wanted).map(({ index }) => index));
  return { existing: indices("existing"), conflicts: indices("conflict") };
}

/** Imports the payloads of a file into a store of their own. */
function importAlone(payloads) {
  const store = new api.MemoryStore();
  try {
    return payloads.map((payload) => importInto(store, payload));
  } finally {
    store.free();
  }
}

/** Corrects the sums of accounts whose files have transactions in common: each of these counts once. */
function countOnce(accounts, imported) {
  const sums = new Map(accounts.map(({ account, currency }) => [accountKey(account, currency), { transactions: 0, credit: new Sum(), debit: new Sum() }]));
  for (const payload of imported.flatMap(({ payloads }) => payloads)) {
    const { transactions } = JSON.parse(typeof payload === "string" ? payload : new TextDecoder().decode(payload));
    for (const { accountIdentifier, currency, creditDebit, amount } of transactions) {
      const sum = sums.get(accountKey(accountIdentifier, currency));
      if (!sum) continue;
      sum.transactions += 1;
      sum[creditDebit === "credit" ? "credit" : "debit"].add(amount);
    }
  }
  for (const account of accounts) {
    const { transactions, credit, debit } = sums.get(accountKey(account.account, account.currency));
    Object.assign(account, { transactions, credit: `${credit}`, debit: `${debit}` });
  }
}

/** Returns what the page shows of a file. */
function describe({ id, name, bytes, kind, report, refusal, failure, options }, { repeated = 0, conflicts = 0 } = {}) {
  const problem = refusal ?? report?.findings.find(({ severity }) => severity === "error");
  const transactions = report?.totals?.reduce((sum, total) => sum + total.transactions, 0) ?? 0;
  const needed = [...new Set((report?.findings ?? []).filter(({ severity }) => severity === "error").map(({ rule }) => NEEDED[rule]).filter(Boolean))];
  return {
    id, name, size: bytes.length, kind, options, problem, failure, transactions, repeated, conflicts, needed,
    bank: report?.bank ? bankWithId(report.bank) : undefined, rows: report?.rows ?? 0, skipped: report?.skipped?.length ?? 0, rejected: report?.rejected?.length ?? 0,
    errors: report?.errors ?? 1, warnings: report?.warnings ?? 0, notes: report?.notes ?? 0, isConverted: kind === "statement" && transactions > 0,
  };
}
