//! Random systems over finite sorts, decided by enumeration.

use super::evaluate::{Op, Term, size};
use super::judge::{Judgement, ask};
use super::signature::{DATATYPES, Sort, declarations, finite_sorts};
use crate::process::{self, Finished};
use horn_solver::random::SplitMix;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use std::{fs, io};

/// How many assignments of its variables a clause may have, and how many tuples a predicate.
const LIMIT: u64 = 1_200;

/// A predicate, by number, with arguments.
type Atom = (usize, Vec<Term>);

/// A clause.
struct Clause {
    vars: Vec<Sort>,
    body: Vec<Atom>,
    constraint: Vec<Term>,
    head: Option<Atom>,
}

/// A system.
pub struct Finite {
    preds: Vec<Vec<Sort>>,
    clauses: Vec<Clause>,
}

struct Maker<'a> {
    random: &'a mut SplitMix,
    sorts: Vec<Sort>,
    vars: Vec<Sort>,
}

impl Maker<'_> {
    fn sort(&mut self) -> Sort {
        self.random.pick(&self.sorts).clone()
    }

    fn term(&mut self, sort: &Sort, depth: u32) -> Term {
        let vars: Vec<usize> = (0..self.vars.len()).filter(|&v| self.vars[v] == *sort).collect();
        if !vars.is_empty() && (depth == 0 || self.random.below(3) > 0) {
            let var = vars[self.random.index(vars.len())];
            return Term { sort: sort.clone(), op: Op::Var(var), args: Vec::new() };
        }
        let make = |op: Op, args: Vec<Term>| Term { sort: sort.clone(), op, args };
        if depth > 0 {
            match self.random.below(8) {
                0 => {
                    let args =
                        vec![self.term(&Sort::Bool, depth - 1), self.term(sort, depth - 1), self.term(sort, depth - 1)];
                    return make(Op::Named("ite"), args);
                }
                1 | 2 => {
                    let arrays: Vec<Sort> =
                        self.sorts.iter().filter(|s| matches!(s, Sort::Array(_, e) if **e == *sort)).cloned().collect();
                    if let Some(array) = arrays.get(self.random.index(arrays.len()))
                        && let Sort::Array(index, _) = array
                    {
                        let args = vec![self.term(array, depth - 1), self.term(index, depth - 1)];
                        return make(Op::Select, args);
                    }
                }
                3 => {
                    for (data, datatype) in DATATYPES.iter().enumerate() {
                        if let [(_, fields)] = datatype.constructors
                            && self.sorts.contains(&Sort::Data(data))
                            && let Some(at) = fields.iter().position(|(_, field)| field.sort() == *sort)
                        {
                            let args = vec![self.term(&Sort::Data(data), depth - 1)];
                            return make(Op::Project(at), args);
                        }
                    }
                }
                _ => {}
            }
        }
        let below = depth.saturating_sub(1);
        match sort {
            Sort::Bool if depth > 0 => self.formula(depth),
            Sort::Bool => make(Op::Literal(self.random.below(2)), Vec::new()),
            Sort::Bits(width) if depth > 0 && self.random.below(3) > 0 => match self.random.below(4) {
                0 => make(
                    Op::Named(if self.random.below(2) == 0 { "bvnot" } else { "bvneg" }),
                    vec![self.term(sort, below)],
                ),
                1 if *width == 2 => {
                    let low = self.random.below(2) as u32;
                    make(Op::Extract(low + 1, low), vec![self.term(&Sort::Bits(3), below)])
                }
                1 if *width == 3 => {
                    let narrow = 1 + self.random.below(2) as u32;
                    let op =
                        if self.random.below(2) == 0 { Op::ZeroExtend(3 - narrow) } else { Op::SignExtend(3 - narrow) };
                    make(op, vec![self.term(&Sort::Bits(narrow), below)])
                }
                _ => {
                    let ops = [
                        "bvand", "bvor", "bvxor", "bvadd", "bvsub", "bvmul", "bvudiv", "bvurem", "bvshl", "bvlshr",
                        "bvashr",
                    ];
                    let op = *self.random.pick(&ops);
                    make(Op::Named(op), vec![self.term(sort, below), self.term(sort, below)])
                }
            },
            Sort::Bits(width) => make(Op::Literal(self.random.below(1 << width)), Vec::new()),
            Sort::Array(index, element) => {
                if self.random.below(3) == 0 || depth == 0 {
                    make(Op::Constant, vec![self.term(element, below)])
                } else {
                    make(Op::Store, vec![self.term(sort, below), self.term(index, below), self.term(element, below)])
                }
            }
            Sort::Data(data) => {
                let constructor = self.random.index(DATATYPES[*data].constructors.len());
                let fields = DATATYPES[*data].constructors[constructor].1;
                let args = fields.iter().map(|(_, field)| self.term(&field.sort(), below)).collect();
                make(Op::Construct(constructor), args)
            }
            Sort::Int | Sort::Real => unreachable!("an infinite sort"),
        }
    }

    fn formula(&mut self, depth: u32) -> Term {
        let below = depth - 1;
        let make = |op: Op, args: Vec<Term>| Term { sort: Sort::Bool, op, args };
        match self.random.below(9) {
            0 | 1 => {
                let op = *self.random.pick(&["and", "or", "=>", "xor"]);
                make(Op::Named(op), vec![self.term(&Sort::Bool, below), self.term(&Sort::Bool, below)])
            }
            2 => make(Op::Named("not"), vec![self.term(&Sort::Bool, below)]),
            3 => {
                let width = 1 + self.random.below(3) as u32;
                let op = *self.random.pick(&["bvult", "bvule", "bvslt", "bvsle"]);
                make(Op::Named(op), vec![self.term(&Sort::Bits(width), below), self.term(&Sort::Bits(width), below)])
            }
            4 => {
                let data: Vec<usize> =
                    self.sorts.iter().filter_map(|s| if let Sort::Data(d) = s { Some(*d) } else { None }).collect();
                let Some(&data) = data.get(self.random.index(data.len())) else { return self.equation(depth) };
                let constructor = self.random.index(DATATYPES[data].constructors.len());
                make(Op::Test(constructor), vec![self.term(&Sort::Data(data), below)])
            }
            _ => self.equation(depth),
        }
    }

    fn equation(&mut self, depth: u32) -> Term {
        let sort = if self.vars.is_empty() || self.random.one_in(3) {
            self.sort()
        } else {
            self.random.pick(&self.vars).clone()
        };
        let op = *self.random.pick(&["=", "=", "distinct"]);
        let args = vec![self.term(&sort, depth - 1), self.term(&sort, depth - 1)];
        Term { sort: Sort::Bool, op: Op::Named(op), args }
    }

    fn atom(&mut self, preds: &[Vec<Sort>]) -> Atom {
        let pred = self.random.index(preds.len());
        (pred, preds[pred].iter().map(|sort| self.term(sort, 2)).collect())
    }
}

