// The page in four languages.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ACCOUNT, launch, openFiles, openPage, statement } from "./page.js";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

test("the browser chooses the language, and a person another one", async () => {
  for (const [locale, lang, title] of [["de-CH", "de", "Dateien öffnen"], ["fr-FR", "fr", "Ouvrir des fichiers"], ["it-CH", "it", "Apri file"], ["en-GB", "en", "Open files"], ["pt-BR", "en", "Open files"]]) {
    const { context, page, assertNoProblems } = await openPage(browser, { locale });
    assert.equal(await page.getAttribute("html", "lang"), lang);
    assert.equal((await page.locator("label[for=file]").innerText()).trim(), title);
    await page.selectOption("#language", "fr");
    await page.waitForFunction(() => document.documentElement.lang === "fr");
    assert.equal(await page.locator("#verdict h2").textContent(), "Ouvrez des fichiers, ou collez des données");
    assertNoProblems();
    await context.close();
  }
});

const JANUARY = statement(ACCOUNT, [["2026-01-05", "-20.00", "980.00"], ["2026-01-20", "100.00", "1080.00"]]);
const STATES = {
  empty: async () => {},
  ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((index) => [`example ${index}`, async (page) => {
    await page.selectOption("#examples", `${index}`);
    await page.waitForFunction(() => !document.querySelector(".offers") && !document.querySelector("#result").inert);
    for (const summary of await page.locator("#result summary").all()) await summary.click();
  }])),
  "several files": async (page) => {
    await openFiles(page, { "january.csv": JANUARY, "april.csv": statement(ACCOUNT, [["2026-04-05", "-10.00", "790.00"]]), "unknown.csv": "a;b\n1;2\n", "none.json": "{" });
    await page.waitForSelector(".file-list li");
  },
  "the list of banks": async (page) => {
    await page.locator("#bank-list").click();
    await page.waitForSelector("#banks li");
  },
};

/** Returns the texts that a person sees or hears, except those that are said to be in English and the data itself. */
const visibleTexts = (page) => page.evaluate(() => {
  const skipped = "[lang=en] *, [lang=en], #editor, #viewer, .table [role=cell], #banks li, h1, #version, code, .total h3, select#language, dd, .file-list .name, kbd";
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (!parentElement.closest(`${skipped}, script, style`) || (document.documentElement.lang === "en" && !parentElement.closest("script, style, #editor, #viewer, .table [role=cell], #banks li, code, .file-list .name"))) texts.push(textContent.trim());
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
    if (element.closest(".table")) continue;
    for (const name of ["aria-label", "title", "placeholder"]) if (element.hasAttribute(name)) texts.push(element.getAttribute(name).trim());
  }
  return texts.filter((text) => /[a-z]{3}/i.test(text));
});

/** Texts that are the same in both languages: names of programs and formats, and words that both have. */
const SAME = /^(camt\.053, MT940, .*|\d+:\d+.*|universal-accounting.*|Normalize|hledger|Beancount|Banana|OFX|QIF|MT940 \(SWIFT\)|QBO \(QuickBooks, Quicken\)|DATEV \(Buchungsstapel\)|(YNAB|Xero|GnuCash) \(CSV\)|Journal|Text|Programm|sha256=…|CHF|(Jan|Feb|Apr|Jun|Jul|Aug|Nov)( 2026)?|[\w.-]+\.(csv|json).*|[A-Z]{3}|Warning|in|CH93 0076 2011 6238 5295 7|\/[\w/]+|CH[\d ]+)$/;

test("no text of the page is left in English", async () => {
  for (const [state, reach] of Object.entries(STATES)) {
    const seen = {};
    for (const locale of ["en-GB", "de-CH"]) {
      const { context, page } = await openPage(browser, { locale });
      await reach(page);
      seen[locale] = await visibleTexts(page);
      await context.close();
    }
    const english = new Set(seen["en-GB"]);
    const left = [...new Set(seen["de-CH"])].filter((text) => english.has(text) && !SAME.test(text));
    assert.deepEqual(left, [], state);
  }
});
