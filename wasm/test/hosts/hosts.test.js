// The package, installed from the tarball, works in each host: the first call returns what it should. Prints a table with the size that a visitor downloads, and
// the time to the first result, for `benches/README.md`: with the environment variable ROUNDS, the median of as many rounds.
//
// With the environment variable PACKAGE, the table is that of another build, for comparison.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { compiler, run, tool, wasm } from "../installed.js";
import { launch } from "../page.js";
import { SPECIFIERS, TIMED, firstUse, installHosts, median, serve } from "./tools.js";

let hosts;
let specifiers;
let browser;
before(async () => {
  hosts = installHosts();
  specifiers = SPECIFIERS.filter((specifier) => hosts.has(specifier));
  browser = await launch();
});

/** The cells of the table, by host and entry. */
const table = new Map();

/** Adds a result to the table, and asserts that the first call returned what it should. */
function record(host, specifier, { found, time, size }) {
  assert.equal(found, firstUse(specifier).found, `${host}, ${specifier}`);
  const kilobytes = size === undefined ? "" : `${(size / 1000).toFixed(0)} kB, `;
  const cells = table.get(host) ?? {};
  table.set(host, { ...cells, [specifier]: `${kilobytes}${time.toFixed(0)} ms` });
}

after(async () => {
  await browser?.close();
  hosts?.remove();
  const row = (cells) => `| ${cells.join(" | ")} |`;
  const rows = [...table].map(([host, cells]) => row([host, ...specifiers.map((specifier) => cells[specifier] ?? "")]));
  console.log([row(["host", ...specifiers.map((specifier) => `\`${specifier}\``)]), row(["---", ...specifiers.map(() => "---")]), ...rows].join("\n"));
});

/** Defines a test that runs with each entry, in a project of its own. */
function testEach(host, measure) {
  test(host, async () => {
    for (const specifier of specifiers) {
      const name = `${host}-${SPECIFIERS.indexOf(specifier)}`.toLowerCase().replace(/\W+/g, "-");
      record(host, specifier, await measure(name, { "first.js": firstUse(specifier).code }));
    }
  });
}

/** Runs a program that prints its result. Returns the result, with the median of the times. */
async function printed(program, args, options) {
  let found;
  const time = await median(() => {
    const result = JSON.parse(run(program, args, options).trim().split("\n").at(-1));
    found = result.found;
    return result.time;
  });
  return { found, time };
}

testEach("Node, `import`", (name, files) => printed(process.execPath, ["main.js"], { cwd: hosts.project(name, { ...files, "main.js": TIMED }) }));

testEach("Node, `require`", (name, files) => {
  const code = `const start = performance.now();\nconst { first } = require("./first.js");\nconst found = first();\nconsole.log(JSON.stringify({ found, time: performance.now() - start }));\n`;
  // As CommonJS, `first.js` requires the package.
  const first = files["first.js"].replace(/^import (.*) from (".*");$/m, "const $1 = require($2);").replace("export function first", "exports.first = function");
  return printed(process.execPath, ["--no-warnings", "main.js"], { cwd: hosts.project(name, { "first.js": first, "main.js": code }, { type: "commonjs" }) });
});

testEach("Deno", (name, files) => {
  const cwd = hosts.project(name, { ...files, "main.js": TIMED });
  // Without permissions.
  return printed(hosts.tool("deno"), ["run", "main.js"], { cwd, env: { ...process.env, DENO_NO_UPDATE_CHECK: "1" } });
});

testEach("Bun", (name, files) => printed(hosts.tool("bun"), ["main.js"], { cwd: hosts.project(name, { ...files, "main.js": TIMED }) }));

