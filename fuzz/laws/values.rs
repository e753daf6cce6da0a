//! Each parser of a value accepts what `Display` writes, and `Display` writes what was parsed. Its errors contain no card number, and suggest valid values.

use std::fmt::Display;

use universal_accounting::endpoint::Scope;
use universal_accounting::internals::{account_map, value};
use universal_accounting::value::{
    AccountIdentifier, Amount, AmountError, CardNumber, Country, Currency, CurrencyError, Date,
    Iban, LimitedText, Period, Rate, RateError, Text, Uid, UidError,
};

use super::card_numbers;

/// Parses each line and the whole input as a value of each type.
pub fn assert_holds(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut last_date = None;
    for line in text.split('\n').chain([text.as_ref()]) {
        check_amount(line);
        check_rate(line);
        check_date(line, &mut last_date);
        check_currency(line);
        check_country(line);
        check_iban(line);
        check_uid(line);
        check_text(line);
        check_account_identifier(line);
        check_card_number(line);
        check_web_address(line);
        if let Ok(scope) = line.parse::<Scope>() {
            assert_eq!(scope.as_str(), line);
        }
    }
}

/// Asserts that an error has a message without card numbers.
fn check_message(error: &impl Display) {
    let message = error.to_string();
    assert!(!message.is_empty());
    card_numbers::assert_none_in_text(&message);
}

fn check_amount(text: &str) {
    let checked = value::check_amount(text);
    match (Amount::parse(text), checked) {
        (Ok(amount), Ok(decimals)) => {
            assert_eq!(amount.to_string(), text);
            assert!(decimals <= amount.decimals());
        }
        (Err(error), Err(check_error)) => {
            assert_eq!(error, check_error);
            check_message(&error);
            let suggested = match error {
                AmountError::LeadingZeros(amount) | AmountError::Negative(amount) => Some(amount),
                AmountError::Form(amount) => amount,
                _ => None,
            };
            if let Some(amount) = suggested {
                assert_eq!(Amount::parse(&amount.to_string()), Ok(amount), "{text:?}");
            }
        }
        (parsed, checked) => panic!("{parsed:?} and {checked:?} of {text:?}"),
    }
}

fn check_rate(text: &str) {
    let suggested = match Rate::parse(text) {
        Ok(rate) => {
            assert_eq!(
                value::is_canonical_rate(text),
                rate.to_string() == text,
                "{text:?}"
            );
            Some(rate)
        }
        Err(error) => {
            check_message(&error);
            assert!(!value::is_canonical_rate(text), "{text:?}");
            if let RateError::Form(rate) = error {
                rate
            } else {
                None
            }
        }
    };
    if let Some(rate) = suggested {
        let written = rate.to_string();
        assert_eq!(Rate::parse(&written), Ok(rate), "{text:?}");
        assert!(value::is_canonical_rate(&written), "{written}");
    }
}

fn check_date(text: &str, last: &mut Option<Date>) {
    let checked = value::check_date(text);
    match (Date::parse(text), checked) {
        (Ok(day), Ok(parts)) => {
            assert_eq!(day.to_string(), text);
            assert_eq!((day.year(), day.month(), day.day()), parts);
            assert_eq!(
                Date::from_year_month_day(parts.0, parts.1, parts.2),
                Some(day)
            );
            assert!(
                day.tomorrow()
                    .is_none_or(|next| next > day && Date::parse(&next.to_string()) == Ok(next))
            );
            if let Some(first) = last.replace(day) {
                assert_eq!(Period::new(first, day).is_ok(), first <= day);
            }
        }
        (Err(error), Err(check_error)) => {
            assert_eq!(error, check_error);
            check_message(&error);
        }
        (parsed, checked) => panic!("{parsed:?} and {checked:?} of {text:?}"),
    }
}

fn check_currency(text: &str) {
    match Currency::parse(text) {
        Ok(currency) => {
            assert_eq!(
                (currency.code(), currency.to_string().as_str()),
                (text, text)
            );
            assert!(currency.minor_units().is_none_or(|units| units <= 4));
            assert!(!format!("{:?}", currency.status()).is_empty());
        }
        Err(error) => {
            check_message(&error);
            if let CurrencyError::Case(currency) = error {
                assert!(text.trim().eq_ignore_ascii_case(currency.code()));
            }
        }
    }
}

