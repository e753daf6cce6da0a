// The tarball works in bundlers, in workerd and in TypeScript, and no module exceeds its maximum size.
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { ENTRIES, folderOf } from "../entries.js";
import { ENTRY_USES, USE, compiler, install, run, tool, wasm } from "./installed.js";

/** The maximum size of each module, gzipped. The maximum of `values` is that of a whole bundle. */
const LIMITS = JSON.parse(readFileSync(join(wasm, "test/size.json"), "utf8"));
/** How many bytes a gzipped module in base64 has for each byte of the gzipped module itself, at most. */
const BASE64 = 1.025;
/** The maximum size of the JavaScript around a module in a bundle, gzipped. */
const GLUE = 6500;

let installed;
before(() => (installed = install()));
after(() => installed.remove());

const node = (file) => run(process.execPath, [file], { cwd: installed.project }).trim();

test("esbuild bundles it for a script tag", () => {
  const file = installed.file("script.js", `import { checkTransactions } from "universal-accounting";\n${USE}\nconsole.log(found);`);
  const bundle = join(installed.project, "script.bundle.cjs");
  run(tool("esbuild"), [file, "--bundle", "--format=iife", "--minify", `--outfile=${bundle}`], { cwd: installed.project });
  assert.equal(node(bundle), "amount-negative");
  // Rules and schemas are left out of a bundle that does not use them.
  assert.ok(!readFileSync(bundle, "utf8").includes("json-schema.org"));
});

for (const [entry, { name, use, found }] of Object.entries(ENTRY_USES)) {
  test(`esbuild bundles /${entry} for a script tag, with its own module`, () => {
    const file = installed.file(`${entry}.js`, `import { ${name} } from "universal-accounting/${entry}";\n${use}\nconsole.log(found);`);
    const bundle = join(installed.project, `${entry}.bundle.cjs`);
    run(tool("esbuild"), [file, "--bundle", "--format=iife", "--minify", `--outfile=${bundle}`], { cwd: installed.project });
    assert.equal(node(bundle), found);
    const size = gzipSync(readFileSync(bundle), { level: 9 }).length;
    const limit = entry === "values" ? LIMITS[entry] : LIMITS[entry] * BASE64 + GLUE;
    assert.ok(size <= limit, `the bundle has ${size} bytes gzipped, the limit is ${limit}`);
  });
}

for (const entry of ["check", "statements", "export"]) {
  test(`esbuild bundles the worker of /${entry} with its own module only`, () => {
    const file = installed.file(`${entry}.worker.js`, `import "universal-accounting/${entry}/worker.js";`);
    const bundle = join(installed.project, `${entry}.worker.bundle.js`);
    run(tool("esbuild"), [file, "--bundle", "--minify", `--outfile=${bundle}`], { cwd: installed.project });
    const size = gzipSync(readFileSync(bundle), { level: 9 }).length;
    assert.ok(size <= LIMITS[entry] * BASE64 + GLUE, `the bundle has ${size} bytes gzipped`);
  });
}

test("a bundle for Node contains the module", () => {
  const file = installed.file("server.js", `import { checkTransactions } from "universal-accounting/check";\n${USE}\nconsole.log(found);`);
  const bundle = join(installed.project, "server.bundle.mjs");
  run(tool("esbuild"), [file, "--bundle", "--platform=node", "--format=esm", `--outfile=${bundle}`], { cwd: installed.project });
  assert.equal(node(bundle), "amount-negative");
});

test("workerd runs it with the compiled module", async () => {
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

for (const version of ["typescript-5.2", "typescript"]) {
  test(`${version} compiles the example in strict mode, and its mistakes are type errors`, () => {
    installed.file("example.ts", readFileSync(join(wasm, "test/example.ts"), "utf8"));
    for (const resolution of [{ module: "node16" }, { module: "nodenext" }, { module: "esnext", moduleResolution: "bundler" }]) {
      const options = { noEmit: true, strict: true, exactOptionalPropertyTypes: true, target: "es2022", lib: ["es2022", "dom", "dom.iterable"], types: [], ...resolution };
      installed.file("tsconfig.json", JSON.stringify({ compilerOptions: options, files: ["example.ts"] }));
      run(process.execPath, [compiler(version)], { cwd: installed.project });
    }
  });
}

test("publint and attw report no problems", () => {
  run(tool("publint"), ["run", installed.tarball, "--strict"]);
  // The package has only ES modules, which Node can also load with `require`.
  run(tool("attw"), [installed.tarball, "--profile", "esm-only", "--format", "ascii"]);
});

test("no module exceeds its maximum size", () => {
  assert.deepEqual(Object.keys(LIMITS), Object.keys(ENTRIES));
  for (const [entry, limit] of Object.entries(LIMITS)) {
    const size = gzipSync(readFileSync(join(installed.package, folderOf(entry), "core.wasm")), { level: 9 }).length;
    assert.ok(size <= limit, `the module of ${entry} has ${size} bytes gzipped, the limit is ${limit}`);
  }
  // The README has the same numbers.
  const readme = readFileSync(join(wasm, "README.md"), "utf8");
  const rows = [...readme.matchAll(/^\| `universal-accounting(?:\/(\w+))?` \|.*\| (\d+) kB[^|]*\|$/gm)];
  const stated = Object.fromEntries(rows.map(([, entry = "core", kilobytes]) => [entry, kilobytes * 1000]));
  assert.deepEqual(stated, LIMITS);
  const sum = Object.values(LIMITS).reduce((sum, limit) => sum + limit);
  assert.ok(statSync(installed.tarball).size < 2.5 * sum, "each module is in the tarball twice, once in base64");
});
