import { byId, make } from "./dom.js";

/** How many findings are marked in the text. More marks would make typing slow. */
const MAX_MARKS = 500;

/** The editor for short sources: a text field above a layer with the marks of findings, and line numbers beside it. */
export class Editor {
  #field = byId("text");
  #layer = document.querySelector("#editor .marks");
  #numbers = document.querySelector("#editor .gutter pre");
  #findings = [];
  #current = -1;
  #replacing = false;

  constructor(onChange) {
    this.#field.addEventListener("input", () => {
      if (this.#replacing) return;
      this.mark([]);
      onChange();
    });
    this.#field.addEventListener("scroll", () => this.#syncScroll(), { passive: true });
  }

  get text() {
    return this.#field.value;
  }

  set text(text) {
    this.#field.value = text;
    this.#field.setSelectionRange(0, 0);
    this.#field.scrollTop = this.#field.scrollLeft = 0;
    this.mark([]);
  }

  /** While a file is read, there is nothing to see or to edit: a change would belong to the file that was shown before. */
  set isLoading(isLoading) {
    this.#field.readOnly = isLoading;
    byId("editor").classList.toggle("loading", isLoading);
  }

  /** Marks findings. If findings overlap, only the first is visible. */
  mark(findings, current = -1) {
    [this.#findings, this.#current] = [findings, current];
    const text = this.text;
    const lines = text.split("\n").length;
    this.#numbers.textContent = Array.from({ length: lines }, (_, index) => index + 1).join("\n");
    const parts = [];
    let at = 0;
    const first = current < 0 ? 0 : Math.max(0, Math.min(current - MAX_MARKS / 2, findings.length - MAX_MARKS));
    for (const [index, { utf16, severity }] of findings.slice(first, first + MAX_MARKS).entries()) {
      const [start, end] = [Math.max(at, utf16.start), Math.max(utf16.end, utf16.start + 1)];
      if (end <= at || start > text.length) continue;
      const mark = make("mark", { class: first + index === current ? `${severity} current` : severity, text: text.slice(start, end).replace(/^\n$/, " \n") });
      parts.push(text.slice(at, start), mark);
      at = Math.max(end, at);
    }
    // Without the final line end, an empty last line would have no height.
    this.#layer.replaceChildren(...parts, `${text.slice(at)}\n`);
    this.#syncScroll();
  }

  /** Selects a finding and scrolls to it. */
  show(index, { focus = true } = {}) {
    const { utf16, line } = this.#findings[index];
    this.mark(this.#findings, index);
    if (focus) this.#field.focus({ preventScroll: true });
    this.#field.setSelectionRange(utf16.start, utf16.end);
    this.showLine(line);
    const mark = this.#layer.querySelector(".current");
    if (mark) {
      const left = mark.offsetLeft;
      const width = this.#field.clientWidth;
      if (left < this.#field.scrollLeft || left > this.#field.scrollLeft + width - 60) this.#field.scrollLeft = Math.max(0, left - width / 3);
    }
  }

  /** Scrolls to a line. */
  showLine(line) {
    const height = Number.parseFloat(getComputedStyle(this.#field).lineHeight);
    const top = (line - 1) * height;
    const { scrollTop, clientHeight } = this.#field;
    if (top < scrollTop + height || top > scrollTop + clientHeight - 3 * height) this.#field.scrollTop = Math.max(0, top - clientHeight / 3);
  }

  /** Marks a whole line, until something else is marked, and scrolls to it. */
  markLine(line) {
    this.mark(this.#findings);
    const here = make("div", { class: "here" });
    here.style.top = `${12 + (line - 1) * Number.parseFloat(getComputedStyle(this.#field).lineHeight)}px`;
    this.#layer.prepend(here);
    this.showLine(line);
  }

  /** Replaces ranges of the text one by one, so that the user can undo them. Replacing many lines at once would be slow. */
  replace(fixes) {
    const fromLast = [...fixes].sort((left, right) => right.utf16.start - left.utf16.start);
    this.#field.focus({ preventScroll: true });
    const [top, left] = [this.#field.scrollTop, this.#field.scrollLeft];
    // Each replacement fires an input event. Only one event is passed on, after the last replacement.
    this.#replacing = true;
    for (const { utf16, replacement } of fromLast) {
      this.#field.setSelectionRange(utf16.start, utf16.end);
      const done = document.execCommand(replacement ? "insertText" : "delete", false, replacement);
      if (!done) this.#field.setRangeText(replacement, utf16.start, utf16.end, "end");
    }
    this.#replacing = false;
    const first = fromLast.at(-1).utf16.start;
    this.#field.setSelectionRange(first, first);
    [this.#field.scrollTop, this.#field.scrollLeft] = [top, left];
    this.#field.dispatchEvent(new Event("input"));
  }

  #syncScroll() {
    const { scrollTop, scrollLeft } = this.#field;
    this.#layer.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    this.#numbers.style.transform = `translateY(${-scrollTop}px)`;
  }
}
