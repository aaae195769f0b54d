//! From an assertion of the script, values of its variables and atoms that have been proved to the atom that follows:
//! the formula is instantiated and simplified, operator by operator, until it is the atom.

use super::Writer;
use super::arrays::{Form, Sym, literal, look, written};
use super::pool::{Node, Pool, Term};
use horn_solver::smt::read_term;
use horn_solver::smtlib::Names;
use horn_solver::term::{Assignment, Evaluator, SortId, Store, Value};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Quantifiers and conjunctions that are opened on the way to an atom.
const MOST_OPENED: usize = 12;

/// One use of an assertion.
pub struct Instance<'a> {
    /// The terms of the script.
    pub pool: &'a mut Pool,
    /// Where steps go.
    pub writer: &'a mut Writer,
    /// For evaluation.
    pub store: &'a mut Store,
    /// How things are spelled.
    pub names: &'a Names,
    /// The predicates, as they are spelled.
    pub preds: &'a HashSet<Rc<str>>,
    /// The values of variables, by name.
    pub values: HashMap<Rc<str>, Rc<Sym>>,
    /// The atoms that have been proved, and by which steps.
    pub known: HashMap<Rc<str>, String>,
    /// The values that terms stand for.
    pub syms: HashMap<Term, Rc<Sym>>,
}

/// What is wanted: a predicate and the values of its arguments, or `false`.
pub type Goal<'a> = Option<(&'a str, Vec<Value>)>;

/// A result of simplification: the term, and the step that proves the equality if it is another one.
type Simplified = (Term, Option<String>);

