use super::raw::Raw;
use super::state::State;
use crate::dedup::content::Content;
use crate::dedup::tables::{Name, Records, Sought, Tables};
use crate::value::{AccountIdentifier, Text};

/// The state of a store, put together from what a snapshot says. What no store would hold is refused.
#[derive(Debug, Default)]
pub(super) struct Restore {
    state: State,
    /// How many of the accounts have transactions so far.
    used: usize,
    written: Vec<u8>,
}

impl Restore {
    /// Adds an account; none where there is one with that name.
    pub(super) fn account(&mut self, identifier: &AccountIdentifier) -> Option<()> {
        let accounts = &mut self.state.records.accounts;
        let next = accounts.len();
        let number = accounts.number(identifier, Name::new(identifier.as_str()))?;
        (number == next).then_some(())
    }

    /// Adds a transaction; none where it says what no transaction can.
    pub(super) fn transaction(&mut self, raw: &Raw<'_>) -> Option<()> {
        // Accounts are numbered as they come, and one without transactions never comes.
        self.used += usize::from(raw.account == self.used);
        (raw.account < self.used).then_some(())?;
        if let Some(id) = raw.id {
            Text::check(str::from_utf8(id).ok()?).ok()?;
        }
        Content::from_bytes(raw.content)?;
        self.written.clear();
        raw.write(&mut self.written);
        self.state.records.arena.push(&self.written)?;
        self.state.length += 1;
        Some(())
    }

    /// The state; none where two transactions have one key, or an account has none.
    pub(super) fn finish(mut self) -> Option<State> {
        let State { records, tables, length } = &mut self.state;
        *tables = Tables::with_room(*length);
        let mut twice = false;
        records.each_together(|some| {
            tables.fetch(some.iter().map(|(_, hashes)| hashes));
            for (place, hashes) in some {
                let sought = records.compared(*place).map(|compared| Sought { compared, hashes });
                twice |= sought.is_some_and(|sought| tables.same_key(&sought, records).is_some());
                tables.add(*place, hashes, records);
            }
        });
        let all_used = self.used == records.accounts.len();
        (all_used && !twice).then_some(self.state)
    }
}
