#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| laws::json_reader::assert_holds(data));
