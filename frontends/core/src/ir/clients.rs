//! Clients: entries that stand for everything the outside of a part of a program may do with it.
//!
//! An entry starts with any values in the globals of the program. Of those that only some procedures can name, the
//! *operations*, most values are never there: a client is a procedure that sets up the globals and then calls
//! operations with any arguments, in any order, as often as it likes. What holds in all of its runs holds whoever calls
//! the operations. Its loop invariant is one of the globals.
//!
//! A frontend adds clients as procedures that are no entries, and says in [`Program::clients`] which entries they stand
//! for; [`instead`] makes entries of them. Operations may be lowered once more for them, as copies that differ in how
//! exceptions leave them; [`judged`] says of which checks a client decides.

use super::{BlockId, CheckId, Loc, ProcId, Program, StmtKind, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// A procedure that stands for all clients of a part of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    /// The procedure; it has no parameters, and returns only if no operation is to come.
    pub procedure: ProcId,
    /// The variable that is set to any value before each operation: 0 for the end, else the number of the operation,
    /// from 1.
    pub choice: VarId,
    /// What may be called.
    pub operations: Vec<Operation>,
    /// Variables of the program that clients can assign: a Boolean variable that is set to any value before, whether it
    /// happens; the one that is set to the new value; the name of the target.
    pub assigned: Vec<(VarId, VarId, String)>,
    /// Boolean variables that say which parts of the program are there: any subset is one of the programs it stands
    /// for, as far as its assumptions admit it.
    pub present: Vec<VarId>,
    /// The entries that it stands for.
    pub replaces: BTreeSet<ProcId>,
    /// For procedures that were lowered once more for clients: the copies.
    pub copies: BTreeMap<ProcId, ProcId>,
    /// The place of what it is about.
    pub loc: Loc,
}

/// What a client may call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The procedure.
    pub callee: ProcId,
    /// The variables of the client that are arguments, in the order of the parameters.
    pub arguments: Vec<VarId>,
}

/// The program with clients as entries, in the place of the entries that they stand for; `which` are numbers of
/// [`Program::clients`].
pub fn instead(program: &Program, which: &[usize]) -> Program {
    let mut made = program.clone();
    for client in which.iter().filter_map(|at| program.clients.get(*at)) {
        made.procedures[client.procedure.index()].entry = true;
        for entry in &client.replaces {
            made.procedures[entry.index()].entry = false;
        }
    }
    made
}

/// The checks that clients decide: whoever comes to one of them from an entry that they stand for comes to the same
/// check from a client. A check that was lowered in another way for them is none of these.
pub fn judged(program: &Program, which: &[usize]) -> BTreeSet<CheckId> {
    let clients: Vec<&Client> = which.iter().filter_map(|at| program.clients.get(*at)).collect();
    let before = program.reached_from(clients.iter().flat_map(|client| client.replaces.iter().copied()));
    let now = program.reached_from(clients.iter().map(|client| client.procedure));
    let copy_of = |id: ProcId| clients.iter().find_map(|client| client.copies.get(&id).copied());
    let (mut found, mut lost) = (BTreeSet::new(), BTreeSet::new());
    for id in before {
        let own = stated(program, id);
        found.extend(own.keys().copied());
        if now.contains(&id) {
            continue;
        }
        let copied = copy_of(id).filter(|copy| now.contains(copy)).map(|copy| stated(program, copy));
        let copied = copied.unwrap_or_default();
        lost.extend(own.into_iter().filter(|(check, times)| copied.get(check) < Some(times)).map(|(check, _)| check));
    }
    &found - &lost
}

/// How often each check is stated.
fn stated(program: &Program, id: ProcId) -> BTreeMap<CheckId, usize> {
    let mut found = BTreeMap::new();
    for (check, _) in program.procedure(id).checks() {
        *found.entry(check).or_default() += 1;
    }
    found
}

impl Program {
    /// The client that a procedure is.
    pub fn client(&self, procedure: ProcId) -> Option<&Client> {
        self.clients.iter().find(|client| client.procedure == procedure)
    }

