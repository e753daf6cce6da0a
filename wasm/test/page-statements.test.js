// Several statements at once: what the page shows by account, what is missing between files, and what each file needs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { statement as mt940 } from "./mt940.js";
import { ACCOUNT, OTHER, SITE, clear, expand, launch, learn, openFiles, openPage, save, saveAs, savePayload, statement } from "./page.js";
import { STATEMENT, workbook, zip } from "./zip.js";

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
/** A statement without a currency. */
const RAIFFEISEN = STATEMENT.map((row) => row.join(";")).join("\n");
const texts = (selector) => page.locator(selector).allInnerTexts();
const verdict = () => page.locator("#verdict h2").textContent();
const account = (name) => page.locator(".total", { hasText: name });
const need = (name) => page.getByRole("group", { name, exact: true });
const file = (name) => page.locator(".file-list li", { has: page.getByRole("button", { name, exact: true }) });
async function download(click) {
  const [saved] = await Promise.all([page.waitForEvent("download"), click()]);
  return { name: saved.suggestedFilename(), content: readFileSync(await saved.path()) };
}

test("several files are shown by account, in order, with what is missing between them", async () => {
  await openFiles(page, { "april.csv": APRIL, "february.csv": FEBRUARY, "january.csv": JANUARY, "other.csv": statement(OTHER, [["2026-01-10", "5.00", "5.00"]]) });
  await page.waitForSelector(".file-list li");
  assert.equal(await verdict(), "All 4 files are read");
  assert.equal(await page.locator("#verdict p").textContent(), "6 transactions, 2 accounts, 1 possible gap");
  assert.equal(await account(ACCOUNT).locator(".span").first().textContent(), "2026-01-05 to 2026-04-05, 5 transactions, 3 files");
  assert.deepEqual(await account(ACCOUNT).locator("dd").allTextContents(), ["1’000.00", "150.00", "110.00", "790.00"]);
  assert.match(await account(ACCOUNT).locator(".gap", { hasText: "The statement before this one" }).innerText(), /^april\.csv: The statement before this one \(line 4, february\.csv\) ends with another balance .* difference -250\.00\): ask the bank/);
  assert.equal(await account(OTHER).locator(".gap", { hasText: "The statement before this one" }).count(), 0);
  await page.screenshot({ path: join(SITE, "several.png") });

  await openFiles(page, { "march.csv": statement(ACCOUNT, [["2026-03-05", "-250.00", "800.00"]]) });
  await file("march.csv").waitFor();
  assert.equal(await account(ACCOUNT).locator(".gap", { hasText: "The statement before this one" }).count(), 0);
  assert.match(await account(ACCOUNT).innerText(), /The files follow one another without a visible gap\./);
  await file("march.csv").getByRole("button", { name: "Remove march.csv" }).click();
  await account(ACCOUNT).locator(".gap", { hasText: "The statement before this one" }).waitFor();
  assertNoProblems();
});

