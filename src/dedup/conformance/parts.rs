use super::values::{
    ACCOUNT, OTHER_ACCOUNT, RESPELLED_ACCOUNT, import_all, plan_import, transaction, valid,
    verdicts,
};
use crate::dedup::{Parts, Plan, Store, UnreadablePart, Verdict};
use crate::transactions::Transaction;
use crate::value::Text;

/// The parts of a batch, with the verdicts so far.
struct TestParts<'b> {
    rest: &'b [Transaction],
    batch: &'b [Transaction],
    /// The numbers of transactions of the parts, which are repeated.
    lengths: &'b [usize],
    /// Whether the last part can't be read.
    is_unreadable: bool,
    count: usize,
    verdicts: Vec<Verdict>,
}

impl<'b> TestParts<'b> {
    const fn new(batch: &'b [Transaction], lengths: &'b [usize], is_unreadable: bool) -> Self {
        Self {
            rest: batch,
            batch,
            lengths,
            is_unreadable,
            count: 0,
            verdicts: Vec::new(),
        }
    }
}

impl Parts for TestParts<'_> {
    fn rewind(&mut self) {
        (self.rest, self.count) = (self.batch, 0);
        self.verdicts.clear();
    }

    fn next_part(&mut self) -> Result<Option<Vec<Transaction>>, UnreadablePart> {
        if self.rest.is_empty() {
            return if self.is_unreadable {
                Err(UnreadablePart)
            } else {
                Ok(None)
            };
        }
        let length = self
            .lengths
            .get(self.count % self.lengths.len())
            .copied()
            .unwrap_or(1)
            .min(self.rest.len());
        let (part, rest) = self.rest.split_at(length);
        self.rest = rest;
        self.count += 1;
        Ok(Some(part.to_vec()))
    }

    fn take_plan(&mut self, plan: &Plan<'_>) {
        self.verdicts.extend(verdicts(plan));
    }
}

/// Tests that an import in parts has the verdicts of one import.
pub(super) fn check_parts_are_one_import<S: Store>(store: &S, other: &S) {
    // Few different values, so that many transactions have the key or the content of an earlier one.
    let accounts = [
        ACCOUNT,
        RESPELLED_ACCOUNT,
        OTHER_ACCOUNT,
        "ch9300762011623852957",
    ];
    let batch: Vec<Transaction> = (0..90_usize)
        .map(|number| {
            let id = [None, Some("1"), Some("2"), Some("3"), Some("4")]
                .get(number * 7 % 5)
                .copied()
                .flatten();
            let account = accounts.get(number * 3 % 4).copied().unwrap_or(ACCOUNT);
            let mut transaction = transaction(account, id, &format!("{}", number * 11 % 13 + 1));
            transaction.text = (number % 3 == 0).then(|| valid(Text::parse("Miete")));
            transaction
        })
        .collect();
    let (known, batch) = batch.split_at(20);
    for store in [store, other] {
        import_all(store, known);
    }
    let run = |parts: &mut TestParts<'_>| {
        store
            .import_parts(parts)
            .unwrap_or_else(|error| panic!("an import in parts fails: {error}"))
    };
    let before = verdicts(&plan_import(store, batch));
    assert!(
        !run(&mut TestParts::new(batch, &[4], true)),
        "a part that can't be read is noticed"
    );
    assert_eq!(
        verdicts(&plan_import(store, batch)),
        before,
        "if a part can't be read, nothing is imported"
    );
    let expected = verdicts(&import_all(other, batch));
    let mut parts = TestParts::new(batch, &[1, 2, 7, 3], false);
    assert!(run(&mut parts), "all parts can be read");
    assert_eq!(
        parts.verdicts, expected,
        "parts have the verdicts of one import"
    );
    assert_eq!(
        verdicts(&plan_import(store, batch)),
        verdicts(&plan_import(other, batch)),
        "parts create the transactions of one import"
    );
    let mut parts = TestParts::new(&[], &[1], false);
    assert!(
        run(&mut parts) && parts.verdicts.is_empty(),
        "an import of no parts succeeds"
    );
}
