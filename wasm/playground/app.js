import { showBanks } from "./banks.js";
import { showVerification } from "./certificate.js";
import { byId, download, formatSize, make } from "./dom.js";
import { onDroppedFiles } from "./dropped-files.js";
import { Editor } from "./editor.js";
import { exampleButtons, listExamples } from "./examples.js";
import { findingsList, openOthers, separateFixes, summary } from "./findings.js";
import { replaceKeeping } from "./focus.js";
import { journal } from "./journal.js";
import { overview, overviewHeadline } from "./overview.js";
import { learned } from "./learn.js";
import { showOffline } from "./offline.js";
import { statement } from "./statement.js";
import { LANGUAGE, LANGUAGES, fillTexts, setLanguage, t } from "./texts.js";
import { isTaken, problemOf, takeWholeCode, typedOption } from "./translations.js";
import { headlineOf, scrollToVerdict, showInvitation, showProgress, showVerdict, toDownloads } from "./verdict.js";
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

const nothing = () => ({ name: "", entry: undefined, result: undefined, current: -1, options: {} });
/** The source and its analysis. `entry` is the id of a file that is open; a text that was typed, and an example, are none. */
let state = nothing();
/** The file that was opened last. */
let lastEntry;
/** What the worker says of all files, or undefined if it was not asked yet. */
let several;
/** How many files are open. */
let openCount = 0;
/** The number of the latest analysis that was requested. */
let latest = 0;
let timer;

function changed() {
  // The result of an analysis in progress would belong to the previous text.
  latest += 1;
  markAsStale();
  state.before = undefined;
  state.isEdited = true;
  state.name ||= "pasted";
  clearTimeout(timer);
  timer = setTimeout(analyze, TYPING_PAUSE);
}

/** Disables the shown result: its fixes do not fit the text any more. */
function markAsStale() {
  state.stale = true;
  byId("result").inert = true;
}

/** Keeps what was typed before something else is shown: as the content of the file, or as a file of its own. */
async function keepText() {
  clearTimeout(timer);
  if (!state.isEdited) return;
  const { entry, name, options, result } = state;
  const text = editor.text;
  state.isEdited = false;
  if (entry !== undefined) {
    await worker.request("setText", { entry, text });
    several = undefined;
  } else if (text.trim() !== "") {
    const kind = byId("kind").value;
    const { file: _, ...given } = result?.options ?? options;
    state.entry = await worker.request("addText", { name, text, kind: kind === "auto" ? undefined : kind, options: given });
    several = undefined;
    openCount += 1;
  }
}

/** Opens a text with a name, or an open file by its id. `place` is what to mark in it: a finding, or a line. */
async function open({ name, text, entry, kind, place }) {
  await keepText();
  state = { ...nothing(), name, entry, place, isNew: true };
  byId("kind").value = kind ?? "auto";
  const isFromOverview = document.querySelector("main").className === "several";
  editor.text = text ?? "";
  editor.isLoading = text === undefined;
  setMode("one");
  if (entry !== undefined) {
    lastEntry = entry;
    if (isFromOverview) byId("all-files").focus();
  }
  return analyze();
}

/** Shows one source with its result, or the overview of several files. */
function setMode(mode) {
  document.querySelector("main").className = mode;
  byId("all-files").hidden = mode !== "one" || openCount === 0;
  byId("editor").hidden = byId("viewer").hidden = mode !== "one";
  byId("kind").parentElement.hidden = mode !== "one";
}

