//! The statements that a bank issues of an account, and the files that they are in.

use universal_accounting::generate::Choices;

use super::account::{Account, IBAN, amount, date};

/// How a statement is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Mt940,
    Camt,
    /// A table with running balances, which has no balance before its first row.
    Table,
}

/// A statement, or a page of one: some bookings in a row, with the days that it covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Issued {
    pub(crate) form: Form,
    pub(crate) number: Option<usize>,
    /// The number of the page, if the statement has several.
    pub(crate) page: Option<usize>,
    /// Whether pages before it and after it belong to the statement.
    pub(crate) is_continued: [bool; 2],
    pub(crate) days: [usize; 2],
    /// The indexes of its first booking, and of the one after its last one.
    pub(crate) range: [usize; 2],
    /// Whether the day of the opening balance is that of the closing balance before it, which is the day before the first one unless a day was cut.
    pub(crate) opens_day_before: bool,
    /// What it states in the place of the truth, for faults: the bookings, and both balances in cents.
    pub(crate) forged: Option<(Vec<super::account::Booking>, [i64; 2])>,
}

impl Issued {
    pub(crate) fn bookings<'a>(&'a self, account: &'a Account) -> &'a [super::account::Booking] {
        match &self.forged {
            Some((bookings, _)) => bookings,
            None => &account.bookings[self.range[0]..self.range[1]],
        }
    }

    pub(crate) fn balances(&self, account: &Account) -> [i64; 2] {
        match &self.forged {
            Some((_, balances)) => *balances,
            None => self.range.map(|index| account.balance_before(index)),
        }
    }

    fn opening_day(&self) -> usize {
        if self.opens_day_before && !self.is_continued[0] {
            self.days[0].saturating_sub(1)
        } else {
            self.days[0]
        }
    }
}

/// A file: statements of one form, in any order.
#[derive(Debug, Clone)]
pub(crate) struct File {
    pub(crate) form: Form,
    pub(crate) statements: Vec<Issued>,
}

impl File {
    pub(crate) fn text(&self, account: &Account) -> String {
        let statements = self.statements.iter();
        match self.form {
            Form::Mt940 => statements.map(|issued| mt940(issued, account)).collect(),
            Form::Camt => {
                let statements: String = statements.map(|issued| camt(issued, account)).collect();
                format!(
                    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt>\n{statements}</BkToCstmrStmt></Document>\n"
                )
            }
            Form::Table => statements.map(|issued| table(issued, account)).collect(),
        }
    }
}

fn mt940(issued: &Issued, account: &Account) -> String {
    let number = issued.number.unwrap_or(0);
    let page = issued.page.map_or(String::new(), |page| format!("/{page}"));
    let balance = |cents: i64, day: usize| {
        let mark = if cents < 0 { 'D' } else { 'C' };
        let amount = amount(cents.abs()).replace('.', ",");
        format!("{mark}{}CHF{amount}", date(day).format("%y%m%d"))
    };
    let tags = issued
        .is_continued
        .map(|is_page| if is_page { 'M' } else { 'F' });
    let [opening, closing] = issued.balances(account);
    let mut text = format!(
        ":20:STARTUMS\n:25:{IBAN}\n:28C:{number}{page}\n:60{}:{}\n",
        tags[0],
        balance(opening, issued.opening_day())
    );
    for booking in issued.bookings(account) {
        let day = date(booking.day);
        let mark = if booking.cents < 0 { 'D' } else { 'C' };
        let reference = booking.reference.as_ref();
        let information = match &booking.end_to_end {
            Some(id) => format!("166?00{}?20EREF+{id}", booking.text),
            None => booking.text.clone(),
        };
        text.extend([format!(
            ":61:{}{}{mark}{}NTRFNONREF{}\n:86:{information}\n",
            day.format("%y%m%d"),
            day.format("%m%d"),
            amount(booking.cents.abs()).replace('.', ","),
            reference.map_or(String::new(), |reference| format!("//{reference}"))
        )]);
    }
    text + &format!(":62{}:{}\n-\n", tags[1], balance(closing, issued.days[1]))
}

