// Writes the modules `messages/de.js` and so on: the texts of each language, which are the data of the library.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const texts = join(dirname(dirname(fileURLToPath(import.meta.url))), "src/report/languages");

/** The codes of the languages beside English. */
export const LANGUAGES = readdirSync(texts).map((name) => basename(name, ".json")).sort();

const TYPES = `import type { Translate, TranslateSentence } from "../messages.js";

export type { TranslatedFinding } from "../messages.js";
/** Returns the title, message and help of a finding in the language of this module. */
export declare const translate: Translate;
/** Returns a sentence in the language of this module. */
export declare const translateSentence: TranslateSentence;
`;

/** Writes a module for each language into a folder. */
export function writeMessages(folder) {
  mkdirSync(join(folder, "messages"));
  for (const language of LANGUAGES) {
    const data = JSON.stringify(JSON.parse(readFileSync(join(texts, `${language}.json`), "utf8")));
    const module = `import { translator } from "../messages.js";\n\nexport const { translate, translateSentence } = /* @__PURE__ */ translator(${data});\n`;
    writeFileSync(join(folder, "messages", `${language}.js`), module);
    writeFileSync(join(folder, "messages", `${language}.d.ts`), TYPES);
  }
}
