use crate::record::{FieldKind, choice, nested_record};
use crate::value::{Base64, Currency, Date, LimitedText, SignedAmount, Text};

choice! {
    /// The side of the journal that a line is on.
    Side {
        /// The debit side.
        Debit = "debit",
        /// The credit side.
        Credit = "credit",
    }
}

nested_record! {
    /// A business transaction of a journal export: a receipt with its journal entries.
    ///
    /// ```
    /// use universal_accounting::journal::{Entry, JournalRecord, Line, LineAccount, Side};
    /// use universal_accounting::value::{Currency, Date, SignedAmount, Text};
    ///
    /// let line = |id, side, account| -> Result<Line, Box<dyn std::error::Error>> {
    ///     let account = LineAccount::new(Text::parse(account)?);
    ///     Ok(Line::new(Text::parse(id)?, side, SignedAmount::parse("65.00")?, Currency::parse("CHF")?, account))
    /// };
    /// let lines = vec![line("l-1", Side::Debit, "6500")?, line("l-2", Side::Credit, "2000")?];
    /// let entry = Entry::new(Text::parse("e-1")?, Date::parse("2026-03-31")?, lines);
    /// let record = JournalRecord::new(Text::parse("r-1")?, vec![entry]);
    /// assert_eq!(record.entries[0].lines.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub JournalRecord called "journal record", "a business transaction of a journal export, with its journal entries" {
        required "serviceId" service_id: Text as FieldKind::Id, "the id of the business transaction", "s-81";
        nullable_record "invoice" invoice: Invoice, "the invoice or receipt that was booked", "";
        nullable_record "contact" contact: Contact, "the supplier or customer", "";
        nullable_list "contacts" contacts: Contact, "the suppliers or customers, where the export has a list of them", "";
        required_list "entries" entries: Entry, "the journal entries", "";
        nullable_list "files" files: File, "the files of the receipt", "";
    }
}

nested_record! {
    /// The invoice or receipt of a business transaction.
    pub Invoice called "invoice", "the invoice or receipt of a business transaction" {
        nullable "number" number: Text as FieldKind::Text, "the number of the invoice", "2026-118";
        nullable "date" date: Date as FieldKind::Date, "the date of the invoice", "2026-03-28";
        nullable "currency" currency: Currency as FieldKind::Currency,
            "the currency of the invoice, which may differ from that of the lines", "CHF";
        nullable "payableUntil" payable_until: Date as FieldKind::Date, "the day on which the invoice is due", "2026-04-27";
        nullable_record "billingPeriod" billing_period: BillingPeriod, "the period that the invoice is for", "";
        nullable "qrReferenceNumber" qr_reference_number: Text as FieldKind::Text,
            "the reference of a Swiss QR-bill", "210000000003139471430009017";
        nullable "owner" owner: Text as FieldKind::Text, "the owner of the receipt", "Anna Muster";
        nullable "source" source: Text as FieldKind::Text, "the system that the receipt comes from", "upload";
        nullable "sourceId" source_id: Text as FieldKind::Id, "the id of the receipt in that system", "u-4711";
        nullable "postingType" posting_type: Text as FieldKind::Text, "the kind of posting", "creditor-invoice";
    }
}

nested_record! {
    /// The period that an invoice is for.
    pub BillingPeriod called "billing period", "the period that an invoice is for" {
        required "from" from: Date as FieldKind::Date, "the first day", "2026-03-01";
        required "to" to: Date as FieldKind::Date, "the last day", "2026-03-31";
    }
}

nested_record! {
    /// The supplier or customer of a business transaction.
    pub Contact called "journal contact", "the supplier or customer of a business transaction" {
        nullable "name" name: Text as FieldKind::Text, "the name in one text", "Beispiel GmbH";
        nullable "contactId" contact_id: Text as FieldKind::Id,
            "the service's own id of the contact", "3f0b6f0e-5f2c-4b8e-9d53-0d9f6f0c1a2b";
        nullable "externalId" external_id: LimitedText<36> as FieldKind::Id,
            "the sender's own id of the contact, as in base data", "k-17";
        nullable "legalType" legal_type: Text as FieldKind::OpenChoice(&["company", "person"]),
            "the legal type", "company";
        nullable "firstName" first_name: Text as FieldKind::Text, "the first name of a person", "Anna";
        nullable "lastName" last_name: Text as FieldKind::Text, "the last name of a person", "Muster";
        nullable "companyName" company_name: Text as FieldKind::Text, "the name of a company", "Beispiel GmbH";
        nullable "companyTaxNumber" company_tax_number: Text as FieldKind::Text,
            "the tax number of a company", "CHE-100.000.006 MWST";
        nullable "companyUid" company_uid: Text as FieldKind::Text,
            "the Swiss business identification number of a company", "CHE-100.000.006";
        nullable_record "address" address: Address, "the postal address", "";
    }
}

