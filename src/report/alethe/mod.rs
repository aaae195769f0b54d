//! Refutations as proofs in the Alethe format (<https://verit.gitlabpages.uliege.be/alethe/specification.pdf>), for
//! checkers that share nothing with this program.
//!
//! A proof is about the clauses as read, which come with it as a script: its assumptions are the assertions of that
//! script, word for word. A step of the refutation becomes an instance of its clause (`forall_inst`) whose ground terms
//! are evaluated operator by operator (`cong`, the `…_simplify` rules, `trans`) and whose head follows by resolution.
//! Rules of Alethe evaluate Booleans and arithmetic, `mod_simplify` the remainder, and `evaluate` what else there is of
//! operators on numbers and bit-vectors: rules whose conclusion says all, and which checkers of Alethe have. For arrays
//! see `arrays`. What is left, operators of datatypes and arrays that are equal without being written alike, is a
//! `hole`.

mod arrays;
mod ground;
mod instance;
mod pool;
mod source;

use arrays::Sym;
use ground::{Arrays, Ground, Reads};
use horn_solver::smtlib::Names;
use horn_solver::smtlib::script::write_datatypes;
use horn_solver::solve::Problem;
use horn_solver::system::{Atom, Clause, Refutation, System};
use horn_solver::term::{Assignment, Evaluator, Op, SortId, Store, TermId, Value, postorder};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::rc::Rc;

/// A proof and what it is about.
pub struct Proof {
    /// The clauses as an SMT-LIB script.
    pub script: String,
    /// The proof that they contradict each other.
    pub proof: String,
    /// The rewrites that the proof uses, in RARE, if it uses any.
    pub rewrites: Option<&'static str>,
}

/// What a step of the refutation has derived.
struct Derived {
    /// The atom, with values for arguments.
    text: String,
    /// The step that proves it.
    step: String,
    /// The arguments.
    args: Vec<Rc<Sym>>,
}

/// Only so many facts are put in order.
const MOST_FACTS: usize = 40;

/// More nodes than this, as trees, are not written out: Alethe has no `let`.
const MOST_NODES: u64 = 4_000_000;

/// The proof of a refutation: from the assertions of the input if it is a script that allows it, else from the clauses.
/// `Err` says why there is none.
pub fn proof(problem: &mut Problem, refutation: &Refutation, input: Option<&str>) -> Result<Proof, String> {
    if problem.variables.is_some()
        && let Some(input) = input
    {
        match source::proof(problem, refutation, input) {
            Ok(proof) => return Ok(proof),
            Err(why) => log::info!("the proof is about the clauses: {why}"),
        }
    }
    from_clauses(&mut problem.store, &problem.system, refutation)
}

/// The steps that the last one needs, itself included.
fn needed(refutation: &Refutation) -> Result<BTreeSet<usize>, String> {
    let needed = refutation.needed();
    if needed.is_empty() {
        return Err("the refutation is empty".to_string());
    }
    Ok((0..needed.len()).filter(|&index| needed[index]).collect())
}

/// The steps in an order in which they can be proved. An instance of a fact about arrays that others build comes after
/// these, so that it can say how.
fn ordered(store: &Store, system: &System, refutation: &Refutation, needed: &BTreeSet<usize>) -> Vec<usize> {
    let mut facts: Vec<(usize, Vec<Value>, Vec<Value>)> = Vec::new();
    for &index in needed {
        let step = &refutation.steps[index];
        let clause = system.clause(step.clause);
        if !step.premises.is_empty() || facts.len() > MOST_FACTS {
            continue;
        }
        let takes = step.values.iter().filter(|value| matches!(value, Value::Array(_))).cloned().collect();
        let assignment = Assignment::from_values(step.values.iter().cloned());
        let mut evaluator = Evaluator::new(store, &assignment);
        let built = clause.head.iter().flat_map(|head| &head.args).filter(|&&arg| store.as_var(arg).is_none());
        let built = built.filter_map(|&arg| evaluator.eval(arg)).filter(|value| matches!(value, Value::Array(_)));
        facts.push((index, takes, built.collect()));
    }
    let mut order = Vec::new();
    if facts.len() <= MOST_FACTS {
        while !facts.is_empty() {
            let waits = |at: usize| {
                facts
                    .iter()
                    .enumerate()
                    .any(|(other, fact)| other != at && fact.2.iter().any(|v| facts[at].1.contains(v)))
            };
            let next = (0..facts.len()).find(|&at| !waits(at)).unwrap_or(0);
            order.push(facts.remove(next).0);
        }
    }
    let rest: Vec<usize> = needed.iter().copied().filter(|index| !order.contains(index)).collect();
    order.extend(rest);
    order
}

