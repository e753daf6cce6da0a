//! Where the transactions of statements are: in memory, or where a caller has put more than memory holds.

use crate::statement::{Conversion, Origin};
use crate::transactions::Transaction;

/// The transactions of files, which are read several times.
pub trait StoredTransactions {
    /// Calls `visit` with each transaction of a file, before it with its position and its line.
    fn visit_all(&mut self, file: usize, visit: &mut dyn FnMut(u64, usize, &Transaction));

    /// Calls `visit` with the transactions at positions of a file, in the order of the positions, and with their lines.
    fn visit_at(
        &mut self,
        file: usize,
        positions: &[u64],
        visit: &mut dyn FnMut(usize, &Transaction),
    );
}

/// The transactions of conversions. The position of a transaction is its index.
pub(super) struct InMemory<'c>(pub(super) &'c [Conversion]);

impl<'c> InMemory<'c> {
    fn get(&self, file: usize, index: usize) -> Option<(usize, &'c Transaction)> {
        let conversion = self.0.get(file)?;
        let line = conversion
            .origins
            .get(index)
            .map_or(0, |origin: &Origin| origin.line);
        conversion
            .transactions
            .get(index)
            .map(|transaction| (line, transaction))
    }
}

impl StoredTransactions for InMemory<'_> {
    fn visit_all(&mut self, file: usize, visit: &mut dyn FnMut(u64, usize, &Transaction)) {
        let transactions = (0..).map_while(|index| self.get(file, index));
        for (position, (line, transaction)) in (0..).zip(transactions) {
            visit(position, line, transaction);
        }
    }

    fn visit_at(
        &mut self,
        file: usize,
        positions: &[u64],
        visit: &mut dyn FnMut(usize, &Transaction),
    ) {
        for position in positions {
            if let Some((line, transaction)) = usize::try_from(*position)
                .ok()
                .and_then(|index| self.get(file, index))
            {
                visit(line, transaction);
            }
        }
    }
}
