// The examples of the READMEs run as their reader runs them, and print what the comment behind `console.log` says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { install, root, run } from "./installed.js";

let installed;
before(() => (installed = install()));
after(() => installed.remove());

/** What the examples take from the program around them. */
const AROUND = {
  bytes: 'readFileSync(STATEMENT)',
  file: 'new File([readFileSync(STATEMENT)], "export.csv")',
  batches: "[]",
  transactions: "universalAccounting.convertStatement(readFileSync(STATEMENT)).transactions",
};

/** What the examples take from the environment. */
const ENVIRONMENT = { ...process.env, PORT: "0", WEBHOOK_SECRET: "s3cr3t" };

/** Sends a webhook to the server of an example with the right secret, with another one and without a signature, and ends the server. */
const SEND_WEBHOOKS = `
await new Promise((resolve) => server.on("listening", resolve));
const { createHmac } = await import("node:crypto");
for (const [secret, expected] of [["s3cr3t", 204], ["other", 401], [undefined, 401]]) {
  const headers = secret ? { "X-Hub-Signature-256": \`sha256=\${createHmac("sha256", secret).update("{}").digest("hex")}\` } : {};
  const { status } = await fetch(\`http://127.0.0.1:\${server.address().port}\`, { method: "POST", headers, body: "{}" });
  if (status !== expected) throw new Error(\`the status is \${status} instead of \${expected}\`);
}
server.close();`;

/** Completes an example with the imports and variables that it uses and does not declare. */
function complete(code) {
  const isUsed = (name) => new RegExp(`\\b${name}\\b`).test(code) && !new RegExp(`(const|import) \\{?[^=;]*\\b${name}\\b[^=;]*\\}? (=|from)`).test(code);
  const around = Object.entries(AROUND).filter(([name]) => isUsed(name)).map(([name, value]) => `const ${name} = ${value};`);
  return [
    'import { readFileSync } from "node:fs";',
    'import * as universalAccounting from "universal-accounting";',
    ...(isUsed("convertStatement") ? ["const { convertStatement } = universalAccounting;"] : []),
    `const STATEMENT = ${JSON.stringify(join(root, "tests/bank/ubs-account/2022-11-de.csv"))};`,
    ...around,
    code,
    ...(code.includes("server.listen(") ? [SEND_WEBHOOKS] : []),
  ].join("\n");
}

for (const page of ["README.md", "wasm/README.md"]) {
  const examples = [...readFileSync(join(root, page), "utf8").matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
  test(`${page} has examples`, () => assert.ok(examples.length > 0));
  examples.forEach((code, index) => {
    test(`${page}, example ${index + 1}`, () => {
      const printed = run(process.execPath, [installed.file(`example-${index}.js`, complete(code))], { cwd: installed.project, env: ENVIRONMENT }).trim();
      const expected = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, output]) => output);
      if (expected.length > 0) assert.equal(printed, expected.join("\n"));
    });
  });
}
