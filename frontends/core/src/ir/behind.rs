//! What runs come to behind a check: in the procedure that states it, in what is called from there, and where its calls
//! return to.

use super::{BlockId, CheckId, ProcId, Program, StmtKind, Terminator};
use std::collections::{BTreeMap, BTreeSet};

/// The checks that a run of one of these procedures may come to after it has got past `check`.
pub fn behind(program: &Program, procedures: &BTreeSet<ProcId>, check: CheckId) -> BTreeSet<CheckId> {
    // The places behind the calls of each procedure, and behind the check.
    let mut returns: BTreeMap<ProcId, Vec<(ProcId, BlockId, usize)>> = BTreeMap::new();
    let mut todo: Vec<(ProcId, BlockId, usize)> = Vec::new();
    for id in procedures {
        for (block, body) in program.procedure(*id).blocks() {
            for (at, stmt) in body.statements.iter().enumerate() {
                match &stmt.kind {
                    StmtKind::Call(call) => returns.entry(call.callee).or_default().push((*id, block, at + 1)),
                    StmtKind::Check(stated, _) if *stated == check => todo.push((*id, block, at + 1)),
                    _ => {}
                }
            }
        }
    }
    let (mut found, mut called) = (BTreeSet::new(), BTreeSet::new());
    // From which statement on each block was looked at.
    let mut seen: BTreeMap<(ProcId, BlockId), usize> = BTreeMap::new();
    let mut left: BTreeSet<ProcId> = BTreeSet::new();
    while let Some((id, block, at)) = todo.pop() {
        let known = seen.entry((id, block)).or_insert(usize::MAX);
        if *known <= at {
            continue;
        }
        *known = at;
        let body = program.procedure(id).block(block);
        for stmt in &body.statements[at..] {
            match &stmt.kind {
                StmtKind::Check(stated, _) => {
                    found.insert(*stated);
                }
                // It returns to the statement behind.
                StmtKind::Call(call) => {
                    called.insert(call.callee);
                }
                _ => {}
            }
        }
        todo.extend(body.terminator.successors().map(|next| (id, next, 0)));
        let ends = matches!(body.terminator, Terminator::Return | Terminator::Raise(_));
        // An exception that is not handled goes on to the callers from any call.
        let raises = body.statements[at..].iter().any(|stmt| matches!(stmt.kind, StmtKind::Call(_)));
        if (ends || raises) && left.insert(id) {
            todo.extend(returns.get(&id).into_iter().flatten().copied());
        }
    }
    for id in program.reached_from(called) {
        found.extend(program.procedure(id).checks().map(|(stated, _)| stated));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::{Arg, Builder, Call, Check, CheckKind, Loc, TypeId};
    use super::*;

    /// A procedure with two ways: one states check 0, calls a helper that states check 1, and states check 2; the other
    /// one states check 3. Its caller states check 4 in front of the call, and check 5 behind it.
    #[test]
    fn other_ways_and_what_is_in_front_are_not_behind() {
        let mut program = Program::new();
        let check: Vec<CheckId> =
            (0..6).map(|_| program.add_check(Check::new(CheckKind::Assertion, Loc::NONE))).collect();
        let [helper, inner, outer] = ["Helper", "Inner", "Outer"].map(|name| program.declare(name, Loc::NONE));
        let call = |callee| Call { callee, args: Vec::<Arg>::new(), result: None, exception: None };
        let mut b = Builder::new("Helper", Loc::NONE);
        let yes = b.bool(true, Loc::NONE);
        b.check(check[1], yes, Loc::NONE);
        b.finish(&mut program, helper);
        let mut b = Builder::new("Inner", Loc::NONE);
        let way = b.temporary("way", TypeId::BOOL, Loc::NONE);
        b.havoc(way, Loc::NONE);
        let way = b.var(way, Loc::NONE);
        let yes = b.bool(true, Loc::NONE);
        b.begin_if(way, Loc::NONE);
        b.check(check[0], yes, Loc::NONE);
        b.call(call(helper), Loc::NONE);
        b.check(check[2], yes, Loc::NONE);
        b.begin_else();
        b.check(check[3], yes, Loc::NONE);
        b.end_if();
        b.finish(&mut program, inner);
        let mut b = Builder::new("Outer", Loc::NONE);
        let yes = b.bool(true, Loc::NONE);
        b.check(check[4], yes, Loc::NONE);
        b.call(call(inner), Loc::NONE);
        b.check(check[5], yes, Loc::NONE);
        b.finish(&mut program, outer);
        let all = program.reached_from([outer]);
        let found = behind(&program, &all, check[0]);
        assert_eq!(found, BTreeSet::from([check[1], check[2], check[5]]));
        assert_eq!(behind(&program, &all, check[5]), BTreeSet::new());
    }
}
