//! Random formulas over finite predicates: the clauses read from them are satisfiable exactly if the formulas are.
//!
//! Everything is over Bool, so both sides are decided here without any solver: the formulas by trying all
//! interpretations of the predicates, the clauses by computing their least model.

use super::*;
use crate::system::{Atom, System};
use crate::term::{Op, Store, TermId};
use hashbrown::{HashMap, HashSet};

/// A formula; names are indices into [`NAMES`], so that inner ones hide outer ones now and then.
enum Formula {
    Const(bool),
    Name(usize),
    /// Predicate number and arguments.
    Pred(usize, Vec<Formula>),
    /// The defined function and its two arguments.
    Call(Box<Formula>, Box<Formula>),
    Op(&'static str, Vec<Formula>),
    Quant(&'static str, Vec<usize>, Box<Formula>),
    Let(usize, Box<Formula>, Box<Formula>),
}

const NAMES: [&str; 4] = ["x", "y", "z", "|u v|"];
/// The predicates: name and arity. An interpretation has a bit for each tuple of arguments.
const PREDS: [(&str, usize); 3] = [("p", 1), ("q", 2), ("r", 0)];
const INTERPRETATIONS: u32 = 1 << (2 + 4 + 1);

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound as u64) as usize
    }

    fn names(&mut self) -> Vec<usize> {
        (0..1 + self.below(2)).map(|_| self.below(NAMES.len())).collect()
    }

    fn many(&mut self, mut one: impl FnMut(&mut Random) -> Formula) -> Vec<Formula> {
        (0..1 + self.below(3)).map(|_| one(self)).collect()
    }

    /// A formula without predicates over the names in scope.
    fn pure(&mut self, scope: &[usize], depth: usize) -> Formula {
        let names = scope.len();
        match self.below(if depth == 0 { 4 } else { 9 }) {
            0 if names == 0 => Formula::Const(true),
            0..=2 if names > 0 => Formula::Name(scope[self.below(names)]),
            0..=3 => Formula::Const(self.below(2) == 0),
            4 => Formula::Op("not", vec![self.pure(scope, depth - 1)]),
            5 => Formula::Op(["and", "or"][self.below(2)], self.many(|r| r.pure(scope, depth - 1))),
            6 => {
                let op = ["=>", "=", "xor", "distinct"][self.below(4)];
                Formula::Op(op, vec![self.pure(scope, depth - 1), self.pure(scope, depth - 1)])
            }
            7 => Formula::Op("ite", (0..3).map(|_| self.pure(scope, depth - 1)).collect()),
            _ => {
                let vars = self.names();
                let scope = [scope, &vars].concat();
                Formula::Quant(["forall", "exists"][self.below(2)], vars, Box::new(self.pure(&scope, depth - 1)))
            }
        }
    }

    fn atom(&mut self, scope: &[usize]) -> Formula {
        let pred = self.below(PREDS.len());
        Formula::Pred(pred, (0..PREDS[pred].1).map(|_| self.pure(scope, 1)).collect())
    }

    /// A formula that may stand in a body without harm.
    fn body(&mut self, scope: &[usize], depth: usize) -> Formula {
        match self.below(if depth == 0 { 2 } else { 10 }) {
            0 => self.pure(scope, 1),
            1 | 2 => self.atom(scope),
            3 | 4 => Formula::Op(["and", "or"][self.below(2)], self.many(|r| r.body(scope, depth - 1))),
            5 => {
                let parts = vec![self.pure(scope, 1), self.body(scope, depth - 1), self.body(scope, depth - 1)];
                Formula::Op("ite", parts)
            }
            6 => Formula::Op("not", vec![self.head(scope, depth - 1)]),
            7 => self.any(scope, depth - 1),
            _ => {
                let vars = self.names();
                let scope = [scope, &vars].concat();
                Formula::Quant("exists", vars, Box::new(self.body(&scope, depth - 1)))
            }
        }
    }

    /// A formula that is Horn if its parts are.
    fn head(&mut self, scope: &[usize], depth: usize) -> Formula {
        match self.below(if depth == 0 { 2 } else { 12 }) {
            0 => self.pure(scope, 2),
            1 => self.atom(scope),
            2 => Formula::Op("and", self.many(|r| r.head(scope, depth - 1))),
            3..=5 => Formula::Op("=>", vec![self.body(scope, depth - 1), self.head(scope, depth - 1)]),
            6 => Formula::Op("not", vec![self.body(scope, depth - 1)]),
            7 => {
                let parts = vec![self.pure(scope, 1), self.head(scope, depth - 1), self.head(scope, depth - 1)];
                Formula::Op("ite", parts)
            }
            8 => Formula::Op(["=", "xor"][self.below(2)], vec![self.atom(scope), self.pure(scope, 2)]),
            9 => {
                let name = self.below(NAMES.len());
                let inner = [scope, &[name]].concat();
                let value = if self.below(2) == 0 { self.pure(scope, 2) } else { self.body(scope, depth - 1) };
                Formula::Let(name, Box::new(value), Box::new(self.head(&inner, depth - 1)))
            }
            10 => Formula::Call(Box::new(self.body(scope, depth - 1)), Box::new(self.pure(scope, 1))),
            _ => {
                let vars = self.names();
                let scope = [scope, &vars].concat();
                Formula::Quant("forall", vars, Box::new(self.head(&scope, depth - 1)))
            }
        }
    }

    /// Any formula.
    fn any(&mut self, scope: &[usize], depth: usize) -> Formula {
        match self.below(if depth == 0 { 2 } else { 8 }) {
            0 => self.pure(scope, 1),
            1 => self.atom(scope),
            2 => Formula::Op("not", vec![self.any(scope, depth - 1)]),
            3 | 4 => Formula::Op(["and", "or"][self.below(2)], self.many(|r| r.any(scope, depth - 1))),
            5 => Formula::Op("=", vec![self.any(scope, depth - 1), self.pure(scope, 1)]),
            6 => Formula::Call(Box::new(self.any(scope, depth - 1)), Box::new(self.any(scope, depth - 1))),
            _ => {
                let vars = self.names();
                let scope = [scope, &vars].concat();
                Formula::Quant(["forall", "exists"][self.below(2)], vars, Box::new(self.any(&scope, depth - 1)))
            }
        }
    }
}

