//! What is said of recursive functions where a formula is to be shown unsatisfiable: defining equations at the calls
//! that occur, and instances of claims that have been shown, found by matching.
//!
//! Everything added is true of the functions, so that the result is unsatisfiable only if the formula is. Calls are
//! uninterpreted to the solver then, and no quantifier is left for it: there is no luck in this. First a formula is
//! brought to a normal form: variables that a conjunct determines are replaced, and calls are unfolded whose arguments
//! decide which case of the definition applies.

use crate::num::Rat;
use crate::term::{Op, Relation, SortId, Store, Substitution, TermId, conjuncts, free_vars, postorder};
use hashbrown::{HashMap, HashSet};

/// How much is said at most.
pub(super) struct Limits {
    /// Calls unfolded while a formula is brought to its normal form.
    pub unfoldings: usize,
    /// Defining equations.
    pub equations: usize,
    /// How often the calls that such equations bring are unfolded again.
    pub generations: usize,
    /// Rounds of matching.
    pub rounds: usize,
    /// Instances of all claims together.
    pub instances: usize,
    /// Attempts to match a pattern, for one formula.
    pub matches: usize,
    /// Variables replaced.
    pub replaced: usize,
}

/// The limits in use.
pub(super) const LIMITS: Limits = Limits {
    unfoldings: 600,
    equations: 80,
    generations: 2,
    rounds: 3,
    instances: 120,
    matches: 20_000,
    replaced: 400,
};

/// A formula that holds for all values of some variables.
#[derive(Clone)]
pub(super) struct Rule {
    vars: Vec<TermId>,
    /// Whether the formula has other variables, which are constants.
    constants: bool,
    formula: TermId,
    /// Calls in it that have all variables: each list is matched together.
    patterns: Vec<Vec<TermId>>,
}

impl Rule {
    /// The rule; `vars` are variables of the formula, and in no formula that it is used for. Other ones are constants.
    pub fn new(store: &Store, vars: &[TermId], formula: TermId) -> Rule {
        let inside = free_vars(store, &[formula]);
        let constants = inside.iter().any(|var| !vars.contains(var));
        let vars: Vec<TermId> = vars.iter().copied().filter(|var| inside.contains(var)).collect();
        let calls: Vec<TermId> =
            postorder(store, &[formula]).into_iter().filter(|&t| matches!(store.op(t), Op::Call(_))).collect();
        let mut patterns: Vec<Vec<TermId>> = Vec::new();
        for &call in &calls {
            if bindable(store, call, &vars).len() == vars.len() {
                patterns.push(vec![call]);
            }
        }
        if patterns.is_empty() {
            let mut bound: HashSet<TermId> = HashSet::new();
            let mut pattern = Vec::new();
            while bound.len() < vars.len() {
                let gain = |call: TermId| bindable(store, call, &vars).difference(&bound).count();
                let Some(&best) = calls.iter().max_by_key(|&&call| gain(call)).filter(|&&call| gain(call) > 0) else {
                    break;
                };
                bound.extend(bindable(store, best, &vars));
                pattern.push(best);
            }
            if bound.len() == vars.len() && !pattern.is_empty() {
                patterns.push(pattern);
            }
        }
        Rule { vars, constants, formula, patterns }
    }
}

/// The variables that matching a pattern binds: those not below arithmetic.
fn bindable(store: &Store, pattern: TermId, vars: &[TermId]) -> HashSet<TermId> {
    let mut found = HashSet::new();
    let mut stack = vec![pattern];
    while let Some(term) = stack.pop() {
        if vars.contains(&term) {
            found.insert(term);
        }
        if matches!(store.op(term), Op::Call(_) | Op::Construct(_) | Op::Project(..)) {
            stack.extend(store.args(term));
        }
    }
    found
}

