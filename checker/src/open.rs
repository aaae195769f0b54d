//! Quantifiers taken off where nothing is lost, or where what is lost can only make a formula weaker.
//!
//! In a formula that is to be shown unsatisfiable, an existential quantifier under an even number of negations (a
//! universal one under an odd number) stands for constants; a *hypothesis*, a universal one under an even number, may
//! be replaced by instances: the result follows from the formula, so that it is unsatisfiable only if the formula is.

use crate::read::Symbols;
use crate::sorts::Sorts;
use crate::term::{Name, Op, Sort, Term, Terms, Var};
use std::collections::{HashMap, HashSet};

/// What becomes of a hypothesis.
pub enum Hypotheses<'h> {
    /// It stays.
    Kept,
    /// It is left out.
    Dropped,
    /// It is replaced by its instances with all combinations of these terms; it stays if a variable's sort has no term,
    /// or the combinations are too many.
    Instances(&'h HashMap<Sort, Vec<Term>>),
    /// One instance for each of these lists: variables with the names are replaced by the terms, the others by
    /// constants. A hypothesis none of whose variables has a name in a list stays.
    Named(&'h [HashMap<Name, Term>]),
}

/// Instances of one hypothesis at most.
const MAX_INSTANCES: usize = 400;

/// Makes constants.
pub struct Constants<'c> {
    /// What their names begin with.
    pub prefix: &'c str,
    /// Those made so far.
    pub made: Vec<(Name, Sort)>,
    /// Those that stand for values, with their sorts and the values.
    pub values: Vec<(Name, Sort, Term)>,
    by_value: HashMap<(Sort, Term), Term>,
    sorts: Sorts,
}

impl<'c> Constants<'c> {
    /// None so far. `prefix` is what their names begin with.
    pub fn new(prefix: &'c str) -> Constants<'c> {
        Constants { prefix, made: Vec::new(), values: Vec::new(), by_value: HashMap::new(), sorts: Sorts::default() }
    }

    /// Whether the value is not known to have another sort.
    fn may_have(&mut self, terms: &mut Terms, symbols: &Symbols, sort: Sort, value: Term) -> bool {
        self.sorts.of(terms, symbols, value).is_none_or(|found| found == sort)
    }

    /// A constant of that sort that stands for the value: it is for the solver to say whether the value has the sort.
    /// Literals stand for themselves.
    fn value(&mut self, terms: &mut Terms, symbols: &mut Symbols, sort: Sort, value: Term) -> Term {
        if literal_sort(terms, value).is_some_and(|text| text == terms.sort_text(sort)) {
            return value;
        }
        if let Some(&constant) = self.by_value.get(&(sort, value)) {
            return constant;
        }
        let name = terms.name(&format!("{}c{}", self.prefix, self.values.len()));
        self.values.push((name, sort, value));
        symbols.functions.insert(name, (Vec::new(), sort));
        let constant = terms.make(Op::Apply(name), &[]);
        self.by_value.insert((sort, value), constant);
        constant
    }

    /// A constant of that sort that nothing else is.
    pub fn fresh(&mut self, terms: &mut Terms, symbols: &mut Symbols, sort: Sort) -> Term {
        let name = terms.name(&format!("{}k{}", self.prefix, self.made.len()));
        self.made.push((name, sort));
        symbols.functions.insert(name, (Vec::new(), sort));
        terms.make(Op::Apply(name), &[])
    }
}

/// The sort of a truth value, a numeral (also `(- n)`) or a literal of a bit-vector.
fn literal_sort(terms: &Terms, value: Term) -> Option<String> {
    let head = terms.head(value)?;
    match terms.args(value) {
        [] if matches!(head, "true" | "false") => Some("Bool".to_string()),
        [] if head.bytes().all(|byte| byte.is_ascii_digit()) => Some("Int".to_string()),
        [] => {
            let width = match (head.strip_prefix("#b"), head.strip_prefix("#x")) {
                (Some(bits), _) => bits.len(),
                (_, Some(digits)) => digits.len() * 4,
                _ => return None,
            };
            Some(format!("(_ BitVec {width})"))
        }
        &[number] if head == "-" && terms.args(number).is_empty() => {
            literal_sort(terms, number).filter(|sort| sort == "Int")
        }
        _ => None,
    }
}

/// A formula, and whether it (or its negation) is what is wanted.
type Goal = (Term, bool);

/// Opens the quantifiers of closed formulas.
pub struct Opener<'o, 'c> {
    /// The terms.
    pub terms: &'o mut Terms,
    /// The symbols; the sorts of constants are entered.
    pub symbols: &'o mut Symbols,
    /// The constants.
    pub constants: &'o mut Constants<'c>,
    /// What becomes of hypotheses.
    pub hypotheses: Hypotheses<'o>,
    /// The bodies of the quantifiers that stand for constants; kept between formulas so that equal quantifiers get
    /// equal constants.
    pub opened: &'o mut HashMap<Term, Term>,
}

impl Opener<'_, '_> {
    /// The formula, or its negation, opened.
    pub fn open(&mut self, root: Term, positive: bool) -> Term {
        let mut done: HashMap<Goal, Term> = HashMap::new();
        let mut needs: HashMap<Goal, Vec<Goal>> = HashMap::new();
        let mut stack = vec![((root, positive), false)];
        while let Some((goal, ready)) = stack.pop() {
            if done.contains_key(&goal) {
                continue;
            }
            if !ready {
                let wanted = if self.terms.is_quantified(goal.0) { self.needs(goal) } else { Some(Vec::new()) };
                match wanted {
                    Some(wanted) if !wanted.is_empty() => {
                        stack.push((goal, true));
                        stack.extend(wanted.iter().map(|&goal| (goal, false)));
                        needs.insert(goal, wanted);
                    }
                    wanted => {
                        let result = match wanted {
                            // A hypothesis left out.
                            None => self.terms.and(&[]),
                            Some(_) if goal.1 => goal.0,
                            Some(_) => self.terms.not(goal.0),
                        };
                        done.insert(goal, result);
                    }
                }
                continue;
            }
            let parts: Vec<Term> = needs[&goal].iter().map(|need| done[need]).collect();
            let result = self.assemble(goal, &parts);
            done.insert(goal, result);
        }
        done[&(root, positive)]
    }

