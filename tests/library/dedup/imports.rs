//! The law of imports: whatever files show of an account, the store has each booking once, or a conflict or a suspect names it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::thread;

use proptest::prelude::*;
use universal_accounting::dedup::{
    self, FileStore, MemoryStore, OnConflict, Store, StoredStatement, Verdict,
};
use universal_accounting::format::ConvertOptions;
use universal_accounting::generate::{ChoiceBytes, Choices};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::report::Policy;
use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::Currency;

use crate::cases::cases;
use crate::continuity::account::{self, Account, Booking, amount, date};
use crate::continuity::issued::{self, File, Form, Issued, Style};
use crate::dedup::oracle;
use crate::folder::Folder;

/// The days with bookings: some near one another, and some a year later.
const DAYS: [usize; 8] = [0, 1, 2, 5, 11, 365, 366, 370];

/// From where a booking has its reference of the bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reference {
    None,
    Unique,
    /// A counter that starts again each year.
    Counter,
    /// The booking before it on the same day, which it reverses.
    Reversed,
    /// The booking before it on the same day, of the same amount; their end-to-end ids differ.
    Shared,
    /// The booking before it, on whatever day, as standing orders and fees have it.
    Repeated,
}

fn account(choices: &mut Choices<'_>) -> Account {
    let is_distinct = choices.once_in(2);
    let has_end_to_end = choices.once_in(2);
    let mut bookings: Vec<Booking> = Vec::new();
    let (mut counter, mut year) = (0, 0);
    for day in DAYS {
        if day / 365 != year {
            (counter, year) = (0, day / 365);
        }
        for _ in 0..choices.pick(&[1, 2, 0, 3, 5]) {
            counter += 1;
            let number = bookings.len();
            let mut booking = Booking {
                day,
                cents: choices.pick(&[-500, 500, -1250, 120_000]),
                text: choices.pick(&["Bakery", "Rent"]).to_owned(),
                reference: None,
                end_to_end: has_end_to_end.then(|| format!("T-{number}")),
            };
            let kind = choices.pick(&[
                Reference::Unique,
                Reference::None,
                Reference::Counter,
                Reference::Reversed,
                Reference::Shared,
                Reference::Shared,
                Reference::Repeated,
            ]);
            let before = bookings.last_mut();
            let referenced = before.filter(|before| before.reference.is_some());
            match (kind, referenced) {
                (Reference::Unique, _) => booking.reference = Some(format!("ZKB26{number:03}BX71")),
                (Reference::Counter, _) => booking.reference = Some(format!("AB{counter:07}")),
                (Reference::Reversed, Some(before)) if before.day == day => {
                    booking.reference.clone_from(&before.reference);
                    booking.cents = -before.cents;
                }
                (Reference::Shared, Some(before)) if before.day == day => {
                    booking.reference.clone_from(&before.reference);
                    booking.cents = before.cents;
                    before.end_to_end = Some(format!("T-{}", number - 1));
                    booking.end_to_end = Some(format!("T-{number}"));
                }
                (Reference::Repeated, Some(before)) if before.day != day => {
                    booking.reference.clone_from(&before.reference);
                    booking.cents = before.cents;
                }
                _ => {}
            }
            if is_distinct {
                booking.text = format!("Payment {number}");
            }
            bookings.push(booking);
        }
    }
    Account {
        opening: 10_000,
        days: DAYS[DAYS.len() - 1] + 1,
        bookings,
        are_distinct: [is_distinct, false],
    }
}

/// Cuts a statement from an account: whole days, or also parts of days where texts tell all bookings apart.
fn excerpt(account: &Account, number: usize, choices: &mut Choices<'_>) -> Issued {
    let style = Style {
        is_numbered: choices.once_in(2),
        opens_day_before: choices.once_in(2),
        cuts_days: true,
        forms: [choices.pick(&[Form::Camt, Form::Mt940, Form::Table]); 2],
        changes_on: 0,
    };
    let first = choices.below(account.bookings.len());
    let last = first + choices.below(account.bookings.len() - first);
    let days = [first, last].map(|index| account.bookings[index].day);
    let is_cut = account.are_distinct[0] && choices.once_in(3);
    let range = if is_cut {
        [first, last + 1]
    } else {
        [account.start_of(days[0]), account.start_of(days[1] + 1)]
    };
    let mut issued = style.issue(days, range, is_cut, number);
    if choices.once_in(3) {
        let mut shuffled = account.bookings[range[0]..range[1]].to_vec();
        choices.shuffle(&mut shuffled);
        shuffled.sort_by_key(|booking| booking.day);
        issued.forged = Some((shuffled, issued.balances(account)));
    }
    issued
}

/// A file, as its transactions are imported, and the bookings that it shows.
struct Sent {
    form: Form,
    text: String,
    transactions: Vec<Transaction>,
    shown: [usize; 2],
}

