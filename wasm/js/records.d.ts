// Generated from the field tables and the rules by `BLESS=1 cargo test`.

/** The master data of an organization's books: its chart of accounts, currencies, taxes and contacts. */
export interface BaseData {
  /** The organization whose books these are. */
  organization: Organization;
  /** The chart of accounts. */
  accounts: Account[];
  /** The currencies that the books use. */
  currencies: Currency[];
  /** The taxes with their rates. */
  taxes: Tax[];
  /** The periods to which one set of tax settings applies. */
  taxPeriods: TaxPeriod[];
  /** Suppliers and other contacts. */
  contacts?: Contact[];
  /** The cost centers. */
  costCenters?: CostCenter[];
  /** The projects. */
  projects?: Project[];
}

/** An account of the chart of accounts. */
export interface Account {
  /** The sender's own id of the account, which identifies it in every update. At most 36 characters. For example `"a-1020"`. */
  externalId: string;
  /** The number of the account in the chart. At most 12 characters. For example `"1020"`. */
  number: string;
  /** A description of the account. At most 255 characters. For example `"Bankguthaben"`. */
  description: string;
  /** The currency of the account, a code of ISO 4217. For example `"CHF"`. */
  currency?: string;
  /** The IBAN of a bank account, as in its statements. For example `"CH9300762011623852957"`. */
  iban?: string;
  /** The side of the books that the account belongs to. For example `"ASSET"`. */
  type?: "ASSET" | "LIABILITY" | "EXPENSE" | "REVENUE";
}

/** A supplier or another contact. */
export interface Contact {
  /** The sender's own id of the contact, which identifies it in every update. At most 36 characters. For example `"k-17"`. */
  externalId: string;
  /** Whether the contact is a person or a company. For example `"COMPANY"`. */
  legalType: "INDIVIDUAL" | "COMPANY";
  /** The name of a company. For example `"Beispiel GmbH"`. */
  companyName?: string;
  /** The first name of a person. For example `"Erika"`. */
  firstName?: string;
  /** The last name of a person. For example `"Muster"`. */
  lastName?: string;
}

/** A cost center. */
export interface CostCenter {
  /** The sender's own id of it, which identifies it in every update. For example `"k-1"`. */
  externalId?: string;
  /** The name of the cost center. For example `"Verkauf"`. */
  name?: string;
  /** The short name for bookings. For example `"VK"`. */
  code?: string;
}

/** A currency that the books use. */
export interface Currency {
  /** The sender's own id of the currency, which identifies it in every update. At most 36 characters. For example `"c-chf"`. */
  externalId: string;
  /** Its code in ISO 4217. For example `"CHF"`. */
  code: string;
}

/** The organization whose books these are. */
export interface Organization {
  /** The name of the company. For example `"Muster AG"`. */
  companyName: string;
  /** The Swiss business identification number of the company, without a suffix. For example `"CHE-100.000.006"`. */
  companyUid?: string;
  /** The tax number of the company; a Swiss one is the UID with the suffix MWST, TVA, IVA or TPV. For example `"CHE-100.000.006 MWST"`. */
  companyTaxNumber?: string;
  /** The address of the company's website. For example `"https://www.example.ch"`. */
  companyWebsite?: string;
  /** The currency that the books are kept in, a code of ISO 4217. For example `"CHF"`. */
  leadCurrency: string;
}

/** A project. */
export interface Project {
  /** The sender's own id of it, which identifies it in every update. For example `"p-1"`. */
  externalId?: string;
  /** The name of the project. For example `"Neubau"`. */
  name?: string;
  /** The short name for bookings. For example `"NEU"`. */
  code?: string;
}

/** A tax with its rate. */
export interface Tax {
  /** The sender's own id of the tax, which identifies it in every update. At most 36 characters. For example `"t-un81"`. */
  externalId: string;
  /** The short name for bookings. At most 12 characters. For example `"UN81"`. */
  code: string;
  /** A description of the tax. At most 255 characters. For example `"Umsatzsteuer Normalsatz"`. */
  description: string;
  /** The rate in percent, 0 to 100. For example `8.1`. */
  value: number;
  /** The country that levies it, a code of ISO 3166-1. For example `"CH"`. */
  country?: string;
}

/** A period, usually a year, to which one set of value added tax settings applies. */
export interface TaxPeriod {
  /** The sender's own id of the period, which identifies it in every update. At most 36 characters. For example `"p-2026"`. */
  externalId: string;
  /** Whether the organization is subject to tax. */
  isSubjectToTax: boolean;
  /** Whether balance taxation applies. */
  balanceTaxation: boolean;
  /** Whether tax is accounted for on what was received (CASH) or on what was agreed (ACCRUAL). For example `"ACCRUAL"`. */
  accountingMethod: "CASH" | "ACCRUAL";
  /** The first day of the period. For example `"2026-01-01"`. */
  startsAt: string;
  /** The last day of the period. For example `"2026-12-31"`. */
  endsAt: string;
}

/** The body of an import of transactions. */
export interface Transactions {
  /** The list of transactions. */
  transactions: Transaction[];
}

/** A booking on an account, such as a bank account or a credit card. */
export interface Transaction {
  /** The account that the transaction belongs to, such as an IBAN or a masked credit card number. For example `"CH9300762011623852957"`. */
  accountIdentifier: string;
  /** The id of the transaction; together with accountIdentifier it identifies the transaction. For example `"9999311BN1710030"`. */
  transactionId?: string;
  /** A description of the transaction. For example `"Einkauf Bäckerei Muster"`. */
  text?: string;
  /** The direction from the account holder's view: credit is money in, debit money out. For example `"debit"`. */
  creditDebit?: "credit" | "debit";
  /** The amount that was booked on the account: a positive decimal, as a string. For example `"12.50"`. */
  amount: string;
  /** The currency of amount, a code of ISO 4217. For example `"CHF"`. */
  currency: string;
  /** The amount in the currency of the payment, if that is another currency. For example `"13.10"`. */
  originalAmount?: string;
  /** The currency of originalAmount, a code of ISO 4217. For example `"EUR"`. */
  originalCurrency?: string;
  /** The day of the purchase. For example `"2026-03-29"`. */
  purchasedAt?: string;
  /** The value date. For example `"2026-03-31"`. */
  valutaAt?: string;
  /** The day of the booking. For example `"2026-03-31"`. */
  bookedAt?: string;
}

/** The business transactions that were booked: a list of them, or a single one. */
export type JournalExport = JournalRecord[] | JournalRecord;

/** A postal address. */
export interface Address {
  /** The street. For example `"Hauptstrasse"`. */
  street?: string | null;
  /** The number of the house. For example `"12a"`. */
  houseNumber?: string | null;
  /** The postal code. For example `"3000"`. */
  postalCode?: string | null;
  /** The town. For example `"Bern"`. */
  city?: string | null;
  /** The country; its form is not stated. For example `"CH"`. */
  country?: string | null;
}

/** The period that an invoice is for. */
export interface BillingPeriod {
  /** The first day. For example `"2026-03-01"`. */
  from: string;
  /** The last day. For example `"2026-03-31"`. */
  to: string;
}

/** A cost center, project or another dimension of a journal line. */
export interface Dimension {
  /** The sender's own id of the cost center or project, as in base data. For example `"c-10"`. */
  externalId?: string | null;
  /** The name. For example `"Verkauf"`. */
  name?: string | null;
  /** The kind of the dimension. For example `"cost-center"`. */
  type?: string | null;
}

/** The invoice or receipt of a business transaction. */
export interface Invoice {
  /** The number of the invoice. For example `"2026-118"`. */
  number?: string | null;
  /** The date of the invoice. For example `"2026-03-28"`. */
  date?: string | null;
  /** The currency of the invoice, which may differ from that of the lines. For example `"CHF"`. */
  currency?: string | null;
  /** The day on which the invoice is due. For example `"2026-04-27"`. */
  payableUntil?: string | null;
  /** The period that the invoice is for. */
  billingPeriod?: BillingPeriod | null;
  /** The reference of a Swiss QR-bill. For example `"210000000003139471430009017"`. */
  qrReferenceNumber?: string | null;
  /** The owner of the receipt. For example `"Anna Muster"`. */
  owner?: string | null;
  /** The system that the receipt comes from. For example `"upload"`. */
  source?: string | null;
  /** The id of the receipt in that system. For example `"u-4711"`. */
  sourceId?: string | null;
  /** The kind of posting. For example `"creditor-invoice"`. */
  postingType?: string | null;
}

/** The supplier or customer of a business transaction. */
export interface JournalContact {
  /** The name in one text. For example `"Beispiel GmbH"`. */
  name?: string | null;
  /** The service's own id of the contact. For example `"3f0b6f0e-5f2c-4b8e-9d53-0d9f6f0c1a2b"`. */
  contactId?: string | null;
  /** The sender's own id of the contact, as in base data. At most 36 characters. For example `"k-17"`. */
  externalId?: string | null;
  /** The legal type. For example `"company"`. */
  legalType?: string | null;
  /** The first name of a person. For example `"Anna"`. */
  firstName?: string | null;
  /** The last name of a person. For example `"Muster"`. */
  lastName?: string | null;
  /** The name of a company. For example `"Beispiel GmbH"`. */
  companyName?: string | null;
  /** The tax number of a company. For example `"CHE-100.000.006 MWST"`. */
  companyTaxNumber?: string | null;
  /** The Swiss business identification number of a company. For example `"CHE-100.000.006"`. */
  companyUid?: string | null;
  /** The postal address. */
  address?: Address | null;
}

/** A journal entry, whose debits equal its credits. */
export interface JournalEntry {
  /** The id of the entry. For example `"e-1"`. */
  entryId: string;
  /** The number of the entry in its record, from 1. For example `1`. */
  entryNumber?: number;
  /** The kind of the entry. For example `"invoice"`. */
  type?: string;
  /** The day of the posting. For example `"2026-03-31"`. */
  date: string;
  /** The lines, each on one side of the journal. */
  lines: JournalLine[];
}

/** A file of a business transaction. */
export interface JournalFile {
  /** The id of the file, which its download needs. For example `"file-4711"`. */
  serviceFileId?: string | null;
  /** The content, as base64. For example `"JVBERi0xLjQ="`. */
  contentAsBase64?: string | null;
}

/** A line of a journal entry: an amount on one side of an account. */
export interface JournalLine {
  /** The id of the line. For example `"l-1"`. */
  lineId: string;
  /** The number of the line in its entry, from 1. For example `1`. */
  lineNumber?: number;
  /** The side of the journal that the line is on. For example `"debit"`. */
  creditDebit: "debit" | "credit";
  /** The amount, a decimal as a string. For example `"65.00"`. */
  amount: string;
  /** The currency of amount, a code of ISO 4217. For example `"CHF"`. */
  currency: string;
  /** The amount in the currency of the account, if that is another currency. For example `"61.20"`. */
  amountInAccountCurrency?: string | null;
  /** The account. */
  account: LineAccount;
  /** The tax. */
  tax?: LineTax | null;
  /** The amount in the currency of the receipt, if that is another currency. For example `"70.10"`. */
  originalAmount?: string | null;
  /** The currency of originalAmount, a code of ISO 4217. For example `"EUR"`. */
  originalCurrency?: string | null;
  /** The text of the posting. For example `"Toner, March"`. */
  text?: string | null;
  /** The cost centers, projects and other dimensions. */
  dimensions?: Dimension[] | null;
}

/** A business transaction of a journal export, with its journal entries. */
export interface JournalRecord {
  /** The id of the business transaction. For example `"s-81"`. */
  serviceId: string;
  /** The invoice or receipt that was booked. */
  invoice?: Invoice | null;
  /** The supplier or customer. */
  contact?: JournalContact | null;
  /** The suppliers or customers, where the export has a list of them. */
  contacts?: JournalContact[] | null;
  /** The journal entries. */
  entries: JournalEntry[];
  /** The files of the receipt. */
  files?: JournalFile[] | null;
}

