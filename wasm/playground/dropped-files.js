// The files that a person drops on the page, and those in the folders among them.

/** Calls `take` with the files that are dropped anywhere on the page. `place` is shown while they are over it. */
export function onDroppedFiles(place, take) {
  const isFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  addEventListener("dragover", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    place.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) place.hidden = true;
  });
  addEventListener("drop", async (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    place.hidden = true;
    take(await droppedFiles(event.dataTransfer));
  });
}

/** Returns the files. A file in a folder has the path as its name. Files whose names begin with a dot, which the system puts into folders, are left out. */
export async function droppedFiles({ items, files }) {
  // The items are only there during the event, so all entries are taken before anything is awaited.
  const entries = [...items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...files];
  const found = [];
  for (const entry of entries) found.push(...(await filesOf(entry)));
  return found;
}

async function filesOf(entry) {
  if (!entry.isDirectory) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [new File([file], entry.fullPath.slice(1), { type: file.type })];
  }
  const found = [];
  for (const child of await childrenOf(entry)) if (!child.name.startsWith(".")) found.push(...(await filesOf(child)));
  return found;
}

/** A browser returns the children of a folder in several parts, of which the last is empty. */
async function childrenOf(folder) {
  const reader = folder.createReader();
  const children = [];
  for (;;) {
    const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return children;
    children.push(...part);
  }
}
