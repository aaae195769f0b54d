//! From programs to constrained Horn clauses.
//!
//! Each procedure gets a predicate for the inputs it is entered with, one for each loop head and other *cut*, and, if
//! it is called, a summary that relates its inputs to its outputs. Between cuts the statements of all paths become one
//! clause ("large blocks"): branches join in conditional terms. Only where the paths to a join differ in their calls is
//! the join a cut of its own, since a call is an atom, which cannot be conditional. A procedure that is called carries
//! its inputs in all its predicates; one that is not does not.
//!
//! ```text
//! entry:    ranges of inputs → P_in (inputs)
//! path:     P_cut (inputs, live) ∧ calls ∧ path → P_cut' (inputs, live')
//! call:     P_cut (…) ∧ calls ∧ path → Q_in (arguments);   its effect on the path: Q_out (arguments, outputs)
//! return:   P_cut (inputs, live) ∧ calls ∧ path → P_out (inputs, outputs)
//! check:    P_cut (…) ∧ calls ∧ path ∧ ¬condition → false
//! ```
//!
//! Behind a check its condition is part of the path. Every check statement gives one query per path context, and
//! [`Encoded::only`] cuts out the system that decides some of the checks. The ranges of types are assumed at cuts and
//! behind calls, see the rules in [`crate::ir`].
//!
//! The clauses admit every run of the program, so a model proves the checks. They may admit more: floats are reals with
//! rounding errors, quantified facts are instantiated with the indexes at hand, nonlinear powers and undefined values
//! are arbitrary. A refutation is therefore a candidate, which [`crate::explain`] replays in the interpreter.

mod arrays;
mod bits;
pub mod bounded;
mod emit;
mod expr;
mod float;
mod interval;
mod known;
mod layout;
mod live;
mod modular;
mod procedure;
mod quant;
mod special;
mod truth;
mod unroll;

#[cfg(test)]
mod float_tests;
#[cfg(test)]
mod tests;

use crate::ir::{CheckId, Effects, ProcId, Program, TypeKind, VarId, effects};
use horn_solver::smt::CancelToken;
use horn_solver::system::{ClauseId, PredId, System};
use horn_solver::term::{Store, TermId};
use layout::Layouts;
pub(crate) use special::special_value;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How to encode.
#[derive(Clone, Debug)]
pub struct Options {
    /// Quantifiers and array operations over constant ranges up to this size are written out.
    pub expand: u32,
    /// A quantified fact is instantiated with at most this many indexes in a clause.
    pub instances: usize,
    /// Whether quantifiers become quantifiers of the formula, where their bodies are terms without names of their own.
    pub quantifiers: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { expand: 16, instances: 24, quantifiers: false }
    }
}

/// A program as clauses.
pub struct Encoded {
    /// The terms of the system.
    pub store: Store,
    /// The clauses.
    pub system: System,
    /// What each clause of the system says.
    pub clauses: Vec<ClauseInfo>,
    /// For each check of the program its queries, in the order of [`Program::checks`]. A check without queries holds:
    /// it is never reached, or its condition is evident.
    pub queries: Vec<Vec<ClauseId>>,
    /// What each predicate stands for.
    pub preds: Vec<PredInfo>,
}

/// What a predicate stands for.
#[derive(Clone, Debug)]
pub struct PredInfo {
    /// The procedure.
    pub procedure: ProcId,
    /// The place in it.
    pub kind: PredKind,
    /// What each argument is, for showing invariants.
    pub arguments: Vec<Argument>,
}

/// What an argument of a predicate is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The name of the variable in the source.
    pub name: String,
    /// The type of the variable.
    pub ty: crate::ir::TypeId,
    /// Which of its slots, if it is spread over several.
    pub slot: Option<usize>,
    /// When it has the value.
    pub when: When,
}

/// When a variable has the value that an argument stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// At the place of the predicate.
    Here,
    /// When the procedure was entered.
    Entry,
    /// When it returns.
    Return,
}

/// The kinds of predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredKind {
    /// The procedure is entered with these inputs.
    Entered,
    /// The procedure returns.
    Returned,
    /// A block is reached; a loop head or a join.
    Block(crate::ir::BlockId),
}

/// What a clause says.
#[derive(Clone, Debug)]
pub struct ClauseInfo {
    /// The procedure it belongs to: the caller for a call.
    pub procedure: ProcId,
    /// What its head is.
    pub kind: ClauseKind,
    /// Where in the source its path ends.
    pub loc: crate::ir::Loc,
    /// What happens on its paths, in the order of the program.
    pub events: Vec<Event>,
    /// Terms over the clause's variables: the inputs of an entry, slot by slot; empty for other clauses.
    pub inputs: Vec<TermId>,
}

/// The kinds of clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// A procedure is entered from outside.
    Entry,
    /// The path leads to another cut.
    Path,
    /// The path leads to a call.
    Call(ProcId),
    /// The path leads to the end of the procedure.
    Return,
    /// A check fails behind the path.
    Query(CheckId),
}

/// Where a value comes from that the inputs do not determine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// The procedure.
    pub procedure: ProcId,
    /// The block, and the statement in it; `None` for the start value of a local variable, result or `out` parameter.
    pub at: Option<(crate::ir::BlockId, usize)>,
    /// The variable.
    pub var: VarId,
}

