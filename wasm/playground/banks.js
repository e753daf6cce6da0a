// The list of the banks whose exports are read, by country, in a dialog, with a field to search it.
import { bankName } from "./bank-name.js";
import { byId, make } from "./dom.js";
import { formatCount, localeOf, t } from "./texts.js";
import { translatedReason } from "./translations.js";

/** Lower-case letters without accents, so that "credit" finds "Crédit". */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The banks of each country, in the order of the list. */
function groupByCountry(banks) {
  const groups = new Map();
  for (const bank of banks) groups.set(bank.country, [...(groups.get(bank.country) ?? []), bank]);
  return groups;
}

/** Opens the list. `choose` receives the id of the format that is chosen; without it, the list is for reading. */
export function showBanks(banks, choose) {
  const dialog = byId("banks");
  const countries = new Intl.DisplayNames([localeOf()], { type: "region" });
  // Focusable, so that it is scrolled with the keys.
  const list = make("div", { class: "countries", role: "group", tabindex: "0", "aria-label": t("banks") });
  const count = make("p", { class: "about", "aria-live": "polite" });
  const order = ({ country, institution }) => `${countries.of(country)}\n${institution}`;
  const items = banks.filter(({ country }) => country).sort((left, right) => order(left).localeCompare(order(right))).map((bank) => {
    const name = bankName(bank);
    const country = countries.of(bank.country);
    const refused = bank.refused ? ` ${t("bank-refused", { why: translatedReason(bank.refused) })}` : "";
    const title = choose && !bank.refused
      ? make("button", { type: "button", class: "quiet", text: name, onclick: () => (dialog.close(), choose(bank.id)) })
      : make("span", { text: name });
    // The style sheet shows the country above its banks; read aloud, each bank has it.
    const place = make("span", { class: "place", text: country });
    const element = make("li", {}, title, " ", place, bank.refused && make("span", { class: "about", text: refused }));
    return { country, element, text: plain(`${name} ${country} ${refused} ${bank.id}`) };
  });
  const search = make("input", { type: "text", id: "bank-search", autocomplete: "off", oninput: filter });
  function filter() {
    const words = plain(search.value).split(/\s+/);
    const found = items.filter(({ text }) => words.every((word) => text.includes(word)));
    const groups = groupByCountry(found);
    list.replaceChildren(...[...groups].map(([country, banks]) => make("ul", { "data-country": country }, ...banks.map(({ element }) => element))));
    count.textContent = t("banks-found", { count: found.length, all: formatCount(items.length) });
  }
  filter();
  dialog.replaceChildren(
    make("div", { class: "dialog-head" }, make("h2", { text: t("banks") }), make("button", { type: "button", onclick: () => dialog.close(), text: t("close") })),
    make("label", { for: "bank-search" }, t("search-bank")), search, count, list,
    make("p", { class: "about", text: t("banks-others") }),
  );
  dialog.showModal();
  search.focus();
}