test("transactions that two files have are downloaded once", async () => {
  const both = statement(ACCOUNT, [["2026-01-05", "-20.00", "980.00"], ["2026-01-20", "100.00", "1080.00"], ["2026-02-05", "-80.00", "1000.00"]]);
  await openFiles(page, { "january.csv": JANUARY, "again.csv": JANUARY, "longer.csv": both });
  await page.waitForSelector(".file-list li");
  assert.match(await page.locator(".taken").innerText(), /4 transactions that several statements have are in the downloads once\./);
  assert.match(await file("longer.csv").innerText(), /1 transaction · 2 in an earlier statement too/);
  // Each counts once in the sums too.
  assert.deepEqual(await account(ACCOUNT).locator("dd").allTextContents(), ["1’000.00", "100.00", "100.00", "1’000.00"]);
  assert.match(await account(ACCOUNT).locator(".span").first().textContent(), /3 transactions, 3 files$/);
  assert.equal(await page.locator("#verdict p").textContent(), "3 transactions, 1 account");
  // The opening balance of each file comes from its first row, so no balance confirms it; the same row in two files does not count as two.
  assert.equal(await account(ACCOUNT).locator(".proof").innerText(), "The balances of the bank confirm 2 of 3 transactions.");
  const { name, content } = await savePayload(page, "all-format");
  const transactions = content.toString().trim().split("\n").flatMap((line) => JSON.parse(line).transactions);
  assert.equal(name, "transactions.jsonl");
  assert.deepEqual(transactions.map(({ amount }) => amount).sort(), ["100.00", "20.00", "80.00"]);
  // What the text promises of other programs.
  for (const [format, entry, count] of [["hledger", /^2026-/gm, 3], ["beancount", /^2026-\S+ \*/gm, 3], ["csv", /CH9300762011623852957/g, 3], ["camt.053", /<Ntry>/g, 3], ["ofx", /<STMTTRN>/g, 3], ["qif", /^T-?\d/gm, 3], ["gnucash", /^2026-/gm, 3]]) {
    const saved = await saveAs(page, "all-format", format);
    assert.equal(saved.content.toString().match(entry)?.length, count, format);
  }
  // Two formats need what no statement has: a field for it appears.
  const save = () => download(() => page.locator("#all-format-export").click());
  const bankNumber = page.getByLabel("Number of the bank (INTU.BID)");
  assert.equal(await bankNumber.isVisible(), false);
  await page.selectOption("#all-format", "qbo");
  await bankNumber.fill("3000");
  assert.match((await save()).content.toString(), /<INTU\.BID>3000</);
  await page.selectOption("#all-format", "datev");
  const settings = { consultant: 29098, client: 55003, yearStart: "2026-01-01", accountLength: 4, currency: "CHF", accounts: [{ account: ACCOUNT, number: "1020" }], income: "1099", expenses: "1099" };
  await page.getByLabel("Settings for DATEV (JSON)").setInputFiles({ name: "datev.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(settings)) });
  assert.match((await save()).content.toString(), /^"EXTF";700;21;/);
  assertNoProblems();
});

test("a transaction that another file has with another amount is said", async () => {
  await openFiles(page, { "january.csv": JANUARY, "changed.csv": JANUARY.replace("-20.00;", "-21.00;") });
  await page.waitForSelector(".file-list li");
  assert.match(await file("changed.csv").innerText(), /1 transaction · 1 in an earlier statement too · 1 warning/);
  assert.match(await account(ACCOUNT).locator(".gap", { hasText: "only one of them" }).innerText(), /^changed\.csv: .* only one of them has these bookings: 2026-01-05, -20\.00; 2026-01-05, -21\.00/);
  assert.ok(await page.locator("#verdict.warning").isVisible());
  assertNoProblems();
});

test("an id that a file has twice contradicts no other file, and a balance that contradicts is named", async () => {
  const twice = statement(OTHER, [["2026-03-01", "-10.00", "90.00"], ["2026-03-02", "-5.00", "84.00"]]).replaceAll(/99202603\d+TO01/g, "99TO01");
  await openFiles(page, { "twice.csv": twice, "january.csv": JANUARY });
  await page.waitForSelector(".file-list li");
  assert.doesNotMatch(await file("twice.csv").innerText(), /earlier statement/);
  assert.match(await file("twice.csv").innerText(), /2 transactions · \d+ warnings? ·/);
  assert.equal(await page.locator("#verdict p").textContent(), "4 transactions, 2 accounts, 1 account contradicted by its balances");
  assertNoProblems();
});

test("an empty file is said to be empty, and the others go on", async () => {
  const dropped = await page.evaluateHandle((content) => {
    const files = new DataTransfer();
    files.items.add(new File([], "2026.csv"));
    files.items.add(new File([content], "january.csv"));
    return files;
  }, JANUARY);
  await page.dispatchEvent("body", "drop", { dataTransfer: dropped });
  await file("january.csv").waitFor();
  assert.match(await file("2026.csv").innerText(), /nothing in the file/);
  assertNoProblems();
});

test("all statements are saved for another program together", async () => {
  await openFiles(page, { "january.csv": JANUARY, "february.csv": FEBRUARY });
  await page.waitForSelector(".file-list li");
  for (const [format, name, has] of [["hledger", "statements.journal", "2026-02-20"], ["csv", "statements.csv", "2026-02-20"], ["camt.053", "statements.xml", "camt.05"]]) {
    const saved = await saveAs(page, "all-format", format);
    assert.equal(saved.name, name);
    assert.ok(saved.content.includes(has), format);
    await page.locator(".outcome", { hasText: `${name}: 4 transactions` }).waitFor();
  }
  assert.equal((await saveAs(page, "all-format", "xlsx")).content.subarray(0, 2).toString(), "PK");
  assertNoProblems();
});

test("what files need is entered in one form, and kept when files are added", async () => {
  await openFiles(page, { "one.csv": RAIFFEISEN, "two.csv": RAIFFEISEN.replaceAll("2026-03", "2026-05"), "january.csv": JANUARY });
  await page.waitForSelector(".need");
  assert.equal(await verdict(), "2 of 3 files need attention");
  assert.equal(await file("one.csv").locator(".problem").innerText(), "The file does not say which currency it is in, and no currency was given: name the currency, for example CHF.");
  const currency = need("one.csv").getByLabel("Which currency?");
  await currency.fill("CHX");
  await currency.press("Enter");
  await need("one.csv").locator(".said", { hasText: "currency" }).waitFor();
  // What was typed, and the focus, stay while a file is added.
  await openFiles(page, { "february.csv": FEBRUARY });
  await file("february.csv").waitFor();
  assert.equal(await currency.inputValue(), "CHX");
  assert.equal(await currency.evaluate((input) => input === document.activeElement), true);
  // A currency in small letters is clear. The row stays where it is, and the next field is one Tab away.
  const places = () => page.locator(".need").evaluateAll((rows) => rows.map((row) => [row.getAttribute("aria-label"), row.getBoundingClientRect().top - rows[0].getBoundingClientRect().top]));
  const before = await places();
  await currency.fill("chf");
  await currency.press("Tab");
  await page.waitForFunction(() => document.querySelector("#verdict h2").textContent === "1 of 4 files needs attention");
  assert.deepEqual(await places(), before);
  assert.equal(await need("two.csv").getByLabel("Which currency?").evaluate((input) => input === document.activeElement), true);
  await page.getByRole("button", { name: "Take the currency of one.csv for 1 more file of this bank" }).click();
  await page.waitForFunction(() => document.querySelector("#verdict h2").textContent === "All 4 files are read");
  assert.equal(await currency.inputValue(), "CHF");
  assert.equal(await need("two.csv").getByLabel("Which currency?").inputValue(), "CHF");
  assertNoProblems();
});

test("two files under one given account ask before they are one", async () => {
  const tessin = readFileSync(join(SITE, "../../tests/bank/bancastato-account/2018.csv"), "utf8");
  await openFiles(page, { "a.csv": tessin, "b.csv": tessin.replaceAll("2018", "2016"), "january.csv": JANUARY });
  await page.waitForSelector(".need");
  const field = need("a.csv").getByLabel("Which account is this? IBAN or card");
  await field.fill("CH9300762011623852958");
  await field.press("Enter");
  await need("a.csv").locator(".said", { hasText: "check digits" }).waitFor();
  await field.fill(OTHER);
  await field.press("Tab");
  await need("a.csv").getByLabel("Which currency?").fill("CHF");
  await page.keyboard.press("Tab");
  await account(OTHER).waitFor();
  assert.equal(await page.locator(".question").count(), 0);
  await page.getByRole("button", { name: /^Take the account of a\.csv/ }).click();
  await page.getByRole("button", { name: /^Take the currency of a\.csv/ }).click();
  await page.getByRole("group", { name: `Are these files of one account, ${OTHER}?` }).waitFor();
  // Nothing is taken away before the answer.
  assert.equal(await page.locator(".taken fieldset").evaluate((buttons) => buttons.disabled), true);
  await page.getByRole("button", { name: "No, they are different accounts" }).click();
  await page.waitForFunction(() => document.querySelector(".question") === null);
  assert.equal(await need("b.csv").getByLabel("Which account is this? IBAN or card").inputValue(), "");
  await page.getByRole("button", { name: /^Take the account of a\.csv/ }).click();
  await page.getByRole("button", { name: "Yes, they are one account" }).click();
  await page.waitForFunction(() => document.querySelector(".question") === null);
  assert.equal(await page.locator(".taken fieldset").evaluate((buttons) => buttons.disabled), false);
  assertNoProblems();
});

test("the verdict on a new file is in view, and the focus stays near what was done", async () => {
  // The page scrolls in the frame after the one that shows the file, which a busy machine draws late.
  const waitForView = async (locator) => {
    const isSeen = (element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    };
    for (let tries = 0; tries < 100; tries += 1) {
      if (await locator.evaluate(isSeen)) return;
      await page.waitForTimeout(50);
    }
    assert.fail(`${locator} is not in view`);
  };
  const waitForFile = (name) => page.waitForFunction((name) => document.querySelector("#about").textContent.startsWith(name) && !document.querySelector("#result").inert, name);
  await page.selectOption("#examples", "3");
  await page.waitForSelector(".table .row");
  await page.locator(".table .row").last().scrollIntoViewIfNeeded();
  await openFiles(page, { "january.csv": JANUARY });
  await waitForFile("january.csv");
  await waitForView(page.locator("#verdict h2"));

  await clear(page);
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`day-${index + 10}.csv`, statement(ACCOUNT, [[`2026-01-${index + 1}`.replace(/-(\d)$/, "-0$1"), "-1.00", `${900 - index}.00`]])]));
  await openFiles(page, many);
  await file("day-39.csv").waitFor();
  await waitForView(page.locator("#verdict h2"));
  await openFiles(page, { "other.csv": statement(OTHER, [["2026-01-10", "5.00", "5.00"]]) });
  await file("other.csv").waitFor();
  await waitForView(file("other.csv").locator(".name"));

  await file("day-25.csv").locator(".name").press("Enter");
  await waitForFile("day-25.csv");
  await waitForView(page.locator("#verdict h2"));
  await page.waitForFunction(() => document.activeElement.id === "all-files", undefined, { timeout: 5_000 });
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.textContent === "day-25.csv", undefined, { timeout: 5_000 });
  assertNoProblems();
});

