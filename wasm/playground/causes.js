// Why the balances don't prove an account: the findings about its balances, and the rows that no balance confirms.

/** The rules about balances in a file. What the statements say about each other is among the findings of the account. */
const BALANCE_RULES = ["opening-balance", "balance-broken", "closing-balance", "block-repeated"];
/** How many causes are listed for an account. */
const MAX_CAUSES = 6;

const isRepeated = ({ skipped, rows, details, rejected }) => skipped.some(({ reason }) => reason === "repeated") && rows === details + skipped.length + rejected.length;

/** Returns the causes, each with its file, its line, and a finding or the reason of rows that are not confirmed. */
export function causesOf({ account, currency, balance, statements }, entries) {
  if (balance === "proved") return { shown: [], left: 0 };
  const names = new Set(statements.map(({ file }) => file));
  const isOf = (total) => total.account === account && total.currency === currency;
  const causes = [];
  for (const { id, name, report } of entries) {
    const total = report?.totals?.find(isOf);
    // A file whose transactions others have too confirms nothing, and leaves nothing open.
    if (!total || !names.has(name) || isRepeated(report)) continue;
    const findings = total.balance === "broken" ? report.findings.filter(({ rule }) => BALANCE_RULES.includes(rule)) : [];
    for (const finding of findings) causes.push({ id, file: name, line: finding.line, finding });
    for (const { from, transactions, reason } of total.unconfirmed) {
      // The finding says more.
      if (reason === "broken" && findings.length > 0) continue;
      causes.push({ id, file: name, line: from, reason, transactions });
    }
  }
  return { shown: causes.slice(0, MAX_CAUSES), left: Math.max(0, causes.length - MAX_CAUSES) };
}
