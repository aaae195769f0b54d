//! Evaluation of ground terms with a proof: every operator on values is one step, joined by congruence and transitivity.

use super::Writer;

use horn_solver::smtlib::Names;
use horn_solver::smtlib::print::{head_text, term_text};
use horn_solver::system::Clause;
use horn_solver::term::{Assignment, Evaluator, Op, Sort, Store, TermId, Value, postorder};
use std::collections::HashMap;

/// Terms written out without `let`.
#[derive(Default)]
pub struct Texts(HashMap<TermId, String>);

impl Texts {
    /// Writes a term whose arguments are written already; variables by their values where there are some.
    pub fn add(&mut self, store: &Store, names: &Names, term: TermId, values: Option<&[String]>) {
        let args = store.args(term);
        let text = match (store.op(term), values) {
            (Op::Var(number), Some(values)) => values.get(*number as usize).cloned().unwrap_or_default(),
            _ if args.is_empty() => head_text(store, term, names).into_owned(),
            _ => application(&head_text(store, term, names), args.iter().map(|&arg| self.get(arg))),
        };
        self.0.insert(term, text);
    }

    /// The text of a term.
    pub fn get(&self, term: TermId) -> &str {
        self.0.get(&term).map_or("", String::as_str)
    }
}

fn application<'t>(head: &str, args: impl Iterator<Item = &'t str>) -> String {
    let mut text = format!("({head}");
    for arg in args {
        text.push(' ');
        text.push_str(arg);
    }
    text.push(')');
    text
}

/// A clause under values of its variables.
pub struct Ground<'a> {
    store: &'a Store,
    names: &'a Names,
    values: Vec<String>,
    texts: Texts,
    /// The texts of the values of terms; those that have none are missing.
    results: HashMap<TermId, String>,
    /// The steps that prove that a term equals its value, where the two are not one text.
    proved: HashMap<TermId, String>,
}

impl<'a> Ground<'a> {
    /// The clause under the values of its variables.
    pub fn new(
        store: &'a mut Store,
        names: &'a Names,
        clause: &Clause,
        values: &[Value],
    ) -> Result<Ground<'a>, String> {
        let roots = clause.terms();
        let order = postorder(store, &roots);
        let found: Vec<Option<Value>> = {
            let assignment = Assignment::from_values(values.iter().cloned());
            let mut evaluator = Evaluator::new(store, &assignment);
            order.iter().map(|&term| evaluator.eval(term)).collect()
        };
        let mut results = HashMap::new();
        for (&term, value) in order.iter().zip(&found) {
            if let Some(value) = value {
                let value = value.to_term(store, store.sort_of(term));
                results.insert(term, term_text(store, value, names));
            }
        }
        let mut texts = Vec::new();
        for (value, &sort) in values.iter().zip(&clause.vars) {
            let value = value.to_term(store, sort);
            texts.push(term_text(store, value, names));
        }
        let store: &Store = store;
        let mut ground =
            Ground { store, names, values: texts, texts: Texts::default(), results, proved: HashMap::new() };
        for term in order {
            ground.texts.add(store, names, term, Some(&ground.values));
        }
        Ok(ground)
    }

    /// How things are spelled.
    pub fn names(&self) -> &'a Names {
        self.names
    }

    /// The values of the variables.
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// The text of a term with values for variables.
    pub fn text(&self, term: TermId) -> &str {
        self.texts.get(term)
    }

    /// The value of a term and the step that proves the equality of term and value; no step where they are one text.
    pub fn evaluate(&mut self, writer: &mut Writer, root: TermId) -> Result<(String, Option<String>), String> {
        for term in postorder(self.store, &[root]) {
            if !self.proved.contains_key(&term) {
                self.reduce(writer, term);
            }
        }
        let value = self.results.get(&root).ok_or("a term of the refutation has no value")?;
        let step = self.proved.get(&root);
        if step.is_none() && value != self.texts.get(root) {
            return Err("a term of the refutation can't be evaluated".to_string());
        }
        Ok((value.clone(), step.cloned()))
    }

    /// Proves that a term equals its value, given that for its arguments.
    fn reduce(&mut self, writer: &mut Writer, term: TermId) {
        let Some(value) = self.results.get(&term).cloned() else { return };
        let text = self.texts.get(term).to_string();
        if value == text {
            return;
        }
        let args = self.store.args(term);
        let equalities: Vec<&str> = args.iter().filter_map(|arg| self.proved.get(arg)).map(String::as_str).collect();
        let mut inner = text.clone();
        let mut steps = Vec::new();
        if !equalities.is_empty() {
            let parts = args.iter().map(|arg| match self.proved.contains_key(arg) {
                true => self.results[arg].as_str(),
                false => self.texts.get(*arg),
            });
            inner = application(&head_text(self.store, term, self.names), parts);
            steps.push(writer.step(&[&format!("(= {text} {inner})")], "cong", &equalities, &[]));
        }
        if inner != value {
            let equality = format!("(= {inner} {value})");
            steps.push(match self.rule(term) {
                Some(rule) => writer.step(&[&equality], rule, &[], &[]),
                None => writer.step(&[&equality], "hole", &[], &["\"evaluation\""]),
            });
        }
        let step = match &steps[..] {
            [first, second] => writer.step(&[&format!("(= {text} {value})")], "trans", &[first, second], &[]),
            [only] => only.clone(),
            _ => return,
        };
        self.proved.insert(term, step);
    }

    /// The rule that evaluates an operator on values.
    fn rule(&self, term: TermId) -> Option<&'static str> {
        let of_arg = self.store.args(term).first().map(|&arg| self.store.sort(self.store.sort_of(arg)));
        match self.store.op(term) {
            Op::Not => Some("not_simplify"),
            Op::And => Some("and_simplify"),
            Op::Or => Some("or_simplify"),
            Op::Ite => Some("ite_simplify"),
            Op::Eq => match of_arg {
                Some(Sort::Bool) => Some("equiv_simplify"),
                Some(Sort::Int | Sort::Real) => Some("eq_simplify"),
                _ => None,
            },
            Op::Add => Some("sum_simplify"),
            Op::Mul => Some("prod_simplify"),
            Op::Le => Some("comp_simplify"),
            Op::IntDiv | Op::RealDiv => Some("div_simplify"),
            _ => None,
        }
    }
}
