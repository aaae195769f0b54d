//! Recursive functions that a model brings along, such as the length of a list: what may be said of them, and why.
//!
//! A model may define functions by recursion over the constructors of a datatype. That such a definition defines
//! anything has to be checked first: every recursive call must be on a field of the argument, and be reached only where
//! the argument is built by the constructor that has the field. The function is then uninterpreted for the solver,
//! which is told true things only: the defining equation at the terms that occur, some constructors deep; that values
//! are not negative, and that equal values come from equal arguments, if an induction over the constructors shows it.

use crate::Rejection;
use crate::read::{Definition, Symbols};
use crate::script::{Script, signature};
use crate::solver::{Process, Word};
use crate::term::{Name, Op, Sort, Term, Terms, Var};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// How many constructors of an argument are unfolded.
const DEPTH: usize = 3;
/// Equations about one obligation at most.
const MAX_EQUATIONS: usize = 80;
/// Beyond this many applications, pairs of them are not compared.
const MAX_PAIRED: usize = 24;

/// The recursive functions of a model.
#[derive(Default)]
pub struct Functions {
    list: Vec<(Name, Definition)>,
    /// Those whose values are never negative.
    non_negative: HashSet<Name>,
    /// Those whose values are equal only for equal arguments.
    injective: HashSet<Name>,
}

/// A call in the body of a definition: the function, the selector, and the constructor that has it.
struct Call {
    function: Name,
    selector: Name,
    constructor: Name,
}

impl Functions {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The definitions.
    pub fn all(&self) -> &[(Name, Definition)] {
        &self.list
    }

    /// Adds definitions that may call each other.
    pub fn add(&mut self, definitions: Vec<(Name, Definition)>) {
        self.list.extend(definitions);
    }

    /// The declarations for the solver.
    pub fn declarations(&self, terms: &Terms) -> String {
        let mut text = String::new();
        for (name, definition) in &self.list {
            let sorts: Vec<Sort> = definition.params.iter().map(|&var| terms.var_info(var).sort).collect();
            let _ = writeln!(text, "(declare-fun {} {})", terms.text(*name), signature(terms, &sorts, definition.sort));
        }
        text
    }

    /// An error unless every definition descends.
    pub fn check(&self, terms: &mut Terms, symbols: &Symbols) -> Result<(), Rejection> {
        for (name, definition) in &self.list {
            self.calls(terms, symbols, definition).map_err(|why| {
                let name = terms.text(symbols.spelled(*name));
                Rejection::Malformed(format!("the recursion of `{name}` {why}"))
            })?;
        }
        Ok(())
    }

    /// The recursive calls of a definition.
    fn calls(&self, terms: &mut Terms, symbols: &Symbols, definition: &Definition) -> Result<Vec<Call>, String> {
        let &[param] = &definition.params[..] else { return Err("has not one parameter".to_string()) };
        if terms.free_vars(definition.body).iter().any(|&var| var != param) || terms.is_quantified(definition.body) {
            return Err("has other variables or quantifiers in it".to_string());
        }
        let all = self.constructors(terms, symbols, param).ok_or("is not over a datatype")?;
        let testers: Vec<(Name, Name)> = all.iter().map(|&c| (symbols.tester(terms, c), c)).collect();
        let mut calls = Vec::new();
        let mut seen: HashSet<(Term, Vec<Name>)> = HashSet::new();
        let mut stack = vec![(definition.body, all)];
        while let Some((term, possible)) = stack.pop() {
            if !seen.insert((term, possible.clone())) {
                continue;
            }
            let args = terms.args(term);
            if terms.head(term) == Some("ite")
                && let &[condition, yes, no] = args
                && let Some(constructor) = tested(terms, &testers, condition, param)
            {
                let is = |name: &&Name| **name == constructor;
                stack.push((yes, possible.iter().filter(is).copied().collect()));
                stack.push((no, possible.iter().filter(|name| !is(name)).copied().collect()));
                continue;
            }
            let Some(function) = terms.head_name(term).filter(|name| self.list.iter().any(|f| f.0 == *name)) else {
                stack.extend(args.iter().map(|&arg| (arg, possible.clone())));
                continue;
            };
            let &[arg] = args else { return Err("calls a function with a wrong number of arguments".to_string()) };
            let field = terms
                .head_name(arg)
                .filter(|_| matches!(terms.args(arg), &[inner] if *terms.op(inner) == Op::Var(param)));
            let Some(selector) = field else { return Err("calls a function on something but a field".to_string()) };
            let &[constructor] = &possible[..] else {
                if possible.is_empty() {
                    continue;
                }
                return Err("calls a function where the argument may have several constructors".to_string());
            };
            if !symbols.constructors[&constructor].fields.iter().any(|field| field.0 == selector) {
                return Err("calls a function on a field of another constructor".to_string());
            }
            calls.push(Call { function, selector, constructor });
        }
        Ok(calls)
    }

