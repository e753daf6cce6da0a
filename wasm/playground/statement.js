import { bankName } from "./bank-name.js";
import { charts } from "./chart.js";
import { make } from "./dom.js";
import { downloads } from "./downloads.js";
import { formatAmount } from "./money.js";
import { formatDay, t } from "./texts.js";
import { VirtualList } from "./virtual-list.js";

/** How many rows are listed for each reason. */
const MAX_LISTED_ROWS = 24;
/** How many transactions a payload has, except for the last. */
const PAYLOAD_LENGTH = 1000;
/** How many accounts are shown with their totals. */
const MAX_TOTALS = 50;

/** Shows a converted bank export: totals, months, transactions, and other rows. */
export function statement(result, worker, showLine) {
  const { report, count: transactions, months } = result;
  const parts = [];
  if (report.totals.length > 0) parts.push(make("div", { class: "totals" }, report.totals.slice(0, MAX_TOTALS).map(total), report.totals.length > MAX_TOTALS && make("p", { class: "more", text: t("more-accounts", { count: report.totals.length - MAX_TOTALS }) })));
  if (months.length > 0) parts.push(make("section", {}, ...charts(months)));
  if (transactions > 0) parts.push(taken(result, worker, showLine), table(result, worker, showLine));
  const otherRows = rows(report, showLine);
  if (otherRows) parts.push(otherRows);
  return parts;
}

/** Returns the title and the text that sum up a conversion. */
export function headline({ report, bank, nearest, draft, count: transactions }) {
  if (!bank) {
    // Only a format that the file has most columns of tells a person something.
    const close = nearest.filter(({ found, expected }) => found * 2 >= expected);
    const formats = close.map(({ bank, found, expected }) => t("closest-one", { bank: bankName(bank), found, expected })).join(", ");
    const text = [draft?.columns.length > 0 && t("learn-below"), formats && t("closest", { formats })].filter(Boolean).join(" ");
    return { title: t("unknown-format"), text };
  }
  if (isUnnamed(report)) return { title: bankName(bank), text: t("account-below", { count: report.rows }) };
  const [skipped, rejected] = [report.skipped.length, report.rejected.length];
  const text = t("row-counts", { rows: t("rows", { count: report.rows }), transactions: t("transactions-count", { count: transactions }), details: report.details, skipped, rejected });
  return { title: bankName(bank), text };
}

/** Whether nothing but the account or the currency keeps a statement from being converted. */
function isUnnamed({ findings }) {
  const errors = findings.filter(({ severity }) => severity === "error");
  return errors.length > 0 && errors.every(({ rule }) => ["account-missing", "currency-missing"].includes(rule));
}

/** Makes a figure with an amount, or nothing if there is none. */
export function amountFigure(key, amount, kind = "") {
  return amount !== null && make("div", { class: `figure ${kind}` }, make("dt", { text: t(key) }), make("dd", { text: formatAmount(amount) }));
}

/** Returns what the balances of the bank prove. */
export function proofOf({ balance, confirmed, transactions }) {
  const isIncomplete = balance === "partly" && confirmed === transactions;
  return t(`balance-${isIncomplete ? "incomplete" : balance}`, { confirmed, count: transactions });
}

/** Returns the first and the last day, or the only one. */
export const periodOf = (from, until) => (from === until ? formatDay(from) : t("period", { from: formatDay(from), until: formatDay(until) }));

function total({ account, currency, transactions, credit, debit, opening, closing, first, last, balance, confirmed }) {
  return make(
    "article",
    { class: "total" },
    make("h3", {}, make("span", { text: account }), make("span", { class: "currency", text: currency })),
    make("p", { class: "span", text: [t("transactions-count", { count: transactions }), first && periodOf(first, last)].filter(Boolean).join(", ") }),
    make("dl", {}, amountFigure("opening", opening), amountFigure("credits", credit, "in"), amountFigure("debits", debit, "out"), amountFigure("closing", closing)),
    make("p", { class: `proof ${balance}`, text: proofOf({ balance, confirmed, transactions }) }),
  );
}

