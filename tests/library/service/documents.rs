//! Creating documents and downloading their files.

use serde_json::json;
use universal_accounting::documents;
use universal_accounting::report::Policy;

use crate::service::client::{Client, DOCUMENTS, caller, json_of, problem};

#[test]
fn creates_documents_from_uploaded_files() {
    let mut client = Client::new();
    for (process_immediately, members) in [
        (true, vec!["serviceFileId", "serviceId"]),
        (false, vec!["serviceFileId"]),
    ] {
        let created = client.create_document("%PDF", process_immediately);
        assert_eq!(
            created.as_object().unwrap().keys().collect::<Vec<_>>(),
            members
        );
        let request = format!(
            r#"{{"signedFileName":"x","fileName":"x","processImmediately":{process_immediately}}}"#
        );
        let request = documents::read(request.as_bytes(), &Policy::new()).value;
        let report = documents::check_result(
            created.to_string().as_bytes(),
            request.as_ref(),
            &Policy::new(),
        );
        assert!(report.findings.is_empty(), "{report:?}");
    }
    for name in [
        "rechnung.pdf",
        "00000000-0000-8000-8000-000000000000",
        "../../etc/passwd",
    ] {
        let body = json!({ "signedFileName": name, "fileName": "rechnung.pdf" }).to_string();
        let refused = client.send("POST", DOCUMENTS, &body);
        assert_eq!(problem(&refused), (400, "invalid-document".to_owned()));
        let finding = &json_of(&refused)["findings"][0];
        assert_eq!(
            (finding["rule"].as_str(), finding["path"].as_str()),
            (Some("signed-file-name-unknown"), Some("/signedFileName"))
        );
    }
}

#[test]
fn downloads_the_file_of_an_exported_document() {
    let mut client = Client::new();
    let created = client.create_document("%PDF-1.7 \u{fc}", false);
    let id = created["serviceFileId"].as_str().unwrap();
    let target = format!("/api/public/v1/documents/files/{id}/download");
    assert_eq!(client.get(&target).status, 404);
    let export = format!("/sandbox/files/{id}/export");
    assert_eq!(
        client
            .send("POST", &export.replace(&id[..4], "0000"), "")
            .status,
        404
    );
    assert_eq!(client.send("POST", &export, "").status, 204);
    let file = client.get(&target);
    assert_eq!(
        (file.status, file.text().as_str()),
        (200, "%PDF-1.7 \u{fc}")
    );
    assert_eq!(
        file.header("content-disposition"),
        Some("attachment; filename*=UTF-8''Rechnung%20M%C3%A4rz.pdf")
    );
    assert_eq!(file.header("x-content-type-options"), Some("nosniff"));
    client.caller = caller("andere");
    assert_eq!(
        client.get(&target).status,
        404,
        "never a file of another organization"
    );
    assert_eq!(client.send("POST", &export, "").status, 404);
    for invalid in ["4711", "..%2f", &id.to_uppercase()] {
        assert_eq!(
            client
                .get(&format!(
                    "/api/public/v1/documents/files/{invalid}/download"
                ))
                .status,
            404
        );
    }
}

#[test]
fn truncates_long_file_names_in_headers() {
    let mut client = Client::new();
    let uploaded = json_of(&client.send("POST", "/sandbox/files", "x"));
    let request =
        json!({"signedFileName": uploaded["signedFileName"], "fileName": "ä".repeat(100_000)});
    let created = json_of(&client.send("POST", DOCUMENTS, &request.to_string()));
    let id = created["serviceFileId"].as_str().unwrap();
    assert_eq!(
        client
            .send("POST", &format!("/sandbox/files/{id}/export"), "")
            .status,
        204
    );
    let file = client.get(&format!("/api/public/v1/documents/files/{id}/download"));
    let disposition = format!("attachment; filename*=UTF-8''{}", "%C3%A4".repeat(255));
    assert_eq!(
        file.header("content-disposition"),
        Some(disposition.as_str())
    );
}
