//! Evaluation of ground terms with a proof: every operator on values is one step, joined by congruence and
//! transitivity.

use super::Writer;
use super::arrays::{Form, Sym, is_array, literal, look, over_base, written};
use horn_solver::smtlib::Names;
use horn_solver::smtlib::print::head_text;
use horn_solver::system::Clause;
use horn_solver::term::{Assignment, Evaluator, Op, Sort, SortId, Store, TermId, Value, conjuncts, postorder};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

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
    variables: Vec<Rc<Sym>>,
    values: Vec<String>,
    texts: Texts,
    /// The values of terms; those that have none are missing.
    results: HashMap<TermId, Rc<Sym>>,
    /// The steps that prove that a term equals its value, where the two are not one text.
    proved: HashMap<TermId, String>,
}

/// The indices that a refutation reads, by the sort of the array.
pub type Reads = BTreeMap<SortId, BTreeSet<Value>>;

/// The arrays of a proof.
#[derive(Default)]
pub struct Arrays {
    /// The names of arbitrary arrays.
    pub bases: BTreeMap<SortId, String>,
    /// For values how the first array with that value is made.
    made: BTreeMap<(SortId, Value), Rc<Sym>>,
}

/// At most this many indices are written into an array that nothing builds.
const MOST_READS: usize = 100;

/// Adds the indices at which a clause reads arrays under these values.
pub fn add_reads(store: &Store, clause: &Clause, values: &[Value], reads: &mut Reads) {
    let assignment = Assignment::from_values(values.iter().cloned());
    let mut evaluator = Evaluator::new(store, &assignment);
    for term in postorder(store, &clause.terms()) {
        if let (Op::Select, &[array, index]) = (store.op(term), store.args(term))
            && !is_array(store, store.sort_of(index))
            && let Some(index) = evaluator.eval(index)
        {
            reads.entry(store.sort_of(array)).or_default().insert(index);
        }
    }
}

impl<'a> Ground<'a> {
    /// The clause under the values of its variables. `known`: how arrays are made that the premises bring in. `arrays`:
    /// all others so far.
    pub fn new(
        store: &'a mut Store,
        names: &'a Names,
        clause: &Clause,
        values: &[Value],
        known: &HashMap<u32, Rc<Sym>>,
        (reads, arrays): (&Reads, &mut Arrays),
    ) -> Result<Ground<'a>, String> {
        let roots = clause.terms();
        let order = postorder(store, &roots);
        let found: Vec<Option<Value>> = {
            let assignment = Assignment::from_values(values.iter().cloned());
            let mut evaluator = Evaluator::new(store, &assignment);
            order.iter().map(|&term| evaluator.eval(term)).collect()
        };
        let mut vars: Vec<Option<Rc<Sym>>> = Vec::new();
        for (number, (value, &sort)) in values.iter().zip(&clause.vars).enumerate() {
            let known = known.get(&(number as u32)).cloned();
            vars.push(if is_array(store, sort) { known } else { Some(literal(store, names, value, sort)) });
        }
        let mut results = symbols(store, names, &order, &found, &vars);
        while let Some(open) = vars.iter().position(Option::is_none) {
            match defined(store, clause, &vars, &results) {
                Some((number, sym)) => vars[number] = Some(sym),
                None => {
                    let (value, sort) = (&values[open], clause.vars[open]);
                    let none = BTreeSet::new();
                    let indices = reads.get(&sort).unwrap_or(&none);
                    vars[open] = Some(match arrays.made.get(&(sort, value.clone())) {
                        Some(sym) => sym.clone(),
                        None if indices.len() <= MOST_READS => {
                            let free = format!("base!{}", arrays.bases.len());
                            let base = arrays.bases.entry(sort).or_insert(free).clone();
                            over_base(store, names, &base, (value, sort), indices)
                        }
                        None => literal(store, names, value, sort),
                    });
                }
            }
            results = symbols(store, names, &order, &found, &vars);
        }
        for (&term, sym) in order.iter().filter_map(|term| Some((term, results.get(term)?))) {
            if is_array(store, store.sort_of(term)) {
                arrays.made.entry((store.sort_of(term), sym.value.clone())).or_insert_with(|| sym.clone());
            }
        }
        let variables: Vec<Rc<Sym>> = vars.into_iter().flatten().collect();
        let values = variables.iter().map(|sym| sym.text.clone()).collect();
        let store: &Store = store;
        let (texts, proved) = (Texts::default(), HashMap::new());
        let mut ground = Ground { store, names, variables, values, texts, results, proved };
        for term in order {
            ground.texts.add(store, names, term, Some(&ground.values));
        }
        Ok(ground)
    }

    /// What the variables are.
    pub fn variables(&self) -> &[Rc<Sym>] {
        &self.variables
    }

    /// The value of a term, if it has one.
    pub fn value(&self, term: TermId) -> Option<Rc<Sym>> {
        self.results.get(&term).cloned()
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
    pub fn evaluate(&mut self, writer: &mut Writer, root: TermId) -> Result<(Rc<Sym>, Option<String>), String> {
        for term in postorder(self.store, &[root]) {
            if !self.proved.contains_key(&term) {
                self.reduce(writer, term);
            }
        }
        let value = self.results.get(&root).ok_or("a term of the refutation has no value")?;
        let step = self.proved.get(&root);
        if step.is_none() && value.text != self.texts.get(root) {
            return Err("a term of the refutation can't be evaluated".to_string());
        }
        Ok((value.clone(), step.cloned()))
    }

    /// Proves that a term equals its value, given that for its arguments.
    fn reduce(&mut self, writer: &mut Writer, term: TermId) {
        let Some(value) = self.results.get(&term).cloned() else { return };
        let text = self.texts.get(term).to_string();
        if value.text == text {
            return;
        }
        let args = self.store.args(term);
        let equalities: Vec<&str> = args.iter().filter_map(|arg| self.proved.get(arg)).map(String::as_str).collect();
        let mut inner = text.clone();
        let mut steps = Vec::new();
        if !equalities.is_empty() {
            let parts = args.iter().map(|arg| match self.proved.contains_key(arg) {
                true => self.results[arg].text.as_str(),
                false => self.texts.get(*arg),
            });
            inner = application(&head_text(self.store, term, self.names), parts);
            steps.push(writer.step(&[&format!("(= {text} {inner})")], "cong", &equalities, &[]));
        }
        if inner != value.text {
            steps.push(self.operator(writer, term, &inner, &value));
        }
        let step = match &steps[..] {
            [first, second] => writer.step(&[&format!("(= {text} {})", value.text)], "trans", &[first, second], &[]),
            [only] => only.clone(),
            _ => return,
        };
        self.proved.insert(term, step);
    }

    /// The step that proves that an operator applied to values, `inner`, has a value.
    fn operator(&self, writer: &mut Writer, term: TermId, inner: &str, value: &Rc<Sym>) -> String {
        let args: Vec<Option<&Rc<Sym>>> = self.store.args(term).iter().map(|arg| self.results.get(arg)).collect();
        let special = match (self.store.op(term), &args[..]) {
            (Op::Select, &[Some(array), Some(index)]) => writer.read(array, index),
            (Op::Eq, &[Some(left), Some(right)]) if left.text != right.text && value.text == "false" => {
                match is_array(self.store, self.store.sort_of(self.store.args(term)[0])) {
                    true => writer.arrays_differ(left, right),
                    false => None,
                }
            }
            _ => None,
        };
        let equality = format!("(= {inner} {})", value.text);
        match (special, self.rule(term, &args)) {
            (Some(step), _) => step,
            (None, Some(rule)) => writer.step(&[&equality], rule, &[], &[]),
            (None, None) => writer.step(&[&equality], "hole", &[], &["\"evaluation\""]),
        }
    }

    /// The rule that evaluates an operator on values.
    fn rule(&self, term: TermId, args: &[Option<&Rc<Sym>>]) -> Option<&'static str> {
        let of_arg = self.store.args(term).first().map(|&arg| self.store.sort(self.store.sort_of(arg)));
        match self.store.op(term) {
            Op::Not => Some("not_simplify"),
            Op::And => Some("and_simplify"),
            Op::Or => Some("or_simplify"),
            Op::Ite => Some("ite_simplify"),
            Op::Eq => match (of_arg, args) {
                (Some(Sort::Bool), _) => Some("equiv_simplify"),
                (Some(Sort::Int | Sort::Real), _) => Some("eq_simplify"),
                (_, &[Some(left), Some(right)]) if left.text == right.text => Some("eq_simplify"),
                (Some(Sort::BitVec(_)), _) => Some("evaluate"),
                _ => None,
            },
            Op::Add => Some("sum_simplify"),
            Op::Mul => Some("prod_simplify"),
            Op::Le => Some("comp_simplify"),
            Op::IntDiv | Op::RealDiv => Some("div_simplify"),
            Op::IntMod => Some("mod_simplify"),
            Op::ToReal | Op::ToInt | Op::Bv(_) => Some("evaluate"),
            _ => None,
        }
    }
}

