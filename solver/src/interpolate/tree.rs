//! [`TreeProblem`]: a tree interpolation problem, its interfaces, and its reading as a Horn system.

use crate::system::{Atom, Clause, Origin, PredId, System};
use crate::term::{SortId, Store, Substitution, TermId, free_vars};
use hashbrown::HashMap;

/// A node of a tree interpolation problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The formula at the node. Variables of one number and sort are the same variable at all nodes.
    pub formula: TermId,
    /// The children, smaller indices.
    pub children: Vec<usize>,
}

/// A tree of formulas. Children come before their parents; the last node is the root and every other
/// node is the child of exactly one node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeProblem {
    /// The nodes.
    pub nodes: Vec<TreeNode>,
}

impl TreeProblem {
    /// The problem of a sequence: each formula the only child of the next.
    pub fn sequence(formulas: &[TermId]) -> TreeProblem {
        let children = |i: usize| if i == 0 { Vec::new() } else { vec![i - 1] };
        TreeProblem {
            nodes: formulas
                .iter()
                .enumerate()
                .map(|(i, &formula)| TreeNode { formula, children: children(i) })
                .collect(),
        }
    }

    /// The parent of each node, `None` for the root; or `None` if this is no tree in the order required.
    pub fn parents(&self) -> Option<Vec<Option<usize>>> {
        let mut parents = vec![None; self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate() {
            for &child in &node.children {
                if child >= i || parents[child].replace(i).is_some() {
                    return None;
                }
            }
        }
        let orphans = parents.iter().filter(|p| p.is_none()).count();
        (orphans == 1).then_some(parents)
    }

    /// For each node the variables that occur both in its subtree and outside, sorted; these an interpolant may use.
    pub fn interfaces(&self, store: &Store) -> Vec<Vec<TermId>> {
        let mut total: HashMap<TermId, u32> = HashMap::new();
        let vars: Vec<Vec<TermId>> = self.nodes.iter().map(|n| free_vars(store, &[n.formula])).collect();
        for &var in vars.iter().flatten() {
            *total.entry(var).or_insert(0) += 1;
        }
        // Occurrences below a node of the variables that are not all below it: a list sorted like `free_vars`.
        let mut open: Vec<Vec<(TermId, u32)>> = Vec::with_capacity(self.nodes.len());
        let mut interfaces = Vec::with_capacity(self.nodes.len());
        for (node, own) in self.nodes.iter().zip(&vars) {
            let mut counts: HashMap<TermId, u32> = own.iter().map(|&v| (v, 1)).collect();
            let mut order = own.clone();
            for &child in &node.children {
                for (var, count) in std::mem::take(&mut open[child]) {
                    let sum = counts.entry(var).or_insert(0);
                    if *sum == 0 {
                        order.push(var);
                    }
                    *sum += count;
                }
            }
            order.retain(|v| counts[v] < total[v]);
            order.sort_by_key(|&v| (store.as_var(v), v));
            open.push(order.iter().map(|&v| (v, counts[&v])).collect());
            interfaces.push(order);
        }
        interfaces
    }

    /// The Horn system whose models are the interpolants: predicate i belongs to node i, its arguments are the node's
    /// interface (returned too); the root's clause is the query. The predicate of the root has no clause.
    pub fn to_system(&self, store: &mut Store) -> (System, Vec<Vec<TermId>>) {
        let interfaces = self.interfaces(store);
        let mut system = System::new();
        for (i, interface) in interfaces.iter().enumerate() {
            system.add_pred(format!("I{i}"), interface.iter().map(|&v| store.sort_of(v)).collect());
        }
        let root = self.nodes.len() - 1;
        for (i, node) in self.nodes.iter().enumerate() {
            let mut terms = vec![node.formula];
            terms.extend(&interfaces[i]);
            terms.extend(node.children.iter().flat_map(|&c| interfaces[c].iter()));
            let vars = free_vars(store, &terms);
            let sorts: Vec<SortId> = vars.iter().map(|&v| store.sort_of(v)).collect();
            let fresh = store.vars(0, &sorts);
            let mut renumber = Substitution::new(vars.iter().copied().zip(fresh));
            let mut atom = |store: &mut Store, node: usize| Atom {
                pred: PredId(node as u32),
                args: interfaces[node].iter().map(|&v| renumber.apply(store, v)).collect(),
            };
            let body = node.children.iter().map(|&c| atom(store, c)).collect();
            let head = (i != root).then(|| atom(store, i));
            let constraint = renumber.apply(store, node.formula);
            system.add_clause(Clause { vars: sorts, body, constraint, head, origin: Origin::default() });
        }
        (system, interfaces)
    }

    /// For each node the formula that is unsatisfiable exactly if the interpolants are right at this node:
    /// the node's formula and its children's interpolants with the negation of its own.
    pub fn proof_obligations(&self, store: &mut Store, interpolants: &[TermId]) -> Vec<TermId> {
        self.nodes
            .iter()
            .zip(interpolants)
            .map(|(node, &own)| {
                let mut parts: Vec<TermId> = node.children.iter().map(|&c| interpolants[c]).collect();
                parts.push(node.formula);
                parts.push(store.not(own));
                store.and(&parts)
            })
            .collect()
    }

    /// Whether every interpolant uses variables of its node's interface only and the root's is `false`.
    pub fn vocabulary_respected(&self, store: &Store, interpolants: &[TermId]) -> bool {
        interpolants.len() == self.nodes.len()
            && interpolants.last() == Some(&Store::FALSE)
            && self
                .interfaces(store)
                .iter()
                .zip(interpolants)
                .all(|(interface, &i)| free_vars(store, &[i]).iter().all(|v| interface.contains(v)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interfaces_are_what_both_sides_use() {
        let mut store = Store::new();
        let v = store.vars(0, &[SortId::INT; 4]);
        let eqs = [store.eq(v[0], v[1]), store.eq(v[1], v[2]), store.eq(v[2], v[3])];
        let x_big = store.ge(v[3], v[0]);
        // ((0) (1) 2) 3: two leaves below one node below the root.
        let node = |formula, children: &[usize]| TreeNode { formula, children: children.to_vec() };
        let problem =
            TreeProblem { nodes: vec![node(eqs[0], &[]), node(eqs[2], &[]), node(eqs[1], &[0, 1]), node(x_big, &[2])] };
        assert_eq!(problem.parents(), Some(vec![Some(2), Some(2), Some(3), None]));
        let interfaces = problem.interfaces(&store);
        assert_eq!(interfaces, vec![vec![v[0], v[1]], vec![v[2], v[3]], vec![v[0], v[3]], vec![]]);
        let (system, _) = problem.to_system(&mut store);
        assert_eq!(system.clauses.len(), 4);
        assert!(system.clauses[3].is_query());
        assert_eq!(system.clauses[2].body.len(), 2);
        assert_eq!(system.clauses[2].vars.len(), 4);
    }

    #[test]
    fn what_is_no_tree_is_told() {
        let node = |children: &[usize]| TreeNode { formula: Store::TRUE, children: children.to_vec() };
        assert_eq!(TreeProblem { nodes: vec![node(&[]), node(&[])] }.parents(), None);
        assert_eq!(TreeProblem { nodes: vec![node(&[]), node(&[0]), node(&[0, 1])] }.parents(), None);
        assert!(TreeProblem::sequence(&[Store::TRUE, Store::FALSE]).parents().is_some());
    }
}