test("a file of several has the findings that it has beside the others", async () => {
  await openFiles(page, { "january.csv": JANUARY, "april.csv": APRIL });
  await file("april.csv").getByRole("button", { name: "april.csv", exact: true }).click();
  await page.waitForSelector(".table .row");
  assert.deepEqual(await texts(".findings .badge"), ["warning"]);
  assert.match((await texts(".findings .message"))[0], /^the statement before this one \(line 4, january\.csv\)/);
  await page.getByRole("button", { name: "All files" }).click();
  await file("january.csv").getByRole("button", { name: "Remove january.csv" }).click();
  await file("april.csv").getByRole("button", { name: "april.csv", exact: true }).click();
  await page.waitForSelector(".table .row");
  assert.deepEqual(await texts(".findings .badge"), []);
  assertNoProblems();
});

test("a file of several is opened, and the others stay", async () => {
  await openFiles(page, { "january.csv": JANUARY, "one.csv": RAIFFEISEN });
  await file("one.csv").getByRole("button", { name: "one.csv", exact: true }).click();
  await page.waitForFunction(() => /^one\.csv/.test(document.querySelector("#about").textContent));
  assert.match(await page.locator("#text").inputValue(), /^IBAN;Booked At/);
  await page.locator("#known-currency").fill("CHF");
  await page.locator("#known-currency").press("Enter");
  await page.waitForSelector(".table .row");
  assert.equal(await page.locator("#known-currency").inputValue(), "CHF");
  // What was entered holds for the text too, after it was changed.
  await page.locator("#text").press("End");
  await page.keyboard.type(" ");
  await page.waitForFunction(() => !document.querySelector("#result").inert);
  assert.equal(await page.locator("#verdict h2").textContent(), "Raiffeisen Schweiz, account");
  assert.equal(await page.locator("#known-currency").inputValue(), "CHF");
  // The change stays when one goes back to all, and comes back with the file. The language is changed without losing anything.
  await page.locator("#text").press("Control+End");
  await page.keyboard.type("\n\n\n");
  await page.getByRole("button", { name: "All files" }).click();
  await file("one.csv").getByRole("button", { name: "one.csv", exact: true }).click();
  await page.waitForFunction(() => /\n\n\n$/.test(document.querySelector("#text").value));
  await page.selectOption("#language", "fr");
  assert.match(await page.locator("#text").inputValue(), /\n\n\n$/);
  await page.selectOption("#language", "en");
  await page.locator("#all-files").click();
  await page.waitForSelector(".file-list li");
  assert.equal(await verdict(), "All 2 files are read");
  assert.equal(await page.evaluate(() => document.activeElement.closest(".file-list") !== null), true);
  await clear(page);
  assert.equal(await verdict(), "Open files, or paste some data");
  assertNoProblems();
});

test("the files of archives count as files", async () => {
  const book = workbook("Konto", STATEMENT);
  await openFiles(page, { "all.zip": zip([["2026/january.csv", JANUARY], ["2026/konto.xlsx", book], ["notice.txt", "hello"], ["../evil.csv", "x"]]) });
  await page.waitForSelector(".file-list li");
  assert.deepEqual(await texts(".file-list .name"), ["notice.txt", "../evil.csv", "2026/january.csv", "2026/konto.xlsx"]);
  assert.match(await file("../evil.csv").innerText(), /its name leads out of the folder/);
  assert.match(await file("2026/konto.xlsx").innerText(), /Raiffeisen Schweiz/);
  // An archive of one file is that file.
  await clear(page);
  await openFiles(page, { "one.zip": zip([["january.csv", JANUARY]]) });
  await page.waitForSelector(".table .row");
  assert.match(await page.locator("#about").textContent(), /^january\.csv .* Bank statement$/);
  await clear(page);
  await openFiles(page, { "broken.zip": "PK\x03\x04" });
  await page.waitForSelector(".file-list li.error");
  assertNoProblems();
});

test("a bank is searched and chosen", async () => {
  await page.locator("#bank-list").click();
  await page.locator("#bank-search").waitFor();
  await page.keyboard.type("kantonal zur");
  assert.deepEqual(await texts("#banks li"), ["Zürcher Kantonalbank, account Switzerland", "Zürcher Kantonalbank, search of bookings Switzerland"]);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#bank-list").evaluate((button) => button === document.activeElement), true);

  await openFiles(page, { "unknown.csv": "a;b;c\n1;2;3\n", "january.csv": JANUARY });
  await file("unknown.csv").getByRole("button", { name: "Which bank is this from?" }).click();
  await page.locator("#bank-search").waitFor();
  await page.keyboard.type("UBS");
  await page.locator("#banks li button").first().click();
  await file("unknown.csv").getByRole("button", { name: "Choose another bank" }).waitFor();
  await file("unknown.csv").getByRole("button", { name: "Detect the bank again" }).click();
  await file("unknown.csv").getByRole("button", { name: "Which bank is this from?" }).waitFor();
  assertNoProblems();
});

