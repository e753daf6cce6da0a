//! The law for messages (camt, MT940, OFX, QIF): whatever happened to a file, the transactions stay the same, or something is reported, or the verdict is
//! lower, or nothing in the file could have told it, as the table in `tests/statements/untold.tsv` says.

mod kinds;
mod parts;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::{env, fs};

use universal_accounting::continuity::History;
use universal_accounting::format::{ConvertOptions, DateOrder};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::statement::{BalanceStatus, Conversion};

use super::{Change, change, is_reported, options, split_among_workers};
use crate::project::in_project;
use kinds::KINDS;
use parts::{Form, Message};

/// Larger samples are left out: what holds for them holds for smaller ones.
const MAX_LEN: usize = 60_000;

/// What a damage changed: the first of these that differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    /// An amount, a direction, or the number of transactions.
    Money,
    /// Whole statements are lost, and all others are as before.
    Statements,
    /// The account or the currency.
    Accounts,
    Dates,
    Texts,
    Ids,
}

/// What became of a damaged message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// Something is reported, whether or not anything changed.
    Reported,
    Same,
    /// Another result without a word, and whether it is called proved.
    Silent(What, bool),
}

/// The form, the kind of damage, and what became of it, with the files.
type Outcomes = BTreeMap<(Form, &'static str, Outcome), Vec<String>>;

fn message_options() -> ConvertOptions {
    let mut options = options();
    options.dates = Some(DateOrder::DayMonthYear);
    options
}

/// Returns the bytes of a text in which a character stands for a byte; other characters are UTF-8.
fn to_bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        let mut buffer = [0; 4];
        match u8::try_from(character) {
            Ok(byte) => bytes.push(byte),
            Err(_) => bytes.extend(character.encode_utf8(&mut buffer).bytes()),
        }
    }
    bytes
}

/// Returns amounts with their directions, in any order.
fn money(conversion: &Conversion) -> Vec<String> {
    let transactions = conversion.transactions.iter();
    let mut all: Vec<String> = transactions
        .map(|transaction| {
            let amount = Decimal::from(transaction.amount).normalize();
            format!("{:?} {amount}", transaction.credit_debit)
        })
        .collect();
    all.sort();
    all
}

fn what_changed(before: &Conversion, after: &Conversion) -> Option<What> {
    let what = match change(before, after)? {
        Change::Money if money(before) == money(after) => What::Accounts,
        Change::Money if has_lost_statements(before, after) => What::Statements,
        Change::Money => What::Money,
        Change::Dates => What::Dates,
        Change::Texts => What::Texts,
        Change::Ids => What::Ids,
    };
    Some(what)
}

/// Whether the statements of the damaged file are among those of the whole one, each with the same entries.
fn has_lost_statements(before: &Conversion, after: &Conversion) -> bool {
    let contents = |conversion: &Conversion| -> Vec<String> {
        let history = History::of(&[("", &conversion.summary)]);
        let statements = history.accounts.iter().flat_map(|account| {
            account.statements.iter().map(|statement| {
                format!(
                    "{:?} {:?} {:?} {:?} {}",
                    account.account,
                    account.currency,
                    statement.opening_balance.map(|balance| balance.normalize()),
                    statement.closing_balance.map(|balance| balance.normalize()),
                    statement.transactions
                )
            })
        });
        statements.collect()
    };
    let (mut known, left) = (contents(before), contents(after));
    for statement in &left {
        let Some(index) = known.iter().position(|known| known == statement) else {
            return false;
        };
        known.swap_remove(index);
    }
    !known.is_empty()
}

fn judge(before: &Conversion, after: &Conversion) -> Outcome {
    if is_reported(before, after)
        || !after.summary.report.is_valid() && before.summary.report.is_valid()
    {
        return Outcome::Reported;
    }
    let Some(change) = what_changed(before, after) else {
        return Outcome::Same;
    };
    Outcome::Silent(
        change,
        after.summary.balance_status == BalanceStatus::Proved,
    )
}

