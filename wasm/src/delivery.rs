//! Deliveries: requests, and what follows from their responses.

use std::time::Duration;

use serde_json::{Value, json};
use universal_accounting::delivery::{
    self, DeliveryOptions, Failure, Next, RejectedRecord, UnlocatedErrors,
};
use universal_accounting::render;
use universal_accounting::value::Text;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::options::Options;

/// The delivery of one payload.
#[wasm_bindgen]
pub struct Delivery {
    delivery: Result<delivery::Delivery, Refusal>,
}

/// Why a payload can't be delivered.
struct Refusal {
    message: String,
    report: String,
}

/// A request to send.
#[wasm_bindgen(getter_with_clone)]
pub struct OutgoingRequest {
    /// How long to wait before the request is sent, in whole milliseconds. A wait is a week at most.
    #[wasm_bindgen(readonly)]
    pub wait: u32,
    /// The method.
    #[wasm_bindgen(readonly)]
    pub method: String,
    /// The path below the base URL.
    #[wasm_bindgen(readonly)]
    pub path: String,
    /// The headers: each name is followed by its value.
    #[wasm_bindgen(readonly)]
    pub headers: Vec<String>,
    /// The body.
    #[wasm_bindgen(readonly)]
    pub body: Vec<u8>,
    /// The number of this attempt, counted from 1.
    #[wasm_bindgen(readonly)]
    pub attempt: u32,
    /// Whether the service can get the request twice without doing its work twice.
    #[wasm_bindgen(readonly)]
    pub repeatable: bool,
}

#[wasm_bindgen]
impl Delivery {
    /// Starts the delivery of `transactions`, `base-data` or a `document`.
    ///
    /// # Errors
    ///
    /// There is no such payload, an option does not exist, or its value is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(kind: &str, payload: &[u8], options: &str) -> Result<Self, JsError> {
        let mut options = Options::parse(options)?;
        let file = options.file()?;
        let mut settings = DeliveryOptions::new();
        settings.policy = options.policy()?;
        if kind == "transactions" {
            settings.batch_size = options.batch()?;
            settings.locate_errors = options.locate_errors()?;
        }
        if let Some(seed) = options.seed()? {
            settings.seed = seed.into();
        }
        if let Some(attempts) = options.max_attempts()? {
            settings.max_attempts = attempts;
        }
        if let Some(milliseconds) = options.max_wait()? {
            settings.max_wait = Duration::from_millis(milliseconds);
        }
        options.reject_unknown()?;
        let started = match kind {
            "transactions" => delivery::Delivery::of_transactions(payload, &settings),
            "base-data" => delivery::Delivery::of_base_data(payload, &settings),
            "document" => delivery::Delivery::of_document(payload, &settings),
            _ => {
                return Err(JsError::new(
                    "a delivery is one of `transactions`, `base-data` and `document`",
                ));
            }
        };
        let refuse = |error: delivery::PayloadError| Refusal {
            message: error.to_string(),
            report: render::report_json(&file, &error.report),
        };
        Ok(Self {
            delivery: started.map_err(refuse),
        })
    }

    /// Returns the message why the payload can't be delivered, and the report on it.
    #[must_use]
    pub fn refusal(&self) -> Option<Vec<String>> {
        self.delivery
            .as_ref()
            .err()
            .map(|refusal| vec![refusal.message.clone(), refusal.report.clone()])
    }

    /// Returns the next request.
    #[wasm_bindgen(js_name = nextRequest)]
    pub fn next_request(&mut self) -> Option<OutgoingRequest> {
        let request = self.delivery.as_mut().ok()?.next_request()?;
        Some(OutgoingRequest {
            wait: whole_milliseconds(request.wait),
            method: request.method.to_owned(),
            path: request.path.to_owned(),
            headers: request
                .headers
                .iter()
                .flat_map(|(name, value)| [(*name).to_owned(), (*value).to_owned()])
                .collect(),
            body: request.body.to_vec(),
            attempt: request.attempt,
            repeatable: request.is_repeatable,
        })
    }

    /// Takes a response, and returns what is next, as JSON. In `headers`, each name is followed by its value.
    ///
    /// # Errors
    ///
    /// No request is waiting for a response.
    #[wasm_bindgen(js_name = onResponse)]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "wasm-bindgen passes strings only by value"
    )]
    pub fn on_response(
        &mut self,
        status: u16,
        headers: Vec<String>,
        body: &[u8],
    ) -> Result<String, JsError> {
        let (pairs, _) = headers.as_chunks::<2>();
        let pairs = pairs.iter().map(|[name, value]| (name, value));
        self.delivery
            .as_mut()
            .map_or(Ok(String::new()), |delivery| {
                next_json(&delivery.on_response(status, pairs, body))
            })
    }

    /// Takes that there was no response, and returns what is next, as JSON.
    ///
    /// # Errors
    ///
    /// No request is waiting for a response.
    #[wasm_bindgen(js_name = onNoAnswer)]
    pub fn on_no_answer(&mut self) -> Result<String, JsError> {
        self.delivery
            .as_mut()
            .map_or(Ok(String::new()), |delivery| {
                next_json(&delivery.on_no_answer())
            })
    }

    /// Goes on with the same request after the delivery gave up.
    pub fn resume(&mut self) {
        if let Ok(delivery) = &mut self.delivery {
            delivery.resume();
        }
    }

    /// Goes on with the next request after the delivery gave up.
    pub fn skip(&mut self) {
        if let Ok(delivery) = &mut self.delivery {
            delivery.skip();
        }
    }

    /// Returns what became of the payload so far, as JSON.
    #[must_use]
    pub fn result(&self) -> String {
        let Ok(delivery) = &self.delivery else {
            return String::new();
        };
        let counts = delivery.counts();
        let document = delivery.document().map(|document| {
            let id = document.service_id.as_ref().map(Text::as_str);
            json!({ "serviceId": id, "serviceFileId": document.service_file_id.as_str() })
        });
        let unlocated =
            |errors: &UnlocatedErrors| json!({ "count": errors.count, "among": errors.among });
        json!({
            "counts": {
                "records": counts.records,
                "existing": counts.existing,
                "existingAfterRepetition": counts.existing_after_repetition,
                "new": counts.new,
                "errors": counts.errors,
                "rejected": counts.rejected,
                "unclear": counts.unclear,
                "unsent": counts.unsent,
            },
            "rejected": delivery.rejected().iter().map(rejected_json).collect::<Vec<_>>(),
            "unlocatedErrors": delivery.unlocated_errors().iter().map(unlocated).collect::<Vec<_>>(),
            "unclear": delivery.unclear(),
            "unsent": delivery.unsent(),
            "document": document,
            "failure": delivery.failure().map(failure_json),
        })
        .to_string()
    }
}

