use std::collections::BTreeMap;

use serde::Deserialize;

use super::answers::Answers;
use super::role::ColumnRole;
use crate::format::DateOrder;
use crate::value::{Country, Currency};

/// Answers as programs write them.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct Written {
    roles: BTreeMap<String, String>,
    unbooked: BTreeMap<String, Vec<String>>,
    balances: BTreeMap<String, Vec<String>>,
    accept: bool,
    dates: Option<String>,
    positive: Option<String>,
    decimal: Option<String>,
    currency: Option<String>,
    institution: Option<String>,
    product: Option<String>,
    country: Option<String>,
}

impl Answers {
    /// Reads answers in JSON: an object with `roles` (an object from columns to roles), `unbooked` and `balances` (from columns to lists of words), `accept`, `dates` (`dmy`, `mdy` or
    /// `ymd`), `positive` (`credit` or `debit`), `decimal`, `currency`, `institution`, `product` and `country`, each optional; or a list of such objects, as
    /// questions offer them.
    ///
    /// # Errors
    ///
    /// What is wrong, for the developer who wrote the JSON.
    pub fn read(json: &str) -> Result<Self, String> {
        let written = if json.trim_start().starts_with('[') {
            serde_json::from_str::<Vec<Written>>(json)
        } else {
            serde_json::from_str::<Written>(json).map(|written| vec![written])
        };
        let mut answers = Self::default();
        for written in written.map_err(|error| error.to_string())? {
            answers.add(&written.answers()?);
        }
        Ok(answers)
    }
}

impl Written {
    fn answers(self) -> Result<Answers, String> {
        let mut answers = Answers {
            accept: self.accept,
            institution: self.institution,
            product: self.product,
            country: self.country,
            ..Answers::default()
        };
        for (column, role) in self.roles {
            let role = ColumnRole::parse(&role).map_err(|error| error.to_string())?;
            answers.roles.push((column, role));
        }
        answers.unbooked = pairs(self.unbooked);
        answers.balances = pairs(self.balances);
        if let Some(order) = self.dates {
            let known = DateOrder::parse(&order);
            answers.dates = Some(known.ok_or("`dates` is dmy, mdy or ymd")?);
        }
        answers.positive_is_credit = match self.positive.as_deref() {
            None => None,
            Some("credit") => Some(true),
            Some("debit") => Some(false),
            Some(_) => return Err("`positive` is credit or debit".to_owned()),
        };
        answers.decimal = match self.decimal.as_deref() {
            None => None,
            Some(".") => Some('.'),
            Some(",") => Some(','),
            Some(_) => return Err("`decimal` is . or ,".to_owned()),
        };
        if let Some(code) = self.currency {
            let currency = Currency::parse(&code);
            answers.currency = Some(currency.map_err(|error| format!("`currency`: {error}"))?);
        }
        if let Some(Err(error)) = answers.country.as_deref().map(Country::parse) {
            return Err(format!("`country`: {error}"));
        }
        Ok(answers)
    }
}

/// Returns each column with each of its words.
fn pairs(words: BTreeMap<String, Vec<String>>) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    for (column, words) in words {
        pairs.extend(words.into_iter().map(|word| (column.clone(), word)));
    }
    pairs
}
