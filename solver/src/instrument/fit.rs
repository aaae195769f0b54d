//! Equations of cells: what the cells of a part of an array are, as a polynomial of their index, of counters and of the
//! cells of other arrays, wherever executions agree on one; and equations of counters, such as a total that grows by
//! `n` in each of `i` rounds.
//!
//! A loop that writes `a[i] = a[i - 1] + 6`, or that adds to each cell in another loop, keeps an equation that no
//! clause mentions: `a[k] = 6k + 6`, `b[k] = (i - k)·s`. It is in the data: the cells that executions leave behind a
//! guard (`k < i`) are points, and a polynomial with few monomials that goes through all of them, when these are more
//! than it has monomials, is hardly a coincidence. What is found are candidates, which the choice among candidates
//! drops where they are no invariant. The smallest polynomials are tried first, over a few variables at a time, so that
//! a small number of points determines the coefficients; the elimination is done modulo a prime, and coefficients that
//! are no small fractions are no loop's. Where there is no polynomial the cells may still have bounds.

use super::limits::LIMITS;
use crate::execute::Fact;
use crate::num::{Int, Rat};
use crate::rates::{beyond, rates};
use crate::reduce::cells::{Cells, Role};
use crate::system::System;
use crate::term::{Assignment, Evaluator, Relation, SortId, Store, TermId, Value};
use std::collections::BTreeSet;

/// The prime modulo which equations are solved.
const PRIME: u64 = (1 << 61) - 1;

/// The arguments of each predicate over cells, at cells of the facts that executions derived.
pub(super) fn samples(
    store: &mut Store,
    system: &System,
    reduction: &Cells,
    roles: &[Vec<Role>],
    facts: &[Vec<Fact>],
) -> Vec<Vec<Vec<Value>>> {
    let mut result = Vec::with_capacity(system.preds.len());
    for pred in system.pred_ids() {
        let mut list = Vec::new();
        let terms = reduction.argument_terms(store, system, pred);
        let arity = system.pred(pred).sorts.len();
        let roles = &roles[pred.index()];
        let several = match roles.iter().filter(|role| **role == Role::Index).count() {
            0 => false,
            1 => true,
            _ => {
                result.push(list);
                continue;
            }
        };
        for fact in &facts[pred.index()] {
            for index in if several { indices(fact) } else { vec![0] } {
                if list.len() >= LIMITS.fit_sample {
                    break;
                }
                let mut assignment = Assignment::from_values(fact.iter().cloned());
                assignment.set(arity as u32, Value::Int(Int::from(index)));
                let mut evaluator = Evaluator::limited(store, &assignment, LIMITS.search_cells);
                list.extend(terms.iter().map(|&term| evaluator.eval(term)).collect::<Option<Vec<Value>>>());
            }
        }
        result.push(list);
    }
    result
}

/// The first cells, and those where a counter is.
fn indices(fact: &Fact) -> Vec<i64> {
    let mut result: Vec<i64> = (0..LIMITS.fit_cell).collect();
    for value in fact {
        if let Value::Int(n) = value
            && let Some(n) = n.to_i64().filter(|n| (LIMITS.fit_cell..LIMITS.fit_far).contains(n))
        {
            result.extend([n - 1, n]);
        }
    }
    result.sort_unstable();
    result.dedup();
    result
}

/// A polynomial's monomials, each the columns that are multiplied.
type Basis = Vec<Vec<usize>>;

/// The samples of a predicate as numbers.
struct Table {
    /// The values of the columns of each sample.
    numbers: Vec<Vec<Int>>,
    /// The values of the columns, modulo the prime, of each sample.
    rows: Vec<Vec<u64>>,
    /// The terms of the columns.
    columns: Vec<TermId>,
}

/// Which arguments of a predicate are what, if they are integers.
pub(super) struct Places {
    indices: Vec<usize>,
    counters: Vec<usize>,
    cells: Vec<usize>,
}

