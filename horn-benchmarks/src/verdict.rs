//! The two answers.

use std::fmt;

/// An answer to "is the system satisfiable?".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// A model exists.
    Sat,
    /// `false` can be derived.
    Unsat,
}

impl Verdict {
    /// The verdict an SMT-LIB answer stands for.
    pub fn from_word(word: &str) -> Option<Verdict> {
        match word {
            "sat" => Some(Verdict::Sat),
            "unsat" => Some(Verdict::Unsat),
            _ => None,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Sat => "sat",
            Verdict::Unsat => "unsat",
        })
    }
}
