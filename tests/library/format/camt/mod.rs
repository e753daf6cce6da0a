//! Statements in XML: the messages of ISO 20022.

mod batches;
mod entries;
mod faults;
mod messages;

use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::report::Report;
use universal_accounting::statement::Conversion;

const IBAN: &str = "CH9300762011623852957";

fn convert(text: &str) -> Conversion {
    convert_readable(text.as_bytes(), &ConvertOptions::new())
}

/// Returns line and column, rule and element of each finding.
fn describe(report: &Report) -> Vec<String> {
    let findings = report.findings.iter();
    findings
        .map(|finding| {
            let element = finding.cell.as_ref().map_or(String::new(), |cell| {
                format!(" {}/{}", cell.row, cell.column)
            });
            format!(
                "{}:{} {}{element}",
                finding.line, finding.column, finding.rule.id
            )
        })
        .collect()
}

fn message(content: &str) -> String {
    let namespace = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08";
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Document xmlns=\"{namespace}\"><BkToCstmrStmt>\n{content}</BkToCstmrStmt></Document>\n"
    )
}

fn statement(account: &str, content: &str) -> String {
    format!("<Stmt><Acct><Id><IBAN>{account}</IBAN></Id><Ccy>CHF</Ccy></Acct>\n{content}</Stmt>\n")
}

fn balance(code: &str, amount: &str) -> String {
    format!(
        "<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp><Amt Ccy=\"CHF\">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>\n"
    )
}

/// An entry on one line.
fn entry(amount: &str, direction: &str, reference: &str, others: &str) -> String {
    format!(
        "<Ntry><Amt Ccy=\"CHF\">{amount}</Amt><CdtDbtInd>{direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt><ValDt><DtTm>2026-04-01T00:00:00+02:00</DtTm></ValDt><AcctSvcrRef>{reference}</AcctSvcrRef>{others}</Ntry>\n"
    )
}

fn details(content: &str) -> String {
    format!("<NtryDtls><TxDtls>{content}</TxDtls></NtryDtls>")
}
