//! One entry of the program and one SMT process: the formula goes there once, however deep the loops are unwound.
//!
//! Only what is new is sent when the bound grows. Questions are literals that imply the disjunction of what is asked
//! about, so that what the solver has learned stays. Terms are words of bits, or mathematical integers where the
//! program has numbers that are none.

use super::slice::Slice;
use horn_frontend::bounded::{Bits, Bounds, Formula, NoBits, Property, Unwinder};
use horn_frontend::encode::{Options, Unsupported};
use horn_frontend::ir::{ProcId, Program};
use horn_solver::smt::{CancelToken, Purpose, SatResult, SmtConfig, SmtError, SmtSolver, Steps};
use horn_solver::term::{Assignment, Evaluator, Store, TermId, Value};

/// Ranges up to this size are written out in quantifiers.
const EXPAND: u32 = 128;

/// So many terms become words between two looks at the clock.
const CHUNK: usize = 64;
/// The work of unwinding for each constraint that it adds.
const CONSTRAINT: Steps = Steps::units(50);

/// How a program is encoded for this.
pub fn encoding() -> Options {
    Options { expand: EXPAND, ..Options::default() }
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Stop {
    /// The solver is broken.
    Broken(String),
    /// The time is over, or the work was cancelled.
    Time,
}

/// The answer about a set of properties.
pub enum Answer {
    /// They hold.
    Hold,
    /// One does not; values for the variables of the formula.
    Violated(Assignment),
    /// Nobody knows; says why.
    Unknown(String),
}

/// How a formula is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Integers as words, not as mathematical ones.
    pub words: bool,
    /// States with different constants stay apart.
    pub apart: bool,
}

/// An entry being unwound.
pub struct Session<'p> {
    unwinder: Unwinder<'p>,
    strategy: Strategy,
    config: SmtConfig,
    cancel: CancelToken,
    smt: SmtSolver,
    bits: Option<Bits>,
    /// Whether the process was told that there are arrays.
    arrays: bool,
    /// Constraints of the formula that matter, and all that were sent.
    stated: Vec<TermId>,
    slice: Slice,
    sent: Vec<TermId>,
}

