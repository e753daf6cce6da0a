// The days of an account: what its statements prove, leave open, contradict or lack as a band, and what is missing as a list.
import { make } from "./dom.js";
import { formatAmount } from "./money.js";
import { formatDay, localeOf, t } from "./texts.js";

const DAY = 86_400_000;
/** More marks than this would not be readable. */
const MAX_MARKS = 13;
/** How far the first mark must be from the left end, as a share of the band, for a label of the month or year before it. */
const MIN_LEAD = 0.08;

const dayNumber = (day) => Date.parse(`${day}T00:00:00Z`) / DAY;
const spanOf = ({ from, until }) => (from === until ? formatDay(from) : t("period", { from: formatDay(from), until: formatDay(until) }));

/** Makes the calendar of an account, or nothing if its statements name no days. */
export function calendar(found) {
  if (!found || found.days.length === 0) return null;
  const { days } = found;
  const parts = days.map((each) => {
    const text = `${spanOf(each)}: ${t(`coverage-${each.coverage}`)}`;
    const part = make("span", { class: `days ${each.coverage}`, title: text });
    // A style attribute is not allowed on this page, but a property is.
    part.style.flexGrow = dayNumber(each.until) - dayNumber(each.from) + 1;
    return part;
  });
  const kinds = [...new Set(days.map(({ coverage }) => coverage))];
  const described = days.map((each) => `${spanOf(each)}: ${t(`coverage-${each.coverage}`)}`).join("; ");
  return make(
    "div",
    { class: "calendar" },
    make("div", { class: "band", role: "img", "aria-label": `${t("calendar")}: ${described}` }, ...parts),
    marks(days),
    make("p", { class: "legend" }, ...kinds.map((kind) => make("span", {}, make("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), t(`coverage-${kind}`)))),
  );
}

/** Makes the list of the days that no statement has, or nothing. It is above why not all is proved, because it is the reason for most of that. */
export function missingDays(found) {
  return found?.missing.length > 0 && make("ul", { class: "missing" }, ...found.missing.map(missingItem));
}

function missingItem({ from, until, overlap, closing, opening, difference }) {
  const days = spanOf({ from, until });
  const text = overlap ? t("missing-overlap", { days }) : t("missing-days", { days });
  const balances = closing !== null && opening !== null && t("missing-balances", { closing: formatAmount(closing), opening: formatAmount(opening), difference: formatAmount(difference) });
  return make("li", { text: [text, balances].filter(Boolean).join(" ") });
}

/** The first days of some months, or of years, below the band. */
function marks(days) {
  const [first, last] = [dayNumber(days[0].from), dayNumber(days.at(-1).until) + 1];
  const starts = [];
  const at = new Date(first * DAY);
  at.setUTCDate(1);
  for (; at.getTime() / DAY < last && starts.length < 1200; at.setUTCMonth(at.getUTCMonth() + 1)) if (at.getTime() / DAY >= first) starts.push(at.getTime());
  const isYears = starts.length > MAX_MARKS * 3;
  const step = isYears ? 12 : Math.ceil(starts.length / MAX_MARKS);
  const format = new Intl.DateTimeFormat(localeOf(), isYears ? { year: "numeric", timeZone: "UTC" } : { month: "short", timeZone: "UTC" });
  const shown = starts.filter((start) => new Date(start).getUTCMonth() % (step > 12 ? 12 : step) === 0);
  const shareOf = (start) => (start / DAY - first) / (last - first);
  // Most statements begin on a day within a month, which has a name too.
  if (shown.length === 0 || shareOf(shown[0]) >= MIN_LEAD) shown.unshift(first * DAY);
  const labels = shown.map((start) => {
    const label = make("span", { text: format.format(start) });
    label.style.left = `${shareOf(start) * 100}%`;
    return label;
  });
  return make("div", { class: "months", "aria-hidden": "true" }, ...labels);
}
