//! A checker of proofs in the Alethe format: the rules that our proofs use, each with the side conditions of the
//! specification (<https://verit.gitlabpages.uliege.be/alethe/specification.pdf>); `mod_simplify`, `evaluate`,
//! `arrays_idx`, `arrays_row` and `rare_rewrite` as Carcara has them. A hole is no proof.

use super::expr::Expr::{self, List};
use super::expr::{Value, atom, equality, evaluate, expand, fraction, not, parse, substitute, value};
use std::collections::{HashMap, HashSet};

/// The one rewrite that proofs may use: its statement, and the conclusion it has for an element and an index.
pub const REWRITE: &str = "(declare-rare-rule array-select-const ((I Type) (E Type) (e E) (i I)) :args (e i) \
                           :conclusion (= (select ((as const (Array I E)) e) i) e))";

/// What a script declares, as far as the sorts of ground terms need it.
struct Signature {
    assertions: HashSet<Expr>,
    /// The sort and the sorts of the fields of each constructor.
    constructors: HashMap<String, (Expr, Vec<Expr>)>,
}

impl Signature {
    fn new(script: &str) -> Signature {
        let mut signature = Signature { assertions: HashSet::new(), constructors: HashMap::new() };
        let mut macros: HashMap<String, (Vec<Expr>, Expr)> = HashMap::new();
        for command in parse(script) {
            match command.list() {
                [assert, formula] if assert.is("assert") => {
                    signature.assertions.insert(expand(formula, &macros));
                }
                [define, name, params, _, body] if define.is("define-fun") => {
                    let body = expand(body, &macros);
                    let params = params.list().iter().map(|param| param.list()[0].clone()).collect();
                    macros.insert(name.name().to_string(), (params, body));
                }
                [declare, sorts, bodies] if declare.is("declare-datatypes") => {
                    for (sort, body) in sorts.list().iter().zip(bodies.list()) {
                        for constructor in body.list() {
                            let [name, fields @ ..] = constructor.list() else { continue };
                            let fields = fields.iter().map(|field| field.list()[1].clone()).collect();
                            let entry = (sort.list()[0].clone(), fields);
                            signature.constructors.insert(name.name().to_string(), entry);
                        }
                    }
                }
                _ => {}
            }
        }
        signature
    }

    /// The sort of a ground term that stands for a value.
    fn sort(&self, term: &Expr) -> Option<Expr> {
        if let Some(value) = value(term) {
            return Some(match value {
                Value::Bool(_) => atom("Bool"),
                Value::Num(_, _, real) => atom(if real { "Real" } else { "Int" }),
                Value::Bits(_, width) => List(vec![atom("_"), atom("BitVec"), atom(&width.to_string())]),
            });
        }
        let fits = |(sort, fields): &(Expr, Vec<Expr>), args: &[Expr]| {
            let given: Option<Vec<Expr>> = args.iter().map(|arg| self.sort(arg)).collect();
            (given.as_ref() == Some(fields)).then(|| sort.clone())
        };
        match term.list() {
            [] => fits(self.constructors.get(term.name())?, &[]),
            [choice, vars, body] if choice.is("choice") && body.is("true") => match vars.list() {
                [var] => Some(var.list()[1].clone()),
                _ => None,
            },
            [constant, element] if constant.head("as") && constant.list()[1].is("const") => {
                let sort = &constant.list()[2];
                (sort.head("Array") && self.sort(element)? == sort.list()[2]).then(|| sort.clone())
            }
            [store, array, index, element] if store.is("store") => {
                let sort = self.sort(array)?;
                let fits =
                    sort.head("Array") && self.sort(index)? == sort.list()[1] && self.sort(element)? == sort.list()[2];
                fits.then_some(sort)
            }
            [name, args @ ..] => fits(self.constructors.get(name.name())?, args),
        }
    }
}

