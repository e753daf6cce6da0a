//! Builds base data from tables.

use std::collections::HashSet;

use super::built::{BuildOptions, Built, BuiltTable, name_in_messages};
use super::doubtful::{check_account_numbers, check_fractions, check_months, check_whole_decimals};
use super::header::{Header, Search, has_title, is_wide};
use super::list::List;
use super::locate::{Located, Tables, duplicate_ids};
use super::organization::{Organization, moved_into};
use super::payload::{self, Payload, Records};
use super::record::{Record, TableRows, read_records};
use super::rules;
use super::second::SecondTable;
use super::source::{Source, TableText};
use super::zeros::check_leading_zeros;
use crate::base_data;
use crate::record::Field;
use crate::report::{CellPosition, Collector, Diagnostic, Finding, Fixes, Limits, Policy, Report};
use crate::sheet::SheetText;
use crate::source::{Decoded, Span};
use crate::statement::Sheet;

/// Builds a base data payload from tables, and checks it.
///
/// The header of each table tells which list it is and what its columns hold. `organization` is a JSON object with the organization, unless a table has it.
/// Without a table of currencies, the list has the lead currency and the currencies of the accounts.
///
/// ```
/// use universal_accounting::tables::{self, BuildOptions, Source};
///
/// let organization = Source { name: "org.json", bytes: br#"{"companyName": "Muster AG", "leadCurrency": "CHF"}"# };
/// let files = [
///     Source { name: "konten.csv", bytes: "Konto-Nr.;Bezeichnung;Kontoart\n1020;Bank;Aktiven\n".as_bytes() },
///     Source { name: "mwst.csv", bytes: "MWST-Code;Bezeichnung;Satz %\nUN81;Umsatzsteuer;8,1 %\n".as_bytes() },
///     Source {
///         name: "perioden.csv",
///         bytes: "Von;Bis;Steuerpflichtig;Saldosteuersatz;Methode\n1.1.2026;31.12.2026;ja;nein;vereinbart\n".as_bytes(),
///     },
/// ];
/// let built = tables::build(&files, Some(organization), &BuildOptions::new());
/// let json = built.json.ok_or("the tables have errors")?;
/// assert!(json.contains(r#"{"externalId":"UN81","code":"UN81","description":"Umsatzsteuer","value":8.1}"#));
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn build(
    sources: &[Source<'_>],
    organization: Option<Source<'_>>,
    options: &BuildOptions,
) -> Built {
    let policy = &options.policy;
    let mut texts: Vec<TableText<'_>> = sources
        .iter()
        .enumerate()
        .flat_map(|(index, source)| TableText::read(index, *source, options))
        .collect();
    let faults: Vec<Option<Diagnostic>> = texts.iter_mut().map(TableText::take_fault).collect();
    let decoded: Vec<Decoded<'_>> = texts
        .iter()
        .map(|text| Decoded::from_bytes(text.bytes()))
        .collect();
    let mut reader = Reader {
        options,
        names: names_of(sources, &texts),
        tables: Vec::new(),
        records: Records::default(),
    };
    for ((text, decoded), fault) in texts.iter().zip(&decoded).zip(faults) {
        let file = sources.get(text.source).map_or("", |source| source.name);
        reader.read_table(text, decoded, file, fault);
    }
    reader.report_unknown_tables(&texts);
    let organization = organization.map(|source| Organization::new(source.bytes));
    let checked = reader.check(organization.as_ref());
    let organization = organization
        .as_ref()
        .map(|organization| organization.report(checked.of_organization, policy));
    let read = reader
        .tables
        .into_iter()
        .zip(&decoded)
        .map(|(table, decoded)| {
            let report = table.findings.into_report(decoded, None);
            (table.header, table.records, report)
        });
    let read: Vec<(Option<Header>, usize, Report)> = read.collect();
    let tables = texts
        .into_iter()
        .zip(read)
        .map(|(text, (header, records, report))| BuiltTable {
            source: text.source,
            sheet: text.sheet.map(|SheetText { name, text, .. }| Sheet {
                name,
                text: if policy.is_redacted() {
                    String::new()
                } else {
                    text
                },
            }),
            list: header.as_ref().map(|header| header.list().name()),
            records,
            header_line: header.as_ref().map(|header| header.line),
            external_id_from: header.as_ref().and_then(Header::id_source),
            report,
        });
    let mut built = Built {
        json: None,
        tables: tables.collect(),
        organization,
        missing: checked.missing,
        derived_currencies: checked.derived_currencies,
    };
    built.json = checked.json.filter(|_| built.errors() == 0);
    built
}

/// Returns how findings in other tables name each table.
fn names_of(sources: &[Source<'_>], texts: &[TableText<'_>]) -> Vec<String> {
    let name = |text: &TableText<'_>| {
        let file = sources.get(text.source).map_or("", |source| source.name);
        name_in_messages(file, text.sheet.as_ref().map(|sheet| &*sheet.name))
    };
    texts.iter().map(name).collect()
}