for (const version of ["typescript-5.2", "typescript"]) {
  test(`${version} in strict mode`, () => {
    for (const resolution of [{ module: "node16" }, { module: "esnext", moduleResolution: "bundler" }]) {
      const files = Object.fromEntries(specifiers.map((specifier, index) => [`first-${index}.ts`, firstUse(specifier).code]));
      // The types of the package are checked too: there is no `skipLibCheck`.
      const config = { compilerOptions: { strict: true, target: "es2022", lib: ["es2022", "dom", "dom.iterable"], types: [], ...resolution }, files: Object.keys(files) };
      const cwd = hosts.project(`${version}-${resolution.module}`, { ...files, "tsconfig.json": JSON.stringify(config) });
      run(process.execPath, [compiler(version)], { cwd });
      specifiers.forEach((specifier, index) => {
        const main = `import { first } from "./first-${index}.js";\nconsole.log(first());\n`;
        assert.equal(run(process.execPath, ["--input-type=module", "--eval", main], { cwd }).trim(), firstUse(specifier).found);
      });
    }
  });
}

const PAGE = { "index.html": '<!doctype html><title></title><body><script type="module" src="/main.js"></script></body>' };
/** A page shows what the first call found, and the milliseconds since the visitor came. */
const SHOWN = 'import { first } from "./first.js";\ndocument.title = JSON.stringify({ found: first(), time: performance.now() });\n';

/** Opens a page in an empty browser. Returns its result when there is one, and the size of the code that was downloaded, gzipped. */
async function visit(url, result) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const responses = [];
  page.on("response", (response) => /\.(js|wasm)$/.test(new URL(response.url()).pathname) && responses.push(response));
  await page.goto(url);
  const text = await result(page);
  const bodies = await Promise.all(responses.map((response) => response.body()));
  await context.close();
  return { ...JSON.parse(text), size: bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) };
}

/** Visits a page of static files. Returns what its title says, with the median of the times. */
async function shown(folder) {
  const server = await serve(folder);
  let last;
  const time = await median(async () => {
    last = await visit(server.url, async (page) => {
      await page.waitForFunction(() => document.title !== "");
      return page.title();
    });
    return last.time;
  });
  server.close();
  return { ...last, time };
}

testEach("esbuild", (name, files) => {
  const cwd = hosts.project(name, { ...files, "main.js": SHOWN, "out/index.html": PAGE["index.html"] });
  run(tool("esbuild"), ["main.js", "--bundle", "--minify", "--format=esm", "--outfile=out/main.js"], { cwd });
  return shown(join(cwd, "out"));
});

testEach("Vite", (name, files) => {
  const cwd = hosts.project(name, { ...files, ...PAGE, "main.js": SHOWN });
  run(hosts.tool("vite"), ["build", "--logLevel", "error"], { cwd });
  return shown(join(cwd, "dist"));
});

testEach("webpack", (name, files) => {
  const build = `import webpack from "webpack";
    webpack({ mode: "production", entry: "./main.js", output: { path: import.meta.dirname + "/out", publicPath: "/" } }, (error, stats) => {
      const problems = error?.message ?? stats.toJson().errors.map(({ message }) => message).join("\\n");
      if (problems) throw new Error(problems);
    });`;
  const cwd = hosts.project(name, { ...files, "main.js": SHOWN, "build.js": build, "out/index.html": PAGE["index.html"] });
  run(process.execPath, ["build.js"], { cwd });
  return shown(join(cwd, "out"));
});

const NEXT = {
  "next.config.js": 'import { dirname } from "node:path";\nexport default { turbopack: { root: dirname(import.meta.dirname) } };\n',
  "app/layout.js": 'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }\n',
  "app/page.js": `import { first } from "../first.js";
import Client from "./client.js";
export const dynamic = "force-dynamic";
export default function Page() { return <main><p id="server">{first()}</p><Client /></main>; }
`,
  "app/client.js": `"use client";
import { useEffect, useState } from "react";
import { first } from "../first.js";
export default function Client() {
  const [result, setResult] = useState();
  useEffect(() => setResult({ found: first(), time: performance.now() }), []);
  return result && <p id="client">{JSON.stringify(result)}</p>;
}
`,
};

