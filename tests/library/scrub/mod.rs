//! Copies of statements that may be shown.

mod messages;
mod profiles;
mod properties;
mod unknown_tables;
mod values;

use universal_accounting::scrub::{self, Copy, ScrubKey, ScrubOptions, ScrubRefusal, ScrubSource};

const CAMT: &str = include_str!("../../messages/exported-statement.camt053.xml");
const OFX: &str = "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:UTF-8\nCHARSET:NONE\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n\
    <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>070012345<ACCTID>0012345678</BANKACCTFROM><BANKTRANLIST>\n\
    <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260331120000[-5:EST]<TRNAMT>-12.50<FITID>R-778899<NAME>Debitkarte Winterthur<MEMO>Hausverwaltung &amp; Co</STMTTRN>\n\
    <STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260330<TRNAMT>1250<FITID>R-778898<NAME>Winterthur</STMTTRN>\n\
    </BANKTRANLIST><LEDGERBAL><BALAMT>237.50<DTASOF>20260331</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n";
const QIF: &str = "!Account\nNHausverwaltung\nTBank\n^\n!Type:Bank\nD3/31/2026\nT-12.50\nPDebitkarte Winterthur\n^\n\
    D3/30/2026\nT1,250.00\nPWinterthur\nMHausverwaltung 778899\nL[Winterthur]\nSMiete\nEDebitkarte\n$1,250.00\n^\n";
const TABLE: &str = "Konto;CH93 0076 2011 6238 5295 7\nTag;Zweck;Betrag;Saldo\n31.03.2026;Miete Bäckerei;-1'200.00;800.00\n";

fn key() -> ScrubKey {
    ScrubKey::new(b"a key of the tests").unwrap()
}

fn scrub_one(bytes: &[u8], options: &ScrubOptions) -> Result<Copy, ScrubRefusal> {
    scrub::scrub(
        &[ScrubSource {
            name: "muster.csv",
            bytes,
        }],
        &key(),
        options,
    )
    .pop()
    .unwrap()
}