/// Something on a path that a replay needs.
#[derive(Clone, Debug)]
pub enum Event {
    /// A value was chosen, if the guard holds; the terms are its slots.
    Chosen {
        /// Where.
        site: Site,
        /// Whether this branch was taken.
        guard: TermId,
        /// The value.
        slots: Vec<TermId>,
    },
    /// The body atom with this index is the summary of a call, which took place here.
    Called(usize),
}

/// A construct that has no encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The place.
    pub loc: crate::ir::Loc,
    /// The construct, for messages.
    pub what: String,
}

impl Encoded {
    /// The system without the queries of other checks. Clause ids of the result are mapped to those of
    /// [`Encoded::system`] by the second part.
    pub fn only(&self, checks: &[CheckId]) -> (System, Vec<ClauseId>) {
        let wanted: BTreeSet<ClauseId> =
            checks.iter().flat_map(|check| self.queries[check.index()].iter().copied()).collect();
        let mut system = System { preds: self.system.preds.clone(), clauses: Vec::new() };
        let mut origins = Vec::new();
        for (id, clause) in self.system.clauses() {
            if !clause.is_query() || wanted.contains(&id) {
                system.add_clause(clause.clone());
                origins.push(id);
            }
        }
        (system, origins)
    }
}

/// Encodes a program that is valid and lifted. Only what can be reached from the entries is encoded.
///
/// # Errors
/// Something has no encoding.
pub fn encode(program: &Program, options: &Options) -> Result<Encoded, Unsupported> {
    let mut encoder = Encoder::new(program, options);
    encoder.program(usize::MAX)?;
    Ok(encoder.finish())
}

/// The same; `None` if more than so many terms have to be asked for ([`Store::asked`]), or it is cancelled before.
///
/// # Errors
/// Something has no encoding.
pub fn encode_within(
    program: &Program,
    options: &Options,
    terms: usize,
    cancel: &CancelToken,
) -> Result<Option<Encoded>, Unsupported> {
    let mut encoder = Encoder::new(program, options);
    encoder.cancel = Some(cancel.clone());
    let result = encoder.program(terms);
    if encoder.is_over() {
        return Ok(None);
    }
    result?;
    Ok((encoder.store.asked() <= terms).then(|| encoder.finish()))
}

/// The predicates of a procedure's interface.
struct Preds {
    entered: PredId,
    /// Only of called procedures.
    returned: Option<PredId>,
}

/// The work in progress.
struct Encoder<'p> {
    program: &'p Program,
    options: &'p Options,
    store: Store,
    system: System,
    layouts: Layouts,
    effects: Vec<Effects>,
    /// Indexed by procedure; `None` for those that no entry reaches.
    interfaces: Vec<Option<Preds>>,
    clauses: Vec<ClauseInfo>,
    preds: Vec<PredInfo>,
    queries: Vec<Vec<ClauseId>>,
    /// Floating point numbers that rounding cannot jump over, in ascending order, as exact values, by format.
    constants: float::Constants,
    /// Whether the path matters to expressions, for intervals.
    has_floats: bool,
    /// How many quantifiers are around the expression that is evaluated, if these become quantifiers of the formula.
    binding: u32,
    /// How many variables that will be bound stand around what is evaluated.
    depth: usize,
    /// Quantifiers that were made.
    bindings: HashMap<quant::Binding, TermId>,
    /// Instances of facts of the procedure that is encoded.
    instances: quant::Instances<'p>,
    /// Ends what takes too long.
    cancel: Option<CancelToken>,
    /// What functions give ([`ir::ExprKind::Apply`]): arrays whose indexes are their parameters, one after the other.
    results: BTreeMap<ProcId, TermId>,
    /// What stands for divisions by what is bound, in the same way.
    divisions: HashMap<crate::ir::BinaryOp, TermId>,
}

/// Why a formula that was cancelled is not there.
const OVER: &str = "the time is over";

impl<'p> Encoder<'p> {
    /// Whether it has taken too long.
    fn is_over(&self) -> bool {
        self.cancel.as_ref().is_some_and(CancelToken::is_cancelled)
    }

    /// All procedures, up to so many terms.
    fn program(&mut self, terms: usize) -> Result<(), Unsupported> {
        let reached = self.program.reached();
        let called: BTreeSet<ProcId> =
            reached.iter().flat_map(|id| self.program.procedure(*id).calls()).map(|call| call.callee).collect();
        self.declare(&reached, &called);
        for id in reached {
            self.procedure(id, terms)?;
        }
        Ok(())
    }

    fn finish(self) -> Encoded {
        let Encoder { store, system, clauses, preds, queries, .. } = self;
        Encoded { store, system, clauses, queries, preds }
    }

    /// Nothing encoded yet.
    fn new(program: &'p Program, options: &'p Options) -> Encoder<'p> {
        let mut store = Store::new();
        let layouts = Layouts::new(&mut store, program);
        Encoder {
            program,
            options,
            store,
            system: System::new(),
            layouts,
            effects: effects(program),
            interfaces: Vec::new(),
            clauses: Vec::new(),
            preds: Vec::new(),
            queries: vec![Vec::new(); program.checks.len()],
            constants: float::constants(program),
            has_floats: program.types.iter().any(|ty| matches!(ty.kind, TypeKind::Float(_))),
            binding: 0,
            depth: 0,
            bindings: HashMap::new(),
            instances: quant::Instances::new(),
            cancel: None,
            results: BTreeMap::new(),
            divisions: HashMap::new(),
        }
    }
}
