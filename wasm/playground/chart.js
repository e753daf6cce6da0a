import { make, makeSvg } from "./dom.js";
import { scaled, shown } from "./money.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [640, 200, 8, 24, 18];
/** More months than this become narrow bars without names. */
const NAMED = 14;

/** Money in and out by month, a picture for each currency. */
export function charts(months) {
  const currencies = [...new Set(months.map((month) => month.currency))];
  return currencies.map((currency) => chart(currency, months.filter((month) => month.currency === currency)));
}

function chart(currency, months) {
  const whole = withEmptyMonths(months);
  // Only lengths on the screen are made of these; the figures stay text.
  const value = (text) => Number(scaled(text, 2 + 26) / 10n ** 26n);
  const most = Math.max(1, ...whole.flatMap(({ credit, debit }) => [value(credit), value(debit)]));
  const step = (WIDTH - LEFT) / whole.length;
  const bar = Math.max(1, Math.min(26, step * 0.36));
  const room = HEIGHT - BOTTOM - TOP;
  const bars = whole.flatMap(({ month, credit, debit }, index) => {
    const middle = LEFT + step * (index + 0.5);
    const draw = (text, x, kind, word) => {
      const height = (value(text) / most) * room;
      return makeSvg(
        "rect",
        { class: kind, x, y: HEIGHT - BOTTOM - height, width: bar, height, rx: Math.min(2, bar / 3) },
        makeSvg("title", { text: `${month}: ${shown(text)} ${currency} ${word}` }),
      );
    };
    const name = whole.length <= NAMED || month.endsWith("-01");
    const label = name && makeSvg("text", { x: middle, y: HEIGHT - 7, "text-anchor": "middle", text: nameOf(month, index, whole.length) });
    return [draw(credit, middle - bar - 1, "in", "in"), draw(debit, middle + 1, "out", "out"), label].filter(Boolean);
  });
  const line = makeSvg("line", { x1: 0, x2: WIDTH, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM });
  const svg = makeSvg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Money in and out by month in ${currency}` }, line, ...bars);
  const rows = whole.map(({ month, credit, debit }) => make("tr", {}, make("th", { scope: "row", text: month }), make("td", { text: shown(credit) }), make("td", { text: shown(debit) })));
  return make(
    "figure",
    { class: "chart" },
    make("figcaption", {}, make("strong", { text: `${currency} by month` }), make("span", { class: "key in", text: "in" }), make("span", { class: "key out", text: "out" })),
    svg,
    make("details", {}, make("summary", { text: "as a table" }), make("table", {}, make("thead", {}, make("tr", {}, ...["month", "in", "out"].map((text) => make("th", { text })))), make("tbody", {}, ...rows))),
  );
}

/** Months in which nothing moved stand in the picture too. */
function withEmptyMonths(months) {
  const all = [];
  for (const month of months) {
    for (let before = all.at(-1); before && after(before.month) < month.month && all.length < 600; before = all.at(-1)) {
      all.push({ month: after(before.month), credit: "0.00", debit: "0.00" });
    }
    all.push(month);
  }
  return all;
}

function after(month) {
  const [year, number] = month.split("-").map(Number);
  return number === 12 ? `${String(year + 1).padStart(4, "0")}-01` : `${month.slice(0, 4)}-${String(number + 1).padStart(2, "0")}`;
}

const NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function nameOf(month, index, count) {
  const [year, number] = month.split("-");
  if (count > NAMED) return year;
  return index === 0 || number === "01" ? `${NAMES[number - 1]} ${year}` : NAMES[number - 1];
}