/// The formula, and what is true of the functions called in it. Fresh variables are numbered from `fresh` on.
pub(super) fn saturate(store: &mut Store, formula: TermId, rules: &[Rule], fresh: u32) -> TermId {
    let mut work = Work::new(store);
    let mut replaced = Vec::new();
    let formula = work.determined(formula, fresh, &mut replaced);
    if formula == Store::FALSE || !work.store.has_call(&[formula]) {
        return formula;
    }
    let mut closed = Vec::with_capacity(rules.len());
    for rule in rules {
        if !rule.constants {
            closed.push(rule.clone());
            continue;
        }
        let mut formula = rule.formula;
        for &(var, image) in &replaced {
            formula = Substitution::new([(var, image)]).apply(work.store, formula);
        }
        let formula = work.normalise(formula);
        closed.push(Rule::new(work.store, &rule.vars, formula));
    }
    let mut parts = conjuncts(work.store, formula);
    let mut generation: HashMap<TermId, usize> = HashMap::new();
    for _ in 0..LIMITS.rounds {
        let calls = work.calls(&parts);
        let mut added = Vec::new();
        for &call in &calls {
            let born = *generation.entry(call).or_insert(0);
            if born >= LIMITS.generations || work.unfolded.len() >= LIMITS.equations || !work.unfolded.insert(call) {
                continue;
            }
            let Some(value) = work.unfold(call) else { continue };
            let value = work.normalise(value);
            let equation = work.store.eq(call, value);
            for inner in work.calls(&[equation]) {
                generation.entry(inner).or_insert(born + 1);
            }
            added.push(equation);
        }
        let classes = work.classes(&parts);
        for rule in &closed {
            for pattern in &rule.patterns {
                for images in work.matches(rule, pattern, &calls, &classes) {
                    if work.instances.len() >= LIMITS.instances {
                        break;
                    }
                    let mut substitution = Substitution::new(images);
                    let instance = substitution.apply(work.store, rule.formula);
                    let instance = work.normalise(instance);
                    if work.instances.insert(instance) {
                        added.push(instance);
                    }
                }
            }
        }
        let before: HashSet<TermId> = parts.iter().copied().collect();
        let added: Vec<TermId> = added.into_iter().filter(|part| !before.contains(part)).collect();
        if added.is_empty() {
            break;
        }
        for part in added {
            parts.extend(conjuncts(work.store, part));
        }
    }
    work.store.and(&parts)
}

/// The formula in normal form alone, for those who look for claims.
pub(super) fn determined(store: &mut Store, formula: TermId, fresh: u32) -> TermId {
    Work::new(store).determined(formula, fresh, &mut Vec::new())
}

struct Work<'a> {
    store: &'a mut Store,
    fuel: usize,
    normal: HashMap<TermId, TermId>,
    unfolded: HashSet<TermId>,
    instances: HashSet<TermId>,
    matches: usize,
}

/// Terms that an equation makes equal to a term.
type Classes = HashMap<TermId, Vec<TermId>>;