fn next_json(next: &Next) -> Result<String, JsError> {
    let word = next.as_str();
    let json = match next {
        Next::Wait { delay, failure } => {
            json!({ "next": word, "delay": whole_milliseconds(*delay), "failure": failure_json(failure) })
        }
        Next::Correct(rejected) => {
            json!({ "next": word, "rejected": rejected.iter().map(rejected_json).collect::<Vec<_>>() })
        }
        Next::GiveUp(failure) => json!({ "next": word, "failure": failure_json(failure) }),
        Next::NoRequest => {
            return Err(JsError::new(
                "no request is waiting for a response: call `nextRequest` first, send its request, and pass on one response, or that none came",
            ));
        }
        _ => json!({ "next": word }),
    };
    Ok(json.to_string())
}

/// Returns a wait in milliseconds. Every wait is shorter than the longest that `setTimeout` can wait for.
fn whole_milliseconds(wait: Duration) -> u32 {
    u32::try_from(wait.as_millis()).unwrap_or(u32::MAX)
}

fn failure_json(failure: &Failure) -> Value {
    json!({
        "reason": failure.reason.as_str(),
        "status": failure.reason.status(),
        "message": failure.to_string(),
        "mayBeDone": failure.may_be_done,
        "repeatable": failure.is_repeatable,
        "attempts": failure.attempts,
    })
}

fn rejected_json(record: &RejectedRecord) -> Value {
    let faults = record
        .faults
        .iter()
        .map(|fault| json!({ "path": fault.pointer, "rule": fault.rule }));
    json!({
        "path": record.pointer,
        "index": record.index,
        "id": record.id,
        "faults": faults.collect::<Vec<_>>(),
        "rejectedBy": record.rejected_by.as_str(),
    })
}
