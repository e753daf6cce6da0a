//! Counts, sums and balances that a file states.

use universal_accounting::format::ConvertOptions;
use universal_accounting::report::{Language, Policy};
use universal_accounting::statement::BalanceStatus;
use universal_accounting::value::{AccountIdentifier, Currency};

use super::{RAIFFEISEN, convert};
use crate::format::fixtures::rules;

/// What the bank counted and added up is compared with the rows that were read.
#[test]
fn stated_counts_and_sums_are_compared() {
    let status = |file: &str| {
        let mut options = ConvertOptions::new();
        (options.account, options.currency) = (
            AccountIdentifier::parse("A").ok(),
            Currency::parse("CHF").ok(),
        );
        let found = convert(file, &options);
        let rules: Vec<String> = rules(&found).into_iter().map(str::to_owned).collect();
        (rules, found.summary.balance_status)
    };
    let total = |sums: &str, rows: &str| {
        format!(
            "Buchungsdatum,Text,Belastung,Gutschrift,Valutadatum,Saldo\n31.03.2026,Miete,900.00,,31.03.2026,\n{rows}{sums}\n"
        )
    };
    let salary = "30.03.2026,Lohn,,5000.00,30.03.2026,\n";
    let differs = (vec!["sum-differs".to_owned()], BalanceStatus::Broken);
    assert_eq!(
        status(&total("Total Spalte,,900.00,5000.00,,", salary)),
        (vec![], BalanceStatus::None)
    );
    // Some exports write the sums a column too far to the right.
    assert_eq!(
        status(&total("Total Spalte,,,900.00,5000.00,", salary)),
        (vec![], BalanceStatus::None)
    );
    assert_eq!(
        status(&total("Total Spalte,,900.00,5000.00,,", "")),
        differs
    );
    assert_eq!(
        status(&total("Total Spalte,,900.00,4999.99,,", salary)),
        differs
    );
    // Each column is compared by itself, as a booking and its reversal may be missing together.
    assert_eq!(
        status(&total("Total Spalte,,1000.00,5100.00,,", salary)),
        differs
    );
    assert_eq!(status(&total("Total Spalte,,900.01,,,", salary)), differs);
    assert_eq!(
        status(&total("Total Spalte,,900.00,,,", salary)),
        (vec![], BalanceStatus::None)
    );
    // A rejected row may be what is missing, and it is reported already.
    let unreadable = status(&total(
        "Total Spalte,,900.00,5000.00,,",
        &salary.replace("5000", "5_000"),
    ));
    assert_eq!(
        unreadable,
        (vec!["amount-unreadable".to_owned()], BalanceStatus::None)
    );
}

/// A stated balance is that of the account in its own currency, also below the rows.
#[test]
fn compares_stated_balances_and_their_currencies() {
    let found = |footer: &str, currency: &str| {
        let mut options = ConvertOptions::new();
        options.currency = Currency::parse(currency).ok();
        let file = format!(
            "Nr. conto: ;CH56 0483 5012 3456 7800 9\n\n\
             Data;Descrizione della transazione;Accreditamento;Debito;Valuta;Saldo\n\
             28.02.2026;Saldo;;;;5000.00\n02.03.2026;Panetteria;;-28.60;02.03.2026;4971.40\n\n{footer}\n"
        );
        let found = convert(&file, &options);
        (rules(&found).join(" "), found.summary.balance_status)
    };
    let proved = (String::new(), BalanceStatus::Proved);
    assert_eq!(found("Saldo al 31.03.2026;CHF 4971.40", "CHF"), proved);
    assert_eq!(found("Stampato il 01.04.2026", "CHF"), proved);
    assert_eq!(
        found("Saldo al 31.03.2026;CHF 5071.40", "CHF"),
        ("closing-balance".to_owned(), BalanceStatus::Broken)
    );
    assert_eq!(
        found("Saldo al 31.03.2026;CHF 4971.40", "EUR"),
        ("currency-differs".to_owned(), BalanceStatus::Broken)
    );
}