/** Adds files to those that are open. The first one is shown with its content, and several are shown together. */
async function openFiles(files) {
  if (files.length === 0) return;
  await keepText();
  const number = (latest += 1);
  const about = byId("about").textContent;
  if (files.length === 1) byId("about").textContent = `${files[0].name} · ${formatSize(files[0].size)}`;
  const before = new Set(several?.files.map(({ id }) => id));
  let added;
  try {
    added = await worker.request("addFiles", { files });
  } catch (error) {
    return showFailure(error);
  } finally {
    showProgress({ share: 1 });
  }
  if (added.isCertified) {
    byId("about").textContent = about;
    // What was shown is not changed. If it was being analyzed, this goes on.
    if (state.stale) analyze();
    return verifyCertificate(files);
  }
  if (number !== latest) {
    // Something else was opened meanwhile.
    [several, openCount] = [undefined, added.files?.length ?? 1];
    return setMode(document.querySelector("main").className);
  }
  if (added.only !== undefined) {
    several = undefined;
    openCount = 1;
    return open({ name: added.name, entry: added.only });
  }
  setOverview(added);
  showOverview();
  const first = several.files.find(({ id }) => !before.has(id));
  const item = before.size > 0 && document.querySelector(`.file-list li[data-id="${first?.id}"]`);
  (item || byId("verdict")).scrollIntoView({ block: "nearest" });
}

function setOverview(overview) {
  several = overview;
  openCount = overview.files.length;
}

/** What a person can do in the overview. */
const actions = {
  open(id, place) {
    const file = several.files.find((each) => each.id === id);
    if (file) open({ name: file.name, entry: id, kind: file.chosenKind, place });
  },
  remove: (entry) => change("removeFile", { entry }),
  setOptions: (ids, options) => change("setOptions", { ids, options }),
  validate: (option, text) => worker.request("validateOption", { option, text }),
  chooseBank: async (choose) => showBanks(await worker.request("banks"), choose),
  payloads: () => worker.request("allPayloads"),
  write: (settings) => worker.request("exportAll", { settings }),
  certify: (saved) => worker.request("certifyAll", { saved }),
  rows: (query) => worker.request("rows", query),
  /** The given accounts that are one, as a person has confirmed. */
  confirmed: new Set(),
  confirm(account) {
    actions.confirmed.add(account);
    showOverview();
  },
};

async function change(method, params) {
  setOverview(await worker.request(method, params));
  if (openCount === 0) return clear();
  showOverview();
}

function showOverview() {
  state = nothing();
  setMode("several");
  byId("known").hidden = byId("compare").hidden = true;
  byId("result").inert = false;
  byId("about").textContent = t("files-count", { count: several.files.length });
  const { level, title, text } = overviewHeadline(several);
  showVerdict(level, title, [make("p", { text }), several.files.some(({ isConverted }) => isConverted) && toDownloads()]);
  replaceKeeping(byId("result"), overview(several, actions));
}

async function analyze() {
  const number = (latest += 1);
  markAsStale();
  const { name, entry, options, isEdited } = state;
  const text = editor.text;
  if (entry === undefined && text.trim() === "") return showNothing();
  const isText = entry === undefined || isEdited;
  if (entry !== undefined) {
    state.isEdited = false;
    several = undefined;
  }
  let result;
  try {
    result = await worker.request("analyze", { number, entry, ...(isText && { text }), name, kind: byId("kind").value, options });
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
    state.bank = undefined;
    await setOptions({ account: undefined, currency: undefined });
    analyze();
    return;
  }
  editor.isLoading = false;
  state.result = result;
  state.name = result.name;
  state.current = -1;
  state.stale = false;
  byId("result").inert = false;
  if (result.text !== undefined) {
    editor.text = result.text;
  }
  const { editable } = result;
  byId("editor").hidden = !editable;
  byId("viewer").hidden = editable;
  if (!editable) viewer.open(result);
  (editable ? editor : viewer).mark(result.report.findings);
  show();
  if (state.place) showPlace(state.place);
}

/** Marks what a link of the overview leads to: a finding, or a line. */
function showPlace({ rule, start, line }) {
  state.place = undefined;
  const index = state.result.report.findings.findIndex((finding) => finding.rule === rule && finding.start === start);
  if (index >= 0) showFinding(index);
  else showLine(line);
}

const source = () => (state.result?.editable === false ? viewer : editor);

