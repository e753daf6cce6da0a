// Formats that were learned and saved: a person opens one together with new files of the same kind.
import * as api from "../dist/index.js";

/** Returns the format in a file, or undefined if the file is no format that can be used. */
export function profileIn(bytes) {
  const head = api.decodeText(bytes.subarray(0, 200)).trimStart();
  if (!head.startsWith("{")) return undefined;
  try {
    const profile = JSON.parse(api.decodeText(bytes));
    if (!Array.isArray(profile.columns) || !Array.isArray(profile.variants)) return undefined;
    // This refuses a format that can't be used.
    api.detectStatement("", { profile });
    return profile;
  } catch {
    return undefined;
  }
}

/** Returns the first of some formats that a file has, unless it has that of a known bank. */
export function profileFor(bytes, profiles) {
  const isChosen = (options) => api.detectStatement(bytes, options).some(({ chosen }) => chosen);
  return isChosen({}) ? undefined : profiles.find((profile) => isChosen({ profile }));
}
