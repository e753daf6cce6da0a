import { archive, archiveHeadline } from "./archive.js";
import { byId, download, formatCount, formatSize, make } from "./dom.js";
import { Editor } from "./editor.js";
import { EXAMPLES } from "./examples.js";
import { findingsList, summary } from "./findings.js";
import { journal, journalHeadline } from "./journal.js";
import { headline, statement } from "./statement.js";
import { Viewer } from "./viewer.js";
import { SUPERSEDED, WorkerClient } from "./worker-client.js";

/** How many milliseconds after the last key an analysis starts. Typing is not blocked by an analysis in progress. */
const TYPING_PAUSE = 120;

const NAMES = { transactions: "Transactions", "base-data": "Base data", journal: "Journal", document: "Document request", statement: "Bank statement", archive: "ZIP archive" };
/** What is shown of some kinds of files below their findings. */
const PARTS = { statement, journal, archive: (result) => archive(result, openMember) };

const worker = new WorkerClient(showProgress);
const editor = new Editor(changed);
const viewer = new Viewer(worker);

/** The source and its analysis. */
let state = { name: "", file: undefined, result: undefined, current: -1, options: {} };
/** The number of the latest analysis that was requested. */
let latest = 0;
let timer;

function changed() {
  // The result of an analysis in progress would belong to the previous text.
  latest += 1;
  markAsStale();
  state.before = undefined;
  state.file = undefined;
  state.name ||= "pasted";
  clearTimeout(timer);
  timer = setTimeout(analyze, TYPING_PAUSE);
}

/** Disables the shown result: its fixes do not fit the text any more. */
function markAsStale() {
  state.stale = true;
  byId("result").inert = true;
}

/** Opens a file or a text with a name. */
function open({ name, file, text }) {
  clearTimeout(timer);
  state = { name, file, result: undefined, current: -1, options: {} };
  byId("kind").value = "auto";
  if (text !== undefined) editor.text = text;
  return analyze();
}

/** Opens a file of the archive. */
function openMember(member) {
  state.member = member;
  return analyze();
}

async function analyze() {
  const number = (latest += 1);
  markAsStale();
  const { name, file, options, member } = state;
  const text = editor.text;
  if (!file && text.trim() === "") return showNothing();
  let result;
  try {
    result = await worker.request("analyze", { number, ...(file ? { file } : { text }), name, kind: byId("kind").value, options, member });
  } catch (error) {
    if (number === latest) showFailure(error);
    return;
  } finally {
    if (number === latest) showProgress({ share: 1 });
  }
  // A newer analysis was requested meanwhile.
  if (number !== latest) return;
  if (state.bank && result.bank?.id !== state.bank) {
    // The account belonged to an export of another bank.
    Object.assign(state, { options: {}, bank: undefined });
    analyze();
    return;
  }
  state.result = result;
  state.name = result.name;
  state.current = -1;
  state.stale = false;
  byId("result").inert = false;
  if (result.text !== undefined) {
    editor.text = result.text;
    state.file = undefined;
  }
  const { editable } = result;
  byId("editor").hidden = !editable;
  byId("viewer").hidden = editable;
  if (!editable) viewer.open(result);
  (editable ? editor : viewer).mark(result.report.findings);
  show();
}

const source = () => (state.result?.editable === false ? viewer : editor);

function show() {
  const { report, content, time, size: bytes } = state.result;
  showMissingOptions();
  byId("compare").hidden = !["transactions", "journal"].includes(content);
  byId("about").textContent = [state.name, formatSize(bytes), report.encoding, NAMES[content]].filter(Boolean).join(" · ");
  const hasErrors = report.errors > 0;
  const level = hasErrors ? "error" : report.warnings > 0 ? "warning" : "clean";
  const { title, text } = headlineOf(state.result);
  const speed = `${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`;
  byId("verdict").className = `verdict ${level}`;
  byId("verdict").replaceChildren(
    make("div", { class: "mood", "aria-hidden": "true", text: { error: "✕", warning: "!", clean: "✓" }[level] }),
    make("div", {}, make("h2", { text: title }), text && make("p", { text }), make("p", { class: "sums", text: `${summary(report)} · ${speed}` })),
  );
  const list = findingsList(report, { show: showFinding, apply: (index) => apply([report.findings[index]]), explain: (rule) => worker.request("explain", { rule }), editable: state.result.editable, textOf: ({ start, end }) => editor.text.slice(start, end) });
  byId("result").replaceChildren(...[actions(), list, ...(PARTS[content]?.(state.result, worker, showLine) ?? [])].filter(Boolean));
}

