//! A program with the words for it: its places, and the notation of its language. From these come all texts about runs.

use crate::counterexample::{Counterexample, Deed, Given};
use crate::interp::{Event, EventKind, Value};
use crate::ir::{CheckId, Loc, Program, TypeId, TypeKind};
use crate::notation::Notation;
use crate::places::Places;

/// How many steps of a trace are shown.
const SHOWN_STEPS: usize = 40;
/// Characters of a value that is shown in the middle of a sentence, and of all of them together.
const LONG_VALUE: usize = 80;
const LONG_EXAMPLE: usize = 240;

/// A program ready to be verified, and to be spoken of.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The program, lifted.
    pub program: &'a Program,
    /// Its places.
    pub places: &'a Places<'a>,
    /// The notation of its language.
    pub notation: &'a dyn Notation,
}

impl Subject<'_> {
    /// A value of a type.
    pub fn value(&self, ty: TypeId, value: &Value) -> String {
        self.notation.value(self.program, ty, value)
    }

    /// Names with their values, as texts.
    pub fn pairs(&self, given: &[Given]) -> Vec<(String, String)> {
        given.iter().map(|given| (given.name.clone(), self.value(given.ty, &given.value))).collect()
    }

    /// `X = 1 and A = (others => 0)`, in the notation of the language: the values of the variables in the condition,
    /// then the inputs. An input that has another value by then, or whose name a variable of the condition has, is
    /// `X = 0 on entry`. `None` if no value matters.
    pub fn example(&self, counterexample: &Counterexample) -> Option<String> {
        let parts = self.equations(counterexample);
        if parts.is_empty() { None } else { Some(self.notation.all_of(&parts)) }
    }

    /// What is equal to what in the example.
    fn equations(&self, counterexample: &Counterexample) -> Vec<String> {
        let values = self.pairs(&counterexample.values);
        let mut parts: Vec<String> = values.iter().map(|(name, value)| self.notation.equation(name, value)).collect();
        let inputs = self.pairs(&counterexample.inputs);
        for (name, value) in inputs.iter().chain(&self.pairs(&counterexample.globals)) {
            let part = self.notation.equation(name, value);
            if parts.contains(&part) {
                continue;
            }
            let other = values.iter().any(|(current, _)| current == name);
            parts.push(if other { part + " on entry" } else { part });
        }
        parts.dedup();
        parts
    }

    /// `in iteration 10 of the loop at line 14`: the iteration vector, from the outermost loop inwards. Loops of other
    /// files than the check's are named with their file. `None` outside of loops.
    pub fn iterations(&self, check: Loc, counterexample: &Counterexample) -> Option<String> {
        let here = self.places.position(check).file;
        let parts: Vec<String> = counterexample
            .iterations
            .iter()
            .map(|(loc, iteration)| {
                let position = self.places.position(*loc);
                let file = if position.file == here { String::new() } else { format!("{}, ", position.file) };
                format!("iteration {iteration} of the loop at {file}line {}", position.line)
            })
            .collect();
        if parts.is_empty() { None } else { Some(format!("in {}", parts.join(", "))) }
    }

    /// What the client does that the run starts with, equal calls told once: `Stacks.Push (X => 0), 11 times`.
    pub fn deeds(&self, counterexample: &Counterexample) -> Vec<String> {
        let mut told: Vec<(String, usize)> = Vec::new();
        for deed in &counterexample.deeds {
            let text = match deed {
                Deed::Called(callee, arguments) => {
                    self.notation.call(&self.program.procedure(*callee).name, &self.pairs(arguments))
                }
                Deed::Assigned(given) => self.notation.assignment(&given.name, &self.value(given.ty, &given.value)),
            };
            match told.last_mut() {
                Some((last, times)) if *last == text => *times += 1,
                _ => told.push((text, 1)),
            }
        }
        let times = |(text, times): (String, usize)| if times > 1 { format!("{text}, {times} times") } else { text };
        told.into_iter().map(times).collect()
    }

    /// The call that the run starts with: `Sub (X => 1, Y => 2)`; or all that a client does.
    pub fn call(&self, counterexample: &Counterexample) -> String {
        if !counterexample.deeds.is_empty() {
            return self.deeds(counterexample).join("; ");
        }
        let name = &self.program.procedure(counterexample.entry).name;
        self.notation.call(name, &self.pairs(&counterexample.inputs))
    }

    /// The target and the value of an assignment.
    pub fn assigned(&self, event: &Event) -> Option<(String, String)> {
        let EventKind::Assigned { procedure, var, index, value } = &event.kind else { return None };
        let var = self.program.procedure(*procedure).var(*var);
        Some(match (index, &self.program.ty(var.ty).kind) {
            (Some(index), TypeKind::Array(array)) => {
                let places: Vec<String> =
                    index.iter().zip(&array.index).map(|(at, ty)| self.value(*ty, &Value::Int(at.clone()))).collect();
                (self.notation.component(&var.name, &places), self.value(array.component, value))
            }
            _ => (var.name.clone(), self.value(var.ty, value)),
        })
    }

    /// What happened, for instance `X := 3`.
    pub fn step(&self, event: &Event) -> String {
        if let Some((target, value)) = self.assigned(event) {
            return self.notation.assignment(&target, &value);
        }
        match &event.kind {
            EventKind::Called(callee, params) => {
                let callee = self.program.procedure(*callee);
                let params: Vec<(String, String)> = params
                    .iter()
                    .map(|(var, value)| (callee.var(*var).name.clone(), self.value(callee.var(*var).ty, value)))
                    .collect();
                format!("{} is called", self.notation.call(&callee.name, &params))
            }
            EventKind::Returned(callee) => format!("{} returns", self.program.procedure(*callee).name),
            EventKind::Assigned { .. } => String::new(),
        }
    }

    /// The trace, a line for each step that is shown: the last ones, or the `whole` of it.
    pub fn trace(&self, counterexample: &Counterexample, whole: bool) -> Vec<String> {
        let mut lines = Vec::new();
        for deed in self.deeds(counterexample) {
            let start = if lines.is_empty() { "path:" } else { "     " };
            lines.push(format!("{start} {deed}"));
        }
        if lines.is_empty() {
            lines.push(format!("path: {} is called", self.call(counterexample)));
        }
        let first = if whole { 0 } else { self.in_last_deed(counterexample) };
        let steps = &counterexample.steps[first..];
        let before = if first > 0 { 0 } else { counterexample.omitted };
        let shown = if whole { usize::MAX } else { SHOWN_STEPS };
        let left_out = before + steps.len().saturating_sub(shown);
        if left_out > 0 {
            lines.push(format!("      … {left_out} steps"));
        }
        for step in &steps[steps.len().saturating_sub(shown)..] {
            let position = self.places.position(step.loc);
            lines.push(format!("      {}:{}: {}", position.file, position.line, self.step(step)));
        }
        lines
    }

    /// Of a run that starts with a client the first step behind its last call: the outermost one that has not returned.
    fn in_last_deed(&self, counterexample: &Counterexample) -> usize {
        if counterexample.deeds.is_empty() {
            return 0;
        }
        let (mut returned, mut first) = (0usize, 0);
        for (at, step) in counterexample.steps.iter().enumerate().rev() {
            match step.kind {
                EventKind::Returned(_) => returned += 1,
                EventKind::Called(..) if returned > 0 => returned -= 1,
                EventKind::Called(..) => first = at + 1,
                EventKind::Assigned { .. } => {}
            }
        }
        first
    }

    /// Why the run may be none of the program in which this check fails, if so. `proved` says which checks are.
    pub fn doubt(
        &self,
        check: CheckId,
        counterexample: &Counterexample,
        proved: &dyn Fn(CheckId) -> bool,
    ) -> Option<String> {
        let made = || {
            let only_if = self.program.checks.get(check.index())?.only_if.as_deref()?;
            Some(format!("there is a run in which it fails{}, if {only_if}", self.when(counterexample)))
        };
        let another = self.of_another_program(counterexample).or_else(|| self.stops_before(counterexample, proved));
        another.or_else(made)
    }

    /// Why the program may end before: a check that the run gets past holds for some values only that nobody knows.
    fn stops_before(&self, counterexample: &Counterexample, proved: &dyn Fn(CheckId) -> bool) -> Option<String> {
        let (check, origins) = counterexample.passed.iter().find(|(check, _)| !proved(*check))?;
        let place = self.places.text(self.program.checks.get(check.index())?.loc);
        let (when, origins) = (self.when(counterexample), listed(origins));
        Some(format!(
            "a run in which it fails{when} gets past the check at {place}, which is not proved and takes {origins}"
        ))
    }

    /// Why the run may be none of the program, if so.
    fn of_another_program(&self, counterexample: &Counterexample) -> Option<String> {
        self.only_by_contract(counterexample).or_else(|| {
            let when = self.when(counterexample);
            let origins = Some(&counterexample.origins).filter(|origins| !origins.is_empty())?;
            Some(format!("a run in which it fails{when} takes {}", listed(origins)))
        })
    }

    /// Why the run shows nothing about the program, if some of it is what contracts admit.
    fn only_by_contract(&self, counterexample: &Counterexample) -> Option<String> {
        let names: Vec<&str> =
            counterexample.by_contract.iter().map(|id| self.program.procedure(*id).name.as_str()).collect();
        let contracts = match names.len() {
            0 => return None,
            1 => "the contract of",
            _ => "the contracts of",
        };
        let when = self.when(counterexample);
        Some(format!("{contracts} {} admits a run in which it fails{when}, the body may not", names.join(", ")))
    }

    /// The example in the middle of a sentence, without what is long in it.
    fn when(&self, counterexample: &Counterexample) -> String {
        let all = self.equations(counterexample);
        let mut room = LONG_EXAMPLE;
        let mut shown = all.clone();
        shown.retain(|part| {
            let fits = part.chars().count() <= room.min(LONG_VALUE);
            room -= if fits { part.chars().count() } else { 0 };
            fits
        });
        let others = match all.len() - shown.len() {
            _ if shown.is_empty() => return String::new(),
            0 => String::new(),
            1 => ", and another value".to_string(),
            more => format!(", and {more} other values"),
        };
        format!(" (e.g. when {}{others})", self.notation.all_of(&shown))
    }
}

