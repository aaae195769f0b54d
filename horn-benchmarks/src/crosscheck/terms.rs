//! Random terms: the constructors that simplify, evaluation and substitution against Z3, which gets the text as it was
//! made.

use super::generate::Generator;
use super::judge::{Judgement, ask};
use super::signature::{Sort, declarations};
use horn_solver::random::SplitMix;
use horn_solver::smtlib::print::term_text;
use horn_solver::smtlib::{self, Names, Script};
use horn_solver::term::{Assignment, TermId, Value, evaluate};
use std::fmt::Write;
use std::path::Path;

/// How many terms share a process.
const BATCH: u64 = 50;
/// Z3's bound on the effort for a query.
const EFFORT: u32 = 200_000;

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The reader and the constructors that simplify.
    Reading,
    /// Evaluation under values.
    Evaluation,
    /// Substitution of values.
    Values,
    /// Substitution of terms.
    Terms,
}

/// What came of all terms.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// How many terms were made.
    pub terms: u64,
    /// How many queries Z3 has answered as it should.
    pub agreed: u64,
    /// How many Z3 left undecided.
    pub unknown: u64,
    /// How many terms have no value under the values drawn, as SMT-LIB leaves it open.
    pub undefined: u64,
    /// How many terms could not be compared as the reader made more of them than one term.
    pub skipped: u64,
    /// Differences, and texts that one side refuses.
    pub differences: Vec<String>,
}

/// A term with what is substituted in it.
struct Sample {
    seed: u64,
    text: String,
    sort: Sort,
    /// The free variables: name, sort, a value, and a term over the same variables.
    variables: Vec<(String, Sort, String, String)>,
}

