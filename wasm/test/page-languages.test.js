// The page in four languages.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { banks, explain, rules } from "../dist/index.js";
import * as reasonsDe from "../playground/reasons/de.js";
import * as reasonsFr from "../playground/reasons/fr.js";
import * as reasonsIt from "../playground/reasons/it.js";
import de from "../playground/texts/de.js";
import en from "../playground/texts/en.js";
import fr from "../playground/texts/fr.js";
import it from "../playground/texts/it.js";
import { wasm } from "./installed.js";
import { ACCOUNT, launch, openFiles, openPage, statement } from "./page.js";

const TEXTS = { de, en, fr, it };
const SOURCE = join(wasm, "playground");

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const forms = (text) => (typeof text === "string" ? [text] : Object.values(text));
const placeholders = (text) => [...new Set(forms(text).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)))].sort();

test("every language has every text, with the same parameters", () => {
  for (const [language, texts] of Object.entries(TEXTS)) {
    assert.deepEqual(Object.keys(texts), Object.keys(en), language);
    for (const [key, text] of Object.entries(texts)) {
      assert.equal(typeof text, typeof en[key], `${key}, ${language}`);
      assert.deepEqual(placeholders(text), placeholders(en[key]), `${key}, ${language}`);
      assert.ok(forms(text).every((form) => form.trim() === form || key === "download-from"), `${key}, ${language}`);
      if (typeof text === "object") assert.deepEqual(Object.keys(text), ["one", "other"], `${key}, ${language}`);
    }
  }
  // Swiss German has no ß.
  assert.ok(!JSON.stringify(de).includes("ß"));
});

test("every key is used, and every key that is used exists", () => {
  const files = readdirSync(SOURCE).filter((name) => /\.(js|html)$/.test(name));
  const code = files.map((name) => readFileSync(join(SOURCE, name), "utf8")).join("\n");
  const used = [...code.matchAll(/\bt\("([^"]+)"|data-t(?:-[a-z]+)?="([^"]+)"/g)].map(([, call, attribute]) => call ?? attribute);
  for (const key of used) assert.ok(Object.hasOwn(en, key), `there is no text ${key}`);
  // Keys that the code puts together, such as that of the kind of a file.
  const composed = [...code.matchAll(/`([a-z]+-)\$\{/g)].map(([, start]) => start);
  const isUsed = (key) => code.includes(`"${key}"`) || composed.some((start) => key.startsWith(start)) || key.startsWith("product-");
  assert.deepEqual(Object.keys(en).filter((key) => !isUsed(key)), []);
});

test("every rule has its reason in every language", () => {
  const code = (text) => [...new Set(text.match(/`[^`]+`/g) ?? [])].filter((name) => !name.startsWith("`Limits::")).sort();
  for (const [language, { default: reasons }] of Object.entries({ de: reasonsDe, fr: reasonsFr, it: reasonsIt })) {
    assert.deepEqual(Object.keys(reasons).sort(), rules().map(({ id }) => id).sort(), language);
    for (const [rule, reason] of Object.entries(reasons)) {
      const english = explain(rule).why;
      assert.notEqual(reason, english, `${rule}, ${language}`);
      assert.match(reason, /^\S.*\.$/, `${rule}, ${language}`);
      // Names in code are the same in every language, so that a reason that was rewritten in English alone is noticed.
      assert.deepEqual(code(reason), code(english), `${rule}, ${language}`);
      if (language === "fr") assert.doesNotMatch(reason, / [:;?!]/, rule);
    }
  }
  assert.ok(!JSON.stringify(reasonsDe).includes("ß"));
});

test("every product of a bank has a name", () => {
  const messages = ["account report", "bank statement", "notification", "customer statement", "interim report"];
  for (const product of [...banks().map(({ product }) => product), ...messages]) {
    assert.equal(en[`product-${product.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`], product);
  }
});

test("the browser chooses the language, and a person another one", async () => {
  for (const [locale, lang, title] of [["de-CH", "de", "Dateien öffnen"], ["fr-FR", "fr", "Ouvrir des fichiers"], ["it-CH", "it", "Apri file"], ["en-GB", "en", "Open files"], ["pt-BR", "en", "Open files"]]) {
    const { context, page, assertNoProblems } = await openPage(browser, { locale });
    assert.equal(await page.getAttribute("html", "lang"), lang);
    assert.equal((await page.locator("label[for=file]").innerText()).trim(), title);
    await page.selectOption("#language", "fr");
    await page.waitForFunction(() => document.documentElement.lang === "fr");
    assert.equal(await page.locator("#verdict h2").textContent(), "Collez des données, ou ouvrez des fichiers");
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
const SAME = /^(\d+:\d+.*|universal-accounting.*|Normalize|hledger|Beancount|Banana|OFX|QIF|MT940 \(SWIFT\)|QBO \(QuickBooks, Quicken\)|DATEV \(Buchungsstapel\)|(YNAB|Xero|GnuCash) \(CSV\)|Journal|Text|Programm|sha256=…|CHF|(Jan|Feb|Apr|Jun|Jul|Aug|Nov)( 2026)?|[\w.-]+\.(csv|json).*|[A-Z]{3}|Warning|in|CH93 0076 2011 6238 5295 7|\/[\w/]+|CH[\d ]+)$/;

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
