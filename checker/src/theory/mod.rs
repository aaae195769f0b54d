//! Models with recursive functions of several arguments and lemmas about them.
//!
//! A model may say that a relation is a function: `append x y z` is `z = f x y`, with `f` defined by recursion. Then
//! the recursion has to go down, so that there is such a function (`descent`), and what the assertions need beyond one
//! unfolding of it is a theorem. A helper function of sort `Bool` whose name begins with `lemma!` states one: that its
//! body holds for all values of its parameters. It is shown before it is used, from those before it, by cases on the
//! constructors of its first parameter's datatype, with the lemma itself for the fields of the value and theirs. All
//! questions are free of quantifiers; to the solver the functions are uninterpreted (`saturate`).

mod descent;
mod saturate;

use crate::read::{Definition, Symbols};
use crate::solver::Word;
use crate::term::{Name, Op, Sort, Term, Terms, Var};
use crate::{Options, Rejection};
use saturate::{Rule, Saturation};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// How deep below the value of an inductive variable a lemma is used.
const DEPTH: usize = 2;

/// What a name of a helper function that states a lemma begins with.
pub const LEMMA: &str = "lemma!";

/// The functions and lemmas of a model.
#[derive(Default)]
pub struct Theory {
    functions: HashMap<Name, Definition>,
    /// The functions in the order of the text.
    order: Vec<Name>,
    lemmas: Vec<Definition>,
    /// Lemmas that are shown.
    rules: Vec<Rule>,
}

/// The names that testers have in terms.
pub struct Data {
    /// The constructor of a tester.
    testers: HashMap<Name, Name>,
}

impl Data {
    /// The names of the script.
    fn new(terms: &mut Terms, symbols: &Symbols) -> Data {
        let constructors = symbols.datatypes.values().flatten();
        Data { testers: constructors.map(|&name| (symbols.tester(terms, name), name)).collect() }
    }
}

/// The constructors of a sort, if it is a datatype without parameters.
fn constructors(terms: &Terms, symbols: &Symbols, sort: Sort) -> Option<Vec<Name>> {
    let (head, args) = terms.sort_parts(sort);
    let (_, list) = symbols.datatypes.iter().find(|(name, _)| args.is_empty() && terms.text(**name) == head)?;
    Some(list.clone())
}

impl Theory {
    /// The functions and lemmas of a model; the recursion of the functions is checked.
    pub fn new(
        terms: &mut Terms,
        symbols: &Symbols,
        functions: &[(Name, Definition)],
        lemmas: Vec<Definition>,
    ) -> Result<Theory, Rejection> {
        descent::check(terms, symbols, functions)?;
        let order = functions.iter().map(|(name, _)| *name).collect();
        Ok(Theory { functions: functions.iter().cloned().collect(), order, lemmas, rules: Vec::new() })
    }

    /// The declarations for the solver.
    pub fn declarations(&self, terms: &Terms) -> String {
        let mut text = String::new();
        for name in &self.order {
            let definition = &self.functions[name];
            let sorts: Vec<Sort> = definition.params.iter().map(|&var| terms.var_info(var).sort).collect();
            let signature = crate::script::signature(terms, &sorts, definition.sort);
            let _ = writeln!(text, "(declare-fun {} {signature})", terms.text(*name));
        }
        text
    }

    /// Shows the lemmas, each by every solver; the number of questions.
    pub fn show(
        &mut self,
        terms: &mut Terms,
        symbols: &mut Symbols,
        prefix: &str,
        prelude: &str,
        options: &Options,
    ) -> Result<usize, Rejection> {
        let mut questions = Vec::new();
        for number in 0..self.lemmas.len() {
            let lemma = self.lemmas[number].clone();
            questions.push((number, self.cases(terms, symbols, prefix, &lemma)));
            self.rules.push(Rule::new(terms, self, lemma.body, &lemma.params));
        }
        let mut asked = 0;
        for solver in &options.solvers {
            let mut process = crate::formula::start(solver, options, prefix, prelude)?;
            for (number, cases) in &questions {
                for (constants, parts) in cases {
                    let mut text = String::from("(push 1)\n");
                    text.push_str(&crate::formula::statement(terms, prefix, constants, parts));
                    text.push_str("(check-sat)\n(pop 1)\n");
                    if process.ask(&text, 1)? != [Word::Unsat] {
                        return Err(Rejection::Undecided(format!("lemma {number} of the model")));
                    }
                }
            }
            asked += process.queries;
        }
        Ok(asked)
    }