impl Instance<'_> {
    /// Adds an atom that has been proved.
    pub fn know(&mut self, text: &str, step: &str, args: &[Rc<Sym>]) -> Result<(), String> {
        self.known.insert(text.into(), step.to_string());
        for sym in args {
            let term = self.pool.read(&sym.text)?;
            self.learn(term, sym)?;
        }
        Ok(())
    }

    /// The atom that follows from a formula and the step that proves the formula: its text, the step, its arguments.
    pub fn derive(
        &mut self,
        formula: Term,
        step: &str,
        goal: &Goal<'_>,
    ) -> Result<(String, String, Vec<Rc<Sym>>), String> {
        self.open(formula, step, goal, MOST_OPENED)?
            .ok_or_else(|| "the atom does not follow from the assertion".to_string())
    }

    fn open(
        &mut self,
        formula: Term,
        step: &str,
        goal: &Goal<'_>,
        left: usize,
    ) -> Result<Option<(String, String, Vec<Rc<Sym>>)>, String> {
        let Some(left) = left.checked_sub(1) else { return Ok(None) };
        if let Some((word, vars, _)) = self.pool.quantified(formula)
            && &*word == "forall"
        {
            let Some((instance, either)) = self.instantiate(formula, &vars)? else { return Ok(None) };
            let text = self.pool.text(instance)?;
            let proved = self.writer.step(&[&text], "resolution", &[&either, step], &[]);
            return self.open(instance, &proved, goal, left);
        }
        let text = self.pool.text(formula)?;
        let (simple, equality) = self.simplify(formula)?;
        let to = self.pool.text(simple)?;
        let step = match equality {
            Some(equality) => self.writer.forward(step, &text, &to, &equality),
            None => step.to_string(),
        };
        let Some((pred, wanted)) = goal else {
            if &*to == "false" {
                let never = self.writer.step(&["(not false)"], "false", &[], &[]);
                let empty = self.writer.step(&[], "resolution", &[&step, &never], &[]);
                return Ok(Some(("false".to_string(), empty, Vec::new())));
            }
            return self.parts(simple, &step, goal, left);
        };
        let items = self.pool.items(simple);
        let (head, args) = match items.split_first() {
            Some((head, args)) => (*head, args.to_vec()),
            None => (simple, Vec::new()),
        };
        if *self.pool.name(head) == **pred {
            let args: Option<Vec<Rc<Sym>>> = args.iter().map(|arg| self.syms.get(arg).cloned()).collect();
            if let Some(args) = args.filter(|args| args.iter().map(|arg| &arg.value).eq(wanted)) {
                return Ok(Some((to.to_string(), step, args)));
            }
        }
        self.parts(simple, &step, goal, left)
    }

    /// Goes on with a quantified formula, or with each part of a conjunction.
    fn parts(
        &mut self,
        formula: Term,
        step: &str,
        goal: &Goal<'_>,
        left: usize,
    ) -> Result<Option<(String, String, Vec<Rc<Sym>>)>, String> {
        if self.pool.quantified(formula).is_some_and(|(word, ..)| &*word == "forall") {
            return self.open(formula, step, goal, left);
        }
        let Some((word, parts)) = self.pool.application(formula) else { return Ok(None) };
        if &*word != "and" {
            return Ok(None);
        }
        for (at, &part) in parts.iter().enumerate() {
            let mark = self.writer.mark();
            let text = self.pool.text(part)?;
            let proved = self.writer.step(&[&text], "and", &[step], &[&at.to_string()]);
            if let Some(found) = self.open(part, &proved, goal, left)? {
                return Ok(Some(found));
            }
            self.writer.roll_back(mark);
        }
        Ok(None)
    }

    /// The body of a universal formula under the values, and the step that proves `(cl (not formula) body)`; `None`
    /// where one is missing.
    fn instantiate(&mut self, formula: Term, vars: &[(Rc<str>, Term)]) -> Result<Option<(Term, String)>, String> {
        let Some((_, _, body)) = self.pool.quantified(formula) else { return Ok(None) };
        let (mut images, mut args) = (HashMap::new(), Vec::new());
        for (name, sort) in vars {
            let sort = self.pool.text(*sort)?;
            let value = match self.values.get(name) {
                Some(sym) => sym.text.clone(),
                // It does not matter.
                None => match &*sort {
                    "Int" => "0".to_string(),
                    "Real" => "0.0".to_string(),
                    "Bool" => "false".to_string(),
                    _ => return Ok(None),
                },
            };
            let image = self.pool.read(&value)?;
            if let Some(sym) = self.values.get(name) {
                self.learn(image, &sym.clone())?;
            }
            let name = self.pool.atom(name);
            images.insert(name, image);
            args.push(value);
        }
        let instance = self.pool.substitute(body, &images)?;
        let (denied, text) = (super::not(&self.pool.text(formula)?), self.pool.text(instance)?);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let either = self.writer.step(&[&format!("(or {denied} {text})")], "forall_inst", &[], &args);
        Ok(Some((instance, self.writer.step(&[&denied, &text], "or", &[&either], &[]))))
    }

    /// Remembers what a term and the parts that it is written from stand for.
    fn learn(&mut self, term: Term, sym: &Rc<Sym>) -> Result<(), String> {
        self.syms.remove(&term);
        let mut pending = vec![sym.clone()];
        while let Some(sym) = pending.pop() {
            let term = self.pool.read(&sym.text)?;
            if self.syms.contains_key(&term) {
                continue;
            }
            match &sym.form {
                Form::Written { array, index, element } => {
                    pending.extend([index.clone(), element.clone(), array.clone()]);
                }
                Form::Constant(element) => pending.push(element.clone()),
                Form::Plain => {}
            }
            self.syms.insert(term, sym);
        }
        Ok(())
    }

    fn equation(&mut self, left: Term, right: Term) -> Result<String, String> {
        let equation = self.pool.apply("=", &[left, right]);
        Ok(self.pool.text(equation)?.to_string())
    }

    /// A step that proves `(= left right)`.
    fn equal(&mut self, left: Term, right: Term, rule: &str, premises: &[&str]) -> Result<String, String> {
        let equation = self.equation(left, right)?;
        let args: &[&str] = if rule == "hole" { &["\"evaluation\""] } else { &[] };
        Ok(self.writer.step(&[&equation], rule, premises, args))
    }

    /// Joins steps that prove `a = b`, `b = c` … to one.
    fn joined(&mut self, from: Term, to: Term, steps: &[Option<String>]) -> Result<Option<String>, String> {
        let steps: Vec<&str> = steps.iter().flatten().map(String::as_str).collect();
        match steps[..] {
            [] => Ok(None),
            [only] => Ok(Some(only.to_string())),
            _ => self.equal(from, to, "trans", &steps).map(Some),
        }
    }

    /// A formula or term simplified as far as the values go.
    fn simplify(&mut self, root: Term) -> Result<Simplified, String> {
        let mut done: HashMap<Term, Simplified> = HashMap::new();
        let mut stack = vec![(root, false)];
        while let Some((term, open)) = stack.pop() {
            if done.contains_key(&term) {
                continue;
            }
            // Values, quantified formulas, and constants such as `(_ bv5 8)` are not opened.
            let word = self.pool.application(term).map(|(word, _)| word).unwrap_or_default();
            let closed = self.syms.contains_key(&term) || ["forall", "exists", "_", "as"].contains(&&*word);
            let items = if closed { Rc::default() } else { self.pool.items(term) };
            if !open && items.len() > 1 {
                stack.push((term, true));
                stack.extend(items[1..].iter().map(|&item| (item, false)));
                continue;
            }
            let result = match &items[..] {
                [head, args @ ..] if !args.is_empty() => {
                    let results: Vec<Simplified> = args.iter().map(|arg| done[arg].clone()).collect();
                    let mut inner = vec![*head];
                    inner.extend(results.iter().map(|(term, _)| *term));
                    let inner = self.pool.list(&inner);
                    let premises: Vec<&str> = results.iter().filter_map(|(_, step)| step.as_deref()).collect();
                    let moved = match premises.is_empty() {
                        true => None,
                        false => Some(self.equal(term, inner, "cong", &premises)?),
                    };
                    let (to, step) = self.operator(inner)?;
                    (to, self.joined(term, to, &[moved, step])?)
                }
                _ => self.leaf(term)?,
            };
            done.insert(term, result);
        }
        Ok(done[&root].clone())
    }

    /// A constant, an atom without arguments, or a quantified formula.
    fn leaf(&mut self, term: Term) -> Result<Simplified, String> {
        if self.syms.contains_key(&term) {
            return Ok((term, None));
        }
        if self.pool.quantified(term).is_some() {
            let mark = self.writer.mark();
            return match self.witnessed(term)? {
                Some(found) => Ok(found),
                None => {
                    self.writer.roll_back(mark);
                    Ok((term, None))
                }
            };
        }
        if self.preds.contains(&self.pool.name(term)) {
            return self.predicate(term);
        }
        self.constant(term)
    }

    /// The value of a ground term of a basic sort.
    fn constant(&mut self, term: Term) -> Result<Simplified, String> {
        let Some(sym) = self.value(term)? else { return Ok((term, None)) };
        let to = self.pool.read(&sym.text)?;
        self.syms.insert(to, sym);
        let step = if to == term { None } else { Some(self.equal(term, to, "evaluate", &[])?) };
        Ok((to, step))
    }

    fn value(&mut self, term: Term) -> Result<Option<Rc<Sym>>, String> {
        let text = self.pool.text(term)?;
        let Ok(read) = read_term(self.store, &text) else { return Ok(None) };
        let sort = self.store.sort_of(read);
        let value = Evaluator::new(self.store, &Assignment::default()).eval(read);
        Ok(value.map(|value| literal(self.store, self.names, &value, sort)))
    }

    /// An atom: true if it has been proved.
    fn predicate(&mut self, atom: Term) -> Result<Simplified, String> {
        let text = self.pool.text(atom)?;
        let Some(known) = self.known.get(&text).cloned() else { return Ok((atom, None)) };
        let truth = self.pool.atom("true");
        Ok((truth, Some(self.holds(atom, &known)?)))
    }

    /// From a step that proves a formula: one that proves `(= formula true)`.
    fn holds(&mut self, formula: Term, proved: &str) -> Result<String, String> {
        let truth = self.pool.atom("true");
        let equation = self.pool.apply("=", &[formula, truth]);
        let meaning = self.equal(equation, formula, "equiv_simplify", &[])?;
        let (equation, formula) = (self.pool.text(equation)?, self.pool.text(formula)?);
        Ok(self.writer.backward(proved, &equation, &formula, &meaning))
    }

    /// From a step that proves that a formula does not hold: one that proves `(= formula false)`.
    fn fails(&mut self, formula: Term, denied: &str) -> Result<String, String> {
        let falsity = self.pool.atom("false");
        let equation = self.pool.apply("=", &[formula, falsity]);
        let negation = self.pool.apply("not", &[formula]);
        let meaning = self.equal(equation, negation, "equiv_simplify", &[])?;
        let (equation, negation) = (self.pool.text(equation)?, self.pool.text(negation)?);
        Ok(self.writer.backward(denied, &equation, &negation, &meaning))
    }

    /// A quantified formula decided by the values of its variables.
    fn witnessed(&mut self, formula: Term) -> Result<Option<Simplified>, String> {
        let Some((word, vars, body)) = self.pool.quantified(formula) else { return Ok(None) };
        let universal = &*word == "forall";
        // ∃x.φ is ¬∀x.¬φ.
        let all = if universal {
            formula
        } else {
            let list = self.pool.items(formula)[1];
            let negated = self.pool.apply("not", &[body]);
            self.pool.apply("forall", &[list, negated])
        };
        let Some((instance, either)) = self.instantiate(all, &vars)? else { return Ok(None) };
        let (value, equality) = self.simplify(instance)?;
        if &*self.pool.name(value) != "false" {
            return Ok(None);
        }
        // The instance does not hold, so not all do.
        let (text, all_text) = (self.pool.text(instance)?.to_string(), self.pool.text(all)?.to_string());
        let denied = match equality {
            Some(equality) => self.writer.denied(&text, &equality),
            None => self.writer.step(&["(not false)"], "false", &[], &[]),
        };
        let never = self.writer.step(&[&super::not(&all_text)], "resolution", &[&either, &denied], &[]);
        if universal {
            let falsity = self.pool.atom("false");
            return Ok(Some((falsity, Some(self.fails(formula, &never)?))));
        }
        let negation = self.pool.apply("not", &[all]);
        let meaning = self.equal(formula, negation, "connective_def", &[])?;
        let (from, to) = (self.pool.text(formula)?, self.pool.text(negation)?);
        let proved = self.writer.backward(&never, &from, &to, &meaning);
        let truth = self.pool.atom("true");
        Ok(Some((truth, Some(self.holds(formula, &proved)?))))
    }

    /// An operator applied to what is simple already.
    fn operator(&mut self, term: Term) -> Result<Simplified, String> {
        let items = self.pool.items(term);
        let (head, args) = (items[0], &items[1..]);
        let name = self.pool.name(head);
        if self.preds.contains(&name) {
            return self.predicate(term);
        }
        let known: Vec<Option<Rc<Sym>>> = args.iter().map(|arg| self.sym(*arg)).collect();
        match (&*name, &known[..]) {
            ("store", [Some(array), Some(index), Some(element)]) => {
                let sym = written(self.store, array, index, element);
                self.syms.insert(term, sym);
                return Ok((term, None));
            }
            ("select", [Some(array), Some(index)]) => {
                let (Some(element), Some(step)) = (look(array, index), self.writer.read(array, index)) else {
                    return Ok((term, None));
                };
                let to = self.pool.read(&element.text)?;
                self.syms.insert(to, element);
                return Ok((to, Some(step)));
            }
            ("distinct", [_, _]) => {
                let same = self.pool.apply("=", args);
                let negation = self.pool.apply("not", &[same]);
                let step = self.equal(term, negation, "distinct_elim", &[])?;
                let (to, rest) = self.simplify(negation)?;
                return Ok((to, self.joined(term, to, &[Some(step), rest])?));
            }
            ("=", [Some(left), Some(right)]) if matches!(left.value, Value::Array(_)) => {
                let (word, step) = match left.text == right.text {
                    true => ("true", None),
                    false => ("false", self.writer.arrays_differ(left, right)),
                };
                let to = self.pool.atom(word);
                let step = match step {
                    Some(step) => step,
                    None if word == "true" => self.equal(term, to, "eq_simplify", &[])?,
                    None if left.value == right.value => {
                        let truth = self.pool.atom("true");
                        return Ok((truth, Some(self.equal(term, truth, "hole", &[])?)));
                    }
                    None => return Ok((term, None)),
                };
                return Ok((to, Some(step)));
            }
            ("ite", [Some(condition), _, _]) => {
                let to = if condition.text == "true" { args[1] } else { args[2] };
                return Ok((to, Some(self.equal(term, to, "ite_simplify", &[])?)));
            }
            _ => {}
        }
        if matches!(self.pool.node(head), Node::List(_))
            && let [Some(element)] = &known[..]
            && let Some((word, _)) = self.pool.application(head)
            && &*word == "as"
        {
            return self.constant_array(term, element);
        }
        if known.iter().all(Option::is_some) {
            return self.evaluated(term, &name, &known);
        }
        self.connective(term, &name, args)
    }

    fn sym(&mut self, term: Term) -> Option<Rc<Sym>> {
        let word = self.pool.name(term);
        if &*word == "true" || &*word == "false" {
            let value = Value::Bool(&*word == "true");
            return Some(Rc::new(Sym { text: word.to_string(), value, sort: SortId::BOOL, form: Form::Plain }));
        }
        self.syms.get(&term).cloned()
    }

    fn constant_array(&mut self, term: Term, element: &Rc<Sym>) -> Result<Simplified, String> {
        if let Some(sym) = self.value(term)? {
            let text = self.pool.text(term)?.to_string();
            let form = Form::Constant(element.clone());
            self.syms.insert(term, Rc::new(Sym { text, value: sym.value.clone(), sort: sym.sort, form }));
        }
        Ok((term, None))
    }

    /// An operator whose arguments are all values.
    fn evaluated(&mut self, term: Term, name: &str, args: &[Option<Rc<Sym>>]) -> Result<Simplified, String> {
        if args.len() > 2 && (name == "=>" || name == "=") {
            return self.binary(term, name);
        }
        let Some(sym) = self.value(term)? else { return Ok((term, None)) };
        let to = self.pool.read(&sym.text)?;
        self.syms.insert(to, sym);
        if to == term {
            return Ok((to, None));
        }
        let of = args.first().and_then(|arg| arg.as_ref()).map(|arg| &arg.value);
        let rule = match (name, args.len(), of) {
            ("not", ..) => "not_simplify",
            ("and", ..) => "and_simplify",
            ("or", ..) => "or_simplify",
            ("=>", 2, _) => "implies_simplify",
            ("=", 2, Some(Value::Bool(_))) => "equiv_simplify",
            ("=", 2, Some(Value::Int(_) | Value::Real(_))) => "eq_simplify",
            ("+", ..) => "sum_simplify",
            ("*", ..) => "prod_simplify",
            ("-", 1, _) => "unary_minus_simplify",
            ("-", 2, _) => "minus_simplify",
            ("<" | "<=", 2, _) => "comp_simplify",
            ("div" | "/", 2, _) => "div_simplify",
            ("mod", 2, _) => "mod_simplify",
            _ => "evaluate",
        };
        Ok((to, Some(self.equal(term, to, rule, &[])?)))
    }

    /// `(=> a b c)` as `(=> a (=> b c))`, `(= a b c)` as `(and (= a b) (= b c))`.
    fn binary(&mut self, term: Term, name: &str) -> Result<Simplified, String> {
        let items = self.pool.items(term);
        let args = &items[1..];
        let other = if name == "=>" {
            let mut result = args[args.len() - 1];
            for &arg in args[..args.len() - 1].iter().rev() {
                result = self.pool.apply("=>", &[arg, result]);
            }
            result
        } else {
            let pairs: Vec<Term> = args.windows(2).map(|pair| self.pool.apply("=", pair)).collect();
            self.pool.apply("and", &pairs)
        };
        let step = self.equal(term, other, "nary_elim", &[])?;
        let (to, rest) = self.simplify(other)?;
        Ok((to, self.joined(term, to, &[Some(step), rest])?))
    }

    /// A connective with arguments that are open.
    fn connective(&mut self, term: Term, name: &str, args: &[Term]) -> Result<Simplified, String> {
        let truths: Vec<Option<bool>> = args.iter().map(|&arg| self.pool.name(arg).parse().ok()).collect();
        let (truth, falsity) = (self.pool.atom("true"), self.pool.atom("false"));
        let (rule, to) = match (name, &truths[..]) {
            ("=>" | "=", [_, _, _, ..]) => return self.binary(term, name),
            ("and" | "or", _) => {
                // What decides, and what can be left out.
                let decides = name == "or";
                let rule = if decides { "or_simplify" } else { "and_simplify" };
                if truths.contains(&Some(decides)) {
                    (rule, if decides { truth } else { falsity })
                } else {
                    let mut rest: Vec<Term> = Vec::new();
                    for (&arg, _) in args.iter().zip(&truths).filter(|(_, truth)| truth.is_none()) {
                        if !rest.contains(&arg) {
                            rest.push(arg);
                        }
                    }
                    (rule, if let [only] = rest[..] { only } else { self.pool.apply(name, &rest) })
                }
            }
            ("=>", [Some(true), _]) => ("implies_simplify", args[1]),
            ("=>", [Some(false), _] | [_, Some(true)]) => ("implies_simplify", truth),
            ("=>", [_, Some(false)]) => ("implies_simplify", self.pool.apply("not", &args[..1])),
            ("=", [Some(true), _]) => ("equiv_simplify", args[1]),
            ("=", [_, Some(true)]) => ("equiv_simplify", args[0]),
            ("=", [Some(false), _]) => ("equiv_simplify", self.pool.apply("not", &args[1..])),
            ("=", [_, Some(false)]) => ("equiv_simplify", self.pool.apply("not", &args[..1])),
            ("not", [None]) => match self.pool.application(args[0]) {
                Some((word, inner)) if &*word == "not" => ("not_simplify", inner[0]),
                _ => return Ok((term, None)),
            },
            _ => return Ok((term, None)),
        };
        if to == term {
            return Ok((term, None));
        }
        let step = self.equal(term, to, rule, &[])?;
        let (simple, rest) = if rule == "implies_simplify" || rule == "equiv_simplify" {
            match self.pool.application(to) {
                Some((word, inner)) if &*word == "not" => self.connective(to, "not", &inner)?,
                _ => (to, None),
            }
        } else {
            (to, None)
        };
        Ok((simple, self.joined(term, simple, &[Some(step), rest])?))
    }
}
