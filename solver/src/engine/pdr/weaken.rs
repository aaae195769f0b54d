//! Moving the bounds of a blocked cube to where they mean something.
//!
//! A cube often has a bound of a single state, `k >= 12`, where the clauses speak of `k >= 0`. Known states tell how
//! far the bound can move at most; within that range the constants of the clauses are tried first, and the end of the
//! range last.

use super::Search;
use super::generalize::Blocked;
use super::limits::LIMITS;
use super::rules::Rules;
use super::separate::form_value;
use crate::num::Rat;
use crate::system::Reason;
use crate::term::{Linear, Op, Relation, SortId, Store, TermId, Value, evaluate, postorder};
use std::collections::BTreeSet;

/// The numerals of the clauses with both signs, 0 and 1 included: constants that a bound may well have.
pub(super) fn constants(store: &Store, rules: &Rules) -> BTreeSet<Rat> {
    let mut found: BTreeSet<Rat> = [-1, 0, 1].map(Rat::from).into();
    for rule in &rules.rules {
        let roots: Vec<TermId> = rule.head_args.iter().copied().chain([rule.constraint]).collect();
        for term in postorder(store, &roots) {
            if let Op::Num(value) = store.op(term)
                && found.len() < LIMITS.weaken_constants
            {
                found.insert(value.clone());
                found.insert(-value.clone());
            }
        }
    }
    found
}

impl Search<'_> {
    /// Weakens bounds with constants that the clauses don't have, as far as the cube stays blocked.
    pub(super) fn weaken(&mut self, pred: usize, level: u32, blocked: &mut Blocked) -> Result<(), Reason> {
        let mut queries = 0;
        let mut at = 0;
        while at < blocked.cube.len() && queries < LIMITS.weaken_queries {
            self.cx.check()?;
            let literal = blocked.cube[at];
            at += 1;
            let Some((form, Relation::LeZero)) = self.cx.store.as_linear_literal(literal) else { continue };
            let Some(sort) = form.terms.first().map(|(atom, _)| self.cx.store.sort_of(*atom)) else { continue };
            if sort != SortId::INT || self.constants.contains(&form.constant) {
                continue;
            }
            let others: Vec<TermId> = blocked.cube.iter().copied().filter(|&l| l != literal).collect();
            let Some(nearest) = self.nearest(pred, level, &form, &others) else { continue };
            // `form <= c` for 0 < c < nearest, with a constant of the clauses, weakest first; then the weakest of all.
            let largest = &nearest - &Rat::ONE;
            let mut moves: Vec<Rat> = self
                .constants
                .iter()
                .map(|constant| &form.constant - constant)
                .filter(|c| c.is_positive() && *c <= largest)
                .collect();
            moves.sort_unstable();
            moves.reverse();
            moves.truncate(LIMITS.weaken_trials - 1);
            if largest.is_positive() && !moves.contains(&largest) {
                moves.push(largest);
            }
            for by in moves {
                let moved = form.plus(&Rat::ONE, &Linear::constant(-by));
                let weaker = self.cx.store.le_zero(moved, sort);
                let mut candidate = others.clone();
                candidate.push(weaker);
                candidate.sort_unstable();
                queries += 1;
                if let Some(found) = self.inductive(pred, level, &candidate)? {
                    self.counts.weakened += 1;
                    *blocked = found;
                    blocked.cube.sort_unstable();
                    at = 0;
                    break;
                }
            }
        }
        Ok(())
    }

    /// The least value of the form at known states that satisfy the other literals; `None` if there is no such state.
    fn nearest(&self, pred: usize, level: u32, form: &Linear, others: &[TermId]) -> Option<Rat> {
        let store = &self.cx.store;
        let mut least: Option<Rat> = None;
        for state in self.pool.heads(pred, level).chain(self.samples.of(pred)) {
            if others.iter().any(|&l| evaluate(store, l, state) != Some(Value::Bool(true))) {
                continue;
            }
            let value = form_value(store, form, state)?;
            if least.as_ref().is_none_or(|l| value < *l) {
                least = Some(value);
            }
        }
        least
    }
}
