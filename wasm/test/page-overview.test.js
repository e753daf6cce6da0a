// What the page does with several files: it collects them, explains each account, shows all transactions, and has something to take away.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { ACCOUNT, OTHER, SITE, chooseFiles, clear, expand, launch, openFiles, openPage, save, saveAs, savePayload, statement } from "./page.js";

let browser;
let context;
let page;
let assertNoProblems;
before(async () => (browser = await launch()));
after(() => browser.close());

async function open(options) {
  await context?.close();
  ({ context, page, assertNoProblems } = await openPage(browser, options));
}
beforeEach(() => open());

const JANUARY = statement(ACCOUNT, [["2026-01-05", "-20.00", "980.00"], ["2026-01-20", "100.00", "1080.00"]]);
const FEBRUARY = statement(ACCOUNT, [["2026-02-05", "-80.00", "1000.00"], ["2026-02-20", "50.00", "1050.00"]]);
const APRIL = statement(ACCOUNT, [["2026-04-05", "-10.00", "790.00"]]);
/** The second balance contradicts the amount before it, and the third row has no amount that can be read. */
const BROKEN = statement(OTHER, [["2026-03-01", "-10.00", "90.00"], ["2026-03-02", "-5.00", "84.00"], ["2026-03-09", "-4x", "80.00"]]);
const account = (name) => page.locator(".total", { hasText: name });
const names = () => page.locator(".file-list .name").allInnerTexts();
const rows = () => page.locator(".all-transactions .table .row");
const isShown = (name) => page.waitForFunction((name) => document.querySelector("#about").textContent.startsWith(name) && !document.querySelector("#result").inert, name);

test("files that are opened one after another are collected", async () => {
  await openFiles(page, { "january.csv": JANUARY });
  await isShown("january.csv");
  await openFiles(page, { "february.csv": FEBRUARY });
  await page.waitForSelector(".file-list li");
  assert.deepEqual(await names(), ["january.csv", "february.csv"]);
  // A file that is opened beside a shown one is added too. An example is not collected.
  await page.locator(".file-list .name").first().click();
  await isShown("january.csv");
  await page.selectOption("#examples", "3");
  await isShown("ubs-2026.csv");
  await openFiles(page, { "april.csv": APRIL });
  await page.waitForSelector(".file-list li");
  assert.deepEqual(await names(), ["january.csv", "february.csv", "april.csv"]);
  await page.getByRole("button", { name: "Remove april.csv" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".file-list li").length === 2);
  // What is pasted is kept as a file.
  await clear(page);
  await page.locator("#text").focus();
  await page.keyboard.insertText(JANUARY);
  await page.waitForSelector(".table .row");
  await openFiles(page, { "february.csv": FEBRUARY });
  await page.waitForSelector(".file-list li");
  assert.deepEqual(await names(), ["pasted", "february.csv"]);
  assertNoProblems();
});

test("leaving the page with work on it asks, and a language is no reason to leave", async () => {
  const asks = () => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
  assert.equal(await asks(), false);
  await page.selectOption("#examples", "3");
  await page.waitForSelector(".table .row");
  assert.equal(await asks(), false);
  await openFiles(page, { "january.csv": JANUARY, "april.csv": APRIL });
  await page.waitForSelector(".file-list li");
  assert.equal(await asks(), true);
  await page.selectOption("#language", "de");
  await page.getByText("Alle 2 Dateien sind gelesen").waitFor();
  assert.deepEqual(await names(), ["january.csv", "april.csv"]);
  assert.equal(await page.locator("label[for=file]").innerText(), "Dateien öffnen");
  await page.selectOption("#language", "en");
  await clear(page);
  assert.equal(await asks(), false);
  await page.locator("#text").focus();
  await page.keyboard.type("x");
  assert.equal(await asks(), true);
  assertNoProblems();
});

