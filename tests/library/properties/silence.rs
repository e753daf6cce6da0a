//! Laws of what must be said about messages: whatever a file has besides, a fault of a kind changes nothing, or there is a finding about it.

use proptest::prelude::*;
use universal_accounting::chrono::{Days, NaiveDate};
use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::{BalanceStatus, Conversion};
use universal_accounting::value::{AccountIdentifier, Currency};

use crate::cases::cases;
use crate::format::fixtures::rules;

pub(crate) const IBAN: &str = "CH9300762011623852957";

pub(super) fn convert(text: &str) -> Conversion {
    convert_readable(text.as_bytes(), &ConvertOptions::new())
}

/// Converts with an account and a currency for files that name none.
pub(crate) fn convert_given(text: &str) -> Conversion {
    let mut options = ConvertOptions::new();
    options.account = AccountIdentifier::parse(IBAN).ok();
    options.currency = Currency::parse("CHF").ok();
    convert_readable(text.as_bytes(), &options)
}

pub(super) fn is_proved(conversion: &Conversion) -> bool {
    conversion.summary.balance_status == BalanceStatus::Proved
}

/// Returns the transactions without their ids, which may be made from damaged references.
pub(crate) fn bookings(conversion: &Conversion) -> Vec<String> {
    let transactions = conversion.transactions.iter();
    transactions
        .map(|transaction| {
            let mut transaction = transaction.clone();
            transaction.transaction_id = None;
            format!("{transaction:?}")
        })
        .collect()
}

/// Writes cents with a decimal mark.
pub(crate) fn amount(cents: i64, mark: char) -> String {
    format!("{}{mark}{:02}", cents / 100, cents % 100)
}

pub(super) fn balance(code: &str, cents: i64, day: u32) -> String {
    format!(
        "<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp><Amt Ccy=\"CHF\">{}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-{day:02}</Dt></Dt></Bal>",
        amount(cents, '.')
    )
}

/// An entry with a payment.
pub(super) fn entry(cents: i64, number: usize) -> String {
    format!(
        "<Ntry><Amt Ccy=\"CHF\">{0}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-10</Dt></BookgDt><ValDt><Dt>2026-03-11</Dt></ValDt>\
         <AcctSvcrRef>BANK{number}77</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>E2E{number}</EndToEndId></Refs><Amt Ccy=\"CHF\">{0}</Amt>\
         <CdtDbtInd>CRDT</CdtDbtInd><RmtInf><Ustrd>Invoice {number}</Ustrd></RmtInf></TxDtls></NtryDtls><AddtlNtryInf>Credit {number}</AddtlNtryInf></Ntry>",
        amount(cents, '.')
    )
}

/// A statement in camt.053 that its balances prove, with the counts and sums of its entries.
pub(super) fn camt(cents: &[i64]) -> String {
    let entries: String = cents
        .iter()
        .enumerate()
        .map(|(number, cents)| entry(*cents, number))
        .collect();
    let (sum, count) = (cents.iter().sum::<i64>(), cents.len());
    let total = format!(
        "<NbOfNtries>{count}</NbOfNtries><Sum>{}</Sum>",
        amount(sum, '.')
    );
    format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>{IBAN}</IBAN></Id><Ccy>CHF</Ccy></Acct>\
         {}{}<TxsSummry><TtlNtries>{total}</TtlNtries><TtlCdtNtries>{total}</TtlCdtNtries></TxsSummry>{entries}</Stmt></BkToCstmrStmt></Document>",
        balance("OPBD", 10_000, 1),
        balance("CLBD", 10_000 + sum, 31)
    )
}

/// A message in MT940 that its balances prove.
pub(super) fn mt940(cents: &[i64]) -> String {
    let entries = cents.iter().enumerate().map(|(number, cents)| {
        format!(
            ":61:2603100311C{}NTRFNONREF//BANK{number}77\n:86:Invoice {number}\n",
            amount(*cents, ',')
        )
    });
    let closing = amount(10_000 + cents.iter().sum::<i64>(), ',');
    format!(
        ":20:START\n:25:{IBAN}\n:28C:7/1\n:60F:C260301CHF100,00\n{}:62F:C260331CHF{closing}\n-\n",
        entries.collect::<String>()
    )
}

