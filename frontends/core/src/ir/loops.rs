//! Which blocks belong to which loop.

use super::{BlockId, Procedure};
use std::collections::BTreeMap;

/// The natural loops of a procedure: for each head that some edge leads back to, a flag for every block that is part of the
/// loop: those from which such an edge can be reached without passing the head.
pub fn loops(procedure: &Procedure) -> BTreeMap<BlockId, Vec<bool>> {
    let count = procedure.blocks.len();
    let position = order(procedure);
    let mut before: Vec<Vec<BlockId>> = vec![Vec::new(); count];
    for (id, block) in procedure.blocks() {
        block.terminator.successors().for_each(|next| before[next.index()].push(id));
    }
    let mut all = BTreeMap::new();
    for (head, _) in procedure.blocks().filter(|(_, block)| block.loop_head.is_some()) {
        let mut body = vec![false; count];
        body[head.index()] = true;
        let reached = |from: &&BlockId| position[from.index()].is_some_and(|at| Some(at) >= position[head.index()]);
        let mut todo: Vec<BlockId> = before[head.index()].iter().filter(reached).copied().collect();
        if todo.is_empty() {
            continue;
        }
        while let Some(block) = todo.pop() {
            if !std::mem::replace(&mut body[block.index()], true) {
                todo.extend(&before[block.index()]);
            }
        }
        all.insert(head, body);
    }
    all
}

/// The places of the reachable blocks in reverse postorder.
fn order(procedure: &Procedure) -> Vec<Option<usize>> {
    let mut state = vec![0u8; procedure.blocks.len()];
    let mut postorder = Vec::new();
    let mut stack = vec![BlockId::ENTRY];
    while let Some(&block) = stack.last() {
        if procedure.blocks.is_empty() || state[block.index()] == 2 {
            stack.pop();
            continue;
        }
        if state[block.index()] == 1 {
            state[block.index()] = 2;
            postorder.push(block);
            stack.pop();
            continue;
        }
        state[block.index()] = 1;
        let next = procedure.block(block).terminator.successors();
        stack.extend(next.filter(|next| state[next.index()] == 0));
    }
    let mut position = vec![None; procedure.blocks.len()];
    for (at, block) in postorder.iter().rev().enumerate() {
        position[block.index()] = Some(at);
    }
    position
}
