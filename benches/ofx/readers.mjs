// Reads OFX files with one library of npm: `node readers.mjs FOLDER LIBRARY read|time FILE...`. FOLDER has the libraries. `ofx.py` runs it.
//
// `read` prints a line of JSON for each file: the amounts of its transactions as text, or null if the library fails. `time` prints the CPU seconds of up to
// five rounds that read all files, without the start of Node.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, library, task, ...paths] = process.argv.slice(2);
const require = createRequire(join(folder, "package.json"));
const module = await import(pathToFileURL(require.resolve(library)));

// Every list of transactions of banks and cards, wherever it is.
function* amounts(value, isInList = false) {
  if (Array.isArray(value)) {
    for (const item of value) yield* amounts(item, isInList);
  } else if (value && typeof value === "object") {
    if (isInList) yield String(value.TRNAMT);
    for (const [name, child] of Object.entries(value)) {
      if (name === "BANKTRANLIST") {
        // One library has another name for it.
        for (const list of [child].flat()) yield* amounts(list?.STMTTRN ?? list?.STRTTRN, true);
      } else if (!isInList && name !== "INVSTMTRS") {
        yield* amounts(child);
      }
    }
  }
}

const readers = {
  "ofx-js": (source) => module.parse(source.toString()),
  "node-ofx-parser": (source) => module.default.parse(source.toString()),
  "ofx-data-extractor": (source) => new (module.Ofx ?? module.default.Ofx)(source.toString(), { nativeTypes: false }).toJson(),
};

async function tryRead(source) {
  try {
    const file = await readers[library](source);
    const content = file.OFX ?? file;
    return typeof content === "object" ? [...amounts(content)] : null;
  } catch {
    return null;
  }
}

// Some libraries print what they read.
console.log = console.warn = console.error = () => {};
const sources = paths.map((path) => readFileSync(path));
const print = (line) => process.stdout.write(`${line}\n`);
if (task === "read") {
  for (const source of sources) print(JSON.stringify(await tryRead(source)));
} else {
  const begin = performance.now();
  for (let round = 0; round < 5 && performance.now() - begin < 10_000; round += 1) {
    const start = process.cpuUsage();
    for (const source of sources) await tryRead(source);
    const { user, system } = process.cpuUsage(start);
    print((user + system) / 1e6);
  }
}
