// Compiles the module while it is downloaded. An import waits for it, and all functions are synchronous.
import { compile } from "./compile.js";
import { setModuleSource } from "./module.js";

let module;
try {
  module = await compile(new URL("./core.wasm", import.meta.url));
} catch {
  // For instance, the page forbids connections. Its own code contains the module too.
  const { inlineModule } = await import("./inline.js");
  module = inlineModule();
}
setModuleSource(() => module);

export * from "./api.js";
