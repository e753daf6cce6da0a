// The name of a bank's format in the language of the page. The library has it in English.
import { hasText, t } from "./texts.js";

/** Returns the institution and the product. */
export function bankName({ institution, product }) {
  return `${institution.replaceAll(" and ", ` ${t("and")} `)}, ${t(keyOf(product))}`;
}

const keyOf = (product) => `product-${product.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;

/** Returns the name of a format that a finding has, which is the institution and the product in one text. The name of a profile stays as it is. */
export function formatName(text) {
  const at = text.lastIndexOf(", ");
  const [institution, product] = [text.slice(0, at), text.slice(at + 2)];
  return at > 0 && hasText(keyOf(product)) ? bankName({ institution, product }) : text;
}