/** The account of a journal line. */
export interface LineAccount {
  /** The sender's own id of the account, as in base data. For example `"a-6500"`. */
  externalId?: string | null;
  /** The number of the account in the chart. For example `"6500"`. */
  number: string;
  /** The currency of the account. For example `"CHF"`. */
  currency?: string | null;
}

/** The tax of a journal line. */
export interface LineTax {
  /** The sender's own id of the tax, as in base data. For example `"t-vm81"`. */
  externalId?: string | null;
  /** The short name of the tax. For example `"VM81"`. */
  code?: string | null;
  /** The rate in percent, a decimal as a string. For example `"8.1"`. */
  value?: string | null;
}

/** A request to create a document from an uploaded file. */
export interface DocumentRequest {
  /** The name that the upload gave to the file. For example `"f3b1c2.pdf"`. */
  signedFileName: string;
  /** The name of the file before the upload. For example `"rechnung.pdf"`. */
  fileName: string;
  /** Whether the contents are extracted right after the upload; false if absent. */
  processImmediately?: boolean;
  /** How the document is paid. For example `"not-yet-determined"`. */
  paymentType?: string;
  /** The sender's own id of the document. For example `"d-2026-0017"`. */
  externalId?: string;
}

/** The answer to a request that created a document. */
export interface DocumentResult {
  /** The id of the generated document; present exactly if immediate processing was requested. For example `"doc-81"`. */
  serviceId?: string;
  /** The id of the generated file. For example `"file-4711"`. */
  serviceFileId: string;
}

/** The answer to an update of base data. */
export interface BaseDataResult {
  /** Whether the base data was imported successfully. */
  success: boolean;
}

/** The answer to an import of transactions. */
export interface ImportResult {
  /** How many were known already and not created again. For example `3`. */
  existingTransactions: number;
  /** How many were created. For example `12`. */
  newTransactions: number;
  /** How many could not be imported because of an error. For example `0`. */
  errorTransactions: number;
}

/** The report on a file. */
export interface Report {
  /** The name of the file, as the caller gave it. */
  file: string;
  /** Whether there are no errors. */
  valid: boolean;
  /** The number of errors, including errors that the limits left out of the findings. */
  errors: number;
  /** The number of warnings, including warnings that the limits left out of the findings. */
  warnings: number;
  /** The number of notes, including notes that the limits left out of the findings. */
  notes: number;
  /** The findings, in the order of their positions. */
  findings: Finding[];
}

/** A cell of a CSV file. */
export interface Cell {
  /** The row below the header, counted from 1. */
  row: number;
  /** The name of the column as in the file; empty if the column has no name. */
  column: string;
}

/** A fault in the input, with its position. */
export interface FindingOf<Id extends RuleId> {
  /** The rule that the input breaks, such as `amount-zero`. */
  rule: Id;
  /** `error`, `warning` or `note`, according to the policy of the call. A note is no fault. */
  severity: "error" | "warning" | "note";
  /** JSON pointer (RFC 6901) to the value, or to the object that lacks a value. Empty for a CSV file. */
  path: string;
  /** Line of the first character, counted from 1. */
  line: number;
  /** Column of the first character, counted from 1 in Unicode scalar values. */
  column: number;
  /** Offset of the first byte. */
  start: number;
  /** Offset after the last byte. */
  end: number;
  /** The same range in UTF-16 code units. */
  utf16: Range;
  /** What is wrong. The message contains no value of the input. */
  message: string;
  /** What to do. */
  help: string;
  /** The parameters of the message and the help, by name. */
  params: RuleParams[Id];
  /** The cell, if the fault is in a row of a CSV file. */
  cell?: Cell;
  /** A replacement that fixes the fault. */
  fix?: Fix;
  /** The record with the fault. */
  item?: Item;
}

/** A replacement that fixes the fault. */
export interface Fix {
  /** Whether the fix keeps the meaning for certain. */
  safe: boolean;
  /** Offset of the first byte to replace. */
  start: number;
  /** Offset after the last byte to replace. */
  end: number;
  /** The same range in UTF-16 code units. */
  utf16: Range;
  /** The new text. */
  replacement: string;
}

/** The record of a finding. */
export interface Item {
  /** The position in its list, counted from 0 as in a JSON pointer. */
  index: number;
  /** The transactionId or externalId, card numbers masked. */
  id?: string;
}

/** A parameter: a text such as a name, or a number such as a limit. */
export type Param = string | number;

/** A range of the text in UTF-16 code units, as JavaScript and editors count; a byte order mark is one code unit. */
export interface Range {
  /** Offset of the first code unit, counted from 0. */
  start: number;
  /** Offset after the last code unit. */
  end: number;
}

/** The result of normalizing a file. */
export interface Normalized {
  /** The name of the file, as the caller gave it. */
  file: string;
  /** Whether no errors remain. */
  valid: boolean;
  /** The number of remaining errors. */
  errors: number;
  /** The number of remaining warnings. */
  warnings: number;
  /** The number of remaining notes. */
  notes: number;
  /** The changes, in the order of their positions in the file. */
  changes: Change[];
  /** The remaining findings, with positions in the normalized text. */
  findings: Finding[];
  /** The normalized documents, usually one; null if the syntax of the file can't be fixed. */
  normalized?: unknown[];
}

/** A change of content. Changes of whitespace and of escapes in strings are not listed. */
export interface Change {
  /** The broken rule; null if the members were put into the order of the service's contract. */
  rule: RuleId | null;
  /** Whether the change keeps the meaning for certain. */
  safe: boolean;
  /** JSON pointer (RFC 6901) to the value in the original file. */
  path: string;
  /** Line of the first character, counted from 1. */
  line: number;
  /** Column of the first character, counted from 1 in Unicode scalar values. */
  column: number;
  /** Offset of the first byte. */
  start: number;
  /** Offset after the last byte. */
  end: number;
  /** The same range in UTF-16 code units. */
  utf16: Range;
  /** What was wrong. The message contains no value of the file. */
  message: string;
  /** The new JSON, with card numbers masked; empty if the text was removed, absent if members were put into order. */
  replacement?: string;
}

/** The result of converting a bank export. Every row is counted once: rows = transactions + details + skipped + rejected. */
export interface Conversion {
  /** The name of the file, as the caller gave it. */
  file: string;
  /** Whether everything of the file is in the result: its format is known, no row was rejected, and nothing is an error. */
  complete: boolean;
  /** The id of the format, such as `ubs-account`; null if no format matches. */
  bank: string | null;
  /** The variant of the format. */
  variant: string | null;
  /** The encoding of the file. */
  encoding: string;
  /** The sheet that was read, if the file is a workbook: lines, columns and ranges are those of its text. Null if values are redacted. */
  sheet: Sheet | null;
  /** The delimiter of the cells. */
  delimiter: string | null;
  /** The line of the header, counted from 1; null if the format has no header. */
  headerLine: number | null;
  /** The number of rows below the header, without blank lines and the footer. */
  rows: number;
  /** The transactions in the order of the file. */
  transactions: Transaction[];
  /** The origin of each transaction, in the same order. */
  origins: Origin[];
  /** The number of rows that are details of the transaction above them. */
  details: number;
  /** The rows that are not transactions, each with the reason. */
  skipped: Skipped[];
  /** The rows that can't be read; a finding reports the reason. */
  rejected: Rejected[];
  /** What the balances prove about the transactions. */
  balance: "proved" | "partly" | "broken" | "none";
  /** The number of transactions that balances confirm. */
  confirmed: number;
  /** Whether the file has no account, so that at least one row got the account of the options. */
  tookAccount: boolean;
  /** The period that the file states. */
  period: Period;
  /** The totals of each account in each currency. */
  totals: Total[];
  /** The number of errors, including errors that the limits left out of the findings. */
  errors: number;
  /** The number of warnings, including warnings that the limits left out of the findings. */
  warnings: number;
  /** The number of notes, including notes that the limits left out of the findings. */
  notes: number;
  /** The findings, in the order of their positions. */
  findings: Finding[];
}

/** The row that a transaction was read from. */
export interface Origin {
  /** The line of the row, counted from 1. */
  line: number;
  /** Whether the id is made with the reference of the bank, or derived from the content of the transaction. */
  idKind: "bank" | "derived";
  /** The cells that are not empty, by the names of their columns, card numbers masked. */
  cells: Record<string, string>;
}

/** A period of days; null where the file states no day. */
export interface Period {
  /** The first day, `YYYY-MM-DD`. */
  from: string | null;
  /** The last day, `YYYY-MM-DD`. */
  until: string | null;
}

/** A row that can't be read. */
export interface Rejected {
  /** The line of the row, counted from 1. */
  line: number;
}

/** A sheet of a workbook, card numbers masked. */
export interface Sheet {
  /** The name of the sheet. */
  name: string;
  /** The cells as CSV: a line for each row of the sheet. */
  text: string;
}

/** A row that is not a transaction. */
export interface Skipped {
  /** The line of the row, counted from 1. */
  line: number;
  /** Why the row is not a transaction. */
  reason: "zero-amount" | "pending" | "status" | "total" | "repeated" | "other";
}

/** The totals of one account in one currency. Amounts are decimals as strings. */
export interface Total {
  /** The account, as in the transactions. */
  account: string;
  /** The currency, as in the transactions. */
  currency: string;
  /** The number of transactions. */
  transactions: number;
  /** The sum of the credits; null if it is too large for a decimal. */
  credit: string | null;
  /** The sum of the debits, positive; null if it is too large for a decimal. */
  debit: string | null;
  /** The day of the first transaction. */
  first: string | null;
  /** The day of the last transaction. */
  last: string | null;
  /** The balance before the first transaction; null if the file has no balances. */
  opening: string | null;
  /** The balance after the last transaction; null if the file has no balances. */
  closing: string | null;
  /** What the balances prove about these transactions. */
  balance: "proved" | "partly" | "broken" | "none";
  /** The number of these transactions that balances confirm. */
  confirmed: number;
  /** The transactions that no balance confirms, in at most a thousand ranges of lines for each sub-account. */
  unconfirmed: Unconfirmed[];
  /** Whether a balance includes a row that is not exported. */
  includesUnexported: boolean;
  /** Whether a finding says that a day contradicts the period of the file or the days around it. */
  hasContradictingDay: boolean;
}

/** Adjacent transactions that no balance confirms. */
export interface Unconfirmed {
  /** The line of the first of them, counted from 1. */
  from: number;
  /** The line of the last of them. */
  until: number;
  /** The number of transactions. */
  transactions: number;
  /** Why no balance confirms them. */
  reason: "broken" | "unreadable-row" | "unexported-row" | "no-opening-balance" | "no-closing-balance" | "no-balance";
}

/** Transactions, with their origins in the file. */
export interface ConvertedBatch {
  /** The transactions in the order of the file. */
  transactions: Transaction[];
  /** The origin of each transaction, in the same order. */
  origins: Origin[];
}

/** What the statements of one or several files say about each other: one item for each account and currency. */
export interface Accounts {
  /** The accounts, in the order in which the files name them first. */
  accounts: AccountHistory[];
}

/** The history of an account in one currency. Amounts are decimals as strings. A transaction that several statements have counts once. */
export interface AccountHistory {
  /** The account, as in the transactions; null if the statements name none that can be used. */
  account: string | null;
  /** The currency; null if the statements have no transactions and name none. */
  currency: string | null;
  /** The statements: by their last day, then by their first day, then by their number, then so that their balances follow. */
  statements: StatementInHistory[];
  /** The number of transactions. */
  transactions: number;
  /** The number of entries of a statement that an earlier one has too. */
  repeated: number;
  /** The sum of the credits; null if it is too large for a decimal. */
  credit: string | null;
  /** The sum of the debits, positive; null if it is too large for a decimal. */
  debit: string | null;
  /** The day of the first transaction. */
  first: string | null;
  /** The day of the last transaction. */
  last: string | null;
  /** The balance before the statement with the earliest first day. */
  opening: string | null;
  /** The balance after the statement with the latest last day. */
  closing: string | null;
  /** What all balances prove about the transactions. */
  balance: "proved" | "partly" | "broken" | "none";
  /** The number of transactions that balances confirm. */
  confirmed: number;
  /** What there is to say about the statements together. The reports of the files have these findings too. */
  findings: FoundInFile[];
}

