use super::KnownRecord;
use super::keys::Keys;
use crate::journal::Dimension;
use crate::value::Text;

/// The cost centers or the projects of base data. A journal calls them by an external id and a name, which may be the name or the code of base data.
pub(super) struct DimensionList<'b> {
    list: &'static str,
    /// What a record of the list is.
    pub(super) kind: &'static str,
    ids: Vec<Option<&'b str>>,
    by_id: Keys<&'b str>,
    by_name: Keys<&'b str>,
    by_code: Keys<&'b str>,
}

impl<'b> DimensionList<'b> {
    /// Indexes a list by the external id, the name and the code of each record.
    pub(super) fn new(
        list: &'static str,
        kind: &'static str,
        records: impl DoubleEndedIterator<Item = [Option<&'b str>; 3]> + ExactSizeIterator + Clone,
    ) -> Self {
        Self {
            list,
            kind,
            ids: records.clone().map(|[id, ..]| id).collect(),
            by_id: Keys::new(records.clone().map(|[id, ..]| id)),
            by_name: Keys::new(records.clone().map(|[_, name, _]| name)),
            by_code: Keys::new(records.map(|[.., code]| code)),
        }
    }

    /// Returns the field of a dimension by which no record is found. If it is the external id, also the record with the name.
    pub(super) fn find_unknown(
        &self,
        dimension: &Dimension,
    ) -> Option<(&'static str, Option<KnownRecord>)> {
        let name = dimension.name.as_ref().map(Text::as_str);
        let with_name = || {
            name.into_iter()
                .flat_map(|name| self.by_name.find(name).chain(self.by_code.find(name)))
        };
        let id_of = |index: usize| self.ids.get(index).copied().flatten();
        let Some(external_id) = &dimension.external_id else {
            return (name.is_some() && with_name().next().is_none()).then_some(("name", None));
        };
        if self.by_id.find(external_id.as_str()).next().is_some()
            || with_name().any(|index| id_of(index).is_none())
        {
            // A record without external id in base data may have any in the journal.
            return None;
        }
        let known = with_name().next().map(|index| KnownRecord {
            list: self.list,
            index,
            external_id: id_of(index).map(str::to_owned),
        });
        Some(("externalId", known))
    }
}
