//! Refinement: is an abstract counterexample real, and if not, which abstraction predicates rule it out?
//!
//! The counterexample, a DAG of clause applications, is written out as a tree of clause instances. What a node derives
//! and what its parent uses are linked by one equation per template of the predicate, see [`super::templates`];
//! templates that the contradiction does not need are dropped, the most expensive first. The interpolants come from a
//! recursion-free Horn system with one predicate per DAG node over the values of the templates that were kept.
//!
//! A counterexample may have several ways to derive a state ([`super::reach`]): then it stands for all derivations that
//! can be put together from them. It is real if one of them is; else the interpolants of a state, a model of the system
//! with a clause for every way, rule out all of them at once. These are *disjunctive interpolants* (Rümmer, Hojjat,
//! Kuncak: Disjunctive Interpolants for Horn-Clause Verification, CAV 2013).
//!
//! Interpolants of the whole derivation, from the facts to the query, generalise best. Where they take too long,
//! refinement becomes *local*: each instance is strengthened by the abstract states of its body, which real derivations
//! satisfy anyway, so that a part of the tree is often contradictory by itself, and only that part, as small as it can
//! be made in short time, is interpolated. Local interpolants hold relative to the states that are there already; they
//! are quick, but say less about how things began.

use super::abstraction::Abstraction;
use super::choose::TemplateBook;
use super::limits::LIMITS;
use super::reach::{Place, tree_size as places_size};
use super::seeds::halves;
use super::{Hints, TemplateKind};
use crate::engine::Context;
use crate::interpolate::{Solution, solve_recursion_free_within};
use crate::smt::{Lit, Purpose, SatResult, SmtSolver, Steps};
use crate::system::{Atom, Clause, ClauseId, Origin, PredGraph, PredId, Reason, Refutation, Step, System};
use crate::term::{Op, SortId, Store, Substitution, TermId, conjuncts, tree_size};
use std::sync::Arc;

/// The outcome of a refinement.
#[derive(Debug)]
pub enum Refinement {
    /// The counterexample is real.
    Real(Refutation),
    /// It is spurious; this many abstraction predicates were added.
    Refined(usize),
}

/// A place of the counterexample in the tree, with a clause instance for each of its ways.
#[derive(Debug)]
struct Instance {
    /// The place in the DAG.
    place: usize,
    ways: Vec<InstanceWay>,
}

/// A clause instance.
#[derive(Debug)]
struct InstanceWay {
    images: Vec<TermId>,
    /// The instances of the body atoms.
    children: Vec<usize>,
}

impl Instance {
    fn children(&self) -> impl Iterator<Item = usize> + '_ {
        self.ways.iter().flat_map(|way| way.children.iter().copied())
    }
}

/// The part of a spurious counterexample to be interpolated.
#[derive(Debug)]
struct Conflict {
    /// Per place, way and child, whether the child belongs to the part.
    edges: Vec<Vec<Vec<bool>>>,
    /// Per predicate the terms that interpolants may speak about; `None` for all arguments.
    terms: Vec<Option<Vec<TermId>>>,
}

/// A counterexample that may be spurious.
#[derive(Clone, Copy)]
struct Candidate<'a> {
    system: &'a System,
    graph: &'a PredGraph,
    cex: &'a [Place],
    /// The formula of each place's abstract state.
    states: &'a [TermId],
    instances: &'a [Instance],
}

/// A counterexample as the solver has it.
struct Encoding {
    /// Whether instances have alternatives. Without them every instance is part of the derivation; with them, those
    /// that are chosen.
    disjunctive: bool,
    /// Per instance its literal.
    nodes: Vec<Lit>,
    /// Per instance a truth value that its literal implies, for what hangs on two literals at once; with alternatives,
    /// whether the instance is chosen.
    present: Vec<TermId>,
    /// The same per way.
    chosen: Vec<Vec<TermId>>,
    /// The literal of each template group, by predicate and template.
    groups: Vec<Vec<Option<Lit>>>,
    /// The next free variable.
    next_var: u32,
}

