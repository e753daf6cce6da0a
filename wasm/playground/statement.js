import { charts } from "./chart.js";
import { download, formatCount, formatSize, make, pluralize, withCode } from "./dom.js";
import { REFUSAL_HINTS, withHint } from "./hints.js";
import { formatAmount } from "./money.js";
import { VirtualList } from "./virtual-list.js";
import { SUPERSEDED } from "./worker-client.js";

const BALANCE = {
  proved: () => "The balances of the bank confirm every transaction.",
  partly: ({ confirmed, transactions }) => `The balances of the bank confirm ${formatCount(confirmed)} of ${pluralize(transactions, "transaction")}.`,
  broken: () => "A balance of the bank contradicts the transactions.",
  none: () => "The file has no balances to compare, so a missing row can't be detected.",
};
const REASONS = {
  "zero-amount": "an amount of zero", pending: "not booked yet", status: "reversed, declined or only authorised", total: "a total or a balance", other: "not a transaction",
};
/** For each format of other programs: its name, and the ending of its files. */
const FORMATS = {
  xlsx: ["XLSX (workbook)", ".xlsx"], csv: ["CSV (table)", ".csv"], "camt.053": ["camt.053 (bank statement)", ".xml"], ofx: ["OFX", ".ofx"], hledger: ["hledger", ".journal"],
  beancount: ["Beancount", ".beancount"],
};
/** How many refused transactions are listed. */
const MAX_REFUSED = 200;
/** How many skipped and rejected rows are listed. */
const MAX_LISTED_ROWS = 200;
/** How many accounts are shown with their totals. */
const MAX_TOTALS = 50;

/** Shows a converted bank export: totals, months, transactions, and other rows. */
export function statement(result, worker, showLine) {
  const { report, count: transactions, months } = result;
  const parts = [];
  if (report.totals.length > 0) parts.push(make("div", { class: "totals" }, report.totals.slice(0, MAX_TOTALS).map(total), report.totals.length > MAX_TOTALS && make("p", { class: "more", text: `… and ${formatCount(report.totals.length - MAX_TOTALS)} more accounts` })));
  if (months.length > 0) parts.push(make("section", {}, ...charts(months)));
  if (transactions > 0) parts.push(payloads(result, worker), exports(result, worker, showLine), table(result, worker, showLine));
  const otherRows = rows(report, showLine);
  if (otherRows) parts.push(otherRows);
  return parts;
}

/** Returns the title and the text that sum up a conversion. */
export function headline({ report, bank, nearest, count: transactions }) {
  const title = bank ? `${bank.institution}, ${bank.product}` : "Unknown format";
  const closest = nearest.length > 0 ? `Closest formats: ${nearest.map(({ bank, found, expected }) => `${bank} (${found} of ${expected} columns)`).join(", ")}.` : "";
  const counts = `${pluralize(report.rows, "row")}: ${formatCount(transactions)} transactions, ${formatCount(report.details)} details, ${formatCount(report.skipped.length)} skipped, ${formatCount(report.rejected.length)} rejected.`;
  return { title, text: bank ? counts : closest };
}

function total({ account, currency, transactions, credit, debit, opening, closing, first, last, balance, confirmed }) {
  const figure = (label, text, kind) => text !== null && make("div", { class: `figure ${kind ?? ""}` }, make("dt", { text: label }), make("dd", { text: formatAmount(text) }));
  return make(
    "article",
    { class: "total" },
    make("h3", {}, make("span", { text: account }), make("span", { class: "currency", text: currency })),
    make("p", { class: "span", text: `${pluralize(transactions, "transaction")}${first ? `, ${first} to ${last}` : ""}` }),
    make("dl", {}, figure("opening", opening), figure("in", credit, "in"), figure("out", debit, "out"), figure("closing", closing)),
    make("p", { class: `proof ${balance}`, text: BALANCE[balance]({ confirmed, transactions }) }),
  );
}

function payloads({ number: analysis, payloads: batches, count: transactions, report }, worker) {
  const stem = stemOf(report);
  const save = async (name, batch) => download(name, "application/json", await worker.request("payload", { analysis, batch }));
  const numbered = (batch) => String(batch + 1).padStart(4, "0");
  const main = batches === 1
    ? make("button", { type: "button", class: "primary", onclick: () => save(`${stem}.json`, 0), text: "Download the payload" })
    : make("button", { type: "button", class: "primary", onclick: () => save(`${stem}.jsonl`), text: `Download all ${formatCount(batches)} payloads, one per line` });
  const select = make(
    "select",
    { "aria-label": "One payload" },
    ...Array.from({ length: Math.min(batches, 1000) }, (_, batch) => make("option", { value: batch, text: `${stem}-${numbered(batch)}.json` })),
  );
  const saveOne = () => save(`${stem}-${numbered(Number(select.value))}.json`, Number(select.value));
  const single = batches > 1 && [select, make("button", { type: "button", onclick: saveOne, text: "Download this payload" })];
  return make("div", { class: "download" }, main, single, make("span", { class: "about", text: pluralize(transactions, "transaction") }));
}

