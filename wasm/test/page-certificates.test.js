// Certificates on the page: what it saves, the native program verifies, and the page says what was changed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { native } from "./installed.js";
import { ACCOUNT, OTHER, expand, launch, learn, openFiles, openPage, save, saveAs, savePayload, statement } from "./page.js";
import { zip } from "./zip.js";

const JANUARY = statement(ACCOUNT, [["2026-01-05", "-20.00", "980.00"], ["2026-01-20", "100.00", "1080.00"]]);
const FEBRUARY = statement(ACCOUNT, [["2026-02-05", "-80.00", "1000.00"], ["2026-02-20", "50.00", "1050.00"]]);
/** A month of an account that its file does not name. */
const nameless = (month, balance) => statement(OTHER, [[`2026-${month}-05`, "-20.00", balance]]).split("\n").slice(1).join("\n");
const REJECTED = statement(OTHER, [["2026-03-01", "-10.00", "90.00"], ["2026-03-02", "-5x", "85.00"], ["2026-03-09", "-4.00", "81.00"]]);
const UNKNOWN = "Tag;Was;Betrag;Saldo\n03.04.2026;Miete;-20.00;80.00\n04.04.2026;Lohn;55.50;135.50\n05.04.2026;Brot;-5.50;130.00\n";

let browser;
let uacc;
before(async () => {
  uacc = native();
  browser = await launch();
});
after(() => browser.close());