impl Finite {
    /// The system of a seed.
    pub fn new(seed: u64) -> Finite {
        let mut random = SplitMix(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5eed);
        let all = finite_sorts();
        // A few sorts at a time, so that terms of one sort meet each other.
        let mut sorts: Vec<Sort> = (0..2 + random.below(3)).map(|_| random.pick(&all).clone()).collect();
        // What is an index somewhere is also built by other means.
        for at in 0..sorts.len() {
            if let Sort::Array(index, element) = sorts[at].clone() {
                sorts.push(*index);
                sorts.extend(random.one_in(2).then_some(*element));
            }
        }
        let mut maker = Maker { random: &mut random, sorts, vars: Vec::new() };
        let mut preds = Vec::new();
        for _ in 0..1 + maker.random.below(3) {
            let mut params = Vec::new();
            for _ in 0..1 + maker.random.below(3) {
                let sort = maker.sort();
                if params.iter().chain([&sort]).map(size).product::<u64>() <= LIMIT {
                    params.push(sort);
                }
            }
            preds.push(params);
        }
        let mut clauses = Vec::new();
        for at in 0..3 + maker.random.below(5) {
            let mut vars: Vec<Sort> = Vec::new();
            for _ in 0..maker.random.below(5) {
                let sort = maker.sort();
                if vars.iter().chain([&sort]).map(size).product::<u64>() <= LIMIT {
                    vars.push(sort);
                }
            }
            maker.vars = vars.clone();
            let query = at == 0 || maker.random.one_in(5);
            // Few constraints and at least one fact, so that a good part of the systems can be refuted.
            let (atoms, constraints) = match (query, at) {
                (true, _) => (1 + maker.random.below(2), maker.random.below(3)),
                (false, 1) => (0, maker.random.below(2)),
                _ => (maker.random.below(3), maker.random.below(3)),
            };
            let body = (0..atoms).map(|_| maker.atom(&preds)).collect();
            let constraint = (0..constraints).map(|_| maker.formula(3)).collect();
            let head = (!query).then(|| maker.atom(&preds));
            clauses.push(Clause { vars, body, constraint, head });
        }
        Finite { preds, clauses }
    }

