use crate::json::{Reader, SyntaxError, ValueKind};

/// Reads the members of an object that has been opened, and returns those with these names that are strings.
pub(super) fn read_texts<const N: usize>(
    reader: &mut Reader<'_>,
    names: [&str; N],
) -> Result<[Option<String>; N], SyntaxError> {
    let mut texts = [const { None }; N];
    while let Some(key) = reader.next_member()? {
        let value = reader.read_value()?;
        let known = names
            .iter()
            .zip(&mut texts)
            .find(|(name, _)| key.text.decodes_to(name));
        match (known, &value.kind) {
            (Some((_, text)), ValueKind::Text(found)) => *text = Some(found.decode().into_owned()),
            _ => {
                reader.skip(&value)?;
            }
        }
    }
    Ok(texts)
}

/// A record of a payload that is looked up: its list and its index in the list, or none for the payload itself.
pub(super) struct Wanted<'p> {
    pub(super) list: &'p str,
    pub(super) index: Option<usize>,
    /// Whether the payload has this record.
    pub(super) exists: bool,
    /// Its `externalId`.
    pub(super) id: Option<String>,
}

/// Looks up records in a payload, in one pass.
pub(super) fn look_up(payload: &str, wanted: &mut [Wanted<'_>]) {
    // The payload was checked, so there is no error, or what was found before has to do.
    let _ = look_up_in(&mut Reader::new(payload), wanted);
}

fn look_up_in(reader: &mut Reader<'_>, wanted: &mut [Wanted<'_>]) -> Result<(), SyntaxError> {
    if reader.read_value()?.kind != ValueKind::Object {
        return Ok(());
    }
    wanted
        .iter_mut()
        .filter(|wanted| wanted.index.is_none())
        .for_each(|payload| payload.exists = true);
    while let Some(key) = reader.next_member()? {
        let value = reader.read_value()?;
        if let (ValueKind::Text(text), true) = (&value.kind, key.text.decodes_to("externalId")) {
            let payload = wanted.iter_mut().filter(|wanted| wanted.index.is_none());
            payload.for_each(|payload| payload.id = Some(text.decode().into_owned()));
        }
        if value.kind != ValueKind::Array
            || !wanted.iter().any(|wanted| key.text.decodes_to(wanted.list))
        {
            reader.skip(&value)?;
            continue;
        }
        let mut index = 0;
        while reader.next_element()? {
            let element = reader.read_value()?;
            let is_here = |wanted: &&mut Wanted<'_>| {
                wanted.index == Some(index) && key.text.decodes_to(wanted.list)
            };
            match wanted
                .iter_mut()
                .find(is_here)
                .filter(|_| element.kind == ValueKind::Object)
            {
                Some(record) => {
                    [record.id] = read_texts(reader, ["externalId"])?;
                    record.exists = true;
                }
                None => {
                    reader.skip(&element)?;
                }
            }
            index += 1;
        }
    }
    Ok(())
}