    /// The head of the loop in which a client chooses operations.
    pub fn choosing_loop(&self, client: &Client) -> Option<BlockId> {
        let procedure = self.procedure(client.procedure);
        let loops = super::loops(procedure);
        let chooses = |id: BlockId| {
            let havocs = |kind: &StmtKind| matches!(kind, StmtKind::Havoc(var) if *var == client.choice);
            procedure.block(id).statements.iter().any(|stmt| havocs(&stmt.kind))
        };
        let (at, _) = procedure.blocks().find(|(id, _)| chooses(*id))?;
        loops.into_iter().find(|(_, body)| body[at.index()]).map(|(head, _)| head)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Arg, BinaryOp, Builder, Call, Check, CheckKind, Range, Type, TypeId, lift, validate};
    use crate::testing::{L, integer};
    use horn_solver::num::Int;

    /// `Step: check G < limit; G := G + 1`, with a copy for the client that states the check if `same`.
    fn sample(same: bool) -> (Program, CheckId, ProcId) {
        let mut program = Program::new();
        let ty = integer(&mut program);
        let number = program.add_type(Type::int(
            "operation",
            Range { first: Int::ZERO, last: Int::ONE },
            Range { first: Int::ZERO, last: Int::ONE },
        ));
        let global = program.add_global("G", ty, L);
        program.hidden.insert(global);
        let check = program.add_check(Check::new(CheckKind::Assertion, L));
        let step = |program: &mut Program, entry: bool, stated: bool| {
            let id = program.declare("Step", L);
            let mut b = Builder::new("Step", L);
            b.set_entry(entry);
            let g = b.global(program, global);
            let (value, limit) = (b.var(g, L), b.int(5, ty, L));
            let small = b.compare(BinaryOp::Lt, value, limit, L);
            if stated {
                b.check(check, small, L);
            }
            let zero = b.int(0, ty, L);
            b.assign(g, zero, L);
            b.finish(program, id);
            id
        };
        let entry = step(&mut program, true, true);
        let copy = step(&mut program, false, same);
        let id = program.declare("clients", L);
        let mut b = Builder::new("clients", L);
        let g = b.global(&program, global);
        let zero = b.int(0, ty, L);
        b.assign(g, zero, L);
        let head = b.begin_loop(None, L);
        let choice = b.temporary("operation", number, L);
        b.havoc(choice, L);
        let (chosen, none) = (b.var(choice, L), b.int(0, number, L));
        let end = b.compare(BinaryOp::Eq, chosen, none, L);
        b.exit_when(head, end, L);
        let args: Vec<Arg> = Vec::new();
        b.call(Call { callee: copy, args, result: None, exception: None }, L);
        b.end_loop();
        b.finish(&mut program, id);
        let operations = vec![Operation { callee: copy, arguments: Vec::new() }];
        let (replaces, copies) = (BTreeSet::from([entry]), BTreeMap::from([(entry, copy)]));
        program.clients.push(Client {
            procedure: id,
            choice,
            operations,
            assigned: Vec::new(),
            present: Vec::new(),
            replaces,
            copies,
            loc: L,
        });
        lift(&mut program);
        assert!(validate(&program).is_empty());
        (program, check, id)
    }

    #[test]
    fn a_client_is_an_entry_in_the_place_of_others() {
        let (program, check, id) = sample(true);
        assert!(!program.procedure(id).entry);
        let made = instead(&program, &[0]);
        let entries: Vec<ProcId> = made.procedures().filter(|(_, one)| one.entry).map(|(id, _)| id).collect();
        assert_eq!(entries, [id]);
        assert_eq!(judged(&program, &[0]), BTreeSet::from([check]));
        assert!(program.choosing_loop(&program.clients[0]).is_some());
        assert_eq!(program.client(id).map(|client| client.procedure), Some(id));
        assert!(TypeId::BOOL != program.procedure(id).var(program.clients[0].choice).ty);
    }

    #[test]
    fn what_copies_do_not_state_is_not_decided() {
        let (program, ..) = sample(false);
        assert!(judged(&program, &[0]).is_empty());
    }
}
