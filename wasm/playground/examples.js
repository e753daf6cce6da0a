import ubs from "../../tests/bank/ubs-account/2022-11-de.csv";
import baseData from "../../tests/messages/base-data.json";
import journal from "../../tests/messages/journal.json";
import payload from "../../tests/messages/payload.json";
import { make } from "./dom.js";
import { t } from "./texts.js";

/** The examples of the menu, each with the key of its title. All data is fictional. */
const EXAMPLES = [
  { name: "transactions.json", title: "example-transactions", text: payload },
  { name: "base-data.json", title: "example-base-data", text: baseData },
  { name: "journal.json", title: "example-journal", text: journal },
  { name: "ubs-2026.csv", title: "example-year", text: year() },
  { name: "ubs-march.csv", title: "example-batch", text: ubs },
  { name: "ubs-gap.csv", title: "example-gap", text: year().split("\n").filter((_, line) => line !== 40).join("\n") },
  { name: "broken.csv", title: "example-broken", text: year().replace(/-1(\d\d)\./g, "-1'$1,") },
];

/** Returns a button for each example, which opens it. */
export const exampleButtons = (open) => EXAMPLES.map((example) => make("button", { type: "button", class: "example", onclick: () => open(example), text: t(example.title) }));

/** Fills a menu with the examples. A chosen one is opened. */
export function listExamples(menu, open) {
  for (const [index, { title }] of EXAMPLES.entries()) menu.append(make("option", { value: index, "data-t": title, text: t(title) }));
  menu.addEventListener("change", () => {
    if (menu.value === "") return;
    open(EXAMPLES[menu.value]);
    menu.value = "";
  });
}

/** Generates an export of one year with running balances, the newest entry first. */
function year() {
  let seed = 42;
  const random = (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const francs = (cents) => `${Math.trunc(cents / 100)}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;
  const shops = ["Bäckerei Muster;3011 Bern", "Buchhandlung Exemple;1003 Lausanne", "Grossmarkt Beispiel;8400 Winterthur", "Bahnhofbuffet Prova;6500 Bellinzona", "Velowerkstatt Muster;4051 Basel"];
  const orders = ["Hausverwaltung Beispiel;8000 Zürich", "Krankenkasse Exempel;6002 Luzern", "Stadtwerk Beispiel;8400 Winterthur"];
  const entries = [];
  for (let month = 1; month <= 12; month += 1) {
    const day = (number) => `2026-${String(month).padStart(2, "0")}-${String(number).padStart(2, "0")}`;
    for (const [index, order] of orders.entries()) entries.push([day(2), -[165000, 38745, 9050 + random(4000)][index], order, "e-banking-Dauerauftrag"]);
    for (let purchases = 4 + random(5); purchases > 0; purchases -= 1) entries.push([day(3 + random(21)), -(450 + random(16000)), shops[random(shops.length)], "Zahlung Debitkarte"]);
    entries.push([day(25), month === 12 ? 940000 : 520000, "Arbeitgeberin AG;3000 Bern", "Gutschrift"]);
    if (month % 3 === 0) entries.push([day(27), -(60000 + random(40000)), "Steueramt Muster;3000 Bern", "e-banking-Vergütungsauftrag"]);
  }
  entries.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  let balance = 1250000;
  const opening = francs(balance);
  const rows = entries.map(([day, cents, counterparty, kind], index) => {
    balance += cents;
    const id = `99${day.slice(5).replace("-", "")}${String(index).padStart(4, "0")}TO${day.slice(2, 4)}01`;
    const [out, into] = cents < 0 ? [francs(cents), ""] : ["", francs(cents)];
    return `${day};;${day};${day};CHF;${out};${into};;${francs(balance)};${id};"${counterparty}";"${kind}";"Transaktions-Nr. ${id}";;`;
  });
  const head = ["Kontonummer:;0230 00123456.40;", "IBAN:;CH93 0076 2011 6238 5295 7;", "Von:;2026-01-01;", "Bis:;2026-12-31;", `Anfangssaldo:;${opening};`, `Schlusssaldo:;${francs(balance)};`, "Bewertet in:;CHF;", `Anzahl Transaktionen in diesem Zeitraum:;${rows.length};`, ""];
  const names = "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;";
  return [...head, names, ...rows.reverse(), ""].join("\n");
}
