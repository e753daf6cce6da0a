//! Deliveries: single situations, and a thousand runs against the reference service with forced responses.

pub(crate) mod books;
mod runs;
mod situations;
