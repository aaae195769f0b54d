//! [`Int`]: an arbitrary-precision integer whose small values live in a machine word.

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

/// The two representations; `Big` only ever holds values outside the `i64` range.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    Big(Box<BigInt>),
}

/// An arbitrary-precision integer.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Repr);

/// The greatest common divisor by shifts and differences (Stein): what a word has no division for.
fn binary_gcd(a: u128, b: u128) -> u128 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let twos = (a | b).trailing_zeros();
    let (mut a, mut b) = (a >> a.trailing_zeros(), b >> b.trailing_zeros());
    while a != b {
        if a < b {
            std::mem::swap(&mut a, &mut b);
        }
        a -= b;
        a >>= a.trailing_zeros();
    }
    a << twos
}

impl Int {
    /// The integer 0.
    pub const ZERO: Int = Int(Repr::Small(0));
    /// The integer 1.
    pub const ONE: Int = Int(Repr::Small(1));

    /// Converts a big integer, choosing the canonical representation.
    pub fn from_big(value: BigInt) -> Int {
        match value.to_i64() {
            Some(small) => Int(Repr::Small(small)),
            None => Int(Repr::Big(Box::new(value))),
        }
    }

    /// The value as a big integer.
    pub fn to_big(&self) -> BigInt {
        match &self.0 {
            Repr::Small(v) => BigInt::from(*v),
            Repr::Big(v) => (**v).clone(),
        }
    }

    /// The value, if it fits an `i64`.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small(v) => Some(*v),
            Repr::Big(_) => None,
        }
    }

    /// 2 to the power `exponent`.
    pub fn pow2(exponent: u32) -> Int {
        if exponent < 62 { Int(Repr::Small(1i64 << exponent)) } else { Int::from_big(BigInt::from(1) << exponent) }
    }

    /// How many binary digits the absolute value has.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Small(v) => u64::from(64 - v.unsigned_abs().leading_zeros()),
            Repr::Big(v) => v.bits(),
        }
    }

    /// Whether the value is 0.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0))
    }

    /// Whether the value is 1.
    pub fn is_one(&self) -> bool {
        matches!(self.0, Repr::Small(1))
    }

    /// Whether the value is below 0.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(v) => *v < 0,
            Repr::Big(v) => v.sign() == Sign::Minus,
        }
    }

    /// Whether the value is above 0.
    pub fn is_positive(&self) -> bool {
        !self.is_zero() && !self.is_negative()
    }

    /// The absolute value.
    pub fn abs(&self) -> Int {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The greatest common divisor, never negative; `gcd(0, 0) = 0`.
    pub fn gcd(&self, other: &Int) -> Int {
        if let (Some(a), Some(b)) = (self.to_i64(), other.to_i64()) {
            let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            return match i64::try_from(a) {
                Ok(small) => Int(Repr::Small(small)),
                Err(_) => Int::from_big(BigInt::from(a)),
            };
        }
        if let (Some(a), Some(b)) = (self.magnitude(), other.magnitude()) {
            return Int::from_big(BigInt::from(binary_gcd(a, b)));
        }
        // The remainder of the larger one is often much smaller than both.
        let (a, b) = (self.to_big().abs(), other.to_big().abs());
        let (larger, smaller) = if a < b { (b, a) } else { (a, b) };
        if smaller.is_zero() {
            return Int::from_big(larger);
        }
        let rest = Int::from_big(&larger % &smaller);
        match (rest.magnitude(), smaller.to_u128()) {
            (Some(a), Some(b)) => Int::from_big(BigInt::from(binary_gcd(a, b))),
            _ => Int::from_big(rest.to_big().gcd(&smaller)),
        }
    }

    /// The absolute value, if it fits.
    fn magnitude(&self) -> Option<u128> {
        match &self.0 {
            Repr::Small(v) => Some(u128::from(v.unsigned_abs())),
            Repr::Big(v) => v.magnitude().to_u128(),
        }
    }

    /// The least common multiple, never negative.
    pub fn lcm(&self, other: &Int) -> Int {
        if self.is_zero() || other.is_zero() {
            return Int::ZERO;
        }
        let gcd = self.gcd(other);
        (&self.div_exact(&gcd) * other).abs()
    }

    /// The quotient of a division known to leave no remainder.
    ///
    /// `divisor` must not be 0.
    pub fn div_exact(&self, divisor: &Int) -> Int {
        self.div_floor(divisor)
    }

    /// The quotient rounded towards minus infinity. `divisor` must not be 0.
    pub fn div_floor(&self, divisor: &Int) -> Int {
        if let (Some(a), Some(b)) = (self.to_i64(), divisor.to_i64())
            && !(a == i64::MIN && b == -1)
        {
            return Int(Repr::Small(Integer::div_floor(&a, &b)));
        }
        Int::from_big(self.to_big().div_floor(&divisor.to_big()))
    }

    /// The quotient rounded towards plus infinity. `divisor` must not be 0.
    pub fn div_ceil(&self, divisor: &Int) -> Int {
        -&(-self).div_floor(divisor)
    }

    /// SMT-LIB's `div`: the quotient for which [`Int::mod_euclid`] is the remainder. `divisor` must not be 0.
    pub fn div_euclid(&self, divisor: &Int) -> Int {
        if divisor.is_negative() { -&self.div_floor(&-divisor) } else { self.div_floor(divisor) }
    }

    /// SMT-LIB's `mod`: the remainder in `0 .. |divisor|`. `divisor` must not be 0.
    pub fn mod_euclid(&self, divisor: &Int) -> Int {
        self - &(&self.div_euclid(divisor) * divisor)
    }
}