function headlineOf(result) {
  if (result.content === "statement") return headline(result);
  if (result.content === "journal") return journalHeadline(result);
  if (result.content === "archive") return archiveHeadline(result);
  return { title: result.report.errors > 0 ? "The service would reject this" : "The service would accept this", text: "" };
}

/** Buttons for the whole document: apply all safe fixes, normalize, restore. */
function actions() {
  const { report, content, editable } = state.result;
  const safe = report.findings.filter(({ fix }) => fix?.safe);
  if (content === "statement" || content === "archive") return null;
  const normalize = async () => {
    const before = editor.text;
    const text = await worker.request("normalize", { analysis: state.result.number, content });
    // The user has changed the text meanwhile.
    if (editor.text !== before) return undefined;
    if (text === null) return showFailure(new Error("This is not valid JSON. Fix the syntax errors first."));
    if (editable) {
      editor.text = text;
      state.before = before;
      return analyze();
    }
    return download(`${state.name.replace(/\.json$/, "")}-normalized.json`, "application/json", text);
  };
  return make(
    "div",
    { class: "download" },
    safe.length > 0 && editable && make("button", { type: "button", id: "fix-all", class: "primary", onclick: () => apply(safe), text: `Apply ${safe.length === 1 ? "the safe fix" : `all ${formatCount(safe.length)} safe fixes`}` }),
    make("button", { type: "button", id: "normalize", onclick: normalize, text: "Normalize", title: "Apply all safe fixes and write the canonical form" }),
    state.before !== undefined && make("button", { type: "button", onclick: () => open({ name: state.name, text: state.before }), text: "Restore the previous text" }),
  );
}

/** Shows the fields for the account and the currency if the export does not name them, with the values that the user has entered. */
function showMissingOptions() {
  const { report, content } = state.result;
  const isMissing = report.findings.some(({ rule }) => ["account-missing", "currency-missing"].includes(rule));
  const given = state.options.account !== undefined || state.options.currency !== undefined;
  byId("known").hidden = content !== "statement" || !(isMissing || given);
  for (const option of ["account", "currency"]) {
    const input = byId(`known-${option}`);
    if (input === document.activeElement) continue;
    input.value = state.options[option] ?? "";
    input.nextElementSibling.textContent = "";
  }
}

for (const option of ["account", "currency"]) {
  const input = byId(`known-${option}`);
  input.addEventListener("change", async () => {
    const [text, stateBefore] = [input.value.trim(), state];
    const error = text && (await worker.request("validateOption", { option, text }));
    // Another file may have been opened meanwhile.
    if (stateBefore !== state) return;
    input.nextElementSibling.textContent = error;
    if (error) return;
    state.options = { ...state.options, [option]: text || undefined };
    state.bank = state.result?.bank?.id;
    analyze();
  });
}
byId("known").addEventListener("submit", (event) => event.preventDefault());

/** Compares this file and those that are opened after it with base data, or with none. */
async function compareWith(file) {
  const error = await worker.request("compareWith", { text: await file?.text() });
  byId("compared").textContent = file && !error ? `Compared with ${file.name}` : error && `${file.name}: ${error}`;
  byId("compared").className = error ? "said" : "about";
  byId("compare-clear").hidden = !file || error !== "";
  if (!error) analyze();
}
byId("compare-file").addEventListener("change", ({ target }) => {
  if (target.files[0]) compareWith(target.files[0]);
  target.value = "";
});
byId("compare-clear").addEventListener("click", () => compareWith(undefined));

/** Applies fixes. If fixes overlap, applies only the first: the next analysis reports the others again. */
function apply(findings) {
  if (state.stale) return;
  const fixes = [];
  for (const { fix } of [...findings].sort((left, right) => left.fix.utf16.start - right.fix.utf16.start)) {
    const last = fixes.at(-1);
    if (!last || fix.utf16.start >= last.utf16.end) fixes.push(fix);
  }
  editor.replace(fixes);
}

