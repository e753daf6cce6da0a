// The files that are open together. Each is converted on its own; then the statements of each account are put in order and compared.
import * as api from "../dist/index.js";
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
    const accounts = this.#accounts();
    const order = new Map(accounts.flatMap(({ parts }) => parts).map(({ id }, index) => [id, index]));
    const byDate = [...this.#entries].sort((left, right) => (order.get(left.id) ?? Infinity) - (order.get(right.id) ?? Infinity));
    const imported = this.#imported(byDate);
    if (imported.some(({ existing }) => existing > 0)) countOnce(accounts, imported);
    const outcomes = new Map(imported.map(({ entry, existing, conflicts }) => [entry.id, { repeated: existing, conflicts }]));
    return { files: this.#entries.map((entry) => describe(entry, outcomes.get(entry.id))), accounts };
  }

  /** Imports the transactions of files one after the other, and returns for each the payloads without those that an earlier file has too. */
  #imported(entries) {
    const store = new api.MemoryStore();
    try {
      return entries.map((entry) => {
        let [existing, conflicts] = [0, 0];
        const payloads = entry.payloads.map((payload) => {
          const { verdicts } = store.import(payload);
          const known = new Set(verdicts.filter(({ verdict }) => verdict === "existing").map(({ index }) => index));
          existing += known.size;
          conflicts += verdicts.filter(({ verdict }) => verdict === "conflict").length;
          if (known.size === 0) return payload;
          const { transactions } = JSON.parse(new TextDecoder().decode(payload));
          const rest = transactions.filter((_, index) => !known.has(index));
          return rest.length > 0 ? JSON.stringify({ transactions: rest }) : undefined;
        });
        return { entry, existing, conflicts, payloads: payloads.filter((payload) => payload !== undefined) };
      });
    } finally {
      store.free();
    }
  }

  /** Groups the totals of all statements by account and currency. */
  #accounts() {
    const accounts = new Map();
    for (const { id, name, report } of this.#entries) {
      for (const total of report?.totals ?? []) {
        const key = `${total.account} ${total.currency}`;
        const from = report.period?.from ?? total.first;
        const until = report.period?.until ?? total.last;
        if (!accounts.has(key)) accounts.set(key, []);
        accounts.get(key).push({ id, name, from, until, total });
      }
    }
    return [...accounts.values()].map((parts) => {
      parts.sort((left, right) => compare(left.from, right.from) || compare(left.until, right.until));
      const totals = parts.map(({ total }) => total);
      const days = parts.flatMap(({ from, until }) => [from, until]).filter(Boolean).sort();
      return {
        account: totals[0].account, currency: totals[0].currency, from: days[0] ?? null, until: days.at(-1) ?? null,
        transactions: totals.reduce((sum, { transactions }) => sum + transactions, 0),
        credit: sumOf(totals.map(({ credit }) => credit)), debit: sumOf(totals.map(({ debit }) => debit)),
        opening: totals[0].opening, closing: totals.at(-1).closing,
        balance: jointStatus(totals), confirmed: totals.reduce((sum, { confirmed }) => sum + confirmed, 0),
        gaps: parts.slice(1).map((after, index) => gapBetween(parts[index], after)).filter(Boolean),
        parts: parts.map(({ id, name, from, until }) => ({ id, name, from, until })),
      };
    });
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

/** Corrects the sums of accounts whose files have transactions in common: each of these counts once. */
function countOnce(accounts, imported) {
  const sums = new Map(accounts.map(({ account, currency }) => [`${account} ${currency}`, { transactions: 0, credit: new Sum(), debit: new Sum() }]));
  for (const payload of imported.flatMap(({ payloads }) => payloads)) {
    const { transactions } = JSON.parse(typeof payload === "string" ? payload : new TextDecoder().decode(payload));
    for (const { accountIdentifier, currency, creditDebit, amount } of transactions) {
      const sum = sums.get(`${accountIdentifier} ${currency}`);
      if (!sum) continue;
      sum.transactions += 1;
      sum[creditDebit === "credit" ? "credit" : "debit"].add(amount);
    }
  }
  for (const account of accounts) {
    const { transactions, credit, debit } = sums.get(`${account.account} ${account.currency}`);
    Object.assign(account, { transactions, credit: `${credit}`, debit: `${debit}` });
  }
}

const compare = (left, right) => (left === right ? 0 : (left ?? "") < (right ?? "") ? -1 : 1);

function sumOf(amounts) {
  if (amounts.includes(null)) return null;
  const sum = new Sum();
  for (const amount of amounts) sum.add(amount);
  return `${sum}`;
}

/** What the balances of an account prove in all files together. */
function jointStatus(totals) {
  const all = (status) => totals.every(({ balance }) => balance === status);
  if (totals.some(({ balance }) => balance === "broken")) return "broken";
  return all("none") ? "none" : all("proved") ? "proved" : "partly";
}

/** Returns what shows that a statement may be missing between two of an account: a balance that jumps, or days that none of them covers. */
function gapBetween(before, after) {
  const [{ closing }, { opening }] = [before.total, after.total];
  const files = { before: before.name, after: after.name };
  if (closing !== null && opening !== null) {
    const jumps = before.total.last < after.total.first && !isSame(closing, opening);
    return jumps ? { kind: "balance", closing, opening, ...files } : undefined;
  }
  if (!before.until || !after.from) return undefined;
  const next = new Date(`${before.until}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10) < after.from ? { kind: "days", until: before.until, from: after.from, ...files } : undefined;
}

/** Whether two decimals are equal, such as 1.5 and 1.50. */
function isSame(left, right) {
  const sum = new Sum();
  sum.add(left);
  return sum.equals(right);
}

/** Returns what the page shows of a file. */
function describe({ id, name, bytes, kind, report, refusal, failure, options }, { repeated = 0, conflicts = 0 } = {}) {
  const problem = refusal ?? report?.findings.find(({ severity }) => severity === "error");
  const transactions = report?.totals?.reduce((sum, total) => sum + total.transactions, 0) ?? 0;
  const needed = [...new Set((report?.findings ?? []).filter(({ severity }) => severity === "error").map(({ rule }) => NEEDED[rule]).filter(Boolean))];
  return {
    id, name, size: bytes.length, kind, options, problem, failure, transactions, repeated, conflicts, needed,
    bank: report?.bank ? bankWithId(report.bank) : undefined, rows: report?.rows ?? 0, skipped: report?.skipped?.length ?? 0, rejected: report?.rejected?.length ?? 0,
    errors: report?.errors ?? 1, warnings: report?.warnings ?? 0, isConverted: kind === "statement" && transactions > 0,
  };
}
