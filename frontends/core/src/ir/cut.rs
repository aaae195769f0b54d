//! Loops cut at their invariants: a program without loops, whose runs are pieces of runs of the program.
//!
//! A loop is run up to its invariants; there everything that it changes gets any values for which the invariants hold,
//! and the run goes on to where they stand again in the next iteration, or out of the loop. So each run of the program,
//! from the last time that it passed such a place, is a run of what is made here, with the same checks on it: a check
//! that no run here fails is one that no run of the program fails. The invariants need not be proved for that, since a
//! run ends where one does not hold. A loop that has none is cut at its head; if it has few iterations, by the type of
//! its counter, and is small, behind so many of them.
//!
//! A call does what the callee does, or what its postcondition says ([`Calls`]). Constants are what they were
//! initialised with, where that is written out.
//!
//! What is known at a cut besides: the condition of a `while` loop, and the conditions of exits, that are evaluated in
//! front of the invariants; the counter of a `for` loop is between its first value and its limit; fields that the loop
//! never assigns, the bounds of arrays of which it changes components, and components that a `for` loop over them has
//! not come to, or does not come to, are what they were in front of the loop.

pub use calls::Calls;

use self::evaluation::Evaluation;
use super::effects::{Effects, changed, effects};
use super::loops::{loops, reverse_postorder};
use super::{Block, BlockId, CheckKind, ExprKind, Loc, ProcId, Procedure, Program, Stmt, StmtKind, Terminator, VarId};
use std::collections::{BTreeMap, BTreeSet};

mod calls;
mod constants;
mod evaluation;
mod frames;
mod functions;
#[cfg(test)]
mod quantifier_tests;
mod searched;
#[cfg(test)]
mod tests;

/// Blocks of a procedure beyond which no loop of it is cut any more.
const BLOCKS: usize = 20_000;

/// Iterations of a loop that are written one behind the other, at most, and blocks of these, a call counting as some.
const ITERATIONS: usize = 20;
const UNROLLED: usize = 400;
const CALL: usize = 8;

/// A program whose runs are pieces of the runs of another one.
pub struct Cut {
    /// Without loops and without recursion. Ids of checks and of procedures are those of the other program; what
    /// callees are known by comes behind these. Invariants and postconditions that a run may leave out are not there.
    pub program: Program,
    /// The procedures that could not be cut: too large, or with loops that are none of the language.
    pub given_up: BTreeSet<ProcId>,
    /// What calls of functions have in common.
    pub functions: Functions,
}

/// Procedures of a program without loops whose results depend on nothing but their parameters and the globals that they
/// read.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    /// All of them: where two calls of one are given the same, one execution says what both do.
    pub shared: BTreeSet<ProcId>,
    /// Those of which not all is known, with the procedure for which each stands: where calls of what stands for one
    /// procedure are given the same, their scalar results are the same.
    pub same: BTreeMap<ProcId, ProcId>,
    /// What is executed for functions that facts about many calls speak of ([`ExprKind::Apply`]), and for which.
    pub applied: BTreeMap<ProcId, ProcId>,
    /// The procedures of the program that call functions which may call themselves, however indirectly.
    pub unfold: BTreeSet<ProcId>,
}

/// Cuts a program that is lifted.
pub fn cut(program: &Program, calls: Calls) -> Cut {
    let program = &*constants::known(program);
    let effects = effects(program);
    let mut made = program.clone();
    for procedure in &mut made.procedures {
        // Only what has a name can get another value at a cut.
        calls::name_globals(program, &effects, procedure);
        for block in &mut procedure.blocks {
            // What a run may leave out says nothing of the states behind it.
            block.statements.retain(|stmt| match stmt.kind {
                StmtKind::Check(check, _) => {
                    let kind = program.checks[check.index()].kind;
                    program.is_always_made(check) || !(is_of_loop(kind) || is_of_results(kind))
                }
                _ => true,
            });
        }
    }
    let originals = made.procedures.clone();
    let pure = functions::functions(program, &effects);
    let mut functions = calls::replace(program, &effects, calls, &pure, &mut made);
    let with_stand_ins = self::effects(&made);
    let mut given_up = BTreeSet::new();
    for (id, original) in (0..).map(ProcId).zip(&originals) {
        let procedure = &mut made.procedures[id.index()];
        let cutter = Cutter { program, effects: &effects, with_stand_ins: &with_stand_ins, functions: &pure, original };
        if cutter.procedure(procedure).is_none() {
            given_up.insert(id);
        }
    }
    let applications = made.procedures.iter().flat_map(|procedure| procedure.exprs.iter());
    let applied: BTreeSet<ProcId> = applications
        .filter_map(|(_, node)| match node.kind {
            ExprKind::Apply(function, _) => Some(function),
            _ => None,
        })
        .collect();
    functions.applied.retain(|_, of| applied.contains(of));
    Cut { program: made, given_up, functions }
}

