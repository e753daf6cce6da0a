import { showBanks } from "./banks.js";
import { byId, download, formatSize, make } from "./dom.js";
import { droppedFiles } from "./dropped-files.js";
import { Editor } from "./editor.js";
import { EXAMPLES } from "./examples.js";
import { findingsList, summary } from "./findings.js";
import { replaceKeeping } from "./focus.js";
import { journal, journalHeadline } from "./journal.js";
import { overview, overviewHeadline } from "./overview.js";
import { learned } from "./learn.js";
import { headline, statement } from "./statement.js";
import { LANGUAGE, LANGUAGES, fillTexts, t } from "./texts.js";
import { problemOf } from "./translations.js";
import { Viewer } from "./viewer.js";
import { SUPERSEDED, WorkerClient } from "./worker-client.js";

/** How many milliseconds after the last key an analysis starts. Typing is not blocked by an analysis in progress. */
const TYPING_PAUSE = 120;

/** What is shown of some kinds of files below their findings. */
const PARTS = { statement, journal };

fillTexts();
const worker = new WorkerClient(showProgress);
const editor = new Editor(changed);
const viewer = new Viewer(worker);

/** The source and its analysis. `entry` is the id of a file of several. */
let state = { name: "", file: undefined, entry: undefined, result: undefined, current: -1, options: {} };
/** The file of several that was opened last. */
let lastEntry;
/** What the worker says of several files, or undefined if none are open. */
let several;
/** The number of the latest analysis that was requested. */
let latest = 0;
let timer;

function changed() {
  // The result of an analysis in progress would belong to the previous text.
  latest += 1;
  markAsStale();
  state.before = undefined;
  state.file = undefined;
  if (state.entry !== undefined) {
    // The text is another one than that of the file now, and keeps what was entered for it.
    const { file: _, ...options } = state.result?.options ?? {};
    Object.assign(state, { entry: undefined, options });
  }
  state.name ||= "pasted";
  clearTimeout(timer);
  timer = setTimeout(analyze, TYPING_PAUSE);
}

/** Disables the shown result: its fixes do not fit the text any more. */
function markAsStale() {
  state.stale = true;
  byId("result").inert = true;
}

/** Opens a file or a text with a name, or a file of several by its id. */
function open({ name, file, text, entry }) {
  clearTimeout(timer);
  state = { name, file, entry, result: undefined, current: -1, options: {}, isNew: true };
  byId("kind").value = "auto";
  if (text !== undefined) editor.text = text;
  setMode("one");
  if (entry !== undefined) {
    lastEntry = entry;
    byId("all-files").focus();
  }
  return analyze();
}

/** Shows one source with its result, or the overview of several files. */
function setMode(mode) {
  document.querySelector("main").className = mode;
  byId("all-files").hidden = mode !== "one" || several === undefined;
  byId("editor").hidden = byId("viewer").hidden = mode !== "one";
  byId("kind").parentElement.hidden = mode !== "one";
}

/** Opens one file, or several together. Files are added to those that are shown together. */
async function openFiles(files) {
  if (files.length === 0) return;
  const isOverview = document.querySelector("main").className === "several";
  if (files.length === 1 && !isOverview) {
    byId("about").textContent = `${files[0].name} · ${formatSize(files[0].size)}`;
    await open({ name: files[0].name, file: files[0] });
    return;
  }
  await addFiles(files);
}

async function addFiles(files) {
  latest += 1;
  const before = new Set(several?.files.map(({ id }) => id));
  try {
    several = await worker.request("addFiles", { files });
  } catch (error) {
    return showFailure(error);
  } finally {
    showProgress({ share: 1 });
  }
  showOverview();
  const first = several.files.find(({ id }) => !before.has(id));
  const added = before.size > 0 && document.querySelector(`.file-list li[data-id="${first?.id}"]`);
  (added || byId("verdict")).scrollIntoView({ block: "nearest" });
}