    /// What must be unsatisfiable for a lemma to hold.
    fn cases(
        &self,
        terms: &mut Terms,
        symbols: &mut Symbols,
        prefix: &str,
        lemma: &Definition,
    ) -> Vec<(Vec<(Name, Sort)>, Vec<Term>)> {
        let mut made: Vec<(Name, Sort)> = Vec::new();
        let mut images: HashMap<Var, Term> = HashMap::new();
        let first = lemma.params.first().copied();
        for &var in lemma.params.iter().skip(1) {
            let sort = terms.var_info(var).sort;
            images.insert(var, fresh(terms, symbols, prefix, &mut made, sort));
        }
        let Some(on) = first else {
            let denied = terms.not(lemma.body);
            return vec![self.case(terms, symbols, prefix, made, vec![denied], &[])];
        };
        let sort = terms.var_info(on).sort;
        let Some(list) = constructors(terms, symbols, sort) else {
            images.insert(on, fresh(terms, symbols, prefix, &mut made, sort));
            let claim = terms.substitute(lemma.body, &images);
            let denied = terms.not(claim);
            return vec![self.case(terms, symbols, prefix, made, vec![denied], &[])];
        };
        let mut cases = Vec::new();
        for constructor in list {
            let mut made = made.clone();
            let fields = symbols.constructors[&constructor].fields.clone();
            let mut args = Vec::new();
            let mut smaller: Vec<(Term, Sort, Vec<Term>, usize)> = Vec::new();
            for &(_, field) in &fields {
                let arg = fresh(terms, symbols, prefix, &mut made, field);
                args.push(arg);
                smaller.push((arg, field, Vec::new(), 1));
            }
            let built = terms.make(Op::Apply(constructor), &args);
            let mut images = images.clone();
            images.insert(on, built);
            let claim = terms.substitute(lemma.body, &images);
            let mut parts = vec![terms.not(claim)];
            let mut rules = Vec::new();
            while let Some((part, inner, conditions, depth)) = smaller.pop() {
                if inner == sort {
                    let hypothesis = terms.substitute(lemma.body, &HashMap::from([(on, part)]));
                    let hypothesis = implied(terms, &conditions, hypothesis);
                    rules.push(Rule::new(terms, self, hypothesis, &lemma.params[1..]));
                    images.insert(on, part);
                    let same = terms.substitute(lemma.body, &images);
                    parts.push(implied(terms, &conditions, same));
                }
                let Some(list) = constructors(terms, symbols, inner).filter(|_| depth < DEPTH) else { continue };
                for c in list {
                    let tester = symbols.tester(terms, c);
                    let test = terms.make(Op::Apply(tester), &[part]);
                    let mut conditions = conditions.clone();
                    conditions.push(test);
                    for (selector, field) in symbols.constructors[&c].fields.clone() {
                        let arg = terms.make(Op::Apply(selector), &[part]);
                        smaller.push((arg, field, conditions.clone(), depth + 1));
                    }
                }
            }
            cases.push(self.case(terms, symbols, prefix, made, parts, &rules));
        }
        cases
    }

    fn case(
        &self,
        terms: &mut Terms,
        symbols: &mut Symbols,
        prefix: &str,
        mut made: Vec<(Name, Sort)>,
        parts: Vec<Term>,
        rules: &[Rule],
    ) -> (Vec<(Name, Sort)>, Vec<Term>) {
        let parts = self.saturate(terms, symbols, prefix, &mut made, parts, rules);
        (made, parts)
    }

    /// The parts of a conjunction in a form without what they determine, and what is true of the functions in them.
    pub fn saturate(
        &self,
        terms: &mut Terms,
        symbols: &mut Symbols,
        prefix: &str,
        made: &mut Vec<(Name, Sort)>,
        parts: Vec<Term>,
        hypotheses: &[Rule],
    ) -> Vec<Term> {
        let data = Data::new(terms, symbols);
        Saturation::new(self, terms, symbols, &data, prefix).run(made, parts, &self.rules, hypotheses)
    }

    /// Whether the name is that of one of the functions.
    fn is_function(&self, name: Name) -> bool {
        self.functions.contains_key(&name)
    }

    /// The calls in terms without quantifiers.
    pub fn calls(&self, terms: &Terms, roots: &[Term]) -> Vec<Term> {
        let is_call = |&term: &Term| {
            terms.head_name(term).is_some_and(|name| self.is_function(name)) && !terms.is_quantified(term)
        };
        terms.postorder(roots).into_iter().filter(is_call).collect()
    }
}

/// A constant of that sort which nothing else is.
fn fresh(terms: &mut Terms, symbols: &mut Symbols, prefix: &str, made: &mut Vec<(Name, Sort)>, sort: Sort) -> Term {
    let taken: HashSet<Name> = made.iter().map(|(name, _)| *name).collect();
    let mut number = made.len();
    let name = loop {
        let name = terms.name(&format!("{prefix}k{number}"));
        if !taken.contains(&name) {
            break name;
        }
        number += 1;
    };
    made.push((name, sort));
    symbols.functions.insert(name, (Vec::new(), sort));
    terms.make(Op::Apply(name), &[])
}

fn implied(terms: &mut Terms, conditions: &[Term], formula: Term) -> Term {
    if conditions.is_empty() {
        return formula;
    }
    let condition = terms.and(conditions);
    terms.apply("=>", &[condition, formula])
}