/// Whether `left = right` holds by a rule that evaluates one operator.
fn simplifies(rule: &str, left: &Expr, right: &Expr) -> bool {
    // A constant spelled in another way.
    if rule == "evaluate" && value(left).is_some() && value(left) == value(right) {
        return true;
    }
    let [operator, args @ ..] = left.list() else { return false };
    let values: Vec<Option<Value>> = args.iter().map(value).collect();
    let all: Option<Vec<Value>> = values.iter().cloned().collect();
    let (result, truth) = (value(right), |truth: bool| Some(Value::Bool(truth)));
    let numbers = || -> Option<Vec<(i128, i128, bool)>> {
        let number = |value: Value| match value {
            Value::Num(n, d, real) => Some((n, d, real)),
            _ => None,
        };
        all.clone()?.into_iter().map(number).collect()
    };
    let integers = || match &numbers()?[..] {
        &[(a, 1, false), (b, 1, false)] if b != 0 => Some((a, b)),
        _ => None,
    };
    let number = |n: i128, d: i128, real: bool| fraction(n, d, real);
    match (rule, operator.name()) {
        ("not_simplify", "not") => match (&values[..], args[0].list()) {
            ([Some(Value::Bool(a))], _) => result == truth(!a),
            (_, [not, inner]) => not.is("not") && inner == right,
            _ => false,
        },
        ("and_simplify" | "or_simplify", word) if rule.starts_with(&format!("{word}_")) => {
            // The constant that decides, and the one that is left out, with all repetitions.
            let decides = word == "or";
            if values.contains(&truth(decides)) {
                return result == truth(decides);
            }
            let mut rest: Vec<Expr> = Vec::new();
            for (arg, _) in args.iter().zip(&values).filter(|(_, value)| **value != truth(!decides)) {
                if !rest.contains(arg) {
                    rest.push(arg.clone());
                }
            }
            match &rest[..] {
                [] => result == truth(!decides),
                [only] => only == right,
                _ => right.head(word) && right.list()[1..] == rest[..],
            }
        }
        ("implies_simplify", "=>") => match (&values[..], args) {
            ([Some(Value::Bool(true)), _], [_, b]) => b == right,
            ([Some(Value::Bool(false)), _] | [_, Some(Value::Bool(true))], [_, _]) => result == truth(true),
            ([_, Some(Value::Bool(false))], [a, _]) => not(a) == *right,
            _ => false,
        },
        ("distinct_elim", "distinct") => args.len() == 2 && not(&List([&[atom("=")], args].concat())) == *right,
        ("nary_elim", "=>") if args.len() > 2 => {
            let (last, first) = args.split_last().expect("arguments");
            let nested = first.iter().rev().fold(last.clone(), |b, a| List(vec![atom("=>"), a.clone(), b]));
            nested == *right
        }
        ("nary_elim", "=") if args.len() > 2 => {
            let pair = |pair: &[Expr]| List([&[atom("=")], pair].concat());
            let pairs: Vec<Expr> = args.windows(2).map(pair).collect();
            List([vec![atom("and")], pairs].concat()) == *right
        }
        ("connective_def", "exists") => {
            let negated = [atom("forall"), args[0].clone(), not(&args[1])];
            not(&List(negated.to_vec())) == *right
        }
        ("ite_simplify", "ite") => match values[0] {
            Some(Value::Bool(true)) => args[1] == *right,
            Some(Value::Bool(false)) => args[2] == *right,
            _ => false,
        },
        ("equiv_simplify", "=") => {
            match (&values[..], args) {
                ([Some(Value::Bool(a)), Some(Value::Bool(b))], _) => result == truth(a == b),
                // φ ≈ ⊥ is ¬φ, φ ≈ ⊤ is φ, and the other way round.
                ([_, Some(Value::Bool(side))], [formula, _]) | ([Some(Value::Bool(side)), _], [_, formula]) => {
                    if *side { formula == right } else { not(formula) == *right }
                }
                (_, [a, b]) => a == b && result == truth(true),
                _ => false,
            }
        }
        ("eq_simplify", "=") => match args {
            [a, b] if a == b => result == truth(true),
            _ => numbers().is_some_and(|list| list.len() == 2 && list[0] != list[1] && result == truth(false)),
        },
        ("sum_simplify", "+") => numbers().is_some_and(|list| {
            let sum = list.iter().fold((0, 1), |(n, d), &(m, e, _)| (n * e + m * d, d * e));
            result.is_some() && result == number(sum.0, sum.1, list.iter().any(|n| n.2))
        }),
        ("prod_simplify", "*") => numbers().is_some_and(|list| {
            let product = list.iter().fold((1, 1), |(n, d), &(m, e, _)| (n * m, d * e));
            result.is_some() && result == number(product.0, product.1, list.iter().any(|n| n.2))
        }),
        ("unary_minus_simplify", "-") => match numbers().as_deref() {
            Some(&[(n, d, real)]) => result == number(-n, d, real),
            _ => false,
        },
        ("minus_simplify", "-") => match numbers().as_deref() {
            Some(&[(a, b, real), (c, d, _)]) => result == number(a * d - c * b, b * d, real),
            _ => false,
        },
        ("comp_simplify", "<") => match numbers().as_deref() {
            Some(&[(a, b, _), (c, d, _)]) => result == truth(a * d < c * b),
            _ => false,
        },
        ("comp_simplify", "<=") => match numbers().as_deref() {
            Some(&[(a, b, _), (c, d, _)]) => result == truth(a * d <= c * b),
            _ => false,
        },
        ("div_simplify", "div") => {
            integers().is_some_and(|(a, b)| result == number((a - a.rem_euclid(b)) / b, 1, false))
        }
        ("div_simplify", "/") => match numbers().as_deref() {
            Some(&[(a, b, _), (c, d, _)]) if c != 0 => result == number(a * d, b * c, true),
            _ => false,
        },
        ("mod_simplify", "mod") => integers().is_some_and(|(a, b)| result == number(a.rem_euclid(b), 1, false)),
        ("evaluate", _) => result.is_some() && (result == evaluate(left)),
        _ => false,
    }
}