/** What a person can do in the overview. */
const actions = {
  open: (id) => open({ name: several.files.find((file) => file.id === id)?.name, entry: id }),
  remove: (entry) => change("removeFile", { entry }),
  setOptions: (ids, options) => change("setOptions", { ids, options }),
  validate: (option, text) => worker.request("validateOption", { option, text }),
  chooseBank: async (choose) => showBanks(await worker.request("banks"), choose),
  savePayloads: async () => download("transactions.jsonl", "application/json", await worker.request("allPayloads")),
  async saveExport(chosen) {
    try {
      const { settings, name, ending } = await chosen();
      const [exported, file] = [await worker.request("exportAll", { settings }), `statements${ending}`];
      if (exported.content) download(file, "application/octet-stream", exported.content);
      return { name, exported, file };
    } catch (error) {
      return { error: error.message };
    }
  },
};

async function change(method, params) {
  several = await worker.request(method, params);
  if (several.files.length === 0) return clear();
  showOverview();
}

function showOverview() {
  state = { name: "", file: undefined, entry: undefined, result: undefined, current: -1, options: {} };
  setMode("several");
  byId("known").hidden = byId("compare").hidden = true;
  byId("result").inert = false;
  byId("about").textContent = t("files-count", { count: several.files.length });
  const { level, title, text } = overviewHeadline(several);
  showVerdict(level, title, [make("p", { text })]);
  replaceKeeping(byId("result"), overview(several, actions));
}

async function analyze() {
  const number = (latest += 1);
  markAsStale();
  const { name, file, entry, options } = state;
  const text = editor.text;
  if (!file && entry === undefined && text.trim() === "") return showNothing();
  let result;
  try {
    result = await worker.request("analyze", { number, ...(entry !== undefined ? { entry } : file ? { file } : { text }), name, kind: byId("kind").value, options });
  } catch (error) {
    if (number === latest) showFailure(error);
    return;
  } finally {
    if (number === latest) showProgress({ share: 1 });
  }
  // A newer analysis was requested meanwhile.
  if (number !== latest) return;
  if (result.isArchive) return addFiles([file]);
  if (state.bank && result.bank?.id !== state.bank) {
    // The account belonged to an export of another bank.
    Object.assign(state, { options: {}, bank: undefined });
    analyze();
    return;
  }
  // A format that was learned counts for the file among the others too.
  if (entry !== undefined && result.draft?.profile) several = await worker.request("overview");
  if (number !== latest) return;
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
  byId("about").textContent = [state.name, formatSize(bytes), report.encoding, t(`kind-${content}`)].filter(Boolean).join(" · ");
  const hasErrors = report.errors > 0;
  const level = hasErrors ? "error" : report.warnings > 0 ? "warning" : "clean";
  const { title, text } = headlineOf(state.result);
  const speed = `${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`;
  showVerdict(level, title, [text && make("p", { text }), make("p", { class: "sums", text: `${summary(report)} · ${speed}` })]);
  if (state.isNew) showFromStart();
  const list = findingsList(report, { show: showFinding, apply: (index) => apply([report.findings[index]]), explain: (rule) => worker.request("explain", { rule }), editable: state.result.editable, textOf: ({ start, end }) => editor.text.slice(start, end) });
  const format = learned(state.result.draft, state.name, { answer, restart: () => answer(undefined) });
  replaceKeeping(byId("result"), [fixes(), format, list, ...(PARTS[content]?.(state.result, worker, showLine) ?? [])]);
  if (state.refocus === undefined) return;
  const heads = [...document.querySelectorAll(".findings .head")];
  const next = heads.find((head) => Number(head.parentElement.dataset.index) >= Number(state.refocus)) ?? heads.at(-1) ?? byId("normalize");
  next?.focus();
  state.refocus = undefined;
}

/** Scrolls to the verdict on a file that was opened. */
function showFromStart() {
  state.isNew = false;
  document.querySelector("main > .result").scrollTop = 0;
  byId("verdict").scrollIntoView({ block: "nearest" });
}

function showVerdict(level, title, texts) {
  byId("verdict").className = `verdict ${level}`;
  byId("verdict").replaceChildren(
    make("div", { class: "mood", "aria-hidden": "true", text: { error: "✕", warning: "!", clean: "✓" }[level] }),
    make("div", {}, make("h2", { text: title }), ...texts),
  );
}