impl Encoding {
    /// Nothing of the counterexample yet.
    fn new(store: &Store, candidate: &Candidate<'_>) -> Encoding {
        let instances = candidate.instances;
        let images = instances.iter().flat_map(|i| &i.ways).flat_map(|way| &way.images);
        Encoding {
            disjunctive: instances.iter().any(|instance| instance.ways.len() > 1),
            nodes: Vec::with_capacity(instances.len()),
            present: Vec::with_capacity(instances.len()),
            chosen: Vec::with_capacity(instances.len()),
            groups: vec![Vec::new(); candidate.system.preds.len()],
            next_var: images.filter_map(|&v| store.as_var(v)).max().map_or(0, |v| v + 1),
        }
    }

    /// A fresh truth value.
    fn flag(&mut self, store: &mut Store) -> TermId {
        self.next_var += 1;
        store.var(self.next_var - 1, SortId::BOOL)
    }
}

/// A body atom and what an instance below it derives.
struct Tie<'a> {
    pred: PredId,
    /// The instance below.
    child: usize,
    used: &'a [TermId],
    derived: &'a [TermId],
    /// What the equations hang on, negated.
    absent: &'a [TermId],
}

/// Finds abstraction predicates.
#[derive(Debug)]
pub struct Refiner {
    solver: SmtSolver,
    book: TemplateBook,
    /// Interpolate small parts, see the module's documentation.
    local: bool,
}

impl Refiner {
    /// A refiner for a system.
    pub fn new(
        system: &System,
        graph: &PredGraph,
        solver: SmtSolver,
        templates: Option<TemplateKind>,
        hints: &Arc<Hints>,
    ) -> Refiner {
        Refiner { solver, book: TemplateBook::new(system, graph, templates, hints), local: false }
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
        abstraction: &mut Abstraction,
        cex: &[Place],
    ) -> Result<Refinement, Reason> {
        let begun = cx.cancel.used();
        if !self.local {
            match self.refine_once(cx, system, graph, abstraction, cex, LIMITS.refine_first) {
                Ok(result) => {
                    self.local = cx.cancel.used().saturating_sub(begun) > LIMITS.refine_patience;
                    return Ok(result);
                }
                Err(Reason::Incomplete(why)) => {
                    log::debug!("pa: {why}; refinement becomes local");
                    self.local = true;
                }
                Err(reason) => return Err(reason),
            }
        }
        self.refine_once(cx, system, graph, abstraction, cex, LIMITS.refine_limit)
    }

    fn refine_once(
        &mut self,
        cx: &mut Context,
        system: &System,
        graph: &PredGraph,
        abstraction: &mut Abstraction,
        cex: &[Place],
        limit: Steps,
    ) -> Result<Refinement, Reason> {
        // The formula of each place's abstract state, over the arguments of its predicate.
        let states: Vec<TermId> = cex
            .iter()
            .map(|place| match place.state {
                Some(id) if self.local => abstraction.predicates.formula(&mut cx.store, abstraction.states.get(id)),
                _ => Store::TRUE,
            })
            .collect();
        let (instances, exact) = instances(&mut cx.store, system, cex);
        self.solver.push();
        let result = self.conflict(cx, &Candidate { system, graph, cex, states: &states, instances: &instances });
        self.solver.pop(1);
        let mut conflict = match result? {
            Checked::Sat(refutation) => return Ok(Refinement::Real(refutation)),
            Checked::Unsat(conflict) => conflict,
        };
        if conflict.terms.iter().any(Option::is_some) {
            match self.interpolate(cx, system, abstraction, cex, &states, &conflict, LIMITS.refine_template)? {
                Some(added) if added > 0 => return Ok(Refinement::Refined(added)),
                _ => log::debug!("pa: interpolation over templates failed, falling back to all arguments"),
            }
        }
        conflict.terms.fill(None);
        match self.interpolate(cx, system, abstraction, cex, &states, &conflict, limit)? {
            Some(added) if added > 0 => Ok(Refinement::Refined(added)),
            Some(_) => Err(Reason::Incomplete("interpolation gave no new predicate".to_string())),
            None if exact => Err(Reason::Incomplete("no interpolants for a spurious counterexample".to_string())),
            None => Err(Reason::Incomplete("counterexample too large".to_string())),
        }
    }

