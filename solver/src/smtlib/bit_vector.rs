//! The functions of the theory of bit-vectors, plain and indexed (and `divisible`, which is indexed too).

use super::command::Dialect;
use super::diagnostic::Diagnostic;
use super::reader::State;
use super::sexpr::{NodeId, Tree};
use super::symbol::Word;
use super::theory::{Arg, Call};
use crate::num::Int;
use crate::term::{BvOp, SortId, Store, TermId};

/// An indexed function applied to bits.
struct Indexed<'t> {
    tree: &'t Tree,
    /// The application.
    node: NodeId,
    /// The function with its indices.
    head: NodeId,
    indices: &'t [u32],
    /// The argument.
    term: TermId,
    /// Its width.
    width: u32,
}

impl State<'_> {
    /// Applies a bit-vector function.
    pub fn apply_bit_vector(&mut self, word: Word, call: &Call<'_>, args: &[Arg]) -> Result<TermId, Diagnostic> {
        let mut terms = Vec::with_capacity(args.len());
        let mut total = 0u32;
        for &arg in args {
            let term = self.term(call.tree, arg)?;
            let sort = self.store.sort_of(term);
            let Some(width) = self.store.bv_width(sort) else {
                return Err(self.mismatch(call.tree, arg, "(_ BitVec n)"));
            };
            if word == Word::Concat {
                total = total.saturating_add(width);
            } else if let Some(&first) = terms.first()
                && self.store.sort_of(first) != sort
            {
                let expected = self.sort_name(self.store.sort_of(first));
                return Err(self.mismatch(call.tree, arg, &expected));
            }
            terms.push(term);
        }
        if total > super::sorts::MAX_WIDTH {
            let message = format!("a bit-vector of more than {} bits", super::sorts::MAX_WIDTH);
            return Err(self.error(call.tree, call.node, message));
        }
        if let Some(overflow) = self.overflow(word, &terms) {
            return Ok(overflow);
        }
        let store = &mut self.store;
        let operation = match word {
            Word::BvNand => BvOp::And,
            Word::BvNor => BvOp::Or,
            Word::BvXnor => BvOp::Xor,
            Word::BvUgt => BvOp::Ult,
            Word::BvUge => BvOp::Ule,
            Word::BvSgt => BvOp::Slt,
            Word::BvSge => BvOp::Sle,
            // Z3's `bv2int` is `bv2nat`; Eldarica's reads the bits in two's complement.
            Word::Bv2Int if self.dialect == Dialect::Eldarica => BvOp::ToIntSigned,
            Word::Bv2Int | Word::UbvToInt => BvOp::ToNat,
            word => match BvOp::plain(word.name()) {
                Some(operation) => operation,
                None => return Ok(one_bit(store, word, &terms)),
            },
        };
        if matches!(word, Word::BvUgt | Word::BvUge | Word::BvSgt | Word::BvSge) {
            terms.swap(0, 1);
        }
        if terms.len() == 1 {
            return Ok(store.bv_op(operation, &terms));
        }
        let negated = matches!(word, Word::BvNand | Word::BvNor | Word::BvXnor);
        let mut result = terms[0];
        for &term in &terms[1..] {
            result = store.bv_op(operation, &[result, term]);
            if negated {
                result = store.bv_op(BvOp::Not, &[result]);
            }
        }
        Ok(result)
    }

    /// The overflow predicates of SMT-LIB 2.7, each by an operation on wider vectors or by its definition.
    fn overflow(&mut self, word: Word, terms: &[TermId]) -> Option<TermId> {
        let store = &mut self.store;
        let first = *terms.first()?;
        let second = terms.get(1).copied().unwrap_or(first);
        let width = store.bv_width(store.sort_of(first))?;
        let least = |store: &mut Store| store.bv(&Int::pow2(width - 1), width);
        let (operation, signed, extra) = match word {
            Word::BvNego => {
                let least = least(store);
                return Some(store.eq(first, least));
            }
            Word::BvSdivo => {
                let minus_one = store.bv(&(&Int::pow2(width) - &Int::ONE), width);
                let least = least(store);
                let parts = [store.eq(first, least), store.eq(second, minus_one)];
                return Some(store.and(&parts));
            }
            Word::BvUsubo => return Some(store.bv_op(BvOp::Ult, &[first, second])),
            Word::BvUaddo => (BvOp::Add, false, 1),
            Word::BvSaddo => (BvOp::Add, true, 1),
            Word::BvSsubo => (BvOp::Sub, true, 1),
            Word::BvUmulo => (BvOp::Mul, false, width),
            Word::BvSmulo => (BvOp::Mul, true, width),
            _ => return None,
        };
        // The exact result, and what remains of it in the given width.
        let extend = if signed { BvOp::SignExtend(extra) } else { BvOp::ZeroExtend(extra) };
        let (a, b) = (store.bv_op(extend, &[first]), store.bv_op(extend, &[second]));
        let exact = store.bv_op(operation, &[a, b]);
        let kept = store.bv_op(BvOp::Extract(width - 1, 0), &[exact]);
        let kept = store.bv_op(extend, &[kept]);
        Some(store.neq(exact, kept))
    }

    /// Applies an indexed theory function `(_ f i …)` at node `head`.
    pub fn apply_indexed(
        &mut self,
        tree: &Tree,
        node: NodeId,
        head: NodeId,
        args: &[Arg],
    ) -> Result<TermId, Diagnostic> {
        let mut children = tree.children(head);
        children.next();
        let name = children.next();
        let word = name.and_then(|name| tree.word(name));
        let indices: Vec<NodeId> = children.collect();
        let count = match word {
            Some(Word::Bv2Nat | Word::Bv2Int | Word::UpdateField) if self.dialect == Dialect::Eldarica => {
                return self.apply_eldarica(tree, head, &indices, args);
            }
            Some(
                Word::Repeat | Word::RotateLeft | Word::RotateRight | Word::IntToBv | Word::Nat2Bv | Word::Divisible,
            ) => 1,
            word => match word.and_then(|word| BvOp::index_count(word.name())) {
                Some(count) => count,
                None => return Err(self.unknown_function(tree, head)),
            },
        };
        if indices.len() != count || args.len() != 1 {
            let text = tree.span(head).text(self.text);
            let message = format!("`{text}` takes {count} indices and 1 argument");
            return Err(self.error(tree, head, message));
        }
        let max = super::sorts::MAX_WIDTH;
        if word == Some(Word::Divisible) {
            let term = self.term_of_sort(tree, args[0], SortId::INT)?;
            let divisor = self.numeral(tree, indices[0])?;
            if !divisor.is_positive() {
                return Err(self.error(tree, indices[0], "the divisor must be positive"));
            }
            return Ok(self.store.divisible(term, divisor));
        }
        let numbers: Vec<u32> = indices.iter().map(|index| self.index(tree, *index)).collect::<Result<_, _>>()?;
        let first = numbers[0];
        if matches!(word, Some(Word::Int2Bv | Word::IntToBv | Word::Nat2Bv)) {
            let term = self.term_of_sort(tree, args[0], SortId::INT)?;
            if first == 0 || first > max {
                let message = format!("the width of a bit-vector must be in 1 .. {max}");
                return Err(self.error(tree, indices[0], message));
            }
            return Ok(self.store.bv_op(BvOp::FromInt(first), &[term]));
        }
        let term = self.term(tree, args[0])?;
        let Some(width) = self.store.bv_width(self.store.sort_of(term)) else {
            return Err(self.mismatch(tree, args[0], "(_ BitVec n)"));
        };
        let indexed = Indexed { tree, node, head, indices: &numbers, term, width };
        self.apply_sized(word, &indexed)
    }

    /// What takes bits and gives bits: extraction, extension, repetition, rotation.
    fn apply_sized(&mut self, word: Option<Word>, indexed: &Indexed<'_>) -> Result<TermId, Diagnostic> {
        let &Indexed { tree, node, head, indices, term, width } = indexed;
        let max = super::sorts::MAX_WIDTH;
        if let Some(operation) = word.and_then(|word| BvOp::indexed(word.name(), indices)) {
            if operation.fits(width, max) {
                return Ok(self.store.bv_op(operation, &[term]));
            }
            return Err(match operation {
                BvOp::Extract(high, low) => {
                    self.error(tree, head, format!("can't extract bits {high} to {low} of {width}"))
                }
                _ => self.error(tree, node, format!("a bit-vector of more than {max} bits")),
            });
        }
        let store = &mut self.store;
        let first = indices[0];
        Ok(match word {
            Some(Word::Repeat) => {
                if first == 0 || width.checked_mul(first).is_none_or(|total| total > max) {
                    let message = format!("a bit-vector must have 1 .. {max} bits");
                    return Err(self.error(tree, node, message));
                }
                let mut result = term;
                for _ in 1..first {
                    result = store.bv_op(BvOp::Concat, &[result, term]);
                }
                result
            }
            Some(Word::RotateLeft | Word::RotateRight) => {
                // Rotation: the bits that fall out on one side are put on the other.
                let distance = first % width;
                let left = match word {
                    Some(Word::RotateLeft) => distance,
                    _ => (width - distance) % width,
                };
                if left == 0 {
                    return Ok(term);
                }
                let low = store.bv_op(BvOp::Extract(width - left - 1, 0), &[term]);
                let high = store.bv_op(BvOp::Extract(width - 1, width - left), &[term]);
                store.bv_op(BvOp::Concat, &[low, high])
            }
            _ => return Err(self.unknown_function(tree, head)),
        })
    }

    fn unknown_function(&self, tree: &Tree, head: NodeId) -> Diagnostic {
        let text = tree.span(head).text(self.text);
        self.error(tree, head, format!("unknown function `{text}`"))
    }
}

/// `bvcomp`, `bvredand`, `bvredor`: one bit that says whether an equation holds.
fn one_bit(store: &mut Store, word: Word, terms: &[TermId]) -> TermId {
    let first = terms[0];
    let width = store.bv_width(store.sort_of(first)).unwrap_or(1);
    let other = match word {
        Word::BvComp => terms[1],
        Word::BvRedand => store.bv(&(&Int::pow2(width) - &Int::ONE), width),
        _ => store.bv(&Int::ZERO, width),
    };
    let equal = store.eq(first, other);
    let holds = if word == Word::BvRedor { store.not(equal) } else { equal };
    let (one, zero) = (store.bv(&Int::ONE, 1), store.bv(&Int::ZERO, 1));
    store.ite(holds, one, zero)
}