function headlineOf(result) {
  if (result.content === "statement") return headline(result);
  if (result.content === "journal") return journalHeadline(result);
  return { title: t(result.report.errors > 0 ? "would-reject" : "would-accept"), text: "" };
}

/** Learns the format of the file again with one more answer, or from the start. */
async function answer(answers) {
  const first = { institution: t("learn-institution") };
  const earlier = answers ? (state.options.answers ?? [first]) : [];
  state.options = { ...state.options, profile: undefined, answers: answers && [...earlier, answers] };
  if (state.entry !== undefined) several = await worker.request("setOptions", { ids: [state.entry], options: { profile: undefined } });
  analyze();
}

/** Buttons for the whole document: apply all safe fixes, normalize, restore. */
function fixes() {
  const { report, content, editable } = state.result;
  const safe = report.findings.filter(({ fix }) => fix?.safe);
  if (content === "statement") return null;
  const normalize = async () => {
    const before = editor.text;
    const text = await worker.request("normalize", { analysis: state.result.number, content });
    // The user has changed the text meanwhile.
    if (editor.text !== before) return undefined;
    if (text === null) return showFailure({ message: t("not-json") });
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
    safe.length > 0 && editable && make("button", { type: "button", id: "fix-all", class: "primary", onclick: () => apply(safe), text: safe.length === 1 ? t("fix-one") : t("fix-all", { count: safe.length }) }),
    make("button", { type: "button", id: "normalize", onclick: normalize, text: t("normalize"), title: t("normalize-title") }),
    state.before !== undefined && make("button", { type: "button", onclick: () => open({ name: state.name, text: state.before }), text: t("restore") }),
  );
}

/** Shows the fields for the account and the currency if the export does not name them, with the values that the user has entered. */
function showMissingOptions() {
  const { report, content } = state.result;
  const isMissing = report.findings.some(({ rule }) => ["account-missing", "currency-missing"].includes(rule));
  const options = state.result.options ?? state.options;
  const given = options.account !== undefined || options.currency !== undefined;
  byId("known").hidden = content !== "statement" || !(isMissing || given);
  for (const option of ["account", "currency"]) {
    const input = byId(`known-${option}`);
    if (input === document.activeElement) continue;
    input.value = options[option] ?? "";
    input.nextElementSibling.textContent = "";
  }
}

for (const option of ["account", "currency"]) {
  const input = byId(`known-${option}`);
  input.addEventListener("change", async () => {
    const [text, stateBefore] = [input.value.trim(), state];
    const error = text && problemOf(option, await worker.request("validateOption", { option, text }));
    // Another file may have been opened meanwhile.
    if (stateBefore !== state) return;
    input.nextElementSibling.textContent = error;
    if (error) return;
    state.bank = state.result?.bank?.id;
    if (state.entry === undefined) state.options = { ...state.options, [option]: text || undefined };
    else several = await worker.request("setOptions", { ids: [state.entry], options: { [option]: text || undefined } });
    analyze();
  });
}
byId("known").addEventListener("submit", (event) => event.preventDefault());

/** Compares this file and those that are opened after it with base data, or with none. */
async function compareWith(file) {
  const error = await worker.request("compareWith", { text: await file?.text() });
  byId("compared").textContent = file && !error ? t("compared", { name: file.name }) : error && `${file.name}: ${error}`;
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
  // To change the text takes the focus away. It comes back to the finding that takes the place of the fixed one.
  const { key } = document.activeElement.dataset;
  state.refocus = key?.startsWith("fix-") ? key.slice("fix-".length) : undefined;
  state.next = state.result.report.findings.indexOf(findings[0]);
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
  // A finding that is equal to others is a place in a list, which may be closed.
  const item = document.querySelector(`.findings [data-index="${index}"]`) ?? openOthers(index);
  for (const other of document.querySelectorAll(".findings .current")) other.classList.remove("current");
  item?.classList.add("current");
  item?.scrollIntoView({ block: "nearest" });
  return source().show(index, { focus: !item?.contains(document.activeElement) });
}

