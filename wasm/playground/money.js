// Amounts are strings, and sums are computed with integers: floats would lose digits.

/** Returns a positive decimal as an integer, in units of 10^-decimals. */
export function toInteger(text, decimals) {
  const [whole, fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

/** Returns the number of decimals. */
const decimalsOf = (text) => text.split(".")[1]?.length ?? 0;

/** An exact sum of positive decimals. */
export class Sum {
  #units = 0n;
  #decimals = 2;

  add(text) {
    const decimals = decimalsOf(text);
    if (decimals > this.#decimals) {
      this.#units *= 10n ** BigInt(decimals - this.#decimals);
      this.#decimals = decimals;
    }
    this.#units += toInteger(text, this.#decimals);
  }

  toString() {
    const digits = this.#units.toString().padStart(this.#decimals + 1, "0");
    return `${digits.slice(0, -this.#decimals)}.${digits.slice(-this.#decimals)}`;
  }
}

/** Formats a decimal with groups of three digits and at least two decimals. */
export function formatAmount(text) {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return text;
  return `${sign ? "−" : ""}${whole.replace(/\B(?=(\d{3})+$)/g, "’")}.${fraction.padEnd(2, "0")}`;
}
