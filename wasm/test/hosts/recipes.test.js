// The recipes of the README as they stand there, the worker in bundles, and schemas in the packages that take them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root, run, tool, wasm } from "../installed.js";
import { launch } from "../page.js";
import { installHosts, serve } from "./tools.js";

const STATEMENT = join(root, "tests/bank/ubs-account/2022-11-de.csv");
const README = readFileSync(join(wasm, "README.md"), "utf8");
const recipe = (language) => new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms").exec(README)[1];
const HTML = '<!doctype html><title></title><body><div id="root"></div><script type="module" src="/main.js"></script></body>';

let hosts;
let browser;
before(async () => {
  hosts = installHosts();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  hosts?.remove();
});

/** Opens a folder in the browser, and asserts that the page has no errors. */
async function visit(folder, use) {
  const server = await serve(folder);
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  try {
    await page.goto(server.url);
    await use(page, server);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
    server.close();
  }
}

/** Builds a page with Vite. */
function viteBuild(name, files) {
  const cwd = hosts.project(name, { "index.html": HTML, ...files });
  run(hosts.tool("vite"), ["build", "--logLevel", "error"], { cwd });
  return join(cwd, "dist");
}

/** A page that converts a file in a worker while it stays responsive. The title says how many transactions there are, and whether a timer ran meanwhile. */
const WORKER_PAGE = `import { inWorker } from "universal-accounting/async";
const lines = ${JSON.stringify(readFileSync(STATEMENT, "utf8").split("\n").slice(0, 10))};
for (let index = 0; index < 50000; index += 1) lines.push("2026-03-25;;2026-03-25;2026-03-25;CHF;-1.00;;;;A" + index + ";Text;;;;");
let ticks = 0;
const timer = setInterval(() => (ticks += 1), 1);
const accounting = inWorker(START);
const { transactions, file } = await accounting.convertStatement(new File([lines.join("\\n")], "march.csv"));
clearInterval(timer);
document.title = JSON.stringify([transactions.length, file, ticks > 0]);
`;

/** Asserts that the page works, and that the worker loaded the module of its entry and no other one. */
async function assertWorks(folder) {
  await visit(folder, async (page, server) => {
    await page.waitForFunction(() => document.title !== "");
    assert.deepEqual(JSON.parse(await page.title()), [50000, "march.csv", true]);
    const { statements } = JSON.parse(readFileSync(join(wasm, "test/size.json"), "utf8"));
    assert.ok(server.size() < statements * 1.1, `the page loaded ${server.size()} bytes, gzipped`);
  });
}

test("Vite makes a bundle of the worker", () => assertWorks(viteBuild("vite-worker", { "main.js": WORKER_PAGE.replace("START", "") })));

test("webpack makes a bundle of the worker", async () => {
  const build = `import webpack from "webpack";
    webpack({ mode: "production", entry: "./main.js", output: { path: import.meta.dirname + "/out", publicPath: "/" } }, (error, stats) => {
      const problems = error?.message ?? stats.toJson().errors.map(({ message }) => message).join("\\n");
      if (problems) throw new Error(problems);
    });`;
  const cwd = hosts.project("webpack-worker", { "main.js": WORKER_PAGE.replace("START", ""), "build.js": build, "out/index.html": HTML });
  run(process.execPath, ["build.js"], { cwd });
  await assertWorks(join(cwd, "out"));
});

test("with esbuild, the page starts a bundle of the worker itself", async () => {
  const start = '() => new Worker("/worker.js", { type: "module" })';
  const cwd = hosts.project("esbuild-worker", { "main.js": WORKER_PAGE.replace("START", start), "worker.js": 'import "universal-accounting/statements/worker.js";\n', "out/index.html": HTML });
  run(tool("esbuild"), ["main.js", "worker.js", "--bundle", "--minify", "--format=esm", "--outdir=out"], { cwd });
  await assertWorks(join(cwd, "out"));
});