/** Downloads of the statement for other programs. */
function exports({ number: analysis, report, count }, worker, showLine) {
  const outcome = make("div", { class: "outcome", "aria-live": "polite" });
  const format = make("select", { id: "format", onchange: () => outcome.replaceChildren() }, ...Object.entries(FORMATS).map(([value, [text]]) => make("option", { value, text })));
  async function save() {
    const [name, ending] = FORMATS[format.value];
    try {
      const exported = await worker.request("exportStatement", { analysis, to: format.value });
      const file = fileName(report, ending);
      outcome.replaceChildren(...(exported.content ? describeFile(exported, file, count) : describeRefusals(exported.refused, name, showLine)));
      if (exported.content) download(file, "application/octet-stream", exported.content);
    } catch (error) {
      if (error.message === SUPERSEDED) return;
      outcome.replaceChildren(make("p", { class: "error", text: `Nothing was saved: ${error.message}` }));
    }
    outcome.scrollIntoView({ block: "nearest" });
  }
  const isComplete = report.rejected.length === 0 && report.errors === 0;
  return make(
    "div",
    { class: "download" },
    make("label", { class: "about" }, "For another program: ", format), make("button", { type: "button", id: "export", onclick: save, text: "Download the statement" }),
    !isComplete && make("p", { class: "caution", text: "Some rows could not be read, so every download is incomplete." }),
    outcome,
  );
}

/** Shows what was saved. A ledger also has a transaction for each opening balance. */
function describeFile({ content, transactions, notes }, file, count) {
  const openings = transactions > count ? ` and ${pluralize(transactions - count, "opening balance")}` : "";
  return [
    make("p", { text: `${file}: ${pluralize(Math.min(transactions, count), "transaction")}${openings}, ${formatSize(content.size)}.` }),
    notes.length > 0 && make("ul", { class: "notes" }, ...notes.map(({ message }) => make("li", {}, withCode(sentence(message))))),
  ].filter(Boolean);
}

/** Shows what the format can't express, so that nothing was saved. */
function describeRefusals(refused, name, showLine) {
  const listed = refused.slice(0, MAX_REFUSED).map(({ line, reason, message }) => {
    const text = withHint(reason, message.replace(/^line \d+: /, ""), REFUSAL_HINTS);
    return make("li", {}, make("button", { type: "button", class: "quiet error", onclick: () => showLine(line), text: `line ${line}` }), " ", withCode(sentence(text)));
  });
  const left = refused.length - listed.length;
  return [
    make("p", { class: "error", text: `Nothing was saved. This can't be written as ${name}:` }),
    make("ul", { class: "refused" }, ...listed, left > 0 && make("li", { text: `… and ${formatCount(left)} more` })),
  ];
}

/** Returns a message as a sentence. */
const sentence = (message) => `${message[0].toUpperCase()}${message.slice(1)}.`;

const stemOf = ({ file }) => (file || "transactions").replace(/^.*[\\/]/, "").replace(/\.[^.]*$/, "");

/** Returns a name for a file from the statement, other than that of the statement's own file, so that it replaces no original. */
function fileName(report, ending) {
  const name = `${stemOf(report)}${ending}`;
  const original = (report.file ?? "").replace(/^.*[\\/]/, "");
  return name.toLowerCase() === original.toLowerCase() ? `${stemOf(report)}-converted${ending}` : name;
}

const COLUMNS = ["line", "booked", "text", "amount", "", "id"];

function table({ number: analysis, count: transactions }, worker, showLine) {
  const scroller = make("div", { class: "table", tabindex: "0", role: "table", "aria-label": "Transactions", "aria-rowcount": transactions });
  const list = new VirtualList(scroller, {
    lineHeight: 30,
    fetch: (from, to) => worker.request("transactions", { analysis, from, to }),
    render: ({ index, line, idKind, transaction }) => {
      const { bookedAt, valutaAt, purchasedAt, text, creditDebit, amount, currency, originalAmount, originalCurrency, transactionId } = transaction;
      const original = originalAmount ? ` (${formatAmount(originalAmount)} ${originalCurrency ?? ""})` : "";
      const cell = (kind, text, title = text) => make("span", { role: "cell", class: kind, text, title });
      return make(
        "div",
        { class: "row", role: "row", "aria-rowindex": index + 1, onclick: () => showLine(line) },
        make("button", { type: "button", class: "line", text: `${line}`, title: "Show the row" }),
        cell("day", bookedAt ?? valutaAt ?? purchasedAt ?? ""),
        cell("text", (text ?? "") + original),
        cell(`amount ${creditDebit === "credit" ? "in" : "out"}`, `${creditDebit === "credit" ? "+" : "−"}${formatAmount(amount)}`),
        cell("currency", currency),
        cell(`id ${idKind}`, transactionId ?? "", idKind === "bank" ? `${transactionId}: the bank's own id` : `${transactionId}: derived from the contents of the row`),
      );
    },
  });
  const height = Math.min(14, transactions) * 30;
  scroller.style.height = `${height + 2}px`;
  queueMicrotask(() => (list.count = transactions));
  const heads = make("div", { class: "row heads", "aria-hidden": "true" }, ...COLUMNS.map((text, index) => make("span", { class: ["line", "day", "text", "amount", "currency", "id"][index], text })));
  return make("section", {}, make("h2", { text: "Transactions" }), heads, scroller);
}

function rows({ skipped, rejected }, showLine) {
  if (skipped.length + rejected.length === 0) return null;
  const item = (line, text, kind) => make("li", {}, make("button", { type: "button", class: `quiet ${kind}`, onclick: () => showLine(line), text: `line ${line}` }), ` ${text}`);
  const all = [...rejected.map(({ line }) => [line, "rejected, see the findings", "error"]), ...skipped.map(({ line, reason }) => [line, REASONS[reason], ""])];
  const left = all.length - MAX_LISTED_ROWS;
  return make(
    "section",
    {},
    make("h2", { text: "Skipped and rejected rows" }),
    make("ul", { class: "rows" }, ...all.slice(0, MAX_LISTED_ROWS).map((row) => item(...row))),
    left > 0 && make("p", { class: "more", text: `… and ${formatCount(left)} more` }),
  );
}