    /// The constructors of a parameter's datatype.
    fn constructors(&self, terms: &Terms, symbols: &Symbols, param: Var) -> Option<Vec<Name>> {
        let (head, _) = terms.sort_parts(terms.var_info(param).sort);
        let (_, constructors) = symbols.datatypes.iter().find(|(name, _)| terms.text(**name) == head)?;
        Some(constructors.clone())
    }

    /// Finds out what an induction over the constructors shows.
    pub fn learn(
        &mut self,
        terms: &mut Terms,
        symbols: &Symbols,
        prefix: &str,
        process: &mut Process,
    ) -> Result<(), Rejection> {
        let int = terms.plain_sort("Int");
        let list = self.list.clone();
        let numbers = || list.iter().filter(|(_, definition)| definition.sort == int);
        self.non_negative = numbers().map(|(name, _)| *name).collect();
        // The largest set of functions each of which is not negative if all of them are not on smaller arguments.
        loop {
            let mut failed = Vec::new();
            for (name, definition) in numbers().filter(|(name, _)| self.non_negative.contains(name)) {
                let calls = self.calls(terms, symbols, definition).map_err(Rejection::Malformed)?;
                let x = constant(terms, prefix, "x");
                let zero = terms.apply("0", &[]);
                let value = instance(terms, definition, x);
                let mut parts = vec![terms.apply("<", &[value, zero])];
                for call in calls.iter().filter(|call| self.non_negative.contains(&call.function)) {
                    let field = terms.make(Op::Apply(call.selector), &[x]);
                    let smaller = terms.make(Op::Apply(call.function), &[field]);
                    let bound = terms.apply("<=", &[zero, smaller]);
                    let built = tester(terms, symbols, call.constructor, x);
                    parts.push(terms.apply("=>", &[built, bound]));
                }
                let sort = terms.var_info(definition.params[0]).sort;
                if !holds(terms, prefix, process, &[(x, sort)], &parts)? {
                    failed.push(*name);
                }
            }
            if failed.is_empty() {
                break;
            }
            self.non_negative.retain(|name| !failed.contains(name));
        }
        for (name, definition) in &list {
            let sort = terms.var_info(definition.params[0]).sort;
            let calls = self.calls(terms, symbols, definition).map_err(Rejection::Malformed)?;
            let (x, y) = (constant(terms, prefix, "x"), constant(terms, prefix, "y"));
            let (fx, fy) = (terms.make(Op::Apply(*name), &[x]), terms.make(Op::Apply(*name), &[y]));
            let (equal, same) = (terms.apply("=", &[fx, fy]), terms.apply("=", &[x, y]));
            let different = terms.not(same);
            let mut parts = vec![equal, different];
            self.equations(terms, &mut parts);
            // The hypothesis for the fields of x, at the fields of y.
            for a in calls.iter().filter(|call| call.function == *name) {
                for b in calls.iter().filter(|call| call.function == *name) {
                    let (s, t) = (terms.make(Op::Apply(a.selector), &[x]), terms.make(Op::Apply(b.selector), &[y]));
                    let (fs, ft) = (terms.make(Op::Apply(*name), &[s]), terms.make(Op::Apply(*name), &[t]));
                    let (equal, same) = (terms.apply("=", &[fs, ft]), terms.apply("=", &[s, t]));
                    let (built_x, built_y) =
                        (tester(terms, symbols, a.constructor, x), tester(terms, symbols, b.constructor, y));
                    parts.push(terms.apply("=>", &[built_x, built_y, equal, same]));
                }
            }
            if holds(terms, prefix, process, &[(x, sort), (y, sort)], &parts)? {
                self.injective.insert(*name);
            }
        }
        Ok(())
    }

