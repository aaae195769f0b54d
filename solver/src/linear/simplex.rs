//! The general simplex: which bounds on linear forms can hold together, and a proof where they cannot.
//!
//! Dutertre & de Moura, *A fast linear-arithmetic solver for DPLL(T)*, 2006. Every distinct linear form gets a slack
//! column; constraints are bounds on columns, so adding and retracting them leaves the tableau alone. Strict bounds use
//! a symbolic infinitesimal ([`Delta`]). Pivots follow Bland's rule, which terminates. An infeasible row is a Farkas
//! certificate: a combination of the bounds that sums to a contradiction.

use super::Form;
use crate::num::Rat;
use std::ops::{Add, Sub};

/// `standard + infinitesimal · δ` for an arbitrarily small positive δ.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Delta {
    pub standard: Rat,
    pub infinitesimal: Rat,
}

impl Delta {
    const ZERO: Delta = Delta { standard: Rat::ZERO, infinitesimal: Rat::ZERO };

    fn scale(&self, factor: &Rat) -> Delta {
        Delta { standard: &self.standard * factor, infinitesimal: &self.infinitesimal * factor }
    }
}

impl Add for &Delta {
    type Output = Delta;
    fn add(self, other: &Delta) -> Delta {
        Delta { standard: &self.standard + &other.standard, infinitesimal: &self.infinitesimal + &other.infinitesimal }
    }
}

impl Sub for &Delta {
    type Output = Delta;
    fn sub(self, other: &Delta) -> Delta {
        Delta { standard: &self.standard - &other.standard, infinitesimal: &self.infinitesimal - &other.infinitesimal }
    }
}

/// A bound on a column, and where it comes from.
#[derive(Clone, Debug)]
pub(super) struct ColumnBound {
    pub value: Delta,
    /// The constraint that set it.
    pub constraint: u32,
    /// What one unit of the bound (`column - value` for an upper, `value - column` for a lower one) is of the
    /// constraint's form.
    pub factor: Rat,
}

#[derive(Clone, Debug)]
struct Column {
    lower: Option<ColumnBound>,
    upper: Option<ColumnBound>,
    value: Delta,
    /// The row that defines the column, if it is basic.
    row: Option<usize>,
}

#[derive(Clone, Debug)]
struct Row {
    basic: usize,
    /// The basic column as a sum of nonbasic ones; no constant.
    form: Form,
}

/// Multipliers of constraints, see [`super::Certificate`].
pub(super) type Multipliers = Vec<(u32, Rat)>;

/// The tableau with its bounds.
#[derive(Clone, Debug, Default)]
pub(super) struct Simplex {
    columns: Vec<Column>,
    rows: Vec<Row>,
    /// Overwritten bounds: column, whether upper, and the bound before.
    trail: Vec<(usize, bool, Option<ColumnBound>)>,
    /// Pivots done so far.
    pub pivots: u64,
}

impl Simplex {
    /// A new column without bounds.
    pub fn add_column(&mut self) -> usize {
        self.columns.push(Column { lower: None, upper: None, value: Delta::ZERO, row: None });
        self.columns.len() - 1
    }

    /// A new column that equals a form over earlier columns; the constant of the form is ignored.
    pub fn add_slack(&mut self, form: &Form) -> usize {
        let form = form.substitute(|column| match self.columns[column as usize].row {
            Some(row) => self.rows[row].form.clone(),
            None => Form::var(column),
        });
        let form = Form { constant: Rat::ZERO, ..form };
        let basic = self.add_column();
        self.columns[basic].value = self.evaluate(&form);
        self.columns[basic].row = Some(self.rows.len());
        self.rows.push(Row { basic, form });
        basic
    }

    fn evaluate(&self, form: &Form) -> Delta {
        let mut sum = Delta::ZERO;
        for (column, coefficient) in &form.terms {
            sum = &sum + &self.columns[*column as usize].value.scale(coefficient);
        }
        sum
    }