pub(super) fn several() -> impl Strategy<Value = Vec<i64>> {
    prop::collection::vec(1_i64..1_000_000, 1..4)
}

/// Returns the IBAN of a Swiss or Liechtenstein account by its institution.
pub(super) fn iban(country: &str, institution: u32, account: u64) -> String {
    let rest = format!("{institution:05}{account:012}");
    // A letter is a number of two digits from 10 on, and the check digits are at the end.
    let letters = country
        .bytes()
        .map(|letter| (letter - b'A' + 10).to_string());
    let digits = format!("{rest}{}00", letters.collect::<String>());
    let remainder = digits
        .bytes()
        .fold(0, |sum, digit| (sum * 10 + u32::from(digit - b'0')) % 97);
    format!("{country}{:02}{rest}", 98 - remainder)
}

proptest! {
    #![proptest_config(cases(64))]

    /// A statement inside another element, at any depth, is said, is not read, and leaves the file unproved.
    #[test]
    fn a_statement_in_any_element_is_said(cents in several(), at in any::<prop::sample::Index>()) {
        let whole = camt(&cents);
        let inside = whole.find("<Stmt>").unwrap()..whole.find("</Stmt>").unwrap();
        let places: Vec<usize> = whole.match_indices('<').map(|(at, _)| at).filter(|at| inside.contains(at)).skip(1).collect();
        let other = format!("<Stmt><Acct><Id><IBAN>CH5604835012345678009</IBAN></Id><Ccy>CHF</Ccy></Acct>{}</Stmt>", entry(700, 9));
        let mut text = whole.clone();
        text.insert_str(*at.get(&places), &other);
        let (before, after) = (convert(&whole), convert(&text));
        prop_assert!(is_proved(&before));
        prop_assert!(rules(&after).contains(&"element-misplaced"), "{text}");
        prop_assert!(!is_proved(&after), "{text}");
        let account = "CH5604835012345678009";
        prop_assert!(after.transactions.iter().all(|transaction| transaction.account_identifier.as_str() != account));
    }

    /// A day, a reference or a text outside of its element, or with a letter of its name changed, is said.
    #[test]
    fn a_value_in_a_wrong_place_is_said(
        cents in several(),
        name in prop::sample::select(vec!["AcctSvcrRef", "EndToEndId", "Ustrd", "AddtlNtryInf", "IBAN"]),
        letter in prop::char::range('a', 'z'),
        place in any::<prop::sample::Index>(),
    ) {
        let whole = camt(&cents);
        let before = convert(&whole);
        let (start, close) = (whole.find(&format!("<{name}>")).unwrap(), format!("</{name}>"));
        let end = start + whole[start..].find(&close).unwrap() + close.len();
        let (element, rest) = (&whole[start..end], &whole[end..]);
        // Behind the next end tag it is one level higher.
        let next = rest.find("</").unwrap();
        let after_next = next + rest[next..].find('>').unwrap() + 1;
        let moved = [&whole[..start], &rest[..after_next], element, &rest[after_next..]].concat();
        let mut other = name.to_owned();
        let at = place.index(name.len());
        other.replace_range(at..=at, &letter.to_string());
        let renamed = whole.replacen(element, &element.replace(name, &other), 1);
        let found = convert(&moved);
        prop_assert!(bookings(&found) == bookings(&before) || !rules(&found).is_empty(), "{moved}");
        prop_assert!(renamed == whole || !rules(&convert(&renamed)).is_empty(), "{renamed}");
    }

    /// A count or a sum of the entries that differs from them, or can't be read, is said.
    #[test]
    fn a_wrong_count_or_sum_is_said(cents in several(), place in any::<prop::sample::Index>(), new in prop::sample::select(vec!["9", "0", "x", ","])) {
        let whole = camt(&cents);
        let totals = whole.find("<TxsSummry>").unwrap()..whole.find("</TxsSummry>").unwrap();
        let digits: Vec<usize> = whole.char_indices().filter(|(at, digit)| totals.contains(at) && digit.is_ascii_digit()).map(|(at, _)| at).collect();
        let at = *place.get(&digits);
        prop_assume!(&whole[at..=at] != new);
        let mut text = whole.clone();
        text.replace_range(at..=at, new);
        let (before, after) = (convert(&whole), convert(&text));
        prop_assert_eq!(rules(&before), Vec::<&str>::new());
        prop_assert_eq!(bookings(&after), bookings(&before));
        prop_assert!(!rules(&after).is_empty(), "{}", text);
    }

    /// The amount of payments that differs from that of their entry is said, for one payment and for several.
    #[test]
    fn payments_that_differ_from_their_entry_are_said(parts in several(), more in 1_i64..500) {
        let of = |booked: i64| {
            let payments = parts.iter().map(|cents| format!("<TxDtls><Amt Ccy=\"CHF\">{}</Amt><CdtDbtInd>CRDT</CdtDbtInd></TxDtls>", amount(*cents, '.')));
            let payments = payments.collect::<Vec<_>>().concat();
            let whole = camt(&[booked]);
            let (start, end) = (whole.find("<NtryDtls>").unwrap(), whole.find("</NtryDtls>").unwrap());
            convert(&format!("{}<NtryDtls>{payments}{}", &whole[..start], &whole[end..]))
        };
        let sum = parts.iter().sum::<i64>();
        prop_assert_eq!(rules(&of(sum)), Vec::<&str>::new());
        prop_assert_eq!(rules(&of(sum + more)), vec!["parts-differ"]);
    }

    /// A character that is put into a message where it belongs to no value changes nothing, or something is said; none of them reaches an output.
    #[test]
    fn a_control_character_is_said(cents in several(), place in any::<prop::sample::Index>(), control in prop::sample::select(vec!['\0', '\x07', '\x0b', '\x0c', '\x1b', '\x7f'])) {
        let whole = mt940(&cents);
        let mut text = whole.clone();
        text.insert(place.index(whole.len()), control);
        let (before, after) = (convert_given(&whole), convert_given(&text));
        let has_control = |text: &str| text.contains(char::is_control);
        for transaction in &after.transactions {
            prop_assert!(!has_control(transaction.account_identifier.as_str()), "{text:?}");
            prop_assert!(!transaction.text.as_ref().is_some_and(|text| has_control(text.as_str())), "{text:?}");
        }
        let is_same = bookings(&before) == bookings(&after);
        prop_assert!(is_same || !rules(&after).is_empty() || !is_proved(&after), "{text:?}\n{:?}", bookings(&after));
    }

    /// An amount of MT940 is read whole, or its entry is rejected, or what follows it is said.
    #[test]
    fn an_amount_with_a_stray_character_is_never_read_in_part(
        cents in several(),
        place in 0_usize..7,
        stray in prop::sample::select(vec![" ", "'", ".", ",", "\n", "\r\n", "\u{a0}", "\u{ff11}", "\u{ff0c}", "E1", "O", "-", "\t"]),
    ) {
        let whole = mt940(&cents);
        let value = amount(cents[0], ',');
        let start = whole.find(":61:").unwrap() + ":61:2603100311C".len();
        let mut text = whole.clone();
        text.insert_str(start + 1 + place % value.len(), stray);
        let (before, after) = (convert(&whole), convert(&text));
        let is_same = bookings(&before) == bookings(&after);
        prop_assert!(is_same || !rules(&after).is_empty(), "{text}\n{:?}", bookings(&after));
    }

    /// The line of an account that is damaged or joined with another line gives no other account without a word.
    #[test]
    fn a_damaged_line_of_an_account_is_said(cents in several(), kind in 0_usize..6, glue in prop::sample::select(vec!["", " ", "\x0b", "\x0c"])) {
        let whole = mt940(&cents);
        let account = format!(":25:{IBAN}\n");
        let new = match kind {
            0 => format!(";25:{IBAN}\n"),
            1 => format!("25:{IBAN}\n"),
            2 => format!(":35:{IBAN}\n"),
            3 => format!(" :25:{IBAN}\n"),
            4 => format!(":2:{IBAN}\n"),
            _ => format!(":25:{IBAN}{glue}"),
        };
        let text = whole.replace(&account, &new);
        let mut options = ConvertOptions::new();
        options.account = AccountIdentifier::parse("CH5604835012345678009").ok();
        let found = convert_readable(text.as_bytes(), &options);
        prop_assert!(rules(&found).iter().any(|rule| *rule != "account-differs"), "{text}");
        let is_account = |account: &str| [IBAN, "CH5604835012345678009"].contains(&account);
        prop_assert!(found.transactions.iter().all(|transaction| is_account(transaction.account_identifier.as_str())), "{text}");
    }

    /// Days more than 31 days from those of the balances are said, whether the entry has two days or one.
    #[test]
    fn a_day_far_from_the_balances_is_said(cents in several(), days in prop_oneof![31_u64..33, 0_u64..1_000], is_after in any::<bool>(), has_entry_date in any::<bool>()) {
        let (first, last) = (NaiveDate::from_ymd_opt(2026, 3, 1), NaiveDate::from_ymd_opt(2026, 3, 31));
        let day = if is_after { last.unwrap() + Days::new(days) } else { first.unwrap() - Days::new(days) };
        let (short, entry) = (day.format("%y%m%d"), day.format("%m%d"));
        let new = if has_entry_date { format!("{short}{entry}C") } else { format!("{short}C") };
        let text = mt940(&cents).replacen("2603100311C", &new, 1);
        let found = convert(&text);
        let is_said = rules(&found).contains(&"day-outside-period");
        prop_assert_eq!(is_said, days > 31, "{}", text);
    }

    /// A QR-IBAN as the account of a statement is said in every form.
    #[test]
    fn a_qr_iban_as_account_is_said(cents in several(), institution in 30_000_u32..32_000, account in 0_u64..1_000_000_000_000) {
        let qr = iban("CH", institution, account);
        let csv = format!("IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n{IBAN};2026-03-31 00:00:00.0;Bakery;-12.5;87.5;2026-03-31 00:00:00.0\n");
        for text in [camt(&cents), mt940(&cents), csv] {
            let ordinary = convert_given(&text);
            prop_assert!(!rules(&ordinary).contains(&"qr-iban"));
            let found = convert_given(&text.replace(IBAN, &qr));
            prop_assert!(rules(&found).contains(&"qr-iban"), "{qr} {text}");
        }
    }
}

