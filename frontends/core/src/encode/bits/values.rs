//! Values of words back to values of the formula's variables.

use super::{Bits, Image};
use crate::bounded::Formula;
use horn_solver::num::Int;
use horn_solver::term::{ArrayValue, Assignment, SortId, Store, Value, evaluate, to_signed};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Bits {
    /// The values of the formula's variables where the variables of the result ([`Bits::vars`]) have these.
    pub fn assignment(&self, formula: &Formula, values: &Assignment) -> Assignment {
        let mut all = Assignment::default();
        for (index, image) in &self.holders {
            if let Some(value) = self.value(image, values) {
                all.set(*index, value);
            }
        }
        // The others do not matter, but terms with them are evaluated.
        for (index, sort) in (0..).zip(&formula.vars) {
            if all.get(index).is_none()
                && let Some(value) = Value::default_of(&formula.store, *sort)
            {
                all.set(index, value);
            }
        }
        all
    }

    fn value(&self, image: &Image, values: &Assignment) -> Option<Value> {
        match image {
            Image::Plain(term) => evaluate(&self.store, *term, values),
            Image::Number(number) => {
                evaluate(&self.store, number.term, values).map(|value| integers(&self.store, value))
            }
            Image::Words(words) => evaluate(&self.store, words.term, values).map(|value| integers(&self.store, value)),
            Image::Cells(cells) => {
                let (first, last) = cells.extent()?;
                let default = self.value(cells.at(first), values)?;
                let mut entries = BTreeMap::new();
                for at in first..=last {
                    entries.insert(Value::Int(Int::from(at)), self.value(cells.at(at), values)?);
                }
                Some(Value::Array(Arc::new(ArrayValue::new(&self.store, SortId::INT, default, entries))))
            }
        }
    }
}

/// The value with integers for its words.
fn integers(store: &Store, value: Value) -> Value {
    match value {
        Value::BitVec(bits, width) => Value::Int(to_signed(&bits, width)),
        Value::Array(array) => {
            let entries =
                array.entries.iter().map(|(at, held)| (integers(store, at.clone()), integers(store, held.clone())));
            let default = integers(store, array.default.clone());
            Value::Array(Arc::new(ArrayValue::new(store, SortId::INT, default, entries.collect())))
        }
        other => other,
    }
}
