use std::collections::HashMap;

use super::identifier::Identifier;
use super::received::Log;
use crate::endpoint::{Endpoint, Organization};
use crate::sandbox::ForcedResponse;

/// What those who test in the name of one organization set up, and what was received from it. It is never kept beyond the process.
#[derive(Debug, Clone)]
pub(super) struct Trial {
    organization: Organization,
    seed: u32,
    /// How many identifiers were given.
    given: u64,
    forced: Vec<ForcedResponse>,
    pub(super) received: Log,
}

/// More than a test forces, each of them up to a thousand times.
const FORCED: usize = 1000;

/// The trial of an organization, begun where there is none.
pub(super) fn of<'t>(
    trials: &'t mut HashMap<Organization, Trial>,
    organization: &Organization,
    seed: u32,
) -> &'t mut Trial {
    trials.entry(organization.clone()).or_insert_with(|| Trial::new(organization.clone(), seed))
}

impl Trial {
    fn new(organization: Organization, seed: u32) -> Self {
        Self { organization, seed, given: 0, forced: Vec::new(), received: Log::default() }
    }

    /// Begins anew, with identifiers from the same seed.
    pub(super) fn begin_anew(&mut self) {
        *self = Self::new(self.organization.clone(), self.seed);
    }

    /// Has identifiers made from another seed from here on.
    pub(super) fn set_seed(&mut self, seed: u32) {
        (self.seed, self.given) = (seed, 0);
    }

    /// The next identifiers, of several kinds, that belong together.
    pub(super) fn next<const N: usize>(&mut self, kinds: [&str; N]) -> [Identifier; N] {
        self.given += 1;
        kinds.map(|kind| Identifier::new(self.seed, &self.organization, kind, self.given))
    }

    /// Whether more responses can be forced.
    pub(super) const fn has_room(&self) -> bool {
        self.forced.len() < FORCED
    }

    pub(super) fn release(&mut self) {
        self.forced.clear();
    }

    pub(super) fn force(&mut self, response: ForcedResponse) {
        self.forced.push(response);
    }

    /// The response that is forced on the next request to an endpoint.
    pub(super) fn forced(&mut self, endpoint: Endpoint) -> Option<ForcedResponse> {
        let fits = |one: &ForcedResponse| one.endpoint.is_none_or(|wanted| wanted == endpoint);
        let place = self.forced.iter().position(fits)?;
        let one = self.forced.get_mut(place)?;
        one.times = one.times.saturating_sub(1);
        if one.times == 0 { Some(self.forced.remove(place)) } else { Some(one.clone()) }
    }
}
