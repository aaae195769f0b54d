//! [`Abstraction`]: the Cartesian abstract post operator, with everything it has learnt.
//!
//! The post of a clause and a state per body atom is the set of the head predicate's abstraction predicates that follow
//! from the clause's constraint and the body states. It is found with few questions: a model of constraint and body
//! rules out every candidate that is false in it, by evaluation, and what is left is asked for all at once ("can any of
//! these be false?"), which mostly ends the matter. Three memories answer questions again without the process: results
//! per edge, implications per clause (from unsat cores, valid for every state that includes the core), and models per
//! clause (which refute candidates for every state they satisfy).

use super::limits::LIMITS;
use super::state::{BitSet, Predicates, State, StateId, States};
use crate::engine::Context;
use crate::smt::{Lit, Purpose, SatResult, SmtError, SmtSolver};
use crate::system::{ClauseId, Reason, System};
use crate::term::{Assignment, Evaluator, Store, TermId, free_vars};
use hashbrown::HashMap;

/// The result of applying a clause to states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Post {
    /// Constraint and body states contradict each other.
    Nothing,
    /// The clause is a query and applies.
    Violation,
    /// The strongest abstract state that includes all results.
    State(StateId),
}

/// What is known of one edge.
#[derive(Clone, Debug, Default)]
struct Edge {
    /// Whether constraint and body have a common model (or may have one), if known.
    feasible: Option<bool>,
    /// How many of the head's abstraction predicates have been decided.
    tested: usize,
    /// Which of these follow.
    entailed: BitSet,
}

/// Abstraction predicates of body atoms: per atom a set.
type Parts = Vec<BitSet>;

/// A model of a clause's constraint and which abstraction predicates hold in it.
#[derive(Clone, Debug)]
struct KnownModel {
    values: Assignment,
    /// Per body atom, then the head: the abstraction predicates as evaluated so far.
    truth: Vec<Truth>,
}

/// Which abstraction predicates hold or fail; undefined ones do neither.
#[derive(Clone, Debug, Default)]
struct Truth {
    holds: BitSet,
    fails: BitSet,
    evaluated: usize,
}

/// What is known of one clause.
#[derive(Debug, Default)]
struct ClauseMemory {
    /// The clause's variables that occur at all.
    vars: Vec<TermId>,
    /// Per body atom, then the head: the abstraction predicates applied to the arguments.
    instances: Vec<Vec<TermId>>,
    /// Bodies without a model.
    infeasible: Vec<Parts>,
    /// Per abstraction predicate of the head: bodies that imply it.
    implications: Vec<Vec<Parts>>,
    models: Vec<KnownModel>,
    edges: HashMap<Vec<StateId>, Edge>,
}

/// What is asked about an edge.
struct Question {
    /// The constraint, and the abstraction predicates of the body.
    lits: Vec<Lit>,
    /// For each literal the body atoms and their abstraction predicates that it stands for.
    owners: HashMap<Lit, Vec<(usize, usize)>>,
    /// The number of body atoms.
    atoms: usize,
}

impl Question {
    /// The part of the body that a contradiction needs.
    fn core(&self, solver: &mut SmtSolver) -> Result<Parts, Reason> {
        let mut core = vec![BitSet::default(); self.atoms];
        for lit in solver.unsat_core()? {
            for &(atom, i) in self.owners.get(&lit).into_iter().flatten() {
                core[atom].insert(i);
            }
        }
        Ok(core)
    }
}

/// Counts of how edges were answered, for the log.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Questions to the process.
    pub queries: u64,
    /// Questions that known models or implications answered.
    pub saved: u64,
}

/// The abstract post operator of a system.
#[derive(Debug)]
pub struct Abstraction {
    /// The states met so far.
    pub states: States,
    /// The abstraction predicates.
    pub predicates: Predicates,
    /// How edges were answered.
    pub counts: Counts,
    solver: SmtSolver,
    memory: Vec<ClauseMemory>,
}

impl Abstraction {
    /// An abstraction without predicates.
    pub fn new(store: &Store, system: &System, solver: SmtSolver) -> Abstraction {
        let memory = system
            .clauses
            .iter()
            .map(|clause| ClauseMemory {
                vars: free_vars(store, &clause.terms()),
                instances: vec![Vec::new(); clause.body.len() + 1],
                ..ClauseMemory::default()
            })
            .collect();
        Abstraction {
            states: States::default(),
            predicates: Predicates::new(system),
            counts: Counts::default(),
            solver,
            memory,
        }
    }

    /// Moves the query counts into the context.
    pub fn finish(&mut self, cx: &mut Context) {
        cx.statistics.add(&self.solver.take_statistics());
        cx.statistics.saved_by_memory += self.counts.saved;
    }

