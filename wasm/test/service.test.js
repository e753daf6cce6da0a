// The reference service, as tests of clients use it.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as api from "../dist/index.js";

const BASE_DATA = "/api/public/v1/base-data";
const TRANSACTIONS = "/api/public/v1/transactions";

const transaction = (more) => ({
  accountIdentifier: "CH9300762011623852957",
  transactionId: "1",
  creditDebit: "debit",
  amount: "12.50",
  currency: "CHF",
  bookedAt: "2026-03-31",
  ...more,
});

/** Starts a service, and returns a function that sends requests with the default token. */
function session(options) {
  const service = new api.ReferenceService(options);
  const headers = { authorization: "Bearer sandbox", "content-type": "application/json" };
  const send = (method, path, body, more) => {
    const content = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    return service.fetch(path, { method, headers: { ...headers, ...more }, body: content });
  };
  return { service, send };
}

test("fetch accepts what the global fetch accepts", async () => {
  const { service } = session();
  const { fetch } = service;
  const request = new Request(`https://service.example${TRANSACTIONS}`, {
    method: "POST",
    headers: { Authorization: "Bearer sandbox", "Content-Type": "application/json; charset=utf-8" },
    body: JSON.stringify({ transactions: [transaction()] }),
  });
  const counts = [];
  for (const sent of [request.clone(), request]) counts.push(await (await fetch(sent)).json());
  assert.deepEqual(counts, [
    { existingTransactions: 0, newTransactions: 1, errorTransactions: 0 },
    { existingTransactions: 1, newTransactions: 0, errorTransactions: 0 },
  ]);
  service.free();
  await assert.rejects(fetch(BASE_DATA), /this service was freed/);
});

test("errors are problem details", async () => {
  const { service, send } = session();
  const anonymous = await service.fetch(BASE_DATA);
  assert.deepEqual([anonymous.status, anonymous.headers.get("www-authenticate")], [401, "Bearer"]);
  assert.equal((await send("GET", BASE_DATA, undefined, { authorization: "Bearer other" })).status, 401);
  assert.equal((await send("PATCH", BASE_DATA, "{}", { "content-type": "text/plain" })).status, 415);
  assert.equal((await send("DELETE", BASE_DATA)).headers.get("allow"), "PATCH, GET, HEAD");
  const invalid = await send("POST", TRANSACTIONS, { transactions: [] });
  assert.deepEqual([invalid.status, invalid.headers.get("content-type")], [400, "application/problem+json"]);
  const { findings } = await invalid.json();
  assert.deepEqual(findings.map((finding) => [finding.rule, finding.path]), [["transactions-empty", "/transactions"]]);
});

test("base data is returned unchanged, and HEAD has no body", async () => {
  const { send } = session();
  assert.equal((await send("GET", BASE_DATA)).status, 404);
  const sent = {
    organization: { companyName: "Muster AG", leadCurrency: "CHF" },
    accounts: [{ externalId: "a", number: "1020", description: "Bank" }],
    currencies: [{ externalId: "c", code: "CHF" }],
    taxes: [{ externalId: "t", code: "UN81", description: "Umsatzsteuer", value: 8.1 }],
    taxPeriods: [
      { externalId: "p", isSubjectToTax: true, balanceTaxation: false, accountingMethod: "CASH", startsAt: "2026-01-01", endsAt: "2026-12-31" },
    ],
  };
  assert.deepEqual(await (await send("PATCH", BASE_DATA, sent)).json(), { success: true });
  assert.deepEqual(await (await send("GET", BASE_DATA)).json(), sent);
  const head = await send("HEAD", BASE_DATA);
  assert.deepEqual([head.status, await head.text()], [200, ""]);
});

test("an uploaded file can be downloaded unchanged", async () => {
  const { service, send } = session({ seed: 7 });
  const file = Uint8Array.from({ length: 512 }, (_, index) => index);
  const upload = await service.fetch("/sandbox/files", { method: "POST", headers: { authorization: "Bearer sandbox" }, body: file });
  const { signedFileName } = await upload.json();
  const created = await send("POST", "/api/public/v1/documents/document", { signedFileName, fileName: "März.pdf", processImmediately: true });
  const { serviceId, serviceFileId } = await created.json();
  assert.match(serviceId, /^[0-9a-f]{8}-[0-9a-f]{4}-8/);
  const download = `/api/public/v1/documents/files/${serviceFileId}/download`;
  assert.equal((await send("GET", download)).status, 404);
  assert.equal((await send("POST", `/sandbox/files/${serviceFileId}/export`)).status, 204);
  const response = await send("GET", download);
  assert.equal(response.headers.get("content-disposition"), "attachment; filename*=UTF-8''M%C3%A4rz.pdf");
  assert.deepEqual(new Uint8Array(await response.arrayBuffer()), file);

  const again = session({ seed: 7 });
  const same = await again.service.fetch("/sandbox/files", { method: "POST", headers: { authorization: "Bearer sandbox" }, body: file });
  assert.equal((await same.json()).signedFileName, signedFileName);
});

