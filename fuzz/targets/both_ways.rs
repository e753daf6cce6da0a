#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| laws::both_ways::hold(data));