/// Whether the source says of every loop of a procedure what it keeps, but for those with few iterations: nothing has
/// to be found out for its verification conditions.
pub fn says_what_loops_keep(program: &Program, procedure: &Procedure) -> bool {
    let all = loops(procedure);
    all.iter().all(|(head, body)| {
        let info = procedure.block(*head).loop_head.as_ref();
        let few = info.and_then(|info| info.max_iterations).is_some_and(|most| most <= ITERATIONS as u64);
        let inner =
            |id: &BlockId| all.iter().any(|(other, inside)| other != head && body[other.index()] && inside[id.index()]);
        let own = procedure.blocks().filter(|(id, _)| body[id.index()] && !inner(id));
        few || own.flat_map(|(_, block)| &block.statements).any(|stmt| states_loop(program, stmt))
    })
}

struct Cutter<'a> {
    program: &'a Program,
    effects: &'a [Effects],
    /// The same, also of what callees are known by.
    with_stand_ins: &'a [Effects],
    /// The procedures that give the same whenever they are given the same, and change nothing.
    functions: &'a BTreeSet<ProcId>,
    /// The procedure as it was, with variables for all globals that it changes by calls.
    original: &'a Procedure,
}

/// A place in front of a statement of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
struct At {
    block: BlockId,
    stmt: usize,
}

/// Where a loop is cut: from the first to the second its invariants are evaluated.
struct Places {
    first: At,
    last: At,
}

