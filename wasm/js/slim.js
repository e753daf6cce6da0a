// Without the module: the host has its own way to load it.
import { provide, ready } from "./module.js";

/** Takes the module, compiled or as bytes. */
export function start(module) {
  provide(() => module);
  ready();
}

export * from "./api.js";
