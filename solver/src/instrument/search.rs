//! The search for an instrumentation: Algorithm 1 of the paper over sets of ghosts.
//!
//! Because no ghost can be wrong, an attempt fails only by being inconclusive, and the order of attempts is by cost:
//! what executions show, without any ghosts; the summaries the system mentions, without the arrays' cells; then with
//! cells; then with several. In each attempt
//! the quantified facts are chosen first among candidates mined from the clauses, all subsets of them at once
//! (`houdini`), after concrete executions have thrown out what is plainly wrong; only what these don't prove is left to
//! the inner engine.

use super::Options;
use super::apply::Ghosts;
use super::family::Families;
use super::fit::samples;
use super::guess::guess;
use super::implied::implied;
use super::lemmas::Lemmas;
use super::limits::LIMITS;
use super::mine::{Hints, Width, hints, mine};
use super::space::{Explorer, Space};
use crate::context::{Context, Engine};
use crate::execute::{self, Fact, execute};
use crate::houdini::houdini;
use crate::num::Int;
use crate::preprocess::strengthened;
use crate::reduce::attempt;
use crate::reduce::cells::{self, Cells, Role, Shape, nonlinear};
use crate::smt::Steps;
use crate::system::{Reason, System, Verdict};
use crate::term::{Assignment, Evaluator, Store, Substitution, TermId, Value, postorder};

/// Where the values of these executions start.
const SEED: u64 = 0x9E37_79B9;

/// The engine.
pub struct Instrument {
    inner: fn() -> Box<dyn Engine>,
}

/// What a search did: the columns of the paper's Table 3.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchStatistics {
    /// Summaries in the clauses.
    pub applications: usize,
    /// Families of summaries, each with its operator.
    pub operators: usize,
    /// The binary logarithm of the number of instrumentations: sets of ghosts.
    pub ghosts: usize,
    /// The same, where each comes with a set of candidate properties.
    pub space_log2: usize,
    /// Candidates that executions left.
    pub candidates: usize,
    /// Queries of the choice among them, over all attempts.
    pub steps: usize,
    /// Attempts made.
    pub attempts: usize,
}

impl Instrument {
    /// With that engine for the instrumented systems.
    pub fn new(inner: fn() -> Box<dyn Engine>) -> Instrument {
        Instrument { inner }
    }
}

impl Engine for Instrument {
    fn name(&self) -> &'static str {
        "instrument"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        if !cx.instrument.enabled {
            return Verdict::Unknown(Reason::Incomplete("switched off".into()));
        }
        // What holds of counters decides most cases of the rules.
        let (stronger, invariants) = strengthened(&mut cx.store, system, &cx.cancel);
        match self.search(cx, &stronger) {
            Verdict::Sat(model) if invariants.complete => {
                Verdict::Sat(invariants.model(&mut cx.store, system, Some(&model)))
            }
            // Only constraints were added, so the same steps with the same values refute the original.
            verdict => verdict,
        }
    }
}

