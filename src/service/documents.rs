use super::trial::Trial;
use super::{Identifier, Item, Response, State};
use crate::documents::{self, CreationResult};
use crate::endpoint::{Endpoint, Organization};
use crate::render::Problem;
use crate::report::Policy;
use crate::value::Text;

/// So many characters of a file's name are told to who downloads it: no file system takes more, and no client a header of any length.
const NAME: usize = 255;

/// Creates a document from an uploaded file (contract 4.2).
pub(super) fn create<S: State>(
    state: &mut S,
    trial: &mut Trial,
    organization: &Organization,
    body: &[u8],
    policy: &Policy,
) -> Result<Response, Response> {
    let mut failed = None;
    let reading = documents::read_uploaded(body, |name| is_uploaded(state, organization, name, &mut failed), policy);
    if let Some(failed) = failed {
        return Err(failed);
    }
    let Some(request) = reading.value else {
        return Err(Response::invalid(Endpoint::CreateDocument, &reading.report));
    };
    let kept = documents::write(&request);
    let kept =
        keep(state, trial, organization, ["file", "document"], |[file, _]| Item::Document(file), kept.as_bytes());
    let [file, document] = kept.map_err(Response::unavailable)?;
    let name = |id: Identifier| Text::parse(&id.to_string()).map_err(Response::unavailable);
    let mut result = CreationResult::new(name(file)?);
    result.service_id = request.process_immediately.then(|| name(document)).transpose()?;
    Ok(Response::json(Endpoint::CreateDocument.success_status(), documents::write_result(&result)))
}

fn is_uploaded<S: State>(
    state: &mut S,
    organization: &Organization,
    name: &str,
    failed: &mut Option<Response>,
) -> bool {
    let Some(id) = Identifier::parse(name) else { return false };
    match state.get(organization, Item::Upload(id)) {
        Ok(file) => file.is_some(),
        Err(error) => {
            *failed = Some(Response::unavailable(error));
            false
        }
    }
}

/// Keeps an uploaded file, and gives the name that it is known by from then on.
pub(super) fn upload<S: State>(
    state: &mut S,
    trial: &mut Trial,
    organization: &Organization,
    body: &[u8],
) -> Result<Identifier, S::Error> {
    let kept = keep(state, trial, organization, ["upload"], |[upload]| Item::Upload(upload), body);
    kept.map(|[upload]| upload)
}

/// Keeps a value as the item of the first identifiers that are free, and gives these.
fn keep<S: State, const N: usize>(
    state: &mut S,
    trial: &mut Trial,
    organization: &Organization,
    kinds: [&str; N],
    item: impl Fn([Identifier; N]) -> Item,
    value: &[u8],
) -> Result<[Identifier; N], S::Error> {
    loop {
        let identifiers = trial.next(kinds);
        if state.create(organization, item(identifiers), value)? {
            return Ok(identifiers);
        }
    }
}

/// Marks a document as exported; tells whether there is such a one.
pub(super) fn export<S: State>(state: &mut S, organization: &Organization, id: Identifier) -> Result<bool, S::Error> {
    let exists = state.get(organization, Item::Document(id))?.is_some();
    if exists {
        state.put(organization, Item::Export(id), b"")?;
    }
    Ok(exists)
}

/// Gives the file of a document that was exported (contract 4.5).
pub(super) fn download<S: State>(
    state: &mut S,
    organization: &Organization,
    id: Option<Identifier>,
) -> Result<Response, Response> {
    let nothing = || Response::problem(&Problem::NotFound);
    let id = id.ok_or_else(nothing)?;
    let mut get = |item| state.get(organization, item).map_err(Response::unavailable)?.ok_or_else(nothing);
    get(Item::Export(id))?;
    let request = documents::read(&get(Item::Document(id))?, &Policy::new()).value.ok_or_else(nothing)?;
    let upload = Identifier::parse(request.signed_file_name.as_str()).ok_or_else(nothing)?;
    let file = get(Item::Upload(upload))?;
    let name = encoded(&request.file_name.as_str().chars().take(NAME).collect::<String>());
    let response = Response::with_body(Endpoint::DownloadFile.success_status(), "application/octet-stream", file);
    // A browser is to keep the file and not to show it, whatever it may be.
    let response = response.with("content-disposition", format!("attachment; filename*=UTF-8''{name}"));
    Ok(response.with("x-content-type-options", "nosniff"))
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
