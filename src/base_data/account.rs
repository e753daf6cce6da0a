use super::rules;
use crate::json;
use crate::record::rules::CURRENCY_WITHDRAWN;
use crate::record::{
    DuplicateFinder, FieldKind, Fields, ListRules, Record, RecordIds, Scope, Violation, choice,
    currency_withdrawn, index_of, record, record_rules,
};
use crate::report::Collector;
use crate::value::{Currency, Iban, LimitedText, Text};

choice! {
    /// The side of the books that an account belongs to.
    AccountType {
        /// Things that the organization owns.
        Asset = "ASSET",
        /// Money that it owes.
        Liability = "LIABILITY",
        /// Money that it spends.
        Expense = "EXPENSE",
        /// Money that it earns.
        Revenue = "REVENUE",
    }
}

record! {
    /// An account of the chart of accounts.
    ///
    /// ```
    /// use universal_accounting::base_data::{Account, AccountType};
    /// use universal_accounting::value::{Currency, LimitedText};
    ///
    /// let mut bank =
    ///     Account::new(LimitedText::parse("a-1020")?, LimitedText::parse("1020")?, LimitedText::parse("Bankguthaben")?);
    /// bank.currency = Some(Currency::parse("CHF")?);
    /// bank.account_type = Some(AccountType::Asset);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub Account called "account", "an account of the chart of accounts" {
        required "externalId" external_id: LimitedText<36>, FieldKind::Id,
            "the sender's own id of the account, which identifies it in every update", "a-1020";
        required "number" number: LimitedText<12>, FieldKind::Code,
            "the number of the account in the chart", "1020";
        required "description" description: LimitedText<255>, FieldKind::Text,
            "a description of the account", "Bankguthaben";
        optional "currency" currency: Currency, FieldKind::Currency,
            "the currency of the account, a code of ISO 4217", "CHF";
        optional "iban" iban: Iban, FieldKind::Iban,
            "the IBAN of a bank account, as in its statements", "CH9300762011623852957";
        optional "type" account_type: AccountType, FieldKind::Choice(AccountType::WORDS),
            "the side of the books that the account belongs to", "ASSET";
    }
}

pub(super) const NUMBER: usize = index_of(Account::FIELDS, "number");
pub(super) const CURRENCY: usize = index_of(Account::FIELDS, "currency");
const IBAN: usize = index_of(Account::FIELDS, "iban");
const TYPE: usize = index_of(Account::FIELDS, "type");

/// The rules over the list of accounts, and the facts that other rules need.
#[derive(Debug, Default)]
pub(super) struct AccountListRules<'s> {
    ibans: DuplicateFinder<'s>,
    /// The different currencies of the accounts.
    pub(super) currencies: Vec<Currency>,
}

record_rules! {
    pub(super) AccountRules {
        CURRENCY_WITHDRAWN => |fields| currency_withdrawn(fields, CURRENCY, &[]);
        rules::IBAN_ON_RESULT_ACCOUNT => |fields| {
            (fields.has(IBAN) && is_result_account(fields) && fields.text(IBAN).is_some()).then(|| Violation::naming(IBAN))
        };
    }
}

fn is_result_account(fields: &impl Fields) -> bool {
    [AccountType::Expense, AccountType::Revenue]
        .into_iter()
        .any(|result| fields.equals(TYPE, result.as_str()))
}

impl<'s> ListRules<'s> for AccountListRules<'s> {
    type PerRecord = AccountRules;

    fn add_record(&mut self, fields: &Record<'s>, index: usize) {
        fields.with_bytes(CURRENCY, |code| {
            // Most accounts have the currency of the account before.
            if self
                .currencies
                .last()
                .is_none_or(|last| last.letters() != code)
                && let Some(Ok(currency)) = str::from_utf8(code).ok().map(Currency::parse)
                && !self.currencies.contains(&currency)
            {
                self.currencies.push(currency);
            }
        });
        fields.with_key(IBAN, |iban, start| {
            if iban.iter().fold(true, |all, byte| {
                all & (byte.is_ascii_uppercase() | byte.is_ascii_digit())
            }) {
                self.ibans.add(index, Scope::default(), iban, start);
            } else if let Some(Ok(iban)) = str::from_utf8(iban).ok().map(Iban::parse) {
                self.ibans
                    .add(index, Scope::default(), iban.as_str().as_bytes(), start);
            }
        });
    }

    fn finish(&mut self, record_ids: &RecordIds<'_, 's>, sink: &mut Collector<'_>) {
        let duplicates = self.ibans.duplicates(record_ids.text, &|raw| {
            let text = json::unescape(raw);
            Iban::parse(&text).map_or(text, |iban| iban.as_str().to_owned().into())
        });
        record_ids.report_duplicates(&duplicates, "iban", &rules::DUPLICATE_IBAN, sink);
    }
}

record! {
    /// A cost center.
    pub CostCenter called "cost center", "a cost center" {
        expected "externalId" external_id: Text, FieldKind::Id,
            "the sender's own id of it, which identifies it in every update", "k-1", usually at most 36;
        expected "name" name: Text, FieldKind::Text, "the name of the cost center", "Verkauf", usually at most 255;
        optional "code" code: Text, FieldKind::Code, "the short name for bookings", "VK", usually at most 12;
    }
}

record! {
    /// A project.
    pub Project called "project", "a project" {
        expected "externalId" external_id: Text, FieldKind::Id,
            "the sender's own id of it, which identifies it in every update", "p-1", usually at most 36;
        expected "name" name: Text, FieldKind::Text, "the name of the project", "Neubau", usually at most 255;
        optional "code" code: Text, FieldKind::Code, "the short name for bookings", "NEU", usually at most 12;
    }
}

// Cost centers and projects have the same fields, so one index serves both.
pub(super) const CODE: usize = index_of(CostCenter::FIELDS, "code");

const _: () = assert!(index_of(Project::FIELDS, "code") == CODE);
