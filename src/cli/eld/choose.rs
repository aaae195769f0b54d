//! Passes and engines as the options of `eld` ask for them.

use super::settings::{Method, Print, Settings, Templates};
use crate::cli::complain;
use crate::files;
use crate::pipeline::Observer;
use crate::report::eld::{clauses, hints};
use horn_solver::engine::bmc::Bmc;
use horn_solver::engine::pa::{Hints, Pa, PaOptions, Template, TemplateKind, Used, templates};
use horn_solver::engine::portfolio::{Entrant, Make};
use horn_solver::engine::schedule::{self, Slot};
use horn_solver::engine::shape::Shape;
use horn_solver::engine::table::EngineId;
use horn_solver::preprocess::{Choice, Disjunctions};
use horn_solver::smtlib::hints::{Hint, read_hints};
use horn_solver::system::{PredGraph, PredId, System};
use horn_solver::term::{Store, TermId};
use std::path::Path;
use std::sync::{Arc, PoisonError};

/// Takes the preprocessed clauses and picks the engines for them.
pub struct Chooser<'a> {
    settings: &'a Settings,
    /// What is printed before the verdict.
    pub text: String,
    /// Whether that is all there is to print.
    pub printed: bool,
    /// The clauses the engines work on.
    system: System,
    /// Where predicate abstraction leaves its predicates.
    used: Used,
}

/// For how many milliseconds the engine that was asked for runs alone, before the schedule starts beside it.
const ALONE: u64 = 3_000;

/// The line that reading hints prints.
const BANNER: &str = "---------------------------- Loading CEGAR hints -------------------------------\n";

impl<'a> Chooser<'a> {
    /// Follows the settings.
    pub fn new(settings: &'a Settings) -> Chooser<'a> {
        Chooser { settings, text: String::new(), printed: false, system: System::new(), used: Used::default() }
    }

    /// What is left to do after an answer: the file of predicates, and their log.
    pub fn finish(&self, store: &Store) -> Result<(), String> {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if used.is_empty() {
            return Ok(());
        }
        if self.settings.log >= 2 {
            for line in hints::log_lines(store, &self.system, &used, &self.settings.log_preds) {
                complain(&line);
            }
        }
        match &self.settings.predicates_file {
            Some(file) => files::write(file, &hints::initial_predicates(store, &self.system, &used))
                .map_err(|error| format!("{}: {error}", file.display())),
            None => Ok(()),
        }
    }

    /// Reads the hints files, so that what is wrong with them is told whether or not engines need them. `system`: the
    /// input.
    pub fn check_hints(&mut self, store: &Store, system: &System) -> Result<(), String> {
        let mut store = store.clone();
        for (file, about_input) in
            self.settings.hints.iter().map(|f| (f, true)).chain(self.settings.post_hints.iter().map(|f| (f, false)))
        {
            self.text.push_str(BANNER);
            for hint in load(file, &mut store)? {
                if about_input {
                    named(system, &hint)?;
                }
            }
        }
        Ok(())
    }

    /// What the hints files say about the predicates of a system.
    fn hints(&mut self, store: &mut Store, system: &System) -> Result<Hints, String> {
        let preds = system.preds.len();
        let mut all = Hints { initial: vec![Vec::new(); preds], templates: vec![Vec::new(); preds] };
        for file in self.settings.hints.iter().chain(&self.settings.post_hints) {
            for hint in load(file, store)? {
                let Some(pred) = named(system, &hint)? else {
                    complain(&format!("   Ignoring hints for {}\n", hint.name));
                    continue;
                };
                let template = |template: &horn_solver::smtlib::hints::Template| Template {
                    term: template.term,
                    cost: template.cost,
                };
                all.initial[pred.index()].extend(&hint.initial);
                all.templates[pred.index()].extend(hint.templates.iter().map(template));
            }
        }
        Ok(all)
    }

    fn predicate_abstraction(&self, hints: &Arc<Hints>, templates: Option<Templates>) -> Make {
        let kind = match templates {
            None => Some(TemplateKind::All),
            Some(Templates::Off) => None,
            Some(Templates::Manual | Templates::Term) => Some(TemplateKind::Terms),
            Some(Templates::Oct) => Some(TemplateKind::Octagons),
            Some(Templates::RelEqs) => Some(TemplateKind::Unchanged),
            Some(Templates::RelIneqs) => Some(TemplateKind::Compared),
        };
        let disjunctive = self.settings.disjunctive;
        let options = PaOptions { templates: kind, disjunctive, ..PaOptions::default() };
        let pa = Pa { options, hints: Arc::clone(hints), used: Some(Arc::clone(&self.used)) };
        Arc::new(move || Box::new(pa.clone()))
    }
}

impl Observer for Chooser<'_> {
    fn passes(&self) -> Choice {
        Choice {
            slicing: self.settings.slicing,
            intervals: self.settings.intervals,
            // Hints are about the predicates as they are in the input.
            signatures: self.settings.hints.is_none(),
            disjunctions: match self.settings.split {
                None => Disjunctions::Keep,
                Some(0) => Disjunctions::Join,
                Some(1) => Disjunctions::Split,
                Some(_) => Disjunctions::SplitAll,
            },
        }
    }

