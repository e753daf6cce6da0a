// The tarball works where people put it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { install, native, root, run, tool, wasm } from "./installed.js";

const PAYLOAD = '{"transactions": [{"accountIdentifier": "CH9300762011623852957", "transactionId": "1", "creditDebit": "debit", "amount": "-12.50", "currency": "CHF", "bookedAt": "2026-03-31"}]}';
const USE = `const found = checkTransactions(${JSON.stringify(PAYLOAD)}).findings.map((finding) => finding.rule).join();`;
const SAMPLE = join(root, "tests/bank/ubs-account/2022-11-de.csv");

let installed;
before(() => (installed = install()));
after(() => installed.remove());

const node = (file, ...args) => run(process.execPath, [file, ...args], { cwd: installed.project }).trim();

test("Node imports it", () => {
  const file = installed.file("esm.js", `import { checkTransactions } from "universal-accounting";\n${USE}\nconsole.log(found);`);
  assert.equal(node(file), "amount-negative");
});

test("Node requires it", () => {
  const file = installed.file("common.cjs", `const { checkTransactions } = require("universal-accounting");\n${USE}\nconsole.log(found);`);
  assert.equal(node("--no-warnings", file), "amount-negative");
});

test("a host with a way of its own to load the module starts it", () => {
  const file = installed.file(
    "slim.js",
    `import { readFileSync } from "node:fs";
    import { fileURLToPath } from "node:url";
    import { checkTransactions, start } from "universal-accounting/slim";
    try { checkTransactions("{}"); } catch (error) { console.log(error.message); }
    start(readFileSync(fileURLToPath(import.meta.resolve("universal-accounting/core.wasm"))));
    ${USE}\nconsole.log(found);`,
  );
  assert.match(node(file), /^no module is loaded: .*\namount-negative$/);
});

test("a worker imports it", () => {
  installed.file("worker.js", `import { parentPort } from "node:worker_threads";\nimport { checkTransactions } from "universal-accounting";\n${USE}\nparentPort.postMessage(found);`);
  const file = installed.file(
    "main.js",
    `import { Worker } from "node:worker_threads";
    new Worker(new URL("./worker.js", import.meta.url)).on("message", (found) => console.log(found));`,
  );
  assert.equal(node(file), "amount-negative");
});

test("esbuild bundles it for a script tag", () => {
  const file = installed.file("script.js", `import { checkTransactions } from "universal-accounting";\n${USE}\nconsole.log(found);`);
  const bundle = join(installed.project, "script.bundle.cjs");
  run(tool("esbuild"), [file, "--bundle", "--format=iife", "--minify", `--outfile=${bundle}`], { cwd: installed.project });
  assert.equal(node(bundle), "amount-negative");
  // The pages of the rules and the schemas are no part of a bundle that doesn't ask for them.
  assert.ok(!readFileSync(bundle, "utf8").includes("json-schema.org"));
});

test("workerd runs it, which compiles no bytes", async () => {
  const { Miniflare } = await import("miniflare");
  const script = installed.file("edge.js", `import { checkTransactions } from "universal-accounting";\nexport default { fetch() { ${USE} return new Response(found); } };`);
  const bundle = join(installed.project, "edge.bundle.mjs");
  const conditions = ["--conditions=workerd,worker", "--external:*.wasm"];
  run(tool("esbuild"), [script, "--bundle", "--format=esm", ...conditions, `--outfile=${bundle}`], { cwd: installed.project });
  const host = new Miniflare({
    compatibilityDate: "2026-01-01",
    modules: [
      { type: "ESModule", path: "edge.js", contents: readFileSync(bundle, "utf8") },
      { type: "CompiledWasm", path: "core.wasm", contents: readFileSync(join(installed.package, "core.wasm")) },
    ],
  });
  try {
    const response = await host.dispatchFetch("http://localhost/");
    assert.equal(await response.text(), "amount-negative");
  } finally {
    await host.dispose();
  }
});

test("TypeScript takes an example in its strictest mode, and refuses what is wrong", () => {
  installed.file("example.ts", readFileSync(join(wasm, "test/example.ts"), "utf8"));
  for (const resolution of [["--module", "nodenext"], ["--module", "esnext", "--moduleResolution", "bundler"]]) {
    const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2023", "--lib", "es2023,dom", "--types", ""];
    run(tool("tsc"), [...options, ...resolution, "example.ts"], { cwd: installed.project });
  }
});