/// Damages a message in every way, and returns what became of it. Nothing for a file that is none, or whose transactions can't be read.
fn try_all_kinds(bytes: &[u8]) -> Vec<(Form, &'static str, Outcome)> {
    let Some(message) = Message::read(bytes) else {
        return Vec::new();
    };
    let options = message_options();
    let undamaged = convert_readable(&to_bytes(&message.text), &options);
    // What contradicts itself has no result that a damage could spoil.
    if undamaged.transactions.is_empty()
        || undamaged.summary.balance_status == BalanceStatus::Broken
    {
        return Vec::new();
    }
    let mut outcomes = Vec::new();
    for kind in KINDS {
        for text in (kind.damage)(&message) {
            if text == message.text {
                continue;
            }
            let damaged = convert_readable(&to_bytes(&text), &options);
            outcomes.push((message.form, kind.name, judge(&undamaged, &damaged)));
        }
    }
    outcomes
}

/// What can't be told: the kind of damage, what it changes, whether the file is called proved, and the reason.
fn untold() -> BTreeSet<(String, String, String)> {
    let path = in_project("tests/statements/untold.tsv");
    let table = fs::read_to_string(path).unwrap();
    let rows = table.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        assert!(cells.len() == 4 && !cells[3].is_empty(), "{line}");
        (
            cells[0].to_owned(),
            cells[1].to_owned(),
            cells[2].to_owned(),
        )
    });
    rows.collect()
}

/// Returns the silent changes that the table doesn't have.
fn violations(outcomes: &Outcomes) -> Vec<String> {
    let (untold, mut wrong) = (untold(), BTreeMap::<_, Vec<&str>>::new());
    for ((form, kind, outcome), files) in outcomes {
        let Outcome::Silent(change, is_proved) = outcome else {
            continue;
        };
        let verdict = if *is_proved { "proved" } else { "unproved" };
        let key = (
            (*kind).to_owned(),
            format!("{change:?}").to_lowercase(),
            verdict.to_owned(),
        );
        if !untold.contains(&key) {
            let files = files.iter().map(String::as_str);
            wrong.entry((key, *form)).or_default().extend(files);
        }
    }
    let lines = wrong
        .into_iter()
        .map(|(((kind, change, verdict), form), files)| {
            format!(
                "{kind}\t{change}\t{verdict}\t{form:?} {} {:?}",
                files.len(),
                &files[..files.len().min(3)]
            )
        });
    lines.collect()
}