/// Whether the premises, resolved in their order, give the conclusion.
fn resolves(premises: &[&Vec<Expr>], conclusion: &[Expr]) -> bool {
    let negated = |literal: &Expr| match literal.list() {
        [n, inner] if n.is("not") => vec![inner.clone(), not(literal)],
        _ => vec![not(literal)],
    };
    let wanted: HashSet<Expr> = conclusion.iter().cloned().collect();
    let Some((first, rest)) = premises.split_first() else { return false };
    // All clauses that some choice of pivots gives; there is one in most cases.
    let mut reached: Vec<HashSet<Expr>> = vec![first.iter().cloned().collect()];
    for premise in rest {
        let mut next = Vec::new();
        for clause in &reached {
            // In any order: all are tried.
            let literals: Vec<&Expr> = clause.iter().collect();
            for literal in literals {
                for pivot in negated(literal).into_iter().filter(|pivot| premise.contains(pivot)) {
                    let mut resolvent = clause.clone();
                    resolvent.remove(literal);
                    resolvent.extend(premise.iter().filter(|other| **other != pivot).cloned());
                    next.push(resolvent);
                }
            }
        }
        next.truncate(64);
        reached = next;
    }
    reached.contains(&wanted)
}

/// Whether the equations justify, in their order, that the arguments of two applications are equal.
fn congruent(left: &Expr, right: &Expr, equations: &[(&Expr, &Expr)]) -> bool {
    let (left, right) = (left.list(), right.list());
    if left.len() < 2 || left.len() != right.len() || left[0] != right[0] {
        return false;
    }
    let mut open = equations.iter();
    let all = left[1..]
        .iter()
        .zip(&right[1..])
        .all(|(a, b)| a == b && open.clone().next() != Some(&(a, b)) || open.next() == Some(&(a, b)));
    all && open.next().is_none()
}

