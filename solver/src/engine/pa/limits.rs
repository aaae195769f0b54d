//! The limits of the engine `pa`: each is an amount beyond which something is left out or given up, and says of what.
//! Work is in steps ([`Steps`]), the same on every machine.

use crate::smt::Steps;

/// All limits, named by the file that keeps them.
pub(super) struct Limits {
    /// So many models are kept per clause.
    pub max_models: usize,
    /// The search for few and cheap templates ends after so much work.
    pub choose_template_work: Steps,
    /// More ways to derive one state than this are not kept.
    pub max_ways: usize,
    /// A counterexample whose tree has more nodes than this is checked as a DAG, and has one way per place.
    pub max_tree: usize,
    /// The search for a small contradictory part ends after so much work.
    pub refine_shrink_work: Steps,
    /// Most work for interpolants over templates.
    pub refine_template: Steps,
    /// Most work for interpolants over all arguments at first.
    pub refine_first: Steps,
    /// Most work for them when nothing else is left to try.
    pub refine_limit: Steps,
    /// A refinement that takes more makes later ones local.
    pub refine_patience: Steps,
    /// Interpolants larger than this are not split further or taken apart.
    pub refine_max_interpolant: usize,
    /// At most this many seeds per predicate.
    pub max_seeds: usize,
    /// Above this number of arithmetic arguments, only pairs that the clauses relate are templates.
    pub templates_max_paired: usize,
    /// At most this many templates per predicate, single arguments aside.
    pub max_templates: usize,
}

/// The limits in use.
pub(super) const LIMITS: Limits = Limits {
    max_models: 64,
    choose_template_work: Steps::millis(500),
    max_ways: 8,
    max_tree: 3000,
    refine_shrink_work: Steps::millis(300),
    refine_template: Steps::seconds(2),
    refine_first: Steps::seconds(2),
    refine_limit: Steps::seconds(20),
    refine_patience: Steps::seconds(1),
    refine_max_interpolant: 2000,
    max_seeds: 12,
    templates_max_paired: 8,
    max_templates: 80,
};