function show() {
  const { report, content, time, size: bytes } = state.result;
  showMissingOptions();
  byId("compare").hidden = !["transactions", "journal"].includes(content);
  byId("about").textContent = [state.name, formatSize(bytes), report.encoding, t(`kind-${content}`)].filter(Boolean).join(" · ");
  const hasErrors = report.errors > 0;
  const level = hasErrors || report.balance === "broken" ? "error" : report.warnings > 0 ? "warning" : "clean";
  const { title, text } = headlineOf(state.result);
  const speed = `${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`;
  showVerdict(level, title, [text && make("p", { text }), make("p", { class: "sums", text: `${summary(report)} · ${speed}` }), content === "statement" && state.result.count > 0 && toDownloads()]);
  if (state.isNew) scrollToVerdict();
  state.isNew = false;
  const list = findingsList(report, { show: showFinding, apply: (index) => apply([report.findings[index]]), explain: (rule) => worker.request("explain", { rule }), editable: state.result.editable, titles: state.result.titles, isTable: content === "statement", textOf: ({ start, end }) => editor.text.slice(start, end) });
  const format = learned(state.result.draft, state.name, { answer, restart: () => answer(undefined) });
  replaceKeeping(byId("result"), [fixes(), format, list, ...(PARTS[content]?.(state.result, worker, showLine) ?? [])]);
  if (state.refocus === undefined) return;
  const heads = [...document.querySelectorAll(".findings .head")];
  const next = heads.find((head) => Number(head.parentElement.dataset.index) >= Number(state.refocus)) ?? heads.at(-1) ?? byId("normalize");
  next?.focus();
  state.refocus = undefined;
}

/** Learns the format of the file again with one more answer, or from the start. */
async function answer(answers) {
  const first = { institution: t("learn-institution") };
  const earlier = answers ? (state.options.answers ?? [first]) : [];
  state.options = { ...state.options, profile: undefined, answers: answers && [...earlier, answers] };
  if (state.entry !== undefined) await setOptions({ profile: undefined });
  analyze();
}

/** Sets options of what is shown. Those of a file are kept with it. */
async function setOptions(options) {
  if (state.entry === undefined) state.options = { ...state.options, ...options };
  else await worker.request("setOptions", { ids: [state.entry], options });
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
      Object.assign(state, { before, isEdited: true });
      return analyze();
    }
    return download(`${state.name.replace(/\.json$/, "")}-normalized.json`, "application/json", text);
  };
  return make(
    "div",
    { class: "download" },
    safe.length > 0 && editable && make("button", { type: "button", id: "fix-all", class: "primary", onclick: () => apply(safe), text: safe.length === 1 ? t("fix-one") : t("fix-all", { count: safe.length }) }),
    make("button", { type: "button", id: "normalize", onclick: normalize, text: t("normalize"), title: t("normalize-title") }),
    state.before !== undefined && make("button", { type: "button", onclick: restore, text: t("restore") }),
  );
}

/** Brings back the text from before it was normalized. */
function restore() {
  editor.text = state.before;
  Object.assign(state, { before: undefined, isEdited: true });
  analyze();
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
  input.addEventListener("change", async (event) => {
    if (isTaken(event)) return;
    const [text, stateBefore] = [typedOption(option, input.value), state];
    const error = text && problemOf(option, await worker.request("validateOption", { option, text }));
    // Another file may have been opened meanwhile.
    if (stateBefore !== state) return;
    input.nextElementSibling.textContent = error;
    if (error) return;
    state.bank = state.result?.bank?.id;
    await setOptions({ [option]: text || undefined });
    analyze();
  });
}
byId("known").addEventListener("submit", (event) => event.preventDefault());
byId("known-currency").addEventListener("input", takeWholeCode);

