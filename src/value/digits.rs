/// Returns whether a text is one ASCII digit or more, and nothing else.
pub(crate) fn is_all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