    /// Checks the counterexample and, if it is spurious, finds a small part that is contradictory and templates for it.
    fn conflict(&mut self, cx: &mut Context, candidate: &Candidate<'_>) -> Result<Checked, Reason> {
        let Candidate { cex, instances, .. } = *candidate;
        let Encoding { disjunctive, nodes, chosen, groups, .. } = self.encode(cx, candidate)?;
        let all = self.book.groups(&groups);
        let links: Vec<Lit> = all.iter().map(|g| g.lit).collect();
        let everything: Vec<Lit> = nodes.iter().chain(&links).copied().collect();
        match self.solver.check(Purpose::Reachability, &everything)? {
            SatResult::Sat => {
                let flags = if disjunctive { chosen } else { Vec::new() };
                return self.refutation(cx, cex, instances, &flags).map(Checked::Sat);
            }
            SatResult::Unknown(why) => return Err(Reason::Incomplete(format!("undecided counterexample: {why}"))),
            SatResult::Unsat => {}
        }
        let kept = if self.local { self.shrink(instances, &nodes, &links)? } else { vec![true; nodes.len()] };
        let fixed: Vec<Lit> = nodes.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(&lit, _)| lit).collect();
        let templates = self.book.choose(&mut self.solver, &fixed, all)?;
        log::debug!(
            "pa: {} of {} nodes in conflict, templates {}",
            fixed.len(),
            instances.len(),
            self.book.describe(&cx.store, &templates)
        );
        let templated: Vec<bool> = groups.iter().map(|g| !g.is_empty()).collect();
        let terms = self.book.use_templates(&templates, &templated);
        Ok(Checked::Unsat(Conflict { edges: kept_edges(cex, instances, &kept), terms }))
    }

    /// Gives the solver the counterexample: a literal for each instance, which implies what holds of it and what ties
    /// it to the instances below it.
    fn encode(&mut self, cx: &mut Context, candidate: &Candidate<'_>) -> Result<Encoding, Reason> {
        let Candidate { cex, instances, .. } = *candidate;
        let mut encoding = Encoding::new(&cx.store, candidate);
        let disjunctive = encoding.disjunctive;
        for (at, instance) in instances.iter().enumerate() {
            let is_present = encoding.flag(&mut cx.store);
            let mut own = Vec::new();
            let mut flags = Vec::new();
            for (way, of) in instance.ways.iter().zip(&cex[instance.place].ways) {
                let is_chosen = if disjunctive { encoding.flag(&mut cx.store) } else { is_present };
                own.extend(self.encode_way(cx, candidate, &mut encoding, way, of.clause, is_chosen)?);
                flags.push(is_chosen);
            }
            if disjunctive {
                let absent = cx.store.not(is_present);
                own.push(cx.store.or(&[&[absent], &flags[..]].concat()));
            }
            if !disjunctive || at + 1 == instances.len() {
                own.push(is_present);
            }
            let lit = self.solver.new_literal();
            for part in own {
                self.solver.assert_implied(&cx.store, lit, part)?;
            }
            encoding.nodes.push(lit);
            encoding.present.push(is_present);
            encoding.chosen.push(flags);
        }
        Ok(encoding)
    }

    /// What holds of a clause instance if it is chosen: its constraint, and the states of the instances below it, whose
    /// heads are tied to its body atoms on the way.
    fn encode_way(
        &mut self,
        cx: &mut Context,
        candidate: &Candidate<'_>,
        encoding: &mut Encoding,
        way: &InstanceWay,
        id: ClauseId,
        is_chosen: TermId,
    ) -> Result<Vec<TermId>, Reason> {
        let Candidate { system, cex, states, instances, .. } = *candidate;
        let disjunctive = encoding.disjunctive;
        let clause = system.clause(id);
        let unchosen = cx.store.not(is_chosen);
        let mut images = Substitution::by_index(&way.images);
        let mut parts = vec![images.apply(&mut cx.store, clause.constraint)];
        for (atom, &child) in clause.body.iter().zip(&way.children) {
            let used: Vec<TermId> = atom.args.iter().map(|&a| images.apply(&mut cx.store, a)).collect();
            let below = &instances[child];
            parts.push(cx.store.instantiate(states[below.place], &used));
            if disjunctive {
                parts.push(encoding.present[child]);
            }
            for (number, (child_way, child_of)) in below.ways.iter().zip(&cex[below.place].ways).enumerate() {
                let is_child = encoding.chosen[child][number];
                let Some(head) = &system.clause(child_of.clause).head else { continue };
                let mut derive = Substitution::by_index(&child_way.images);
                let derived: Vec<TermId> = head.args.iter().map(|&a| derive.apply(&mut cx.store, a)).collect();
                let mut absent = vec![cx.store.not(is_child)];
                absent.extend(disjunctive.then_some(unchosen));
                let tie = Tie { pred: atom.pred, child, used: &used, derived: &derived, absent: &absent };
                self.tie(cx, candidate, encoding, &tie)?;
            }
        }
        if disjunctive {
            for part in &mut parts {
                *part = cx.store.or2(unchosen, *part);
            }
        }
        Ok(parts)
    }

    /// Equates the arguments of a body atom with those that the instance below it derives, argument by argument where
    /// the predicate has no templates, else template by template.
    fn tie(
        &mut self,
        cx: &mut Context,
        candidate: &Candidate<'_>,
        encoding: &mut Encoding,
        tie: &Tie<'_>,
    ) -> Result<(), Reason> {
        let templates = self.book.of(&mut cx.store, candidate.system, candidate.graph, tie.pred);
        if templates.is_empty() {
            for (&used, &derived) in tie.used.iter().zip(tie.derived) {
                let mut equation = cx.store.eq(used, derived);
                if encoding.disjunctive {
                    equation = cx.store.or(&[&[equation], tie.absent].concat());
                }
                self.solver.assert_implied(&cx.store, encoding.nodes[tie.child], equation)?;
            }
        }
        let groups = &mut encoding.groups[tie.pred.index()];
        groups.resize(templates.len(), None);
        for (at, template) in templates.iter().enumerate() {
            let left = cx.store.instantiate(template.term, tie.used);
            let right = cx.store.instantiate(template.term, tie.derived);
            let mut equation = cx.store.eq(left, right);
            if equation == Store::TRUE {
                continue;
            }
            equation = cx.store.or(&[&[equation], tie.absent].concat());
            let lit = match groups[at] {
                Some(lit) => lit,
                None => *groups[at].insert(self.solver.new_literal()),
            };
            self.solver.assert_implied(&cx.store, lit, equation)?;
        }
        Ok(())
    }

    /// After an unsatisfiable check of all nodes: which nodes to keep so that it stays unsatisfiable. Nodes above a
    /// kept node are kept; deep nodes are dropped first.
    fn shrink(&mut self, instances: &[Instance], nodes: &[Lit], links: &[Lit]) -> Result<Vec<bool>, Reason> {
        let patience = self.solver.cancel().within(LIMITS.refine_shrink_work);
        let mut parent = vec![usize::MAX; instances.len()];
        for (i, instance) in instances.iter().enumerate() {
            for child in instance.children() {
                parent[child] = i;
            }
        }
        // Children come before their parents, so one pass closes a set upwards.
        let closed = |core: &[Lit]| {
            let mut kept: Vec<bool> = nodes.iter().map(|lit| core.contains(lit)).collect();
            for i in 0..kept.len() {
                if kept[i] && parent[i] != usize::MAX {
                    kept[parent[i]] = true;
                }
            }
            kept
        };
        let mut depth = vec![0u32; instances.len()];
        for i in (0..instances.len()).rev() {
            if parent[i] != usize::MAX {
                depth[i] = depth[parent[i]] + 1;
            }
        }
        let mut kept = closed(&self.solver.unsat_core()?);
        // Binary search for the least depth to which the tree must be kept.
        let deepest = |kept: &[bool]| (0..kept.len()).filter(|&i| kept[i]).map(|i| depth[i]).max().unwrap_or(0);
        let (mut low, mut high) = (0, deepest(&kept));
        while low < high && !patience.is_cancelled() {
            let middle = (low + high) / 2;
            let shallow: Vec<Lit> =
                (0..nodes.len()).filter(|&i| kept[i] && depth[i] <= middle).map(|i| nodes[i]).collect();
            let lits: Vec<Lit> = shallow.iter().chain(links).copied().collect();
            if self.solver.check(Purpose::Generalize, &lits)? == SatResult::Unsat {
                kept = closed(&self.solver.unsat_core()?);
                high = deepest(&kept).min(middle);
            } else {
                low = middle + 1;
            }
        }
        Ok(kept)
    }

    /// The refutation in the solver's model. `flags`: per instance and way whether it is chosen; empty if there is one
    /// way everywhere.
    fn refutation(
        &mut self,
        cx: &mut Context,
        cex: &[Place],
        instances: &[Instance],
        flags: &[Vec<TermId>],
    ) -> Result<Refutation, Reason> {
        let mut way_of = vec![0; instances.len()];
        let flat: Vec<TermId> = flags.iter().flatten().copied().collect();
        let truth = if flat.is_empty() { Vec::new() } else { self.solver.model(&cx.store, &flat)? };
        let mut truth = truth.into_iter();
        for (way, flags) in way_of.iter_mut().zip(flags) {
            let chosen: Vec<bool> =
                truth.by_ref().take(flags.len()).map(|value| value.as_bool() == Some(true)).collect();
            *way = chosen.iter().position(|&chosen| chosen).unwrap_or(0);
        }
        let vars: Vec<TermId> =
            instances.iter().zip(&way_of).flat_map(|(i, &way)| i.ways[way].images.iter().copied()).collect();
        let mut values = self.solver.model(&cx.store, &vars)?.into_iter();
        // What the root needs, and its number among the steps.
        let mut needed = vec![false; instances.len()];
        if let Some(root) = needed.last_mut() {
            *root = true;
        }
        for (i, instance) in instances.iter().enumerate().rev() {
            if needed[i] {
                instance.ways[way_of[i]].children.iter().for_each(|&child| needed[child] = true);
            }
        }
        let mut numbers = vec![0; instances.len()];
        let mut steps = Vec::new();
        for (i, instance) in instances.iter().enumerate() {
            let way = &instance.ways[way_of[i]];
            let values: Vec<_> = values.by_ref().take(way.images.len()).collect();
            if needed[i] {
                numbers[i] = steps.len();
                let clause = cex[instance.place].ways[way_of[i]].clause;
                steps.push(Step { clause, values, premises: way.children.iter().map(|&c| numbers[c]).collect() });
            }
        }
        Ok(Refutation { steps })
    }

    /// Interpolants of a conflict as abstraction predicates: how many were new; `None` if there are no interpolants.
    fn interpolate(
        &mut self,
        cx: &mut Context,
        system: &System,
        abstraction: &mut Abstraction,
        cex: &[Place],
        states: &[TermId],
        conflict: &Conflict,
        limit: Steps,
    ) -> Result<Option<usize>, Reason> {
        let terms: Vec<Vec<TermId>> = system
            .pred_ids()
            .map(|pred| match &conflict.terms[pred.index()] {
                Some(terms) => terms.clone(),
                None => cx.store.vars(0, &system.pred(pred).sorts),
            })
            .collect();
        // What the root reaches over edges of the conflict.
        let mut wanted = vec![false; cex.len()];
        if let Some(root) = wanted.last_mut() {
            *root = true;
        }
        for (i, place) in cex.iter().enumerate().rev() {
            for (way, edges) in place.ways.iter().zip(&conflict.edges[i]) {
                for (&child, &edge) in way.children.iter().zip(edges) {
                    wanted[child] |= edge && wanted[i];
                }
            }
        }
        let mut unrolled = System::new();
        let mut owner: Vec<Option<PredId>> = Vec::with_capacity(cex.len());
        for (i, place) in cex.iter().enumerate() {
            // All ways of a place derive the same predicate.
            let pred = place.ways.first().and_then(|way| system.clause(way.clause).head.as_ref()).map(|h| h.pred);
            let sorts: Vec<SortId> =
                pred.map_or(Vec::new(), |p| terms[p.index()].iter().map(|&t| cx.store.sort_of(t)).collect());
            unrolled.add_pred(format!("C{i}"), sorts);
            owner.push(pred);
        }
        let ways = cex.iter().enumerate().filter(|(i, _)| wanted[*i]);
        for (i, way, edges) in
            ways.flat_map(|(i, p)| p.ways.iter().zip(&conflict.edges[i]).map(move |(w, e)| (i, w, e)))
        {
            let clause = system.clause(way.clause);
            let atom = |store: &mut Store, of: &Atom, place: usize| Atom {
                pred: PredId(place as u32),
                args: terms[of.pred.index()].iter().map(|&t| store.instantiate(t, &of.args)).collect(),
            };
            let mut constraint = vec![clause.constraint];
            let mut body = Vec::with_capacity(clause.body.len());
            for ((of, &child), &edge) in clause.body.iter().zip(&way.children).zip(edges) {
                constraint.push(cx.store.instantiate(states[child], &of.args));
                if edge {
                    body.push(atom(&mut cx.store, of, child));
                }
            }
            let head = clause.head.as_ref().map(|h| atom(&mut cx.store, h, i));
            let constraint = cx.store.and(&constraint);
            unrolled.add_clause(Clause {
                vars: clause.vars.clone(),
                body,
                constraint,
                head,
                origin: Origin::default(),
            });
        }
        let model = match solve_recursion_free_within(cx, &unrolled, limit)? {
            Solution::Model(model) => model,
            Solution::Unsat => return Ok(None),
            Solution::Unknown(why) => {
                log::debug!("pa: no interpolants: {why}");
                return Ok(None);
            }
        };
        let mut added = 0;
        for (i, &definition) in model.definitions.iter().enumerate().filter(|(i, _)| wanted[*i]) {
            let Some(pred) = owner[i] else { continue };
            let formula = cx.store.instantiate(definition, &terms[pred.index()]);
            for conjunct in split(&mut cx.store, formula) {
                if abstraction.predicates.add(pred, conjunct) {
                    log::trace!("pa: for {}: {}", pred.0, crate::smt::print::SmtTerm(&cx.store, conjunct).text());
                    added += 1;
                }
            }
        }
        Ok(Some(added))
    }
}