/// The balances of one account prove nothing about another account.
#[test]
fn reconciles_each_account_by_itself() {
    let row = |iban: &str, day: u8, balance: &str| {
        format!("{iban};2026-03-{day} 00:00:00.0;Einkauf;-5;{balance};2026-03-{day} 00:00:00.0\n")
    };
    let rows = [
        row("CH9300762011623852957", 30, "95"),
        row("CH9300762011623852957", 31, "90"),
        row("CH5604835012345678009", 30, ""),
        row("CH5604835012345678009", 31, ""),
    ];
    let mut options = ConvertOptions::new();
    options.currency = Currency::parse("CHF").ok();
    let found = convert(&format!("{RAIFFEISEN}{}", rows.concat()), &options);
    assert_eq!(
        (found.summary.balance_status, found.summary.confirmed()),
        (BalanceStatus::Partly, 1)
    );
    let verdicts: Vec<BalanceStatus> = found
        .summary
        .totals
        .iter()
        .map(|total| total.balance_status)
        .collect();
    assert_eq!(verdicts, [BalanceStatus::Partly, BalanceStatus::None]);
}

/// A broken balance names what would heal it, in all languages. A redacted one has no amount.
#[test]
fn a_broken_balance_names_the_only_change_that_heals_it() {
    let found = |amounts: [&str; 4], is_redacted: bool| {
        let row = |(index, amount): (usize, &str)| {
            let balance = ["87.65", "77.65", "177.65", "172.65"][index];
            format!(
                "CH9300762011623852957;2026-03-1{index} 00:00:00.0;Text {index};{amount};{balance};2026-03-1{index} 00:00:00.0\n"
            )
        };
        let mut options = ConvertOptions::new();
        options.currency = Currency::parse("CHF").ok();
        options.opening_balance = "100".parse().ok();
        if is_redacted {
            options.policy = Policy::new().redacted();
        }
        let rows = amounts.into_iter().enumerate();
        let rows = rows.filter(|(_, amount)| !amount.is_empty());
        let file = format!("{RAIFFEISEN}{}", rows.map(row).collect::<String>());
        let conversion = convert(&file, &options);
        let [finding] = &conversion.summary.report.findings[..] else {
            panic!("{:?}", conversion.summary.report)
        };
        assert_eq!(conversion.summary.balance_status, BalanceStatus::Broken);
        let languages = [
            Language::English,
            Language::German,
            Language::French,
            Language::Italian,
        ];
        let texts = languages.map(|language| {
            format!(
                "{}: {}",
                finding.message_in(language),
                finding.help_in(language)
            )
        });
        (finding.rule.id, texts.join("\n"))
    };
    let (rule, turned) = found(["-12.35", "10", "100", "-5"], false);
    assert_eq!(rule, "balance-broken");
    for text in [
        "(difference -20.00)",
        "here; the balances would agree if the amount in line 3 had the other sign, or with one more row of this difference; if",
        "(Differenz -20.00)",
        "Zeile; die Salden würden stimmen, wenn der Betrag in Zeile 3 das andere Vorzeichen hätte, oder mit einer weiteren Zeile über diese Differenz; wird",
        "(différence -20.00)",
        "les soldes concorderaient si le montant (ligne 3) avait l'autre signe",
        "(differenza -20.00)",
        "i saldi concorderebbero se l'importo (riga 3) avesse l'altro segno",
    ] {
        assert!(turned.contains(text), "{text}: {turned}");
    }
    let (rule, redacted) = found(["-12.35", "10", "100", "-5"], true);
    assert_eq!(rule, "balance-broken");
    assert!(redacted.contains("(difference …)") && redacted.contains("in line 3 had"));
    assert!(!redacted.contains("20"), "{redacted}");
    // A balance that the caller gave.
    let (rule, opening) = found(["12.35", "-10", "100", "-5"], false);
    assert_eq!(rule, "opening-balance");
    assert!(
        opening.contains(
            "right; the balances would agree if the amount in line 2 had the other sign, or"
        ),
        "{opening}"
    );
    let (_, missing) = found(["-12.35", "-10", "", "-5"], false);
    let expected = "one more row of this difference between line 3 and line 4";
    assert!(missing.contains("(difference 100.00)"), "{missing}");
    // The last balance may be wrong as well.
    assert!(!missing.contains(expected), "{missing}");
}