/** A finding, and the name of its file. */
export interface FoundInFile {
  /** The name of the file. */
  file: string;
  /** The rule that the input breaks, such as `amount-zero`. */
  rule: string;
  /** `error`, `warning` or `note`, according to the policy of the call. A note is no fault. */
  severity: "error" | "warning" | "note";
  /** JSON pointer (RFC 6901) to the value, or to the object that lacks a value. Empty for a CSV file. */
  path: string;
  /** Line of the first character, counted from 1. */
  line: number;
  /** Column of the first character, counted from 1 in Unicode scalar values. */
  column: number;
  /** Offset of the first byte. */
  start: number;
  /** Offset after the last byte. */
  end: number;
  /** The same range in UTF-16 code units. */
  utf16: Range;
  /** What is wrong. The message contains no value of the input. */
  message: string;
  /** What to do. */
  help: string;
  /** The parameters of the message and the help, by name. */
  params: Record<string, Param>;
  /** The cell, if the fault is in a row of a CSV file. */
  cell?: Cell;
  /** A replacement that fixes the fault. */
  fix?: Fix;
  /** The record with the fault. */
  item?: Item;
}

/** A row whose transaction another statement of the account has. */
export interface RepeatedRow {
  /** The line of the row, counted from 1. */
  line: number;
  /** The index of the statement that has the transaction, in the list of the account. */
  statement: number;
}

/** A statement in the history of its account. */
export interface StatementInHistory {
  /** The name of its file. */
  file: string;
  /** The line where it begins, counted from 1. */
  line: number;
  /** The number that the bank gives it. */
  number: string | null;
  /** Its first day. */
  from: string | null;
  /** Its last day. */
  until: string | null;
  /** The balance before its first entry. */
  opening: string | null;
  /** The balance after its last entry. */
  closing: string | null;
  /** The number of its transactions. */
  transactions: number;
  /** The number of those that another statement has. */
  repeated: number;
  /** Their rows, each with the statement that has the transaction. */
  repeatedRows: RepeatedRow[];
  /** How it is linked to another statement. */
  link: "unknown" | "copy" | "part" | "follows" | "overlap" | "gap";
  /** The index of that statement in this list. */
  linkedTo: number | null;
  /** What its own balances prove. */
  balance: "proved" | "partly" | "broken" | "none";
  /** The days between the two that neither covers. */
  uncovered?: UncoveredDays;
}

/** Days, both included. */
export interface UncoveredDays {
  /** The first day, `YYYY-MM-DD`. */
  from: string;
  /** The last day, `YYYY-MM-DD`. */
  until: string;
}

/** The result of importing a payload. */
export interface Import {
  /** Whether the payload is accepted; if not, nothing of it is imported. */
  importable: boolean;
  /** The number of transactions that exist already and are not created again. */
  existingTransactions: number;
  /** The number of transactions that are created. */
  newTransactions: number;
  /** The number of transactions that can't be imported because of an error. */
  errorTransactions: number;
  /** The number of conflicts among the existing ones. */
  conflicts: number;
  /** The number of suspects among the new ones. */
  suspects: number;
  /** The verdict on each transaction, in the order of the payload. */
  verdicts: Verdict[];
  /** The report on the payload. */
  report: Report;
}

/** Another booking has the id. The transaction is created with the next occurrence number in its id. */
export interface AddedVerdict {
  /** The position in the payload, counted from 0. */
  index: number;
  verdict: "added";
  /** The id with which it is created; card numbers masked. */
  transactionId: string | null;
  /** The references of the payment in the texts that differ. */
  references: string[];
  /** The position of the other booking, if it is an earlier one of the same payload. */
  earlier?: number;
}

/** The transaction is not created, because one with the same id exists with other content. */
export interface ConflictVerdict {
  /** The position in the payload, counted from 0. */
  index: number;
  verdict: "conflict";
  /** What differs. The sentence contains no value. */
  message: string;
  /** The references of the payment in the texts that differ. If there are any, the two are two bookings. */
  references: string[];
  /** The fields that differ. */
  differences: Difference[];
  /** The position of the existing transaction, if it is an earlier one of the same payload. */
  earlier?: number;
  /** Whether the text differs too. */
  otherText?: boolean;
}

/** A field that differs between two transactions with the same key. */
export interface Difference {
  /** The name of the field. */
  field: string;
  /** The value of the existing transaction, which does not change; null if it has no value. */
  known: string | null;
  /** The value that was sent; null if it has no value. */
  sent: string | null;
}

/** The transaction exists and is not created again. */
export interface ExistingVerdict {
  /** The position in the payload, counted from 0. */
  index: number;
  verdict: "existing";
  /** Whether the text differs from that of the existing transaction. */
  otherText?: boolean;
}

/** An existing transaction. */
export interface Like {
  /** The account, card numbers masked. */
  accountIdentifier: string;
  /** The id, card numbers masked; null if the transaction has no id. */
  transactionId: string | null;
}

/** The transaction is created. */
export interface NewVerdict {
  /** The position in the payload, counted from 0. */
  index: number;
  verdict: "new";
}

/** The transaction has an error and is not created. */
export interface RejectedVerdict {
  /** The position in the payload, counted from 0. */
  index: number;
  verdict: "rejected";
}

/** The transaction is created, but it resembles an existing one. */
export interface SuspectVerdict {
  /** The position in the payload, counted from 0. */
  index: number;
  verdict: "suspect";
  /** Why the transaction is suspected. The sentence contains no value. */
  message: string;
  /** How the transaction resembles the existing one. */
  likeness: "other-spelling" | "other-day" | "other-id" | "no-id";
  /** The existing transaction. */
  like: Like;
  /** The position of the existing transaction, if it is an earlier one of the same payload. */
  earlier?: number;
}

/** The result for one transaction. */
export type Verdict = NewVerdict | SuspectVerdict | ExistingVerdict | ConflictVerdict | AddedVerdict | RejectedVerdict;

/** What an import did, beyond the counts of its answer. */
export interface ImportDetails {
  /** The number of transactions that existed already and were not created again. */
  existingTransactions: number;
  /** The number of transactions that were created. */
  newTransactions: number;
  /** The number of transactions that could not be imported because of an error. */
  errorTransactions: number;
  /** The number of conflicts among the existing ones. */
  conflicts: number;
  /** The number of suspects among the new ones. */
  suspects: number;
  /** The suspects, the conflicts, the existing transactions with another text, and the transactions with an error: the first 1000 of them. */
  verdicts: Verdict[];
  /** The number of verdicts beyond these 1000. */
  omittedVerdicts: number;
  /** The number of errors, including errors that the limits left out of the findings. */
  errors: number;
  /** The number of warnings, including warnings that the limits left out of the findings. */
  warnings: number;
  /** The number of notes, including notes that the limits left out of the findings. */
  notes: number;
  /** The findings, in the order of their positions. */
  findings: Finding[];
}

/** The result of extracting the files of a journal export. */
export interface Extraction {
  /** The folder that the files were written to, as the caller gave it. */
  folder: string;
  /** The files of the export, in its order; empty if the report has an error, because then nothing is written. */
  files: ExtractedFile[];
  /** The report on the files of the export. The other fields are not checked. */
  report: Report;
}

/** A file of the export. */
export interface ExtractedFile {
  /** The record with the file. */
  record: RecordOfFile;
  /** The position of the file in its record, counted from 1. */
  number: number;
  /** The id of the file; null if the export has none, or if values are redacted. */
  fileId: string | null;
  /** The file that was written; null if the export has no content. */
  written: WrittenFile | null;
  /** The path below the base URL of the service to download a file from whose content the export does not have; null if its id is not known or redacted. */
  download?: string;
}

/** The record of a file. */
export interface RecordOfFile {
  /** The position in the export, counted from 0. */
  index: number;
  /** The id; null if the record has none, or if values are redacted. */
  id: string | null;
}

/** A file that was written. */
export interface WrittenFile {
  /** The name in the folder, or `…` if values are redacted. */
  name: string;
  /** The size in bytes. */
  size: number;
  /** The SHA-256 digest of the content, in hexadecimal digits. */
  sha256: string;
}

/** Journal records, written for another program. */
export interface JournalConversion {
  /** The output, without the records that were rejected and the entries that were refused. */
  text: string;
  /** The number of entries in the output. */
  entries: number;
  /** The number of records that were read. */
  records: number;
  /** The number of records with an error; none of their entries is in the output. */
  rejected: number;
  /** The entries that the format can't express; they are not in the output. */
  refused: Refusal[];
  /** What was lost, altered or assumed. */
  notes: Note[];
  /** The totals of all records that were read. */
  read: AccountTotal[];
  /** The totals of the output. Debits and credits equal those of `read` unless an entry was refused. */
  written: AccountTotal[];
  /** The report on the file. */
  report: Report;
}

/** The amounts of one account in one currency. */
export interface AccountTotal {
  /** The number of the account. */
  number: string;
  /** The external id, if several accounts have the number. */
  externalId: string | null;
  /** The currency. */
  currency: string;
  /** The number of amounts. */
  amounts: number;
  /** The sum of the debits; null if it is too large to hold exactly. */
  debits: string | null;
  /** The sum of the credits; null if it is too large to hold exactly. */
  credits: string | null;
}

/** What was lost, altered or assumed. */
export interface Note {
  /** How often it occurs. */
  count: number;
  /** A sentence that includes the count. */
  message: string;
  /** The sentence with `{count}` and `{field}` in the place of their values, by which a translation is found. */
  template: string;
  /** The path of the field that the note is about. */
  field: string | null;
}

/** An entry that was not written. */
export interface Refusal {
  /** The index of the record, counted from 0. */
  record: number;
  /** The index of the entry in the record, counted from 0. */
  entry: number;
  /** The entry and the reason. */
  message: string;
  /** The reason alone, by which a translation is found. */
  sentence: string;
}

/** What an update would change in the base data that the service holds. */
export interface BaseDataDiff {
  /** The report on what the service holds. */
  held: Report;
  /** The report on the new payload. */
  new: Report;
  /** The changes; null if one of the two has an error. */
  diff: BaseDataChanges | null;
}

/** The changes between two base data payloads. Card numbers are masked. */
export interface BaseDataChanges {
  /** Whether nothing changes. */
  empty: boolean;
  /** The number of records that are added. */
  added: number;
  /** The number of records that are changed. The organization is one of them. */
  changed: number;
  /** The number of records that are removed. A record that comes back under another external id is one of them. */
  removed: number;
  /** The changed fields of the organization. */
  organization: FieldChange[];
  /** The seven lists, in the order of the contract. */
  lists: ListDiff[];
  /** The changed unknown fields beside the lists. */
  fields: FieldChange[];
}

/** A record that only one of the two payloads has. */
export interface DiffRecord {
  /** The index in the list of its payload, counted from 0. */
  index: number;
  /** The external id; absent if the record has none, or if values are left out. */
  externalId?: string;
  /** The whole record; absent if values are left out. */
  record?: Record<string, unknown>;
  /** The record of the other payload that means the same account, tax or contact under another external id. */
  same?: SameRecord;
}

/** A field that differs. */
export interface FieldChange {
  /** The name. */
  name: string;
  /** Whether the field is added, changed or removed. */
  change: "added" | "changed" | "removed";
  /** The value that the service holds; absent if it has none, or if values are left out. */
  held?: unknown;
  /** The new value; absent if there is none, or if values are left out. */
  new?: unknown;
}

/** The changes of one list. */
export interface ListDiff {
  /** The name, such as `accounts`. */
  name: string;
  /** The number of records that the service holds. */
  held: number;
  /** The number of records of the new payload. */
  new: number;
  /** The records that only the new payload has. */
  added: DiffRecord[];
  /** The records that differ. */
  changed: RecordChange[];
  /** The records that only the service has. */
  removed: DiffRecord[];
}

