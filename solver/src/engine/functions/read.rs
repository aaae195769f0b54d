//! A clause read as one case of a function: what its head's inputs must look like, and what the outputs are then.
//!
//! The inputs are matched against the head's arguments, the results of body atoms against theirs, and equations are
//! solved for what they determine, until nothing is left. Where something is left the clause does not say what the
//! outputs are, and the predicate is no function of these inputs, as far as can be seen.

use crate::num::Rat;
use crate::system::{Atom, Clause};
use crate::term::{FunctionId, Op, Relation, SortId, Store, Substitution, TermId, conjuncts, free_vars, postorder};
use hashbrown::HashMap;

/// A predicate read as a function of some of its arguments; one without arguments is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mode {
    /// The arguments that are inputs, at least one if there are arguments.
    pub inputs: Vec<usize>,
    /// The others.
    pub outputs: Vec<usize>,
    /// The function that gives each output.
    pub values: Vec<FunctionId>,
    /// The function that says for which inputs there are outputs; `None` if there are for all.
    pub domain: Option<FunctionId>,
}

impl Mode {
    /// What holds of arguments of the predicate.
    pub fn meaning(&self, store: &mut Store, args: &[TermId]) -> TermId {
        if args.is_empty() {
            return Store::FALSE;
        }
        let inputs: Vec<TermId> = self.inputs.iter().map(|&at| args[at]).collect();
        let mut parts = Vec::new();
        if let Some(domain) = self.domain {
            parts.push(store.call(domain, &inputs));
        }
        for (&at, &value) in self.outputs.iter().zip(&self.values) {
            let value = store.call(value, &inputs);
            parts.push(store.eq(args[at], value));
        }
        store.and(&parts)
    }
}

/// One case of a function, over its parameters `Var(0)` ….
#[derive(Clone, Debug)]
pub struct Case {
    /// When it applies.
    pub guards: Vec<TermId>,
    /// That the calls in it have results.
    pub domains: Vec<TermId>,
    /// The outputs.
    pub outputs: Vec<TermId>,
}

/// What the clause says of its head's predicate in that mode; `modes` has the modes of the predicates in the body.
pub fn read(store: &mut Store, clause: &Clause, mode: &Mode, modes: &[Option<Mode>]) -> Option<Case> {
    let head = clause.head.as_ref()?;
    let mut reader = Reader {
        store,
        known: vec![None; clause.vars.len()],
        case: Case { guards: Vec::new(), domains: Vec::new(), outputs: Vec::new() },
    };
    let mut open: Vec<(TermId, TermId)> = Vec::new();
    for (number, &at) in mode.inputs.iter().enumerate() {
        let sort = reader.store.sort_of(head.args[at]);
        let param = reader.store.var(number as u32, sort);
        open.push((head.args[at], param));
    }
    open.reverse();
    let mut conditions = conjuncts(reader.store, clause.constraint);
    let mut atoms: Vec<&Atom> = clause.body.iter().filter(|atom| modes[atom.pred.index()].is_some()).collect();
    loop {
        let before = (open.len(), conditions.len(), atoms.len(), reader.count());
        let mut later = Vec::new();
        while let Some((pattern, value)) = open.pop() {
            if !reader.bind(pattern, value, &mut open) {
                later.push((pattern, value));
            }
        }
        open = later;
        let mut left = Vec::new();
        for condition in conditions {
            if !reader.condition(condition, &mut open) {
                left.push(condition);
            }
        }
        conditions = left;
        let mut left = Vec::new();
        for atom in atoms {
            if !reader.atom(atom, modes[atom.pred.index()].as_ref()?, &mut open) {
                left.push(atom);
            }
        }
        atoms = left;
        if open.is_empty() && conditions.is_empty() && atoms.is_empty() {
            break;
        }
        if before == (open.len(), conditions.len(), atoms.len(), reader.count()) {
            return None;
        }
    }
    for &at in &mode.outputs {
        let output = reader.closed(head.args[at])?;
        reader.case.outputs.push(output);
    }
    Some(reader.case)
}

struct Reader<'a> {
    store: &'a mut Store,
    /// The clause's variables over the parameters.
    known: Vec<Option<TermId>>,
    case: Case,
}