    /// The position of the trail, for [`Simplex::undo`].
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Restores the bounds of an earlier position.
    pub fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let Some((column, upper, bound)) = self.trail.pop() else { break };
            if upper { self.columns[column].upper = bound } else { self.columns[column].lower = bound }
        }
    }

    /// Tightens a bound of a column. `Err` with a certificate if it contradicts the opposite bound.
    pub fn bound(&mut self, column: usize, upper: bool, bound: ColumnBound) -> Result<(), Multipliers> {
        let Column { lower: low, upper: high, .. } = &self.columns[column];
        let (same, opposite) = if upper { (high, low) } else { (low, high) };
        let tighter = |a: &Delta, b: &Delta| if upper { a < b } else { a > b };
        if same.as_ref().is_some_and(|old| !tighter(&bound.value, &old.value)) {
            return Ok(());
        }
        if let Some(other) = opposite
            && tighter(&bound.value, &other.value)
        {
            return Err(combine([(&bound, Rat::ONE), (other, Rat::ONE)]));
        }
        let value = bound.value.clone();
        let slot = if upper { &mut self.columns[column].upper } else { &mut self.columns[column].lower };
        let old = slot.replace(bound);
        self.trail.push((column, upper, old));
        if self.columns[column].row.is_none() && tighter(&value, &self.columns[column].value) {
            self.move_nonbasic(column, value);
        }
        Ok(())
    }

    /// Gives a nonbasic column a new value and updates the basic ones.
    fn move_nonbasic(&mut self, column: usize, value: Delta) {
        let change = &value - &self.columns[column].value;
        self.columns[column].value = value;
        for row in &self.rows {
            if let Some(coefficient) = row.form.coefficient(column as u32) {
                let basic = &mut self.columns[row.basic].value;
                *basic = &*basic + &change.scale(coefficient);
            }
        }
    }

    /// Makes all basic columns respect their bounds, or shows that this is impossible. `Ok(false)` if `limit` pivots
    /// did not suffice.
    pub fn check(&mut self, limit: u64) -> Result<bool, Multipliers> {
        for _ in 0..limit {
            // Bland: the least violated basic column leaves, the least suitable nonbasic one enters.
            let violated = self.rows.iter().enumerate().filter_map(|(i, row)| {
                let column = &self.columns[row.basic];
                if column.lower.as_ref().is_some_and(|l| column.value < l.value) {
                    return Some((row.basic, i, false));
                }
                column.upper.as_ref().is_some_and(|u| column.value > u.value).then_some((row.basic, i, true))
            });
            let Some((basic, row, above)) = violated.min() else { return Ok(true) };
            let entering = self.rows[row].form.terms.iter().find(|(column, coefficient)| {
                let column = &self.columns[*column as usize];
                // The basic value must fall if it is above its upper bound, else rise.
                if coefficient.is_negative() == above {
                    column.upper.as_ref().is_none_or(|u| column.value < u.value)
                } else {
                    column.lower.as_ref().is_none_or(|l| column.value > l.value)
                }
            });
            let Some((entering, _)) = entering else { return Err(self.explain(row, above)) };
            let entering = *entering as usize;
            let own = &self.columns[basic];
            let target = if above { &own.upper } else { &own.lower }.as_ref().map(|b| b.value.clone());
            let Some(target) = target else { return Ok(false) };
            self.pivot(row, entering, &target);
        }
        Ok(false)
    }

    /// Exchanges the basic column of a row with a nonbasic one, the former then having the given value.
    fn pivot(&mut self, row: usize, entering: usize, target: &Delta) {
        self.pivots += 1;
        let leaving = self.rows[row].basic;
        let Some(coefficient) = self.rows[row].form.coefficient(entering as u32).cloned() else { return };
        let step = (target - &self.columns[leaving].value).scale(&coefficient.recip());
        let value = &self.columns[entering].value + &step;
        self.move_nonbasic(entering, value);
        self.columns[leaving].value = target.clone();
        // leaving = a·entering + rest   gives   entering = (leaving - rest) / a
        let mut form = self.rows[row].form.plus(&-&coefficient, &Form::var(entering as u32));
        form = form.plus(&Rat::from(-1), &Form::var(leaving as u32));
        form.scale(&-coefficient.recip());
        for (i, other) in self.rows.iter_mut().enumerate() {
            if i != row
                && let Some(c) = other.form.coefficient(entering as u32).cloned()
            {
                other.form = other.form.plus(&-&c, &Form::var(entering as u32)).plus(&c, &form);
            }
        }
        self.rows[row] = Row { basic: entering, form };
        self.columns[entering].row = Some(row);
        self.columns[leaving].row = None;
    }

    /// The certificate of a row none of whose columns can move towards the violated bound.
    fn explain(&self, row: usize, above: bool) -> Multipliers {
        let Row { basic, form } = &self.rows[row];
        let own = &self.columns[*basic];
        let mut parts = Vec::with_capacity(form.terms.len() + 1);
        parts.extend(if above { &own.upper } else { &own.lower }.as_ref().map(|b| (b, Rat::ONE)));
        for (column, coefficient) in &form.terms {
            let column = &self.columns[*column as usize];
            let held = if coefficient.is_negative() == above { &column.upper } else { &column.lower };
            parts.extend(held.as_ref().map(|b| (b, coefficient.abs())));
        }
        combine(parts)
    }

    /// Values of the columns, with a concrete number for the infinitesimal. Only after a successful check.
    pub fn values(&self) -> Vec<Rat> {
        let mut delta = Rat::ONE;
        let mut respect = |less: &Delta, more: &Delta| {
            // less.standard + less.inf·δ <= more.standard + more.inf·δ
            if less.standard < more.standard && less.infinitesimal > more.infinitesimal {
                let room = &(&more.standard - &less.standard) / &(&less.infinitesimal - &more.infinitesimal);
                if room < delta {
                    delta = room;
                }
            }
        };
        for column in &self.columns {
            if let Some(lower) = &column.lower {
                respect(&lower.value, &column.value);
            }
            if let Some(upper) = &column.upper {
                respect(&column.value, &upper.value);
            }
        }
        self.columns.iter().map(|c| &c.value.standard + &(&c.value.infinitesimal * &delta)).collect()
    }
}

/// The sum of multiples of bounds, in multiples of their constraints.
fn combine<'a>(parts: impl IntoIterator<Item = (&'a ColumnBound, Rat)>) -> Multipliers {
    let mut all: Multipliers = parts.into_iter().map(|(b, times)| (b.constraint, &b.factor * &times)).collect();
    all.sort_by_key(|(constraint, _)| *constraint);
    let mut merged: Multipliers = Vec::with_capacity(all.len());
    for (constraint, multiplier) in all {
        match merged.last_mut() {
            Some((last, sum)) if *last == constraint => *sum += &multiplier,
            _ => merged.push((constraint, multiplier)),
        }
    }
    merged.retain(|(_, multiplier)| !multiplier.is_zero());
    merged
}
