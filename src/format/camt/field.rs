//! The values that are read from a message.

use rust_decimal::Decimal;

use crate::format::rules;
use crate::report::Diagnostic;
use crate::source::Span;
use crate::value::Date;

/// A value that is read, or an element with several of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CamtField {
    Statement,
    SequenceNumber,
    Page,
    IsLastPage,
    IsLastPageOfMessage,
    CopyDuplicate,
    FirstDay,
    LastDay,
    Created,
    Iban,
    OtherAccount,
    AccountCurrency,
    Balance,
    BalanceType,
    BalanceSubType,
    BalanceAmount,
    BalanceCurrency,
    BalanceDirection,
    BalanceDay,
    EntryCount,
    CreditCount,
    CreditSum,
    DebitCount,
    DebitSum,
    TotalSum,
    NetAmount,
    NetDirection,
    Entry,
    Amount,
    Currency,
    Direction,
    Reversal,
    Status,
    Booked,
    Value,
    Reference,
    EntryNumber,
    EntryInfo,
    TransactionDomain,
    TransactionFamily,
    TransactionSubFamily,
    BankTransactionCode,
    Charges,
    ChargesCurrency,
    ChargeAmount,
    ChargeCurrency,
    ChargeDirection,
    ChargeTax,
    PaymentCount,
    PaymentsTotal,
    PaymentsTotalCurrency,
    PaymentInformation,
    MessageId,
    Details,
    DetailReference,
    EndToEnd,
    Mandate,
    Instruction,
    TransactionId,
    Uetr,
    Cheque,
    Clearing,
    OwnerTransaction,
    BankTransaction,
    MarketTransaction,
    Processing,
    OtherReferenceKind,
    OtherReference,
    RemittanceAdvice,
    DetailAmount,
    DetailCurrency,
    DetailDirection,
    TransactionAmount,
    TransactionCurrency,
    InstructedAmount,
    InstructedCurrency,
    CounterAmount,
    CounterCurrency,
    OtherAmountKind,
    OtherAmount,
    OtherAmountCurrency,
    ExchangeRate,
    ExchangeContract,
    Debtor,
    Creditor,
    UltimateDebtor,
    UltimateCreditor,
    DebtorIban,
    DebtorAccount,
    CreditorIban,
    CreditorAccount,
    CreditorId,
    Unstructured,
    StructuredRemittance,
    StructuredReference,
    StructuredInfo,
    DocumentKind,
    DocumentNumber,
    DocumentDay,
    DocumentAmountKind,
    DocumentAmountCurrency,
    DueAmount,
    DiscountAmount,
    CreditNoteAmount,
    TaxAmount,
    AdjustmentAmount,
    AdjustmentReason,
    PaidAmount,
    OtherDocumentAmount,
    Invoicer,
    Invoicee,
    Purpose,
    ReturnReason,
    ReturnInfo,
    DetailInfo,
    PurchaseDay,
}

impl CamtField {
    /// Whether a message may have several of the element, each with values of its own.
    pub(super) const fn is_group(self) -> bool {
        matches!(
            self,
            Self::Statement
                | Self::Balance
                | Self::Entry
                | Self::Details
                | Self::StructuredRemittance
        )
    }
}

/// Parses an amount as XML Schema writes a decimal, without a sign.
pub(super) fn parse_decimal(text: &str) -> Option<Decimal> {
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    Decimal::from_str_exact(text).ok().filter(|_| is_plain)
}

/// Parses a day, also with a time and a time zone after it, which are ignored.
pub(super) fn parse_day(text: &str) -> Option<Date> {
    let day = text.get(..10)?;
    let rest = text.get(10..)?;
    let is_day = rest.is_empty() || rest.starts_with(['T', 'Z', '+', '-', ' ']);
    Date::parse(day).ok().filter(|_| is_day)
}

/// Returns a finding about a value that can't be read.
pub(super) fn unreadable(span: Span, expected: &'static str) -> Diagnostic {
    Diagnostic::new(&rules::CELL_PASSED_OVER, span).param("expected", expected)
}
