use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::value::{error_enum, is_all_digits};

/// The host of a receiver: a name, or an IP address.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Host {
    /// A name, in lower case.
    Name(String),
    /// An IP address.
    Address(IpAddr),
}

/// A host whose receivers are allowed, with or without a port.
///
/// ```
/// use universal_accounting::sandbox::{AllowedHost, Receiver};
///
/// let receiver = Receiver::parse("http://hooks.example:8443/journal")?;
/// assert!(AllowedHost::parse("Hooks.example")?.allows(&receiver));
/// assert!(AllowedHost::parse("hooks.example:8443")?.allows(&receiver));
/// assert!(!AllowedHost::parse("hooks.example:80")?.allows(&receiver));
/// assert!(!AllowedHost::parse("example")?.allows(&receiver));
/// # Ok::<(), universal_accounting::sandbox::ReceiverError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedHost {
    host: Host,
    /// The only port; `None` for all ports.
    port: Option<u16>,
}

/// The address of a receiver of webhooks: an http URL. Requests to it are not encrypted.
///
/// ```
/// use universal_accounting::sandbox::{Receiver, ReceiverError};
///
/// let receiver = Receiver::parse("http://127.0.0.1:8080/hook?from=test")?;
/// assert_eq!((receiver.port(), receiver.target()), (8080, "/hook?from=test"));
/// assert_eq!(receiver.to_string(), "http://127.0.0.1:8080/hook?from=test");
/// assert_eq!(Receiver::parse("https://hooks.example/journal"), Err(ReceiverError::Encrypted));
/// # Ok::<(), ReceiverError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receiver {
    host: Host,
    port: u16,
    target: String,
}

error_enum! {
    /// The reason why a text is not the address of a receiver.
    pub enum ReceiverError {
        /// The address has more than 512 characters.
        TooLong => "the address of a receiver has at most 512 characters",
        /// The address begins with `https://`.
        Encrypted => "this service sends without encryption, so the address begins with http://",
        /// The address doesn't begin with `http://`.
        Scheme => "the address of a receiver begins with http://",
        /// The address has other characters than visible ones of ASCII.
        Characters => "the address of a receiver has visible characters of ASCII only; write others with percent signs",
        /// The address has a user, and possibly a password.
        User => "the address of a receiver has no user and no password",
        /// The address has a part after `#`, which is never sent.
        Fragment => "the address of a receiver has no part after #",
        /// The host is neither a name nor an IP address.
        Host => "the host of a receiver is a name, an IPv4 address, or an IPv6 address in brackets",
        /// The port is not a number from 1 to 65535.
        Port => "the port of a receiver is a number from 1 to 65535",
    }
}

/// The most characters of an address, as of the address of a webhook in the service's settings.
const MAX_LENGTH: usize = 512;

/// The most characters of a label and of a whole host name (RFC 1035).
const MAX_LABEL_LENGTH: usize = 63;
const MAX_NAME_LENGTH: usize = 253;

const HTTP_PORT: u16 = 80;

impl Host {
    fn parse(text: &str) -> Option<Self> {
        if let Some(bracketed) = text.strip_prefix('[') {
            let address = bracketed.strip_suffix(']')?.parse::<Ipv6Addr>().ok()?;
            return Some(Self::Address(address.into()));
        }
        if let Ok(address) = text.parse::<Ipv4Addr>() {
            return Some(Self::Address(address.into()));
        }
        let is_label = |label: &str| {
            let has_valid_ends =
                !label.is_empty() && !label.starts_with('-') && !label.ends_with('-');
            has_valid_ends
                && label.len() <= MAX_LABEL_LENGTH
                && label
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        // Resolvers take a name such as `127.1` or `0x7f.1` for an address.
        let is_number = text
            .rsplit('.')
            .next()
            .is_some_and(|last| last.starts_with(|first: char| first.is_ascii_digit()));
        let is_name = text.len() <= MAX_NAME_LENGTH && !is_number && text.split('.').all(is_label);
        is_name.then(|| Self::Name(text.to_ascii_lowercase()))
    }
}

/// Parses a host with or without a port.
fn parse_authority(text: &str) -> Result<(Host, Option<u16>), ReceiverError> {
    let end_of_address = text.rfind(']').map_or(0, |end| end + 1);
    let (host, port) = match text.rfind(':').filter(|colon| *colon >= end_of_address) {
        Some(colon) => text.split_at_checked(colon).ok_or(ReceiverError::Host)?,
        None => (text, ""),
    };
    let host = Host::parse(host).ok_or(ReceiverError::Host)?;
    let Some(digits) = port.strip_prefix(':') else {
        return Ok((host, None));
    };
    // A number may be parsed with a sign, a port has none.
    if !is_all_digits(digits) {
        return Err(ReceiverError::Port);
    }
    match digits.parse() {
        Ok(0) | Err(_) => Err(ReceiverError::Port),
        Ok(port) => Ok((host, Some(port))),
    }
}

impl AllowedHost {
    /// Parses a host, with or without a port: `hooks.example`, `10.0.0.7:8080`, `[fd00::7]:8080`.
    ///
    /// # Errors
    ///
    /// The text is no host.
    pub fn parse(text: &str) -> Result<Self, ReceiverError> {
        let (host, port) = parse_authority(text)?;
        Ok(Self { host, port })
    }