/// Of two closing balances, none proves anything, in whatever format.
#[test]
fn balances_that_contradict_each_other_prove_nothing() {
    let found = |file: &str| {
        let found = convert(file, &ConvertOptions::new());
        assert_eq!(found.transactions.len(), 1, "{file}");
        (rules(&found), found.summary.balance_status)
    };
    let swift = |opening: &str, closing: &str| {
        found(&format!(
            ":20:X\n:25:CH9300762011623852957\n:28C:1/1\n{opening}:61:2603050305C10,00NTRFNONREF\n{closing}-\n"
        ))
    };
    let (opening, closing) = (":60F:C260305EUR100,00\n", ":62F:C260305EUR110,00\n");
    let camt = |first: &str, last: &str| {
        let balance = |code: &str, text: &str| {
            let kind = format!("<Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>");
            text.replace("<Bal>", &format!("<Bal>{kind}"))
        };
        found(&format!(
            "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt><Id>1</Id>\
             <Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>{}{}\
             <Ntry><Amt Ccy=\"EUR\">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>\
             <BookgDt><Dt>2026-03-05</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>",
            balance("OPBD", first),
            balance("CLBD", last)
        ))
    };
    let stated = |amount: &str, direction: &str| {
        format!(
            "<Bal><Amt Ccy=\"EUR\">{amount}</Amt><CdtDbtInd>{direction}</CdtDbtInd><Dt><Dt>2026-03-05</Dt></Dt></Bal>"
        )
    };
    let (first, last) = (stated("100.00", "CRDT"), stated("110.00", "CRDT"));
    let ofx = |further: &str| {
        found(&format!(
            "<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>1<ACCTID>2<ACCTTYPE>CHECKING</BANKACCTFROM>\
             <BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260305<TRNAMT>10.00<FITID>A1<NAME>Cash</STMTTRN></BANKTRANLIST>\
             <LEDGERBAL><BALAMT>110.00<DTASOF>20260305</LEDGERBAL>{further}</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"
        ))
    };
    let proved = (vec![], BalanceStatus::Proved);
    let repeated = |status| (vec!["balance-repeated"], status);
    let passed_over = (vec!["cell-passed-over"], BalanceStatus::None);
    assert_eq!(swift(opening, closing), proved);
    assert_eq!(swift(&opening.repeat(2), &closing.repeat(2)), proved);
    let two = format!("{opening}:60F:C260305EUR500,00\n");
    assert_eq!(swift(&two, closing), repeated(BalanceStatus::None));
    let two = format!(":62F:C260305EUR500,00\n{closing}");
    assert_eq!(swift(opening, &two), repeated(BalanceStatus::None));
    assert_eq!(camt(&first, &last), proved);
    assert_eq!(camt(&first.repeat(2), &last), proved);
    let two = stated("500.00", "CRDT") + &last;
    assert_eq!(camt(&first, &two), repeated(BalanceStatus::None));
    let two = last.replace("<Cdt", "<Amt Ccy=\"EUR\">999.00</Amt><Cdt");
    assert_eq!(camt(&first, &two), passed_over);
    assert_eq!(camt(&first, &stated("110.00", "dbit")), passed_over);
    let day = last.replace("03-05", "02-30");
    assert_eq!(camt(&first, &day), (passed_over.0, BalanceStatus::Proved));
    assert_eq!(ofx("").0, Vec::<&str>::new());
    let other = "<LEDGERBAL><BALAMT>500.00<DTASOF>20260305</LEDGERBAL>";
    assert_eq!(ofx(other).0, repeated(BalanceStatus::None).0);
}