/** A record that both payloads have, with different fields. */
export interface RecordChange {
  /** The index in the list that the service holds, counted from 0. */
  heldIndex: number;
  /** The index in the list of the new payload, counted from 0. */
  newIndex: number;
  /** The changed fields. */
  fields: FieldChange[];
  /** The external id; absent if values are left out. */
  externalId?: string;
}

/** A record of the other payload that means the same under another external id. */
export interface SameRecord {
  /** The index in the list of the other payload, counted from 0. */
  index: number;
  /** The names of the fields by which the record was recognized. */
  by: string[];
  /** The external id in the other payload; absent if the record has none, or if values are left out. */
  externalId?: string;
}

/** A refusal as problem details (RFC 9457). */
export interface Problem {
  /** The type of the problem, such as `urn:universal-accounting:problem:invalid-transactions`. */
  type: string;
  /** The problem in a few words. */
  title: string;
  /** The status of the response. */
  status: number;
  /** What is wrong with this request. */
  detail: string;
  /** The number of errors, including errors that the limits left out of the findings. */
  errors?: number;
  /** The findings, in the order of their positions. */
  findings?: Finding[];
  /** The number of notes, including notes that the limits left out of the findings. */
  notes?: number;
  /** The number of warnings, including warnings that the limits left out of the findings. */
  warnings?: number;
}

/** The known formats of bank statements. */
export type Banks = Bank[];

/** A format of bank statements. */
export interface Bank {
  /** The id, such as `ubs-account` or `camt.053`. */
  id: BankId | MessageId;
  /** The institution that exports files in this format, or defined it for all banks. */
  institution: string;
  /** The product that the files are exported from. */
  product: string;
  /** The source of the format's definition: files of the bank, the reader of another program, or a document. */
  evidence: "real-file" | "parser-source" | "document";
  /** ISO 3166-1 alpha-2 code of the institution's country; absent if the format is the same for all banks. */
  country?: string;
  /** Why files of this format are recognized but not converted, as the end of a sentence. */
  refused?: string;
}

/** How well the formats match a file, best match first. */
export type Candidates = Candidate[];

/** How well a format matches a file. */
export interface Candidate {
  /** The id of the format. */
  bank: string;
  /** Whether the file is read in this format. */
  chosen: boolean;
  /** The matching variant of the format; null if there is none. */
  variant: string | null;
  /** The line that matches the header best, counted from 1; null for a format without a header. */
  line: number | null;
  /** The number of columns found; for a format without a header, the number of matching rows. */
  found: number;
  /** The number of expected columns or rows. */
  expected: number;
  /** The missing columns. */
  missing: string[];
  /** The column names in the file that the format doesn't know, card numbers masked. */
  strangers: string[];
}

/** What was learned of the format of a table, and what is open. */
export interface Draft {
  /** The character between cells. */
  delimiter: string;
  /** The line of the header, counted from 1; null if the table has none. */
  headerLine: number | null;
  /** The number of rows with a date. */
  entries: number;
  /** The decimal mark; null if the amounts could not be read. */
  decimal: string | null;
  /** The order of the rows; null if the dates don't fix it. */
  order: "newest-first" | "oldest-first" | null;
  /** What the amounts rest on: `proved` only if the balances of all rows and the dates admit a single reading. */
  amounts: Basis;
  /** The columns, in the order of the table. */
  columns: LearnedColumn[];
  /** What remains to be answered. */
  questions: Question[];
  /** What the balances say of the file, converted with the profile; null if there is no profile. */
  balance: "proved" | "partly" | "broken" | "none" | null;
  /** The lines of rows that could not be read; null if there is no profile. */
  rejected: number[] | null;
  /** The first transactions, as they would be booked; null if there is no profile. */
  transactions: LearnedTransaction[] | null;
  /** The profile, which the schema `bank-profile` describes; null if a question is open. */
  profile: unknown;
}

/** What a role rests on. */
export type Basis = "proved" | "suggested" | "given" | "open";

/** What a column of a statement means, in the words of `--set`. */
export type ColumnRole = "booked-at" | "valuta-at" | "purchased-at" | "amount" | "debit" | "credit" | "direction" | "fee" | "balance" | "currency" | "iban" | "account" | "transaction-id" | "text" | "other";

/** What a question is about. */
export type QuestionKind = "date" | "day-or-month" | "amounts" | "direction" | "rivals" | "fee" | "status" | "balance" | "suggested" | "unwritten";

/** Answers to a question. */
export interface Answers {
  /** Words of columns whose rows are balances or totals. */
  balances?: Record<string, string[]>;
  /** The order of day, month and year. */
  dates?: string;
  /** The decimal mark. */
  decimal?: string;
  /** What a number without a minus sign is. */
  positive?: string;
  /** The roles of columns. */
  roles?: Record<string, ColumnRole>;
  /** Words of columns whose rows are not booked. */
  unbooked?: Record<string, string[]>;
}

/** A possible answer to a question. */
export interface Choice {
  /** The sentence. */
  text: string;
  /** The sentence with names of parameters in braces. */
  template: string;
  /** The parameters: texts and numbers. */
  params: Record<string, unknown>;
  /** What to send back, in the form in which answers are given. */
  answers: Answers;
}

/** A column of the table. */
export interface LearnedColumn {
  /** The name in the header, or its number. */
  name: string;
  /** What the column means. */
  role: ColumnRole;
  /** What the role rests on. */
  basis: Basis;
  /** The first different texts of the column, at most three. */
  examples: string[];
}

/** A transaction, without account and currency, since the file may not name them. */
export interface LearnedTransaction {
  /** The booking date, or else the value date. */
  day: string | null;
  /** The direction. */
  creditDebit: "credit" | "debit" | null;
  /** The amount, a decimal without a sign. */
  amount: string;
  /** The text. */
  description: string | null;
}

/** A question about the format. */
export interface Question {
  /** What it is about. */
  kind: QuestionKind;
  /** The name of the column; null if it is about none. */
  column: string | null;
  /** The sentence. */
  text: string;
  /** The sentence with names of parameters in braces. */
  template: string;
  /** The parameters: texts and numbers. */
  params: Record<string, unknown>;
  /** The possible answers; none if only another file or a profile written by hand helps. */
  choices: Choice[];
}

/** The JSON file of an account map. */
export interface AccountMap {
  /** The accounts. The first match is used. */
  accounts: KnownAccount[];
}

/** An account, and how statements of the account are recognized. */
export interface KnownAccount {
  /** The account identifier that is sent, such as the IBAN. */
  account: string;
  /** The id of a format, such as `ubs-account`: only statements in this format belong to the account. */
  bank?: string;
  /** The currency of files that name no currency. */
  currency?: string;
  /** Patterns of the names of files that belong to the account and don't name it. `*` matches any characters, `?` matches one character, and
   * case matters. The folder of a file is only matched if the pattern contains a `/`. */
  files?: string[];
  /** The bank's numbers of the account, or masked card numbers, as they are in the bank's files. Spaces and case are ignored. `*`, `x` and
   * `•` all mean hidden digits. */
  written?: string[];
}

/** The JSON file with the names of accounts in a ledger. */
export interface LedgerAccounts {
  /** The accounts of statements. */
  accounts?: NamedAccount[];
  /** The account on the other side of money that goes out. Without it, `Expenses:Unknown`. */
  expenses?: string;
  /** The account on the other side of money that comes in. Without it, `Income:Unknown`. */
  income?: string;
  /** The account on the other side of the first balance. Without it, `Equity:Opening-Balances`. */
  opening?: string;
}

/** An account of statements with its name in the ledger. */
export interface NamedAccount {
  /** The account identifier of the transactions, such as the IBAN. */
  account: string;
  /** The name in the ledger: `Assets`, `Liabilities`, `Equity`, `Income` or `Expenses`, then further parts after colons. */
  name: string;
}

/** The JSON file with the client and the account numbers for DATEV. */
export interface DATEVSettings {
  /** The number of the consultant (Beraternummer), from 1001 to 9999999. */
  consultant: number;
  /** The number of the client (Mandantennummer), from 1 to 99999. */
  client: number;
  /** The first day of the fiscal year, such as `2026-01-01`. */
  yearStart: string;
  /** The number of digits of the general accounts (Sachkontenlänge), from 4 to 8. */
  accountLength: number;
  /** The accounts of statements. */
  accounts: NumberedAccount[];
  /** The account on the other side of money that comes in, such as that for payments in transit. */
  income: string;
  /** The account on the other side of money that goes out. */
  expenses: string;
  /** The currency of the books. Without it, `EUR`. */
  currency?: string;
}

/** An account of statements with its number in the chart of accounts. */
export interface NumberedAccount {
  /** The account identifier of the transactions, such as the IBAN. */
  account: string;
  /** The number in the chart of accounts, such as `1800`. */
  number: string;
}

/** A description of a bank's CSV export, read from a JSON file.
 * 
 * A profile is data only. Columns are found by their names, and numbers and dates are read only as the profile declares them. */
export interface BankProfile {
  /** The id of the format, such as `ubs-account`. */
  id: string;
  /** The bank or other institution. */
  institution: string;
  /** What the file is an export of, such as `account`. */
  product: string;
  /** The ISO 3166-1 alpha-2 code of the institution's country. */
  country: string;
  /** What the profile is based on. */
  evidence: ProfileEvidence;
  /** The columns; the texts of text columns are joined in this order. */
  columns: ProfileColumn[];
  /** The variants of the format; the first that matches a file is used. */
  variants: ProfileVariant[];
  /** The styles in which dates and numbers are written; one file has one style. */
  styles: ProfileStyle[];
  /** What identifies a transaction in every export. */
  identity: ProfileIdentity;
  /** A warning in every conversion, as a sentence without its full stop. */
  caution?: string;
  /** The currency, if the format has only one and doesn't name it. */
  currency?: string;
  /** The texts that mean an empty cell, such as `N/A`. */
  emptyValues?: string[];
  /** The encodings that the bank writes; another one is reported. Empty if they are not known. */
  encodings?: ProfileEncoding[];
  /** Whether a header with any other column, or with the columns in another order, is not one of this format, because its names are
   * those of many banks. */
  exactHeader?: boolean;
  /** The lines below the rows. */
  footer?: ProfileFooter;
  /** The number of empty cells before the names of the header that the rows below it don't have, as if the header was indented. A header
   * that begins with a name is not indented. */
  headerIndent?: number;
  /** Whether the file has no header. Its cells are then in the order of `columns`, and the format is recognized by the shape of its rows. */
  headerless?: boolean;
  /** The order of the rows, used if the dates in the file don't show it. */
  order?: ProfileRowOrder;
  /** The text column that continues in the cells after the last column, if any. */
  overflowColumn?: string;
  /** The labels above the header. */
  preamble?: ProfileLabel[];
  /** The rules for rows that are not entries; the first that applies decides. */
  rows?: ProfileRowRule[];
  /** Whether rows end in a delimiter that the header doesn't have. */
  rowsEndInDelimiter?: boolean;
  /** What the running balance comes after: each row, or rows that were booked together. */
  runningBalance?: ProfileBalanceGranularity;
  /** The web addresses of what the profile is based on: files, sources of programs, descriptions. */
  sources?: string[];
  /** The words of the columns that give the status of a payment. */
  status?: ProfileStatus[];
  /** Patterns of values within texts. */
  templates?: ProfileTemplate[];
  /** The mark that the bank writes before texts and long numbers so that a spreadsheet keeps them as they are, such as `'`. It is no part of them. */
  textMark?: string;
  /** The meaning of each cell of a line above the header that has values without labels. A line is this one if it has as many cells,
   * and dates and balances where they are expected. */
  unlabelledLine?: ProfileLabelRole[];
  /** The text column in which the bank doesn't quote the delimiter, if any. Only a delimiter before a blank is one of the text. */
  unquotedColumn?: string;
  /** Why files of this format are recognized but not converted, as the end of a sentence: `it lists sales, not …`. */
  unsupported?: string;
}

