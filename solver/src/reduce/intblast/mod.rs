//! Systems over bit-vectors, solved as systems over the integers ("int-blasting").
//!
//! Control-like use of bit-vectors (counters, comparisons, constants) has short proofs over the integers that no
//! bit-level reasoning finds. [`translate`] is exact: wrap-around is part of the translation (see [`to_int`]), so that
//! both refutations and models translate back; systems that mix bits in other ways are left to the bit-level engines.
//!
//! Most such systems are programs whose numbers happen to have 32 bits. So the first attempt is at the *ideal* reading,
//! in which nothing overflows: what it derives without an overflow is derived in bits, and its models are candidates.

pub mod to_bv;
pub mod to_int;

use super::{Formulate, Inapplicable, Reduction};
use crate::num::Int;
use crate::system::{Atom, Clause, Model, PartialStep, System};
use crate::term::{BvOp, Op, SortId, Store, TermId, Value, postorder};
pub use to_int::{Signedness, ToInt, Unsupported};

/// A system over the integers and what translates answers back.
#[derive(Debug)]
pub struct IntBlast {
    /// The new system; predicates, clauses and variables correspond one to one.
    pub system: System,
    signedness: Signedness,
    ideal: bool,
}

/// Whether bit-vectors occur in the system.
pub fn has_bit_vectors(store: &Store, system: &System) -> bool {
    let is_bv = |&s: &SortId| store.bv_width(s).is_some();
    system.preds.iter().any(|p| p.sorts.iter().any(is_bv)) || system.clauses.iter().any(|c| c.vars.iter().any(is_bv))
}

/// Translates a system, with `ideal` as if nothing overflowed. Fails where an operation or sort has no sensible
/// counterpart over the integers.
pub fn translate(store: &mut Store, system: &System, ideal: bool) -> Result<IntBlast, Unsupported> {
    let signedness = choose_signedness(store, system);
    let mut result = System::new();
    for pred in &system.preds {
        let sorts: Result<Vec<SortId>, Unsupported> = pred.sorts.iter().map(|&s| ToInt::sort(store, s)).collect();
        result.add_pred(pred.name.clone(), sorts?);
    }
    for clause in &system.clauses {
        let clause = translate_clause(store, clause, ToInt::new(signedness, ideal))?;
        result.add_clause(clause);
    }
    Ok(IntBlast { system: result, signedness, ideal })
}

/// Whichever reading more comparisons ask for.
fn choose_signedness(store: &Store, system: &System) -> Signedness {
    let constraints: Vec<TermId> = system.clauses.iter().flat_map(Clause::terms).collect();
    let mut balance = 0i64;
    for term in postorder(store, &constraints) {
        match store.op(term) {
            Op::Bv(BvOp::Sle | BvOp::Slt | BvOp::SDiv | BvOp::SRem | BvOp::AShr | BvOp::SignExtend(_)) => balance += 1,
            Op::Bv(
                BvOp::Ule | BvOp::Ult | BvOp::UDiv | BvOp::URem | BvOp::LShr | BvOp::ZeroExtend(_) | BvOp::Extract(..),
            ) => {
                balance -= 1;
            }
            _ => {}
        }
    }
    if balance >= 0 { Signedness::Signed } else { Signedness::Unsigned }
}

fn translate_clause(store: &mut Store, clause: &Clause, mut to_int: ToInt) -> Result<Clause, Unsupported> {
    let mut constraints = vec![to_int.term(store, clause.constraint)?];
    let mut vars = Vec::with_capacity(clause.vars.len());
    for (i, &sort) in clause.vars.iter().enumerate() {
        vars.push(ToInt::sort(store, sort)?);
        if let Some(width) = store.bv_width(sort) {
            let variable = store.var(i as u32, SortId::INT);
            constraints.push(to_int.range_constraint(store, variable, width));
        }
    }
    let mut atom = |store: &mut Store, atom: &Atom| -> Result<Atom, Unsupported> {
        let args: Result<Vec<TermId>, Unsupported> = atom.args.iter().map(|&a| to_int.term(store, a)).collect();
        Ok(Atom::new(atom.pred, args?))
    };
    let mut body = Vec::with_capacity(clause.body.len());
    for a in &clause.body {
        body.push(atom(store, a)?);
    }
    let head = match &clause.head {
        Some(a) => Some(atom(store, a)?),
        None => None,
    };
    Ok(Clause { vars, body, constraint: store.and(&constraints), head, origin: clause.origin })
}

impl IntBlast {
    /// The model of the system over bit-vectors.
    pub fn model_back(&self, store: &mut Store, original: &System, model: &Model) -> Model {
        let definitions = original
            .preds
            .iter()
            .zip(&model.definitions)
            .map(|(pred, &definition)| to_bv::over_bits(store, definition, &pred.sorts, self.signedness))
            .collect();
        Model { definitions }
    }
}

/// The value of a variable of the given original sort that an integer (or any other value) represents.
pub fn value_back(store: &Store, value: Value, original: SortId) -> Value {
    match (&value, store.bv_width(original)) {
        (Value::Int(int), Some(width)) => Value::BitVec(int.mod_euclid(&Int::pow2(width)), width),
        _ => value,
    }
}

/// First as if nothing overflowed, then exactly.
pub(super) const ATTEMPTS: &[Formulate] = &[ideal, exact];

fn ideal(store: &mut Store, system: &System) -> Result<Box<dyn Reduction>, Inapplicable> {
    formulate(store, system, true)
}

fn exact(store: &mut Store, system: &System) -> Result<Box<dyn Reduction>, Inapplicable> {
    formulate(store, system, false)
}

fn formulate(store: &mut Store, system: &System, ideal: bool) -> Result<Box<dyn Reduction>, Inapplicable> {
    if !has_bit_vectors(store, system) {
        return Err("no bit-vectors");
    }
    match translate(store, system, ideal) {
        Ok(blast) => Ok(Box::new(blast)),
        Err(unsupported) => Err(unsupported.0),
    }
}

impl Reduction for IntBlast {
    fn system(&self) -> &System {
        &self.system
    }

    fn model_back(&self, store: &mut Store, original: &System, model: &Model) -> Model {
        IntBlast::model_back(self, store, original, model)
    }

    fn is_exact(&self) -> bool {
        !self.ideal
    }

    fn refutation_back(&self, store: &Store, original: &System, mut steps: Vec<PartialStep>) -> Vec<PartialStep> {
        for step in &mut steps {
            let sorts = &original.clause(step.clause).vars;
            for (value, &sort) in step.values.iter_mut().zip(sorts) {
                *value = value.take().map(|v| value_back(store, v, sort));
            }
        }
        steps
    }
}

#[cfg(test)]
mod tests;
