// The states of the page that a person meets, for the tests of the page.
import { ACCOUNT, OTHER, clear, openFiles, save, saveAs, statement } from "./page.js";

export const JANUARY = statement(ACCOUNT, [["2026-01-05", "-20.00", "980.00"], ["2026-01-20", "100.00", "1080.00"]]);
export const APRIL = statement(ACCOUNT, [["2026-04-05", "-10.00", "790.00"]]);
const equal = `{"transactions": [${Array.from({ length: 9 }, (_, index) => `{"accountIdentifier": "CH9300762011623852957", "transactionId": "${index}", "creditDebit": "debit", "amount": "-1", "currency": "chf", "bookedAt": "2026-03-31"}`)}]}`;
/** Opens an example of the menu. */
export const example = (index) => async (page) => {
  await page.selectOption("#examples", `${index}`);
  await page.waitForFunction(() => document.querySelector("#result").childElementCount > 0 && !document.querySelector(".offers") && !document.querySelector("#result").inert);
};
const opened = (files, selector) => async (page) => {
  await openFiles(page, files);
  await page.waitForSelector(selector);
};

/** A statement that does not name its account. */
export const NAMELESS = statement(OTHER, [["2026-01-07", "-3.00", "97.00"]]).split("\n").slice(1).join("\n");
/** Saves the statements and their certificate. */
async function certified(page) {
  await saveAs(page, "all-format", "xlsx");
  return save(page, "#all-format-certificate");
}

/** The states of the page: what a person does to get there. */
export const STATES = {
  empty: async () => {},
  "findings in a payload": example(0),
  "a reason that is open": async (page) => {
    await example(0)(page);
    await page.locator("[aria-expanded]").first().click();
    await page.waitForSelector(".why pre");
  },
  "equal findings that are open": async (page) => {
    await opened({ "equal.json": equal }, ".others summary")(page);
    await page.locator(".others summary").first().click();
    await page.waitForSelector(".others button");
  },
  "base data": example(1),
  "a journal": example(2),
  "a year of a statement": example(3),
  "a chart as a table": async (page) => {
    await example(3)(page);
    await page.locator(".chart summary").first().click();
  },
  "a statement with details": example(4),
  "a broken balance": example(5),
  "amounts that can't be read": example(6),
  "a statement without an account": opened({ "a.csv": "Datum;Buchungstext;Betrag;Saldo\n" }, "#verdict.error"),
  "a format that is learned": opened({ "card.csv": "Tag;Was;Zahl\n03.04.2026;Coop;23.40\n04.04.2026;Migros;17.10\n05.04.2026;Gutschrift;-40.00\n" }, ".learn .question"),
  "several files": opened({ "january.csv": JANUARY, "april.csv": APRIL, "unknown.csv": "a;b\n1;2\n", "c.csv": "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\nCH9300762011623852957;2026-03-30 00:00:00.0;Miete;-1200;800;2026-03-30 00:00:00.0\n" }, ".need input"),
  "a broken balance among others": opened({ "broken.csv": statement(OTHER, [["2026-03-01", "-10.00", "90.00"], ["2026-03-02", "-5.00", "84.00"], ["2026-03-09", "-4x", "80.00"]]), "january.csv": JANUARY, "again.csv": JANUARY }, ".all-transactions .table .row.rejected"),
  "formats of other programs": async (page) => {
    await opened({ "january.csv": JANUARY, "april.csv": APRIL }, ".taken")(page);
    for (const summary of await page.locator(".taken summary, .account-files summary").all()) await summary.click();
  },
  "a certificate that was saved": async (page) => {
    await opened({ "january.csv": JANUARY, "typed.csv": NAMELESS }, ".which input")(page);
    await page.locator(".which input").first().fill("Kasse");
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => document.querySelectorAll("article.total").length === 2);
    await certified(page);
  },
  "a certificate that differs": async (page) => {
    await opened({ "january.csv": JANUARY, "april.csv": APRIL }, ".taken")(page);
    const { name, content } = await certified(page);
    await clear(page);
    await opened({ [name]: content, "january.csv": `${JANUARY}\n` }, ".differences")(page);
  },
  "a large file": opened({ "large.csv": JANUARY + "\n".repeat(500_000) }, "#viewer .line"),
  "the list of banks": async (page) => {
    await page.locator("#bank-list").click();
    await page.waitForSelector("#banks li");
  },
  "the help": (page) => page.locator("#help summary").click(),
  "files above the page": (page) => page.evaluate(() => (document.querySelector("#drop").hidden = false)),
};

/** The window of a desk, and that of a phone. */
export const SIZES = { wide: { viewport: { width: 1400, height: 900 } }, narrow: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } };
