import { byId, make } from "./dom.js";
import { VirtualList } from "./virtual-list.js";

/** The viewer for sources that are too large to be edited. */
export class Viewer {
  #element = byId("viewer");
  #list;
  #worker;
  #findings = [];
  #current = -1;
  #number = 0;
  /** The index of the line that is marked as a whole. */
  #here = -1;

  constructor(worker) {
    this.#worker = worker;
    this.#list = new VirtualList(this.#element, {
      fetch: (from, to) => worker.request("lines", { analysis: this.#number, from, to, around: this.#findings[this.#current]?.utf16.start }),
      render: (line) => this.#line(line),
    });
  }

  /** Opens the source of an analysis. */
  open({ number, lines }) {
    [this.#number, this.#current, this.#here] = [number, -1, -1];
    this.#element.scrollTop = this.#element.scrollLeft = 0;
    this.#list.count = lines;
  }

  mark(findings) {
    this.#findings = findings;
    this.#list.refresh();
  }

  async show(index) {
    [this.#current, this.#here] = [index, -1];
    const offset = this.#findings[index].utf16.start;
    await this.#list.show(await this.#worker.request("lineAt", { analysis: this.#number, offset }));
    this.#element.querySelector(".current")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  /** Marks a whole line, and scrolls to it. */
  markLine(line) {
    this.#here = line - 1;
    return this.#list.show(line - 1);
  }

  #line({ line, start, text, cutBefore, cutAfter }) {
    const parts = [];
    let end = 0;
    const inLine = [...this.#findings.entries()].filter(([, { utf16 }]) => utf16.start < start + text.length + 1 && utf16.end >= start);
    for (const [index, { utf16, severity }] of inLine) {
      const [from, to] = [Math.max(end, utf16.start - start), Math.max(utf16.end, utf16.start + 1) - start];
      if (to <= end) continue;
      parts.push(text.slice(end, from), make("mark", { class: index === this.#current ? `${severity} current` : severity, text: text.slice(from, to) || " " }));
      end = to;
    }
    return make("div", { class: line === this.#here ? "line here" : "line" }, make("span", { class: "number", text: `${line + 1}` }), cutBefore && "… ", ...parts, text.slice(end), cutAfter && " …");
  }
}
