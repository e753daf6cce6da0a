use super::rules;
use crate::json::{self, ListChecks, Names, PlainObjects, meet};
use crate::record::{Blame, Keys, Kind, Record, check_withdrawn, choice, place, record};
use crate::report::Collector;
use crate::value::{Currency, Iban, LimitedText};

choice! {
    /// The side of the books that an account belongs to.
    AccountType {
        /// What the organization has.
        Asset = "ASSET",
        /// What it owes.
        Liability = "LIABILITY",
        /// What it spends.
        Expense = "EXPENSE",
        /// What it earns.
        Revenue = "REVENUE",
    }
}

record! {
    /// An account of the chart of accounts (contract 2.1).
    pub Account called "account", "an account of the chart of accounts" {
        required "externalId" external_id: LimitedText<36>, Kind::Identity,
            "the sender's own name of the account, by which it is known again", "a-1020";
        required "number" number: LimitedText<12>, Kind::Code,
            "the number of the account in the chart", "1020";
        required "description" description: LimitedText<255>, Kind::Text,
            "what the account is for, in words", "Bankguthaben";
        optional "currency" currency: Currency, Kind::Currency,
            "the currency that the account is kept in, a code of ISO 4217", "CHF";
        optional "iban" iban: Iban, Kind::Iban,
            "the IBAN of a bank account, as its statements carry it", "CH9300762011623852957";
        optional "type" account_type: AccountType, Kind::Choice(AccountType::WORDS),
            "the side of the books that the account belongs to", "ASSET";
    }
}

const NUMBER: usize = place(Account::FIELDS, "number");
pub(super) const CURRENCY: usize = place(Account::FIELDS, "currency");
const IBAN: usize = place(Account::FIELDS, "iban");
const TYPE: usize = place(Account::FIELDS, "type");

/// What the accounts of a chart are held against.
#[derive(Debug, Default)]
pub(super) struct Accounts<'s> {
    numbers: Keys<'s>,
    ibans: Keys<'s>,
    /// The currencies in use.
    currencies: Vec<Currency>,
}

impl Accounts<'_> {
    /// The currencies in which accounts are kept.
    pub(super) fn currencies(&self) -> &[Currency] {
        &self.currencies
    }

    fn meet_currency(&mut self, code: Option<&str>) {
        if let Some(Ok(currency)) = code.map(Currency::parse)
            && !self.currencies.contains(&currency)
        {
            self.currencies.push(currency);
        }
    }
}

fn books_results(account_type: &str) -> bool {
    matches!(account_type.parse(), Ok(AccountType::Expense | AccountType::Revenue))
}

impl<'s> ListChecks<'s> for Accounts<'s> {
    fn check(&mut self, record: &mut Record<'s>, index: usize, sink: &mut Collector<'_>) {
        check_withdrawn(record, CURRENCY, sink, &|_| false);
        self.meet_currency(record.text(CURRENCY));
        meet(&mut self.numbers, record, NUMBER, index);
        if let Some(Ok(iban)) = record.text(IBAN).map(Iban::parse) {
            self.ibans.add(index, iban.as_str().as_bytes(), record.slot(IBAN).span.start + 1);
            if record.text(TYPE).is_some_and(books_results) {
                record.blame(IBAN, &rules::IBAN_ON_RESULT_ACCOUNT, sink, Blame::default());
            }
        }
    }

    fn pass(&mut self, object: &PlainObjects<'s>, index: usize) -> bool {
        let text = |field| object.text(field);
        if object.has(CURRENCY) && self.currencies.last().is_none_or(|last| last.code() != text(CURRENCY)) {
            self.meet_currency(Some(text(CURRENCY)));
        }
        if object.has(IBAN) {
            if books_results(text(TYPE)) {
                return false;
            }
            self.ibans.add(index, object.bytes(IBAN), object.start(IBAN));
        }
        self.numbers.add(index, object.bytes(NUMBER), object.start(NUMBER));
        true
    }

    fn finish(&mut self, names: &Names<'_, 's>, sink: &mut Collector<'_>) {
        names.report_repeated(&mut self.numbers, "number", &rules::DUPLICATE_ACCOUNT_NUMBER, sink);
        names.report_repeated_as(&mut self.ibans, "iban", &rules::DUPLICATE_IBAN, sink, &|raw| {
            let text = json::decoded(raw);
            Iban::parse(&text).map_or(text, |iban| iban.as_str().to_owned().into())
        });
    }
}
