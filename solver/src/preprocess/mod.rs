//! Preprocessing: passes that make a system smaller and simpler, and the way back for models and refutations.
//!
//! A [`Pass`] turns a [`System`] into an equivalent one, or says that it has nothing to do. With the new system it
//! returns how each of its clauses follows from the old ones ([`Derivations`]: refutations translate back by unfolding
//! these) and a [`ModelBack`] that turns a model of the new system into one of the old. [`preprocess`] runs the passes
//! to a fixpoint and keeps the stack of translations in [`Preprocessed`].

mod carried;
mod cases;
mod conjunction;
mod control;
mod define;
mod derivation;
mod facts;
mod flatten;
mod free;
mod inline;
mod join;
mod phases;
mod propagate;
mod reach;
mod restated;
mod simplify;
mod slice;
mod sources;
mod split;
mod strengthen;
mod unconstrained;

pub use carried::Carried;
pub use cases::Cases;
pub use control::Control;
pub use derivation::{Derivations, EntryId, Skeleton};
pub use flatten::Flatten;
pub use free::Free;
pub use inline::Inline;
pub use join::Join;
pub use phases::Phases;
pub use propagate::Propagate;
pub use reach::Reach;
pub use restated::Restated;
pub use simplify::Simplify;
pub use slice::Slice;
pub use split::Split;
pub use strengthen::{Assume, Strengthen, strengthened};

use crate::smt::CancelToken;
use crate::system::{Clause, Model, Refutation, Step, System, Verdict};
use crate::term::{Store, Value};
use hashbrown::HashSet;
use std::time::{Duration, Instant};

/// Solves recursion-free systems, for the models of predicates whose definition would otherwise need a quantifier.
pub trait RecursionFree {
    /// A model of a system without recursion, preferably free of quantifiers; `None` if it found none in time.
    fn solve(&mut self, store: &mut Store, system: &System, cancel: &CancelToken) -> Option<Model>;
}

/// What passes and back-translations work with.
pub struct PassContext<'a> {
    /// The terms of the systems.
    pub store: &'a mut Store,
    /// Deadline and cancellation; a pass that is cancelled returns what it has.
    pub cancel: CancelToken,
    /// Help for back-translations of models, if there is any.
    pub recursion_free: Option<&'a mut dyn RecursionFree>,
    /// Clauses that simplification has nothing more to do for.
    simplified: HashSet<simplify::ClauseKey>,
}

impl<'a> PassContext<'a> {
    /// A context without help.
    pub fn new(store: &'a mut Store, cancel: &CancelToken) -> PassContext<'a> {
        let (cancel, simplified) = (cancel.clone(), HashSet::new());
        PassContext { store, cancel, recursion_free: None, simplified }
    }
}

/// A transformation of systems that keeps satisfiability.
pub trait Pass {
    /// The name in statistics and logs.
    fn name(&self) -> &'static str;

    /// The transformed system; `None` if the pass leaves the system as it is.
    fn apply(&self, cx: &mut PassContext<'_>, system: &System) -> Option<Transformed>;
}

/// What a pass makes of a system.
pub struct Transformed {
    /// The new system.
    pub system: System,
    /// How the new clauses follow from the old ones.
    pub derivations: Derivations,
    /// The way back for models.
    pub model: Box<dyn ModelBack>,
}

/// The way back for models through one pass.
pub trait ModelBack: Send + Sync {
    /// Turns a model of the pass's output into one of its input. `Err` says why there is none, a defect.
    fn model(&self, cx: &mut PassContext<'_>, input: &System, model: Model) -> Result<Model, String>;
}

/// A model serves both systems as it is.
pub struct SameModel;

impl ModelBack for SameModel {
    fn model(&self, _: &mut PassContext<'_>, _: &System, model: Model) -> Result<Model, String> {
        Ok(model)
    }
}

/// The size of a system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Predicates.
    pub preds: usize,
    /// Arguments of all predicates.
    pub args: usize,
    /// Clauses.
    pub clauses: usize,
    /// Variables of all clauses.
    pub vars: usize,
}

impl Shape {
    /// The size of a system.
    pub fn of(system: &System) -> Shape {
        Shape {
            preds: system.preds.len(),
            args: system.preds.iter().map(|p| p.sorts.len()).sum(),
            clauses: system.clauses.len(),
            vars: system.clauses.iter().map(|c| c.vars.len()).sum(),
        }
    }
}

/// What one application of a pass did.
#[derive(Clone, Debug)]
pub struct PassStatistics {
    /// The pass.
    pub pass: &'static str,
    /// The size before.
    pub before: Shape,
    /// The size after.
    pub after: Shape,
    /// The time it took.
    pub time: Duration,
}

/// One layer of the stack: a system before a pass, and the way back to it.
struct Layer {
    input: System,
    derivations: Derivations,
    model: Box<dyn ModelBack>,
}

/// A preprocessed system with the way back to the original.
pub struct Preprocessed {
    /// What is left to solve.
    pub system: System,
    layers: Vec<Layer>,
    /// Every application of a pass that changed something, in order.
    pub statistics: Vec<PassStatistics>,
    /// Whether the abstract interpretation has looked at the system as it is, and excludes no clause of it.
    pub examined: bool,
}

impl Preprocessed {
    /// The system as it is, nothing done to it.
    pub fn unchanged(system: &System) -> Preprocessed {
        Preprocessed { system: system.clone(), layers: Vec::new(), statistics: Vec::new(), examined: false }
    }

