//! [`Rat`]: exact rational numbers in lowest terms with a positive denominator.

use super::Int;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

/// A rational number, always in lowest terms, its denominator positive.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rat {
    num: Int,
    den: Int,
}

impl Rat {
    /// The number 0.
    pub const ZERO: Rat = Rat { num: Int::ZERO, den: Int::ONE };
    /// The number 1.
    pub const ONE: Rat = Rat { num: Int::ONE, den: Int::ONE };

    /// `num / den`; `den` must not be 0.
    pub fn new(num: Int, den: Int) -> Rat {
        debug_assert!(!den.is_zero(), "rational with denominator 0");
        if den.is_one() {
            return Rat { num, den };
        }
        let gcd = num.gcd(&den);
        let gcd = if den.is_negative() { -gcd } else { gcd };
        Rat { num: num.div_exact(&gcd), den: den.div_exact(&gcd) }
    }

    /// The numerator (carries the sign).
    pub fn numer(&self) -> &Int {
        &self.num
    }

    /// The denominator, positive.
    pub fn denom(&self) -> &Int {
        &self.den
    }

    /// The value as an integer, if it is one.
    pub fn to_int(&self) -> Option<Int> {
        self.is_integer().then(|| self.num.clone())
    }

    /// How many bits numerator and denominator have together.
    pub fn bits(&self) -> u64 {
        self.numer().bits() + self.denom().bits()
    }

    /// Whether the value is an integer.
    pub fn is_integer(&self) -> bool {
        self.den.is_one()
    }

    /// Whether the value is 0.
    pub fn is_zero(&self) -> bool {
        self.num.is_zero()
    }

    /// Whether the value is 1.
    pub fn is_one(&self) -> bool {
        self.num.is_one() && self.den.is_one()
    }

    /// Whether the value is below 0.
    pub fn is_negative(&self) -> bool {
        self.num.is_negative()
    }

    /// Whether the value is above 0.
    pub fn is_positive(&self) -> bool {
        self.num.is_positive()
    }

    /// The greatest integer not above the value.
    pub fn floor(&self) -> Int {
        self.num.div_floor(&self.den)
    }

    /// The least integer not below the value.
    pub fn ceil(&self) -> Int {
        self.num.div_ceil(&self.den)
    }

    /// The absolute value.
    pub fn abs(&self) -> Rat {
        Rat { num: self.num.abs(), den: self.den.clone() }
    }

    /// The reciprocal; the value must not be 0.
    pub fn recip(&self) -> Rat {
        Rat::new(self.den.clone(), self.num.clone())
    }
}

impl From<Int> for Rat {
    fn from(value: Int) -> Rat {
        Rat { num: value, den: Int::ONE }
    }
}

impl From<i64> for Rat {
    fn from(value: i64) -> Rat {
        Rat::from(Int::from(value))
    }
}

impl Ord for Rat {
    fn cmp(&self, other: &Rat) -> Ordering {
        if self.den == other.den {
            return self.num.cmp(&other.num);
        }
        (&self.num * &other.den).cmp(&(&other.num * &self.den))
    }
}

impl PartialOrd for Rat {
    fn partial_cmp(&self, other: &Rat) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for &Rat {
    type Output = Rat;
    fn add(self, other: &Rat) -> Rat {
        if self.den.is_one() && other.den.is_one() {
            return Rat::from(&self.num + &other.num);
        }
        Rat::new(&(&self.num * &other.den) + &(&other.num * &self.den), &self.den * &other.den)
    }
}

impl Sub for &Rat {
    type Output = Rat;
    fn sub(self, other: &Rat) -> Rat {
        self + &-other
    }
}

impl Mul for &Rat {
    type Output = Rat;
    fn mul(self, other: &Rat) -> Rat {
        if self.den.is_one() && other.den.is_one() {
            return Rat::from(&self.num * &other.num);
        }
        Rat::new(&self.num * &other.num, &self.den * &other.den)
    }
}

impl Div for &Rat {
    type Output = Rat;
    #[allow(clippy::suspicious_arithmetic_impl, reason = "division is multiplication by the reciprocal")]
    fn div(self, other: &Rat) -> Rat {
        self * &other.recip()
    }
}

impl Neg for &Rat {
    type Output = Rat;
    fn neg(self) -> Rat {
        Rat { num: -&self.num, den: self.den.clone() }
    }
}

impl Neg for Rat {
    type Output = Rat;
    fn neg(self) -> Rat {
        -&self
    }
}

macro_rules! by_value {
    ($($trait:ident $method:ident),*) => {$(
        impl $trait for Rat {
            type Output = Rat;
            fn $method(self, other: Rat) -> Rat {
                (&self).$method(&other)
            }
        }
    )*};
}

by_value!(Add add, Sub sub, Mul mul, Div div);

impl AddAssign<&Rat> for Rat {
    fn add_assign(&mut self, other: &Rat) {
        *self = &*self + other;
    }
}

impl SubAssign<&Rat> for Rat {
    fn sub_assign(&mut self, other: &Rat) {
        *self = &*self - other;
    }
}

impl MulAssign<&Rat> for Rat {
    fn mul_assign(&mut self, other: &Rat) {
        *self = &*self * other;
    }
}

impl fmt::Display for Rat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() { self.num.fmt(f) } else { write!(f, "{}/{}", self.num, self.den) }
    }
}

impl fmt::Debug for Rat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rat(num: i64, den: i64) -> Rat {
        Rat::new(Int::from(num), Int::from(den))
    }

    #[test]
    fn lowest_terms_with_positive_denominator() {
        assert_eq!(rat(6, -4), rat(-3, 2));
        assert_eq!(rat(0, -7), Rat::ZERO);
        assert_eq!(rat(-3, 2).to_string(), "-3/2");
    }

    #[test]
    fn arithmetic_and_order() {
        assert_eq!(&rat(1, 2) + &rat(1, 3), rat(5, 6));
        assert_eq!(&rat(1, 2) - &rat(1, 3), rat(1, 6));
        assert_eq!(&rat(2, 3) * &rat(3, 4), rat(1, 2));
        assert_eq!(&rat(2, 3) / &rat(-4, 3), rat(-1, 2));
        assert!(rat(1, 3) < rat(1, 2) && rat(-1, 2) < rat(-1, 3));
        assert_eq!((rat(-7, 2).floor(), rat(-7, 2).ceil()), (Int::from(-4), Int::from(-3)));
    }
}