    /// Returns whether a receiver is on this host, and on this port if there is one. Names are compared as they are written.
    #[must_use]
    pub fn allows(&self, receiver: &Receiver) -> bool {
        self.host == receiver.host && self.port.is_none_or(|port| port == receiver.port)
    }
}

impl Receiver {
    /// Parses an http URL (RFC 3986) without a user and a fragment.
    ///
    /// # Errors
    ///
    /// The text has another form, or is too long.
    pub fn parse(url: &str) -> Result<Self, ReceiverError> {
        if url.len() > MAX_LENGTH {
            return Err(ReceiverError::TooLong);
        }
        let (scheme, rest) = url.split_once("://").ok_or(ReceiverError::Scheme)?;
        if scheme.eq_ignore_ascii_case("https") {
            return Err(ReceiverError::Encrypted);
        }
        if !scheme.eq_ignore_ascii_case("http") {
            return Err(ReceiverError::Scheme);
        }
        let is_allowed = |byte: u8| byte.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&byte);
        if !rest.bytes().all(is_allowed) {
            return Err(ReceiverError::Characters);
        }
        if rest.contains('#') {
            return Err(ReceiverError::Fragment);
        }
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, target) = rest.split_at_checked(end).ok_or(ReceiverError::Host)?;
        if authority.contains('@') {
            return Err(ReceiverError::User);
        }
        let (host, port) = parse_authority(authority)?;
        let slash = if target.starts_with('/') { "" } else { "/" };
        Ok(Self {
            host,
            port: port.unwrap_or(HTTP_PORT),
            target: format!("{slash}{target}"),
        })
    }

    /// Returns the host.
    #[must_use]
    pub const fn host(&self) -> &Host {
        &self.host
    }

    /// Returns the port, which is 80 if the address has none.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Returns whether the receiver is on this machine: its host is a loopback address, or `localhost`.
    #[must_use]
    pub fn is_local(&self) -> bool {
        match &self.host {
            Host::Name(name) => name == "localhost",
            Host::Address(address) => address.to_canonical().is_loopback(),
        }
    }

    /// Returns the path with its query.
    #[must_use]
    pub fn target(&self) -> &str {
        &self.target
    }

    /// Returns the value of the header `Host`: the host, and the port unless it is 80 (RFC 9112, section 3.2).
    #[must_use]
    pub fn host_header(&self) -> String {
        if self.port == HTTP_PORT {
            self.host.to_string()
        } else {
            format!("{}:{}", self.host, self.port)
        }
    }
}

/// Writes the host as in a URL: an IPv6 address in brackets.
impl fmt::Display for Host {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => formatter.write_str(name),
            Self::Address(IpAddr::V4(address)) => address.fmt(formatter),
            Self::Address(IpAddr::V6(address)) => write!(formatter, "[{address}]"),
        }
    }
}

