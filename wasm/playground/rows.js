// All transactions of the open files in one table, each once, with the rows that it comes from, and the rows that can't be read.
import * as api from "../dist/index.js";

/** The maximum number of transactions in a request. */
const BATCH = 1000;
/** The order of texts is that of code points: the same on every computer. */
const compare = (left, right) => (left < right ? -1 : left > right ? 1 : 0);

/** Makes the table. `entries` are the statements, in the order of their conversion. */
export function rowsOf(entries, accounts) {
  const rows = [];
  const files = entries.map(({ bytes, name, options }) => ({ content: bytes, file: name, ...options }));
  api.convertStatements(files, {
    origins: true,
    batch: BATCH,
    onBatch({ transactions, origins }, file) {
      for (const [index, transaction] of transactions.entries()) rows.push(rowOf(transaction, origins[index].line, entries[file]));
    },
  });
  addRepeated(rows, entries, accounts);
  for (const entry of entries) for (const { line } of entry.report.rejected) rows.push(rejectedRow(line, entry));
  return new Rows(rows);
}

function rowOf(transaction, line, { id, name, report }) {
  const { accountIdentifier: account, bookedAt, valutaAt, purchasedAt, text, creditDebit, amount, currency } = transaction;
  const total = report.totals.find((each) => each.account === account && each.currency === currency);
  const isOpen = total?.unconfirmed.some(({ from, until }) => from <= line && line <= until);
  const signed = `${creditDebit === "debit" ? "-" : ""}${amount}`;
  const isConfirmed = total !== undefined && total.balance !== "none" && !isOpen;
  return { id, name, line, account, day: bookedAt ?? valutaAt ?? purchasedAt ?? "", text: text ?? "", amount: signed, currency, transactionId: transaction.transactionId ?? "", isConfirmed, sources: [{ id, name, line }] };
}

function rejectedRow(line, { id, name, report }) {
  const errors = report.findings.filter(({ severity }) => severity === "error");
  // What the whole file lacks is said once, at its beginning.
  const finding = errors.find((each) => each.line === line) ?? errors[0];
  return { id, name, line, account: "", day: "", text: "", amount: "", currency: "", transactionId: "", finding, isRejected: true, sources: [{ id, name, line }] };
}

/** What a row of another statement must have in common with the transaction that the library says is the same one. */
const keyOf = ({ account, currency, day, amount }) => [account, currency, day, amount].join("\n");

/** Adds to each transaction the rows of other statements that have it too. */
function addRepeated(rows, entries, accounts) {
  const kept = new Map();
  for (const row of rows) {
    const key = `${row.name}\n${keyOf(row)}`;
    if (!kept.has(key)) kept.set(key, []);
    kept.get(key).push(row);
  }
  for (const entry of entries) {
    const repeated = new Map();
    for (const { statements } of accounts) {
      for (const { file, repeatedRows } of statements) {
        if (file === entry.name) for (const { line, statement } of repeatedRows) repeated.set(line, statements[statement].file);
      }
    }
    if (repeated.size === 0) continue;
    // The file alone has the transactions that an earlier statement has too.
    api.convertStatement(entry.bytes, {
      file: entry.name, ...entry.options, origins: true, batch: BATCH,
      onBatch({ transactions, origins }) {
        for (const [index, transaction] of transactions.entries()) {
          const { line } = origins[index];
          const row = repeated.has(line) && rowOf(transaction, line, entry);
          const candidates = row ? (kept.get(`${repeated.get(line)}\n${keyOf(row)}`) ?? []) : [];
          const isFree = ({ sources }) => !sources.some(({ id }) => id === entry.id);
          const same = candidates.find((each) => isFree(each) && each.transactionId === row.transactionId) ?? candidates.find(isFree);
          same?.sources.push({ id: entry.id, name: entry.name, line });
        }
      },
    });
  }
}

const FILTERS = {
  all: () => true,
  unconfirmed: ({ isConfirmed, isRejected }) => !isConfirmed && !isRejected,
  several: ({ sources }) => sources.length > 1,
  rejected: ({ isRejected }) => isRejected === true,
};
/** Amounts are compared as the sums that they are, only to put them in order. */
const ORDERS = {
  // What can't be read has no day, and is at the end.
  day: (left, right) => compare(left.day || "9", right.day || "9") || compare(left.account, right.account),
  text: (left, right) => compare(left.text.toLowerCase(), right.text.toLowerCase()),
  amount: (left, right) => Number(left.amount) - Number(right.amount),
  account: (left, right) => compare(left.account, right.account) || compare(left.day, right.day),
};

class Rows {
  #rows;
  #counts;
  /** The rows of the last search. */
  #selected = { key: undefined, rows: [] };

  constructor(rows) {
    this.#rows = rows;
    this.#counts = Object.fromEntries(Object.entries(FILTERS).map(([name, has]) => [name, rows.filter(has).length]));
  }

  /** Returns the rows from one index to another, the number of all that are found, and how many each filter leaves. */
  select({ search = "", filter = "all", order = "day", isDescending = false, from, to }) {
    const key = JSON.stringify([search, filter, order, isDescending]);
    if (this.#selected.key !== key) this.#selected = { key, rows: this.#find(search, filter, order, isDescending) };
    const { rows } = this.#selected;
    return { count: rows.length, counts: this.#counts, rows: rows.slice(from, to).map((row, index) => ({ index: from + index, ...row })) };
  }

  #find(search, filter, order, isDescending) {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const textOf = ({ account, day, text, amount, currency, transactionId, name }) => [account, day, text, amount, currency, transactionId, name].join("\n").toLowerCase();
    const has = (row) => words.length === 0 || words.every((word) => textOf(row).includes(word));
    const found = this.#rows.filter((row) => FILTERS[filter](row) && has(row));
    found.sort(ORDERS[order]);
    return isDescending ? found.reverse() : found;
  }
}
