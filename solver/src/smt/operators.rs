//! SMT-LIB operators by name: from a name, its indices and its arguments to a term.
//!
//! Used for what solvers print; hence a few operators that only Z3 has. Every arity and sort is checked first.

use super::error::SmtError;
use crate::num::Int;
use crate::term::{BvOp, Law, SortId, Store, TermId};

/// The most bits that a vector of an answer may have.
const WIDEST: u32 = (1 << 24) - 1;

/// Applies an operator; `indices` are those of `(_ name indices…)`.
pub(super) fn apply(store: &mut Store, name: &str, indices: &[&str], args: &[TermId]) -> Result<TermId, SmtError> {
    let built = if indices.is_empty() {
        core(store, name, args)
            .or_else(|| arithmetic(store, name, args))
            .or_else(|| arrays(store, name, args))
            .or_else(|| bit_vectors(store, name, args))
    } else {
        let numbers: Option<Vec<u32>> = indices.iter().map(|index| index.parse().ok()).collect();
        match numbers {
            Some(numbers) => indexed(store, name, &numbers, args),
            // The divisor of `divisible` may be large.
            None => divisible(store, name, indices, args),
        }
    };
    built.ok_or_else(|| SmtError::Unsupported(format!("{name} with {} arguments in an answer", args.len())))
}

/// The term, converted from Int to Real if that is what the place needs; `None` if it does not fit.
pub(super) fn fit(store: &mut Store, term: TermId, sort: SortId) -> Option<TermId> {
    match store.sort_of(term) {
        found if found == sort => Some(term),
        SortId::INT if sort == SortId::REAL => Some(store.to_real(term)),
        _ => None,
    }
}

fn all_of(store: &Store, args: &[TermId], sort: SortId) -> bool {
    args.iter().all(|&arg| store.sort_of(arg) == sort)
}

/// The arguments brought to one sort, Int becoming Real where both occur.
fn unify(store: &mut Store, args: &[TermId]) -> Option<Vec<TermId>> {
    let first = store.sort_of(*args.first()?);
    let mixed = args.iter().any(|&arg| store.sort_of(arg) == SortId::REAL);
    let sort = if mixed { SortId::REAL } else { first };
    args.iter().map(|&arg| fit(store, arg, sort)).collect()
}

/// The conjunction of a binary relation over neighbours.
fn chain(
    store: &mut Store,
    args: &[TermId],
    mut relation: impl FnMut(&mut Store, TermId, TermId) -> TermId,
) -> Option<TermId> {
    if args.len() < 2 {
        return None;
    }
    let parts: Vec<TermId> = args.windows(2).map(|pair| relation(store, pair[0], pair[1])).collect();
    Some(store.and(&parts))
}

fn core(store: &mut Store, name: &str, args: &[TermId]) -> Option<TermId> {
    match name {
        "not" | "and" | "or" | "=>" | "xor" | "iff" if !all_of(store, args, SortId::BOOL) => None,
        "not" => match args {
            [arg] => Some(store.not(*arg)),
            _ => None,
        },
        "and" => Some(store.and(args)),
        "or" => Some(store.or(args)),
        "=>" => {
            let (&last, front) = args.split_last()?;
            Some(front.iter().rev().fold(last, |result, &premise| store.implies(premise, result)))
        }
        "xor" => {
            let (&first, rest) = args.split_first()?;
            Some(rest.iter().fold(first, |result, &arg| store.neq(result, arg)))
        }
        "=" | "iff" => {
            let args = unify(store, args)?;
            chain(store, &args, |store, a, b| store.eq(a, b))
        }
        "distinct" => {
            let args = unify(store, args)?;
            Some(store.distinct(&args))
        }
        "ite" | "if" => match args {
            [condition, yes, no] if store.sort_of(*condition) == SortId::BOOL => {
                let branches = unify(store, &[*yes, *no])?;
                Some(store.ite(*condition, branches[0], branches[1]))
            }
            _ => None,
        },
        _ => None,
    }
}

