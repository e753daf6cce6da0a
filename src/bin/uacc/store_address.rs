//! Tells addresses of databases from paths, and masks the passwords in them.

/// What the name of a setting is in `host=localhost password=…`, the other form in which PostgreSQL and its drivers write an address.
const SETTINGS: [&str; 12] = [
    "host", "hostaddr", "server", "port", "user", "username", "password", "pwd", "passfile",
    "dbname", "database", "sslmode",
];

/// The schemes that mean a database even if nothing but a colon follows.
const DATABASE_SCHEMES: [&str; 9] = [
    "postgres",
    "postgresql",
    "pgsql",
    "jdbc",
    "mysql",
    "mariadb",
    "sqlite",
    "sqlserver",
    "mongodb",
];

/// What takes the place of a secret.
const MASK: &str = "***";

/// Returns whether a text is meant as the address of a database, well written or not, rather than as a path. A path that begins with `.`, a separator or
/// a drive is never one, so that every file can be named.
pub(crate) fn looks_like_address(text: &str) -> bool {
    let text = trim_quotes(text);
    if text.contains("://") || text.starts_with("//") && text.contains('@') {
        return true;
    }
    if text.starts_with(['.', '/', '\\']) || is_after_drive(text) {
        return false;
    }
    has_scheme(text) || has_user(text) || has_settings(text)
}

/// Replaces what may be a password in an address. Other texts stay as they are.
pub(crate) fn mask_address(text: &str) -> String {
    if !looks_like_address(text) {
        return text.to_owned();
    }
    if has_settings(trim_quotes(text)) {
        // A password may have blanks, so nothing of the settings is certain not to be a part of it.
        return format!("an address with settings such as `{}={MASK}`", SETTINGS[0]);
    }
    let without_parameters = text.split(['?', '&', ';']).next().unwrap_or_default();
    let (head, tail) = match without_parameters.rsplit_once('@') {
        Some((head, tail)) => (head, format!("@{tail}")),
        None => (without_parameters, String::new()),
    };
    // Without an @, what follows the scheme may be a user and a password all the same.
    let scheme_end = head
        .find("//")
        .map(|start| start + 2)
        .or_else(|| head.find([':', '/']).map(|start| start + 1));
    let scheme = head
        .get(..scheme_end.unwrap_or_default())
        .unwrap_or_default();
    format!("{scheme}{MASK}{tail}")
}

/// Removes blanks and quotes, with which a script may have passed an address on.
fn trim_quotes(text: &str) -> &str {
    text.trim_matches(|character: char| {
        character.is_whitespace() || matches!(character, '"' | '\'')
    })
}

fn is_after_drive(text: &str) -> bool {
    let mut characters = text.chars();
    let is_letter = characters
        .next()
        .is_some_and(|letter| letter.is_ascii_alphabetic());
    is_letter && characters.next() == Some(':')
}

/// Whether a text begins with the scheme of a database and a colon, or with any scheme, a colon and a `/`.
fn has_scheme(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let is_scheme = scheme
        .chars()
        .all(|character| character.is_ascii_alphanumeric() || "+-.".contains(character));
    let is_database = DATABASE_SCHEMES
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known));
    is_scheme && (is_database || rest.starts_with('/'))
}

/// Whether a text has an `@` after `//`, or after a colon, as in `user:password@host`.
fn has_user(text: &str) -> bool {
    let Some((user, _)) = text.rsplit_once('@') else {
        return false;
    };
    user.contains(':') || user.contains("//")
}

fn has_settings(text: &str) -> bool {
    text.split(|character: char| character.is_whitespace() || character == ';')
        .any(|word| {
            let name = word.split('=').next().unwrap_or_default();
            let is_assigned = word.len() > name.len();
            let is_setting = SETTINGS
                .iter()
                .any(|setting| name.eq_ignore_ascii_case(setting));
            is_assigned && is_setting
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_known_and_their_secrets_are_masked() {
        for address in [
            "postgresql://books:secret@localhost/x",
            "PostgreSQL://books:secret@localhost/x",
            " 'postgresql://books:secret@localhost/x'",
            "postgresql:/books:secret@localhost/x",
            "postgresql:books:secret@localhost/x",
            "postgresql//books:secret@localhost/x",
            "postgresql:///x?user=books&password=secret",
            "postgresql://books:secret",
            "postgresql://books:sec@secret@localhost/x",
            "postgressql://books:secret@localhost/x",
            "jdbc:postgresql://books:secret@localhost/x",
            "jdbc:postgresql://localhost/x?user=books&password=secret",
            "//books:secret@localhost/x",
            "books:secret@localhost/x",
            "mysql:secret",
            "host=localhost password=secret",
            "host=localhost password='a secret'",
            "Host=localhost;Password=secret;Database=x",
            "password=secret",
        ] {
            assert!(looks_like_address(address), "{address}");
            let masked = mask_address(address);
            assert!(!masked.contains("secret"), "{address}: {masked}");
        }
        assert_eq!(
            mask_address("postgresql://books:secret@localhost/x"),
            "postgresql://***@localhost/x"
        );
    }

    #[test]
    fn paths_are_no_addresses() {
        for path in [
            "books.store",
            "books/2026.store",
            "/srv/books:2026@home/books.store",
            "./host=localhost password=1",
            "../books:2026@home",
            r"C:\books\x.store",
            "C:/books/x.store",
            "books@home.store",
            "2026-01-01 12:30.store",
            "a=b.store",
            "-",
            "",
        ] {
            assert!(!looks_like_address(path), "{path}");
            assert_eq!(mask_address(path), path);
        }
    }
}