impl Reader<'_> {
    /// How much is known.
    fn count(&self) -> usize {
        self.known.iter().flatten().count() + self.case.guards.len()
    }

    fn image(&self, var: TermId) -> Option<TermId> {
        self.store.as_var(var).and_then(|var| self.known.get(var as usize).copied().flatten())
    }

    /// The term over the parameters, if all of its variables are known.
    fn closed(&mut self, term: TermId) -> Option<TermId> {
        let mut images = Vec::new();
        for var in free_vars(self.store, &[term]) {
            images.push((var, self.image(var)?));
        }
        let image = Substitution::new(images).apply(self.store, term);
        Some(self.whole(image))
    }

    /// The term with `c (s0 x) … (sn x)` replaced by `x`: where the case applies `x` is built by `c`, because nothing
    /// else takes `x` apart.
    fn whole(&mut self, term: TermId) -> TermId {
        let mut images: HashMap<TermId, TermId> = HashMap::new();
        for part in postorder(self.store, &[term]) {
            let args: Vec<TermId> = self.store.args(part).iter().map(|arg| images[arg]).collect();
            let mut image = if args == self.store.args(part) { part } else { self.store.rebuild(part, &args) };
            if let Op::Construct(c) = *self.store.op(image)
                && let Some(&first) = self.store.args(image).first()
                && matches!(self.store.op(first), Op::Project(..))
            {
                let data = self.store.args(first)[0];
                let is_field = |(at, &arg): (usize, &TermId)| {
                    *self.store.op(arg) == Op::Project(c, at as u32) && self.store.args(arg)[0] == data
                };
                let test = (self.store.sort_of(data) == self.store.sort_of(image)
                    && self.store.args(image).iter().enumerate().all(is_field))
                .then(|| self.store.test(c, data));
                if test.is_some_and(|test| test == Store::TRUE || self.case.guards.contains(&test)) {
                    image = data;
                }
            }
            images.insert(part, image);
        }
        images[&term]
    }

    /// Makes the pattern equal to the value, as far as that says something now.
    fn bind(&mut self, pattern: TermId, value: TermId, open: &mut Vec<(TermId, TermId)>) -> bool {
        if let Some(image) = self.closed(pattern) {
            let guard = self.store.eq(image, value);
            self.guard(guard);
            return true;
        }
        if let Some(var) = self.store.as_var(pattern) {
            self.known[var as usize] = Some(value);
            return true;
        }
        if let Op::Construct(constructor) = *self.store.op(pattern) {
            let test = self.store.test(constructor, value);
            self.guard(test);
            let args = self.store.args(pattern).to_vec();
            for (field, &arg) in args.iter().enumerate().rev() {
                let part = self.store.project(constructor, field as u32, value);
                open.push((arg, part));
            }
            return true;
        }
        if self.store.sort_of(pattern) != SortId::INT {
            return false;
        }
        let form = self.store.linear(pattern);
        self.solve(&form.terms, &form.constant, Some(value)).is_some()
    }

    /// Solves `terms + constant = value` (0 without one) for the one variable among the terms that is not known.
    fn solve(&mut self, terms: &[(TermId, Rat)], constant: &Rat, value: Option<TermId>) -> Option<()> {
        let mut unknown = None;
        let mut sum = crate::term::Linear::constant(constant.clone());
        for (atom, coefficient) in terms {
            if let Some(image) = self.closed(*atom) {
                let image = self.store.linear(image);
                sum = sum.plus(coefficient, &image);
            } else if unknown.is_none() && self.store.as_var(*atom).is_some() {
                unknown = Some((*atom, coefficient.clone()));
            } else {
                return None;
            }
        }
        let (var, coefficient) = unknown?;
        if let Some(value) = value {
            let value = self.store.linear(value);
            sum = sum.plus(&Rat::from(-1), &value);
        }
        // coefficient · var + sum = 0
        if coefficient == Rat::ONE {
            sum.scale(&Rat::from(-1));
        } else if coefficient != Rat::from(-1) {
            return None;
        }
        let image = self.store.from_linear(&sum, SortId::INT);
        let var = self.store.as_var(var)?;
        self.known[var as usize] = Some(image);
        Some(())
    }

    fn guard(&mut self, guard: TermId) {
        if guard != Store::TRUE && !self.case.guards.contains(&guard) {
            self.case.guards.push(guard);
        }
    }

    /// Uses a conjunct of the constraint, if enough is known.
    fn condition(&mut self, condition: TermId, open: &mut Vec<(TermId, TermId)>) -> bool {
        if let Some(image) = self.closed(condition) {
            self.guard(image);
            return true;
        }
        let args = self.store.args(condition).to_vec();
        match self.store.op(condition) {
            Op::Var(var) => {
                let var = *var as usize;
                self.known[var] = Some(Store::TRUE);
                return true;
            }
            Op::Not => {
                if let Some(var) = self.store.as_var(args[0]) {
                    self.known[var as usize] = Some(Store::FALSE);
                    return true;
                }
            }
            Op::Eq => {
                for (known, other) in [(args[0], args[1]), (args[1], args[0])] {
                    if let Some(value) = self.closed(known) {
                        let simple =
                            self.store.as_var(other).is_some() || matches!(self.store.op(other), Op::Construct(_));
                        if simple {
                            open.push((other, value));
                            return true;
                        }
                    }
                }
                if let Some((form, Relation::EqZero)) = self.store.as_linear_literal(condition)
                    && self.store.sort_of(args[0]) == SortId::INT
                {
                    return self.solve(&form.terms, &form.constant, None).is_some();
                }
            }
            _ => {}
        }
        false
    }

    /// Uses a body atom, if its inputs are known.
    fn atom(&mut self, atom: &Atom, mode: &Mode, open: &mut Vec<(TermId, TermId)>) -> bool {
        if atom.args.is_empty() {
            self.guard(Store::FALSE);
        }
        let inputs: Option<Vec<TermId>> = mode.inputs.iter().map(|&at| self.closed(atom.args[at])).collect();
        let Some(inputs) = inputs else { return false };
        for (&at, &value) in mode.outputs.iter().zip(&mode.values) {
            let value = self.store.call(value, &inputs);
            open.push((atom.args[at], value));
        }
        if let Some(domain) = mode.domain {
            let holds = self.store.call(domain, &inputs);
            if mode.outputs.is_empty() {
                self.guard(holds);
            } else if !self.case.domains.contains(&holds) {
                self.case.domains.push(holds);
            }
        }
        true
    }
}
