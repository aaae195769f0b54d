//! `bmc`: bounded unrolling with an increasing bound, the first to find shallow refutations.
//!
//! The derivations of false are unrolled backwards from the queries (`unroll`). Nodes that are not expanded yet are
//! assumed not to be derivable: if the formula is satisfiable then, its model is a refutation. If not, the
//! unsatisfiable core names the nodes whose expansion can matter, and only these are expanded (so the tree of a
//! nonlinear system grows where it must; after: Lal, Qadeer: Corral, "stratified inlining"). If the core names none,
//! the system is safe whatever lies beyond: the unrolled system, recursion-free, is then solved for a model.

#[cfg(test)]
mod tests;
mod unroll;

pub use unroll::{Choice, Node, Unrolling};

use super::{Context, Engine};
use crate::interpolate::{Solution, solve_recursion_free};
use crate::smt::{Lit, Purpose, SatResult, SmtSolver};
use crate::system::{Model, PredGraph, Reason, Refutation, Step, System, Verdict};
use crate::term::{Assignment, Evaluator, TermId, Value, free_vars};
use hashbrown::HashMap;

/// Beyond this many nodes the engine gives up rather than fill the memory.
const MAX_NODES: usize = 400_000;

/// The bounded model checker.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bmc {
    /// Deepest derivation looked at, in clause applications on a path; unlimited if `None`.
    pub max_depth: Option<u32>,
}

impl Engine for Bmc {
    fn name(&self) -> &'static str {
        "bmc"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        let graph = PredGraph::new(system);
        let mut search = Search {
            unrolling: Unrolling::new(&mut cx.store, system),
            blocks: Vec::new(),
            by_block: HashMap::new(),
            solver: cx.solver(),
        };
        let verdict = search.run(cx, system, &graph, self.max_depth);
        cx.statistics.add(&search.solver.take_statistics());
        verdict.unwrap_or_else(Verdict::Unknown)
    }
}

struct Search {
    unrolling: Unrolling,
    /// Per unexpanded node the literal that says it is not derived.
    blocks: Vec<Option<Lit>>,
    by_block: HashMap<Lit, usize>,
    solver: SmtSolver,
}

impl Search {
    fn run(
        &mut self,
        cx: &mut Context,
        system: &System,
        graph: &PredGraph,
        max_depth: Option<u32>,
    ) -> Result<Verdict, Reason> {
        self.blocks.push(None);
        let root = self.unrolling.nodes[0].literal;
        self.solver.assert(&cx.store, root)?;
        self.expand(cx, system, graph, 0)?;
        // In a linear system a whole stretch of levels is expanded at once once the unrolling is deep.
        let linear = system.is_linear();
        for round in 0u32.. {
            cx.check()?;
            let assumptions: Vec<Lit> = self.blocks.iter().filter_map(|&b| b).collect();
            match self.solver.check(Purpose::Reachability, &assumptions)? {
                SatResult::Sat => return self.refutation(cx, system).map(Verdict::Unsat),
                SatResult::Unknown(why) => return Err(Reason::Incomplete(why)),
                SatResult::Unsat => {}
            }
            let mut core: Vec<usize> =
                self.solver.unsat_core()?.iter().filter_map(|lit| self.by_block.get(lit).copied()).collect();
            if core.is_empty() {
                return self.model(cx, system);
            }
            core.sort_unstable();
            let shallowest = core.iter().map(|&n| self.unrolling.nodes[n].depth).min().unwrap_or(0);
            if max_depth.is_some_and(|limit| shallowest > limit) {
                return Err(Reason::Incomplete(format!("no refutation up to depth {shallowest}")));
            }
            cx.progress.set_bound(u64::from(shallowest));
            log::debug!("bmc: round {round}, {} nodes, depth {shallowest}", self.unrolling.nodes.len());
            // Shallow nodes first, so that no part of the tree is left behind for ever.
            let stretch = if linear { 1 + shallowest / 8 } else { 0 };
            let mut todo: Vec<usize> =
                core.into_iter().filter(|&n| self.unrolling.nodes[n].depth <= shallowest + 1).collect();
            for level in 0..=stretch {
                let before = self.unrolling.nodes.len();
                for node in todo {
                    self.expand(cx, system, graph, node)?;
                }
                todo = if level < stretch { (before..self.unrolling.nodes.len()).collect() } else { Vec::new() };
                cx.check()?;
            }
            if self.unrolling.nodes.len() > MAX_NODES {
                return Err(Reason::Incomplete(format!("unrolling grew beyond {MAX_NODES} nodes")));
            }
        }
        Err(Reason::Incomplete("too many rounds".to_string()))
    }

