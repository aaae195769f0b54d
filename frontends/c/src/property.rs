//! Properties as SV-COMP writes them, and the verdicts about them.

use crate::lower::Leaks;
use horn_frontend::ir::{CheckId, CheckKind, Program};
use horn_frontend::{Counterexample, Status};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// No call of the error function is reached.
    UnreachCall,
    /// No signed operation overflows.
    NoOverflow,
    /// Memory is used as it should be.
    Memory(Memory),
    /// Another property of SV-COMP, which is not decided.
    Unsupported(&'static str),
    /// Anything else, which is not decided.
    Other,
}

/// What is asked about memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// Every access is one to an object that exists (`valid-deref`).
    pub deref: bool,
    /// What is freed was allocated and lives (`valid-free`).
    pub free: bool,
    /// What happens to memory that is not freed (`valid-memtrack`, `valid-memcleanup`).
    pub leaks: Leaks,
}

/// The property that a file asks for.
pub fn read(text: &str) -> Property {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if plain.contains("COVER(") {
        return Property::Unsupported("coverage");
    }
    let parts: Vec<&str> = plain.split("CHECK(").skip(1).collect();
    let inner = |part: &'static str| move |text: &&str| text.starts_with(&format!("init(main()),LTL({part})"));
    let mut memory = Memory::default();
    for part in &parts {
        let is = |what: &'static str| inner(what)(part);
        let of_memory = match () {
            () if is("Gvalid-deref") => &mut memory.deref,
            () if is("Gvalid-free") => &mut memory.free,
            () if is("Gvalid-memtrack") => &mut memory.leaks.track,
            () if is("Gvalid-memcleanup") => &mut memory.leaks.cleanup,
            () if is("G!data-race") => return Property::Unsupported("no-data-race"),
            () if is("Fend") => return Property::Unsupported("termination"),
            () => match parts.as_slice() {
                [_] if is("G!call(reach_error())") || is("G!call(__VERIFIER_error())") => return Property::UnreachCall,
                [_] if is("G!overflow") => return Property::NoOverflow,
                _ => return Property::Other,
            },
        };
        *of_memory = true;
    }
    if parts.is_empty() { Property::Other } else { Property::Memory(memory) }
}

