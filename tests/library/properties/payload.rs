//! Payloads of transactions with a fault in a record, or with damaged bytes.

use universal_accounting::generate::{Choices, Member, json_object};

/// Puts one fault, or one oddity, into a record and gives it as JSON.
pub(crate) fn faulty(mut members: Vec<Member>, tape: &mut Choices<'_>) -> String {
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
    let at = tape.below(members.len());
    match tape.below(10) {
        0 => members[at].value = tape.pick(VALUES).into(),
        1 => {
            members.remove(at);
        }
        2 => members[at].name = members[at].name.to_uppercase(),
        3 => {
            members[at].name.pop();
        }
        4 => {
            let twin = members[at].clone();
            members.push(twin);
        }
        5 => members.push(Member { name: "booking/~text".into(), value: r#"{"a":[{"b":null}],"":{"":[]}}"#.into() }),
        6 => return json_object(&members, ",", tape),
        7 => return tape.pick(&["null", "\"12.50\"", "[{}]", "7"]).into(),
        8 => members.insert(at, Member { name: "text".into(), value: "null".into() }),
        _ => members[at].value = tape.pick(VALUES).replace('"', ""),
    }
    json_object(&members, "", tape)
}

/// Damages bytes at a few places, or cuts the rest off.
pub(crate) fn damaged(payload: &str, tape: &mut Choices<'_>) -> Vec<u8> {
    let mut bytes = payload.as_bytes().to_vec();
    for _ in 0..=tape.below(3) {
        let at = tape.below(bytes.len());
        match tape.below(5) {
            0 => bytes[at] ^= 1 << tape.below(8),
            1 => bytes.truncate(at),
            2 => bytes.insert(at, tape.pick(b"{}[],:\"\\\n\r x0\xff\xc3")),
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
