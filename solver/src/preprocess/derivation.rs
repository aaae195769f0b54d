//! How the clauses of a transformed system follow from those of the original, and with it the back-translation of
//! refutations.
//!
//! Every clause of a pass's output points at an [`Entry`]: a clause of the input, an instance of another entry, or the
//! resolvent of two. A step of a refutation of the output is unfolded along its entry into steps of the input, the
//! values of the variables being computed on the way. One step becomes one group of steps whose last member derives the
//! same fact, so shared steps stay shared. A value may stay open (a variable that the pass sliced away, a term SMT-LIB
//! leaves undefined): it is then read off the fact the premise derives, and what is open after that is left to the
//! reader of the [`Skeleton`].

use crate::system::{ClauseId, PartialStep, Refutation, Step, System};
use crate::term::{Assignment, Evaluator, Store, TermId, Value, free_vars};

/// A refutation some of whose values may be unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skeleton {
    /// The steps in derivation order.
    pub steps: Vec<PartialStep>,
}

impl From<Refutation> for Skeleton {
    fn from(refutation: Refutation) -> Skeleton {
        Skeleton { steps: refutation.steps.into_iter().map(PartialStep::from).collect() }
    }
}

impl Skeleton {
    /// The refutation, if every value is known; else the skeleton back.
    pub fn finish(self) -> Result<Refutation, Skeleton> {
        if self.steps.iter().any(|step| step.values.iter().any(Option::is_none)) {
            return Err(self);
        }
        let steps = self.steps.into_iter().map(|step| Step {
            clause: step.clause,
            values: step.values.into_iter().flatten().collect(),
            premises: step.premises,
        });
        Ok(Refutation { steps: steps.collect() })
    }
}

/// An entry of [`Derivations`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EntryId(u32);

/// How a clause follows from others.
#[derive(Clone, Debug)]
enum Entry {
    /// It is this clause of the input.
    Input(ClauseId),
    /// It is implied by an instance of `of`.
    Instance {
        of: EntryId,
        /// The variables of `of` as terms over the new variables; `None` for one which the new clause says nothing
        /// about.
        images: Vec<Option<TermId>>,
        /// The position in the new body of each body atom of `of`.
        body: Vec<u32>,
    },
    /// It is the resolvent of `left`, at body atom `position`, with `right`: the body is that of `left` without the
    /// atom, followed by that of `right`.
    Resolvent {
        left: EntryId,
        position: u32,
        /// How many body atoms `left` has.
        left_body: u32,
        right: EntryId,
        left_images: Vec<TermId>,
        right_images: Vec<TermId>,
    },
    /// It is implied by each of these entries where the formula beside it holds, and one of the formulas does.
    Choice(Vec<(TermId, EntryId)>),
}

/// The derivations of a pass's output clauses from its input clauses.
#[derive(Clone, Debug, Default)]
pub struct Derivations {
    entries: Vec<Entry>,
    clauses: Vec<EntryId>,
    /// For each predicate of the input the arguments whose value the user of a fact may choose; empty if none.
    free: Vec<Vec<u32>>,
}

impl Derivations {
    /// No derivations yet.
    pub fn new() -> Derivations {
        Derivations::default()
    }

    /// Derivations of a system whose clauses are, in order, the given clauses of the input, variables unchanged.
    pub fn subset(clauses: impl IntoIterator<Item = ClauseId>) -> Derivations {
        let mut derivations = Derivations::new();
        for clause in clauses {
            let entry = derivations.input(clause);
            derivations.conclude(entry);
        }
        derivations
    }

    fn push(&mut self, entry: Entry) -> EntryId {
        self.entries.push(entry);
        EntryId(self.entries.len() as u32 - 1)
    }

    /// A clause of the input.
    pub fn input(&mut self, clause: ClauseId) -> EntryId {
        self.push(Entry::Input(clause))
    }

    /// An instance of an entry's clause, see `Entry::Instance` for the arguments.
    pub fn instance(&mut self, of: EntryId, images: Vec<Option<TermId>>, body: Vec<u32>) -> EntryId {
        self.push(Entry::Instance { of, images, body })
    }

    /// The resolvent of two entries' clauses on the body atom of `left` at `position`, one of `left_body`. The images
    /// give the variables of either clause over the variables of the resolvent.
    pub fn resolvent(
        &mut self,
        (left, left_images): (EntryId, Vec<TermId>),
        (position, left_body): (usize, usize),
        (right, right_images): (EntryId, Vec<TermId>),
    ) -> EntryId {
        let (position, left_body) = (position as u32, left_body as u32);
        self.push(Entry::Resolvent { left, position, left_body, right, left_images, right_images })
    }

    /// The conjunction of several entries' clauses, each of which applies where the formula beside it holds.
    pub fn choice(&mut self, options: Vec<(TermId, EntryId)>) -> EntryId {
        self.push(Entry::Choice(options))
    }