impl Property {
    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Property::UnreachCall => "unreach-call",
            Property::NoOverflow => "no-overflow",
            Property::Memory(Memory { deref: false, free: false, leaks: Leaks { track: false, .. } }) => {
                "valid-memcleanup"
            }
            Property::Memory(_) => "valid-memsafety",
            Property::Unsupported(name) => name,
            Property::Other => "?",
        }
    }

    /// The kinds of the checks that it consists of.
    pub fn kinds(self) -> Vec<CheckKind> {
        match self {
            Property::UnreachCall => vec![CheckKind::Assertion],
            Property::NoOverflow => vec![CheckKind::Overflow],
            Property::Memory(Memory { deref, free, leaks }) => {
                let mut kinds = Vec::new();
                if deref {
                    kinds.extend([CheckKind::Index, CheckKind::Dereference]);
                }
                kinds.extend(free.then_some(CheckKind::Free));
                kinds.extend(leaks.any().then_some(CheckKind::Leak));
                kinds
            }
            Property::Unsupported(_) | Property::Other => Vec::new(),
        }
    }

    /// What is asked about memory that is not freed.
    pub fn leaks(self) -> Leaks {
        match self {
            Property::Memory(memory) => memory.leaks,
            _ => Leaks::default(),
        }
    }

    /// What a verdict calls the violation that a failing check is.
    fn violation(self, kind: CheckKind) -> &'static str {
        match (self, kind) {
            (Property::Memory(_), CheckKind::Index | CheckKind::Dereference) => "valid-deref",
            (Property::Memory(_), CheckKind::Free) => "valid-free",
            (Property::Memory(Memory { leaks: Leaks { track: true, .. }, .. }), CheckKind::Leak) => "valid-memtrack",
            (Property::Memory(_), CheckKind::Leak) => "valid-memcleanup",
            _ => self.name(),
        }
    }

    /// The kinds of checks that are taken for granted: what a program does behind undefined behaviour is not asked.
    /// Constructs that are not modelled are defined behaviour, and stay; so do pointers that are computed as the
    /// standard does not allow, where accesses through them are asked about.
    pub fn assumed(self) -> Vec<CheckKind> {
        let all = [
            CheckKind::Assertion,
            CheckKind::Overflow,
            CheckKind::Range,
            CheckKind::Division,
            CheckKind::Shift,
            CheckKind::Index,
            CheckKind::Dereference,
            CheckKind::Pointer,
            CheckKind::Free,
            CheckKind::ArraySize,
        ];
        let own = self.kinds();
        let memory = matches!(self, Property::Memory(_));
        all.into_iter().filter(|kind| !(own.contains(kind) || memory && *kind == CheckKind::Pointer)).collect()
    }

    /// Whether a run in which a check fails violates the property.
    pub fn is_violated_by(self, program: &Program, check: CheckId, example: &Counterexample) -> bool {
        self.kinds().contains(&program.checks[check.index()].kind) && example.origins.is_empty()
    }

    /// The last line of the output. `whole`: everything was looked at.
    pub fn verdict(self, program: &Program, checks: &[(CheckId, Status<'_>)], whole: bool) -> String {
        let fails = checks.iter().find(
            |(check, status)| matches!(status, Status::Fails(example) if self.is_violated_by(program, *check, example)),
        );
        let starts = program.procedures.iter().any(|procedure| procedure.entry && procedure.name == "main");
        // A program that never names the error says nothing about it, whatever it was meant to show.
        let asserts = || program.checks.iter().any(|check| check.kind == CheckKind::Assertion);
        let asked = self != Property::UnreachCall || asserts();
        let proved = asked && whole && starts && checks.iter().all(|(_, status)| matches!(status, Status::Proved));
        match fails {
            _ if self.kinds().is_empty() => "UNKNOWN".to_string(),
            Some((check, _)) => format!("FALSE({})", self.violation(program.checks[check.index()].kind)),
            None if proved => "TRUE".to_string(),
            None => "UNKNOWN".to_string(),
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
        assert_eq!(of("G ! data-race"), Property::Unsupported("no-data-race"));
        assert_eq!(of("F end"), Property::Unsupported("termination"));
        assert_eq!(
            read("COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )"),
            Property::Unsupported("coverage")
        );
        let free = Memory { free: true, ..Memory::default() };
        assert_eq!(of("G valid-free"), Property::Memory(free));
        assert_eq!(read(""), Property::Other);
        let part = |name: &str| format!("CHECK( init(main()), LTL(G {name}) )\n");
        let leaks = Leaks { track: true, cleanup: false };
        let all = ["valid-free", "valid-deref", "valid-memtrack"].map(part).concat();
        assert_eq!(read(&all), Property::Memory(Memory { deref: true, free: true, leaks }));
        assert_eq!(read(&all).name(), "valid-memsafety");
        let cleanup = of("G valid-memcleanup");
        assert_eq!((cleanup.name(), cleanup.kinds()), ("valid-memcleanup", vec![CheckKind::Leak]));
        assert_eq!(cleanup.violation(CheckKind::Leak), "valid-memcleanup");
        assert!(!cleanup.assumed().contains(&CheckKind::Pointer) && cleanup.assumed().contains(&CheckKind::Free));
        let both = "CHECK( init(main()), LTL(G ! overflow) ) CHECK( init(main()), LTL(G valid-free) )";
        assert_eq!(read(both), Property::Other);
        assert_eq!(of("G ! call(other())"), Property::Other);
    }

    #[test]
    fn only_the_checks_of_the_property_make_it_false_and_all_have_to_hold() {
        let mut program = Program::new();
        let kinds = [CheckKind::Assertion, CheckKind::Unsupported, CheckKind::Leak];
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
        assert_eq!(Property::Unsupported("termination").verdict(&nothing, &[], true), "UNKNOWN");
        let fails = Status::Fails(&example);
        let of = |property: Property, all: [Status<'_>; 3]| {
            let checks: Vec<(CheckId, Status<'_>)> = ids.into_iter().zip(all).collect();
            property.verdict(&program, &checks, true)
        };
        assert_eq!(of(property, [Status::Proved; 3]), "TRUE");
        assert_eq!(of(property, [Status::Proved, fails, Status::Proved]), "UNKNOWN");
        assert_eq!(of(property, [Status::Proved, Status::Proved, Status::Unknown]), "UNKNOWN");
        assert_eq!(of(property, [fails, fails, Status::Unknown]), "FALSE(unreach-call)");
        assert_eq!(of(property, [Status::Unknown, Status::Proved, Status::Proved]), "UNKNOWN");
        let track = Property::Memory(Memory { leaks: Leaks { track: true, cleanup: false }, ..Memory::default() });
        assert_eq!(of(track, [Status::Proved, Status::Proved, fails]), "FALSE(valid-memtrack)");
        assert_eq!(of(track, [Status::Proved, fails, Status::Proved]), "UNKNOWN");
    }
}
