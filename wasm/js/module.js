import * as core from "./core.js";

/** Gives the module, compiled or as bytes; asked when the first call comes. */
let load = () => {
  throw new Error("no module is loaded: call start() first, or import the package without /slim");
};
let started = false;

/** Stores that live in the memory of the instance. */
let stores = 0;

/** So much memory is kept for the next call; what a larger file took is given back. */
const KEPT = 256 * 1024 * 1024;

/** Says where the module comes from. */
export function provide(source) {
  load = source;
}

/** Compiles and instantiates the module now instead of at the first call. */
export function ready() {
  if (started) return;
  core.initSync({ module: load() });
  started = true;
}

/** Calls the module. A call that breaks it, which only a lack of memory can, leaves a fresh one to the next. */
export function call(operate) {
  ready();
  let result;
  try {
    result = operate(core);
  } catch (error) {
    if (!breaksTheModule(error)) throw error;
    const lost = stores > 0 ? "; the stores in memory are lost, restore them from their snapshots" : "";
    renew();
    throw new RangeError(`there is not enough memory for this${lost}`, { cause: error });
  }
  if (stores === 0 && core.moduleMemory().buffer.byteLength > KEPT) renew();
  return result;
}

/** Counts the stores that live in the instance. */
export function countStores(change) {
  stores = Math.max(0, stores + change);
}

/** A trap, a stack that is used up, or a text that is longer than texts can be. */
function breaksTheModule(error) {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

function renew() {
  stores = 0;
  core.__wbg_reset_state();
}