fn files(account: &Account, choices: &mut Choices<'_>) -> Vec<Sent> {
    let mut options = ConvertOptions::new();
    options.currency = Currency::parse("CHF").ok();
    let count = 1 + choices.below(8);
    let excerpts = (0..count).map(|number| excerpt(account, number + 1, choices));
    let sent = excerpts.map(|issued| {
        let (form, shown) = (issued.form, issued.range);
        let file = File {
            form,
            statements: vec![issued],
        };
        let text = file.text(account);
        let conversion = convert_readable(text.as_bytes(), &options);
        let transactions = conversion.transactions;
        assert_eq!(transactions.len(), shown[1] - shown[0], "{text}");
        Sent {
            form,
            text,
            transactions,
            shown,
        }
    });
    sent.collect()
}

/// What makes a booking another one: its day and signed amount, and its text where all texts differ.
type Class = (String, String, Option<String>);

fn class_of_booking(booking: &Booking, is_distinct: bool) -> Class {
    let text = is_distinct.then(|| booking.text.clone());
    (date(booking.day).to_string(), amount(booking.cents), text)
}

fn class(transaction: &Transaction, is_distinct: bool) -> Class {
    let sign = match transaction.credit_debit {
        Some(CreditDebit::Debit) => "-",
        _ => "",
    };
    let text = transaction.text.as_ref().unwrap().as_str();
    let text = text.split("; ").next().unwrap();
    (
        transaction.booked_at.unwrap().to_string(),
        format!("{sign}{}", transaction.amount),
        is_distinct.then(|| text.to_owned()),
    )
}

/// What imports have done.
#[derive(Debug, Default)]
struct Imported {
    created: Vec<Transaction>,
    suspects: Vec<Transaction>,
    conflicts: Vec<Transaction>,
}

impl Imported {
    fn import<S: Store>(&mut self, store: &S, batch: &[Transaction], on_conflict: OnConflict) {
        let plan = dedup::import_with(store, batch, on_conflict).unwrap();
        self.created.extend(plan.new_transactions().cloned());
        for (key, verdict) in plan.verdicts() {
            let transaction = key.transaction().clone();
            match verdict {
                // A booking that is added beside one with its reference is listed too.
                Verdict::Suspect(_) | Verdict::Added(_) => self.suspects.push(transaction),
                // Each file that shows it reports it again.
                Verdict::Conflict(_) if !self.conflicts.contains(&transaction) => {
                    self.conflicts.push(transaction);
                }
                _ => {}
            }
        }
    }

    /// Asserts that each booking is there once, or that it is named.
    fn assert_once_or_named(&self, account: &Account, files: &[Sent], on_conflict: OnConflict) {
        let is_distinct = account.are_distinct[0];
        let texts: Vec<&str> = files.iter().map(|file| file.text.as_str()).collect();
        let context = || format!("{self:?}\n{}", texts.join("=====\n"));
        let shown: BTreeSet<usize> = files
            .iter()
            .flat_map(|file| file.shown[0]..file.shown[1])
            .collect();
        let shown = shown.into_iter().map(|index| &account.bookings[index]);
        let shown = count(shown.map(|booking| class_of_booking(booking, is_distinct)));
        let counts = |all: &[Transaction]| {
            count(
                all.iter()
                    .map(|transaction| class(transaction, is_distinct)),
            )
        };
        let (created, suspects, conflicts) = (
            counts(&self.created),
            counts(&self.suspects),
            counts(&self.conflicts),
        );
        for (class, number) in &shown {
            let of = |counts: &BTreeMap<Class, usize>| counts.get(class).copied().unwrap_or(0);
            let doubled = of(&created).saturating_sub(*number);
            let missing = number.saturating_sub(of(&created));
            assert!(
                doubled <= of(&suspects),
                "{class:?} is doubled: {}",
                context()
            );
            assert!(
                missing <= of(&conflicts),
                "{class:?} is missing: {}",
                context()
            );
        }
        assert!(
            created.keys().all(|class| shown.contains_key(class)),
            "{}",
            context()
        );
        assert!(
            on_conflict == OnConflict::Report || self.conflicts.is_empty(),
            "{}",
            context()
        );
    }
}

fn count(classes: impl Iterator<Item = Class>) -> BTreeMap<Class, usize> {
    let mut counts = BTreeMap::new();
    for class in classes {
        *counts.entry(class).or_default() += 1;
    }
    counts
}

/// Imports files, with a restart before each, and asserts that a second import creates nothing.
fn import_all<S: Store>(
    mut store: S,
    files: &[Sent],
    on_conflict: OnConflict,
    restart: impl Fn(S) -> S,
) -> (S, Imported) {
    let mut imported = Imported::default();
    for file in files {
        store = restart(store);
        imported.import(&store, &file.transactions, on_conflict);
    }
    let mut again = Imported::default();
    for file in files {
        again.import(&store, &file.transactions, on_conflict);
    }
    assert!(again.created.is_empty(), "{again:?}");
    assert_eq!(again.conflicts.len(), imported.conflicts.len());
    (store, imported)
}

