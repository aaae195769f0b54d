//! Refutations as proofs in the Alethe format (<https://verit.gitlabpages.uliege.be/alethe/specification.pdf>), for checkers that share nothing
//! with this program.
//!
//! A proof is about the clauses as read, which come with it as a script: its assumptions are the assertions of that script, word for word. A
//! step of the refutation becomes an instance of its clause (`forall_inst`) whose ground terms are evaluated operator by operator
//! (`cong`, the `…_simplify` rules, `trans`) and whose head follows by resolution. Rules of Alethe evaluate Booleans and
//! linear arithmetic; what they do not cover (`mod`, bit-vectors, arrays, datatypes) is left to the checker as a `hole` per operator.

mod ground;

use ground::Ground;
use horn_solver::smtlib::Names;
use horn_solver::smtlib::script::write_datatypes;
use horn_solver::system::{Atom, Clause, Refutation, System};
use horn_solver::term::{Op, Store, TermId, postorder};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

/// A proof and what it is about.
pub struct Proof {
    /// The clauses as an SMT-LIB script.
    pub script: String,
    /// The proof that they contradict each other.
    pub proof: String,
}

/// More nodes than this, as trees, are not written out: Alethe has no `let`.
const MOST_NODES: u64 = 4_000_000;

/// The proof of a refutation; `Err` says why there is none.
pub fn proof(store: &mut Store, system: &System, refutation: &Refutation) -> Result<Proof, String> {
    let mut names = Names::closed(store, system);
    names.number_vars(system.clauses.iter().map(|clause| clause.vars.len()).max().unwrap_or(0));
    let Some(last) = refutation.steps.len().checked_sub(1) else { return Err("the refutation is empty".to_string()) };
    let mut needed = BTreeSet::from([last]);
    for index in (0..=last).rev() {
        if needed.contains(&index) {
            needed.extend(refutation.steps[index].premises.iter().copied());
        }
    }
    let size: u64 = needed.iter().map(|&step| nodes(store, system.clause(refutation.steps[step].clause))).sum();
    let size = size.saturating_add(system.clauses.iter().map(|clause| nodes(store, clause)).sum());
    if size > MOST_NODES {
        return Err(format!("no proof: {size} nodes without sharing are more than {MOST_NODES}"));
    }
    let formulas: Vec<String> =
        system.clauses.iter().map(|clause| formula(store, clause, &names)).collect::<Result<_, _>>()?;
    let mut writer = Writer { text: String::new(), next: 0 };
    let used: BTreeSet<u32> = needed.iter().map(|&step| refutation.steps[step].clause.0).collect();
    for &clause in &used {
        let _ = writeln!(writer.text, "(assume a{clause} {})", formulas[clause as usize]);
    }
    // The heads derived so far: their text, and the step that proves it.
    let mut derived: BTreeMap<usize, (String, String)> = BTreeMap::new();
    for &index in &needed {
        let step = &refutation.steps[index];
        let clause = system.clause(step.clause);
        let premises: Vec<&(String, String)> =
            step.premises.iter().filter_map(|premise| derived.get(premise)).collect();
        if premises.len() != clause.body.len() {
            return Err("a step of the refutation has lost a premise".to_string());
        }
        let mut ground = Ground::new(store, &names, clause, &step.values)?;
        let instance = (step.clause.0, &formulas[step.clause.index()][..]);
        let conclusion = writer.instance(&mut ground, clause, instance, &premises)?;
        derived.insert(index, conclusion);
    }
    Ok(Proof { script: script(store, system, &names, &formulas), proof: writer.text })
}

/// The nodes of a clause, as trees.
fn nodes(store: &Store, clause: &Clause) -> u64 {
    let roots = clause.terms();
    let mut sizes: HashMap<TermId, u64> = HashMap::new();
    for term in postorder(store, &roots) {
        let size = store.args(term).iter().fold(1u64, |sum, arg| sum.saturating_add(sizes[arg]));
        sizes.insert(term, size);
    }
    roots.iter().fold(0, |sum: u64, root| sum.saturating_add(sizes[root]))
}

