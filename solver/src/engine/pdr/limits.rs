//! The limits of the engine `pdr` and of `forward`: each is an amount beyond which something is left out or given up,
//! and says of what. Work is in steps ([`Steps`]), the same on every machine.

use crate::smt::Steps;

/// All limits, named by the file that keeps them.
pub(super) struct Limits {
    /// Projections with more literals are not tried.
    pub eliminate_width: usize,
    /// So many variables are tried for one cube.
    pub eliminate_variables: usize,
    /// After so many trials without success cubes are tried rarely.
    pub eliminate_patience: usize,
    /// After that only one cube in so many is tried.
    pub eliminate_rare: usize,
    /// Values with more entries are left as they are.
    pub entries: usize,
    /// After so many new facts from one rule the next one has its turn.
    pub forward_turn: usize,
    /// Rules are spread over at most so many SMT processes: a question about one rule is answered faster where the
    /// others are not.
    pub forward_processes: usize,
    /// After so many failures in a row no further literal is tried.
    pub generalize_drop_failures: usize,
    /// Constants remembered per shape.
    pub guide_remembered: usize,
    /// Shapes with more moving literals are left alone.
    pub guide_moving: usize,
    /// So many failures in a row, and a shape is given up.
    pub guide_failures: usize,
    /// From this bound on walks are made: what is decided earlier needs none.
    pub sampling_bound: u32,
    /// The search has cost so much when the first walk is made. Of 56 files of the competition that take less, walks
    /// were half of the work and helped none.
    pub samples_begin: Steps,
    /// One query may take this long; then the answer counts as unknown.
    pub query: Steps,
    /// How many applications are kept per predicate.
    pub pool_kept: usize,
    /// Steps of the walks, one walk after the other.
    pub samples_walks: [usize; 10],
    /// After so many walks in a row that found no new state there are no more.
    pub samples_fruitless: usize,
    /// Most work for all walks together.
    pub samples_limit: Steps,
    /// How many states are kept per predicate.
    pub samples_kept: usize,
    /// How many rules are tried for one step.
    pub samples_trials: usize,
    /// How many known states another body atom may take.
    pub samples_choices: usize,
    /// Further models of one walk.
    pub samples_variants: usize,
    /// By how much an integer differs from one model to the next, at most.
    pub samples_stride: usize,
    /// How many half-spaces are tried for one cube.
    pub separate_rounds: usize,
    /// How many states enter the linear program.
    pub separate_states: usize,
    /// How many inequalities are merged at most.
    pub separate_width: usize,
    /// Larger multipliers are a sign that there is no natural half-space.
    pub separate_largest: i64,
    /// The same where two inequalities are merged.
    pub separate_largest_of_pair: i64,
    /// Among so many inequalities pairs are looked for.
    pub separate_paired: usize,
    /// Queries for one bound.
    pub weaken_trials: usize,
    /// Queries for one cube.
    pub weaken_queries: usize,
    /// More constants than that in a formula say nothing.
    pub weaken_constants: usize,
}

/// The limits in use.
pub(super) const LIMITS: Limits = Limits {
    eliminate_width: 24,
    eliminate_variables: 12,
    eliminate_patience: 60,
    eliminate_rare: 8,
    entries: 4,
    forward_turn: 3,
    forward_processes: 24,
    generalize_drop_failures: 10,
    guide_remembered: 6,
    guide_moving: 8,
    guide_failures: 4,
    sampling_bound: 4,
    samples_begin: Steps::seconds(4),
    query: Steps::seconds(10),
    pool_kept: 150,
    samples_walks: [6, 12, 20, 6, 16, 24, 10, 30, 12, 20],
    samples_fruitless: 3,
    samples_limit: Steps::seconds(1),
    samples_kept: 250,
    samples_trials: 4,
    samples_choices: 6,
    samples_variants: 5,
    samples_stride: 25,
    separate_rounds: 8,
    separate_states: 60,
    separate_width: 16,
    separate_largest: 200,
    separate_largest_of_pair: 8,
    separate_paired: 8,
    weaken_trials: 3,
    weaken_queries: 6,
    weaken_constants: 40,
};
