import { download, formatCount, formatSize, make, pluralize, withCode } from "./dom.js";
import { formatAmount } from "./money.js";
import { VirtualList } from "./virtual-list.js";

/** For each program: its name, and the ending of its files. */
const PROGRAMS = {
  "single-entries": ["Single entries (CSV)", ".csv"], table: ["Table (CSV)", ".csv"], hledger: ["hledger", ".journal"], beancount: ["Beancount", ".beancount"],
  banana: ["Banana", ".txt"],
};
const LEDGERS = ["hledger", "beancount"];
/** How many refused entries and totals are listed, and how many files at once. */
const MAX_LISTED = 200;
const ROW_HEIGHT = 30;

/** Shows a journal: its downloads, its records with their entries, and its files. */
export function journal(result, worker, showLine) {
  const parts = [downloads(result, worker)];
  if (result.rows > 0) parts.push(records(result, worker, showLine));
  if (result.counts.files > 0) parts.push(files(result, worker));
  parts.push(webhook(result, worker));
  return parts;
}

/** Returns the title and the text that sum up a journal. */
export function journalHeadline({ report, counts }) {
  const { records, entries, lines, balanced, unbalanced, unknown } = counts;
  const balance = [
    balanced > 0 && `${formatCount(balanced)} balanced`, unbalanced > 0 && `${formatCount(unbalanced)} not balanced`,
    unknown > 0 && `${formatCount(unknown)} that can't be added up`,
  ].filter(Boolean).join(", ");
  const title = report.errors > 0 ? "This journal has errors" : "This journal has no errors";
  return { title, text: `${pluralize(records, "record")}, ${pluralize(entries, "entry", "entries")}${balance && ` (${balance})`}, ${pluralize(lines, "line")}.` };
}

function downloads({ number: analysis, counts, report }, worker) {
  const program = make("select", { id: "program", "aria-label": "Program", onchange: adapt }, ...Object.entries(PROGRAMS).map(([value, [text]]) => make("option", { value, text })));
  const collective = make("input", { type: "checkbox", id: "collective" });
  const collectiveLabel = make("label", { class: "about" }, collective, " keep entries with several lines on both sides");
  const kind = make("select", { "aria-label": "Kind of accounts without a type" }, ...["", "asset", "liability", "equity", "income", "expense"].map((value) => make("option", { value, text: value || "no kind" })));
  const kindLabel = make("label", { class: "about" }, "accounts without a type: ", kind);
  const outcome = make("div", { class: "outcome", "aria-live": "polite" });
  function adapt() {
    collectiveLabel.hidden = program.value !== "single-entries";
    kindLabel.hidden = !LEDGERS.includes(program.value);
    outcome.replaceChildren();
  }
  async function save() {
    const to = program.value;
    const exported = await worker.request("exportJournal", {
      analysis, to, collective: to === "single-entries" && collective.checked, defaultKind: LEDGERS.includes(to) && kind.value,
    });
    outcome.replaceChildren(...describeExport(exported));
    if (exported.entries > 0) download(`${stem(report.file)}${PROGRAMS[to][1]}`, "text/plain", exported.text);
  }
  adapt();
  const hasRejected = counts.rejected > 0;
  return make(
    "div",
    { class: "download" },
    program, make("button", { type: "button", id: "export", class: "primary", onclick: save, text: "Download" }), collectiveLabel, kindLabel,
    hasRejected && make("p", { class: "caution", text: `${pluralize(counts.rejected, "record")} with an error will not be in the download.` }),
    outcome,
  );
}

/** Shows what was written and what was not, with the totals to compare. */
function describeExport({ entries, refused, notes, read, written, text }) {
  const listed = refused.slice(0, MAX_LISTED).map(({ message }) => make("li", { class: "error" }, withCode(message)));
  const left = refused.length - listed.length;
  return [
    make("p", { text: `${pluralize(entries, "entry", "entries")} written, ${formatCount(refused.length)} refused${entries > 0 ? `, ${formatSize(new Blob([text]).size)}` : ""}.` }),
    refused.length > 0 && make("ul", { class: "refused" }, ...listed, left > 0 && make("li", { text: `… and ${formatCount(left)} more` })),
    notes.length > 0 && make("ul", { class: "notes" }, ...notes.map(({ message }) => make("li", {}, withCode(message)))),
    totals(read, written),
  ].filter(Boolean);
}

function totals(read, written) {
  const key = ({ number, externalId, currency }) => JSON.stringify([number, externalId, currency]);
  const writtenByKey = new Map(written.map((total) => [key(total), total]));
  const amount = (text) => make("td", { text: text === null ? "too large" : formatAmount(text) });
  const rows = read.slice(0, MAX_LISTED).map((total) => {
    const output = writtenByKey.get(key(total)) ?? { debits: "0", credits: "0" };
    const isEqual = output.debits === total.debits && output.credits === total.credits;
    return make(
      "tr",
      { class: isEqual ? "" : "differs" },
      make("th", { scope: "row", text: total.number }), make("td", { text: total.currency }), amount(total.debits), amount(total.credits), amount(output.debits), amount(output.credits),
    );
  });
  const left = read.length - rows.length;
  const heads = ["account", "", "debits read", "credits read", "debits written", "credits written"];
  return make(
    "details",
    { class: "sums-table" },
    make("summary", { text: "Totals of each account" }),
    make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((text) => make("th", { text })))), make("tbody", {}, ...rows)),
    left > 0 && make("p", { class: "more", text: `… and ${formatCount(left)} more accounts` }),
  );
}