/// What a run takes, in few words.
fn listed(origins: &[String]) -> String {
    match origins {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} and {two}"),
        [one, rest @ ..] => format!("{one} and {} others", rest.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::Lowered;
    use crate::interp::{Inputs, Limits, run};
    use crate::ir::{BinaryOp, Builder, Check, CheckKind, Mode};
    use crate::testing::{L, Plain, integer};
    use horn_solver::num::Int;

    #[test]
    fn values_and_inputs_are_named_once() {
        let mut lowered = Lowered::default();
        let ty = integer(&mut lowered.program);
        let entry = lowered.program.declare("P", L);
        Builder::new("P", L).finish(&mut lowered.program, entry);
        let places = lowered.places();
        let subject = Subject { program: &lowered.program, places: &places, notation: &Plain };
        let given = |name: &str, value: i64| Given { name: name.to_string(), ty, value: Value::Int(Int::from(value)) };
        let mut run = Counterexample::new(entry);
        assert_eq!(subject.example(&run), None);
        assert_eq!(subject.call(&run), "P()");
        run.inputs = vec![given("N", 1), given("A", 0)];
        run.values = vec![given("I", 1), given("N", 1)];
        assert_eq!(subject.example(&run).as_deref(), Some("I == 1 & N == 1 & A == 0"));
        assert_eq!(subject.call(&run), "P(1,0)");
        run.values = vec![given("N", 2)];
        assert_eq!(subject.example(&run).as_deref(), Some("N == 2 & N == 1 on entry & A == 0"));
        run.by_contract = vec![entry];
        let doubt = "the contract of P admits a run in which it fails (e.g. when N == 2 & N == 1 on entry & A == 0), \
                     the body may not";
        assert_eq!(subject.of_another_program(&run).as_deref(), Some(doubt));
        let check = lowered.program.add_check(Check::new(CheckKind::Assertion, L));
        let places = lowered.places();
        let subject = Subject { program: &lowered.program, places: &places, notation: &Plain };
        let mut run = Counterexample::new(entry);
        run.passed = vec![(check, vec!["a sensor".to_string()])];
        assert!(run.is_confirmed() && !run.is_certain());
        let doubt = "a run in which it fails gets past the check at :1:1, which is not proved and takes a sensor";
        assert_eq!(subject.doubt(check, &run, &|_| false).as_deref(), Some(doubt));
        assert_eq!(subject.doubt(check, &run, &|_| true), None);
    }

    /// `N <- N + 1; V <- any; check N > V` with the values of the choices in the order of the run.
    #[test]
    fn a_run_is_told_in_the_notation_of_the_language() {
        let mut lowered = Lowered::default();
        let program = &mut lowered.program;
        program.add_file("a.x");
        let ty = integer(program);
        let check = program.add_check(Check::new(CheckKind::Assertion, L));
        let entry = program.declare("P", L);
        let mut b = Builder::new("P", L);
        b.set_entry(true);
        let n = b.param("N", ty, Mode::InOut, L);
        let v = b.local("V", ty, L);
        let (value, one) = (b.var(n, L), b.int(1, ty, L));
        let sum = b.binary(BinaryOp::Add, value, one, ty, L);
        b.assign(n, sum, L);
        b.havoc(v, L);
        let (left, right) = (b.var(n, L), b.var(v, L));
        let less = b.compare(BinaryOp::Lt, left, right, L);
        b.check(check, less, L);
        b.return_(L);
        b.finish(program, entry);
        let inputs = Inputs { params: vec![Value::Int(Int::from(4))], globals: Vec::new() };
        let run = run(&lowered.program, entry, &inputs, &mut (), Limits { steps: 100, cancel: None, trace: true });
        let example = Counterexample::of(&lowered.program, entry, &inputs, run);
        let places = lowered.places();
        let subject = Subject { program: &lowered.program, places: &places, notation: &Plain };
        assert!(example.is_confirmed() && subject.of_another_program(&example).is_none());
        assert_eq!(example.chosen.iter().map(|chosen| chosen.site.var).collect::<Vec<_>>(), [v]);
        assert_eq!(subject.example(&example).as_deref(), Some("N == 5 & V == 0 & N == 4 on entry"));
        let lines = subject.trace(&example, false);
        assert_eq!(lines[..2], ["path: P(4) is called", "      a.x:1: N <- 5"]);
    }
}
