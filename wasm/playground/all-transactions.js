// The transactions of all accounts in one table, which is searched, sorted and filtered before anything is taken away.
import { make } from "./dom.js";
import { formatAmount } from "./money.js";
import { formatDay, t } from "./texts.js";
import { translated } from "./translations.js";
import { VirtualList } from "./virtual-list.js";

const FILTERS = ["all", "unconfirmed", "several", "rejected"];
/** The columns that sort the table, each with its order. */
const COLUMNS = [["day", "column-day"], ["text", "column-text"], ["amount", "column-amount"], ["account", "account"]];
/** Files that are larger together are read a third time only on request. */
const MAX_BYTES = 20e6;

/** What a person has asked for. It stays when the page is made anew. */
const query = { search: "", filter: "all", order: "day", isDescending: false };

/** Makes the section. `open` opens a file at a line. */
export function allTransactions(bytes, { rows, open }) {
  const section = make("section", { class: "all-transactions" }, make("h2", { text: t("transactions") }));
  if (bytes <= MAX_BYTES) fill(section, rows, open);
  else section.append(make("button", { type: "button", "data-key": "show-transactions", onclick: ({ currentTarget }) => (currentTarget.remove(), fill(section, rows, open)), text: t("show-transactions") }));
  return section;
}

function fill(section, rows, open) {
  const found = make("span", { class: "about", role: "status" });
  const search = make("input", { type: "text", "data-key": "row-search", autocomplete: "off", "aria-label": t("search-transactions"), placeholder: t("search-transactions"), value: query.search, oninput: () => ask({ search: search.value }) });
  const filters = FILTERS.map((filter) => make("button", { type: "button", class: "filter", "data-key": `filter-${filter}`, onclick: () => ask({ filter }) }));
  const heads = COLUMNS.map(([order, key]) => make("button", { type: "button", class: `quiet ${order}`, "data-key": `order-${order}`, onclick: () => ask({ order, isDescending: query.order === order && !query.isDescending }), text: t(key) }));
  const scroller = make("div", { class: "table bookings", tabindex: "0", role: "table", "aria-label": t("transactions") });
  const list = new VirtualList(scroller, {
    fetch: async (from, to) => (await rows({ ...query, from, to })).rows,
    render: (row) => item(row, open),
  });
  let latest = 0;
  async function ask(change) {
    Object.assign(query, change);
    const number = (latest += 1);
    const { count, counts } = await rows({ ...query, from: 0, to: 0 });
    if (number !== latest) return;
    found.textContent = t("rows-found", { count });
    for (const [index, filter] of FILTERS.entries()) {
      filters[index].textContent = `${t(`filter-${filter}`)} ${counts[filter]}`;
      filters[index].setAttribute("aria-pressed", `${filter === query.filter}`);
      filters[index].hidden = filter !== "all" && counts[filter] === 0 && filter !== query.filter;
    }
    for (const [index, [order]] of COLUMNS.entries()) heads[index].dataset.sorted = order === query.order ? (query.isDescending ? "down" : "up") : "";
    scroller.setAttribute("aria-rowcount", `${count}`);
    scroller.style.setProperty("--count", Math.max(1, count));
    scroller.scrollTop = 0;
    list.count = count;
    if (count === 0) scroller.querySelector(".lines").replaceChildren(make("div", { class: "row", role: "row" }, make("span", { role: "cell", text: t("nothing-found") })));
  }
  section.append(
    make("div", { class: "download" }, search, ...filters, found),
    make("div", { class: "row found heads", role: "group", "aria-label": t("sort-by") }, ...heads, make("span", { text: t("column-source") })),
    scroller,
  );
  ask({});
}

function item({ index, day, text, amount, currency, account, sources, finding, isConfirmed, isRejected }, open) {
  const cell = (kind, shown, title = shown) => make("span", { role: "cell", class: kind, text: shown, title });
  const [first] = sources;
  const place = ({ name, line }) => `${name}:${line}`;
  const names = sources.map(place).join(", ");
  const what = isRejected ? (finding ? translated(finding).message.replaceAll("`", "") : t("rejected-see")) : text;
  const state = isRejected ? "rejected" : isConfirmed ? "" : "unconfirmed";
  return make(
    "div",
    { class: `row found ${state}`, role: "row", "aria-rowindex": index + 1 },
    cell("day", formatDay(day)),
    cell("text", what),
    cell(`amount ${amount.startsWith("-") ? "out" : "in"}`, amount && `${amount.startsWith("-") ? "" : "+"}${formatAmount(amount)} ${currency}`),
    cell("account", account),
    make("span", { role: "cell", class: "source" }, make("button", { type: "button", class: "quiet", title: names, onclick: () => open(first.id, { rule: finding?.rule, start: finding?.start, line: first.line }), text: sources.length > 1 ? t("sources", { place: place(first), count: sources.length - 1 }) : place(first) })),
  );
}
