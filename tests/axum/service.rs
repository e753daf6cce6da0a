//! An example: a web service with axum that checks payloads, converts bank statements, and imports transactions once only.
//!
//! `axum::serve(listener, router(store))` runs it. Each route takes the file or the payload as the body. What can't be used is answered with problem details (RFC 9457), which name every fault with rule, line and column.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use serde::Deserialize;
use tokio::task::spawn_blocking;
use universal_accounting::dedup::{self, FileStore};
use universal_accounting::format::{self, ConvertOptions};
use universal_accounting::render::{self, PROBLEM_MEDIA_TYPE, RefusedInput};
use universal_accounting::report::{Policy, Report};
use universal_accounting::transactions;
use universal_accounting::value::{AccountIdentifier, Currency};

const MAX_BODY: usize = 32 << 20;

pub(crate) fn router(store: FileStore) -> Router {
    Router::new()
        .route("/check", post(check))
        .route("/convert", post(convert))
        .route("/import", post(import))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(Arc::new(store))
}

/// Reports what is wrong with a payload of transactions.
async fn check(body: Bytes) -> Json<Report> {
    Json(transactions::check(&body, &Policy::new()))
}

/// What a statement does not say by itself.
#[derive(Deserialize)]
struct Statement {
    account: Option<String>,
    currency: Option<String>,
}

/// Converts a bank statement of any known format to transactions.
async fn convert(Query(statement): Query<Statement>, body: Bytes) -> Response {
    let mut options = ConvertOptions::new();
    if let Some(account) = statement.account {
        let Ok(account) = AccountIdentifier::parse(&account) else {
            return bad_request("account");
        };
        options.account = Some(account);
    }
    if let Some(currency) = statement.currency {
        let Ok(currency) = Currency::parse(&currency) else {
            return bad_request("currency");
        };
        options.currency = Some(currency);
    }
    match format::convert(&body, &options) {
        Ok(conversion) => Json(conversion).into_response(),
        Err(refusal) => refused(RefusedInput::Statement, refusal.report()),
    }
}

/// Imports a payload of transactions. Those that the store has are not imported again.
async fn import(State(store): State<Arc<FileStore>>, body: Bytes) -> Response {
    // A store waits for the disk, so it must not hold up the threads that answer requests.
    let imported = spawn_blocking(move || {
        let reading = transactions::read(&body, &Policy::new());
        if !reading.is_importable() {
            return refused(RefusedInput::Transactions, &reading.report);
        }
        match dedup::import(&*store, &reading.values) {
            Ok(plan) => (
                StatusCode::CREATED,
                Json(plan.result(reading.rejected.len())),
            )
                .into_response(),
            Err(_) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        }
    });
    imported
        .await
        .unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

fn refused(input: RefusedInput, report: &Report) -> Response {
    (
        StatusCode::BAD_REQUEST,
        [(header::CONTENT_TYPE, PROBLEM_MEDIA_TYPE)],
        render::problem_json(input, report),
    )
        .into_response()
}

fn bad_request(parameter: &str) -> Response {
    (
        StatusCode::BAD_REQUEST,
        format!("the parameter `{parameter}` has no value that can be used\n"),
    )
        .into_response()
}
