//! Amounts beyond which the search for functions and claims leaves something out.

use crate::smt::Steps;

/// The limits of the engine; all are counts.
pub struct Limits {
    /// Clauses of a system that is looked at.
    pub clauses: usize,
    /// Predicates with more arguments are not read as functions.
    pub args: usize,
    /// Ways of reading a group of predicates that depend on each other.
    pub readings: usize,
    /// Leaves of the decision tree of a definition.
    pub leaves: usize,
    /// A query to the solver.
    pub query: Steps,
    /// Queries of one run.
    pub queries: usize,
    /// Nodes of a term in an equation that is guessed.
    pub term_size: usize,
    /// Variables of each sort in such terms.
    pub vars: usize,
    /// Terms of one sort.
    pub terms: usize,
    /// Inputs on which guesses are tried.
    pub samples: usize,
    /// Guesses that are tried to be shown.
    pub guesses: usize,
    /// Claims that are kept.
    pub claims: usize,
    /// Calls inside each other while a predicate is executed.
    pub depth: usize,
    /// Clauses tried in all executions of one run.
    pub executions: usize,
    /// Clauses tried for one level of inputs of a query.
    pub level: usize,
    /// Levels tried before anything is proved: values of so many nodes.
    pub first_levels: usize,
    /// Levels tried in the end.
    pub levels: usize,
    /// Values of one sort at a level.
    pub values: usize,
}

/// The limits in use.
pub const LIMITS: Limits = Limits {
    clauses: 150,
    args: 8,
    readings: 200,
    leaves: 300,
    query: Steps::millis(400),
    queries: 3_000,
    term_size: 5,
    vars: 3,
    terms: 900,
    samples: 40,
    guesses: 250,
    claims: 60,
    depth: 60,
    executions: 1_500_000,
    level: 8_000,
    first_levels: 4,
    levels: 7,
    values: 60,
};