/// The values of terms, as far as the variables in them have one.
fn symbols(
    store: &mut Store,
    names: &Names,
    order: &[TermId],
    found: &[Option<Value>],
    vars: &[Option<Rc<Sym>>],
) -> HashMap<TermId, Rc<Sym>> {
    let mut results: HashMap<TermId, Rc<Sym>> = HashMap::new();
    for (&term, value) in order.iter().zip(found) {
        let (Some(value), sort) = (value, store.sort_of(term)) else { continue };
        if !is_array(store, sort) {
            let sym = literal(store, names, value, sort);
            results.insert(term, sym);
            continue;
        }
        let args: Option<Vec<Rc<Sym>>> = store.args(term).iter().map(|arg| results.get(arg).cloned()).collect();
        let sym = match (store.op(term), args.as_deref()) {
            (Op::Var(number), _) => vars.get(*number as usize).cloned().flatten(),
            (_, None) => None,
            (Op::Store, Some([array, index, element])) => Some(written(store, array, index, element)),
            (Op::ConstArray, Some([element])) => {
                let text = format!("({} {})", head_text(store, term, names), element.text);
                Some(Rc::new(Sym { text, value: value.clone(), sort, form: Form::Constant(element.clone()) }))
            }
            (Op::Ite, Some([condition, yes, no])) => {
                Some(if condition.text == "true" { yes.clone() } else { no.clone() })
            }
            (Op::Select, Some([array, index])) => look(array, index),
            _ => Some(literal(store, names, value, sort)),
        };
        results.extend(sym.map(|sym| (term, sym)));
    }
    results
}

/// A variable without a value for which an equation of the constraint has one.
fn defined(
    store: &Store,
    clause: &Clause,
    vars: &[Option<Rc<Sym>>],
    results: &HashMap<TermId, Rc<Sym>>,
) -> Option<(usize, Rc<Sym>)> {
    conjuncts(store, clause.constraint).into_iter().find_map(|part| {
        let (Op::Eq, &[left, right]) = (store.op(part), store.args(part)) else { return None };
        [(left, right), (right, left)].into_iter().find_map(|(var, other)| {
            let number = store.as_var(var)? as usize;
            let open = vars.get(number).is_some_and(Option::is_none);
            results.get(&other).filter(|_| open).map(|sym| (number, sym.clone()))
        })
    })
}