/// The script of the clauses.
fn script(store: &Store, system: &System, names: &Names, formulas: &[String]) -> String {
    let mut text = String::from("(set-logic HORN)\n");
    write_datatypes(&mut text, store, names);
    for pred in system.pred_ids() {
        let sorts: Vec<String> = system.pred(pred).sorts.iter().map(|&sort| names.sort(store, sort)).collect();
        let _ = writeln!(text, "(declare-fun {} ({}) Bool)", names.pred(pred), sorts.join(" "));
    }
    for formula in formulas {
        let _ = writeln!(text, "(assert {formula})");
    }
    text.push_str("(check-sat)\n");
    text
}

/// A clause as a closed formula, without `let`.
fn formula(store: &Store, clause: &Clause, names: &Names) -> Result<String, String> {
    let mut texts = ground::Texts::default();
    for term in postorder(store, &clause.terms()) {
        if matches!(store.op(term), Op::Forall(_) | Op::Exists(_) | Op::Aggregate(_)) {
            return Err("no proof: Alethe proofs don't cover quantifiers and aggregates in clauses".to_string());
        }
        texts.add(store, names, term, None);
    }
    let matrix = matrix(clause, |atom| atom_text(names, atom, |arg| texts.get(arg)), |term| texts.get(term));
    if clause.vars.is_empty() {
        return Ok(matrix.text);
    }
    let vars: Vec<String> = clause
        .vars
        .iter()
        .enumerate()
        .map(|(number, &sort)| format!("({} {})", names.var(number as u32), names.sort(store, sort)))
        .collect();
    Ok(format!("(forall ({}) {})", vars.join(" "), matrix.text))
}

/// `p`, or `(p t u)`.
fn atom_text<'t>(names: &Names, atom: &Atom, arg: impl Fn(TermId) -> &'t str) -> String {
    if atom.args.is_empty() {
        return names.pred(atom.pred).to_string();
    }
    let args: Vec<&str> = atom.args.iter().map(|&term| arg(term)).collect();
    format!("({} {})", names.pred(atom.pred), args.join(" "))
}

/// `(=> body head)` and its parts.
struct Matrix {
    text: String,
    body: String,
    /// The conjuncts of the body: the atoms, then the constraint if it is not `true`.
    parts: Vec<String>,
    head: String,
}

fn matrix<'t>(clause: &Clause, atom: impl Fn(&Atom) -> String, term: impl Fn(TermId) -> &'t str) -> Matrix {
    let mut parts: Vec<String> = clause.body.iter().map(&atom).collect();
    if clause.constraint != Store::TRUE {
        parts.push(term(clause.constraint).to_string());
    }
    let body = match &parts[..] {
        [] => "true".to_string(),
        [part] => part.clone(),
        parts => format!("(and {})", parts.join(" ")),
    };
    let head = clause.head.as_ref().map_or_else(|| "false".to_string(), atom);
    Matrix { text: format!("(=> {body} {head})"), body, parts, head }
}

/// Writes steps.
pub(crate) struct Writer {
    text: String,
    next: u64,
}

impl Writer {
    /// Writes a step; its name.
    pub(crate) fn step(&mut self, clause: &[&str], rule: &str, premises: &[&str], args: &[&str]) -> String {
        let name = format!("t{}", self.next);
        self.next += 1;
        let _ = write!(self.text, "(step {name} (cl");
        for literal in clause {
            let _ = write!(self.text, " {literal}");
        }
        let _ = write!(self.text, ") :rule {rule}");
        for (keyword, list) in [(":premises", premises), (":args", args)] {
            if !list.is_empty() {
                let _ = write!(self.text, " {keyword} ({})", list.join(" "));
            }
        }
        self.text.push_str(")\n");
        name
    }

    /// From `known`, which proves `from`, and `equality`, which proves `(= from to)`: a proof of `to`.
    fn forward(&mut self, known: &str, from: &str, to: &str, equality: &str) -> String {
        let split = self.step(&[&not(from), to], "equiv1", &[equality], &[]);
        self.step(&[to], "resolution", &[&split, known], &[])
    }

    /// From `known`, which proves `to`, and `equality`, which proves `(= from to)`: a proof of `from`.
    fn backward(&mut self, known: &str, from: &str, to: &str, equality: &str) -> String {
        let split = self.step(&[from, &not(to)], "equiv2", &[equality], &[]);
        self.step(&[from], "resolution", &[&split, known], &[])
    }

