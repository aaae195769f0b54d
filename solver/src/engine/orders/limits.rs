//! The limits of the search for orders: each is an amount beyond which something is left out or given up, and says of
//! what.

use crate::execute::Effort;
use crate::smt::Steps;

/// All limits.
pub(super) struct Limits {
    /// Clauses beyond which a process each would be too many.
    pub clauses: usize,
    /// How much is executed.
    pub executions: Effort,
    /// Most work for the executions; facts found by then serve.
    pub execution_work: Steps,
    /// Values that the variables of a fact are given at random.
    pub starts: usize,
    /// Steps away from a counterexample, to others.
    pub moves: usize,
    /// Facts of one predicate whose cells are looked at.
    pub facts: usize,
    /// Indices of one fact at which cells are looked at.
    pub indices: usize,
    /// Counters of one predicate that may bound a part of an array.
    pub cuts: usize,
    /// Differences of counters that may.
    pub differences: usize,
    /// Numerals that may.
    pub numerals: usize,
    /// Counters and other integers that are compared with each other.
    pub numbers: usize,
    /// Integers that are compared with cells.
    pub pivots: usize,
    /// Arrays of one predicate whose cells are compared.
    pub arrays: usize,
    /// A variable with at most so many values, all small, may be a condition.
    pub flag_values: usize,
    /// The largest of these.
    pub flag_value: i64,
    /// Conjunctions of guards that are looked at for one property.
    pub conjunctions: usize,
    /// Rows of which the one is taken that the fewest guards exclude.
    pub rows: usize,
    /// Candidates of one property that are in use at a time.
    pub frontier: usize,
    /// Instances of a body atom.
    pub instances: usize,
    /// Counterexamples beyond which the search is given up.
    pub counterexamples: usize,
    /// Most work for all.
    pub whole: Steps,
    /// Most work for one query.
    pub query: Steps,
}

/// The limits in use.
pub(super) const LIMITS: Limits = Limits {
    clauses: 60,
    executions: Effort { facts: 160, applications: 4_000, steps: 12_000 },
    execution_work: Steps::millis(1_500),
    starts: 400,
    moves: 60,
    facts: 64,
    indices: 9,
    cuts: 6,
    differences: 3,
    numerals: 2,
    numbers: 8,
    pivots: 3,
    arrays: 3,
    flag_values: 3,
    flag_value: 4,
    conjunctions: 20_000,
    rows: 24,
    frontier: 40,
    instances: 49,
    counterexamples: 3_000,
    whole: Steps::seconds(40),
    query: Steps::millis(2_500),
};
