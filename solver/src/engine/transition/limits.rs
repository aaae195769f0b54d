//! The limits of the engines `kind`, `pdkind` and `tpa`: each is an amount beyond which something is left out or given
//! up, and says of what. Work is in steps ([`Steps`]), the same on every machine.

use crate::smt::Steps;

/// All limits, named by the file that keeps them.
pub(super) struct Limits {
    /// Projections made to eliminate the other state.
    pub closed_projections: usize,
    /// Most cubes of the first formula of an interpolation, and of the second for each of them.
    pub cubes: usize,
    /// Most pivots for one half-space.
    pub cubes_pivots: u64,
    /// Projections made to write a set of states without further variables.
    pub kind_projections: usize,
    /// One query may take this long; then the answer counts as unknown.
    pub query: Steps,
    /// A path of more steps is not written down.
    pub powers_max_steps: usize,
    /// The most transitions of an induction step.
    pub pdkind_depth: usize,
    /// The most cubes of a level that one question is put to, the latest.
    pub tpa_cubes: usize,
}

/// The limits in use.
pub(super) const LIMITS: Limits = Limits {
    closed_projections: 64,
    cubes: 24,
    cubes_pivots: 600,
    kind_projections: 24,
    query: Steps::seconds(10),
    powers_max_steps: 200_000,
    pdkind_depth: 4,
    tpa_cubes: 40,
};
