//! Interpolants of conjunctive linear problems from one Farkas certificate, without the SMT process.
//!
//! A recursion-free system that is a tree (every predicate defined by one clause and used by one) is a tree
//! interpolation problem. Where the linear literals among the conjuncts of its constraints contradict each other over
//! the rationals already, the certificate of the simplex gives a half-space for every predicate. What is no linear
//! literal over variables is left out, which only weakens the premises: the result is a model of the whole system or
//! there is none.

use crate::domain::constraint_term;
use crate::linear::{Constraint, Form, LinearProblem};
use crate::num::Rat;
use crate::system::{Atom, Model, System};
use crate::term::{Op, Relation, SortId, Store, TermId, conjuncts};

/// Beyond this many constraints or variables the simplex is not the faster way.
const LARGEST: usize = 600;
/// Most pivots.
const PIVOTS: u64 = 1_500;

/// A model of a recursion-free system that is a tree, if a conjunction of linear literals is what makes it satisfiable;
/// else `None`.
pub fn solve_conjunctive(store: &mut Store, system: &System) -> Option<Model> {
    let tree = Tree::new(system)?;
    let mut integral = Vec::new();
    let mut numbers = |sorts: &[SortId]| -> u32 {
        let first = integral.len() as u32;
        integral.extend(sorts.iter().map(|&sort| sort == SortId::INT));
        first
    };
    // Variables: the arguments of every predicate, then those of every clause in the tree.
    let args: Vec<u32> = system.preds.iter().map(|p| numbers(&p.sorts)).collect();
    let vars: Vec<u32> = tree.clauses.iter().map(|&c| numbers(&system.clauses[c].vars)).collect();
    if integral.len() > LARGEST {
        return None;
    }
    let mut problem = LinearProblem::new(&integral);
    problem.max_pivots = PIVOTS;
    let mut part = Vec::new();
    for (node, &clause) in tree.clauses.iter().enumerate() {
        let clause = &system.clauses[clause];
        for literal in conjuncts(store, clause.constraint) {
            part.extend(std::iter::repeat_n(node, add_literal(store, &mut problem, literal, vars[node])));
        }
        for Atom { pred, args: terms } in clause.body.iter().chain(&clause.head) {
            for (i, &term) in terms.iter().enumerate() {
                if let Some(form) = form_of(store, term, vars[node]) {
                    let argument = Form::var(args[pred.index()] + i as u32);
                    problem.add(&Constraint::new(form.plus(&Rat::from(-1), &argument), Relation::EqZero));
                    part.push(node);
                }
            }
        }
        if part.len() > LARGEST {
            return None;
        }
    }
    let certificate = problem.check_rational()?;
    let interpolants = certificate.tree_interpolants(problem.constraints(), &part, &tree.parents);
    let mut definitions = vec![Store::TRUE; system.preds.len()];
    for (node, interpolant) in interpolants.iter().enumerate() {
        let Some(head) = &system.clauses[tree.clauses[node]].head else { continue };
        let pred = head.pred.index();
        let mut interpolant = interpolant.clone();
        if interpolant.form.terms.iter().all(|(v, _)| integral[*v as usize]) {
            interpolant = interpolant.rounded();
        }
        for (var, _) in &mut interpolant.form.terms {
            *var = var.checked_sub(args[pred])?;
        }
        definitions[pred] = if interpolant.form.is_constant() {
            store.bool(interpolant.holds(|_| &Rat::ZERO))
        } else {
            let terms = store.vars(0, &system.preds[pred].sorts);
            constraint_term(store, &interpolant, &terms)
        };
    }
    Some(Model { definitions })
}

/// Adds a linear literal over variables; how many constraints that made (0 or 1).
fn add_literal(store: &Store, problem: &mut LinearProblem, literal: TermId, offset: u32) -> usize {
    if literal == Store::FALSE {
        problem.add(&Constraint::new(Form::constant(Rat::ONE), Relation::LeZero));
        return 1;
    }
    let Some((linear, relation)) = store.as_linear_literal(literal) else { return 0 };
    let Some(form) = convert(store, &linear, offset).filter(|_| relation != Relation::NeZero) else { return 0 };
    problem.add(&Constraint::new(form, relation));
    1
}

/// The linear form of a numeric term over variables; `None` for other terms.
fn form_of(store: &Store, term: TermId, offset: u32) -> Option<Form> {
    if !store.sort_of(term).is_arith() {
        return None;
    }
    convert(store, &store.linear(term), offset)
}

fn convert(store: &Store, linear: &crate::term::Linear, offset: u32) -> Option<Form> {
    let terms: Option<Vec<(u32, Rat)>> = linear
        .terms
        .iter()
        .map(|(atom, coefficient)| {
            let atom = if *store.op(*atom) == Op::ToReal { store.args(*atom)[0] } else { *atom };
            Some((store.as_var(atom)? + offset, coefficient.clone()))
        })
        .collect();
    Some(Form::from_terms(terms?, linear.constant.clone()))
}