    /// Applies a clause to states, one per body atom.
    pub fn post(&mut self, cx: &mut Context, system: &System, id: ClauseId, body: &[StateId]) -> Result<Post, Reason> {
        self.instantiate(&mut cx.store, system, id);
        let clause = system.clause(id);
        let head_count = clause.head.as_ref().map_or(0, |h| self.predicates.of(h.pred).len());
        let mut edge = self.memory[id.index()].edges.get(body).cloned().unwrap_or_default();
        if edge.feasible == Some(false) {
            return Ok(Post::Nothing);
        }
        if edge.feasible.is_none() || edge.tested < head_count {
            self.decide(cx, system, id, body, &mut edge, head_count)?;
            self.memory[id.index()].edges.insert(body.to_vec(), edge.clone());
        }
        Ok(match &clause.head {
            _ if edge.feasible == Some(false) => Post::Nothing,
            None => Post::Violation,
            Some(head) => Post::State(self.states.intern(State { pred: head.pred, set: edge.entailed })),
        })
    }

    /// Applies the abstraction predicates that have been added since the last time to the clause's atoms.
    fn instantiate(&mut self, store: &mut Store, system: &System, id: ClauseId) {
        let clause = system.clause(id);
        let memory = &mut self.memory[id.index()];
        for (atom, instances) in clause.body.iter().chain(&clause.head).zip(&mut memory.instances) {
            let known = self.predicates.of(atom.pred);
            for &formula in &known[instances.len()..] {
                instances.push(store.instantiate(formula, &atom.args));
            }
        }
        let head_count = memory.instances[clause.body.len()].len();
        memory.implications.resize(head_count, Vec::new());
    }

    /// Completes what is known of an edge: from memory, then whether constraint and body have a common model, then
    /// which of the head's abstraction predicates follow.
    fn decide(
        &mut self,
        cx: &mut Context,
        system: &System,
        id: ClauseId,
        body: &[StateId],
        edge: &mut Edge,
        head_count: usize,
    ) -> Result<(), Reason> {
        let parts: Parts = body.iter().map(|&s| self.states.get(s).set.clone()).collect();
        let Some(mut open) = self.recall(&cx.store, id, &parts, edge, head_count) else { return Ok(()) };
        let constraint = self.solver.literal_for(&cx.store, system.clause(id).constraint)?;
        let mut question = Question { lits: vec![constraint], owners: HashMap::new(), atoms: parts.len() };
        if edge.feasible.is_none() || !open.is_empty() {
            self.assume(cx, id, &parts, &mut question)?;
        } else {
            self.counts.saved += 1;
        }
        if edge.feasible.is_none() {
            edge.feasible = Some(self.feasible(cx, id, &question, &mut open)?);
        }
        if edge.feasible == Some(true) { self.imply(cx, id, &mut question, edge, open) } else { Ok(()) }
    }

    /// What earlier models and proofs say of an edge: the abstraction predicates of the head that remain to be decided;
    /// `None` if the body has no model.
    fn recall(
        &mut self,
        store: &Store,
        id: ClauseId,
        parts: &Parts,
        edge: &mut Edge,
        head_count: usize,
    ) -> Option<Vec<usize>> {
        let includes = |core: &Parts| core.iter().zip(parts).all(|(c, p)| c.is_subset(p));
        let memory = &mut self.memory[id.index()];
        if memory.infeasible.iter().any(includes) {
            edge.feasible = Some(false);
            self.counts.saved += 1;
            return None;
        }
        let mut open: Vec<usize> = (edge.tested..head_count).collect();
        edge.tested = head_count;
        memory.evaluate_models(store);
        let head = parts.len();
        for model in &memory.models {
            if parts.iter().zip(&model.truth).all(|(p, truth)| p.is_subset(&truth.holds)) {
                edge.feasible = Some(true);
                open.retain(|&i| !model.truth[head].fails.contains(i));
            }
        }
        open.retain(|&i| {
            // What is plainly true needs no question.
            let known = memory.implications[i].iter().any(includes) || memory.instances[head][i] == Store::TRUE;
            if known {
                edge.entailed.insert(i);
            }
            !known
        });
        Some(open)
    }

    /// Adds the abstraction predicates of the body to a question.
    fn assume(&mut self, cx: &Context, id: ClauseId, parts: &Parts, question: &mut Question) -> Result<(), Reason> {
        for (atom, part) in parts.iter().enumerate() {
            for i in part.iter() {
                let instance = self.memory[id.index()].instances[atom][i];
                if instance == Store::TRUE {
                    continue;
                }
                let lit = self.solver.literal_for(&cx.store, instance)?;
                question.owners.entry(lit).or_default().push((atom, i));
                question.lits.push(lit);
            }
        }
        Ok(())
    }

