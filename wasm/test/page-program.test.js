// The page and the native program say the same of the same files, and write the same bytes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { native, root } from "./installed.js";
import { statement as mt940 } from "./mt940.js";
import { ACCOUNT, OTHER, expand, launch, openPage, savePayload, statement } from "./page.js";

const bank = (path) => readFileSync(join(root, "tests/bank", path));
const message = (path) => readFileSync(join(root, "tests/messages", path));
const JANUARY = statement(ACCOUNT, [["2026-01-05", "-20.00", "980.00"], ["2026-01-20", "100.00", "1080.00"]]);
const FEBRUARY = statement(ACCOUNT, [["2026-02-05", "-80.00", "1000.00"], ["2026-02-20", "50.00", "1050.00"]]);
const APRIL = statement(ACCOUNT, [["2026-04-05", "-10.00", "790.00"]]);
const BROKEN = statement(OTHER, [["2026-03-01", "-10.00", "90.00"], ["2026-03-02", "-5.00", "84.00"]]);
const SECOND = mt940({ from: "260401", opening: "137,50", entries: ["2604020402D10,00"], until: "260430", closing: "127,50" });
const THIRD = mt940({ from: "260501", opening: "120,00", entries: ["2605040504D20,00"], until: "260531", closing: "100,00" });
const BOTH = statement(ACCOUNT, [["2026-01-05", "-20.00", "980.00"], ["2026-01-20", "100.00", "1080.00"], ["2026-02-05", "-80.00", "1000.00"]]);

/** The sets of files. Each has at least two, since one file alone is shown in another way. */
const SETS = {
  "two months": { "a.csv": JANUARY, "b.csv": FEBRUARY },
  "two months in the other order": { "a.csv": FEBRUARY, "b.csv": JANUARY },
  "a gap": { "a.csv": JANUARY, "b.csv": FEBRUARY, "c.csv": APRIL },
  "a copy": { "a.csv": JANUARY, "b.csv": JANUARY },
  "an overlap": { "a.csv": JANUARY, "b.csv": BOTH },
  "an overlap that differs": { "a.csv": JANUARY, "b.csv": JANUARY.replace("-20.00;", "-21.00;") },
  "a broken balance": { "a.csv": BROKEN, "b.csv": JANUARY },
  "two accounts": { "a.csv": JANUARY, "b.csv": statement(OTHER, [["2026-01-10", "5.00", "5.00"]]) },
  "two currencies": { "a.csv": JANUARY, "b.csv": statement(ACCOUNT, [["2026-01-10", "5.00", "5.00"]], "EUR") },
  "an account in one currency, another in two": { "a.csv": JANUARY, "b.csv": statement(OTHER, [["2026-01-10", "5.00", "5.00"]]), "c.csv": statement(OTHER, [["2026-01-11", "7.00", "7.00"]], "EUR") },
  "without balances": { "a.csv": statement(ACCOUNT, [["2026-01-05", "-1.00", ""]]), "b.csv": statement(ACCOUNT, [["2026-03-05", "-2.00", ""]]) },
  "messages that follow": { "a.sta": SECOND, "b.sta": THIRD.replace("120,00", "127,50") },
  "messages with a gap": { "a.sta": SECOND, "b.sta": THIRD },
  "twice in one file": { "a.sta": SECOND + SECOND, "b.sta": THIRD },
  "camt and a table": { "a.xml": message("exported-statement.camt053.xml"), "b.csv": JANUARY },
  "OFX and a table": { "a.ofx": message("exported-statement.ofx"), "b.csv": JANUARY },
  "camt and OFX": { "a.xml": message("exported-statement.camt053.xml"), "b.ofx": message("exported-statement.ofx") },
  "exports of UBS": { "a.csv": bank("ubs-account/2022-09-de.csv"), "b.csv": bank("ubs-account/2022-11-de.csv") },
  "exports of UBS in two languages": { "a.csv": bank("ubs-account/2022-11-de.csv"), "b.csv": bank("ubs-account/2022-11-en.csv") },
  "exports of PostFinance and UBS": { "a.csv": bank("postfinance-account/2024-with-balance-de.csv"), "b.csv": bank("ubs-account/2022-11-de.csv") },
};

