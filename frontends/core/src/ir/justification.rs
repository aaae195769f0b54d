//! What a source says about checks that are not proved: that somebody has looked, and why it is right so; and of which
//! parts it says that nobody is to look at them.

use super::Loc;

/// How the messages begin that name such parts.
pub const WITHHELD: &str = "not verified, as the source says: ";

/// Parts of the sources whose checks are not to be verified, as they say themselves. What is there can still be called
/// from elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withheld {
    /// What it is, for instance the name of a subprogram.
    pub what: String,
    /// The words of the source, for instance `SPARK_Mode => Off`.
    pub why: &'static str,
    /// Where that is written.
    pub loc: Loc,
    /// The places: a check that begins in one of them is meant.
    pub ranges: Vec<Loc>,
}

impl Withheld {
    /// Whether a place is one of them.
    pub fn covers(&self, place: Loc) -> bool {
        self.ranges.iter().any(|range| within(range, place))
    }
}

/// Whether a place begins in another one.
fn within(range: &Loc, place: Loc) -> bool {
    range.file == place.file && (range.span.start..range.span.end).contains(&place.span.start)
}

/// A remark of the source about the checks of some places whose messages have a text in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Justification {
    /// What is claimed.
    pub claim: Claim,
    /// The text that messages have in them: `*` stands for any text, and small letters are as good as capital ones.
    pub pattern: String,
    /// Why.
    pub reason: String,
    /// Where that is written.
    pub loc: Loc,
    /// The places that it is about: a check that begins in one of them is meant.
    pub ranges: Vec<Loc>,
}

/// What is claimed of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It cannot fail.
    FalsePositive,
    /// It may fail, and that is meant.
    Intentional,
}

impl Claim {
    /// The word for it in reports.
    pub fn word(self) -> &'static str {
        match self {
            Claim::FalsePositive => "false positive",
            Claim::Intentional => "intentional",
        }
    }
}

impl Justification {
    /// Where the place begins that has a check at this one in it, if the check is one of those that it is about.
    pub fn covers(&self, place: Loc) -> Option<u32> {
        self.ranges.iter().filter(|range| within(range, place)).map(|range| range.span.start).min()
    }

    /// Whether a message has the text in it.
    pub fn fits(&self, message: &str) -> bool {
        let (pattern, message) = (self.pattern.to_lowercase(), message.to_lowercase());
        let mut rest = message.as_str();
        pattern.split('*').all(|part| match rest.find(part) {
            Some(at) => {
                rest = &rest[at + part.len()..];
                true
            }
            None => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Span;
    use crate::ir::FileId;

    #[test]
    fn texts_and_places_decide_which_checks_are_meant() {
        let range = Loc::new(FileId(1), Span::new(10, 20));
        let of = |pattern: &str| Justification {
            claim: Claim::Intentional,
            pattern: pattern.to_string(),
            reason: String::new(),
            loc: range,
            ranges: vec![range],
        };
        let message = "overflow check might fail, cannot prove X + 1";
        for fitting in ["overflow", "OVERFLOW check", "", "*", "over*might*x +", "*fail*", "fail, cannot"] {
            assert!(of(fitting).fits(message), "{fitting}");
        }
        for other in ["range", "might*overflow", "fail*fail", "x  +"] {
            assert!(!of(other).fits(message), "{other}");
        }
        let at = |file: u32, start: u32| of("").covers(Loc::new(FileId(file), Span::new(start, start + 1))).is_some();
        assert_eq!([at(1, 9), at(1, 10), at(1, 19), at(1, 20), at(0, 15)], [false, true, true, false, false]);
    }
}
