//! [`Certificate`]: Farkas' lemma at work, as proof of unsatisfiability and as source of interpolants.
//!
//! Interpolants from one certificate: McMillan, *An interpolating theorem prover*, 2005, for two parts; the sums over
//! the subtrees of a tree give an interpolant for every edge at once. A variable private to a subtree cancels in its
//! sum, because it cancels in the total and the rest of the tree does not mention it.

use super::{Constraint, Form};
use crate::num::Rat;
use crate::term::Relation;

/// Multipliers of constraints whose sum is a contradiction. Those of inequalities are positive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Index of each constraint used and its multiplier, never 0, by increasing index.
    pub multipliers: Vec<(usize, Rat)>,
}

impl Certificate {
    /// Whether the certificate proves that the constraints contradict each other.
    pub fn proves(&self, constraints: &[Constraint]) -> bool {
        let mut strict = false;
        let mut sum = Form::constant(Rat::ZERO);
        for (index, multiplier) in &self.multipliers {
            let Some(constraint) = constraints.get(*index) else { return false };
            match constraint.relation {
                Relation::LeZero if multiplier.is_negative() => return false,
                Relation::LtZero if !multiplier.is_positive() => return false,
                Relation::NeZero => return false,
                Relation::LtZero => strict = true,
                Relation::LeZero | Relation::EqZero => {}
            }
            sum = sum.plus(multiplier, &constraint.form);
        }
        sum.is_constant() && (sum.constant.is_positive() || (strict && sum.constant.is_zero()))
    }

    /// Interpolants of a tree. `part[i]` is the node of constraint `i`; `parent[n]` is the parent of node `n`, larger
    /// than `n`, or `None` for a root. The interpolant of a node follows from its own constraints and its children's
    /// interpolants, mentions only variables that occur both inside and outside its subtree, and that of a root is
    /// false. It is `form <= 0` or `form < 0`.
    pub fn tree_interpolants(
        &self,
        constraints: &[Constraint],
        part: &[usize],
        parent: &[Option<usize>],
    ) -> Vec<Constraint> {
        let mut sums = vec![Constraint::new(Form::constant(Rat::ZERO), Relation::LeZero); parent.len()];
        for (index, multiplier) in &self.multipliers {
            let constraint = &constraints[*index];
            let sum = &mut sums[part[*index]];
            sum.form = sum.form.plus(multiplier, &constraint.form);
            if constraint.relation == Relation::LtZero {
                sum.relation = Relation::LtZero;
            }
        }
        for node in 0..parent.len() {
            if let Some(parent) = parent[node] {
                let own = sums[node].clone();
                let sum = &mut sums[parent];
                sum.form = sum.form.plus(&Rat::ONE, &own.form);
                if own.relation == Relation::LtZero {
                    sum.relation = Relation::LtZero;
                }
            }
        }
        for sum in &mut sums {
            sum.form.normalise();
        }
        sums
    }

    /// Interpolants of a sequence of `parts` parts: the i-th separates parts `0 ..= i` from the rest; the last is
    /// false.
    pub fn sequence_interpolants(&self, constraints: &[Constraint], part: &[usize], parts: usize) -> Vec<Constraint> {
        let parent: Vec<Option<usize>> = (1..=parts).map(|next| (next < parts).then_some(next)).collect();
        self.tree_interpolants(constraints, part, &parent)
    }
}

impl Constraint {
    /// The constraint over integer variables: coprime coefficients, integral constant, not strict. Equivalent there,
    /// and of use to weaken nothing while making interpolants comparable.
    #[must_use]
    pub fn rounded(&self) -> Constraint {
        let mut form = self.form.clone();
        form.normalise();
        if form.is_constant() {
            return Constraint { form, relation: self.relation };
        }
        let bound = -&form.constant;
        let (bound, relation) = match self.relation {
            Relation::LeZero => (Rat::from(bound.floor()), Relation::LeZero),
            Relation::LtZero => (&Rat::from(bound.ceil()) - &Rat::ONE, Relation::LeZero),
            relation => (bound, relation),
        };
        form.constant = -bound;
        Constraint { form, relation }
    }

    /// The negation as constraints one of which must hold.
    pub fn negated(&self) -> Vec<Constraint> {
        let mut opposite = self.form.clone();
        opposite.scale(&Rat::from(-1));
        let same = self.form.clone();
        match self.relation {
            Relation::LeZero => vec![Constraint::new(opposite, Relation::LtZero)],
            Relation::LtZero => vec![Constraint::new(opposite, Relation::LeZero)],
            Relation::EqZero => {
                vec![Constraint::new(same, Relation::LtZero), Constraint::new(opposite, Relation::LtZero)]
            }
            Relation::NeZero => vec![Constraint::new(same, Relation::EqZero)],
        }
    }
}