#[allow(
    clippy::needless_pass_by_value,
    reason = "a store is opened again, whatever its kind"
)]
fn restored(store: MemoryStore) -> MemoryStore {
    MemoryStore::restore(&store.snapshot()).unwrap()
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn each_booking_is_in_the_store_once_or_is_named(
        bytes in ChoiceBytes::strategy(300), on_conflict in oracle::on_conflict(),
    ) {
        let choices = &mut bytes.choices();
        let account = account(choices);
        prop_assume!(!account.bookings.is_empty());
        let files = files(&account, choices);
        let (store, imported) = import_all(MemoryStore::new(), &files, on_conflict, restored);
        prop_assert_eq!(store.len(), imported.created.len());
        imported.assert_once_or_named(&account, &files, on_conflict);
    }

    /// Neither of two imports at the same time suspects the other, so the files have one form.
    #[test]
    fn two_importers_at_the_same_time_lose_and_double_nothing(
        bytes in ChoiceBytes::strategy(300), on_conflict in oracle::on_conflict(),
    ) {
        let choices = &mut bytes.choices();
        let account = account(choices);
        prop_assume!(!account.bookings.is_empty());
        let mut files = files(&account, choices);
        let form = files[0].form;
        files.retain(|file| file.form == form);
        let (store, imported) = (MemoryStore::new(), Mutex::new(Imported::default()));
        thread::scope(|scope| {
            for part in files.chunks(files.len().div_ceil(2)) {
                let (store, imported) = (&store, &imported);
                scope.spawn(move || {
                    for file in part {
                        let mut own = Imported::default();
                        own.import(store, &file.transactions, on_conflict);
                        let mut all = imported.lock().unwrap();
                        all.created.extend(own.created);
                        all.suspects.extend(own.suspects);
                        all.conflicts.extend(own.conflicts);
                    }
                });
            }
        });
        let imported = imported.into_inner().unwrap();
        prop_assert_eq!(store.len(), imported.created.len());
        imported.assert_once_or_named(&account, &files, on_conflict);
    }
}

/// Imports a statement as the program does, with what the store remembers of others. Returns the verdicts.
fn import_following(store: &FileStore, text: &str) -> Vec<Verdict> {
    let mut conversion = convert_readable(text.as_bytes(), &ConvertOptions::new());
    let known = store.statements(None).unwrap();
    let files = &mut [&mut conversion.summary];
    let days = dedup::compare_with_stored(&known, files, &Policy::new());
    let statements = StoredStatement::all_of(&conversion.summary, text.as_bytes());
    let keys = days.keys(&conversion.transactions);
    let plan = dedup::import_statements(store, keys, &statements, OnConflict::Add).unwrap();
    plan.verdicts()
        .map(|(_, verdict)| verdict.clone())
        .collect()
}

proptest! {
    #![proptest_config(cases(30))]

    /// Equal bookings may lie before and after a cut, on one day. Where a balance returns on a day, nothing tells which statement is the first, and where a
    /// statement between two of one day comes last, nothing proves that the other two have no booking in common.
    #[test]
    fn each_booking_of_statements_that_meet_within_a_day_is_imported(bytes in ChoiceBytes::strategy(400)) {
        let choices = &mut bytes.choices();
        let account = account::account(choices);
        prop_assume!(!account.returns_within_a_day());
        let mut style = issued::style(&account, choices);
        style.forms = [choices.pick(&[Form::Camt, Form::Mt940]); 2];
        style.cuts_days = true;
        let mut chain = issued::chain(&account, &style, choices);
        if choices.once_in(2) {
            chain.reverse();
        }
        let folder = Folder::new("following");
        let store = FileStore::open(folder.path().join("books.store")).unwrap();
        let texts: Vec<String> = chain
            .into_iter()
            .map(|issued| File { form: issued.form, statements: vec![issued] }.text(&account))
            .collect();
        for text in &texts {
            import_following(&store, text);
        }
        let count = usize::try_from(store.count().unwrap());
        prop_assert_eq!(count, Ok(account.bookings.len()), "{}", texts.join("=====\n"));
        for text in &texts {
            let again = import_following(&store, text);
            let is_existing = |verdict: &Verdict| matches!(verdict, Verdict::Existing { .. });
            prop_assert!(again.iter().all(is_existing), "{:?}", again);
        }
    }
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn a_file_that_is_opened_again_for_each_import_has_the_same(
        bytes in ChoiceBytes::strategy(300), on_conflict in oracle::on_conflict(),
    ) {
        let choices = &mut bytes.choices();
        let account = account(choices);
        prop_assume!(!account.bookings.is_empty());
        let files = files(&account, choices);
        let folder = Folder::new("imports");
        let path = folder.path().join("imports.store");
        let reopened = |store| {
            drop(store);
            FileStore::open(&path).unwrap()
        };
        let (_, expected) = import_all(MemoryStore::new(), &files, on_conflict, restored);
        let store = FileStore::open(&path).unwrap();
        let (store, imported) = import_all(store, &files, on_conflict, reopened);
        prop_assert_eq!(usize::try_from(store.count().unwrap()), Ok(imported.created.len()));
        prop_assert_eq!(imported.created, expected.created);
        prop_assert_eq!(imported.suspects, expected.suspects);
        prop_assert_eq!(imported.conflicts, expected.conflicts);
    }
}
