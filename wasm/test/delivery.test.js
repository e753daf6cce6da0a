// Deliveries, with responses of the reference service and made-up ones.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as api from "../dist/index.js";

const JSON_HEADERS = { "content-type": "application/json" };

const transaction = (number, more) => ({
  accountIdentifier: "CH9300762011623852957", transactionId: String(number), creditDebit: "debit", amount: "12.50", currency: "CHF", bookedAt: "2026-03-31", ...more,
});
const payload = (count, more) => ({ transactions: Array.from({ length: count }, (_, number) => transaction(number, more)) });
const counts = (existingTransactions, newTransactions, errorTransactions) => JSON.stringify({ existingTransactions, newTransactions, errorTransactions });

test("batches are sent in order, and a lost response doubles nothing", async () => {
  const { fetch } = new api.ReferenceService();
  const send = (path, init) => fetch(path, { ...init, headers: { authorization: "Bearer sandbox", ...init.headers } });
  await send("/sandbox/responses", { method: "POST", headers: JSON_HEADERS, body: '{"endpoint":"importTransactions","status":503,"after":true,"retryAfter":7}' });
  const delivery = new api.Delivery("transactions", payload(1500));
  const seen = [];
  for (let request; (request = delivery.nextRequest()); ) {
    const response = await send(request.path, request);
    const { next } = delivery.onResponse(response.status, response.headers, new Uint8Array(await response.arrayBuffer()));
    seen.push([request.attempt, request.wait, JSON.parse(Buffer.from(request.body)).transactions.length, next]);
  }
  assert.deepEqual(seen, [[1, 0, 1000, "wait"], [2, 7000, 1000, "send"], [1, 0, 500, "done"]]);
  const { counts, failure, unclear } = delivery.result;
  assert.deepEqual(counts, { records: 1500, existing: 1000, existingAfterRepetition: 1000, new: 500, errors: 0, rejected: 0, unclear: 0, unsent: 0 });
  assert.deepEqual([failure, unclear], [null, []]);
  delivery.free();
  assert.throws(() => delivery.nextRequest(), /this delivery was freed/);
});

test("says what to do", () => {
  const delivery = new api.Delivery("transactions", payload(3));
  delivery.nextRequest();
  const page = delivery.onResponse(200, { "Content-Type": "text/html" }, "<html>");
  assert.deepEqual([page.next, page.failure.reason, page.failure.status, page.failure.mayBeDone], ["wait", "not-an-answer", 200, true]);
  delivery.nextRequest();
  const wrong = delivery.onResponse(201, new Headers(JSON_HEADERS), counts(0, 2, 0));
  assert.match(wrong.failure.message, /^3 transactions were sent, but the service counts 2; .* can be sent again safely$/);
  delivery.nextRequest();
  // The service may have this one, so it is left out, and not rejected.
  const problem = JSON.stringify({ findings: [{ path: "/transactions/1/amount", rule: "amount-zero", severity: "error" }] });
  assert.deepEqual(delivery.onResponse(400, JSON_HEADERS, problem), { next: "send" });
  assert.equal(JSON.parse(Buffer.from(delivery.nextRequest().body)).transactions.length, 2);
  const refused = delivery.onResponse(401, {}, "");
  assert.deepEqual([refused.next, refused.failure.reason, delivery.nextRequest()], ["give-up", "unauthorized", null]);
  delivery.resume();
  delivery.nextRequest();
  const last = delivery.onResponse(201, JSON_HEADERS, counts(2, 0, 0));
  assert.deepEqual([last.next, last.failure.reason, last.failure.status, last.failure.mayBeDone], ["give-up", "invalid", 400, true]);
  assert.deepEqual([delivery.result.unclear, delivery.result.rejected], [[1], []]);
  assert.throws(() => delivery.onResponse(201, {}, { newTransactions: 1 }), /not be parsed yet/);
  assert.throws(() => delivery.onResponse(201, {}, "{}"), { code: "no-request", message: /^no request is waiting for a response/ });
  assert.throws(() => delivery.onNoAnswer(), { code: "no-request" });

  const first = new api.Delivery("transactions", payload(2));
  assert.throws(() => first.onResponse(201, JSON_HEADERS, counts(0, 2, 0)), { code: "no-request" });
  first.nextRequest();
  const { next, rejected } = first.onResponse(400, JSON_HEADERS, problem);
  assert.deepEqual([next, rejected], ["correct", [
    { path: "/transactions/1", index: 1, id: "1", faults: [{ path: "/transactions/1/amount", rule: "amount-zero" }], rejectedBy: "service" },
  ]]);
});

test("waits are whole milliseconds, and none is without end", () => {
  const delivery = new api.Delivery("transactions", payload(1), { seed: 4, maxWait: Number.MAX_SAFE_INTEGER });
  delivery.nextRequest();
  const { delay } = delivery.onNoAnswer();
  const { wait } = delivery.nextRequest();
  assert.ok(Number.isInteger(wait) && wait === delay && wait >= 500, `${wait} ${delay}`);
  const { failure } = delivery.onResponse(503, { "retry-after": "18446744073709551615" }, "");
  assert.match(failure.message, /^the service asks to wait for a week or longer;/);
});

test("a key with other content is named", () => {
  const delivery = new api.Delivery("transactions", { transactions: [transaction(1), transaction(1, { amount: "13" })] });
  assert.equal(JSON.parse(Buffer.from(delivery.nextRequest().body)).transactions.length, 1);
  delivery.onResponse(201, JSON_HEADERS, counts(0, 1, 0));
  const { counts: { new: created, rejected }, rejected: [record] } = delivery.result;
  assert.deepEqual([created, rejected, record.index, record.rejectedBy], [1, 1, 1, "check"]);
  assert.deepEqual(record.faults, [{ path: "/transactions/1/transactionId", rule: "duplicate-transaction" }]);
});

test("never repeats what could be doubled", () => {
  const delivery = new api.Delivery("transactions", payload(3, { transactionId: undefined }), { batch: 2 });
  assert.equal(delivery.nextRequest().repeatable, false);
  const { next, failure } = delivery.onNoAnswer();
  assert.deepEqual([next, failure.reason, failure.repeatable], ["give-up", "no-answer", false]);
  assert.deepEqual([delivery.result.unclear, delivery.result.unsent], [[0, 1], [2]]);
  delivery.skip();
  delivery.nextRequest();
  assert.equal(delivery.onResponse(201, JSON_HEADERS, counts(0, 1, 0)).next, "done");

  const document = new api.Delivery("document", { signedFileName: "f.pdf", fileName: "rechnung.pdf" });
  assert.equal(document.nextRequest().repeatable, false);
  document.onResponse(200, JSON_HEADERS, '{"serviceFileId":"file-1"}');
  assert.deepEqual(document.result.document, { serviceId: null, serviceFileId: "file-1" });
});

test("a payload that would be refused throws with the report", () => {
  assert.throws(() => new api.Delivery("transactions", { transactions: [] }), (error) => {
    assert.equal(error.message, "the payload can't be delivered: `transactions` is empty (line 1, column 17)");
    return error.report.findings[0].rule === "transactions-empty";
  });
  assert.throws(() => new api.Delivery("base-data", "{}", { batch: 5 }), /no option `batch`/);
  assert.throws(() => new api.Delivery("journal", "[]"), /one of `transactions`/);
});