test("publint and attw have nothing to say", () => {
  run(tool("publint"), ["run", installed.tarball, "--strict"]);
  // Only ESM: `require` gets it too, by Node's own means.
  run(tool("attw"), [installed.tarball, "--profile", "esm-only", "--format", "ascii"]);
});

test("the program converts a bank export", () => {
  const program = join(installed.project, "node_modules/.bin/universal-accounting");
  const { transactions } = JSON.parse(run(program, ["convert", SAMPLE]));
  assert.equal(transactions.length, 4);
  const payload = installed.file("payload.json", PAYLOAD);
  assert.throws(
    () => run(program, ["check", "transactions", payload]),
    (error) => error.status === 1 && /:1:\d+: error\[amount-negative\] \/transactions\/0\/amount\n/.test(error.stdout),
  );
  assert.throws(() => run(program, ["check", "transactions", "missing.json"]), (error) => error.status === 2);
  assert.throws(() => run(program, ["convert", SAMPLE, "--bank", "none"]), (error) => error.status === 2);
  assert.match(run(program, ["explain", "amount-zero"]), /^amount-zero: /);
});

test("the program writes what the native one writes, and loses no file", () => {
  const program = join(installed.project, "node_modules/.bin/universal-accounting");
  const uacc = native();
  const both = (...args) => [program, uacc].map((which) => {
    const { status, stdout } = spawnSync(which, args, { cwd: installed.project, encoding: "utf8" });
    return { status, stdout };
  });
  const odd = join(root, "tests/bank/bancastato-account/2018.csv");
  const own = installed.file("own.csv", readFileSync(SAMPLE));
  for (const args of [
    ["convert", SAMPLE], ["convert", SAMPLE, "--batch", "3"], ["convert", SAMPLE, odd], ["convert", odd, odd, "--account", "x", "--currency", "CHF"],
    ["convert", own, "-o", own], ["convert", SAMPLE, "--partial", odd, "--account", "x"], ["convert", SAMPLE, "--format", "json"], ["convert", SAMPLE, "--batch", "1e2"],
    ["normalize", "transactions", join(root, "tests/messages/payload.json")], ["normalize", "base-data", join(root, "tests/messages/spelling.json")],
    ["check", "base-data", "--format", "json", join(root, "tests/messages/base-data.json")], ["check", "transactions", SAMPLE, "--format", "json"],
    ["check", "transactions", join(root, "tests/messages/payload.json"), "missing.json"], ["schema"], ["schema", "transactions"], ["schema", "conversion"], ["schema", "none"], ["convert", "-", "-"], ["convert", "missing.csv"], ["convert", "."],
  ]) {
    const [ours, theirs] = both(...args);
    assert.deepEqual(ours, theirs, args.join(" "));
  }
  assert.deepEqual(readFileSync(own), readFileSync(SAMPLE));
  run(program, ["convert", SAMPLE, "--batch", "3", "-o", "out.v1"], { cwd: installed.project });
  assert.equal(JSON.parse(readFileSync(join(installed.project, "out.v1-0002.json"), "utf8")).transactions.length, 1);
  const faulty = Array(50).fill(join(root, "tests/messages/payload.json")).join(" ");
  assert.equal(spawnSync("bash", ["-c", `set -o pipefail; ${program} check transactions ${faulty} | head -c 10 >/dev/null`]).status, 1);
  const strange = installed.file("strange.json", '{"transactions": [], "\\u001b[31m\\u0007": 1}');
  assert.ok(!/[\u001b\u0007]/.test(spawnSync(program, ["check", "transactions", strange], { encoding: "utf8" }).stdout));
});

test("the module is as small as is promised", () => {
  const module = readFileSync(join(installed.package, "core.wasm"));
  const { limit } = JSON.parse(readFileSync(join(wasm, "test/size.json"), "utf8"));
  const size = gzipSync(module, { level: 9 }).length;
  assert.ok(size <= limit, `core.wasm has ${size} bytes gzipped, the limit is ${limit}`);
  assert.ok(statSync(installed.tarball).size < 4 * limit, "the module is in the tarball twice, once in base64");
});
