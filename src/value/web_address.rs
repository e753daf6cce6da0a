use std::error::Error;
use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

/// The address of a web site: an http or https URL with a host (RFC 3986), without a user or password.
///
/// This type is only a namespace for [`WebAddress::check`]: records keep a web address as text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WebAddress;

/// The reason why a text is not the address of a web site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WebAddressError {
    /// Only the scheme is missing; carries the address with `https://` in front.
    Scheme(String),
    /// Any other text.
    Form,
}

/// The limit for a label of a host name, in characters (RFC 1035).
const MAX_LABEL_LENGTH: usize = 63;
/// The limit for a whole host name, in characters (RFC 1035).
const MAX_NAME_LENGTH: usize = 253;

impl WebAddress {
    /// Accepts an http or https URL whose host is a name, an IPv4 address or an IPv6 address in brackets.
    ///
    /// Letters of all scripts are accepted, because browsers accept them.
    ///
    /// # Errors
    ///
    /// The text isn't such a URL.
    pub(crate) fn check(text: &str) -> Result<(), WebAddressError> {
        if !has_only_url_characters(text) {
            return Err(WebAddressError::Form);
        }
        match strip_scheme(text) {
            Some(rest) => parse_host(rest).map(|_| ()).ok_or(WebAddressError::Form),
            None => Err(parse_error(text)),
        }
    }
}

/// Returns the error for a text that has neither of the two schemes.
#[cold]
fn parse_error(text: &str) -> WebAddressError {
    let rest = text.strip_prefix("//").unwrap_or(text);
    match parse_host(rest) {
        Some(name) if has_top_level_domain(name) => {
            WebAddressError::Scheme(format!("https://{rest}"))
        }
        _ => WebAddressError::Form,
    }
}

fn strip_scheme(text: &str) -> Option<&str> {
    ["https://", "http://"].iter().find_map(|scheme| {
        let (start, rest) = text.split_at_checked(scheme.len())?;
        start.eq_ignore_ascii_case(scheme).then_some(rest)
    })
}

