//! An example: delivers a payload of transactions with `ureq`.

use std::error::Error;
use std::thread::sleep;
use std::time::Duration;

use universal_accounting::delivery::{Delivery, DeliveryOptions, Next};

/// Sends a payload to the service, and waits and repeats where that is safe. The delivery says what became of each transaction.
pub(crate) fn deliver(
    server: &str,
    token: &str,
    payload: &[u8],
) -> Result<Delivery, Box<dyn Error>> {
    // Every status and every redirect is for the delivery to judge.
    let config = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false);
    let agent = config
        .timeout_global(Some(Duration::from_secs(60)))
        .build()
        .new_agent();
    let mut delivery = Delivery::of_transactions(payload, &DeliveryOptions::new())?;
    while let Some(request) = delivery.next_request() {
        sleep(request.wait);
        let mut sent = ureq::http::Request::builder()
            .method(request.method)
            .uri(format!("{server}{}", request.path));
        for (name, value) in request.headers {
            sent = sent.header(name, value);
        }
        let sent = sent
            .header("authorization", format!("Bearer {token}"))
            .body(request.body)?;
        let response = agent
            .run(sent)
            .and_then(|mut response| Ok((response.body_mut().read_to_vec()?, response)));
        let next = match response {
            Ok((body, response)) => {
                delivery.on_response(response.status().as_u16(), response.headers(), &body)
            }
            Err(_) => delivery.on_no_answer(),
        };
        if let Next::Wait { failure, .. } | Next::GiveUp(failure) = next {
            eprintln!("{failure}");
        }
    }
    Ok(delivery)
}