function showFinding(index) {
  if (state.stale) return undefined;
  state.current = index;
  for (const item of document.querySelectorAll(".findings li")) item.classList.toggle("current", Number(item.dataset.index) === index);
  const item = document.querySelector(`.findings li[data-index="${index}"]`);
  item?.scrollIntoView({ block: "nearest" });
  return source().show(index, { focus: !item?.contains(document.activeElement) });
}

function showLine(line) {
  source().showLine(line);
  byId(state.result.editable ? "editor" : "viewer").scrollIntoView({ block: "nearest" });
}

function showNothing() {
  byId("known").hidden = true;
  byId("compare").hidden = true;
  state.result = undefined;
  state.stale = false;
  byId("result").inert = false;
  showProgress({ share: 1 });
  byId("about").textContent = "";
  byId("editor").hidden = false;
  byId("viewer").hidden = true;
  byId("verdict").className = "verdict";
  byId("verdict").replaceChildren(
    make("div", {}, make("h2", { text: "Paste some data, or open a file" }), make("p", { text: "It can be a JSON payload of transactions or base data, a journal export, or a bank's statement. Or choose an example:" })),
  );
  const examples = EXAMPLES.map((example) => make("button", { type: "button", class: "example", onclick: () => open(example), text: example.title }));
  byId("result").replaceChildren(make("div", { class: "offers" }, ...examples));
}

/** Shows errors of the worker, except for requests that a newer analysis has made obsolete. */
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  if (event.reason?.message !== SUPERSEDED) showFailure(event.reason);
});

function showFailure(error) {
  byId("compare").hidden = true;
  byId("result").inert = false;
  byId("verdict").className = "verdict error";
  byId("verdict").replaceChildren(make("div", { class: "mood", "aria-hidden": "true", text: "✕" }), make("div", {}, make("h2", { text: "The file could not be read" }), make("p", { text: error.message })));
  byId("result").replaceChildren();
}

function showProgress({ share, label = "" }) {
  const bar = document.querySelector(".progress");
  bar.hidden = share >= 1;
  bar.firstElementChild.style.width = `${Math.round(share * 100)}%`;
  bar.firstElementChild.textContent = label;
}

function openFile(file) {
  if (!file) return;
  byId("about").textContent = `${file.name} · ${formatSize(file.size)}`;
  open({ name: file.name, file });
}

for (const [index, { title }] of EXAMPLES.entries()) byId("examples").append(make("option", { value: index, text: title }));
byId("examples").addEventListener("change", ({ target }) => {
  if (target.value === "") return;
  open(EXAMPLES[target.value]);
  target.value = "";
});
byId("kind").addEventListener("change", analyze);
byId("clear").addEventListener("click", () => {
  open({ name: "", text: "" });
  byId("text").focus();
});
byId("file").addEventListener("change", ({ target }) => {
  openFile(target.files[0]);
  target.value = "";
});

const isFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
addEventListener("dragover", (event) => {
  if (!isFile(event)) return;
  event.preventDefault();
  byId("drop").hidden = false;
});
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) byId("drop").hidden = true;
});
addEventListener("drop", (event) => {
  if (!isFile(event)) return;
  event.preventDefault();
  byId("drop").hidden = true;
  openFile(event.dataTransfer.files[0]);
});

addEventListener("keydown", (event) => {
  const findings = state.result?.report.findings ?? [];
  if (event.key === "F8" && findings.length > 0) {
    event.preventDefault();
    const step = event.shiftKey ? -1 : 1;
    const from = state.current === -1 && step === -1 ? 0 : state.current;
    showFinding((from + step + findings.length) % findings.length);
  } else if (event.key === "Enter" && event.altKey && findings[state.current]?.fix && state.result.editable) {
    event.preventDefault();
    apply([findings[state.current]]);
  } else if (event.key.toLowerCase() === "o" && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
    event.preventDefault();
    byId("file").click();
  }
});

byId("version").textContent = `universal-accounting ${VERSION}`;
showNothing();
