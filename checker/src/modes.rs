//! Disjunctions whose members say which value a term has: the locations of a program in one clause, the modes of a
//! controller, and what a model says of each of them.
//!
//! Where the value is known only the members that fit matter. With n locations in a clause, and a refutation of n steps
//! or a model of n cases, they are n members to look at in the place of n².

use crate::formula::conjuncts;
use crate::term::{Name, Op, Term, Terms};
use std::collections::HashMap;

/// Disjunctions with fewer members stay as they are.
const MANY: usize = 65;
/// The parts of all cases together may be so many times the members and parts that they are made of.
const GROWTH: usize = 20;

/// The members of a disjunction, or other formulas, by the values of terms for which each of them matters.
struct Modes {
    /// By each of the terms that at least half of the formulas fix.
    tables: Vec<Table>,
}

/// Formulas by the value of one term.
struct Table {
    /// The term.
    key: Term,
    /// The formulas that matter for one value only.
    by_value: HashMap<String, Vec<Term>>,
    /// Those that matter for any.
    others: Vec<Term>,
}

impl Modes {
    /// `fixed` says which terms must have which values for a formula to matter. `None` if no term is fixed by half of
    /// the formulas, or if they are few.
    fn new(formulas: &[Term], mut fixed: impl FnMut(Term) -> Vec<(Term, String)>) -> Option<Modes> {
        if formulas.len() < MANY {
            return None;
        }
        let fixed: Vec<Vec<(Term, String)>> = formulas.iter().map(|&formula| fixed(formula)).collect();
        let mut counts: HashMap<Term, usize> = HashMap::new();
        for (term, _) in fixed.iter().flatten() {
            *counts.entry(*term).or_default() += 1;
        }
        let mut keys: Vec<Term> =
            counts.into_iter().filter(|&(_, count)| count * 2 >= formulas.len()).map(|(term, _)| term).collect();
        keys.sort_unstable();
        let table = |key: Term| {
            let mut table = Table { key, by_value: HashMap::new(), others: Vec::new() };
            for (&formula, fixed) in formulas.iter().zip(&fixed) {
                match fixed.iter().find(|&&(term, _)| term == key) {
                    Some((_, value)) => table.by_value.entry(value.clone()).or_default().push(formula),
                    None => table.others.push(formula),
                }
            }
            table
        };
        (!keys.is_empty()).then(|| Modes { tables: keys.into_iter().map(table).collect() })
    }

    /// Those that matter if terms have these values, as the table says that has the fewest; `None` if none of its terms
    /// has one.
    fn at<'v>(&self, value: impl Fn(Term) -> Option<&'v String>) -> Option<Vec<Term>> {
        let found = self.tables.iter().filter_map(|table| {
            let formulas = table.by_value.get(value(table.key)?).map_or(&[][..], Vec::as_slice);
            Some((formulas, &table.others))
        });
        let (formulas, others) = found.min_by_key(|(formulas, others)| formulas.len() + others.len())?;
        Some(formulas.iter().chain(others).copied().collect())
    }
}

/// The value of a numeral, also a negated one, or of a literal of a bit-vector, as a text: two literals of one sort
/// have the same value if and only if they have the same text.
fn value(terms: &Terms, term: Term) -> Option<String> {
    let head = terms.head(term)?;
    match terms.args(term) {
        [] if !head.is_empty() && head.bytes().all(|byte| byte.is_ascii_digit()) => {
            let digits = head.trim_start_matches('0');
            Some(if digits.is_empty() { "0" } else { digits }.to_string())
        }
        [] => match (head.strip_prefix("#b"), head.strip_prefix("#x")) {
            (Some(_), _) => Some(head.to_string()),
            (_, Some(digits)) => {
                let bits = digits.chars().map(|digit| digit.to_digit(16).map(|digit| format!("{digit:04b}")));
                Some(format!("#b{}", bits.collect::<Option<String>>()?))
            }
            _ => None,
        },
        &[number] if head == "-" && terms.args(number).is_empty() => {
            let digits = value(terms, number).filter(|digits| !digits.starts_with('#'))?;
            Some(if digits == "0" { digits } else { format!("-{digits}") })
        }
        _ => None,
    }
}

/// Which terms have which values wherever the formula holds, as far as it says so in so many words.
fn equalities(terms: &mut Terms, formula: Term) -> Vec<(Term, String)> {
    let mut found = Vec::new();
    for part in conjuncts(terms, &[formula]) {
        let (Some("="), &[a, b]) = (terms.head(part), terms.args(part)) else { continue };
        match (value(terms, a), value(terms, b)) {
            (None, Some(value)) => found.push((a, value)),
            (Some(value), None) => found.push((b, value)),
            _ => {}
        }
    }
    found
}