impl Instrument {
    fn search(&self, cx: &mut Context, system: &System) -> Verdict {
        let arrays = cells::has_arrays(&cx.store, system);
        let options = Options { implied: false, ..cx.instrument.clone() };
        let whole = Stage::new(cx, system, &options);
        if whole.space.size_log2() == 0 && !arrays {
            return Verdict::Unknown(Reason::Incomplete("nothing to instrument".into()));
        }
        // Where nothing has to be evaluated by definition, other engines refute as well.
        let steps = if whole.space.applications > 0 {
            LIMITS.search_executions.steps
        } else {
            LIMITS.search_executions.steps / 8
        };
        let limit = cx.cancel.within(LIMITS.search_execution_work);
        let effort = execute::Effort { steps, ..LIMITS.search_executions };
        let executions = execute(&mut cx.store, system, effort, SEED, &limit);
        if let Some(refutation) = executions.refutation {
            log::debug!("instrument: refuted by executing, {} steps", refutation.steps.len());
            return Verdict::Unsat(refutation);
        }
        let sums = cx.instrument.implied
            && implied(&mut cx.store, system, &mut Families::default()).iter().any(|ghosts| !ghosts.is_empty());
        let mut run = Run {
            sums,
            inner: self.inner,
            system,
            facts: executions.facts,
            lemmas: Lemmas::default(),
            statistics: SearchStatistics { applications: whole.space.applications, ..SearchStatistics::default() },
        };
        let verdict = run.attempts(cx, whole, &options);
        let statistics = run.statistics;
        cx.details = vec![
            ("operators", statistics.operators as u64),
            ("summaries", statistics.applications as u64),
            ("instrumentations (log2)", statistics.ghosts as u64),
            ("search space (log2)", statistics.space_log2 as u64),
            ("candidates after executions", statistics.candidates as u64),
            ("steps", statistics.steps as u64),
            ("attempts", statistics.attempts as u64),
        ];
        log::info!("instrument: {statistics:?}");
        verdict
    }
}

/// The ghosts of an attempt: more of them from stage to stage.
struct Stage {
    families: Families,
    space: Space,
    ghosts: Vec<Vec<TermId>>,
}

impl Stage {
    fn new(cx: &mut Context, system: &System, options: &Options) -> Stage {
        let mut families = Families::default();
        let extra = if options.implied { implied(&mut cx.store, system, &mut families) } else { Vec::new() };
        let space = Explorer::explore(&mut cx.store, system, &mut families, options, &extra);
        let ghosts = space.terms(&mut cx.store, &families);
        Stage { families, space, ghosts }
    }

    /// Cells and counters alone.
    fn without_ghosts(system: &System) -> Stage {
        let preds = system.preds.len();
        let space = Space { summaries: vec![Vec::new(); preds], scalars: vec![Vec::new(); preds], ..Space::default() };
        Stage { families: Families::default(), space, ghosts: vec![Vec::new(); preds] }
    }

    /// What goes into cells of a shape.
    fn extension(&self, shape: Shape) -> Ghosts {
        let mut extension = Ghosts::new(self.families.clone(), self.ghosts.clone(), true);
        // Witnesses are further cells: cheap where predicates have none.
        extension.witnesses = shape.cells == 0;
        extension
    }
}

/// What attempts share.
struct Run<'a> {
    /// Whether the clauses compute sums that they do not name.
    sums: bool,
    inner: fn() -> Box<dyn Engine>,
    system: &'a System,
    facts: Vec<Vec<Fact>>,
    lemmas: Lemmas,
    statistics: SearchStatistics,
}