/** Starts a project of Next. Returns the URL of the server, and a function that ends it. */
async function startNext(cwd, env) {
  const server = spawn(process.execPath, [hosts.tool("next"), "start", "--port", "0"], { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    server.once("exit", () => reject(new Error("the server ended")));
    server.stdout.setEncoding("utf8").on("data", (text) => {
      const [found] = /http:\/\/localhost:\d+/.exec(text) ?? [];
      if (found) resolve(found);
    });
  });
  return { url, close: () => server.kill() };
}

test("Next, server and client", async () => {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
  const measure = async (name, first) => {
    const cwd = hosts.project(name, { ...NEXT, "first.js": first });
    run(hosts.tool("next"), ["build"], { cwd, env });
    const server = await startNext(cwd, env);
    try {
      const start = performance.now();
      const html = await (await fetch(server.url)).text();
      const time = performance.now() - start;
      return {
        server: { found: /<p id="server">(.*?)<\/p>/.exec(html)?.[1], time },
        client: await visit(server.url, (page) => page.locator("#client").textContent()),
      };
    } finally {
      server.close();
    }
  };
  // What the package adds to a page.
  const { client: { size: withoutPackage } } = await measure("next", 'export const first = () => "";\n');
  for (const specifier of specifiers) {
    const { server, client } = await measure(`next-${SPECIFIERS.indexOf(specifier)}`, firstUse(specifier).code);
    record("Next, server", specifier, server);
    record("Next, client", specifier, { ...client, size: client.size - withoutPackage });
  }
});

testEach("workerd", async (name, files) => {
  const { Miniflare } = await import("miniflare");
  const cwd = hosts.project(name, { ...files, "main.js": 'import { first } from "./first.js";\nexport default { fetch: () => new Response(first()) };\n' });
  run(tool("esbuild"), ["main.js", "--bundle", "--minify", "--format=esm", "--conditions=workerd,worker", "--loader:.wasm=copy", "--asset-names=[name]", "--outdir=out"], { cwd });
  const [script, module] = ["main.js", "core.wasm"].map((file) => readFileSync(join(cwd, "out", file)));
  let found;
  const time = await median(async () => {
    const host = new Miniflare({
      compatibilityDate: "2026-01-01",
      modules: [{ type: "ESModule", path: "main.js", contents: script.toString() }, { type: "CompiledWasm", path: "core.wasm", contents: module }],
    });
    try {
      await host.ready;
      const start = performance.now();
      found = await (await host.dispatchFetch("http://localhost/")).text();
      return performance.now() - start;
    } finally {
      await host.dispose();
    }
  });
  return { found, time, size: [script, module].reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0) };
});

/** A test that writes the result into a file. */
const TESTED = `import { writeFileSync } from "node:fs";
test("the first call", async () => {
${TIMED.replace(/console\.log\((.*)\);/, 'writeFileSync("result.json", $1);')}});
`;
const tested = (cwd) => JSON.parse(readFileSync(join(cwd, "result.json"), "utf8"));

testEach("Vitest", (name, files) => {
  const cwd = hosts.project(name, { ...files, "first.test.js": `import { test } from "vitest";\n${TESTED}` });
  run(hosts.tool("vitest"), ["run"], { cwd });
  return tested(cwd);
});

// As the README says.
const jest = (environment, jest, setup) => (name, files) => {
  const cwd = hosts.project(name, { ...files, ...setup, "first.test.js": TESTED }, { jest: { testEnvironment: environment, transform: {}, ...jest } });
  run(hosts.tool("jest"), [], { cwd, env: { ...process.env, NODE_OPTIONS: "--experimental-vm-modules" } });
  return tested(cwd);
};
testEach("Jest", jest("node"));
const [, SETUP] = /^```js\n(\/\/ jest\.setup\.js\n[^`]*)```$/m.exec(readFileSync(join(wasm, "README.md"), "utf8"));
testEach("Jest with jsdom", jest("jsdom", { setupFiles: ["./jest.setup.js"] }, { "jest.setup.js": SETUP }));