fn camt(issued: &Issued, account: &Account) -> String {
    let number = issued.number.map_or(String::new(), |number| {
        format!("<ElctrncSeqNb>{number}</ElctrncSeqNb>")
    });
    let pagination = issued.page.map_or(String::new(), |page| {
        let is_last = !issued.is_continued[1];
        format!("<StmtPgntn><PgNb>{page}</PgNb><LastPgInd>{is_last}</LastPgInd></StmtPgntn>")
    });
    let days = issued.days.map(date);
    let direction = |cents: i64| if cents < 0 { "DBIT" } else { "CRDT" };
    // The balance between two pages is an interim one.
    let balance = |code: &str, is_interim: bool, cents: i64, day: usize| {
        let kind = if is_interim {
            "<SubTp><Cd>INTM</Cd></SubTp>"
        } else {
            ""
        };
        format!(
            "<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry>{kind}</Tp><Amt Ccy=\"CHF\">{}</Amt><CdtDbtInd>{}</CdtDbtInd><Dt><Dt>{}</Dt></Dt></Bal>\n",
            amount(cents.abs()),
            direction(cents),
            date(day)
        )
    };
    let entries = issued.bookings(account).iter().map(|booking| {
        let reference = booking.reference.as_ref().map_or(String::new(), |reference| {
            format!("<AcctSvcrRef>{reference}</AcctSvcrRef>")
        });
        let details = booking.end_to_end.as_ref().map_or(String::new(), |id| {
            format!("<NtryDtls><TxDtls><Refs><EndToEndId>{id}</EndToEndId></Refs></TxDtls></NtryDtls>")
        });
        let day = date(booking.day);
        format!(
            "<Ntry><Amt Ccy=\"CHF\">{}</Amt><CdtDbtInd>{}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>{day}</Dt></BookgDt><ValDt><Dt>{day}</Dt></ValDt>{reference}{details}<AddtlNtryInf>{}</AddtlNtryInf></Ntry>\n",
            amount(booking.cents.abs()),
            direction(booking.cents),
            booking.text
        )
    });
    let [opening, closing] = issued.balances(account);
    format!(
        "<Stmt><Id>S</Id>{pagination}{number}<FrToDt><FrDtTm>{}T00:00:00</FrDtTm><ToDtTm>{}T23:59:59</ToDtTm></FrToDt><Acct><Id><IBAN>{IBAN}</IBAN></Id><Ccy>CHF</Ccy></Acct>\n{}{}{}</Stmt>\n",
        days[0],
        days[1],
        balance(
            "OPBD",
            issued.is_continued[0],
            opening,
            issued.opening_day()
        ),
        balance("CLBD", issued.is_continued[1], closing, issued.days[1]),
        entries.collect::<String>()
    )
}

fn table(issued: &Issued, account: &Account) -> String {
    let mut text = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n".to_owned();
    let [mut balance, _] = issued.balances(account);
    for booking in issued.bookings(account) {
        balance += booking.cents;
        let day = date(booking.day);
        text.extend([format!(
            "{IBAN};{day} 00:00:00.0;{};{};{};{day} 00:00:00.0\n",
            booking.text,
            amount(booking.cents),
            amount(balance)
        )]);
    }
    text
}

/// Where a chain of statements is cut: before a day, or between two bookings of one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cut {
    day: usize,
    booking: usize,
    is_in_day: bool,
}

/// How the statements of an account are made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    pub(crate) is_numbered: bool,
    pub(crate) opens_day_before: bool,
    /// Whether a chain may be cut between two bookings of one day. If the balance returns on the day, nothing tells equal bookings of a morning and an evening
    /// from one booking in two statements.
    pub(crate) cuts_days: bool,
    /// The form of statements up to a day, that of statements from this day on, and the day.
    pub(crate) forms: [Form; 2],
    pub(crate) changes_on: usize,
}

