import { download, formatSize, make, withCode } from "./dom.js";
import { formatAmount } from "./money.js";
import { t } from "./texts.js";
import { translatedNote, translatedReason } from "./translations.js";
import { VirtualList } from "./virtual-list.js";

/** For each program, the ending of its files. */
const PROGRAMS = { "single-entries": ".csv", table: ".csv", hledger: ".journal", beancount: ".beancount", banana: ".txt" };
const LEDGERS = ["hledger", "beancount"];
/** How many refused entries and totals are listed, and how many files at once. */
const MAX_LISTED = 200;

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
  const states = [["balanced", balanced], ["unbalanced", unbalanced], ["not-added-up", unknown]];
  const balance = states.filter(([, count]) => count > 0).map(([key, count]) => t(key, { count })).join(", ");
  const counted = { records: t("records-count", { count: records }), entries: entriesCount(entries), balance: balance && ` (${balance})`, lines: t("lines-count", { count: lines }) };
  return { title: t(report.errors > 0 ? "journal-errors" : "journal-clean"), text: t("record-counts", counted) };
}

const entriesCount = (count) => (count > 0 ? t("entries-count", { count }) : t("no-entries"));

function downloads({ number: analysis, counts, report }, worker) {
  const program = make("select", { id: "program", "aria-label": t("program"), onchange: adapt }, ...Object.keys(PROGRAMS).map((value) => make("option", { value, text: t(`program-${value}`) })));
  const collective = make("input", { type: "checkbox", id: "collective" });
  const collectiveLabel = make("label", { class: "about" }, collective, ` ${t("keep-collective")}`);
  const kind = make("select", {}, ...["", "asset", "liability", "equity", "income", "expense"].map((value) => make("option", { value, text: t(`type-${value || "none"}`) })));
  const kindLabel = make("label", { class: "about" }, t("untyped"), " ", kind);
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
    if (exported.entries > 0) download(`${stem(report.file)}${PROGRAMS[to]}`, "text/plain", exported.text);
  }
  adapt();
  const hasRejected = counts.rejected > 0;
  return make(
    "div",
    { class: "download" },
    program, make("button", { type: "button", id: "export", class: "primary", onclick: save, text: t("download") }), collectiveLabel, kindLabel,
    hasRejected && make("p", { class: "caution", text: t("rejected-records", { count: counts.rejected }) }),
    outcome,
  );
}

/** Shows what was written and what was not, with the totals to compare. */
function describeExport({ entries, refused, notes, read, written, text }) {
  const listed = refused.slice(0, MAX_LISTED).map((refusal) => make("li", { class: "error" }, withCode(refusedEntry(refusal))));
  const left = refused.length - listed.length;
  return [
    make("p", { text: t("written", { entries: entriesCount(entries), refused: refused.length, size: entries > 0 ? `, ${formatSize(new Blob([text]).size)}` : "" }) }),
    refused.length > 0 && make("ul", { class: "refused" }, ...listed, left > 0 && make("li", { text: t("more", { count: left }) })),
    notes.length > 0 && make("ul", { class: "notes" }, ...notes.map((note) => make("li", {}, withCode(translatedNote(note))))),
    totals(read, written),
  ].filter(Boolean);
}

/** Returns which entry was refused, and why. */
const refusedEntry = ({ record, entry, sentence }) => `${t("refused-entry", { record: record + 1, entry: entry + 1 })}: ${translatedReason(sentence)}`;

function totals(read, written) {
  const key = ({ number, externalId, currency }) => JSON.stringify([number, externalId, currency]);
  const writtenByKey = new Map(written.map((total) => [key(total), total]));
  const amount = (text) => make("td", { text: text === null ? t("too-large") : formatAmount(text) });
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
  const heads = [t("account"), "", ...["debits-read", "credits-read", "debits-written", "credits-written"].map((key) => t(key))];
  return make(
    "details",
    { class: "sums-table" },
    make("summary", { text: t("account-totals") }),
    make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((text) => make("th", { text })))), make("tbody", {}, ...rows)),
    left > 0 && make("p", { class: "more", text: t("more-accounts", { count: left }) }),
  );
}

