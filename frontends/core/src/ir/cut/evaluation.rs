//! Where the evaluation of a condition begins.
//!
//! A check says where its condition stands, but functions that the condition calls are called in front of it, and its
//! short-circuit forms are blocks of their own. All of this gives values to variables that the frontend made up, and
//! nothing else.

use super::At;
use crate::ir::effects::Effects;
use crate::ir::loops::predecessors;
use crate::ir::{Arg, BlockId, Call, Procedure, Stmt, StmtKind, VarId, VarKind};
use std::collections::BTreeSet;

/// A procedure, and where the search may go.
pub(super) struct Evaluation<'a> {
    pub effects: &'a [Effects],
    pub procedure: &'a Procedure,
    /// The blocks, in reverse postorder.
    pub order: &'a [BlockId],
    /// The block in front of which nothing is looked at, and the number of its statements that are not either.
    pub stop: (BlockId, usize),
}

impl Evaluation<'_> {
    /// The first place from which on nothing but evaluation comes before `at`.
    pub fn begin(&self, mut at: At) -> At {
        let before = predecessors(self.procedure);
        loop {
            let statements = &self.procedure.block(at.block).statements;
            let first = if at.block == self.stop.0 { self.stop.1 } else { 0 };
            while at.stmt > first && self.evaluates(&statements[at.stmt - 1]) {
                at.stmt -= 1;
            }
            if at.stmt > 0 || at.block == self.stop.0 {
                return at;
            }
            match self.in_front(at.block, &before) {
                Some(block) => at = At { block, stmt: self.procedure.block(block).statements.len() },
                None => return at,
            }
        }
    }

    /// Whether an iteration does nothing in front of `at` but to evaluate what may leave the loop: of a loop with this
    /// body, whose head is where the search stops.
    pub fn only_leaves(&self, at: At, body: &[bool]) -> bool {
        let head = self.stop.0;
        let mut todo = vec![head];
        let mut seen = BTreeSet::from([head]);
        while let Some(id) = todo.pop() {
            let block = self.procedure.block(id);
            let end = if id == at.block { at.stmt } else { block.statements.len() };
            let inner = id != head && block.loop_head.is_some();
            if inner || !block.statements[..end].iter().all(|stmt| self.evaluates(stmt)) {
                return false;
            }
            if id != at.block {
                let inside = |next: &BlockId| body.get(next.index()).copied().unwrap_or(false);
                for next in block.terminator.successors().filter(inside) {
                    if next == head {
                        return false;
                    }
                    if seen.insert(next) {
                        todo.push(next);
                    }
                }
            }
        }
        true
    }

    /// The block that every run passes last before this one but for blocks that only evaluate, and from which every run
    /// comes here.
    fn in_front(&self, to: BlockId, before: &[Vec<BlockId>]) -> Option<BlockId> {
        let rank = |block: &BlockId| self.order.iter().position(|id| id == block);
        let mut between = BTreeSet::from([to]);
        let mut from: BTreeSet<(usize, BlockId)> = BTreeSet::new();
        let add = |from: &mut BTreeSet<(usize, BlockId)>, block: BlockId| {
            for id in &before[block.index()] {
                // What is not in the order is outside, or behind.
                let rank = rank(id)?;
                if Some(rank) >= self.order.iter().position(|other| *other == to) {
                    return None;
                }
                from.insert((rank, *id));
            }
            Some(())
        };
        add(&mut from, to)?;
        loop {
            let (_, last) = from.pop_last()?;
            let block = self.procedure.block(last);
            if from.is_empty() {
                let all = between.iter().filter(|id| **id != to).chain([&last]);
                let mut next = all.flat_map(|id| self.procedure.block(*id).terminator.successors());
                return next.all(|id| between.contains(&id)).then_some(last);
            }
            let only = block.loop_head.is_none() && last != self.stop.0;
            if !only || !block.statements.iter().all(|stmt| self.evaluates(stmt)) {
                return None;
            }
            between.insert(last);
            add(&mut from, last)?;
        }
    }

    fn evaluates(&self, stmt: &Stmt) -> bool {
        let made_up = |var: &VarId| {
            let var = self.procedure.var(*var);
            var.kind == VarKind::Local && var.synthetic
        };
        match &stmt.kind {
            StmtKind::Check(..) | StmtKind::Assume(_) => true,
            StmtKind::Assign(var, _) => made_up(var),
            StmtKind::Havoc(_) => false,
            StmtKind::Call(Call { callee, args, result, exception }) => {
                let read = args.iter().all(|arg| matches!(arg, Arg::In(_)));
                let changes = self.effects[callee.index()].values().any(|changed| *changed);
                read && !changes && exception.is_none() && result.as_ref().is_some_and(made_up)
            }
        }
    }
}
