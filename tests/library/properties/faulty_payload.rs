//! Payloads of transactions with a faulty record, or with damaged bytes.

use universal_accounting::generate::{Choices, ObjectMember, json_object};

/// Puts one fault, or one unusual value, into a record and returns it as JSON.
pub(crate) fn faulty_record(mut members: Vec<ObjectMember>, choices: &mut Choices<'_>) -> String {
    const VALUES: &[&str] = &[
        "null",
        "true",
        "12.50",
        "-0",
        "[]",
        "{\"a\":{\"b\":[1,{}]}}",
        "\"\"",
        "\" \\t\"",
        "\"\u{200b}\"",
        "\"31.03.2026\"",
        "\"2026-02-30\"",
        "\"01.02.03\"",
        "\"1'234.50\"",
        "\"-12.50\"",
        "\"0012.50\"",
        "\"12,5\"",
        "\"0.00\"",
        "\"79228162514264337593543950336\"",
        "\"chf\"",
        "\"SFr\"",
        "\"DEBIT\"",
        "\"debti\"",
        "\"CH9300762011623852958\"",
    ];
    let at = choices.below(members.len());
    match choices.below(10) {
        0 => members[at].value = choices.pick(VALUES).into(),
        1 => {
            members.remove(at);
        }
        2 => members[at].name = members[at].name.to_uppercase(),
        3 => {
            members[at].name.pop();
        }
        4 => {
            let copy = members[at].clone();
            members.push(copy);
        }
        5 => members.push(ObjectMember {
            name: "booking/~text".into(),
            value: r#"{"a":[{"b":null}],"":{"":[]}}"#.into(),
        }),
        6 => return json_object(&members, ",", choices),
        7 => return choices.pick(&["null", "\"12.50\"", "[{}]", "7"]).into(),
        8 => members.insert(
            at,
            ObjectMember {
                name: "text".into(),
                value: "null".into(),
            },
        ),
        _ => members[at].value = choices.pick(VALUES).replace('"', ""),
    }
    json_object(&members, "", choices)
}

/// Changes, inserts or removes bytes at up to three positions, or cuts the payload off.
pub(crate) fn damaged_payload(payload: &str, choices: &mut Choices<'_>) -> Vec<u8> {
    let mut bytes = payload.as_bytes().to_vec();
    for _ in 0..=choices.below(3) {
        let at = choices.below(bytes.len());
        match choices.below(5) {
            0 => bytes[at] ^= 1 << choices.below(8),
            1 => bytes.truncate(at),
            2 => bytes.insert(at, choices.pick(b"{}[],:\"\\\n\r x0\xff\xc3")),
            3 => {
                bytes.remove(at);
            }
            _ => bytes.splice(0..0, *b"\xEF\xBB\xBF").for_each(drop),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}
