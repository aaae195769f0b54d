//! What is true of recursive functions, put beside formulas that are to be shown unsatisfiable: equations of their
//! definitions at the calls that occur, and instances of lemmas, found by matching.
//!
//! First the formulas get a form in which that finds something: constants that a conjunct determines are replaced, and
//! calls unfolded of which the arguments say which case of the definition applies. Both keep what is asked; all that is
//! added is true.

use super::{Data, Theory, fresh};
use crate::read::Symbols;
use crate::term::{Name, Op, Sort, Term, Terms, Var};
use std::collections::{HashMap, HashSet};

/// Calls unfolded on the way to the form, for one obligation.
const UNFOLDINGS: usize = 800;
/// Equations of definitions.
const EQUATIONS: usize = 100;
/// How often calls that come from an equation are unfolded again.
const GENERATIONS: usize = 2;
/// Rounds of matching.
const ROUNDS: usize = 4;
/// Instances of lemmas.
const INSTANCES: usize = 150;
/// Attempts to match.
const MATCHES: usize = 30_000;
/// Constants replaced.
const REPLACED: usize = 400;

/// A formula that holds for all values of some variables.
#[derive(Clone)]
pub struct Rule {
    vars: Vec<Var>,
    formula: Term,
    /// Calls in it that have all the variables; each list is matched together.
    patterns: Vec<Vec<Term>>,
}

impl Rule {
    /// The rule.
    pub fn new(terms: &mut Terms, theory: &Theory, formula: Term, vars: &[Var]) -> Rule {
        let free = terms.free_vars(formula);
        let vars: Vec<Var> = vars.iter().copied().filter(|var| free.contains(var)).collect();
        let calls = theory.calls(terms, &[formula]);
        let of = |call: Term| -> HashSet<Var> { bound_by(terms, theory, call) };
        let mut patterns: Vec<Vec<Term>> =
            calls.iter().filter(|&&call| of(call).len() == vars.len()).map(|&call| vec![call]).collect();
        if patterns.is_empty() {
            let (mut bound, mut pattern) = (HashSet::new(), Vec::new());
            while bound.len() < vars.len() {
                let gain = |call: Term| of(call).difference(&bound).count();
                let Some(&best) = calls.iter().max_by_key(|&&call| gain(call)).filter(|&&call| gain(call) > 0) else {
                    break;
                };
                bound.extend(of(best));
                pattern.push(best);
            }
            if bound.len() == vars.len() && !pattern.is_empty() {
                patterns.push(pattern);
            }
        }
        Rule { vars, formula, patterns }
    }
}

/// The variables that matching a call binds.
fn bound_by(terms: &Terms, theory: &Theory, call: Term) -> HashSet<Var> {
    let mut found = HashSet::new();
    let mut stack = vec![call];
    while let Some(term) = stack.pop() {
        match terms.op(term) {
            Op::Var(var) => {
                found.insert(*var);
            }
            Op::Apply(name) if !is_arithmetic(terms, theory, *name) => stack.extend(terms.args(term)),
            _ => {}
        }
    }
    found
}

/// Whether nothing is matched below the symbol.
fn is_arithmetic(terms: &Terms, theory: &Theory, name: Name) -> bool {
    !theory.is_function(name) && matches!(terms.text(name), "+" | "-" | "*" | "ite" | "div" | "mod" | "abs")
}

/// Terms that an equation makes equal to a term.
type Classes = HashMap<Term, Vec<Term>>;

/// The work on one obligation.
pub struct Saturation<'s> {
    theory: &'s Theory,
    terms: &'s mut Terms,
    symbols: &'s mut Symbols,
    data: &'s Data,
    prefix: &'s str,
    unfoldings: usize,
    matches: usize,
}