fn check_country(text: &str) {
    match Country::parse(text) {
        Ok(country) => {
            assert_eq!((country.code(), country.to_string().as_str()), (text, text));
            assert!(!country.is_assigned() || value::suggested_country(country).is_none());
        }
        Err(error) => check_message(&error),
    }
    if let Some(code) = value::country_for_name(text) {
        assert!(
            Country::parse(code).is_ok_and(|country| country.is_assigned()),
            "{text:?}"
        );
    }
}

fn check_iban(text: &str) {
    let Ok(iban) = Iban::parse(text).inspect_err(check_message) else {
        return;
    };
    let canonical = iban.as_str();
    assert_eq!(Iban::parse(canonical), Ok(iban));
    assert_eq!(Iban::parse(&iban.grouped().to_string()), Ok(iban));
    assert!(value::looks_like_iban(canonical));
    assert!(canonical.starts_with(iban.country()));
    // ISO 7064 MOD 97-10: with the first four characters moved to the end, and letters as numbers from 10, the remainder is 1.
    let rotated = canonical[4..].chars().chain(canonical[..4].chars());
    let remainder = rotated.fold(0, |remainder, character| {
        let number = character.to_digit(36).unwrap();
        (remainder * if number < 10 { 10 } else { 100 } + number) % 97
    });
    assert_eq!(remainder, 1, "{canonical}");
}

fn check_uid(text: &str) {
    match Uid::parse(text) {
        Ok(uid) => {
            assert_eq!(uid.to_string(), text);
            assert_eq!(value::uid_with_suffix(text), Some(uid));
        }
        Err(error) => {
            check_message(&error);
            if let UidError::Spelling(uid) | UidError::Prefix(uid) = error {
                assert_eq!(Uid::parse(&uid.to_string()), Ok(uid), "{text:?}");
            }
        }
    }
    if let Some(uid) = value::uid_with_suffix(text) {
        assert_eq!(Uid::parse(&uid.to_string()), Ok(uid), "{text:?}");
    }
}

fn check_text(text: &str) {
    match Text::parse(text) {
        Ok(parsed) => assert_eq!((parsed.as_str(), value::check_text(text)), (text, Ok(()))),
        Err(error) => {
            assert_eq!(value::check_text(text), Err(error));
            check_message(&error);
        }
    }
    match LimitedText::<12>::parse(text) {
        Ok(parsed) => {
            assert_eq!(parsed.as_str(), text);
            assert!(text.chars().count() <= 12);
        }
        Err(error) => {
            check_message(&error);
            assert!(text.chars().count() > 12 || value::check_text(text).is_err());
        }
    }
}

fn check_account_identifier(text: &str) {
    let Ok(account) = AccountIdentifier::parse(text) else {
        return;
    };
    assert_eq!(account.as_str(), text);
    assert_eq!(
        format!("{account:?}"),
        format!("AccountIdentifier({:?})", CardNumber::mask(text))
    );
    let canonical = account_map::canonical(&account);
    card_numbers::assert_none_in_text(&canonical);
    let again =
        AccountIdentifier::parse(&canonical).map(|account| account_map::canonical(&account));
    assert_eq!(again.as_ref(), Ok(&canonical), "{text:?}");
    assert_eq!(
        account.iban().map(|iban| iban.to_string()),
        Iban::parse(text).ok().map(|iban| iban.to_string())
    );
}

fn check_card_number(text: &str) {
    let mut end = 0;
    for found in CardNumber::find_iter(text) {
        assert!(found.start >= end && text.get(found.clone()).is_some());
        assert!(CardNumber::parse(&text[found.clone()]).is_ok(), "{text:?}");
        end = found.end;
    }
    let masked = CardNumber::mask(text);
    assert_eq!(masked.chars().count(), text.chars().count());
    card_numbers::assert_none_in_text(&masked);
    match CardNumber::parse(text) {
        Ok(number) => card_numbers::assert_none_in_text(&format!("{number} {number:?}")),
        Err(error) => check_message(&error),
    }
}

fn check_web_address(text: &str) {
    if let (_, Some(address)) = value::check_web_address(text) {
        assert_eq!(value::check_web_address(&address), (true, None), "{text:?}");
    }
}
