//! Files that would double or lose money in silence.

use universal_accounting::format::{self, ConvertOptions, Input};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::report::Finding;
use universal_accounting::statement::BalanceStatus;
use universal_accounting::value::Currency;

use super::outcome::{Outcome, outcome};

/// An MT940 message of an account in CHF: its number, days and balances, and the day, direction, amount and text of each entry.
fn message(number: &str, balances: [&str; 2], entries: &[[&str; 4]]) -> String {
    let [opening, closing] = balances;
    let lines = entries.iter().map(|[day, direction, amount, text]| {
        format!(
            ":61:{day}{}{direction}{amount}NTRFNONREF\n:86:{text}\n",
            &day[2..]
        )
    });
    format!(
        ":20:X\n:25:CH9300762011623852957\n:28C:{number}\n:60F:{opening}\n{}:62F:{closing}\n-\n",
        lines.collect::<String>()
    )
}

const IN: [&str; 4] = ["260331", "C", "70,00", "Customer"];
const OUT: [&str; 4] = ["260331", "D", "70,00", "Sweep"];
const ZERO: [&str; 2] = ["C260331CHF0,00", "C260331CHF0,00"];

/// Asserts how many transactions come out, whether they are proved, and which rules are reported.
fn assert_found(files: &[String], transactions: usize, is_proved: bool, rules: &[&str]) {
    let found: Outcome = outcome(files);
    let [summed] = found.accounts.as_slice() else {
        panic!("one account: {found:?}")
    };
    assert_eq!(found.rows.len(), transactions, "{found:?}");
    assert_eq!(
        summed.status == BalanceStatus::Proved,
        is_proved,
        "{found:?}"
    );
    assert_eq!(found.rules, rules, "{found:?}");
}

#[test]
fn a_month_and_its_last_day_of_an_account_swept_to_zero() {
    let before = ["260330", "D", "12,50", "Bakery"];
    let month = message(
        "3",
        ["C260301CHF12,50", "C260331CHF0,00"],
        &[before, IN, OUT],
    );
    let day = message("90", ZERO, &[IN, OUT]);
    assert_found(&[month.clone(), day.clone()], 3, true, &[]);
    assert_found(&[day + &month], 3, true, &[]);
}

#[test]
fn a_quiet_statement_within_days_of_which_one_statement_begins_with_its_balance() {
    let shop = ["260301", "D", "5,00", "Bakery"];
    let later = ["260304", "D", "20,00", "Customer"];
    let february = message("0", ["C260220CHF50,00", "C260301CHF45,00"], &[shop]);
    let march = message("0", ["C260301CHF45,00", "C260304CHF20,00"], &[shop, later]);
    let quiet = message("0", ["C260301CHF40,00", "C260302CHF40,00"], &[]);
    let evening = ["260304", "D", "12,50", "Bakery"];
    let rest = message(
        "0",
        ["C260301CHF40,00", "C260304CHF7,50"],
        &[later, evening],
    );
    let all = [february, march, quiet, rest];
    assert_found(&all, 4, true, &[]);
    assert_found(&[all.concat()], 4, true, &[]);
}

#[test]
fn a_morning_an_evening_and_their_day_of_an_account_swept_to_zero() {
    let morning = message("1", ["C260331CHF0,00", "C260331CHF70,00"], &[IN]);
    let evening = message("2", ["C260331CHF70,00", "C260331CHF0,00"], &[OUT]);
    for number in ["90", "0"] {
        let day = message(number, ZERO, &[IN, OUT]);
        let files = [morning.clone(), evening.clone(), day];
        assert_found(&files, 2, true, &[]);
        assert_found(&[files.concat()], 2, true, &[]);
    }
}

#[test]
fn equal_statements_of_a_day_on_which_nothing_moved_in_the_end() {
    let first = message("1", ZERO, &[IN, OUT]);
    let second = message("2", ZERO, &[IN, OUT]);
    assert_found(&[first.clone(), second], 4, true, &[]);
    assert_found(&[first.clone(), first], 2, true, &[]);
}

