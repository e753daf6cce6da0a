import {
  AccountingError, Delivery, MemoryStore, ReferenceService, checkTransactions, convertStatement, convertStatements, diffBaseData, explain, parseAmount, transactionsSchema, verifyWebhook,
  type Finding, type RuleId, type Transaction, type Transactions,
} from "universal-accounting";
import { translate, type TranslatedFinding } from "universal-accounting/messages/fr";
import { checkTransactions as checkLater, convertStatement as convertLater, inWorker } from "universal-accounting/async";
import { start } from "universal-accounting/slim";
import { MemoryStore as SmallStore, type Import } from "universal-accounting/statements";
import { load, parseIban } from "universal-accounting/values/slim";
// @ts-expect-error this entry has no such function
import { convertStatement as absent } from "universal-accounting/values";

const ignored: RuleId = "unknown-field";
// @ts-expect-error this rule does not exist
const misspelt: RuleId = "amount-zeros";

const report = checkTransactions("{}", { strict: true, allow: [ignored] });
const first: Finding | undefined = report.findings[0];
if (first?.fix?.safe) console.log(first.utf16.start, first.fix.replacement, explain(first.rule).title, misspelt);

for (const finding of report.findings) {
  if (finding.rule === "too-large") {
    const limit: number = finding.params.limit;
    // @ts-expect-error this rule has no such parameter
    console.log(limit, finding.params.field);
  }
}

const translated: TranslatedFinding | undefined = first && translate(first);
console.log(translated?.title);
// @ts-expect-error only findings are translated
translate(report);

const { diff } = diffBaseData("{}", "{}", { redact: true });
for (const { name, removed } of diff?.lists ?? []) console.log(name, removed[0]?.same?.by.join(", "));

const { transactions, origins } = convertStatement(new Uint8Array(), { account: "CH9300762011623852957", bank: "ubs-account", origins: true });
const amount: string | undefined = transactions[0]?.amount;
// @ts-expect-error money is never a number
const wrong: number | undefined = transactions[0]?.amount;
console.log(amount, wrong, origins[0]?.line);

// @ts-expect-error without the option, there are no origins
console.log(convertStatement("").origins[0]);
convertStatement("", { origins: true, onBatch: ({ origins }) => console.log(origins[0]?.cells) });
// @ts-expect-error without the option, a batch has no origins
convertStatement("", { onBatch: ({ origins }) => console.log(origins) });

const summary = convertStatement("", { onBatch: ({ transactions }) => console.log(transactions.length) });
// @ts-expect-error the transactions were passed to onBatch
console.log(summary.transactions, summary.totals[0]?.closing);
console.log(convertStatement("", { onPayload: (json) => console.log(json.length) }).rows);
console.log(convertStatement("", { onPayloadBytes: (json) => console.log(json.byteLength) }).rows);

const several = convertStatements([{ content: "", file: "a.csv", account: "CH9300762011623852957" }], { currency: "CHF", origins: true });
console.log(several.files[0]?.origins[0]?.line, several.accounts[0]?.statements[0]?.link, several.accounts[0]?.findings[0]?.file);
// @ts-expect-error the name is that of one file
convertStatements([], { file: "a.csv" });
const passedOn = convertStatements([], { onPayloadBytes: (json, file) => console.log(json.byteLength, file.toFixed()) });
// @ts-expect-error the transactions were passed on
console.log(passedOn.files[0]?.transactions);
convertStatements([], { origins: true, onBatch: ({ origins }, file) => console.log(origins[0]?.cells, file) });
// @ts-expect-error the next batch doesn't wait for a promise
convertStatements([], { onPayload: (json) => fetch("/payloads", { method: "POST", body: json }) });

const transaction: Transaction = { accountIdentifier: "CH9300762011623852957", amount: "12.50", currency: "CHF" };
const payload: Transactions = { transactions: [transaction] };
const store = MemoryStore.restore(new MemoryStore().snapshot());
for (const verdict of store.import(payload).verdicts) {
  if (verdict.verdict === "conflict") console.log(verdict.differences[0]?.known);
  if (verdict.verdict === "suspect") console.log(verdict.like.transactionId, verdict.likeness);
  // @ts-expect-error only a conflict has differences
  if (verdict.verdict === "existing") console.log(verdict.differences);
}