/// Whether a text has no blank, no invisible character, none of the ASCII characters that are invalid in URLs, and percent signs only before
/// two hexadecimal digits.
fn has_only_url_characters(text: &str) -> bool {
    let is_invalid = |character: char| {
        character.is_whitespace()
            || character.is_control()
            || matches!(
                character,
                '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}'
            )
            || matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let is_escape = |rest: &str| matches!(rest.as_bytes(), [a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit());
    !text.contains(is_invalid) && text.split('%').skip(1).all(is_escape)
}

/// Returns the valid host at the start of a URL without its scheme, if no port or a valid port follows.
fn parse_host(text: &str) -> Option<&str> {
    let end = text.find(['/', '?', '#']).unwrap_or(text.len());
    let authority = text.get(..end)?;
    if let Some(bracketed) = authority.strip_prefix('[') {
        let (address, port) = bracketed.split_once(']')?;
        let is_valid = address.parse::<Ipv6Addr>().is_ok()
            && (port.is_empty() || port.strip_prefix(':').is_some_and(is_port));
        return is_valid.then_some(address);
    }
    let (name, has_valid_port) = authority
        .split_once(':')
        .map_or((authority, true), |(name, port)| (name, is_port(port)));
    (has_valid_port && is_host_name(name)).then_some(name)
}

fn is_port(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u16>().is_ok()
}

/// Whether a text is labels with single dots between them. A name that ends in a number must be an IPv4 address.
fn is_host_name(text: &str) -> bool {
    let name = text.strip_suffix('.').unwrap_or(text);
    if top_level_label(name)
        .bytes()
        .all(|byte| byte.is_ascii_digit())
    {
        return name.parse::<Ipv4Addr>().is_ok();
    }
    name.chars().count() <= MAX_NAME_LENGTH && name.split('.').all(is_label)
}

/// Whether a text is letters, digits and hyphens, without a hyphen at either end (RFC 1123).
fn is_label(text: &str) -> bool {
    let has_valid_ends = !text.is_empty() && !text.starts_with('-') && !text.ends_with('-');
    has_valid_ends
        && text.chars().count() <= MAX_LABEL_LENGTH
        && text
            .chars()
            .all(|character| character.is_alphanumeric() || character == '-')
}

/// Whether a name has a dot and at least two letters after the last dot, so that a word such as `muster` doesn't count as an address.
fn has_top_level_domain(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let last = top_level_label(name);
    last.len() < name.len() && last.chars().count() >= 2 && last.chars().all(char::is_alphabetic)
}

fn top_level_label(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or_default()
}

impl Error for WebAddressError {}

impl fmt::Display for WebAddressError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Scheme(_) => "a web address starts with https:// or http://",
            Self::Form => {
                "a web address is https:// or http:// and a host, such as https://www.example.ch"
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn accepts_http_urls_with_a_host() {
        let long = format!("https://{}.ch", "a".repeat(63));
        let texts = [
            "https://muster.ch",
            "http://www.muster.ch/",
            "HTTPS://Muster.CH/Kontakt?a=1&b[]=2#top",
            "https://muster.ch.",
            "https://müller.ch/über-uns",
            "https://例え.jp",
            "https://xn--mller-kva.ch",
            "https://localhost",
            "http://localhost:8080/x",
            "https://muster.ch:65535",
            "https://192.0.2.1/",
            "https://192.0.2.1:443",
            "https://[2001:db8::1]:443/",
            "https://[::1]",
            "https://muster.ch/@user",
            "https://muster.ch?mail=a@b.ch",
            "https://muster.ch/a%20b",
            "https://1-2.3com",
            &long,
        ];
        for text in texts {
            assert_eq!(WebAddress::check(text), Ok(()), "{text}");
        }
    }

    #[test]
    fn suggests_adding_a_missing_scheme() {
        let rows = [
            ("www.muster.ch", "https://www.muster.ch"),
            ("muster.ch/kontakt", "https://muster.ch/kontakt"),
            ("//muster.ch", "https://muster.ch"),
            ("muster.ch:8080", "https://muster.ch:8080"),
            ("Muster.CH.", "https://Muster.CH."),
            (
                "muster.ch/?next=http://example.ch",
                "https://muster.ch/?next=http://example.ch",
            ),
            ("müller.ch", "https://müller.ch"),
        ];
        for (text, whole) in rows {
            assert_eq!(
                WebAddress::check(text),
                Err(WebAddressError::Scheme(whole.to_owned())),
                "{text}"
            );
        }
    }

    #[test]
    fn rejects_other_texts_without_a_suggestion() {
        let long_label = format!("https://{}.ch", "a".repeat(64));
        let long_name = format!("https://{}ch", "abcdefg.".repeat(32));
        let texts = [
            "",
            "-",
            "muster",
            "muster.",
            "n.a.",
            "1.5",
            "192.0.2.1",
            "localhost:80",
            "info@muster.ch",
            "mailto:info@muster.ch",
            "Muster AG",
            "ftp://muster.ch",
            "ftps://muster.ch",
            "file:///muster.ch",
            "http:/muster.ch",
            "http:muster.ch",
            "http//muster.ch",
            "https://",
            "https:///muster.ch",
            "https://?x",
            "https://#x",
            "https://:80",
            "https://.",
            "https://.ch",
            "https://muster..ch",
            "https://muster.ch..",
            "https://-muster.ch",
            "https://muster-.ch",
            "https://mus_ter.ch",
            "https://user:secret@muster.ch",
            "https://user@muster.ch",
            "https://muster.ch:",
            "https://muster.ch:65536",
            "https://muster.ch:8o",
            "https://muster.ch:+80",
            "https://999.0.2.1",
            "https://192.0.2",
            "https://123",
            "https://[::1",
            "https://[muster.ch]",
            "https://[::1]x",
            "https://::1",
            "https://muster.ch/a b",
            " https://muster.ch",
            "https://muster.ch\n",
            "https://muster.ch/\u{200b}",
            "https://muster.ch/\0",
            "https://muster.ch\\kontakt",
            "<https://muster.ch>",
            "https://muster.ch/100%",
            "https://muster.ch/%zz",
            "https://https://muster.ch",
            "htps://muster.ch",
            "/muster.ch",
            "///muster.ch",
            &long_label,
            &long_name,
        ];
        for text in texts {
            assert_eq!(
                WebAddress::check(text),
                Err(WebAddressError::Form),
                "{text:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn suggested_addresses_are_valid(text in "\\PC{0,12}|(https?://|//)?[a-z0-9.:/@%\\[\\]-]{0,16}") {
            if let Err(WebAddressError::Scheme(whole)) = WebAddress::check(&text) {
                prop_assert_eq!(WebAddress::check(&whole), Ok(()));
            }
        }
    }
}
