use super::account::{self, AccountListRules};
use super::currency::{self, CurrencyListRules};
use super::model::PAYLOAD;
use super::parties::{ContactRules, LEAD_CURRENCY, OrganizationRules};
use super::tax::{self, TaxPeriodListRules, TaxPeriodRecord, TaxRules};
use super::{Account, Contact, CostCenter, Currency, Organization, Project, Tax, rules};
use crate::json::SyntaxError;
use crate::record::{
    CanonicalRanges, Document, Duplicate, Field, LazyMembers, ListRules, ListSpec, ListSummary,
    Normalizer, OpenedList, Record, RecordIds, RecordRules, check_file, check_values, read_list,
    rules as record_rules,
};
use crate::report::{Collector, Diagnostic, Fixes, Normalized, Policy, Report, Rule};
use crate::source::{SourceFile, Span};
use crate::value;

/// Checks a base data payload, without building values.
///
/// One call finds all faults, each with its position. An error in one record does not hide faults in others.
///
/// ```
/// use universal_accounting::{base_data, report::Policy};
///
/// let payload = br#"{"organization": {"companyName": "Muster AG", "leadCurrency": "chf"}, "accounts": []}"#;
/// let report = base_data::check(payload, &Policy::new());
/// let found: Vec<&str> = report.findings.iter().map(|finding| finding.rule.id).collect();
/// assert_eq!(found, ["missing-field", "missing-field", "missing-field", "currency-spelling", "list-empty"]);
/// assert_eq!(report.findings[3].pointer, "/organization/leadCurrency");
/// ```
#[must_use]
pub fn check(source: &[u8], policy: &Policy) -> Report {
    visit_records(&SourceFile::new(source), policy, None)
}

/// Checks a payload whose records lack these fields, as the caller knows: their absence is counted, but no finding is stored for each record.
pub(crate) fn check_without(
    source: &[u8],
    absent_fields: &[&'static Field],
    policy: &Policy,
) -> Report {
    check_file(&SourceFile::new(source), policy, None, &mut |document| {
        document.absent_fields = absent_fields;
        PayloadReader::default().read(document, &mut None)
    })
}

/// Checks a payload and calls `visitor` with its records.
pub(super) fn visit_records(
    file: &SourceFile<'_>,
    policy: &Policy,
    mut visitor: Option<&mut dyn RecordVisitor>,
) -> Report {
    check_file(file, policy, None, &mut |document| {
        PayloadReader::default().read(document, &mut visitor)
    })
}

/// Visits the records of a payload. It is used through `dyn`, so that a program that only checks has no code that builds records.
pub(super) trait RecordVisitor {
    /// Visits the organization.
    fn visit_organization(&mut self, _record: &Record<'_>) {}

    /// Visits a record of the list with this name.
    fn visit_record(&mut self, list: &str, index: usize, record: &Record<'_>);

    /// Ends the list with this name. `duplicates` are its records that have the id of an earlier one.
    fn end_list(&mut self, _list: &str, _duplicates: &[Duplicate]) {}
}

static ACCOUNTS: ListSpec = list_spec(
    Account::FIELDS,
    &[(account::NUMBER, &rules::DUPLICATE_ACCOUNT_NUMBER)],
);
static CURRENCIES: ListSpec = list_spec(
    Currency::FIELDS,
    &[(currency::CODE, &rules::DUPLICATE_CURRENCY)],
);
static TAXES: ListSpec = list_spec(Tax::FIELDS, &[(tax::CODE, &rules::DUPLICATE_TAX_CODE)]);
static TAX_PERIODS: ListSpec = list_spec(TaxPeriodRecord::FIELDS, &[]);
static CONTACTS: ListSpec = list_spec(Contact::FIELDS, &[]);
static COST_CENTERS: ListSpec = list_spec(
    CostCenter::FIELDS,
    &[(account::CODE, &rules::DUPLICATE_CODE)],
);
static PROJECTS: ListSpec = list_spec(Project::FIELDS, &[(account::CODE, &rules::DUPLICATE_CODE)]);

const fn list_spec(
    fields: &'static [Field],
    unique: &'static [(usize, &'static Rule)],
) -> ListSpec {
    ListSpec {
        members: LazyMembers::new(fields),
        // Every record of a list begins with its external id.
        id: 0,
        scope: None,
        duplicate_rule: &rules::DUPLICATE_EXTERNAL_ID,
        unique,
        empty_rule: &record_rules::LIST_EMPTY,
    }
}

/// The facts of a payload that the rules over several lists need.
#[derive(Default)]
struct PayloadReader<'s> {
    /// The lead currency, with its span.
    lead_currency: Option<(value::Currency, Span)>,
    /// The accounts, with the list that they come from.
    accounts: Option<(ListSummary<'s, AccountListRules<'s>>, OpenedList)>,
    currencies: Option<CurrencyListRules>,
}