impl Cutter<'_> {
    fn procedure(&self, procedure: &mut Procedure) -> Option<()> {
        let originals = loops(self.original);
        let mut unrolled = BTreeSet::new();
        loop {
            let all = loops(procedure);
            let inner = all.iter().find(|(head, body)| all.keys().all(|other| other == *head || !body[other.index()]));
            let Some((head, body)) = inner else { return Some(()) };
            if procedure.blocks.len() > BLOCKS || *head == BlockId::ENTRY {
                return None;
            }
            match self.iterations(procedure, *head, body) {
                Some(iterations) if unrolled.insert(*head) => unroll(procedure, *head, body, iterations),
                _ => self.one(procedure, *head, body, originals.get(head)?)?,
            }
        }
    }

    /// How many iterations of a loop are written one behind the other: all that it can have, where these are few and it
    /// has no invariants.
    fn iterations(&self, procedure: &Procedure, head: BlockId, body: &[bool]) -> Option<usize> {
        let most = procedure.block(head).loop_head.as_ref()?.max_iterations?;
        let most = usize::try_from(most).ok().filter(|most| (1..=ITERATIONS).contains(most))?;
        let inside = procedure.blocks().filter(|(id, _)| body[id.index()]);
        let statements: Vec<&Stmt> = inside.flat_map(|(_, block)| &block.statements).collect();
        let calls = statements.iter().filter(|stmt| matches!(stmt.kind, StmtKind::Call(_))).count();
        let size = body.iter().filter(|inside| **inside).count() + CALL * calls;
        (!statements.into_iter().any(|stmt| states_loop(self.program, stmt)) && most * size <= UNROLLED).then_some(most)
    }

    /// Cuts a loop that has none inside.
    fn one(&self, procedure: &mut Procedure, head: BlockId, body: &[bool], original: &[bool]) -> Option<()> {
        let places = self.places(procedure, head, body);
        let info = procedure.blocks[head.index()].loop_head.take()?;
        let changed = self.changed(original);
        let passed = if places.first.block == head { places.first.stmt } else { usize::MAX };
        // In front of the loop.
        let before = self.in_front(procedure, head, body, info.loc);
        let frames = frames::Frames { cutter: self, body: original, control: info.control, passed, loc: info.loc };
        let (saved, facts) = frames.facts(procedure, &changed, head);
        procedure.blocks[before.index()].statements.extend(saved);
        // At the cut.
        let mut statements: Vec<Stmt> =
            changed.iter().map(|var| Stmt { kind: StmtKind::Havoc(*var), loc: info.loc }).collect();
        statements.extend(facts);
        let arbitrary =
            add(procedure, Block { statements, terminator: Terminator::Stop, loc: info.loc, loop_head: None });
        let Places { first, last } = places;
        // The next iteration, up to the cut and no further.
        let again = copy(procedure, body);
        let on = add(procedure, rest(procedure.block(last.block), last.stmt));
        redirect(procedure, on, |next| again.get(&next).copied());
        for block in again.values() {
            redirect(procedure, *block, |next| again.get(&next).copied());
        }
        end_at(procedure, *again.get(&last.block)?, last.stmt, Terminator::Stop);
        // The invariants, which hold.
        let believed = copy(procedure, body);
        let start = add(procedure, rest(procedure.block(first.block), first.stmt));
        let stop = add(
            procedure,
            Block { statements: Vec::new(), terminator: Terminator::Stop, loc: info.loc, loop_head: None },
        );
        let there = |next: BlockId| Some(believed.get(&next).copied().filter(|_| next != head).unwrap_or(stop));
        for block in believed.values().copied().chain([start]) {
            redirect(procedure, block, there);
            assume(self.program, &mut procedure.blocks[block.index()].statements);
        }
        end_at(procedure, *believed.get(&last.block)?, last.stmt, Terminator::Goto(on));
        if first.block == last.block {
            end_at(procedure, start, last.stmt - first.stmt, Terminator::Goto(on));
        }
        procedure.blocks[arbitrary.index()].terminator = Terminator::Goto(start);
        // The first iteration, up to the cut.
        end_at(procedure, last.block, last.stmt, Terminator::Goto(arbitrary));
        Some(())
    }

    /// Where the invariants of a loop stand, if each iteration passes them all; otherwise its head.
    fn places(&self, procedure: &Procedure, head: BlockId, body: &[bool]) -> Places {
        let at_head = At { block: head, stmt: 0 };
        // Those of loops inside are in blocks that these share with the copies that were made of them.
        let inner = loops(self.original);
        let inside = |block: BlockId| {
            let mut others = inner.iter().filter(|(other, _)| **other != head && body[other.index()]);
            block.index() >= self.original.blocks.len() || others.any(|(_, all)| all[block.index()])
        };
        let own = || procedure.blocks().filter(|(id, _)| body[id.index()] && !inside(*id));
        let places: Vec<Loc> = own()
            .flat_map(|(_, block)| &block.statements)
            .filter(|stmt| states_loop(self.program, stmt))
            .map(|stmt| stmt.loc)
            .collect();
        let Some(file) = places.first().map(|loc| loc.file) else { return Places { first: at_head, last: at_head } };
        let from = places.iter().map(|loc| loc.span.start).min().unwrap_or(0);
        let to = places.iter().map(|loc| loc.span.end).max().unwrap_or(0);
        let part = |stmt: &Stmt| stmt.loc.file == file && stmt.loc.span.start >= from && stmt.loc.span.end <= to;
        let order: Vec<BlockId> =
            reverse_postorder(procedure).into_iter().filter(|id| body[id.index()] && !inside(*id)).collect();
        let statements = |id: &BlockId| &procedure.block(*id).statements;
        let first = order.iter().find_map(|id| {
            let stmt = statements(id).iter().position(part)?;
            Some(At { block: *id, stmt })
        });
        // Functions that they call are called in front.
        let evaluation = Evaluation { effects: self.with_stand_ins, procedure, order: &order, stop: (head, 0) };
        let first = first.map(|first| evaluation.begin(first));
        // What lets an iteration begin holds there as well, if nothing has happened since.
        let first = first.map(|first| if evaluation.only_leaves(first, body) { at_head } else { first });
        let last = order.iter().rev().find_map(|id| {
            let stmt = statements(id).iter().rposition(|stmt| states_loop(self.program, stmt))? + 1;
            Some(At { block: *id, stmt })
        });
        let (Some(first), Some(last)) = (first, last) else { return Places { first: at_head, last: at_head } };
        let on_every_way = |block: BlockId| block == head || !comes_back(procedure, head, body, block);
        if !on_every_way(last.block) {
            return Places { first: at_head, last: at_head };
        }
        let rank = |block: BlockId| order.iter().position(|id| *id == block);
        let in_order = if first.block == last.block {
            first.stmt <= last.stmt
        } else {
            rank(first.block) < rank(last.block) && on_every_way(first.block)
        };
        if in_order { Places { first, last } } else { Places { first: last, last } }
    }

    /// The variables that the loop changes, also by calls.
    fn changed(&self, body: &[bool]) -> BTreeSet<VarId> {
        let blocks = self.original.blocks().filter(|(id, _)| body[id.index()]);
        changed(blocks.flat_map(|(_, block)| &block.statements), self.effects, self.original)
    }

    /// A block that is passed where the loop is entered.
    fn in_front(&self, procedure: &mut Procedure, head: BlockId, body: &[bool], loc: Loc) -> BlockId {
        let block = Block { statements: Vec::new(), terminator: Terminator::Goto(head), loc, loop_head: None };
        let before = add(procedure, block);
        for at in 0..before.index() {
            if !body.get(at).copied().unwrap_or(false) {
                redirect(procedure, BlockId(at as u32), |next| (next == head).then_some(before));
            }
        }
        before
    }
}

