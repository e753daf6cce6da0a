// The functions for inputs that have to be waited for, and the worker.
import assert from "node:assert/strict";
import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { install, root, run } from "./installed.js";

const PATH = join(root, "tests/bank/ubs-account/2022-11-de.csv");
const sample = readFileSync(PATH);
const transaction = { accountIdentifier: "CH9300762011623852957", transactionId: "1", text: "Kaffee", creditDebit: "debit", amount: "0", currency: "CHF", bookedAt: "2026-03-31" };
const payload = { transactions: [transaction] };

let installed;
let api;
let waiting;
before(async () => {
  installed = install();
  const load = (name) => import(pathToFileURL(join(installed.package, name)).href);
  [api, waiting] = [await load("index.js"), await load("async.js")];
});
after(() => installed.remove());

/** A stream of the statement in pieces of a hundred bytes. `onCancel` receives the reason if it is cancelled. */
function pieces(onCancel) {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= sample.length) return controller.close();
      controller.enqueue(new Uint8Array(sample.subarray(at, (at += 100))));
    },
    cancel: onCancel,
  }, { highWaterMark: 0 });
}

/** The functions in this thread, and in a worker. */
async function inBoth(use) {
  await use(waiting, "this thread");
  const worker = waiting.inWorker();
  try {
    await use(worker, "a worker");
  } finally {
    worker.close();
  }
}

test("every kind of input gives the report of its bytes", async () => {
  const expected = api.convertStatement(sample, { file: "march.csv" });
  await inBoth(async ({ convertStatement, convertStatements, exportStatements, isArchive }, where) => {
    const inputs = [
      sample, sample.toString(), new File([sample], "march.csv"), new Blob([sample]), new Response(sample), pieces(), createReadStream(PATH), createReadStream(PATH, "utf8"),
      new Blob([sample]).stream().pipeThrough(new TextDecoderStream()), Promise.resolve(new Response(sample)), sample.buffer.slice(sample.byteOffset, sample.byteOffset + sample.length),
    ];
    for (const input of inputs) assert.deepEqual(await convertStatement(input, { file: "march.csv" }), expected, `${input} in ${where}`);
    assert.deepEqual(await convertStatement(new File([sample], "march.csv")), expected, "the name of a File is the name of the input");
    assert.equal((await convertStatement(Promise.resolve(new File([sample], "march.csv")))).file, "march.csv");
    assert.equal((await convertStatement(new File([sample], "march.csv"), { file: "april.csv" })).file, "april.csv");
    assert.deepEqual((await exportStatements([{ content: new File([sample], "march.csv") }], { to: "csv" })).files[0].file, "march.csv");
    const { files } = await convertStatements([{ content: new File([sample], "march.csv") }, { content: Promise.resolve(new Response(sample)), file: "again.csv" }]);
    assert.deepEqual(files.map(({ file, transactions }) => [file, transactions.length]), [["march.csv", 4], ["again.csv", 0]], where);
    assert.equal(await isArchive(new File([sample], "march.csv")), false);
    assert.equal((await convertStatement(new Response(null))).findings[0].rule, "empty-file");
  });
});

test("all functions give the same as without waiting", async () => {
  const journal = JSON.stringify([{ id: "r1", entries: [] }]);
  const base = { currencies: [] };
  const calls = {
    checkTransactions: [payload], checkBaseData: [base], checkDocument: [{}], checkBaseDataResult: [{}], checkImportResult: [{}, { sent: 1 }], checkDocumentResult: [{}],
    normalizeTransactions: [payload, { fixes: "all" }], normalizeBaseData: [base], normalizeDocument: [{}], decodeText: [sample], convertStatement: [sample, { origins: true }], detectStatement: [sample], learnStatement: [sample, { answers: { accept: true } }],
    isArchive: [sample], unpackArchive: [sample], checkJournal: [journal], normalizeJournal: [journal], readJournal: [journal], exportJournal: [journal, { to: "table" }], journalFiles: [journal],
    diffBaseData: [base, base], exportStatements: [[{ content: sample, file: "march.csv" }], { to: "camt.053" }],
    convertStatements: [[{ content: sample, file: "march.csv" }, { content: sample, file: "again.csv" }], { origins: true }],
  };
  await inBoth(async (functions) => {
    for (const [name, parameters] of Object.entries(calls)) {
      const [result, expected] = [await functions[name](...parameters), api[name](...parameters)];
      // A worker copies bytes, so a buffer of Node becomes an array.
      assert.deepEqual(JSON.stringify(result), JSON.stringify(expected), name);
    }
  });
  // One file or several.
  await inBoth(async ({ learnStatement }) => {
    const file = new File([sample], "march.csv");
    const draft = await learnStatement([{ content: file }, { content: Promise.resolve(new Response(sample)), file: "again.csv" }]);
    assert.equal(draft.entries, 2 * api.learnStatement(sample).entries);
    await assert.rejects(learnStatement([{ content: file }, { content: new File(["no table"], "none.csv") }]), { code: "invalid-input", message: /^none.csv: there is no table/ });
  });
  const all = Object.keys(waiting).filter((name) => !["AccountingError", "inWorker"].includes(name)).sort();
  assert.deepEqual(Object.keys(calls).sort(), all);
});