test("responses can be set, requests are listed, and a snapshot can be restored", async () => {
  const { send } = session();
  await send("POST", "/sandbox/responses", { endpoint: "importTransactions", status: 503, after: true, retryAfter: 1 });
  const lost = await send("POST", TRANSACTIONS, { transactions: [transaction()] });
  assert.deepEqual([lost.status, lost.headers.get("retry-after")], [503, "1"]);
  assert.equal((await (await send("POST", TRANSACTIONS, { transactions: [transaction()] })).json()).existingTransactions, 1);
  const { requests } = await (await send("GET", "/sandbox/requests")).json();
  assert.deepEqual(requests.map((request) => request.status), [503, 201]);
  const snapshot = new Uint8Array(await (await send("GET", "/sandbox/snapshot")).arrayBuffer());
  const other = session();
  assert.equal((await other.service.fetch("/sandbox/snapshot", { method: "PUT", headers: { authorization: "Bearer sandbox" }, body: snapshot })).status, 204);
  assert.equal((await (await other.send("POST", TRANSACTIONS, { transactions: [transaction()] })).json()).existingTransactions, 1);
});

test("journals are exported, and signed for webhooks", async () => {
  const { send } = session();
  const refused = await send("GET", "/sandbox/journal");
  assert.deepEqual([refused.status, (await refused.json()).title], [409, "No journal"]);
  const baseData = {
    organization: { companyName: "Muster AG", leadCurrency: "CHF" },
    accounts: [
      { externalId: "a", number: "1020", description: "Bank", iban: "CH9300762011623852957" },
      { externalId: "b", number: "6500", description: "Material" },
    ],
    currencies: [{ externalId: "c", code: "CHF" }],
    taxes: [{ externalId: "t", code: "VM81", description: "Vorsteuer", value: 8.1 }],
    taxPeriods: [
      { externalId: "p", isSubjectToTax: true, balanceTaxation: false, accountingMethod: "CASH", startsAt: "2026-01-01", endsAt: "2026-12-31" },
    ],
  };
  await send("PATCH", BASE_DATA, baseData);
  assert.equal((await send("POST", "/sandbox/journal/deliveries", {})).status, 409);
  const configuration = { webhookUrl: "http://localhost:8080/hook", webhookSecret: "s3cr3t" };
  await send("PATCH", BASE_DATA, { ...baseData, configuration });
  assert.deepEqual((await (await send("GET", BASE_DATA)).json()).configuration, { webhookUrl: configuration.webhookUrl });
  const journal = await (await send("GET", "/sandbox/journal")).text();
  assert.equal(JSON.parse(journal).length, 3);
  assert.deepEqual(api.checkJournal(journal, { baseData }).findings, []);
  const deliver = async (request) => {
    const response = await send("POST", "/sandbox/journal/deliveries", request);
    assert.equal(response.status, 202);
    return response.json();
  };
  const delivery = await deliver({ times: 2, delayMilliseconds: 10 });
  const { headers, ...rest } = delivery;
  assert.deepEqual(rest, { url: "http://localhost:8080/hook", body: journal, times: 2, delayMilliseconds: 10 });
  const verify = ({ headers, body }) => api.verifyWebhook("s3cr3t", body, headers["X-Hub-Signature-256"]);
  assert.equal(headers["Content-Type"], "application/json");
  assert.equal(verify(delivery), true);
  assert.equal(verify(await deliver({ signature: "broken" })), false);
  assert.equal((await deliver({ signature: "missing" })).headers["X-Hub-Signature-256"], undefined);
  assert.equal((await send("POST", "/sandbox/journal/deliveries", { times: 11 })).status, 400);
});

test("credentials limit scopes and organizations", async () => {
  const tokens = [
    { token: "reads", organization: "a", scopes: ["api:base-data:read"] },
    { token: "all", organization: "b", scopes: ["api:base-data:read", "api:base-data:update"] },
  ];
  const { send } = session({ credentials: { tokens } });
  const status = async (method, token) => (await send(method, BASE_DATA, method === "PATCH" ? "{}" : undefined, { authorization: `Bearer ${token}` })).status;
  assert.deepEqual([await status("GET", "reads"), await status("PATCH", "reads"), await status("PATCH", "all"), await status("GET", "sandbox")], [404, 403, 400, 401]);
  const wrong = { tokens: [{ token: "s3cr3t s3cr3t", organization: "A", scopes: [] }] };
  assert.throws(() => new api.ReferenceService({ credentials: wrong }), (error) => /`\/tokens\/0\/token`/.test(error.message) && !error.message.includes("s3cr3t"));
  assert.throws(() => new api.ReferenceService({ seed: -1 }), /seed/);
  assert.throws(() => new api.ReferenceService({ store: "x" }), /no option `store`/);
});

test("rejects large bodies and aborted requests", async () => {
  const { service, send } = session({ bodyLimit: 10 });
  assert.equal((await send("POST", TRANSACTIONS, "12345678901")).status, 413);
  const controller = new AbortController();
  controller.abort(new Error("given up"));
  await assert.rejects(service.fetch(BASE_DATA, { signal: controller.signal }), /given up/);
});
