// Why each rule exists, in the languages beside English. They are texts of the page: the modules of the package have the English ones alone, which keeps them small.
import de from "./reasons/de.js";
import fr from "./reasons/fr.js";
import it from "./reasons/it.js";
import { LANGUAGE } from "./texts.js";

const REASONS = { de, fr, it };

/** Returns why a rule exists in the language of the page. `page` is the documentation of the rule, in English. */
export const reasonOf = (rule, page) => REASONS[LANGUAGE]?.[rule][1] ?? page.why;
