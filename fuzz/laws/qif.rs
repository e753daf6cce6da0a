//! QIF that is whole, broken or built from lines is converted by the law of [`convert`](super::convert), and a copy of it that may be shown has no name.

use universal_accounting::format::DateOrder;

use super::choices::Choices;
use super::convert::{assert_converts, options};
use super::scrubbed::assert_hides_name;

/// The maximum number of lines, so that a file stays small.
const MAX_LINES: usize = 200;

const LINES: [&str; 64] = [
    "!Type:Bank",
    "!Type:Cash",
    "!Type:CCard ",
    "!Type:Oth L",
    "!type:invst",
    "!Type:Cat",
    "!Type:Winterthur",
    "!Account",
    "!Option:AutoSwitch",
    "!Clear:AutoSwitch",
    "NGiro",
    "NWinterthur",
    "TBank",
    "DA description",
    "B1,200.00",
    "^",
    "^",
    "^",
    "^",
    "^^",
    "D3/31/2026",
    "D31/3/2026",
    "D5/6/94",
    "D8/31' 0",
    "D02/20'24",
    "D2026-03-31",
    "D26 Jan 2026",
    "D31.02.2026",
    "D",
    "DWinterthur",
    "T-12.50",
    "T1,250.00",
    "T1.250,00",
    "T1,250",
    "T+7",
    "T0",
    "T",
    "T.",
    "T=7.36",
    "U-12.50",
    "U7",
    "PWinterthur",
    "POpening Balance",
    "PKarte 4111 1111 1111 1111",
    "MMiete & Söhne",
    "N1001",
    "N20260331",
    "NNONE",
    "CX",
    "C*",
    "LHaus:Miete",
    "L[Giro]",
    "L[Winterthur]",
    "AStrasse 1",
    "SMiete",
    "S[Giro]",
    "EWinterthur",
    "$-12.50",
    "$5",
    "$",
    "%50",
    "Winterthur",
    "",
    " \t",
];

pub fn assert_holds(data: &[u8]) {
    let mut choices = Choices::new(data);
    let mut options = options(&mut choices);
    options.dates = choices.pick(&[
        None,
        Some(DateOrder::DayMonthYear),
        Some(DateOrder::MonthDayYear),
        Some(DateOrder::YearMonthDay),
    ]);
    let source = if choices.below(2) == 1 {
        build(&mut choices)
    } else {
        choices.rest().to_vec()
    };
    assert_converts(&source, &options);
    assert_hides_name(&source, &options);
}

fn build(choices: &mut Choices<'_>) -> Vec<u8> {
    let mut text = choices
        .pick(&[
            "!Type:Bank\n",
            "!Account\nNGiro\nTBank\n^\n!Type:Bank\n",
            "",
        ])
        .to_owned();
    let line_end = choices.pick(&["\n", "\r\n", "\r"]);
    for _ in 0..MAX_LINES {
        if choices.is_empty() {
            break;
        }
        text.push_str(choices.pick(&LINES));
        text.push_str(line_end);
    }
    text.into_bytes()
}
