//! [`Congruence`]: the integers `residue + modulus · k`.
//!
//! Granger, *Static analysis of arithmetical congruences*, 1989. Modulus 0 means a single integer, modulus 1 all
//! integers.

use crate::num::Int;

/// A residue class of integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Congruence {
    modulus: Int,
    residue: Int,
}

impl Congruence {
    /// All integers.
    pub fn top() -> Congruence {
        Congruence { modulus: Int::ONE, residue: Int::ZERO }
    }

    /// One integer.
    pub fn point(value: Int) -> Congruence {
        Congruence { modulus: Int::ZERO, residue: value }
    }

    /// The integers congruent to `residue`; the sign of `modulus` is irrelevant.
    pub fn new(modulus: Int, residue: Int) -> Congruence {
        let modulus = modulus.abs();
        let residue = if modulus.is_zero() { residue } else { residue.mod_euclid(&modulus) };
        Congruence { modulus, residue }
    }

    /// The modulus, never negative.
    pub fn modulus(&self) -> &Int {
        &self.modulus
    }

    /// The residue, in `0 .. modulus` unless the modulus is 0.
    pub fn residue(&self) -> &Int {
        &self.residue
    }

    /// Whether this is all integers.
    pub fn is_top(&self) -> bool {
        self.modulus.is_one()
    }

    /// The only integer inside, if there is exactly one.
    pub fn as_point(&self) -> Option<&Int> {
        self.modulus.is_zero().then_some(&self.residue)
    }

    /// Whether the integer is inside.
    pub fn contains(&self, value: &Int) -> bool {
        if self.modulus.is_zero() { *value == self.residue } else { value.mod_euclid(&self.modulus) == self.residue }
    }

    /// Whether every integer inside is inside `other`.
    pub fn is_within(&self, other: &Congruence) -> bool {
        if other.modulus.is_zero() {
            return self == other;
        }
        self.modulus.mod_euclid(&other.modulus).is_zero() && other.contains(&self.residue)
    }

    /// The least residue class around both.
    pub fn join(&self, other: &Congruence) -> Congruence {
        let difference = &self.residue - &other.residue;
        Congruence::new(self.modulus.gcd(&other.modulus).gcd(&difference), self.residue.clone())
    }

    /// The common part, `None` if empty. Where the exact modulus would grow large, `self` is returned, which holds it.
    pub fn meet(&self, other: &Congruence) -> Option<Congruence> {
        if self.modulus.is_zero() {
            return other.contains(&self.residue).then(|| self.clone());
        }
        if other.modulus.is_zero() {
            return other.meet(self);
        }
        let gcd = self.modulus.gcd(&other.modulus);
        let difference = &other.residue - &self.residue;
        if !difference.mod_euclid(&gcd).is_zero() {
            return None;
        }
        if other.modulus.mod_euclid(&self.modulus).is_zero() {
            return Some(other.clone());
        }
        let lcm = self.modulus.lcm(&other.modulus);
        if lcm > Int::pow2(32) {
            return Some(self.clone());
        }
        // self.residue + self.modulus · k = other.residue  (mod other.modulus)
        let reduced = other.modulus.div_exact(&gcd);
        let inverse = inverse(&self.modulus.div_exact(&gcd), &reduced);
        let k = (&difference.div_exact(&gcd) * &inverse).mod_euclid(&reduced);
        Some(Congruence::new(lcm, &self.residue + &(&self.modulus * &k)))
    }

    /// All sums.
    pub fn add(&self, other: &Congruence) -> Congruence {
        Congruence::new(self.modulus.gcd(&other.modulus), &self.residue + &other.residue)
    }

    /// All multiples by one integer.
    pub fn scale(&self, factor: &Int) -> Congruence {
        Congruence::new(&self.modulus * factor, &self.residue * factor)
    }

    /// All products.
    pub fn mul(&self, other: &Congruence) -> Congruence {
        let modulus = (&self.modulus * &other.modulus)
            .gcd(&(&self.modulus * &other.residue))
            .gcd(&(&other.modulus * &self.residue));
        Congruence::new(modulus, &self.residue * &other.residue)
    }

