// The name of a bank's format in the language of the page. The library has it in English.
import { t } from "./texts.js";

/** Returns the institution and the product. */
export function bankName({ institution, product }) {
  const key = `product-${product.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
  return `${institution.replaceAll(" and ", ` ${t("and")} `)}, ${t(key)}`;
}
