//! The media type and the length of bodies.

use universal_accounting::endpoint::Caller;
use universal_accounting::service::{RequestHead, Service, ServiceOptions, ServiceRequest};

use crate::service::client::{
    BASE_DATA, Client, DOCUMENTS, TRANSACTIONS, base_data, caller, problem,
};

#[test]
fn requires_the_media_type_of_json() {
    let mut client = Client::new();
    for content_type in [
        None,
        Some("text/plain"),
        Some("application/jsonl"),
        Some("application/problem+json"),
        Some(""),
    ] {
        for (method, target, header) in [
            ("PATCH", BASE_DATA, "accept-patch"),
            ("POST", TRANSACTIONS, "accept"),
            ("POST", DOCUMENTS, "accept"),
        ] {
            let head = RequestHead::new(method, target, content_type);
            let refused = client
                .service
                .handle(&client.caller, &ServiceRequest { head, body: b"{}" });
            assert_eq!(
                problem(&refused),
                (415, "unsupported-media-type".to_owned()),
                "{content_type:?}"
            );
            assert_eq!(refused.header(header), Some("application/json"));
        }
    }
    for content_type in [
        "application/json",
        "Application/JSON; charset=utf-8",
        "application/json;charset=UTF-8",
    ] {
        let head = RequestHead::new("PATCH", BASE_DATA, Some(content_type));
        let body = base_data("[]");
        assert_eq!(
            client
                .service
                .handle(
                    &client.caller,
                    &ServiceRequest {
                        head,
                        body: body.as_bytes()
                    }
                )
                .status,
            200
        );
    }
}

/// What a request without a body is answered tells that its head was admitted.
#[test]
fn takes_only_bodies_that_are_not_encoded() {
    let mut client = Client::new();
    let mut status = |target: &str, encodings: &[&str]| {
        let json = ("content-type", &b"application/json"[..]);
        let encodings = encodings
            .iter()
            .map(|encoding| ("Content-Encoding", encoding.as_bytes()));
        let head = RequestHead::new("POST", target, None).with_headers(encodings.chain([json]));
        let request = ServiceRequest { head, body: b"{}" };
        client.service.handle(&client.caller, &request).status
    };
    for (target, admitted) in [(TRANSACTIONS, 400), ("/sandbox/files", 201)] {
        for encodings in [&[][..], &["identity"], &["Identity, identity"], &[""]] {
            assert_eq!(status(target, encodings), admitted, "{encodings:?}");
        }
        for encodings in [
            &["gzip"][..],
            &["identity, br"],
            &["identity", "deflate"],
            &["gzip", "identity"],
            &["\u{e9}"],
        ] {
            assert_eq!(status(target, encodings), 415, "{encodings:?}");
        }
    }
}

#[test]
fn refuses_repeated_headers() {
    let mut client = Client::new();
    for name in ["authorization", "CONTENT-TYPE"] {
        let headers = [
            ("content-type", &b"application/json"[..]),
            ("Authorization", b"Bearer s3cr3t"),
            (name, b"application/json"),
        ];
        let head = RequestHead::new("POST", TRANSACTIONS, None).with_headers(headers);
        let request = ServiceRequest { head, body: b"{}" };
        for caller in [&client.caller, &Caller::Unknown] {
            let refused = client.service.handle(caller, &request);
            assert_eq!(problem(&refused), (400, "malformed".to_owned()));
        }
    }
    assert_eq!(
        client.get("/sandbox/requests").text(),
        r#"{"requests":[]}"#,
        "it is not known who sent them"
    );
}

#[test]
fn rejects_bodies_over_the_limit() {
    let mut options = ServiceOptions::new();
    options.body_limit = 100;
    let mut service = Service::with_options(options);
    let (caller, long) = (caller("a"), vec![b' '; 101]);
    for (method, target) in [
        ("PATCH", BASE_DATA),
        ("POST", TRANSACTIONS),
        ("POST", DOCUMENTS),
        ("POST", "/sandbox/files"),
    ] {
        let refused = service.handle(&caller, &ServiceRequest::json(method, target, &long));
        assert_eq!(problem(&refused), (413, "too-large".to_owned()));
        let accepted = service.handle(&caller, &ServiceRequest::json(method, target, &long[1..]));
        assert_eq!(
            accepted.status,
            if target == "/sandbox/files" { 201 } else { 400 },
            "a body of exactly the limit is read"
        );
    }
    let admission = service
        .gate()
        .admit(&caller, &ServiceRequest::json("PATCH", BASE_DATA, b"").head)
        .unwrap();
    assert_eq!(admission.limit(), 100);
}