/// `(select (store array index element) at)`
fn read_over_write(expr: &Expr) -> Option<(&[Expr], &Expr)> {
    match expr.list() {
        [select, array, at] if select.is("select") && array.head("store") => Some((array.list(), at)),
        _ => None,
    }
}

/// Checks a proof; what is wrong with it. A hole is.
pub fn check(script: &str, proof: &str) -> Result<(), String> {
    let signature = Signature::new(script);
    let mut definitions: Vec<(String, Expr)> = Vec::new();
    let mut proved: HashMap<String, Vec<Expr>> = HashMap::new();
    let mut last = None;
    for command in parse(proof) {
        let fail = || Err(format!("{command:?}"));
        if let [define, name, params, sort, body] = command.list()
            && define.is("define-fun")
        {
            if !params.list().is_empty() || signature.sort(body).as_ref() != Some(sort) {
                return fail();
            }
            definitions.push((name.name().to_string(), body.clone()));
            continue;
        }
        let map: HashMap<&str, &Expr> = definitions.iter().map(|(name, body)| (&name[..], body)).collect();
        let command = if map.is_empty() { command.clone() } else { substitute(&command, &map) };
        let parts = command.list();
        let name = parts[1].name().to_string();
        if proved.contains_key(&name) || name.is_empty() {
            return fail();
        }
        if command.head("assume") {
            if parts.len() != 3 || !signature.assertions.contains(&parts[2]) {
                return fail();
            }
            proved.insert(name, vec![parts[2].clone()]);
            continue;
        }
        if !command.head("step") || !parts[2].head("cl") {
            return fail();
        }
        let clause: Vec<Expr> = parts[2].list()[1..].to_vec();
        let keyword = |key: &str| {
            parts.iter().position(|part| part.is(key)).map(|at| parts[at + 1].clone()).unwrap_or(List(Vec::new()))
        };
        let mut premises = Vec::new();
        for premise in keyword(":premises").list() {
            match proved.get(premise.name()) {
                Some(clause) => premises.push(clause),
                None => return fail(),
            }
        }
        if !follows(&signature, keyword(":rule").name(), &clause, &premises, keyword(":args").list()) {
            return fail();
        }
        last = Some(clause.clone());
        proved.insert(name, clause);
    }
    match last {
        Some(clause) if clause.is_empty() => Ok(()),
        _ => Err("the empty clause is not derived".to_string()),
    }
}

