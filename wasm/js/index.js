// Contains the module as text: no host and no bundler has to load another file.
import { inlineModule } from "./inline.js";
import { setModuleSource } from "./module.js";

setModuleSource(inlineModule);

export * from "./api.js";
