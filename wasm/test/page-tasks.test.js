// What a person who keeps books looks for on the page, and where they went wrong once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ACCOUNT, OTHER, expand, launch, openFiles, openPage, saveAs, statement } from "./page.js";

const JANUARY = statement(ACCOUNT, [["2026-01-05", "-20.00", "980.00"], ["2026-01-20", "100.00", "1080.00"]]);
const MARCH = statement(ACCOUNT, [["2026-03-05", "-10.00", "790.00"], ["2026-03-20", "10.00", "800.00"]]);
const UNKNOWN = "Tag;Was;Betrag;Stand danach\n03.04.2026;Miete;-20.00;80.00\n04.04.2026;Lohn;55.50;135.50\n05.04.2026;Brot;-5.50;130.00\n";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const verdict = (page) => page.locator("#verdict p").first().innerText();

/** Whether nothing covers an element, and it is in the window. */
const isUncovered = (page, selector) => page.locator(selector).evaluate((element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === element;
});

for (const width of [390, 1400]) test(`a link leads from the verdict to the downloads, which name the programs, at ${width} pixels`, async () => {
  const { context, page, assertNoProblems } = await openPage(browser, { viewport: { width, height: 844 } });
  await openFiles(page, { "january.csv": JANUARY });
  await page.locator("#to-downloads").click();
  assert.equal(await page.evaluate(() => document.activeElement.id), "format-xlsx");
  // So many files that the page is long below the downloads, too.
  const months = ["03", "04", "05", "06", "07", "08", "09", "10", "11", "12"];
  await openFiles(page, Object.fromEntries(months.map((month) => [`${month}.csv`, MARCH.replaceAll("2026-03", `2026-${month}`)])));
  await page.waitForSelector("#all-format-xlsx");
  await page.locator("#to-downloads").click();
  assert.equal(await page.evaluate(() => document.activeElement.id), "all-format-xlsx");
  assert.ok(await isUncovered(page, "#all-format-xlsx"));
  assert.equal(await page.locator("details[data-key=all-format-others] summary").innerText(), "For other programs camt.053, MT940, OFX, QBO, QIF, DATEV, YNAB, Xero, GnuCash, hledger, Beancount");
  await expand(page, "all-format-others");
  await page.selectOption("#all-format", "datev");
  assert.ok(await page.getByText("Settings for DATEV (JSON)").isVisible());
  assertNoProblems();
  await context.close();
});

test("the days that are missing come before why balances are open", async () => {
  const { context, page } = await openPage(browser);
  await openFiles(page, { "january.csv": JANUARY, "march.csv": MARCH });
  await page.waitForSelector("ul.missing");
  const isBefore = await page.evaluate(() => {
    const [missing, causes] = ["ul.missing", ".causes"].map((selector) => document.querySelector(selector));
    return (missing.compareDocumentPosition(causes) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  });
  assert.ok(isBefore);
  const heading = () => page.locator("section:has(> .file-list) h2").allInnerTexts();
  assert.deepEqual(await heading(), ["Files"]);
  await openFiles(page, { "none.json": "{" });
  await page.waitForFunction(() => document.querySelectorAll("section > .file-list").length === 2);
  assert.deepEqual(await heading(), ["These files need your help", "Other files"]);
  await context.close();
});

test("a file of an unknown bank says what to do, and takes a currency when it is typed", async () => {
  const { context, page, assertNoProblems } = await openPage(browser);
  await openFiles(page, { "april.csv": UNKNOWN });
  await page.waitForSelector(".learn .question button");
  // Formats that have next to no column of the file don't help.
  assert.equal(await verdict(page), "Say below what the columns of this file mean: then it is read all the same.");
  while (await page.locator("#known").isHidden()) {
    const before = await page.locator(".learn").innerHTML();
    await page.locator(".learn .question button").first().click();
    await page.waitForFunction((before) => !document.querySelector("#result").inert && document.querySelector(".learn").innerHTML !== before, before);
  }
  assert.equal(await verdict(page), "3 rows wait for the account and the currency: enter below what is missing.");
  assert.equal(await page.locator("#known h2").innerText(), "Which account is this?");
  await page.locator("#known-account").click();
  await page.keyboard.type("Cash");
  await page.keyboard.press("Tab");
  await page.keyboard.type("chf");
  await page.waitForSelector("#format-xlsx");
  assert.equal(await verdict(page), "3 rows: 3 transactions, 0 details, 0 skipped, 0 rejected.");
  assertNoProblems();
  await context.close();
});

test("a form for several files takes a currency when it is typed", async () => {
  const { context, page } = await openPage(browser);
  const nameless = "Transaction Reference\n:20:X\n:25:\n";
  await openFiles(page, { "january.csv": JANUARY, "april.csv": JANUARY.split("\n").slice(2).join("\n").replaceAll(";CHF;", ";;"), "none.txt": nameless });
  await page.waitForSelector("[data-key^=account-]");
  await page.locator("[data-key^=account-]").first().click();
  await page.keyboard.type("Cash");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.activeElement.dataset.key?.startsWith("currency-"));
  await page.keyboard.type("EUR");
  await page.waitForFunction(() => [...document.querySelectorAll("article.total .currency")].some(({ textContent }) => textContent === "EUR"));
  await context.close();
});

test("a finding names its line and its rule in words", async () => {
  for (const [locale, place, why] of [["en-GB", "line 6 Saldo", "Why: A balance does not follow from the one before it"], ["de-CH", "Zeile 6 Saldo", "Warum: "]]) {
    const { context, page } = await openPage(browser, { locale });
    await openFiles(page, { "january.csv": statement(OTHER, [["2026-01-05", "-20.00", "980.00"], ["2026-01-20", "100.00", "1180.00"], ["2026-01-21", "100.00", "1280.00"]]) });
    await page.waitForSelector(".findings");
    assert.equal(await page.locator(".findings .place").first().innerText(), place);
    const text = await page.locator(".findings .actions button").last().innerText();
    assert.ok(text.startsWith(why), text);
    assert.doesNotMatch(text, /balance-broken/);
    await context.close();
  }
});

test("a ledger says which balances it lacks", async () => {
  const { context, page } = await openPage(browser);
  await openFiles(page, { "january.csv": JANUARY, "other.csv": statement(OTHER, [["2026-01-05", "-20.00", "980.00"]]) });
  await page.waitForSelector(".taken");
  await saveAs(page, "all-format", "hledger");
  assert.match(await page.locator(".outcome .notes").innerText(), /2 accounts have no opening balance and no balance assertion, so a ledger may show other balances than the bank/);
  await context.close();
});
