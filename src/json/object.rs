use super::{Kind, check_file, not_an_object, read_record};
use crate::record::{Field, Record, TypedRecord, check_values};
use crate::report::{Collector, Policy, Reading};
use crate::source::File;

/// Reads a file that holds one record; `check` says what its values say together.
pub(crate) fn read_object<T: TypedRecord>(
    source: &[u8],
    policy: &Policy,
    fields: &'static [Field],
    what: &'static str,
    check: &mut dyn FnMut(&mut Record<'_>, &mut Collector<'_>),
) -> Reading<T> {
    let mut read = None;
    let report = check_file(&File::new(source), policy, None, &mut |source, reader, sink| {
        let value = reader.value()?;
        if value.kind != Kind::Object {
            reader.skip(&value)?;
            sink.push(not_an_object(what, &value));
            return Ok(());
        }
        let mut record = read_record(reader, source.text, value.span, fields, sink)?;
        check_values(&mut record, sink);
        check(&mut record, sink);
        if !record.faulty {
            read = T::from_texts(&|field| record.text(field));
        }
        Ok(())
    });
    let value = read.filter(|_| !report.breaks_the_contract());
    Reading::new(value, report)
}
