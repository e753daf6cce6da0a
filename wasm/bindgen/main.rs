//! Writes the glue between JavaScript and modules: `bindgen [MODULE FOLDER]...`.

use std::env::args_os;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = args_os().skip(1);
    while let Some(module) = arguments.next() {
        let folder = arguments
            .next()
            .ok_or("usage: bindgen [MODULE FOLDER]...")?;
        let mut bindgen = Bindgen::new();
        bindgen
            .web(true)?
            .input_path(module)
            .out_name("core")
            .typescript(false);
        // The entry points, such as `js/index.js`, load the module. `js/module.js` resets the state to replace an instance that ran out of memory.
        bindgen
            .omit_default_module_path(true)
            .reset_state_function(true);
        bindgen.generate(folder)?;
    }
    Ok(())
}