impl<'p> Session<'p> {
    /// Nothing is unwound yet, and no process started.
    pub fn new(
        program: &'p Program,
        entry: ProcId,
        options: &'p Options,
        strategy: Strategy,
        config: &SmtConfig,
        cancel: &CancelToken,
    ) -> Session<'p> {
        let bits = strategy.words.then(|| Bits::new(program));
        let mut config = SmtConfig { cores: false, ..config.clone() };
        if bits.is_none() && config.kind.is_z3() {
            // Measured on formulas of this kind: the old simplex is the faster one.
            config.options.push(("smt.arith.solver".to_string(), "2".to_string()));
        }
        let smt = SmtSolver::new(config.clone(), cancel.clone());
        let unwinder = Unwinder::new(program, entry, options);
        Session {
            unwinder,
            strategy,
            config,
            cancel: cancel.clone(),
            smt,
            bits,
            arrays: false,
            stated: Vec::new(),
            slice: Slice::default(),
            sent: Vec::new(),
        }
    }

    /// Whether integers are words.
    pub fn is_bits(&self) -> bool {
        self.bits.is_some()
    }

    /// The formula.
    pub fn formula(&self) -> &Formula {
        self.unwinder.formula()
    }

    /// Goes on with these bounds.
    ///
    /// # Errors
    /// Something has no encoding, or the program is too large.
    pub fn unwind(&mut self, bounds: &Bounds) -> Result<(), Unsupported> {
        let bounds = Bounds {
            ranged: self.bits.is_some(),
            apart: self.strategy.apart,
            cancel: Some(self.cancel.clone()),
            ..bounds.clone()
        };
        let before = self.formula().constraints.len();
        let unwound = self.unwinder.unwind(&bounds).map(|_| ());
        let new = self.formula().constraints.len().saturating_sub(before);
        self.cancel.charge(CONSTRAINT * u32::try_from(new).unwrap_or(u32::MAX));
        unwound
    }

    /// Sends what the process does not know and these properties depend on.
    ///
    /// # Errors
    /// The process is broken or the time over.
    pub fn update(&mut self, violated: &[TermId]) -> Result<(), Stop> {
        let Formula { store, constraints, subjects, .. } = self.unwinder.formula();
        let new = self.slice.reach(store, constraints, subjects, violated);
        let constraints: Vec<TermId> = new.iter().map(|index| self.formula().constraints[*index]).collect();
        self.stated.extend(&constraints);
        if self.bits.is_some() {
            match self.translated(&constraints, violated)? {
                Ok(new) => self.send(&new)?,
                Err(NoBits(why)) => {
                    log::info!("mathematical integers: {why}");
                    self.bits = None;
                    self.smt = SmtSolver::new(SmtConfig { logic: None, ..self.config.clone() }, self.cancel.clone());
                    self.sent.clear();
                    let all = self.stated.clone();
                    self.send(&all)?;
                }
            }
        } else {
            self.send(&constraints)?;
        }
        Ok(())
    }

    fn translated(&mut self, constraints: &[TermId], violated: &[TermId]) -> Result<Result<Vec<TermId>, NoBits>, Stop> {
        let formula = self.unwinder.formula();
        let Some(bits) = &mut self.bits else { return Ok(Ok(Vec::new())) };
        let mut new = Vec::with_capacity(constraints.len());
        for (part, wanted) in
            constraints.chunks(CHUNK).map(|part| (part, true)).chain(violated.chunks(CHUNK).map(|part| (part, false)))
        {
            if self.cancel.is_cancelled() {
                return Err(Stop::Time);
            }
            match bits.booleans(formula, part) {
                Ok(images) if wanted => new.extend(images),
                Ok(_) => {}
                Err(why) => return Ok(Err(why)),
            }
        }
        new.append(&mut bits.constraints);
        new.retain(|constraint| *constraint != Store::TRUE);
        if self.sent.is_empty() || bits.has_arrays() && !self.arrays {
            // Solvers choose their methods by the logic. A process that was not told about arrays starts again.
            self.arrays = bits.has_arrays();
            let logic = if self.arrays { "QF_ABV" } else { "QF_BV" };
            let config = SmtConfig { logic: Some(logic.to_string()), ..self.config.clone() };
            self.smt = SmtSolver::new(config, self.cancel.clone());
            new.splice(0..0, std::mem::take(&mut self.sent));
        }
        Ok(Ok(new))
    }

    fn send(&mut self, constraints: &[TermId]) -> Result<(), Stop> {
        for constraint in constraints {
            if self.cancel.is_cancelled() {
                return Err(Stop::Time);
            }
            let store = self.bits.as_ref().map_or(&self.unwinder.formula().store, |bits| &bits.store);
            self.smt.assert(store, *constraint).map_err(stop)?;
            self.sent.push(*constraint);
        }
        Ok(())
    }

    /// What is true in the runs that violate a property, in the terms that the process is asked about.
    fn image(&mut self, violated: TermId) -> Result<TermId, Stop> {
        let formula = self.unwinder.formula();
        match &mut self.bits {
            Some(bits) => bits
                .booleans(formula, &[violated])
                .map(|images| images[0])
                .map_err(|NoBits(why)| Stop::Broken(why.to_string())),
            None => Ok(violated),
        }
    }

    /// Whether a property evidently holds.
    ///
    /// # Errors
    /// Never for properties of the formula.
    pub fn is_trivial(&mut self, property: &Property) -> Result<bool, Stop> {
        Ok(self.image(property.violated)? == Store::FALSE)
    }

    /// Can one of these be true?
    ///
    /// # Errors
    /// The process is broken or the time over.
    pub fn ask(&mut self, violated: &[TermId]) -> Result<Answer, Stop> {
        let images = violated.iter().map(|term| self.image(*term)).collect::<Result<Vec<TermId>, Stop>>()?;
        let formula = self.unwinder.formula_mut();
        let (store, vars) = match &mut self.bits {
            Some(bits) => {
                let vars = bits.vars();
                (&mut bits.store, vars)
            }
            None => {
                let vars = formula.store.vars(0, &formula.vars);
                (&mut formula.store, vars)
            }
        };
        let any = store.or(&images);
        if any == Store::FALSE {
            return Ok(Answer::Hold);
        }
        let literal = self.smt.new_literal();
        self.smt.assert_implied(store, literal, any).map_err(stop)?;
        let answer = self.smt.check(Purpose::Reachability, &[literal]).map_err(stop)?;
        let answer = match answer {
            SatResult::Unsat => Answer::Hold,
            SatResult::Unknown(why) => Answer::Unknown(why),
            SatResult::Sat => {
                let values = self.smt.eval(store, &vars).map_err(stop)?;
                let values = Assignment::from_values(values);
                Answer::Violated(match &self.bits {
                    Some(bits) => bits.assignment(self.unwinder.formula(), &values),
                    None => values,
                })
            }
        };
        self.smt.retire(literal);
        Ok(answer)
    }

    /// The properties among these that are violated where the variables have these values.
    pub fn violated_by(&self, properties: &[usize], values: &Assignment) -> Vec<usize> {
        let formula = self.formula();
        let mut evaluator = Evaluator::new(&formula.store, values);
        let mut violated = |at: &usize| evaluator.eval(formula.properties[*at].violated) == Some(Value::Bool(true));
        properties.iter().copied().filter(|at| violated(at)).collect()
    }

    /// The formula as a script for any SMT-LIB solver: satisfiable if one of these can be true.
    ///
    /// # Errors
    /// A term cannot be written.
    pub fn script(&mut self, violated: &[TermId]) -> Result<String, Stop> {
        let images = violated.iter().map(|term| self.image(*term)).collect::<Result<Vec<TermId>, Stop>>()?;
        let store = match &mut self.bits {
            Some(bits) => &mut bits.store,
            None => &mut self.unwinder.formula_mut().store,
        };
        let any = store.or(&images);
        let logic = self.bits.as_ref().map(|_| if self.arrays { "QF_ABV" } else { "QF_BV" }.to_string());
        let logic = Some(logic.unwrap_or("ALL".to_string()));
        let config = SmtConfig { logic, options: Vec::new(), ..self.config.clone() };
        let mut silent = SmtSolver::new(config, self.cancel.clone());
        let store = self.bits.as_ref().map_or(&self.unwinder.formula().store, |bits| &bits.store);
        for constraint in self.sent.iter().chain([&any]) {
            silent.assert(store, *constraint).map_err(stop)?;
        }
        Ok(silent.script() + "(check-sat)\n")
    }
}

fn stop(error: SmtError) -> Stop {
    if error.is_interrupt() { Stop::Time } else { Stop::Broken(error.to_string()) }
}
