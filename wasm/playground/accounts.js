// The accounts of statements that are open together: for each account its files in order, its sums, and what may be missing between the files.
import { Sum } from "./money.js";

/** The key of an account in one currency. */
export const accountKey = (account, currency) => `${account} ${currency}`;

/** Groups the totals of files by account and currency. The parts of an account are in the order of their days. */
export function groupByAccount(files) {
  const groups = new Map();
  for (const { id, name, report } of files) {
    for (const total of report?.totals ?? []) {
      const key = accountKey(total.account, total.currency);
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push({ id, name, from: report.period?.from ?? total.first, until: report.period?.until ?? total.last, total });
    }
  }
  for (const parts of groups.values()) parts.sort((left, right) => compare(left.from, right.from) || compare(left.until, right.until));
  return groups;
}

/** Returns what the page shows of an account. `repeating` has the ids of the files with transactions that an earlier file has too. */
export function describeAccount(parts, repeating) {
  const totals = parts.map(({ total }) => total);
  const days = parts.flatMap(({ from, until }) => [from, until]).filter(Boolean).sort();
  const balance = jointStatus(totals);
  const isRepeated = parts.some(({ id }) => repeating.has(id));
  return {
    account: totals[0].account, currency: totals[0].currency, from: days[0] ?? null, until: days.at(-1) ?? null,
    transactions: totals.reduce((sum, { transactions }) => sum + transactions, 0),
    credit: sumOf(totals.map(({ credit }) => credit)), debit: sumOf(totals.map(({ debit }) => debit)),
    opening: parts.find(({ from, total }) => from === parts[0].from && total.opening !== null)?.total.opening ?? null,
    balance,
    // A transaction that two files have may be confirmed in both, so the number is not known.
    confirmed: isRepeated && balance === "partly" ? null : totals.reduce((sum, { confirmed }) => sum + confirmed, 0),
    ...followed(parts, repeating),
    parts: parts.map(({ id, name, from, until }) => ({ id, name, from, until })),
  };
}

/** Compares each file with the one that reaches furthest before it: a file may be a part of an earlier one, such as a month of a year. */
function followed([first, ...others], repeating) {
  let last = first;
  const steps = [];
  for (const part of others) {
    steps.push(repeating.has(part.id) ? {} : stepBetween(last, part));
    const order = compare(last.until, part.until);
    if (order < 0 || (order === 0 && part.total.closing !== null)) last = part;
  }
  return { closing: last.total.closing, gaps: steps.map(({ gap }) => gap).filter(Boolean), isUnclear: steps.some((step) => step.isUnclear) };
}

/**
 * Returns a `gap` if a statement may be missing between two of an account, because a balance jumps or there are days that none of them covers. With
 * `isUnclear`, the files don't show it.
 */
function stepBetween(before, after) {
  const [{ closing }, { opening }] = [before.total, after.total];
  const names = { before: before.name, after: after.name };
  const hasDays = Boolean(before.until && after.from);
  if (closing !== null && opening !== null) {
    if (isSame(closing, opening)) return {};
    // If the days overlap, the opening balance belongs to a day within the earlier file.
    return hasDays && before.until <= after.from ? { gap: { kind: "balance", closing, opening, ...names } } : { isUnclear: true };
  }
  if (!hasDays || after.from <= before.until) return { isUnclear: true };
  return dayAfter(before.until) < after.from ? { gap: { kind: "days", until: before.until, from: after.from, ...names } } : {};
}

function dayAfter(day) {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

const compare = (left, right) => (left === right ? 0 : (left ?? "") < (right ?? "") ? -1 : 1);

function sumOf(amounts) {
  if (amounts.includes(null)) return null;
  const sum = new Sum();
  for (const amount of amounts) sum.add(amount);
  return `${sum}`;
}

/** What the balances of an account prove in all files together. */
function jointStatus(totals) {
  const all = (status) => totals.every(({ balance }) => balance === status);
  if (totals.some(({ balance }) => balance === "broken")) return "broken";
  return all("none") ? "none" : all("proved") ? "proved" : "partly";
}

/** Whether two decimals are equal, such as 1.5 and 1.50. */
function isSame(left, right) {
  const sum = new Sum();
  sum.add(left);
  return sum.equals(right);
}