    /// Whether constraint and body have a common model, or may have one. A model rules out what is open and fails in
    /// it.
    fn feasible(
        &mut self,
        cx: &mut Context,
        id: ClauseId,
        question: &Question,
        open: &mut Vec<usize>,
    ) -> Result<bool, Reason> {
        match self.ask(cx, id, &question.lits)? {
            Answer::Unsat => {
                let core = question.core(&mut self.solver)?;
                self.memory[id.index()].infeasible.push(core);
                return Ok(false);
            }
            Answer::Model => self.rule_out(id, open),
            Answer::Unknown => {}
        }
        Ok(true)
    }

    /// Which of the open abstraction predicates of the head follow: all at once, as long as that rules some out.
    fn imply(
        &mut self,
        cx: &mut Context,
        id: ClauseId,
        question: &mut Question,
        edge: &mut Edge,
        mut open: Vec<usize>,
    ) -> Result<(), Reason> {
        let head = question.atoms;
        while !open.is_empty() {
            let mut negations = Vec::with_capacity(open.len());
            for &i in &open {
                let instance = self.memory[id.index()].instances[head][i];
                negations.push(cx.store.not(instance));
            }
            let some_false = cx.store.or(&negations);
            question.lits.push(self.solver.literal_for(&cx.store, some_false)?);
            let answer = self.ask(cx, id, &question.lits)?;
            let before = open.len();
            match answer {
                Answer::Unsat => {
                    let core = question.core(&mut self.solver)?;
                    for &i in &open {
                        edge.entailed.insert(i);
                        self.memory[id.index()].implications[i].push(core.clone());
                    }
                    open.clear();
                }
                Answer::Model => self.rule_out(id, &mut open),
                Answer::Unknown => {}
            }
            question.lits.pop();
            if open.len() == before {
                // No progress from the joint question: decide one candidate alone.
                let Some(i) = open.pop() else { break };
                let instance = self.memory[id.index()].instances[head][i];
                let negation = cx.store.not(instance);
                question.lits.push(self.solver.literal_for(&cx.store, negation)?);
                if let Answer::Unsat = self.ask(cx, id, &question.lits)? {
                    let core = question.core(&mut self.solver)?;
                    edge.entailed.insert(i);
                    self.memory[id.index()].implications[i].push(core);
                }
                question.lits.pop();
            }
        }
        Ok(())
    }

    /// Removes the candidates that are false in the newest model.
    fn rule_out(&self, id: ClauseId, open: &mut Vec<usize>) {
        if let Some(truth) = self.memory[id.index()].models.last().and_then(|m| m.truth.last()) {
            open.retain(|&i| !truth.fails.contains(i));
        }
    }

    /// Asks for a model of the conjunction and remembers it.
    fn ask(&mut self, cx: &mut Context, id: ClauseId, lits: &[Lit]) -> Result<Answer, Reason> {
        self.counts.queries += 1;
        match self.solver.check(Purpose::Consecution, lits)? {
            SatResult::Unsat => Ok(Answer::Unsat),
            SatResult::Unknown(_) => Ok(Answer::Unknown),
            SatResult::Sat => {
                let memory = &mut self.memory[id.index()];
                let mut values = Assignment::default();
                match self.solver.model(&cx.store, &memory.vars) {
                    Ok(model) => {
                        for (&var, value) in memory.vars.iter().zip(model) {
                            if let Some(index) = cx.store.as_var(var) {
                                values.set(index, value);
                            }
                        }
                    }
                    // A model that cannot be read rules nothing out, but there is one.
                    Err(SmtError::Unsupported(_)) => return Ok(Answer::Unknown),
                    Err(error) => return Err(error.into()),
                }
                if memory.models.len() == LIMITS.max_models {
                    memory.models.remove(0);
                }
                let truth = vec![Truth::default(); memory.instances.len()];
                memory.models.push(KnownModel { values, truth });
                memory.evaluate_models(&cx.store);
                Ok(Answer::Model)
            }
        }
    }
}

/// An answer of the process; a model has become the newest of the clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Unsat,
    Model,
    Unknown,
}

impl ClauseMemory {
    /// Evaluates what has not been evaluated in the known models.
    fn evaluate_models(&mut self, store: &Store) {
        for model in &mut self.models {
            let mut evaluator = Evaluator::new(store, &model.values);
            for (truth, instances) in model.truth.iter_mut().zip(&self.instances) {
                for (i, &instance) in instances.iter().enumerate().skip(truth.evaluated) {
                    match evaluator.eval(instance).and_then(|v| v.as_bool()) {
                        Some(true) => truth.holds.insert(i),
                        Some(false) => truth.fails.insert(i),
                        None => {}
                    }
                }
                truth.evaluated = instances.len();
            }
        }
    }
}