    /// The goals that make up a goal; none if it stays as it is, `None` if it is left out.
    fn needs(&mut self, (term, positive): Goal) -> Option<Vec<Goal>> {
        let args: Vec<Term> = self.terms.args(term).to_vec();
        let head = match self.terms.op(term) {
            Op::Forall(vars) | Op::Exists(vars) => {
                let universal = matches!(self.terms.op(term), Op::Forall(_));
                let vars = vars.clone();
                if universal != positive {
                    let body = self.skolemized(term, &vars, args[0]);
                    return Some(vec![(body, positive)]);
                }
                return self.hypothesis(&vars, args[0]).map(|list| list.into_iter().map(|t| (t, positive)).collect());
            }
            Op::Var(_) => return Some(Vec::new()),
            Op::Apply(name) => self.terms.text(*name).to_string(),
        };
        Some(match (head.as_str(), &args[..]) {
            ("not", &[arg]) => vec![(arg, !positive)],
            ("and" | "or", _) => args.iter().map(|&arg| (arg, positive)).collect(),
            ("=>", [premises @ .., conclusion]) => {
                let mut goals: Vec<Goal> = premises.iter().map(|&premise| (premise, !positive)).collect();
                goals.push((*conclusion, positive));
                goals
            }
            ("ite", &[c, a, b]) => vec![(c, true), (c, false), (a, positive), (b, positive)],
            ("=", &[a, b]) if self.is_formula(a) || self.is_formula(b) => {
                vec![(a, true), (a, false), (b, true), (b, false)]
            }
            ("xor", &[a, b]) => vec![(a, true), (a, false), (b, true), (b, false)],
            _ => Vec::new(),
        })
    }

    /// Whether a term is certainly of sort Bool.
    fn is_formula(&self, term: Term) -> bool {
        match self.terms.head(term) {
            None => !matches!(self.terms.op(term), Op::Var(_)),
            Some(head) => matches!(head, "not" | "and" | "or" | "=>" | "xor" | "=" | "distinct" | "true" | "false"),
        }
    }