#[test]
fn a_copy_with_a_changed_text() {
    let edited = ["260331", "D", "70,00", "Edited"];
    let statement = message("1", ZERO, &[IN, OUT]);
    let copy = message("1", ZERO, &[IN, edited]);
    assert_found(&[statement, copy], 3, false, &["booking-in-one-statement"]);
}

#[test]
fn two_statements_of_a_day_that_open_on_the_day_before() {
    let kiosk = ["260331", "D", "5,00", "Kiosk"];
    let morning = message("1", ["C260330CHF100,00", "C260331CHF95,00"], &[kiosk]);
    let evening = message("2", ["C260330CHF95,00", "C260331CHF90,00"], &[kiosk]);
    assert_found(&[evening, morning], 2, true, &[]);
}

#[test]
fn a_month_after_a_quiet_statement_of_its_days() {
    let day = message("1", ZERO, &[IN, OUT]);
    let quiet = message("2", ["C260331CHF0,00", "C260401CHF0,00"], &[]);
    let both = message("100", ["C260331CHF0,00", "C260401CHF0,00"], &[IN, OUT]);
    assert_found(&[day, quiet, both], 2, true, &[]);
}

#[test]
fn statements_of_a_day_of_which_one_has_a_reference() {
    let referenced = |number, balances, entry: [&str; 4]| {
        let message = message(number, balances, &[entry]);
        message.replace("NONREF", "NONREF//ZKB26000BX71")
    };
    let up = ["C260331CHF0,00", "C260331CHF70,00"];
    let down = ["C260331CHF70,00", "C260331CHF0,00"];
    let morning = referenced("1", up, IN);
    let (noon, evening) = (message("2", down, &[OUT]), message("3", up, &[IN]));
    assert_found(&[morning, noon, evening], 3, true, &[]);
}

#[test]
fn equal_statements_of_which_one_has_a_reference_are_copies_if_their_texts_are_equal() {
    let up = ["C260331CHF0,00", "C260331CHF70,00"];
    let down = ["C260331CHF70,00", "C260331CHF0,00"];
    let other = ["260331", "C", "70,00", "Other customer"];
    let plain = message("0", up, &[IN]);
    let back = message("0", down, &[OUT]);
    let referenced = |entry| message("0", up, &[entry]).replace("NONREF", "NONREF//ZKB26000BX71");
    let copied = [plain.clone(), back.clone(), referenced(IN)];
    assert_found(&copied, 2, true, &[]);
    assert_found(&[plain, back, referenced(other)], 3, true, &[]);
}

#[test]
fn two_statements_of_a_day_that_swept_to_zero_and_one_of_the_next_day() {
    let down = ["260330", "D", "5,00", "Bakery"];
    let up = ["260330", "C", "5,00", "Sweep"];
    let first = message("0", ["C260330CHF0,00", "D260330CHF5,00"], &[down]);
    let second = message("0", ["D260330CHF5,00", "C260330CHF0,00"], &[up]);
    let third = message("0", ["C260331CHF0,00", "C260331CHF70,00"], &[IN]);
    let fourth = message("0", ["C260331CHF70,00", "C260331CHF0,00"], &[OUT]);
    assert_found(&[first, second, third, fourth], 4, true, &[]);
}

#[test]
fn a_balance_that_returns_on_another_day() {
    let down = ["260330", "D", "5,00", "Bakery"];
    let first = message("0", ["C260330CHF90,00", "C260330CHF85,00"], &[down]);
    let balances = ["C260330CHF85,00", "C260331CHF150,00"];
    let second = message("0", balances, &[down, IN]);
    assert_found(&[first, second], 3, true, &[]);
    let out = ["260331", "D", "5,00", "Bakery"];
    let up = ["260331", "C", "10,00", "Refund"];
    let balances = ["C260330CHF85,00", "C260331CHF85,00"];
    let second = message("0", balances, &[down, up, out]);
    let first = message("0", ["C260330CHF90,00", "C260330CHF85,00"], &[down]);
    assert_found(&[first, second], 4, true, &[]);
}

