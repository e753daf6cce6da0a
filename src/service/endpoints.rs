use std::collections::btree_map::Entry;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Identifier, ItemKey, Response, Service};
use crate::endpoint::{Endpoint, Organization};
use crate::render::RefusedInput;
use crate::report::{Fixes, Level, Policy};
use crate::source::Certain;
use crate::transactions::MAX_TRANSACTIONS;
use crate::value::Text;
use crate::{base_data, dedup, documents, render, transactions};

/// What a `serviceId` is derived for, from the `serviceFileId` of the document.
const DOCUMENT: &str = "document";

/// The most characters of a file name in a download. File systems accept no longer names, and clients limit the length of a header.
const MAX_FILE_NAME_CHARS: usize = 255;

impl Service {
    /// Answers a request to an endpoint, with a forced response if one is waiting.
    pub(super) fn answer_endpoint(
        &mut self,
        organization: &Organization,
        endpoint: Endpoint,
        id: Option<Identifier>,
        body: &[u8],
    ) -> Response {
        let forced = self.session(organization, |session| {
            session.take_forced_response(endpoint)
        });
        if let Some(forced) = forced.as_ref().filter(|forced| !forced.after_handling) {
            return Response::forced(forced);
        }
        let result = match endpoint {
            Endpoint::UpdateBaseData => self.update_base_data(organization, body),
            Endpoint::ExportBaseData => self.export_base_data(organization),
            Endpoint::ImportTransactions => self.import_transactions(organization, body),
            Endpoint::DownloadFile => self.download_file(organization, id),
            Endpoint::CreateDocument => self.create_document(organization, body),
        };
        let response = match result {
            Ok(success) => Response {
                status: endpoint.success_status(),
                ..success
            },
            Err(refusal) => refusal,
        };
        forced.map_or(response, |forced| Response::forced(&forced))
    }

    /// Replaces the base data completely, or changes nothing if they are invalid.
    fn update_base_data(
        &mut self,
        organization: &Organization,
        body: &[u8],
    ) -> Result<Response, Response> {
        let report = base_data::check(body, &self.options.policy);
        if report.has_contract_errors() {
            return Err(Response::invalid(RefusedInput::BaseData, &report));
        }
        // No fixes are applied: a silent fix would hide from the sender that the data need one.
        let canonical = base_data::normalize(body, &self.options.policy, Fixes::None)
            .json
            .certain();
        let (public, secret) = split_secret(canonical);
        let items = &mut self.data(organization).items;
        items.insert(ItemKey::BaseData, public.into_bytes());
        items.remove(&ItemKey::WebhookSecret);
        items.extend(secret.map(|secret| (ItemKey::WebhookSecret, secret.into_bytes())));
        Ok(Response::json(
            200,
            base_data::write_result(&base_data::UpdateResult::new(true)),
        ))
    }

    /// Returns the stored base data as canonical JSON, without the secret of the webhook.
    fn export_base_data(&mut self, organization: &Organization) -> Result<Response, Response> {
        let stored = self.data(organization).items.get(&ItemKey::BaseData);
        let json = stored.ok_or_else(Response::not_found)?;
        Ok(Response::with_body(200, "application/json", json.clone()))
    }

    /// Creates the new transactions, and returns how many are new, known and rejected.
    fn import_transactions(
        &mut self,
        organization: &Organization,
        body: &[u8],
    ) -> Result<Response, Response> {
        let mut policy = self.options.policy.clone();
        if !self.options.accept_long_imports {
            // The response with status 400 has to name an error.
            let denied = policy.level(&transactions::rules::TRANSACTIONS_TOO_MANY, Level::Deny);
            policy = denied.map_err(|_| Response::busy())?;
        }
        let reading = transactions::read(body, &policy);
        let is_too_long = !self.options.accept_long_imports
            && reading.values.len() + reading.rejected.len() > MAX_TRANSACTIONS;
        if !reading.is_importable() || is_too_long {
            return Err(Response::invalid(
                RefusedInput::Transactions,
                &reading.report,
            ));
        }
        let store = &self.data(organization).transactions;
        let plan = dedup::import(store, &reading.values).map_err(|_| Response::busy())?;
        let details = render::import_details_json(&reading, &plan);
        let result = plan.result(reading.rejected.len());
        self.session(organization, |session| session.last_import = Some(details));
        Ok(Response::json(201, transactions::write_result(&result)))
    }

