//! OFX that is whole, broken or built from pieces is converted by the law of [`convert`](super::convert), and a copy of it that may be shown has no name.

use super::choices::Choices;
use super::convert::{assert_converts, options};
use super::scrubbed::assert_hides_name;

/// The maximum number of pieces, so that a file stays small.
const MAX_PIECES: usize = 200;

const BEGIN: &str = "OFXHEADER:100\nDATA:OFXSGML\nNEWFILEUID:NONE\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>CHF<BANKACCTFROM><BANKID>7<ACCTID>12-345</BANKACCTFROM><BANKTRANLIST>";

/// Elements, with and without values and ends.
const PIECES: [&str; 64] = [
    "<STMTTRN>",
    "</STMTTRN>",
    "<STMTTRNP>",
    "</STMTTRNP>",
    "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260331<TRNAMT>-12.50<FITID>2026BANK0001<NAME>Winterthur</STMTTRN>",
    "<STMTTRN><DTPOSTED>20260330120000[-3:BRT]</DTPOSTED><TRNAMT>1250</TRNAMT></STMTTRN>\n",
    "<TRNTYPE>",
    "<DTPOSTED>",
    "<DTTRAN>",
    "<DTUSER>",
    "<TRNAMT>",
    "</TRNAMT>",
    "<FITID>",
    "<NAME>",
    "</NAME>",
    "<MEMO>",
    "<CHECKNUM>",
    "<CURRENCY>",
    "<ORIGCURRENCY>",
    "<CURSYM>",
    "<CURRATE>",
    "<CORRECTACTION>REPLACE",
    "<CORRECTFITID>2026BANK0001",
    "<BANKACCTTO>",
    "</BANKTRANLIST>",
    "<BANKTRANLIST>",
    "<BANKTRANLISTP>",
    "<DTSTART>20260301",
    "<DTEND>20260331",
    "<LEDGERBAL><BALAMT>237.50<DTASOF>20260331</LEDGERBAL>",
    "<AVAILBAL><BALAMT>1",
    "</STMTRS><STMTRS><CURDEF>USD",
    "</STMTRS></STMTTRNRS>",
    "<CCSTMTRS><CCACCTFROM><ACCTID>4111111111111111</CCACCTFROM>",
    "<INVSTMTRS>",
    "</INVSTMTRS>",
    "<INTRARS>",
    "<SEVERITY>ERROR",
    "<BALAMT/>",
    "<X.Y>",
    "</X.Y>",
    "Winterthur",
    "-12,5",
    "1.000,00",
    "+7",
    ".",
    "0.00",
    "20260331",
    "20260230",
    "[+9:JST]",
    "CHF",
    "EUR",
    "debit",
    "2026BANK0002",
    "4111 1111 1111 1111",
    "&amp;",
    "&#252;",
    "&",
    "<",
    ">",
    "<!-- Winterthur -->",
    "<![CDATA[Winterthur & Co]]>",
    "\n",
    "\0",
];

pub fn assert_holds(data: &[u8]) {
    let mut choices = Choices::new(data);
    let options = options(&mut choices);
    let source = if choices.below(2) == 1 {
        build(&mut choices)
    } else {
        choices.rest().to_vec()
    };
    assert_converts(&source, &options);
    assert_hides_name(&source, &options);
}

fn build(choices: &mut Choices<'_>) -> Vec<u8> {
    let mut text = choices
        .pick(&[BEGIN, "<OFX>", "<?OFX OFXHEADER=\"200\"?><OFX>", ""])
        .to_owned();
    for _ in 0..MAX_PIECES {
        if choices.is_empty() {
            break;
        }
        text.push_str(choices.pick(&PIECES));
    }
    text.into_bytes()
}
