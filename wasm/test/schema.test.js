// The schemas of Standard Schema, version 1.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { install } from "./installed.js";

let installed;
let api;
let translate;
before(async () => {
  installed = install();
  const load = (name) => import(pathToFileURL(join(installed.package, name)).href);
  [api, { translate }] = [await load("check/index.js"), await load("messages/it.js")];
});
after(() => installed.remove());

const transaction = { accountIdentifier: "CH9300762011623852957", transactionId: "1", text: "Kaffee", creditDebit: "debit", amount: "1.50", currency: "CHF", bookedAt: "2026-03-31" };
const validate = (schema, value) => schema["~standard"].validate(value);

test("a schema has the version and the vendor", () => {
  for (const schema of [api.transactionsSchema(), api.transactionSchema(), api.baseDataSchema()]) {
    const { version, vendor } = schema["~standard"];
    assert.deepEqual([version, vendor], [1, "universal-accounting"]);
  }
});

test("a valid value is returned as it is, also with warnings", () => {
  const payload = { transactions: [{ ...transaction, note: "mine" }] };
  assert.equal(validate(api.transactionsSchema(), payload).value, payload);
  assert.equal(validate(api.transactionSchema(), payload.transactions[0]).value, payload.transactions[0]);
  assert.deepEqual(validate(api.transactionSchema({ strict: true }), payload.transactions[0]).issues.map(({ path }) => path), [["note"]]);
  assert.equal(validate(api.transactionSchema({ strict: true, allow: ["unknown-field"] }), payload.transactions[0]).issues, undefined);
});

test("each error is an issue at its field", () => {
  const { amount, ...lacking } = { ...transaction, currency: "chf" };
  assert.deepEqual(validate(api.transactionsSchema(), { transactions: [transaction, lacking] }), {
    issues: [
      { message: "`amount` is missing; add `amount`: the amount that was booked on the account: a positive decimal, as a string", path: ["transactions", 1, "amount"] },
      { message: "`currency` is a known currency code in another spelling; write `CHF`", path: ["transactions", 1, "currency"] },
    ],
  });
  assert.deepEqual(validate(api.transactionSchema({ translate }), lacking).issues.map(({ message, path }) => [message, path]), [
    ["`amount` manca; aggiungere `amount`: l'importo registrato sul conto: un numero decimale positivo come testo", ["amount"]],
    ["`currency` è un codice di moneta conosciuto, scritto in altro modo; scrivere `CHF`", ["currency"]],
  ]);
  assert.deepEqual(validate(api.baseDataSchema(), {}).issues[0].path, ["organization"]);
  const escaped = validate(api.transactionSchema({ strict: true }), { ...transaction, "a/b~c": 1 }).issues;
  assert.deepEqual(escaped.map(({ path }) => path), [["a/b~c"]]);
});

test("no value makes a schema throw, and a wrong option does", () => {
  for (const value of [undefined, null, 5, "x", [], new Date(), new Map(), () => 0, { amount: 1n }, { text: new Date() }]) {
    for (const schema of [api.transactionsSchema(), api.transactionSchema(), api.baseDataSchema()]) {
      const { issues } = validate(schema, value);
      assert.ok(issues.length > 0 && issues.every(({ message, path }) => message !== "" && Array.isArray(path)), String(value));
    }
  }
  assert.throws(() => validate(api.transactionSchema({ strct: true }), transaction), { code: "invalid-option" });
});
