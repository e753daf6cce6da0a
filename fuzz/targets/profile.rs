#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| laws::profile::assert_holds(data));