/// An assertion with a disjunction of many members among its premises.
struct Choice {
    /// What the assertion quantifies over.
    quantifier: Op,
    /// The other premises.
    premises: Vec<Term>,
    /// The disjunction.
    modes: Modes,
    /// Variables whose values it tells, with their names.
    names: HashMap<Term, Name>,
    /// The conclusion.
    conclusion: Term,
}

/// Makes assertions smaller that are used with known values of their variables.
#[derive(Default)]
pub struct Narrower {
    /// The assertions looked at so far, and what was found in them.
    known: HashMap<Term, Option<Choice>>,
}

impl Narrower {
    /// A consequence of the assertion, which says as much as the assertion where the variables have these values: of a
    /// disjunction among its premises only the members that fit are kept.
    pub fn narrowed(&mut self, terms: &mut Terms, assertion: Term, values: &HashMap<Name, Term>) -> Term {
        let choice = self.known.entry(assertion).or_insert_with(|| Choice::of(terms, assertion));
        let Some(choice) = choice else { return assertion };
        let known: HashMap<Term, String> =
            (choice.names.iter()).filter_map(|(&var, name)| Some((var, value(terms, *values.get(name)?)?))).collect();
        let Some(members) = choice.modes.at(|key| known.get(&key)) else { return assertion };
        let mut parts = choice.premises.clone();
        parts.push(terms.or(&members));
        let premise = terms.and(&parts);
        let body = terms.apply("=>", &[premise, choice.conclusion]);
        terms.make(choice.quantifier.clone(), &[body])
    }
}

impl Choice {
    fn of(terms: &mut Terms, assertion: Term) -> Option<Choice> {
        let quantifier @ Op::Forall(_) = terms.op(assertion).clone() else { return None };
        let body = terms.args(assertion)[0];
        let (Some("=>"), [premises @ .., conclusion]) = (terms.head(body), terms.args(body)) else { return None };
        let (premises, conclusion) = (premises.to_vec(), *conclusion);
        let mut premises = conjuncts(terms, &premises);
        let (at, modes) = largest(terms, &premises)?;
        premises.swap_remove(at);
        let variable = |key: Term| match *terms.op(key) {
            Op::Var(var) => Some((key, terms.var_info(var).name)),
            _ => None,
        };
        let names = modes.tables.iter().filter_map(|table| variable(table.key)).collect();
        Some(Choice { quantifier, premises, modes, names, conclusion })
    }
}

/// The disjunction of the most members whose members fix a term, and its place.
fn largest(terms: &mut Terms, parts: &[Term]) -> Option<(usize, Modes)> {
    let mut best: Option<(usize, Modes, usize)> = None;
    for (at, &part) in parts.iter().enumerate() {
        let members = members(terms, part);
        if best.as_ref().is_none_or(|&(_, _, size)| members.len() > size)
            && let Some(modes) = Modes::new(&members, |member| equalities(terms, member))
        {
            best = Some((at, modes, members.len()));
        }
    }
    best.map(|(at, modes, _)| (at, modes))
}

/// The members of a formula as a disjunction.
fn members(terms: &mut Terms, formula: Term) -> Vec<Term> {
    let negation = terms.not(formula);
    let parts = conjuncts(terms, &[negation]);
    parts.into_iter().map(|part| terms.not(part)).collect()
}

/// A conjunction in the cases of its largest disjunction. In each case other disjunctions have only the members that
/// fit the values which the case gives to terms, and parts are left out that hold for these values. If all cases are
/// unsatisfiable the conjunction is. `None` if there is no such disjunction, or if the cases stay large.
pub fn cases(terms: &mut Terms, parts: &[Term]) -> Option<Vec<Vec<Term>>> {
    let mut parts = conjuncts(terms, parts);
    let (at, _) = largest(terms, &parts)?;
    let split = parts.swap_remove(at);
    let split = members(terms, split);
    let mut size = split.len() + parts.len();
    let (mut choices, mut rest) = (Vec::new(), Vec::new());
    for part in parts {
        let members = members(terms, part);
        size += members.len();
        match Modes::new(&members, |member| equalities(terms, member)) {
            Some(modes) => choices.push((part, modes)),
            None => rest.push(part),
        }
    }
    // What is no disjunction of many members may hold for all values of a term but one.
    let guarded = Modes::new(&rest, |part| {
        let negation = terms.not(part);
        equalities(terms, negation)
    });
    let mut left = size * GROWTH;
    let mut cases = Vec::new();
    for member in split {
        let Some(case) = case(terms, member, &choices, guarded.as_ref(), &rest) else { continue };
        left = left.checked_sub(case.len())?;
        cases.push(case);
    }
    Some(cases)
}

