// The tarball works in Node, as a package and as a program.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ENTRY_USES, PAYLOAD, USE, install, native, root, run } from "./installed.js";
import { statement } from "./mt940.js";

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

for (const [entry, { name, use, found }] of Object.entries(ENTRY_USES)) {
  test(`Node imports and requires /${entry}`, () => {
    const imported = installed.file(`${entry}.js`, `import { ${name} } from "universal-accounting/${entry}";\n${use}\nconsole.log(found);`);
    assert.equal(node(imported), found);
    const required = installed.file(`${entry}.cjs`, `const { ${name} } = require("universal-accounting/${entry}");\n${use}\nconsole.log(found);`);
    assert.equal(node("--no-warnings", required), found);
  });
}

test("Node reads the file of the module, and needs none without its condition", () => {
  const file = installed.file("which.js", 'console.log(import.meta.resolve("universal-accounting/values").split("/").at(-1));');
  assert.equal(node(file), "node.js");
  assert.equal(node("--no-addons", file), "index.js");
  const { name, use, found } = ENTRY_USES.check;
  const checked = installed.file("inline.js", `import { ${name} } from "universal-accounting/check";\n${use}\nconsole.log(found);`);
  assert.equal(node("--no-addons", checked), found);
});

test("a page compiles the module while it is downloaded", () => {
  const file = installed.file(
    "stream.js",
    `import { readFileSync } from "node:fs";
    const fetched = [];
    const folderOf = (url) => new URL(url).pathname.split("/").at(-2);
    globalThis.fetch = async (url) => {
      fetched.push(folderOf(url));
      return new Response(readFileSync(url), { headers: { "content-type": "application/wasm" } });
    };
    const { parseIban } = await import("./node_modules/universal-accounting/values/stream.js");
    // Not every server knows the media type.
    globalThis.fetch = async (url) => {
      fetched.push(folderOf(url));
      return new Response(readFileSync(url));
    };
    const { load, checkTransactions } = await import("universal-accounting/check/slim");
    await load();
    ${USE}
    // Without a connection, the module in the code is used.
    globalThis.fetch = async () => { throw new TypeError("forbidden"); };
    const { MemoryStore } = await import("./node_modules/universal-accounting/statements/stream.js");
    console.log(parseIban("CH9300762011623852957").valid, found, new MemoryStore().size, fetched.join());`,
  );
  assert.equal(node(file), "true amount-negative 0 values,check");
});

test("the slim package needs start() first", () => {
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

test("each language is a module of its own", () => {
  const languages = ["de", "fr", "it"].map((language) => `import { translate as ${language} } from "universal-accounting/messages/${language}";\n`).join("");
  const finding = { rule: "amount-zero", params: { field: "amount" }, message: "", help: "" };
  const print = `console.log([de, fr, it].map((translate) => translate(${JSON.stringify(finding)}).message).join());`;
  assert.equal(node(installed.file("languages.js", languages + print)), "`amount` ist 0,`amount` est nul,`amount` è zero");
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

test("the command-line program converts a bank export", () => {
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
  assert.match(run(program, ["explain", "account-missing"]), /\nTo fix it: name the account, .* \(--account; for many files --accounts\)\n/);
  const { stderr } = spawnSync(program, ["convert", join(root, "tests/bank/bancastato-account/2018.csv")], { encoding: "utf8" });
  assert.match(stderr, /help: name the account, .* \(--account; for many files --accounts\)\n/);
});

test("the command-line program writes the same as uacc, and overwrites no input", () => {
  const program = join(installed.project, "node_modules/.bin/universal-accounting");
  const uacc = native();
  const both = (...args) => [program, uacc].map((which) => {
    // The package has findings in English only.
    const { status, stdout } = spawnSync(which, args, { cwd: installed.project, encoding: "utf8", env: { ...process.env, LC_ALL: "C" } });
    return { status, stdout };
  });
  const withoutAccount = join(root, "tests/bank/bancastato-account/2018.csv");
  const own = installed.file("own.csv", readFileSync(SAMPLE));
  const month = { from: "260401", opening: "100,00", until: "260430", closing: "70,00", entries: ["2604020402D10,00", "2604200420D20,00"] };
  const [april, week, may] = [month, { ...month, until: "260403", closing: "90,00", entries: month.entries.slice(0, 1) }, { ...month, from: "260501", until: "260531" }].map((of, index) => installed.file(`${index}.sta`, statement(of)));
  for (const args of [
    ["convert", april, week], ["convert", may, april, week, "--format", "json"], ["convert", april, may, "--account", "x"], ["convert", week, april, "--redact", "--format", "json"],
    ["convert", SAMPLE], ["convert", SAMPLE, "--batch", "3"], ["convert", SAMPLE, withoutAccount], ["convert", withoutAccount, withoutAccount, "--account", "x", "--currency", "CHF"],
    ["convert", own, "-o", own], ["convert", SAMPLE, "--partial", withoutAccount, "--account", "x"], ["convert", SAMPLE, "--format", "json"], ["convert", SAMPLE, "--batch", "1e2"],
    ["normalize", "transactions", join(root, "tests/messages/payload.json")], ["normalize", "base-data", join(root, "tests/messages/spelling.json")],
    ["check", "base-data", "--format", "json", join(root, "tests/messages/base-data.json")], ["check", "transactions", SAMPLE, "--format", "json"],
    ["check", "transactions", join(root, "tests/messages/payload.json"), "missing.json"], ["schema"], ["schema", "transactions"], ["schema", "conversion"], ["schema", "none"], ["convert", "-", "-"], ["convert", "missing.csv"],
  ]) {
    const [ours, theirs] = both(...args);
    assert.deepEqual(ours, theirs, args.join(" "));
  }
  // Unlike uacc, it reads no folders.
  assert.equal(spawnSync(program, ["convert", "."], { cwd: installed.project }).status, 2);
  assert.deepEqual(readFileSync(own), readFileSync(SAMPLE));
  run(program, ["convert", SAMPLE, "--batch", "3", "-o", "out.v1"], { cwd: installed.project });
  assert.equal(JSON.parse(readFileSync(join(installed.project, "out.v1-0002.json"), "utf8")).transactions.length, 1);
  const faulty = Array(50).fill(join(root, "tests/messages/payload.json")).join(" ");
  assert.equal(spawnSync("bash", ["-c", `set -o pipefail; ${program} check transactions ${faulty} | head -c 10 >/dev/null`]).status, 1);
  const withEscapes = installed.file("strange.json", '{"transactions": [], "\\u001b[31m\\u0007": 1}');
  assert.ok(!/[\u001b\u0007]/.test(spawnSync(program, ["check", "transactions", withEscapes], { encoding: "utf8" }).stdout));
});
