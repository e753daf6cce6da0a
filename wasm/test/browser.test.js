// The playground in a headless browser. Screenshots are written to `site/`.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { buildSync } from "esbuild";
import { root, wasm } from "./installed.js";
import { SITE, clear, expand, launch, openPage, saveAs, savePayload } from "./page.js";
import { STATEMENT, workbook, zip } from "./zip.js";

let browser;
let context;
let page;
let assertNoProblems;
let folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "playground-"));
  browser = await launch();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

async function reopen(options) {
  await context?.close();
  ({ context, page, assertNoProblems } = await openPage(browser, options));
}
beforeEach(() => reopen());

const example = (title) => page.selectOption("#examples", { label: title });
const verdict = () => page.locator("#verdict h2").textContent();
const summary = () => page.locator("#verdict .sums").textContent();
const source = () => page.locator("#text").inputValue();
const selected = () => page.evaluate(() => {
  const { value, selectionStart, selectionEnd } = document.getElementById("text");
  return value.slice(selectionStart, selectionEnd);
});

test("findings can be selected, and fixed one by one or all at once", async () => {
  await example("Transactions with errors");
  await page.waitForSelector(".findings li");
  assert.equal(await verdict(), "The service would reject this");
  const marks = await page.locator("#editor mark").allTextContents();
  assert.ok(marks.includes('"1\'234.50"'), marks.join());
  await page.locator(".findings .head", { hasText: "is a JSON number" }).click();
  assert.equal(await selected(), "12.50");
  assert.equal(await page.locator("#editor mark.current").textContent(), "12.50");
  await page.screenshot({ path: join(SITE, "finding.png") });

  const before = Number.parseInt(await summary(), 10);
  await page.locator(".findings li", { hasText: "is a JSON number" }).locator(".fix").click();
  await page.waitForFunction((before) => Number.parseInt(document.querySelector(".sums").textContent, 10) === before - 1, before);
  assert.match(await source(), /"amount": "12\.50"/);
  await page.locator("#fix-all").click();
  await page.waitForFunction(() => !document.querySelector("#fix-all"));
  assert.match(await source(), /"currency": "CHF"/);
  // Each fix can be undone separately.
  for (let steps = 0; steps < 12 && !/"currency": "chf"/.test(await source()); steps += 1) await page.locator("#text").press("Control+z");
  assert.match(await source(), /"currency": "chf"/);
  assertNoProblems();
});

test("the page can be used with the keyboard", async () => {
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "file");
  await page.locator("#text").focus();
  await page.keyboard.insertText('{"transactions": [{"accountIdentifier": "a", "transactionId": "1", "creditDebit": "DEBIT", "amount": 5, "currency": "CHF", "bookedAt": "2026-03-31"}]}');
  await page.waitForSelector(".findings li");
  await page.keyboard.press("F8");
  assert.equal(await selected(), '"DEBIT"');
  await page.keyboard.press("F8");
  assert.equal(await selected(), "5");
  await page.keyboard.press("Shift+F8");
  await page.keyboard.press("Alt+Enter");
  await page.waitForFunction(() => document.querySelectorAll(".findings li").length === 1);
  assert.match(await source(), /"debit"/);
  await page.locator(".findings .quiet").press("Enter");
  await page.waitForSelector(".why pre");
  assertNoProblems();
});

test("a bank export shows transactions, balances, months and skipped rows", async () => {
  await example("Bank CSV: one year of an account");
  await page.waitForSelector(".table .row");
  assert.equal(await verdict(), "UBS, account");
  assert.equal(await page.locator(".proof.proved").count(), 1);
  assert.equal(await page.locator(".chart rect").count(), 24);
  assert.match(await page.locator(".table .row").first().textContent(), /2026-12-27/);
  await page.screenshot({ path: join(SITE, "statement.png") });

  const { name, content } = await savePayload(page, "format");
  assert.ok(JSON.parse(content).transactions.length > 100);
  assert.equal(name, "ubs-2026.json");

  await example("Bank CSV: a row is missing");
  await page.waitForSelector(".proof.broken");
  await example("Bank CSV: a batch entry with details");
  await page.waitForSelector(".rows");
  assert.match(await page.locator(".rows").textContent(), /an amount of zero/);
  await example("Bank CSV: amounts that can't be read");
  await page.waitForSelector(".rows .error");
  assert.match(await page.locator(".taken .caution").first().textContent(), /download is incomplete/);
  assertNoProblems();
});

