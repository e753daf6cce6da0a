//! The sample journal of the service, and its deliveries.

mod deliveries;
mod records;

use serde_json::{Value, json};
use universal_accounting::report::{Policy, Report};
use universal_accounting::service::Response;
use universal_accounting::{base_data, cross_check};

use crate::service::client::{BASE_DATA, Client, caller, json_of, service_with_seed};

const JOURNAL: &str = "/sandbox/journal";
const DELIVERIES: &str = "/sandbox/journal/deliveries";
const IBAN: &str = "CH9300762011623852957";

/// Returns base data with everything that the sample can have.
fn full_base_data(accounting_method: &str) -> Value {
    json!({
        "organization": {"companyName": "Muster AG", "leadCurrency": "CHF"},
        "accounts": [
            {"externalId": "a-1020", "number": "1020", "description": "Bank", "currency": "CHF", "iban": IBAN, "type": "ASSET"},
            {"externalId": "a-1000", "number": "1000", "description": "Kasse", "type": "ASSET"},
            {"externalId": "a-2000", "number": "2000", "description": "Kreditoren", "type": "LIABILITY"},
            {"externalId": "a-3000", "number": "3000", "description": "Ertrag", "type": "REVENUE"},
            {"externalId": "a-6500", "number": "6500", "description": "Material", "type": "EXPENSE"},
            {"externalId": "a-6510", "number": "6510", "description": "Telefon", "type": "EXPENSE"},
        ],
        "currencies": [{"externalId": "c-1", "code": "CHF"}, {"externalId": "c-2", "code": "EUR"}],
        "taxes": [
            {"externalId": "t-1", "code": "VM81", "description": "Vorsteuer", "value": 8.1},
            {"externalId": "t-2", "code": "VM26", "description": "Vorsteuer", "value": 2.6},
        ],
        "taxPeriods": [
            {"externalId": "p-2025", "isSubjectToTax": true, "balanceTaxation": false,
                "accountingMethod": accounting_method, "startsAt": "2025-01-01", "endsAt": "2025-12-31"},
            {"externalId": "p-2026", "isSubjectToTax": true, "balanceTaxation": false,
                "accountingMethod": accounting_method, "startsAt": "2026-01-01", "endsAt": "2026-12-31"},
        ],
        "contacts": [
            {"externalId": "k-1", "legalType": "COMPANY", "companyName": "Beispiel GmbH"},
            {"externalId": "k-2", "legalType": "INDIVIDUAL", "firstName": "Erika", "lastName": "Muster"},
        ],
        "costCenters": [{"externalId": "v", "name": "Verkauf", "code": "VK"}, {"name": "Ohne Id"}],
        "projects": [{"externalId": "n", "name": "Neubau", "code": "NEU"}],
    })
}

/// Returns a client of a service with base data.
fn client_with(base_data: &Value, seed: u32) -> Client {
    let mut client = Client {
        service: service_with_seed(seed),
        caller: caller("muster-ag"),
    };
    let sent = client.send("PATCH", BASE_DATA, &base_data.to_string());
    assert_eq!(sent.status, 200);
    client
}

fn export(client: &mut Client, target: &str) -> Response {
    let response = client.get(target);
    assert_eq!(response.status, 200, "{}", response.text());
    assert_eq!(response.header("content-type"), Some("application/json"));
    response
}

/// Returns what is found in a journal and by its comparison with base data.
fn findings(journal: &[u8], base_data: &[u8]) -> Report {
    let base_data = base_data::read(base_data, &Policy::new()).value.unwrap();
    cross_check::check_journal(journal, &base_data, &Policy::new())
}

fn detail(response: &Response) -> String {
    json_of(response)["detail"].as_str().unwrap().to_owned()
}