/// The proof from the clauses.
fn from_clauses(store: &mut Store, system: &System, refutation: &Refutation) -> Result<Proof, String> {
    let mut names = Names::closed(store, system);
    names.number_vars(system.clauses.iter().map(|clause| clause.vars.len()).max().unwrap_or(0));
    let needed = needed(refutation)?;
    let size: u64 = needed.iter().map(|&step| nodes(store, system.clause(refutation.steps[step].clause))).sum();
    let size = size.saturating_add(system.clauses.iter().map(|clause| nodes(store, clause)).sum());
    if size > MOST_NODES {
        return Err(format!("no proof: {size} nodes without sharing are more than {MOST_NODES}"));
    }
    let formulas: Vec<String> =
        system.clauses.iter().map(|clause| formula(store, clause, &names)).collect::<Result<_, _>>()?;
    let mut writer = Writer::default();
    let used: BTreeSet<u32> = needed.iter().map(|&step| refutation.steps[step].clause.0).collect();
    for &clause in &used {
        let _ = writeln!(writer.text, "(assume a{clause} {})", formulas[clause as usize]);
    }
    let mut reads = Reads::new();
    for &index in &needed {
        let step = &refutation.steps[index];
        ground::add_reads(store, system.clause(step.clause), &step.values, &mut reads);
    }
    let mut arrays = Arrays::default();
    let mut derived: BTreeMap<usize, Derived> = BTreeMap::new();
    for index in ordered(store, system, refutation, &needed) {
        let step = &refutation.steps[index];
        let clause = system.clause(step.clause);
        let premises: Vec<&Derived> = step.premises.iter().filter_map(|premise| derived.get(premise)).collect();
        if premises.len() != clause.body.len() {
            return Err("a step of the refutation has lost a premise".to_string());
        }
        let known = brought(store, clause, &premises);
        let mut ground = Ground::new(store, &names, clause, &step.values, &known, (&reads, &mut arrays))?;
        let instance = (step.clause.0, &formulas[step.clause.index()][..]);
        let conclusion = writer.instance(&mut ground, clause, instance, &premises)?;
        derived.insert(index, conclusion);
    }
    let script = script(store, system, &names, &formulas);
    Ok(writer.finish(store, &names, &arrays.bases, script))
}

