//! Properties as SV-COMP writes them, and the verdicts about them.

use horn_frontend::ir::{CheckId, CheckKind, Program};
use horn_frontend::{Counterexample, Status};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// No call of the error function is reached.
    UnreachCall,
    /// No signed operation overflows.
    NoOverflow,
    /// Anything else, which is not decided.
    Other,
}

/// The property that a file asks for.
pub fn read(text: &str) -> Property {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if plain.matches("CHECK(").count() != 1 {
        return Property::Other;
    }
    match plain.as_str() {
        _ if plain.contains("LTL(G!call(reach_error()))") || plain.contains("LTL(G!call(__VERIFIER_error()))") => {
            Property::UnreachCall
        }
        _ if plain.contains("LTL(G!overflow)") => Property::NoOverflow,
        _ => Property::Other,
    }
}

impl Property {
    /// Its name in verdicts.
    pub fn name(self) -> &'static str {
        match self {
            Property::UnreachCall => "unreach-call",
            Property::NoOverflow => "no-overflow",
            Property::Other => "?",
        }
    }

    /// The kind of the checks that it consists of.
    pub fn kind(self) -> Option<CheckKind> {
        match self {
            Property::UnreachCall => Some(CheckKind::Assertion),
            Property::NoOverflow => Some(CheckKind::Overflow),
            Property::Other => None,
        }
    }

    /// The kinds of checks that are taken for granted: what a program does behind undefined behaviour is not asked.
    /// Constructs that are not modelled are defined behaviour, and stay.
    pub fn assumed(self) -> Vec<CheckKind> {
        let all = [
            CheckKind::Assertion,
            CheckKind::Overflow,
            CheckKind::Range,
            CheckKind::Division,
            CheckKind::Shift,
            CheckKind::Index,
            CheckKind::Dereference,
            CheckKind::ArraySize,
        ];
        all.into_iter().filter(|kind| Some(*kind) != self.kind()).collect()
    }

    /// Whether a run in which a check fails violates the property.
    pub fn is_violated_by(self, program: &Program, check: CheckId, example: &Counterexample) -> bool {
        Some(program.checks[check.index()].kind) == self.kind() && example.origins.is_empty()
    }

    /// The last line of the output. `whole`: everything was looked at.
    pub fn verdict(self, program: &Program, checks: &[(CheckId, Status<'_>)], whole: bool) -> String {
        let fails = checks.iter().any(
            |(check, status)| matches!(status, Status::Fails(example) if self.is_violated_by(program, *check, example)),
        );
        let starts = program.procedures.iter().any(|procedure| procedure.entry && procedure.name == "main");
        // A program that never names the error says nothing about it, whatever it was meant to show.
        let asked = self != Property::UnreachCall || program.checks.iter().any(|check| Some(check.kind) == self.kind());
        let proved = asked && whole && starts && checks.iter().all(|(_, status)| matches!(status, Status::Proved));
        match self.kind() {
            Some(_) if fails => format!("FALSE({})", self.name()),
            Some(_) if proved => "TRUE".to_string(),
            _ => "UNKNOWN".to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use horn_frontend::ir::{Builder, Check, Loc};

    #[test]
    fn properties_are_read() {
        let of = |text: &str| read(&format!("CHECK( init(main()), LTL({text}) )\n"));
        assert_eq!(of("G ! call(reach_error())"), Property::UnreachCall);
        assert_eq!(of("G ! call(__VERIFIER_error())"), Property::UnreachCall);
        assert_eq!(of("G ! overflow"), Property::NoOverflow);
        assert_eq!(of("G valid-deref"), Property::Other);
        assert_eq!(read(""), Property::Other);
        let both = "CHECK( init(main()), LTL(G ! overflow) ) CHECK( init(main()), LTL(G valid-free) )";
        assert_eq!(read(both), Property::Other);
    }

    #[test]
    fn only_the_checks_of_the_property_make_it_false_and_all_have_to_hold() {
        let mut program = Program::new();
        let kinds = [CheckKind::Assertion, CheckKind::Unsupported, CheckKind::Unsupported];
        let ids = kinds.map(|kind| program.add_check(Check::new(kind, Loc::NONE)));
        let main = program.declare("main", Loc::NONE);
        let example = horn_frontend::Counterexample::new(main);
        let property = Property::UnreachCall;
        let mut b = Builder::new("main", Loc::NONE);
        assert_eq!(property.verdict(&program, &[], true), "UNKNOWN");
        b.set_entry(true);
        b.finish(&mut program, main);
        assert_eq!(property.verdict(&program, &[], true), "TRUE");
        assert_eq!(property.verdict(&program, &[], false), "UNKNOWN");
        let nothing = Program { checks: Vec::new(), ..program.clone() };
        assert_eq!(property.verdict(&nothing, &[], true), "UNKNOWN");
        assert_eq!(Property::NoOverflow.verdict(&nothing, &[], true), "TRUE");
        let fails = Status::Fails(&example);
        let of = |all: [Status<'_>; 3]| {
            let checks: Vec<(CheckId, Status<'_>)> = ids.into_iter().zip(all).collect();
            property.verdict(&program, &checks, true)
        };
        assert_eq!(of([Status::Proved; 3]), "TRUE");
        assert_eq!(of([Status::Proved, fails, Status::Proved]), "UNKNOWN");
        assert_eq!(of([Status::Proved, Status::Proved, Status::Unknown]), "UNKNOWN");
        assert_eq!(of([fails, fails, Status::Unknown]), "FALSE(unreach-call)");
        assert_eq!(of([Status::Unknown, Status::Proved, Status::Proved]), "UNKNOWN");
    }
}
