import { Desk, SUPERSEDED } from "./ask.js";
import { byId, count, download, make, size } from "./dom.js";
import { Editor } from "./editor.js";
import { EXAMPLES } from "./examples.js";
import { findingsList, sums } from "./findings.js";
import { about, statement } from "./statement.js";
import { Viewer } from "./viewer.js";

/** Typing goes on while the one before is judged; so long nothing new must come. */
const PAUSE = 120;

const NAMES = { transactions: "Transactions", "base-data": "Base data", document: "Document request", statement: "Bank CSV" };

const desk = new Desk(showProgress);
const editor = new Editor(changed);
const viewer = new Viewer(desk);

/** What is being shown. */
let state = { name: "", file: undefined, result: undefined, current: -1, options: {} };
let asked = 0;
let timer;

function changed() {
  // What is under way is of the text before.
  asked += 1;
  outdate();
  state.before = undefined;
  state.file = undefined;
  state.name ||= "pasted";
  clearTimeout(timer);
  timer = setTimeout(judge, PAUSE);
}

/** No fix of what is shown fits any more. */
function outdate() {
  state.stale = true;
  byId("result").inert = true;
}

/** Opens a file or a text under a name. */
function open({ name, file, text }) {
  clearTimeout(timer);
  state = { name, file, result: undefined, current: -1, options: {} };
  byId("kind").value = "auto";
  if (text !== undefined) editor.text = text;
  return judge();
}

async function judge() {
  const number = (asked += 1);
  // What is shown is of what was judged before.
  outdate();
  const { name, file, options } = state;
  const text = editor.text;
  if (!file && text.trim() === "") return showNothing();
  let result;
  try {
    result = await desk.ask("judge", { number, ...(file ? { file } : { text }), name, kind: byId("kind").value, options });
  } catch (error) {
    if (number === asked) showFailure(error);
    return;
  } finally {
    if (number === asked) showProgress({ share: 1 });
  }
  // Something newer was asked while this was under way.
  if (number !== asked) return;
  if (state.bank && result.bank?.id !== state.bank) {
    // The account was that of another bank's export.
    Object.assign(state, { options: {}, bank: undefined });
    judge();
    return;
  }
  state.result = result;
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
  askForKnown();
  const convert = content === "statement";
  byId("about").textContent = [state.name, size(bytes), report.encoding, NAMES[content]].filter(Boolean).join(" · ");
  const bad = report.errors > 0;
  const mood = bad ? "error" : report.warnings > 0 ? "warning" : "clean";
  const headline = convert ? about(state.result) : { whose: bad ? "Would be refused" : "Would be accepted", account: "" };
  const speed = `${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`;
  byId("verdict").className = `verdict ${mood}`;
  byId("verdict").replaceChildren(
    make("div", { class: "mood", "aria-hidden": "true", text: { error: "✕", warning: "!", clean: "✓" }[mood] }),
    make("div", {}, make("h2", { text: headline.whose }), headline.account && make("p", { text: headline.account }), make("p", { class: "sums", text: `${sums(report)} · ${speed}` })),
  );
  const list = findingsList(report, { show: showFinding, apply: (index) => apply([report.findings[index]]), explain: (rule) => desk.ask("explain", { rule }), editable: state.result.editable, textOf: ({ start, end }) => editor.text.slice(start, end) });
  byId("result").replaceChildren(...[fixAll(), list, ...(convert ? statement(state.result, desk, showLine) : [])].filter(Boolean));
}