impl Places {
    /// Of arguments with these roles and sorts; the counters are in the order in which they are tried.
    pub fn new(roles: &[Role], sorts: &[SortId], counters: &[usize]) -> Places {
        let of = |role: Role| (0..sorts.len()).filter(|&i| sorts[i] == SortId::INT && roles[i] == role).collect();
        Places { indices: of(Role::Index), counters: counters.to_vec(), cells: of(Role::Value) }
    }
}

/// Candidates `counter = polynomial`, of degree two or three over others.
pub(super) fn of_counters(store: &mut Store, counters: &[usize], samples: &[Vec<Value>]) -> Vec<TermId> {
    let differs = |&&i: &&usize| samples.iter().any(|sample| sample[i] != samples[0][i]);
    let positions: Vec<usize> = counters.iter().filter(differs).take(LIMITS.fit_scalar).copied().collect();
    let mut rows: Vec<Vec<Value>> = Vec::new();
    for sample in samples {
        let row: Vec<Value> = positions.iter().map(|&position| sample[position].clone()).collect();
        // What is seen twice confirms nothing.
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    let all: Vec<usize> = (0..positions.len()).collect();
    let Some(mut table) = table(store, &all, &rows) else { return Vec::new() };
    table.columns = positions.iter().map(|&position| store.var(position as u32, SortId::INT)).collect();
    let mask = vec![true; rows.len()];
    let mut result = Vec::new();
    for target in 0..positions.len() {
        let others: Vec<usize> = (0..positions.len()).filter(|&column| column != target).collect();
        for equation in fits(store, &table, &mask, target, &bases(&others, positions.len(), &others)) {
            if !result.contains(&equation) {
                result.push(equation);
            }
        }
    }
    result
}

/// Candidates that bound a counter by numerals, and what it gains while another one counts.
pub(super) fn rates_of(store: &mut Store, counters: &[usize], samples: &[Vec<Value>], steps: &[Int]) -> Vec<TermId> {
    let differs = |&&i: &&usize| samples.iter().any(|sample| sample[i] != samples[0][i]);
    let positions: Vec<usize> = counters.iter().filter(differs).take(LIMITS.fit_scalar).copied().collect();
    let Some(Table { numbers, columns, .. }) = table(store, &positions, samples) else { return Vec::new() };
    let rows: Vec<Vec<Int>> = numbers.into_iter().collect::<BTreeSet<Vec<Int>>>().into_iter().collect();
    let mut result = rates(store, &columns, &rows, steps);
    for (at, &column) in columns.iter().enumerate() {
        let values = || rows.iter().map(|row| row[at].clone());
        for (bound, upper) in [(values().min(), false), (values().max(), true)] {
            let Some(bound) = bound else { continue };
            for number in numerals(bound, upper, steps) {
                let number = store.int(number);
                result.push(if upper { store.le(column, number) } else { store.le(number, column) });
            }
        }
    }
    result
}

/// Numerals that may be a bound of what has been met up to there: that itself, and numbers of the clauses beyond.
fn numerals(bound: Int, upper: bool, steps: &[Int]) -> Vec<i64> {
    let near = beyond(steps, &bound, upper);
    let mut all: Vec<i64> = near.into_iter().chain([bound]).filter_map(|number| number.to_i64()).collect();
    all.retain(|number| number.abs() <= LIMITS.fit_numeral);
    all.sort_unstable();
    all.dedup();
    all
}

/// Candidates `base ∧ guard → cell = polynomial`, and the same of two guards where they say more than one.
pub(super) fn equations(
    store: &mut Store,
    places: &Places,
    samples: &[Vec<Value>],
    base: TermId,
    guards: &[TermId],
    steps: &[Int],
) -> Vec<TermId> {
    let (mut result, mut seen) = (Vec::new(), BTreeSet::new());
    if samples.len() < LIMITS.fit_least {
        return Vec::new();
    }
    let differs = |&&i: &&usize| samples.iter().any(|sample| sample[i] != samples[0][i]);
    let mut positions: Vec<usize> = places.indices.clone();
    positions.extend(places.counters.iter().filter(differs).take(LIMITS.fit_scalar));
    let free = positions.len();
    positions.extend(places.cells.iter().take(LIMITS.fit_array));
    let Some(table) = table(store, &positions, samples) else { return Vec::new() };
    let masks: Vec<Vec<bool>> = [Store::TRUE]
        .iter()
        .chain(guards)
        .map(|&guard| {
            let both = store.and2(base, guard);
            let holds = |sample: &Vec<Value>| {
                let assignment = Assignment::from_values(sample.iter().cloned());
                Evaluator::new(store, &assignment).holds(both)
            };
            samples.iter().map(holds).collect()
        })
        .collect();
    let guards: Vec<TermId> = [Store::TRUE].iter().chain(guards).copied().collect();
    let sides: Vec<Option<bool>> = guards.iter().map(|&guard| side(store, guard, table.columns[0])).collect();
    for target in free..positions.len() {
        let mut known: Vec<(Vec<bool>, Vec<TermId>, Rank)> = Vec::new();
        let others: Vec<usize> = (0..positions.len()).filter(|&column| column != target).collect();
        let bases = bases(&others, free, &[0]);
        let pairs =
            (0..guards.len()).map(|i| (i, i)).chain((1..guards.len()).flat_map(|i| (1..i).map(move |j| (j, i))));
        for (i, j) in pairs {
            let mask: Vec<bool> = masks[i].iter().zip(&masks[j]).map(|(a, b)| *a && *b).collect();
            let single = i == j;
            let (found, rank) = match known.iter().find(|(other, ..)| *other == mask) {
                // Two guards that hold where one does say nothing new.
                Some(_) if !single => continue,
                Some((_, found, rank)) => (found.clone(), *rank),
                None => {
                    let enough = mask.iter().filter(|inside| **inside).count() >= LIMITS.fit_least;
                    let (mut found, mut rank) = (Vec::new(), Rank::Equation);
                    if enough && (single || known.len() < guards.len() + LIMITS.fit_part) {
                        found = fits(store, &table, &mask, target, &bases);
                        // Between two counters are the cells that the next loop has not been to yet.
                        let between = sides[i].is_some() && sides[j].is_some() && sides[i] != sides[j];
                        if found.is_empty() && (single || between) {
                            found = bounds(store, &table, &mask, target, free, places.indices.len(), steps);
                            rank = if single { Rank::Bound } else { Rank::Between };
                        }
                    }
                    known.push((mask, found.clone(), rank));
                    (found, rank)
                }
            };
            let guard = store.and(&[base, guards[i], guards[j]]);
            for property in found {
                let candidate = store.implies(guard, property);
                if candidate != Store::TRUE && seen.insert(candidate) {
                    result.push((rank, candidate));
                }
            }
        }
    }
    result.sort_by_key(|(rank, _)| *rank);
    result.into_iter().map(|(_, candidate)| candidate).take(LIMITS.fit_candidate).collect()
}

/// What a candidate says, the likelier ones first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// A polynomial.
    Equation,
    /// Bounds under one guard.
    Bound,
    /// Bounds under a lower and an upper guard of the index.
    Between,
}