pub(crate) fn style(account: &Account, choices: &mut Choices<'_>) -> Style {
    let all = [Form::Mt940, Form::Camt, Form::Table];
    let first = choices.pick(&all);
    let is_mixed = choices.once_in(3);
    let forms = [first, if is_mixed { choices.pick(&all) } else { first }];
    let is_numbered = !choices.once_in(3);
    let opens_day_before = choices.once_in(3);
    Style {
        is_numbered,
        opens_day_before,
        cuts_days: account.are_distinct[0]
            || !forms.contains(&Form::Table) && account.are_distinct[1]
            || !account.returns_within_a_day(),
        forms,
        changes_on: choices.below(account.days + 1),
    }
}

impl Style {
    pub(crate) fn issue(
        &self,
        days: [usize; 2],
        range: [usize; 2],
        is_in_day: bool,
        number: usize,
    ) -> Issued {
        let mut form = self.forms[usize::from(days[0] >= self.changes_on)];
        if range[0] == range[1] && form == Form::Table {
            // A table without rows is no statement.
            form = Form::Mt940;
        }
        Issued {
            form,
            number: self.is_numbered.then_some(number),
            page: None,
            is_continued: [false; 2],
            days,
            range,
            opens_day_before: self.opens_day_before && !is_in_day,
            forged: None,
        }
    }

    /// Returns the last day of the statements of the same form as those of a day.
    fn last_day_with(&self, day: usize, account: &Account) -> usize {
        if day < self.changes_on {
            self.changes_on.min(account.days) - 1
        } else {
            account.days - 1
        }
    }
}

/// Cuts an account into a chain of statements that follow one another.
pub(crate) fn chain(account: &Account, style: &Style, choices: &mut Choices<'_>) -> Vec<Issued> {
    let mut cuts = vec![];
    let mut add = |day: usize, booking: usize, is_in_day: bool| {
        cuts.push(Cut {
            day,
            booking,
            is_in_day,
        });
    };
    for end in [0, style.changes_on.min(account.days), account.days] {
        add(end, account.start_of(end), false);
    }
    for _ in 0..choices.below(38) {
        let day = choices.below(account.days);
        let (start, end) = (account.start_of(day), account.start_of(day + 1));
        if style.cuts_days && end - start >= 2 && choices.once_in(2) {
            add(day, start + 1 + choices.below(end - start - 1), true);
        } else {
            add(day, start, false);
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    let pairs = cuts.windows(2).enumerate();
    pairs
        .map(|(index, pair)| {
            let last = pair[1].day - usize::from(!pair[1].is_in_day);
            style.issue(
                [pair[0].day, last],
                [pair[0].booking, pair[1].booking],
                pair[0].is_in_day,
                index + 1,
            )
        })
        .collect()
}

/// Returns a statement of whole days, beside the chain.
pub(crate) fn excerpt(
    account: &Account,
    style: &Style,
    number: usize,
    choices: &mut Choices<'_>,
) -> Issued {
    let first = choices.below(account.days);
    let last = first + choices.below(style.last_day_with(first, account) + 1 - first);
    let range = [account.start_of(first), account.start_of(last + 1)];
    style.issue([first, last], range, false, number)
}

/// Splits a message into pages.
pub(crate) fn pages(account: &Account, issued: &Issued, choices: &mut Choices<'_>) -> Vec<Issued> {
    let [from, to] = issued.range;
    let mut cuts: Vec<usize> = (0..choices.below(3))
        .map(|_| from + choices.below(to + 1 - from))
        .filter(|cut| (from + 1..to).contains(cut))
        .collect();
    cuts.extend([from, to]);
    cuts.sort_unstable();
    cuts.dedup();
    if issued.form == Form::Table || issued.number.is_none() || cuts.len() < 3 {
        return vec![issued.clone()];
    }
    let last_page = cuts.len() - 2;
    let pairs = cuts.windows(2).enumerate();
    pairs
        .map(|(index, pair)| {
            // An interim balance has the day of the booking before it.
            let day_before = |cut: usize| account.bookings[cut - 1].day;
            let mut page = issued.clone();
            page.page = Some(index + 1);
            page.range = [pair[0], pair[1]];
            if index > 0 {
                (page.is_continued[0], page.days[0]) = (true, day_before(pair[0]));
            }
            if index < last_page {
                (page.is_continued[1], page.days[1]) = (true, day_before(pair[1]));
            }
            page
        })
        .collect()
}