    /// The steps for one instance of a clause. The derived head, with values for arguments, and the step that proves it; for a query the
    /// empty clause.
    fn instance(
        &mut self,
        ground: &mut Ground<'_>,
        clause: &Clause,
        (number, formula): (u32, &str),
        premises: &[&(String, String)],
    ) -> Result<(String, String), String> {
        let names = ground.names();
        let matrix = matrix(clause, |atom| atom_text(names, atom, |arg| ground.text(arg)), |term| ground.text(term));
        let assumption = format!("a{number}");
        let mut implication = assumption.clone();
        if !clause.vars.is_empty() {
            let denied = not(formula);
            let values: Vec<&str> = ground.values().iter().map(String::as_str).collect();
            let either = format!("(or {denied} {})", matrix.text);
            let instance = self.step(&[&either], "forall_inst", &[], &values);
            let split = self.step(&[&denied, &matrix.text], "or", &[&instance], &[]);
            implication = self.step(&[&matrix.text], "resolution", &[&split, &assumption], &[]);
        }
        let follows = self.step(&[&not(&matrix.body), &matrix.head], "implies", &[&implication], &[]);
        let mut proved = Vec::new();
        for ((atom, text), (found, step)) in clause.body.iter().zip(&matrix.parts).zip(premises) {
            proved.push(match self.application(ground, atom, text)? {
                Some((value, equality)) if value == *found => self.backward(step, text, &value, &equality),
                None if text == found => step.clone(),
                _ => return Err("a premise of the refutation does not fit".to_string()),
            });
        }
        if clause.constraint != Store::TRUE {
            let text = ground.text(clause.constraint).to_string();
            let (value, equality) = ground.evaluate(self, clause.constraint)?;
            let (Some(equality), "true") = (equality, &value[..]) else {
                return Err("a constraint of the refutation does not evaluate to true".to_string());
            };
            let truth = self.step(&["true"], "true", &[], &[]);
            proved.push(self.backward(&truth, &text, "true", &equality));
        }
        let body = match &proved[..] {
            [] => self.step(&["true"], "true", &[], &[]),
            [part] => part.clone(),
            parts => {
                let denied: Vec<String> = matrix.parts.iter().map(|part| not(part)).collect();
                let literals: Vec<&str> = std::iter::once(&matrix.body).chain(&denied).map(String::as_str).collect();
                let split = self.step(&literals, "and_neg", &[], &[]);
                let used: Vec<&str> = std::iter::once(&split).chain(parts).map(String::as_str).collect();
                self.step(&[&matrix.body], "resolution", &used, &[])
            }
        };
        let head = self.step(&[&matrix.head], "resolution", &[&follows, &body], &[]);
        let Some(atom) = &clause.head else {
            let never = self.step(&["(not false)"], "false", &[], &[]);
            return Ok((matrix.head, self.step(&[], "resolution", &[&head, &never], &[])));
        };
        Ok(match self.application(ground, atom, &matrix.head)? {
            Some((value, equality)) => {
                let step = self.forward(&head, &matrix.head, &value, &equality);
                (value, step)
            }
            None => (matrix.head, head),
        })
    }

    /// An atom with its arguments evaluated, and the step that proves the equality; `None` if nothing changes.
    fn application(
        &mut self,
        ground: &mut Ground<'_>,
        atom: &Atom,
        text: &str,
    ) -> Result<Option<(String, String)>, String> {
        let (mut values, mut equalities) = (Vec::new(), Vec::new());
        for &arg in &atom.args {
            let (value, equality) = ground.evaluate(self, arg)?;
            values.push(value);
            equalities.extend(equality);
        }
        if equalities.is_empty() {
            return Ok(None);
        }
        let value = format!("({} {})", ground.names().pred(atom.pred), values.join(" "));
        let premises: Vec<&str> = equalities.iter().map(String::as_str).collect();
        let step = self.step(&[&format!("(= {text} {value})")], "cong", &premises, &[]);
        Ok(Some((value, step)))
    }
}

fn not(text: &str) -> String {
    format!("(not {text})")
}