    /// The text of the clauses, each a closed formula.
    fn formulas(&self) -> Vec<String> {
        let atom = |(pred, args): &Atom| {
            let args: Vec<String> = args.iter().map(Term::text).collect();
            if args.is_empty() { format!("p{pred}") } else { format!("(p{pred} {})", args.join(" ")) }
        };
        let formula = |clause: &Clause| {
            let mut body: Vec<String> = clause.body.iter().map(atom).collect();
            body.extend(clause.constraint.iter().map(Term::text));
            let head = clause.head.as_ref().map_or("false".to_string(), atom);
            let inside = format!("(=> (and true {}) {head})", body.join(" "));
            if clause.vars.is_empty() {
                return inside;
            }
            let vars: Vec<String> =
                clause.vars.iter().enumerate().map(|(v, s)| format!("(v{v} {})", s.text())).collect();
            format!("(forall ({}) {inside})", vars.join(" "))
        };
        self.clauses.iter().map(formula).collect()
    }

    /// The system as a script.
    pub fn script(&self) -> String {
        let mut text = format!("(set-logic HORN)\n{}", declarations());
        for (number, params) in self.preds.iter().enumerate() {
            let params: Vec<String> = params.iter().map(Sort::text).collect();
            let _ = writeln!(text, "(declare-fun p{number} ({}) Bool)", params.join(" "));
        }
        for formula in self.formulas() {
            let _ = writeln!(text, "(assert {formula})");
        }
        text + "(check-sat)\n"
    }

    /// Whether false cannot be derived: the least fixpoint, by enumeration.
    pub fn satisfiable(&self) -> bool {
        let mut known: Vec<Vec<bool>> =
            self.preds.iter().map(|params| vec![false; params.iter().map(size).product::<u64>() as usize]).collect();
        loop {
            let mut grown = false;
            for clause in &self.clauses {
                let sizes: Vec<u64> = clause.vars.iter().map(size).collect();
                let mut values = vec![0; sizes.len()];
                loop {
                    let place = |(pred, args): &Atom| {
                        let sorts = &self.preds[*pred];
                        args.iter().zip(sorts).fold(0, |place, (arg, sort)| place * size(sort) + arg.value(&values))
                            as usize
                    };
                    if clause.constraint.iter().all(|part| part.value(&values) == 1)
                        && clause.body.iter().all(|atom| known[atom.0][place(atom)])
                    {
                        let Some(head) = &clause.head else { return false };
                        let place = place(head);
                        grown |= !known[head.0][place];
                        known[head.0][place] = true;
                    }
                    let Some(at) = (0..values.len()).find(|&at| values[at] + 1 < sizes[at]) else { break };
                    values[..at].fill(0);
                    values[at] += 1;
                }
            }
            if !grown {
                return true;
            }
        }
    }

    /// Whether the text of a model, put in the place of the declarations, makes every clause valid.
    ///
    /// # Errors
    /// Z3 cannot be run.
    pub fn check_model(&self, z3: &Path, model: &str) -> Result<Vec<Judgement>, String> {
        // The definitions come in one pair of parentheses.
        let model = model.trim();
        let model = model.strip_prefix("(\n").and_then(|rest| rest.strip_suffix(')')).unwrap_or(model);
        let queries: Vec<String> =
            self.formulas().iter().map(|formula| format!("(assert (not {formula}))\n")).collect();
        ask(z3, &format!("{}{model}\n", declarations()), &queries, 3_000_000)
    }
}

/// How systems are decided.
pub struct Runner {
    /// The program `hornsolve`.
    pub hornsolve: PathBuf,
    /// Z3, for models.
    pub z3: PathBuf,
    /// A checker of answers: a program that gets the script and the answer as files and ends with 0 if it accepts;
    /// `None` for none.
    pub checker: Option<PathBuf>,
    /// Engines that are asked besides the default.
    pub engines: Vec<String>,
    /// A limit on the time of a run.
    pub limit: Duration,
}

