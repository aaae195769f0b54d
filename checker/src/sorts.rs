//! The sorts of terms, as far as they are needed to choose instances: of a term whose parts have no known sort none is
//! guessed, as the solver takes an integer where a real is expected, but not the reverse.

use crate::read::Symbols;
use crate::term::{Name, Op, Sort, Term, Terms};
use std::collections::HashMap;

/// Sorts found so far; `None` for terms whose sort is not worked out.
#[derive(Default)]
pub struct Sorts {
    memo: HashMap<Term, Option<Sort>>,
}

impl Sorts {
    /// The sort of a term.
    pub fn of(&mut self, terms: &mut Terms, symbols: &Symbols, root: Term) -> Option<Sort> {
        let mut stack = vec![(root, false)];
        while let Some((term, done)) = stack.pop() {
            if self.memo.contains_key(&term) {
                continue;
            }
            if !done {
                stack.push((term, true));
                stack.extend(terms.args(term).iter().map(|&arg| (arg, false)));
                continue;
            }
            let sort = self.at(terms, symbols, term);
            self.memo.insert(term, sort);
        }
        self.memo[&root]
    }

    fn at(&self, terms: &mut Terms, symbols: &Symbols, term: Term) -> Option<Sort> {
        let name = match terms.op(term) {
            Op::Var(var) => return Some(terms.var_info(*var).sort),
            Op::Forall(_) | Op::Exists(_) => return Some(terms.plain_sort("Bool")),
            Op::Apply(name) => *name,
        };
        if let Some((_, range)) = symbols.functions.get(&name) {
            return Some(*range);
        }
        if let Some(&sort) = symbols.qualified.get(&name) {
            return Some(sort);
        }
        if symbols.constructors.contains_key(&name) || symbols.selectors.contains_key(&name) {
            return self.of_datatype(terms, symbols, term, name);
        }
        let head = terms.text(name).to_string();
        let args: Vec<Option<Sort>> = terms.args(term).iter().map(|arg| self.memo[arg]).collect();
        let arg = |number: usize| args.get(number).copied().flatten();
        match head.as_str() {
            "ite" => arg(1).filter(|_| arg(1) == arg(2)),
            "+" | "-" | "*" | "abs" => arg(0).filter(|_| args.iter().all(|&sort| sort == arg(0))),
            "div" | "mod" | "to_int" | "bv2nat" | "bv2int" | "ubv_to_int" | "sbv_to_int" => {
                Some(terms.plain_sort("Int"))
            }
            "/" | "to_real" => Some(terms.plain_sort("Real")),
            "select" => match terms.sort_parts(arg(0)?) {
                ("Array", &[_, element]) => Some(element),
                _ => None,
            },
            "store" => arg(0),
            "bvcomp" | "bvredand" | "bvredor" => Some(bit_vector(terms, 1)),
            "concat" => {
                let mut width = 0;
                for &arg in &args {
                    width += width_of(terms, arg?)?;
                }
                Some(bit_vector(terms, width))
            }
            _ if head.starts_with(|c: char| c.is_ascii_digit()) => {
                Some(terms.plain_sort(if head.contains('.') { "Real" } else { "Int" }))
            }
            _ if head.starts_with("#b") => Some(bit_vector(terms, head.len() as u64 - 2)),
            _ if head.starts_with("#x") => Some(bit_vector(terms, (head.len() as u64 - 2) * 4)),
            _ if is_predicate(&head) => Some(terms.plain_sort("Bool")),
            _ if is_vector_operation(&head) => arg(0),
            _ if head.starts_with("(_ ") => indexed(terms, &head, arg(0)),
            "not" | "and" | "or" | "=>" | "xor" | "=" | "distinct" | "<" | "<=" | ">" | ">=" | "true" | "false" => {
                Some(terms.plain_sort("Bool"))
            }
            _ => None,
        }
    }

    /// The sort of a constructor or selector, of a datatype with parameters, at its arguments. All of these must be
    /// known: where they are of several sorts, the solver may turn integers into real numbers.
    fn of_datatype(&self, terms: &mut Terms, symbols: &Symbols, term: Term, name: Name) -> Option<Sort> {
        let args: Option<Vec<Sort>> = terms.args(term).iter().map(|arg| self.memo[arg]).collect();
        let args = args?;
        let mut images = HashMap::new();
        let (result, params): (Sort, Vec<Sort>) = match symbols.constructors.get(&name) {
            Some(constructor) => (constructor.sort, constructor.fields.iter().map(|field| field.1).collect()),
            None => {
                let (constructor, at) = symbols.selectors[&name];
                let constructor = &symbols.constructors[&constructor];
                (constructor.fields[at].1, vec![constructor.sort])
            }
        };
        let owner = symbols.constructors.get(&name).map_or_else(|| params[0], |constructor| constructor.sort);
        let places = terms.sort_parts(owner).1.to_vec();
        let fits = args.len() == params.len()
            && params.iter().zip(&args).all(|(&param, &arg)| terms.match_sort(param, arg, &places, &mut images));
        (fits && images.len() == places.len()).then(|| terms.sort_image(result, &images))
    }
}