/// Whether a guard bounds the index from above, or from below.
fn side(store: &mut Store, guard: TermId, index: TermId) -> Option<bool> {
    let (form, relation) = store.as_linear_literal(guard)?;
    let coefficient = form.coefficient(index);
    (relation == Relation::LeZero && !coefficient.is_zero()).then(|| coefficient.is_positive())
}

/// The columns as residues; `None` if one has no numbers.
fn table(store: &mut Store, positions: &[usize], samples: &[Vec<Value>]) -> Option<Table> {
    let modulus = Int::from(PRIME as i64);
    let number = |value: &Value| match value {
        Value::Int(n) => Some(n.clone()),
        _ => None,
    };
    let numbers = samples.iter().map(|sample| positions.iter().map(|&p| number(&sample[p])).collect());
    let numbers = numbers.collect::<Option<Vec<Vec<Int>>>>()?;
    let residue = |n: &Int| n.mod_euclid(&modulus).to_i64().map(|n| n as u64);
    let rows = numbers.iter().map(|row| row.iter().map(residue).collect()).collect::<Option<Vec<Vec<u64>>>>()?;
    let columns = positions.iter().map(|&p| store.var(p as u32, SortId::INT)).collect();
    Some(Table { numbers, rows, columns })
}

/// The polynomials over some columns that are tried, the smallest first: of degree two over up to three of them, of
/// degree three over one of `cubed` and one other. The columns from `free` on are cells, which have no squares alone.
fn bases(others: &[usize], free: usize, cubed: &[usize]) -> Vec<Basis> {
    let constant = || vec![Vec::new()];
    let with = |mut basis: Basis, more: &[&[usize]]| {
        basis.extend(more.iter().map(|monomial| monomial.to_vec()));
        basis
    };
    let mut result = vec![constant()];
    for (n, &x) in others.iter().enumerate() {
        result.push(with(constant(), &[&[x]]));
        if x < free {
            result.push(with(constant(), &[&[x], &[x, x]]));
        }
        for (m, &y) in others.iter().enumerate().skip(n + 1) {
            result.push(with(constant(), &[&[x], &[y]]));
            result.push(with(constant(), &[&[x], &[y], &[x, y]]));
            result.push(with(constant(), &[&[x], &[y], &[x, x], &[x, y], &[y, y]]));
            for &z in &others[m + 1..] {
                result.push(with(constant(), &[&[x], &[y], &[z]]));
                let mixed: [&[usize]; 6] = [&[x], &[y], &[z], &[x, y], &[x, z], &[y, z]];
                result.push(with(constant(), &mixed));
            }
        }
    }
    for &x in cubed {
        let cube: [&[usize]; 3] = [&[x], &[x, x], &[x, x, x]];
        result.push(with(constant(), &cube));
        for &y in others.iter().filter(|&&y| y != x) {
            result.push(with(with(constant(), &cube), &[&[y]]));
        }
    }
    result.sort_by_key(Vec::len);
    result
}

