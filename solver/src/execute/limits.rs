//! The limits of the executions: each is an amount beyond which something is left out or given up, and says of what.

/// All limits, named by the file that keeps them.
pub(super) struct Limits {
    /// How often values are drawn for one application of a clause.
    pub tries: usize,
    /// Steps of one path.
    pub path: usize,
    /// The longest array that is filled because a clause mentions its length.
    pub length: i64,
    /// How many facts of a path are kept for each predicate.
    pub kept: usize,
    /// Bounds of one variable that are remembered.
    pub plan_bound: usize,
    /// Applications of clauses in a saturation.
    pub applications: usize,
    /// The same for each clause, where that is more.
    pub applications_per_clause: usize,
    /// Facts of a saturation.
    pub saturated: usize,
}

/// The limits in use.
pub(super) const LIMITS: Limits = Limits {
    tries: 12,
    path: 700,
    length: 256,
    kept: 3,
    plan_bound: 8,
    applications: 300_000,
    applications_per_clause: 50,
    saturated: 2_000_000,
};
