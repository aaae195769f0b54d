//! Clauses as text: `-p` and `-sp` for those read, `-logSimplified` and `-logSimplifiedSMT` for those preprocessing
//! leaves.

use super::{prolog, smtlib};
use horn_solver::smtlib::Names;
use horn_solver::smtlib::script::write_datatypes;
use horn_solver::system::{Atom, Clause, System};
use horn_solver::term::{Store, TermId, conjuncts};
use std::fmt::Write;

/// `-p`: a clause per line in Prolog syntax.
pub fn prolog(store: &mut Store, system: &System) -> String {
    let mut text = String::new();
    let names = clause_names(store, system);
    for clause in &system.clauses {
        let clause = plain(store, clause);
        let mut names = names.clone();
        names.number_vars(clause.vars.len());
        let atom = |atom: &Atom| prolog_atom(store, system, atom, &names, &prolog::PROLOG);
        let mut body: Vec<String> = clause.body.iter().map(atom).collect();
        let literal = |part: &TermId| prolog::formula_text(store, *part, &names, &prolog::PROLOG);
        body.extend(conjuncts(store, clause.constraint).iter().map(literal));
        if body.is_empty() {
            // `true` would be a relation symbol when this is read again.
            body.push("(0 = 0)".to_string());
        }
        let head = clause.head.as_ref().map_or_else(|| "false".to_string(), atom);
        let _ = writeln!(text, "{head} :- {}.", body.join(","));
    }
    text
}

/// `-sp`: a script.
pub fn script(store: &mut Store, system: &System) -> String {
    let mut text =
        String::from("(set-info :origin \"Horn problem converted to SMT-LIB2 using hornsolve\")\n(set-logic HORN)\n");
    let names = clause_names(store, system);
    declare(&mut text, store, system, &names);
    for clause in &system.clauses {
        let clause = plain(store, clause);
        let mut names = names.clone();
        names.number_vars(clause.vars.len());
        let mut body: Vec<String> = clause.body.iter().map(|atom| smtlib_atom(store, atom, &names)).collect();
        if clause.constraint != Store::TRUE {
            body.push(smtlib::formula_text(store, clause.constraint, &names));
        }
        let body = match &body[..] {
            [] => "true".to_string(),
            [part] => part.clone(),
            parts => format!("(and {})", parts.join(" ")),
        };
        let head = clause.head.as_ref().map_or_else(|| "false".to_string(), |atom| smtlib_atom(store, atom, &names));
        let formula = format!("(=> {body} {head})");
        assertion(&mut text, store, &clause, &names, "forall", &formula);
    }
    text.push_str("(check-sat)\n");
    text
}

/// `-logSimplified`: the clauses in the prover's syntax, arguments as they are.
pub fn simplified(store: &mut Store, system: &System) -> String {
    let mut text = String::from("Clauses after preprocessing:\n");
    let mut names = Names::user(store, system);
    let most = system.clauses.iter().map(|clause| clause.vars.len()).max().unwrap_or(0);
    names.set_vars((1..=most).map(|number| format!("T{number}")));
    for clause in &system.clauses {
        let atom = |atom: &Atom| prolog_atom(store, system, atom, &names, &prolog::PROVER);
        let mut body: Vec<String> = clause.body.iter().map(atom).collect();
        if clause.constraint != Store::TRUE || body.is_empty() {
            let parts = conjuncts(store, clause.constraint);
            let parts: Vec<String> =
                parts.iter().map(|&part| prolog::formula_text(store, part, &names, &prolog::PROVER)).collect();
            body.push(if parts.is_empty() { "true".to_string() } else { parts.join(" & ") });
        }
        let head = clause.head.as_ref().map_or_else(|| "false".to_string(), atom);
        let _ = writeln!(text, "{head} :- {}.", body.join(", "));
    }
    text
}

