// The texts of the page in four languages. These tests need no browser.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { explain, rules } from "../dist/index.js";
import reasonsDe from "../playground/reasons/de.js";
import reasonsFr from "../playground/reasons/fr.js";
import reasonsIt from "../playground/reasons/it.js";
import de from "../playground/texts/de.js";
import en from "../playground/texts/en.js";
import fr from "../playground/texts/fr.js";
import it from "../playground/texts/it.js";
import { wasm } from "./installed.js";

const TEXTS = { de, en, fr, it };
/** For each language and rule, the fingerprint of the English reason that was translated, and the translation. */
const REASONS = { de: reasonsDe, fr: reasonsFr, it: reasonsIt };
const SOURCE = join(wasm, "playground");

const forms = (text) => (typeof text === "string" ? [text] : Object.values(text));
const placeholders = (text) => [...new Set(forms(text).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)))].sort();

test("every language has every text, with the same parameters", () => {
  for (const [language, texts] of Object.entries(TEXTS)) {
    assert.deepEqual(Object.keys(texts), Object.keys(en), language);
    for (const [key, text] of Object.entries(texts)) {
      assert.equal(typeof text, typeof en[key], `${key}, ${language}`);
      assert.deepEqual(placeholders(text), placeholders(en[key]), `${key}, ${language}`);
      assert.ok(forms(text).every((form) => form.trim() === form || key === "download-from"), `${key}, ${language}`);
      if (typeof text === "object") assert.deepEqual(Object.keys(text), ["one", "other"], `${key}, ${language}`);
    }
  }
  // Swiss German has no ß.
  assert.ok(!JSON.stringify(de).includes("ß"));
});

test("every key is used, and every key that is used exists", () => {
  const files = readdirSync(SOURCE).filter((name) => /\.(js|html)$/.test(name));
  const code = files.map((name) => readFileSync(join(SOURCE, name), "utf8")).join("\n");
  const used = [...code.matchAll(/\bt\("([^"]+)"|data-t(?:-[a-z]+)?="([^"]+)"/g)].map(([, call, attribute]) => call ?? attribute);
  for (const key of used) assert.ok(Object.hasOwn(en, key), `there is no text ${key}`);
  // Keys that the code puts together, such as that of the kind of a file.
  const composed = [...code.matchAll(/`([a-z]+-)\$\{/g)].map(([, start]) => start);
  const isUsed = (key) => code.includes(`"${key}"`) || composed.some((start) => key.startsWith(start)) || key.startsWith("product-");
  assert.deepEqual(Object.keys(en).filter((key) => !isUsed(key)), []);
});

test("every rule has its reason in every language", () => {
  const code = (text) => [...new Set(text.match(/`[^`]+`/g) ?? [])].filter((name) => !name.startsWith("`Limits::")).sort();
  for (const [language, reasons] of Object.entries(REASONS)) {
    assert.deepEqual(Object.keys(reasons).sort(), rules().map(({ id }) => id).sort(), language);
    for (const [rule, [, reason]] of Object.entries(reasons)) {
      const english = explain(rule).why;
      assert.notEqual(reason, english, `${rule}, ${language}`);
      assert.match(reason, /^\S.*\.$/, `${rule}, ${language}`);
      assert.deepEqual(code(reason), code(english), `${rule}, ${language}`);
      if (language === "fr") assert.doesNotMatch(reason, / [:;?!]/, rule);
    }
  }
  assert.ok(!JSON.stringify(REASONS.de).includes("ß"));
});

const fingerprint = (text) => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** Returns the translations of a reason whose English text was changed after it was translated, each with the fingerprint of the English text as it is now. */
function outdated(whyOf) {
  const all = Object.entries(REASONS).flatMap(([language, reasons]) => Object.entries(reasons).map(([rule, [translated]]) => [`playground/reasons/${language}.js`, rule, translated, fingerprint(whyOf(rule))]));
  return all.filter(([, , translated, current]) => translated !== current).map(([file, rule, , current]) => `${file}: ${rule}, now ${current}`);
}

test("every reason is that of the English text as it is", () => {
  assert.deepEqual(outdated((rule) => explain(rule).why), []);
  const changed = (rule) => `${explain(rule).why}${rule === "empty-file" ? " It was changed." : ""}`;
  assert.deepEqual(outdated(changed).map((each) => each.replace(/, now .*/, "")), ["de", "fr", "it"].map((language) => `playground/reasons/${language}.js: empty-file`));
});