function records({ number: analysis, rows }, worker, showLine) {
  const scroller = make("div", { class: "table", tabindex: "0", role: "table", "aria-label": t("records"), "aria-rowcount": rows });
  const list = new VirtualList(scroller, {
    fetch: (from, to) => worker.request("journalRows", { analysis, from, to }),
    render: (row) => make("div", { class: `row ${row.kind}-row`, role: "row", "aria-rowindex": row.row + 1, onclick: () => showLine(row.line) }, ...CELLS[row.kind](row)),
  });
  scroller.style.setProperty("--count", rows);
  queueMicrotask(() => (list.count = rows));
  return make("section", {}, make("h2", { text: t("records") }), scroller);
}

const cell = (kind, text, title = text) => make("span", { role: "cell", class: kind, text, title });

const CELLS = {
  record: ({ number, id, invoice, contact, isValid, line }) => [
    make("span", { role: "cell", class: "line" }, make("button", { type: "button", text: `${line}`, title: t("show-record") })),
    cell("text", [t("record", { number }), id, invoice && t("invoice", { number: invoice }), contact].filter(Boolean).join(" · ")),
    cell(isValid ? "" : "state broken", isValid ? "" : t("has-error")),
  ],
  entry: ({ day, type, id, balance }) => [cell("line", ""), cell("day", day), cell("text", [type, id].filter(Boolean).join(" · ")), balanceCell(balance)],
  line: ({ account, text, tax, side, amount, currency }) => [
    cell("line", ""), cell("account", account), cell("text", text), cell("tax", tax),
    cell("amount", side === "debit" ? shownAmount(amount) : ""), cell("amount", side === "debit" ? "" : shownAmount(amount)), cell("currency", currency),
  ],
};

const shownAmount = (amount) => (amount ? formatAmount(amount) : "–");

function balanceCell({ state, debits, credits, currency }) {
  if (state === "balanced") return cell("state proved", `✓ ${formatAmount(debits)} ${currency}`, t("is-balanced"));
  if (state === "unbalanced") return cell("state broken", `✕ ${formatAmount(debits)} ≠ ${formatAmount(credits)} ${currency}`, t("is-unbalanced"));
  return cell("state", "–", t("is-unknown"));
}

/** Lists the files once the user asks for them, as all of them are decoded. */
function files({ number: analysis, counts }, worker) {
  const list = make("ul", { class: "files" });
  const show = make("button", {
    type: "button", id: "files", text: t("show-files", { count: counts.files }),
    async onclick() {
      const all = await worker.request("journalFiles", { analysis });
      const shown = list.childElementCount;
      list.append(...all.slice(shown, shown + MAX_LISTED).map((file, index) => item(file, shown + index)));
      const left = all.length - list.childElementCount;
      show.hidden = left === 0;
      show.textContent = t("show-more", { count: Math.min(left, MAX_LISTED) });
    },
  });
  return make("section", {}, make("h2", { text: t("files") }), list, show);

  function item({ recordId, name, id, downloadPath, size }, index) {
    const named = (file) => (recordId ? t("file-of", { file, record: recordId }) : file);
    if (name === null) return make("li", {}, t("not-in-export", { file: named(id ?? t("a-file")) }), downloadPath && [`${t("download-from")} `, make("code", { text: downloadPath })]);
    const save = async () => download(name, "application/octet-stream", await worker.request("journalFile", { analysis, index }));
    return make("li", {}, make("button", { type: "button", onclick: save, text: name }), ` ${named(formatSize(size))}`);
  }
}

/** A form that verifies the signature of a webhook. The body is the file as it was opened. */
function webhook({ number: analysis }, worker) {
  const secret = make("input", { type: "password", autocomplete: "off", "aria-label": t("secret") });
  const header = make("input", { type: "text", autocomplete: "off", placeholder: "sha256=…", "aria-label": t("signature") });
  const said = make("p", { class: "proof", "aria-live": "polite" });
  const verify = async (event) => {
    event.preventDefault();
    const isValid = await worker.request("verify", { analysis, secret: secret.value, header: header.value.trim() });
    said.className = `proof ${isValid ? "proved" : "broken"}`;
    said.textContent = t(isValid ? "signature-valid" : "signature-invalid");
  };
  const form = make("form", { class: "webhook", onsubmit: verify }, make("label", {}, t("secret"), secret), make("label", {}, t("signature"), header), make("button", { type: "submit", text: t("verify") }), said);
  return make("details", { class: "sums-table" }, make("summary", { text: t("verify-title") }), form);
}

const stem = (file) => (file || "journal").replace(/\.[^.]*$/, "").replace(/^.*[\\/]/, "");
