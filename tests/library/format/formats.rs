//! Features of real files: damaged headers, several styles, fees, two encodings, no rows, no header.

use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::{BalanceStatus, Conversion};
use universal_accounting::value::{AccountIdentifier, Currency};

use crate::format::fixtures::rules;
use crate::ubs::UBS;

fn convert(file: impl AsRef<[u8]>) -> Conversion {
    let mut options = ConvertOptions::new();
    options.account = AccountIdentifier::parse("A").ok();
    options.currency = Currency::parse("CHF").ok();
    convert_readable(file.as_ref(), &options)
}

fn bank(conversion: &Conversion) -> Option<&str> {
    conversion
        .summary
        .format
        .as_ref()
        .map(|format| format.id.as_str())
}

/// Returns the direction, amount and currency of each transaction.
fn amounts(conversion: &Conversion) -> Vec<String> {
    let format_amount = |transaction: &universal_accounting::transactions::Transaction| {
        format!(
            "{} {} {}",
            transaction.credit_debit.unwrap().as_str(),
            transaction.amount,
            transaction.currency
        )
    };
    conversion.transactions.iter().map(format_amount).collect()
}

fn texts(conversion: &Conversion) -> Vec<&str> {
    conversion
        .transactions
        .iter()
        .map(|transaction| transaction.text.as_ref().map_or("", |text| text.as_str()))
        .collect()
}

const BANCASTATO: &str = "Data;Data valuta;Numero di ordine;Tipo di ordine;Testo di contabilizzazione;Addebiti (CHF);Accrediti (CHF);Saldo (CHF)";

/// Returns a row of `BancaStato` with a debit.
fn debit_row(amount: &str, order: usize) -> String {
    format!("31.03.2026;31.03.2026;{order};Pagamento;Panetteria;{amount};;")
}

#[test]
fn one_unambiguous_cell_decides_the_style_of_all() {
    for (decisive, expected) in [
        ("20.000,50", ["debit 1200.00 CHF", "debit 20000.50 CHF"]),
        ("20’000.50", ["debit 1.20 CHF", "debit 20000.50 CHF"]),
    ] {
        let found = convert(format!(
            "{BANCASTATO}\n{}\n{}\n",
            debit_row("1.200", 1),
            debit_row(decisive, 2)
        ));
        assert_eq!(amounts(&found), expected, "{decisive}");
    }
    let alone = convert(format!("{BANCASTATO}\n{}\n", debit_row("1.200", 1)));
    assert_eq!(
        (rules(&alone), amounts(&alone).len()),
        (vec!["style-ambiguous"], 0)
    );
    // A number that is the same in all styles is not ambiguous.
    let plain = convert(format!("{BANCASTATO}\n{}\n", debit_row("1200", 1)));
    assert_eq!(amounts(&plain), ["debit 1200.00 CHF"]);
}

const REVOLUT: &str =
    "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance";

#[test]
fn adds_fees_to_debits_and_deducts_them_from_credits() {
    let row = |amount: &str, fee: &str, balance: &str| {
        format!(
            "X,Current,2026-03-30 10:00:00,2026-03-31 6:11:59,Bakery,{amount},{fee},CHF,COMPLETED,{balance}"
        )
    };
    let file = [
        REVOLUT,
        &row("-10.00", "0.50", "89.50"),
        &row("0.00", "1.00", "88.50"),
        &row("20.00", "0.50", "108.00"),
        &row("-5.00", "-0.25", "103.25"),
        &row("0.00", "0.00", "103.25"),
        "",
    ];
    let found = convert(file.join("\n"));
    assert_eq!(
        amounts(&found),
        [
            "debit 10.50 CHF",
            "debit 1.00 CHF",
            "credit 19.50 CHF",
            "debit 4.75 CHF"
        ]
    );
    assert!(
        texts(&found)[0].ends_with("; fee 0.50 CHF"),
        "{:?}",
        texts(&found)
    );
    assert!(
        texts(&found)[3].ends_with("; fee returned 0.25 CHF"),
        "{:?}",
        texts(&found)
    );
    assert_eq!(
        (found.summary.confirmed(), found.summary.skipped.len()),
        (3, 1)
    );
}

