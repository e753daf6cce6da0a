#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| laws::store_restore::assert_holds(data));