test("Deno and Bun run the worker", () => {
  const code = 'import { inWorker } from "universal-accounting/async";\nconst accounting = inWorker();\nconst { valid } = await accounting.checkTransactions(new Blob([\'{"transactions": []}\']));\naccounting.close();\nconsole.log(valid);\n';
  const cwd = hosts.project("runtimes", { "main.js": code });
  assert.equal(run(hosts.tool("deno"), ["run", "--allow-read", "main.js"], { cwd, env: { ...process.env, DENO_NO_UPDATE_CHECK: "1" } }).trim(), "false");
  assert.equal(run(hosts.tool("bun"), ["main.js"], { cwd }).trim(), "false");
});

test("the component of React converts a file, and can be ended", async () => {
  const main = 'import { StrictMode } from "react";\nimport { createRoot } from "react-dom/client";\nimport { Statement } from "./statement.jsx";\ncreateRoot(document.querySelector("#root")).render(<StrictMode><Statement /></StrictMode>);\n';
  const html = HTML.replace("main.js", "main.jsx");
  const folder = viteBuild("react", { "index.html": html, "main.jsx": main, "statement.jsx": recipe("jsx") });
  await visit(folder, async (page) => {
    await page.setInputFiles("input", STATEMENT);
    await page.getByText("4 transactions, 0 errors").waitFor();
    assert.equal(await page.locator("progress").count(), 0);
    await page.setInputFiles("input", { name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("a;b\n1;2\n") });
    await page.getByText("0 transactions, 1 errors").waitFor();
    assert.match(await page.locator("li").textContent(), /^Line 1: /);
    // A large file is ended by the button, or by another file.
    const header = readFileSync(STATEMENT, "utf8").split("\n").slice(0, 10);
    const rows = Array.from({ length: 300_000 }, (_, index) => `2026-03-25;;2026-03-25;2026-03-25;CHF;-1.00;;;;A${index};Text;;;;`);
    const large = { name: "large.csv", mimeType: "text/csv", buffer: Buffer.from([...header, ...rows].join("\n")) };
    await page.setInputFiles("input", large);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.locator("progress").waitFor({ state: "detached" });
    assert.equal(await page.locator("p").count(), 0);
    await page.setInputFiles("input", large);
    await page.setInputFiles("input", STATEMENT);
    await page.getByText("4 transactions, 0 errors").waitFor();
  });
});

test("the plain form accepts only a statement without errors", async () => {
  const [, markup, script] = /^(.*)<script type="module">\n(.*)<\/script>/s.exec(recipe("html"));
  const folder = viteBuild("form", { "index.html": `<!doctype html><title></title>${markup}<script type="module" src="/main.js"></script>`, "main.js": script });
  await visit(folder, async (page) => {
    const message = () => page.locator("input").evaluate((input) => input.validationMessage);
    await page.setInputFiles("input", { name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("a;b\n1;2\n") });
    await page.waitForFunction(() => document.querySelector("input").validationMessage.startsWith("Line "));
    assert.match(await message(), /^Line 1: .+; .+/);
    await page.getByRole("button", { name: "Use it" }).click();
    assert.equal(await page.locator("output").textContent(), "");
    await page.setInputFiles("input", STATEMENT);
    await page.waitForFunction(() => document.querySelector("input").validationMessage === "");
    await page.getByRole("button", { name: "Use it" }).click();
    assert.equal(await page.locator("output").textContent(), "4 transactions");
    await page.setInputFiles("input", []);
    assert.notEqual(await message(), "");
  });
});

const VALUES = { accountIdentifier: "CH9300762011623852957", transactionId: "1", text: "Kaffee", creditDebit: "debit", amount: "0", currency: "chf", bookedAt: "2026-03-31" };
const VALID = {
  organization: { companyName: "Muster AG", leadCurrency: "CHF" },
  accounts: [{ externalId: "a", number: "6500", description: "Material", type: "EXPENSE" }],
  currencies: [{ externalId: "c", code: "CHF" }],
  taxes: [{ externalId: "t", code: "UN81", description: "Umsatzsteuer", value: 8.1 }],
  taxPeriods: [{ externalId: "p", isSubjectToTax: true, balanceTaxation: false, accountingMethod: "ACCRUAL", startsAt: "2026-01-01", endsAt: "2026-12-31" }],
};