impl<'s> PayloadReader<'s> {
    fn read(
        mut self,
        document: &mut Document<'s, '_, '_>,
        visitor: &mut Option<&mut dyn RecordVisitor>,
    ) -> Result<(), SyntaxError> {
        let Some(opening) = document.reader.try_open(b'{') else {
            let body = document.reader.read_value()?;
            return document.reject_value("payload", &body);
        };
        document.read_nested_fields(
            opening,
            PAYLOAD.fields,
            None,
            &mut |document, index, opening, is_used| {
                let Some(field) = PAYLOAD.fields.get(index) else {
                    return Ok(());
                };
                let list = &OpenedList { field, opening };
                if is_used {
                    self.read_field(document, list, visitor)
                } else {
                    // It is unclear which of two fields with the same name the service would use. So nothing is built from the second, and it is
                    // checked alone, without comparing it with other lists.
                    Self::default().read_field(document, list, &mut None)
                }
            },
        )?;
        self.check_currencies(document)
    }

    fn read_field(
        &mut self,
        document: &mut Document<'s, '_, '_>,
        list: &OpenedList,
        visitor: &mut Option<&mut dyn RecordVisitor>,
    ) -> Result<(), SyntaxError> {
        match list.field.name {
            "organization" => self.read_organization(document, list.opening, visitor)?,
            "accounts" => {
                self.accounts = Some((visit_list(&ACCOUNTS, document, list, visitor)?, *list));
            }
            "currencies" => {
                self.currencies = Some(visit_list(&CURRENCIES, document, list, visitor)?.rules);
            }
            "taxes" => drop(visit_list::<TaxRules>(&TAXES, document, list, visitor)?),
            "taxPeriods" => drop(visit_list::<TaxPeriodListRules>(
                &TAX_PERIODS,
                document,
                list,
                visitor,
            )?),
            "contacts" => drop(visit_list::<ContactRules>(
                &CONTACTS, document, list, visitor,
            )?),
            "costCenters" => drop(visit_list::<()>(&COST_CENTERS, document, list, visitor)?),
            "projects" => drop(visit_list::<()>(&PROJECTS, document, list, visitor)?),
            _ => drop(document.reader.skip_from(list.opening.start)?),
        }
        Ok(())
    }

    fn read_organization(
        &mut self,
        document: &mut Document<'s, '_, '_>,
        opening: Span,
        visitor: &mut Option<&mut dyn RecordVisitor>,
    ) -> Result<(), SyntaxError> {
        let mut record = document.read_record(opening, Organization::FIELDS)?;
        check_values(&mut record, document.sink);
        OrganizationRules::report(&mut record, document.sink);
        let lead = record
            .text(LEAD_CURRENCY)
            .filter(|_| !record.is_repeated(LEAD_CURRENCY));
        let lead = lead.and_then(|code| value::Currency::parse(&code).ok());
        self.lead_currency = lead.map(|currency| (currency, record.span_of(LEAD_CURRENCY)));
        if let Some(visitor) = visitor {
            visitor.visit_organization(&record);
        }
        Ok(())
    }