/// What came of all systems.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// How many systems were made, and how many of them are satisfiable.
    pub systems: (u64, u64),
    /// How many answers are right.
    pub right: u64,
    /// How many runs gave none.
    pub undecided: u64,
    /// How many models Z3 has accepted, and how many it left undecided.
    pub models: (u64, u64),
    /// How many answers the checker has accepted.
    pub checked: u64,
    /// Wrong answers, rejected models, error messages.
    pub wrong: Vec<String>,
}

impl Runner {
    /// Decides that many systems, of the seeds from `seed` on.
    ///
    /// # Errors
    /// A program cannot be started, or a file not be written.
    pub fn compare(&self, seed: u64, count: u64, progress: &mut dyn FnMut(&Outcome)) -> Result<Outcome, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut outcome = Outcome::default();
        for seed in seed..seed + count {
            let system = Finite::new(seed);
            let file = folder.path().join(format!("{seed}.smt2"));
            fs::write(&file, system.script()).map_err(|error| error.to_string())?;
            let expected = system.satisfiable();
            outcome.systems.0 += 1;
            outcome.systems.1 += u64::from(expected);
            self.answer(&system, &file, seed, expected, None, &mut outcome)?;
            for engine in &self.engines {
                self.answer(&system, &file, seed, expected, Some(engine), &mut outcome)?;
            }
            let _ = fs::remove_file(&file);
            progress(&outcome);
        }
        Ok(outcome)
    }

    fn answer(
        &self,
        system: &Finite,
        file: &Path,
        seed: u64,
        expected: bool,
        engine: Option<&String>,
        outcome: &mut Outcome,
    ) -> Result<(), String> {
        let run = self.run(file, engine).map_err(|error| format!("{}: {error}", self.hornsolve.display()))?;
        let who = engine.map_or("default", String::as_str);
        let (verdict, rest) = run.stdout.split_once('\n').unwrap_or((&run.stdout, ""));
        if run.stderr.contains("error") || run.stderr.contains("panicked") {
            outcome.wrong.push(format!("seed {seed}: {who}: {}", run.stderr.trim()));
        }
        match (verdict, expected) {
            ("sat", true) => {
                outcome.right += 1;
                let judgements = system.check_model(&self.z3, rest)?;
                if let Some(bad) = judgements.iter().find(|j| matches!(j, Judgement::Sat | Judgement::Refused(_))) {
                    outcome.wrong.push(format!("seed {seed}: {who}: the model is {bad:?}\n{rest}"));
                } else if judgements.contains(&Judgement::Unknown) {
                    outcome.models.1 += 1;
                } else {
                    outcome.models.0 += 1;
                }
            }
            ("unsat", false) => outcome.right += 1,
            ("sat" | "unsat", _) => {
                outcome.wrong.push(format!("seed {seed}: {who}: {verdict}, but satisfiable: {expected}"));
            }
            ("unknown", _) => outcome.undecided += 1,
            _ if run.stopped => outcome.undecided += 1,
            _ => outcome.wrong.push(format!("seed {seed}: {who}: {}{}", run.stdout, run.stderr)),
        }
        if let (Some(checker), "sat" | "unsat") = (&self.checker, verdict) {
            let answer = file.with_extension("answer");
            fs::write(&answer, &run.stdout).map_err(|error| error.to_string())?;
            let words = [checker.as_path(), file, answer.as_path()].map(|path| path.display().to_string());
            let check = process::run(&words, self.limit, &AtomicBool::new(false)).map_err(|error| error.to_string())?;
            if check.status.success() {
                outcome.checked += 1;
            } else {
                outcome.wrong.push(format!("seed {seed}: {who}: the checker says {}{}", check.stdout, check.stderr));
            }
        }
        Ok(())
    }

    fn run(&self, file: &Path, engine: Option<&String>) -> io::Result<Finished> {
        let mut words = vec![self.hornsolve.display().to_string()];
        words.extend(["--model", "--refutation"].map(String::from));
        words.extend(engine.into_iter().flat_map(|name| ["--engine".to_string(), name.clone()]));
        words.push(file.display().to_string());
        process::run(&words, self.limit, &AtomicBool::new(false))
    }
}
