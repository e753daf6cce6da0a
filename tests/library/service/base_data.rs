//! Updates and exports of base data.

use serde_json::json;
use universal_accounting::base_data;
use universal_accounting::report::Policy;
use universal_accounting::service::ServiceRequest;

use crate::service::client::{BASE_DATA, Client, base_data, json_of, problem};

#[test]
fn replaces_base_data_completely_or_not_at_all() {
    let mut client = Client::new();
    assert_eq!(
        problem(&client.get(BASE_DATA)),
        (404, "not-found".to_owned())
    );
    let updated = client.send(
        "PATCH",
        BASE_DATA,
        &base_data(r#"[{"externalId":"k-1","legalType":"COMPANY","companyName":"A"}]"#),
    );
    assert_eq!(
        (updated.status, updated.text().as_str()),
        (200, r#"{"success":true}"#)
    );
    assert!(
        base_data::check_result(&updated.body, &Policy::new())
            .findings
            .is_empty()
    );
    let exported = client.get(BASE_DATA);
    assert_eq!(
        (exported.status, exported.header("content-type")),
        (200, Some("application/json"))
    );
    assert_eq!(json_of(&exported)["contacts"][0]["companyName"], "A");

    let invalid = base_data(
        r#"[{"externalId":"","legalType":"COMPANY"},{"legalType":"company","externalId":"2"}]"#,
    );
    let refused = client.send("PATCH", BASE_DATA, &invalid);
    assert_eq!(problem(&refused), (400, "invalid-base-data".to_owned()));
    let problem = json_of(&refused);
    let report = base_data::check(invalid.as_bytes(), &Policy::new());
    assert_eq!(problem["errors"], report.errors);
    let paths: Vec<&str> = problem["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["path"].as_str().unwrap())
        .collect();
    assert_eq!(
        paths,
        report
            .findings
            .iter()
            .map(|finding| finding.pointer.as_str())
            .collect::<Vec<_>>()
    );
    assert!(paths.contains(&"/contacts/0/externalId") && paths.contains(&"/contacts/1/legalType"));
    assert_eq!(
        client.get(BASE_DATA),
        exported,
        "invalid base data change nothing"
    );

    assert_eq!(
        client.send("PATCH", BASE_DATA, &base_data("[]")).status,
        200
    );
    assert_eq!(
        json_of(&client.get(BASE_DATA))["contacts"],
        json!([]),
        "base data are replaced as a whole"
    );
    assert_eq!(
        client
            .service
            .handle(&client.caller, &ServiceRequest::new("HEAD", BASE_DATA))
            .status,
        200
    );
}

#[test]
fn exports_base_data_as_canonical_json() {
    let mut client = Client::new();
    let sent = base_data(
        r#"[{"note" : 1.50, "legalType":"COMPANY", "externalId":"k\u00e4", "CompanyName": "A"}]"#,
    );
    assert_eq!(client.send("PATCH", BASE_DATA, &sent).status, 200);
    let exported = client.get(BASE_DATA).text();
    assert!(
        exported.contains(r#""contacts":[{"externalId":"kä","legalType":"COMPANY","note":1.50,"CompanyName":"A"}]"#),
        "{exported}"
    );
    assert_eq!(client.send("PATCH", BASE_DATA, &exported).status, 200);
    assert_eq!(client.get(BASE_DATA).text(), exported);
}