/// Operations on bit-vectors of one width whose results have this width.
fn is_vector_operation(head: &str) -> bool {
    matches!(head, "bvnot" | "bvneg" | "bvand" | "bvor" | "bvxor" | "bvnand" | "bvnor" | "bvxnor")
        || matches!(head, "bvadd" | "bvsub" | "bvmul" | "bvudiv" | "bvurem" | "bvsdiv" | "bvsrem" | "bvsmod")
        || matches!(head, "bvshl" | "bvlshr" | "bvashr")
}

/// Comparisons of bit-vectors, and SMT-LIB's predicates about overflow.
fn is_predicate(head: &str) -> bool {
    matches!(head, "bvult" | "bvule" | "bvugt" | "bvuge" | "bvslt" | "bvsle" | "bvsgt" | "bvsge")
        || matches!(head, "bvnego" | "bvuaddo" | "bvsaddo" | "bvumulo" | "bvsmulo" | "bvusubo" | "bvssubo" | "bvsdivo")
}

fn bit_vector(terms: &mut Terms, width: u64) -> Sort {
    terms.plain_sort(&format!("(_ BitVec {width})"))
}

fn width_of(terms: &Terms, sort: Sort) -> Option<u64> {
    terms.sort_parts(sort).0.strip_prefix("(_ BitVec ")?.strip_suffix(')')?.parse().ok()
}

/// The sort of `((_ f i …) x)`, `arg` being the sort of x.
fn indexed(terms: &mut Terms, head: &str, arg: Option<Sort>) -> Option<Sort> {
    let words: Vec<&str> = head.strip_prefix("(_ ")?.strip_suffix(')')?.split(' ').collect();
    let index = |number: usize| words.get(number).and_then(|word| word.parse::<u64>().ok());
    let width = match words[0] {
        "is" => return Some(terms.plain_sort("Bool")),
        "extract" => index(1)?.checked_sub(index(2)?)?.checked_add(1)?,
        "zero_extend" | "sign_extend" => width_of(terms, arg?)?.checked_add(index(1)?)?,
        "repeat" => width_of(terms, arg?)?.checked_mul(index(1)?)?,
        "rotate_left" | "rotate_right" => return arg,
        "int2bv" | "nat2bv" | "int_to_bv" => index(1)?,
        constant if constant.starts_with("bv") => index(1)?,
        _ => return None,
    };
    Some(bit_vector(terms, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_operations_on_bit_vectors() {
        let (mut terms, symbols) = (Terms::default(), Symbols::default());
        let args = [terms.apply("#x0f", &[]), terms.apply("#xf0", &[])];
        let mut sorts = Sorts::default();
        for (head, count, expected) in [
            ("bvadd", 2, "(_ BitVec 8)"),
            ("bvudiv", 2, "(_ BitVec 8)"),
            ("bvsrem", 2, "(_ BitVec 8)"),
            ("bvneg", 1, "(_ BitVec 8)"),
            ("bvult", 2, "Bool"),
            ("bvsge", 2, "Bool"),
            ("bvuaddo", 2, "Bool"),
            ("bvnego", 1, "Bool"),
            ("bvcomp", 2, "(_ BitVec 1)"),
            ("bvredor", 1, "(_ BitVec 1)"),
            ("concat", 2, "(_ BitVec 16)"),
            ("(_ extract 3 0)", 1, "(_ BitVec 4)"),
            ("(_ sign_extend 3)", 1, "(_ BitVec 11)"),
            ("bv2nat", 1, "Int"),
        ] {
            let term = terms.apply(head, &args[..count]);
            let sort = sorts.of(&mut terms, &symbols, term).expect("a sort");
            assert_eq!(terms.sort_text(sort), expected, "{head}");
        }
    }

    #[test]
    fn parametric_datatypes_say_the_sorts_of_their_functions() {
        let text = "(declare-datatypes ((Pr 2)) ((par (S T) ((none) (bvpair (bv2nat S) (bvult (Array Int T)))))))
            (declare-fun p ((Pr Bool Real)) Bool)
            (assert (forall ((x (Pr Bool Real)) (a (Array Int Int)))
              (and (f! (bv2nat x)) (f! (bvult x)) (f! (bvpair 0.5 a)) (f! (bvpair 1 2)) (f! none))))";
        let mut script = crate::script::read(text, "").expect("it can be read");
        let root = script.assertions[0].formula;
        let claims: Vec<Term> = script.terms.args(script.terms.args(root)[0]).to_vec();
        let mut found = Vec::new();
        for claim in claims {
            let arg = script.terms.args(claim)[0];
            let sort = Sorts::default().of(&mut script.terms, &script.symbols, arg);
            found.push(sort.map(|sort| script.terms.sort_text(sort)));
        }
        let pair = "(chk!t0 Real Int)";
        let expected = [Some("Bool"), Some("(Array Int Real)"), Some(pair), None, None];
        assert_eq!(found, expected.map(|sort| sort.map(str::to_string)));
    }
}
