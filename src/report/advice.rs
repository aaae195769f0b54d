//! What to try where a check is not decided, by the reason why it is not.

use crate::verify::report::{Finding, Outcome};
use horn_frontend::ir::{Check, CheckKind};
use horn_solver::system::Reason;

/// Parts of reasons, with what helps; the first that fits counts.
const BY_REASON: &[(&str, &str)] = &[
    (
        "which is not analysed",
        "write what it does with what is supported, or give it a contract and leave its body out",
    ),
    ("which has no body here", "name the file with its body, or say in its contract what it gives"),
    ("admits a run in which it fails", "say more in that contract, or take calls by what bodies do"),
    (
        "nobody has shown reachable",
        "say what always holds there, by ranges of types or a precondition, or a higher --level for longer sequences",
    ),
    ("gets past the check at", "settle that check first"),
    ("no parameters are aliased", "settle the check about aliasing first"),
    ("depends on it is not proved", "settle what fails in front of it first"),
    ("no clauses for", "write it in another way, or without what is named"),
    ("no bounded formula for", "use proofs instead of bounds, or write it without what is named"),
    ("loops were not unwound", "a greater bound"),
    ("not reached", "run it again: what is known by now is kept with a cache, and the rest goes on"),
    ("nothing is kept", "run it without --replay"),
    ("no pragma", "settle which checks are made: remove the pragma, or compile with all checks"),
    (
        "a possible failure was found, but",
        "a loop invariant or an assertion in front of it that excludes such states, or a higher --level",
    ),
];

/// What to try where clauses are not decided; nothing where the user has ended it.
pub fn for_clauses(reason: &Reason) -> Option<&'static str> {
    Some(match reason {
        Reason::Timeout => {
            "a longer --timeout, more engines at the same time (--jobs N), or one alone (--engine NAME); --statistics \
             says how far each came"
        }
        Reason::Steps => "more --steps, or one engine alone (--engine NAME)",
        Reason::Cancelled => return None,
        Reason::Incomplete(what) if what.contains("processor time") => "a greater --cpu-limit",
        Reason::Incomplete(what) if what.contains("memory allowed") => "a greater --memory-limit",
        Reason::Incomplete(_) => {
            "other engines (without --engine, or another NAME of --help), and preprocessing where it was switched off"
        }
        Reason::Smt(_) => "hornsolve --doctor, which tries the SMT solver; --smt-solver PATH names another one",
        Reason::Rejected(_) => "another engine (--engine NAME); please report this one: it is a defect",
    })
}

/// What to try; nothing for a check that is decided.
pub fn advice(check: &Check, finding: &Finding) -> Option<&'static str> {
    let Outcome::Unknown(why) = &finding.outcome else { return None };
    let by_reason = BY_REASON.iter().find(|(part, _)| why.contains(part)).map(|(_, advice)| *advice);
    Some(by_reason.unwrap_or(match check.kind {
        CheckKind::LoopInvariantInit | CheckKind::LoopInvariantPreserved => {
            "a higher --level, or more in the invariant: what the loop changes, and how it hangs together"
        }
        CheckKind::LoopVariant | CheckKind::SubprogramVariant => {
            "a higher --level, or an assertion in front of it that bounds the variant"
        }
        CheckKind::Termination => "a variant: Loop_Variant for the loop, Subprogram_Variant for what calls itself",
        _ => {
            "a higher --level or --timeout, or a loop invariant or an assertion that says what is known in front of it"
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::Decider;
    use horn_frontend::ir::{CheckId, Loc, ProcId};
    use std::time::Duration;

    #[test]
    fn every_reason_has_its_advice() {
        let check = Check::new(CheckKind::Overflow, Loc::NONE);
        let of = |outcome: Outcome| {
            advice(&check, &Finding::new(CheckId(0), ProcId(0), outcome, Decider::Nobody, Duration::ZERO))
        };
        assert_eq!(of(Outcome::Proved), None);
        let unknown = |why: &str| of(Outcome::Unknown(why.to_string())).expect("advice");
        assert!(unknown("timeout").contains("--level") && unknown("").contains("invariant"));
        assert!(unknown("a run in which it fails takes what \"P\" does, which is not analysed").contains("contract"));
        assert_eq!(unknown("not reached"), BY_REASON[10].1);
        assert!(for_clauses(&Reason::Timeout).is_some_and(|text| text.contains("--timeout")));
        assert_eq!(for_clauses(&Reason::Cancelled), None);
    }
}
