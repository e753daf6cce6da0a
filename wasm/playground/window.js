import { make } from "./dom.js";

/** Browsers show nothing that is taller. */
const TALLEST = 8_000_000;

/**
 * A long list of which the lines in view are made only: `fetch(from, to)` gives them, `render` makes one. Where the list is taller than a
 * browser can scroll, the height stands for more lines than fit in it.
 */
export class Window {
  #scroller;
  #height;
  #lines;
  #options;
  #count = 0;
  #asked = 0;

  constructor(scroller, options) {
    [this.#scroller, this.#options] = [scroller, options];
    this.#height = make("div", { class: "height" });
    this.#lines = make("div", { class: "lines" });
    this.#height.append(this.#lines);
    scroller.replaceChildren(this.#height);
    scroller.addEventListener("scroll", () => this.refresh(), { passive: true });
    new ResizeObserver(() => this.refresh()).observe(scroller);
  }

  set count(count) {
    this.#count = count;
    this.#height.style.height = `${Math.min(TALLEST, count * this.#options.lineHeight)}px`;
    this.refresh();
  }

  get #visible() {
    return Math.ceil(this.#scroller.clientHeight / this.#options.lineHeight) + 1;
  }

  /** How many lines a pixel of scrolling goes on. */
  get #scale() {
    const [room, height] = [this.#scroller.clientHeight, Math.min(TALLEST, this.#count * this.#options.lineHeight)];
    return height <= room ? 0 : Math.max(0, this.#count - room / this.#options.lineHeight) / (height - room);
  }

  show(line) {
    const scale = this.#scale;
    const target = Math.max(0, line - this.#visible / 3);
    this.#scroller.scrollTop = scale === 0 ? 0 : target / scale;
    return this.refresh();
  }

  async refresh() {
    const asked = (this.#asked += 1);
    const first = Math.max(0, Math.floor(this.#scroller.scrollTop * this.#scale));
    if (this.#count === 0) return;
    let lines;
    try {
      lines = await this.#options.fetch(first, Math.min(this.#count, first + this.#visible));
    } catch {
      // What was asked for is no longer there; what follows it is on its way.
      return;
    }
    if (asked !== this.#asked) return;
    this.#lines.style.transform = `translateY(${this.#scroller.scrollTop}px)`;
    this.#lines.replaceChildren(...lines.map(this.#options.render));
  }
}
