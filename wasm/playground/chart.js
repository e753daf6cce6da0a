import { make, makeSvg } from "./dom.js";
import { formatAmount, toInteger } from "./money.js";
import { localeOf, t } from "./texts.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [640, 200, 8, 24, 18];
/** With more months than this, only the years are labelled. */
const MAX_LABELLED_MONTHS = 14;

/** Makes a chart of money in and out by month, for each currency. */
export function charts(months) {
  const currencies = [...new Set(months.map((month) => month.currency))];
  return currencies.map((currency) => chart(currency, months.filter((month) => month.currency === currency)));
}

function chart(currency, months) {
  const allMonths = withEmptyMonths(months);
  // These numbers are only the heights of bars, so they need not be exact.
  const value = (text) => Number(toInteger(text, 2 + 26) / 10n ** 26n);
  const max = Math.max(1, ...allMonths.flatMap(({ credit, debit }) => [value(credit), value(debit)]));
  const step = (WIDTH - LEFT) / allMonths.length;
  const bar = Math.max(1, Math.min(26, step * 0.36));
  const maxHeight = HEIGHT - BOTTOM - TOP;
  const bars = allMonths.flatMap(({ month, credit, debit }, index) => {
    const middle = LEFT + step * (index + 0.5);
    const draw = (text, x, kind, direction) => {
      const height = (value(text) / max) * maxHeight;
      return makeSvg(
        "rect",
        { class: kind, x, y: HEIGHT - BOTTOM - height, width: bar, height, rx: Math.min(2, bar / 3) },
        makeSvg("title", { text: `${month}: ${formatAmount(text)} ${currency} ${direction}` }),
      );
    };
    const isLabelled = allMonths.length <= MAX_LABELLED_MONTHS || month.endsWith("-01");
    const label = isLabelled && makeSvg("text", { x: middle, y: HEIGHT - 7, "text-anchor": "middle", text: labelOf(month, index, allMonths.length) });
    return [draw(credit, middle - bar - 1, "in", t("credits")), draw(debit, middle + 1, "out", t("debits")), label].filter(Boolean);
  });
  const line = makeSvg("line", { x1: 0, x2: WIDTH, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM });
  const svg = makeSvg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("chart", { currency }) }, line, ...bars);
  const rows = allMonths.map(({ month, credit, debit }) => make("tr", {}, make("th", { scope: "row", text: month }), make("td", { text: formatAmount(credit) }), make("td", { text: formatAmount(debit) })));
  return make(
    "figure",
    { class: "chart" },
    make("figcaption", {}, make("strong", { text: t("by-month", { currency }) }), make("span", { class: "key in", text: t("credits") }), make("span", { class: "key out", text: t("debits") })),
    svg,
    make("details", {}, make("summary", { text: t("as-table") }), make("table", {}, make("thead", {}, make("tr", {}, ...["month", "credits", "debits"].map((key) => make("th", { text: t(key) })))), make("tbody", {}, ...rows))),
  );
}

/** Adds months without transactions. */
function withEmptyMonths(months) {
  const all = [];
  for (const month of months) {
    for (let last = all.at(-1); last && nextMonth(last.month) < month.month && all.length < 600; last = all.at(-1)) {
      all.push({ month: nextMonth(last.month), credit: "0.00", debit: "0.00" });
    }
    all.push(month);
  }
  return all;
}

function nextMonth(month) {
  const [year, number] = month.split("-").map(Number);
  return number === 12 ? `${String(year + 1).padStart(4, "0")}-01` : `${month.slice(0, 4)}-${String(number + 1).padStart(2, "0")}`;
}

function labelOf(month, index, count) {
  const [year, number] = month.split("-");
  if (count > MAX_LABELLED_MONTHS) return year;
  const name = new Intl.DateTimeFormat(localeOf(), { month: "short", timeZone: "UTC" }).format(Date.UTC(2026, number - 1));
  return index === 0 || number === "01" ? `${name} ${year}` : name;
}