/// Small messages with balances and without, with one statement and with several.
fn synthetic() -> Vec<(&'static str, String)> {
    let entry = |amount: &str, mark: &str, day: u32| {
        format!(
            "<Ntry><Amt Ccy=\"CHF\">{amount}</Amt><CdtDbtInd>{mark}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-{day:02}</Dt></BookgDt>\
            <ValDt><Dt>2026-03-{day:02}</Dt></ValDt><AcctSvcrRef>R{day}77</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>Bakery {day}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n"
        )
    };
    let balance = |code: &str, amount: &str, day: &str| {
        format!(
            "<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp><Amt Ccy=\"CHF\">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>{day}</Dt></Dt></Bal>\n"
        )
    };
    let camt = |balances: [String; 2]| {
        let entries = [
            entry("12.50", "DBIT", 3),
            entry("240.00", "CRDT", 14),
            entry("31.75", "DBIT", 25),
        ]
        .concat();
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId>\
            <CreDtTm>2026-04-01T05:00:00</CreDtTm></GrpHdr>\n<Stmt><Id>S1</Id><ElctrncSeqNb>3</ElctrncSeqNb><CreDtTm>2026-04-01T05:00:00</CreDtTm>\
            <FrToDt><FrDtTm>2026-03-01T00:00:00</FrDtTm><ToDtTm>2026-03-31T23:59:59</ToDtTm></FrToDt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id><Ccy>CHF</Ccy></Acct>\n\
            {}{entries}</Stmt></BkToCstmrStmt></Document>\n",
            balances.concat()
        )
    };
    let proved = camt([
        balance("OPBD", "1000.00", "2026-03-01"),
        balance("CLBD", "1195.75", "2026-03-31"),
    ]);
    let mt940 = |opening: &str, closing: &str, month: &str, number: u32| {
        format!(
            ":20:A{number}\r\n:25:CH9300762011623852957\r\n:28C:{number}/1\r\n:60F:C26{month}01CHF{opening}\r\n:61:26{month}03{month}03D12,50NTRFNONREF//B{month}1\r\n:86:Bakery\r\n\
            :61:26{month}20{month}20C50,00NTRFNONREF//B{month}2\r\n:86:Refund\r\n:62F:C26{month}28CHF{closing}\r\n-\r\n"
        )
    };
    let ofx = "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>CHF<BANKACCTFROM><BANKID>700<ACCTID>1234567<ACCTTYPE>CHECKING</BANKACCTFROM>\n\
        <BANKTRANLIST><DTSTART>20260301<DTEND>20260331\n<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260303<TRNAMT>-12.50<FITID>F1<NAME>Bakery</STMTTRN>\n\
        <STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260320<TRNAMT>50.00<FITID>F2<NAME>Refund</STMTTRN>\n</BANKTRANLIST><LEDGERBAL><BALAMT>137.50<DTASOF>20260331</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n";
    let qif = "!Type:Bank\nD03/03/2026\nT-12.50\nPBakery\n^\nD20/03/2026\nT50.00\nPRefund\n^\nD25/03/2026\nT-31.75\nPBooks\n^\n";
    vec![
        ("camt", proved),
        (
            "camt without balances",
            camt([String::new(), String::new()]),
        ),
        ("mt940", mt940("100,00", "137,50", "03", 3)),
        (
            "mt940 twice",
            mt940("100,00", "137,50", "03", 3) + &mt940("137,50", "175,00", "04", 4),
        ),
        ("ofx", ofx.to_owned()),
        ("qif", qif.to_owned()),
    ]
}

#[test]
fn every_damage_of_a_message_is_reported_or_can_not_be_told() {
    let mut outcomes = Outcomes::new();
    for (name, text) in synthetic() {
        let found = try_all_kinds(text.as_bytes());
        assert!(found.len() > 80, "{name}: {}", found.len());
        for (form, kind, outcome) in found {
            outcomes
                .entry((form, kind, outcome))
                .or_default()
                .push(name.to_owned());
        }
    }
    let wrong = violations(&outcomes);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_of_messages_has_known_kinds() {
    for (kind, ..) in untold() {
        assert!(KINDS.iter().any(|known| known.name == kind), "{kind}");
    }
}

/// Real messages below `UACC_SHARED`.
#[test]
#[ignore = "needs the samples below UACC_SHARED"]
fn damaged_messages_are_reported() {
    let shared = PathBuf::from(env::var("UACC_SHARED").unwrap());
    let folders = ["statements/samples", "statements/ofx/samples"];
    let mut files: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| fs::read_dir(shared.join(folder)).unwrap())
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    let found = split_among_workers(&files, |path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = fs::read(path).unwrap();
        if bytes.len() > MAX_LEN {
            return Vec::new();
        }
        let outcomes = try_all_kinds(&bytes).into_iter();
        outcomes.map(|outcome| (name.clone(), outcome)).collect()
    });
    let (total, mut outcomes) = (found.len(), Outcomes::new());
    for (name, key) in found {
        outcomes.entry(key).or_default().push(name);
    }
    for form in [Form::Camt, Form::Mt940, Form::Ofx, Form::Qif] {
        let of_form = outcomes.iter().filter(|((of, ..), _)| *of == form);
        let silent = of_form
            .clone()
            .filter(|((.., outcome), _)| matches!(outcome, Outcome::Silent(..)));
        let count = |outcomes: &mut dyn Iterator<Item = usize>| outcomes.sum::<usize>();
        println!(
            "{form:?}: {} damaged files, {} silent",
            count(&mut of_form.map(|(_, files)| files.len())),
            count(&mut silent.map(|(_, files)| files.len()))
        );
    }
    let wrong = violations(&outcomes);
    assert!(
        wrong.is_empty(),
        "{total} damaged messages\n{}",
        wrong.join("\n")
    );
}
