#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| laws::ofx::assert_holds(data));