/** How rows give the amount and the direction. */
export type ProfileAmountModel = {  signed: { /** The column. */ column: string; /** What an amount without a minus sign means: `credit` from the account holder's view, `debit` from a card issuer's. */ positive: ProfileDirection; /** A column of words that must agree with the sign. */ directionWords?: ProfileDirectionWords; /** The fee beside the amount. */ fee?: ProfileFee; }; } | {  debitCredit: { /** Money out. */ debit: ProfileSide; /** Money in. */ credit: ProfileSide; /** A column of words for the direction. */ directionWords?: ProfileDirectionWords; }; };

/** Which rows a running balance includes. */
export type ProfileBalanceGranularity = "per-row" | "per-batch";

/** A kind of balance that a statement states. */
export type ProfileBalanceKind = "opening" | "closing";

/** A column, found by its name in the header. */
export interface ProfileColumn {
  /** The name that the other parts of the profile refer to. */
  id: string;
  /** The names in the header, by language; `{currency}` matches the code or sign of a currency. Empty if the format has no header. */
  names?: Record<string, string[]>;
  /** Whether some exports don't have the column. */
  optional?: boolean;
  /** What the column means. */
  role?: ProfileRole;
  /** Whether rows may end before this column, as rows do that omit empty cells at their end. */
  rowsMayEndBefore?: boolean;
  /** For a date: whether a row without a readable date is not an entry. For any column of a format without a header: whether a
   * row with an empty cell here doesn't belong to the format. */
  valueRequired?: boolean;
}

/** The direction of money, as in the service's contract. */
export type ProfileDirection = "credit" | "debit";

/** A column that gives the direction in words. */
export interface ProfileDirectionWords {
  /** The column. */
  column: string;
  /** The words for money in. */
  credit: string[];
  /** The words for money out. */
  debit: string[];
  /** Whether the column may have other words, which don't show the direction. It is then that of the sign. */
  otherWordsAllowed?: boolean;
}

/** The character encoding of a file. */
export type ProfileEncoding = "UTF-8" | "UTF-16LE" | "UTF-16BE" | "windows-1252" | "ISO-8859-15" | "windows-1250" | "windows-1251" | "ISO-8859-2" | "IBM850" | "IBM852" | "macintosh" | "KOI8-R";

/** What a profile is based on. */
export type ProfileEvidence = "real-file" | "parser-source" | "document";

/** A fee in its own column that is not part of the amount. */
export interface ProfileFee {
  /** The column. */
  column: string;
  /** The sign of a paid fee; a fee with the opposite sign was refunded. */
  sign: ProfileSign;
  /** The column of its currency. A row whose fee has another currency than its amount is rejected. */
  currency?: string;
}

/** The lines below the rows. The first of them has few filled cells. */
export interface ProfileFooter {
  /** Whether every line with few filled cells that follows a blank line starts the footer. */
  afterBlankLine?: boolean;
  /** The texts that the footer may start with, also without a blank line before it. */
  labels?: string[];
  /** The maximum number of filled cells in the first line of the footer. */
  maxFilledCells?: number;
  /** Whether each page of the statement ends in the footer and starts with the header. */
  onEachPage?: boolean;
}

/** What identifies a transaction in every export. Frozen once released: another list is another version. */
export interface ProfileIdentity {
  /** The version of `columns`. */
  version: number;
  /** The columns whose cells go into derived ids, which every variant must have. */
  columns: string[];
  /** Whether the bank gives each entry an id of its own, with which the id of the transaction is made. */
  bankIdIsUnique?: boolean;
  /** The date that goes into derived ids, which every variant must have. Without it, it is the booking date, else the value date,
   * else the purchase date. */
  date?: ProfileRole;
}

/** A label above the header. Its value follows in the same cell, or is the next cell to the right that is not empty. */
export interface ProfileLabel {
  /** What the value means. */
  role: ProfileLabelRole;
  /** The label in each language; `Saldo vom *` matches every label that starts with `Saldo vom`. Empty for an
   * IBAN without a label, and for a balance beside its currency with a label in any language. */
  labels: string[];
  /** Whether the value is in the cell below instead. */
  valueBelow?: boolean;
}

/** What a value above the header means. */
export type ProfileLabelRole = "iban" | "account" | "card" | "currency" | "period-start" | "period-end" | "period" | "opening-balance" | "closing-balance" | "entry-count" | "other";

/** How numbers are written. */
export interface ProfileNumbers {
  /** The decimal mark. */
  decimal: string;
  /** Whether every amount has decimals, `.00` too. */
  alwaysDecimals?: boolean;
  /** The marks between groups of three digits. */
  grouping?: string[];
  /** Whether groups above the thousands may have two digits, as in `1,23,456.78`. */
  lakhs?: boolean;
  /** The words behind a number that make it negative, such as `DR`. A number with such a word and a sign can't be read. */
  minusWords?: string[];
  /** The words behind a number that make it positive, such as `CR`. */
  plusWords?: string[];
  /** Whether a cell may hold the code or sign of a currency beside the number. */
  withCurrency?: boolean;
}

/** The columns of a payment in its original currency. */
export interface ProfileOriginal {
  /** The column of the amount. */
  amount: string;
  /** The column of the currency. */
  currency: string;
}

/** What a column means. */
export type ProfileRole = "iban" | "account" | "card" | "currency" | "purchased-at" | "valuta-at" | "booked-at" | "original-amount" | "original-currency" | "balance" | "balance-before" | "sub-account" | "transaction-id" | "detail-amount" | "detail-currency" | "text" | "other";

/** What a row is that is not an entry. */
export type ProfileRowKind = "detail" | "continuation" | "annotation" | "pending" | "void" | "total" | "refused" | "other";

/** The order of the rows of a file. */
export type ProfileRowOrder = "newest-first" | "oldest-first";

/** A rule that recognizes rows which are not entries. The rule applies if all of its conditions hold. */
export interface ProfileRowRule {
  /** The kind of these rows. */
  kind: ProfileRowKind;
  /** For a total: whether its last number is the opening or the closing balance. */
  balance?: ProfileBalanceKind;
  /** The columns that must be empty. */
  empty?: string[];
  /** The columns that must not be empty. */
  filled?: string[];
  /** The number of cells of the row that are not empty. */
  filledCells?: number;
  /** For a detail: whether its amount is reported but not added to the sum of the details, like a cost within the entry. */
  informational?: boolean;
  /** For each column, the words that it may hold: it must hold one of them. `Saldo*` matches every text that starts with `Saldo`,
   * `*_REJECTED` every text that ends with `_REJECTED`. */
  matches?: Record<string, string[]>;
  /** For a refused row: why it can't be a booking, and where its bookings are. */
  reason?: string;
  /** For a total: whether its amounts are the sums of the amounts of all bookings. */
  sums?: boolean;
  /** The columns that must hold words: letters, and not just a number or a date. */
  text?: string[];
}

/** The column of debits or of credits. */
export interface ProfileSide {
  /** The column. */
  column: string;
  /** The sign of its amounts. */
  sign: ProfileSign;
  /** The column of its currency, if each direction has its own. */
  currency?: string;
  /** The fee beside the amount. */
  fee?: ProfileFee;
  /** The amount in the original currency, if each direction has its own columns for it. */
  original?: ProfileOriginal;
  /** Whether an amount with the opposite sign is a reversal, which is an entry in the other direction. Otherwise the row
   * contradicts its column and is rejected. */
  reversals?: boolean;
}

/** The sign of the amounts of a column. */
export type ProfileSign = "plus" | "minus";

/** The words of a status column; `*_REJECTED` matches every text that ends with `_REJECTED`. */
export interface ProfileStatus {
  /** The column. */
  column: string;
  /** The words for a booked entry; an empty word if an empty cell means booked. */
  booked: string[];
  /** The words for an entry that is not booked yet. */
  pending?: string[];
  /** The words for payments that will never be booked: reversed, declined, only authorised. */
  void?: string[];
}

/** How dates and numbers are written. */
export interface ProfileStyle {
  /** The patterns of dates, made of `yyyy`, `yy`, `mmm` (the name of a month, or its first letters, in many languages), `mm`, `m` (one or two digits), `dd`, `d`,
   * `HH`, `H`, `MM`, `SS`, `F` (a fraction of a second), `Z` (a time zone), and the characters between them. */
  dates: string[];
  /** How numbers are written. */
  numbers: ProfileNumbers;
}

/** A pattern that finds a value within a text: literal text with the placeholders `{amount}`, `{currency}` and `{date}`. */
export interface ProfileTemplate {
  /** The column of the text. */
  column: string;
  /** The literal text with its placeholders; letters match in upper and lower case. */
  pattern: string;
  /** What the value means. */
  role: ProfileTemplateRole;
}

/** What a value within a text means. */
export type ProfileTemplateRole = "original" | "purchased-at";

/** One form of a format; banks change their exports over the years. */
export interface ProfileVariant {
  /** The name of the variant, mostly the date since when it has been seen. */
  id: string;
  /** How its rows give the amount and the direction. */
  amount: ProfileAmountModel;
  /** What the variant is based on, if that is less than for the profile. */
  evidence?: ProfileEvidence;
  /** The optional columns that files of this variant never have. */
  excludes?: string[];
  /** The optional columns that files of this variant have. */
  requires?: string[];
}

/** Credentials, as a JSON file has them. */
export interface Credentials {
  /** The clients that may ask the authorization server for tokens. */
  clients?: Client[];
  /** The tokens that the service accepts. */
  tokens?: Token[];
}

/** A client of the authorization server (OAuth 2.0). */
export interface Client {
  /** The `client_id`: visible characters of ASCII. */
  id: string;
  /** The secret: visible characters of ASCII. */
  secret: string;
  /** The addresses to which codes may be sent. A `redirect_uri` must be one of them, character for character. */
  redirectUris: string[];
  /** The organization that the tokens belong to. */
  organization: string;
  /** What the tokens may allow: the scopes of a token. */
  scopes: string[];
}

/** A token with its organization and scopes. */
export interface Token {
  /** The bearer token (RFC 6750): letters, digits and `-._~+/`, optionally with `=` at the end. */
  token: string;
  /** The organization that the token belongs to: 1 to 63 lower-case letters, digits and hyphens. */
  organization: string;
  /** What the token allows: `api:base-data:read`, `api:base-data:update`, `api:documents:create`, `api:documents:read-exported`,
   * `api:transactions:create`; `sandbox` for the requests that control tests. */
  scopes: string[];
}

/** A forced response, as a JSON file has it. */
export interface ForcedResponse {
  /** The status, 400 to 599. */
  status: number;
  /** Whether the service handles the request before it sends this response, as if only the response had been lost. */
  after?: boolean;
  /** The name of the endpoint, such as `importTransactions`; all endpoints if it is absent. */
  endpoint?: string;
  /** The header `Retry-After`, in seconds. */
  retryAfter?: number;
  /** The number of requests that get this response, 1 to 1000. */
  times?: number;
}

/** A request to deliver a journal to the webhook that the base data configure. */
export interface DeliveryRequest {
  /** How long the service waits before it sends the body, each time: 0 to 60000 milliseconds. */
  delayMilliseconds?: number;
  /** The signature that is sent: the valid one if it is absent. */
  signature?: SignatureKind;
  /** How often the same body is sent, 1 to 10. */
  times?: number;
}

/** The signature that is sent with a delivery. */
export type SignatureKind = "valid" | "broken" | "missing";

/** Base data that was built from tables. */
export interface BaseDataBuild {
  /** Whether nothing has an error, and no required list is missing. */
  valid: boolean;
  /** The number of errors of all tables and of the organization. A missing list is one. */
  errors: number;
  /** The number of warnings. */
  warnings: number;
  /** The number of notes. */
  notes: number;
  /** The tables in the order of the files, each sheet of a workbook as one. */
  tables: BaseDataTable[];
  /** The required lists that no table holds. */
  missing: string[];
  /** The codes of the currencies in use, if no table lists the currencies. Each code is also the external id. */
  derivedCurrencies: string[];
  /** The payload; null if something has an error. */
  payload: unknown;
  /** The report on the file of the organization; absent if there is none. */
  organization?: Report;
}

