//! Splitting clauses at disjunctions of their constraint: one clause per disjunct of the disjunctive normal form, and,
//! where asked for, one for each side of a negated equation between numbers.

use super::{Derivations, Pass, PassContext, SameModel, Transformed};
use crate::system::System;
use crate::term::{Op, Store, TermId, conjuncts, disjuncts};

/// The pass.
pub struct Split {
    /// Whether `x ≠ y` is split into `x < y` and `x > y` too.
    pub disequalities: bool,
}

/// A clause that would become more than this many is left as it is.
const PARTS: usize = 32;

impl Pass for Split {
    fn name(&self) -> &'static str {
        "split"
    }

    fn apply(&self, cx: &mut PassContext<'_>, system: &System) -> Option<Transformed> {
        let mut output = System { preds: system.preds.clone(), clauses: Vec::new() };
        let mut origins = Vec::new();
        for (id, clause) in system.clauses() {
            for part in self.parts(cx.store, clause.constraint) {
                let mut new = clause.clone();
                new.constraint = part;
                output.add_clause(new);
                origins.push(id);
            }
        }
        if output.clauses.len() == system.clauses.len() {
            return None;
        }
        Some(Transformed { system: output, derivations: Derivations::subset(origins), model: Box::new(SameModel) })
    }
}

impl Split {
    /// Formulas whose disjunction is the formula; the formula alone if they were too many.
    fn parts(&self, store: &mut Store, formula: TermId) -> Vec<TermId> {
        let mut done: Vec<TermId> = Vec::new();
        let mut open = vec![formula];
        while let Some(part) = open.pop() {
            if part == Store::FALSE {
                continue;
            }
            let literals = conjuncts(store, part);
            let choice = literals.iter().enumerate().find_map(|(at, &literal)| {
                let cases = self.cases(store, literal);
                (cases.len() > 1).then_some((at, cases))
            });
            let Some((at, cases)) = choice else {
                done.push(part);
                continue;
            };
            for case in cases.into_iter().rev() {
                let mut rest = literals.clone();
                rest[at] = case;
                open.push(store.and(&rest));
            }
            if open.len() + done.len() > PARTS {
                return vec![formula];
            }
        }
        // An unsatisfiable constraint stays one clause: other passes remove it and say so.
        if done.is_empty() { vec![formula] } else { done }
    }

    fn cases(&self, store: &mut Store, literal: TermId) -> Vec<TermId> {
        let cases = disjuncts(store, literal);
        if cases.len() > 1 || !self.disequalities || *store.op(literal) != Op::Not {
            return cases;
        }
        let inner = store.args(literal)[0];
        match (store.op(inner), store.args(inner)) {
            (Op::Eq, &[a, b]) if store.sort_of(a).is_arith() => vec![store.lt(a, b), store.gt(a, b)],
            _ => cases,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smt::CancelToken;

    /// How many clauses the program becomes.
    fn split(text: &str, disequalities: bool) -> Option<usize> {
        let mut program = crate::prolog::read(text.as_bytes()).expect("a good program");
        let mut cx = PassContext::new(&mut program.store, &CancelToken::new());
        let result = Split { disequalities }.apply(&mut cx, &program.system)?;
        Some(result.system.clauses.len())
    }

    #[test]
    fn one_clause_for_each_case() {
        assert_eq!(split("p(X) :- X = 1 ; X = 3.", false), Some(2));
        assert_eq!(split("p(X,Y) :- X = 1 ; X = 3, Y = 1 ; Y = 7.", false), Some(4));
        assert_eq!(split("p(X) :- X = 1.", false), None);
        assert_eq!(split("p(X,Y) :- (X =\\= Y, X > 0) ; Y = 1.", false), Some(2));
        assert_eq!(split("p(X,Y) :- X =\\= Y.", false), None);
        assert_eq!(split("p(X,Y) :- X =\\= Y.", true), Some(2));
        assert_eq!(split("p(X,Y) :- X =\\= Y, Y = 1 ; Y = 2.", true), Some(4));
    }

    #[test]
    fn too_many_cases_stay_together() {
        let wide: Vec<String> = (0..6).map(|n| format!("(X = {n} ; Y = {n})")).collect();
        assert_eq!(split(&format!("p(X,Y) :- {}.", wide.join(", ")), false), None);
    }
}
