//! Predicates executed as functions on values: refutations of queries, and samples that refute guesses.
//!
//! The clauses of a predicate are tried in their order. What they leave open once the inputs are known is what the
//! results of body atoms and the equations determine; a derivation is kept for every result.

use super::limits::LIMITS;
use super::read::Mode;
use crate::num::{Int, Rat};
use crate::smt::CancelToken;
use crate::system::{ClauseId, PredGraph, PredId, Refutation, Step, System};
use crate::term::{
    Assignment, FunctionId, Op, Relation, SortId, Store, TermId, Value, conjuncts, evaluate, free_vars, postorder,
};
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// What an execution comes to.
#[derive(Clone, Debug)]
enum Outcome {
    /// The outputs, and the step that derives them.
    Derived(Vec<Value>, usize),
    /// No clause applies.
    Nothing,
    /// Not known: the limits are reached, or a clause leaves something open.
    Unknown,
}

/// A clause under execution.
#[derive(Clone)]
struct State {
    values: Assignment,
    /// Patterns that must be equal to values.
    open: Vec<(TermId, Value)>,
    conditions: Vec<TermId>,
    /// Body atoms that are not executed yet, by position.
    atoms: Vec<usize>,
    /// The steps that derive the others.
    premises: Vec<usize>,
}

/// Where the state of a clause stands.
enum Stand {
    Failed,
    Unknown,
    Done,
    /// Nothing more can be said without the value of this variable.
    Stuck(u32, SortId),
}

/// Executes the predicates of a system.
pub struct Runner<'a> {
    system: &'a System,
    modes: Vec<Option<Mode>>,
    defining: Vec<Vec<ClauseId>>,
    /// The predicates that functions belong to, with the output; `None` for the domain.
    functions: HashMap<FunctionId, (PredId, Option<usize>)>,
    memo: BTreeMap<(PredId, Vec<Value>), Outcome>,
    steps: Vec<Step>,
    left: usize,
    depth: usize,
    /// Values of sorts at levels.
    values: BTreeMap<(SortId, usize), Vec<Value>>,
    numbers: Vec<Int>,
}

