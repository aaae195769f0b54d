//! Terms as SMT-LIB text, in size linear in the graph: what occurs more than once is bound by `let`.
//!
//! A *region* is a formula up to the bodies of its quantifiers. What is shared within a region is bound at its start; a
//! term bound by a region around is used by its name inside too.

use crate::term::{Op, Term, Terms, Var};
use std::collections::HashMap;

/// Writes a term. Names of variables and of `let`s begin with `prefix`, which no symbol of the texts begins with.
pub fn write(out: &mut String, terms: &Terms, prefix: &str, root: Term) {
    Printer { out, terms, prefix, named: HashMap::new(), next: 0 }.print(root);
}

enum Piece {
    Term(Term),
    Text(&'static str),
    /// `(let ((name definition)) `.
    Binding(Term),
    /// A region of its own.
    Region(Term),
    /// Its end.
    End(Vec<Term>),
}

struct Printer<'p> {
    out: &'p mut String,
    terms: &'p Terms,
    prefix: &'p str,
    named: HashMap<Term, u32>,
    next: u32,
}

impl Printer<'_> {
    fn print(&mut self, root: Term) {
        let mut pieces = vec![Piece::Region(root)];
        while let Some(piece) = pieces.pop() {
            match piece {
                Piece::Text(text) => self.out.push_str(text),
                Piece::Term(term) => match self.named.get(&term) {
                    Some(&number) => self.shared(number),
                    None => self.open(term, &mut pieces),
                },
                Piece::Binding(term) => {
                    let number = self.next;
                    self.next += 1;
                    self.out.push_str("(let ((");
                    self.shared(number);
                    self.out.push(' ');
                    pieces.push(Piece::Text(")) "));
                    self.open(term, &mut pieces);
                    self.named.insert(term, number);
                }
                Piece::Region(body) => {
                    let shared = self.shared_terms(body);
                    pieces.push(Piece::End(shared.clone()));
                    pieces.push(Piece::Term(body));
                    pieces.extend(shared.into_iter().rev().map(Piece::Binding));
                }
                Piece::End(shared) => {
                    self.out.extend(std::iter::repeat_n(')', shared.len()));
                    for term in shared {
                        self.named.remove(&term);
                    }
                }
            }
        }
    }

    fn shared(&mut self, number: u32) {
        self.out.push_str(self.prefix);
        self.out.push('l');
        self.out.push_str(&number.to_string());
    }

    fn variable(&mut self, var: Var) {
        self.out.push_str(self.prefix);
        self.out.push('v');
        self.out.push_str(&var.to_string());
    }

    /// The terms of a region that are used more than once and have no name yet, parts first.
    fn shared_terms(&self, root: Term) -> Vec<Term> {
        let mut uses: HashMap<Term, u32> = HashMap::new();
        let mut order = Vec::new();
        let mut stack = vec![(root, false)];
        while let Some((term, done)) = stack.pop() {
            if done {
                order.push(term);
                continue;
            }
            if self.terms.args(term).is_empty() {
                continue;
            }
            let count = uses.entry(term).or_insert(0);
            *count += 1;
            if *count > 1 || self.named.contains_key(&term) {
                continue;
            }
            stack.push((term, true));
            if matches!(self.terms.op(term), Op::Apply(_)) {
                stack.extend(self.terms.args(term).iter().rev().map(|&arg| (arg, false)));
            }
        }
        order.retain(|term| uses[term] > 1);
        order
    }

    fn open(&mut self, term: Term, pieces: &mut Vec<Piece>) {
        let terms = self.terms;
        let args = terms.args(term);
        match terms.op(term) {
            Op::Var(var) => self.variable(*var),
            Op::Apply(name) if args.is_empty() => self.out.push_str(terms.text(*name)),
            Op::Apply(name) => {
                self.out.push('(');
                self.out.push_str(terms.text(*name));
                pieces.push(Piece::Text(")"));
                for &arg in args.iter().rev() {
                    pieces.extend([Piece::Term(arg), Piece::Text(" ")]);
                }
            }
            Op::Forall(vars) | Op::Exists(vars) => {
                let universal = matches!(terms.op(term), Op::Forall(_));
                self.out.push_str(if universal { "(forall (" } else { "(exists (" });
                for &var in vars {
                    self.out.push('(');
                    self.variable(var);
                    self.out.push(' ');
                    self.out.push_str(&terms.sort_text(terms.var_info(var).sort));
                    self.out.push(')');
                }
                self.out.push_str(") ");
                pieces.extend([Piece::Text(")"), Piece::Region(args[0])]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(terms: &Terms, root: Term) -> String {
        let mut out = String::new();
        write(&mut out, terms, "k!", root);
        out
    }

    #[test]
    fn shared_terms_are_written_once() {
        let mut t = Terms::default();
        let mut x = t.apply("x", &[]);
        for _ in 0..50 {
            x = t.apply("+", &[x, x]);
        }
        let text = text(&t, x);
        assert!(text.len() < 4_000, "{}", text.len());
        assert!(text.starts_with("(let ((k!l0 (+ x x))) (let ((k!l1 (+ k!l0 k!l0))) "));
    }

    #[test]
    fn what_a_quantifier_binds_stays_inside() {
        let mut t = Terms::default();
        let int = t.plain_sort("Int");
        let name = t.name("i");
        let var = t.fresh_var(name, int);
        let (i, a) = (t.var(var), t.apply("a", &[]));
        let read = t.apply("select", &[a, i]);
        let square = t.apply("*", &[read, read]);
        let all = t.make(Op::Forall([var].into()), &[square]);
        let both = t.apply("and", &[all, all]);
        assert_eq!(
            text(&t, both),
            "(let ((k!l0 (forall ((k!v0 Int)) (let ((k!l1 (select a k!v0))) (* k!l1 k!l1))))) (and k!l0 k!l0))"
        );
    }
}