impl<'s> Saturation<'s> {
    /// Nothing is done yet.
    pub fn new(
        theory: &'s Theory,
        terms: &'s mut Terms,
        symbols: &'s mut Symbols,
        data: &'s Data,
        prefix: &'s str,
    ) -> Saturation<'s> {
        Saturation { theory, terms, symbols, data, prefix, unfoldings: UNFOLDINGS, matches: MATCHES }
    }

    /// The parts in their form, and what is true of the functions in them. `made` are the constants that stand for any
    /// value.
    pub fn run(
        mut self,
        made: &mut Vec<(Name, Sort)>,
        parts: Vec<Term>,
        lemmas: &[Rule],
        hypotheses: &[Rule],
    ) -> Vec<Term> {
        let mut hypotheses = hypotheses.to_vec();
        let mut parts = self.determined(made, parts, &mut hypotheses);
        let rules: Vec<Rule> = lemmas.iter().cloned().chain(hypotheses).collect();
        let mut generation: HashMap<Term, usize> = HashMap::new();
        let mut unfolded: HashSet<Term> = HashSet::new();
        let mut instances: HashSet<Term> = HashSet::new();
        for _ in 0..ROUNDS {
            let calls: Vec<Term> = self.theory.calls(self.terms, &parts);
            let calls: Vec<Term> = calls.into_iter().filter(|&call| !self.terms.has_var(call)).collect();
            let mut added = Vec::new();
            for &call in &calls {
                let born = *generation.entry(call).or_insert(0);
                if born >= GENERATIONS || unfolded.len() >= EQUATIONS || !unfolded.insert(call) {
                    continue;
                }
                let Some(value) = self.unfold(call) else { continue };
                let value = self.normalise(value);
                let equation = self.terms.apply("=", &[call, value]);
                for inner in self.theory.calls(self.terms, &[equation]) {
                    generation.entry(inner).or_insert(born + 1);
                }
                added.push(equation);
            }
            let classes = self.classes(&parts);
            for rule in &rules {
                for pattern in &rule.patterns {
                    for images in self.matches(rule, pattern, &calls, &classes) {
                        if instances.len() >= INSTANCES {
                            break;
                        }
                        let instance = self.terms.substitute(rule.formula, &images);
                        let instance = self.normalise(instance);
                        if instances.insert(instance) {
                            added.push(instance);
                        }
                    }
                }
            }
            let known: HashSet<Term> = parts.iter().copied().collect();
            added.retain(|part| !known.contains(part));
            if added.is_empty() {
                break;
            }
            parts.extend(crate::formula::conjuncts(self.terms, &added));
        }
        parts
    }

    /// The parts without constants that one of them determines; the hypotheses change with them.
    fn determined(&mut self, made: &mut Vec<(Name, Sort)>, parts: Vec<Term>, hypotheses: &mut Vec<Rule>) -> Vec<Term> {
        let mut parts = self.flat(&parts);
        for _ in 0..REPLACED {
            let Some((constant, image)) = parts.iter().copied().find_map(|part| self.determines(made, part)) else {
                break;
            };
            parts = parts.into_iter().map(|part| self.replaced(part, constant, image)).collect();
            parts = self.flat(&parts);
            for rule in hypotheses.iter_mut() {
                rule.formula = self.replaced(rule.formula, constant, image);
            }
        }
        for rule in hypotheses {
            let formula = self.normalise(rule.formula);
            *rule = Rule::new(self.terms, self.theory, formula, &rule.vars);
        }
        parts
    }

    fn flat(&mut self, parts: &[Term]) -> Vec<Term> {
        let normal: Vec<Term> = parts.iter().map(|&part| self.normalise(part)).collect();
        let mut seen = HashSet::new();
        let mut list = crate::formula::conjuncts(self.terms, &normal);
        list.retain(|&part| self.terms.head(part) != Some("true") && seen.insert(part));
        list
    }

    fn replaced(&mut self, term: Term, constant: Term, image: Term) -> Term {
        self.terms.rebuild(term, &mut HashMap::new(), &|_, _| false, &mut |terms, term, args| {
            if term == constant { image } else { terms.with_args(term, args) }
        })
    }

    /// A constant that the part makes equal to a term without it.
    fn determines(&mut self, made: &mut Vec<(Name, Sort)>, part: Term) -> Option<(Term, Term)> {
        let sort_of = |terms: &Terms, term: Term| {
            let name = terms.head_name(term).filter(|_| terms.args(term).is_empty())?;
            made.iter().find(|(constant, _)| *constant == name).map(|(_, sort)| *sort)
        };
        let args = self.terms.args(part).to_vec();
        if let (Some("="), &[a, b]) = (self.terms.head(part), &args[..]) {
            for (constant, image) in [(a, b), (b, a)] {
                if sort_of(self.terms, constant).is_some() && !self.terms.postorder(&[image]).contains(&constant) {
                    return Some((constant, image));
                }
            }
            return None;
        }
        // A test, or the negation of one for the other of two constructors.
        let (test, positive) = match (self.terms.head(part), &args[..]) {
            (Some("not"), &[inner]) => (inner, false),
            _ => (part, true),
        };
        let &[data] = self.terms.args(test) else { return None };
        let sort = sort_of(self.terms, data)?;
        let tested = *self.terms.head_name(test).and_then(|name| self.data.testers.get(&name))?;
        let list = super::constructors(self.terms, self.symbols, sort)?;
        let constructor = match (positive, &list[..]) {
            (true, _) => tested,
            (false, &[a, b]) => {
                if a == tested {
                    b
                } else {
                    a
                }
            }
            _ => return None,
        };
        let fields = self.symbols.constructors[&constructor].fields.clone();
        let mut images = Vec::new();
        for (_, field) in fields {
            images.push(fresh(self.terms, self.symbols, self.prefix, made, field));
        }
        Some((data, self.terms.make(Op::Apply(constructor), &images)))
    }

    /// The term simplified, with calls unfolded whose case is decided.
    fn normalise(&mut self, root: Term) -> Term {
        let mut term = root;
        loop {
            let image = self.pass(term);
            if image == term || self.unfoldings == 0 {
                return image;
            }
            term = image;
        }
    }

    fn pass(&mut self, root: Term) -> Term {
        let mut memo: HashMap<Term, Term> = HashMap::new();
        for term in self.terms.postorder(&[root]) {
            let args: Vec<Term> = self.terms.args(term).iter().map(|arg| memo[arg]).collect();
            let mut image = self.terms.with_args(term, &args);
            if self.terms.head_name(image).is_some_and(|name| self.theory.is_function(name)) {
                if self.unfoldings > 0
                    && let Some(value) = self.unfold(image)
                    && let value = self.simplified(value)
                    && self.is_decided(image, value)
                {
                    self.unfoldings -= 1;
                    image = value;
                }
            } else {
                image = self.simplify(image);
            }
            memo.insert(term, image);
        }
        memo[&root]
    }

    /// The term with every node simplified; calls stay.
    fn simplified(&mut self, root: Term) -> Term {
        let mut memo: HashMap<Term, Term> = HashMap::new();
        for term in self.terms.postorder(&[root]) {
            let args: Vec<Term> = self.terms.args(term).iter().map(|arg| memo[arg]).collect();
            let image = self.terms.with_args(term, &args);
            let image = self.simplify(image);
            memo.insert(term, image);
        }
        memo[&root]
    }

    fn unfold(&mut self, call: Term) -> Option<Term> {
        let definition = self.theory.functions.get(&self.terms.head_name(call)?)?;
        let args = self.terms.args(call).to_vec();
        if args.len() != definition.params.len() {
            return None;
        }
        let images: HashMap<Var, Term> = definition.params.iter().copied().zip(args).collect();
        Some(self.terms.substitute(definition.body, &images))
    }

    /// Whether what a call was unfolded to asks nothing more of its arguments.
    fn is_decided(&self, call: Term, value: Term) -> bool {
        let given: HashSet<Term> = self.terms.postorder(self.terms.args(call)).into_iter().collect();
        self.terms.postorder(&[value]).into_iter().all(|term| {
            let asks = self.terms.head_name(term).is_some_and(|name| {
                self.data.testers.contains_key(&name) || self.symbols.selectors.contains_key(&name)
            });
            !asks || given.contains(&term)
        })
    }

    fn constructor(&self, term: Term) -> Option<Name> {
        self.terms.head_name(term).filter(|name| self.symbols.constructors.contains_key(name))
    }

    /// The node without what its arguments decide.
    fn simplify(&mut self, term: Term) -> Term {
        let Some(name) = self.terms.head_name(term) else { return term };
        let args = self.terms.args(term).to_vec();
        let truth = |terms: &mut Terms, value: bool| terms.apply(if value { "true" } else { "false" }, &[]);
        if let (Some(&tested), &[arg]) = (self.data.testers.get(&name), &args[..]) {
            return match self.constructor(arg) {
                Some(built) => truth(self.terms, built == tested),
                None => term,
            };
        }
        if let (Some(&(constructor, at)), &[arg]) = (self.symbols.selectors.get(&name), &args[..]) {
            let fields = self.terms.args(arg);
            return if self.constructor(arg) == Some(constructor) && at < fields.len() { fields[at] } else { term };
        }
        let is = |terms: &Terms, term: Term, word: &str| terms.head(term) == Some(word);
        match (self.terms.text(name), &args[..]) {
            ("ite", &[condition, yes, no]) => {
                if is(self.terms, condition, "true") || yes == no {
                    yes
                } else if is(self.terms, condition, "false") {
                    no
                } else {
                    term
                }
            }
            ("not", &[arg]) => {
                if is(self.terms, arg, "true") || is(self.terms, arg, "false") {
                    let value = is(self.terms, arg, "false");
                    return truth(self.terms, value);
                }
                self.terms.not(arg)
            }
            (word @ ("and" | "or"), _) => {
                let (neutral, dominant) = if word == "and" { ("true", "false") } else { ("false", "true") };
                if let Some(&arg) = args.iter().find(|&&arg| is(self.terms, arg, dominant)) {
                    return arg;
                }
                let left: Vec<Term> = args.iter().copied().filter(|&arg| !is(self.terms, arg, neutral)).collect();
                if word == "and" { self.terms.and(&left) } else { self.terms.or(&left) }
            }
            ("=", &[a, b]) => {
                if a == b {
                    return truth(self.terms, true);
                }
                let (Some(c), Some(d)) = (self.constructor(a), self.constructor(b)) else { return term };
                if c != d {
                    return truth(self.terms, false);
                }
                let pairs: Vec<(Term, Term)> =
                    self.terms.args(a).iter().copied().zip(self.terms.args(b).iter().copied()).collect();
                // Fields that are built again are taken apart in the next pass.
                let parts: Vec<Term> = pairs.into_iter().map(|(x, y)| self.terms.apply("=", &[x, y])).collect();
                self.terms.and(&parts)
            }
            _ => term,
        }
    }

    fn classes(&self, parts: &[Term]) -> Classes {
        let mut classes = Classes::new();
        for &part in parts {
            if let (Some("="), &[a, b]) = (self.terms.head(part), self.terms.args(part)) {
                classes.entry(a).or_default().push(b);
                classes.entry(b).or_default().push(a);
            }
        }
        classes
    }

    /// The images of the rule's variables for which the calls of the pattern are among the calls; equations between
    /// terms are looked through once.
    fn matches(&mut self, rule: &Rule, pattern: &[Term], calls: &[Term], classes: &Classes) -> Vec<HashMap<Var, Term>> {
        /// What is bound, what is to be matched, and the number of the next call of the pattern.
        type State = (HashMap<Var, Term>, Vec<(Term, Term)>, usize);
        let terms = &*self.terms;
        let pairs = |a: Term, b: Term| terms.args(a).iter().copied().zip(terms.args(b).iter().copied());
        let mut found = Vec::new();
        let mut stack: Vec<State> = vec![(HashMap::new(), Vec::new(), 0)];
        while let Some((mut bound, mut open, next)) = stack.pop() {
            if self.matches == 0 {
                break;
            }
            self.matches -= 1;
            let Some((wanted, given)) = open.pop() else {
                match pattern.get(next) {
                    None => found.push(bound),
                    Some(&wanted) => {
                        for &call in calls.iter().rev().filter(|&&call| terms.op(call) == terms.op(wanted)) {
                            stack.push((bound.clone(), pairs(wanted, call).collect(), next + 1));
                        }
                    }
                }
                continue;
            };
            match terms.op(wanted) {
                Op::Var(var) if rule.vars.contains(var) => {
                    match bound.get(var) {
                        Some(&image) => {
                            if image != given && !classes.get(&image).is_some_and(|class| class.contains(&given)) {
                                continue;
                            }
                        }
                        None => {
                            bound.insert(*var, given);
                        }
                    }
                    stack.push((bound, open, next));
                }
                // What stands below arithmetic binds nothing; an instance is true anyway.
                Op::Apply(name) if wanted != given && !is_arithmetic(terms, self.theory, *name) => {
                    let candidates = std::iter::once(given).chain(classes.get(&given).into_iter().flatten().copied());
                    for given in candidates.filter(|&given| terms.op(given) == terms.op(wanted)) {
                        let mut open = open.clone();
                        open.extend(pairs(wanted, given));
                        stack.push((bound.clone(), open, next));
                    }
                }
                _ => stack.push((bound, open, next)),
            }
        }
        found
    }
}