    fn expand(&mut self, cx: &mut Context, system: &System, graph: &PredGraph, node: usize) -> Result<(), Reason> {
        if let Some(block) = self.blocks[node].take() {
            self.by_block.remove(&block);
            self.solver.retire(block);
        }
        if self.unrolling.nodes[node].choices.is_some() {
            return Ok(());
        }
        for formula in self.unrolling.expand(&mut cx.store, system, graph, node) {
            self.solver.assert(&cx.store, formula)?;
        }
        for new in self.blocks.len()..self.unrolling.nodes.len() {
            let block = self.solver.new_literal();
            let not_derived = cx.store.not(self.unrolling.nodes[new].literal);
            self.solver.assert_implied(&cx.store, block, not_derived)?;
            self.by_block.insert(block, new);
            self.blocks.push(Some(block));
        }
        Ok(())
    }

    /// Reads the refutation off the solver's model: first which choices were taken, then the values of their variables.
    fn refutation(&mut self, cx: &mut Context, system: &System) -> Result<Refutation, Reason> {
        let nodes = &self.unrolling.nodes;
        let literals: Vec<TermId> = nodes.iter().flat_map(|n| n.choices.iter().flatten()).map(|c| c.literal).collect();
        let values = self.solver.model(&cx.store, &literals)?;
        let taken: HashMap<TermId, bool> =
            literals.iter().copied().zip(values.iter().map(|v| *v == Value::Bool(true))).collect();
        // Postorder over the nodes that the derivation uses.
        let mut order: Vec<(usize, &Choice)> = Vec::new();
        let mut step_of: HashMap<usize, usize> = HashMap::new();
        let mut stack = vec![(0, false)];
        while let Some((node, expanded)) = stack.pop() {
            if step_of.contains_key(&node) {
                continue;
            }
            let choice = nodes[node].choices.iter().flatten().find(|c| taken.get(&c.literal) == Some(&true));
            let Some(choice) = choice else {
                return Err(Reason::Smt("the model of an unrolling is not a derivation".to_string()));
            };
            if expanded {
                step_of.insert(node, order.len());
                order.push((node, choice));
            } else {
                stack.push((node, true));
                stack.extend(choice.children.iter().map(|&c| (c, false)));
            }
        }
        let images: Vec<TermId> = order.iter().flat_map(|(_, choice)| choice.images.iter().copied()).collect();
        let vars = free_vars(&cx.store, &images);
        let values = self.solver.model(&cx.store, &vars)?;
        let mut assignment = Assignment::default();
        for (&var, value) in vars.iter().zip(values) {
            if let Some(index) = cx.store.as_var(var) {
                assignment.set(index, value);
            }
        }
        let mut evaluator = Evaluator::new(&cx.store, &assignment);
        let mut steps = Vec::with_capacity(order.len());
        for (_, choice) in &order {
            let sorts = &system.clause(choice.clause).vars;
            let values: Option<Vec<Value>> = choice
                .images
                .iter()
                .zip(sorts)
                .map(|(&image, &sort)| evaluator.eval(image).or_else(|| Value::default_of(&cx.store, sort)))
                .collect();
            let Some(values) = values else {
                return Err(Reason::Smt("a value of the refutation is missing".to_string()));
            };
            let premises = choice.children.iter().map(|c| step_of[c]).collect();
            steps.push(Step { clause: choice.clause, values, premises });
        }
        Ok(Refutation { steps })
    }

    /// The unrolling is safe whatever the unexpanded nodes are: solves it for a model.
    fn model(&mut self, cx: &mut Context, system: &System) -> Result<Verdict, Reason> {
        log::debug!("bmc: nothing left to expand after {} nodes", self.unrolling.nodes.len());
        let unrolled = self.unrolling.to_system(system);
        match solve_recursion_free(cx, &unrolled)? {
            Solution::Model(model) => {
                let definitions = self.unrolling.fold_model(&mut cx.store, system, &model.definitions);
                Ok(Verdict::Sat(Model { definitions }))
            }
            Solution::Unsat => Err(Reason::Smt("interpolation contradicts the unrolling".to_string())),
            Solution::Unknown(why) => Err(Reason::Incomplete(format!("no model of the unrolling: {why}"))),
        }
    }
}