impl Formula {
    fn text(&self) -> String {
        let list = |parts: &[Formula]| parts.iter().map(|part| format!(" {}", part.text())).collect::<String>();
        match self {
            Formula::Const(value) => value.to_string(),
            Formula::Name(name) => NAMES[*name].to_owned(),
            Formula::Pred(pred, args) if args.is_empty() => PREDS[*pred].0.to_owned(),
            Formula::Pred(pred, args) => format!("({}{})", PREDS[*pred].0, list(args)),
            Formula::Call(a, b) => format!("(m {} {})", a.text(), b.text()),
            Formula::Op(op, parts) => format!("({op}{})", list(parts)),
            Formula::Quant(kind, vars, body) => {
                let vars: String = vars.iter().map(|&var| format!("({} Bool)", NAMES[var])).collect();
                format!("({kind} ({vars}) {})", body.text())
            }
            Formula::Let(name, value, body) => format!("(let (({} {})) {})", NAMES[*name], value.text(), body.text()),
        }
    }

    /// The truth value under an interpretation, with the values of names, and the body of the function (whose
    /// parameters are the first two names).
    fn eval(&self, interpretation: u32, env: [bool; 4], function: &Formula) -> bool {
        let value = |part: &Formula| part.eval(interpretation, env, function);
        match self {
            Formula::Const(value) => *value,
            Formula::Name(name) => env[*name],
            Formula::Pred(pred, args) => {
                let first = [0, 2, 6][*pred];
                let index = args.iter().fold(0, |index, arg| 2 * index + u32::from(value(arg)));
                interpretation >> (first + index) & 1 == 1
            }
            Formula::Call(a, b) => function.eval(interpretation, [value(a), value(b), false, false], function),
            Formula::Op(op, parts) => {
                let mut values = parts.iter().map(value);
                match *op {
                    "not" => !values.all(|v| v),
                    "and" => values.all(|v| v),
                    "or" => values.any(|v| v),
                    "=>" => !value(&parts[0]) || value(&parts[1]),
                    "=" => value(&parts[0]) == value(&parts[1]),
                    "ite" => value(&parts[if value(&parts[0]) { 1 } else { 2 }]),
                    _ => value(&parts[0]) != value(&parts[1]),
                }
            }
            Formula::Quant(kind, vars, body) => {
                let mut truths = (0..1u32 << vars.len()).map(|bits| {
                    let mut env = env;
                    for (position, &var) in vars.iter().enumerate() {
                        env[var] = bits >> position & 1 == 1;
                    }
                    body.eval(interpretation, env, function)
                });
                if *kind == "forall" { truths.all(|t| t) } else { truths.any(|t| t) }
            }
            Formula::Let(name, bound, body) => {
                let mut inner = env;
                inner[*name] = value(bound);
                body.eval(interpretation, inner, function)
            }
        }
    }
}