impl Sample {
    fn new(seed: u64) -> Sample {
        let mut random = SplitMix(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let ground = random.one_in(3);
        let depth = 1 + random.below(4) as u32;
        let mut generator = Generator::new(&mut random, ground);
        let sort = if generator.random.one_in(3) { Sort::Bool } else { generator.sort() };
        let text = generator.term(&sort, depth);
        let first = generator.free.clone();
        let mut variables = Vec::new();
        for (name, sort) in &first {
            let value = sort.value(generator.random, 2);
            let term = generator.term(sort, 1);
            variables.push((name.clone(), sort.clone(), value, term));
        }
        // The terms may bring variables of their own.
        for (name, sort) in generator.free.clone() {
            if !first.contains_key(&name) {
                let value = sort.value(generator.random, 2);
                variables.push((name.clone(), sort, value, name));
            }
        }
        Sample { seed, text, sort, variables }
    }

    /// The clauses that carry the term, the values and the terms to substitute through the reader.
    fn clauses(&self, number: usize) -> String {
        let (text, sort) = (&self.text, self.sort.text());
        let sorts: Vec<String> = self.variables.iter().map(|(_, sort, ..)| sort.text()).collect();
        let names: Vec<&str> = self.variables.iter().map(|(name, ..)| name.as_str()).collect();
        let values: Vec<&str> = self.variables.iter().map(|(_, _, value, _)| value.as_str()).collect();
        let terms: Vec<&str> = self.variables.iter().map(|(.., term)| term.as_str()).collect();
        let bound: Vec<String> =
            self.variables.iter().map(|(name, sort, ..)| format!("({name} {})", sort.text())).collect();
        let around =
            |body: String| if bound.is_empty() { body } else { format!("(forall ({}) {body})", bound.join(" ")) };
        let mut out = format!(
            "(declare-fun p{number} ({sort} {} {} {}) Bool)\n",
            sorts.join(" "),
            sorts.join(" "),
            sorts.join(" ")
        );
        let atom = format!("(p{number} {text} {} {} {})", names.join(" "), values.join(" "), terms.join(" "));
        let _ = writeln!(out, "(assert {})", around(atom));
        out
    }
}

/// Compares that many terms, of the seeds from `seed` on. `progress` is told how many are done.
///
/// # Errors
/// Z3 cannot be run.
pub fn compare(z3: &Path, seed: u64, count: u64, progress: &mut dyn FnMut(&Outcome)) -> Result<Outcome, String> {
    let mut outcome = Outcome::default();
    let mut next = seed;
    while next < seed + count {
        let end = (next + BATCH).min(seed + count);
        let samples: Vec<Sample> = (next..end).map(Sample::new).collect();
        batch(z3, &samples, &mut outcome)?;
        next = end;
        progress(&outcome);
    }
    Ok(outcome)
}

fn batch(z3: &Path, samples: &[Sample], outcome: &mut Outcome) -> Result<(), String> {
    let mut queries: Vec<(usize, Stage, String)> = Vec::new();
    for (number, sample) in samples.iter().enumerate() {
        outcome.terms += 1;
        let script = format!("(set-logic HORN)\n{}{}(check-sat)\n", declarations(), sample.clauses(number));
        match smtlib::read(script.as_bytes()) {
            Ok(script) => match compared(sample, script, outcome) {
                Some(found) => queries.extend(found.into_iter().map(|(stage, query)| (number, stage, query))),
                None => outcome.skipped += 1,
            },
            Err(error) => {
                outcome.differences.push(format!("seed {}: refused: {error}\n{}", sample.seed, sample.text));
            }
        }
    }
    let texts: Vec<String> = queries.iter().map(|(_, _, query)| query.clone()).collect();
    let answers = ask(z3, &declarations(), &texts, EFFORT)?;
    for ((number, stage, query), answer) in queries.into_iter().zip(answers) {
        let seed = samples[number].seed;
        match answer {
            Judgement::Unsat => outcome.agreed += 1,
            Judgement::Unknown => outcome.unknown += 1,
            Judgement::Sat => outcome.differences.push(format!("seed {seed}: {stage:?} differs\n{query}")),
            Judgement::Refused(error) => {
                outcome.differences.push(format!("seed {seed}: {stage:?}: Z3 says {error}\n{query}"));
            }
        }
    }
    Ok(())
}

/// The queries that must be unsatisfiable; `None` if the clause read is not the atom alone.
fn compared(sample: &Sample, script: Script, outcome: &mut Outcome) -> Option<Vec<(Stage, String)>> {
    let Script { mut store, system, .. } = script;
    let [clause] = &system.clauses[..] else { return None };
    let head = clause.head.as_ref()?;
    if clause.constraint != horn_solver::term::Store::TRUE || !clause.body.is_empty() {
        return None;
    }
    let count = sample.variables.len();
    let term = head.args[0];
    let (variables, rest) = head.args[1..].split_at(count);
    let (values, terms) = rest.split_at(count);
    // Which name each variable of the clause has.
    let mut names = vec![String::from("unused"); clause.vars.len()];
    let mut by_number: Vec<Option<usize>> = vec![None; clause.vars.len()];
    for (at, &variable) in variables.iter().enumerate() {
        let number = store.as_var(variable)? as usize;
        names[number].clone_from(&sample.variables[at].0);
        by_number[number] = Some(at);
    }
    if by_number.contains(&None) {
        return None;
    }
    let mut spelling = Names::user(&store, &system);
    spelling.set_vars(names);
    let text = sample.text.as_str();
    let declared: String =
        sample.variables.iter().map(|(name, sort, ..)| format!("(declare-const {name} {})\n", sort.text())).collect();
    let fixed: String =
        sample.variables.iter().map(|(name, _, value, _)| format!("(assert (= {name} {value}))\n")).collect();
    let apart = |a: &str, b: &str| format!("(assert (not (= {a}\n  {b})))\n");
    let mut queries = Vec::new();
    let printed = term_text(&store, term, &spelling);
    queries.push((Stage::Reading, format!("{declared}{}", apart(text, &printed))));

    let place = |number: usize| by_number[number].unwrap_or(0);
    let assigned: Option<Vec<Value>> =
        (0..clause.vars.len()).map(|n| evaluate(&store, values[place(n)], &Assignment::default())).collect();
    let assignment = Assignment::from_values(assigned?);
    match evaluate(&store, term, &assignment) {
        Some(value) => {
            let sort = store.sort_of(term);
            let value = value.to_term(&mut store, sort);
            let value = term_text(&store, value, &spelling);
            queries.push((Stage::Evaluation, format!("{declared}{fixed}{}", apart(text, &value))));
        }
        None => outcome.undefined += 1,
    }
    let images: Vec<TermId> = (0..clause.vars.len()).map(|n| values[place(n)]).collect();
    let replaced = store.instantiate(term, &images);
    let replaced = term_text(&store, replaced, &spelling);
    queries.push((Stage::Values, format!("{declared}{fixed}{}", apart(text, &replaced))));
    if count > 0 {
        let images: Vec<TermId> = (0..clause.vars.len()).map(|n| terms[place(n)]).collect();
        let replaced = store.instantiate(term, &images);
        let replaced = term_text(&store, replaced, &spelling);
        let bindings: Vec<String> =
            sample.variables.iter().map(|(name, _, _, term)| format!("({name} {term})")).collect();
        let original = format!("(let ({}) {text})", bindings.join(" "));
        queries.push((Stage::Terms, format!("{declared}{}", apart(&original, &replaced))));
    }
    Some(queries)
}
