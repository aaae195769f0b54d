//! Refinement: is an abstract counterexample real, and if not, which abstraction predicates rule it out?
//!
//! The counterexample, a DAG of clause applications, is written out as a tree of clause instances. What a node derives and what its
//! parent uses are linked by one equation per template of the predicate, each group of equations behind an activation
//! literal. All links together say that the derivation is real; a subset that is unsatisfiable already is an
//! interpolation abstraction whose interpolants speak about these templates only. Cheap templates are tried
//! first, and superfluous ones dropped, most expensive first. The interpolants then come from a recursion-free
//! Horn system with one predicate per DAG node over the values of the templates that were kept.

use super::reach::CexNode;
use super::seeds::halves;
use super::state::Predicates;
use super::templates::{Template, templates};
use crate::engine::Context;
use crate::interpolate::{Solution, solve_recursion_free};
use crate::smt::{Lit, Purpose, SatResult, SmtSolver};
use crate::system::{Atom, Clause, Origin, PredGraph, PredId, Reason, Refutation, Step, System};
use crate::term::{Op, SortId, Store, Substitution, TermId, conjuncts, tree_size};
use std::time::{Duration, Instant};

/// A counterexample whose tree has more nodes than this is checked as a DAG, see [`Refiner::instances`].
const MAX_TREE: usize = 3000;
/// The search for few and cheap templates ends after this time.
const TEMPLATE_TIME: Duration = Duration::from_millis(800);
/// Interpolants larger than this are not split further or taken apart.
const MAX_INTERPOLANT: usize = 2000;

/// The outcome of a refinement.
#[derive(Debug)]
pub enum Refinement {
    /// The counterexample is real.
    Real(Refutation),
    /// It is spurious; this many abstraction predicates were added.
    Refined(usize),
}

/// A clause instance in the tree.
#[derive(Debug)]
struct Instance {
    /// The node of the DAG.
    node: usize,
    images: Vec<TermId>,
    children: Vec<usize>,
}

/// Finds abstraction predicates.
#[derive(Debug)]
pub struct Refiner {
    solver: SmtSolver,
    templates: Vec<Option<Vec<Template>>>,
    /// How often each template was used, per predicate; each use makes it dearer, so that no template is used for ever.
    uses: Vec<Vec<u32>>,
    loop_heads: Vec<bool>,
    abstract_interpolation: bool,
}

impl Refiner {
    /// A refiner for a system.
    pub fn new(system: &System, graph: &PredGraph, solver: SmtSolver, abstract_interpolation: bool) -> Refiner {
        Refiner {
            solver,
            templates: vec![None; system.preds.len()],
            uses: vec![Vec::new(); system.preds.len()],
            loop_heads: graph.loop_heads(system),
            abstract_interpolation,
        }
    }

    /// Moves the query counts into the context.
    pub fn finish(&mut self, cx: &mut Context) {
        cx.statistics.add(&self.solver.take_statistics());
    }

    /// Decides a counterexample and adds abstraction predicates if it is spurious.
    pub fn refine(
        &mut self,
        cx: &mut Context,
        system: &System,
        graph: &PredGraph,
        predicates: &mut Predicates,
        cex: &[CexNode],
    ) -> Result<Refinement, Reason> {
        let (instances, exact) = self.instances(&mut cx.store, system, cex);
        self.solver.push();
        let result = self.links(cx, system, graph, cex, &instances);
        self.solver.pop(1);
        let links = match result? {
            Links::Sat(refutation) => return Ok(Refinement::Real(refutation)),
            Links::Unsat(links) => links,
        };
        if let Some(links) = &links {
            match self.interpolate(cx, system, predicates, cex, Some(links))? {
                Some(added) if added > 0 => return Ok(Refinement::Refined(added)),
                _ => log::debug!("pa: interpolation over templates failed, falling back to all arguments"),
            }
        }
        match self.interpolate(cx, system, predicates, cex, None)? {
            Some(added) if added > 0 => Ok(Refinement::Refined(added)),
            Some(_) => Err(Reason::Incomplete("interpolation gave no new predicate".to_string())),
            None if exact => Err(Reason::Incomplete("no interpolants for a spurious counterexample".to_string())),
            None => Err(Reason::Incomplete("counterexample too large".to_string())),
        }
    }

