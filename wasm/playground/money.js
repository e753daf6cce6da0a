// Amounts are strings, and sums are computed with integers: floats would lose digits.

/** Returns a decimal as an integer, in units of 10^-decimals. */
export function toInteger(text, decimals) {
  const [whole, fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

/** Returns the number of decimals. */
const decimalsOf = (text) => text.split(".")[1]?.length ?? 0;

/** An exact sum of decimals. */
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

  equals(other) {
    return toInteger(`${this}`, 28) === toInteger(`${other}`, 28);
  }

  toString() {
    const digits = (this.#units < 0n ? -this.#units : this.#units).toString().padStart(this.#decimals + 1, "0");
    return `${this.#units < 0n ? "-" : ""}${digits.slice(0, -this.#decimals)}.${digits.slice(-this.#decimals)}`;
  }
}

/** Formats a decimal with groups of three digits and at least two decimals. */
export function formatAmount(text) {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return text;
  return `${sign ? "−" : ""}${whole.replace(/\B(?=(\d{3})+$)/g, "’")}.${fraction.padEnd(2, "0")}`;
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * Adds up the lines of an entry: `balanced` or `unbalanced` with the debits and credits, or `unknown` if the lines can't be compared because there is
 * only one, they are in several currencies, or one has an error.
 */
export function balanceOf(lines) {
  const [debits, credits] = [new Sum(), new Sum()];
  const isReadable = (line) => ["debit", "credit"].includes(line?.creditDebit) && typeof line.amount === "string" && DECIMAL.test(line.amount);
  const currencies = new Set(lines.map((line) => line?.currency));
  if (lines.length < 2 || currencies.size !== 1 || !lines.every(isReadable)) return { state: "unknown" };
  for (const { creditDebit, amount } of lines) (creditDebit === "debit" ? debits : credits).add(amount);
  const state = debits.equals(credits) ? "balanced" : "unbalanced";
  return { state, debits: `${debits}`, credits: `${credits}`, currency: [...currencies][0] };
}