/** A table of base data. */
export interface BaseDataTable {
  /** The list in the contract, such as `accounts`; null if the table is none. */
  list: string | null;
  /** The number of records. */
  records: number;
  /** The line or row of the header, above which everything is left out; null if there is none. */
  headerLine: number | null;
  /** The name of the file, as the caller gave it. */
  file: string;
  /** Whether there are no errors. */
  valid: boolean;
  /** The number of errors, including errors that the limits left out of the findings. */
  errors: number;
  /** The number of warnings, including warnings that the limits left out of the findings. */
  warnings: number;
  /** The number of notes, including notes that the limits left out of the findings. */
  notes: number;
  /** The findings, in the order of their positions. */
  findings: Finding[];
  /** The field that the external ids come from; absent if the table has a column for them. */
  externalIdFrom?: string;
  /** The name of the sheet, if the file is a workbook. */
  sheet?: string;
}

/** What stores contain. */
export interface Stores {
  /** The stores. */
  stores: StoreContents[];
}

/** The days of an account in one currency, from the first to the last day of its statements. */
export interface Calendar {
  /** The account. */
  account: string;
  /** The currency. */
  currency: string;
  /** The number of statements. */
  statements: number;
  /** The days in order. */
  days: CalendarDays[];
  /** The statements that the bank should be asked for, by their first day. */
  missing: MissingStatement[];
}

/** Adjacent days with the same coverage. */
export interface CalendarDays {
  /** The first day, `YYYY-MM-DD`. */
  from: string;
  /** The last day, `YYYY-MM-DD`. */
  until: string;
  /** What the statements say about these days: balances confirm all transactions, or some; they contradict them; there are none; two statements overlap; no
   * statement covers them, and the balance stayed the same; no statement covers them. */
  coverage: "proved" | "partly" | "broken" | "unchecked" | "overlapping" | "resting" | "missing";
}

/** A statement that the bank should be asked for. */
export interface MissingStatement {
  /** The first day, `YYYY-MM-DD`. Where no day is left uncovered, the last day of the statement before. */
  from: string;
  /** The last day, `YYYY-MM-DD`. Where no day is left uncovered, the first day of the statement after. */
  until: string;
  /** Whether two statements have these days, but their balances don't meet. */
  overlap: boolean;
  /** The closing balance of the statement before; null if one of both balances is not known. */
  closing: string | null;
  /** The opening balance of the statement after, which differs. */
  opening: string | null;
  /** The opening balance minus the closing balance. */
  difference: string | null;
}

/** What a store contains. */
export interface StoreContents {
  /** The name of the store, such as its path. */
  store: string;
  /** The number of transactions, from payloads and from statements. */
  transactions: number;
  /** The size; null if it is not known. */
  bytes: number | null;
  /** The accounts of the statements that transactions came from. Payloads name no statement. */
  accounts: Calendar[];
}

/** What a conversion read and wrote. It is written with the SHA-256 of its own content. */
export interface Certificate {
  /** The version of this form, 1. */
  certificate: number;
  /** The version of the program that wrote it. */
  program: string;
  /** When the caller says that it was written, such as `2026-03-31T12:00:00`. */
  created: string | null;
  /** What was asked for. */
  settings: CertifiedSettings;
  /** The files of settings, such as an account map. */
  documents: CertifiedDocument[];
  /** The files that were read. An archive is one file. */
  inputs: CertifiedFile[];
  /** What was read of each statement file, also of those in archives. */
  files: CertifiedSource[];
  /** The files that were written. */
  outputs: CertifiedFile[];
  /** The history of each account in each currency. */
  accounts: CertifiedAccount[];
  /** The SHA-256 of the JSON without this member, without spaces, and with the members of each object by their names (RFC 8785). */
  sha256: string;
}

/** The history of an account in one currency. Amounts are decimals as texts. A transaction that several statements have counts once. */
export interface CertifiedAccount {
  /** The account, as in the transactions. */
  account: string | null;
  /** The currency. */
  currency: string | null;
  /** The number of transactions. */
  transactions: number;
  /** The number of entries of a statement that an earlier one has too. */
  repeated: number;
  /** The sum of the credits. */
  credit: string | null;
  /** The sum of the debits, positive. */
  debit: string | null;
  /** The day of the first transaction. */
  first: string | null;
  /** The day of the last transaction. */
  last: string | null;
  /** The balance before the first statement. */
  opening: string | null;
  /** The balance after the last statement. */
  closing: string | null;
  /** What all balances prove: `proved`, `partly`, `broken` or `none`. */
  balance: string;
  /** The number of transactions that balances confirm. */
  confirmed: number;
  /** The transactions that no balance confirms, by the reason. */
  unconfirmed: UnconfirmedCount[];
  /** What else keeps the balances from proving everything: `missing-statement`, `unexported-row`, `contradicting-day` or `incomplete`. */
  doubts: string[];
  /** The statements in their order. */
  statements: CertifiedStatement[];
  /** The days from the first to the last one, and what the statements say about them. */
  days: CertifiedDays[];
  /** The days for which the bank should be asked for a statement. */
  missing: MissingDays[];
}

/** Adjacent days of an account. */
export interface CertifiedDays {
  /** The first day. */
  from: string;
  /** The last day. */
  until: string;
  /** What the statements say: `proved`, `partly`, `broken`, `unchecked`, `overlapping`, `resting` or `missing`. */
  coverage: string;
}

/** A file of settings. */
export interface CertifiedDocument {
  /** What it is: `accounts`, `profile`, `base-data`, `ledger-accounts` or `datev`. */
  kind: string;
  /** The name. */
  name: string;
  /** The number of bytes. */
  bytes: number;
  /** The SHA-256 in hexadecimal digits. */
  sha256: string;
}

/** A file, and what its bytes are. */
export interface CertifiedFile {
  /** The name. */
  name: string;
  /** The number of bytes. */
  bytes: number;
  /** The SHA-256 in hexadecimal digits. */
  sha256: string;
}

/** What was asked for. */
export interface CertifiedSettings {
  /** The id of the format, if it was given. */
  bank: string | null;
  /** The account of files that name none. */
  account: string | null;
  /** The currency of files that name none. */
  currency: string | null;
  /** The balance before the oldest row of a file that states none. */
  opening: string | null;
  /** The order of day and month in the dates of a QIF file: `dmy`, `mdy` or `ymd`. */
  dates: string | null;
  /** Whether each payment of a batch booking became a transaction. */
  splitBatches: boolean;
  /** Whether transactions were written although rows were rejected. */
  partial: boolean;
  /** What was written: `payload`, `payload-lines` for all payloads in one file, or the name of a format. */
  to: string;
  /** The maximum number of transactions in a payload. */
  batch: number;
  /** The character between the cells of a CSV table. */
  delimiter: string;
  /** Whether a CSV table begins with a byte order mark. */
  byteOrderMark: boolean;
  /** Whether amounts in a CSV table have a comma before their decimals. */
  decimalComma: boolean;
  /** Whether the amounts of debits in a CSV table are negative. */
  signedAmounts: boolean;
  /** Whether texts in MT940 are in numbered fields. */
  numberedFields: boolean;
  /** The number that Intuit gave the bank. */
  bankNumber: number | null;
  /** The language of headings, and of the certificate: `en`, `de`, `fr` or `it`. */
  language: string;
}

/** What was read of a statement file. */
export interface CertifiedSource {
  /** The name. A file in an archive has the name of the archive before its own. */
  name: string;
  /** The id of the format; null if none matches. */
  format: string | null;
  /** The bank or other institution. */
  institution: string | null;
  /** The variant of the format. */
  variant: string | null;
  /** The number of rows: transactions, details, skipped and rejected ones. */
  rows: number;
  /** The number of rows that became a transaction. */
  transactions: number;
  /** The number of rows that are details of another row. */
  details: number;
  /** The number of rows that are no bookings, or whose transaction an earlier statement has. */
  skipped: number;
  /** The number of rows that can't be read. */
  rejected: number;
  /** What the balances prove: `proved`, `partly`, `broken` or `none`. */
  balance: string;
}

/** A statement of an account. */
export interface CertifiedStatement {
  /** The name of its file. */
  file: string;
  /** The number that the bank gives it. */
  number: string | null;
  /** Its first day. */
  from: string | null;
  /** Its last day. */
  until: string | null;
  /** The balance before its first entry. */
  opening: string | null;
  /** The balance after its last entry. */
  closing: string | null;
  /** The number of its transactions. */
  transactions: number;
  /** The number of those that another statement has. */
  repeated: number;
  /** How it is linked to another statement: `unknown`, `copy`, `part`, `follows`, `overlap` or `gap`. */
  link: string;
  /** What its own balances prove. */
  balance: string;
}

/** Days for which a statement is missing. */
export interface MissingDays {
  /** The first day. */
  from: string;
  /** The last day. */
  until: string;
  /** What the account moved meanwhile, if balances before and after say so. */
  difference: string | null;
}

/** How many transactions no balance confirms for one reason. */
export interface UnconfirmedCount {
  /** The reason: `broken`, `unreadable-row`, `unexported-row`, `no-opening-balance`, `no-closing-balance` or `no-balance`. */
  reason: string;
  /** The number of transactions. */
  transactions: number;
}

/** A fault in the input, with its position. Its `rule` decides which `params` it has. */
export type Finding = { [Id in RuleId]: FindingOf<Id> }[RuleId];