/** Returns what is taken away of the statement. */
function taken({ number: analysis, payloads: batches, count, report }, worker, showLine) {
  const numbered = (batch) => String(batch + 1).padStart(4, "0");
  const stem = stemOf(report);
  const isOne = batches === 1;
  const request = (batch) => worker.request("payload", { analysis, batch });
  const select = make(
    "select",
    { "aria-label": t("one-payload") },
    ...Array.from({ length: Math.min(batches, 1000) }, (_, batch) => make("option", { value: batch, text: `${stem}-${numbered(batch)}.json` })),
  );
  return downloads({
    id: "format",
    count,
    isBroken: report.totals.some(({ balance }) => balance === "broken"),
    isIncomplete: report.rejected.length > 0 || report.errors > 0,
    write: (settings) => worker.request("exportStatement", { analysis, settings }),
    certify: (saved) => worker.request("certifyStatement", { analysis, saved }),
    nameOf: (ending) => fileName(report, ending),
    showRefusal: ({ line }) => showLine(line),
    payloads(save) {
      const all = async () => save(`${stem}.${isOne ? "json" : "jsonl"}`, await request(), { isOne });
      const one = async () => {
        const batch = Number(select.value);
        const transactions = Math.min(PAYLOAD_LENGTH, count - batch * PAYLOAD_LENGTH);
        save(`${stem}-${numbered(batch)}.json`, await request(batch), { isPart: true, isOne: true, transactions });
      };
      const button = make("button", { type: "button", onclick: all, text: isOne ? t("save-payload") : t("save-payloads-count", { count: batches }) });
      return isOne ? [button] : [button, select, make("button", { type: "button", onclick: one, text: t("save-one") })];
    },
  });
}

const stemOf = ({ file }) => (file || "transactions").replace(/^.*[\\/]/, "").replace(/\.[^.]*$/, "");

/** Returns a name for a file from the statement, other than that of the statement's own file, so that it replaces no original. */
function fileName(report, ending) {
  const name = `${stemOf(report)}${ending}`;
  const original = (report.file ?? "").replace(/^.*[\\/]/, "");
  return name.toLowerCase() === original.toLowerCase() ? `${stemOf(report)}-converted${ending}` : name;
}

/** The class of each column, and the key of its title. */
const COLUMNS = [["line", "column-line"], ["day", "column-day"], ["text", "column-text"], ["amount", "column-amount"], ["currency", "currency"], ["id", "column-id"]];

function table({ number: analysis, count: transactions }, worker, showLine) {
  const scroller = make("div", { class: "table bookings", tabindex: "0", role: "table", "aria-label": t("transactions"), "aria-rowcount": transactions });
  const list = new VirtualList(scroller, {
    fetch: (from, to) => worker.request("transactions", { analysis, from, to }),
    render: ({ index, line, idKind, transaction }) => {
      const { bookedAt, valutaAt, purchasedAt, text, creditDebit, amount, currency, originalAmount, originalCurrency, transactionId } = transaction;
      const original = originalAmount ? ` (${formatAmount(originalAmount)} ${originalCurrency ?? ""})` : "";
      const cell = (kind, text, title = text) => make("span", { role: "cell", class: kind, text, title });
      return make(
        "div",
        { class: "row booking", role: "row", "aria-rowindex": index + 1, onclick: () => showLine(line) },
        make("span", { role: "cell", class: "line" }, make("button", { type: "button", text: `${line}`, title: t("show-row") })),
        cell("day", formatDay(bookedAt ?? valutaAt ?? purchasedAt ?? "")),
        cell("text", (text ?? "") + original),
        cell(`amount ${creditDebit === "credit" ? "in" : "out"}`, `${creditDebit === "credit" ? "+" : "−"}${formatAmount(amount)}`),
        cell("currency", currency),
        cell(`id ${idKind}`, transactionId ?? "", t(idKind === "bank" ? "id-bank" : "id-derived", { id: transactionId })),
      );
    },
  });
  scroller.style.setProperty("--count", transactions);
  queueMicrotask(() => (list.count = transactions));
  const heads = make("div", { class: "row booking heads", "aria-hidden": "true" }, ...COLUMNS.map(([kind, key]) => make("span", { class: kind, text: kind === "currency" ? "" : t(key) })));
  return make("section", {}, make("h2", { text: t("transactions") }), heads, scroller);
}

/** Lists the rows that are no transactions, by reason. */
function rows({ skipped, rejected }, showLine) {
  if (skipped.length + rejected.length === 0) return null;
  const groups = new Map();
  if (rejected.length > 0) groups.set("rejected-see", rejected.map(({ line }) => line));
  for (const { line, reason } of skipped) {
    const key = `skipped-${reason}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(line);
  }
  const group = ([key, lines]) => make(
    "li",
    { class: key === "rejected-see" ? "error" : "" },
    make("strong", { text: `${t("rows", { count: lines.length })}: ${t(key)}` }),
    make(
      "p",
      { class: "lines" },
      ...lines.slice(0, MAX_LISTED_ROWS).flatMap((line) => [make("button", { type: "button", class: "quiet", onclick: () => showLine(line), text: t("line", { line: `${line}` }) }), " "]),
      lines.length > MAX_LISTED_ROWS && make("span", { class: "about", text: t("more", { count: lines.length - MAX_LISTED_ROWS }) }),
    ),
  );
  return make("section", {}, make("h2", { text: t("other-rows") }), make("ul", { class: "rows" }, ...[...groups].map(group)));
}
