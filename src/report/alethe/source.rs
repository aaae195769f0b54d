//! Proofs from the assertions of the script, as the user wrote them.
//!
//! Each step of the refutation names a clause, and the clause an assertion and what its variables are called there. The
//! assertion is instantiated with these values and simplified to the atom that is derived ([`Instance`]). Steps for
//! predicates that the reader has introduced are no steps here: their values and premises go to the steps that use
//! them.

use super::arrays::Sym;
use super::ground::{self, Arrays, Ground, Reads};
use super::instance::{Goal, Instance};
use super::pool::{self, Pool, Term};
use super::{Derived, Proof, Writer, brought, needed, ordered};
use horn_solver::solve::Problem;
use horn_solver::system::{Refutation, System};
use horn_solver::term::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write;
use std::rc::Rc;

/// What a step of the refutation gives to the steps that use it.
struct Given {
    derived: Derived,
    /// For a predicate of the reader: the values of the assertion's variables, and the steps it needs.
    merged: Option<(HashMap<Rc<str>, Rc<Sym>>, BTreeSet<usize>)>,
}

/// The proof from the assertions; `Err` says why there is none.
pub fn proof(problem: &mut Problem, refutation: &Refutation, input: &str) -> Result<Proof, String> {
    let names = problem.names();
    let Problem { store, system, auxiliary, variables, .. } = problem;
    let variables = variables.as_ref().ok_or("the clauses are not those of a script")?;
    let mut pool = Pool::default();
    let formulas = pool::assertions(&mut pool, input)?;
    let preds: HashSet<Rc<str>> = system.pred_ids().map(|id| names.pred(id).into()).collect();
    let needed = needed(refutation)?;
    let mut reads = Reads::new();
    for &index in &needed {
        let step = &refutation.steps[index];
        ground::add_reads(store, system.clause(step.clause), &step.values, &mut reads);
    }
    let (mut writer, mut arrays) = (Writer::default(), Arrays::default());
    assume(&mut writer, &mut pool, &formulas, system, refutation, &needed)?;
    let mut given: BTreeMap<usize, Given> = BTreeMap::new();
    for index in ordered(store, system, refutation, &needed) {
        let step = &refutation.steps[index];
        let clause = system.clause(step.clause);
        let premises: Vec<&Derived> = step.premises.iter().map(|premise| &given[premise].derived).collect();
        let known = brought(store, clause, &premises);
        let ground = Ground::new(store, &names, clause, &step.values, &known, (&reads, &mut arrays))?;
        let mut values: HashMap<Rc<str>, Rc<Sym>> = HashMap::new();
        for (name, sym) in variables.of(step.clause).zip(ground.variables()) {
            let Some(name) = name else { continue };
            let name = horn_solver::smtlib::print::symbol_text(name).into();
            add_value(&mut values, name, sym)?;
        }
        let args: Option<Vec<Rc<Sym>>> =
            clause.head.iter().flat_map(|h| &h.args).map(|&arg| ground.value(arg)).collect();
        let args = args.ok_or("a term of the refutation has no value")?;
        let mut leaves = BTreeSet::new();
        for premise in &step.premises {
            match &given[premise].merged {
                None => {
                    leaves.insert(*premise);
                }
                Some((inner, steps)) => {
                    leaves.extend(steps);
                    let mut inner: Vec<_> = inner.iter().collect();
                    inner.sort_by_key(|(name, _)| *name);
                    for (name, sym) in inner {
                        add_value(&mut values, name.clone(), sym)?;
                    }
                }
            }
        }
        if clause.head.as_ref().is_some_and(|head| auxiliary.contains(&head.pred)) {
            let derived = Derived { text: String::new(), step: String::new(), args };
            given.insert(index, Given { derived, merged: Some((values, leaves)) });
            continue;
        }
        let wanted: Vec<Value> = args.iter().map(|arg| arg.value.clone()).collect();
        let goal: Goal<'_> = clause.head.as_ref().map(|head| (names.pred(head.pred), wanted));
        let formula = *formulas.get(clause.origin.assertion as usize).ok_or("an assertion is missing")?;
        let mut instance = Instance {
            pool: &mut pool,
            writer: &mut writer,
            store: &mut *store,
            names: &names,
            preds: &preds,
            values,
            known: HashMap::new(),
            syms: HashMap::new(),
        };
        for leaf in &leaves {
            let Derived { text, step, args } = &given[leaf].derived;
            instance.know(text, step, args)?;
        }
        let (text, step, args) = instance.derive(formula, &format!("a{}", clause.origin.assertion), &goal)?;
        given.insert(index, Given { derived: Derived { text, step, args }, merged: None });
    }
    Ok(writer.finish(store, &names, &arrays.bases, input.to_string()))
}

/// Writes the assumptions: the assertions that are used.
fn assume(
    writer: &mut Writer,
    pool: &mut Pool,
    formulas: &[Term],
    system: &System,
    refutation: &Refutation,
    needed: &BTreeSet<usize>,
) -> Result<(), String> {
    let used = needed.iter().map(|&index| system.clause(refutation.steps[index].clause).origin.assertion);
    for number in used.collect::<BTreeSet<u32>>() {
        let formula = formulas.get(number as usize).ok_or("an assertion is missing")?;
        let text = pool.text(*formula)?;
        // Writing to a string cannot fail.
        let _ = writeln!(writer.text, "(assume a{number} {text})");
    }
    Ok(())
}

/// Two variables of one name must have one value.
fn add_value(values: &mut HashMap<Rc<str>, Rc<Sym>>, name: Rc<str>, sym: &Rc<Sym>) -> Result<(), String> {
    match values.get(&name) {
        Some(other) if other.text != sym.text => Err("variables of one name have different values".to_string()),
        _ => {
            values.insert(name, sym.clone());
            Ok(())
        }
    }
}
