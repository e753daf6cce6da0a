import { invalidOption } from "./error.js";

/** Returns a callback that throws if the user's function returns a promise. */
export function checkedCallback(name, callback) {
  if (typeof callback !== "function") throw invalidOption(`the option \`${name}\` must be a function`);
  return (...parameters) => {
    const result = callback(...parameters);
    if (typeof result?.then === "function") throw invalidOption(`\`${name}\` must not be async: the next batch is sent at once, without waiting for a promise`);
  };
}
