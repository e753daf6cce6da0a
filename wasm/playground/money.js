// Money is text here, and sums are made of whole numbers: never a binary float.

/** A positive decimal as a whole number of so many decimals. */
export function scaled(text, decimals) {
  const [whole, fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

/** How many decimals a text has. */
const decimalsOf = (text) => text.split(".")[1]?.length ?? 0;

/** A sum of positive decimals. */
export class Sum {
  #units = 0n;
  #decimals = 2;

  add(text) {
    const decimals = decimalsOf(text);
    if (decimals > this.#decimals) {
      this.#units *= 10n ** BigInt(decimals - this.#decimals);
      this.#decimals = decimals;
    }
    this.#units += scaled(text, this.#decimals);
  }

  toString() {
    const digits = this.#units.toString().padStart(this.#decimals + 1, "0");
    return `${digits.slice(0, -this.#decimals)}.${digits.slice(-this.#decimals)}`;
  }
}

/** A decimal as people write it: groups of three, at least two decimals. */
export function shown(text) {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return text;
  return `${sign ? "−" : ""}${whole.replace(/\B(?=(\d{3})+$)/g, "’")}.${fraction.padEnd(2, "0")}`;
}