/// `-logSimplifiedSMT`: the same as a script of clauses written as disjunctions.
pub fn simplified_script(store: &mut Store, system: &System) -> String {
    let mut text = String::from(
        "(set-logic HORN)\n(set-info :source |\n    Benchmark: clauses after preprocessing\n    Output by hornsolve |)\n\
         (set-info :status unknown)\n",
    );
    let mut names = clause_names(store, system);
    let most = system.clauses.iter().map(|clause| clause.vars.len()).max().unwrap_or(0);
    let free: Vec<String> = (0..).map(|n| format!("var{n}")).filter(|name| !names.is_used(name)).take(most).collect();
    names.set_vars(free);
    declare(&mut text, store, system, &names);
    for clause in &system.clauses {
        let mut literals: Vec<String> =
            clause.body.iter().map(|atom| format!("(not {})", smtlib_atom(store, atom, &names))).collect();
        if clause.constraint != Store::TRUE {
            literals.push(format!("(not {})", smtlib::formula_text(store, clause.constraint, &names)));
        }
        literals.extend(clause.head.as_ref().map(|atom| smtlib_atom(store, atom, &names)));
        let formula = match &literals[..] {
            [] => "false".to_string(),
            [literal] => literal.clone(),
            all => format!("(or {})", all.join(" ")),
        };
        assertion(&mut text, store, clause, &names, "forall", &formula);
    }
    text.push_str("(check-sat)\n");
    text
}

fn clause_names(store: &Store, system: &System) -> Names {
    Names::closed(store, system)
}

fn declare(text: &mut String, store: &Store, system: &System, names: &Names) {
    write_datatypes(text, store, names);
    for id in system.pred_ids() {
        let sorts: Vec<String> = system.pred(id).sorts.iter().map(|&sort| names.sort(store, sort)).collect();
        let _ = writeln!(text, "(declare-fun {} ({}) Bool)", names.pred(id), sorts.join(" "));
    }
}

fn assertion(text: &mut String, store: &Store, clause: &Clause, names: &Names, quantifier: &str, formula: &str) {
    let vars: Vec<String> =
        (0u32..).zip(&clause.vars).map(|(at, &s)| format!("({} {})", names.var(at), names.sort(store, s))).collect();
    let _ = match vars.is_empty() {
        true => writeln!(text, "(assert {formula})"),
        false => writeln!(text, "(assert ({quantifier} ({}) {formula}))", vars.join(" ")),
    };
}

fn smtlib_atom(store: &Store, atom: &Atom, names: &Names) -> String {
    if atom.args.is_empty() {
        return names.pred(atom.pred).to_string();
    }
    let args: Vec<String> = atom.args.iter().map(|&arg| smtlib::term_text(store, arg, names)).collect();
    format!("({} {})", names.pred(atom.pred), args.join(" "))
}

fn prolog_atom(store: &Store, system: &System, atom: &Atom, names: &Names, style: &prolog::Style) -> String {
    let name = prolog::pred_name(&system.pred(atom.pred).name);
    if atom.args.is_empty() {
        return name;
    }
    let args: Vec<String> = atom.args.iter().map(|&arg| prolog::term_text(store, arg, names, style)).collect();
    format!("{name}({})", args.join(","))
}

/// The clause with different variables as arguments of every atom: anything else becomes an equation. Variables that do
/// not occur are left out, and they are numbered in the order in which atoms and constraint mention them.
fn plain(store: &mut Store, clause: &Clause) -> Clause {
    let mut clause = clause.clone();
    let mut equations = vec![clause.constraint];
    let mut next = clause.vars.len() as u32;
    let mut vars = clause.vars.clone();
    for atom in clause.body.iter_mut().chain(clause.head.as_mut()) {
        let mut seen = Vec::new();
        for arg in &mut atom.args {
            if store.as_var(*arg).is_some() && !seen.contains(arg) {
                seen.push(*arg);
                continue;
            }
            let sort = store.sort_of(*arg);
            let fresh = store.var(next, sort);
            next += 1;
            vars.push(sort);
            equations.push(store.eq(fresh, *arg));
            *arg = fresh;
        }
    }
    clause.constraint = store.and(&equations);
    clause.vars = vars;
    // First the arguments of the head, then of the body, then the rest.
    let mut order: Vec<u32> = Vec::new();
    let args = clause.head.iter().chain(&clause.body).flat_map(|atom| atom.args.iter());
    let terms: Vec<TermId> = args.copied().chain([clause.constraint]).collect();
    for term in terms {
        for var in horn_solver::term::free_vars(store, &[term]) {
            let number = store.as_var(var).unwrap_or(0);
            if !order.contains(&number) {
                order.push(number);
            }
        }
    }
    let sorts: Vec<_> = order.iter().map(|&number| clause.vars[number as usize]).collect();
    let mut images = clause.var_terms(store);
    for (new, (&old, &sort)) in order.iter().zip(&sorts).enumerate() {
        images[old as usize] = store.var(new as u32, sort);
    }
    clause.instantiate(store, &images, sorts)
}
