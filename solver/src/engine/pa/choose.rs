//! Which templates to interpolate over: the search for a cheap set of links that is still contradictory.

use super::Hints;
use super::limits::LIMITS;
use super::templates::{Template, TemplateKind, templates};
use crate::smt::{Lit, Purpose, SatResult, SmtSolver};
use crate::system::{PredGraph, PredId, Reason, System};
use crate::term::{Store, TermId};
use std::sync::Arc;

/// A group of links with its literal: all equations of one template.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The predicate.
    pub pred: usize,
    /// The position among its templates.
    pub at: usize,
    /// Implies the equations.
    pub lit: Lit,
    cost: u32,
}

/// The templates of all predicates, and how often each was used.
#[derive(Debug)]
pub struct TemplateBook {
    templates: Vec<Option<Vec<Template>>>,
    /// Each use makes a template dearer, so that no template is used for ever.
    uses: Vec<Vec<u32>>,
    /// Where templates are used at all.
    wanted: Vec<bool>,
    kind: TemplateKind,
    hints: Arc<Hints>,
}

impl TemplateBook {
    /// Templates of that kind at loop heads, and those of the hints; or none.
    pub fn new(system: &System, graph: &PredGraph, kind: Option<TemplateKind>, hints: &Arc<Hints>) -> TemplateBook {
        let preds = system.preds.len();
        let wanted = if kind.is_some() { graph.loop_heads(system) } else { vec![false; preds] };
        let (kind, hints) = (kind.unwrap_or_default(), Arc::clone(hints));
        TemplateBook { templates: vec![None; preds], uses: vec![Vec::new(); preds], wanted, kind, hints }
    }

    /// The templates of a predicate; none means that interpolants may use all arguments.
    pub fn of(&mut self, store: &mut Store, system: &System, graph: &PredGraph, pred: PredId) -> &[Template] {
        let at = pred.index();
        if self.templates[at].is_none() && self.wanted[at] {
            let mut found = templates(store, system, graph, pred, self.kind);
            if let Some(given) = self.hints.templates.get(at) {
                found.retain(|template| given.iter().all(|hint| hint.term != template.term));
                found.extend(given.iter().cloned());
                found.sort_by_key(|template| template.cost);
            }
            self.uses[at] = vec![0; found.len()];
            self.templates[at] = Some(found);
        }
        self.templates[at].as_deref().unwrap_or(&[])
    }

    /// The groups that have a literal, cheapest first.
    pub fn groups(&self, lits: &[Vec<Option<Lit>>]) -> Vec<Group> {
        let mut all: Vec<Group> = Vec::new();
        for (pred, lits) in lits.iter().enumerate() {
            let templates = self.templates[pred].as_deref().unwrap_or(&[]);
            for (at, (lit, template)) in lits.iter().zip(templates).enumerate() {
                if let Some(lit) = *lit {
                    all.push(Group { pred, at, lit, cost: template.cost + self.uses[pred][at] / 2 });
                }
            }
        }
        all.sort_by_key(|g| (g.cost, g.pred, g.at));
        all
    }

    /// A small subset of the groups that is contradictory together with `fixed`; all groups are. Cheap groups are tried
    /// alone, cost class by cost class, then superfluous ones dropped, the dearest first.
    pub fn choose(&self, solver: &mut SmtSolver, fixed: &[Lit], all: Vec<Group>) -> Result<Vec<Group>, Reason> {
        let patience = solver.cancel().within(LIMITS.choose_template_work);
        let mut check = |groups: &mut dyn Iterator<Item = &Group>| -> Result<Option<Vec<Lit>>, Reason> {
            let lits: Vec<Lit> = fixed.iter().copied().chain(groups.map(|g| g.lit)).collect();
            match solver.check(Purpose::Generalize, &lits)? {
                SatResult::Unsat => Ok(Some(solver.unsat_core()?)),
                _ => Ok(None),
            }
        };
        let mut kept = all;
        let mut costs: Vec<u32> = kept.iter().map(|g| g.cost).collect();
        costs.dedup();
        for &cost in &costs {
            if patience.is_cancelled() {
                break;
            }
            if let Some(core) = check(&mut kept.iter().filter(|g| g.cost <= cost))? {
                kept.retain(|g| core.contains(&g.lit));
                break;
            }
        }
        let mut at = kept.len();
        while at > 0 && !patience.is_cancelled() {
            at -= 1;
            let dropped = kept[at].lit;
            if let Some(core) = check(&mut kept.iter().filter(|g| g.lit != dropped))? {
                kept.retain(|g| core.contains(&g.lit));
                at = at.min(kept.len());
            }
        }
        Ok(kept)
    }

    /// Notes the use of the chosen groups. Per predicate the terms to interpolate over; `None` for all arguments.
    /// `present`: the predicates that have groups at all.
    pub fn use_templates(&mut self, chosen: &[Group], present: &[bool]) -> Vec<Option<Vec<TermId>>> {
        let mut terms: Vec<Option<Vec<TermId>>> = present.iter().map(|&p| p.then(Vec::new)).collect();
        for group in chosen {
            self.uses[group.pred][group.at] += 1;
            if let (Some(list), Some(templates)) = (&mut terms[group.pred], &self.templates[group.pred]) {
                list.push(templates[group.at].term);
            }
        }
        terms
    }

    /// The chosen terms, for the log.
    pub fn describe(&self, store: &Store, chosen: &[Group]) -> String {
        let text = |g: &Group| {
            let term = self.templates[g.pred].as_deref().unwrap_or(&[])[g.at].term;
            format!("{}:{}", g.pred, crate::smt::print::SmtTerm(store, term).text())
        };
        chosen.iter().map(text).collect::<Vec<_>>().join(" ")
    }
}