function records({ number: analysis, rows }, worker, showLine) {
  const scroller = make("div", { class: "table", tabindex: "0", role: "table", "aria-label": "Records", "aria-rowcount": rows });
  const list = new VirtualList(scroller, {
    lineHeight: ROW_HEIGHT,
    fetch: (from, to) => worker.request("journalRows", { analysis, from, to }),
    render: (row) => make("div", { class: `row ${row.kind}-row`, role: "row", "aria-rowindex": row.row + 1, onclick: () => showLine(row.line) }, ...CELLS[row.kind](row)),
  });
  scroller.style.height = `${Math.min(16, rows) * ROW_HEIGHT + 2}px`;
  queueMicrotask(() => (list.count = rows));
  return make("section", {}, make("h2", { text: "Records" }), scroller);
}

const cell = (kind, text, title = text) => make("span", { role: "cell", class: kind, text, title });

const CELLS = {
  record: ({ number, id, invoice, contact, isValid, line }) => [
    make("button", { type: "button", class: "line", text: `${line}`, title: "Show the record" }),
    cell("text", [`Record ${formatCount(number)}`, id, invoice && `invoice ${invoice}`, contact].filter(Boolean).join(" · ")),
    cell(isValid ? "" : "state broken", isValid ? "" : "has an error"),
  ],
  entry: ({ day, type, id, balance }) => [cell("line", ""), cell("day", day), cell("text", [type, id].filter(Boolean).join(" · ")), balanceCell(balance)],
  line: ({ account, text, tax, side, amount, currency }) => [
    cell("line", ""), cell("account", account), cell("text", text), cell("tax", tax),
    cell("amount", side === "debit" ? shownAmount(amount) : ""), cell("amount", side === "debit" ? "" : shownAmount(amount)), cell("currency", currency),
  ],
};

const shownAmount = (amount) => (amount ? formatAmount(amount) : "–");

function balanceCell({ state, debits, credits, currency }) {
  if (state === "balanced") return cell("state proved", `✓ ${formatAmount(debits)} ${currency}`, "The debits equal the credits");
  if (state === "unbalanced") return cell("state broken", `✕ ${formatAmount(debits)} ≠ ${formatAmount(credits)} ${currency}`, "The debits differ from the credits");
  return cell("state", "–", "Not added up: one line alone, several currencies, or a line with an error");
}

/** Lists the files once the user asks for them, as all of them are decoded. */
function files({ number: analysis, counts }, worker) {
  const list = make("ul", { class: "files" });
  const show = make("button", {
    type: "button", id: "files", text: `Show ${pluralize(counts.files, "file")}`,
    async onclick() {
      const all = await worker.request("journalFiles", { analysis });
      const shown = list.childElementCount;
      list.append(...all.slice(shown, shown + MAX_LISTED).map((file, index) => item(file, shown + index)));
      const left = all.length - list.childElementCount;
      show.hidden = left === 0;
      show.textContent = `Show ${formatCount(Math.min(left, MAX_LISTED))} more`;
    },
  });
  return make("section", {}, make("h2", { text: "Files" }), list, show);

  function item({ recordId, name, id, downloadPath, size }, index) {
    const of = recordId ? ` of ${recordId}` : "";
    if (name === null) return make("li", {}, `${id ?? "a file"}${of}: not in the export`, downloadPath && [", to download from ", make("code", { text: downloadPath })]);
    const save = async () => download(name, "application/octet-stream", await worker.request("journalFile", { analysis, index }));
    return make("li", {}, make("button", { type: "button", onclick: save, text: name }), ` ${formatSize(size)}${of}`);
  }
}

/** A form that verifies the signature of a webhook. The body is the file as it was opened. */
function webhook({ number: analysis }, worker) {
  const secret = make("input", { type: "password", autocomplete: "off", "aria-label": "Secret" });
  const header = make("input", { type: "text", autocomplete: "off", placeholder: "sha256=…", "aria-label": "Signature in the header" });
  const said = make("p", { class: "proof", "aria-live": "polite" });
  const verify = async (event) => {
    event.preventDefault();
    const isValid = await worker.request("verify", { analysis, secret: secret.value, header: header.value.trim() });
    said.className = `proof ${isValid ? "proved" : "broken"}`;
    said.textContent = isValid ? "The signature is valid." : "The signature is not that of this body and this secret.";
  };
  const form = make("form", { class: "webhook", onsubmit: verify }, make("label", {}, "Secret", secret), make("label", {}, "Signature", header), make("button", { type: "submit", text: "Verify" }), said);
  return make("details", { class: "sums-table" }, make("summary", { text: "Verify the signature of a webhook" }), form);
}

const stem = (file) => (file || "journal").replace(/\.[^.]*$/, "").replace(/^.*[\\/]/, "");
