use rust_decimal::Decimal;

use super::Identifier;
use super::books::{Books, later};
use crate::base_data::{Account, AccountType};
use crate::documents::CreationRequest;
use crate::journal::{Entry, File, Invoice, JournalRecord, Line, LineAccount, Side};
use crate::transactions::{CreditDebit, Transaction};
use crate::value::{Base64, Currency, Date, SignedAmount, Text, TextError, with_currency_decimals};

/// How a document was paid when it was created, where that says that it is paid already.
const PAID: [&str; 3] = ["settled-payment", "credit-card", "expenses-employee"];

/// In how many days an invoice is due.
const DAYS_TO_PAY: usize = 30;

/// A posting from the credit to the debit account.
struct Posting<'b> {
    debit: &'b Account,
    credit: &'b Account,
    /// The account of the two that shows the result: its line has tax and dimensions, and is split sometimes.
    result: Option<&'b Account>,
    entry_type: &'static str,
}

/// What the lines of a record have in common.
struct Booking<'b> {
    record: Identifier,
    day: Date,
    amount: Decimal,
    currency: Currency,
    /// The amount in the currency of the payment.
    original: Option<(Decimal, Currency)>,
    text: Option<&'b Text>,
}

/// Books a transaction of a statement. Returns `None` if the base data has fewer than two accounts.
pub(super) fn book_transaction(
    books: &Books<'_>,
    id: Identifier,
    transaction: &Transaction,
) -> Result<Option<JournalRecord>, TextError> {
    let Transaction {
        amount, currency, ..
    } = *transaction;
    let days = [
        transaction.booked_at,
        transaction.valuta_at,
        transaction.purchased_at,
    ];
    let Some(day) = days.into_iter().flatten().next().or_else(|| books.day(id)) else {
        return Ok(None);
    };
    let direction = transaction.credit_debit.unwrap_or(CreditDebit::Debit);
    let Some(bank) = books.bank_account(transaction.account_identifier.iban(), currency, id) else {
        return Ok(None);
    };
    let Some(result) = books.account(Books::result_type(direction), currency, id, &[bank]) else {
        return Ok(None);
    };
    let creditor = || books.account(AccountType::Liability, currency, id, &[bank, result]);
    let creditor = if books.has_creditors(day) && id.derive("creditor").below(2) == 0 {
        creditor()
    } else {
        None
    };
    let postings = match (direction, creditor) {
        (CreditDebit::Credit, _) => {
            vec![Posting {
                debit: bank,
                credit: result,
                result: Some(result),
                entry_type: "payment",
            }]
        }
        (CreditDebit::Debit, creditor) => paid_postings(result, creditor, bank),
    };
    let original = transaction
        .original_amount
        .zip(transaction.original_currency);
    let booking = Booking {
        record: id,
        day,
        amount: amount.into(),
        currency,
        original: original.map(|(amount, currency)| (amount.into(), currency)),
        text: transaction.text.as_ref(),
    };
    booking.to_record(books, &postings).map(Some)
}

/// Books a document in the lead currency, with an amount and a day that are made up. Returns `None` if the base data has fewer than two accounts.
pub(super) fn book_document(
    books: &Books<'_>,
    id: Identifier,
    file: Identifier,
    document: &CreationRequest,
    content: Option<Vec<u8>>,
) -> Result<Option<JournalRecord>, TextError> {
    const MAX_MINOR_UNITS: usize = 100_000;

    let Some(day) = books.day(id) else {
        return Ok(None);
    };
    let currency = books.lead_currency();
    let Some(result) = books.account(AccountType::Expense, currency, id, &[]) else {
        return Ok(None);
    };
    let minor_units =
        i64::try_from(id.derive("amount").below(MAX_MINOR_UNITS)).unwrap_or_default() + 1;
    let amount = Decimal::new(
        minor_units,
        currency.minor_units().unwrap_or_default().into(),
    );
    let creditor = if books.has_creditors(day) {
        books.account(AccountType::Liability, currency, id, &[result])
    } else {
        None
    };
    let is_paid = document
        .payment_type
        .as_ref()
        .is_some_and(|paid| PAID.contains(&paid.as_str()));
    let others: Vec<&Account> = [Some(result), creditor].into_iter().flatten().collect();
    let bank = books.account(AccountType::Asset, currency, id, &others);
    let postings = match (creditor, bank) {
        (None, None) => return Ok(None),
        (creditor, Some(bank)) if is_paid || creditor.is_none() => {
            paid_postings(result, creditor, bank)
        }
        (None, Some(bank)) => paid_postings(result, None, bank),
        (Some(creditor), _) => {
            vec![Posting {
                debit: result,
                credit: creditor,
                result: Some(result),
                entry_type: "invoice",
            }]
        }
    };
    let booking = Booking {
        record: id,
        day,
        amount,
        currency,
        original: None,
        text: Some(&document.file_name),
    };
    let mut record = booking.to_record(books, &postings)?;
    let mut invoice = Invoice::new();
    invoice.number = Some(Text::parse(&format!(
        "{}-{:04}",
        day.year(),
        id.derive("number").below(10_000)
    ))?);
    (invoice.date, invoice.currency, invoice.payable_until) =
        (Some(day), Some(currency), later(day, DAYS_TO_PAY));
    record.invoice = Some(invoice);
    let mut exported = File::new();
    exported.service_file_id = Some(Text::parse(&file.to_string())?);
    // An empty text is no content, so an empty file has its id alone.
    exported.content = content
        .filter(|content| !content.is_empty())
        .map(Base64::new);
    record.files = vec![exported];
    Ok(Some(record))
}

