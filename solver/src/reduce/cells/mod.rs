//! Arrays by cell abstraction: universally quantified invariants found by engines that know no quantifiers.

pub mod laws;
mod products;
mod reads;
mod rebased;
mod transform;

pub use products::{Products, multiply, nonlinear};
pub use reads::{Opaque, Reads, Unsupported, dimensions};
pub use transform::{Cells, Extension, Plain, Role, Shape, has_arrays, transform};

use super::{Formulate, Inapplicable, Reduction};
use crate::system::{Model, PartialStep, System};
use crate::term::Store;

/// First all arrays read at one index, then with contents at counters besides, then each at its own, then two cells.
pub(super) const ATTEMPTS: [Formulate; 4] = [one_cell, contents_at_counters, separate_cells, two_cells];

fn one_cell(store: &mut Store, system: &System) -> Result<Box<dyn Reduction>, Inapplicable> {
    cell_reduction(store, system, Shape { shared_index: true, cells: 1 })
}

fn contents_at_counters(store: &mut Store, system: &System) -> Result<Box<dyn Reduction>, Inapplicable> {
    reduction(rebased::rebased(store, system))
}

fn separate_cells(store: &mut Store, system: &System) -> Result<Box<dyn Reduction>, Inapplicable> {
    cell_reduction(store, system, Shape { shared_index: false, cells: 1 })
}

fn two_cells(store: &mut Store, system: &System) -> Result<Box<dyn Reduction>, Inapplicable> {
    cell_reduction(store, system, Shape { shared_index: true, cells: 2 })
}

fn cell_reduction(store: &mut Store, system: &System, shape: Shape) -> Result<Box<dyn Reduction>, Inapplicable> {
    if !has_arrays(store, system) {
        return Err("no arrays in predicates");
    }
    reduction(transform(store, system, shape, &mut Plain))
}

fn reduction(cells: Result<Cells, Unsupported>) -> Result<Box<dyn Reduction>, Inapplicable> {
    match cells {
        Ok(cells) => Ok(Box::new(cells)),
        Err(unsupported) => Err(unsupported.0),
    }
}

impl Reduction for Cells {
    fn system(&self) -> &System {
        &self.system
    }

    fn model_back(&self, store: &mut Store, original: &System, model: &Model) -> Model {
        Cells::model_back(self, store, original, model)
    }

    fn refutation_back(&self, store: &Store, original: &System, mut steps: Vec<PartialStep>) -> Vec<PartialStep> {
        for step in &mut steps {
            let sorts = &original.clause(step.clause).vars;
            // The clause's own variables come first and keep their numbers; its arrays have no values here.
            step.values.truncate(sorts.len());
            for (value, &sort) in step.values.iter_mut().zip(sorts) {
                if store.array_sorts(sort).is_some() {
                    *value = None;
                }
            }
            step.premises = self.first_instance[step.clause.index()].iter().map(|&i| step.premises[i]).collect();
        }
        steps
    }
}