impl Run<'_> {
    fn attempts(&mut self, cx: &mut Context, whole: Stage, options: &Options) -> Verdict {
        let mut reason = Reason::Incomplete("no instrumentation was sufficient".into());
        let few = Stage::new(
            cx,
            self.system,
            &Options { ranges: LIMITS.search_few_ranges.min(options.ranges), ..options.clone() },
        );
        let plan = plan(cx, self.system, &whole.space, &few.space, self.sums);
        let plain = Stage::without_ghosts(self.system);
        let mut stages = [Some(few), Some(whole), None, None, Some(plain)];
        for (index, &Attempt { shape, effort, stage }) in plan.iter().enumerate() {
            if let Err(stop) = cx.check() {
                return Verdict::Unknown(stop);
            }
            let implied = stage == IMPLIED;
            let stage = stages[stage].get_or_insert_with(|| {
                let ranges = if implied {
                    LIMITS.search_few_ranges.min(options.ranges)
                } else {
                    LIMITS.search_more_ranges * options.ranges
                };
                Stage::new(cx, self.system, &Options { ranges, implied, ..options.clone() })
            });
            self.statistics.operators = self.statistics.operators.max(stage.families.list.len());
            self.statistics.ghosts = self.statistics.ghosts.max(stage.space.size_log2());
            let mut extension = stage.extension(shape);
            let reduction = match cells::transform(&mut cx.store, self.system, shape, &mut extension) {
                Ok(reduction) => reduction,
                Err(unsupported) => {
                    reason = Reason::Incomplete(unsupported.0.to_string());
                    continue;
                }
            };
            self.statistics.attempts += 1;
            let start = cx.cancel.used();
            let verdict = match effort {
                Effort::Choose(width) => {
                    let whole = cx.cancel.clone();
                    // Few candidates usually do; then it is a matter of a second.
                    let part = match width {
                        Width::Shown => 4,
                        Width::Narrow => 2,
                        Width::Wide => 3,
                    };
                    cx.cancel = whole.part(part, Steps::default()).unwrap_or(whole.clone());
                    let verdict = self.choose(cx, stage, shape, &reduction, width);
                    cx.cancel = whole;
                    verdict
                }
                Effort::Solve(part) => {
                    let last = index + 1 == plan.len();
                    let share = if last { None } else { cx.cancel.part(part, LIMITS.search_least) };
                    let informed = self.lemmas.apply(&mut cx.store, self.system, &reduction);
                    attempt(cx, self.system, &informed, &mut Strengthened { inner: (self.inner)() }, share)
                }
            };
            let steps = cx.cancel.used().saturating_sub(start).count();
            log::debug!("instrument: attempt {index}, {shape:?} {effort:?}: {steps} steps");
            match verdict {
                Verdict::Unknown(why) => {
                    log::debug!("instrument: attempt {index}: {why}");
                    reason = why;
                }
                verdict => return verdict,
            }
        }
        Verdict::Unknown(reason)
    }

    /// The largest inductive set of candidates.
    fn choose(&mut self, cx: &mut Context, stage: &Stage, shape: Shape, reduction: &Cells, width: Width) -> Verdict {
        let (system, facts, space) = (self.system, &self.facts, &stage.space);
        if reduction.system.clauses.len() > crate::houdini::CLAUSE_LIMIT {
            return Verdict::Unknown(Reason::Incomplete("too many clauses for candidate properties".into()));
        }
        let roles = reduction.roles();
        let families = &stage.families;
        let mut hints: Vec<Hints> =
            system.pred_ids().map(|pred| hints(&mut cx.store, system, families, space, reduction, pred)).collect();
        let samples = samples(&mut cx.store, system, reduction, &roles, facts);
        for (hints, samples) in hints.iter_mut().zip(samples) {
            hints.samples = samples;
        }
        let mut candidates = guess(&mut cx.store, system, reduction, &roles, facts);
        for (list, mined) in candidates.iter_mut().zip(mine(&mut cx.store, &reduction.system, &roles, &hints, width)) {
            for candidate in mined {
                if !list.contains(&candidate) {
                    list.push(candidate);
                }
            }
        }
        let mined: usize = candidates.iter().map(Vec::len).sum();
        let statistics = &mut self.statistics;
        statistics.space_log2 = statistics.space_log2.max(space.size_log2() + mined);
        filter(&mut cx.store, system, reduction, &roles, facts, &mut candidates);
        statistics.candidates = candidates.iter().map(Vec::len).sum();
        log::debug!("instrument: {} candidates of {mined} after executions", statistics.candidates);
        for (pred, (terms, facts)) in candidates.iter().zip(facts).enumerate() {
            log::trace!("instrument: {} facts: {pred}: {}", facts.len(), crate::term::show(&cx.store, terms));
        }
        let linear = linear(cx, system, stage, shape, reduction, &mut candidates);
        let reduction = linear.as_ref().unwrap_or(reduction);
        match houdini(cx, &reduction.system, &candidates) {
            Ok(outcome) => {
                statistics.steps += outcome.steps;
                match outcome.model {
                    Some(model) => Verdict::Sat(reduction.model_back(&mut cx.store, system, &model)),
                    None => {
                        for (pred, terms) in outcome.invariants.iter().enumerate() {
                            log::trace!("instrument: inductive: {pred}: {}", crate::term::show(&cx.store, terms));
                        }
                        if let Err(reason) = self.lemmas.keep(cx, system, reduction, outcome.invariants) {
                            return Verdict::Unknown(reason);
                        }
                        Verdict::Unknown(Reason::Incomplete("the candidate properties don't suffice".into()))
                    }
                }
            }
            Err(reason) => Verdict::Unknown(reason),
        }
    }
}

