//! Counterexamples as text: the values that make a check fail, and the path to it.

use crate::verify::report::{Counterexample, Places};
use horn_frontend::ir::Loc;

/// How many steps of a trace are shown.
const SHOWN_STEPS: usize = 40;

/// `X = 1 and A = (others => 0)`: the values of the variables in the condition, then the inputs. An input that has
/// another value by then, or whose name a variable of the condition has, is `X = 0 on entry`. `None` if no value
/// matters.
pub fn example(counterexample: &Counterexample) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    for (name, value) in &counterexample.values {
        parts.push(format!("{name} = {value}"));
    }
    for (name, value) in counterexample.inputs.iter().chain(&counterexample.globals) {
        let part = format!("{name} = {value}");
        if parts.contains(&part) {
            continue;
        }
        let other = counterexample.values.iter().any(|(current, _)| current == name);
        parts.push(if other { part + " on entry" } else { part });
    }
    parts.dedup();
    if parts.is_empty() { None } else { Some(parts.join(" and ")) }
}

/// `in iteration 10 of the loop at line 14`: the iteration vector, from the outermost loop inwards. Loops of other
/// files than the check's are named with their file. `None` outside of loops.
pub fn iterations(places: &Places<'_>, check: Loc, counterexample: &Counterexample) -> Option<String> {
    let here = places.position(check).file;
    let parts: Vec<String> = counterexample
        .iterations
        .iter()
        .map(|(loc, iteration)| {
            let position = places.position(*loc);
            let file = if position.file == here { String::new() } else { format!("{}, ", position.file) };
            format!("iteration {iteration} of the loop at {file}line {}", position.line)
        })
        .collect();
    if parts.is_empty() { None } else { Some(format!("in {}", parts.join(", "))) }
}

/// The trace, a line for each step that is shown: the last ones, or the `whole` of it.
pub fn trace(places: &Places<'_>, counterexample: &Counterexample, whole: bool) -> Vec<String> {
    let mut lines = vec![format!("path: {} is called", call(counterexample))];
    let shown = if whole { usize::MAX } else { SHOWN_STEPS };
    let left_out = counterexample.omitted + counterexample.steps.len().saturating_sub(shown);
    if left_out > 0 {
        lines.push(format!("      … {left_out} steps"));
    }
    for step in &counterexample.steps[counterexample.steps.len().saturating_sub(shown)..] {
        let position = places.position(step.loc);
        lines.push(format!("      {}:{}: {}", position.file, position.line, step.text));
    }
    lines
}

/// `Sub (X => 1, Y => 2)`.
pub fn call(counterexample: &Counterexample) -> String {
    if counterexample.inputs.is_empty() {
        return counterexample.entry.clone();
    }
    let inputs: Vec<String> = counterexample.inputs.iter().map(|(name, value)| format!("{name} => {value}")).collect();
    format!("{} ({})", counterexample.entry, inputs.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_inputs_are_named_once() {
        let pair = |name: &str, value: &str| (name.to_string(), value.to_string());
        let mut given = Counterexample { entry: "P".to_string(), ..Counterexample::default() };
        assert_eq!(example(&given), None);
        assert_eq!(call(&given), "P");
        given.inputs = vec![pair("N", "1"), pair("A", "(others => 0)")];
        given.values = vec![pair("I", "1"), pair("N", "1")];
        assert_eq!(example(&given).as_deref(), Some("I = 1 and N = 1 and A = (others => 0)"));
        assert_eq!(call(&given), "P (N => 1, A => (others => 0))");
        given.values = vec![pair("N", "2")];
        assert_eq!(example(&given).as_deref(), Some("N = 2 and N = 1 on entry and A = (others => 0)"));
    }
}
