//! Interpolation: tree interpolation problems, recursion-free Horn systems, and who solves them.
//!
//! The two are the same problem. A tree interpolation problem (a formula at every node, their conjunction
//! unsatisfiable) asks for one formula per edge, over the variables that subtree and rest share, that follows from the
//! subtree and contradicts the rest; read as a system of Horn clauses (one predicate per edge, one clause per node) it
//! asks for a model. Nothing at hand that computes interpolants is a safe black box, so every result can be verified,
//! see [`verify`], and is in debug builds.

mod farkas;
mod horn;
mod smtlib;
mod tree;

pub use farkas::solve_conjunctive;
pub use horn::{HornInterpolator, HornSolver, Solution, solve_recursion_free, solve_recursion_free_within, verify};
pub use smtlib::SmtLibInterpolator;
pub use tree::{TreeNode, TreeProblem};

use crate::context::Context;
use crate::system::Reason;
use crate::term::TermId;

/// The answer to a tree interpolation problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// One formula per node, for the edge from the node to its parent; `false` for the root.
    Interpolants(Vec<TermId>),
    /// The conjunction of all nodes is satisfiable: there are no interpolants.
    Satisfiable,
}

/// A procedure that solves tree interpolation problems.
pub trait Interpolator {
    /// The name in options and logs.
    fn name(&self) -> &'static str;

    /// Solves one problem. An `Err` says nothing about the problem.
    fn interpolate(&mut self, cx: &mut Context, problem: &TreeProblem) -> Result<Interpolation, Reason>;
}
