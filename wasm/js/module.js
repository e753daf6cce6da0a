// The WebAssembly instance: created at the first call, and replaced when it ran out of memory.
import * as core from "./core.js";
import { AccountingError } from "./error.js";

/** Returns the module, compiled or as bytes. Called at the first call of the package. */
let loadModule = () => {
  throw new AccountingError("not-loaded", "no module is loaded: call start() or load() first, or import the package without /slim");
};
let started = false;

/** The number of the current instance. If a call runs out of memory, its instance is unusable, and the next call gets a new one. */
let instance = 0;
let broken = false;
/** The number of calls in progress: a function that receives batches may call the package too. */
let depth = 0;
/** The number of stores and services in the memory of the instance. */
let handleCount = 0;

/** The maximum memory of an instance after a call. An instance that has grown beyond this is replaced. */
const MAX_RETAINED_BYTES = 256 * 1024 * 1024;

/** Sets where the module comes from. */
export function setModuleSource(load) {
  loadModule = load;
}

/** Compiles and instantiates the module now instead of at the first call. */
export function instantiate() {
  if (started) return;
  core.initSync({ module: loadModule() });
  started = true;
}

/** Calls the module. An error that the module returns gets the code: almost always, it is about an option. */
export function call(operate, code = "invalid-option") {
  // If there was no memory for a new instance either, there may be now.
  if (broken) replaceInstanceIfNeeded();
  if (broken) throw memoryError();
  instantiate();
  depth += 1;
  let failure;
  try {
    const result = operate();
    if (!broken) return result;
    // A nested call broke the instance.
    failure = memoryError();
  } catch (error) {
    if (!broken && !isFatal(error)) throw isOfModule(error) ? new AccountingError(code, error.message) : error;
    broken = true;
    failure = memoryError(error);
  } finally {
    depth -= 1;
    replaceInstanceIfNeeded();
  }
  throw failure;
}

/** Uses an object of the module within a call, and frees it. */
export function using(value, use) {
  try {
    return use(value);
  } finally {
    try {
      value.free();
    } catch {
      // After a trap, the object counts as still in use. The instance is replaced anyway.
    }
  }
}

/** Returns whether an error was returned by the module. Those of this package and of its user have another class, or were caught before. */
const isOfModule = (error) => error?.constructor === Error;

/** Returns whether an error leaves the instance unusable: a trap, a stack overflow, or a string that exceeds the maximum length. */
function isFatal(error) {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error?.code === "ERR_STRING_TOO_LONG";
}

function memoryError(cause) {
  const lost = handleCount > 0 ? "; the stores in memory are lost, restore them from their snapshots" : "";
  return new AccountingError("out-of-memory", `there is not enough memory for this${lost}`, { cause });
}

/** Replaces the instance if it is broken, or if it has grown and contains no stores. Never during a call. */
function replaceInstanceIfNeeded() {
  if (!started || depth > 0) return;
  if (!broken && (handleCount > 0 || core.moduleMemory().buffer.byteLength <= MAX_RETAINED_BYTES)) return;
  instance += 1;
  handleCount = 0;
  try {
    core.__wbg_reset_state();
    broken = false;
  } catch {
    broken = true;
  }
}

/** A handle to an object in the memory of an instance. It is lost when the instance is replaced. */
export class Handle {
  #value;
  #noun;
  #remedy;
  #instance = instance;

  /** Creates a handle to a new object. `noun` names the object in error messages, and `remedy` says what to do if it is lost. */
  constructor(value, noun, remedy = "restore it from a snapshot") {
    this.#value = value;
    this.#noun = noun;
    this.#remedy = remedy;
    handleCount += 1;
    finalizer.register(this, this.#instance, this);
  }

  /** Calls the module with the object. An error that the module returns gets the code. */
  call(operate, code) {
    const value = this.#checkedValue();
    return call(() => operate(value), code);
  }

  #checkedValue() {
    if (this.#value === undefined) throw new AccountingError("freed", `this ${this.#noun} was freed`);
    if (this.#instance !== instance) {
      throw new AccountingError("lost", `this ${this.#noun} was lost when the memory was not enough; ${this.#remedy}`);
    }
    return this.#value;
  }

  free() {
    const value = this.#value;
    this.#value = undefined;
    if (value === undefined || this.#instance !== instance) return;
    finalizer.unregister(this);
    value.free();
    releaseHandle(this.#instance);
  }
}

/** Counts a handle as released when it is garbage collected. */
const finalizer = new FinalizationRegistry(releaseHandle);

function releaseHandle(from) {
  if (from !== instance) return;
  handleCount -= 1;
  replaceInstanceIfNeeded();
}