    /// The tree of clause instances of a counterexample, children first, over fresh variables; or, if the tree is too large,
    /// one instance per DAG node (then satisfiable means real, unsatisfiable means nothing, told by `false`).
    fn instances(&self, store: &mut Store, system: &System, cex: &[CexNode]) -> (Vec<Instance>, bool) {
        let mut sizes: Vec<usize> = Vec::with_capacity(cex.len());
        for node in cex {
            sizes.push(node.children.iter().fold(1usize, |sum, &c| sum.saturating_add(sizes[c])));
        }
        let exact = sizes.last().is_some_and(|&s| s <= MAX_TREE);
        let mut next_var = 0;
        let mut fresh = |store: &mut Store, node: usize, children: Vec<usize>| {
            let sorts = &system.clause(cex[node].clause).vars;
            let images = store.vars(next_var, sorts);
            next_var += sorts.len() as u32;
            Instance { node, images, children }
        };
        let mut instances = Vec::new();
        if !exact {
            for (i, node) in cex.iter().enumerate() {
                instances.push(fresh(store, i, node.children.clone()));
            }
            return (instances, false);
        }
        // Postorder over the tree: (node, children still to be visited, instances of visited children).
        let mut stack: Vec<(usize, Vec<usize>)> = vec![(cex.len() - 1, Vec::new())];
        while let Some((node, done)) = stack.pop() {
            if let Some(&child) = cex[node].children.get(done.len()) {
                stack.push((node, done));
                stack.push((child, Vec::new()));
                continue;
            }
            instances.push(fresh(store, node, done));
            if let Some((_, siblings)) = stack.last_mut() {
                siblings.push(instances.len() - 1);
            }
        }
        (instances, true)
    }

    fn prepare_templates(&mut self, store: &mut Store, system: &System, graph: &PredGraph, pred: PredId) {
        if self.templates[pred.index()].is_none() {
            let found = if self.loop_heads[pred.index()] && self.abstract_interpolation {
                templates(store, system, graph, pred)
            } else {
                Vec::new()
            };
            self.uses[pred.index()] = vec![0; found.len()];
            self.templates[pred.index()] = Some(found);
        }
    }

    /// Checks the counterexample and, if it is spurious, chooses templates: per predicate the positions of those kept, or `None`
    /// where all arguments are. The outer `None`: no template interpolation is possible or worth while.
    fn links(
        &mut self,
        cx: &mut Context,
        system: &System,
        graph: &PredGraph,
        cex: &[CexNode],
        instances: &[Instance],
    ) -> Result<Links, Reason> {
        // The literal of each template group, by predicate and template.
        let mut groups: Vec<Vec<Option<Lit>>> = vec![Vec::new(); system.preds.len()];
        for instance in instances {
            let clause = system.clause(cex[instance.node].clause);
            let mut images = Substitution::by_index(&instance.images);
            let constraint = images.apply(&mut cx.store, clause.constraint);
            self.solver.assert(&cx.store, constraint)?;
            for (atom, &child) in clause.body.iter().zip(&instance.children) {
                let used: Vec<TermId> = atom.args.iter().map(|&a| images.apply(&mut cx.store, a)).collect();
                let child = &instances[child];
                let Some(head) = &system.clause(cex[child.node].clause).head else { continue };
                let derived: Vec<TermId> = head.args.iter().map(|&a| cx.store.instantiate(a, &child.images)).collect();
                self.prepare_templates(&mut cx.store, system, graph, atom.pred);
                let templates = self.templates[atom.pred.index()].as_deref().unwrap_or(&[]);
                if templates.is_empty() {
                    let equations: Vec<TermId> = used.iter().zip(&derived).map(|(&u, &d)| cx.store.eq(u, d)).collect();
                    let equations = cx.store.and(&equations);
                    self.solver.assert(&cx.store, equations)?;
                    continue;
                }
                groups[atom.pred.index()].resize(templates.len(), None);
                for (at, template) in templates.iter().enumerate() {
                    let left = cx.store.instantiate(template.term, &used);
                    let right = cx.store.instantiate(template.term, &derived);
                    let equation = cx.store.eq(left, right);
                    let lit = match groups[atom.pred.index()][at] {
                        Some(lit) => lit,
                        None => *groups[atom.pred.index()][at].insert(self.solver.new_literal()),
                    };
                    self.solver.assert_implied(&cx.store, lit, equation)?;
                }
            }
        }
        let mut all: Vec<Group> = Vec::new();
        for (pred, lits) in groups.iter().enumerate() {
            for (at, lit) in lits.iter().enumerate() {
                let Some(lit) = *lit else { continue };
                let template = &self.templates[pred].as_deref().unwrap_or(&[])[at];
                all.push(Group { pred, at, lit, cost: template.cost + self.uses[pred][at] / 2 });
            }
        }
        all.sort_by_key(|g| (g.cost, g.pred, g.at));
        let lits: Vec<Lit> = all.iter().map(|g| g.lit).collect();
        match self.solver.check(Purpose::Reachability, &lits)? {
            SatResult::Sat => return self.refutation(cx, cex, instances).map(Links::Sat),
            SatResult::Unknown(why) => return Err(Reason::Incomplete(format!("undecided counterexample: {why}"))),
            SatResult::Unsat => {}
        }
        if all.is_empty() {
            return Ok(Links::Unsat(None));
        }
        let chosen = self.choose(all)?;
        let mut kept: Vec<Option<Vec<usize>>> = groups.iter().map(|g| (!g.is_empty()).then(Vec::new)).collect();
        for group in &chosen {
            self.uses[group.pred][group.at] += 1;
            if let Some(list) = &mut kept[group.pred] {
                list.push(group.at);
            }
        }
        Ok(Links::Unsat(Some(kept)))
    }

