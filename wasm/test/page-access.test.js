// The page for everyone: axe finds nothing in any state, everything works by keyboard, and what has to be seen has enough contrast.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { chooseFiles, launch, openFiles, openPage } from "./page.js";
import { APRIL, JANUARY, NAMELESS, SIZES, STATES, example } from "./page-states.js";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

for (const [size, options] of Object.entries(SIZES)) {
  test(`axe finds nothing, ${size}, light and dark`, { timeout: 300_000 }, async () => {
    const { context, page, assertNoProblems } = await openPage(browser, { ...options, reducedMotion: "reduce", bypassCSP: true });
    for (const [state, reach] of Object.entries(STATES)) {
      await page.goto(page.url());
      await reach(page);
      await page.addScriptTag({ path: AXE });
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
        const faults = found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 150)} ${failureSummary}`).join("; ")}`);
        assert.deepEqual(faults, [], `${state}, ${size}, ${colorScheme}`);
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(overflow, 0, `${state} is wider than the window`);
      assertNoProblems();
    }
    await context.close();
  });
}

/** The contrast of two colours, as WCAG 2 defines it. */
function contrast(...colors) {
  const luminance = (color) => {
    const [red, green, blue] = color.match(/[\d.]+/g).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark, light] = colors.map(luminance).sort((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
}

test("borders of controls and bars of charts have a contrast of 3 to 1", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { context, page } = await openPage(browser, { colorScheme });
    await example(3)(page);
    await page.locator("#known").evaluate((form) => (form.hidden = false));
    const pairs = await page.evaluate(() => {
      /** The colour behind an element. */
      const ground = (element) => {
        for (let at = element.parentElement; at; at = at.parentElement) {
          const color = getComputedStyle(at).backgroundColor;
          if (color !== "rgba(0, 0, 0, 0)") return color;
        }
        return getComputedStyle(document.documentElement).backgroundColor;
      };
      const border = (element) => {
        const style = getComputedStyle(element);
        // A filled control is seen by its own colour.
        return element.classList.contains("primary") ? style.backgroundColor : style.borderTopColor;
      };
      const controls = [...document.querySelectorAll("button:not(.quiet, .line, .head, .example), .button, select, input[type=text]")].filter((element) => element.checkVisibility());
      const bars = [...document.querySelectorAll(".chart rect")];
      return [...controls.map((element) => [element.outerHTML.slice(0, 80), border(element), ground(element)]), ...bars.map((element) => [element.outerHTML.slice(0, 80), getComputedStyle(element).fill, ground(element)])];
    });
    assert.ok(pairs.length > 20);
    for (const [name, color, behind] of pairs) assert.ok(contrast(color, behind) >= 3, `${name}: ${contrast(color, behind).toFixed(2)}, ${colorScheme}`);
    await context.close();
  }
});

test("from opening to saving by keyboard alone", async () => {
  const { context, page, assertNoProblems } = await openPage(browser, { locale: "de-CH" });
  /** Presses the tabulator until an element has the focus. */
  const reach = async (selector, most) => {
    for (let tabs = 0; tabs <= most; tabs += 1) {
      if (await page.evaluate((selector) => document.activeElement.matches(selector), selector)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`${most} tabulators do not lead to ${selector}`);
  };
  await reach("#file", 3);
  await chooseFiles(page, () => page.keyboard.press("Enter"), { "january.csv": JANUARY, "nameless.csv": NAMELESS });
  await page.waitForSelector(".which input");
  // The account is typed, and the page goes on from there.
  await reach(".which input", 12);
  await page.keyboard.type("Kasse");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.querySelectorAll("article.total").length === 2);
  assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY");
  const saved = async (selector) => {
    await reach(selector, 40);
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    return download.suggestedFilename();
  };
  assert.equal(await saved("#all-format-xlsx"), "statements.xlsx");
  assert.equal(await saved("#all-format-certificate"), "statements-xlsx-certificate.html");
  assertNoProblems();
  await context.close();
});

test("everything works by keyboard, and the focus stays", async () => {
  const { context, page, assertNoProblems } = await openPage(browser);
  const focused = () => page.evaluate(() => document.activeElement.textContent || document.activeElement.value || document.activeElement.id);
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // An example is chosen, and a finding is reached with the tabulator.
  await page.locator("#examples").focus();
  await page.keyboard.type("Trans");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".findings li");
  for (let tabs = 0; tabs < 30 && !(await page.evaluate(() => document.activeElement.classList.contains("head"))); tabs += 1) await press("Tab");
  const first = await focused();
  await press("ArrowDown", "ArrowUp");
  assert.equal(await focused(), first);
  // A reason is opened and closed.
  for (let tabs = 0; tabs < 4 && !(await page.evaluate(() => document.activeElement.hasAttribute("aria-expanded"))); tabs += 1) await press("Tab");
  await press("Enter");
  await page.waitForSelector(".why pre");
  assert.match(await focused(), /^Why: /);
  await press("Enter");
  assert.equal(await page.locator(".why pre").isVisible(), false);
  // A fix is applied. The focus is then on the finding that took the place of the fixed one.
  await page.locator(".findings .fix").first().focus();
  const before = await page.locator(".findings li").count();
  await press("Enter");
  await page.waitForFunction((before) => document.querySelectorAll(".findings li").length < before, before);
  await page.waitForFunction(() => document.activeElement.closest(".findings") !== null);
  // The list of banks closes with Escape.
  await page.locator("#bank-list").focus();
  await press("Enter");
  await page.waitForSelector("#bank-search");
  await press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.id), "bank-list");
  // The table is scrolled with the keys.
  await page.selectOption("#examples", "3");
  await page.waitForSelector(".table .row");
  await page.locator(".table").focus();
  await press("End");
  await page.waitForFunction(() => document.querySelector(".table").scrollTop > 0);
  // Several files: a file is opened and left again. The example that was fixed would be one of them.
  await page.locator("#clear").focus();
  await press("Enter");
  await page.waitForSelector(".offers");
  await openFiles(page, { "january.csv": JANUARY, "april.csv": APRIL });
  await page.waitForSelector(".file-list li");
  await page.locator(".file-list .name").first().focus();
  await press("Enter");
  await page.locator("#all-files").waitFor();
  await page.locator("#all-files").focus();
  await press("Enter");
  await page.waitForFunction(() => document.activeElement.textContent === "january.csv");
  await page.locator(".file-list [aria-label='Remove january.csv']").focus();
  await press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".file-list li").length === 1);
  assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY");
  assertNoProblems();
  await context.close();
});
