//! Delivers payloads to the service, without a socket and without a clock: it says which requests to send, and what each response means.
//!
//! A [`Delivery`] cuts transactions into requests of at most 1000, in order, one at a time. The program around it sends each request and passes the response
//! back, or the fact that there was none. From that the delivery decides [what is next](Next):
//!
//! | what came back | what follows |
//! |---|---|
//! | the answer of the contract, with counts that add up | the next request |
//! | no response; status 408, 425, 429 or 500 to 599; a success without the answer, or with counts that don't add up | if a repetition can't double anything, the same request again, after `Retry-After` or a wait that doubles each time; else the delivery gives up and says why |
//! | status 400 or 422 that names records | these are [rejected](RejectedRecord), and the others are sent without them; a record that the service may have from an earlier attempt stays unclear |
//! | status 413 | smaller requests; a transaction that is too large alone is left out |
//! | status 400, 413 or 422, if a repetition could double something | the delivery gives up and says why: a proxy may send these too, after the work was done |
//! | another status | the delivery gives up and says why; after a new token, for example, it can be [resumed](Delivery::resume) |
//!
//! **A repetition is safe** for base data, which replace those before, and for transactions with an id, which the service recognizes. It is not safe if a
//! transaction of the request has no id, and never for a document: each request creates one. [`Request::is_repeatable`] tells.
//!
//! **Nothing is lost or doubled.** Every transaction is in exactly one of the [counts](Counts), at any time. Which of them are [unclear](Delivery::unclear)
//! or [unsent](Delivery::unsent) after the delivery gave up is known by index. What was left out without being rejected is a reason to give up once everything
//! else is delivered. If the program ends in between, a new delivery of the same payload is
//! as safe as a repetition.
//!
//! Redirects are not followed: the credentials would go to another address. Let the HTTP client return them as responses. No message has a value
//! of the payload or a text of the response, and the delivery never sees the credentials.
//!
//! ```
//! use universal_accounting::delivery::{Delivery, DeliveryOptions, Next};
//!
//! let payload = r#"{"transactions": [{"accountIdentifier": "CH9300762011623852957", "transactionId": "1", "amount": "12.50",
//!     "creditDebit": "debit", "currency": "CHF", "bookedAt": "2026-03-31"}]}"#;
//! let mut delivery = Delivery::of_transactions(payload, &DeliveryOptions::new())?;
//!
//! let request = delivery.next_request().ok_or("nothing to send")?;
//! assert_eq!((request.method, request.path), ("POST", "/api/public/v1/transactions"));
//! let next = delivery.on_response(503, [("Retry-After", "7")], b"");
//! assert!(matches!(next, Next::Wait { delay, .. } if delay.as_secs() == 7));
//!
//! let request = delivery.next_request().ok_or("nothing to send")?;
//! assert_eq!((request.attempt, request.wait.as_secs()), (2, 7));
//! let answer = br#"{"existingTransactions": 0, "newTransactions": 1, "errorTransactions": 0}"#;
//! assert_eq!(delivery.on_response(201, [("Content-Type", "application/json")], answer), Next::Done);
//! assert_eq!((delivery.counts().new, delivery.failure()), (1, None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod attempt;
mod deliver;
mod failure;
mod headers;
mod members;
mod options;
mod outcome;
mod payload;
mod problem_body;
mod records;
mod search;
mod steps;

pub use self::outcome::{Counts, Fault, RejectedBy, RejectedRecord, UnlocatedErrors};
pub use attempt::{Next, Request};
pub use deliver::Delivery;
pub use failure::{Failure, Reason};
pub use options::DeliveryOptions;
pub use payload::PayloadError;