/// The equations of a column with a smallest polynomial, on the samples of the mask.
fn fits(store: &mut Store, table: &Table, mask: &[bool], target: usize, bases: &[Basis]) -> Vec<TermId> {
    let rows: Vec<&Vec<u64>> = table.rows.iter().zip(mask).filter(|(_, inside)| **inside).map(|(row, _)| row).collect();
    let mut result = Vec::new();
    let mut size = usize::MAX;
    for basis in bases {
        if basis.len() > size || result.len() >= LIMITS.fit_equation {
            break;
        }
        let Some(coefficients) = solve(&rows, basis, target) else { continue };
        let Some(equation) = equation(store, table, target, basis, &coefficients) else { continue };
        size = basis.len();
        if !result.contains(&equation) {
            result.push(equation);
        }
    }
    result
}

/// The bounds of a column that is no polynomial: by numerals, multiples of the index and counters, those that are near.
/// The columns in front of `indices` are indices, those in front of `free` are no cells.
fn bounds(
    store: &mut Store,
    table: &Table,
    mask: &[bool],
    target: usize,
    free: usize,
    indices: usize,
    steps: &[Int],
) -> Vec<TermId> {
    let inside = || table.numbers.iter().zip(mask).filter(|(_, inside)| **inside).map(|(row, _)| row);
    let mut result = Vec::new();
    let columns = (0..free.min(LIMITS.fit_bound)).map(|column| Some((1, column)));
    let multiples = (0..indices).flat_map(|column| (2..=LIMITS.fit_slope).map(move |slope| Some((slope, column))));
    for other in columns.chain([None]).chain(multiples) {
        let from = |row: &Vec<Int>| match other {
            Some((slope, column)) => &row[target] - &(&Int::from(slope) * &row[column]),
            None => row[target].clone(),
        };
        let (Some(least), Some(greatest)) = (inside().map(from).min(), inside().map(from).max()) else { continue };
        let base = match other {
            Some((slope, column)) => store.scale(&Rat::from(slope), table.columns[column]),
            None => store.int(0),
        };
        for (bound, upper) in [(greatest, true), (least, false)] {
            let numbers = match other {
                Some(_) => bound.to_i64().filter(|n| n.abs() <= LIMITS.fit_offset).into_iter().collect(),
                None => numerals(bound, upper, steps),
            };
            for number in numbers {
                let number = store.int(number);
                let edge = store.add(&[base, number]);
                let cell = table.columns[target];
                result.push(if upper { store.le(cell, edge) } else { store.le(edge, cell) });
            }
        }
    }
    result
}

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn minus(a: u64, b: u64) -> u64 {
    if a >= b { a - b } else { a + PRIME - b }
}

