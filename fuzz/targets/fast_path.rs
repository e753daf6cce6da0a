#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| laws::fast_path::assert_holds(data));