test("the progress of reading is reported", async () => {
  await inBoth(async ({ convertStatement, exportStatements, diffBaseData }) => {
    const seen = [];
    await convertStatement(pieces(), { onProgress: (progress) => seen.push(progress) });
    assert.deepEqual([seen.length, seen[0], seen.at(-1)], [Math.ceil(sample.length / 100), { read: 100, size: undefined }, { read: sample.length, size: undefined }]);
    seen.length = 0;
    await convertStatement(new Blob([sample]), { onProgress: (progress) => seen.push(progress) });
    assert.deepEqual(seen.at(-1), { read: sample.length, size: sample.length });
    await convertStatement(new Response(sample, { headers: { "content-length": String(sample.length) } }), { onProgress: (progress) => seen.push(progress) });
    assert.deepEqual(seen.at(-1), { read: sample.length, size: sample.length });
    const file = { content: new Blob([sample]) };
    await exportStatements([file, { ...file, account: "CH9300762011623852957" }], { to: "csv", onProgress: (progress) => seen.push(progress) });
    assert.deepEqual(seen.at(-1), { read: 2 * sample.length, size: 2 * sample.length });
    await diffBaseData(new Blob(["{}"]), new Blob(["{} "]), { onProgress: (progress) => seen.push(progress) });
    assert.deepEqual(seen.at(-1), { read: 5, size: 5 });
  });
});

test("a signal ends the reading", async () => {
  await inBoth(async ({ convertStatement, checkTransactions }) => {
    const reason = new Error("enough");
    await assert.rejects(checkTransactions(payload, { signal: AbortSignal.abort(reason) }), (error) => error === reason);
    const [controller, cancelled] = [new AbortController(), []];
    const onProgress = () => controller.abort(reason);
    await assert.rejects(convertStatement(pieces((why) => cancelled.push(why)), { signal: controller.signal, onProgress }), (error) => error === reason);
    assert.deepEqual(cancelled, [reason]);
    // A stream that never goes on.
    const stuck = new AbortController();
    setTimeout(() => stuck.abort(reason), 10);
    await assert.rejects(convertStatement(new ReadableStream({}), { signal: stuck.signal }), (error) => error === reason);
    // A stream of Node, a generator and a promise that never go on.
    const node = new PassThrough();
    const generator = async function* () {
      await new Promise(() => {});
    };
    for (const input of [node, generator(), new Promise(() => {})]) {
      const other = new AbortController();
      setTimeout(() => other.abort(reason), 10);
      await assert.rejects(convertStatement(input, { signal: other.signal }), (error) => error === reason);
    }
    assert.ok(node.destroyed);
  });
});

test("wrong inputs and failed responses reject with a code", async () => {
  await inBoth(async ({ convertStatement, convertStatements, checkTransactions, exportStatements }) => {
    for (const input of [undefined, null, 5, new Map(), new Date()]) await assert.rejects(convertStatement(input), { name: "AccountingError", code: "invalid-input" });
    await assert.rejects(convertStatement(new ReadableStream({ start: (controller) => controller.enqueue(5) })), { code: "invalid-input", message: "a stream must have chunks of bytes or of text" });
    await assert.rejects(checkTransactions({ transactions: [() => 0] }), { code: "invalid-input" });
    await assert.rejects(exportStatements({}, { to: "csv" }), { code: "invalid-input" });
    await assert.rejects(exportStatements([null], { to: "csv" }), { code: "invalid-input" });
    await assert.rejects(convertStatements({}), { code: "invalid-input", message: /must be a list/ });
    await assert.rejects(convertStatements([{ content: new Blob([sample]) }], { limits: { bytes: 10 } }), { code: "too-large" });
    await assert.rejects(convertStatement(sample, 5), { code: "invalid-option", message: "the options must be an object" });
    await assert.rejects(convertStatement(sample, { signal: 5 }), { code: "invalid-option", message: "the option `signal` must be an AbortSignal" });
    await assert.rejects(convertStatement(sample, { onProgress: 5 }), { code: "invalid-option", message: "the option `onProgress` must be a function" });
    await assert.rejects(convertStatement(new Response("no", { status: 404 })), { code: "failed-response", message: "the response has the status 404, so its body is not the file" });
    await assert.rejects(convertStatement(pieces(), { limits: { bytes: 250 } }), { code: "too-large" });
    await assert.rejects(convertStatement(sample, { bank: "no-bank" }), (error) => error instanceof api.AccountingError && error.code === "invalid-option");
    await assert.rejects(convertStatement(sample, { onBatch: 5 }), { code: "invalid-option", message: "the option `onBatch` must be a function" });
    // The reading of a stream that fails.
    await assert.rejects(convertStatement(new ReadableStream({ start: (controller) => controller.error(new Error("offline")) })), { message: "offline" });
  });
});

