import { byId, make } from "./dom.js";
import { Window } from "./window.js";

/** A source that is too long to be edited. */
export class Viewer {
  #element = byId("viewer");
  #window;
  #desk;
  #findings = [];
  #current = -1;
  #number = 0;

  constructor(desk) {
    this.#desk = desk;
    this.#window = new Window(this.#element, {
      lineHeight: 20,
      fetch: (from, to) => desk.ask("lines", { of: this.#number, from, to, around: this.#findings[this.#current]?.utf16.start }),
      render: (line) => this.#line(line),
    });
  }

  /** Opens the source of a judgement. */
  open({ number, lines }) {
    [this.#number, this.#current] = [number, -1];
    this.#element.scrollTop = this.#element.scrollLeft = 0;
    this.#window.count = lines;
  }

  mark(findings) {
    this.#findings = findings;
    this.#window.refresh();
  }

  async show(index) {
    this.#current = index;
    const offset = this.#findings[index].utf16.start;
    await this.#window.show(await this.#desk.ask("place", { of: this.#number, offset }));
    this.#element.querySelector(".current")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  showLine(line) {
    return this.#window.show(line - 1);
  }

  #line({ line, start, text, cutBefore, cutAfter }) {
    const parts = [];
    let at = 0;
    const here = [...this.#findings.entries()].filter(([, { utf16 }]) => utf16.start < start + text.length + 1 && utf16.end >= start);
    for (const [index, { utf16, severity }] of here) {
      const [from, to] = [Math.max(at, utf16.start - start), Math.max(utf16.end, utf16.start + 1) - start];
      if (to <= at) continue;
      parts.push(text.slice(at, from), make("mark", { class: index === this.#current ? `${severity} current` : severity, text: text.slice(from, to) || " " }));
      at = to;
    }
    return make("div", { class: "line" }, make("span", { class: "number", text: `${line + 1}` }), cutBefore && "… ", ...parts, text.slice(at), cutAfter && " …");
  }
}