/// How an attempt decides its system.
#[derive(Clone, Copy, Debug)]
enum Effort {
    /// By choosing among candidate properties.
    Choose(Width),
    /// By the inner engine, with that part of the time left.
    Solve(u32),
}

/// An engine on systems strengthened by abstract interpretation, which relates ghosts and counters.
struct Strengthened {
    inner: Box<dyn Engine>,
}

impl Engine for Strengthened {
    fn name(&self) -> &'static str {
        "strengthened"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        let (stronger, invariants) = strengthened(&mut cx.store, system, &cx.cancel);
        if !invariants.complete {
            return self.inner.solve(cx, system);
        }
        if invariants.excludes_queries(system) {
            return Verdict::Sat(invariants.model(&mut cx.store, system, None));
        }
        match self.inner.solve(cx, &stronger) {
            Verdict::Sat(model) => Verdict::Sat(invariants.model(&mut cx.store, system, Some(&model))),
            verdict => verdict,
        }
    }
}

/// Few ghosts, those that loops walk along.
const FEW: usize = 0;
/// All within the limit of ranges.
const ALL: usize = 1;
/// The limit raised.
const MORE: usize = 2;
/// All, and sums that the clauses compute without naming them.
const IMPLIED: usize = 3;
/// None at all.
const NONE: usize = 4;

/// One of the attempts.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    shape: Shape,
    effort: Effort,
    stage: usize,
}

/// The attempts: shapes of cells, efforts and stages.
fn plan(cx: &Context, system: &System, whole: &Space, few: &Space, sums: bool) -> Vec<Attempt> {
    let none = Shape { shared_index: true, cells: 0 };
    let mut plan = Vec::new();
    let ghosts = whole.size_log2() > 0;
    // What executions show is few, and often all that is needed.
    if whole.applications == 0 {
        let cells = usize::from(cells::has_arrays(&cx.store, system));
        plan.push((Shape { shared_index: true, cells }, Effort::Choose(Width::Shown), NONE));
    }
    if ghosts {
        plan.push((none, Effort::Choose(Width::Narrow), ALL));
        if whole.truncated {
            plan.push((none, Effort::Choose(Width::Narrow), MORE));
        }
    }
    let fewer = few.size_log2() < whole.size_log2();
    if cells::has_arrays(&cx.store, system) {
        let shared = Shape { shared_index: true, cells: 1 };
        let separate = Shape { shared_index: false, cells: 1 };
        let two = Shape { shared_index: true, cells: 2 };
        // With one array in each predicate an index of its own is the common one.
        let several = system
            .preds
            .iter()
            .any(|p| p.sorts.iter().filter(|&&sort| cx.store.array_sorts(sort).is_some()).count() > 1);
        plan.push((shared, Effort::Choose(Width::Narrow), ALL));
        plan.extend(several.then_some((separate, Effort::Choose(Width::Narrow), ALL)));
        if sums {
            plan.extend([
                (none, Effort::Choose(Width::Narrow), IMPLIED),
                (shared, Effort::Choose(Width::Narrow), IMPLIED),
            ]);
        }
        plan.push((shared, Effort::Choose(Width::Wide), ALL));
        if fewer {
            plan.push((none, Effort::Solve(6), FEW));
        }
        if ghosts {
            plan.push((none, Effort::Solve(5), ALL));
        }
        plan.extend(sums.then_some((none, Effort::Solve(5), IMPLIED)));
        plan.extend(several.then_some((separate, Effort::Choose(Width::Wide), ALL)));
        plan.extend([(two, Effort::Choose(Width::Wide), ALL), (shared, Effort::Solve(3), ALL)]);
        plan.extend(several.then_some((separate, Effort::Solve(2), ALL)));
        plan.push((two, Effort::Solve(if whole.truncated { 2 } else { 1 }), ALL));
    } else if ghosts {
        plan.push((none, Effort::Solve(if whole.truncated { 2 } else { 1 }), ALL));
    }
    if whole.truncated {
        plan.push((none, Effort::Solve(1), MORE));
    }
    plan.into_iter().map(|(shape, effort, stage)| Attempt { shape, effort, stage }).collect()
}