/** All that can be mended at once. */
function fixAll() {
  const { report, content, editable } = state.result;
  const safe = report.findings.filter(({ fix }) => fix?.safe);
  if (content === "statement") return null;
  const canonical = async () => {
    const before = editor.text;
    const text = await desk.ask("mend", { of: state.result.number, content });
    // Somebody typed on.
    if (editor.text !== before) return undefined;
    if (text === null) return showFailure(new Error("What is no JSON has no canonical form: mend the syntax first."));
    if (editable) {
      editor.text = text;
      state.before = before;
      return judge();
    }
    return download(`${state.name.replace(/\.json$/, "")}-normalized.json`, "application/json", text);
  };
  return make(
    "div",
    { class: "download" },
    safe.length > 0 && editable && make("button", { type: "button", id: "fix-all", class: "primary", onclick: () => apply(safe), text: `Apply ${safe.length === 1 ? "the safe fix" : `all ${count(safe.length)} safe fixes`}` }),
    make("button", { type: "button", id: "normalize", onclick: canonical, text: "Normalize", title: "Apply all safe fixes and write the canonical form" }),
    state.before !== undefined && make("button", { type: "button", onclick: () => open({ name: state.name, text: state.before }), text: "Back to the text before" }),
  );
}

/** Asks for what a bank's export doesn't say of itself, and shows what was answered before. */
function askForKnown() {
  const { report, content } = state.result;
  const wanted = report.findings.some(({ rule }) => ["account-missing", "currency-missing"].includes(rule));
  const given = state.options.account !== undefined || state.options.currency !== undefined;
  byId("known").hidden = content !== "statement" || !(wanted || given);
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
    const [text, asking] = [input.value.trim(), state];
    const wrong = text && (await desk.ask("fault", { option, text }));
    // Another file may have been opened meanwhile.
    if (asking !== state) return;
    input.nextElementSibling.textContent = wrong;
    if (wrong) return;
    state.options = { ...state.options, [option]: text || undefined };
    state.bank = state.result?.bank?.id;
    judge();
  });
}
byId("known").addEventListener("submit", (event) => event.preventDefault());

/** Applies fixes of findings; of those that overlap only the first, the others come up again. */
function apply(findings) {
  if (state.stale) return;
  const fixes = [];
  for (const { fix } of [...findings].sort((one, other) => one.fix.utf16.start - other.fix.utf16.start)) {
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
  state.result = undefined;
  state.stale = false;
  byId("result").inert = false;
  showProgress({ share: 1 });
  byId("about").textContent = "";
  byId("editor").hidden = false;
  byId("viewer").hidden = true;
  byId("verdict").className = "verdict";
  byId("verdict").replaceChildren(
    make("div", {}, make("h2", { text: "Nothing to judge yet" }), make("p", { text: "Paste a payload of transactions or base data, drop a bank's CSV export, or take an example." })),
  );
  const examples = EXAMPLES.map((example) => make("button", { type: "button", class: "example", onclick: () => open(example), text: example.title }));
  byId("result").replaceChildren(make("div", { class: "offers" }, ...examples));
}

/** A question that got no answer: of something newer nothing need be said. */
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  if (event.reason?.message !== SUPERSEDED) showFailure(event.reason);
});

function showFailure(error) {
  byId("result").inert = false;
  byId("verdict").className = "verdict error";
  byId("verdict").replaceChildren(make("div", { class: "mood", "aria-hidden": "true", text: "✕" }), make("div", {}, make("h2", { text: "It could not be read" }), make("p", { text: error.message })));
  byId("result").replaceChildren();
}

function showProgress({ share, doing = "" }) {
  const bar = document.querySelector(".progress");
  bar.hidden = share >= 1;
  bar.firstElementChild.style.width = `${Math.round(share * 100)}%`;
  bar.firstElementChild.textContent = doing;
}

function openFile(file) {
  if (!file) return;
  byId("about").textContent = `${file.name} · ${size(file.size)}`;
  open({ name: file.name, file });
}

for (const [index, { title }] of EXAMPLES.entries()) byId("examples").append(make("option", { value: index, text: title }));
byId("examples").addEventListener("change", ({ target }) => {
  if (target.value === "") return;
  open(EXAMPLES[target.value]);
  target.value = "";
});
byId("kind").addEventListener("change", judge);
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