    /// A small unsatisfiable subset of the groups (which together are unsatisfiable, and whose core is known to the solver).
    fn choose(&mut self, all: Vec<Group>) -> Result<Vec<Group>, Reason> {
        let begun = Instant::now();
        let mut core = self.solver.unsat_core()?;
        // Cheap ones alone, cost class by cost class.
        let mut costs: Vec<u32> = all.iter().map(|g| g.cost).collect();
        costs.dedup();
        for &cost in &costs[..costs.len() - 1] {
            if begun.elapsed() > TEMPLATE_TIME {
                break;
            }
            let lits: Vec<Lit> = all.iter().filter(|g| g.cost <= cost).map(|g| g.lit).collect();
            if self.solver.check(Purpose::Interpolation, &lits)? == SatResult::Unsat {
                core = self.solver.unsat_core()?;
                break;
            }
        }
        let mut kept: Vec<Group> = all.into_iter().filter(|g| core.contains(&g.lit)).collect();
        let mut at = kept.len();
        while at > 0 && begun.elapsed() < TEMPLATE_TIME {
            at -= 1;
            let lits: Vec<Lit> = kept.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, g)| g.lit).collect();
            if self.solver.check(Purpose::Interpolation, &lits)? == SatResult::Unsat {
                let core = self.solver.unsat_core()?;
                kept.retain(|g| core.contains(&g.lit));
                at = at.min(kept.len());
            }
        }
        Ok(kept)
    }

    /// The refutation in the solver's model.
    fn refutation(&mut self, cx: &mut Context, cex: &[CexNode], instances: &[Instance]) -> Result<Refutation, Reason> {
        let mut steps = Vec::with_capacity(instances.len());
        let vars: Vec<TermId> = instances.iter().flat_map(|i| i.images.iter().copied()).collect();
        let mut values = self.solver.model(&cx.store, &vars)?.into_iter();
        for instance in instances {
            let clause = cex[instance.node].clause;
            let mut step = Vec::with_capacity(instance.images.len());
            step.extend(values.by_ref().take(instance.images.len()));
            steps.push(Step { clause, values: step, premises: instance.children.clone() });
        }
        Ok(Refutation { steps })
    }

    /// Interpolants of a counterexample as abstraction predicates: how many were new; `None` if there are no interpolants.
    /// `links` are the templates kept per predicate.
    fn interpolate(
        &mut self,
        cx: &mut Context,
        system: &System,
        predicates: &mut Predicates,
        cex: &[CexNode],
        links: Option<&Vec<Option<Vec<usize>>>>,
    ) -> Result<Option<usize>, Reason> {
        // Per predicate the terms its interpolants speak about.
        let terms: Vec<Vec<TermId>> = system
            .pred_ids()
            .map(|pred| match links.and_then(|l| l[pred.index()].as_ref()) {
                Some(kept) => {
                    let all = self.templates[pred.index()].as_deref().unwrap_or(&[]);
                    kept.iter().map(|&at| all[at].term).collect()
                }
                None => cx.store.vars(0, &system.pred(pred).sorts),
            })
            .collect();
        let mut unrolled = System::new();
        let mut owner: Vec<Option<PredId>> = Vec::with_capacity(cex.len());
        for (i, node) in cex.iter().enumerate() {
            let pred = system.clause(node.clause).head.as_ref().map(|h| h.pred);
            let sorts: Vec<SortId> =
                pred.map_or(Vec::new(), |p| terms[p.index()].iter().map(|&t| cx.store.sort_of(t)).collect());
            unrolled.add_pred(format!("C{i}"), sorts);
            owner.push(pred);
        }
        for (i, node) in cex.iter().enumerate() {
            let clause = system.clause(node.clause);
            let atom = |store: &mut Store, of: &Atom, node: usize| Atom {
                pred: PredId(node as u32),
                args: terms[of.pred.index()].iter().map(|&t| store.instantiate(t, &of.args)).collect(),
            };
            let body = clause.body.iter().zip(&node.children).map(|(a, &c)| atom(&mut cx.store, a, c)).collect();
            let head = clause.head.as_ref().map(|h| atom(&mut cx.store, h, i));
            unrolled.add_clause(Clause {
                vars: clause.vars.clone(),
                body,
                constraint: clause.constraint,
                head,
                origin: Origin::default(),
            });
        }
        let model = match solve_recursion_free(cx, &unrolled)? {
            Solution::Model(model) => model,
            Solution::Unsat => return Ok(None),
            Solution::Unknown(why) => {
                log::debug!("pa: no interpolants: {why}");
                return Ok(None);
            }
        };
        let mut added = 0;
        for (pred, &definition) in owner.iter().zip(&model.definitions) {
            let Some(pred) = *pred else { continue };
            let formula = cx.store.instantiate(definition, &terms[pred.index()]);
            for conjunct in split(&mut cx.store, formula) {
                if predicates.add(pred, conjunct) {
                    log::trace!(
                        "pa: new predicate for {}: {}",
                        pred.0,
                        crate::smt::print::SmtTerm(&cx.store, conjunct).text()
                    );
                    added += 1;
                }
            }
        }
        Ok(Some(added))
    }
}

