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
        text: &'static [u8],
        /// What the caller says is the account.
        account: Option<&'static str>,
        /// What the caller says is the currency.
        currency: Option<&'static str>,
    },
    /// A profile of the caller's own.
    Profile(&'static str),
    /// A map of the caller's accounts.
    AccountMap(&'static str),
    /// A request to create a document, beside the names of the files that were uploaded.
    UploadedDocument {
        /// The names that the uploads gave.
        uploaded: &'static [&'static str],
        /// The request.
        request: &'static str,
    },
    /// A file of credentials for the reference service.
    Credentials(&'static str),
    /// What the reference service is told to answer.
    ForcedResponse(&'static str),
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
    /// The example as people read it: what stands in the file, and what was said beside it.
    ///
    /// ```
    /// use universal_accounting::contract;
    ///
    /// let page = contract::page("list-empty").ok_or("no such rule")?;
    /// assert_eq!(page.bad.to_text(), r#""taxes": []"#);
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let given = |option: &str, value: Option<&str>| value.map_or(String::new(), |v| format!(" {option} \"{v}\""));
        match *self {
            Self::Transaction(text) => text.to_owned(),
            Self::UploadedDocument { uploaded, request } => {
                format!("uploaded so far: {}\n{request}", uploaded.join(", "))
            }
            Self::Transactions(bytes) => printable(bytes),
            Self::Repeated { transaction, times } => format!("{transaction}\n({times} times, {{n}} counting)"),
            Self::BaseData(name, value) => format!("\"{name}\": {value}"),
            Self::DocumentResult { request: Some(request), result } => format!("{request}\nis answered with\n{result}"),
            Self::ImportResult { sent: Some(sent), result } => {
                format!("{sent} transactions are answered with\n{result}")
            }
            Self::Statement { text, account, currency } => {
                let options = given("--account", account) + &given("--currency", currency);
                format!("$ uacc convert file.csv{options}\n{}", printable(text))
            }
            // Beside any other input nothing is said.
            _ => String::from_utf8_lossy(&self.input()).into_owned(),
        }
    }

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
            | Self::Profile(text)
            | Self::AccountMap(text)
            | Self::Credentials(text)
            | Self::ForcedResponse(text)
            | Self::UploadedDocument { request: text, .. }
            | Self::ImportResult { result: text, .. } => Cow::Borrowed(text.as_bytes()),
            Self::Statement { text, .. } => Cow::Borrowed(text),
        }
    }
}

/// A file's text, or its bytes with escapes where something in it can't be seen.
fn printable(bytes: &[u8]) -> String {
    let plain = |text: &&str| text.chars().all(|character| character == '\n' || !character.is_control());
    match str::from_utf8(bytes).ok().filter(plain).filter(|text| !text.starts_with('\u{feff}')) {
        Some(text) if !text.trim().is_empty() => text.trim_end_matches('\n').to_owned(),
        _ => bytes.escape_ascii().to_string().replace("\\\"", "\""),
    }
}
