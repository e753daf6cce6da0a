// Pictures of the states of the page, compared with those in `screens`, and laws of its layout. `BLESS=1 npm run test:screens` rewrites the pictures; look at
// the page before you commit them.
//
// Machines have other fonts and other controls, so every letter is the same block, and lists have no arrow. Then lines break at the same places everywhere. The
// pictures are compared at an eighth of their size: a shifted edge of a pixel makes no difference there. They are compared tile by tile, because a part that is
// gone is a small share of the page, but a large share of its tile. What pictures can't tell in every state and language, the laws do: nothing leaves its
// parent, and nothing covers its neighbour.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { blockFont } from "./block-font.js";
import { wasm } from "./installed.js";
import { launch, openPage } from "./page.js";
import { SIZES, STATES } from "./page-states.js";

const FOLDER = join(wasm, "test/screens");
const STYLE = `
  @font-face { font-family: Blocks; src: url(data:font/ttf;base64,${blockFont().toString("base64")}); font-weight: 1 1000; }
  *, ::before, ::after, ::placeholder { font-family: Blocks !important; font-synthesis: none !important; transition: none !important; caret-color: transparent !important; }
  * { scrollbar-width: none !important; }
  select { appearance: none; }
  .sums { visibility: hidden; }
`;
const SHOWN = ["empty", "findings in a payload", "a reason that is open", "a journal", "a year of a statement", "a broken balance", "several files", "the list of banks"];
/** In the dark, the colours are others and the layout is the same. */
const SHOWN_DARK = ["findings in a payload", "several files"];

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

async function addBlocks(page) {
  await page.addStyleTag({ content: STYLE });
  await page.evaluate(() => document.fonts.load("16px Blocks"));
}

/** Takes a picture of the whole page. In a wide window, parts of the page scroll for themselves, so the window becomes as high as they are. */
async function picture(page) {
  const { width, height } = page.viewportSize();
  const hidden = await page.evaluate(() => Math.max(...[...document.querySelectorAll("main, .result")].map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)));
  if (hidden > 0) await page.setViewportSize({ width, height: height + hidden });
  // Long lists fill in the rows that came into view.
  let last;
  for (let taken = 0; taken < 20; taken += 1) {
    const next = (await page.screenshot({ animations: "disabled", fullPage: true })).toString("base64");
    if (next === last) return next;
    last = next;
  }
  throw new Error("the page does not come to rest");
}

/** Makes a picture smaller, and returns it with the tiles in which it differs from another one. Runs in the browser. */
async function compare({ taken, known }) {
  const SCALE = 8;
  const TILE = 8;
  /** How far the colour of a pixel may be from the known one, and how many of the 64 pixels of a tile may be farther. */
  const [MAX_DISTANCE, MAX_DIFFERING] = [36, 5];
  const pixelsOf = async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const { width, height } = image;
    const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    context.drawImage(image, 0, 0);
    return { width, height, data: context.getImageData(0, 0, width, height).data };
  };
  const full = await pixelsOf(taken);
  const [width, height] = [Math.floor(full.width / SCALE), Math.floor(full.height / SCALE)];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const small = canvas.getContext("2d").createImageData(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (const channel of [0, 1, 2]) {
        let sum = 0;
        for (let dy = 0; dy < SCALE; dy += 1) for (let dx = 0; dx < SCALE; dx += 1) sum += full.data[4 * ((y * SCALE + dy) * full.width + x * SCALE + dx) + channel];
        // Few colours make a small file.
        small.data[4 * (y * width + x) + channel] = Math.min(255, Math.round(sum / SCALE ** 2 / 12) * 12);
      }
      small.data[4 * (y * width + x) + 3] = 255;
    }
  }
  canvas.getContext("2d").putImageData(small, 0, 0);
  const png = canvas.toDataURL("image/png").split(",")[1];
  if (known === "") return { png, differing: ["there is no known picture"] };
  const before = await pixelsOf(known);
  const differing = [];
  if (before.width !== width || Math.abs(before.height - height) > 1) differing.push(`it is ${width * SCALE} × ${height * SCALE} pixels, not ${before.width * SCALE} × ${before.height * SCALE}`);
  for (let top = 0; top < Math.min(height, before.height); top += TILE) {
    for (let left = 0; left < Math.min(width, before.width); left += TILE) {
      let count = 0;
      for (let y = top; y < Math.min(top + TILE, height, before.height); y += 1) {
        for (let x = left; x < Math.min(left + TILE, width, before.width); x += 1) {
          const isFar = (channel) => Math.abs(small.data[4 * (y * width + x) + channel] - before.data[4 * (y * before.width + x) + channel]) > MAX_DISTANCE;
          if (isFar(0) || isFar(1) || isFar(2)) count += 1;
        }
      }
      if (count > MAX_DIFFERING) differing.push(`at ${left * SCALE}, ${top * SCALE}`);
    }
  }
  return { png, differing };
}