impl From<i64> for Int {
    fn from(value: i64) -> Int {
        Int(Repr::Small(value))
    }
}

impl From<BigInt> for Int {
    fn from(value: BigInt) -> Int {
        Int::from_big(value)
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            (Repr::Big(a), Repr::Big(b)) => a.cmp(b),
            // A big value lies outside the machine range, so its sign decides.
            (Repr::Small(_), Repr::Big(b)) => {
                if b.is_negative() {
                    Ordering::Greater
                } else {
                    Ordering::Less
                }
            }
            (Repr::Big(_), Repr::Small(_)) => other.cmp(self).reverse(),
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

macro_rules! binary_operator {
    ($trait:ident, $method:ident, $checked:ident, $assign_trait:ident, $assign:ident) => {
        impl $trait for &Int {
            type Output = Int;
            fn $method(self, other: &Int) -> Int {
                if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0)
                    && let Some(small) = a.$checked(*b)
                {
                    return Int(Repr::Small(small));
                }
                Int::from_big(self.to_big().$method(other.to_big()))
            }
        }
        impl $trait for Int {
            type Output = Int;
            fn $method(self, other: Int) -> Int {
                (&self).$method(&other)
            }
        }
        impl $assign_trait<&Int> for Int {
            fn $assign(&mut self, other: &Int) {
                *self = (&*self).$method(other);
            }
        }
    };
}

binary_operator!(Add, add, checked_add, AddAssign, add_assign);
binary_operator!(Sub, sub, checked_sub, SubAssign, sub_assign);
binary_operator!(Mul, mul, checked_mul, MulAssign, mul_assign);

impl Neg for &Int {
    type Output = Int;
    fn neg(self) -> Int {
        match &self.0 {
            Repr::Small(v) => match v.checked_neg() {
                Some(small) => Int(Repr::Small(small)),
                None => Int::from_big(-BigInt::from(*v)),
            },
            Repr::Big(v) => Int::from_big(-(**v).clone()),
        }
    }
}

impl Neg for Int {
    type Output = Int;
    fn neg(self) -> Int {
        -&self
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(v) => v.fmt(f),
            Repr::Big(v) => v.fmt(f),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text was not an optionally signed sequence of decimal digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseIntError;

impl FromStr for Int {
    type Err = ParseIntError;
    fn from_str(text: &str) -> Result<Int, ParseIntError> {
        if let Ok(small) = text.parse::<i64>() {
            return Ok(Int(Repr::Small(small)));
        }
        BigInt::from_str(text).map(Int::from_big).map_err(|_| ParseIntError)
    }
}

impl Zero for Int {
    fn zero() -> Int {
        Int::ZERO
    }
    fn is_zero(&self) -> bool {
        Int::is_zero(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> Int {
        text.parse().expect("numeral")
    }

    #[test]
    fn overflow_promotes_and_shrinking_demotes() {
        let max = Int::from(i64::MAX);
        let beyond = &max + &Int::ONE;
        assert_eq!(beyond.to_string(), "9223372036854775808");
        assert_eq!(beyond.to_i64(), None);
        assert_eq!((&beyond - &Int::ONE).to_i64(), Some(i64::MAX));
        assert_eq!((-&Int::from(i64::MIN)).to_string(), "9223372036854775808");
        assert_eq!(Int::from(i64::MIN).div_floor(&Int::from(-1)), beyond);
    }

    #[test]
    fn division_follows_smt_lib() {
        let cases = [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1), (6, -3, -2, 0)];
        for (a, b, quotient, remainder) in cases {
            assert_eq!(Int::from(a).div_euclid(&Int::from(b)), Int::from(quotient), "{a} div {b}");
            assert_eq!(Int::from(a).mod_euclid(&Int::from(b)), Int::from(remainder), "{a} mod {b}");
        }
        assert_eq!(Int::from(-7).div_ceil(&Int::from(2)), Int::from(-3));
    }

    #[test]
    fn gcd_and_lcm() {
        assert_eq!(Int::from(-12).gcd(&Int::from(18)), Int::from(6));
        assert_eq!(Int::from(i64::MIN).gcd(&Int::ZERO), int("9223372036854775808"));
        assert_eq!(Int::from(4).lcm(&Int::from(-6)), Int::from(12));
    }

    #[test]
    fn divisors_of_all_sizes() {
        // Below 2^64, below 2^128 and beyond, in all combinations.
        let numbers: Vec<Int> = [0u32, 1, 20, 63, 64, 100, 127, 128, 200, 300]
            .into_iter()
            .flat_map(|bits| [Int::pow2(bits) - Int::ONE, &Int::pow2(bits) * &Int::from(45), -Int::pow2(bits)])
            .collect();
        for a in &numbers {
            for b in &numbers {
                let expected = Int::from_big(Integer::gcd(&a.to_big(), &b.to_big()));
                assert_eq!(a.gcd(b), expected, "{a}, {b}");
            }
        }
    }

    #[test]
    fn order_crosses_representations() {
        let big = int("100000000000000000000");
        assert!(Int::from(5) < big && -&big < Int::from(5) && big > Int::ZERO);
        assert_eq!(Int::pow2(70).to_string(), "1180591620717411303424");
    }
}
