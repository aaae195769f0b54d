//! The limits of the search for an instrumentation: each is an amount beyond which something is left out or given up,
//! and says of what. Work is in steps ([`Steps`]), the same on every machine.

use crate::execute::Effort;
use crate::smt::Steps;

/// All limits, named by the file that keeps them.
pub(super) struct Limits {
    /// Arrays in one group beyond which the further ones are left unrelated.
    pub apply_state: usize,
    /// Intervals in one group beyond which the further ones are left unrelated.
    pub apply_range: usize,
    /// How many cells two intervals may differ by at one end to be related cell by cell.
    pub apply_step: i64,
    /// Facts about cells per clause.
    pub apply_fact: usize,
    /// Cells at the beginning of an array that an equation of its cells is read off.
    pub fit_cell: i64,
    /// Counters beyond this show no further cells.
    pub fit_far: i64,
    /// Cells of all facts of one predicate that are looked at.
    pub fit_sample: usize,
    /// Cells without which nothing is said about a part of an array.
    pub fit_least: usize,
    /// Arrays whose cells are looked at.
    pub fit_array: usize,
    /// Counters that a polynomial may be over.
    pub fit_scalar: usize,
    /// Parts of an array that are looked at besides those under one guard.
    pub fit_part: usize,
    /// Equations of one part.
    pub fit_equation: usize,
    /// The index and counters by which cells may be bounded.
    pub fit_bound: usize,
    /// How far from these.
    pub fit_offset: i64,
    /// How many times the index may bound a cell.
    pub fit_slope: i64,
    /// Cells from which on parts of an array are looked at: the first, and those that a loop starts with.
    pub fit_start: usize,
    /// How far from zero.
    pub fit_numeral: i64,
    /// Equations of all parts of the arrays of one predicate.
    pub fit_candidate: usize,
    /// How many cells more than there are coefficients have to agree.
    pub fit_confirmed: usize,
    /// A polynomial with larger coefficients is a coincidence.
    pub fit_coefficient: i64,
    /// The same of denominators.
    pub fit_denominator: u64,
    /// Arguments of a predicate that are related.
    pub guess_argument: usize,
    /// An equation with larger coefficients is a coincidence.
    pub guess_coefficient: i64,
    /// Lemmas of one predicate that an engine is given; more make its queries slower than they make them fewer.
    pub lemmas: usize,
    /// Properties of one predicate beyond which further ones are left out.
    pub mine_property: usize,
    /// Properties of one predicate that may come from queries.
    pub mine_asked: usize,
    /// Guards of one predicate.
    pub mine_guard: usize,
    /// Cells beyond this are no part of an array that is looked at: a number as large is the end of a machine type.
    pub mine_length: i64,
    /// Facts about counters of one predicate.
    pub mine_scalar: usize,
    /// Candidates of one predicate.
    pub mine_candidate: usize,
    /// Up to this numeral the residues are tried one by one.
    pub mine_modulus: i64,
    /// Candidates of one predicate, besides facts about counters, where only few regions are looked at.
    pub mine_narrow: usize,
    /// Relations between the indices of a predicate's cells, and regions of cells.
    pub mine_relation: usize,
    /// Counters, and constant lengths, that the rows and columns of a matrix are compared with.
    pub mine_sides: usize,
    /// Choices in a term that are split.
    pub mine_split: usize,
    /// How much is executed before candidates are chosen.
    pub search_executions: Effort,
    /// Most work for these executions; facts found by then serve.
    pub search_execution_work: Steps,
    /// Cells that the ghosts of one fact may look at; a fact whose intervals are longer shows nothing.
    pub search_cells: u64,
    /// The least work that is left for an attempt.
    pub search_least: Steps,
    /// Intervals of one summary that each predicate tracks in the stage of few ghosts.
    pub search_few_ranges: usize,
    /// How many times as many as the options say there are in the last stage.
    pub search_more_ranges: usize,
    /// Ghosts of one predicate beyond which further ones are not considered.
    pub space_ghost: usize,
    /// Ways to write a clause's term over an atom's arguments that are considered.
    pub space_expression: usize,
    /// Ways to write a bound that are considered.
    pub space_bound: usize,
    /// Factors of a product that is tracked.
    pub space_degree: usize,
    /// Most work for an obligation where nothing else is said; all are easy.
    pub verify_query: Steps,
}

/// The limits in use.
pub(super) const LIMITS: Limits = Limits {
    apply_state: 8,
    apply_range: 10,
    apply_step: 4,
    apply_fact: 200,
    fit_cell: 6,
    fit_far: 200,
    fit_sample: 900,
    fit_least: 6,
    fit_array: 4,
    fit_scalar: 6,
    fit_part: 60,
    fit_equation: 3,
    fit_bound: 3,
    fit_offset: 8,
    fit_slope: 4,
    fit_start: 2,
    fit_numeral: 1_000,
    fit_candidate: 200,
    fit_confirmed: 3,
    fit_coefficient: 200_000,
    fit_denominator: 6,
    guess_argument: 96,
    guess_coefficient: 64,
    lemmas: 24,
    mine_property: 16,
    mine_asked: 10,
    mine_guard: 18,
    mine_length: 1 << 28,
    mine_scalar: 150,
    mine_candidate: 2_500,
    mine_modulus: 5,
    mine_narrow: 800,
    mine_relation: 2,
    mine_sides: 4,
    mine_split: 4,
    search_executions: Effort { facts: 60, applications: 4_000, steps: 6_000 },
    search_execution_work: Steps::millis(800),
    search_cells: 4_000,
    search_least: Steps::millis(200),
    search_few_ranges: 2,
    search_more_ranges: 3,
    space_ghost: 16,
    space_expression: 4,
    space_bound: 2,
    space_degree: 3,
    verify_query: Steps::seconds(10),
};
