import { make } from "./dom.js";

/** The maximum height of an element in pixels, below the limits of browsers. */
const MAX_HEIGHT = 8_000_000;

/**
 * A long list that only renders the visible lines: `fetch(from, to)` returns their data, `render` makes the element of a line. The style of the scroller says in
 * `--line-height` how high a line is, which depends on the window. If the list is taller than the maximum height, scrolling by a pixel skips lines.
 */
export class VirtualList {
  #scroller;
  #height;
  #lines;
  #options;
  #count = 0;
  /** The height of a line in pixels. When it changes, the scroller has another size, too. */
  #lineHeight = 0;
  #latest = 0;

  constructor(scroller, options) {
    [this.#scroller, this.#options] = [scroller, options];
    this.#height = make("div", { class: "height" });
    this.#lines = make("div", { class: "lines" });
    this.#height.append(this.#lines);
    scroller.replaceChildren(this.#height);
    scroller.addEventListener("scroll", () => this.refresh(), { passive: true });
    new ResizeObserver(() => this.#resize()).observe(scroller);
  }

  set count(count) {
    this.#count = count;
    this.#resize();
  }

  /** The height of all lines in pixels. */
  get #fullHeight() {
    return Math.min(MAX_HEIGHT, this.#count * this.#lineHeight);
  }

  get #visible() {
    return Math.ceil(this.#scroller.clientHeight / this.#lineHeight) + 1;
  }

  /** The number of lines per pixel of scrolling. */
  get #linesPerPixel() {
    const [visibleHeight, height] = [this.#scroller.clientHeight, this.#fullHeight];
    return height <= visibleHeight ? 0 : Math.max(0, this.#count - visibleHeight / this.#lineHeight) / (height - visibleHeight);
  }

  show(line) {
    const linesPerPixel = this.#linesPerPixel;
    const target = Math.max(0, line - this.#visible / 3);
    this.#scroller.scrollTop = linesPerPixel === 0 ? 0 : target / linesPerPixel;
    return this.refresh();
  }

  #resize() {
    this.#lineHeight = Number.parseFloat(getComputedStyle(this.#scroller).getPropertyValue("--line-height"));
    this.#height.style.height = `${this.#fullHeight}px`;
    this.refresh();
  }

  async refresh() {
    const number = (this.#latest += 1);
    const first = Math.max(0, Math.floor(this.#scroller.scrollTop * this.#linesPerPixel));
    if (this.#count === 0) return;
    let lines;
    try {
      lines = await this.#options.fetch(first, Math.min(this.#count, first + this.#visible));
    } catch {
      // The data belongs to an earlier analysis. The list is refreshed when the current analysis is done.
      return;
    }
    if (number !== this.#latest) return;
    this.#lines.style.transform = `translateY(${this.#scroller.scrollTop}px)`;
    this.#lines.replaceChildren(...lines.map(this.#options.render));
  }
}
