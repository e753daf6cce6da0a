//! Properties of the service with generated requests.

use proptest::prelude::*;
use serde_json::json;
use universal_accounting::service::{RequestHead, Service, ServiceRequest};

use crate::cases::cases;
use crate::service::client::{
    BASE_DATA, DOCUMENTS, TRANSACTIONS, base_data, caller, payload, transaction,
};

fn any_request() -> impl Strategy<Value = (&'static str, String, String)> {
    let known = "9bb1c5a3-7a0e-8d8c-b3f5-6f2b6f1c7d11";
    prop_oneof![
        Just(("PATCH", BASE_DATA.to_owned(), base_data("[]"))),
        Just(("PATCH", BASE_DATA.to_owned(), "{}".to_owned())),
        Just(("GET", BASE_DATA.to_owned(), String::new())),
        (0..4u8, 0..3u8).prop_map(|(id, amount)| {
            let body = payload(&[transaction(&id.to_string(), &amount.to_string())]);
            ("POST", TRANSACTIONS.to_owned(), body)
        }),
        Just(("POST", "/sandbox/files".to_owned(), "x".to_owned())),
        Just((
            "POST",
            DOCUMENTS.to_owned(),
            json!({ "signedFileName": known, "fileName": "x" }).to_string()
        )),
        Just((
            "POST",
            "/sandbox/responses".to_owned(),
            r#"{"status":500}"#.to_owned()
        )),
        Just(("POST", "/sandbox/reset".to_owned(), String::new())),
        (0..3u8).prop_map(|seed| ("PUT", "/sandbox/seed".to_owned(), seed.to_string())),
        Just(("GET", "/sandbox/requests".to_owned(), String::new())),
        Just(("GET", "/sandbox/snapshot".to_owned(), String::new())),
        Just((
            "GET",
            "/sandbox/journal?files=contents".to_owned(),
            String::new()
        )),
        Just((
            "POST",
            "/sandbox/journal/deliveries".to_owned(),
            r#"{"url": "http://127.0.0.1/", "secret": "s"}"#.to_owned()
        )),
    ]
}

proptest! {
    #![proptest_config(cases(256))]

    /// The responses to an organization do not depend on the requests of other organizations.
    #[test]
    fn organizations_do_not_affect_each_other(requests in prop::collection::vec((0..2usize, any_request()), 1..40)) {
        let names = ["a", "b"];
        let mut shared = Service::new();
        let mut separate = [Service::new(), Service::new()];
        for (index, (method, target, body)) in requests {
            let request = ServiceRequest::json(method, &target, body.as_bytes());
            let caller = caller(names[index]);
            prop_assert_eq!(shared.handle(&caller, &request), separate[index].handle(&caller, &request));
        }
    }

    /// No request makes the service panic, and only a response with status 204 has no body.
    #[test]
    fn answers_any_request(
        method in "GET|POST|PATCH|PUT|HEAD|[A-Z]{0,3}",
        target in "(/api/public/v1|/sandbox)?/(base-data|transactions|documents/document|files|responses|requests|seed|reset|snapshot|journal|journal/deliveries)?(\\?.*)?|\\PC*",
        content_type in prop::option::of("application/json|text/.*"),
        body in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        let head = RequestHead::new(&method, &target, content_type.as_deref());
        let response = Service::new().handle(&caller("a"), &ServiceRequest { head, body: &body });
        prop_assert!((200..600).contains(&response.status));
        prop_assert_eq!(response.body.is_empty(), response.status == 204);
    }
}
