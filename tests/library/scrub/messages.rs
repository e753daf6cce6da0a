//! Messages: camt, MT940, OFX and QIF.

use universal_accounting::scrub::{Factor, ScrubOptions};

use super::{CAMT, OFX, QIF, scrub_one};

#[test]
fn messages_keep_tags_codes_dates_and_amounts() {
    let comment = CAMT
        .replace("<GrpHdr>", "<!-- made by Muster --><GrpHdr>")
        .replace("Miete", "M&#252;ller &amp; Miete");
    let copy = scrub_one(comment.as_bytes(), &ScrubOptions::new()).unwrap();
    let text = String::from_utf8(copy.bytes).unwrap();
    let tags = |text: &str| {
        text.split('<')
            .skip(1)
            .map(|part| part.split_once('>').unwrap().0.to_owned())
            .collect::<Vec<_>>()
    };
    let own: Vec<String> = tags(&comment)
        .into_iter()
        .filter(|tag| !tag.starts_with("!--"))
        .collect();
    assert_eq!(
        tags(&text)
            .into_iter()
            .filter(|tag| !tag.starts_with("!--"))
            .collect::<Vec<_>>(),
        own
    );
    for kept in [
        "<CdtDbtInd>DBIT</CdtDbtInd>",
        "Ccy=\"CHF\">1200.50<",
        "<Dt>2026-03-30</Dt>",
        "&#252;",
        "&amp;",
    ] {
        assert!(comment.contains(kept) && text.contains(kept), "{kept}");
    }
    for gone in ["Muster", "ller", "Miete", "CH9300762011623852957", "made"] {
        assert!(!text.contains(gone), "{gone}");
    }
}

/// Values that are in the wrong column, or beside a date or a label, are no part of the format.
#[test]
fn ofx_and_qif_keep_elements_days_and_amounts() {
    for (source, kept) in [
        (
            OFX,
            [
                "ENCODING:UTF-8",
                "<TRNTYPE>DEBIT<DTPOSTED>20260331120000[-5:EST]<TRNAMT>-12.50<FITID>",
                " &amp; ",
                "<BALAMT>237.50<DTASOF>20260331</LEDGERBAL>",
            ],
        ),
        (
            QIF,
            [
                "!Account\nN",
                "TBank\n^\n!Type:Bank\nD3/31/2026\nT-12.50\nP",
                "\nL[",
                "\n$1,250.00\n^\n",
            ],
        ),
    ] {
        let copy = scrub_one(source.as_bytes(), &ScrubOptions::new()).unwrap();
        assert!(copy.is_read && copy.differing_findings.is_empty());
        let text = String::from_utf8(copy.bytes).unwrap();
        for part in kept {
            assert!(source.contains(part) && text.contains(part), "{part}");
        }
        for word in [
            "Debitkarte",
            "Winterthur",
            "Hausverwaltung",
            "77889",
            "345678",
        ] {
            assert!(!text.contains(word), "{word} in {text}");
        }
        // Equal words have equal copies, so a transfer still names its account.
        let mut options = ScrubOptions::new();
        options.amounts = Factor::new(7).ok();
        let scaled = scrub_one(source.as_bytes(), &options).unwrap();
        let scaled = String::from_utf8(scaled.bytes).unwrap();
        assert!(scaled.contains("-87.50"), "{scaled}");
    }
}

#[test]
fn no_place_of_a_message_shows_a_name() {
    for (kept, instead) in [
        ("Miete", "<![CDATA[x & Muster; 0532013000]]>"),
        (
            "<GrpHdr>",
            "<!-- x <? Muster ?> Muster --><?x <!-- Muster --> Muster?><GrpHdr>",
        ),
        ("Miete", "2026-03-31-0532013000"),
        ("<?xml", "<?xml author=\"Muster\""),
        ("<GrpHdr>", "<GrpHdr><X note=\"Muster 0532013000\"/>"),
        (
            "<GrpHdr>",
            "<GrpHdr><X note=\"Muster &amp; M&#252;ller 0532013000 &lt;\"/>",
        ),
    ] {
        let file = CAMT.replacen(kept, instead, 1);
        let copy = String::from_utf8(
            scrub_one(file.as_bytes(), &ScrubOptions::new())
                .unwrap()
                .bytes,
        )
        .unwrap();
        assert!(
            !copy.contains("Muster") && !copy.contains("0532013000"),
            "{instead}: {copy}"
        );
    }
}

/// A message that is cut off ends in an error like its copy, and nothing behind the cut stays.
#[test]
fn a_damaged_message_loses_its_words_too() {
    for (at, mark) in [(CAMT.len() / 2, ""), (CAMT.len() / 2, "</Wrong>")] {
        let damaged = format!(
            "{}{mark}{}",
            &CAMT[..at],
            if mark.is_empty() { "" } else { &CAMT[at..] }
        );
        let copy = scrub_one(damaged.as_bytes(), &ScrubOptions::new()).unwrap();
        let text = String::from_utf8(copy.bytes).unwrap();
        assert!(
            !text.contains("Miete") && !text.contains("CH9300762011623852957"),
            "{text}"
        );
    }
    let damaged = CAMT.replacen("</Ntry>", "</Wrong>", 1);
    let copy = scrub_one(damaged.as_bytes(), &ScrubOptions::new()).unwrap();
    let text = String::from_utf8(copy.bytes).unwrap();
    let (_, after) = damaged.split_once("</Wrong>").unwrap();
    let (_, copied) = text.split_at(text.len() - after.len());
    assert!(
        copied.contains("</Ntry>") && copied.contains("<Amt ") && !copied.contains("Miete"),
        "{copied}"
    );
}