    /// The next clause of the output is what the entry derives.
    pub fn conclude(&mut self, entry: EntryId) {
        self.clauses.push(entry);
    }

    /// Declares which arguments of each predicate of the input any fact may have with any value. They must occur in the
    /// heads of clauses as variables which nothing else in the clause restricts.
    pub(super) fn set_free(&mut self, free: Vec<Vec<u32>>) {
        self.free = free;
    }

    /// Translates a refutation of the pass's output to one of its input.
    pub fn translate(&self, store: &Store, input: &System, skeleton: &Skeleton) -> Result<Skeleton, String> {
        let mut steps: Vec<PartialStep> = Vec::with_capacity(skeleton.steps.len());
        // Where the fact of each step of the given refutation is derived in the new one.
        let mut derived: Vec<usize> = Vec::with_capacity(skeleton.steps.len());
        for step in &skeleton.steps {
            let &entry = self.clauses.get(step.clause.index()).ok_or("step of a clause that does not exist")?;
            let premises: Option<Vec<usize>> = step.premises.iter().map(|&p| derived.get(p).copied()).collect();
            let premises = premises.ok_or("step with a premise that is not derived before it")?;
            self.unfold(store, &mut steps, entry, step.values.clone(), premises)?;
            derived.push(steps.len() - 1);
        }
        let mut result = Skeleton { steps };
        if !self.free.is_empty() {
            result = self.choose(store, input, result)?;
        }
        complete(store, input, &mut result);
        Ok(result)
    }

    /// Gives the free arguments of each fact the values its users want, copying a step for users that want different
    /// ones.
    fn choose(&self, store: &Store, input: &System, skeleton: Skeleton) -> Result<Skeleton, String> {
        type Wanted = Vec<Option<Value>>;
        let count = skeleton.steps.len();
        let mut copies: Vec<Vec<(Wanted, PartialStep)>> = vec![Vec::new(); count];
        // For each step the wanted values of its free head arguments, from the last step upwards.
        let mut wishes: Vec<Vec<Wanted>> = vec![Vec::new(); count];
        if let Some(last) = wishes.last_mut() {
            last.push(Vec::new());
        }
        let mut total = 0usize;
        for (i, step) in skeleton.steps.iter().enumerate().rev() {
            let clause = input.clause(step.clause);
            for wanted in std::mem::take(&mut wishes[i]) {
                total += 1;
                if total > MOST_COPIES {
                    return Err("a refutation grows too large on the way back".into());
                }
                let mut copy = step.clone();
                if let Some(head) = &clause.head {
                    for (&position, value) in self.free[head.pred.index()].iter().zip(&wanted) {
                        if let Some(var) = store.as_var(head.args[position as usize])
                            && let Some(open @ None) = copy.values.get_mut(var as usize)
                        {
                            open.clone_from(value);
                        }
                    }
                }
                if copy.values.iter().any(Option::is_none) {
                    let restricted = free_vars(store, &[clause.constraint]);
                    for (i, (value, &sort)) in copy.values.iter_mut().zip(&clause.vars).enumerate() {
                        if value.is_none() && !restricted.iter().any(|&v| store.as_var(v) == Some(i as u32)) {
                            *value = Value::default_of(store, sort);
                        }
                    }
                }
                for (atom, &premise) in clause.body.iter().zip(&step.premises) {
                    let args = self.free[atom.pred.index()].iter().map(|&p| Some(atom.args[p as usize]));
                    let wish = evaluate_all(store, &copy.values, args);
                    let wishes = wishes.get_mut(premise).ok_or("a premise that does not exist")?;
                    if !wishes.contains(&wish) {
                        wishes.push(wish);
                    }
                }
                copies[i].push((wanted, copy));
            }
        }
        // Now in order, the premises being looked up by what the copy wants of them.
        let mut steps: Vec<PartialStep> = Vec::with_capacity(total);
        let mut places: Vec<Vec<(Wanted, usize)>> = Vec::with_capacity(count);
        for of_step in copies {
            let mut made = Vec::with_capacity(of_step.len());
            for (wanted, mut copy) in of_step {
                let clause = input.clause(copy.clause);
                for (atom, premise) in clause.body.iter().zip(&mut copy.premises) {
                    let args = self.free[atom.pred.index()].iter().map(|&p| Some(atom.args[p as usize]));
                    let wish = evaluate_all(store, &copy.values, args);
                    let place = places.get(*premise).and_then(|made| made.iter().find(|(w, _)| *w == wish));
                    *premise = place.ok_or("a premise that nobody wanted")?.1;
                }
                made.push((wanted, steps.len()));
                steps.push(copy);
            }
            places.push(made);
        }
        Ok(Skeleton { steps })
    }

