#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| laws::write_read::assert_holds(data));
