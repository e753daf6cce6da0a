// Journals and base data.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import { installApi, root } from "./installed.js";

const { api, remove } = await installApi();
after(remove);

const journalLine = (number, creditDebit, amount, account) => ({
  lineId: `l-${number}`, lineNumber: number, creditDebit, amount, currency: "CHF", account: { number: account },
});
const journalRecord = (credit = "65.00") => ({
  acmeId: "s-81",
  entries: [{
    entryId: "e-1", entryNumber: 1, type: "invoice", date: "2026-03-31",
    lines: [journalLine(1, "debit", "30", "6500"), journalLine(2, "debit", "35.00", "6510"), journalLine(3, "credit", credit, "2000")],
  }],
  files: [{ acmeFileId: "f-1", contentAsBase64: "JVBERi0xLjQ=" }, { acmeFileId: "f/2" }],
});
const baseData = {
  organization: { companyName: "Muster AG", leadCurrency: "CHF" },
  accounts: [{ externalId: "a", number: "6500", description: "Material", type: "EXPENSE" }, { externalId: "b", number: "2000", description: "Kreditoren", type: "LIABILITY" }],
  currencies: [{ externalId: "c", code: "CHF" }],
  taxes: [{ externalId: "t", code: "UN81", description: "Umsatzsteuer", value: 8.1 }],
  taxPeriods: [{ externalId: "p", isSubjectToTax: true, balanceTaxation: false, accountingMethod: "ACCRUAL", startsAt: "2026-01-01", endsAt: "2026-12-31" }],
};

test("journals are checked, compared, read and normalized", () => {
  assert.equal(api.checkJournal([journalRecord()]).valid, true);
  const [unbalanced] = api.checkJournal([journalRecord("64.95")]).findings;
  assert.deepEqual([unbalanced.rule, unbalanced.path], ["entry-unbalanced", "/0/entries/0/lines"]);
  const compared = api.checkJournal(journalRecord(), { baseData }).findings;
  assert.deepEqual(compared.map(({ rule, path }) => [rule, path]), [["account-not-in-base-data", "/entries/0/lines/1/account/number"]]);
  const { records, errors } = api.readJournal(journalRecord());
  assert.deepEqual([records[0].serviceId, records[0].entries[0].lines.length, errors], ["s-81", 3, 0]);
  const { positions, rejected } = api.readJournal('[{"serviceId": "s-81", "entries": []}, {"entries": []}]');
  assert.deepEqual([positions, rejected], [[{ index: 0, bytes: { start: 1, end: 37 } }], [{ index: 1, bytes: { start: 39, end: 54 } }]]);
  assert.equal(api.normalizeJournal('{"entries":[],"acmeId":"s-81"}').json, '{"acmeId":"s-81","entries":[]}');
  assert.throws(() => api.checkJournal([], { baseData: {} }), /the option `baseData` can't be used/);
});

test("journals are written for other programs, and read back", () => {
  const single = api.exportJournal([journalRecord()], { to: "single-entries" });
  assert.deepEqual([single.entries, single.refused.length, single.text.split("\n").filter(Boolean).length], [1, 0, 3]);
  const again = api.readJournal(single.text);
  assert.equal(again.valid, true);
  assert.deepEqual(again.records[0].entries[0].lines.map(({ creditDebit, amount }) => [creditDebit, amount]), [
    ["debit", "30"], ["credit", "30"], ["debit", "35.00"], ["credit", "35.00"],
  ]);
  const ledger = api.exportJournal([journalRecord()], { to: "hledger", baseData, defaultKind: "expense" });
  assert.match(ledger.text, /Liabilities:2000 Kreditoren {2}-65/);
  assert.deepEqual(ledger.read, ledger.written);
  assert.throws(() => api.exportJournal([], { to: "excel" }), /must be one of/);
  assert.throws(() => api.exportJournal([], { to: "table", collective: true }), /for single entries only/);
});

test("the files of a journal are bytes", () => {
  const { files, valid } = api.journalFiles([journalRecord()]);
  assert.equal(valid, true);
  assert.deepEqual([files[0].name, new TextDecoder().decode(files[0].content)], ["f-1.pdf", "%PDF-1.4"]);
  assert.deepEqual([files[1].content, files[1].downloadPath], [null, "/api/public/v1/documents/files/f%2F2/download"]);
});

test("base data is compared with what the service holds", () => {
  const read = (name) => readFileSync(join(root, "tests/messages", name));
  const [held, next] = [read("held.json"), read("new.json")];
  const result = api.diffBaseData(held, next);
  const { diff } = result;
  assert.deepEqual([diff.empty, diff.added, diff.changed, diff.removed], [false, 3, 5, 5]);
  const [accounts] = diff.lists;
  assert.deepEqual(accounts.removed.map(({ externalId, same }) => [externalId, same?.externalId]), [["a-1000", undefined], ["a-2000", "2000"]]);
  assert.deepEqual(accounts.changed[0].fields[0], { name: "description", change: "changed", held: "Material", new: "Materialaufwand" });
  assert.deepEqual(diff.fields[0].new, { language: "fr" });
  const validate = new Ajv.default({ validateFormats: false, strict: false }).compile(api.schema("base-data-diff"));
  const redacted = api.diffBaseData(held, next, { redact: true });
  assert.ok(!JSON.stringify(redacted).includes("Muster"));
  const refused = api.diffBaseData(held, {});
  for (const output of [result, redacted, refused]) assert.ok(validate(output), JSON.stringify(validate.errors));
  assert.deepEqual([refused.diff, refused.held.valid, refused.new.errors > 0], [null, true, true]);
  assert.equal(api.diffBaseData(next, JSON.parse(next)).diff.empty, true);
  assert.equal(api.diffBaseData(held, held).diff, null, "a null is an error in what is sent");
  assert.equal(api.diffBaseData(held, held, { received: true }).diff.empty, true);
  assert.throws(() => api.diffBaseData(held, next, { file: "new.json" }), /file/);
});