test("a list ends with its last row when the window was turned", async () => {
  const days = Array.from({ length: 28 }, (_, index) => `2026-03-${String(index + 1).padStart(2, "0")}`);
  const march = statement(ACCOUNT, days.map((day, index) => [day, "-1.00", `${1000 - index}.00`]));
  for (const [files, count] of [[{ "march.csv": march }, 28], [{ "march.csv": march, "april.csv": APRIL }, 29]]) {
    await open();
    await openFiles(page, files);
    for (const [width, height, rowHeight] of [[1400, 900, 30], [390, 844, 52], [1400, 900, 30]]) {
      await page.setViewportSize({ width, height });
      await page.waitForFunction(({ count, rowHeight }) => {
        const table = document.querySelector(".table");
        if (!table) return false;
        table.scrollTop = table.scrollHeight;
        const last = table.querySelector(`.row[aria-rowindex="${count}"]`);
        const below = last && table.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom;
        const isWhole = table.scrollHeight === count * rowHeight && table.clientHeight % rowHeight === 0;
        return isWhole && last?.offsetHeight === rowHeight && below >= 0 && below < 2;
      }, { count, rowHeight });
    }
  }
  assertNoProblems();
});

test("a row that the file has in an earlier statement too is named", async () => {
  const message = mt940({ from: "260401", opening: "137,50", entries: ["2604020402D10,00"], until: "260430", closing: "127,50" });
  await openFiles(page, { "twice.sta": message + message });
  await page.waitForSelector(".rows li");
  assert.deepEqual(await texts(".rows strong"), ["1 row: the transaction of an earlier statement"]);
  assertNoProblems();
});

test("rows that are no transactions are grouped by reason", async () => {
  const pending = JANUARY.replace(/;"Zahlung";/g, ';"Zahlung";').replace("Transaktions-Nr. 99202601200TO01", "x");
  await openFiles(page, { "broken.csv": pending.replace("-20.00;", "-2x;").replace(";100.00", ";1y0.00") });
  await page.waitForSelector(".rows li");
  assert.match((await texts(".rows strong")).join(), /^2 rows: rejected, see the findings$/);
  await page.locator(".rows button").first().click();
  assertNoProblems();
});