    fn assemble(&mut self, (term, positive): Goal, parts: &[Term]) -> Term {
        let terms = &mut *self.terms;
        let Some(head) = terms.head(term).map(str::to_string) else {
            // A quantifier: its instances, all of which hold.
            return terms.and(parts);
        };
        match (head.as_str(), parts) {
            ("and", _) if positive => terms.and(parts),
            ("or" | "=>", _) if !positive => terms.and(parts),
            ("and" | "or" | "=>", _) => terms.or(parts),
            ("ite", &[c, not_c, a, b]) => {
                let (left, right) = (terms.and(&[c, a]), terms.and(&[not_c, b]));
                terms.or(&[left, right])
            }
            ("=" | "xor", &[a, not_a, b, not_b]) => {
                let same = (head == "=") == positive;
                let (left, right) = if same { (b, not_b) } else { (not_b, b) };
                let (left, right) = (terms.and(&[a, left]), terms.and(&[not_a, right]));
                terms.or(&[left, right])
            }
            _ => parts[0],
        }
    }

    /// The body of a quantifier over constants.
    fn skolemized(&mut self, quantifier: Term, vars: &[Var], body: Term) -> Term {
        if let Some(&body) = self.opened.get(&quantifier) {
            return body;
        }
        let mut images = HashMap::new();
        for &var in vars {
            let sort = self.terms.var_info(var).sort;
            images.insert(var, self.constants.fresh(self.terms, self.symbols, sort));
        }
        let result = self.terms.substitute(body, &images);
        self.opened.insert(quantifier, result);
        result
    }

    /// What stands for a hypothesis: instances; nothing if it stays; `None` if it is left out.
    fn hypothesis(&mut self, vars: &[Var], body: Term) -> Option<Vec<Term>> {
        let tuples: Vec<HashMap<Var, Term>> = match self.hypotheses {
            Hypotheses::Kept => return Some(Vec::new()),
            Hypotheses::Dropped => return None,
            Hypotheses::Instances(by_sort) => {
                let choices: Option<Vec<&Vec<Term>>> =
                    vars.iter().map(|&var| by_sort.get(&self.terms.var_info(var).sort)).collect();
                let Some(choices) = choices else { return Some(Vec::new()) };
                let count = choices.iter().try_fold(1usize, |count, list| count.checked_mul(list.len()));
                let Some(count) = count.filter(|&count| count <= MAX_INSTANCES) else { return Some(Vec::new()) };
                (0..count)
                    .map(|number| {
                        let mut rest = number;
                        let mut images = HashMap::new();
                        for (&var, choice) in vars.iter().zip(&choices) {
                            images.insert(var, choice[rest % choice.len()]);
                            rest /= choice.len();
                        }
                        images
                    })
                    .collect()
            }
            Hypotheses::Named(values) => {
                let named = |var: &Var| values.iter().any(|v| v.contains_key(&self.terms.var_info(*var).name));
                if !vars.iter().any(named) {
                    return Some(Vec::new());
                }
                let mut tuples = Vec::new();
                for named in values {
                    let mut images = HashMap::new();
                    for &var in vars {
                        let info = self.terms.var_info(var);
                        // A value of another sort is meant for another variable of the name.
                        if let Some(&value) = named.get(&info.name)
                            && self.constants.may_have(self.terms, self.symbols, info.sort, value)
                        {
                            images.insert(var, self.constants.value(self.terms, self.symbols, info.sort, value));
                        }
                    }
                    if images.len() < vars.len() {
                        for &var in vars {
                            let sort = self.terms.var_info(var).sort;
                            if let std::collections::hash_map::Entry::Vacant(entry) = images.entry(var) {
                                entry.insert(self.constants.fresh(self.terms, self.symbols, sort));
                            }
                        }
                    }
                    tuples.push(images);
                }
                tuples
            }
        };
        let mut seen = HashSet::new();
        let mut list = Vec::new();
        for images in tuples {
            let instance = self.terms.substitute(body, &images);
            if seen.insert(instance) {
                list.push(instance);
            }
        }
        Some(list)
    }
}

/// The terms at which arrays are read and written outside of quantifiers, by sort.
pub fn indices(terms: &mut Terms, symbols: &Symbols, sorts: &mut Sorts, formula: Term) -> HashMap<Sort, Vec<Term>> {
    let mut found: HashMap<Sort, Vec<Term>> = HashMap::new();
    for term in terms.postorder(&[formula]) {
        if !matches!(terms.head(term), Some("select" | "store")) {
            continue;
        }
        let Some(&index) = terms.args(term).get(1) else { continue };
        if terms.has_var(index) {
            continue;
        }
        if let Some(sort) = sorts.of(terms, symbols, index) {
            let list = found.entry(sort).or_default();
            if !list.contains(&index) {
                list.push(index);
            }
        }
    }
    found
}
