/** The compiled module, for `start` of `universal-accounting/slim`. */
declare const module: WebAssembly.Module;
export default module;
