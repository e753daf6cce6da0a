use std::ops::ControlFlow;

use crate::report::{Checkpoint, Collector, Diagnostic};
use crate::source::Span;
use crate::statement::cash_accounts::CashAccounts;
use crate::statement::conversion::{Converted, SkipReason, SkippedRow, Summary};
use crate::statement::description::DescriptionBuilder;
use crate::statement::entry::{Entry, EntryAmount, RowPosition, find_cell};
use crate::statement::entry_checks::EntryChecks;
use crate::statement::id_generator::IdGenerator;
use crate::statement::metadata::{StatementMetadata, StatementOptions};
use crate::statement::reader::Detail;
use crate::statement::reconciliation::Reconciliation;

pub(super) struct Converter<'s, 'b, 'p> {
    pub(super) metadata: &'b StatementMetadata,
    pub(super) options: &'b StatementOptions<'b>,
    pub(super) cash_accounts: CashAccounts<'b>,
    pub(super) ids: IdGenerator,
    pub(super) reconciliation: Reconciliation<'b>,
    pub(super) checks: EntryChecks,
    /// The places of the reversals of the statement.
    pub(super) reversals: Vec<Span>,
    /// The number of transactions and of rejected rows before this statement.
    pub(super) converted_before: usize,
    pub(super) rejected_before: usize,
    /// Whether entries of this statement name their account, where that was asked.
    pub(super) names_accounts: Option<bool>,
    /// The entry above, to which following details belong. `None` if the item above becomes no transaction, so its details are dropped.
    pub(super) open_entry: Option<Box<OpenEntry<'s>>>,
    /// The last converted entry. The next entry reuses its buffers.
    pub(super) spare: Option<Box<OpenEntry<'s>>>,
    /// Buffers for the text and the id of each transaction.
    pub(super) description: DescriptionBuilder,
    pub(super) id: String,
    pub(super) findings: &'b mut Collector<'p>,
    pub(super) summary: &'b mut Summary,
    pub(super) sink: &'b mut dyn FnMut(Converted<'_>) -> ControlFlow<()>,
    /// Whether the sink has refused a transaction. After that, nothing is read or sent any more, and items that were read ahead are dropped.
    pub(super) is_stopped: bool,
}

/// An entry whose details have not all been read.
pub(super) struct OpenEntry<'s> {
    pub(super) entry: Box<Entry<'s>>,
    pub(super) cash_account: usize,
    pub(super) amount: EntryAmount,
    pub(super) details: Vec<Detail>,
}

impl<'s> Converter<'s, '_, '_> {
    pub(super) fn report_row_faults(&mut self, entry: &mut Entry<'s>) {
        for fault in entry.row_faults.drain(..) {
            self.findings.push(fault);
        }
    }

    pub(super) fn skip(&mut self, position: RowPosition, reason: SkipReason) {
        self.summary.skipped.push(SkippedRow {
            line: position.line,
            reason,
        });
    }

    pub(super) fn reject(&mut self, position: RowPosition, fault: Option<Diagnostic>) {
        if let Some(fault) = fault {
            self.findings.push(fault);
        }
        self.summary.rejected.push(position.line);
        self.reconciliation.add_rejected_row(None);
    }

    /// Adds the cell to each finding since `checkpoint` whose span is in an entry.
    pub(super) fn locate_findings(&mut self, checkpoint: Checkpoint, entry: &Entry<'_>) {
        // Most entries have no findings.
        if self.findings.checkpoint() != checkpoint {
            self.findings.locate_cells(checkpoint, |span| {
                find_cell(span, entry.position, &entry.cells, &self.metadata.columns)
            });
        }
    }
}
