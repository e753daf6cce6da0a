// The entries of the package: which functions each module has, and how hosts find their module.
import { LANGUAGES } from "./build-messages.js";

/**
 * For each entry, the functions and classes that its module exports, by their names in the module. Its functions for users are in `js/api/ENTRY.js`; the entry
 * `core` is the package as a whole.
 */
const STATEMENTS = ["convert", "StatementFiles", "detectStatement", "banks", "decodeSource", "isArchive", "unpackArchive", "LearnFiles", "MemoryStore"];

export const ENTRIES = {
  core: undefined,
  values: ["parseValue"],
  check: ["check", "normalize", "Normalized", "decodeSource", "diffBaseData"],
  statements: STATEMENTS,
  export: [...STATEMENTS, "writeStatements", "WrittenStatements", "CertifiedFiles", "WrittenCertificate"],
};

/** What every module exports. */
export const SHARED = ["moduleMemory"];

/** Returns the folder of an entry in the package. */
export const folderOf = (entry) => (entry === "core" ? "." : `./${entry}`);

/** Returns what imports call an entry. */
export const specifierOf = (entry) => (entry === "core" ? "universal-accounting" : `universal-accounting/${entry}`);

/** Returns the exports of the package. */
export function packageExports() {
  const exports = {};
  for (const entry of Object.keys(ENTRIES)) {
    // An import names the folder of its entry.
    const folder = folderOf(entry);
    exports[folder] = {
      types: `${folder}/index.d.ts`,
      // This host imports compiled modules, and compiles no bytes.
      workerd: `${folder}/workerd.js`,
      // Only Node itself has this condition. Bundlers for Node have the condition `node` too, but don't copy the file.
      "node-addons": `${folder}/node.js`,
      // webpack copies the file, and supports `await` at the top of modules. Code that calls `require` can't wait.
      webpack: { browser: { import: `${folder}/stream.js` } },
      default: `${folder}/index.js`,
    };
    exports[`${folder}/slim`] = { types: `${folder}/slim.d.ts`, default: `${folder}/slim.js` };
    // The functions of a single value are not for workers.
    if (entry !== "values") exports[`${folder}/worker.js`] = { types: "./worker.d.ts", default: `${folder}/worker.js` };
    exports[`./${entry}.wasm`] = { types: "./core.wasm.d.ts", default: `${folder}/core.wasm` };
  }
  exports["./async"] = { types: "./async.d.ts", default: "./async.js" };
  for (const language of LANGUAGES) {
    exports[`./messages/${language}`] = { types: `./messages/${language}.d.ts`, default: `./messages/${language}.js` };
  }
  return { ...exports, "./package.json": "./package.json" };
}