impl<'a> Runner<'a> {
    /// Nothing is executed yet.
    pub fn new(store: &Store, system: &'a System, modes: &[Option<Mode>]) -> Runner<'a> {
        let mut functions = HashMap::new();
        for (pred, mode) in system.pred_ids().zip(modes) {
            let Some(mode) = mode else { continue };
            functions.extend(mode.values.iter().enumerate().map(|(number, &value)| (value, (pred, Some(number)))));
            functions.extend(mode.domain.map(|domain| (domain, (pred, None))));
        }
        let mut numbers: Vec<Int> = [0, 1, 2, -1, 3, -2].into_iter().map(Int::from).collect();
        let terms: Vec<TermId> = system.clauses.iter().flat_map(|clause| clause.terms()).collect();
        for term in postorder(store, &terms) {
            if let Op::Num(number) = store.op(term)
                && let Some(number) = number.to_int()
                && !numbers.contains(&number)
            {
                numbers.push(number);
            }
        }
        Runner {
            system,
            modes: modes.to_vec(),
            defining: PredGraph::new(system).defining,
            functions,
            memo: BTreeMap::new(),
            steps: Vec::new(),
            left: LIMITS.executions,
            depth: 0,
            values: BTreeMap::new(),
            numbers,
        }
    }

    /// A refutation that violates the query with values of that level.
    pub fn violate(
        &mut self,
        store: &Store,
        query: ClauseId,
        level: usize,
        cancel: &CancelToken,
    ) -> Option<Refutation> {
        let clause = self.system.clause(query);
        let mut stack = vec![State {
            values: Assignment::default(),
            open: Vec::new(),
            conditions: conjuncts(store, clause.constraint),
            atoms: (0..clause.body.len()).collect(),
            premises: vec![usize::MAX; clause.body.len()],
        }];
        let mut left = LIMITS.level;
        while let Some(mut state) = stack.pop() {
            left = left.checked_sub(1)?;
            if self.left == 0 || (left.is_multiple_of(64) && cancel.is_cancelled()) {
                return None;
            }
            match self.advance(store, query, &mut state) {
                Stand::Failed | Stand::Unknown => {}
                Stand::Done => {
                    let last = self.step(store, query, &state)?;
                    if let Some(head) = &clause.head {
                        self.steps.push(last);
                        let derived = Outcome::Derived(Vec::new(), self.steps.len() - 1);
                        self.memo.insert((head.pred, Vec::new()), derived);
                        return None;
                    }
                    let mut steps = self.steps.clone();
                    steps.push(last);
                    return Some(Refutation { steps }.trimmed());
                }
                Stand::Stuck(var, sort) => {
                    for value in self.values(store, sort, level).into_iter().rev() {
                        let mut next = state.clone();
                        next.values.set(var, value);
                        stack.push(next);
                    }
                }
            }
        }
        None
    }

    /// The value of a function for arguments; `None` where it has none or none is known.
    pub fn apply(&mut self, store: &Store, function: FunctionId, args: Vec<Value>) -> Option<Value> {
        let &(pred, output) = self.functions.get(&function)?;
        match (self.call(store, pred, args), output) {
            (Outcome::Derived(outputs, _), Some(number)) => outputs.into_iter().nth(number),
            (Outcome::Derived(..), None) => Some(Value::Bool(true)),
            (Outcome::Nothing, None) => Some(Value::Bool(false)),
            _ => None,
        }
    }

    fn call(&mut self, store: &Store, pred: PredId, inputs: Vec<Value>) -> Outcome {
        let key = (pred, inputs);
        if let Some(outcome) = self.memo.get(&key) {
            return outcome.clone();
        }
        let Some(mode) = self.modes[pred.index()].clone() else { return Outcome::Unknown };
        if self.depth >= LIMITS.depth {
            return Outcome::Unknown;
        }
        self.depth += 1;
        let mut result = Outcome::Nothing;
        for id in self.defining[pred.index()].clone() {
            let clause = self.system.clause(id);
            let Some(head) = &clause.head else { continue };
            let mut state = State {
                values: Assignment::default(),
                open: mode.inputs.iter().map(|&at| head.args[at]).zip(key.1.iter().cloned()).collect(),
                conditions: conjuncts(store, clause.constraint),
                atoms: (0..clause.body.len()).collect(),
                premises: vec![usize::MAX; clause.body.len()],
            };
            match self.advance(store, id, &mut state) {
                Stand::Failed => {}
                Stand::Unknown | Stand::Stuck(..) => result = Outcome::Unknown,
                Stand::Done => {
                    let outputs: Option<Vec<Value>> =
                        mode.outputs.iter().map(|&at| evaluate(store, head.args[at], &state.values)).collect();
                    if let (Some(outputs), Some(step)) = (outputs, self.step(store, id, &state)) {
                        self.steps.push(step);
                        result = Outcome::Derived(outputs, self.steps.len() - 1);
                        break;
                    }
                    result = Outcome::Unknown;
                }
            }
        }
        self.depth -= 1;
        // What was cut off deep inside may be known from another place.
        if !matches!(result, Outcome::Unknown) || self.depth == 0 {
            self.memo.insert(key, result.clone());
        }
        result
    }

    /// The instance of a clause that is done; variables that do not matter get any value.
    fn step(&self, store: &Store, clause: ClauseId, state: &State) -> Option<Step> {
        let sorts = &self.system.clause(clause).vars;
        let value = |(var, &sort): (usize, &SortId)| {
            state.values.get(var as u32).cloned().or_else(|| Value::default_of(store, sort))
        };
        let values: Option<Vec<Value>> = sorts.iter().enumerate().map(value).collect();
        Some(Step { clause, values: values?, premises: state.premises.clone() })
    }

    /// Goes on with a clause until it is done or stuck.
    fn advance(&mut self, store: &Store, id: ClauseId, state: &mut State) -> Stand {
        let clause = self.system.clause(id);
        loop {
            if self.left == 0 {
                return Stand::Unknown;
            }
            self.left -= 1;
            let mut changed = false;
            while let Some(at) = state.open.iter().position(|(pattern, _)| can_bind(store, *pattern, &state.values)) {
                let (pattern, value) = state.open.swap_remove(at);
                if bind(store, pattern, value, state).is_none() {
                    return Stand::Failed;
                }
                changed = true;
            }
            for condition in std::mem::take(&mut state.conditions) {
                match decide(store, condition, state) {
                    Some(true) => changed = true,
                    Some(false) => return Stand::Failed,
                    None => state.conditions.push(condition),
                }
            }
            for at in std::mem::take(&mut state.atoms) {
                let atom = &clause.body[at];
                let Some(mode) = self.modes[atom.pred.index()].clone() else { return Stand::Unknown };
                let inputs: Option<Vec<Value>> =
                    mode.inputs.iter().map(|&input| known(store, atom.args[input], &state.values)).collect();
                let Some(inputs) = inputs else {
                    state.atoms.push(at);
                    continue;
                };
                match self.call(store, atom.pred, inputs) {
                    Outcome::Nothing => return Stand::Failed,
                    Outcome::Unknown => return Stand::Unknown,
                    Outcome::Derived(outputs, step) => {
                        state.premises[at] = step;
                        state.open.extend(mode.outputs.iter().map(|&output| atom.args[output]).zip(outputs));
                        changed = true;
                    }
                }
            }
            if state.open.is_empty() && state.conditions.is_empty() && state.atoms.is_empty() {
                return Stand::Done;
            }
            if !changed {
                return self.stuck(store, id, state);
            }
        }
    }

    /// The variable whose value would help most: one of the inputs of an atom that has most of them.
    fn stuck(&self, store: &Store, id: ClauseId, state: &State) -> Stand {
        let clause = self.system.clause(id);
        let unknown = |terms: &[TermId]| -> Vec<u32> {
            let vars = free_vars(store, terms).into_iter().filter_map(|var| store.as_var(var));
            vars.filter(|&var| state.values.get(var).is_none()).collect()
        };
        let mut best: Option<Vec<u32>> = None;
        for &at in &state.atoms {
            let atom = &clause.body[at];
            let Some(mode) = &self.modes[atom.pred.index()] else { continue };
            let inputs: Vec<TermId> = mode.inputs.iter().map(|&input| atom.args[input]).collect();
            let missing = unknown(&inputs);
            if !missing.is_empty() && best.as_ref().is_none_or(|best| missing.len() < best.len()) {
                best = Some(missing);
            }
        }
        let mut rest: Vec<TermId> = state.conditions.clone();
        rest.extend(state.open.iter().map(|(pattern, _)| *pattern));
        let best = best.unwrap_or_else(|| unknown(&rest));
        match best.first() {
            Some(&var) => Stand::Stuck(var, clause.vars[var as usize]),
            None => Stand::Unknown,
        }
    }

    /// Values of a sort with at most so many nodes, the smallest first.
    pub fn values(&mut self, store: &Store, sort: SortId, level: usize) -> Vec<Value> {
        if let Some(values) = self.values.get(&(sort, level)) {
            return values.clone();
        }
        let list: Vec<Value> = match store.sort(sort) {
            crate::term::Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            crate::term::Sort::Int => self.numbers.iter().take(level + 1).cloned().map(Value::Int).collect(),
            crate::term::Sort::Datatype(id) => {
                let constructors = store.datatype(*id).constructors.clone();
                let mut list = Vec::new();
                for (c, constructor) in constructors.iter().enumerate() {
                    if !constructor.fields.is_empty() && level == 0 {
                        continue;
                    }
                    let mut tuples: Vec<Vec<Value>> = vec![Vec::new()];
                    for field in &constructor.fields {
                        let inner = self.values(store, field.sort, level - 1);
                        let mut longer = Vec::with_capacity(tuples.len() * inner.len());
                        for tuple in &tuples {
                            longer.extend(inner.iter().map(|value| {
                                let mut next = tuple.clone();
                                next.push(value.clone());
                                next
                            }));
                        }
                        // Of too many some of all kinds.
                        let stride = longer.len().div_ceil(LIMITS.values).max(1);
                        let longer = longer.into_iter().step_by(stride).collect();
                        tuples = longer;
                    }
                    list.extend(tuples.into_iter().map(|fields| Value::Data(c as u32, fields.into())));
                }
                list
            }
            _ => Value::default_of(store, sort).into_iter().collect(),
        };
        self.values.insert((sort, level), list.clone());
        list
    }
}

/// The value of a term all of whose variables have one.
fn known(store: &Store, term: TermId, values: &Assignment) -> Option<Value> {
    let complete = |var: TermId| store.as_var(var).is_some_and(|var| values.get(var).is_some());
    if !free_vars(store, &[term]).into_iter().all(complete) {
        return None;
    }
    evaluate(store, term, values)
}

/// Whether something is known of a pattern if its value is.
fn can_bind(store: &Store, pattern: TermId, values: &Assignment) -> bool {
    matches!(store.op(pattern), Op::Construct(_) | Op::Var(_))
        || known(store, pattern, values).is_some()
        || (store.sort_of(pattern) == SortId::INT && single(store, pattern, values).is_some())
}

/// The one variable of an integer term that has no value, with its coefficient 1 or -1, and the value of the rest.
fn single(store: &Store, term: TermId, values: &Assignment) -> Option<(u32, Rat, Rat)> {
    let form = store.linear(term);
    let mut unknown = None;
    let mut rest = form.constant.clone();
    for (atom, coefficient) in &form.terms {
        match known(store, *atom, values) {
            Some(value) => rest += &(coefficient * &value.as_rat()?),
            None if unknown.is_none() => unknown = Some((store.as_var(*atom)?, coefficient.clone())),
            None => return None,
        }
    }
    let (var, coefficient) = unknown?;
    (coefficient == Rat::ONE || coefficient == Rat::from(-1)).then_some((var, coefficient, rest))
}

/// Makes a pattern equal to a value; `None` if it cannot be.
fn bind(store: &Store, pattern: TermId, value: Value, state: &mut State) -> Option<()> {
    if let Some(found) = known(store, pattern, &state.values) {
        return (found == value).then_some(());
    }
    match (store.op(pattern), value) {
        (Op::Var(var), value) => {
            state.values.set(*var, value);
            Some(())
        }
        (Op::Construct(constructor), Value::Data(built, fields)) => {
            if *constructor != built {
                return None;
            }
            state.open.extend(store.args(pattern).iter().copied().zip(fields.iter().cloned()));
            Some(())
        }
        (_, value) => {
            let (var, coefficient, rest) = single(store, pattern, &state.values)?;
            let image = &(&value.as_rat()? - &rest) * &coefficient;
            state.values.set(var, Value::Int(image.to_int()?));
            Some(())
        }
    }
}

/// Whether a condition holds, if enough is known; what an equation determines gets its value.
fn decide(store: &Store, condition: TermId, state: &mut State) -> Option<bool> {
    if let Some(value) = known(store, condition, &state.values) {
        return value.as_bool();
    }
    let args = store.args(condition);
    match store.op(condition) {
        Op::Var(var) => {
            state.values.set(*var, Value::Bool(true));
            Some(true)
        }
        Op::Not => {
            state.values.set(store.as_var(args[0])?, Value::Bool(false));
            Some(true)
        }
        Op::Eq => {
            for (term, pattern) in [(args[0], args[1]), (args[1], args[0])] {
                if matches!(store.op(pattern), Op::Var(_) | Op::Construct(_))
                    && let Some(value) = known(store, term, &state.values)
                {
                    state.open.push((pattern, value));
                    return Some(true);
                }
            }
            let (form, relation) = store.as_linear_literal(condition)?;
            if relation != Relation::EqZero || store.sort_of(args[0]) != SortId::INT {
                return None;
            }
            let mut unknown = None;
            let mut rest = form.constant.clone();
            for (atom, coefficient) in &form.terms {
                match known(store, *atom, &state.values) {
                    Some(value) => rest += &(coefficient * &value.as_rat()?),
                    None if unknown.is_none() => unknown = Some((store.as_var(*atom)?, coefficient.clone())),
                    None => return None,
                }
            }
            let (var, coefficient) = unknown?;
            let image = &(&Rat::ZERO - &rest) / &coefficient;
            let Some(image) = image.to_int() else { return Some(false) };
            state.values.set(var, Value::Int(image));
            Some(true)
        }
        _ => None,
    }
}