impl<'a> Work<'a> {
    fn new(store: &'a mut Store) -> Work<'a> {
        Work {
            store,
            fuel: LIMITS.unfoldings,
            normal: HashMap::new(),
            unfolded: HashSet::new(),
            instances: HashSet::new(),
            matches: LIMITS.matches,
        }
    }

    /// The normal form, without variables that a conjunct determines, which are listed with what they are.
    fn determined(&mut self, formula: TermId, mut fresh: u32, replaced: &mut Vec<(TermId, TermId)>) -> TermId {
        let mut formula = self.normalise(formula);
        for _ in 0..LIMITS.replaced {
            let parts = conjuncts(self.store, formula);
            let Some((var, image)) = parts.into_iter().find_map(|part| self.determines(part, &mut fresh)) else {
                break;
            };
            replaced.push((var, image));
            formula = Substitution::new([(var, image)]).apply(self.store, formula);
            formula = self.normalise(formula);
        }
        formula
    }

    /// A variable that the formula makes equal to a term without it.
    fn determines(&mut self, part: TermId, fresh: &mut u32) -> Option<(TermId, TermId)> {
        let args = self.store.args(part).to_vec();
        match *self.store.op(part) {
            Op::Var(_) => return Some((part, Store::TRUE)),
            Op::Not if self.store.as_var(args[0]).is_some() => return Some((args[0], Store::FALSE)),
            Op::Test(constructor) if self.store.as_var(args[0]).is_some() => {
                return self.built(args[0], constructor, fresh);
            }
            // Of two constructors it is the other one.
            Op::Not => {
                let Op::Test(constructor) = *self.store.op(args[0]) else { return None };
                let var = self.store.args(args[0])[0];
                let id = self.store.datatype_of(self.store.sort_of(var))?;
                let two = self.store.datatype(id).constructors.len() == 2;
                let other = (two && self.store.as_var(var).is_some()).then_some(1 - constructor.min(1))?;
                return self.built(var, other, fresh);
            }
            Op::Eq => {}
            _ => return None,
        }
        for (var, term) in [(args[0], args[1]), (args[1], args[0])] {
            if self.store.as_var(var).is_some() && !free_vars(self.store, &[term]).contains(&var) {
                return Some((var, term));
            }
        }
        let (form, relation) = self.store.as_linear_literal(part)?;
        if relation != Relation::EqZero || self.store.sort_of(args[0]) != SortId::INT {
            return None;
        }
        for (atom, coefficient) in &form.terms {
            let one = *coefficient == Rat::ONE;
            if self.store.as_var(*atom).is_none() || !(one || *coefficient == Rat::from(-1)) {
                continue;
            }
            let mut rest = form.clone();
            rest.terms.retain(|(other, _)| other != atom);
            if one {
                rest.scale(&Rat::from(-1));
            }
            let image = self.store.from_linear(&rest, SortId::INT);
            if !free_vars(self.store, &[image]).contains(atom) {
                return Some((*atom, image));
            }
        }
        None
    }

    /// A variable that a constructor built, and the application of that constructor to fresh variables.
    fn built(&mut self, var: TermId, constructor: u32, fresh: &mut u32) -> Option<(TermId, TermId)> {
        let sort = self.store.sort_of(var);
        let id = self.store.datatype_of(sort)?;
        let fields = self.store.datatype(id).constructors[constructor as usize].fields.clone();
        let mut images = Vec::with_capacity(fields.len());
        for field in fields {
            images.push(self.store.var(*fresh, field.sort));
            *fresh += 1;
        }
        Some((var, self.store.construct(sort, constructor, &images)))
    }

    /// The term with calls unfolded whose case is decided.
    fn normalise(&mut self, root: TermId) -> TermId {
        let mut term = root;
        loop {
            let image = self.pass(term);
            if image == term || self.fuel == 0 {
                return image;
            }
            term = image;
        }
    }

    fn pass(&mut self, root: TermId) -> TermId {
        if !self.store.has_call(&[root]) {
            return root;
        }
        for term in postorder(self.store, &[root]) {
            if self.normal.contains_key(&term) {
                continue;
            }
            let args = self.store.args(term).to_vec();
            let images: Vec<TermId> = args.iter().map(|arg| *self.normal.get(arg).unwrap_or(arg)).collect();
            let mut image = if images == args { term } else { self.store.rebuild(term, &images) };
            if matches!(self.store.op(image), Op::Call(_))
                && self.fuel > 0
                && let Some(value) = self.unfold(image)
                && self.is_decided(image, value)
            {
                self.fuel -= 1;
                image = value;
            }
            self.normal.insert(term, image);
        }
        // What has an image by now is final only if the image is: passes go on until nothing changes.
        let image = self.normal[&root];
        self.normal.retain(|&term, image| term == *image);
        image
    }

    /// The value of a call by its definition.
    fn unfold(&mut self, call: TermId) -> Option<TermId> {
        let Op::Call(id) = *self.store.op(call) else { return None };
        let body = self.store.function(id).body?;
        let args = self.store.args(call).to_vec();
        Some(self.store.instantiate(body, &args))
    }

    /// Whether an unfolded call asks nothing of its arguments' constructors any more.
    fn is_decided(&self, call: TermId, value: TermId) -> bool {
        let given: HashSet<TermId> = postorder(self.store, self.store.args(call)).into_iter().collect();
        postorder(self.store, &[value]).into_iter().all(|term| match self.store.op(term) {
            Op::Test(_) | Op::Project(..) => given.contains(&term),
            _ => true,
        })
    }

    /// The calls in the terms outside of quantifiers.
    fn calls(&self, roots: &[TermId]) -> Vec<TermId> {
        let is_call = |&t: &TermId| matches!(self.store.op(t), Op::Call(_)) && !self.store.is_quantified(t);
        postorder(self.store, roots).into_iter().filter(is_call).collect()
    }

    fn classes(&self, parts: &[TermId]) -> Classes {
        let mut classes = Classes::new();
        for &part in parts {
            let (Op::Eq, &[a, b]) = (self.store.op(part), self.store.args(part)) else { continue };
            classes.entry(a).or_default().push(b);
            classes.entry(b).or_default().push(a);
        }
        classes
    }

    /// The images of a rule's variables for which the pattern's calls are among the calls, equations looked through
    /// once.
    fn matches(
        &mut self,
        rule: &Rule,
        pattern: &[TermId],
        calls: &[TermId],
        classes: &Classes,
    ) -> Vec<Vec<(TermId, TermId)>> {
        let mut found = Vec::new();
        /// What is bound, what is still to be matched, and the next call of the pattern.
        type State = (Vec<(TermId, TermId)>, Vec<(TermId, TermId)>, usize);
        let mut stack: Vec<State> = vec![(Vec::new(), Vec::new(), 0)];
        while let Some((mut bound, mut open, next)) = stack.pop() {
            if self.matches == 0 {
                break;
            }
            self.matches -= 1;
            let Some((wanted, given)) = open.pop() else {
                match pattern.get(next) {
                    None => found.push(bound),
                    Some(&wanted) => {
                        for &call in calls.iter().rev() {
                            if self.store.op(call) == self.store.op(wanted) {
                                stack.push((bound.clone(), arguments(self.store, wanted, call), next + 1));
                            }
                        }
                    }
                }
                continue;
            };
            if rule.vars.contains(&wanted) {
                match bound.iter().find(|(var, _)| *var == wanted) {
                    Some(&(_, image)) if image != given && !is_in(classes, image, given) => continue,
                    Some(_) => {}
                    None => bound.push((wanted, given)),
                }
                stack.push((bound, open, next));
                continue;
            }
            if wanted == given {
                stack.push((bound, open, next));
                continue;
            }
            // Whatever is below arithmetic binds nothing; an instance is true anyway.
            if !matches!(self.store.op(wanted), Op::Call(_) | Op::Construct(_) | Op::Project(..)) {
                stack.push((bound, open, next));
                continue;
            }
            let same = |&given: &TermId| {
                self.store.op(wanted) == self.store.op(given) && self.store.sort_of(wanted) == self.store.sort_of(given)
            };
            let candidates = std::iter::once(given).chain(classes.get(&given).into_iter().flatten().copied());
            for given in candidates.filter(same) {
                let mut open = open.clone();
                open.extend(arguments(self.store, wanted, given));
                stack.push((bound.clone(), open, next));
            }
        }
        found
    }
}

/// Whether an equation makes the terms equal.
fn is_in(classes: &Classes, a: TermId, b: TermId) -> bool {
    classes.get(&a).is_some_and(|class| class.contains(&b))
}

fn arguments(store: &Store, wanted: TermId, given: TermId) -> Vec<(TermId, TermId)> {
    store.args(wanted).iter().copied().zip(store.args(given).iter().copied()).collect()
}