/// Writes the URL.
impl fmt::Display for Receiver {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "http://{}{}", self.host_header(), self.target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_the_parts_of_an_address() {
        for (url, host_header, port, target) in [
            (
                "http://127.0.0.1:8080/hook",
                "127.0.0.1:8080",
                8080,
                "/hook",
            ),
            ("HTTP://LocalHost", "localhost", 80, "/"),
            ("http://localhost:80?a=b", "localhost", 80, "/?a=b"),
            ("http://[::1]:9/a/b?c=/d:e", "[::1]:9", 9, "/a/b?c=/d:e"),
            ("http://[0:0:0:0:0:0:0:1]/", "[::1]", 80, "/"),
            (
                "http://hooks.example-1.test:65535/",
                "hooks.example-1.test:65535",
                65535,
                "/",
            ),
        ] {
            let receiver = Receiver::parse(url).unwrap();
            assert_eq!(
                (
                    receiver.host_header().as_str(),
                    receiver.port(),
                    receiver.target()
                ),
                (host_header, port, target)
            );
            assert_eq!(Receiver::parse(&receiver.to_string()), Ok(receiver));
        }
    }

    #[test]
    fn rejects_other_texts_with_the_reason() {
        let long = format!("http://localhost/{}", "a".repeat(MAX_LENGTH));
        for (url, error) in [
            ("https://127.0.0.1/", ReceiverError::Encrypted),
            ("HTTPS://127.0.0.1/", ReceiverError::Encrypted),
            ("ftp://127.0.0.1/", ReceiverError::Scheme),
            ("127.0.0.1:8080/hook", ReceiverError::Scheme),
            ("", ReceiverError::Scheme),
            (&long, ReceiverError::TooLong),
            ("http://localhost/a b", ReceiverError::Characters),
            ("http://localhost/\r\nX: y", ReceiverError::Characters),
            ("http://münchen.example/", ReceiverError::Characters),
            ("http://localhost/#top", ReceiverError::Fragment),
            ("http://user:secret@localhost/", ReceiverError::User),
            ("http://localhost@evil.example/", ReceiverError::User),
            ("http:///hook", ReceiverError::Host),
            ("http://:8080/", ReceiverError::Host),
            ("http://127.1/", ReceiverError::Host),
            ("http://2130706433/", ReceiverError::Host),
            ("http://0x7f000001/", ReceiverError::Host),
            ("http://127.0.0.0x1/", ReceiverError::Host),
            ("http://::1/", ReceiverError::Host),
            ("http://[::1%25lo]/", ReceiverError::Host),
            ("http://[127.0.0.1]/", ReceiverError::Host),
            ("http://[::1/", ReceiverError::Host),
            ("http://a..b/", ReceiverError::Host),
            ("http://-a.b/", ReceiverError::Host),
            ("http://localhost:/", ReceiverError::Port),
            ("http://localhost:0/", ReceiverError::Port),
            ("http://localhost:+80/", ReceiverError::Port),
            ("http://localhost:65536/", ReceiverError::Port),
            ("http://[::1]x:80/", ReceiverError::Host),
        ] {
            assert_eq!(Receiver::parse(url), Err(error), "{url}");
        }
    }

    #[test]
    fn only_loopback_addresses_are_local() {
        let is_local = |host: &str| {
            Receiver::parse(&format!("http://{host}/"))
                .unwrap()
                .is_local()
        };
        for host in [
            "127.0.0.1",
            "127.255.0.7:80",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "LOCALHOST",
        ] {
            assert!(is_local(host), "{host}");
        }
        for host in [
            "0.0.0.0",
            "[::]",
            "10.0.0.1",
            "[::ffff:10.0.0.1]",
            "localhost.example",
            "a.localhost",
            "128.0.0.1",
        ] {
            assert!(!is_local(host), "{host}");
        }
    }

    #[test]
    fn allowed_hosts_match_exactly() {
        let allows = |allowed: &str, url: &str| {
            AllowedHost::parse(allowed)
                .unwrap()
                .allows(&Receiver::parse(url).unwrap())
        };
        assert!(
            allows("10.0.0.7", "http://10.0.0.7:8080/")
                && allows("[FD00::7]:80", "http://[fd00:0::7]/")
        );
        for (allowed, url) in [
            ("10.0.0.7", "http://10.0.0.70/"),
            ("hooks.example", "http://evil.hooks.example/"),
            ("hooks.example", "http://hooks.example.evil/"),
            ("hooks.example:81", "http://hooks.example/"),
            ("localhost", "http://127.0.0.1/"),
        ] {
            assert!(!allows(allowed, url), "{allowed} {url}");
        }
        assert_eq!(
            AllowedHost::parse("http://hooks.example"),
            Err(ReceiverError::Port)
        );
        assert_eq!(
            AllowedHost::parse("hooks.example/"),
            Err(ReceiverError::Host)
        );
    }
}