/// Returns the postings of an expense that is paid, by way of a creditor if there is one.
fn paid_postings<'b>(
    expense: &'b Account,
    creditor: Option<&'b Account>,
    bank: &'b Account,
) -> Vec<Posting<'b>> {
    let result = Some(expense);
    match creditor {
        None => vec![Posting {
            debit: expense,
            credit: bank,
            result,
            entry_type: "payment",
        }],
        Some(creditor) => vec![
            Posting {
                debit: expense,
                credit: creditor,
                result,
                entry_type: "invoice",
            },
            Posting {
                debit: creditor,
                credit: bank,
                result: None,
                entry_type: "payment",
            },
        ],
    }
}

impl Booking<'_> {
    fn to_record(
        &self,
        books: &Books<'_>,
        postings: &[Posting<'_>],
    ) -> Result<JournalRecord, TextError> {
        let entries = (1..)
            .zip(postings)
            .map(|(number, posting)| self.entry(books, number, posting));
        let mut record =
            JournalRecord::new(text_of(self.record)?, entries.collect::<Result<_, _>>()?);
        record.contact = books.contact(self.record)?;
        Ok(record)
    }

    fn entry(
        &self,
        books: &Books<'_>,
        number: u64,
        posting: &Posting<'_>,
    ) -> Result<Entry, TextError> {
        let id = self.record.derive(format_args!("entry {number}"));
        let mut lines = Vec::new();
        for (side, account) in [(Side::Debit, posting.debit), (Side::Credit, posting.credit)] {
            let is_result = posting
                .result
                .is_some_and(|result| result.external_id == account.external_id);
            for amount in self.parts(is_result) {
                lines.push(self.line(books, id, side, account, amount, is_result, lines.len())?);
            }
        }
        let mut entry = Entry::new(text_of(id)?, self.day, lines);
        entry.entry_number = Some(number);
        entry.entry_type = Some(Text::parse(posting.entry_type)?);
        Ok(entry)
    }

    /// Returns the amounts of the lines on one side: two parts for a third of the results, else the whole.
    fn parts(&self, is_result: bool) -> Vec<Decimal> {
        let whole = with_currency_decimals(self.amount, self.currency.minor_units());
        let choice = self.record.derive("parts");
        let units = usize::try_from(whole.mantissa()).unwrap_or(usize::MAX);
        // The original amount is that of the whole, so such an amount has one line on each side.
        if !is_result || self.original.is_some() || choice.below(3) > 0 || units < 2 {
            return vec![whole];
        }
        let first = i128::try_from(choice.derive("first").below(units - 1) + 1).unwrap_or_default();
        match Decimal::try_from_i128_with_scale(first, whole.scale()) {
            Ok(first) => vec![first, whole - first],
            Err(_) => vec![whole],
        }
    }

    #[allow(clippy::too_many_arguments, reason = "these are the parts of a line")]
    fn line(
        &self,
        books: &Books<'_>,
        entry: Identifier,
        side: Side,
        account: &Account,
        amount: Decimal,
        is_result: bool,
        index: usize,
    ) -> Result<Line, TextError> {
        let id = entry.derive(format_args!("line {}", index + 1));
        let mut line_account = LineAccount::new(account.number.clone().into());
        line_account.external_id = Some(account.external_id.clone().into());
        line_account.currency = account.currency;
        let mut line = Line::new(
            text_of(id)?,
            side,
            SignedAmount::from(amount),
            self.currency,
            line_account,
        );
        line.line_number = u64::try_from(index + 1).ok();
        line.text = Some(
            self.text
                .cloned()
                .unwrap_or_else(|| account.description.clone().into()),
        );
        if let Some((amount, currency)) = self.original {
            let amount = SignedAmount::from(with_currency_decimals(amount, currency.minor_units()));
            (line.original_amount, line.original_currency) = (Some(amount), Some(currency));
            // The transaction states the amount in the currency of the account. Where it doesn't, no rate is made up.
            let is_of_account = currency != self.currency && account.currency == Some(currency);
            line.amount_in_account_currency = Some(amount).filter(|_| is_of_account);
        }
        if is_result {
            line.tax = books.tax(self.day, id);
            line.dimensions = books.dimensions(id)?;
        }
        Ok(line)
    }
}

fn text_of(id: Identifier) -> Result<Text, TextError> {
    Text::parse(&id.to_string())
}
