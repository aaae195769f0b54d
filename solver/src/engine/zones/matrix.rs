//! Difference-bound matrices: conjunctions of `x − y ≤ c` and `x − y < c` (Dill, *Timing assumptions and verification
//! of finite-state concurrent systems*, 1989).
//!
//! Numbers are integers here: whoever uses a matrix multiplies by the common denominator first. A bound that leaves the
//! range of numbers is left out, which only makes the set larger.

/// An upper bound on a difference: twice the number, plus one if the difference may be that number. So of two bounds
/// the smaller is the tighter one.
pub(super) type Bound = i64;

/// No bound.
pub(super) const NONE: Bound = i64::MAX;
/// At most zero.
pub(super) const ZERO: Bound = 1;
/// Bounds on larger numbers are left out.
const LARGEST: i64 = 1 << 56;

/// The bound `≤ number`, or `< number`.
pub(super) fn bound(number: i64, strict: bool) -> Bound {
    if number.abs() > LARGEST { NONE } else { 2 * number + i64::from(!strict) }
}

/// The number of a bound, and whether the difference stays below it.
pub(super) fn number(bound: Bound) -> (i64, bool) {
    (bound >> 1, bound & 1 == 0)
}

/// The bound on `x − z` from those on `x − y` and `y − z`.
pub(super) fn sum(a: Bound, b: Bound) -> Bound {
    if a == NONE || b == NONE {
        return NONE;
    }
    let sum = (a & !1) + (b & !1) + (a & b & 1);
    if (sum >> 1).abs() > LARGEST { NONE } else { sum }
}

/// Bounds on all differences of two of the dimensions `0 … n − 1`; the first one is the number zero. They are closed:
/// no bound follows from others that is tighter than the one that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Matrix {
    size: usize,
    bounds: Vec<Bound>,
}

impl Matrix {
    /// All values.
    pub fn top(size: usize) -> Matrix {
        let mut matrix = Matrix { size, bounds: vec![NONE; size * size] };
        (0..size).for_each(|i| matrix.bounds[i * size + i] = ZERO);
        matrix
    }

    /// The bound on `i − j`.
    pub fn get(&self, i: usize, j: usize) -> Bound {
        self.bounds[i * self.size + j]
    }

    /// Adds a bound on `i − j`; whether anything is left.
    #[must_use]
    pub fn insert(&mut self, i: usize, j: usize, bound: Bound) -> bool {
        if bound >= self.get(i, j) {
            return true;
        }
        if sum(bound, self.get(j, i)) < ZERO {
            return false;
        }
        let n = self.size;
        let to: Vec<Bound> = self.bounds[j * n..(j + 1) * n].to_vec();
        for a in 0..n {
            let from = sum(self.bounds[a * n + i], bound);
            if from == NONE {
                continue;
            }
            for (old, next) in self.bounds[a * n..(a + 1) * n].iter_mut().zip(&to) {
                *old = (*old).min(sum(from, *next));
            }
        }
        true
    }

    /// The same of some dimensions, in their order.
    pub fn of(&self, dimensions: &[usize]) -> Matrix {
        let all = dimensions.iter().flat_map(|&i| dimensions.iter().map(move |&j| self.get(i, j)));
        Matrix { size: dimensions.len(), bounds: all.collect() }
    }

    /// Whether these values are among those.
    pub fn is_within(&self, other: &Matrix) -> bool {
        self.bounds.iter().zip(&other.bounds).all(|(a, b)| a <= b)
    }

    /// The least bounds around both.
    pub fn join(&self, other: &Matrix) -> Matrix {
        let bounds = self.bounds.iter().zip(&other.bounds).map(|(a, b)| *a.max(b)).collect();
        Matrix { size: self.size, bounds }
    }

    /// The common part, closed; `None` if there is none.
    pub fn meet(&self, other: &Matrix) -> Option<Matrix> {
        let mut met = self.clone();
        for i in 0..self.size {
            for j in 0..self.size {
                if !met.insert(i, j, other.get(i, j)) {
                    return None;
                }
            }
        }
        Some(met)
    }

