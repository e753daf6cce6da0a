// The page in a headless browser, for the tests of the page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { wasm } from "./installed.js";

export const SITE = join(wasm, "site");

/**
 * Starts Chromium without its windows: the same engine, but a new context takes an eighth of the time. Letters are placed as in Chromium with windows, at
 * fractions of a pixel.
 */
export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell", args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"] });

/** Opens the page in a new window. `assertNoProblems` asserts that there were no errors and no requests. */
export async function openPage(browser, options) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => /^(file|blob|data):/.test(request.url()) || problems.push(request.url()));
  await page.goto(pathToFileURL(join(SITE, "index.html")).href);
  return { context, page, assertNoProblems: () => assert.deepEqual(problems, []) };
}

const uploads = (files) => Object.entries(files).map(([name, content]) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) }));

/** Opens files by their names and contents. */
export const openFiles = (page, files) => page.setInputFiles("#file", uploads(files));

/** Opens files in the browser's dialog, which `act` opens. */
export async function chooseFiles(page, act, files) {
  const opened = page.waitForEvent("filechooser");
  // A key can reach the page before it knows that its dialog is awaited. What the page answers afterwards shows that it knows.
  await page.evaluate(() => undefined);
  await act();
  const chooser = await opened;
  await chooser.setFiles(uploads(files));
}

/** Closes what is open. Files are collected, so that another file would be shown with those before. */
export async function clear(page) {
  await page.locator("#clear").click();
  await page.waitForFunction(() => document.querySelector(".offers") !== null);
}

/** Opens a part of the page that is closed at first, such as the formats of other programs. */
export const expand = (page, key) => page.locator(`details[data-key="${key}"]`).evaluate((details) => (details.open = true));

/** Clicks what downloads something. Returns the name of the file, its path and its bytes. */
export async function save(page, selector) {
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator(selector).click()]);
  const path = await saved.path();
  return { name: saved.suggestedFilename(), path, content: readFileSync(path) };
}

/** Downloads what is shown in a format. `id` is that of the list of formats: `format` for one file, `all-format` for several. */
export async function saveAs(page, id, format) {
  if (format === "xlsx" || format === "csv") return save(page, `#${id}-${format}`);
  await expand(page, `${id}-others`);
  await page.selectOption(`#${id}`, format);
  return save(page, `#${id}-export`);
}

/** Downloads the payload. */
export async function savePayload(page, id) {
  await expand(page, `${id}-service`);
  return save(page, `details[data-key="${id}-service"] button >> nth=0`);
}

/** Answers what the page asks about a file of no known bank, until its transactions are there. */
export async function learn(page) {
  await page.waitForSelector(".learn");
  while ((await page.locator("#format-xlsx").count()) === 0) {
    const [before, choice] = [await page.locator("#result").innerHTML(), page.locator(".learn .question button").first()];
    if ((await choice.count()) > 0) await choice.click();
    else {
      await page.locator("#known-account").fill("Kasse");
      await page.locator("#known-currency").fill("CHF");
      await page.keyboard.press("Tab");
    }
    await page.waitForFunction((before) => !document.querySelector("#result").inert && document.querySelector("#result").innerHTML !== before, before);
  }
}

const HEAD = "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;";

/** A statement of an account with balances. Each booking is a day, an amount with its sign, and a balance. */
export function statement(iban, bookings, currency = "CHF") {
  const row = ([day, amount, balance], index) => {
    const id = `99${day.replaceAll("-", "")}${index}TO01`;
    const sides = amount.startsWith("-") ? `${amount};` : `;${amount}`;
    return `${day};;${day};${day};${currency};${sides};;${balance};${id};"Muster AG";"Zahlung";"Transaktions-Nr. ${id}";;`;
  };
  return [`IBAN:;${iban};`, `Bewertet in:;${currency};`, "", HEAD, ...bookings.map(row).reverse(), ""].join("\n");
}

export const ACCOUNT = "CH9300762011623852957";
export const OTHER = "CH5604835012345678009";
