//! Messages of any size, which every library reads.

use std::fmt::Write;

/// Returns a statement with one payment an entry, as Swiss and German banks write them.
pub(crate) fn camt053(bytes: usize) -> Vec<u8> {
    let mut entries = String::with_capacity(bytes);
    let mut balance = 100_000_i64;
    for number in 0_i64.. {
        if entries.len() + 2000 > bytes {
            break;
        }
        let cents = 100 + number * 7919 % 500_000;
        let is_credit = number % 3 == 0;
        balance += if is_credit { cents } else { -cents };
        let (direction, party) = if is_credit {
            ("CRDT", "Dbtr")
        } else {
            ("DBIT", "Cdtr")
        };
        let (amount, day) = (decimal(cents), 1 + number * 28 / 40_000 % 28);
        writeln!(
            entries,
            "<Ntry><Amt Ccy=\"EUR\">{amount}</Amt><CdtDbtInd>{direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-{day:02}</Dt></BookgDt>\
             <ValDt><Dt>2026-03-{day:02}</Dt></ValDt><AcctSvcrRef>2026{number:012}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd>\
             <SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>E2E-{number}</EndToEndId></Refs><Amt Ccy=\"EUR\">{amount}</Amt>\
             <CdtDbtInd>{direction}</CdtDbtInd><RltdPties><{party}><Pty><Nm>Muster &amp; Söhne {}</Nm></Pty></{party}><{party}Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></{party}Acct>\
             </RltdPties><RmtInf><Ustrd>Rechnung {number} vom {day:02}.03.2026</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>",
            number % 97
        )
        .expect("a string grows");
    }
    let written = |code: &str, cents: i64| {
        let direction = if cents < 0 { "DBIT" } else { "CRDT" };
        format!(
            "<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">{}</Amt><CdtDbtInd>{direction}</CdtDbtInd><Dt><Dt>2026-03-31</Dt></Dt></Bal>\n",
            decimal(cents.abs())
        )
    };
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><GrpHdr><MsgId>M-1</MsgId>\
         <CreDtTm>2026-03-31T20:00:00</CreDtTm></GrpHdr><Stmt><Id>S-1</Id><ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>2026-03-31T20:00:00</CreDtTm><Acct><Id>\
         <IBAN>DE02120300000000202051</IBAN></Id><Ccy>EUR</Ccy></Acct>\n{}{}{entries}</Stmt></BkToCstmrStmt></Document>\n",
        written("OPBD", 100_000),
        written("CLBD", balance)
    )
    .into_bytes()
}

/// Returns a statement with the text of each entry in the subfields of German banks.
pub(crate) fn mt940(bytes: usize) -> Vec<u8> {
    let mut text = String::from(
        ":20:STARTUMS\r\n:25:12030000/0000202051\r\n:28C:1/1\r\n:60F:C260301EUR1000,00\r\n",
    );
    let mut balance = 100_000_i64;
    for number in 0_i64.. {
        if text.len() + 400 > bytes {
            break;
        }
        let cents = 100 + number * 7919 % 500_000;
        let is_credit = number % 3 == 0;
        balance += if is_credit { cents } else { -cents };
        let mark = if is_credit { 'C' } else { 'D' };
        let amount = decimal(cents).replace('.', ",");
        let day = 1 + number * 28 / 40_000 % 28;
        write!(
            text,
            ":61:2603{day:02}03{day:02}{mark}{amount}NTRFNONREF//2026{:010}\r\n:86:166?00GUTSCHRIFT?20EREF+E2E-{number}?21SVWZ+Rechnung {number}\r\n?30BYLADEM1001?31DE02120300000000202051?32Muster {}\r\n",
            number % 10_000_000_000,
            number % 97
        )
        .expect("a string grows");
    }
    let mark = if balance < 0 { 'D' } else { 'C' };
    write!(
        text,
        ":62F:{mark}260331EUR{}\r\n-",
        decimal(balance.abs()).replace('.', ",")
    )
    .expect("a string grows");
    text.into_bytes()
}

fn decimal(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}