    /// Adds to the conjunction what is true of the functions' values in it.
    pub fn equations(&self, terms: &mut Terms, parts: &mut Vec<Term>) {
        if self.list.is_empty() {
            return;
        }
        let zero = terms.apply("0", &[]);
        let mut seen: HashSet<Term> = HashSet::new();
        let mut all: Vec<Term> = Vec::new();
        let mut fresh = self.applications(terms, parts, &mut seen);
        let mut equations = 0;
        for level in 0..=DEPTH {
            let mut next = Vec::new();
            for term in std::mem::take(&mut fresh) {
                all.push(term);
                let Some(name) = terms.head_name(term) else { continue };
                if self.non_negative.contains(&name) {
                    parts.push(terms.apply("<=", &[zero, term]));
                }
                if level == DEPTH || equations == MAX_EQUATIONS {
                    continue;
                }
                equations += 1;
                let Some((_, definition)) = self.list.iter().find(|f| f.0 == name) else { continue };
                let definition = definition.clone();
                let arg = terms.args(term)[0];
                let value = instance(terms, &definition, arg);
                let equation = terms.apply("=", &[term, value]);
                parts.push(equation);
                next.extend(self.applications(terms, &[equation], &mut seen));
            }
            fresh = next;
        }
        if all.len() > MAX_PAIRED {
            return;
        }
        for (number, &a) in all.iter().enumerate() {
            for &b in &all[..number] {
                let Some(name) = terms.head_name(a).filter(|name| self.injective.contains(name)) else { continue };
                if terms.head_name(b) != Some(name) {
                    continue;
                }
                let (s, t) = (terms.args(a)[0], terms.args(b)[0]);
                let (equal, same) = (terms.apply("=", &[a, b]), terms.apply("=", &[s, t]));
                parts.push(terms.apply("=>", &[equal, same]));
            }
        }
    }

    /// The new applications of the functions to terms without variables.
    fn applications(&self, terms: &Terms, roots: &[Term], seen: &mut HashSet<Term>) -> Vec<Term> {
        let is_function = |term: Term| terms.head_name(term).is_some_and(|name| self.list.iter().any(|f| f.0 == name));
        let all = terms.postorder(roots).into_iter();
        all.filter(|&term| is_function(term) && !terms.has_var(term) && seen.insert(term)).collect()
    }
}

/// An error unless there are functions that the recursive definitions of the script describe.
pub fn functions_exist(script: &mut Script) -> Result<(), Rejection> {
    for definitions in &script.recursive {
        exist(&mut script.terms, &script.symbols, definitions).map_err(|r| r.within("the script"))?;
    }
    Ok(())
}

/// An error unless there are functions that the definitions of a command describe: the equation `f(x) = f(x) + 1` has
/// none, and whatever follows from it says nothing about a model. Recursion must descend as that of a model
/// must, or take steps through an interval: behind a test for `l < u`, `l` grows by a numeral or `u` shrinks by one.
fn exist(terms: &mut Terms, symbols: &Symbols, definitions: &[(Name, Definition)]) -> Result<(), Rejection> {
    if definitions.iter().all(|(_, definition)| is_interval_recursion(terms, definitions, definition)) {
        return Ok(());
    }
    let functions = Functions { list: definitions.to_vec(), ..Functions::default() };
    functions.check(terms, symbols)
}