let browser;
let uacc;
let folder;
before(async () => {
  uacc = native();
  browser = await launch();
  folder = mkdtempSync(join(tmpdir(), "program-"));
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the program. Exit status 1 means that there are findings. */
function run(...args) {
  try {
    return execFileSync(uacc, args, { cwd: folder, maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    if (error.status !== 1) throw error;
    return error.stdout;
  }
}

const formatted = (amount) => amount !== null && `${amount.startsWith("-") ? "−" : ""}${amount.replace("-", "").replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, "’")).replace(/^([^.]*)$/, "$1.00").replace(/\.(\d)$/, ".$10")}`;

/** Returns what the program says of each account and of each file. */
function saidByProgram(names) {
  const lines = run("convert", ...names, "--format", "json").toString().trim().split("\n").map((line) => JSON.parse(line));
  const { accounts } = lines.at(-1);
  const shown = accounts.filter(({ transactions }) => transactions > 0);
  return {
    accounts: shown.map(({ account, currency, balance, transactions, opening, credit, debit, closing, findings }) => ({
      account, currency, balance, transactions, sums: [opening, credit, debit, closing].filter((amount) => amount !== null).map(formatted), findings: findings.map(({ rule, file, line }) => `${rule} ${file} ${line}`),
    })),
    files: lines.slice(0, -1).map(({ file, rows, transactions, skipped, rejected, warnings, notes }) => [file, rows, transactions.length, skipped.filter(({ reason }) => reason !== "repeated").length, rejected.length, skipped.filter(({ reason }) => reason === "repeated").length, warnings, notes]),
  };
}

/** Returns what the page says of each account and of each file. */
const saidByPage = (page) => page.evaluate(() => {
  const text = (element, selector) => element.querySelector(selector)?.textContent ?? "";
  const count = (facts, pattern) => Number((pattern.exec(facts)?.[1] ?? "0").replaceAll("’", ""));
  const accounts = [...document.querySelectorAll("article.total")].map((article) => {
    const found = [...article.querySelectorAll(":scope > [data-rule]")];
    return {
      account: text(article, "h3 span"), currency: text(article, ".currency"), balance: article.querySelector(".proof").className.replace("proof ", ""),
      transactions: count(text(article, ".span"), /([\d’]+) transaction/), sums: [...article.querySelectorAll("dd")].map(({ textContent }) => textContent),
      findings: found.map((each) => `${each.dataset.rule} ${text(each, "strong").slice(0, -1)} ${count(text(each, ".place"), /line ([\d’]+)/)}`),
    };
  });
  const files = [...document.querySelectorAll(".file-list li")].map((item) => {
    const facts = text(item, ".about");
    const counts = [/([\d’]+) rows?( |$)/, /([\d’]+) transaction/, /([\d’]+) rows? skipped/, /([\d’]+) rows? rejected/, /([\d’]+) in an earlier/, /([\d’]+) warning/, /([\d’]+) note/];
    return [text(item, ".name"), ...counts.map((pattern) => count(facts, pattern))];
  });
  return { accounts, files: files.sort(([left], [right]) => (left < right ? -1 : 1)) };
});

/** For each format, the options of the program for what the page writes. */
const FORMATS = { xlsx: [], csv: ["--excel", "--signed"], "camt.053": [], mt940: [], ofx: [], qif: [], ynab: [], gnucash: [], hledger: [], beancount: [] };

/** Returns what the page downloads in a format, or null if it refuses. The page says what it did before the download begins. */
async function written(page, format) {
  const button = format === "xlsx" || format === "csv" ? `#all-format-${format}` : "#all-format-export";
  await expand(page, "all-format-others");
  if (button === "#all-format-export") await page.selectOption("#all-format", format);
  const download = page.waitForEvent("download", { timeout: 120_000 });
  download.catch(() => {});
  await page.locator(button).click();
  await page.waitForFunction(() => document.querySelector(".outcome").childElementCount > 0, undefined, { timeout: 120_000 });
  if ((await page.locator(".outcome .refused").count()) > 0) return null;
  return readFileSync(await (await download).path());
}

test("program and page agree on twenty sets of files", { timeout: 600_000 }, async () => {
  assert.equal(Object.keys(SETS).length, 20);
  for (const [set, files] of Object.entries(SETS)) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const names = Object.keys(files);
    const { page, close } = await opened(names);
    assert.deepEqual(await saidByPage(page), saidByProgram(names), set);
    const payload = (await savePayload(page, "all-format")).content.toString();
    const transactions = (text) => text.trim().split("\n").flatMap((line) => JSON.parse(line).transactions);
    assert.deepEqual(transactions(payload), transactions(run("convert", ...names, "--partial").toString()), set);
    await close();
    await compareFormats(set, names);
  }
});

/** Opens the files in a new window. */
async function opened(names) {
  const { context, page, assertNoProblems } = await openPage(browser);
  await page.setInputFiles("#file", names.map((name) => join(folder, name)));
  await page.waitForSelector(".taken");
  const confirm = page.locator("[data-key=all-format-confirm]");
  if ((await confirm.count()) > 0) await confirm.check();
  const close = async () => {
    assertNoProblems();
    await context.close();
  };
  return { page, close };
}

/** Compares what page and program write. A window is used for ten formats at most: Chromium lets none save more than ten files in a row. */
async function compareFormats(set, names) {
  assert.ok(Object.keys(FORMATS).length <= 10);
  const { page, close } = await opened(names);
  for (const [format, options] of Object.entries(FORMATS)) {
    const target = `out.${format}`;
    rmSync(join(folder, target), { force: true });
    run("convert", ...names, "--to", format, ...options, "--lang", "en", "--partial", "-o", target);
    const isWritten = readdirSync(folder).includes(target);
    const content = await written(page, format);
    assert.equal(content !== null, isWritten, `${set}, ${format}`);
    if (isWritten) assert.ok(content.equals(readFileSync(join(folder, target))), `${set}, ${format}`);
    await page.evaluate(() => document.querySelector(".outcome").replaceChildren());
  }
  await close();
}