function readPicture(path) {
  try {
    return readFileSync(path).toString("base64");
  } catch {
    return "";
  }
}

for (const [size, options] of Object.entries(SIZES)) {
  for (const colorScheme of ["light", "dark"]) {
    test(`the page looks as before, ${size}, ${colorScheme}`, async () => {
      mkdirSync(FOLDER, { recursive: true });
      const canvas = await browser.newPage();
      const changed = [];
      for (const state of colorScheme === "dark" ? SHOWN_DARK : SHOWN) {
        const { context, page } = await openPage(browser, { ...options, colorScheme, locale: "de-CH", bypassCSP: true });
        await addBlocks(page);
        await STATES[state](page);
        const taken = await picture(page);
        await context.close();
        const path = join(FOLDER, `${state.replaceAll(/\W+/g, "-")}-${size}-${colorScheme}.png`);
        const { png, differing } = await canvas.evaluate(compare, { taken, known: readPicture(path) });
        if (process.env.BLESS) writeFileSync(path, Buffer.from(png, "base64"));
        else if (differing.length > 0) changed.push(`${path}: ${differing.slice(0, 5).join("; ")}${differing.length > 5 ? `; and ${differing.length - 5} more` : ""}`);
      }
      await canvas.close();
      assert.deepEqual(changed, [], "BLESS=1 npm run test:screens rewrites the pictures");
    });
  }
}

/** Returns what leaves its parent and what covers its neighbour. Runs in the browser. */
function faultsOfLayout() {
  const SLACK = 1.5;
  const nameOf = (element) => `${element.localName}${element.id ? `#${element.id}` : ""}${[...element.classList].map((name) => `.${name}`).join("")} ${element.textContent.trim().slice(0, 40)}`;
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility() && !element.classList.contains("hidden");
  };
  const inFlow = (element) => ["static", "relative"].includes(getComputedStyle(element).position) && !getComputedStyle(element).display.startsWith("inline");
  const shown = [...document.body.querySelectorAll("*")].filter((element) => !element.closest("svg, #editor, #viewer *, option, script, [aria-hidden=true]") && isShown(element));
  const faults = [];
  for (const element of shown) {
    const style = getComputedStyle(element);
    if (style.overflowX === "visible" && !style.display.startsWith("inline") && element.scrollWidth > element.clientWidth + SLACK) faults.push(`${nameOf(element)} is wider than its room`);
    // A text that is cut has to say so.
    if (style.overflowX === "hidden" && style.textOverflow !== "ellipsis" && element.scrollWidth > element.clientWidth + SLACK) faults.push(`${nameOf(element)} is cut`);
    if (!inFlow(element)) continue;
    const [box, around] = [element, element.parentElement].map((each) => each.getBoundingClientRect());
    const { overflowX, overflowY } = getComputedStyle(element.parentElement);
    if (overflowX === "visible" && (box.left < around.left - SLACK || box.right > around.right + SLACK)) faults.push(`${nameOf(element)} leaves its parent at a side`);
    if (overflowY === "visible" && (box.top < around.top - SLACK || box.bottom > around.bottom + SLACK)) faults.push(`${nameOf(element)} leaves its parent above or below`);
    for (let other = element.nextElementSibling; other; other = other.nextElementSibling) {
      if (!shown.includes(other) || !inFlow(other)) continue;
      const next = other.getBoundingClientRect();
      const [overlapX, overlapY] = [Math.min(box.right, next.right) - Math.max(box.left, next.left), Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top)];
      if (overlapX > SLACK && overlapY > SLACK) faults.push(`${nameOf(element)} covers ${nameOf(other)}`);
    }
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) faults.push("the page is wider than the window");
  return faults;
}

for (const locale of ["de-CH", "en-GB", "fr-CH", "it-CH"]) {
  test(`nothing leaves its parent or covers its neighbour, ${locale}`, { timeout: 300_000 }, async () => {
    const { context, page } = await openPage(browser, { locale, bypassCSP: true });
    for (const [state, reach] of Object.entries(STATES)) {
      await page.setViewportSize(SIZES.wide.viewport);
      // Takes less time than a new window.
      await page.goto(page.url());
      await addBlocks(page);
      await reach(page);
      for (const [size, { viewport }] of Object.entries(SIZES)) {
        await page.setViewportSize(viewport);
        // Long lists adjust before the second frame.
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
        assert.deepEqual(await page.evaluate(faultsOfLayout), [], `${state}, ${size}, ${locale}`);
      }
    }
    await context.close();
  });
}
