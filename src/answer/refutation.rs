//! Refutations as text that can be checked against the text of the script alone.
//!
//! A list of steps in derivation order, of which the last derives `false`:
//!
//! ```text
//! (step 2 (loop 1 1 5) :assertion 2 :values ((x 0) (y 0) (n 5)) :premises (1))
//! ```
//!
//! The fact, a closed atom or `false`, follows from the facts of the premises and from the second assertion (`assert`,
//! `rule` or `query`) where the quantified variables `x`, `y` and `n` have these values. Only steps that are needed are
//! there. Predicates that the reader introduced are not: the step that derives such an atom is merged into those that
//! use it, so that a step may need several instances of its assertion. Where binders of one name have different values,
//! there is an `:assertion … :values …` for each of them.
//!
//! A system that was no script (or one with heaps) is the script that [`system_text`] prints; names are those of that
//! script.
//!
//! [`system_text`]: horn_solver::smtlib::system_text

use horn_solver::smtlib::Names;
use horn_solver::smtlib::print::{head_text, symbol_text, write_term};
use horn_solver::solve::Problem;
use horn_solver::system::{Clause, PredId, Refutation, Step};
use horn_solver::term::{Store, TermId};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write;

/// The derivation of false.
pub fn text(problem: &mut Problem, refutation: &Refutation) -> String {
    let names = problem.names();
    let Problem { store, system, auxiliary, variables, .. } = problem;
    // A script that we print ourselves declares these predicates too.
    let hidden: HashSet<PredId> = auxiliary.iter().copied().filter(|_| variables.is_some()).collect();
    let is_hidden =
        |step: &Step| system.clause(step.clause).head.as_ref().is_some_and(|head| hidden.contains(&head.pred));
    let needed = refutation.needed();
    let mut numbers = vec![0; refutation.steps.len()];
    let mut count = 0;
    let mut text = String::from("(\n");
    for (index, step) in refutation.steps.iter().enumerate() {
        if !needed[index] || is_hidden(step) {
            continue;
        }
        count += 1;
        numbers[index] = count;
        // Writing to a string cannot fail.
        let _ = write!(text, "(step {count} ");
        let clause = system.clause(step.clause);
        match &clause.head {
            None => text.push_str("false"),
            Some(head) => {
                let values = values(store, clause, step);
                let args: Vec<TermId> = head.args.iter().map(|&arg| store.instantiate(arg, &values)).collect();
                write_fact(&mut text, store, &names, head.pred, &args);
            }
        }
        let mut instances: BTreeMap<u32, Instance> = BTreeMap::new();
        let mut premises = BTreeSet::new();
        let mut merged = HashSet::new();
        let mut stack = vec![step];
        while let Some(step) = stack.pop() {
            let clause = system.clause(step.clause);
            let values = values(store, clause, step);
            match variables {
                Some(variables) => {
                    let instance = instances.entry(clause.origin.assertion).or_default();
                    let named = variables.of(step.clause).zip(values);
                    named.filter_map(|(name, value)| Some((name?, value))).for_each(|(name, value)| {
                        instance.add(symbol_text(name), value);
                    });
                }
                None => {
                    let instance = instances.entry(step.clause.0).or_default();
                    (0..).zip(values).for_each(|(number, value)| instance.add(names.var(number), value));
                }
            }
            for &premise in &step.premises {
                if !is_hidden(&refutation.steps[premise]) {
                    premises.insert(numbers[premise]);
                } else if merged.insert(premise) {
                    stack.push(&refutation.steps[premise]);
                }
            }
        }
        for (assertion, instance) in &instances {
            instance.write(&mut text, store, &names, assertion + 1);
        }
        if !premises.is_empty() {
            let premises: Vec<String> = premises.iter().map(ToString::to_string).collect();
            let _ = write!(text, " :premises ({})", premises.join(" "));
        }
        text.push_str(")\n");
    }
    text.push_str(")\n");
    text
}

/// The values of a clause's variables as terms.
fn values(store: &mut Store, clause: &Clause, step: &Step) -> Vec<TermId> {
    step.values.iter().zip(&clause.vars).map(|(value, &sort)| value.to_term(store, sort)).collect()
}

fn write_fact(text: &mut String, store: &Store, names: &Names, pred: PredId, args: &[TermId]) {
    if args.is_empty() {
        return text.push_str(names.pred(pred));
    }
    text.push('(');
    text.push_str(names.pred(pred));
    for &arg in args {
        text.push(' ');
        write_value(text, store, names, arg);
    }
    text.push(')');
}

/// A closed term. Most are numbers, and a refutation has many of them.
fn write_value(text: &mut String, store: &Store, names: &Names, value: TermId) {
    if store.args(value).is_empty() {
        text.push_str(&head_text(store, value, names));
    } else {
        write_term(text, store, value, names);
    }
}

/// The values that a step needs of the variables of one assertion.
#[derive(Default)]
struct Instance {
    /// The position of each name, ready to print.
    known: HashMap<String, usize>,
    /// The names in order, each with its different values: more than one only where several binders have that name.
    values: Vec<(String, Vec<TermId>)>,
}

impl Instance {
    fn add(&mut self, name: String, value: TermId) {
        let at = *self.known.entry(name).or_insert_with_key(|name| {
            self.values.push((name.clone(), Vec::new()));
            self.values.len() - 1
        });
        let values = &mut self.values[at].1;
        if !values.contains(&value) {
            values.push(value);
        }
    }

    fn write(&self, text: &mut String, store: &Store, names: &Names, assertion: u32) {
        let lists = self.values.iter().map(|(_, values)| values.len()).max().unwrap_or(1);
        for list in 0..lists {
            let _ = write!(text, " :assertion {assertion} :values (");
            for (position, (name, values)) in self.values.iter().enumerate() {
                let space = if position == 0 { "" } else { " " };
                let _ = write!(text, "{space}({name} ");
                write_value(text, store, names, values[list.min(values.len() - 1)]);
                text.push(')');
            }
            text.push(')');
        }
    }
}
