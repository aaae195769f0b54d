//! The limits of the engine `expand`: each is an amount beyond which something is left out or given up, and says of
//! what. Work is in steps ([`Steps`]), the same on every machine.

use crate::execute::Effort;
use crate::smt::Steps;

/// All limits, named by the file that keeps them.
pub(super) struct Limits {
    /// Most work for one query of the forward execution; what takes longer is no easy path.
    pub forward_query: Steps,
    /// Lengths of intervals, stage by stage.
    pub lengths: [u32; 5],
    /// How many steps of a derivation go with a cell: loops that fill, copy and read an array one after the other.
    pub steps_per_cell: u32,
    /// How many symbolic states go with a cell when the program is executed forwards.
    pub states_per_cell: usize,
    /// How many states are looked at in any case.
    pub min_states: usize,
    /// How much is executed with concrete values before anything is written out.
    pub executions: Effort,
    /// Most work for these executions.
    pub execution_work: Steps,
    /// The least work that is left for short intervals.
    pub least: Steps,
    /// How many states are looked at where there is nothing to write out.
    pub most_states: usize,
}

/// The limits in use.
pub(super) const LIMITS: Limits = Limits {
    forward_query: Steps::seconds(4),
    lengths: [4, 12, 36, 128, 512],
    steps_per_cell: 4,
    states_per_cell: 12,
    min_states: 400,
    executions: Effort { facts: 40, applications: 2_000, steps: 8_000 },
    execution_work: Steps::seconds(3),
    least: Steps::millis(500),
    most_states: 3000,
};