/** The parameters of each rule. */
export interface RuleParams {
  "empty-file": {};
  "too-large": { limit: number };
  "too-many-records": { found: string | number; what: string; limit: number };
  "not-json": { found: string | number };
  "not-utf8": {};
  "utf-16": { encoding: string };
  "byte-order-mark": {};
  "json-syntax": { reason: string; rest: string };
  "trailing-comma": {};
  "several-documents": {};
  "not-an-object": { what: string; found: string | number };
  "duplicate-key": {};
  "foreign-field": { name: string; content: string };
  "unknown-field": { name: string; hint: string };
  "export-field-unknown": { name: string };
  "missing-field": { field: string; about: string };
  "misnamed-field": { field: string };
  "null-value": { field: string; expected: string | number; otherwise: string };
  "wrong-type": { field: string; found: string | number; expected: string | number };
  "wrong-payload": { found: string | number; expected: string | number; hint: string };
  "empty-required": { field: string; about: string };
  "empty-value": { field: string };
  "empty-optional": { field: string };
  "expected-field-missing": { field: string; about: string };
  "list-empty": { field: string; item: string };
  "value-case": { field: string; suggestion: string };
  "value-unknown": { field: string; expected: string | number };
  "nul-in-text": { field: string };
  "date-form": { field: string };
  "date-day": { field: string; reason: string };
  "outer-blanks": { field: string };
  "card-number": { field: string };
  "value-unusual": { field: string; expected: string | number };
  "too-long": { field: string; found: string | number; limit: number };
  "longer-than-usual": { field: string; found: string | number; limit: number };
  "base64-invalid": { field: string; reason: string };
  "currency-spelling": { field: string; suggestion: string };
  "currency-unknown": { field: string };
  "currency-not-for-accounts": { field: string };
  "amount-form": { field: string };
  "amount-number": { field: string };
  "amount-leading-zeros": { field: string };
  "amount-negative": { field: string; turn: string };
  "amount-zero": { field: string };
  "amount-range": { field: string };
  "account-iban-invalid": { field: string; reason: string };
  "account-iban-spelling": { field: string };
  "iban-invalid": { field: string; reason: string };
  "iban-spelling": { field: string };
  "qr-iban": { field: string };
  "currency-withdrawn": { field: string; withdrawn: string; successor: string };
  "original-incomplete": { field: string; missing: string };
  "uid-spelling": { field: string };
  "uid-prefix": { field: string };
  "uid-form": { field: string };
  "uid-check-digit": { field: string; reason: string };
  "tax-number-form": { field: string };
  "country-length": { field: string };
  "country-unknown": { field: string };
  "web-address": { field: string };
  "rate-text": { field: string };
  "rate-spelling": { field: string };
  "rate-range": { field: string };
  "rate-precision": { field: string };
  "count-form": { field: string };
  "update-failed": {};
  "duplicate-external-id": { field: string; earlier: string };
  "duplicate-account-number": { field: string; earlier: string };
  "duplicate-iban": { field: string; earlier: string };
  "iban-on-result-account": { field: string };
  "duplicate-currency": { earlier: string };
  "currency-unlisted": { field: string };
  "duplicate-tax-code": { field: string; earlier: string };
  "rate-as-fraction": { field: string };
  "duplicate-code": { field: string; earlier: string };
  "tax-number-differs": { field: string };
  "tax-number-check-digit": { field: string; reason: string };
  "tax-period-reversed": { field: string };
  "tax-period-overlap": { earlier: string };
  "tax-period-gap": { earlier: string };
  "tax-period-long": {};
  "company-without-name": {};
  "individual-without-name": {};
  "name-of-other-kind": { field: string; kind: string };
  "bare-array": {};
  "bare-transaction": {};
  "transactions-empty": { item: string };
  "transactions-too-many": { found: string | number; limit: number };
  "transaction-id-missing": {};
  "direction-missing": {};
  "date-missing": {};
  "amount-precision": { field: string; found: string | number; limit: number };
  "original-same-currency": {};
  "booked-before-purchased": {};
  "value-date-far": {};
  "day-far-from-others": {};
  "duplicate-transaction": { earlier: string };
  "counts-differ": { sent: string; counted: string };
  "transactions-not-imported": { found: string | number };
  "account-not-in-base-data": { field: string; other: string };
  "account-number-differs": { field: string; known: string };
  "account-currency-differs": { field: string; known: string };
  "account-amount-differs": { field: string; known: string };
  "tax-not-in-base-data": { field: string; other: string };
  "tax-code-differs": { field: string; known: string };
  "tax-rate-differs": { field: string; known: string };
  "contact-not-in-base-data": { field: string };
  "dimension-not-in-base-data": { kind: string; field: string; other: string };
  "currency-not-in-base-data": { field: string };
  "outside-tax-periods": { field: string };
  "iban-not-in-base-data": { field: string };
  "account-not-compared": { found: string | number; field: string };
  "currency-not-of-account": { field: string; known: string };
  "transaction-conflict": {};
  "imported-statement-missing": { period: string; days: string; difference: string };
  "imported-statement-differs": { period: string; days: string };
  "statement-imported-before": { period: string };
  "signed-file-name-unknown": { field: string };
  "service-id-missing": {};
  "service-id-unasked": { field: string };
  "entry-unbalanced": {};
  "entry-in-several-currencies": {};
  "entry-without-lines": {};
  "entry-line-alone": {};
  "line-amount-zero": { field: string };
  "line-amount-signed": { field: string };
  "journal-id-repeated": { field: string; what: string };
  "journal-number-jumps": { field: string };
  "contact-in-both-forms": {};
  "billing-period-reversed": {};
  "dimension-without-id": {};
  "file-unreachable": {};
  "single-entries-unknown": { why: string };
  "single-entries-column-unknown": { name: string; hint: string };
  "single-entry-contradiction": { field: string; what: string };
  "single-entry-without-account": {};
  "single-entry-side-unknown": { found: string | number };
  "billing-period-unreadable": {};
  "xml-syntax": { reason: string };
  "xml-doctype": {};
  "element-repeated": {};
  "element-misplaced": { element: string };
  "namespace-unknown": { message: string };
  "encoding-declared": { declared: string; found: string | number };
  "message-unfinished": {};
  "text-without-entry": { reason: string };
  "message-without-opening": {};
  "field-damaged": {};
  "ofx-without-statement": { reason: string };
  "part-skipped": { part: string };
  "answer-failed": {};
  "file-unfinished": { end: string };
  "type-contradicts": {};
  "entry-corrects": {};
  "account-masked": {};
  "qif-without-register": { reason: string };
  "dates-ambiguous": {};
  "archive-unreadable": { reason: string };
  "member-refused": { reason: string };
  "workbook-unreadable": { reason: string };
  "workbook-encrypted": {};
  "workbook-too-large": { found: string | number; limit: number };
  "sheets-ambiguous": { sheets: string };
  "sheets-unread": { sheets: string };
  "sheet-hidden": {};
  "rows-hidden": { count: number; row: number };
  "number-inexact": {};
  "formula-uncalculated": {};
  "currency-shown-differs": { shown: string };
  "statement-kind": { found: string | number; otherwise: string };
  "statement-empty": {};
  "encoding-mixed": {};
  "encoding-unclear": { found: string | number };
  "text-misdecoded": {};
  "characters-lost": { count: number };
  "column-twice": { names: string };
  "line-too-long": { found: string | number; limit: number };
  "cell-too-long": { found: string | number; limit: number };
  "row-too-short": { found: string | number; expected: string | number };
  "row-too-long": { found: string | number; expected: string | number };
  "stray-quote": {};
  "row-above-header": {};
  "profile-invalid": { fault: string };
  "encoding-differs": { found: string | number; expected: string | number };
  "bank-unknown": { what: string };
  "bank-ambiguous": { found: string | number };
  "statement-refused": { found: string | number; reason: string };
  "shape-unproved": { bank: string };
  "format-by-shape": { bank: string };
  "profile-unverified": { bank: string; basis: string };
  "profile-caution": { caution: string };
  "style-ambiguous": {};
  "header-changed": { bank: string; missing: string; new: string };
  "header-unfamiliar": { bank: string; new: string; missing: string };
  "header-runs-on": { name: string };
  "second-statement": {};
  "account-map-invalid": { fault: string };
  "account-missing": {};
  "account-differs": {};
  "given-account-invalid": { reason: string };
  "account-unusable": { what: string };
  "accounts-several": {};
  "party-iban-invalid": { reason: string };
  "account-filled-in": {};
  "currency-missing": {};
  "currency-absent": {};
  "currency-differs": { used: string };
  "account-rounded": {};
  "given-currency-differs": {};
  "currency-contradicts": {};
  "currency-conflict": {};
  "last-cell-open": {};
  "row-truncated": { where: string };
  "row-of-another": {};
  "row-refused": { reason: string };
  "row-shifted": { found: string | number; expected: string | number; sign: string };
  "row-ragged": { found: string | number; expected: string | number };
  "day-month-exchanged": { sign: string };
  "detail-of-another": {};
  "row-after-footer": {};
  "detail-alone": {};
  "cell-passed-over": { expected: string | number };
  "status-unknown": {};
  "date-unreadable": { expected: string | number };
  "day-outside-period": { contradiction: string };
  "balance-days-reversed": {};
  "amount-unreadable": { decimal: string; advice: string };
  "amount-absent": {};
  "amount-twice": {};
  "direction-contradicts": { found: string | number };
  "direction-unknown": {};
  "fee-currency": {};
  "batch-not-split": {};
  "parts-differ": { difference: string; listed: string };
  "batch-total-differs": {};
  "charges-differ": {};
  "reversal-unproved": {};
  "net-differs": {};
  "balance-broken": { difference: string; repair: string };
  "opening-balance": { opening: string; difference: string; repair: string };
  "balance-repeated": {};
  "given-opening-unused": { reason: string };
  "closing-balance": { difference: string; advice: string; repair: string };
  "decimals-missing": { found: string | number; all: number };
  "block-repeated": { rows: number; first: number };
  "count-differs": { stated: number; found: string | number };
  "sum-differs": {};
  "control-character": { field: string };
  "bank-id-damaged": {};
  "statement-missing": { before: string; days: string; difference: string; repair: string };
  "days-uncovered": { before: string; days: string };
  "page-missing": {};
  "booking-in-one-statement": { before: string; bookings: string };
  "statements-differ": { difference: string };
  "part-differs": { before: string };
  "copy-differs": {};
  "booking-not-stated": { bookings: string };
  "reference-shared": { before: string; bookings: string };
  "entry-twice": { bookings: string };
  "ledger-accounts-invalid": { fault: string };
  "datev-settings-invalid": { fault: string };
  "table-empty": {};
  "sheet-empty": { sheet: string; count: number };
  "table-unknown": { hint: string };
  "table-ambiguous": { lists: string };
  "heading-unknown": { list: string; hint: string };
  "heading-repeated": { field: string; first: number };
  "heading-missing": {};
  "header-merged": {};
  "table-second": { list: string };
  "account-number-doubtful": { reason: string; count: number; lines: string };
  "column-left-out": { columns: string };
  "column-missing": { field: string; about: string };
  "table-kind": { found: string | number };
  "sheet-left-out": {};
  "rows-left-out": { list: string; count: number; lines: string; also: string };
  "cell-without-value": { reason: string; advice: string };
  "key-reformatted": { field: string; found: string | number };
  "key-unseen": { field: string; character: string };
  "cell-unreadable": { field: string; expected: string | number };
  "number-rounded": {};
  "digits-replaced": {};
  "leading-zero-lost": { field: string; length: number };
  "zeros-dropped": { field: string };
  "rate-doubtful": { field: string };
  "account-type-open": {};
  "organization-repeated": {};
  "credentials-invalid": { fault: string };
  "forced-response-invalid": { fault: string };
  "delivery-invalid": { fault: string };
}

