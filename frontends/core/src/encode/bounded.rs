//! The bounded formula of a program: calls inlined, loops unwound, every check a property.
//!
//! This is the construction of SPARK-BMC (Belo Lourenço, Frade, Pinto, "A Bounded Model Checker for SPARK Programs",
//! ATVA 2014). A run of an entry with at most so many iterations per loop is a model of the constraints `C`; the k-th
//! property says that a check holds in all of them. Branches are guards, assignments are substituted, joins are
//! conditional terms, so that constants propagate through the whole: a loop with constant bounds ends by itself. Checks
//! are violated *first*: behind a check all runs that it stops are left out.
//!
//! Integers are mathematical, and the ranges of types conditions, so that the formula says what the program does (but
//! for floats, see [`crate::encode`]); [`Bits`] makes words of them. A model is turned into a
//! [candidate](crate::explain::Candidate) by [`crate::explain::from_model`] and replayed.
//!
//! An [`Unwinder`] goes deeper without starting over: constraints define names for terms, and say what is true in every
//! run, however long; so those of smaller bounds stay true, and what the unwound loops have in common has the same
//! terms.

use super::Site;
pub use super::bits::{Bits, NoBits};
pub use super::unroll::Unwinder;
use crate::ir::{CheckId, Functions, GlobalId, Loc, ProcId, Program, Range, VarId};
use horn_solver::smt::CancelToken;
use horn_solver::term::{SortId, Store, TermId};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// How far to go.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Full iterations of each loop.
    pub unwind: u32,
    /// Loops (by their place) with another bound.
    pub unwindset: Vec<(Loc, u32)>,
    /// Activations of a recursive procedure at the same time.
    pub recursion: u32,
    /// Whether a run beyond the bounds violates a property; otherwise it is left out.
    pub assertions: bool,
    /// Whether values that may be outside of the range of their variable, by their interval, get a name in that range.
    /// [`Bits`] need shorter words then.
    pub ranged: bool,
    /// Whether states with different constants stay apart, and inputs of few values that decide how long loops go on
    /// become a case for each value.
    pub apart: bool,
    /// Stops the unwinding, which is an error then.
    pub cancel: Option<CancelToken>,
    /// Executed blocks beyond which the program is too large.
    pub blocks: usize,
    /// What calls of functions have in common.
    pub functions: Functions,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            unwind: 10,
            unwindset: Vec::new(),
            recursion: 10,
            assertions: true,
            ranged: false,
            apart: true,
            cancel: None,
            blocks: 200_000,
            functions: Functions::default(),
        }
    }
}

impl Bounds {
    /// The bound that the loop at a place has of its own.
    pub fn own(&self, loc: Loc) -> Option<u32> {
        self.unwindset.iter().find(|(place, _)| *place == loc).map(|(_, bound)| *bound)
    }

    /// Full iterations of the loop at a place, or how deep the procedure there may call itself.
    pub fn limit(&self, loc: Loc, recursion: bool) -> u32 {
        if recursion { self.recursion } else { self.own(loc).unwrap_or(self.unwind) }
    }
}

/// What a property is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// A check of the program.
    Check(CheckId),
    /// The loop at this place needs no more iterations than allowed.
    Unwinding(Loc),
    /// The call at this place is not nested deeper than allowed.
    Recursion(Loc),
}

/// Something that must hold, in one context.
#[derive(Clone, Debug)]
pub struct Property {
    /// What it is about.
    pub subject: About,
    /// The statement.
    pub loc: Loc,
    /// True in the runs that violate it, and nothing before it.
    pub violated: TermId,
    /// What holds besides in the runs that come to it: see [`Formula::passed`].
    pub passed: u32,
    /// What is stated later says nothing of it ([`Formula::moments`]).
    pub moment: usize,
    /// The loops that it is in, outermost first, with the number of the iteration, from 1.
    pub iterations: Vec<(Loc, u32)>,
    /// The calls that lead to it, outermost first.
    pub calls: Vec<Loc>,
}

/// A value that nothing determines.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Where.
    pub site: Site,
    /// Whether the run comes there.
    pub guard: TermId,
    /// The value.
    pub slots: Vec<TermId>,
}

/// The bounded formula of one entry.
pub struct Formula {
    /// The terms.
    pub store: Store,
    /// The sorts of the variables `Var(0)`, `Var(1)`, …
    pub vars: Vec<SortId>,
    /// What the types say about the range of each variable, or of the components of an array.
    pub ranges: Vec<Option<Range>>,
    /// The bounds of variables that are arrays with static bounds, dimension by dimension.
    pub extents: HashMap<TermId, Arc<[Range]>>,
    /// Bounds around those of all arrays of a sort, where all are static.
    pub common_extents: BTreeMap<SortId, Arc<[Range]>>,
    /// What every run satisfies; those of smaller bounds come first, and stay.
    pub constraints: Vec<TermId>,
    /// For each constraint a term whose variables it is about: where none of them matters, whatever values the others
    /// have there are some for these that satisfy it, so it may be left out. One without variables is always needed.
    pub subjects: Vec<TermId>,
    /// For each constraint the moment of the execution that it is of. A property needs none of a later moment: they are
    /// about what is behind it.
    pub moments: Vec<usize>,
    /// Guards, each with the number of the one that runs have passed before; 0 is none.
    pub guards: Vec<(TermId, u32)>,
    /// The properties in the order of the program.
    pub properties: Vec<Property>,
    /// The entry.
    pub entry: ProcId,
    /// Its `in` and `in out` parameters.
    pub params: Vec<(VarId, Vec<TermId>)>,
    /// The globals that it uses.
    pub globals: Vec<(GlobalId, Vec<TermId>)>,
    /// What else is chosen, in the order of the program.
    pub choices: Vec<Choice>,
    /// Whether no run is cut off: then properties that hold, hold without a bound.
    pub complete: bool,
}

impl Formula {
    /// The guards that every run has passed which comes to a property, the last one first. They follow from what is
    /// stated and from the property's being violated, but where ways join a solver has to find that out.
    pub fn passed(&self, property: &Property) -> impl Iterator<Item = TermId> {
        let before = |at: u32| Some(at).filter(|at| *at > 0);
        let guards = &self.guards;
        std::iter::successors(before(property.passed), move |at| before(guards.get(*at as usize)?.1))
            .filter_map(|at| guards.get(at as usize).map(|(guard, _)| *guard))
    }
}

/// The formula of an entry of a program that is valid and lifted.
pub fn unwind(
    program: &Program,
    entry: ProcId,
    options: &super::Options,
    bounds: &Bounds,
) -> Result<Formula, super::Unsupported> {
    let mut unwinder = Unwinder::new(program, entry, options);
    unwinder.unwind(bounds)?;
    Ok(unwinder.finish())
}
