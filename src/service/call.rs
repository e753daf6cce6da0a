use super::{Identifier, Item, Response, Service, State};
use crate::endpoint::{Endpoint, Organization};
use crate::report::{Fixes, Policy};
use crate::value::Text;
use crate::{base_data, dedup, documents, render, transactions};

/// So many characters of a file's name are told to who downloads it: no file system takes more, and no client a header of any length.
const NAME: usize = 255;

impl<S: State> Service<S> {
    /// Answers a request to an endpoint, if need be with the response that is forced.
    pub(super) fn endpoint(
        &mut self,
        organization: &Organization,
        endpoint: Endpoint,
        id: Option<Identifier>,
        body: &[u8],
    ) -> Response {
        let forced = self.trial(organization).next_forced(endpoint);
        if let Some(forced) = forced.as_ref().filter(|forced| !forced.after) {
            return Response::forced(forced);
        }
        let done = match endpoint {
            Endpoint::UpdateBaseData => self.update_base_data(organization, body),
            Endpoint::ExportBaseData => self.export_base_data(organization),
            Endpoint::ImportTransactions => self.import_transactions(organization, body),
            Endpoint::DownloadFile => self.download_file(organization, id),
            Endpoint::CreateDocument => self.create_document(organization, body),
        };
        let done = match done {
            Ok(success) => Response { status: endpoint.success_status(), ..success },
            Err(refusal) => refusal,
        };
        match forced {
            // What the state could not do is told to whoever runs it, though the answer is another one.
            Some(forced) => Response { failure: done.failure, ..Response::forced(&forced) },
            None => done,
        }
    }

    /// Replaces what is held, or changes nothing (contract 4.1; decisions, requiredness).
    fn update_base_data(&mut self, organization: &Organization, body: &[u8]) -> Result<Response, Response> {
        let report = base_data::check(body, &self.policy);
        if report.has_contract_errors() {
            return Err(Response::invalid(Endpoint::UpdateBaseData, &report));
        }
        // What was sent is held as it is: to mend it in silence would hide from its sender that it needs mending.
        let canonical = base_data::normalize(body, &self.policy, Fixes::None).json.unwrap_or_default();
        self.state.put(organization, Item::BaseData, canonical.as_bytes())?;
        Ok(Response::json(200, base_data::write_result(&base_data::UpdateResult::new(true))))
    }

    /// Gives what is held in its canonical form (contract 4.4).
    fn export_base_data(&mut self, organization: &Organization) -> Result<Response, Response> {
        let held = self.state.get(organization, Item::BaseData)?.ok_or_else(Response::not_found)?;
        Ok(Response::with_body(200, "application/json", held))
    }

    /// Creates what is new, and counts the rest (contract 4.3; decisions, import).
    fn import_transactions(&mut self, organization: &Organization, body: &[u8]) -> Result<Response, Response> {
        let reading = transactions::read(body, &self.policy);
        if !reading.can_be_taken() {
            return Err(Response::invalid(Endpoint::ImportTransactions, &reading.report));
        }
        let plan = dedup::import(self.state.transactions(organization)?, &reading.values)?;
        Ok(Response::json(201, render::import_answer_json(&reading, &plan)))
    }

    /// Creates a document from an uploaded file (contract 4.2).
    fn create_document(&mut self, organization: &Organization, body: &[u8]) -> Result<Response, Response> {
        let mut failed = None;
        let is_uploaded = |name: &str| {
            let id = Identifier::parse(name);
            let held = id.map_or(Ok(None), |id| self.state.get(organization, Item::Upload(id)));
            held.map_err(|error| failed = Some(error)).is_ok_and(|held| held.is_some())
        };
        let reading = documents::read_uploaded(body, is_uploaded, &self.policy);
        if let Some(failed) = failed {
            return Err(failed.into());
        }
        let Some(request) = reading.value else {
            return Err(Response::invalid(Endpoint::CreateDocument, &reading.report));
        };
        let kept = documents::write(&request);
        let [file, document] =
            self.keep(organization, ["file", "document"], |[file, _]| Item::Document(file), kept.as_bytes())?;
        let mut result = documents::CreationResult::new(Text::parse(&file.to_string())?);
        if request.process_immediately {
            result.service_id = Some(Text::parse(&document.to_string())?);
        }
        Ok(Response::json(200, documents::write_result(&result)))
    }

    /// Keeps a value as the item of the first identifiers that are free, and gives these.
    pub(super) fn keep<const N: usize>(
        &mut self,
        organization: &Organization,
        kinds: [&str; N],
        item: impl Fn([Identifier; N]) -> Item,
        value: &[u8],
    ) -> Result<[Identifier; N], S::Error> {
        loop {
            let identifiers = self.trial(organization).next(organization, kinds);
            if self.state.create(organization, item(identifiers), value)? {
                return Ok(identifiers);
            }
        }
    }

    /// Gives the file of a document that was exported (contract 4.5).
    fn download_file(&mut self, organization: &Organization, id: Option<Identifier>) -> Result<Response, Response> {
        let nothing = Response::not_found;
        let mut held = |item| self.state.get(organization, item)?.ok_or_else(nothing);
        let id = id.ok_or_else(nothing)?;
        held(Item::Export(id))?;
        let request = documents::read(&held(Item::Document(id))?, &Policy::new()).value.ok_or_else(nothing)?;
        let upload = Identifier::parse(request.signed_file_name.as_str()).ok_or_else(nothing)?;
        let file = held(Item::Upload(upload))?;
        let name = encoded(&request.file_name.as_str().chars().take(NAME).collect::<String>());
        // A browser is to keep the file and not to show it, whatever it may be.
        Ok(Response::with_body(200, "application/octet-stream", file)
            .with("content-disposition", format!("attachment; filename*=UTF-8''{name}"))
            .with("x-content-type-options", "nosniff"))
    }
}

/// A text as the value of a parameter of a header (RFC 8187, section 3.2.1).
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&+-.^_`|~".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_stand_in_a_header() {
        assert_eq!(encoded("Rechnung März \"1\"\r\n.pdf"), "Rechnung%20M%C3%A4rz%20%221%22%0D%0A.pdf");
    }
}
