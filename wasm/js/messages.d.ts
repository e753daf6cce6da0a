import type { Sentence } from "./index.js";
import type { Finding } from "./records.js";

/** The texts of a finding in a language. */
export interface TranslatedFinding {
  /** The rule in a few words. */
  title: string;
  /** What is wrong. A message that has no translation is in English. */
  message: string;
  /** What to do. A help that has no translation is in English. */
  help: string;
}

/** Returns the texts of a finding in the language of the module. */
export type Translate = (finding: Pick<Finding, "rule" | "params" | "message" | "help">) => TranslatedFinding;

/** Returns a sentence in the language of the module, such as a question of `learnStatement`. One that has no translation is in English. */
export type TranslateSentence = (sentence: Sentence) => string;
