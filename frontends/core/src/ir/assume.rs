//! Checks that are taken for granted: where only some properties are asked about, runs that break another one do not
//! exist.

use super::{CheckKind, Program, StmtKind};

/// Makes assumptions of all checks of these kinds; the others stay. Whatever comes behind an assumption is asked about
/// only for the runs in which it holds, so a program that always breaks one has no failures behind it.
///
/// The table of checks keeps its entries, since ids are places in it; without a statement they are no checks of the
/// program any more. Checks for exceptions that nobody handles come into being in [`super::lift`]: to assume those,
/// lift first.
pub fn assume(program: &mut Program, kinds: &[CheckKind]) {
    let checks = &program.checks;
    for procedure in &mut program.procedures {
        for statement in procedure.blocks.iter_mut().flat_map(|block| &mut block.statements) {
            if let StmtKind::Check(check, condition) = statement.kind
                && kinds.contains(&checks[check.index()].kind)
            {
                statement.kind = StmtKind::Assume(condition);
                procedure.origins.believed.insert(condition);
            }
        }
    }
}

/// The kinds of checks that the language makes, not the user. Aliasing is none of them: no run ends there, and a
/// program with two names for one object is as legal as any other.
pub const RUN_TIME: &[CheckKind] = &[
    CheckKind::Overflow,
    CheckKind::Range,
    CheckKind::Index,
    CheckKind::FloatOverflow,
    CheckKind::Initialization,
    CheckKind::Discriminant,
    CheckKind::Tag,
    CheckKind::Division,
    CheckKind::Length,
    CheckKind::Shift,
    CheckKind::ArraySize,
    CheckKind::Dereference,
    CheckKind::NullExclusion,
];

/// What is said of checks that are taken for granted: `overflow check (3)` for each of the kinds that there are.
pub fn assumed(program: &Program, kinds: &[CheckKind]) -> Vec<String> {
    let mut said = Vec::new();
    for kind in kinds {
        let count = program.checks.iter().filter(|check| check.kind == *kind).count();
        if count > 0 {
            said.push(format!("{} ({count})", kind.proved().trim_end_matches(" proved")));
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::{self, encode};
    use crate::interp::{End, Inputs, Limits, Value, run};
    use crate::ir::{BinaryOp, Builder, Check, CheckId, Mode, validate};
    use crate::testing::{L, Verdicts, integer};
    use horn_solver::num::Int;
    use horn_solver::system::Verdict;

    /// `check range N < 10; check assertion N < 20; check overflow N < 5`
    fn sample() -> (Program, [CheckId; 3]) {
        let mut program = Program::new();
        let ty = integer(&mut program);
        let kinds = [CheckKind::Range, CheckKind::Assertion, CheckKind::Overflow];
        let checks = kinds.map(|kind| program.add_check(Check::new(kind, L)));
        let id = program.declare("P", L);
        let mut b = Builder::new("P", L);
        b.set_entry(true);
        let n = b.param("N", ty, Mode::In, L);
        for (check, limit) in checks.iter().zip([10, 20, 5]) {
            let (value, limit) = (b.var(n, L), b.int(limit, ty, L));
            let small = b.compare(BinaryOp::Lt, value, limit, L);
            b.check(*check, small, L);
        }
        b.return_(L);
        b.finish(&mut program, id);
        (program, checks)
    }

    #[test]
    fn what_is_assumed_is_no_check_and_helps_the_others() {
        let (mut program, [range, assertion, overflow]) = sample();
        assume(&mut program, &[CheckKind::Range]);
        assert!(validate(&program).is_empty());
        let left: Vec<CheckId> = program.procedures[0].checks().map(|(check, _)| check).collect();
        assert_eq!(left, [assertion, overflow]);
        let encoded = encode(&program, &encode::Options::default()).expect("clauses");
        assert!(encoded.queries[range.index()].is_empty());
        let mut verdicts = Verdicts::new("pdr", 20);
        assert!(matches!(verdicts.verdict(&encoded, assertion), Verdict::Sat(_)));
        assert!(matches!(verdicts.verdict(&encoded, overflow), Verdict::Unsat(_)));
    }

    #[test]
    fn a_run_that_breaks_an_assumption_does_not_exist() {
        let (mut program, [range, _, overflow]) = sample();
        let end = |program: &Program, n: i64| {
            let inputs = Inputs { params: vec![Value::Int(Int::from(n))], globals: Vec::new() };
            run(program, super::super::ProcId(0), &inputs, &mut (), Limits { steps: 100, cancel: None, trace: false })
                .end
        };
        assert_eq!(end(&program, 12), End::Failed(range));
        assume(&mut program, &[CheckKind::Range, CheckKind::Assertion]);
        assert_eq!(end(&program, 12), End::Blocked);
        assert_eq!(end(&program, 7), End::Failed(overflow));
        assert_eq!(end(&program, 4), End::Returned);
    }

    #[test]
    fn nothing_changes_where_no_kind_is_named() {
        let (program, _) = sample();
        let mut same = program.clone();
        assume(&mut same, &[]);
        assert_eq!(program, same);
    }
}
