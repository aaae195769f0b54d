//! `unsat`: every step of the refutation follows, and the last one is `false`.
//!
//! A step says that its fact follows from the facts of its premises and from instances of assertions. The solver is
//! asked whether these, with the negation of the fact, are unsatisfiable, the predicates uninterpreted. So whatever is
//! accepted holds in every interpretation in which the script's assertions do, and `false` holds in none. The recursive
//! functions of the script must exist, as otherwise there is no interpretation to begin with.

use crate::formula::start;
use crate::model::describe;
use crate::modes::Narrower;
use crate::open::{Constants, Hypotheses, Opener};
use crate::read::Reader;
use crate::recursion::functions_exist;
use crate::script::{Script, signature};
use crate::sexpr::{Kind, NodeId, Tree};
use crate::solver::{Process, SmtSolver, Word};
use crate::term::{Name, Term, Terms};
use crate::{Accepted, Options, Rejection};
use std::collections::HashMap;
use std::fmt::Write;

/// Steps asked about in one question. Each is small, and all are wanted to be unsatisfiable: their disjunction is one
/// question.
const STEPS: usize = 40;

/// A step as read.
struct Step {
    /// Its number in the answer.
    number: String,
    /// What it derives.
    fact: Term,
    /// The assertions it uses, from 0, with the values of their variables.
    instances: Vec<(usize, HashMap<Name, Term>)>,
    /// The facts it uses.
    premises: Vec<Term>,
}

/// Checks a refutation.
pub fn check(mut script: Script, tree: &Tree<'_>, body: NodeId, options: &Options) -> Result<Accepted, Rejection> {
    functions_exist(&mut script)?;
    let steps = read(&mut script, tree, body).map_err(|rejection| rejection.within("the answer"))?;
    let mut prelude = script.declarations();
    let bool_sort = script.terms.plain_sort("Bool");
    for pred in &script.symbols.pred_list {
        let signature = signature(&script.terms, &pred.sorts, bool_sort);
        let _ = writeln!(prelude, "(declare-fun {} {signature})", script.terms.text(pred.symbol));
    }
    let prefix = script.prefix.clone();
    let (formulas, constants) = formulas(&mut script, &prefix, &steps);
    for (name, sort) in constants.made {
        let _ = writeln!(prelude, "(declare-const {} {})", script.terms.text(name), script.terms.sort_text(sort));
    }
    for (name, sort, value) in constants.values {
        let (name, sort) = (script.terms.text(name), script.terms.sort_text(sort));
        let _ = write!(prelude, "(define-fun {name} () {sort} ");
        crate::print::write(&mut prelude, &script.terms, &prefix, value);
        prelude.push_str(")\n");
    }
    let mut queries = 0;
    for solver in &options.solvers {
        let mut process = start(solver, options, &script.prefix, &prelude)?;
        for (steps, formulas) in steps.chunks(STEPS).zip(formulas.chunks(STEPS)) {
            let all = script.terms.or(formulas);
            if ask(&script.terms, &script.prefix, &mut process, all)? == Word::Unsat {
                continue;
            }
            for (step, &formula) in steps.iter().zip(formulas) {
                single(&script, &mut process, solver, options, &prelude, step, formula)?;
            }
        }
        queries += process.queries;
    }
    Ok(Accepted { sat: false, parts: steps.len(), queries })
}

/// A step that may be the one because of which several were not confirmed.
fn single(
    script: &Script,
    process: &mut Process,
    solver: &SmtSolver,
    options: &Options,
    prelude: &str,
    step: &Step,
    formula: Term,
) -> Result<(), Rejection> {
    let mut word = ask(&script.terms, &script.prefix, process, formula)?;
    if word == Word::Unknown {
        // Without other formulas around, more tactics apply.
        let mut process = start(solver, options, &script.prefix, prelude)?;
        let mut text = String::from("(assert ");
        crate::print::write(&mut text, &script.terms, &script.prefix, formula);
        text.push_str(")\n(check-sat)\n");
        word = process.ask(&text, 1)?[0];
    }
    let used: Vec<String> = step.instances.iter().map(|&(number, _)| describe(script, number)).collect();
    let what = format!("step {} does not follow from {}", step.number, used.join(" and "));
    match word {
        Word::Unsat => Ok(()),
        Word::Sat => Err(Rejection::Wrong(what)),
        Word::Unknown => Err(Rejection::Undecided(what)),
    }
}

fn ask(terms: &Terms, prefix: &str, process: &mut Process, formula: Term) -> Result<Word, Rejection> {
    let mut text = String::from("(push 1)\n(assert ");
    crate::print::write(&mut text, terms, prefix, formula);
    text.push_str(")\n(check-sat)\n(pop 1)\n");
    Ok(process.ask(&text, 1)?[0])
}

