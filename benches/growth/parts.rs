//! Builds inputs of repeated parts. `count` is the number of parts, such as records or rows.

/// Returns `count` parts, each generated from its number, with a separator between them and a text before and after.
pub(crate) fn list(
    before: &str,
    separator: &str,
    after: &str,
    count: usize,
    part: impl Fn(usize) -> String,
) -> Vec<u8> {
    let mut text = String::from(before);
    for number in 0..count {
        if number > 0 {
            text.push_str(separator);
        }
        text.push_str(&part(number));
    }
    text.push_str(after);
    text.into_bytes()
}

/// Replaces each `#` of a template by the number of the part.
pub(crate) fn part(template: &'static str) -> impl Fn(usize) -> String {
    move |number| template.replace('#', &number.to_string())
}