fn arithmetic(store: &mut Store, name: &str, args: &[TermId]) -> Option<TermId> {
    let known = matches!(
        name,
        "+" | "-"
            | "*"
            | "/"
            | "div"
            | "mod"
            | "rem"
            | "abs"
            | "<="
            | "<"
            | ">="
            | ">"
            | "to_real"
            | "to_int"
            | "is_int"
    );
    if !known || args.is_empty() || !args.iter().all(|&arg| store.sort_of(arg).is_arith()) {
        return None;
    }
    match name {
        "+" => {
            let args = unify(store, args)?;
            Some(store.add(&args))
        }
        "-" => {
            let args = unify(store, args)?;
            let (&first, rest) = args.split_first()?;
            if rest.is_empty() {
                return Some(store.neg(first));
            }
            Some(rest.iter().fold(first, |result, &arg| store.sub(result, arg)))
        }
        "*" => {
            let args = unify(store, args)?;
            let (&first, rest) = args.split_first()?;
            Some(rest.iter().fold(first, |result, &arg| store.mul(result, arg)))
        }
        "/" => {
            let reals: Option<Vec<TermId>> = args.iter().map(|&arg| fit(store, arg, SortId::REAL)).collect();
            match reals?.as_slice() {
                [a, b] => Some(store.real_div(*a, *b)),
                _ => None,
            }
        }
        "div" | "mod" | "rem" => match args {
            [a, b] if all_of(store, args, SortId::INT) => Some(match name {
                "div" => store.int_div(*a, *b),
                "mod" => store.int_mod(*a, *b),
                // The remainder takes the sign of the divisor.
                _ => {
                    let modulus = store.int_mod(*a, *b);
                    let (minus, zero) = (store.neg(modulus), store.int(0));
                    let nonnegative = store.le(zero, *b);
                    store.ite(nonnegative, modulus, minus)
                }
            }),
            _ => None,
        },
        "abs" => match args {
            [a] => Some(store.abs(*a)),
            _ => None,
        },
        "<=" | "<" | ">=" | ">" => {
            let args = unify(store, args)?;
            chain(store, &args, |store, a, b| match name {
                "<=" => store.le(a, b),
                "<" => store.lt(a, b),
                ">=" => store.ge(a, b),
                _ => store.gt(a, b),
            })
        }
        "to_real" => match args {
            [a] => Some(store.to_real(*a)),
            _ => None,
        },
        "to_int" | "is_int" => match args {
            [a] => {
                let real = fit(store, *a, SortId::REAL)?;
                let floor = store.to_int(real);
                if name == "to_int" {
                    return Some(floor);
                }
                let back = store.to_real(floor);
                Some(store.eq(real, back))
            }
            _ => None,
        },
        _ => None,
    }
}

fn arrays(store: &mut Store, name: &str, args: &[TermId]) -> Option<TermId> {
    let (index, element) = store.array_sorts(store.sort_of(*args.first()?))?;
    match (name, args) {
        ("select", [array, at]) => {
            let at = fit(store, *at, index)?;
            Some(store.select(*array, at))
        }
        ("store", [array, at, value]) => {
            let (at, value) = (fit(store, *at, index)?, fit(store, *value, element)?);
            Some(store.store(*array, at, value))
        }
        _ => None,
    }
}

fn width(store: &Store, term: TermId) -> Option<u32> {
    store.bv_width(store.sort_of(term))
}

