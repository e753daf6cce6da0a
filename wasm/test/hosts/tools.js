// Projects for hosts of the package: the hosts are installed once, in a temporary folder, and each project below it gets the package from the tarball.
import { createServer } from "node:http";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { ENTRY_USES, run, wasm } from "../installed.js";

const here = dirname(fileURLToPath(import.meta.url));

/** Installs the hosts, and packs the package: `dist`, or the folder in the environment variable PACKAGE. */
export function installHosts() {
  const root = mkdtempSync(join(tmpdir(), "universal-accounting-hosts-"));
  for (const name of ["package.json", "package-lock.json"]) copyFileSync(join(here, name), join(root, name));
  run("npm", ["ci", "--no-audit", "--no-fund", "--prefer-offline"], { cwd: root });
  const dist = process.env.PACKAGE ?? join(wasm, "dist");
  run("npm", ["pack", dist, "--pack-destination", root]);
  const tarball = join(root, readdirSync(root).find((name) => name.endsWith(".tgz")));
  const { exports } = JSON.parse(readFileSync(join(dist, "package.json"), "utf8"));
  // The package is installed once, and copied into each project.
  const installed = join(root, "installed");
  mkdirSync(installed);
  writeFileSync(join(installed, "package.json"), '{ "private": true }\n');
  run("npm", ["install", "--no-audit", "--no-fund", "--offline", tarball], { cwd: installed });
  const { dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  return {
    /** Whether the package has an entry. */
    has: (specifier) => specifier.replace("universal-accounting", ".") in exports,
    tool: (name) => join(root, "node_modules/.bin", name),
    /** Creates a project with the package and the files. */
    project(name, files, described = {}) {
      const folder = join(root, name);
      cpSync(join(installed, "node_modules"), join(folder, "node_modules"), { recursive: true });
      writeFileSync(join(folder, "package.json"), `${JSON.stringify({ name, private: true, type: "module", dependencies, ...described })}\n`);
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), content);
      }
      return folder;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The entries that are measured, by their names in imports. */
const MEASURED = { "universal-accounting/values": "values", "universal-accounting/check": "check", "universal-accounting": "check" };
export const SPECIFIERS = Object.keys(MEASURED);

/** Returns a module with a function that makes the first call, and what the call should return. */
export function firstUse(specifier) {
  const { name, use, found } = ENTRY_USES[MEASURED[specifier]];
  return { found, code: `import { ${name} } from "${specifier}";\nexport function first() {\n  ${use}\n  return found;\n}\n` };
}

/** A program that prints what the first call found, and the milliseconds from the start of the import. */
export const TIMED = `const start = performance.now();
const { first } = await import("./first.js");
const found = first();
console.log(JSON.stringify({ found, time: performance.now() - start }));
`;

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** Serves the files of a folder. `size` returns the size of all code that was served, gzipped. */
export async function serve(folder) {
  let size = 0;
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    try {
      const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
      const content = readFileSync(file);
      if (/\.(js|wasm)$/.test(file)) size += gzipSync(content, { level: 9 }).length;
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, size: () => size, close: () => server.close() };
}

/** Returns the result of a function that measures a time or, with the environment variable ROUNDS, the median of as many results. */
export async function median(measure) {
  const rounds = Number(process.env.ROUNDS ?? 1);
  const results = [];
  for (let index = 0; index < rounds; index += 1) results.push(await measure());
  return results.sort((a, b) => a - b)[Math.floor(rounds / 2)];
}
