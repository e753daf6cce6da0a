// Findings in the language of the page.
import { translate as de } from "../dist/messages/de.js";
import { translate as fr } from "../dist/messages/fr.js";
import { translate as it } from "../dist/messages/it.js";
import { LANGUAGE } from "./texts.js";

const TRANSLATE = { de, fr, it };

/** Returns the title, the message and the help of a finding. In English, the title is the id of the rule. */
export function translated(finding) {
  const translate = TRANSLATE[LANGUAGE];
  return translate ? translate(finding) : { title: finding.rule, message: finding.message, help: finding.help };
}