    /// The bounds of `next`, which are around these: those that differ are the next threshold, or none. What comes out
    /// need not be closed, and stays so: closing it could undo the step for ever.
    pub fn widen(&self, next: &Matrix, thresholds: &[i64]) -> Matrix {
        let widened = |(old, new): (&Bound, &Bound)| {
            if new <= old || *new == NONE {
                return *new;
            }
            let (value, _) = number(*new);
            let at = thresholds.partition_point(|threshold| *threshold < value);
            thresholds.get(at).map_or(NONE, |threshold| bound(*threshold, false))
        };
        Matrix { size: self.size, bounds: self.bounds.iter().zip(&next.bounds).map(widened).collect() }
    }

    /// The same bounds, closed; `None` if they exclude everything.
    pub fn closed(&self) -> Option<Matrix> {
        Matrix::top(self.size).meet(self)
    }

    /// Pairs of dimensions whose bounds say all the others (Larsen, Larsson, Pettersson, Yi, *Efficient verification of
    /// real-time systems: compact data structure and state-space reduction*, 1997).
    pub fn needed(&self) -> Vec<(usize, usize)> {
        let equal = |i: usize, j: usize| sum(self.get(i, j), self.get(j, i)) == ZERO;
        let first = |i: usize| (0..=i).find(|&j| equal(i, j)).unwrap_or(i);
        let firsts: Vec<usize> = (0..self.size).filter(|&i| first(i) == i).collect();
        let mut needed = Vec::new();
        for i in (0..self.size).filter(|&i| first(i) != i) {
            needed.extend([(i, first(i)), (first(i), i)]);
        }
        for &i in &firsts {
            for &j in firsts.iter().filter(|&&j| j != i) {
                let follows = |k: usize| k != i && k != j && sum(self.get(i, k), self.get(k, j)) <= self.get(i, j);
                if self.get(i, j) != NONE && !firsts.iter().any(|&k| follows(k)) {
                    needed.push((i, j));
                }
            }
        }
        needed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_closed_and_contradictions_seen() {
        let mut m = Matrix::top(4);
        assert!(m.insert(1, 0, bound(5, false)) && m.insert(2, 1, bound(-2, true)) && m.insert(0, 2, bound(0, false)));
        assert_eq!((m.get(2, 0), m.get(0, 1), m.get(3, 0)), (bound(3, true), bound(-2, true), NONE));
        assert!(!m.clone().insert(1, 0, bound(2, false)));
        assert!(m.insert(1, 0, bound(3, false)));
        assert_eq!(m.get(2, 0), bound(1, true));
        // `x ≤ y + 1`, `y ≤ z` and what follows of both.
        let mut chain = Matrix::top(4);
        assert!(chain.insert(1, 2, bound(1, false)) && chain.insert(2, 3, ZERO));
        assert_eq!(chain.needed(), [(1, 2), (2, 3)]);
        assert!(chain.insert(3, 2, ZERO));
        assert_eq!(chain.needed(), [(3, 2), (2, 3), (1, 2)]);
    }

    #[test]
    fn widening_stops_at_thresholds() {
        let at_most = |number: i64| {
            let mut m = Matrix::top(2);
            assert!(m.insert(1, 0, bound(number, false)));
            m
        };
        let widened = at_most(3).widen(&at_most(4), &[0, 10]);
        assert_eq!(widened, at_most(10));
        assert_eq!(widened.widen(&at_most(11), &[0, 10]), Matrix::top(2));
        assert_eq!(widened.meet(&at_most(7)), Some(at_most(7)));
        assert!(at_most(7).is_within(&widened) && !widened.is_within(&at_most(7)));
        assert_eq!(at_most(7).join(&widened), widened);
    }

    #[test]
    fn what_is_too_large_is_no_bound() {
        let half = bound(LARGEST / 2 + 1, false);
        assert_eq!((sum(half, half), bound(i64::MAX / 2, true)), (NONE, NONE));
    }
}