    /// Reports currencies that are used but not listed. The list itself has been checked before.
    fn check_currencies(&self, document: &mut Document<'s, '_, '_>) -> Result<(), SyntaxError> {
        let Some(currencies) = &self.currencies else {
            return Ok(());
        };
        if let Some((_, span)) = self
            .lead_currency
            .filter(|(currency, _)| currencies.lacks(*currency))
        {
            document.sink.push(
                Diagnostic::new(&rules::CURRENCY_UNLISTED, span).param("field", "leadCurrency"),
            );
        }
        let Some((
            ListSummary {
                rules: accounts,
                ids,
                ..
            },
            list,
        )) = &self.accounts
        else {
            return Ok(());
        };
        if !accounts
            .currencies
            .iter()
            .any(|currency| currencies.lacks(*currency))
        {
            return Ok(());
        }
        // Unlisted currencies are rare, so the accounts are read again here, which saves keeping the span of every currency.
        let (mut ignored, mut unlisted) = (Collector::new(document.sink.policy()), Vec::new());
        let mut again = document.fork_at(list.opening.start, &mut ignored);
        again.reader.read_value()?;
        read_list::<()>(
            &ACCOUNTS,
            &mut again,
            list,
            Some(&mut |index, record, _| {
                let Some(record) = record else { return };
                let code = record.text(account::CURRENCY);
                let used = code.and_then(|code| value::Currency::parse(&code).ok());
                if used.is_some_and(|currency| currencies.lacks(currency)) {
                    unlisted.push((index, record.span_of(account::CURRENCY)));
                }
            }),
        )?;
        let record_ids = RecordIds {
            text: document.text,
            list_name: "accounts",
            ids,
        };
        for (index, span) in unlisted {
            record_ids.report(
                Diagnostic::new(&rules::CURRENCY_UNLISTED, span).param("field", "currency"),
                index,
                document.sink,
            );
        }
        Ok(())
    }
}

/// Reads an opened list, and calls `visitor` with its items.
fn visit_list<'s, R: ListRules<'s> + Send + 's>(
    spec: &'static ListSpec,
    document: &mut Document<'s, '_, '_>,
    list: &OpenedList,
    visitor: &mut Option<&mut dyn RecordVisitor>,
) -> Result<ListSummary<'s, R>, SyntaxError> {
    let Some(visitor) = visitor else {
        return read_list(spec, document, list, None);
    };
    let name = list.field.name;
    let summary = read_list(
        spec,
        document,
        list,
        Some(&mut |index, record, _| {
            if let Some(record) = record {
                visitor.visit_record(name, index, record);
            }
        }),
    )?;
    visitor.end_list(name, &summary.duplicates);
    Ok(summary)
}

/// Applies fixes to a base data payload and writes it as canonical JSON.
///
/// Nothing is lost, and every change is reported. Normalizing the result again changes nothing.
///
/// ```
/// use universal_accounting::base_data;
/// use universal_accounting::report::{Fixes, Policy};
///
/// let payload = br#"{"taxes": [{"value": "8.10", "code": "UN81"}]}"#;
/// let normalized = base_data::normalize(payload, &Policy::new(), Fixes::Safe);
/// assert_eq!(normalized.json.as_deref(), Some(r#"{"taxes":[{"code":"UN81","value":8.1}]}"#));
/// assert_eq!(normalized.changes[1].pointer, "/taxes/0/value");
/// assert!(!normalized.report.is_valid());
/// ```
#[must_use]
pub fn normalize(source: &[u8], policy: &Policy, fixes: Fixes) -> Normalized {
    NORMALIZER.normalize(source, policy, fixes)
}

/// How base data is normalized.
pub(crate) static NORMALIZER: Normalizer = Normalizer {
    table: &PAYLOAD,
    allows_sequences: false,
    check: |file, policy, ranges| {
        visit_records(
            file,
            policy,
            ranges.map(|ranges| -> &mut dyn RecordVisitor { ranges }),
        )
    },
};

impl RecordVisitor for CanonicalRanges {
    fn visit_record(&mut self, _list: &str, _index: usize, record: &Record<'_>) {
        self.add(record);
    }
}
