// Generates realistic inputs of about a given size in bytes, the same in every run.
let seed;
const random = (below) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const percent = (share) => random(100) < share;
const pick = (from) => from[random(from.length)];
const digits = (count) => Array.from({ length: count }, () => random(10)).join("");
const words = ["Einkauf", "Bäckerei", "Grünenfelder", "Zürich", "Dauerauftrag", "Gutschrift", "März", "Zahlung", "Debitkarte", "Genève", "AG", "Rechnung", "Miete", "Söhne"];
const text = (length) => {
  let result = pick(words);
  while (result.length < length) result += ` ${pick(words)}`;
  return result.slice(0, length).trim();
};
const iban = () => {
  const account = digits(17);
  return `CH${String(98n - BigInt(`${account}121700`) % 97n).padStart(2, "0")}${account}`;
};
const amount = () => `${1 + random(percent(90) ? 500 : 50_000)}.${String(random(100)).padStart(2, "0")}`;
const day = (number) => new Date(Date.UTC(2020, 0, 1 + number)).toISOString().slice(0, 10);

/** Generates a payload like those of `benches/payloads.rs`: runs of the same account and day, umlauts, a tenth in a foreign currency. */
export function payload(size) {
  seed = 20261120;
  const accounts = Array.from({ length: 40 }, iban);
  let passed = 0;
  const transactions = [];
  for (let length = 0; length < size; ) {
    const account = pick(accounts);
    for (let run = 20 + random(80); run > 0; run -= 1) {
      if (percent(5)) passed += 1;
      transactions.push({
        accountIdentifier: account,
        transactionId: `${String(transactions.length).padStart(10, "0")}TO${digits(4)}`,
        text: text(10 + random(71)),
        creditDebit: percent(25) ? "credit" : "debit",
        amount: amount(),
        currency: "CHF",
        ...(percent(10) && { originalAmount: amount(), originalCurrency: pick(["EUR", "EUR", "EUR", "USD", "GBP"]) }),
        ...(percent(40) && { purchasedAt: day(passed - random(3)) }),
        valutaAt: day(passed - (percent(12) ? 1 : 0)),
        bookedAt: day(passed),
      });
      length += 258;
    }
  }
  return { transactions };
}

/** Generates a statement of UBS: newest entry first, ids of the bank, a balance in each row, quotes around cells with delimiters. */
export function statement(size) {
  seed = 20261121;
  const lines = [
    "Kontonummer:;0230 00123456.40;", "IBAN:;CH93 0076 2011 6238 5295 7;", "Bewertet in:;CHF;", "",
    "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;",
  ];
  // In cents, so that balances are exact.
  const formatCents = (cents) => (cents / 100).toFixed(2);
  let [balance, passed] = [100_000_000, 2400];
  for (let length = 0; length < size; length += lines.at(-1).length + 2) {
    if (percent(5)) passed -= 1;
    const cents = Math.round(Number(amount()) * 100);
    const credit = percent(50);
    const id = `${String(lines.length).padStart(9, "0")}TO${digits(4)}`;
    const sides = credit ? `;${formatCents(cents)}` : `-${formatCents(cents)};`;
    const time = `${10 + random(10)}:${10 + random(50)}:${10 + random(50)}`;
    lines.push(`${day(passed)};${time};${day(passed)};${day(passed)};CHF;${sides};;${formatCents(balance)};${id};"${text(20)};8000 Zürich";${text(10 + random(20))};Transaktions-Nr. ${id};;`);
    balance -= credit ? cents : -cents;
  }
  return lines.join("\n");
}