/// The arrays that premises bring in for variables of a clause.
fn brought(store: &Store, clause: &Clause, premises: &[&Derived]) -> HashMap<u32, Rc<Sym>> {
    let mut known = HashMap::new();
    for (atom, premise) in clause.body.iter().zip(premises) {
        for (&arg, sym) in atom.args.iter().zip(&premise.args) {
            if let Some(number) = store.as_var(arg) {
                known.entry(number).or_insert_with(|| sym.clone());
            }
        }
    }
    known
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
#[derive(Default)]
pub(crate) struct Writer {
    text: String,
    next: u64,
    /// The steps that read arrays, by array and index.
    reads: HashMap<(String, String), String>,
    /// The steps that prove that two values differ.
    apart: HashMap<(String, String), String>,
    /// Whether a rewrite has been used that is stated in RARE.
    rare: bool,
}

/// A place in a proof.
pub(crate) struct Mark {
    length: usize,
    next: u64,
    rare: bool,
}

impl Writer {
    /// The proof, with the definitions of arbitrary arrays before it.
    fn finish(self, store: &Store, names: &Names, bases: &BTreeMap<SortId, String>, script: String) -> Proof {
        let mut proof = String::new();
        for (&sort, base) in bases {
            let sort = names.sort(store, sort);
            let _ = writeln!(proof, "(define-fun {base} () {sort} (choice ((x {sort})) true))");
        }
        proof += &self.text;
        Proof { script, proof, rewrites: self.rare.then_some(arrays::RARE_RULES) }
    }

    /// The place to which [`Writer::roll_back`] can go back.
    fn mark(&self) -> Mark {
        Mark { length: self.text.len(), next: self.next, rare: self.rare }
    }

    /// Takes back all steps since a mark.
    fn roll_back(&mut self, mark: Mark) {
        self.text.truncate(mark.length);
        let kept = |step: &String| step[1..].parse::<u64>().is_ok_and(|number| number < mark.next);
        self.reads.retain(|_, step| kept(step));
        self.apart.retain(|_, step| kept(step));
        (self.next, self.rare) = (mark.next, mark.rare);
    }

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

    /// The steps for one instance of a clause. The derived head, with values for arguments, and the step that proves
    /// it; for a query the empty clause.
    fn instance(
        &mut self,
        ground: &mut Ground<'_>,
        clause: &Clause,
        (number, formula): (u32, &str),
        premises: &[&Derived],
    ) -> Result<Derived, String> {
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
        for ((atom, text), premise) in clause.body.iter().zip(&matrix.parts).zip(premises) {
            let (value, args, equality) = self.application(ground, atom, text)?;
            let step = self.respelled(premise, (&value, &args))?;
            proved.push(match equality {
                Some(equality) => self.backward(&step, text, &value, &equality),
                None => step,
            });
        }
        if clause.constraint != Store::TRUE {
            let text = ground.text(clause.constraint).to_string();
            let (value, equality) = ground.evaluate(self, clause.constraint)?;
            if value.text != "true" {
                return Err("a constraint of the refutation does not evaluate to true".to_string());
            }
            let truth = self.step(&["true"], "true", &[], &[]);
            proved.push(match equality {
                Some(equality) => self.backward(&truth, &text, "true", &equality),
                // A Boolean variable.
                None => truth,
            });
        }
        let body = match &proved[..] {
            [] => self.step(&["true"], "true", &[], &[]),
            [part] => part.clone(),
            parts => {
                let denied: Vec<String> = matrix.parts.iter().map(|part| not(part)).collect();
                let literals: Vec<&str> = std::iter::once(&matrix.body).chain(&denied).map(String::as_str).collect();
                let split = self.step(&literals, "and_neg", &[], &[]);
                // One resolution takes away all copies of a literal.
                let mut used: Vec<&str> = vec![&split];
                for (at, part) in parts.iter().enumerate() {
                    if !matrix.parts[..at].contains(&matrix.parts[at]) {
                        used.push(part);
                    }
                }
                self.step(&[&matrix.body], "resolution", &used, &[])
            }
        };
        let head = self.step(&[&matrix.head], "resolution", &[&follows, &body], &[]);
        let Some(atom) = &clause.head else {
            let never = self.step(&["(not false)"], "false", &[], &[]);
            let step = self.step(&[], "resolution", &[&head, &never], &[]);
            return Ok(Derived { text: matrix.head, step, args: Vec::new() });
        };
        let (text, args, equality) = self.application(ground, atom, &matrix.head)?;
        let step = match equality {
            Some(equality) => self.forward(&head, &matrix.head, &text, &equality),
            None => head,
        };
        Ok(Derived { text, step, args })
    }

    /// The step that proves a premise with its arrays written as `args` are.
    fn respelled(&mut self, premise: &Derived, (text, args): (&str, &[Rc<Sym>])) -> Result<String, String> {
        if premise.text == *text {
            return Ok(premise.step.clone());
        }
        let mut equalities = Vec::new();
        for (had, wanted) in premise.args.iter().zip(args).filter(|(had, wanted)| had.text != wanted.text) {
            if had.value != wanted.value {
                return Err("a premise of the refutation does not fit".to_string());
            }
            let equality = format!("(= {} {})", had.text, wanted.text);
            equalities.push(self.step(&[&equality], "hole", &[], &["\"extensionality\""]));
        }
        let premises: Vec<&str> = equalities.iter().map(String::as_str).collect();
        let equality = self.step(&[&format!("(= {} {text})", premise.text)], "cong", &premises, &[]);
        Ok(self.forward(&premise.step, &premise.text, text, &equality))
    }

    /// An atom with its arguments evaluated, these, and the step that proves the equality; `None` if nothing changes.
    fn application(
        &mut self,
        ground: &mut Ground<'_>,
        atom: &Atom,
        text: &str,
    ) -> Result<(String, Vec<Rc<Sym>>, Option<String>), String> {
        let (mut values, mut equalities) = (Vec::new(), Vec::new());
        for &arg in &atom.args {
            let (value, equality) = ground.evaluate(self, arg)?;
            values.push(value);
            equalities.extend(equality);
        }
        if equalities.is_empty() {
            return Ok((text.to_string(), values, None));
        }
        let texts: Vec<&str> = values.iter().map(|value| value.text.as_str()).collect();
        let value = format!("({} {})", ground.names().pred(atom.pred), texts.join(" "));
        let premises: Vec<&str> = equalities.iter().map(String::as_str).collect();
        let step = self.step(&[&format!("(= {text} {value})")], "cong", &premises, &[]);
        Ok((value, values, Some(step)))
    }
}

fn not(text: &str) -> String {
    format!("(not {text})")
}