#[test]
fn values_of_an_entry_that_can_not_be_read_are_said() {
    let whole = camt(&[1_234]);
    assert_eq!(rules(&convert(&whole)), Vec::<&str>::new());
    for (value, damaged) in [
        ("</Refs><Amt Ccy=\"CHF\">", "</Refs><Amt>"),
        ("</Refs><Amt Ccy=\"CHF\">", "</Refs><Amt Ccy=\"CHF\">-"),
        ("<Ntry><Amt Ccy=\"CHF\">", "<Ntry><Amt>"),
        ("<Sts>BOOK", "<RvslInd>ja</RvslInd><Sts>BOOK"),
        (
            "<BookgDt><Dt>2026-03-10</Dt></BookgDt>",
            "<BookgDt></BookgDt>",
        ),
    ] {
        let found = convert(&whole.replacen(value, damaged, 1));
        assert!(rules(&found).contains(&"cell-passed-over"), "{damaged}");
        assert_eq!(found.transactions.len(), 1, "{damaged}");
    }
}

#[test]
fn what_is_lost_of_a_message_is_said() {
    let whole = mt940(&[1_234]);
    let closing = ":62F:C260331CHF112,34\n";
    let cases = [
        // A line after what looks like the end of a message that goes on.
        (
            whole.replace("Invoice 0\n", "Invoice 0\n-}\nmore\n"),
            "text-without-entry",
        ),
        (
            whole.replace("Invoice 0\n", "Invoice 0\n:NS:1\n:86:more\n"),
            "text-without-entry",
        ),
        (
            whole.replace(closing, &format!("{closing}:64:more\n")),
            "cell-passed-over",
        ),
        (
            whole.replace(closing, &format!("{closing}:64:C260331EUR1,00\n")),
            "currency-differs",
        ),
        (whole.replace("\n:86:", ":86:"), "field-damaged"),
        (
            format!(":64:C260228CHF1,00\n-\n{whole}"),
            "message-without-opening",
        ),
        (format!("62F:C260228CHF1,00\n-\n{whole}"), "field-damaged"),
        (
            format!("{whole}{}", whole.replace(&format!(":25:{IBAN}\n"), "")),
            "account-filled-in",
        ),
    ];
    for (text, rule) in cases {
        let found = convert_given(&text);
        assert!(rules(&found).contains(&rule), "{text}{:?}", rules(&found));
    }
}
