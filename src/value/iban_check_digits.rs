/// Returns whether the canonical characters of an IBAN have the remainder 1 modulo 97 (ISO 7064). The check digits 00, 01 and 99 have the same remainder as 97, 98 and 02, but are invalid: the standard computes
/// only 02 to 98.
pub(super) fn has_valid_check_digits(characters: &[u8]) -> bool {
    let Some((head, account)) = characters.split_first_chunk() else {
        return false;
    };
    // Remainders are slow, so there is one for eight characters: after a number below 97, 64 bits have room for eight letters, which count as
    // two digits each.
    let remainder = account.chunks(8).fold(0, |number, characters| {
        let of_digits = characters
            .try_into()
            .ok()
            .and_then(parse_eight_digits)
            .map(|digits| number * 100_000_000 + digits);
        let of_characters = || {
            characters.iter().fold(number, |number, byte| match byte {
                b'0'..=b'9' => number * 10 + u64::from(byte - b'0'),
                letter => number * 100 + u64::from(letter - b'A') + 10,
            })
        };
        of_digits.unwrap_or_else(of_characters) % 97
    });
    let [first, second, tens, ones] = *head;
    let country = (u64::from(first - b'A') + 10) * 100 + u64::from(second - b'A') + 10;
    let check = u64::from(tens - b'0') * 10 + u64::from(ones - b'0');
    (remainder * 1_000_000 + country * 100 + check) % 97 == 1
        && !matches!((tens, ones), (b'0', b'0' | b'1') | (b'9', b'9'))
}

/// Returns the number that eight ASCII digits make, or `None` for other bytes. Joins neighbouring digits at once, then pairs, then groups of four.
fn parse_eight_digits(bytes: [u8; 8]) -> Option<u64> {
    let digits = u64::from_le_bytes(bytes) ^ 0x3030_3030_3030_3030;
    // A byte that isn't a digit sets its highest bit in the sum.
    if (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080 != 0 {
        return None;
    }
    let pairs = (digits * 10 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    Some((fours * 10_000 + (fours >> 32)) & 0xffff_ffff)
}