nested_record! {
    /// A postal address.
    pub Address called "address", "a postal address" {
        nullable "street" street: Text as FieldKind::Text, "the street", "Hauptstrasse";
        nullable "houseNumber" house_number: Text as FieldKind::Text, "the number of the house", "12a";
        nullable "postalCode" postal_code: Text as FieldKind::Text, "the postal code", "3000";
        nullable "city" city: Text as FieldKind::Text, "the town", "Bern";
        nullable "country" country: Text as FieldKind::Text, "the country; its form is not stated", "CH";
    }
}

nested_record! {
    /// A journal entry, whose debits equal its credits.
    pub Entry called "journal entry", "a journal entry, whose debits equal its credits" {
        required "entryId" entry_id: Text as FieldKind::Id, "the id of the entry", "e-1";
        expected "entryNumber" entry_number: u64 as FieldKind::Count, "the number of the entry in its record, from 1", "1";
        expected "type" entry_type: Text as FieldKind::Text, "the kind of the entry", "invoice";
        required "date" date: Date as FieldKind::Date, "the day of the posting", "2026-03-31";
        required_list "lines" lines: Line, "the lines, each on one side of the journal", "";
    }
}

nested_record! {
    /// A line of a journal entry: an amount on one side of an account.
    pub Line called "journal line", "a line of a journal entry: an amount on one side of an account" {
        required "lineId" line_id: Text as FieldKind::Id, "the id of the line", "l-1";
        expected "lineNumber" line_number: u64 as FieldKind::Count, "the number of the line in its entry, from 1", "1";
        required "creditDebit" credit_debit: Side as FieldKind::Choice(Side::WORDS),
            "the side of the journal that the line is on", "debit";
        required "amount" amount: SignedAmount as FieldKind::SignedAmount, "the amount, a decimal as a string", "65.00";
        required "currency" currency: Currency as FieldKind::Currency,
            "the currency of amount, a code of ISO 4217", "CHF";
        nullable "amountInAccountCurrency" amount_in_account_currency: SignedAmount as FieldKind::SignedAmount,
            "the amount in the currency of the account, if that is another currency", "61.20";
        required_record "account" account: LineAccount, "the account", "";
        nullable_record "tax" tax: LineTax, "the tax", "";
        nullable "originalAmount" original_amount: SignedAmount as FieldKind::SignedAmount,
            "the amount in the currency of the receipt, if that is another currency", "70.10";
        nullable "originalCurrency" original_currency: Currency as FieldKind::Currency,
            "the currency of originalAmount, a code of ISO 4217", "EUR";
        nullable "text" text: Text as FieldKind::Text, "the text of the posting", "Toner, March";
        nullable_list "dimensions" dimensions: Dimension, "the cost centers, projects and other dimensions", "";
    }
}

nested_record! {
    /// The account of a journal line.
    pub LineAccount called "line account", "the account of a journal line" {
        nullable "externalId" external_id: Text as FieldKind::Id,
            "the sender's own id of the account, as in base data", "a-6500", usually at most 36;
        required "number" number: Text as FieldKind::Code,
            "the number of the account in the chart", "6500", usually at most 12;
        nullable "currency" currency: Currency as FieldKind::Currency, "the currency of the account", "CHF";
    }
}

nested_record! {
    /// The tax of a journal line.
    pub LineTax called "line tax", "the tax of a journal line" {
        nullable "externalId" external_id: Text as FieldKind::Id,
            "the sender's own id of the tax, as in base data", "t-vm81", usually at most 36;
        nullable "code" code: Text as FieldKind::Code, "the short name of the tax", "VM81", usually at most 12;
        nullable "value" value: SignedAmount as FieldKind::SignedAmount, "the rate in percent, a decimal as a string", "8.1";
    }
}

nested_record! {
    /// A cost center, project or another dimension of a journal line.
    pub Dimension called "dimension", "a cost center, project or another dimension of a journal line" {
        nullable "externalId" external_id: Text as FieldKind::Id,
            "the sender's own id of the cost center or project, as in base data", "c-10", usually at most 36;
        nullable "name" name: Text as FieldKind::Text, "the name", "Verkauf";
        nullable "type" dimension_type: Text as FieldKind::Text, "the kind of the dimension", "cost-center";
    }
}

nested_record! {
    /// A file of a business transaction.
    pub File called "journal file", "a file of a business transaction" {
        nullable "serviceFileId" service_file_id: Text as FieldKind::Id,
            "the id of the file, which its download needs", "file-4711";
        nullable "contentAsBase64" content: Base64 as FieldKind::Base64, "the content, as base64", "JVBERi0xLjQ=";
    }
}

impl JournalRecord {
    /// Iterates over the contacts: the single one, and those of the list.
    pub fn all_contacts(&self) -> impl Iterator<Item = &Contact> {
        self.contact.iter().chain(&self.contacts)
    }
}