/// The inverse of a number other than zero, by Fermat's theorem.
fn inverse(a: u64) -> u64 {
    let (mut result, mut base, mut exponent) = (1, a, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, base);
        }
        base = times(base, base);
        exponent >>= 1;
    }
    result
}

/// The only coefficients with which the monomials give the target in every row, if more rows agree than are needed.
fn solve(rows: &[&Vec<u64>], basis: &Basis, target: usize) -> Option<Vec<u64>> {
    let width = basis.len();
    // Rows in echelon form, each with its pivot.
    let mut echelon: Vec<(usize, Vec<u64>)> = Vec::new();
    let mut confirmed = 0;
    for row in rows {
        let mut entries: Vec<u64> = basis
            .iter()
            .map(|monomial| monomial.iter().fold(1, |product, &column| times(product, row[column])))
            .chain([row[target]])
            .collect();
        for (pivot, other) in &echelon {
            let factor = entries[*pivot];
            if factor != 0 {
                for (entry, &o) in entries.iter_mut().zip(other) {
                    *entry = minus(*entry, times(factor, o));
                }
            }
        }
        match entries.iter().position(|&entry| entry != 0) {
            None => confirmed += 1,
            Some(pivot) if pivot == width => return None,
            Some(pivot) => {
                let scale = inverse(entries[pivot]);
                entries.iter_mut().for_each(|entry| *entry = times(*entry, scale));
                echelon.push((pivot, entries));
            }
        }
    }
    if echelon.len() < width || confirmed < LIMITS.fit_confirmed {
        return None;
    }
    let mut result = vec![0; width];
    for (pivot, row) in echelon.iter().rev() {
        let others = (0..width).filter(|column| column != pivot);
        let rest = others.fold(0, |sum, column| (sum + times(row[column], result[column])) % PRIME);
        result[*pivot] = minus(row[width], rest);
    }
    Some(result)
}