    fn preprocessed(&mut self, store: &Store, system: &System) -> Result<(), String> {
        self.text = match self.settings.print {
            Some(Print::Simplified) => clauses::simplified(&mut store.clone(), system),
            Some(Print::SimplifiedSmtLib) => clauses::simplified_script(&mut store.clone(), system),
            _ => return Ok(()),
        };
        self.printed = true;
        // The message is not shown: the text is there.
        Err("printed".to_string())
    }

    fn engines(&mut self, store: &mut Store, system: &System) -> Result<Option<Vec<Entrant>>, String> {
        let hints = Arc::new(self.hints(store, system)?);
        self.system = system.clone();
        if self.settings.print_hints {
            self.text += &all_templates(store, system, &hints);
        }
        let make = self.predicate_abstraction(&hints, self.settings.templates);
        let settings = self.settings;
        let pa = Slot::now(EngineId::Pa);
        let with = |make: &Make, slot: Slot| Entrant { make: Arc::clone(make), ..slot.entrant() };
        if settings.method == Method::Symbolic {
            let bmc = Bmc { max_depth: settings.depth };
            let make: Make = Arc::new(move || Box::new(bmc));
            return Ok(Some(vec![with(&make, Slot::now(EngineId::Bmc))]));
        }
        if settings.abstract_both {
            let without = self.predicate_abstraction(&hints, Some(Templates::Off));
            return Ok(Some(vec![with(&without, pa), with(&make, pa)]));
        }
        let mut slots = schedule::clauses(&Shape::of(store, system));
        if settings.predicates_file.is_some() {
            // The predicates that are to be written are those of predicate abstraction.
            slots.clear();
        }
        slots.retain(|slot| settings.intervals || slot.engine != EngineId::Ai);
        let array = |pred: &horn_solver::system::Pred| pred.sorts.iter().any(|&sort| store.array_sorts(sort).is_some());
        if settings.cells_first && system.preds.iter().any(array) {
            slots.retain(|slot| slot.engine != EngineId::Cells);
            slots.insert(0, Slot::now(EngineId::Cells));
        }
        let hinted = settings.hints.is_some() || settings.post_hints.is_some();
        if hinted || settings.method == Method::PredicateAbstraction || settings.predicates_file.is_some() {
            slots.retain(|slot| slot.engine != EngineId::Pa);
            if settings.method == Method::PredicateAbstraction {
                schedule::later(&mut slots, ALONE);
            }
            slots.insert(0, pa);
        } else if !slots.iter().any(|slot| slot.engine == EngineId::Pa) {
            slots.push(Slot { delay: 200, ..pa });
        }
        if settings.accelerate {
            slots.retain(|slot| slot.engine != EngineId::Accel);
            slots.insert(0, Slot::now(EngineId::Accel));
        }
        // The predicate abstraction of the table knows no options and no hints, and leaves its predicates nowhere.
        let entrant = |slot: Slot| if slot.engine == EngineId::Pa { with(&make, slot) } else { slot.entrant() };
        Ok(Some(slots.into_iter().map(entrant).collect()))
    }
}

fn load(file: &Path, store: &mut Store) -> Result<Vec<Hint>, String> {
    let text = crate::input::read_file(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let (read, hints) = read_hints(&text, store.clone()).map_err(|error| error.render(&file.display().to_string()))?;
    *store = read;
    Ok(hints)
}

/// The predicate that a hint is about, if the system has it.
fn named(system: &System, hint: &Hint) -> Result<Option<PredId>, String> {
    let candidates: Vec<PredId> = system.pred_ids().filter(|&id| system.pred(id).name == hint.name).collect();
    let Some(&first) = candidates.first() else { return Ok(None) };
    if let Some(&id) = candidates.iter().find(|&&id| system.pred(id).sorts == hint.sorts) {
        return Ok(Some(id));
    }
    let (expected, given) = (system.pred(first).sorts.len(), hint.sorts.len());
    Err(match expected == given {
        true => format!("Hints contain predicate with wrong sorts: {}", hint.name),
        false => {
            format!("Hints contain predicate with wrong arity: {} (should be {expected} but is {given})", hint.name)
        }
    })
}

/// The templates at the loop heads and those given.
fn all_templates(store: &mut Store, system: &System, hints: &Hints) -> String {
    let graph = PredGraph::new(system);
    let heads = graph.loop_heads(system);
    let mut lists: Vec<Vec<Template>> = hints.templates.clone();
    for (pred, head) in system.pred_ids().zip(heads) {
        if head {
            let found = templates(store, system, &graph, pred, TemplateKind::All);
            let known: Vec<TermId> = lists[pred.index()].iter().map(|template| template.term).collect();
            lists[pred.index()].extend(found.into_iter().filter(|template| !known.contains(&template.term)));
        }
    }
    hints::initial_predicates(store, system, &hints.initial) + &hints::templates(store, system, &lists)
}