/// Where candidates have products of a cell's index or contents: the cells with these products as arguments, which the
/// candidates are over then. A clause knows what becomes of a product only if it is one of its own.
fn linear(
    cx: &mut Context,
    system: &System,
    stage: &Stage,
    shape: Shape,
    reduction: &Cells,
    candidates: &mut [Vec<TermId>],
) -> Option<Cells> {
    let store = &mut cx.store;
    let products: Vec<Vec<TermId>> = candidates
        .iter()
        .map(|list| postorder(store, list).into_iter().filter(|&term| nonlinear(store, term)).collect())
        .collect();
    if products.iter().all(Vec::is_empty) {
        return None;
    }
    let mut extension = stage.extension(shape);
    for (pred, products) in system.pred_ids().zip(&products) {
        let terms = reduction.argument_terms(store, system, pred);
        extension.cell_ghosts.push(products.iter().map(|&product| store.instantiate(product, &terms)).collect());
    }
    let cells = cells::transform(store, system, shape, &mut extension).ok();
    for ((pred, list), products) in system.pred_ids().zip(candidates).zip(&products) {
        let first = reduction.system.pred(pred).sorts.len() as u32;
        let pairs: Vec<(TermId, TermId)> =
            (first..).zip(products).map(|(n, &product)| (product, store.var(n, store.sort_of(product)))).collect();
        if cells.is_none() {
            list.retain(|&candidate| !postorder(store, &[candidate]).iter().any(|term| products.contains(term)));
        } else if !pairs.is_empty() {
            let mut substitution = Substitution::new(pairs);
            list.iter_mut().for_each(|candidate| *candidate = substitution.apply(store, *candidate));
        }
    }
    cells
}

/// Drops the candidates that are false of a concrete fact at some cell.
fn filter(
    store: &mut Store,
    system: &System,
    reduction: &Cells,
    roles: &[Vec<Role>],
    facts: &[Vec<Fact>],
    candidates: &mut [Vec<TermId>],
) {
    for pred in system.pred_ids() {
        let list = &mut candidates[pred.index()];
        let terms = reduction.argument_terms(store, system, pred);
        let arity = system.pred(pred).sorts.len();
        let indices = roles[pred.index()].iter().filter(|r| **r == Role::Index).count();
        let cells: i64 = if indices > 1 { 4 } else { 8 };
        for fact in &facts[pred.index()] {
            let mut number = 0i64;
            let total = cells.pow(indices.min(3) as u32);
            while number < total && !list.is_empty() {
                let mut assignment = Assignment::from_values(fact.iter().cloned());
                let mut rest = number;
                for index in 0..indices {
                    assignment.set((arity + index) as u32, Value::Int(Int::from(rest % cells - 1)));
                    rest /= cells;
                }
                number += 1;
                let mut evaluator = Evaluator::limited(store, &assignment, LIMITS.search_cells);
                let Some(args) = terms.iter().map(|&t| evaluator.eval(t)).collect::<Option<Vec<Value>>>() else {
                    continue;
                };
                let assignment = Assignment::from_values(args);
                let mut evaluator = Evaluator::new(store, &assignment);
                list.retain(|&candidate| evaluator.holds(candidate));
            }
        }
    }
}
