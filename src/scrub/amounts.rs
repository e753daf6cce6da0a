/// Returns an amount multiplied by a whole number, written like the amount: with its sign, its marks and as many decimals. `decimal` is the decimal mark.
pub(super) fn scale(text: &str, factor: u32, decimal: char) -> String {
    let mut carry = 0_u64;
    let (mut reversed, mut whole_digits) = (Vec::new(), 0);
    let whole_end = text.rfind(decimal).unwrap_or(text.len());
    let first_digit = text.find(|character: char| character.is_ascii_digit());
    let mut grouping = None;
    // The digits since the last mark, and the size of the groups above the thousands: two in `1,23,456`.
    let (mut group_digits, mut group_size) = (0, 3);
    for (at, character) in text.char_indices().rev() {
        let Some(digit) = character.to_digit(10) else {
            let is_within = first_digit.is_some_and(|first| first < at) && at < whole_end;
            if is_within && grouping == Some(character) && group_digits == 2 {
                group_size = 2;
            }
            group_digits = 0;
            grouping = grouping.or(Some(character).filter(|_| is_within && whole_digits > 0));
            reversed.push(character);
            continue;
        };
        whole_digits += usize::from(at < whole_end);
        group_digits += 1;
        carry += u64::from(digit) * u64::from(factor);
        reversed.extend(
            u32::try_from(carry % 10)
                .ok()
                .and_then(|digit| char::from_digit(digit, 10)),
        );
        carry /= 10;
        if Some(at) == first_digit {
            while carry > 0 {
                let begins_group = group_digits == group_size;
                if begins_group {
                    reversed.extend(grouping);
                    group_digits = 0;
                }
                reversed.extend(
                    u32::try_from(carry % 10)
                        .ok()
                        .and_then(|digit| char::from_digit(digit, 10)),
                );
                group_digits += 1;
                carry /= 10;
            }
        }
    }
    reversed.into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_in_every_notation() {
        for (text, factor, decimal, expected) in [
            ("12.50", 3, '.', "37.50"),
            ("-98.45", 7, '.', "-689.15"),
            ("1'234.50", 3, '.', "3'703.50"),
            ("999'999.99", 9, '.', "8'999'999.91"),
            ("9,99,999.99", 9, '.', "89,99,999.91"),
            ("99,99,999.99", 99, '.', "98,99,99,999.01"),
            ("999,99-", 12, ',', "11999,88-"),
            ("1.234,50 EUR", 10, ',', "12.345,00 EUR"),
            ("CHF 5", 100, '.', "CHF 500"),
            ("0.05", 3, '.', "0.15"),
            ("0.00", 3, '.', "0.00"),
            ("", 3, '.', ""),
        ] {
            assert_eq!(scale(text, factor, decimal), expected, "{text}");
        }
    }
}
