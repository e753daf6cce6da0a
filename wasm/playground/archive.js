// The files of a ZIP archive, one of which can be opened.
import { formatSize, make } from "./dom.js";

/** Returns a list with a button for each file. `choose` gets the index of a file. */
export function archive({ members }, choose) {
  const item = ({ file, size, refusal }, index) =>
    make("li", {}, refusal
      ? `${file}: ${refusal}`
      : make("button", { type: "button", class: "quiet", onclick: () => choose(index), text: `${file} (${formatSize(size)})` }));
  return [make("section", { class: "archive" }, make("h3", { text: "Files in the archive" }), make("ul", {}, ...members.map(item)))];
}

export function archiveHeadline({ members, report }) {
  if (report.errors > 0) return { title: "This can't be unpacked", text: "" };
  return { title: `An archive with ${members.length} files`, text: "Choose the one to open." };
}