/// The equation with these coefficients, as one of integers.
fn equation(store: &mut Store, table: &Table, target: usize, basis: &Basis, coefficients: &[u64]) -> Option<TermId> {
    let limit = LIMITS.fit_coefficient;
    let small = |residue: u64| {
        let (up, down) = (i64::try_from(residue).ok()?, i64::try_from(PRIME - residue).ok()?);
        [up, -down].into_iter().find(|n| n.abs() <= limit)
    };
    let (factor, numbers) = (1..=LIMITS.fit_denominator).find_map(|factor| {
        let scaled = coefficients.iter().map(|&c| small(times(c, factor)));
        Some((factor, scaled.collect::<Option<Vec<i64>>>()?))
    })?;
    let mut parts = Vec::with_capacity(basis.len());
    for (monomial, &number) in basis.iter().zip(&numbers) {
        let product = monomial.iter().map(|&column| table.columns[column]).reduce(|a, b| store.mul(a, b));
        let term = product.unwrap_or_else(|| store.int(1));
        parts.push(store.scale(&Rat::from(number), term));
    }
    let right = store.add(&parts);
    let left = store.scale(&Rat::from(i64::try_from(factor).ok()?), table.columns[target]);
    Some(store.eq(left, right))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::show;

    fn int(n: i64) -> Value {
        Value::Int(Int::from(n))
    }

    /// The candidates for predicates with a counter, an index and one cell.
    fn found(points: &[[i64; 3]]) -> Vec<String> {
        let mut store = Store::new();
        let sorts = [SortId::INT; 3];
        let roles = [Role::Scalar, Role::Index, Role::Value];
        let [counter, index, _] = [0, 1, 2].map(|i| store.var(i, SortId::INT));
        let guards = [store.lt(index, counter), store.le(counter, index)];
        let samples: Vec<Vec<Value>> = points.iter().map(|point| point.iter().map(|&n| int(n)).collect()).collect();
        let places = Places::new(&roles, &sorts, &[0]);
        let terms = equations(&mut store, &places, &samples, Store::TRUE, &guards, &[]);
        terms.iter().map(|&term| show(&store, &[term])).collect()
    }

    fn points(cell: impl Fn(i64, i64) -> i64) -> Vec<[i64; 3]> {
        (0..9).flat_map(|i| (0..8).map(move |k| [i, k])).map(|[i, k]| [i, k, cell(i, k)]).collect()
    }

    #[test]
    fn polynomials_are_found_behind_a_guard() {
        let equations = |points: &[[i64; 3]]| -> Vec<String> {
            found(points).into_iter().filter(|candidate| candidate.contains("Eq")).collect()
        };
        let below = equations(&points(|i, k| if k < i { 3 * k * k - k + 2 } else { 7 * i + 100 * k + i * k % 5 }));
        assert_eq!(below.len(), 1, "{below:?}");
        let both = equations(&points(|i, k| if k < i { (i - k) * 4 } else { -1 }));
        assert_eq!(both.len(), 2, "{both:?}");
        // A fraction: the equation is one of integers.
        let triangular = equations(&points(|i, k| if k < i { i * (i + 1) / 2 } else { 0 }));
        assert_eq!(triangular.len(), 2, "{triangular:?}");
    }

    #[test]
    fn counters_are_polynomials_of_others() {
        let mut store = Store::new();
        let total = |i: i64, n: i64| n + i * (n + 1);
        let sample = |i: i64, n: i64| vec![int(i), int(n), int(total(i, n))];
        let samples: Vec<Vec<Value>> = (0..6).flat_map(|n| (0..=n).map(move |i| sample(i, n))).collect();
        let terms = of_counters(&mut store, &[0, 1, 2], &samples);
        assert!(terms.iter().any(|&term| samples.iter().all(|sample| {
            let assignment = Assignment::from_values(sample.iter().cloned());
            Evaluator::new(&store, &assignment).holds(term)
        })));
        // The same few points over and over say nothing.
        let few = [sample(0, 1), sample(1, 1), sample(0, 2), sample(1, 2)];
        let often: Vec<Vec<Value>> = few.iter().cycle().take(80).cloned().collect();
        assert!(of_counters(&mut store, &[0, 1, 2], &often).is_empty());
    }

    #[test]
    fn what_is_no_polynomial_may_have_bounds() {
        let remainders =
            found(&points(|i, k| if k < i { (17 * i + 31 * k + i * i * k) % 11 } else { 7_000 * i * i * i }));
        assert!(remainders.iter().any(|text| text.contains("(Le x2 10)")), "{remainders:?}");
        assert!(!remainders.iter().any(|text| text.contains("Eq")), "{remainders:?}");
        // Multiples of the index.
        let steep = found(&points(|i, k| if k < i { 3 * k - 2 - (i * i * k + 5 * i) % 4 } else { 7_000 * i * i * i }));
        assert!(steep.iter().any(|text| text.contains("(Le (Add (Mul -3 x1) x2) -2)")), "{steep:?}");
        // Too few points to say anything.
        assert!(found(&[[1, 0, 5], [2, 0, 5]]).is_empty());
    }
}
