//! What reports say of a check in one word, and the rows in which kinds of checks are counted together: those of
//! GNATprove's summary.

use crate::verify::report::{Finding, Outcome, Report};
use horn_frontend::ir::{CheckKind, WITHHELD};
use horn_frontend::{Diagnostic, Severity, Subject, Unit};

/// How messages about what is taken for granted begin.
pub const ASSUMED: &str = "assumed, not proved: ";

/// Whether a message about the sources names something that was not looked at.
pub fn says_left_out(message: &Diagnostic) -> bool {
    message.severity != Severity::Note || message.message.starts_with(WITHHELD)
}

/// What is said of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It never fails.
    Proved,
    /// It is not proved, and the source says why that is right so.
    Justified,
    /// It does not fail up to a bound.
    Bounded,
    /// Nothing is known.
    Undecided,
    /// It fails.
    Fails,
}

impl Verdict {
    /// All of them, in the order of columns.
    pub const ALL: [Verdict; 5] =
        [Verdict::Proved, Verdict::Justified, Verdict::Bounded, Verdict::Undecided, Verdict::Fails];

    /// What is said of the check of a finding.
    pub fn of(finding: &Finding) -> Verdict {
        match finding.outcome {
            Outcome::Proved => Verdict::Proved,
            _ if finding.justified.is_some() => Verdict::Justified,
            Outcome::UpTo(_) => Verdict::Bounded,
            Outcome::Unknown(_) => Verdict::Undecided,
            Outcome::Fails(_) => Verdict::Fails,
        }
    }

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Justified => "justified",
            Verdict::Bounded => "bounded",
            Verdict::Undecided => "not decided",
            Verdict::Fails => "fails",
        }
    }

    /// The symbol.
    pub fn symbol(self) -> &'static str {
        match self {
            Verdict::Proved => "✓",
            Verdict::Justified => "§",
            Verdict::Bounded => "≤",
            Verdict::Undecided => "?",
            Verdict::Fails => "✗",
        }
    }

    /// Whether somebody has to look at it.
    pub fn is_open(self) -> bool {
        matches!(self, Verdict::Bounded | Verdict::Undecided | Verdict::Fails)
    }
}

/// A row of the summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    /// Contracts about which data is used: no check is.
    DataDependencies,
    /// Contracts about what depends on what: no check is.
    FlowDependencies,
    /// Variables are written before they are read.
    Initialization,
    /// No two names for one object.
    NonAliasing,
    /// What the language checks at run time, and what is undefined.
    RunTime,
    /// Assertions and loop invariants.
    Assertions,
    /// Preconditions, postconditions and their relatives.
    Contracts,
    /// Contracts of operations that override others: no check of its own is.
    Substitution,
    /// Variants.
    Termination,
    /// Tasks: no check of its own is.
    Concurrency,
}

impl Row {
    /// All rows in their order.
    pub const ALL: [Row; 10] = [
        Row::DataDependencies,
        Row::FlowDependencies,
        Row::Initialization,
        Row::NonAliasing,
        Row::RunTime,
        Row::Assertions,
        Row::Contracts,
        Row::Substitution,
        Row::Termination,
        Row::Concurrency,
    ];

    /// The row of a kind of checks.
    pub fn of(kind: CheckKind) -> Row {
        match kind {
            CheckKind::Initialization => Row::Initialization,
            CheckKind::Aliasing => Row::NonAliasing,
            CheckKind::Assertion | CheckKind::LoopInvariantInit | CheckKind::LoopInvariantPreserved => Row::Assertions,
            CheckKind::Precondition
            | CheckKind::PreconditionMain
            | CheckKind::Postcondition
            | CheckKind::RefinedPost
            | CheckKind::ContractCase
            | CheckKind::ExceptionalCase
            | CheckKind::ExitCase
            | CheckKind::CompleteCases
            | CheckKind::DisjointCases
            | CheckKind::DefaultInitialCondition
            | CheckKind::InitialCondition
            | CheckKind::TypeInvariant => Row::Contracts,
            CheckKind::SubprogramVariant | CheckKind::LoopVariant | CheckKind::Termination | CheckKind::Unwinding => {
                Row::Termination
            }
            _ => Row::RunTime,
        }
    }

    /// What it is called.
    pub fn label(self) -> &'static str {
        match self {
            Row::DataDependencies => "Data Dependencies",
            Row::FlowDependencies => "Flow Dependencies",
            Row::Initialization => "Initialization",
            Row::NonAliasing => "Non-Aliasing",
            Row::RunTime => "Run-time Checks",
            Row::Assertions => "Assertions",
            Row::Contracts => "Functional Contracts",
            Row::Substitution => "LSP Verification",
            Row::Termination => "Termination",
            Row::Concurrency => "Concurrency",
        }
    }
}

/// How many checks of a row have a verdict.
pub fn count(subject: &Subject<'_>, report: &Report, row: Option<Row>, verdict: Option<Verdict>) -> usize {
    let kind = |finding: &Finding| subject.program.checks[finding.check.index()].kind;
    let counts = |finding: &&Finding| {
        row.is_none_or(|row| Row::of(kind(finding)) == row)
            && verdict.is_none_or(|verdict| Verdict::of(finding) == verdict)
    };
    report.findings.iter().filter(counts).count()
}

/// The unit that a subprogram belongs to: the one with the longest name that the subprogram's begins with, or that has
/// the name of its file.
pub fn owner<'u>(units: &'u [Unit], subprogram: &str, file: &str) -> Option<&'u Unit> {
    let begins = |unit: &&Unit| {
        let (start, rest) = subprogram.split_at_checked(unit.name.len()).unwrap_or_default();
        start.eq_ignore_ascii_case(&unit.name) && (rest.is_empty() || rest.starts_with('.'))
    };
    let named = units.iter().filter(begins).max_by_key(|unit| unit.name.len());
    named.or_else(|| units.iter().find(|unit| unit.name == file))
}

/// A text from outside as it is shown: characters that are not seen, or that turn others round, are written as their
/// code points.
pub fn visible(text: &str) -> String {
    let hidden = |c: char| {
        (c.is_control() && c != '\t')
            || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
            || matches!(c, '\u{FDD0}'..='\u{FDEF}')
            || (u32::from(c) & 0xFFFE) == 0xFFFE
    };
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if hidden(c) {
            shown += &format!("⟨U+{:04X}⟩", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_hide_are_seen() {
        assert_eq!(visible("a\tb é <\u{202E}>"), "a\tb é <⟨U+202E⟩>");
        assert_eq!(visible("\0\r\u{FFFF}"), "⟨U+0000⟩⟨U+000D⟩⟨U+FFFF⟩");
    }

    #[test]
    fn subprograms_belong_to_units_by_name_or_file() {
        let units = ["A", "A.B", "x.c"].map(|name| Unit { name: name.to_string(), ..Unit::default() });
        let of = |subprogram: &str, file: &str| owner(&units, subprogram, file).map(|unit| unit.name.as_str());
        assert_eq!([of("a.b.C", ""), of("A.BC", ""), of("A", "")], [Some("A.B"), Some("A"), Some("A")]);
        assert_eq!([of("main", "x.c"), of("main", "y.c"), of("Ab", "")], [Some("x.c"), None, None]);
    }

    #[test]
    fn every_row_has_its_place_and_kinds_are_counted_once() {
        for kind in CheckKind::ALL {
            assert!(Row::ALL.contains(&Row::of(*kind)));
        }
        assert_eq!(Row::of(CheckKind::Overflow), Row::RunTime);
        assert!(Verdict::Fails.is_open() && !Verdict::Justified.is_open());
    }
}