/** Downloads the statement that is shown in a format of another program. Returns the name of the file, its path and its text. */
async function downloadStatement(format) {
  const { content, ...saved } = await saveAs(page, "format", format);
  return { ...saved, text: content.toString() };
}
const outcome = () => page.locator(".outcome").innerText();

test("a bank export is saved for other programs", async () => {
  await example("Bank CSV: one year of an account");
  await page.waitForSelector(".table .row");
  const { transactions } = JSON.parse((await savePayload(page, "format")).content);

  const camt = await downloadStatement("camt.053");
  assert.equal(camt.name, "ubs-2026.xml");
  assert.match(await outcome(), /^ubs-2026\.xml: 128 transactions, \d+ kB\.$/);
  const amounts = await page.evaluate((xml) => {
    const document = new DOMParser().parseFromString(xml, "text/xml");
    return [...document.querySelectorAll("Ntry > Amt")].map(({ textContent }) => Number(textContent));
  }, camt.text);
  assert.deepEqual(amounts.sort(), transactions.map(({ amount }) => Number(amount)).sort());

  const ledger = await downloadStatement("hledger");
  assert.equal(ledger.name, "ubs-2026.journal");
  assert.match(await outcome(), /^ubs-2026\.journal: 128 transactions and 1 opening balance, .*\n+Characters of 128 texts were replaced, /);
  for (const { transactionId } of transactions) assert.ok(ledger.text.includes(`; id: ${transactionId}\n`), transactionId);
  // The name of the original is not used.
  const table = await downloadStatement("csv");
  assert.equal(table.name, "ubs-2026-converted.csv");
  assert.equal(table.text.trim().split("\n").length, 129);
  assert.match((await downloadStatement("ofx")).text, /<STMTTRN>/);
  assert.match((await downloadStatement("beancount")).text, / balance Assets:/);

  // The page reads the workbook and the message.
  const book = await downloadStatement("xlsx");
  assert.equal(book.name, "ubs-2026.xlsx");
  await clear(page);
  await page.setInputFiles("#file", { name: book.name, mimeType: "application/octet-stream", buffer: readFileSync(book.path) });
  await page.locator("#viewer .line", { hasText: "CH9300762011623852957" }).first().waitFor();
  await clear(page);
  await page.setInputFiles("#file", { name: camt.name, mimeType: "text/xml", buffer: Buffer.from(camt.text) });
  await page.waitForSelector(".proof.proved");
  const again = await savePayload(page, "format");
  const ids = (list) => list.map(({ transactionId }) => transactionId).sort();
  assert.deepEqual(ids(JSON.parse(again.content).transactions), ids(transactions));
  assertNoProblems();
});