    /// The integers whose product with `factor` (not 0) is inside; `None` if there are none.
    pub fn unscale(&self, factor: &Int) -> Option<Congruence> {
        let gcd = self.modulus.gcd(factor);
        if self.modulus.is_zero() {
            return self
                .residue
                .mod_euclid(factor)
                .is_zero()
                .then(|| Congruence::point(self.residue.div_exact(factor)));
        }
        if !self.residue.mod_euclid(&gcd).is_zero() {
            return None;
        }
        let modulus = self.modulus.div_exact(&gcd);
        let inverse = inverse(&factor.div_exact(&gcd), &modulus);
        Some(Congruence::new(modulus, &self.residue.div_exact(&gcd) * &inverse))
    }

    /// The least integer inside that is not below `value`.
    pub fn round_up(&self, value: &Int) -> Int {
        if self.modulus.is_zero() {
            return value.clone();
        }
        value + &(&self.residue - value).mod_euclid(&self.modulus)
    }

    /// The greatest integer inside that is not above `value`.
    pub fn round_down(&self, value: &Int) -> Int {
        if self.modulus.is_zero() {
            return value.clone();
        }
        value - &(value - &self.residue).mod_euclid(&self.modulus)
    }
}

/// The inverse of `a` modulo `modulus` (> 0), for coprime arguments; 0 for modulus 1. Extended Euclid.
fn inverse(a: &Int, modulus: &Int) -> Int {
    let (mut r0, mut r1) = (modulus.clone(), a.mod_euclid(modulus));
    let (mut t0, mut t1) = (Int::ZERO, Int::ONE);
    while !r1.is_zero() {
        let quotient = r0.div_floor(&r1);
        let r2 = &r0 - &(&quotient * &r1);
        let t2 = &t0 - &(&quotient * &t1);
        (r0, r1, t0, t1) = (r1, r2, t1, t2);
    }
    t0.mod_euclid(modulus)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn c(modulus: i64, residue: i64) -> Congruence {
        Congruence::new(Int::from(modulus), Int::from(residue))
    }

    fn members(class: &Congruence) -> Vec<i64> {
        (-60..60).filter(|&v| class.contains(&Int::from(v))).collect()
    }

    #[test]
    fn operations_agree_with_enumeration() {
        let classes = [c(0, 5), c(0, -4), c(1, 0), c(2, 1), c(3, 2), c(4, 2), c(6, 3)];
        for a in &classes {
            for b in &classes {
                let both: Vec<i64> = members(a).into_iter().filter(|v| b.contains(&Int::from(*v))).collect();
                assert_eq!(a.meet(b).map_or(Vec::new(), |m| members(&m)), both, "{a:?} and {b:?}");
                let join = a.join(b);
                assert!(a.is_within(&join) && b.is_within(&join));
                assert_eq!(a.is_within(b), members(a).iter().all(|v| b.contains(&Int::from(*v))), "{a:?} in {b:?}");
                let (sum, product) = (a.add(b), a.mul(b));
                for x in members(a) {
                    for y in members(b) {
                        assert!(sum.contains(&Int::from(x + y)) && product.contains(&Int::from(x * y)));
                    }
                }
            }
            for factor in [-4, -1, 2, 3, 6] {
                let expected: Vec<i64> = (-60..60).filter(|v| a.contains(&Int::from(v * factor))).collect();
                assert_eq!(
                    a.unscale(&Int::from(factor)).map_or(Vec::new(), |m| members(&m)),
                    expected,
                    "{a:?} / {factor}"
                );
            }
        }
    }

    #[test]
    fn rounding_finds_the_next_member() {
        assert_eq!(c(4, 3).round_up(&Int::from(-2)), Int::from(-1));
        assert_eq!(c(4, 3).round_down(&Int::from(-2)), Int::from(-5));
        assert_eq!(c(4, 3).round_up(&Int::from(3)), Int::from(3));
    }
}
