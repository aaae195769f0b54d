//! In which order blocks are run through, and which belong to which loop.

use super::{BlockId, Procedure};
use std::collections::BTreeMap;

/// The natural loops of a procedure: for each head that some edge leads back to, a flag for every block that is part of
/// the loop: those from which such an edge can be reached without passing the head.
pub fn loops(procedure: &Procedure) -> BTreeMap<BlockId, Vec<bool>> {
    let count = procedure.blocks.len();
    let mut position = vec![None; count];
    reverse_postorder(procedure).iter().enumerate().for_each(|(at, block)| position[block.index()] = Some(at));
    let before = predecessors(procedure);
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

/// The blocks that lead to each block.
pub fn predecessors(procedure: &Procedure) -> Vec<Vec<BlockId>> {
    let mut before = vec![Vec::new(); procedure.blocks.len()];
    for (id, block) in procedure.blocks() {
        block.terminator.successors().for_each(|next| before[next.index()].push(id));
    }
    before
}

/// A block of a loop, other than its head, that is reached from outside of the loop: only jumps make such.
pub fn side_entry(procedure: &Procedure) -> Option<BlockId> {
    let all = loops(procedure);
    let reached = reverse_postorder(procedure);
    all.iter().find_map(|(head, body)| {
        let enters = |from: &BlockId| {
            let into = procedure.block(*from).terminator.successors();
            into.filter(|next| next != head && body[next.index()]).last().filter(|_| !body[from.index()])
        };
        reached.iter().find_map(enters)
    })
}

/// The blocks that the entry reaches, in reverse postorder.
pub fn reverse_postorder(procedure: &Procedure) -> Vec<BlockId> {
    let mut order = Vec::new();
    if procedure.blocks.is_empty() {
        return order;
    }
    let mut seen = vec![false; procedure.blocks.len()];
    let mut stack: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
    let open = |block: BlockId| (block, procedure.block(block).terminator.successors().collect::<Vec<_>>());
    seen[BlockId::ENTRY.index()] = true;
    stack.push(open(BlockId::ENTRY));
    while let Some((block, left)) = stack.last_mut() {
        match left.pop() {
            Some(next) if !seen[next.index()] => {
                seen[next.index()] = true;
                stack.push(open(next));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