test("an account shows its days, its sum with the difference, and its files", async () => {
  await openFiles(page, { "april.csv": APRIL, "february.csv": FEBRUARY, "january.csv": JANUARY });
  await page.waitForSelector(".calendar");
  assert.match(await account(ACCOUNT).locator(".band").getAttribute("aria-label"), /2026-01-05 to 2026-01-20: partly proved; .*2026-02-05 to 2026-02-20: proved; 2026-02-21 to 2026-04-04: no statement; /);
  assert.deepEqual(await account(ACCOUNT).locator("ul.missing li").allInnerTexts(), ["Missing: 2026-02-21 to 2026-04-04. The balance before is 1’050.00, the balance after is 800.00: a difference of −250.00."]);
  assert.match(await account(ACCOUNT).locator(".difference").innerText(), /difference is −250\.00/);
  await account(ACCOUNT).locator("summary").click();
  assert.deepEqual(await account(ACCOUNT).locator(".account-files button").allInnerTexts(), ["january.csv", "february.csv", "april.csv"]);
  // With the statement that was missing, nothing is off.
  await openFiles(page, { "march.csv": statement(ACCOUNT, [["2026-03-05", "-250.00", "800.00"]]) });
  await page.waitForFunction(() => document.querySelector(".difference") === null);
  assert.equal(await account(ACCOUNT).locator("ul.missing").count(), 0);
  assertNoProblems();
});

test("the cause of a verdict leads to its place", async () => {
  await openFiles(page, { "january.csv": JANUARY, "broken.csv": BROKEN });
  await page.waitForSelector(".calendar");
  const cause = account(OTHER).locator("[data-rule=balance-broken]");
  assert.match(await cause.innerText(), /^broken\.csv: .* Show line 6$/);
  await cause.getByRole("button").click();
  await page.waitForSelector(".findings .current");
  assert.equal(await page.locator("#about").textContent().then((text) => text.split(" ")[0]), "broken.csv");
  assert.equal(await page.locator("#editor mark.current").innerText(), "84.00");
  assertNoProblems();
});

test("a row of the table is marked in the file, and a broken balance is red alone and among others", async () => {
  await openFiles(page, { "broken.csv": BROKEN.replace("-4x", "-4.00") });
  await page.waitForSelector("#verdict.error");
  await page.locator(".table .row").nth(1).click();
  const top = (selector) => page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));
  // The second transaction of the file is in line 6.
  assert.equal((await top(".marks .here")) - (await top("#text")), 12 + 5 * 20);
  await openFiles(page, { "january.csv": JANUARY });
  await page.waitForSelector(".file-list li.error");
  assert.ok(await page.locator("#verdict.error").isVisible());
  assertNoProblems();
});

test("all transactions are searched, sorted and filtered", async () => {
  await openFiles(page, { "january.csv": JANUARY, "again.csv": JANUARY, "broken.csv": BROKEN });
  await rows().first().waitFor();
  const cells = (kind) => rows().locator(`.${kind}`).allInnerTexts();
  // Each transaction is there once, with both of its rows.
  assert.deepEqual(await cells("day"), ["2026-01-05", "2026-01-20", "2026-03-01", "2026-03-02", ""]);
  assert.deepEqual((await cells("source")).slice(0, 2).map((text) => text.replace(/.*:\d/, "")), [" and 1 more", " and 1 more"]);
  const filters = () => page.locator(".filter:visible").allInnerTexts();
  assert.deepEqual(await filters(), ["all 5", "not confirmed 3", "in several files 2", "rejected 1"]);
  await page.getByRole("button", { name: "rejected 1" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".all-transactions .table .row").length === 1);
  assert.match((await cells("text"))[0], /not a number/);
  await page.getByRole("button", { name: "all 5" }).click();
  await page.getByRole("button", { name: "Amount" }).click();
  await page.waitForFunction(() => document.querySelector(".all-transactions .table .amount").textContent.startsWith("−20"));
  await page.getByRole("button", { name: "Amount" }).click();
  await page.waitForFunction(() => document.querySelector(".all-transactions .table .amount").textContent.startsWith("+100"));
  await page.getByLabel("Search text").fill(`${OTHER} 2026-03-02`);
  await page.getByText("1 row", { exact: true }).waitFor();
  await rows().getByRole("button").click();
  await isShown("broken.csv");
  assertNoProblems();
});

