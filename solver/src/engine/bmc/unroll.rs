//! [`Unrolling`]: the derivations of a system written out backwards from its queries, as formulas.
//!
//! A *node* stands for "this atom has a derivation", the root for "false has a derivation"; an expanded node offers one
//! *choice* per clause that could derive it, and each choice has a child node per body atom. Truth values in the
//! formulas say which nodes are needed and which choices are taken. In a linear system a derivation meets at most one
//! node per depth, so nodes of one predicate and depth are shared and the unrolling grows linearly; else it is a tree
//! that grows only where it is asked to.

use crate::system::{ClauseId, PredGraph, PredId, System};
use crate::term::{SortId, Store, Substitution, TermId};
use hashbrown::HashMap;
use smallvec::SmallVec;

/// A clause instance that may derive a node.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The clause.
    pub clause: ClauseId,
    /// True in a model if the instance is used.
    pub literal: TermId,
    /// The terms that the clause's variables stand for.
    pub images: Vec<TermId>,
    /// The nodes of the body atoms, in order.
    pub children: Vec<usize>,
}

/// An atom to be derived, or the root.
#[derive(Clone, Debug)]
pub struct Node {
    /// The predicate, `None` for the root.
    pub pred: Option<PredId>,
    /// The arguments.
    pub args: Vec<TermId>,
    /// True in a model if the node is derived.
    pub literal: TermId,
    /// Steps from the root.
    pub depth: u32,
    /// `None` while the node is not expanded.
    pub choices: Option<Vec<Choice>>,
    /// The clauses that got no choice because they cannot derive the atom with these arguments.
    pub excluded: Vec<ClauseId>,
}

/// A partial unrolling of a system. Node 0 is the root.
#[derive(Debug)]
pub struct Unrolling {
    /// The nodes; children come after their parents.
    pub nodes: Vec<Node>,
    next_var: u32,
    linear: bool,
    shared: HashMap<(PredId, u32), usize>,
    /// Per predicate, in how many places of non-query and of query clauses it occurs in the body.
    uses: Vec<(u32, u32)>,
}

impl Unrolling {
    /// The unrolling with the root alone, not expanded.
    pub fn new(store: &mut Store, system: &System) -> Unrolling {
        let mut uses = vec![(0, 0); system.preds.len()];
        for (_, clause) in system.clauses() {
            for atom in &clause.body {
                let (inner, query) = &mut uses[atom.pred.index()];
                *if clause.is_query() { query } else { inner } += 1;
            }
        }
        let mut unrolling =
            Unrolling { nodes: Vec::new(), next_var: 0, linear: system.is_linear(), shared: HashMap::new(), uses };
        unrolling.add_node(store, None, Vec::new(), 0);
        unrolling
    }

    fn fresh(&mut self, store: &mut Store, sort: SortId) -> TermId {
        self.next_var += 1;
        store.var(self.next_var - 1, sort)
    }

    fn add_node(&mut self, store: &mut Store, pred: Option<PredId>, args: Vec<TermId>, depth: u32) -> usize {
        let literal = self.fresh(store, SortId::BOOL);
        self.nodes.push(Node { pred, args, literal, depth, choices: None, excluded: Vec::new() });
        self.nodes.len() - 1
    }

    /// Expands a node by all clauses that can derive it. Returns the formulas to assert; the indices of the new,
    /// unexpanded nodes are those from the old to the new number of nodes.
    pub fn expand(&mut self, store: &mut Store, system: &System, graph: &PredGraph, node: usize) -> Vec<TermId> {
        let clauses: Vec<ClauseId> = match self.nodes[node].pred {
            Some(pred) => graph.defining[pred.index()].clone(),
            None => system.clauses().filter(|(_, c)| c.is_query()).map(|(id, _)| id).collect(),
        };
        let mut formulas = Vec::new();
        let mut choices = Vec::new();
        let not_node = store.not(self.nodes[node].literal);
        let mut some_choice = vec![not_node];
        for clause in clauses {
            if let Some(choice) = self.choose(store, system, node, clause, &mut formulas) {
                some_choice.push(choice.literal);
                choices.push(choice);
            } else {
                self.nodes[node].excluded.push(clause);
            }
        }
        formulas.push(store.or(&some_choice));
        self.nodes[node].choices = Some(choices);
        formulas
    }

