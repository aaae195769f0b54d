//! Who decided a check. Its text is what reports show as the prover, and can be read back.

use horn_solver::engine::table::EngineId;
use std::fmt;
use std::str::FromStr;

/// Who decided a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    /// It is not decided.
    Nobody,
    /// There is nothing to decide: no run comes to it, or its condition is evident.
    Evident,
    /// A run of the interpreter.
    Interpreter,
    /// Boxes of inputs.
    Boxes,
    /// Paths as formulas over floating point numbers.
    FloatingPoint,
    /// A verification condition, with the loops cut at their invariants.
    Conditions,
    /// The passes in front of the engines.
    Preprocessing,
    /// An engine on the clauses.
    Engine(EngineId),
    /// Unwinding of loops.
    Unwinding {
        /// Full iterations that were unwound.
        bound: u32,
        /// What numbers are in the formula.
        numbers: Numbers,
    },
}

/// What numbers are in a bounded formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Integers are words.
    BitVectors,
    /// Integers are mathematical ones.
    Integers,
    /// Floating point numbers, bit for bit.
    FloatingPoint,
    /// Reals and, beside them, floating point numbers.
    RealsAndFloatingPoint,
}

const NUMBERS: [(Numbers, &str); 4] = [
    (Numbers::BitVectors, "bit-vectors"),
    (Numbers::Integers, "integers"),
    (Numbers::FloatingPoint, "floating point"),
    (Numbers::RealsAndFloatingPoint, "reals and floating point"),
];

/// Those that need no more than their name.
const PLAIN: [(Decider, &str); 7] = [
    (Decider::Nobody, "none"),
    (Decider::Evident, "trivial"),
    (Decider::Interpreter, "interpreter"),
    (Decider::Boxes, "boxes"),
    (Decider::FloatingPoint, "floating point"),
    (Decider::Conditions, "verification condition"),
    (Decider::Preprocessing, "preprocessing"),
];

impl Decider {
    /// The part of the solver with this name: an engine, or what comes before the engines.
    pub fn of_solver(winner: Option<&str>) -> Decider {
        winner.and_then(EngineId::find).map_or(Decider::Preprocessing, Decider::Engine)
    }
}

impl fmt::Display for Decider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decider::Engine(engine) => f.write_str(engine.name()),
            Decider::Unwinding { bound, numbers } => write!(f, "bmc, bound {bound}, {numbers}"),
            plain => f.write_str(PLAIN.iter().find(|(decider, _)| decider == plain).map_or("", |(_, name)| name)),
        }
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NUMBERS.iter().find(|(numbers, _)| numbers == self).map_or("", |(_, name)| name))
    }
}

impl FromStr for Decider {
    type Err = String;

    fn from_str(text: &str) -> Result<Decider, String> {
        if let Some((decider, _)) = PLAIN.iter().find(|(_, name)| *name == text) {
            return Ok(*decider);
        }
        if let Some(engine) = EngineId::find(text) {
            return Ok(Decider::Engine(engine));
        }
        let unwinding = || {
            let (bound, name) = text.strip_prefix("bmc, bound ")?.split_once(", ")?;
            let (numbers, _) = NUMBERS.iter().find(|(_, other)| *other == name)?;
            Some(Decider::Unwinding { bound: bound.parse().ok()?, numbers: *numbers })
        };
        unwinding().ok_or_else(|| format!("`{text}` decides nothing"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_back() {
        let engines = EngineId::ALL.iter().copied().map(Decider::Engine);
        let unwinding = NUMBERS.map(|(numbers, _)| Decider::Unwinding { bound: 12, numbers });
        for decider in PLAIN.iter().map(|(decider, _)| *decider).chain(engines).chain(unwinding) {
            assert_eq!(decider.to_string().parse(), Ok(decider), "{decider:?}");
        }
        assert_eq!(unwinding[0].to_string(), "bmc, bound 12, bit-vectors");
        assert!("bmc, bound x, integers".parse::<Decider>().is_err() && "nobody".parse::<Decider>().is_err());
        assert_eq!(Decider::of_solver(Some("pdr")).to_string(), "pdr");
        assert_eq!(Decider::of_solver(None).to_string(), "preprocessing");
    }
}
