// Statements in MT940, for tests of several statements.

/** Returns a statement. Its days are `yymmdd`; an entry is the start of its line, such as `2603030303D12,50`. */
export function statement({ from, opening, entries, until, closing, account = "CH9300762011623852957" }) {
  const lines = entries.flatMap((entry) => [`:61:${entry}NTRFNONREF`, ":86:Muster AG"]);
  return [":20:A", `:25:${account}`, `:28C:${from}`, `:60F:C${from}CHF${opening}`, ...lines, `:62F:C${until}CHF${closing}`, "-", ""].join("\n");
}
