// Translates findings with the texts of a language, in the same way as `src/report/translation.rs`; a test compares the two. Each language is a module of
// its own, so that a bundle has only those that are imported.

/** How deep phrases may be nested. */
const MAX_DEPTH = 8;

const placeholders = () => /\{([a-z]+)(, phrase)?\}/g;

/** Whether a text has two lower-case letters in a row, as a word of a sentence has. Names in backticks are the same in every language. */
function hasWord(text) {
  return text.split("`").some((part, index) => index % 2 === 0 && /[a-z]{2}/.test(part));
}

/** An English phrase with placeholders: the text before each of them and after the last one, and what they are. */
function pattern([english, translation]) {
  const found = [...english.matchAll(placeholders())];
  const texts = english.split(/\{[a-z]+(?:, phrase)?\}/);
  return { texts, found, translation, length: texts.join("").length };
}

/** Returns the parts of a text that the placeholders of a pattern stand for, or undefined if the text is another one. */
function match(texts, text) {
  const [first, last] = [texts[0], texts.at(-1)];
  if (!text.startsWith(first) || !text.slice(first.length).endsWith(last)) return undefined;
  let rest = text.slice(first.length, text.length - last.length);
  const values = [];
  for (const between of texts.slice(1, -1)) {
    const at = rest.indexOf(between);
    if (at < 0) return undefined;
    values.push(rest.slice(0, at));
    rest = rest.slice(at + between.length);
  }
  return [...values, rest];
}

/** Returns functions that translate findings and other sentences with the texts of a language. */
export function translator({ rules, phrases }) {
  const known = new Map(Object.entries(phrases).sort(([first], [second]) => (first < second ? -1 : 1)));
  const patterns = [...known].map(pattern).filter(({ found }) => found.length > 0).sort((first, second) => second.length - first.length);

  function translatePattern({ texts, found, translation }, english, depth) {
    const parts = match(texts, english);
    const values = parts?.map((part, index) => (found[index][2] ? translatePhrase(part, depth + 1) : part));
    if (values === undefined || values.includes(undefined)) return undefined;
    return translation.replace(placeholders(), (placeholder, name) => values[found.findIndex(([, of]) => of === name)] ?? placeholder);
  }

  function translatePhrase(english, depth) {
    if (known.has(english)) return known.get(english);
    if (!hasWord(english)) return english;
    if (depth >= MAX_DEPTH) return undefined;
    for (const each of patterns) {
      const phrase = translatePattern(each, english, depth);
      if (phrase !== undefined) return phrase;
    }
    return undefined;
  }

  /** Fills parameters into a text. Without a translation of one of them, the result is undefined. */
  function fill(text, params) {
    let isComplete = true;
    const filled = text.replace(placeholders(), (placeholder, name, isPhrase) => {
      if (!Object.hasOwn(params, name)) return placeholder;
      const value = params[name];
      if (!isPhrase || typeof value !== "string") return String(value);
      const phrase = translatePhrase(value, 0);
      isComplete &&= phrase !== undefined;
      return phrase ?? "";
    });
    return isComplete ? filled : undefined;
  }

  function translate({ rule, params, message, help }) {
    const texts = Object.hasOwn(rules, rule) ? rules[rule] : undefined;
    if (texts === undefined) return { title: rule, message, help };
    return { title: texts.title, message: fill(texts.message, params) ?? message, help: fill(texts.help, params) ?? help };
  }

  /** Translates a sentence by its template. */
  function translateSentence({ text, template, params }) {
    const phrases = Object.entries(params).map(([name, value]) => [name, template.includes(`{${name}, phrase}`) ? translatePhrase(value, 0) : value]);
    const isComplete = known.has(template) && phrases.every(([, value]) => value !== undefined);
    return isComplete ? fill(known.get(template), Object.fromEntries(phrases)) : text;
  }

  return { translate, translateSentence };
}