/** Opens the list of equal findings that has a finding, and returns its place. */
function openOthers(index) {
  const closed = [...document.querySelectorAll(".findings .others details")];
  for (const details of closed.reverse()) {
    if (Number(details.dataset.key.slice("others-".length)) > index) continue;
    details.open = true;
    // The list is filled by an event, which comes later.
    details.dispatchEvent(new Event("toggle"));
    const place = details.querySelector(`[data-index="${index}"]`);
    if (place) return place;
  }
  return undefined;
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
    make("div", {}, make("h2", { text: t("paste-title") }), make("p", { text: t("paste-text") })),
  );
  const examples = EXAMPLES.map((example) => make("button", { type: "button", class: "example", onclick: () => open(example), text: example.title }));
  byId("result").replaceChildren(make("div", { class: "offers" }, ...examples));
}

/** Shows errors of the worker, except for requests that a newer analysis has made obsolete. */
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  if (event.reason?.message !== SUPERSEDED) showFailure(event.reason);
});

/** Shows why a file could not be read. The messages of errors are in English. */
function showFailure(error) {
  byId("compare").hidden = true;
  byId("result").inert = false;
  byId("verdict").className = "verdict error";
  byId("verdict").replaceChildren(make("div", { class: "mood", "aria-hidden": "true", text: "✕" }), make("div", {}, make("h2", { text: t("unreadable") }), make("p", { lang: error instanceof Error && "en", text: error.message })));
  byId("result").replaceChildren();
}

function showProgress({ share, label, params }) {
  const bar = document.querySelector(".progress");
  bar.hidden = share >= 1;
  bar.firstElementChild.style.width = `${Math.round(share * 100)}%`;
  bar.firstElementChild.textContent = label ? t(label, params) : "";
}

for (const [index, { title }] of EXAMPLES.entries()) byId("examples").append(make("option", { value: index, text: title }));
byId("examples").addEventListener("change", ({ target }) => {
  if (target.value === "") return;
  open(EXAMPLES[target.value]);
  target.value = "";
});
byId("kind").addEventListener("change", analyze);
/** Closes all files. */
function clear() {
  several = undefined;
  worker.request("clearFiles");
  open({ name: "", text: "" });
  byId("text").focus();
}
byId("clear").addEventListener("click", clear);
byId("all-files").addEventListener("click", () => {
  latest += 1;
  showOverview();
  (document.querySelector(`[data-key="open-${lastEntry}"]`) ?? document.querySelector(".file-list button"))?.focus();
});
byId("bank-list").addEventListener("click", async () => {
  const choosesFor = state.result?.content === "statement" && !state.result.bank;
  showBanks(await worker.request("banks"), choosesFor ? chooseBank : undefined);
});
byId("file").addEventListener("change", ({ target }) => {
  openFiles([...target.files]);
  target.value = "";
});

/** Reads the statement that is shown as the export of a bank. */
async function chooseBank(bank) {
  if (state.entry !== undefined) several = await worker.request("setOptions", { ids: [state.entry], options: { bank } });
  else state.options = { ...state.options, bank };
  analyze();
}

for (const code of LANGUAGES) byId("language").append(make("option", { value: code, lang: code, selected: code === LANGUAGE, text: new Intl.DisplayNames([code], { type: "language" }).of(code) }));
byId("language").addEventListener("change", ({ target }) => {
  location.hash = `lang=${target.value}`;
  location.reload();
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
addEventListener("drop", async (event) => {
  if (!isFile(event)) return;
  event.preventDefault();
  byId("drop").hidden = true;
  openFiles(await droppedFiles(event.dataTransfer));
});

addEventListener("keydown", (event) => {
  const findings = state.result?.report.findings ?? [];
  if (event.key === "F8" && findings.length > 0) {
    event.preventDefault();
    const step = event.shiftKey ? -1 : 1;
    // After a fix, the finding that takes the place of the fixed one is the next.
    const following = Math.min(state.next ?? 0, findings.length);
    const index = state.current === -1 ? following + Math.min(step, 0) : state.current + step;
    showFinding((index + findings.length) % findings.length);
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