/** Compares this file and those that are opened after it with base data, or with none. */
async function compareWith(file) {
  const error = await worker.request("compareWith", { text: await file?.text() });
  const problem = error === "SyntaxError" ? t("is-not-json") : error;
  byId("compared").textContent = file && !error ? t("compared", { name: file.name }) : problem && `${file.name}: ${problem}`;
  byId("compared").className = error ? "said" : "about";
  byId("compare-clear").hidden = !file || error !== "";
  if (!error) analyze();
}
byId("compare-file").addEventListener("change", ({ target }) => {
  if (target.files[0]) compareWith(target.files[0]);
  target.value = "";
});
byId("compare-clear").addEventListener("click", () => compareWith(undefined));

/** Applies fixes. */
function apply(findings) {
  if (state.stale) return;
  // To change the text takes the focus away. It comes back to the finding that takes the place of the fixed one.
  const { key } = document.activeElement.dataset;
  state.refocus = key?.startsWith("fix-") ? key.slice("fix-".length) : undefined;
  state.next = state.result.report.findings.indexOf(findings[0]);
  editor.replace(separateFixes(findings));
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

function showLine(line) {
  source().markLine(line);
  byId(state.result.editable ? "editor" : "viewer").scrollIntoView({ block: "nearest" });
}

function showNothing() {
  setMode("one");
  editor.isLoading = false;
  byId("known").hidden = true;
  byId("compare").hidden = true;
  state.result = undefined;
  state.stale = false;
  byId("result").inert = false;
  showProgress({ share: 1 });
  byId("about").textContent = "";
  byId("editor").hidden = false;
  byId("viewer").hidden = true;
  showInvitation();
  byId("result").replaceChildren(make("div", { class: "offers" }, ...exampleButtons(open)));
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
  showVerdict("error", t("unreadable"), [make("p", { lang: error instanceof Error && "en", text: error.message })]);
  byId("result").replaceChildren();
}

listExamples(byId("examples"), open);
byId("kind").addEventListener("change", analyze);
/** Closes all files. */
async function clear() {
  await worker.request("clearFiles");
  [several, openCount] = [undefined, 0];
  actions.confirmed.clear();
  state.isEdited = false;
  await open({ name: "", text: "" });
  byId("text").focus();
}
byId("clear").addEventListener("click", clear);
byId("all-files").addEventListener("click", async () => {
  latest += 1;
  await keepText();
  setOverview(await worker.request("overview"));
  showOverview();
  (document.querySelector(`[data-key="open-${lastEntry}"]`) ?? document.querySelector(".file-list button"))?.focus();
});
byId("bank-list").addEventListener("click", async () => {
  const choosesFor = state.result?.content === "statement" && !state.result.bank;
  showBanks(await worker.request("banks"), choosesFor ? chooseBank : undefined);
});

/** Opens the dialog that checks a certificate, which was chosen with some files. */
function verifyCertificate(files) {
  return showVerification((chosen) => worker.request("verifyCertificate", { files: chosen }), files);
}
byId("certificate-verify").addEventListener("click", () => verifyCertificate([]));
byId("file").addEventListener("change", ({ target }) => {
  openFiles([...target.files]);
  target.value = "";
});

/** Reads the statement that is shown as the export of a bank. */
async function chooseBank(bank) {
  await setOptions({ bank });
  analyze();
}

for (const code of LANGUAGES) byId("language").append(make("option", { value: code, lang: code, selected: code === LANGUAGE, text: new Intl.DisplayNames([code], { type: "language" }).of(code) }));
byId("language").addEventListener("change", ({ target }) => {
  setLanguage(target.value);
  showVersion();
  if (document.querySelector("main").className === "several") showOverview();
  else if (state.result && !state.stale) show();
  else analyze();
});

/** Asks before the page is left with files or with a text on it: nothing of them is stored. */
addEventListener("beforeunload", (event) => {
  if (openCount > 0 || state.isEdited) event.preventDefault();
});

onDroppedFiles(byId("drop"), openFiles);

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

function showVersion() {
  byId("version").textContent = `universal-accounting ${VERSION}`;
}

showVersion();
showOffline();
showNothing();
