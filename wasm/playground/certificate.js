// The certificate on the page: the button that saves one, and the dialog that checks one.
import { byId, download, make, withCode } from "./dom.js";
import { LANGUAGE, t } from "./texts.js";
import { SUPERSEDED } from "./worker-client.js";

/** How many differences are listed. */
const MAX_LISTED = 20;

/**
 * Makes the button for the certificate of the file that was saved last. A certificate states one output, and how it was made, so it is of that file alone. `saved` returns the
 * name of the file, its settings and its content, and `certify` makes the certificate. What it says is shown in `outcome`.
 */
export function certificateButton(id, { saved, certify, outcome }) {
  async function save() {
    const file = saved();
    if (!file) return outcome.replaceChildren(make("p", { text: t("certificate-first") }));
    if (file.isPart) return outcome.replaceChildren(make("p", { text: t("certificate-part") }));
    let certificate;
    try {
      certificate = await certify(file);
    } catch (error) {
      if (error.message === SUPERSEDED) return undefined;
      return outcome.replaceChildren(make("p", { class: "error" }, t("not-saved"), " ", make("span", { lang: "en", text: error.message })));
    }
    const { json, html, companions, refused } = certificate;
    if (refused) return outcome.replaceChildren(make("p", { class: "error", text: t(refused) }));
    const stem = `${file.name.replaceAll(".", "-")}-certificate`;
    const said = [
      make("p", { text: t("certificate-saved", { certificate: `${stem}.html`, file: file.name }) }),
      companions.length > 0 && make("p", { text: t("certificate-companions") }),
      make(
        "div",
        { class: "download" },
        ...companions.map(({ name, content }) => make("button", { type: "button", onclick: () => download(name, "application/octet-stream", content), text: name })),
        make("button", { type: "button", id: `${id}-certificate-json`, class: "quiet", onclick: () => download(`${stem}.json`, "application/json", json), text: t("certificate-json") }),
      ),
    ];
    outcome.replaceChildren(...said.filter(Boolean));
    // A browser asks before it saves a second file at one click, so that the other forms have buttons of their own.
    return download(`${stem}.html`, "text/html", html);
  }
  return make("button", { type: "button", id: `${id}-certificate`, "data-key": `${id}-certificate`, onclick: save, text: t("certificate-save") });
}

/** Opens the dialog that checks a certificate. `verify` gets all files that were chosen, and says what differs. */
export function showVerification(verify, first = []) {
  const dialog = byId("certificate");
  let files = [];
  const result = make("div", { id: "verified", "aria-live": "polite" });
  const input = make("input", { id: "certificate-files", type: "file", multiple: true, class: "hidden", onchange: () => add([...input.files]) });
  const button = make("label", { class: "button primary", for: "certificate-files" }, make("span", { text: t("certificate-choose") }), input);
  async function add(chosen) {
    if (chosen.length === 0) return;
    const names = chosen.map(({ name }) => name);
    // A file that is chosen again replaces the earlier one, such as after the right one was found.
    files = [...chosen, ...files.filter(({ name }) => !names.includes(name))];
    input.value = "";
    result.replaceChildren(...described(await verify(files)));
    button.firstElementChild.textContent = t("certificate-add");
  }
  dialog.replaceChildren(
    make("div", { class: "dialog-head" }, make("h2", { text: t("certificate-verify") }), make("button", { type: "button", onclick: () => dialog.close(), text: t("close") })),
    make("p", { text: t("certificate-help") }), button, result,
  );
  if (!dialog.open) dialog.showModal();
  input.focus();
  return add(first);
}

/** Shows what became of the check. */
function described(found) {
  if (!found) return [make("p", { class: "problem", text: t("certificate-none") })];
  const { name, verified, differences, isUnreadable, line, program } = found;
  if (verified) return [make("p", { class: "proof proved", text: t("certificate-verified", { name }) })];
  if (isUnreadable) return [make("p", { class: "proof broken", text: line ? t("certificate-unreadable-line", { name, line }) : t("certificate-unreadable", { name }) })];
  const isMissing = differences.every(({ what }) => what === "missing");
  const left = differences.length - MAX_LISTED;
  return [
    make("p", { class: isMissing ? "proof" : "proof broken", text: t(isMissing ? "certificate-incomplete" : "certificate-differs", { name }) }),
    make("ul", { class: "differences", tabindex: "0", "aria-label": t("certificate-verify") }, ...differences.slice(0, MAX_LISTED).map(difference), left > 0 && make("li", { text: t("more", { count: left }) })),
    program !== VERSION && make("p", { class: "about", text: t("certificate-version", { program, version: VERSION }) }),
  ].filter(Boolean);
}

/** Returns a difference in the language of the page. Why a setting can't be used is said in English only. */
function difference({ what, kind, name, line, pointer, certified, computed, fault }) {
  const shown = (json) => json || t("differs-nothing");
  const params = { name, line: `${line}`, pointer, certified: shown(certified), computed: shown(computed), kind: kind && t(`differs-${kind}`) };
  const text = t(`differs-${what}`, params);
  return make("li", {}, withCode(text), fault && [" ", make("span", { lang: LANGUAGE === "en" ? undefined : "en", text: fault })]);
}