test("a broken balance is confirmed before anything is taken away", async () => {
  await openFiles(page, { "january.csv": JANUARY, "broken.csv": BROKEN });
  await page.waitForSelector(".taken");
  assert.equal(await page.locator("#all-format-xlsx").isDisabled(), true);
  await page.getByLabel("I have seen it").check();
  // What the caution is about stays confirmed while a file is added.
  await openFiles(page, { "february.csv": FEBRUARY });
  await page.waitForFunction(() => document.querySelectorAll(".file-list li").length === 3);
  const { name, content } = await saveAs(page, "all-format", "csv");
  assert.equal(name, "statements.csv");
  const lines = content.toString().trim().split("\r\n").join("\n").split("\n");
  assert.deepEqual([...content.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.equal(lines.length, 1 + 6);
  assert.match(lines[1], /;/);
  await page.locator(".outcome", { hasText: "statements.csv: 6 transactions" }).waitFor();
  const payloads = (await savePayload(page, "all-format")).content.toString().trim().split("\n");
  assert.equal(payloads.flatMap((payload) => JSON.parse(payload).transactions).length, 6);
  assertNoProblems();
});

test("a table has the decimal mark of the spreadsheet", async () => {
  for (const [locale, amount] of [["de-CH", "-20.00"], ["de-DE", "-20,00"], ["fr-CH", "-20.00"], ["it-IT", "-20,00"], ["en-GB", "-20.00"]]) {
    await open({ locale });
    await openFiles(page, { "january.csv": JANUARY });
    await page.waitForSelector(".taken");
    const { content } = await saveAs(page, "format", "csv");
    assert.ok(content.toString().includes(`;${amount};`) || content.toString().includes(`;"${amount}";`), `${locale}: ${content}`);
  }
});

test("notes and refusals of exports are in the language of the page", async () => {
  await open({ locale: "de-CH" });
  await openFiles(page, { "january.csv": JANUARY, "april.csv": APRIL });
  await page.waitForSelector(".taken");
  await saveAs(page, "all-format", "qif");
  assert.match(await page.locator(".outcome").innerText(), /Werte? von currency (ist|sind) weggelassen: Das Format/);
  await expand(page, "all-format-others");
  await page.selectOption("#all-format", "mt940");
  await page.locator("#all-format-export").click();
  await page.locator(".refused").waitFor();
  assert.match(await page.locator(".outcome").innerText(), /Das Format braucht Salden/);
  assert.equal(await page.locator(".outcome [lang=en]").count(), 0);
});

test("the page works without a network once it was opened", async () => {
  const types = { html: "text/html", js: "text/javascript", webmanifest: "application/manifest+json", svg: "image/svg+xml" };
  const asked = [];
  const server = createServer((request, response) => {
    const name = request.url === "/" ? "index.html" : request.url.slice(1);
    asked.push(name);
    response.setHeader("content-type", types[name.split(".").at(-1)]);
    response.end(readFileSync(join(SITE, name)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const address = `http://127.0.0.1:${server.address().port}/`;
    const other = await browser.newContext();
    const served = await other.newPage();
    const problems = [];
    served.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    served.on("request", (request) => request.url().startsWith(address) || /^(blob|data):/.test(request.url()) || problems.push(request.url()));
    await served.goto(address);
    await served.getByText("Works without a network.").waitFor();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await served.reload();
    await served.getByText("Works without a network.").waitFor();
    await openFiles(served, { "january.csv": JANUARY });
    await served.waitForSelector(".table .row");
    assert.deepEqual([problems, [...new Set(asked)].sort()], [[], ["icon.svg", "index.html", "manifest.webmanifest", "sw.js"]]);
    await other.close();
  } finally {
    server.close();
  }
});

test("a person with a keyboard gets from files to a download", async () => {
  await chooseFiles(page, () => page.keyboard.press("Control+o"), { "january.csv": JANUARY, "broken.csv": BROKEN });
  await page.waitForSelector(".taken");
  /** Presses Tab until an element has the focus. */
  const reach = async (selector) => {
    for (let tabs = 0; tabs < 80; tabs += 1) {
      if (await page.evaluate((selector) => document.activeElement.matches(selector), selector)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`${selector} is not reached`);
  };
  await reach("[data-key=filter-rejected]");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".all-transactions .table .row").length === 1);
  await reach("[data-key=all-format-confirm]");
  await page.keyboard.press("Space");
  await reach("#all-format-xlsx");
  const [saved] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  assert.equal(saved.suggestedFilename(), "statements.xlsx");
  assertNoProblems();
});