/** The id of a rule. */
export type RuleId =
  | "empty-file"
  | "too-large"
  | "too-many-records"
  | "not-json"
  | "not-utf8"
  | "utf-16"
  | "byte-order-mark"
  | "json-syntax"
  | "trailing-comma"
  | "several-documents"
  | "not-an-object"
  | "duplicate-key"
  | "foreign-field"
  | "unknown-field"
  | "export-field-unknown"
  | "missing-field"
  | "misnamed-field"
  | "null-value"
  | "wrong-type"
  | "wrong-payload"
  | "empty-required"
  | "empty-value"
  | "empty-optional"
  | "expected-field-missing"
  | "list-empty"
  | "value-case"
  | "value-unknown"
  | "nul-in-text"
  | "date-form"
  | "date-day"
  | "outer-blanks"
  | "card-number"
  | "value-unusual"
  | "too-long"
  | "longer-than-usual"
  | "base64-invalid"
  | "currency-spelling"
  | "currency-unknown"
  | "currency-not-for-accounts"
  | "amount-form"
  | "amount-number"
  | "amount-leading-zeros"
  | "amount-negative"
  | "amount-zero"
  | "amount-range"
  | "account-iban-invalid"
  | "account-iban-spelling"
  | "iban-invalid"
  | "iban-spelling"
  | "qr-iban"
  | "currency-withdrawn"
  | "original-incomplete"
  | "uid-spelling"
  | "uid-prefix"
  | "uid-form"
  | "uid-check-digit"
  | "tax-number-form"
  | "country-length"
  | "country-unknown"
  | "web-address"
  | "rate-text"
  | "rate-spelling"
  | "rate-range"
  | "rate-precision"
  | "count-form"
  | "update-failed"
  | "duplicate-external-id"
  | "duplicate-account-number"
  | "duplicate-iban"
  | "iban-on-result-account"
  | "duplicate-currency"
  | "currency-unlisted"
  | "duplicate-tax-code"
  | "rate-as-fraction"
  | "duplicate-code"
  | "tax-number-differs"
  | "tax-number-check-digit"
  | "tax-period-reversed"
  | "tax-period-overlap"
  | "tax-period-gap"
  | "tax-period-long"
  | "company-without-name"
  | "individual-without-name"
  | "name-of-other-kind"
  | "bare-array"
  | "bare-transaction"
  | "transactions-empty"
  | "transactions-too-many"
  | "transaction-id-missing"
  | "direction-missing"
  | "date-missing"
  | "amount-precision"
  | "original-same-currency"
  | "booked-before-purchased"
  | "value-date-far"
  | "day-far-from-others"
  | "duplicate-transaction"
  | "counts-differ"
  | "transactions-not-imported"
  | "account-not-in-base-data"
  | "account-number-differs"
  | "account-currency-differs"
  | "account-amount-differs"
  | "tax-not-in-base-data"
  | "tax-code-differs"
  | "tax-rate-differs"
  | "contact-not-in-base-data"
  | "dimension-not-in-base-data"
  | "currency-not-in-base-data"
  | "outside-tax-periods"
  | "iban-not-in-base-data"
  | "account-not-compared"
  | "currency-not-of-account"
  | "transaction-conflict"
  | "imported-statement-missing"
  | "imported-statement-differs"
  | "statement-imported-before"
  | "signed-file-name-unknown"
  | "service-id-missing"
  | "service-id-unasked"
  | "entry-unbalanced"
  | "entry-in-several-currencies"
  | "entry-without-lines"
  | "entry-line-alone"
  | "line-amount-zero"
  | "line-amount-signed"
  | "journal-id-repeated"
  | "journal-number-jumps"
  | "contact-in-both-forms"
  | "billing-period-reversed"
  | "dimension-without-id"
  | "file-unreachable"
  | "single-entries-unknown"
  | "single-entries-column-unknown"
  | "single-entry-contradiction"
  | "single-entry-without-account"
  | "single-entry-side-unknown"
  | "billing-period-unreadable"
  | "xml-syntax"
  | "xml-doctype"
  | "element-repeated"
  | "element-misplaced"
  | "namespace-unknown"
  | "encoding-declared"
  | "message-unfinished"
  | "text-without-entry"
  | "message-without-opening"
  | "field-damaged"
  | "ofx-without-statement"
  | "part-skipped"
  | "answer-failed"
  | "file-unfinished"
  | "type-contradicts"
  | "entry-corrects"
  | "account-masked"
  | "qif-without-register"
  | "dates-ambiguous"
  | "archive-unreadable"
  | "member-refused"
  | "workbook-unreadable"
  | "workbook-encrypted"
  | "workbook-too-large"
  | "sheets-ambiguous"
  | "sheets-unread"
  | "sheet-hidden"
  | "rows-hidden"
  | "number-inexact"
  | "formula-uncalculated"
  | "currency-shown-differs"
  | "statement-kind"
  | "statement-empty"
  | "encoding-mixed"
  | "encoding-unclear"
  | "text-misdecoded"
  | "characters-lost"
  | "column-twice"
  | "line-too-long"
  | "cell-too-long"
  | "row-too-short"
  | "row-too-long"
  | "stray-quote"
  | "row-above-header"
  | "profile-invalid"
  | "encoding-differs"
  | "bank-unknown"
  | "bank-ambiguous"
  | "statement-refused"
  | "shape-unproved"
  | "format-by-shape"
  | "profile-unverified"
  | "profile-caution"
  | "style-ambiguous"
  | "header-changed"
  | "header-unfamiliar"
  | "header-runs-on"
  | "second-statement"
  | "account-map-invalid"
  | "account-missing"
  | "account-differs"
  | "given-account-invalid"
  | "account-unusable"
  | "accounts-several"
  | "party-iban-invalid"
  | "account-filled-in"
  | "currency-missing"
  | "currency-absent"
  | "currency-differs"
  | "account-rounded"
  | "given-currency-differs"
  | "currency-contradicts"
  | "currency-conflict"
  | "last-cell-open"
  | "row-truncated"
  | "row-of-another"
  | "row-refused"
  | "row-shifted"
  | "row-ragged"
  | "day-month-exchanged"
  | "detail-of-another"
  | "row-after-footer"
  | "detail-alone"
  | "cell-passed-over"
  | "status-unknown"
  | "date-unreadable"
  | "day-outside-period"
  | "balance-days-reversed"
  | "amount-unreadable"
  | "amount-absent"
  | "amount-twice"
  | "direction-contradicts"
  | "direction-unknown"
  | "fee-currency"
  | "batch-not-split"
  | "parts-differ"
  | "batch-total-differs"
  | "charges-differ"
  | "reversal-unproved"
  | "net-differs"
  | "balance-broken"
  | "opening-balance"
  | "balance-repeated"
  | "given-opening-unused"
  | "closing-balance"
  | "decimals-missing"
  | "block-repeated"
  | "count-differs"
  | "sum-differs"
  | "control-character"
  | "bank-id-damaged"
  | "statement-missing"
  | "days-uncovered"
  | "page-missing"
  | "booking-in-one-statement"
  | "statements-differ"
  | "part-differs"
  | "copy-differs"
  | "booking-not-stated"
  | "reference-shared"
  | "entry-twice"
  | "ledger-accounts-invalid"
  | "datev-settings-invalid"
  | "table-empty"
  | "sheet-empty"
  | "table-unknown"
  | "table-ambiguous"
  | "heading-unknown"
  | "heading-repeated"
  | "heading-missing"
  | "header-merged"
  | "table-second"
  | "account-number-doubtful"
  | "column-left-out"
  | "column-missing"
  | "table-kind"
  | "sheet-left-out"
  | "rows-left-out"
  | "cell-without-value"
  | "key-reformatted"
  | "key-unseen"
  | "cell-unreadable"
  | "number-rounded"
  | "digits-replaced"
  | "leading-zero-lost"
  | "zeros-dropped"
  | "rate-doubtful"
  | "account-type-open"
  | "organization-repeated"
  | "credentials-invalid"
  | "forced-response-invalid"
  | "delivery-invalid";

/** The id of a rule that was merged into another one. Options take it, and reports have the other one's. */
export type RuleAlias =
  | "table-encoding-mixed"
  | "table-encoding-unclear"
  | "table-text-damaged"
  | "table-quote-open"
  | "table-row-above-header";

/** The id of a bank's format, which an option can name. */
export type BankId =
  | "aib-account"
  | "alior-account"
  | "ally-account"
  | "amex-de-card"
  | "amex-gb-card"
  | "amex-no-card"
  | "amex-us-card"
  | "anz-nz-account"
  | "anz-nz-card"
  | "apple-card"
  | "asb-card"
  | "asn-account"
  | "atruvia-account"
  | "baloise-account"
  | "bancastato-account"
  | "bancoposta-account"
  | "bank-of-america-account"
  | "bank-of-america-card"
  | "bank-of-ireland-account"
  | "barclays-account"
  | "barclays-card"
  | "basler-kantonalbank-account"
  | "bcv-account"
  | "bekb-account"
  | "belfius-account"
  | "bmo-account"
  | "bmo-card"
  | "bnp-paribas-fortis-account"
  | "boursobank-account"
  | "bunq-account"
  | "c24-account"
  | "capital-one-account"
  | "capital-one-card"
  | "ceska-sporitelna-account"
  | "chase-account"
  | "chase-card"
  | "cic-account"
  | "citi-account"
  | "citi-card"
  | "comdirect-account"
  | "comdirect-card"
  | "commerzbank-account-en"
  | "commerzbank-account"
  | "commerzbank-card"
  | "consorsbank-account"
  | "coop-bank-account"
  | "corner-banca-account"
  | "cornercard"
  | "credit-mutuel-account"
  | "credit-suisse-account-value-date"
  | "credit-suisse-account"
  | "crelan-account"
  | "danske-no-account"
  | "dbs-account"
  | "dcu-account"
  | "deutsche-bank-account"
  | "deutsche-bank-card"
  | "deutsche-bank-finanzplaner"
  | "discover-card"
  | "dkb-account-legacy"
  | "dkb-account"
  | "dkb-card"
  | "dnb-account"
  | "easybank-account"
  | "easybank-card"
  | "efg-account"
  | "eqbank-account"
  | "erste-hu-account"
  | "fiducia-account"
  | "finom-account"
  | "finpension-account"
  | "fintro-account"
  | "fio-account"
  | "fortuneo-account"
  | "george-account"
  | "george-business-account"
  | "gls-account-legacy"
  | "hdfc-account"
  | "hypo-vorarlberg-account"
  | "hypovereinsbank-account"
  | "ica-banken-account"
  | "icici-account"
  | "ing-account"
  | "ing-be-account"
  | "ing-diba-at-account"
  | "ing-es-account"
  | "ing-nl-account"
  | "ing-ro-account"
  | "inter-account"
  | "jaeren-sparebank-account"
  | "kantonalbank-account"
  | "kbc-account"
  | "kbc-card"
  | "kiwibank-account"
  | "knab-account"
  | "kontoauszug-account"
  | "lansforsakringar-account"
  | "livebank-account"
  | "llb-account"
  | "lloyds-account-money-in-out"
  | "lloyds-account"
  | "mbank-account"
  | "mercury-account"
  | "migros-bank-account"
  | "millennium-account"
  | "monobank-account"
  | "monzo-account"
  | "n26-account"
  | "nab-account"
  | "national-bank-canada-account"
  | "nationwide-account-legacy"
  | "nationwide-account-midata"
  | "nationwide-account"
  | "natwest-account"
  | "neon-account"
  | "nordea-dk-account"
  | "nordea-se-account"
  | "nubank-account"
  | "nubank-card"
  | "oberbank-account"
  | "ocbc-account"
  | "outbank-account"
  | "paypal-account"
  | "pc-financial-card"
  | "pekao-account"
  | "pko-account"
  | "pnc-account"
  | "postfinance-account-2012"
  | "postfinance-account-classic"
  | "postfinance-account"
  | "postfinance-card"
  | "rabobank-account"
  | "rabobank-card"
  | "raiffeisen-account-2008"
  | "raiffeisen-account"
  | "raiffeisen-elba-account"
  | "raiffeisenbank-cz-account"
  | "rbc-account"
  | "rbc-card-legacy"
  | "revolut-account-2018"
  | "revolut-account"
  | "revolut-business-account"
  | "revolut-business-expenses"
  | "santander-uk-card"
  | "satispay-account"
  | "sbi-account"
  | "schwab-account"
  | "scotiabank-account"
  | "scotiabank-card"
  | "sg-laydernier-account"
  | "simplii-account"
  | "societe-generale-account"
  | "sofi-account"
  | "spanish-account"
  | "sparda-account"
  | "sparebank1-account"
  | "sparkasse-account"
  | "sparkasse-card"
  | "starling-account"
  | "stripe-balance"
  | "stripe-payments"
  | "sumup-account"
  | "sumup-payments"
  | "suntrust-account"
  | "swedbank-ee-account"
  | "swedbank-lt-account"
  | "swisscard"
  | "swissquote-account"
  | "tangerine-card"
  | "targobank-account"
  | "td-bank-account"
  | "trade-republic-pytr"
  | "triodos-be-account"
  | "twint-merchant"
  | "ubs-account-legacy"
  | "ubs-account"
  | "ubs-card"
  | "usaa-account"
  | "venmo-account"
  | "viseca-business-card"
  | "viseca-card"
  | "vivid-account"
  | "vz-depotbank-account"
  | "wealthsimple-account"
  | "wells-fargo-account"
  | "westpac-account"
  | "wise-account"
  | "wise-history"
  | "woolworths-money-card"
  | "yuh-account"
  | "zkb-account"
  | "zkb-search";

/** The id of a format that is the same for all banks. Its files are recognized, so that no option names it. */
export type MessageId =
  | "camt.052"
  | "camt.053"
  | "camt.054"
  | "mt940"
  | "mt942"
  | "ofx"
  | "qif";

/** The name of a format that statements are written in. */
export type StatementFormat =
  | "xlsx"
  | "csv"
  | "camt.053"
  | "mt940"
  | "ofx"
  | "qbo"
  | "qif"
  | "datev"
  | "ynab"
  | "xero"
  | "gnucash"
  | "hledger"
  | "beancount";

/** The name of a JSON Schema. */
export type SchemaName =
  | "base-data"
  | "transactions"
  | "journal"
  | "document-request"
  | "document-result"
  | "base-data-result"
  | "import-result"
  | "report"
  | "normalized"
  | "conversion"
  | "converted-batch"
  | "accounts"
  | "import"
  | "import-details"
  | "extraction"
  | "journal-conversion"
  | "base-data-diff"
  | "problem"
  | "banks"
  | "candidates"
  | "draft"
  | "account-map"
  | "ledger-accounts"
  | "datev-settings"
  | "bank-profile"
  | "credentials"
  | "forced-response"
  | "delivery-request"
  | "base-data-build"
  | "store-info"
  | "certificate";
