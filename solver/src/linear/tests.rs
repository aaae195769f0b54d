//! Properties on generated problems, checked by enumeration over small boxes.

use super::*;
use crate::num::{Int, Rat};
use crate::term::Relation;

struct Dice(u64);

impl Dice {
    fn roll(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn constraint(&mut self, vars: u32) -> Constraint {
        let terms = (0..vars).map(|v| (v, Rat::from(self.roll(7) as i64 - 3))).collect();
        let form = Form::from_terms(terms, Rat::from(self.roll(11) as i64 - 5));
        let relation = [Relation::LeZero, Relation::LeZero, Relation::LtZero, Relation::EqZero][self.roll(4) as usize];
        Constraint::new(form, relation)
    }
}

/// All points of a box with the given denominator.
fn points(vars: usize, radius: i64, denominator: i64) -> Vec<Vec<Rat>> {
    let mut all = vec![Vec::new()];
    for _ in 0..vars {
        let steps = -radius * denominator..=radius * denominator;
        all = all
            .into_iter()
            .flat_map(|p: Vec<Rat>| {
                steps.clone().map(move |v| [p.clone(), vec![Rat::new(Int::from(v), Int::from(denominator))]].concat())
            })
            .collect();
    }
    all
}

fn satisfies(point: &[Rat], constraints: &[Constraint]) -> bool {
    constraints.iter().all(|c| c.holds(|v| &point[v as usize]))
}

#[test]
fn answers_agree_with_enumeration() {
    let (mut sat, mut unsat, mut cases) = (0, 0, 0);
    for seed in 0..1500 {
        let mut dice = Dice(seed * 31 + 7);
        let integral = dice.roll(2) == 0;
        let vars = 1 + dice.roll(3) as u32;
        let mut constraints: Vec<Constraint> = (0..2 + dice.roll(5)).map(|_| dice.constraint(vars)).collect();
        if dice.roll(3) == 0 {
            constraints[0].relation = Relation::NeZero;
        }
        let mut problem = LinearProblem::new(&vec![integral; vars as usize]);
        for constraint in &constraints {
            problem.add(constraint);
        }
        match problem.check() {
            Answer::Sat(model) => {
                assert!(satisfies(&model, &constraints), "seed {seed}: {model:?} is no model");
                assert!(!integral || model.iter().all(Rat::is_integer), "seed {seed}: fractional model");
                sat += 1;
            }
            Answer::Unsat(certificate) => {
                assert!(certificate.proves(problem.constraints()), "seed {seed}: wrong certificate");
                unsat += 1;
            }
            Answer::UnsatByCases => {
                let denominator = if integral { 1 } else { 2 };
                let witness = points(vars as usize, 4, denominator).into_iter().find(|p| satisfies(p, &constraints));
                assert_eq!(witness, None, "seed {seed}");
                cases += 1;
            }
            Answer::Unknown => {}
        }
    }
    assert!(sat > 300 && unsat > 300 && cases > 5, "{sat} {unsat} {cases}");
}

#[test]
fn retracting_constraints_restores_the_answer() {
    for seed in 0..300 {
        let mut dice = Dice(seed * 17 + 3);
        let vars = 2 + dice.roll(2) as u32;
        let mut problem = LinearProblem::new(&vec![false; vars as usize]);
        let mut stack: Vec<Vec<Constraint>> = vec![Vec::new()];
        for _ in 0..12 {
            match dice.roll(4) {
                0 => {
                    problem.push();
                    stack.push(stack.last().cloned().unwrap_or_default());
                }
                1 if stack.len() > 1 => {
                    problem.pop();
                    stack.pop();
                }
                _ => {
                    let constraint = dice.constraint(vars);
                    problem.add(&constraint);
                    if let Some(top) = stack.last_mut() {
                        top.push(constraint);
                    }
                }
            }
            let current = stack.last().cloned().unwrap_or_default();
            let mut fresh = LinearProblem::new(&vec![false; vars as usize]);
            for constraint in &current {
                fresh.add(constraint);
            }
            let (incremental, fresh) = (problem.check(), fresh.check());
            assert_eq!(
                matches!(incremental, Answer::Sat(_)),
                matches!(fresh, Answer::Sat(_)),
                "seed {seed}: {incremental:?} against {fresh:?}"
            );
            if let Answer::Sat(model) = incremental {
                assert!(satisfies(&model, &current), "seed {seed}");
            }
        }
    }
}

/// Interpolants must follow from their parts, contradict the rest, and mention shared variables only.
#[test]
fn tree_interpolants_are_interpolants() {
    let mut checked = 0;
    for seed in 0..2500 {
        let mut dice = Dice(seed * 101 + 11);
        let integral = dice.roll(2) == 0;
        let integrals = vec![integral; 5];
        // Nodes 0 and 1 below 2, and 2 and 3 below 4; each part over two or three variables.
        let parent = [Some(2), Some(2), Some(4), Some(4), None];
        let over: [&[u32]; 5] = [&[0, 1], &[1, 2], &[0, 2, 3], &[3, 4], &[3, 4]];
        let mut problem = LinearProblem::new(&integrals);
        let mut part = Vec::new();
        for (node, vars) in over.iter().enumerate() {
            for _ in 0..2 {
                let constraint = dice.constraint(vars.len() as u32);
                let form = constraint.form.substitute(|v| Form::var(vars[v as usize]));
                problem.add(&Constraint::new(form, constraint.relation));
                part.push(node);
            }
        }
        let Some(certificate) = problem.check_rational() else { continue };
        checked += 1;
        let constraints = problem.constraints().to_vec();
        let mut interpolants = certificate.tree_interpolants(&constraints, &part, &parent);
        if integral {
            interpolants = interpolants.iter().map(Constraint::rounded).collect();
        }
        for node in 0..parent.len() {
            let mut own: Vec<Constraint> =
                (0..constraints.len()).filter(|&i| part[i] == node).map(|i| constraints[i].clone()).collect();
            own.extend((0..node).filter(|&c| parent[c] == Some(node)).map(|c| interpolants[c].clone()));
            assert!(implies(&integrals, &own, &interpolants[node]), "seed {seed}, node {node}");
            let subtree = |mut n: usize| loop {
                if n == node {
                    return true;
                }
                match parent[n] {
                    Some(p) => n = p,
                    None => return false,
                }
            };
            let outside: Vec<u32> = (0..5).filter(|&n| !subtree(n)).flat_map(|n| over[n].iter().copied()).collect();
            for (var, _) in &interpolants[node].form.terms {
                assert!(outside.contains(var), "seed {seed}: private variable");
            }
        }
        assert!(!interpolants[4].holds(|_| &Rat::ZERO) && interpolants[4].form.is_constant());
    }
    assert!(checked > 500, "only {checked} contradictions");
}

#[test]
fn elimination_is_the_shadow() {
    for seed in 0..150 {
        let mut dice = Dice(seed * 13 + 1);
        let constraints: Vec<Constraint> = (0..3 + dice.roll(2)).map(|_| dice.constraint(3)).collect();
        let Some(shadow) = eliminate(&constraints, 2, 100) else { continue };
        let kept = irredundant(&[false; 3], &shadow);
        for mut point in points(2, 3, 1) {
            let mut problem = LinearProblem::new(&[false; 3]);
            for constraint in &constraints {
                problem.add(constraint);
            }
            for (var, value) in point.iter().enumerate() {
                let form = Form::from_terms(vec![(var as u32, Rat::ONE)], -value);
                problem.add(&Constraint::new(form, Relation::EqZero));
            }
            let expected = matches!(problem.check(), Answer::Sat(_));
            point.push(Rat::ZERO);
            assert_eq!(satisfies(&point, &shadow), expected, "seed {seed} at {point:?}");
            assert_eq!(satisfies(&point, &kept), expected, "seed {seed}: redundancy removal changed the set");
        }
    }
}

#[test]
fn integers_are_tightened() {
    // 2x - 2y = 1 has rational solutions only; 3x < 4 over Int is x <= 1.
    let twice = |a: i64, b: i64, k: i64| Form::from_terms(vec![(0, Rat::from(a)), (1, Rat::from(b))], Rat::from(k));
    let mut problem = LinearProblem::new(&[true, true]);
    problem.add(&Constraint::new(twice(2, -2, -1), Relation::EqZero));
    assert_eq!(problem.check(), Answer::UnsatByCases);
    let below = Constraint::new(twice(3, 0, -4), Relation::LtZero);
    assert!(implies(&[true, true], std::slice::from_ref(&below), &Constraint::new(twice(1, 0, -1), Relation::LeZero)));
    assert!(!implies(&[false, true], &[below], &Constraint::new(twice(1, 0, -1), Relation::LeZero)));
}