/// A group of links with its literal.
#[derive(Clone, Copy, Debug)]
struct Group {
    pred: usize,
    at: usize,
    lit: Lit,
    cost: u32,
}

/// What the links of a counterexample say.
enum Links {
    Sat(Refutation),
    Unsat(Option<Vec<Option<Vec<usize>>>>),
}

/// The conjuncts of an interpolant; two opposite inequalities are joined to an equation, which comes first.
fn split(store: &mut Store, formula: TermId) -> Vec<TermId> {
    if tree_size(store, formula, MAX_INTERPOLANT) >= MAX_INTERPOLANT {
        return vec![formula];
    }
    let parts = conjuncts(store, formula);
    let mut found: Vec<TermId> = Vec::new();
    for (i, &a) in parts.iter().enumerate() {
        for &b in &parts[i + 1..] {
            if let (Op::Le, Op::Le) = (store.op(a), store.op(b))
                && let ([la, ra], [lb, rb]) = (store.args(a), store.args(b))
            {
                let (la, ra, lb, rb) = (*la, *ra, *lb, *rb);
                let (minus_l, minus_r) = (store.neg(lb), store.neg(rb));
                if la == minus_l && ra == minus_r {
                    found.push(store.eq(la, ra));
                }
            }
        }
    }
    for part in parts {
        found.extend(halves(store, part));
    }
    found
}