/// The truth value of a Bool term over Bool variables.
fn truth(store: &Store, term: TermId, vars: &[bool], bound: &mut HashMap<u32, bool>) -> bool {
    let args = store.args(term);
    let mut arg = |i: usize| truth(store, args[i], vars, bound);
    match store.op(term) {
        Op::Var(number) => vars[*number as usize],
        Op::Bound(number) => bound[number],
        Op::Bool(value) => *value,
        Op::Not => !arg(0),
        Op::And => (0..args.len()).all(arg),
        Op::Or => (0..args.len()).any(arg),
        Op::Eq => arg(0) == arg(1),
        Op::Ite => {
            let branch = if arg(0) { 1 } else { 2 };
            arg(branch)
        }
        Op::Forall(list) | Op::Exists(list) => {
            let universal = matches!(store.op(term), Op::Forall(_));
            let mut found = universal;
            for bits in 0..1u32 << list.len() {
                for (position, &(number, _)) in list.iter().enumerate() {
                    bound.insert(number, bits >> position & 1 == 1);
                }
                if truth(store, args[0], vars, bound) != universal {
                    found = !universal;
                }
            }
            found
        }
        op => panic!("unexpected operator {op:?}"),
    }
}

/// Whether false can't be derived.
fn satisfiable(store: &Store, system: &System) -> bool {
    let mut derived: HashSet<(u32, Vec<bool>)> = HashSet::new();
    loop {
        let before = derived.len();
        for clause in &system.clauses {
            assert!(clause.vars.len() <= 16, "{} variables", clause.vars.len());
            for bits in 0..1u32 << clause.vars.len() {
                let vars: Vec<bool> = (0..clause.vars.len()).map(|i| bits >> i & 1 == 1).collect();
                let value = |term: TermId| truth(store, term, &vars, &mut HashMap::new());
                let ground = |atom: &Atom| (atom.pred.0, atom.args.iter().map(|&arg| value(arg)).collect::<Vec<_>>());
                if !clause.body.iter().all(|atom| derived.contains(&ground(atom))) || !value(clause.constraint) {
                    continue;
                }
                match &clause.head {
                    None => return false,
                    Some(head) => {
                        let head = (head.pred.0, head.args.iter().map(|&arg| value(arg)).collect());
                        derived.insert(head);
                    }
                }
            }
        }
        if derived.len() == before {
            return true;
        }
    }
}

#[test]
fn clauses_are_satisfiable_exactly_if_the_formulas_are() {
    let (mut accepted, mut verdicts, mut auxiliary) = (0, [0, 0], 0);
    for seed in 0..4_000 {
        let mut random = Random(seed * 7_919 + 1);
        let function = if random.below(2) == 0 { random.head(&[0, 1], 2) } else { random.any(&[0, 1], 2) };
        let function = match function.text().contains("(m ") {
            true => Formula::Op("=>", vec![Formula::Name(0), Formula::Name(1)]),
            false => function,
        };
        let formulas: Vec<Formula> = (0..2 + random.below(4)).map(|_| random.head(&[], 4)).collect();
        let mut script =
            String::from("(declare-fun p (Bool) Bool)(declare-fun q (Bool Bool) Bool)(declare-const r Bool)\n");
        script.push_str(&format!("(define-fun m ((x Bool) (y Bool)) Bool {})\n", function.text()));
        for formula in &formulas {
            script.push_str(&format!("(assert {})\n", formula.text()));
        }
        let mut state = reader::State::new(&script);
        // Every other time nearly every disjunction becomes an auxiliary predicate.
        state.split_limit = [clause::SPLIT_LIMIT, 1][seed as usize % 2];
        let read = match command::read_into(state) {
            Ok(read) => read,
            Err(error) => {
                assert!(error.message.starts_with("not a Horn clause"), "{error} in\n{script}");
                continue;
            }
        };
        if read.system.clauses.iter().any(|clause| clause.vars.len() > 14) {
            continue;
        }
        let expected = (0..INTERPRETATIONS)
            .any(|interpretation| formulas.iter().all(|f| f.eval(interpretation, [false; 4], &function)));
        let found = satisfiable(&read.store, &read.system);
        let printed = system_text(&read.store, &read.system);
        assert_eq!(found, expected, "seed {seed}\n{script}\nread as\n{printed}");
        accepted += 1;
        verdicts[usize::from(expected)] += 1;
        auxiliary += usize::from(!read.auxiliary.is_empty());
    }
    assert!(accepted > 1_000, "{accepted} accepted");
    assert!(verdicts.iter().all(|&count| count > 200), "{verdicts:?}");
    assert!(auxiliary > 200, "{auxiliary} with auxiliary predicates");
}