#[test]
fn reads_damaged_headers_and_headers_on_two_lines() {
    let row = "31.03.2026;31.03.2026;1;Pagamento;Panetteria;5.50;;";
    let two_lines = BANCASTATO.replace(
        "Testo di contabilizzazione",
        "\"Testo di\ncontabilizzazione\"",
    );
    let found = convert(format!("{two_lines}\n{row}\n"));
    assert_eq!(
        (bank(&found), amounts(&found)),
        (
            Some("bancastato-account"),
            vec!["debit 5.50 CHF".to_owned()]
        )
    );
    assert_eq!(
        (found.summary.header_line, found.origins[0].line),
        (Some(1), 3)
    );

    let header = "Buchungsdatum;Avisierungstext;Gutschrift;Lastschrift;Valuta;Saldo";
    let lost = "Date comptable,Texte,D\u{fffd}bit,Cr\u{fffd}dit,Date de valeur,Solde";
    let found = convert(format!(
        "{lost}\n31.03.2026,\"Boulangerie\",5.50,,31.03.2026,94.50\n"
    ));
    assert_eq!(
        (bank(&found), amounts(&found)),
        (
            Some("credit-suisse-account"),
            vec!["debit 5.50 CHF".to_owned()]
        )
    );
    // Only lost characters are replaced, not wrong ones.
    let found = convert(format!(
        "{}\n31.03.2026;Einkauf;;-5.50;;\n",
        header.replace("Lastschrift", "Lostschrift")
    ));
    assert_eq!(
        (rules(&found), amounts(&found).len()),
        (vec!["header-changed"], 0)
    );
}

#[test]
fn reads_and_reports_two_encodings_in_one_file() {
    let mut file = format!(
        "{REVOLUT}\nX,Current,2026-03-30 10:00:00,2026-03-31 06:11:59,Bäckerei Zürich,-1,0,CHF,COMPLETED,9\n"
    );
    let start = file.len();
    file.push_str(
        "X,Current,2026-03-30 10:00:00,2026-03-31 06:11:59,Caf\u{1},-1,0,CHF,COMPLETED,8\n",
    );
    let mut bytes = file.into_bytes();
    let offset = start + bytes[start..].iter().position(|byte| *byte == 1).unwrap();
    bytes[offset] = 0xE9;
    let found = convert(&bytes);
    assert_eq!(rules(&found), ["encoding-mixed"]);
    assert_eq!(
        (
            found.summary.report.findings[0].span.start,
            found.summary.report.findings[0].line
        ),
        (offset, 3)
    );
    assert!(
        texts(&found)[0].contains("Bäckerei Zürich") && texts(&found)[1].contains("Café"),
        "{:?}",
        texts(&found)
    );
    assert_eq!(found.summary.confirmed(), 1);
}

#[test]
fn reports_a_statement_without_rows() {
    let above = "\"Kontonummer:\";\"DE89370400440532013000 / Girokonto\";\n\n\"Von:\";\"01.03.2026\";\n\"Bis:\";\"31.03.2026\";\n\
                 \"Kontostand vom 31.03.2026:\";\"1.234,56 EUR\";\n";
    let found = convert(above);
    assert_eq!(
        (bank(&found), rules(&found)),
        (Some("dkb-account-legacy"), vec!["statement-empty"])
    );
    assert_eq!((found.summary.rows, found.summary.report.errors), (0, 0));
}

#[test]
fn detects_a_format_without_a_header_by_its_rows() {
    let rows = "31.03.2026;Einkauf;31.03.2026;-5,50;EUR;31.03.2026 01:17:30:116\n\
                30.03.2026;Lohn;30.03.2026;1000;EUR;30.03.2026 01:17:30:117\n";
    let found = convert(rows);
    assert_eq!(
        (bank(&found), found.summary.header_line),
        (Some("raiffeisen-elba-account"), None)
    );
    assert_eq!(amounts(&found), ["debit 5.50 EUR", "credit 1000.00 EUR"]);
    // A header decides the format, regardless of the rows.
    let header = format!("{REVOLUT}\n{rows}");
    assert_eq!(bank(&convert(header)), Some("revolut-account"));
    // A file whose rows have no known shape is unknown.
    assert_eq!(
        rules(&convert("31.03.2026;Einkauf;-5,50\n")),
        ["bank-unknown"]
    );
}

#[test]
fn warns_about_formats_without_a_real_file() {
    let file = "Datum,Beschreibung,Karteninhaber,Konto #,Betrag\n31/03/2026,Einkauf,M MUSTER,-01014,\"12,50\"\n";
    assert!(rules(&convert(file)).contains(&"profile-unverified"));
}

