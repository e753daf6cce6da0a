// Screenshots of the states of the page, compared with those in `screens`. `BLESS=1 npm run test:screens` rewrites them; look at them before you commit them.
//
// Machines have other fonts, so all texts are in a monospaced font, whose letters are 0.6 times as wide as high nearly everywhere, and the pictures are compared at an
// eighth of their size, with a tolerance. A part that is missing, moved or too wide is found; another shape of a letter is not.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { wasm } from "./installed.js";
import { launch, openPage } from "./page.js";
import { SIZES, STATES } from "./page-states.js";

const FOLDER = join(wasm, "test/screens");
const STYLE = "*, ::placeholder { font-family: monospace !important; transition: none !important; caret-color: transparent !important; } .sums { visibility: hidden; }";
/** The largest share of pixels that may differ. */
const TOLERANCE = 0.02;
const SHOWN = ["empty", "findings in a payload", "a reason that is open", "a journal", "a year of a statement", "a broken balance", "several files", "the list of banks"];
/** In the dark, the colours are others and the layout is the same. */
const SHOWN_DARK = ["findings in a payload", "several files"];

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** Makes a picture smaller, and returns it with the share of its pixels that differ from those of another one. */
function compare({ taken, known }) {
  const load = async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    return image;
  };
  const draw = (image, width, height) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, width, height);
    return { canvas, pixels: context.getImageData(0, 0, width, height).data };
  };
  return (async () => {
    const image = await load(taken);
    const [width, height] = [Math.round(image.width / 8), Math.round(image.height / 8)];
    const now = draw(image, width, height);
    const small = now.canvas.toDataURL("image/png").split(",")[1];
    if (known === "") return { small, share: 1 };
    const before = draw(await load(known), width, height);
    let differing = 0;
    for (let at = 0; at < now.pixels.length; at += 4) {
      if ([0, 1, 2].some((channel) => Math.abs(now.pixels[at + channel] - before.pixels[at + channel]) > 40)) differing += 1;
    }
    return { small, share: (differing * 4) / now.pixels.length };
  })();
}

for (const [size, options] of Object.entries(SIZES)) {
  for (const colorScheme of ["light", "dark"]) {
    test(`the page looks as before, ${size}, ${colorScheme}`, async () => {
      mkdirSync(FOLDER, { recursive: true });
      const canvas = await browser.newPage();
      for (const state of colorScheme === "dark" ? SHOWN_DARK : SHOWN) {
        const { context, page } = await openPage(browser, { ...options, colorScheme, locale: "de-CH", bypassCSP: true });
        await page.addStyleTag({ content: STYLE });
        await STATES[state](page);
        const taken = (await page.screenshot({ animations: "disabled" })).toString("base64");
        await context.close();
        const path = join(FOLDER, `${state.replaceAll(/\W+/g, "-")}-${size}-${colorScheme}.png`);
        const read = () => {
          try {
            return readFileSync(path).toString("base64");
          } catch {
            return "";
          }
        };
        const { small, share } = await canvas.evaluate(compare, { taken, known: read() });
        if (process.env.BLESS) writeFileSync(path, Buffer.from(small, "base64"));
        else assert.ok(share <= TOLERANCE, `${path}: ${(100 * share).toFixed(1)} % of the pixels differ; BLESS=1 rewrites it`);
      }
      await canvas.close();
    });
  }
}