const CARD = "Tag;Was;Zahl\n03.04.2026;Coop;23.40\n04.04.2026;Migros;17.10\n05.04.2026;Gutschrift;-40.00\n";
const question = () => page.locator(".learn .question > p").first().textContent();

test("a file of an unknown format asks what it leaves open, and is then a statement like any other", async () => {
  await openFiles(page, { "card.csv": CARD });
  await page.waitForSelector(".learn .question");
  assert.equal(await verdict(), "Unknown format");
  assert.equal(await question(), "Line 2: 03.04.2026 | Coop | 23.40. Money out or in?");
  await page.getByRole("button", { name: "Money out of the account" }).click();
  await page.getByText("Does Tag have the booking date?").waitFor();
  assert.equal(await page.locator(".learn .question .about").textContent(), "One more question.");
  // The role of a column can be chosen in its row too.
  await page.getByLabel("Meaning of Tag").selectOption("booked-at");
  await page.getByText("Does Zahl have the amount?").waitFor();
  await page.getByRole("button", { name: "Yes", exact: true }).click();
  await page.locator("#learn-save").waitFor();
  assert.equal(await verdict(), "Learned format, account");
  await page.locator("#known-account").fill(ACCOUNT);
  await page.locator("#known-account").press("Tab");
  await page.locator("#known-currency").fill("CHF");
  await page.locator("#known-currency").press("Tab");
  await page.waitForSelector(".total");
  assert.deepEqual(await account(ACCOUNT).locator("dd").allTextContents(), ["40.00", "40.50"]);
  const { name, content } = await download(() => page.locator("#learn-save").click());
  assert.equal(name, "card-profile.json");
  assert.deepEqual(JSON.parse(content).variants[0].amount, { signed: { column: "zahl", positive: "debit" } });
  await page.locator("#learn-restart").click();
  await page.waitForSelector(".learn .question");
  assert.equal(await verdict(), "Unknown format");
  assertNoProblems();
});

test("a learned format counts for the file among others", async () => {
  await openFiles(page, { "january.csv": JANUARY, "card.csv": CARD });
  await page.waitForSelector(".file-list li");
  await file("card.csv").getByRole("button", { name: "Its format isn’t known: show what it says" }).click();
  await page.waitForSelector(".learn .question");
  for (const answer of ["Money out of the account", "Yes", "Yes"]) {
    const before = await question();
    await page.getByRole("button", { name: answer, exact: true }).click();
    await page.waitForFunction((text) => document.querySelector(".learn .question > p")?.textContent !== text, before);
  }
  await page.locator("#all-files").click();
  await page.waitForSelector(".file-list li");
  // The file names no account and no currency.
  assert.equal(await need("card.csv").locator("input").count(), 2);
  for (const [index, value] of [OTHER, "CHF"].entries()) {
    await need("card.csv").locator("input").nth(index).fill(value);
    await need("card.csv").locator("input").nth(index).press("Tab");
  }
  await account(OTHER).waitFor();
  assert.deepEqual(await account(OTHER).locator("dd").allTextContents(), ["40.00", "40.50"]);
  assertNoProblems();
});

test("a format that was learned and saved reads the next files", async () => {
  const month = (number, opening) => {
    const [rent, wage] = [opening - 20, opening + 35];
    return `Tag;Was;Betrag;Saldo\n03.${number}.2026;Miete;-20.00;${rent}.00\n04.${number}.2026;Lohn;55.00;${wage}.00\n05.${number}.2026;Brot;-5.00;${wage - 5}.00\n`;
  };
  await openFiles(page, { "april.csv": month("04", 100) });
  await learn(page);
  const profile = await save(page, "#learn-save");
  await clear(page);
  await openFiles(page, { [profile.name]: profile.content, "may.csv": month("05", 130), "january.csv": statement(ACCOUNT, [["2026-01-05", "-20.00", "980.00"]]) });
  await page.waitForSelector(".which input");
  // The format is used, so that only the account is asked for. A bank that is known stays.
  assert.match(await page.locator(".file-list li", { hasText: "may.csv" }).innerText(), /Learned format, account · 3 rows/);
  assert.match(await page.locator(".file-list li", { hasText: "january.csv" }).innerText(), /UBS/);
  await page.locator(`.file-list [aria-label="Remove ${profile.name}"]`).click();
  await page.waitForSelector("[data-key^=learn-]");
  assertNoProblems();
});
