// Findings are translated as the library translates them.
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { LANGUAGES, writeMessages } from "../build-messages.js";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folder = mkdtempSync(join(tmpdir(), "messages-"));
after(() => rmSync(folder, { recursive: true }));

writeMessages(folder);
copyFileSync(join(root, "wasm/js/messages.js"), join(folder, "messages.js"));
writeFileSync(join(folder, "package.json"), '{"type": "module"}');
const translate = {};
for (const language of LANGUAGES) ({ translate: translate[language] } = await import(join(folder, "messages", `${language}.js`)));

/** Parses the expected texts of the library: a line with the rule and the parameters, and for each language its code with the title, the message and the help. */
function expectedTexts() {
  const rules = [];
  const lines = readFileSync(join(root, "tests/messages/languages.txt"), "utf8").split("\n");
  for (const [index, line] of lines.entries()) {
    const [, rule, params] = /^([a-z0-9-]+) (\{.*\})$/.exec(line) ?? [];
    const [, language, title] = /^ {2}([a-z]{2}): (.*)$/.exec(line) ?? [];
    const [message, help] = lines.slice(index + 1, index + 3).map((text) => text.slice(4));
    if (rule) rules.push({ rule, params: JSON.parse(params), texts: {} });
    if (language) rules.at(-1).texts[language] = { title, message, help };
  }
  return rules;
}

test("every rule has the texts of the library", () => {
  const rules = expectedTexts();
  assert.deepEqual(LANGUAGES, ["de", "fr", "it"]);
  assert.equal(rules.length, JSON.parse(readFileSync(join(root, "schema/rules.json"), "utf8")).length);
  for (const { rule, params, texts } of rules) {
    const { message, help } = texts.en;
    for (const language of LANGUAGES) assert.deepEqual(translate[language]({ rule, params, message, help }), texts[language], `${language} ${rule}`);
  }
});

test("a text without a translation is in English as a whole", () => {
  const finding = { rule: "not-json", params: { found: "a new kind of file" }, message: "this is a new kind of file, no JSON", help: "give JSON" };
  const { title, message, help } = translate.de(finding);
  assert.deepEqual([title, message], ["Die Datei ist keine JSON-Datei", finding.message]);
  assert.match(help, /^geben Sie Daten in JSON an/);
  const unknown = { rule: "toString", params: {}, message: "m", help: "h" };
  assert.deepEqual(translate.fr(unknown), { title: "toString", message: "m", help: "h" });
});
