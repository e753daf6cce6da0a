/// Returns where the first `count` characters of a text end, or its length if it has fewer.
pub(in crate::format) fn end_of_chars(text: &str, count: usize) -> usize {
    match text.char_indices().nth(count) {
        Some((end, _)) => end,
        None => text.len(),
    }
}