    /// Applies one more pass on top; whether it changed anything.
    pub fn apply(&mut self, cx: &mut PassContext<'_>, pass: &dyn Pass) -> bool {
        let start = Instant::now();
        let before = Shape::of(&self.system);
        let Some(transformed) = pass.apply(cx, &self.system) else { return false };
        self.examined = false;
        let input = std::mem::replace(&mut self.system, transformed.system);
        self.layers.push(Layer { input, derivations: transformed.derivations, model: transformed.model });
        let after = Shape::of(&self.system);
        self.statistics.push(PassStatistics { pass: pass.name(), before, after, time: start.elapsed() });
        log::debug!("preprocessing: {} {before:?} -> {after:?} in {:?}", pass.name(), start.elapsed());
        true
    }

    /// Translates a model of [`Preprocessed::system`] to one of the original system.
    pub fn model(&self, cx: &mut PassContext<'_>, mut model: Model) -> Result<Model, String> {
        for layer in self.layers.iter().rev() {
            model = layer.model.model(cx, &layer.input, model)?;
        }
        Ok(model)
    }

    /// Translates a refutation of [`Preprocessed::system`] to one of the original system. Its values may be incomplete,
    /// see [`Skeleton::finish`].
    pub fn refutation(&self, store: &Store, refutation: Refutation) -> Result<Skeleton, String> {
        let mut skeleton = Skeleton::from(refutation);
        for layer in self.layers.iter().rev() {
            skeleton = layer.derivations.translate(store, &layer.input, &skeleton)?;
        }
        Ok(skeleton)
    }
}

/// Most rounds of all passes; each but the last changes something, few systems need more than five.
const ROUNDS: usize = 20;

/// What is done about disjunctions in constraints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Disjunctions {
    /// They stay.
    #[default]
    Keep,
    /// Clauses are joined to have more of them, see [`preprocess_joined`].
    Join,
    /// Clauses are split at them.
    Split,
    /// Clauses are split at them and at negated equations.
    SplitAll,
}

/// Which passes run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Whether unreachable clauses and arguments without influence are removed.
    pub slicing: bool,
    /// Whether clauses are excluded by abstract interpretation.
    pub intervals: bool,
    /// Whether predicates may change their arguments or disappear.
    pub signatures: bool,
    /// What is done about disjunctions.
    pub disjunctions: Disjunctions,
}

impl Default for Choice {
    fn default() -> Choice {
        Choice { slicing: true, intervals: true, signatures: true, disjunctions: Disjunctions::default() }
    }
}

/// Runs all passes to a fixpoint, or until `cx.cancel` says stop.
pub fn preprocess(cx: &mut PassContext<'_>, system: &System) -> Preprocessed {
    preprocess_as(cx, system, &Choice::default())
}

/// Where a pass runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// In every round of the fixpoint.
    Rounds,
    /// In every round of [`preprocess_joined`].
    Joined,
    /// Once behind the fixpoint, which runs again if that changed something.
    Behind,
    /// The same, for the one that examines the system.
    Examines,
}

impl Place {
    /// Whether the pass runs once, behind the fixpoint.
    fn is_behind(self) -> bool {
        matches!(self, Place::Behind | Place::Examines)
    }
}