/// Per place, way and child, whether some instance of the child is kept.
fn kept_edges(cex: &[Place], instances: &[Instance], kept: &[bool]) -> Vec<Vec<Vec<bool>>> {
    let none = |place: &Place| place.ways.iter().map(|way| vec![false; way.children.len()]).collect();
    let mut edges: Vec<Vec<Vec<bool>>> = cex.iter().map(none).collect();
    for instance in instances {
        for (edges, way) in edges[instance.place].iter_mut().zip(&instance.ways) {
            for (edge, &child) in edges.iter_mut().zip(&way.children) {
                *edge |= kept[child];
            }
        }
    }
    edges
}

/// The tree of clause instances of a counterexample, children first, over fresh variables; or, if the tree is too
/// large, one instance per place of the DAG (then satisfiable means real, unsatisfiable means nothing, told by
/// `false`).
fn instances(store: &mut Store, system: &System, cex: &[Place]) -> (Vec<Instance>, bool) {
    let exact = places_size(cex) <= LIMITS.max_tree;
    let mut next_var = 0;
    // `children`: those of all ways, one after the other.
    let mut fresh = |store: &mut Store, place: usize, children: Vec<usize>| {
        let mut children = children.into_iter();
        let mut way = |way: &super::reach::Way| {
            let sorts = &system.clause(way.clause).vars;
            let images = store.vars(next_var, sorts);
            next_var += sorts.len() as u32;
            InstanceWay { images, children: children.by_ref().take(way.children.len()).collect() }
        };
        Instance { place, ways: cex[place].ways.iter().map(&mut way).collect() }
    };
    let children =
        |place: usize| -> Vec<usize> { cex[place].ways.iter().flat_map(|way| way.children.iter().copied()).collect() };
    let mut instances = Vec::new();
    if !exact {
        for place in 0..cex.len() {
            instances.push(fresh(store, place, children(place)));
        }
        return (instances, false);
    }
    // Postorder over the tree: a place, what is left of its children, and the instances of the children visited so far.
    let open = |place: usize| (place, children(place).into_iter(), Vec::new());
    let mut stack: Vec<(usize, std::vec::IntoIter<usize>, Vec<usize>)> = vec![open(cex.len() - 1)];
    while let Some((place, mut rest, done)) = stack.pop() {
        if let Some(child) = rest.next() {
            stack.push((place, rest, done));
            stack.push(open(child));
            continue;
        }
        instances.push(fresh(store, place, done));
        if let Some((_, _, siblings)) = stack.last_mut() {
            siblings.push(instances.len() - 1);
        }
    }
    (instances, true)
}

/// What a check of a counterexample says.
enum Checked {
    Sat(Refutation),
    Unsat(Conflict),
}

/// The conjuncts of an interpolant; two opposite inequalities are joined to an equation, which comes first.
fn split(store: &mut Store, formula: TermId) -> Vec<TermId> {
    if tree_size(store, formula, LIMITS.refine_max_interpolant) >= LIMITS.refine_max_interpolant {
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