/// The clauses of a derivation tree, children before parents, the query last.
struct Tree {
    clauses: Vec<usize>,
    parents: Vec<Option<usize>>,
}

impl Tree {
    /// The tree below the only query; `None` if the system is none.
    fn new(system: &System) -> Option<Tree> {
        let mut defining: Vec<Option<usize>> = vec![None; system.preds.len()];
        let mut query = None;
        for (i, clause) in system.clauses.iter().enumerate() {
            let slot = match &clause.head {
                Some(head) => &mut defining[head.pred.index()],
                None => &mut query,
            };
            if slot.replace(i).is_some() {
                return None;
            }
        }
        // Parents first, then turned around.
        let mut order: Vec<(usize, Option<usize>)> = vec![(query?, None)];
        let mut used = vec![false; system.preds.len()];
        let mut next = 0;
        while let Some(&(clause, _)) = order.get(next) {
            for atom in &system.clauses[clause].body {
                if std::mem::replace(&mut used[atom.pred.index()], true) {
                    return None;
                }
                order.push((defining[atom.pred.index()]?, Some(next)));
            }
            next += 1;
        }
        if order.len() < system.clauses.len() {
            // A clause outside the tree would need a definition too.
            return None;
        }
        let last = order.len() - 1;
        let clauses = order.iter().rev().map(|(clause, _)| *clause).collect();
        let parents = order.iter().rev().map(|(_, parent)| parent.map(|p| last - p)).collect();
        Some(Tree { clauses, parents })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::model_obligations;
    use crate::system::{Clause, Origin};

    fn clause(vars: usize, body: Vec<Atom>, constraint: TermId, head: Option<Atom>) -> Clause {
        Clause { vars: vec![SortId::INT; vars], body, constraint, head, origin: Origin::default() }
    }

    /// p(0, 0); q(x + 1, y + 1) from p(x, y); r(z) with z >= 3; false from q(x, y), r(z), x < y or x + z < 4.
    fn tree(s: &mut Store, disjunct: bool) -> System {
        let mut system = System::new();
        let p = system.add_pred("p", vec![SortId::INT; 2]);
        let q = system.add_pred("q", vec![SortId::INT; 2]);
        let r = system.add_pred("r", vec![SortId::INT]);
        let v = s.vars(0, &[SortId::INT; 3]);
        let (zero, one, three, four) = (s.int(0), s.int(1), s.int(3), s.int(4));
        system.add_clause(clause(0, vec![], Store::TRUE, Some(Atom::new(p, [zero, zero]))));
        let next = [s.add(&[v[0], one]), s.add(&[v[1], one])];
        let body = vec![Atom::new(p, v[..2].to_vec())];
        system.add_clause(clause(2, body, Store::TRUE, Some(Atom::new(q, next))));
        let large = s.ge(v[0], three);
        system.add_clause(clause(1, vec![], large, Some(Atom::new(r, [v[0]]))));
        let sum = s.add(&[v[0], v[2]]);
        let mut bad = s.lt(sum, four);
        if disjunct {
            let less = s.lt(v[0], v[1]);
            bad = s.or2(bad, less);
        }
        let body = vec![Atom::new(q, v[..2].to_vec()), Atom::new(r, [v[2]])];
        system.add_clause(clause(3, body, bad, None));
        system
    }

    #[test]
    fn a_certificate_defines_every_predicate() {
        let mut s = Store::new();
        let system = tree(&mut s, false);
        let model = solve_conjunctive(&mut s, &system).expect("a model");
        let x = s.var(0, SortId::INT);
        let (zero, one, three) = (s.int(0), s.int(1), s.int(3));
        assert_eq!(model.definitions, [s.ge(x, zero), s.ge(x, one), s.ge(x, three)]);
        // Whatever evaluation cannot decide of the clauses is true on a small box.
        for obligation in model_obligations(&mut s, &system, &model).expect("well-formed") {
            for a in -4i64..5 {
                for b in -4i64..5 {
                    let values = [a, b, a + b].map(|v| s.int(v));
                    assert_eq!(s.instantiate(obligation.formula, &values), Store::FALSE);
                }
            }
        }
    }

    #[test]
    fn what_is_no_tree_of_conjunctions_is_left_to_others() {
        let mut s = Store::new();
        let mut system = tree(&mut s, true);
        assert_eq!(solve_conjunctive(&mut s, &system), None);
        let copy = system.clauses[2].clone();
        system.clauses[3].constraint = Store::FALSE;
        system.clauses.push(copy);
        assert_eq!(solve_conjunctive(&mut s, &system), None);
    }
}