#[test]
fn reports_period_and_balances_of_each_account() {
    let file = "\"Kontoauszug von:\";\"2026-03-01\"\n\"Kontoauszug bis:\";\"2026-03-31\"\n;\n\
                \"Kontonummer / IBAN:\";\"111.111.11 / CH93 0076 2011 6238 5295 7\"\n\"Saldo:\";\"CHF 88.00\"\n;\n\
                \"Datum\";\"Buchungstext\";\"Mitteilung\";\"Referenznummer\";\"Betrag\";\"Saldo\";\"Valuta\"\n\
                \"30.03.2026\";\"Einkauf\";\"\";;\"-10.00\";\"90.00\";\"30.03.2026\"\n\
                \"31.03.2026\";\"Einkauf\";\"\";;\"-2.00\";\"88.00\";\"31.03.2026\"\n";
    let found = convert(file);
    assert_eq!(
        (found.summary.balance_status, found.summary.confirmed()),
        (BalanceStatus::Partly, 1)
    );
    let period =
        [found.summary.first_day, found.summary.last_day].map(|day| day.map(|day| day.to_string()));
    assert_eq!(
        period,
        [Some("2026-03-01".to_owned()), Some("2026-03-31".to_owned())]
    );
    let total = &found.summary.totals[0];
    assert_eq!(
        (total.account.as_str(), total.currency.code()),
        ("CH9300762011623852957", "CHF")
    );
    let sums = [
        total.credit,
        total.debit,
        total.opening_balance,
        total.closing_balance,
    ]
    .map(|sum| sum.unwrap().normalize().to_string());
    assert_eq!(sums, ["0", "12", "100", "88"]);
}

const LUZERN: &str =
    "Buchungsdatum;Valuta;Buchungstext;Details;Betrag Detail;Belastung;Gutschrift;Saldo CHF";

#[test]
fn compares_one_stated_balance_with_the_running_balance() {
    for (opening, rules_found, verdict) in [
        ("100.00", vec![], BalanceStatus::Proved),
        ("90.00", vec!["opening-balance"], BalanceStatus::Broken),
    ] {
        let file = format!(
            "{LUZERN}\n31.03.2026;31.03.2026;Einkauf;;;5.00;;90.00\n30.03.2026;30.03.2026;Einkauf;;;5.00;;95.00\nAnfangssaldo;;;;;;;{opening}\n"
        );
        let found = convert(file);
        assert_eq!(
            (rules(&found), found.summary.balance_status),
            (rules_found, verdict),
            "{opening}"
        );
        assert_eq!(found.summary.skipped.len(), 1);
    }
}

#[test]
fn shows_the_direction_of_details_with_a_sign() {
    let file = format!(
        "{UBS}\n2026-03-31;;2026-03-31;2026-03-31;CHF;-4.60;;;;A1;Zinsen;;;;\n;;;;CHF;;;0.40;;A1;Guthaben;;;;\n;;;;CHF;;;-5.00;;A1;Schuld;;;;\n"
    );
    assert_eq!(
        texts(&convert(file)),
        ["Zinsen | -0.40 Guthaben | 5.00 Schuld"]
    );
    // Details without a sign have the sign of their entry, and their rows may end before the last columns.
    let file = "\"Datum\",\"Buchungstext\",\"Betrag Detail\",\"Belastung CHF\",\"Gutschrift CHF\",\"Valuta\",\"Saldo CHF\"\n\
                \"31.03.2026\",\"Sammelauftrag\",,\"30.00\",\"\",\"31.03.2026\",\"70.00\"\n\
                ,\"Muster\",\"10.00\",,\n,\"Beispiel\",\"20.00\",,,,\n";
    let found = convert(file);
    assert_eq!(
        texts(&found),
        ["Sammelauftrag | 10.00 Muster | 20.00 Beispiel"]
    );
    assert_eq!((rules(&found).len(), found.summary.details), (0, 2));
}

#[test]
fn falls_back_to_the_account_number_of_an_unusable_iban() {
    let header = "Valuation date;Banking relationship;Portfolio;Product;IBAN;Ccy.;Date from;Date to;Description;Trade date;Booking date;Value date;Description 1;Description 2;Description 3;Transaction no.;Exchange rate in the original amount in settlement currency;Individual amount;Debit;Credit;Balance";
    let file = format!(
        "{header}\n;;;0123 45678901.23A;CHXX;CHF;;;;31.03.2017;31.03.2017;31.03.2017;Muster;;;A1;;;5.00;;95.00\n"
    );
    let found = convert(file);
    assert!(
        rules(&found).contains(&"account-unusable"),
        "{:?}",
        rules(&found)
    );
    assert_eq!(
        found.transactions[0].account_identifier.as_str(),
        "0123 45678901.23A"
    );
}