fn read(script: &mut Script, tree: &Tree<'_>, body: NodeId) -> Result<Vec<Step>, Rejection> {
    let mut steps: Vec<Step> = Vec::new();
    let mut facts: HashMap<&str, Term> = HashMap::new();
    let count = script.assertions.len();
    let mut last = None;
    for node in tree.children(body) {
        let mut reader = Reader::new(tree, &mut script.terms, &mut script.symbols);
        let mut parts = if tree.is_list(node) { tree.children(node).collect() } else { Vec::new() }.into_iter();
        let (word, number, fact) = (parts.next(), parts.next(), parts.next());
        let (Some("step"), Some(number), Some(fact_node)) = (word.and_then(|word| tree.symbol(word)), number, fact)
        else {
            return Err(reader.fault(node, "expected `(step number fact …)`"));
        };
        if tree.kind(number) != Kind::Number {
            return Err(reader.fault(number, "expected the number of the step"));
        }
        let number = tree.text(number);
        let fact = reader.term(fact_node)?;
        let is_pred = |name: Name| reader.symbols.pred_symbols.contains(&name);
        let is_false = reader.terms.head(fact) == Some("false");
        if !is_false && !reader.terms.head_name(fact).is_some_and(is_pred) || reader.terms.has_var(fact) {
            return Err(reader.fault(fact_node, "a fact is a predicate of the script with values, or `false`"));
        }
        let mut step = Step { number: number.to_string(), fact, instances: Vec::new(), premises: Vec::new() };
        while let Some(keyword) = parts.next() {
            let Some(value) = parts.next() else { return Err(reader.fault(keyword, "a value is missing")) };
            if tree.text(keyword) != ":assertion" && !tree.is_list(value) {
                return Err(reader.fault(value, "expected a list"));
            }
            match tree.text(keyword) {
                ":assertion" => {
                    let number = tree.text(value).parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                    let Some(number) = number.filter(|&number| number < count) else {
                        let message = format!("the script has no assertion {} (it has {count})", tree.text(value));
                        return Err(Rejection::Malformed(message));
                    };
                    step.instances.push((number, HashMap::new()));
                }
                ":values" => {
                    let Some((_, values)) = step.instances.last_mut() else {
                        return Err(reader.fault(keyword, "`:values` without `:assertion`"));
                    };
                    for pair in tree.children(value) {
                        let Some([name, term]) = tree.exactly(pair) else {
                            return Err(reader.fault(pair, "expected `(name value)`"));
                        };
                        let name = reader.symbol(name)?;
                        let term = reader.term(term)?;
                        if reader.terms.has_var(term) {
                            return Err(reader.fault(pair, "a value has no variables"));
                        }
                        values.insert(name, term);
                    }
                }
                ":premises" => {
                    for premise in tree.children(value) {
                        let Some(&fact) = facts.get(tree.text(premise)) else {
                            let message = format!("step {} is not derived before step {number}", tree.text(premise));
                            return Err(Rejection::Malformed(message));
                        };
                        step.premises.push(fact);
                    }
                }
                _ => return Err(reader.fault(keyword, "expected `:assertion`, `:values` or `:premises`")),
            }
        }
        if facts.insert(number, fact).is_some() {
            return Err(Rejection::Malformed(format!("step {number} is there twice")));
        }
        last = Some(is_false);
        steps.push(step);
    }
    match last {
        None => Err(Rejection::Malformed("the refutation has no steps".to_string())),
        Some(false) => Err(Rejection::Malformed("the last step does not derive `false`".to_string())),
        Some(true) => Ok(steps),
    }
}

/// For each step what must be unsatisfiable, and the constants in all of it.
fn formulas<'p>(script: &mut Script, prefix: &'p str, steps: &[Step]) -> (Vec<Term>, Constants<'p>) {
    let Script { terms, symbols, assertions, .. } = script;
    let mut constants = Constants::new(prefix);
    let mut opened = HashMap::new();
    let mut narrower = Narrower::default();
    let mut formulas = Vec::with_capacity(steps.len());
    for step in steps {
        let mut parts = step.premises.clone();
        let mut numbers: Vec<usize> = step.instances.iter().map(|instance| instance.0).collect();
        numbers.sort_unstable();
        numbers.dedup();
        for number in numbers {
            let values: Vec<HashMap<Name, Term>> =
                step.instances.iter().filter(|instance| instance.0 == number).map(|i| i.1.clone()).collect();
            let formula = match &values[..] {
                [values] => narrower.narrowed(terms, assertions[number].formula, values),
                _ => assertions[number].formula,
            };
            let mut opener = Opener {
                terms,
                symbols,
                constants: &mut constants,
                hypotheses: Hypotheses::Named(&values),
                opened: &mut opened,
            };
            parts.push(opener.open(formula, true));
        }
        parts.push(terms.not(step.fact));
        formulas.push(terms.and(&parts));
    }
    (formulas, constants)
}