    /// Appends the steps that derive what `entry` does with these values and premises; the last one derives the fact.
    fn unfold(
        &self,
        store: &Store,
        steps: &mut Vec<PartialStep>,
        mut entry: EntryId,
        mut values: Vec<Option<Value>>,
        mut premises: Vec<usize>,
    ) -> Result<(), String> {
        let mut waiting: Vec<Waiting> = Vec::new();
        loop {
            match &self.entries[entry.0 as usize] {
                Entry::Input(clause) => {
                    steps.push(PartialStep { clause: *clause, values, premises });
                    let Some((left, left_values, mut left_premises, position)) = waiting.pop() else { return Ok(()) };
                    left_premises.insert(position, steps.len() - 1);
                    (entry, values, premises) = (left, left_values, left_premises);
                }
                Entry::Instance { of, images, body } => {
                    values = evaluate_all(store, &values, images.iter().copied());
                    let mapped: Option<Vec<usize>> = body.iter().map(|&b| premises.get(b as usize).copied()).collect();
                    premises = mapped.ok_or("step with too few premises")?;
                    entry = *of;
                }
                Entry::Choice(options) => {
                    let guards = options.iter().map(|(guard, _)| Some(*guard));
                    let holds = evaluate_all(store, &values, guards);
                    let chosen = holds
                        .iter()
                        .position(|v| *v == Some(Value::Bool(true)))
                        .or_else(|| holds.iter().position(Option::is_none))
                        .ok_or("a step whose constraint does not hold")?;
                    entry = options[chosen].1;
                }
                Entry::Resolvent { left, position, left_body, right, left_images, right_images } => {
                    let position = *position as usize;
                    let left_count = (*left_body as usize).checked_sub(1).ok_or("resolvent of a fact")?;
                    if premises.len() < left_count {
                        return Err("step with too few premises".into());
                    }
                    let right_premises = premises.split_off(left_count);
                    let left_values = evaluate_all(store, &values, left_images.iter().map(|&t| Some(t)));
                    waiting.push((*left, left_values, premises, position));
                    values = evaluate_all(store, &values, right_images.iter().map(|&t| Some(t)));
                    premises = right_premises;
                    entry = *right;
                }
            }
        }
    }
}

/// Most steps a refutation may get when steps are copied.
const MOST_COPIES: usize = 200_000;

/// A left parent waiting for the step of its right parent: entry, values, premises, position of the missing premise.
type Waiting = (EntryId, Vec<Option<Value>>, Vec<usize>, usize);

/// The values of terms over variables with partly known values.
fn evaluate_all(
    store: &Store,
    values: &[Option<Value>],
    terms: impl Iterator<Item = Option<TermId>>,
) -> Vec<Option<Value>> {
    let mut assignment = Assignment::default();
    for (i, value) in values.iter().enumerate() {
        if let Some(value) = value {
            assignment.set(i as u32, value.clone());
        }
    }
    let mut evaluator = Evaluator::new(store, &assignment);
    terms.map(|term| evaluator.eval(term?)).collect()
}

/// Fills in open values: a variable that is an argument of a body atom has the value the premise's fact has there, and
/// one that occurs in neither body nor constraint may have any value.
pub(super) fn complete(store: &Store, input: &System, skeleton: &mut Skeleton) {
    // The fact each step derives, computed after its values are complete.
    let mut facts: Vec<Vec<Option<Value>>> = Vec::with_capacity(skeleton.steps.len());
    for step in &mut skeleton.steps {
        let clause = input.clause(step.clause);
        if step.values.iter().any(Option::is_none) {
            for (atom, &premise) in clause.body.iter().zip(&step.premises) {
                for (&arg, value) in atom.args.iter().zip(facts.get(premise).into_iter().flatten()) {
                    if let Some(var) = store.as_var(arg)
                        && let Some(open @ None) = step.values.get_mut(var as usize)
                    {
                        open.clone_from(value);
                    }
                }
            }
        }
        if step.values.iter().any(Option::is_none) {
            let atoms = clause.body.iter().flat_map(|a| a.args.iter().copied());
            let bound: Vec<TermId> = std::iter::once(clause.constraint).chain(atoms).collect();
            let mut restricted = vec![false; step.values.len()];
            for var in free_vars(store, &bound).into_iter().filter_map(|v| store.as_var(v)) {
                restricted[var as usize] = true;
            }
            for ((value, &sort), restricted) in step.values.iter_mut().zip(&clause.vars).zip(restricted) {
                if value.is_none() && !restricted {
                    *value = Value::default_of(store, sort);
                }
            }
        }
        let head = clause.head.iter().flat_map(|a| a.args.iter().map(|&t| Some(t)));
        facts.push(evaluate_all(store, &step.values, head));
    }
}
