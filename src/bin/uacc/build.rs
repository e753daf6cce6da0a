//! `uacc build`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use universal_accounting::render;
use universal_accounting::report::Policy;
use universal_accounting::tables::{
    self, BuildOptions, Built, BuiltTable, Chart, ColumnMap, RowSelection, Source,
};

use crate::files::Input;
use crate::findings::{ReadText, count_errors_and_warnings, pluralize};
use crate::output::{self, Outcome};
use crate::sanitize::{sanitize, sanitize_and_mask};
use crate::settings::PolicyArguments;
use crate::{files, findings, limits};

#[derive(Debug, Args)]
pub(crate) struct Build {
    /// What to build.
    #[arg(value_name = "KIND")]
    kind: Buildable,
    /// The tables: CSV files in any encoding and with any delimiter, or workbooks. Each sheet of a workbook is a table. `-` reads standard input.
    #[arg(required = true, value_name = "TABLE")]
    tables: Vec<PathBuf>,
    /// A JSON file with the organization, unless a table has it.
    #[arg(long, value_name = "FILE")]
    organization: Option<PathBuf>,
    /// A JSON file that maps headings to fields, such as {"Kto": "accounts.number"}, or to null for columns that are left out.
    #[arg(long, value_name = "MAP")]
    columns: Option<PathBuf>,
    /// Take the types of accounts from their numbers, where the table does not say them and the chart does.
    #[arg(long, value_name = "CHART", value_enum)]
    chart: Option<ChartName>,
    /// Which rows of accounts, taxes, cost centers and projects are records.
    #[arg(long, value_name = "ROWS", value_enum, default_value_t = Rows::Records)]
    rows: Rows,
    /// Don't read the sheet with this name, such as a cover sheet or an old version. Can be repeated.
    #[arg(long, value_name = "NAME")]
    skip_sheet: Vec<String>,
    /// Write to this file instead of standard output. The file is written completely or not at all.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// The output format.
    #[arg(long, value_enum, default_value_t = BuildFormat::Payload)]
    format: BuildFormat,
    #[command(flatten)]
    policy: PolicyArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Buildable {
    /// The base data of an organization.
    BaseData,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ChartName {
    /// The chart of accounts for Swiss small and medium-sized enterprises.
    Kmu,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rows {
    /// All but groups, such as 10 above 1000, and rows that have only a text, such as totals.
    Records,
    /// All.
    All,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BuildFormat {
    /// The payload. The findings go to standard error.
    Payload,
    /// One JSON object with the report on each table and the payload.
    Json,
}

pub(crate) fn run(arguments: &Build) -> Outcome {
    let Buildable::BaseData = arguments.kind;
    let sources = || {
        arguments
            .tables
            .iter()
            .chain(&arguments.organization)
            .chain(&arguments.columns)
    };
    files::check_outputs_are_not_inputs(
        arguments.output.as_slice(),
        sources().map(PathBuf::as_path),
    )?;
    files::check_stdin_is_read_once(sources())?;
    let mut options = BuildOptions::new();
    options.policy = arguments.policy.apply_to(limits::policy())?;
    options.chart = arguments.chart.map(|ChartName::Kmu| Chart::SwissSme);
    options.rows = match arguments.rows {
        Rows::Records => RowSelection::Records,
        Rows::All => RowSelection::All,
    };
    options.skipped_sheets.clone_from(&arguments.skip_sheet);
    if let Some(path) = &arguments.columns {
        let map = files::read(path)?;
        options.columns = ColumnMap::parse(&map.bytes).map_err(|fault| {
            let reason = if options.policy.is_redacted() {
                "it is no map of columns; a call without --redact says why".to_owned()
            } else {
                sanitize(&fault.to_string())
            };
            format!("--columns: {}: {reason}", sanitize(&map.name))
        })?;
    }
    let organization = arguments
        .organization
        .as_deref()
        .map(files::read)
        .transpose()?;
    let inputs = files::read_all(&arguments.tables)?;
    let tables: Vec<Source<'_>> = inputs.iter().map(source_of).collect();
    let built = tables::build(&tables, organization.as_ref().map(source_of), &options);
    let as_report = arguments.format == BuildFormat::Json;
    print_report(
        &inputs,
        organization.as_ref(),
        &built,
        &options.policy,
        as_report,
    );
    if as_report {
        let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
        let organization = organization
            .as_ref()
            .map_or("", |input| input.name.as_str());
        let report = render::base_data_build_json(&names, organization, &built) + "\n";
        files::write_output(arguments.output.as_deref(), report)?;
    } else {
        match &built.json {
            Some(json) => files::write_output(arguments.output.as_deref(), json.clone() + "\n")?,
            None => output::print_note(format!(
                "nothing was written: {}",
                pluralize(built.errors(), "error")
            )),
        }
    }
    Ok(built.json.is_some())
}

fn source_of(input: &Input) -> Source<'_> {
    Source {
        name: &input.name,
        bytes: &input.bytes,
    }
}

/// Prints the findings, unless the JSON report has them, and what each file holds.
fn print_report(
    inputs: &[Input],
    organization: Option<&Input>,
    built: &Built,
    policy: &Policy,
    as_report: bool,
) {
    if let (Some(input), Some(report)) = (organization, &built.organization) {
        if !as_report {
            findings::print(input, report, policy);
        }
        output::print_summary(format!(
            "{}: organization; {}",
            sanitize(&input.name),
            count_errors_and_warnings(report)
        ));
    }
    for table in &built.tables {
        let Some(input) = inputs.get(table.source) else {
            continue;
        };
        let name = table.name(&input.name);
        if !as_report {
            let sheet = table.sheet.as_ref();
            let text = ReadText {
                name: &name,
                bytes: sheet.map_or(&input.bytes, |sheet| sheet.text.as_bytes()),
            };
            findings::print(text, &table.report, policy);
        }
        output::print_summary(describe(&name, table));
    }
    if !built.derived_currencies.is_empty() {
        let codes = if policy.is_redacted() {
            built.derived_currencies.len().to_string()
        } else {
            sanitize_and_mask(&built.derived_currencies.join(", "))
        };
        output::print_note(format!(
            "no table lists the currencies, so they are those of the organization and the accounts: {codes}"
        ));
    }
    for list in &built.missing {
        let help = if *list == "organization" {
            "name its file with --organization"
        } else {
            "add a table with it"
        };
        output::print_note(format!(
            "error: no table holds `{list}`, which base data needs; {help}"
        ));
    }
}

/// Describes a table, such as `konten.csv: accounts: 200 records, header in line 3, external ids from `number`; no errors, 1 warning`.
fn describe(name: &str, table: &BuiltTable) -> String {
    let name = sanitize_and_mask(name);
    let counts = count_errors_and_warnings(&table.report);
    let Some(list) = table.list else {
        return format!("{name}: {counts}");
    };
    let ids = table.external_id_from.map_or_else(String::new, |field| {
        format!(", external ids from `{field}`")
    });
    let above = table
        .header_line
        .filter(|line| *line > 1)
        .map_or_else(String::new, |line| format!(", header in line {line}"));
    format!(
        "{name}: {list}: {}{above}{ids}; {counts}",
        pluralize(table.records, "record")
    )
}
