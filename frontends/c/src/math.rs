//! The functions of `<math.h>` and of the compiler that are known, by their names.

use horn_frontend::ir::{Elementary, Rounding, UnaryOp};

/// Functions of one float: the result is one.
pub(crate) const UNARY: &[(&str, UnaryOp)] = &[
    ("fabs", UnaryOp::Abs),
    ("sqrt", UnaryOp::Sqrt),
    ("floor", UnaryOp::FloatRound(Rounding::Floor)),
    ("ceil", UnaryOp::FloatRound(Rounding::Ceiling)),
    ("trunc", UnaryOp::FloatRound(Rounding::Truncate)),
    ("round", UnaryOp::FloatRound(Rounding::NearestAway)),
    ("rint", UnaryOp::FloatRound(Rounding::NearestEven)),
    ("nearbyint", UnaryOp::FloatRound(Rounding::NearestEven)),
    ("exp", UnaryOp::Elementary(Elementary::Exp)),
    ("log", UnaryOp::Elementary(Elementary::Log)),
    ("sin", UnaryOp::Elementary(Elementary::Sin)),
    ("cos", UnaryOp::Elementary(Elementary::Cos)),
    ("tan", UnaryOp::Elementary(Elementary::Tan)),
    ("asin", UnaryOp::Elementary(Elementary::Arcsin)),
    ("acos", UnaryOp::Elementary(Elementary::Arccos)),
    ("atan", UnaryOp::Elementary(Elementary::Arctan)),
];

/// Functions of two floats.
const BINARY: &[&str] = &["fmod", "fmin", "fmax", "fdim", "copysign"];

/// Roundings to an integer type.
pub(crate) const TO_INTEGER: &[(&str, Rounding)] = &[
    ("lround", Rounding::NearestAway),
    ("llround", Rounding::NearestAway),
    ("lrint", Rounding::NearestEven),
    ("llrint", Rounding::NearestEven),
];

/// What takes a float of any type, and gives an `int`.
pub(crate) const CLASSES: &[&str] = &[
    "isnan",
    "isinf",
    "isinf_sign",
    "isfinite",
    "finite",
    "isnormal",
    "signbit",
    "fpclassify",
    "isgreater",
    "isgreaterequal",
    "isless",
    "islessequal",
    "islessgreater",
    "isunordered",
];

/// Names that the macros of glibc's headers expand to.
const GLIBC: &[(&str, &str)] = &[
    ("__isnan", "isnan"),
    ("__isinf", "isinf_sign"),
    ("__finite", "isfinite"),
    ("__signbit", "signbit"),
    ("__fpclassify", "fpclassify"),
];

/// The name of a function of doubles, or of floats of any type, for the one that a program calls.
pub(crate) fn stem(name: &str) -> Option<&'static str> {
    let base = name.strip_prefix("__builtin_").unwrap_or(name);
    let known = |name: &str| -> Option<&'static str> {
        let floats = UNARY.iter().map(|(known, _)| *known).chain(BINARY.iter().copied());
        let others = TO_INTEGER.iter().map(|(known, _)| *known).chain(["nan"]).chain(CLASSES.iter().copied());
        let own = floats.chain(others).find(|known| *known == name);
        own.or_else(|| GLIBC.iter().find(|(known, _)| *known == name).map(|(_, stem)| *stem))
    };
    known(base).or_else(|| known(base.strip_suffix('f')?))
}

/// Whether a function takes floats of any type and says something about them.
pub(crate) fn is_class(name: &str) -> bool {
    stem(name).is_some_and(|stem| CLASSES.contains(&stem))
}

/// Whether a name is one of a function that is known here; none of them changes anything.
pub(crate) fn is_known(name: &str) -> bool {
    stem(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_forms_for_both_types_and_for_the_compiler() {
        assert_eq!(stem("fabsf"), Some("fabs"));
        assert_eq!(stem("__builtin_signbit"), Some("signbit"));
        assert_eq!(stem("__isnanf"), Some("isnan"));
        assert_eq!(stem("isinf"), Some("isinf"));
        assert_eq!(stem("nanf"), Some("nan"));
        assert_eq!(stem("f"), None);
        assert_eq!(stem("sqrtl"), None);
        assert!(is_class("__builtin_isinf_sign") && !is_class("floor") && is_known("floor"));
    }
}
