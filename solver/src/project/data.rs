//! Projection of datatype variables: by their constructor and fields, as the model builds them.

use super::Projector;

impl Projector<'_> {
    /// One step towards getting rid of a datatype variable; false if there is none to do.
    pub(super) fn data_step(&mut self) -> Option<bool> {
        Some(false)
    }
}
