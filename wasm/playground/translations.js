// Findings in the language of the page.
import { translate as de } from "../dist/messages/de.js";
import { translate as fr } from "../dist/messages/fr.js";
import { translate as it } from "../dist/messages/it.js";
import { LANGUAGE, t } from "./texts.js";

const TRANSLATE = { de, fr, it };

/** Returns the title, the message and the help of a finding. In English, its rule has the title. */
export function translated(finding) {
  const translate = TRANSLATE[LANGUAGE];
  return translate ? translate(finding) : { title: undefined, message: finding.message, help: finding.help };
}

/** Returns what the worker finds wrong with an account or a currency that a person enters, or an empty string. */
export function problemOf(option, problem) {
  return problem ? translated({ ...problem, params: { ...problem.params, field: t(option) } }).message.replaceAll("`", "") : "";
}