fn bit_vectors(store: &mut Store, name: &str, args: &[TermId]) -> Option<TermId> {
    let first = *args.first()?;
    let bits = width(store, first)?;
    if name == "concat" {
        args.iter().try_for_each(|&arg| width(store, arg).map(|_| ()))?;
        return args[1..]
            .iter()
            .copied()
            .try_fold(first, |result, arg| Some(store.bv_op(BvOp::Concat, &[result, arg])));
    }
    if args.iter().any(|&arg| width(store, arg) != Some(bits)) {
        return None;
    }
    // Z3 prints `_i` variants for divisions whose divisor it knows not to be zero.
    let plain =
        name.strip_suffix("_i").filter(|name| name.contains("div") || name.contains("rem") || name.contains("mod"));
    let op = match plain.unwrap_or(name) {
        "bvugt" => BvOp::Ult,
        "bvuge" => BvOp::Ule,
        "bvsgt" => BvOp::Slt,
        "bvsge" => BvOp::Sle,
        "bv2int" | "ubv_to_int" => BvOp::ToNat,
        "bvnand" | "bvnor" | "bvxnor" => {
            let inner = if name == "bvnand" {
                BvOp::And
            } else if name == "bvnor" {
                BvOp::Or
            } else {
                BvOp::Xor
            };
            let [a, b] = args else { return None };
            let inner = store.bv_op(inner, &[*a, *b]);
            return Some(store.bv_op(BvOp::Not, &[inner]));
        }
        "bvcomp" => {
            let [a, b] = args else { return None };
            let equal = store.eq(*a, *b);
            let (one, zero) = (store.bv(&Int::ONE, 1), store.bv(&Int::ZERO, 1));
            return Some(store.ite(equal, one, zero));
        }
        "bvredor" | "bvredand" => {
            let [a] = args else { return None };
            let all = if name == "bvredor" { Int::ZERO } else { &Int::pow2(bits) - &Int::ONE };
            let all = store.bv(&all, bits);
            let equal = store.eq(*a, all);
            let (one, zero) = (store.bv(&Int::ONE, 1), store.bv(&Int::ZERO, 1));
            return Some(if name == "bvredor" { store.ite(equal, zero, one) } else { store.ite(equal, one, zero) });
        }
        name => BvOp::plain(name)?,
    };
    if matches!(name, "bvugt" | "bvuge" | "bvsgt" | "bvsge") {
        let [a, b] = args else { return None };
        return Some(store.bv_op(op, &[*b, *a]));
    }
    if args.len() == op.arity() {
        return Some(store.bv_op(op, args));
    }
    (op.law() != Law::Fixed && args.len() > 2)
        .then(|| args[1..].iter().fold(first, |result, &arg| store.bv_op(op, &[result, arg])))
}

fn indexed(store: &mut Store, name: &str, indices: &[u32], args: &[TermId]) -> Option<TermId> {
    let [arg] = args else { return None };
    match (name, indices) {
        ("int2bv" | "int_to_bv", _) => match indices {
            [bits] if *bits > 0 && store.sort_of(*arg) == SortId::INT => {
                Some(store.bv_op(BvOp::FromInt(*bits), &[*arg]))
            }
            _ => None,
        },
        ("divisible", _) => {
            let text = indices.first()?.to_string();
            divisible(store, name, &[&text], args)
        }
        _ => {
            let bits = width(store, *arg)?;
            if let Some(op) = BvOp::indexed(name, indices) {
                return op.fits(bits, WIDEST).then(|| store.bv_op(op, &[*arg]));
            }
            match (name, indices) {
                ("repeat", [count]) if *count > 0 && bits.checked_mul(*count)? <= WIDEST => {
                    Some((1..*count).fold(*arg, |result, _| store.bv_op(BvOp::Concat, &[result, *arg])))
                }
                ("rotate_left", [count]) => Some(rotate(store, *arg, bits, count % bits)),
                ("rotate_right", [count]) => Some(rotate(store, *arg, bits, (bits - count % bits) % bits)),
                ("bit2bool", [at]) if *at < bits => {
                    let bit = store.bv_op(BvOp::Extract(*at, *at), &[*arg]);
                    let one = store.bv(&Int::ONE, 1);
                    Some(store.eq(bit, one))
                }
                _ => None,
            }
        }
    }
}

/// Rotation to the left by `count < bits`.
fn rotate(store: &mut Store, arg: TermId, bits: u32, count: u32) -> TermId {
    if count == 0 {
        return arg;
    }
    let low = store.bv_op(BvOp::Extract(bits - count - 1, 0), &[arg]);
    let high = store.bv_op(BvOp::Extract(bits - 1, bits - count), &[arg]);
    store.bv_op(BvOp::Concat, &[low, high])
}

fn divisible(store: &mut Store, name: &str, indices: &[&str], args: &[TermId]) -> Option<TermId> {
    let ([divisor], [arg], "divisible") = (indices, args, name) else { return None };
    let divisor: Int = divisor.parse().ok()?;
    (divisor.is_positive() && store.sort_of(*arg) == SortId::INT).then(|| store.divisible(*arg, divisor))
}