/// Whether a step is right.
fn follows(signature: &Signature, rule: &str, clause: &[Expr], premises: &[&Vec<Expr>], args: &[Expr]) -> bool {
    let unit = |premise: &&Vec<Expr>| if premise.len() == 1 { Some(premise[0].clone()) } else { None };
    if !["forall_inst", "rare_rewrite", "and"].contains(&rule) && !args.is_empty() {
        return false;
    }
    match (rule, clause, premises) {
        ("forall_inst", [either], []) => match either.list() {
            [or, denied, instance] if or.is("or") && denied.head("not") && denied.list()[1].head("forall") => {
                let [_, vars, body] = denied.list()[1].list() else { return false };
                let sorted = vars.list().iter().zip(args);
                let names = vars.list().iter().map(|var| var.list()[0].name());
                let map: HashMap<&str, &Expr> = names.zip(args).collect();
                vars.list().len() == args.len()
                    && map.len() == args.len()
                    && sorted.into_iter().all(|(var, arg)| signature.sort(arg).as_ref() == Some(&var.list()[1]))
                    && substitute(body, &map) == *instance
            }
            _ => false,
        },
        ("or", literals, [premise]) => {
            unit(premise).is_some_and(|premise| premise.head("or") && premise.list()[1..] == *literals)
        }
        ("resolution", literals, used) => resolves(used, literals),
        ("implies", [a, b], [premise]) => unit(premise).is_some_and(
            |premise| matches!(premise.list(), [arrow, from, to] if arrow.is("=>") && not(from) == *a && to == b),
        ),
        ("equiv1", [a, b], [premise]) => {
            unit(premise).is_some_and(|p| equality(&p).is_some_and(|(l, r)| not(l) == *a && r == b))
        }
        ("equiv2", [a, b], [premise]) => {
            unit(premise).is_some_and(|p| equality(&p).is_some_and(|(l, r)| l == a && not(r) == *b))
        }
        ("and_neg", [all, rest @ ..], []) => {
            all.head("and") && all.list().iter().skip(1).map(not).collect::<Vec<_>>() == rest
        }
        ("true", [literal], []) => literal.is("true"),
        ("false", [literal], []) => *literal == not(&atom("false")),
        ("cong", [literal], used) => equality(literal).is_some_and(|(l, r)| {
            let units: Option<Vec<Expr>> = used.iter().map(unit).collect();
            let Some(units) = units else { return false };
            let pairs: Option<Vec<(&Expr, &Expr)>> = units.iter().map(equality).collect();
            pairs.is_some_and(|pairs| !pairs.is_empty() && congruent(l, r, &pairs))
        }),
        ("eq_congruent", [hypotheses @ .., literal], []) => equality(literal).is_some_and(|(l, r)| {
            let denied: Option<Vec<(&Expr, &Expr)>> =
                hypotheses.iter().map(|h| if h.head("not") { equality(&h.list()[1]) } else { None }).collect();
            // One hypothesis for each argument.
            denied.is_some_and(|pairs| {
                let arguments: Vec<(&Expr, &Expr)> = l.list().iter().zip(r.list()).skip(1).collect();
                l.list().len() == r.list().len() && l.list().first() == r.list().first() && pairs == arguments
            })
        }),
        ("eq_reflexive", [literal], []) => equality(literal).is_some_and(|(l, r)| l == r),
        ("trans", [literal], chain) => equality(literal).is_some_and(|(from, to)| {
            let mut at = from.clone();
            for premise in chain {
                match unit(premise).as_ref().and_then(equality) {
                    Some((left, right)) if *left == at => at = right.clone(),
                    _ => return false,
                }
            }
            at == *to && chain.len() >= 2
        }),
        ("arrays_idx", [literal], []) => equality(literal).is_some_and(|(left, right)| {
            read_over_write(left).is_some_and(|(store, at)| store[2] == *at && store[3] == *right)
        }),
        ("arrays_row", [literal], [apart]) => equality(literal).is_some_and(|(left, right)| {
            read_over_write(left).is_some_and(|(store, at)| {
                let different = not(&List(vec![atom("="), store[2].clone(), at.clone()]));
                let below = List(vec![atom("select"), store[1].clone(), at.clone()]);
                unit(apart) == Some(different) && below == *right
            })
        }),
        ("rare_rewrite", [literal], []) => match args {
            [name, element, index] => equality(literal).is_some_and(|(left, right)| {
                let [select, array, at] = left.list() else { return false };
                name.is("\"array-select-const\"")
                    && select.is("select")
                    && matches!(array.list(), [constant, held] if constant.head("as") && held == element)
                    && signature.sort(array).is_some_and(|sort| signature.sort(at).as_ref() == Some(&sort.list()[1]))
                    && (at, right) == (index, element)
            }),
            _ => false,
        },
        ("and", [literal], [premise]) => match args {
            [at] => unit(premise).is_some_and(|all| {
                let at = at.name().parse::<usize>().ok();
                all.head("and") && at.and_then(|at| all.list()[1..].get(at)) == Some(literal)
            }),
            _ => false,
        },
        (rule, [literal], []) => equality(literal).is_some_and(|(l, r)| simplifies(rule, l, r)),
        _ => false,
    }
}