test("callbacks get the batches in order, and one that throws ends the call", async () => {
  await inBoth(async ({ convertStatement, convertStatements }) => {
    const [batches, bodies] = [[], []];
    const summary = await convertStatement(sample, { batch: 1, onBatch: (batch) => batches.push(batch) });
    assert.deepEqual(batches.flatMap(({ transactions }) => transactions), api.convertStatement(sample).transactions);
    assert.equal(summary.transactions, undefined);
    await convertStatement(sample, { batch: 1, onPayloadBytes: (body) => bodies.push(JSON.parse(new TextDecoder().decode(body))) });
    assert.deepEqual(bodies.flatMap(({ transactions }) => transactions), api.convertStatement(sample).transactions);
    const seen = [];
    await convertStatements([{ content: "a" }, { content: sample }], { onPayloadBytes: (body, file) => seen.push([file, JSON.parse(new TextDecoder().decode(body))]) });
    assert.deepEqual(seen, [[1, { transactions: api.convertStatement(sample).transactions }]]);
    const thrown = new RangeError("mine");
    let calls = 0;
    const refuse = () => {
      calls += 1;
      throw thrown;
    };
    await assert.rejects(convertStatement(sample, { batch: 1, onBatch: refuse }), (error) => error === thrown);
    assert.equal(calls, 1);
    const message = "`onBatch` must not be async: the next batch is sent at once, without waiting for a promise";
    await assert.rejects(convertStatement(sample, { onBatch: async () => {} }), { code: "invalid-option", message });
    assert.equal((await convertStatement(sample)).transactions.length, 4);
  });
});

test("a worker ends a call at once, and the next call gets a new one", async () => {
  const worker = waiting.inWorker();
  const header = sample.toString().split("\n").slice(0, 10);
  const large = [...header, ...Array.from({ length: 200_000 }, (_, index) => `2026-03-25;;2026-03-25;2026-03-25;CHF;-1.00;;;;A${index};Text;;;;`)].join("\n");
  const controller = new AbortController();
  let batches = 0;
  const running = worker.convertStatement(large, {
    signal: controller.signal,
    onPayload() {
      batches += 1;
      controller.abort();
    },
  });
  const queued = worker.convertStatement(sample);
  const other = new AbortController();
  const removed = worker.convertStatement(sample, { signal: other.signal });
  setImmediate(() => other.abort());
  await assert.rejects(removed, { name: "AbortError" });
  await assert.rejects(running, { name: "AbortError" });
  assert.equal(batches, 1);
  assert.deepEqual(await queued, api.convertStatement(sample));

  // Closed at the first payload, so that the call is not over.
  const unfinished = worker.convertStatement(large, { onPayload: () => worker.close() });
  await assert.rejects(unfinished, { code: "closed", message: "this worker was closed" });
  await assert.rejects(worker.checkTransactions(payload), { code: "closed" });
});

test("a callback that aborts and then throws ends only its own call", async () => {
  const worker = waiting.inWorker();
  const controller = new AbortController();
  const onBatch = () => {
    controller.abort();
    throw new Error("too late");
  };
  const calls = [worker.convertStatement(sample, { onBatch, signal: controller.signal }), worker.convertStatement(sample)];
  await assert.rejects(calls[0], { name: "AbortError" });
  assert.equal((await calls[1]).transactions.length, 4);
  worker.close();
});

test("a worker that can't start or that ends rejects its call", async () => {
  const refuse = () => {
    throw new Error("no workers here");
  };
  for (const [start, why] of [[refuse, "no workers here"], [() => new Worker("process.exit(3)", { eval: true }), "it ended"]]) {
    const worker = waiting.inWorker(start);
    const expected = { code: "worker-failed", message: `the worker failed: ${why}` };
    await Promise.all([assert.rejects(worker.convertStatement(sample), expected), assert.rejects(worker.convertStatement(sample), expected)]);
    worker.close();
  }
});

test("a program ends although its worker was not closed", () => {
  const code = 'import { inWorker } from "universal-accounting/async";\nconst { rows } = await inWorker().convertStatement(new File(["a;b"], "a.csv"));\nconsole.log(rows);';
  assert.equal(run(process.execPath, [installed.file("ends.js", code)], { cwd: installed.project }).trim(), "0");
});
