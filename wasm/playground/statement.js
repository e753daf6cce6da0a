import { charts } from "./chart.js";
import { count, counted, download, make } from "./dom.js";
import { shown } from "./money.js";
import { Window } from "./window.js";

const BALANCE = {
  proved: ["proved", "The running balances prove that no row is missing."],
  broken: ["broken", "A running balance doesn't follow from the one before it."],
  none: ["none", "The file has no running balances to prove it by."],
};
const REASONS = {
  "zero-amount": "moved nothing", pending: "not booked yet", status: "reverted, declined or only authorised", total: "a total or a balance", other: "no booking",
};
/** So many rows that are no bookings are listed. */
const LISTED = 200;
/** So many accounts have a card of their own. */
const TOTALS = 50;

/** What a bank's export came to. */
export function statement(result, desk, showLine) {
  const { report, count: transactions, months } = result;
  const parts = [];
  if (report.totals.length > 0) parts.push(make("div", { class: "totals" }, report.totals.slice(0, TOTALS).map(total), report.totals.length > TOTALS && make("p", { class: "more", text: `… and ${count(report.totals.length - TOTALS)} more accounts` })));
  if (months.length > 0) parts.push(make("section", {}, ...charts(months)));
  if (transactions > 0) parts.push(payloads(result, desk), table(result, desk, showLine));
  const others = rows(report, showLine);
  if (others) parts.push(others);
  return parts;
}

/** The verdict on the whole, beside the number of findings. */
export function about({ report, bank, nearest, count: transactions }) {
  const whose = bank ? `${bank.institution}, ${bank.product}` : "No format fits";
  const near = nearest.length > 0 ? `The nearest: ${nearest.map(({ bank, found, expected }) => `${bank} (${found} of ${expected} columns)`).join(", ")}.` : "";
  const account = `${counted(report.rows, "row")}: ${count(transactions)} transactions, ${count(report.details)} details, ${count(report.skipped.length)} skipped, ${count(report.rejected.length)} rejected.`;
  return { whose, account: bank ? account : near };
}

function total({ account, currency, transactions, credit, debit, opening, closing, first, last, balance }) {
  const [state, why] = BALANCE[balance];
  const figure = (label, text, kind) => text !== null && make("div", { class: `figure ${kind ?? ""}` }, make("dt", { text: label }), make("dd", { text: shown(text) }));
  return make(
    "article",
    { class: "total" },
    make("h3", {}, make("span", { text: account }), make("span", { class: "currency", text: currency })),
    make("p", { class: "span", text: `${counted(transactions, "transaction")}${first ? `, ${first} to ${last}` : ""}` }),
    make("dl", {}, figure("opening", opening), figure("in", credit, "in"), figure("out", debit, "out"), figure("closing", closing)),
    make("p", { class: `proof ${state}`, text: why }),
  );
}

function payloads({ number: of, payloads: batches, count: transactions, report }, desk) {
  const stem = (report.file || "transactions").replace(/\.[^.]*$/, "").replace(/^.*[\\/]/, "");
  const save = async (name, batch) => download(name, "application/json", await desk.ask("payload", { of, batch }));
  const numbered = (batch) => String(batch + 1).padStart(4, "0");
  const whole = report.rejected.length === 0 && report.errors === 0;
  const one = batches === 1
    ? make("button", { type: "button", class: "primary", onclick: () => save(`${stem}.json`, 0), text: "Download the payload" })
    : make("button", { type: "button", class: "primary", onclick: () => save(`${stem}.jsonl`), text: `Download all ${count(batches)} payloads, one a line` });
  const select = make(
    "select",
    { "aria-label": "One payload" },
    ...Array.from({ length: Math.min(batches, 1000) }, (_, batch) => make("option", { value: batch, text: `${stem}-${numbered(batch)}.json` })),
  );
  const saveOne = () => save(`${stem}-${numbered(Number(select.value))}.json`, Number(select.value));
  const single = batches > 1 && [select, make("button", { type: "button", onclick: saveOne, text: "Download it" })];
  const caution = !whole && make("p", { class: "caution", text: "Not every row could be read: what you download is not the whole file." });
  return make("div", { class: "download" }, one, single, make("span", { class: "about", text: counted(transactions, "transaction") }), caution);
}

const HEADS = ["line", "booked", "text", "amount", "", "id"];

function table({ number: of, count: transactions }, desk, showLine) {
  const scroller = make("div", { class: "table", tabindex: "0", role: "table", "aria-label": "Transactions", "aria-rowcount": transactions });
  const window = new Window(scroller, {
    lineHeight: 30,
    fetch: (from, to) => desk.ask("bookings", { of, from, to }),
    render: ({ index, line, idKind, booking }) => {
      const { bookedAt, valutaAt, purchasedAt, text, creditDebit, amount, currency, originalAmount, originalCurrency, transactionId } = booking;
      const original = originalAmount ? ` (${shown(originalAmount)} ${originalCurrency ?? ""})` : "";
      const cell = (kind, text, title = text) => make("span", { role: "cell", class: kind, text, title });
      return make(
        "div",
        { class: "row", role: "row", "aria-rowindex": index + 1, onclick: () => showLine(line) },
        make("button", { type: "button", class: "line", text: `${line}`, title: "show the row" }),
        cell("day", bookedAt ?? valutaAt ?? purchasedAt ?? ""),
        cell("text", (text ?? "") + original),
        cell(`amount ${creditDebit === "credit" ? "in" : "out"}`, `${creditDebit === "credit" ? "+" : "−"}${shown(amount)}`),
        cell("currency", currency),
        cell(`id ${idKind}`, transactionId ?? "", idKind === "bank" ? `${transactionId}: the bank's own id` : `${transactionId}: derived from what the booking is`),
      );
    },
  });
  const height = Math.min(14, transactions) * 30;
  scroller.style.height = `${height + 2}px`;
  queueMicrotask(() => (window.count = transactions));
  const heads = make("div", { class: "row heads", "aria-hidden": "true" }, ...HEADS.map((text, index) => make("span", { class: ["line", "day", "text", "amount", "currency", "id"][index], text })));
  return make("section", {}, make("h2", { text: "Transactions" }), heads, scroller);
}

function rows({ skipped, rejected }, showLine) {
  if (skipped.length + rejected.length === 0) return null;
  const item = (line, text, kind) => make("li", {}, make("button", { type: "button", class: `quiet ${kind}`, onclick: () => showLine(line), text: `line ${line}` }), ` ${text}`);
  const all = [...rejected.map(({ line }) => [line, "rejected: a finding says why", "error"]), ...skipped.map(({ line, reason }) => [line, REASONS[reason], ""])];
  const left = all.length - LISTED;
  return make(
    "section",
    {},
    make("h2", { text: "Rows that are no transactions" }),
    make("ul", { class: "rows" }, ...all.slice(0, LISTED).map((row) => item(...row))),
    left > 0 && make("p", { class: "more", text: `… and ${count(left)} more` }),
  );
}