#[test]
fn an_excerpt_whose_last_bookings_begin_the_next_statement() {
    let [rent, noon, evening] = ["Rent", "Noon", "Evening"];
    let [up, down] = [noon, evening].map(|text| {
        let direction = if text == noon { "C" } else { "D" };
        ["260331", direction, "70,00", text]
    });
    let before = ["260330", "D", "5,00", rent];
    let after = ["260401", "D", "5,00", rent];
    let excerpt = message(
        "0",
        ["C260330CHF90,00", "C260331CHF85,00"],
        &[before, up, down],
    );
    let next = message(
        "0",
        ["C260331CHF85,00", "C260401CHF80,00"],
        &[up, down, after],
    );
    assert_found(&[excerpt, next], 4, true, &[]);
}

#[test]
fn pages_of_two_statements_of_an_account_swept_to_zero() {
    let page = |number: &str, tags: [&str; 2], entries: &[[&str; 4]]| {
        let message = message(number, ZERO, entries);
        let message = message.replace(":60F:", &format!(":60{}:", tags[0]));
        message.replace(":62F:", &format!(":62{}:", tags[1]))
    };
    let first = page("1/1", ["F", "M"], &[IN, OUT]);
    let other = page("2/2", ["M", "F"], &[IN, OUT]);
    let second = page("1/2", ["M", "F"], &[OUT, IN]);
    assert_found(&[first.clone(), second.clone()], 4, true, &[]);
    assert_found(&[first.clone() + &second], 4, true, &[]);
    let missing = ["page-missing"; 2];
    assert_found(&[first + &other], 4, false, &missing);
}

#[test]
fn a_booking_changed_on_a_day_that_two_statements_have() {
    let booking = |day, direction, amount| [day, direction, amount, "Rent"];
    let first = message(
        "1",
        ["C260301CHF100,00", "C260310CHF85,00"],
        &[
            booking("260301", "D", "5,00"),
            booking("260305", "C", "5,00"),
            booking("260309", "D", "15,00"),
        ],
    );
    // It ends with the first balance of the other one, but is no statement before it.
    let second = message(
        "3",
        ["C260301CHF93,00", "C260308CHF100,00"],
        &[booking("260305", "C", "7,00")],
    );
    assert_found(&[first, second], 4, false, &["booking-in-one-statement"]);
}

/// `format::convert` leaves out of a file what another statement of it seems to have. Beside the page between them, both have their bookings.
#[test]
fn a_page_that_is_in_another_file() {
    let kiosk = ["260331", "D", "5,00", "Kiosk"];
    let first = message("1", ["C260331CHF100,00", "C260331CHF95,00"], &[kiosk]);
    let second = message("2", ["C260331CHF95,00", "C260331CHF90,00"], &[kiosk]);
    let third = message("3", ["C260331CHF90,00", "C260331CHF85,00"], &[kiosk]);
    assert_found(&[first + &third, second], 3, true, &[]);
}

#[test]
fn a_lost_page_on_which_nothing_moved_in_the_end() {
    let day = message("1", ["C260330CHF0,00", "C260330CHF0,00"], &[]);
    let page = message("2/2", ZERO, &[IN, OUT]).replace(":60F:", ":60M:");
    assert_found(&[day, page], 2, false, &["page-missing"]);
}

