//! Finds the faults of a profile.

mod columns;
mod general;

use super::ProfileDefinition;
use crate::configuration;
use crate::format::rules::PROFILE_INVALID;
use crate::report::{Policy, Reading};
use columns::ProfileChecker;

impl ProfileDefinition {
    /// The institution and the product, as messages name the format.
    pub(in crate::format) fn title(&self) -> String {
        format!("{}, {}", self.institution, self.product)
    }

    /// Reads a profile from JSON and reports what is wrong with it.
    #[must_use]
    pub fn read(source: &[u8], policy: &Policy) -> Reading<Self> {
        configuration::read(source, policy, &PROFILE_INVALID, |profile: Self| {
            let faults = profile.faults();
            if faults.is_empty() {
                Ok(profile)
            } else {
                Err(faults)
            }
        })
    }

    /// Returns the faults of a profile that has the right shape, each with its JSON pointer.
    pub(in crate::format) fn faults(&self) -> Vec<(String, String)> {
        let mut checker = ProfileChecker::new(self);
        checker.check_general();
        checker.check_columns();
        checker.check_variants();
        checker.check_rows();
        checker.check_templates();
        checker.check_identity();
        checker.found
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::configuration;

    fn profile() -> Value {
        json!({
            "id": "muster-bank", "institution": "Muster", "product": "account", "country": "CH", "evidence": "document",
            "columns": [
                { "id": "day", "role": "booked-at", "names": { "de": ["Tag"] } },
                { "id": "value-day", "role": "valuta-at", "optional": true, "names": { "de": ["Valuta"] } },
                { "id": "text", "role": "text", "names": { "de": ["Text"] } },
                { "id": "amount", "names": { "de": ["Betrag"] } },
                { "id": "fee", "optional": true, "names": { "de": ["Gebühr"] } },
                { "id": "balance", "role": "balance", "names": { "de": ["Saldo"] } },
            ],
            "variants": [{ "id": "2026", "amount": { "signed": { "column": "amount", "positive": "credit" } } }],
            "styles": [{ "dates": ["dd.mm.yyyy"], "numbers": { "decimal": "." } }],
            "identity": { "version": 1, "columns": ["text"] },
        })
    }

    fn read(profile: &Value) -> ProfileDefinition {
        configuration::parse(&profile.to_string()).ok().unwrap()
    }

    /// Each case is one fault: the pointer to change, the new value, the pointer that is reported, and a part of the message.
    #[test]
    #[expect(clippy::too_many_lines, reason = "a table of cases")]
    fn reports_each_fault_at_its_place() {
        let signed = |column: &str, more: Value| {
            let mut signed = json!({ "column": column, "positive": "credit" });
            signed
                .as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            json!({ "signed": signed })
        };
        let words =
            json!({ "directionWords": { "column": "text", "credit": ["H*"], "debit": ["Haben"] } });
        let fee = json!({ "fee": { "column": "amount", "sign": "plus" } });
        for (changed, value, pointer, message) in [
            ("/id", json!("Muster"), "/id", "an id consists of"),
            ("/country", json!("Schweiz"), "/country", "not a country"),
            ("/styles", json!([]), "/styles", "at least one style"),
            (
                "/styles/0/dates",
                json!(["dd.mm.yyyy", "mm.dd.yyyy"]),
                "/styles/0/dates/1",
                "a different date",
            ),
            (
                "/styles/0/dates",
                json!(["dd.mm"]),
                "/styles/0/dates/0",
                "exactly once",
            ),
            (
                "/styles/0/dates",
                json!(["yyyy-mm-dd-dd"]),
                "/styles/0/dates/0",
                "exactly once",
            ),
            (
                "/styles/0/numbers/decimal",
                json!("-"),
                "/styles/0/numbers",
                "part of a number",
            ),
            (
                "/styles/0/numbers",
                json!({ "decimal": ".", "grouping": ["."] }),
                "/styles/0/numbers/grouping",
                "thousands",
            ),
            (
                "/styles/0/numbers/minusWords",
                json!(["D R"]),
                "/styles/0/numbers/minusWords",
                "only the letters",
            ),
            (
                "/styles/0/numbers",
                json!({ "decimal": ".", "minusWords": ["DR"], "plusWords": ["CR", "dr"] }),
                "/styles/0/numbers/plusWords",
                "both negative and positive",
            ),
            (
                "/columns/2/role",
                json!("balance-before"),
                "/columns",
                "the balance before it",
            ),
            ("/columns/3/id", json!("day"), "/columns/3/id", "used twice"),
            (
                "/columns/2/valueRequired",
                json!(true),
                "/columns/2/valueRequired",
                "only a date",
            ),
            (
                "/columns/2/names",
                json!({}),
                "/columns/2",
                "at least one name",
            ),
            (
                "/columns",
                json!([{ "id": "amount", "names": { "de": ["Betrag"] } }]),
                "/columns",
                "role of a date",
            ),
            (
                "/columns/0/optional",
                json!(true),
                "/identity/date",
                "every export has",
            ),
            (
                "/identity/date",
                json!("valuta-at"),
                "/identity/date",
                "every export has",
            ),
            (
                "/identity/columns",
                json!(["fee"]),
                "/identity/columns/0",
                "some exports lack",
            ),
            (
                "/identity/columns",
                json!(["balance"]),
                "/identity/columns/0",
                "a balance changes",
            ),
            (
                "/identity/columns",
                json!(["note"]),
                "/identity/columns/0",
                "no column",
            ),
            ("/variants", json!([]), "/variants", "at least one variant"),
            (
                "/variants/0/requires",
                json!(["note"]),
                "/variants/0/requires/0",
                "no column",
            ),
            (
                "/variants/0/amount",
                signed("note", json!({})),
                "/variants/0/amount",
                "no column",
            ),
            (
                "/variants/0/amount",
                signed("day", json!({})),
                "/variants/0/amount",
                "another role",
            ),
            (
                "/variants/0/amount",
                signed("amount", fee),
                "/variants/0/amount",
                "two amounts",
            ),
            (
                "/variants/0/amount",
                signed("amount", words),
                "/variants/0/amount",
                "the same word",
            ),
            (
                "/overflowColumn",
                json!("note"),
                "/overflowColumn",
                "no column",
            ),
            ("/rows", json!([{ "kind": "void" }]), "/rows/0", "every row"),
            (
                "/rows",
                json!([{ "matches": { "text": ["*"] }, "kind": "void" }]),
                "/rows/0/matches/text",
                "match every row",
            ),
            (
                "/footer",
                json!({ "maxFilledCells": 0 }),
                "/footer/maxFilledCells",
                "one filled cell",
            ),
            (
                "/unquotedColumn",
                json!("amount"),
                "/unquotedColumn",
                "the role `text`",
            ),
            (
                "/sources",
                json!(["a friend"]),
                "/sources/0",
                "a web address",
            ),
            (
                "/unlabelledLine",
                json!(["account", "period-start", "other"]),
                "/unlabelledLine",
                "differs from an entry",
            ),
        ] {
            let mut faulty = profile();
            let (parent, member) = changed.rsplit_once('/').unwrap();
            faulty.pointer_mut(parent).unwrap()[member] = value;
            let found = read(&faulty).faults();
            let is_expected =
                |(at, fault): &(String, String)| at == pointer && fault.contains(message);
            assert!(found.iter().any(is_expected), "{changed}: {found:?}");
        }
        let mut contradicting = profile();
        contradicting["variants"][0]["requires"] = json!(["fee"]);
        contradicting["variants"][0]["excludes"] = json!(["fee"]);
        let found = read(&contradicting).faults();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(read(&profile()).faults().is_empty());
    }
}
