//! Models: `-ssol` as define-funs, `-sol` as clauses. Predicates in the order of their names, only those that occur in
//! clauses.

use super::heap::Theory;
use super::{prolog, remainders, smtlib};
use horn_solver::smtlib::Names;
use horn_solver::smtlib::print::{function_definitions, measure_definitions};
use horn_solver::system::{Model, PredId, System};
use horn_solver::term::{Store, TermId};
use std::fmt::Write;

/// The predicates that a model lists.
pub fn listed(system: &System, hidden: &[PredId]) -> Vec<PredId> {
    let mut occurs = vec![false; system.preds.len()];
    for clause in &system.clauses {
        for atom in clause.body.iter().chain(&clause.head) {
            occurs[atom.pred.index()] = true;
        }
    }
    let mut preds: Vec<PredId> = system.pred_ids().filter(|&id| occurs[id.index()] && !hidden.contains(&id)).collect();
    preds.sort_by(|&a, &b| system.pred(a).name.cmp(&system.pred(b).name).then(a.cmp(&b)));
    preds
}

/// The spelling with variables for the arguments of these predicates.
fn with_variables(mut names: Names, system: &System, preds: &[PredId]) -> Names {
    names.number_vars(preds.iter().map(|&id| system.pred(id).sorts.len()).max().unwrap_or(0));
    names
}

/// The model with definitions that are read more easily, and mean the same.
pub fn plainer(store: &mut Store, model: &Model) -> Model {
    Model {
        definitions: model
            .definitions
            .iter()
            .map(|&definition| remainders::without_implied(store, definition))
            .collect(),
    }
}

/// The model with its definitions in the notation of the theory of heaps, where they can be written in it. `heaps`: the
/// empty heaps of the script.
pub fn about_heaps(store: &mut Store, heaps: &[TermId], model: &Model) -> Model {
    let mut theory = Theory::new(store, heaps);
    let mut written = |definition: TermId| match &mut theory {
        Some(theory) => theory.formula(store, definition).unwrap_or(definition),
        None => definition,
    };
    Model { definitions: model.definitions.iter().map(|&definition| written(definition)).collect() }
}

/// `-ssol`. No name that is made here is one of `names` or of those that these keep free.
pub fn smtlib(store: &Store, system: &System, hidden: &[PredId], model: &Model, names: Names) -> String {
    let preds = listed(system, hidden);
    let mut names = with_variables(names, system, &preds);
    // Claims may have more variables than predicates have arguments.
    let params = preds.iter().map(|&id| system.pred(id).sorts.len());
    names.number_vars(params.chain(store.claims().iter().map(|claim| claim.vars.len())).max().unwrap_or(0));
    let mut text = String::from("(\n");
    // The sizes of datatypes that the definitions speak about, and other functions over these.
    let definitions: Vec<_> = preds.iter().map(|&id| model.definition(id)).collect();
    text.push_str(&measure_definitions(store, &definitions, &names));
    text.push_str(&function_definitions(store, &definitions, &names));
    for id in preds {
        let args: Vec<String> = (0u32..)
            .zip(&system.pred(id).sorts)
            .map(|(at, &sort)| format!("({} {})", names.var(at), names.sort(store, sort)))
            .collect();
        let body = smtlib::formula_text(store, model.definition(id), &names);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    (define-fun {} ({}) Bool {body})", names.pred(id), args.join(" "));
    }
    text.push_str(")\n");
    text
}

/// `-sol`
pub fn prolog(store: &Store, system: &System, hidden: &[PredId], model: &Model, names: Names) -> String {
    let preds = listed(system, hidden);
    let names = with_variables(names, system, &preds);
    let mut text = String::new();
    for id in preds {
        let args: Vec<String> = (0..system.pred(id).sorts.len() as u32).map(|at| names.var(at)).collect();
        text.push_str(&prolog::pred_name(&system.pred(id).name));
        if !args.is_empty() {
            let _ = write!(text, "({})", args.join(","));
        }
        let _ = writeln!(text, " :- {}.", prolog::formula_text(store, model.definition(id), &names, &prolog::PROLOG));
    }
    text
}