/** Returns what the program says of a certificate beside some files: its exit status and its lines. */
function verifiedBy(files, certificate) {
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    return { status: 0, said: execFileSync(uacc, ["verify", certificate], { cwd: folder, encoding: "utf8" }) };
  } catch (error) {
    return { status: error.status, said: error.stdout };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Saves the certificate of what was saved last in both forms, and the files that are only on the page. Returns all by their names. */
async function saveCertificate(page, id) {
  const files = {};
  const { name, content } = await save(page, `#${id}-certificate`);
  files[name] = content;
  for (const button of await page.locator(".outcome .download button").all()) {
    const [saved] = await Promise.all([page.waitForEvent("download"), button.click()]);
    files[saved.suggestedFilename()] = readFileSync(await saved.path());
  }
  return files;
}

/** The sets of files: what a person does after they are opened, and the formats that are saved. */
const SETS = {
  "one file": { files: { "january.csv": JANUARY }, id: "format", formats: ["xlsx", "camt.053", "payload"] },
  "two months": { files: { "january.csv": JANUARY, "february.csv": FEBRUARY }, id: "all-format", formats: ["xlsx", "csv", "hledger", "payload"] },
  "a name that a download would have": { files: { "statements.csv": JANUARY, "february.csv": FEBRUARY }, id: "all-format", formats: ["csv"] },
  "an archive": { files: { "year.zip": zip(Object.entries({ "january.csv": JANUARY, "february.csv": FEBRUARY })) }, id: "all-format", formats: ["xlsx", "payload"] },
  "a row that was rejected": { files: { "march.csv": REJECTED, "january.csv": JANUARY }, id: "all-format", formats: ["xlsx", "payload"] },
  "accounts that were given": {
    files: { "a.csv": nameless("01", "80.00"), "january.csv": JANUARY },
    id: "all-format",
    formats: ["xlsx", "payload"],
    only: ["accounts.json"],
    async prepare(page) {
      await page.locator(".need input").first().fill("Kasse");
      await page.keyboard.press("Tab");
      await page.waitForSelector(".taken #all-format-xlsx:enabled");
      await page.waitForFunction(() => document.querySelectorAll("article.total").length === 2);
    },
  },
  "a format that was learned": { files: { "unknown.csv": UNKNOWN }, id: "format", formats: ["xlsx"], only: ["profile-1.json"], prepare: learn },
  "a format that was learned, and a bank": {
    files: { "unknown.csv": UNKNOWN, "january.csv": JANUARY },
    id: "all-format",
    formats: ["xlsx"],
    only: ["accounts.json", "profile-1.json"],
    async prepare(page) {
      await page.locator("[data-key^=learn-]").first().click();
      await learn(page);
      await page.locator("#all-files").click();
      await page.waitForFunction(() => document.querySelectorAll("article.total").length === 2);
    },
  },
  "a text that was edited": {
    files: { "january.csv": JANUARY },
    id: "format",
    formats: ["xlsx"],
    only: ["january.csv"],
    async prepare(page) {
      await page.waitForSelector("#format-xlsx");
      await page.locator("#text").fill(JANUARY.replace("Muster AG", "Beispiel AG"));
      await page.waitForFunction(() => document.querySelector(".table")?.textContent.includes("Beispiel AG"));
    },
  },
};

for (const [set, { files, id, formats, only = [], prepare }] of Object.entries(SETS)) {
  test(`the program verifies the certificate of the page: ${set}`, { timeout: 120_000 }, async () => {
    for (const format of formats) {
      const { context, page, assertNoProblems } = await openPage(browser);
      await openFiles(page, files);
      if (prepare) await prepare(page);
      await page.waitForSelector(`#${id}-xlsx`);
      const output = await (format === "payload" ? savePayload(page, id) : saveAs(page, id, format));
      const saved = await saveCertificate(page, id);
      const [html, json] = [".html", ".json"].map((ending) => Object.keys(saved).find((name) => name.endsWith(`-certificate${ending}`)));
      assert.deepEqual(Object.keys(saved).filter((name) => name !== html && name !== json), only, `${set}, ${format}`);
      assert.ok(!Object.hasOwn(files, output.name), "what is saved replaces an original");
      const kept = { ...files, ...saved, [output.name]: output.content };
      for (const certificate of [html, json]) assert.deepEqual(verifiedBy(kept, certificate).status, 0, `${set}, ${format}: ${verifiedBy(kept, certificate).said}`);
      for (const name of [...Object.keys(files), ...only, output.name]) {
        const { status, said } = verifiedBy({ ...kept, [name]: changedByte(kept[name]) }, json);
        assert.equal(status, 1);
        assert.match(said, new RegExp(`^differs: \\w+ ${name.replaceAll(/[.()]/g, "\\$&")} was changed`, "m"));
      }
      assertNoProblems();
      await context.close();
    }
  });
}

function changedByte(content) {
  const bytes = Buffer.from(content);
  bytes[bytes.length >> 1] ^= 1;
  return bytes;
}

test("a certificate needs a file that was saved, and is of the last one", async () => {
  const { context, page } = await openPage(browser);
  await openFiles(page, { "january.csv": JANUARY, "february.csv": FEBRUARY });
  await page.waitForSelector(".taken");
  await page.locator("#all-format-certificate").click();
  assert.match(await page.locator(".outcome").innerText(), /^Save a file first/);
  await saveAs(page, "all-format", "xlsx");
  await saveAs(page, "all-format", "csv");
  assert.equal((await save(page, "#all-format-certificate")).name, "statements-csv-certificate.html");
  await context.close();
});

test("a certificate is of all payloads of a file, not of one", { timeout: 120_000 }, async () => {
  const bookings = Array.from({ length: 1001 }, (_, index) => ["2026-01-05", "1.00", `${index}.00`]);
  const files = { "many.csv": statement(ACCOUNT, bookings) };
  const { context, page } = await openPage(browser);
  await openFiles(page, files);
  await page.waitForSelector(".taken");
  await expand(page, "format-service");
  const part = await save(page, "details[data-key=format-service] button >> nth=1");
  assert.deepEqual([part.name, JSON.parse(part.content).transactions.length], ["many-0001.json", 1000]);
  assert.equal(await page.locator(".outcome").innerText(), "many-0001.json: 1’000 transactions, " + `${(part.content.length / 1000).toFixed(0)} kB.`);
  await page.locator("#format-certificate").click();
  assert.match(await page.locator(".outcome").innerText(), /this is one payload of several\. Download all payloads/);
  const all = await savePayload(page, "format");
  const lines = all.content.toString().trimEnd().split("\n");
  assert.deepEqual([all.name, lines.map((line) => JSON.parse(line).transactions.length)], ["many.jsonl", [1000, 1]]);
  assert.equal(`${lines[0]}\n`, part.content.toString());
  const { name, content } = await save(page, "#format-certificate");
  assert.equal(verifiedBy({ ...files, [all.name]: all.content, [name]: content }, name).status, 0);
  await context.close();
});

test("the page says what differs from a certificate, in the language of the page", async () => {
  const { context, page, assertNoProblems } = await openPage(browser, { locale: "de-CH" });
  const files = { "january.csv": JANUARY, "february.csv": FEBRUARY };
  await openFiles(page, files);
  await page.waitForSelector(".taken");
  const output = await saveAs(page, "all-format", "xlsx");
  const { name, content } = await save(page, "#all-format-certificate");
  const json = await save(page, "#all-format-certificate-json");
  await page.locator("#clear").click();
  await page.waitForSelector(".offers");
  const said = async (given) => {
    const before = await page.locator("#verified").allInnerTexts();
    await openFiles(page, given);
    await page.waitForFunction((before) => document.querySelector("#verified")?.childElementCount > 0 && document.querySelector("#verified").innerText !== before[0], before);
    const text = await page.locator("#verified").innerText();
    await page.keyboard.press("Escape");
    await page.evaluate(() => document.querySelector("#certificate").replaceChildren());
    return text;
  };
  // A browser saves a second file of a name under another one.
  assert.match(await said({ [name]: content, ...files, "statements (1).xlsx": output.content }), /Jede Datei und jeder Wert ist wie festgehalten\.$/);
  assert.match(await said({ [name]: content, "january.csv": JANUARY }), /fehlen Dateien\.\n+february\.csv fehlt \(eine gelesene Datei\)\. Ergänzen Sie die Datei\.\n+statements\.xlsx fehlt/);
  assert.match(await said({ [name]: content, ...files, "january.csv": changedByte(JANUARY), [output.name]: output.content }), /Nicht alles ist wie festgehalten\.\n+january\.csv wurde verändert \(eine gelesene Datei\)/);
  assert.match(await said({ [name]: content, ...files, [output.name]: changedByte(output.content) }), /statements\.xlsx wurde verändert \(eine gespeicherte Datei\)/);
  assert.match(await said({ [name]: content.toString().replace("1050", "1051"), ...files, [output.name]: output.content }), /Das Protokoll selbst wurde verändert/);
  assert.match(await said({ [json.name]: json.content, ...files, [output.name]: output.content }), /certificate\.json: Jede Datei und jeder Wert ist wie festgehalten\.$/);
  assert.match(await said({ [json.name]: json.content.toString().replace('"inputs": [', '"inputs": '), ...files }), /in Zeile \d+ so verändert, dass es nicht lesbar ist/);
  // Nothing of these files was opened as a statement.
  assert.equal(await page.locator(".offers").count(), 1);
  // Files that are open on the page count too.
  await openFiles(page, files);
  await page.waitForSelector(".taken");
  assert.match(await said({ [name]: content, [output.name]: output.content }), /wie festgehalten\.$/);
  assertNoProblems();
  await context.close();
});

test("the page verifies a certificate of the program, whose files are in folders", async () => {
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  const read = (name) => readFileSync(join(folder, name));
  try {
    mkdirSync(join(folder, "2026"));
    for (const [name, content] of Object.entries({ "january.csv": JANUARY, "february.csv": FEBRUARY })) writeFileSync(join(folder, "2026", name), content);
    execFileSync(uacc, ["convert", "2026/january.csv", "2026/february.csv", "-o", "out.json", "--certificate", "proof.json"], { cwd: folder, stdio: "ignore" });
    const { context, page } = await openPage(browser);
    const files = { "proof.json": read("proof.json"), "out.json": read("out.json"), "january.csv": JANUARY, "february.csv": FEBRUARY };
    await openFiles(page, files);
    await page.waitForSelector("#verified .proof");
    assert.equal(await page.locator("#verified").innerText(), "proof.json: every file and every value is as certified.");
    await context.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