/// Whether a run can come from the head back to it without passing a block.
fn comes_back(procedure: &Procedure, head: BlockId, body: &[bool], without: BlockId) -> bool {
    let mut todo = vec![head];
    let mut seen = BTreeSet::new();
    while let Some(block) = todo.pop() {
        for next in procedure.block(block).terminator.successors() {
            if next == head {
                return true;
            }
            if next != without && body[next.index()] && seen.insert(next) {
                todo.push(next);
            }
        }
    }
    false
}

/// Puts iterations of a loop in front of it.
fn unroll(procedure: &mut Procedure, head: BlockId, body: &[bool], iterations: usize) {
    let outside: Vec<BlockId> = procedure.blocks().map(|(id, _)| id).filter(|id| !body[id.index()]).collect();
    let mut next = head;
    for _ in 0..iterations {
        let iteration = copy(procedure, body);
        for block in iteration.values() {
            redirect(procedure, *block, |to| if to == head { Some(next) } else { iteration.get(&to).copied() });
        }
        next = iteration.get(&head).copied().unwrap_or(next);
    }
    for block in outside {
        redirect(procedure, block, |to| (to == head).then_some(next));
    }
}

fn add(procedure: &mut Procedure, block: Block) -> BlockId {
    procedure.blocks.push(block);
    BlockId(procedure.blocks.len() as u32 - 1)
}

/// A block without what is in front of a statement.
fn rest(block: &Block, from: usize) -> Block {
    let statements = block.statements.get(from..).unwrap_or_default().to_vec();
    Block { statements, terminator: block.terminator.clone(), loc: block.loc, loop_head: None }
}

/// Copies of the blocks of a loop. They lead where the blocks do.
fn copy(procedure: &mut Procedure, body: &[bool]) -> BTreeMap<BlockId, BlockId> {
    let blocks = (0..).map(BlockId).zip(body).filter(|(_, inside)| **inside).map(|(id, _)| id);
    let blocks: Vec<BlockId> = blocks.collect();
    blocks
        .into_iter()
        .map(|id| {
            let copied = rest(procedure.block(id), 0);
            (id, add(procedure, copied))
        })
        .collect()
}

fn redirect(procedure: &mut Procedure, block: BlockId, to: impl Fn(BlockId) -> Option<BlockId>) {
    match &mut procedure.blocks[block.index()].terminator {
        Terminator::Goto(next) => *next = to(*next).unwrap_or(*next),
        Terminator::Branch(_, yes, no) => {
            *yes = to(*yes).unwrap_or(*yes);
            *no = to(*no).unwrap_or(*no);
        }
        Terminator::Return | Terminator::Raise(_) | Terminator::Stop => {}
    }
}

/// Ends a block in front of a statement.
fn end_at(procedure: &mut Procedure, block: BlockId, stmt: usize, terminator: Terminator) {
    let block = &mut procedure.blocks[block.index()];
    block.statements.truncate(stmt);
    block.terminator = terminator;
}

/// Checks have been made before, if not by all runs.
fn assume(program: &Program, statements: &mut Vec<Stmt>) {
    let made = |stmt: &Stmt| match stmt.kind {
        StmtKind::Check(check, _) => program.is_always_made(check),
        _ => true,
    };
    statements.retain(made);
    for stmt in statements {
        if let StmtKind::Check(_, condition) = stmt.kind {
            stmt.kind = StmtKind::Assume(condition);
        }
    }
}

/// Whether checks of this kind say what holds in each iteration of a loop.
fn is_of_loop(kind: CheckKind) -> bool {
    matches!(kind, CheckKind::LoopInvariantInit | CheckKind::LoopInvariantPreserved | CheckKind::LoopVariant)
}

/// Whether a statement says what holds in each iteration of a loop.
fn states_loop(program: &Program, stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Check(check, _) if is_of_loop(program.checks[check.index()].kind))
}

/// Whether checks of this kind say what a subprogram gives.
fn is_of_results(kind: CheckKind) -> bool {
    matches!(kind, CheckKind::Postcondition | CheckKind::ContractCase | CheckKind::RefinedPost)
}
