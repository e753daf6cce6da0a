use std::borrow::Cow;

/// Input that shows a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Example {
    /// One transaction as JSON text.
    Transaction(&'static str),
    /// A whole payload of transactions.
    Transactions(&'static [u8]),
    /// A payload of one transaction many times; `{n}` in it stands for the number of each.
    Repeated {
        /// One transaction as JSON text.
        transaction: &'static str,
        /// How many there are.
        times: usize,
    },
    /// A member of a base data payload, its name and its value, beside others that are right.
    BaseData(&'static str, &'static str),
    /// A request to create a document.
    DocumentRequest(&'static str),
    /// The result of creating a document, beside the request that it answers.
    DocumentResult {
        /// The request, where it is known.
        request: Option<&'static str>,
        /// The result.
        result: &'static str,
    },
    /// The result of an update of base data.
    UpdateResult(&'static str),
    /// The result of an import of transactions.
    ImportResult {
        /// How many were sent, where it is known.
        sent: Option<u64>,
        /// The result.
        result: &'static str,
    },
    /// A bank's CSV export, with the account and the currency that the caller gives along.
    Statement {
        /// The file.
        text: &'static str,
        /// What the caller says is the account.
        account: Option<&'static str>,
        /// What the caller says is the currency.
        currency: Option<&'static str>,
    },
}

/// Base data without a fault.
static BASE_DATA: [(&str, &str); 5] = [
    ("organization", r#"{"companyName":"Muster AG","companyUid":"CHE-100.000.006","leadCurrency":"CHF"}"#),
    (
        "accounts",
        r#"[{"externalId":"a-1020","number":"1020","description":"Bank","currency":"CHF","iban":"CH9300762011623852957","type":"ASSET"}]"#,
    ),
    ("currencies", r#"[{"externalId":"c-1","code":"CHF"}]"#),
    ("taxes", r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1,"country":"CH"}]"#),
    (
        "taxPeriods",
        r#"[{"externalId":"p-2026","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2026-01-01","endsAt":"2026-12-31"}]"#,
    ),
];

impl Example {
    /// The whole input.
    #[must_use]
    pub fn input(&self) -> Cow<'static, [u8]> {
        let owned = |text: String| Cow::Owned(text.into_bytes());
        match *self {
            Self::Transaction(text) => owned(format!("{{\"transactions\":[{text}]}}")),
            Self::Transactions(bytes) => Cow::Borrowed(bytes),
            Self::Repeated { transaction, times } => {
                let all: Vec<String> = (0..times).map(|n| transaction.replace("{n}", &n.to_string())).collect();
                owned(format!("{{\"transactions\":[{}]}}", all.join(",")))
            }
            Self::BaseData(name, value) => {
                let mut members = BASE_DATA.to_vec();
                match members.iter_mut().find(|(known, _)| *known == name) {
                    Some(member) => member.1 = value,
                    None => members.push((name, value)),
                }
                let members: Vec<String> = members.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
                owned(format!("{{{}}}", members.join(",")))
            }
            Self::DocumentRequest(text)
            | Self::DocumentResult { result: text, .. }
            | Self::UpdateResult(text)
            | Self::ImportResult { result: text, .. }
            | Self::Statement { text, .. } => Cow::Borrowed(text.as_bytes()),
        }
    }
}