/// The opening balance of a table is calculated from its first row, and a change of this row closes the gap.
#[test]
fn a_gap_names_the_row_that_closes_it() {
    let row = |day: u32, amount: &str, balance: &str| {
        format!(
            "CH9300762011623852957;2026-03-{day} 00:00:00.0;Text {day};{amount};{balance};2026-03-{day} 00:00:00.0\n"
        )
    };
    let table = |rows: [String; 2]| {
        let header = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n";
        format!("{header}{}", rows.concat())
    };
    let mut options = ConvertOptions::new();
    options.currency = Currency::parse("CHF").ok();
    let help = |first: &str| {
        let before = table([row(10, "-12.35", "87.65"), row(11, "-10", "77.65")]);
        let after = table([row(12, first, "57.35"), row(13, "-5", "52.35")]);
        let files = [
            Input::new("one.csv", before.as_bytes()),
            Input::new("two.csv", after.as_bytes()),
        ];
        let conversions = format::convert_all(&files, &options);
        let found = conversions
            .files
            .iter()
            .flat_map(|file| &file.summary.report.findings);
        let helps: Vec<String> = found.map(Finding::help).collect();
        helps.concat()
    };
    assert_eq!(help("-20.30"), "");
    let turned = "view; the balances would agree if the amount in line 2 had the other sign, or with one more row of this difference";
    assert!(help("20.30").ends_with(turned), "{}", help("20.30"));
    assert!(help("-19.17").ends_with("view"), "{}", help("-19.17"));
}

/// A statement of camt.053 in EUR with one entry.
fn camt_statement(account: &str, closing: &str, status: &str) -> String {
    let balance = |kind: &str, amount: &str| {
        format!(
            "<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-05-04</Dt></Dt></Bal>"
        )
    };
    format!(
        "<Stmt><Id>{account}</Id><Acct><Id><IBAN>{account}</IBAN></Id></Acct>{}{}<Ntry><Amt Ccy=\"EUR\">7.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>\
         <Sts>{status}</Sts><BookgDt><Dt>2026-05-04</Dt></BookgDt></Ntry></Stmt>",
        balance("OPBD", "20.00"),
        balance("CLBD", closing)
    )
}

#[test]
fn an_account_without_transactions_keeps_the_file_unproved() {
    let statements = [
        camt_statement("CH9300762011623852957", "27.00", "BOOK"),
        camt_statement("CH5604835012345678009", "27.00", "PDNG"),
    ];
    let file = format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt>{}</BkToCstmrStmt></Document>",
        statements.concat()
    );
    let converted = convert_readable(file.as_bytes(), &ConvertOptions::new());
    assert_eq!(converted.summary.balance_status, BalanceStatus::Partly);
}

#[test]
fn a_statement_that_is_equal_to_the_one_before_the_last() {
    let up = ["C260331CHF0,00", "C260331CHF70,00"];
    let down = ["C260331CHF70,00", "C260331CHF0,00"];
    let noon = message("2", down, &[OUT]);
    let all = [
        message("1", up, &[IN]),
        noon.clone(),
        message("3", up, &[IN]),
    ];
    assert_found(&all, 3, true, &[]);
    assert_found(&[all.concat()], 3, true, &[]);
    // Sent again, it has its own number.
    let again = [all.concat(), message("3", up, &[IN])];
    assert_found(&again, 3, true, &[]);
    // Only a number shows that it isn't the first one.
    let unnumbered = message("0", up, &[IN]);
    assert_found(&[unnumbered.clone(), noon, unnumbered], 2, true, &[]);
}

#[test]
fn bookings_of_another_statement_that_do_not_lead_to_the_balance_of_their_own() {
    let [down, up] = [
        ["260305", "D", "10,00", "Cash"],
        ["260305", "C", "5,00", "Cash"],
    ];
    let whole = message("17", ["C260305CHF100,00", "C260305CHF95,00"], &[down, up]);
    let part = message("23", ["C260305CHF95,00", "C260305CHF100,00"], &[up]);
    assert_found(&[whole, part], 2, false, &["part-differs"]);
    let first = message("1", ["C260305CHF90,00", "C260305CHF95,00"], &[up]);
    let third = message("3", ["C260305CHF85,00", "C260305CHF90,00"], &[up]);
    assert_found(&[first, third], 1, false, &["part-differs"]);
    // In this order, the day has the balance of its evening only, and in another one both of its balances.
    let noon = ["260305", "C", "2,00", "Shop"];
    let balances = ["C260305CHF100,00", "C260305CHF97,00"];
    let day = message("1", balances, &[down, up, noon]);
    let evening = message("2", ["C260305CHF102,00", "C260305CHF97,00"], &[down, up]);
    assert_found(&[day, evening], 3, true, &[]);
}