    /// One clause for one node; `None` if it plainly cannot apply.
    fn choose(
        &mut self,
        store: &mut Store,
        system: &System,
        node: usize,
        id: ClauseId,
        formulas: &mut Vec<TermId>,
    ) -> Option<Choice> {
        let clause = system.clause(id);
        let (head_args, goal, depth) = match &clause.head {
            Some(head) => (&head.args[..], self.nodes[node].args.clone(), self.nodes[node].depth),
            None => (&[][..], Vec::new(), 0),
        };
        // A head argument that is a variable, at its first occurrence, simply becomes the node's argument.
        let mut images: Vec<Option<TermId>> = vec![None; clause.vars.len()];
        let mut equations: SmallVec<[(TermId, TermId); 8]> = SmallVec::new();
        for (&arg, &wanted) in head_args.iter().zip(&goal) {
            match store.as_var(arg) {
                Some(v) if images[v as usize].is_none() => images[v as usize] = Some(wanted),
                _ => equations.push((arg, wanted)),
            }
        }
        let images: Vec<TermId> = images
            .into_iter()
            .zip(&clause.vars)
            .map(|(image, &sort)| image.unwrap_or_else(|| self.fresh(store, sort)))
            .collect();
        let mut instance = Substitution::by_index(&images);
        let mut parts = vec![instance.apply(store, clause.constraint)];
        for (arg, wanted) in equations {
            let arg = instance.apply(store, arg);
            parts.push(store.eq(arg, wanted));
        }
        if store.and(&parts) == Store::FALSE {
            return None;
        }
        let mut children = Vec::with_capacity(clause.body.len());
        for atom in &clause.body {
            let args: Vec<TermId> = atom.args.iter().map(|&a| instance.apply(store, a)).collect();
            let (inner, query) = self.uses[atom.pred.index()];
            let lonely = if clause.is_query() { query == 1 } else { inner == 1 };
            let child = if self.linear && !lonely {
                let child = match self.shared.get(&(atom.pred, depth + 1)) {
                    Some(&child) => child,
                    None => {
                        let sorts = &system.pred(atom.pred).sorts;
                        let own = sorts.iter().map(|&s| self.fresh(store, s)).collect();
                        let child = self.add_node(store, Some(atom.pred), own, depth + 1);
                        self.shared.insert((atom.pred, depth + 1), child);
                        child
                    }
                };
                for (at, arg) in args.into_iter().enumerate() {
                    let own = self.nodes[child].args[at];
                    parts.push(store.eq(arg, own));
                }
                child
            } else {
                self.add_node(store, Some(atom.pred), args, depth + 1)
            };
            parts.push(self.nodes[child].literal);
            children.push(child);
        }
        let literal = self.fresh(store, SortId::BOOL);
        let not_literal = store.not(literal);
        for part in parts {
            formulas.push(store.or(&[not_literal, part]));
        }
        Some(Choice { clause: id, literal, images, children })
    }

    /// The unrolled system itself: a recursion-free system with one predicate per node, in which unexpanded nodes are
    /// taken to hold everywhere. For each clause of it the node and choice it comes from follow from their order; the
    /// clauses excluded at a node come last.
    pub fn to_system(&self, system: &System) -> System {
        let mut unrolled = System::new();
        for (i, node) in self.nodes.iter().enumerate() {
            let sorts = node.pred.map_or(Vec::new(), |p| system.pred(p).sorts.clone());
            unrolled.add_pred(format!("N{i}"), sorts);
        }
        for (i, node) in self.nodes.iter().enumerate() {
            for choice in node.choices.iter().flatten() {
                let mut clause = system.clause(choice.clause).clone();
                for (atom, &child) in clause.body.iter_mut().zip(&choice.children) {
                    atom.pred = PredId(child as u32);
                }
                let nodes = &self.nodes;
                clause.body.retain(|atom| nodes[atom.pred.index()].choices.is_some());
                if let Some(head) = &mut clause.head {
                    head.pred = PredId(i as u32);
                }
                unrolled.add_clause(clause);
            }
        }
        // A clause that cannot derive a node's atom still has to hold for the node's definition, which speaks about all
        // arguments. Without its body it is stronger, and no derivation of the node's atom comes of it all the same.
        for (i, node) in self.nodes.iter().enumerate() {
            for &id in &node.excluded {
                let mut clause = system.clause(id).clone();
                clause.body.clear();
                if let Some(head) = &mut clause.head {
                    head.pred = PredId(i as u32);
                    unrolled.add_clause(clause);
                }
            }
        }
        unrolled
    }

    /// The model of the original system that a model of [`Unrolling::to_system`] gives: each predicate is the
    /// conjunction over its expanded nodes. A clause with head P holds at every node of P, since its children at that
    /// node are among the conjuncts of its body's definitions.
    pub fn fold_model(&self, store: &mut Store, system: &System, definitions: &[TermId]) -> Vec<TermId> {
        let mut conjuncts: Vec<Vec<TermId>> = vec![Vec::new(); system.preds.len()];
        for (node, &definition) in self.nodes.iter().zip(definitions) {
            if let (Some(pred), Some(_)) = (node.pred, &node.choices) {
                conjuncts[pred.index()].push(definition);
            }
        }
        conjuncts.iter().map(|c| store.and(c)).collect()
    }
}
