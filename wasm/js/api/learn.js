// Formats that no profile knows. To learn one needs the code that converts.
import * as core from "../core.js";
import { invalidInput } from "../error.js";
import { toBytes, toOptionsJson } from "../input.js";
import { call, using } from "../module.js";

export function learnStatement(input, options) {
  const [files, settings] = [toNamed(input), toOptionsJson(options)];
  const json = call(() =>
    using(new core.LearnFiles(), (learned) => {
      for (const { bytes, file } of files) learned.add(bytes, file);
      return learned.learn(settings);
    }),
  );
  if (json === undefined) return null;
  const draft = JSON.parse(json);
  if (draft.error !== undefined) throw invalidInput(draft.error);
  return draft;
}

/** Returns the bytes and the name of each file. */
function toNamed(input) {
  if (!Array.isArray(input)) return [{ bytes: toBytes(input), file: "" }];
  if (input.length === 0) throw invalidInput("the list of files is empty");
  return input.map((file) => {
    const { content, file: name = "" } = file ?? {};
    if (typeof name !== "string") throw invalidInput("the name of a file, `file`, must be a string");
    return { bytes: toBytes(content), file: name };
  });
}