test("the export of a bank export shows notes and refusals", async () => {
  await example("Bank CSV: a batch entry with details");
  await page.waitForSelector(".table .row");
  const report = await downloadStatement("camt.053");
  assert.match(report.text, /:camt\.052\./);
  assert.match(await outcome(), /^ubs-march\.xml: 4 transactions, .*\n+The balances .* are not proved, so this is an account report \(camt\.052\)/);
  await page.screenshot({ path: join(SITE, "export.png") });

  // The account that was entered on the page is too long for OFX. The controls are used with the keyboard.
  await page.setInputFiles("#file", join(root, "tests/bank/bancastato-account/2018.csv"));
  for (const [option, value] of [["account", "Konto der Muster AG bei der Bank Beispiel"], ["currency", "CHF"]]) {
    await page.locator(".findings .message", { hasText: option }).first().waitFor();
    await page.locator(`#known-${option}`).fill(value);
    await page.locator(`#known-${option}`).press("Enter");
  }
  await page.waitForSelector(".table .row");
  const downloads = [];
  page.on("download", (download) => downloads.push(download.suggestedFilename()));
  await expand(page, "format-others");
  await page.locator("#format").focus();
  await page.keyboard.type("OFX");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator(".outcome .refused").waitFor();
  assert.match(await outcome(), /^Nothing was saved\. This can't be written as OFX:\s+line 4\s+The account identifier is longer than the format allows; .*\.$/);
  await page.locator(".refused button").press("Enter");
  assert.match((await downloadStatement("csv")).text, /Konto der Muster AG bei der Bank Beispiel.*"CHF"/);
  assert.deepEqual(downloads, ["2018-converted.csv"]);
  assertNoProblems();
});

test("a file can be dropped", async () => {
  const dropped = await page.evaluateHandle(() => {
    const files = new DataTransfer();
    files.items.add(new File(['{"signedFileName": "a", "fileName": "b", "paymentType": "Credit-Card"}'], "request.json"));
    return files;
  });
  await page.dispatchEvent("body", "dragover", { dataTransfer: dropped });
  assert.ok(await page.locator("#drop").isVisible());
  await page.dispatchEvent("body", "drop", { dataTransfer: dropped });
  await page.waitForSelector(".findings li");
  assert.match(await page.locator("#about").textContent(), /^request.json .* Document request$/);
  assertNoProblems();
});

/** A journal record with an entry of two lines. */
const journalRecord = (id, debit, credit, others = {}) => {
  const line = (lineNumber, creditDebit, amount, number) => ({ lineId: `${id}-1-${lineNumber}`, lineNumber, creditDebit, amount, currency: "CHF", account: { number, currency: "CHF" } });
  const lines = [line(1, "debit", debit, "6500"), line(2, "credit", credit, "2000")];
  return { acmeId: id, entries: [{ entryId: `${id}-1`, entryNumber: 1, type: "invoice", date: "2026-03-31", lines }], ...others };
};
const openText = (name, text) => page.setInputFiles("#file", { name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });

test("a journal shows its records, with entries that are balanced or not", async () => {
  await example("Journal: an entry that is not balanced");
  await page.waitForSelector(".table .row");
  assert.equal(await verdict(), "This journal has errors");
  assert.match(await page.locator("#verdict p").first().textContent(), /1 record, 1 entry \(1 not balanced\), 3 lines/);
  assert.equal(await page.locator(".entry-row .state.broken").textContent(), "✕ 65.00 ≠ 64.95 CHF");
  assert.match(await page.locator(".record-row").textContent(), /C-81 · invoice 2026-118 · Papeterie Muster GmbH/);
  await page.screenshot({ path: join(SITE, "journal.png") });
  await page.locator("#export").click();
  await page.locator(".outcome", { hasText: "no entries written" }).waitFor();

  await openText("export.json", `[\n${[journalRecord("s-1", "65.00", "65"), { acmeId: 7, entries: "x" }, journalRecord("s-3", "-0.50", "-0.5")].map((record) => JSON.stringify(record)).join(",\n")}\n]`);
  await page.locator(".record-row", { hasText: "s-3" }).waitFor();
  assert.deepEqual(await page.locator(".table .row .state").allTextContents(), ["✓ 65.00 CHF", "has an error", "✓ −0.50 CHF"]);
  assert.deepEqual(await page.locator(".record-row .line").allTextContents(), ["2", "3", "4"]);
  assert.match(await page.locator(".download .caution").first().textContent(), /1 record with an error will not be in the download/);
  await page.selectOption("#program", "table");
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#export").click()]);
  assert.equal(download.suggestedFilename(), "export.csv");
  assert.equal(readFileSync(await download.path(), "utf8").trim().split("\n").length, 5);
  await page.locator(".outcome", { hasText: "2 entries written, 0 refused" }).waitFor();
  await page.locator(".sums-table summary").first().click();
  assert.deepEqual(await page.locator(".sums-table tbody tr").first().locator("td").allTextContents(), ["CHF", "0.00", "64.50", "0.00", "64.50"]);
  assertNoProblems();
});

test("a workbook is shown as its rows, and an archive of one file as this file", async () => {
  const book = workbook("Konto", [...STATEMENT, ["CH9300762011623852957", "2026-03-31 00:00:00.0", "Kiosk", "zwölf", "", "2026-03-31 00:00:00.0"]]);
  await openText("konto.xlsx", book);
  await page.waitForFunction(() => /^konto\.xlsx .* Bank statement$/.test(document.getElementById("about").textContent));
  await page.locator(".findings .head", { hasText: "this is not a number" }).click();
  assert.equal(await page.locator("#viewer mark.current").textContent(), "zwölf");

  await clear(page);
  await openText("one.zip", zip([["konto.csv", STATEMENT.map((row) => row.join(";")).join("\n")]]));
  await page.waitForFunction(() => /^konto\.csv .* Bank statement$/.test(document.getElementById("about").textContent));
  assert.match(await source(), /^IBAN;Booked At/);
  assertNoProblems();
});

test("a journal is compared with base data, and its files and its signature are at hand", async () => {
  const text = JSON.stringify([journalRecord("s-1", "65.00", "65.00", { files: [{ acmeFileId: "f-1", contentAsBase64: "JVBERi0xLjQ=" }, { acmeFileId: "f-2" }] })]);
  await openText("export.json", text);
  await page.waitForSelector("#verdict.clean");
  await page.setInputFiles("#compare-file", { name: "broken.json", mimeType: "application/json", buffer: Buffer.from("{") });
  await page.locator("#compared", { hasText: "this is not JSON" }).waitFor();
  const baseData = {
    organization: { companyName: "Muster AG", leadCurrency: "CHF" }, currencies: [{ externalId: "c", code: "CHF" }],
    accounts: [{ externalId: "a", number: "6500", description: "Material", type: "EXPENSE" }], taxes: [{ externalId: "t", code: "UN81", description: "Umsatzsteuer", value: 8.1 }],
    taxPeriods: [{ externalId: "p", isSubjectToTax: true, balanceTaxation: false, accountingMethod: "ACCRUAL", startsAt: "2026-01-01", endsAt: "2026-12-31" }],
  };
  await page.setInputFiles("#compare-file", { name: "part.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await page.locator("#compared", { hasText: "part.json: the base data can't be used: `organization` is missing" }).waitFor();
  await page.setInputFiles("#compare-file", { name: "base.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(baseData)) });
  await page.locator(".findings .message", { hasText: "account" }).first().waitFor();
  assert.equal(await page.locator("#compared").textContent(), "Compared with base.json");
  await page.locator("#compare-clear").click();
  await page.waitForSelector("#verdict.clean");

  await page.locator("#files").click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".files button").click()]);
  assert.equal(download.suggestedFilename(), "f-1.pdf");
  assert.equal(readFileSync(await download.path(), "utf8"), "%PDF-1.4");
  assert.match(await page.locator(".files li").last().textContent(), /f-2 of s-1: not in the export, to download from .*f-2/);

  await page.locator("summary", { hasText: "signature of a webhook" }).click();
  await page.locator(".webhook input").first().fill("secret");
  const header = `sha256=${createHmac("sha256", "secret").update(text).digest("hex")}`;
  for (const [given, said] of [[header, "The signature is valid."], [header.replace(/.$/, "x"), "is not that of this body"]]) {
    await page.locator(".webhook input").last().fill(given);
    await page.locator(".webhook button").click();
    await page.locator(".webhook .proof", { hasText: said }).waitFor();
  }
  assertNoProblems();
});

test("a large journal, and one in CSV, are shown", { timeout: 120_000 }, async () => {
  const records = Array.from({ length: 40_000 }, (_, index) => JSON.stringify(journalRecord(`s-${index}`, "65.00", "65.00")));
  const path = join(folder, "large.jsonl");
  writeFileSync(path, records.join("\n"));
  await page.setInputFiles("#file", path);
  await page.waitForSelector(".table .row", { timeout: 60_000 });
  assert.match(await page.locator("#verdict p").first().textContent(), /40.000 records, 40.000 entries \(40.000 balanced\), 80.000 lines/);
  await page.locator(".table").evaluate((table) => (table.scrollTop = table.scrollHeight));
  await page.locator(".record-row", { hasText: "s-39999" }).click();
  await page.waitForFunction(() => Number(document.querySelector("#viewer .line:last-child .number").textContent) > 39_990);
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#export").click()]);
  const csv = readFileSync(await download.path());
  await clear(page);
  await page.setInputFiles("#file", { name: "single.csv", mimeType: "text/csv", buffer: csv.subarray(0, csv.indexOf("\n", 20_000) + 1) });
  await page.waitForFunction(() => /^single\.csv .* Journal$/.test(document.getElementById("about").textContent));
  await page.waitForSelector(".entry-row .state.proved");
  assertNoProblems();
});

test("a missing account and currency can be entered", async () => {
  await page.setInputFiles("#file", join(root, "tests/bank/bancastato-account/2018.csv"));
  const field = page.locator("#known-account");
  await page.locator(".findings .help", { hasText: "name the account, for example by its IBAN or the masked card number (enter it in the field Account)" }).waitFor();
  assert.doesNotMatch(await page.locator("body").innerText(), /--[a-z]/);
  await field.fill("CH9300762011623852958");
  await field.press("Enter");
  await page.waitForFunction(() => document.querySelector(".said").textContent.includes("check digits"));
  await field.fill("CH9300762011623852957");
  await field.press("Enter");
  await page.locator(".findings .message", { hasText: "currency" }).waitFor();
  await page.locator("#known-currency").fill("CHF");
  await page.locator("#known-currency").press("Enter");
  await page.waitForSelector(".totals");
  assert.match(await page.locator(".total h3").first().textContent(), /^CH9300762011623852957/);
  // The account of one file is not used for the next file.
  await clear(page);
  await page.setInputFiles("#file", join(root, "tests/bank/bancastato-account/2014.csv"));
  await page.waitForFunction(() => document.getElementById("about").textContent.startsWith("2014.csv"));
  await page.locator(".findings .message", { hasText: "account" }).first().waitFor();
  assert.equal(await page.locator("#known-account").inputValue(), "");
  assertNoProblems();
});

test("findings are marked correctly with CR LF, and fixes are not applied to a changed text", async () => {
  const crlf = '{"transactions": [\r\n  {"accountIdentifier": "a", "transactionId": "1",\r\n   "creditDebit": "debit", "amount": 5, "currency": "chf", "bookedAt": "2026-03-31"}\r\n]}\r\n';
  await page.setInputFiles("#file", { name: "crlf.json", mimeType: "application/json", buffer: Buffer.from(crlf) });
  await page.waitForSelector(".findings li");
  assert.deepEqual(await page.locator("#editor mark").allTextContents(), ["5", '"chf"']);
  await page.locator("#text").focus();
  // Clicks a fix after the text has changed, but before it is analyzed again.
  const before = await page.evaluate(() => {
    document.execCommand("insertText", false, "  ");
    document.querySelector(".findings .fix").click();
    return document.getElementById("text").value;
  });
  assert.equal(await source(), before);
  await page.waitForFunction(() => !document.querySelector("#result").inert);
  await page.locator("#fix-all").click();
  await page.waitForSelector("#verdict.clean");
  assertNoProblems();
});

test("opening another file quickly never mixes the data of both", async () => {
  const path = join(folder, "middle.csv");
  await writeLarge(path, 15e6);
  await page.setInputFiles("#file", path);
  await example("Bank CSV: a batch entry with details");
  await page.waitForSelector(".table .row");
  const { name, content } = await savePayload(page, "format");
  assert.equal(name, "ubs-march.json");
  assert.equal(JSON.parse(content).transactions.length, 4);
  await page.waitForFunction(() => document.querySelector(".progress").hidden);
  assertNoProblems();
});

test("many fixes are applied, formatted and undone quickly", async () => {
  const transactions = Array.from({ length: 900 }, (_, index) => `  {"accountIdentifier": "a", "transactionId": "${index}", "creditDebit": "DEBIT", "amount": "5", "currency": "CHF", "bookedAt": "2026-03-31", "note": 12345678901234567890}`);
  const text = `{"transactions": [\n${transactions.join(",\n")}\n]}\n`;
  /** Returns how long a step takes until the page shows its result. */
  const timeOf = async (step, isDone, argument) => {
    const start = performance.now();
    await step();
    await page.waitForFunction(isDone, argument);
    return performance.now() - start;
  };
  const isShown = (name) => document.getElementById("about").textContent.startsWith(name) && document.querySelector(".findings li");
  const isAnalyzed = () => !document.querySelector("#result").inert;
  const isFormatted = () => document.getElementById("text").value.includes('\n      "creditDebit": "debit"');
  // The longer opening, since the second file may be shown while findings of the first one still are.
  let [opening, fixing] = [0, Infinity];
  for (const name of ["first.json", "second.json"]) {
    if (name === "second.json") await clear(page);
    const open = () => page.setInputFiles("#file", { name, mimeType: "application/json", buffer: Buffer.from(text) });
    opening = Math.max(opening, await timeOf(open, isShown, name));
    await timeOf(() => page.locator(".findings .fix").first().click(), isAnalyzed);
    fixing = Math.min(fixing, await timeOf(() => page.locator("#fix-all").click(), isAnalyzed));
    await timeOf(() => page.locator("#normalize").click(), isFormatted);
  }
  // Replacing all lines at once takes more than fifteen times as long as opening the file, and one range after the other twice as long.
  assert.ok(fixing < 6 * opening, JSON.stringify({ opening, fixing }));
  assert.match(await source(), /"note": 12345678901234567890/);
  await page.getByText("Restore the previous text").click();
  await page.waitForFunction(() => document.getElementById("text").value.startsWith('{"transactions": [\n  {"accountIdentifier"'));
  assertNoProblems();
});

test("typing continues during an analysis", async () => {
  await page.locator("#text").focus();
  await page.keyboard.type('{"transactions": [{"creditDebit": "DEBIT", "amount": "5"}]}', { delay: 40 });
  await page.waitForFunction(() => [...document.querySelectorAll("#editor mark")].some((mark) => mark.textContent === '"DEBIT"'));
  assert.equal(await source(), '{"transactions": [{"creditDebit": "DEBIT", "amount": "5"}]}');
  assertNoProblems();
});

test("the page has a dark theme and fits a phone", async () => {
  await reopen({ colorScheme: "dark" });
  await example("Base data with errors");
  await page.waitForSelector(".findings li");
  await page.keyboard.press("F8");
  await page.screenshot({ path: join(SITE, "dark.png") });
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  assert.ok(ground.match(/\d+/g).every((part) => Number(part) < 60), ground);
  assertNoProblems();

  await reopen({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
  await example("Bank CSV: one year of an account");
  await page.waitForSelector(".table .row");
  await page.screenshot({ path: join(SITE, "narrow.png"), fullPage: true });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  assertNoProblems();
});

test("a file of 100 MB doesn't stop the page", { timeout: 180_000 }, async () => {
  const path = join(folder, "large.csv");
  await writeLarge(path, 100e6);
  await page.evaluate(() => {
    // Measures how long the page was blocked, with a timer.
    let last = performance.now();
    window.begin = last;
    window.longest = 0;
    setInterval(() => {
      const now = performance.now();
      window.longest = Math.max(window.longest, now - last - 20);
      last = now;
    }, 20);
  });
  const seen = [];
  await page.exposeFunction("seen", (text) => seen.push(text));
  await page.evaluate(() => new MutationObserver(() => window.seen(document.querySelector(".progress").textContent)).observe(document.querySelector(".progress"), { subtree: true, childList: true, attributes: true }));
  await page.setInputFiles("#file", path);
  await page.waitForSelector(".table .row", { timeout: 150_000 });
  assert.match(await page.locator("#verdict p").first().textContent(), /rows: /);
  assert.ok(seen.includes("converting"), [...new Set(seen)].join());
  // If the page waited for the file, it would be blocked for almost all of the time.
  const [longest, all] = await page.evaluate(() => [window.longest, performance.now() - window.begin]);
  assert.ok(longest < all / 3, `the page was blocked for ${longest} of ${all} ms`);
  await page.locator("#viewer").evaluate((viewer) => (viewer.scrollTop = viewer.scrollHeight));
  await page.waitForFunction(() => Number(document.querySelector("#viewer .line:last-child .number").textContent) > 100_000);
  await page.locator(".table").evaluate((table) => (table.scrollTop = table.scrollHeight));
  await page.waitForFunction(() => Number(document.querySelector(".table .row:last-child").getAttribute("aria-rowindex")) > 100_000);
  assertNoProblems();
});

/** Writes an export of this size. */
function writeLarge(path, size) {
  const head = readFileSync(join(root, "tests/bank/ubs-account/2022-11-de.csv"), "utf8").split("\n").slice(0, 10);
  const names = head.find((line) => line.startsWith("Abschlussdatum"));
  const out = createWriteStream(path);
  out.write(`IBAN:;CH93 0076 2011 6238 5295 7;\n\n${names}\n`);
  let written = 0;
  for (let row = 0; written < size; ) {
    let block = "";
    for (const end = row + 5000; row < end; row += 1) {
      const day = `2026-${String(12 - (Math.floor(row / 60_000) % 12)).padStart(2, "0")}-${String(1 + (row % 28)).padStart(2, "0")}`;
      block += `${day};;${day};${day};CHF;-${1 + (row % 900)}.05;;;;99${String(row).padStart(9, "0")}TO26;"Bäckerei Muster;3011 Bern";"Zahlung Debitkarte";"Transaktions-Nr. 99${String(row).padStart(9, "0")}TO26";;\n`;
    }
    out.write(block);
    written += Buffer.byteLength(block);
  }
  return new Promise((resolve) => out.end(resolve)).then(() => assert.ok(statSync(path).size >= size));
}

test("a front end can be tested with the fetch of the reference service", async () => {
  const contents = 'import { ReferenceService } from "./dist/index.js"; globalThis.fetch = new ReferenceService().fetch;';
  const { outputFiles } = buildSync({ stdin: { contents, resolveDir: wasm }, bundle: true, format: "iife", write: false, logLevel: "error" });
  const blank = await context.newPage();
  await blank.addScriptTag({ content: outputFiles[0].text });
  const statuses = await blank.evaluate(async () => {
    const headers = { authorization: "Bearer sandbox", "content-type": "application/json" };
    const transaction = { accountIdentifier: "CH9300762011623852957", transactionId: "1", amount: "12.50", currency: "CHF" };
    const body = JSON.stringify({ transactions: [transaction] });
    const sent = await fetch("https://service.example/api/public/v1/transactions", { method: "POST", headers, body });
    const { newTransactions } = await sent.json();
    return [sent.status, newTransactions, (await fetch("/api/public/v1/base-data")).status];
  });
  assert.deepEqual(statuses, [201, 1, 401]);
});
