#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| laws::field_splitter::assert_holds(data));
