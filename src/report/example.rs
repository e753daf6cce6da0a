use std::borrow::Cow;

/// An example input that breaks or follows a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Example {
    /// One transaction as JSON text.
    Transaction(&'static str),
    /// A whole file of transactions.
    Transactions(&'static [u8]),
    /// A file that repeats one transaction; `{n}` in its text is replaced by the number of each copy, counted from 0.
    Repeated {
        /// One transaction as JSON text.
        transaction: &'static str,
        /// The number of copies.
        times: usize,
    },
    /// The name and value of one field of base data; the other fields are valid.
    BaseData(&'static str, &'static str),
    /// A table from which base data is built: a CSV file, or a workbook as XML.
    BaseDataTable(&'static [u8]),
    /// A whole journal export.
    Journal(&'static str),
    /// The name and value of one field of a journal record; the other fields are valid.
    JournalMember(&'static str, &'static str),
    /// A journal as the CSV of single entries.
    SingleEntries(&'static str),
    /// The lines of the only entry of a journal record.
    JournalLines(&'static str),
    /// A journal export or transactions, compared with base data.
    Compared {
        /// The name and value of one field of the base data; the other fields are valid.
        base_data: (&'static str, &'static str),
        /// What is compared.
        input: &'static Self,
    },
    /// A request to create a document.
    DocumentRequest(&'static str),
    /// The result of creating a document, with the request that it answers.
    DocumentResult {
        /// The request, if it is known.
        request: Option<&'static str>,
        /// The result.
        result: &'static str,
    },
    /// The result of an update of base data.
    UpdateResult(&'static str),
    /// The result of an import of transactions.
    ImportResult {
        /// The number of transactions sent, if it is known.
        sent: Option<u64>,
        /// The result.
        result: &'static str,
    },
    /// A bank's CSV export, with the account, currency and opening balance that the caller passes along.
    Statement {
        /// The file.
        text: &'static [u8],
        /// The account that the caller passes.
        account: Option<&'static str>,
        /// The currency that the caller passes.
        currency: Option<&'static str>,
        /// The opening balance that the caller passes.
        opening: Option<&'static str>,
    },
    /// A bank's CSV export whose batch bookings are split.
    Batches(&'static [u8]),
    /// A ZIP archive.
    Archive(&'static [u8]),
    /// A bank profile of the caller.
    Profile(&'static str),
    /// An account map of the caller.
    AccountMap(&'static str),
    /// The names of accounts in a ledger.
    LedgerAccounts(&'static str),
    /// The client and the account numbers for DATEV.
    DatevSettings(&'static str),
    /// A request to create a document, with the names of the files uploaded before.
    UploadedDocument {
        /// The names of the uploaded files.
        uploaded: &'static [&'static str],
        /// The request.
        request: &'static str,
    },
    /// A transaction that is imported, and one that was imported before.
    Import {
        /// The transaction that was imported before, as JSON text.
        known: &'static str,
        /// The transaction that is imported.
        sent: &'static str,
    },
    /// A bank statement that is imported, and one that was imported before.
    ImportedStatement {
        /// The file that was imported before.
        known: &'static [u8],
        /// The file that is imported.
        sent: &'static [u8],
    },
    /// A file of credentials for the reference service.
    Credentials(&'static str),
    /// A response that the reference service is configured to send.
    ForcedResponse(&'static str),
    /// A request to the reference service to deliver its journal to a webhook.
    DeliveryRequest(&'static str),
}

/// Valid base data.
static BASE_DATA: [(&str, &str); 5] = [
    (
        "organization",
        r#"{"companyName":"Muster AG","companyUid":"CHE-100.000.006","leadCurrency":"CHF"}"#,
    ),
    (
        "accounts",
        r#"[{"externalId":"a-1020","number":"1020","description":"Bank","currency":"CHF","iban":"CH9300762011623852957","type":"ASSET"}]"#,
    ),
    ("currencies", r#"[{"externalId":"c-1","code":"CHF"}]"#),
    (
        "taxes",
        r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1,"country":"CH"}]"#,
    ),
    (
        "taxPeriods",
        r#"[{"externalId":"p-2026","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2026-01-01","endsAt":"2026-12-31"}]"#,
    ),
];

/// The accounts of base data that is compared with journals and transactions.
static COMPARED_ACCOUNTS: (&str, &str) = (
    "accounts",
    r#"[{"externalId":"a-1020","number":"1020","description":"Bank","iban":"CH9300762011623852957"},{"externalId":"a-2000","number":"2000","description":"Kreditoren"},{"externalId":"a-6500","number":"6500","description":"Material"}]"#,
);

/// A valid journal record.
static JOURNAL_RECORD: [(&str, &str); 2] = [
    ("serviceId", r#""s-81""#),
    (
        "entries",
        r#"[{"entryId":"e-1","entryNumber":1,"type":"invoice","date":"2026-03-31","lines":[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","account":{"number":"6500"}},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]}]"#,
    ),
];

/// Returns an object with these members. Each of `others` takes the place of a member with the same name.
fn object_with(
    members: &[(&'static str, &'static str)],
    others: &[(&'static str, &'static str)],
) -> String {
    let mut members = members.to_vec();
    for (name, value) in others {
        match members.iter_mut().find(|(known, _)| known == name) {
            Some(member) => member.1 = value,
            None => members.push((name, value)),
        }
    }
    let members: Vec<String> = members
        .iter()
        .map(|(name, value)| format!("\"{name}\":{value}"))
        .collect();
    format!("{{{}}}", members.join(","))
}

impl Example {
    /// Formats the example for people: the relevant part of the input, and what the caller passes along.
    ///
    /// ```
    /// use universal_accounting::contract;
    ///
    /// let page = contract::page("list-empty").ok_or("no such rule")?;
    /// assert_eq!(page.bad(), r#""taxes": []"#);
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn to_text(self) -> String {
        match self {
            Self::Transaction(text) => text.to_owned(),
            Self::UploadedDocument { uploaded, request } => {
                format!("uploaded so far: {}\n{request}", uploaded.join(", "))
            }
            Self::Transactions(bytes) | Self::Archive(bytes) => escape_unprintable(bytes),
            Self::Repeated { transaction, times } => {
                format!("{transaction}\n({times} times, {{n}} counting)")
            }
            Self::BaseData(name, value) | Self::JournalMember(name, value) => {
                format!("\"{name}\": {value}")
            }
            Self::JournalLines(lines) => format!("\"lines\": {lines}"),
            Self::DocumentResult {
                request: Some(request),
                result,
            } => format!("{request}\nis answered with\n{result}"),
            Self::ImportResult {
                sent: Some(sent),
                result,
            } => {
                format!("{sent} transactions are answered with\n{result}")
            }
            Self::Compared {
                base_data: (name, value),
                input,
            } => {
                format!(
                    "{}\nis compared with base data that has\n\"{name}\": {value}",
                    input.to_text()
                )
            }
            Self::Import { known, sent } => {
                format!("{known}\nwas imported before\n{sent}")
            }
            Self::ImportedStatement { known, sent } => format!(
                "{}\nwas imported before\n{}",
                escape_unprintable(known),
                escape_unprintable(sent)
            ),
            Self::Statement {
                text,
                account,
                currency,
                opening,
            } => {
                let given = [
                    ("account", account),
                    ("currency", currency),
                    ("opening balance", opening),
                ];
                let given = given
                    .into_iter()
                    .filter_map(|(name, value)| Some(format!("{name} {}", value?)));
                let given: Vec<String> = given.collect();
                let file = escape_unprintable(text);
                if given.is_empty() {
                    file
                } else {
                    format!("(given with the file: {})\n{file}", given.join(", "))
                }
            }
            // The other variants have nothing but an input.
            _ => String::from_utf8_lossy(&self.input()).into_owned(),
        }
    }

    /// Returns the whole input.
    #[must_use]
    pub fn input(&self) -> Cow<'static, [u8]> {
        let owned = |text: String| Cow::Owned(text.into_bytes());
        match *self {
            Self::Transaction(text) | Self::Import { sent: text, .. } => {
                owned(format!("{{\"transactions\":[{text}]}}"))
            }
            Self::Transactions(bytes) => Cow::Borrowed(bytes),
            Self::Repeated { transaction, times } => {
                let all: Vec<String> = (0..times)
                    .map(|n| transaction.replace("{n}", &n.to_string()))
                    .collect();
                owned(format!("{{\"transactions\":[{}]}}", all.join(",")))
            }
            Self::BaseData(name, value) => owned(object_with(&BASE_DATA, &[(name, value)])),
            Self::JournalMember(name, value) => owned(format!(
                "[{}]",
                object_with(&JOURNAL_RECORD, &[(name, value)])
            )),
            Self::JournalLines(lines) => owned(format!(
                r#"[{{"serviceId":"s-81","entries":[{{"entryId":"e-1","entryNumber":1,"type":"invoice","date":"2026-03-31","lines":{lines}}}]}}]"#
            )),
            Self::Journal(text)
            | Self::SingleEntries(text)
            | Self::DocumentRequest(text)
            | Self::DocumentResult { result: text, .. }
            | Self::UpdateResult(text)
            | Self::Profile(text)
            | Self::AccountMap(text)
            | Self::LedgerAccounts(text)
            | Self::DatevSettings(text)
            | Self::Credentials(text)
            | Self::ForcedResponse(text)
            | Self::DeliveryRequest(text)
            | Self::UploadedDocument { request: text, .. }
            | Self::ImportResult { result: text, .. } => Cow::Borrowed(text.as_bytes()),
            Self::Statement { text, .. }
            | Self::ImportedStatement { sent: text, .. }
            | Self::BaseDataTable(text)
            | Self::Batches(text)
            | Self::Archive(text) => Cow::Borrowed(text),
            Self::Compared { input, .. } => input.input(),
        }
    }

    /// Returns the whole base data that the input is compared with.
    #[must_use]
    pub fn compared_base_data(&self) -> Option<String> {
        match *self {
            Self::Compared { base_data, .. } => {
                Some(object_with(&BASE_DATA, &[COMPARED_ACCOUNTS, base_data]))
            }
            _ => None,
        }
    }
}

/// Returns the text of a file, or its bytes with escapes if it is blank, isn't UTF-8, or contains control characters or a byte order mark.
fn escape_unprintable(bytes: &[u8]) -> String {
    let is_printable = |text: &&str| {
        text.chars()
            .all(|character| character == '\n' || !character.is_control())
    };
    match str::from_utf8(bytes)
        .ok()
        .filter(is_printable)
        .filter(|text| !text.starts_with('\u{feff}'))
    {
        Some(text) if !text.trim().is_empty() => text.trim_end_matches('\n').to_owned(),
        _ => bytes.escape_ascii().to_string().replace("\\\"", "\""),
    }
}
