//! Profiles with the old names of fields and words are rejected with a finding that gives the new name.

use universal_accounting::format::Profile;
use universal_accounting::report::Policy;

/// A profile with every field and word that once had another name.
const PROFILE: &str = r#"{
  "id": "muster-bank", "institution": "Muster", "product": "account", "country": "CH", "evidence": "real-file",
  "unsupported": "it lists sales", "overflowColumn": "purpose", "emptyValues": ["N/A"], "runningBalance": "per-batch",
  "styles": [{ "dates": ["dd.mm.yyyy"], "numbers": { "decimal": "." } }],
  "preamble": [{ "labels": ["Konto:"], "role": "iban", "valueBelow": true }],
  "columns": [
    { "id": "booked", "role": "booked-at", "valueRequired": true, "names": { "de": ["Tag"] } },
    { "id": "purpose", "role": "text", "names": { "de": ["Zweck"] } },
    { "id": "sub", "role": "sub-account", "names": { "de": ["Konto"] } },
    { "id": "single", "role": "detail-amount", "names": { "de": ["Einzelbetrag"] } },
    { "id": "single-currency", "role": "detail-currency", "optional": true, "names": { "de": ["Währung"] } },
    { "id": "dc", "names": { "de": ["S/H"] } },
    { "id": "amount", "names": { "de": ["Betrag"] }, "rowsMayEndBefore": true }
  ],
  "variants": [
    { "id": "1", "requires": ["single-currency"], "amount": { "signed": { "column": "amount", "positive": "credit" } } },
    {
      "id": "2", "excludes": ["single-currency"],
      "amount": {
        "debitCredit": {
          "directionWords": { "column": "dc", "credit": ["H"], "debit": ["S"] },
          "debit": { "column": "amount", "sign": "plus" }, "credit": { "column": "amount", "sign": "plus" }
        }
      }
    }
  ],
  "rows": [
    { "empty": ["booked"], "text": ["purpose"], "filledCells": 2, "kind": "detail", "informational": true },
    { "matches": { "purpose": ["Total*"] }, "kind": "total" }
  ],
  "footer": { "labels": ["Ende"], "maxFilledCells": 2 },
  "templates": [{ "column": "purpose", "role": "purchased-at", "pattern": "vom {date}" }],
  "identity": { "version": 1, "columns": ["purpose"], "date": "booked-at" }
}"#;

#[test]
fn names_the_new_word_at_each_old_one() {
    let policy = Policy::new();
    let reading = Profile::read(PROFILE.as_bytes(), &policy);
    assert!(reading.report.findings.is_empty(), "{:?}", reading.report.findings);
    // A text of the profile, the old name, and the new name, which is in the text.
    for (part, old, new) in [
        (r#""unsupported": "#, "refused", "unsupported"),
        (r#""overflowColumn": "#, "rest", "overflowColumn"),
        (r#""emptyValues": "#, "blanks", "emptyValues"),
        (r#""runningBalance": "#, "balances", "runningBalance"),
        (r#""role": "iban""#, "as", "role"),
        (r#""valueBelow": "#, "below", "valueBelow"),
        (r#""id": "booked""#, "key", "id"),
        (r#""role": "booked-at""#, "as", "role"),
        (r#""valueRequired": "#, "needed", "valueRequired"),
        (r#""role": "sub-account""#, "pocket", "sub-account"),
        (r#""role": "detail-amount""#, "part", "detail-amount"),
        (r#""role": "detail-currency""#, "part-currency", "detail-currency"),
        (r#""rowsMayEndBefore": "#, "trailing", "rowsMayEndBefore"),
        (r#""requires": "#, "needs", "requires"),
        (r#""excludes": "#, "lacks", "excludes"),
        (r#""debitCredit": "#, "split", "debitCredit"),
        (r#""directionWords": "#, "words", "directionWords"),
        (r#""text": ["#, "worded", "text"),
        (r#""filledCells": "#, "cells", "filledCells"),
        (r#""kind": "detail""#, "is", "kind"),
        (r#""kind": "detail""#, "part", "detail"),
        (r#""informational": "#, "apart", "informational"),
        (r#""matches": "#, "says", "matches"),
        (r#""maxFilledCells": "#, "cells", "maxFilledCells"),
        (r#""role": "purchased-at""#, "as", "role"),
        (r#""pattern": "#, "text", "pattern"),
        (r#""date": "#, "day", "date"),
    ] {
        assert_eq!(PROFILE.matches(part).count(), 1, "{part}");
        let quoted = format!("\"{old}\"");
        let faulty = PROFILE.replace(part, &part.replace(&format!("\"{new}\""), &quoted));
        let reading = Profile::read(faulty.as_bytes(), &policy);
        let [finding] = reading.report.findings.as_slice() else { panic!("{old}: {:?}", reading.report.findings) };
        let expected = format!("`{old}` is now called `{new}`");
        assert_eq!((finding.rule.id, finding.message()), ("profile-invalid", expected), "{part}");
        assert_eq!(&faulty[finding.span.start..finding.span.end], quoted, "{part}");
        assert!(reading.value.is_none());
    }
}

#[test]
fn rejects_an_unknown_word_without_a_new_name() {
    let faulty = PROFILE.replace(r#""kind": "total""#, r#""kind": "pocket""#);
    let message = Profile::read(faulty.as_bytes(), &Policy::new()).report.findings[0].message();
    assert!(message.starts_with("unknown variant `pocket`, expected one of `detail`, "), "{message}");
}