/// A row of the table: how the pass is made, for which choices it runs, and where.
type Row = (fn() -> Box<dyn Pass>, fn(&Choice) -> bool, &'static [Place]);

/// All passes, in the order in which they run. A new pass is a file and a row here.
const PASSES: &[Row] = {
    use Place::{Behind, Examines, Joined, Rounds};
    const CHANGES: fn(&Choice) -> bool = |choice| choice.signatures;
    &[
        (|| Box::new(Join::default()), |_| true, &[Joined]),
        (|| Box::new(Simplify), |_| true, &[Rounds, Joined]),
        (|| Box::new(Reach), |choice| choice.slicing, &[Rounds, Joined]),
        (|| Box::new(Propagate), CHANGES, &[Rounds, Joined]),
        (|| Box::new(Flatten), CHANGES, &[Rounds, Joined]),
        (|| Box::new(Simplify), CHANGES, &[Rounds]),
        (|| Box::new(Slice), |choice| choice.slicing && choice.signatures, &[Rounds, Joined]),
        (|| Box::new(Carried), CHANGES, &[Rounds]),
        (|| Box::new(Restated), CHANGES, &[Rounds]),
        (|| Box::new(Free), CHANGES, &[Rounds, Joined]),
        (|| Box::new(Simplify), CHANGES, &[Rounds, Joined]),
        (|| Box::new(Inline::default()), CHANGES, &[Rounds]),
        (|| Box::new(Inline { growth: 400, ..Inline::default() }), CHANGES, &[Joined]),
        (|| Box::new(Cases), CHANGES, &[Rounds]),
        (|| Box::new(Control::Bits), CHANGES, &[Behind]),
        (|| Box::new(Control::Numbers), CHANGES, &[Behind]),
        // Clauses that the invariants of the abstract interpretation exclude go late: it costs more than the passes and
        // sees more after them.
        (|| Box::new(Strengthen::excluding()), |choice| choice.intervals, &[Examines]),
        (|| Box::new(Split { disequalities: false }), |choice| choice.disjunctions == Disjunctions::Split, &[Behind]),
        (|| Box::new(Split { disequalities: true }), |choice| choice.disjunctions == Disjunctions::SplitAll, &[Behind]),
    ]
};

/// The passes of a place, in their order.
fn passes(place: Place, choice: &Choice) -> Vec<Box<dyn Pass>> {
    let rows = PASSES.iter().filter(|(_, when, places)| places.contains(&place) && when(choice));
    rows.map(|(make, ..)| make()).collect()
}

/// The passes behind the fixpoint, in their order, each with its place.
fn passes_behind(choice: &Choice) -> impl Iterator<Item = (Box<dyn Pass>, Place)> {
    let rows = PASSES.iter().filter(move |(_, when, _)| when(choice));
    rows.filter_map(|(make, _, places)| Some((make(), *places.iter().find(|place| place.is_behind())?)))
}

/// Runs the chosen passes to a fixpoint, or until `cx.cancel` says stop.
pub fn preprocess_as(cx: &mut PassContext<'_>, system: &System, choice: &Choice) -> Preprocessed {
    let rounds = passes(Place::Rounds, choice);
    let rounds: Vec<&dyn Pass> = rounds.iter().map(AsRef::as_ref).collect();
    let mut result = preprocess_with(cx, system, &rounds);
    for (pass, place) in passes_behind(choice) {
        if cx.cancel.is_cancelled() {
            break;
        }
        if result.apply(cx, pass.as_ref()) {
            result.run(cx, &rounds);
        } else if place == Place::Examines {
            result.examined = !cx.cancel.is_cancelled();
        }
    }
    if choice.disjunctions == Disjunctions::Join && !cx.cancel.is_cancelled() {
        result.run_joined(cx);
    }
    result
}

/// Takes a preprocessed system further in the other direction: clauses between the same predicates become one, with a
/// disjunction, and what that makes inlinable is inlined. Fewer and larger clauses suit procedures that ask the SMT
/// process about whole clauses; those that look at clauses one by one are better off without.
pub fn preprocess_joined(cx: &mut PassContext<'_>, system: &System) -> Preprocessed {
    let mut result = Preprocessed::unchanged(system);
    result.run_joined(cx);
    result
}

/// Runs the given passes, in this order again and again, to a fixpoint.
pub fn preprocess_with(cx: &mut PassContext<'_>, system: &System, passes: &[&dyn Pass]) -> Preprocessed {
    let mut result = Preprocessed::unchanged(system);
    result.run(cx, passes);
    result
}

impl Preprocessed {
    /// The passes of [`preprocess_joined`] on top.
    fn run_joined(&mut self, cx: &mut PassContext<'_>) {
        let passes = passes(Place::Joined, &Choice::default());
        let passes: Vec<&dyn Pass> = passes.iter().map(AsRef::as_ref).collect();
        self.run(cx, &passes);
    }

    /// Runs the given passes on top, in this order again and again, to a fixpoint.
    fn run(&mut self, cx: &mut PassContext<'_>, passes: &[&dyn Pass]) {
        for _ in 0..ROUNDS {
            let mut changed = false;
            for &pass in passes {
                if cx.cancel.is_cancelled() {
                    return;
                }
                changed |= self.apply(cx, pass);
            }
            if !changed {
                break;
            }
        }
    }

    /// The verdict, if none is left to find: no query remains, or one without body and constraint.
    pub fn verdict(&self, store: &Store) -> Option<Verdict> {
        if !self.system.clauses.iter().any(Clause::is_query) {
            let definitions = vec![Store::TRUE; self.system.preds.len()];
            return Some(Verdict::Sat(Model { definitions }));
        }
        let (clause, query) =
            self.system.clauses().find(|(_, c)| c.is_query() && c.body.is_empty() && c.constraint == Store::TRUE)?;
        let values: Option<Vec<Value>> = query.vars.iter().map(|&sort| Value::default_of(store, sort)).collect();
        let steps = vec![Step { clause, values: values?, premises: Vec::new() }];
        Some(Verdict::Unsat(Refutation { steps }))
    }
}

#[cfg(test)]
mod random_tests;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
