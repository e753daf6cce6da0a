use std::rc::Rc;
use std::sync::Arc;
use std::vec::IntoIter;

use super::classifier::RowClassifier;
use super::items::{ItemReader, Section, check_limits};
use super::metadata;
use super::outline::Outline;
use crate::format::rules;
use crate::format::table::detect::{Catalog, ColumnMapping, Header, Preamble};
use crate::format::table::value::content;
use crate::report::{Collector, Diagnostic};
use crate::sheet::{Row, Rows};
use crate::source::Span;
use crate::statement::{
    Entry, Item, RowPosition, StatementMetadata, StatementOptions, StatementReader, find_cell,
};

/// Reads the rows of a statement in their order.
pub(in crate::format) struct TableReader<'t, 'h, 'c> {
    /// The rows from the first one on, and from the current one on.
    rows_from_start: Rows<'t>,
    rows: Rows<'t>,
    row: Row<'t>,
    /// Before this position, quotes that span lines are known to be stray quotes.
    stray_quotes_end: usize,
    items: ItemReader<'t, 'h, 'c>,
    /// The lines above the header that look like rows. Rows are counted from the header, so these come last.
    rows_above: IntoIter<(usize, Span)>,
}

impl<'t, 'h, 'c> TableReader<'t, 'h, 'c> {
    /// Reads the lines above the rows of a statement.
    pub(in crate::format) fn open(
        text: &'t str,
        header: &'h Header<'c>,
        mapping: ColumnMapping<'c>,
        outline: Outline<'c>,
        catalog: &'c Catalog,
        options: &StatementOptions<'h>,
        findings: &mut Collector<'_>,
    ) -> (StatementMetadata, Self) {
        let classifier = RowClassifier {
            text,
            header,
            mapping,
            catalog,
        };
        let limits = &options.policy.limits;
        let (mut preamble, mut above) = (Preamble::default(), Vec::new());
        let (mut rows, mut row) = (Rows::new(text, header.delimiter), Row::default());
        while row.line() + 1 < header.line && rows.next_line(&mut row) {
            if let Some(fault) = check_limits(&row, limits) {
                findings.push(fault);
                continue;
            }
            let has_values = preamble.expects_values_below() && content::count_filled(&row) > 0;
            let is_known = has_values
                || Preamble::has_label(&row, header.profile)
                || Preamble::is_unlabelled_line(&row, header.profile);
            preamble.read_line(&row, header.profile);
            if !is_known && classifier.looks_like_row(&row) {
                above.push((row.line(), row.span()));
            }
        }
        if header.lines > 1 {
            rows.next_row(&mut row);
        } else if header.lines == 1
            && rows.next_line(&mut row)
            && let Some(span) = row.stray_quote()
        {
            findings.push(Diagnostic::new(&rules::STRAY_QUOTE, span));
        }
        let metadata = metadata::read_metadata(header, &classifier.mapping, &preamble, findings);
        let mut items = ItemReader::new(
            classifier,
            limits,
            Arc::clone(&metadata.columns),
            Rc::new(outline),
        );
        items.split_batches = options.split_batches;
        (
            metadata,
            Self {
                rows_from_start: rows.clone(),
                rows,
                row,
                stray_quotes_end: 0,
                items,
                rows_above: above.into_iter(),
            },
        )
    }
}

impl<'t> StatementReader<'t> for TableReader<'t, '_, '_> {
    fn next(&mut self, entry: &mut Entry<'t>, findings: &mut Collector<'_>) -> Option<Item> {
        while self.items.section != Section::End {
            let Self {
                row,
                rows,
                stray_quotes_end,
                items,
                ..
            } = self;
            if !items.classifier.next_row(rows, row, stray_quotes_end) {
                self.items.report_excess_rows(findings);
                self.items.section = Section::End;
                break;
            }
            let Self {
                row, rows, items, ..
            } = self;
            let mark = findings.checkpoint();
            entry.position = RowPosition {
                span: row.span(),
                line: row.line(),
                row: items.row_count + 1,
            };
            let item = items.read_item(row, rows, entry, findings);
            if findings.checkpoint() != mark {
                let cells = if matches!(item, Some(Item::Entry)) {
                    entry.cells.as_slice()
                } else {
                    row.cells()
                };
                findings.locate_cells(mark, |span| {
                    find_cell(span, entry.position, cells, &items.columns)
                });
            }
            if item.is_some() {
                return item;
            }
        }
        let (line, span) = self.rows_above.next()?;
        self.items.row_count += 1;
        entry.position = RowPosition {
            span,
            line,
            row: self.items.row_count,
        };
        Some(Item::Rejected(Some(Diagnostic::new(
            &rules::ROW_ABOVE_HEADER,
            span,
        ))))
    }

    fn is_newest_first(&self) -> bool {
        let declared = self.items.classifier.header.profile.order;
        self.items.outline.day_order.is_newest_first(declared)
    }

    fn restart(&self) -> Box<dyn StatementReader<'t> + '_> {
        let (rows_from_start, rows) = (self.rows_from_start.clone(), self.rows_from_start.clone());
        Box::new(TableReader {
            rows_from_start,
            rows,
            row: Row::default(),
            stray_quotes_end: 0,
            items: self.items.restart(),
            rows_above: IntoIter::default(),
        })
    }
}