const parsed = parseAmount("1'234.50");
console.log(parsed.valid ? parsed.decimals : parsed.suggestion);
start(new WebAssembly.Module(new Uint8Array()));

using service = new ReferenceService({ seed: 7, credentials: { tokens: [{ token: "t", organization: "a", scopes: ["api:base-data:read"] }] } });
const exported: Response = await service.fetch("/api/public/v1/base-data", { headers: { authorization: "Bearer t" } });
globalThis.fetch = service.fetch;
console.log(exported.status);

const isGenuine: boolean = verifyWebhook("s3cr3t", new Uint8Array(await exported.arrayBuffer()), exported.headers.get("x-hub-signature-256"));
// @ts-expect-error the body is verified before it is parsed
verifyWebhook("s3cr3t", JSON.parse("{}") as { records: [] }, undefined);
console.log(isGenuine);

using scratch = new MemoryStore();
// @ts-expect-error a promise is not an input: await it
scratch.import(fetch("payload.json"));
// @ts-expect-error a File is not an input: await its bytes
checkTransactions(new File([], "payload.json"));

// @ts-expect-error a Map is not an input
checkTransactions(new Map());
// @ts-expect-error a Date is not an input
checkTransactions(new Date());
// @ts-expect-error JSON has no dates
checkTransactions({ transactions: [{ ...transaction, bookedAt: new Date() }] });
class Booking {
  amount = "12.50";
  negate(): void {}
}
// @ts-expect-error an instance of a class is not data
scratch.import({ transactions: [new Booking()] });
// @ts-expect-error the next batch does not wait for a promise
convertStatement("", { onBatch: async () => {} });
// @ts-expect-error the next payload does not wait for a promise
convertStatement("", { onPayload: (json) => fetch("/payloads", { method: "POST", body: json }) });
const payloads: string[] = [];
convertStatement("", { onPayload: (json) => payloads.push(json) });
checkTransactions(JSON.parse("{}"));
const plain: object = payload;
const unknownMembers: Record<string, unknown> = { transactions: [] };
console.log(checkTransactions(plain).valid, checkTransactions(unknownMembers).valid, checkTransactions([payload] as const).valid);
// @ts-expect-error there is no such bank
convertStatement("", { bank: "none" });

using delivery = new Delivery("transactions", payload, { batch: 500, locateErrors: true });
const request = delivery.nextRequest();
if (request) await fetch(request.path, { method: request.method, headers: request.headers, body: request.body });
const next = delivery.onResponse(exported.status, exported.headers, await exported.text());
if (next.next === "wait") console.log(next.delay, next.failure.reason, delivery.result.counts.unclear);
// @ts-expect-error base data are one request
new Delivery("base-data", "{}", { batch: 500 });

const imported: Import = new SmallStore().import("{}");
const loaded: Promise<void> = load(new URL("https://example.com/values.wasm"));
console.log(imported.newTransactions, loaded, parseIban("CH93").valid, absent);

const file = new File([], "march.csv");
const accounting = inWorker();
const ended = new AbortController();
const { transactions: some } = await accounting.convertStatement(file, { signal: ended.signal, onProgress: ({ read, size }) => console.log(read, size ?? "?") });
const later: number | undefined = (await convertLater(fetch("/march.csv"), { origins: true })).origins[0]?.line;
// @ts-expect-error a Date is written as a text
await checkLater({ transactions: [{ bookedAt: new Date() }] });
await checkLater(payload);
await checkLater(new Response());
try {
  checkTransactions("", { strict: true });
} catch (error) {
  if (error instanceof AccountingError && error.code === "invalid-option") console.log(error.report?.errors);
  // @ts-expect-error there is no such code
  if (error instanceof AccountingError && error.code === "invalid") throw error;
}
console.log(some, later, transactionsSchema()["~standard"].version);
accounting.close();
