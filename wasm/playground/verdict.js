import { byId, make } from "./dom.js";
import { journalHeadline } from "./journal.js";
import { headline } from "./statement.js";
import { t } from "./texts.js";

/** Shows in a few words what is to say of the source: its level, a title and elements with more. */
export function showVerdict(level, title, texts) {
  byId("verdict").className = `verdict ${level}`;
  byId("verdict").replaceChildren(
    make("div", { class: "mood", "aria-hidden": "true", text: { error: "✕", warning: "!", clean: "✓" }[level] }),
    make("div", {}, make("h2", { text: title }), ...texts),
  );
}

/** Shows what can be done on the page while nothing is open. */
export function showInvitation() {
  byId("verdict").className = "verdict";
  byId("verdict").replaceChildren(make("div", {}, make("h2", { text: t("paste-title") }), make("p", { text: t("paste-text") })));
}

/** Scrolls to the verdict on a file that was opened. */
export function scrollToVerdict() {
  document.querySelector("main > .result").scrollTop = 0;
  byId("verdict").scrollIntoView({ block: "nearest" });
}

/** A link to the downloads, which may be far below. */
export function toDownloads() {
  const go = () => {
    const section = document.querySelector(".taken");
    section.scrollIntoView({ block: "start" });
    section.querySelector("button:enabled, input:enabled")?.focus({ preventScroll: true });
  };
  return make("button", { type: "button", id: "to-downloads", class: "quiet", onclick: go, text: t("to-downloads") });
}

/** Returns the title and the text of the verdict on one source. */
export function headlineOf(result) {
  if (result.content === "statement") return headline(result);
  if (result.content === "journal") return journalHeadline(result);
  return { title: t(result.report.errors > 0 ? "would-reject" : "would-accept"), text: "" };
}

/** Shows how far the worker is, as a share of 1, and what it does. */
export function showProgress({ share, label, params }) {
  const bar = document.querySelector(".progress");
  bar.hidden = share >= 1;
  bar.firstElementChild.style.width = `${Math.round(share * 100)}%`;
  bar.firstElementChild.textContent = label ? t(label, params) : "";
}