/// The conjunction of a member with all that may matter beside it; `None` if it is contradictory.
fn case(
    terms: &mut Terms,
    member: Term,
    choices: &[(Term, Modes)],
    guarded: Option<&Modes>,
    rest: &[Term],
) -> Option<Vec<Term>> {
    let mut values = HashMap::new();
    let mut parts = Vec::new();
    add(terms, &mut values, &mut parts, member)?;
    let mut open: Vec<&(Term, Modes)> = choices.iter().collect();
    // A choice that has become one member may give values that others wait for.
    loop {
        let before = open.len();
        let mut waiting = Vec::new();
        for choice in open {
            let Some(mut fitting) = choice.1.at(|key| values.get(&key)) else {
                waiting.push(choice);
                continue;
            };
            fitting.retain(|&member| terms.head(member) != Some("false"));
            match fitting[..] {
                [one] => add(terms, &mut values, &mut parts, one)?,
                _ => parts.push(terms.or(&fitting)),
            }
        }
        open = waiting;
        if open.len() == before {
            break;
        }
    }
    parts.extend(open.iter().map(|choice| choice.0));
    match guarded.and_then(|guarded| guarded.at(|key| values.get(&key))) {
        Some(fitting) => parts.extend(fitting),
        None => parts.extend(rest),
    }
    Some(parts)
}

/// Adds a formula, and the values that it gives to terms; `None` if one of these has another value.
fn add(terms: &mut Terms, values: &mut HashMap<Term, String>, parts: &mut Vec<Term>, formula: Term) -> Option<()> {
    for (term, value) in equalities(terms, formula) {
        if values.entry(term).or_insert_with(|| value.clone()) != &value {
            return None;
        }
    }
    parts.push(formula);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `x = value ∧ y = other`, and more such.
    fn numbered(terms: &mut Terms, equal: &[(&str, usize)]) -> Term {
        let parts: Vec<Term> = equal
            .iter()
            .map(|&(name, value)| {
                let (name, value) = (terms.apply(name, &[]), terms.apply(&value.to_string(), &[]));
                terms.apply("=", &[name, value])
            })
            .collect();
        terms.and(&parts)
    }

    #[test]
    fn literals_of_one_value_have_one_text() {
        let mut terms = Terms::default();
        let mut of = |head: &str, negated: bool| {
            let number = terms.apply(head, &[]);
            let number = if negated { terms.apply("-", &[number]) } else { number };
            value(&terms, number)
        };
        assert_eq!(of("007", false), of("7", false));
        assert_eq!(of("0", true), of("00", false));
        assert_ne!(of("7", true), of("7", false));
        assert_eq!(of("#xA", false), of("#b1010", false));
        assert_eq!(of("#xa", false), of("#xA", false));
        assert_ne!(of("#x0a", false), of("#xa", false));
        assert_eq!((of("x", false), of("1.0", false), of("#b1", true)), (None, None, None));
    }

    #[test]
    fn a_case_keeps_what_fits_and_what_has_no_value() {
        let mut terms = Terms::default();
        let steps: Vec<Term> = (0..100).map(|i| numbered(&mut terms, &[("l", i), ("m", i + 1)])).collect();
        let steps = terms.or(&steps);
        let mut states: Vec<Term> = (0..100).map(|i| numbered(&mut terms, &[("l", i), ("s", 7 * i)])).collect();
        let anywhere = numbered(&mut terms, &[("s", 3)]);
        states.push(anywhere);
        let states = terms.or(&states);
        let goals: Vec<Term> = (0..101).map(|i| numbered(&mut terms, &[("m", i), ("t", 7 * i)])).collect();
        let goals = terms.or(&goals);
        let no_goal = terms.not(goals);
        let free = numbered(&mut terms, &[("free", 1)]);
        let cases = cases(&mut terms, &[states, free, no_goal, steps]).expect("there are cases");
        // One for each location, and one for what is said of all.
        assert_eq!(cases.len(), 101);
        let fifth = numbered(&mut terms, &[("l", 5), ("m", 6)]);
        let goal = numbered(&mut terms, &[("m", 6), ("t", 42)]);
        let not_goal = terms.not(goal);
        let state = numbered(&mut terms, &[("l", 5), ("s", 35)]);
        assert!(cases[5].contains(&state) && cases[5].contains(&fifth), "{:?}", cases[5]);
        assert!(cases[5].contains(&free) && cases[5].contains(&not_goal) && cases[5].len() == 4);
        // It gives l no value: everything is kept.
        assert!(cases[100].contains(&anywhere) && cases[100].contains(&steps) && cases[100].len() > 100);
    }

    #[test]
    fn cases_that_stay_large_are_none() {
        let mut terms = Terms::default();
        let steps: Vec<Term> = (0..100).map(|i| numbered(&mut terms, &[("l", i)])).collect();
        let steps = terms.or(&steps);
        let mut parts: Vec<Term> = (0..5_000).map(|i| numbered(&mut terms, &[(&format!("x{i}"), i)])).collect();
        parts.push(steps);
        assert!(cases(&mut terms, &parts).is_none());
        assert!(cases(&mut terms, &parts[..100]).is_none(), "no disjunction");
    }
}