test("react-hook-form shows the issues at their fields", () => {
  const code = `import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { transactionSchema } from "universal-accounting/check";
import { translate } from "universal-accounting/messages/de";
const resolve = standardSchemaResolver(transactionSchema({ translate }));
const options = { fields: {}, shouldUseNativeValidation: false };
const values = ${JSON.stringify(VALUES)};
const { errors } = await resolve(values, undefined, options);
const { errors: absent } = await resolve({ ...values, amount: undefined }, undefined, options);
const good = await resolve({ ...values, amount: "1.50", currency: "CHF" }, undefined, options);
console.log(JSON.stringify([Object.keys(errors), errors.amount.message, absent.amount.message.split(" ")[0], good.values.amount, good.errors]));
`;
  const cwd = hosts.project("form-values", { "main.js": code });
  assert.deepEqual(JSON.parse(run(process.execPath, ["main.js"], { cwd })), [["amount", "currency"], "`amount` ist 0; lassen Sie die Transaktion weg, denn sie hat kein Geld bewegt", "`amount`", "1.50", {}]);
});

test("a router of Hono refuses a payload with errors", () => {
  const code = `import { sValidator } from "@hono/standard-validator";
import { Hono } from "hono";
import { baseDataSchema, transactionsSchema } from "universal-accounting/check";
const app = new Hono();
app.post("/transactions", sValidator("json", transactionsSchema()), (context) => context.json(context.req.valid("json").transactions.length));
app.post("/base-data", sValidator("json", baseDataSchema()), (context) => context.json("taken"));
const post = async (path, body) => {
  const response = await app.request(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  return [response.status, await response.json()];
};
const transaction = ${JSON.stringify(VALUES)};
const VALID = ${JSON.stringify(VALID)};
const results = [await post("/transactions", { transactions: [transaction] }), await post("/transactions", { transactions: [{ ...transaction, amount: "1.50", currency: "CHF" }] })];
console.log(JSON.stringify([...results, await post("/base-data", { accounts: [{}] }), await post("/base-data", VALID)]));
`;
  const cwd = hosts.project("router", { "main.js": code });
  const [refused, taken, refusedBase, takenBase] = JSON.parse(run(process.execPath, ["main.js"], { cwd }));
  assert.deepEqual([refused[0], refused[1].error.map(({ path }) => path)], [400, [["transactions", 0, "amount"], ["transactions", 0, "currency"]]]);
  assert.deepEqual(taken, [200, 1]);
  assert.equal(refusedBase[0], 400);
  assert.deepEqual(takenBase, [200, "taken"]);
});

test("the types are those of Standard Schema", () => {
  const code = `import type { StandardSchemaV1 } from "@standard-schema/spec";
import { baseDataSchema, transactionSchema, transactionsSchema } from "universal-accounting/check";
import type { BaseData, Transaction, Transactions } from "universal-accounting";
const schemas: [StandardSchemaV1<Transactions>, StandardSchemaV1<Transaction>, StandardSchemaV1<BaseData>] = [transactionsSchema(), transactionSchema({ strict: true }), baseDataSchema()];
type Output = StandardSchemaV1.InferOutput<ReturnType<typeof transactionSchema>>;
const transaction: Output = { accountIdentifier: "CH9300762011623852957", amount: "1.50", currency: "CHF" };
// @ts-expect-error money is never a number
const wrong: Output = { ...transaction, amount: 1.5 };
console.log(schemas, wrong);
`;
  const config = { compilerOptions: { strict: true, noEmit: true, target: "es2022", module: "nodenext", lib: ["es2022", "dom", "dom.iterable"], types: [] }, files: ["main.ts"] };
  const cwd = hosts.project("schema-types", { "main.ts": code, "tsconfig.json": JSON.stringify(config) });
  run(process.execPath, [join(wasm, "node_modules/typescript/bin/tsc")], { cwd });
});