/// Whether a definition calls nothing, or only itself on smaller intervals. A call of another one of the definitions is
/// none of that.
fn is_interval_recursion(terms: &Terms, all: &[(Name, Definition)], definition: &Definition) -> bool {
    let is_call = |term: Term| terms.head_name(term).filter(|name| all.iter().any(|f| f.0 == *name));
    let own = all.iter().find(|f| f.1.body == definition.body && f.1.params == definition.params).map(|f| f.0);
    let param = |term: Term| match *terms.op(term) {
        Op::Var(var) => definition.params.iter().position(|&p| p == var),
        _ => None,
    };
    // The places of `l` and `u` if the condition says `l < u`.
    let less = |condition: Term| match (terms.head(condition), terms.args(condition)) {
        (Some("<"), &[l, u]) | (Some(">"), &[u, l]) => Some((param(l)?, param(u)?)),
        _ => None,
    };
    let not_less = |condition: Term| match (terms.head(condition), terms.args(condition)) {
        (Some(">="), &[l, u]) | (Some("<="), &[u, l]) => Some((param(l)?, param(u)?)),
        _ => None,
    };
    let numeral = |term: Term| terms.head(term).and_then(|text| text.parse::<u64>().ok()).is_some_and(|n| n > 0);
    let is_step = |arg: Term, operator: &str, place: usize| match (terms.head(arg), terms.args(arg)) {
        (Some(head), &[a, b]) if head == operator => {
            param(a) == Some(place) && numeral(b) || operator == "+" && param(b) == Some(place) && numeral(a)
        }
        _ => false,
    };
    let mut seen: HashSet<(Term, Option<(usize, usize)>)> = HashSet::new();
    let mut measures: HashSet<(usize, usize)> = HashSet::new();
    let mut stack = vec![(definition.body, None)];
    while let Some((term, known)) = stack.pop() {
        if !seen.insert((term, known)) {
            continue;
        }
        let args = terms.args(term);
        if let (Some("ite"), &[condition, yes, no]) = (terms.head(term), args) {
            stack.push((condition, known));
            stack.push((yes, less(condition).or(known)));
            stack.push((no, not_less(condition).or(known)));
            continue;
        }
        if let Some(name) = is_call(term) {
            let Some((l, u)) = known.filter(|_| Some(name) == own && args.len() == definition.params.len()) else {
                return false;
            };
            let grows = is_step(args[l], "+", l) && param(args[u]) == Some(u);
            let shrinks = is_step(args[u], "-", u) && param(args[l]) == Some(l);
            measures.insert((l, u));
            if l == u || !(grows || shrinks) || measures.len() > 1 {
                return false;
            }
        }
        stack.extend(args.iter().map(|&arg| (arg, known)));
    }
    true
}

/// The constructor that a condition tests a variable for.
fn tested(terms: &Terms, testers: &[(Name, Name)], condition: Term, param: Var) -> Option<Name> {
    let &[arg] = terms.args(condition) else { return None };
    if *terms.op(arg) != Op::Var(param) {
        return None;
    }
    let head = terms.head_name(condition)?;
    testers.iter().find(|(tester, _)| *tester == head).map(|(_, constructor)| *constructor)
}

fn tester(terms: &mut Terms, symbols: &Symbols, constructor: Name, arg: Term) -> Term {
    let head = symbols.tester(terms, constructor);
    terms.make(Op::Apply(head), &[arg])
}

/// The body of a definition at an argument.
fn instance(terms: &mut Terms, definition: &Definition, arg: Term) -> Term {
    terms.substitute(definition.body, &HashMap::from([(definition.params[0], arg)]))
}

fn constant(terms: &mut Terms, prefix: &str, name: &str) -> Term {
    terms.apply(&format!("{prefix}{name}"), &[])
}

/// Whether the parts, over those constants, are unsatisfiable together.
fn holds(
    terms: &Terms,
    prefix: &str,
    process: &mut Process,
    constants: &[(Term, Sort)],
    parts: &[Term],
) -> Result<bool, Rejection> {
    let mut text = String::from("(push 1)\n");
    for &(constant, sort) in constants {
        let _ = writeln!(text, "(declare-const {} {})", terms.head(constant).unwrap_or(""), terms.sort_text(sort));
    }
    for &part in parts {
        text.push_str("(assert ");
        crate::print::write(&mut text, terms, prefix, part);
        text.push_str(")\n");
    }
    text.push_str("(check-sat)\n(pop 1)\n");
    Ok(process.ask(&text, 1)? == [Word::Unsat])
}
