//! Projecting variables out of a blocked cube.
//!
//! Dropping literals cannot keep what follows from two of them: of `k ≤ i ∧ i < n` it leaves either half, never
//! `k < n`. Projecting `i` out, by the rule of Fourier and Motzkin, leaves just that. The projection contains the cube,
//! so a lemma that excludes it is stronger; a query decides whether it still holds. Lemmas about a loop that speak of
//! fewer counters are the ones that stay true in its next iteration.

use super::Search;
use super::generalize::Blocked;
use super::limits::LIMITS;
use crate::num::Rat;
use crate::system::Reason;
use crate::term::{Linear, Op, Relation, SortId, Store, TermId, free_vars};

/// How projecting has fared in this run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fortune {
    cubes: usize,
    tried: usize,
    won: usize,
}

impl Fortune {
    /// Is the next cube worth a trial?
    fn worth(&mut self) -> bool {
        self.cubes += 1;
        self.tried < LIMITS.eliminate_patience
            || self.won * 20 >= self.tried
            || self.cubes.is_multiple_of(LIMITS.eliminate_rare)
    }
}

impl Search<'_> {
    /// Replaces a blocked obligation by its projection to fewer variables, one variable after the other, as long as
    /// that is blocked as well. `None` if no variable can go.
    pub(super) fn eliminate(
        &mut self,
        pred: usize,
        level: u32,
        obligation: &[TermId],
    ) -> Result<Option<Blocked>, Reason> {
        if !self.fortune.worth() {
            return Ok(None);
        }
        let mut cube = obligation.to_vec();
        let mut best = None;
        for variable in shared_variables(&self.cx.store, obligation).into_iter().take(LIMITS.eliminate_variables) {
            self.cx.check()?;
            let Some(mut candidate) = project_out(&mut self.cx.store, &cube, variable) else { continue };
            if candidate.len() > LIMITS.eliminate_width {
                continue;
            }
            candidate.sort_unstable();
            self.fortune.tried += 1;
            if let Some(blocked) = self.inductive(pred, level, &candidate)? {
                self.fortune.won += 1;
                self.counts.eliminated += 1;
                cube = candidate;
                best = Some(blocked);
            }
        }
        if let Some(blocked) = &mut best {
            blocked.cube.sort_unstable();
        }
        Ok(best)
    }
}

/// The variables that occur in two or more linear literals, in the order of their first occurrence.
fn shared_variables(store: &Store, cube: &[TermId]) -> Vec<TermId> {
    let mut counts: Vec<(TermId, usize)> = Vec::new();
    for &literal in cube {
        let Some((form, _)) = store.as_linear_literal(literal) else { continue };
        for (atom, _) in form.terms {
            if !matches!(store.op(atom), Op::Var(_)) {
                continue;
            }
            match counts.iter_mut().find(|(known, _)| *known == atom) {
                Some((_, count)) => *count += 1,
                None => counts.push((atom, 1)),
            }
        }
    }
    counts.into_iter().filter(|(_, count)| *count >= 2).map(|(atom, _)| atom).collect()
}

/// A consequence of the cube in which the variable does not occur; `None` if it is what dropping literals gives as
/// well.
fn project_out(store: &mut Store, cube: &[TermId], variable: TermId) -> Option<Vec<TermId>> {
    let sort = store.sort_of(variable);
    let mut kept = Vec::new();
    // Forms that are = 0, and those that are ≤ 0 or < 0, split by the sign of the variable.
    let (mut equal, mut upper, mut lower) = (Vec::new(), Vec::new(), Vec::new());
    for &literal in cube {
        if !free_vars(store, &[literal]).contains(&variable) {
            kept.push(literal);
            continue;
        }
        let Some((form, relation)) = store.as_linear_literal(literal) else { continue };
        let coefficient = form.coefficient(variable);
        let elsewhere = |atom: &TermId| *atom != variable && free_vars(store, &[*atom]).contains(&variable);
        if coefficient.is_zero() || form.terms.iter().any(|(atom, _)| elsewhere(atom)) {
            continue;
        }
        match relation {
            Relation::EqZero => equal.push((form, coefficient)),
            Relation::LeZero | Relation::LtZero => {
                let strict = relation == Relation::LtZero;
                if coefficient.is_positive() { &mut upper } else { &mut lower }.push((form, coefficient, strict));
            }
            Relation::NeZero => {}
        }
    }
    let before = kept.len();
    let mut add = |store: &mut Store, form: Linear, relation: Relation| {
        if form.is_constant() {
            return;
        }
        let literal = literal(store, form, relation, sort);
        if literal != Store::TRUE && !kept.contains(&literal) {
            kept.push(literal);
        }
    };
    if let Some((definition, unit)) = equal.pop() {
        for (form, coefficient) in equal {
            let form = form.plus(&-(&coefficient / &unit), &definition);
            add(store, form, Relation::EqZero);
        }
        for (form, coefficient, strict) in upper.into_iter().chain(lower) {
            let form = form.plus(&-(&coefficient / &unit), &definition);
            add(store, form, if strict { Relation::LtZero } else { Relation::LeZero });
        }
    } else {
        for (above, a, first) in &upper {
            for (below, b, second) in &lower {
                let form = above.plus(&-(a / b), below);
                add(store, form, if *first || *second { Relation::LtZero } else { Relation::LeZero });
            }
        }
    }
    (kept.len() > before).then_some(kept)
}

/// `form = 0`, `form <= 0` or `form < 0`.
fn literal(store: &mut Store, mut form: Linear, relation: Relation, sort: SortId) -> TermId {
    let factor = form.content_inverse();
    form.scale(&factor);
    match relation {
        Relation::EqZero => {
            let left = store.from_linear(&form, sort);
            let zero = store.num(Rat::ZERO, sort);
            store.eq(left, zero)
        }
        Relation::LtZero => {
            form.scale(&Rat::from(-1));
            let opposite = store.le_zero(form, sort);
            store.not(opposite)
        }
        _ => store.le_zero(form, sort),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `x ≤ y + by` over the integers.
    fn at_most(store: &mut Store, x: TermId, y: TermId, by: i64) -> TermId {
        let by = store.int(by);
        let right = store.add(&[y, by]);
        store.le(x, right)
    }

    #[test]
    fn what_follows_from_two_literals_is_kept() {
        let mut store = Store::new();
        let [k, i, n] = [0, 1, 2].map(|number| store.var(number, SortId::INT));
        let zero = store.int(0);
        let cube = [at_most(&mut store, k, i, 0), at_most(&mut store, i, n, -1), store.ge(k, zero)];
        let projected = project_out(&mut store, &cube, i).expect("there is a consequence");
        let expected = at_most(&mut store, k, n, -1);
        assert_eq!(projected, [cube[2], expected]);
        // Nothing bounds k from above and below with another variable left: dropping does the same.
        assert_eq!(project_out(&mut store, &cube[..1], i), None);
        assert_eq!(shared_variables(&store, &cube), [k, i]);
    }

    #[test]
    fn an_equality_defines_the_variable() {
        let mut store = Store::new();
        let [x, y, z] = [0, 1, 2].map(|number| store.var(number, SortId::INT));
        let one = store.int(1);
        let next = store.add(&[y, one]);
        let cube = [store.eq(x, next), store.le(x, z)];
        let projected = project_out(&mut store, &cube, x).expect("there is a consequence");
        assert_eq!(projected, [at_most(&mut store, y, z, -1)]);
    }
}