    /// Creates a document from an uploaded file.
    fn create_document(
        &mut self,
        organization: &Organization,
        body: &[u8],
    ) -> Result<Response, Response> {
        let items = &self.state.get(organization).map(|data| &data.items);
        let is_uploaded = |name: &str| {
            Identifier::parse(name)
                .zip(*items)
                .is_some_and(|(id, items)| items.contains_key(&ItemKey::Upload(id)))
        };
        let reading = documents::read_with_uploads(body, is_uploaded, &self.options.policy);
        let Some(request) = reading.value else {
            return Err(Response::invalid(RefusedInput::Document, &reading.report));
        };
        let json = documents::write(&request);
        let file =
            self.create_with_new_id(organization, "file", ItemKey::Document, json.as_bytes());
        let text = |id: Identifier| Text::parse(&id.to_string()).map_err(|_| Response::busy());
        let mut result = documents::CreationResult::new(text(file)?);
        if request.process_immediately {
            result.service_id = Some(text(file.derive(DOCUMENT))?);
        }
        Ok(Response::json(200, documents::write_result(&result)))
    }

    /// Creates an item under the first identifier that is free, and returns the identifier.
    pub(super) fn create_with_new_id(
        &mut self,
        organization: &Organization,
        kind: &str,
        key: impl Fn(Identifier) -> ItemKey,
        value: &[u8],
    ) -> Identifier {
        loop {
            let identifier = self.session(organization, |session| {
                session.next_identifier(organization, kind)
            });
            if let Entry::Vacant(free) = self.data(organization).items.entry(key(identifier)) {
                free.insert(value.to_owned());
                return identifier;
            }
        }
    }

    /// Returns the file of an exported document.
    fn download_file(
        &mut self,
        organization: &Organization,
        id: Option<Identifier>,
    ) -> Result<Response, Response> {
        let not_found = Response::not_found;
        let items = &self.data(organization).items;
        let read = |key| items.get(&key).ok_or_else(not_found);
        let id = id.ok_or_else(not_found)?;
        read(ItemKey::Export(id))?;
        let request = documents::read(read(ItemKey::Document(id))?, &Policy::new()).value;
        let request = request.ok_or_else(not_found)?;
        let upload = Identifier::parse(request.signed_file_name.as_str()).ok_or_else(not_found)?;
        let file = read(ItemKey::Upload(upload))?;
        let name: String = request
            .file_name
            .as_str()
            .chars()
            .take(MAX_FILE_NAME_CHARS)
            .collect();
        let name = percent_encoded(&name);
        // The headers make a browser save the file instead of showing it, regardless of its content.
        Ok(
            Response::with_body(200, "application/octet-stream", file.clone())
                .with_header(
                    "content-disposition",
                    format!("attachment; filename*=UTF-8''{name}"),
                )
                .with_header("x-content-type-options", "nosniff"),
        )
    }
}

/// Takes the secret of the webhook out of base data, since the service shows it to nobody.
fn split_secret(base_data: String) -> (String, Option<String>) {
    #[derive(Deserialize)]
    struct Configured<'j> {
        #[serde(borrow)]
        configuration: &'j RawValue,
    }

    let configured = serde_json::from_str::<Configured<'_>>(&base_data).ok();
    let Some(configuration) = configured.map(|configured| configured.configuration.get()) else {
        return (base_data, None);
    };
    let Ok(Value::Object(mut members)) = serde_json::from_str(configuration) else {
        return (base_data, None);
    };
    let Some(secret) = members.remove("webhookSecret") else {
        return (base_data, None);
    };
    // An equal object elsewhere has the secret too.
    let public = base_data.replace(configuration, &Value::Object(members).to_string());
    (public, secret.as_str().map(str::to_owned))
}

/// Encodes a text as the value of a header parameter (RFC 8187, section 3.2.1).
fn percent_encoded(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&+-.^_`|~".contains(&byte);
    let encode = |byte: u8| {
        if is_plain(byte) {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        }
    };
    text.bytes().map(encode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_encodes_file_names_for_headers() {
        assert_eq!(
            percent_encoded("Rechnung März \"1\"\r\n.pdf"),
            "Rechnung%20M%C3%A4rz%20%221%22%0D%0A.pdf"
        );
    }
}
