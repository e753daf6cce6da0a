use super::trial::{Trial, Trials};
use super::{Identifier, Item, Response, State};
use crate::endpoint::{Endpoint, Organization};
use crate::report::{Fixes, Policy};
use crate::value::Text;
use crate::{base_data, dedup, documents, render, transactions};

/// A request that was admitted, with all that it takes to answer it.
pub(super) struct Call<'c, S> {
    pub(super) state: &'c mut S,
    pub(super) trials: &'c mut Trials,
    pub(super) policy: &'c Policy,
    pub(super) organization: &'c Organization,
    pub(super) body: &'c [u8],
}

/// So many characters of a file's name are told to who downloads it: no file system takes more, and no client a header of any length.
const NAME: usize = 255;

impl<S: State> Call<'_, S> {
    /// Answers a request to an endpoint, if need be with the response that is forced.
    pub(super) fn endpoint(&mut self, endpoint: Endpoint, id: Option<Identifier>) -> Response {
        let forced = self.trial().next_forced(endpoint);
        if let Some(forced) = forced.as_ref().filter(|forced| !forced.after) {
            return Response::forced(forced);
        }
        let done = match endpoint {
            Endpoint::UpdateBaseData => self.update_base_data(),
            Endpoint::ExportBaseData => self.export_base_data(),
            Endpoint::ImportTransactions => self.import_transactions(),
            Endpoint::DownloadFile => self.download_file(id),
            Endpoint::CreateDocument => self.create_document(),
        };
        let done = done.unwrap_or_else(|refusal| refusal);
        match forced {
            // What the state could not do is told to whoever runs it, though the answer is another one.
            Some(forced) => Response { failure: done.failure, ..Response::forced(&forced) },
            None => done,
        }
    }

    /// The trial of the organization. To ask for it begins it.
    pub(super) fn trial(&mut self) -> &mut Trial {
        self.trials.of(self.organization)
    }

    fn held(&mut self, item: Item) -> Result<Option<Vec<u8>>, Response> {
        self.state.get(self.organization, item).map_err(Response::unavailable)
    }

    /// Replaces what is held, or changes nothing (contract 4.1; decisions, requiredness).
    fn update_base_data(&mut self) -> Result<Response, Response> {
        let report = base_data::check(self.body, self.policy);
        if report.breaks_the_contract() {
            return Err(Response::invalid(Endpoint::UpdateBaseData, &report));
        }
        // What was sent is held as it is: to mend it in silence would hide from its sender that it needs mending.
        let canonical = base_data::normalize(self.body, self.policy, Fixes::None).json.unwrap_or_default();
        let put = self.state.put(self.organization, Item::BaseData, canonical.as_bytes());
        put.map_err(Response::unavailable)?;
        let result = base_data::write_result(&base_data::UpdateResult::new(true));
        Ok(Response::json(Endpoint::UpdateBaseData.success_status(), result))
    }

    /// Gives what is held in its canonical form (contract 4.4).
    fn export_base_data(&mut self) -> Result<Response, Response> {
        let held = self.held(Item::BaseData)?.ok_or_else(Response::not_found)?;
        Ok(Response::with_body(Endpoint::ExportBaseData.success_status(), "application/json", held))
    }

    /// Creates what is new, and counts the rest (contract 4.3; decisions, import).
    fn import_transactions(&mut self) -> Result<Response, Response> {
        let reading = transactions::read(self.body, self.policy);
        if !reading.can_be_taken() {
            return Err(Response::invalid(Endpoint::ImportTransactions, &reading.report));
        }
        let store = self.state.transactions(self.organization).map_err(Response::unavailable)?;
        let plan = dedup::import(store, &reading.values).map_err(Response::unavailable)?;
        let answer = render::import_answer_json(&reading, &plan);
        Ok(Response::json(Endpoint::ImportTransactions.success_status(), answer))
    }

    /// Creates a document from an uploaded file (contract 4.2).
    fn create_document(&mut self) -> Result<Response, Response> {
        let (body, policy, mut failed) = (self.body, self.policy, None);
        let is_uploaded = |name: &str| {
            let held = Identifier::parse(name).map_or(Ok(None), |id| self.held(Item::Upload(id)));
            held.unwrap_or_else(|failure| {
                failed = Some(failure);
                None
            })
            .is_some()
        };
        let reading = documents::read_uploaded(body, is_uploaded, policy);
        if let Some(failed) = failed {
            return Err(failed);
        }
        let Some(request) = reading.value else {
            return Err(Response::invalid(Endpoint::CreateDocument, &reading.report));
        };
        let kept = documents::write(&request);
        let kept = self.keep(["file", "document"], |[file, _]| Item::Document(file), kept.as_bytes());
        let [file, document] = kept.map_err(Response::unavailable)?;
        let name = |id: Identifier| Text::parse(&id.to_string()).map_err(Response::unavailable);
        let mut result = documents::CreationResult::new(name(file)?);
        result.service_id = request.process_immediately.then(|| name(document)).transpose()?;
        Ok(Response::json(Endpoint::CreateDocument.success_status(), documents::write_result(&result)))
    }

    /// Keeps the body as an uploaded file, and gives the name that it is known by from then on.
    pub(super) fn upload(&mut self) -> Result<Identifier, S::Error> {
        self.keep(["upload"], |[upload]| Item::Upload(upload), self.body).map(|[upload]| upload)
    }

    /// Keeps a value as the item of the first identifiers that are free, and gives these.
    fn keep<const N: usize>(
        &mut self,
        kinds: [&str; N],
        item: impl Fn([Identifier; N]) -> Item,
        value: &[u8],
    ) -> Result<[Identifier; N], S::Error> {
        loop {
            let identifiers = self.trial().next(kinds);
            if self.state.create(self.organization, item(identifiers), value)? {
                return Ok(identifiers);
            }
        }
    }

    /// Marks a document as exported; tells whether there is such a one.
    pub(super) fn export(&mut self, id: Identifier) -> Result<bool, S::Error> {
        let exists = self.state.get(self.organization, Item::Document(id))?.is_some();
        if exists {
            self.state.put(self.organization, Item::Export(id), b"")?;
        }
        Ok(exists)
    }

    /// Gives the file of a document that was exported (contract 4.5).
    fn download_file(&mut self, id: Option<Identifier>) -> Result<Response, Response> {
        let nothing = Response::not_found;
        let id = id.ok_or_else(nothing)?;
        self.held(Item::Export(id))?.ok_or_else(nothing)?;
        let request = self.held(Item::Document(id))?.ok_or_else(nothing)?;
        let request = documents::read(&request, &Policy::new()).value.ok_or_else(nothing)?;
        let upload = Identifier::parse(request.signed_file_name.as_str()).ok_or_else(nothing)?;
        let file = self.held(Item::Upload(upload))?.ok_or_else(nothing)?;
        let name = encoded(&request.file_name.as_str().chars().take(NAME).collect::<String>());
        let response = Response::with_body(Endpoint::DownloadFile.success_status(), "application/octet-stream", file);
        // A browser is to keep the file and not to show it, whatever it may be.
        let response = response.with("content-disposition", format!("attachment; filename*=UTF-8''{name}"));
        Ok(response.with("x-content-type-options", "nosniff"))
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
