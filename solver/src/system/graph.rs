//! The dependency graph of a system's predicates: who occurs in whose clauses, components, loop heads.

use super::{ClauseId, System};

/// Dependencies between predicates, built once for a system.
#[derive(Clone, Debug)]
pub struct PredGraph {
    /// For each predicate the clauses with it as head.
    pub defining: Vec<Vec<ClauseId>>,
    /// For each predicate the clauses with it in the body, each once.
    pub using: Vec<Vec<ClauseId>>,
    /// Number of each predicate's strongly connected component; components are numbered bottom-up: a predicate depends
    /// only on predicates of its own or smaller components.
    pub component: Vec<u32>,
    /// Whether a predicate depends on itself, directly or not.
    pub recursive: Vec<bool>,
}

impl PredGraph {
    /// The graph of a system.
    pub fn new(system: &System) -> PredGraph {
        let count = system.preds.len();
        let mut defining = vec![Vec::new(); count];
        let mut using: Vec<Vec<ClauseId>> = vec![Vec::new(); count];
        let mut successors: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut recursive = vec![false; count];
        for (id, clause) in system.clauses() {
            for atom in &clause.body {
                let users = &mut using[atom.pred.index()];
                if users.last() != Some(&id) {
                    users.push(id);
                }
            }
            if let Some(head) = &clause.head {
                defining[head.pred.index()].push(id);
                for atom in &clause.body {
                    successors[head.pred.index()].push(atom.pred.0);
                    recursive[head.pred.index()] |= atom.pred == head.pred;
                }
            }
        }
        let component = strongly_connected_components(&successors);
        let mut sizes = vec![0u32; count];
        for &c in &component {
            sizes[c as usize] += 1;
        }
        for (pred, &c) in component.iter().enumerate() {
            recursive[pred] |= sizes[c as usize] > 1;
        }
        PredGraph { defining, using, component, recursive }
    }

    /// The predicates that head at least one back edge of a depth-first search from the facts: cutting them
    /// breaks every cycle. These are the loop heads where invariants are needed.
    pub fn loop_heads(&self, system: &System) -> Vec<bool> {
        let mut heads = vec![false; system.preds.len()];
        // 0: unseen, 1: on the stack, 2: done
        let mut state = vec![0u8; system.preds.len()];
        for root in system.pred_ids() {
            let mut stack = vec![(root, 0usize)];
            if state[root.index()] != 0 {
                continue;
            }
            state[root.index()] = 1;
            while let Some((pred, next)) = stack.pop() {
                let Some(&user) = self.using[pred.index()].get(next) else {
                    state[pred.index()] = 2;
                    continue;
                };
                stack.push((pred, next + 1));
                let Some(target) = system.clause(user).head.as_ref().map(|head| head.pred) else { continue };
                match state[target.index()] {
                    0 => {
                        state[target.index()] = 1;
                        stack.push((target, 0));
                    }
                    1 => heads[target.index()] = true,
                    _ => {}
                }
            }
        }
        heads
    }
}

/// Tarjan's algorithm with an explicit stack: the component of each node of the graph given by successor lists.
/// Components are numbered so that successors never have a larger number.
pub fn strongly_connected_components(successors: &[Vec<u32>]) -> Vec<u32> {
    const UNSEEN: u32 = u32::MAX;
    let count = successors.len();
    let (mut index, mut low) = (vec![UNSEEN; count], vec![0u32; count]);
    let mut component = vec![UNSEEN; count];
    let (mut stack, mut next_index, mut next_component) = (Vec::new(), 0, 0);
    for root in 0..count {
        if index[root] != UNSEEN {
            continue;
        }
        let mut calls = vec![(root, 0usize)];
        while let Some((node, edge)) = calls.pop() {
            if edge == 0 {
                index[node] = next_index;
                low[node] = next_index;
                next_index += 1;
                stack.push(node);
            }
            if let Some(&target) = successors[node].get(edge) {
                let target = target as usize;
                calls.push((node, edge + 1));
                if index[target] == UNSEEN {
                    calls.push((target, 0));
                } else if component[target] == UNSEEN {
                    low[node] = low[node].min(index[target]);
                }
                continue;
            }
            if low[node] == index[node] {
                while let Some(member) = stack.pop() {
                    component[member] = next_component;
                    if member == node {
                        break;
                    }
                }
                next_component += 1;
            }
            if let Some(&(caller, _)) = calls.last() {
                low[caller] = low[caller].min(low[node]);
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_bottom_up() {
        // 0 -> 1 -> 2 -> 1, 3 alone, 0 -> 3
        let components = strongly_connected_components(&[vec![1, 3], vec![2], vec![1], vec![]]);
        assert_eq!(components[1], components[2]);
        assert!(components[0] > components[1] && components[0] > components[3]);
        assert_ne!(components[3], components[1]);
    }
}