struct Reader<'o> {
    options: &'o BuildOptions,
    /// How findings in other tables name each table.
    names: Vec<String>,
    tables: Vec<ReadTable<'o>>,
    records: Records,
}

/// A table that was read.
struct ReadTable<'o> {
    header: Option<Header>,
    findings: Collector<'o>,
    /// The number of records.
    records: usize,
    /// What is wrong with a sheet that has no headings of a list, and whether it may be a list nevertheless.
    unknown: Option<(Diagnostic, bool)>,
}

/// What the check of the whole payload says.
struct Checked {
    json: Option<String>,
    /// The findings in the file of the organization, with spans in its text.
    of_organization: Vec<Finding>,
    missing: Vec<&'static str>,
    derived_currencies: Vec<String>,
}

impl Reader<'_> {
    /// Reads a table, so that its header, its findings and its records are known.
    fn read_table(
        &mut self,
        text: &TableText<'_>,
        decoded: &Decoded<'_>,
        file: &str,
        fault: Option<Diagnostic>,
    ) {
        let options = self.options;
        let mut findings = Collector::new(&options.policy);
        let names = text.names(file);
        let is_sheet = text.sheet.is_some();
        let search = Search {
            names: &names,
            columns: &options.columns,
            delimiter: is_sheet.then_some(b';'),
        };
        let found = match fault {
            Some(fault) => Err(Some(fault)),
            None if text.check(decoded, &mut findings) => search.find(decoded.text()).map_err(Some),
            None => Err(None),
        };
        let mut table = ReadTable {
            header: None,
            findings,
            records: 0,
            unknown: None,
        };
        match found {
            Err(Some(fault)) if is_sheet && fault.is(&rules::TABLE_UNKNOWN) => {
                let has_title = names.last().is_some_and(|sheet| has_title(sheet));
                let is_upright = search.is_upright(decoded.text(), b';');
                let may_be_list = is_wide(decoded.text()) || has_title || is_upright;
                table.unknown = Some((fault, may_be_list));
            }
            Err(fault) => fault
                .into_iter()
                .for_each(|fault| table.findings.push(fault)),
            Ok(mut header) => {
                header.check(&mut table.findings);
                let second = SecondTable::find(decoded.text(), &header, &search);
                if let Some(second) = &second {
                    table.findings.push(second.finding(&header));
                }
                if second.as_ref().is_none_or(|second| !second.is_above()) {
                    header.check_rows_above(decoded.text(), &mut table.findings);
                }
                let end = second.map_or(decoded.text().len(), |second| {
                    second.end_of_rows(decoded.text())
                });
                let index = self.tables.len();
                let rows = TableRows {
                    text: decoded.text().get(..end).unwrap_or_default(),
                    header: &header,
                    table: index,
                    sheet: text.sheet.as_ref(),
                };
                let mut records = read_records(&rows, options, &mut table.findings);
                check_leading_zeros(&records, &header, &mut table.findings);
                check_whole_decimals(&records, &header, &mut table.findings);
                check_months(&records, &header, &mut table.findings);
                check_fractions(&records, &header, &mut table.findings);
                check_account_numbers(&records, &header, decoded.text(), &mut table.findings);
                self.check_organizations(&header, &mut records, &mut table.findings);
                table.records = records.len();
                self.records.add(header.list(), records);
                table.header = Some(header);
            }
        }
        self.tables.push(table);
    }

    /// Reports sheets without headings: as left out, if they have no rows of a table and are beside a sheet that is a list.
    fn report_unknown_tables(&mut self, texts: &[TableText<'_>]) {
        let with_list: HashSet<usize> = texts
            .iter()
            .zip(&self.tables)
            .filter(|(_, table)| table.header.is_some())
            .map(|(text, _)| text.source)
            .collect();
        for (text, table) in texts.iter().zip(&mut self.tables) {
            let Some((fault, may_be_list)) = table.unknown.take() else {
                continue;
            };
            let is_cover = !may_be_list && with_list.contains(&text.source);
            table.findings.push(if is_cover {
                Diagnostic::new(&rules::SHEET_LEFT_OUT, fault.span())
            } else {
                fault
            });
        }
    }

    /// Reports the rows of organizations after the first one.
    fn check_organizations(
        &self,
        header: &Header,
        records: &mut Vec<Record>,
        findings: &mut Collector<'_>,
    ) {
        if header.list().is_organization() {
            let known = self.records.of(header.list()).map_or(0, <[Record]>::len);
            let allowed = usize::from(known == 0);
            for record in records.iter().skip(allowed) {
                let cell = CellPosition::new(record.row, String::new());
                findings
                    .push(Diagnostic::new(&rules::ORGANIZATION_REPEATED, record.span).cell(cell));
            }
            records.truncate(allowed);
        }
    }

    /// Checks the payload, and reports each finding at its cell.
    fn check(&mut self, organization: Option<&Organization<'_>>) -> Checked {
        let json = organization.and_then(Organization::json);
        let codes = if self.has_list("currencies") {
            Vec::new()
        } else {
            self.used_currencies(organization)
        };
        let payload = payload::write(&self.records, json, &codes);
        let policy = without_limits(&self.options.policy);
        let absent_fields = self.fields_without_column();
        let report = base_data::check_without(payload.json.as_bytes(), &absent_fields, &policy);
        let mut of_organization =
            organization.map_or_else(Vec::new, |organization| organization.check_syntax(&policy));
        if organization.is_some() {
            self.report_second_organization();
        }
        for (table, located) in self.locate(&report, &payload, &mut of_organization) {
            let Some(ReadTable { findings, .. }) = self.tables.get_mut(table) else {
                continue;
            };
            let checkpoint = findings.checkpoint();
            findings.push(located.diagnostic);
            if let Some(item) = located.item {
                findings.set_item(checkpoint, item.index, item.id.as_deref());
            }
        }
        // The currencies are known where the organization is.
        let is_given = |list: &List| match list.name() {
            "organization" => organization.is_some() || self.has_list("organization"),
            name => name == "currencies" || self.has_list(name),
        };
        let missing = List::all().filter(|list| list.is_required() && !is_given(list));
        // Every error has a cell, but the payload is what counts.
        let normalized = base_data::normalize(payload.json.as_bytes(), &Policy::new(), Fixes::Safe);
        Checked {
            json: normalized.json.filter(|_| normalized.report.is_valid()),
            of_organization,
            missing: missing.map(List::name).collect(),
            derived_currencies: codes
                .iter()
                .map(|code| code.trim_matches('"').to_owned())
                .collect(),
        }
    }

    /// Returns the fields for which no table of their list has a column, which is reported of each table. The organization may be in a file of its own.
    fn fields_without_column(&self) -> Vec<&'static Field> {
        let headers: Vec<&Header> = self
            .tables
            .iter()
            .filter_map(|table| table.header.as_ref())
            .collect();
        let mut absent = Vec::new();
        for list in List::all().filter(|list| !list.is_organization()) {
            for (index, field) in list.fields().iter().enumerate() {
                let mut of_list = headers.iter().filter(|header| header.list() == list);
                if of_list.all(|header| header.lacks_column_of(index)) {
                    absent.push(field);
                }
            }
        }
        absent
    }

    /// Returns each finding of the payload at its cell, with the index of its table, and adds those in the organization to `of_organization`.
    fn locate(
        &self,
        report: &Report,
        payload: &Payload,
        of_organization: &mut Vec<Finding>,
    ) -> Vec<(usize, Located)> {
        let headers: Vec<Option<&Header>> = self
            .tables
            .iter()
            .map(|table| table.header.as_ref())
            .collect();
        let duplicate_ids = duplicate_ids(&report.findings);
        let tables = Tables {
            headers: &headers,
            names: &self.names,
            records: &self.records,
            duplicate_ids,
        };
        let mut located = Vec::new();
        for finding in &report.findings {
            match payload
                .organization
                .filter(|range| range.start <= finding.span.start && finding.span.start < range.end)
            {
                Some(range) => of_organization.push(moved_into(finding, range)),
                None => located.extend(tables.locate(finding)),
            }
        }
        located
    }

    /// Reports a table with the organization beside the file with it.
    fn report_second_organization(&mut self) {
        let of_organization = |table: &&mut ReadTable<'_>| {
            table
                .header
                .as_ref()
                .is_some_and(|header| header.list().is_organization())
        };
        for table in self.tables.iter_mut().filter(of_organization) {
            let span = table
                .header
                .as_ref()
                .map_or(Span::at(0), |header| header.span);
            table
                .findings
                .push(Diagnostic::new(&rules::ORGANIZATION_REPEATED, span));
        }
    }

    fn has_list(&self, name: &str) -> bool {
        List::by_name(name).is_some_and(|list| self.records.of(list).is_some())
    }

    /// Returns the lead currency and the currencies of the accounts, as JSON.
    fn used_currencies(&self, organization: Option<&Organization<'_>>) -> Vec<String> {
        let lead = organization.and_then(Organization::lead_currency);
        let of_tables = [("organization", "leadCurrency"), ("accounts", "currency")];
        let of_tables = of_tables
            .into_iter()
            .flat_map(|(list, field)| self.records.distinct(list, field));
        let mut seen = HashSet::new();
        lead.into_iter()
            .chain(of_tables.map(ToOwned::to_owned))
            .filter(|code| seen.insert(code.clone()))
            .collect()
    }
}

/// Returns a policy with which the check keeps every finding. The reports on the tables have the limits.
fn without_limits(policy: &Policy) -> Policy {
    let (unlimited, depth) = (usize::MAX, policy.limits.depth);
    policy.clone().limits(Limits {
        findings: unlimited,
        findings_per_rule: unlimited,
        depth,
        ..Limits::default()
    })
}
