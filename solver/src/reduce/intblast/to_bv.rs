//! Integer formulas over bit-vector values, turned into formulas over the bit-vectors themselves.
//!
//! A model found over the integers speaks of the integers that represent the bit-vectors. Every comparison in it is
//! rewritten into a signed comparison of bit-vectors wide enough that nothing in it can overflow, which is exact. A
//! comparison that mentions anything else (a genuine integer, an operation without counterpart) stays as it is, over
//! `bv2nat` and its signed twin.

use super::to_int::Signedness;
use crate::num::Int;
use crate::term::{BvOp, Op, SortId, Store, Substitution, TermId, postorder};
use hashbrown::HashMap;

/// Wider comparisons than this are left over the integers.
const WIDTH_LIMIT: u32 = 512;

/// The formula over `Var(i)` of the given (original) sorts that is equivalent to `formula`, in which the
/// bit-vector ones among them are represented by integers.
pub fn over_bits(store: &mut Store, formula: TermId, sorts: &[SortId], signedness: Signedness) -> TermId {
    let mut representing = Vec::with_capacity(sorts.len());
    for (i, &sort) in sorts.iter().enumerate() {
        let variable = store.var(i as u32, sort);
        representing.push(match (store.bv_width(sort), signedness) {
            (None, _) => variable,
            (Some(_), Signedness::Unsigned) => store.bv_op(BvOp::ToNat, &[variable]),
            (Some(_), Signedness::Signed) => store.bv_op(BvOp::ToIntSigned, &[variable]),
        });
    }
    let formula = store.instantiate(formula, &representing);
    let mut exact = Substitution::default();
    for term in postorder(store, &[formula]) {
        let comparison = matches!(store.op(term), Op::Le)
            || (*store.op(term) == Op::Eq && store.sort_of(store.args(term)[0]) == SortId::INT);
        if comparison && let Some(image) = compare(store, term) {
            exact.insert(term, image);
        }
    }
    exact.apply(store, formula)
}

/// The least width of a two's complement number that holds everything in `low ..= high`.
fn width_for(low: &Int, high: &Int) -> u32 {
    let mut width = 1;
    while *high >= Int::pow2(width - 1) || *low < -Int::pow2(width - 1) {
        width += 1;
    }
    width
}

fn compare(store: &mut Store, literal: TermId) -> Option<TermId> {
    let sides = store.args(literal).to_vec();
    if sides.iter().any(|&s| store.sort_of(s) != SortId::INT) {
        return None;
    }
    let terms: Vec<TermId> =
        postorder(store, &sides).into_iter().filter(|&t| store.sort_of(t) == SortId::INT).collect();
    let mut width = 1;
    let mut bounds: HashMap<TermId, (Int, Int)> = HashMap::new();
    for &term in &terms {
        let (low, high) = bounds_of(store, term, &bounds)?;
        width = width.max(width_for(&low, &high));
        bounds.insert(term, (low, high));
    }
    if width > WIDTH_LIMIT {
        return None;
    }
    let mut images: HashMap<TermId, TermId> = HashMap::new();
    for &term in &terms {
        let image = image_of(store, term, width, &images)?;
        images.insert(term, image);
    }
    let (a, b) = (images[&sides[0]], images[&sides[1]]);
    Some(if *store.op(literal) == Op::Le { store.bv_op(BvOp::Sle, &[a, b]) } else { store.eq(a, b) })
}

fn bounds_of(store: &Store, term: TermId, known: &HashMap<TermId, (Int, Int)>) -> Option<(Int, Int)> {
    let args = store.args(term);
    let bound = |i: usize| known.get(&args[i]);
    match store.op(term) {
        Op::Num(value) => value.to_int().map(|v| (v.clone(), v)),
        Op::Bv(BvOp::ToNat) => Some(Signedness::Unsigned.range(store.bv_width(store.sort_of(args[0]))?)),
        Op::Bv(BvOp::ToIntSigned) => Some(Signedness::Signed.range(store.bv_width(store.sort_of(args[0]))?)),
        Op::Add => {
            let (mut low, mut high) = (Int::ZERO, Int::ZERO);
            for i in 0..args.len() {
                let (l, h) = bound(i)?;
                low += l;
                high += h;
            }
            Some((low, high))
        }
        Op::Mul => {
            let (mut low, mut high) = (Int::ONE, Int::ONE);
            for i in 0..args.len() {
                let (l, h) = bound(i)?;
                let corners = [&low * l, &low * h, &high * l, &high * h];
                low = corners.iter().min()?.clone();
                high = corners.iter().max()?.clone();
            }
            Some((low, high))
        }
        Op::Ite => {
            let ((a, b), (c, d)) = (bound(1)?, bound(2)?);
            Some((a.min(c).clone(), b.max(d).clone()))
        }
        // Both operands count towards the width, the divisor must be a positive numeral.
        Op::IntMod | Op::IntDiv => {
            let divisor = store.as_num(args[1])?.to_int().filter(Int::is_positive)?;
            let (low, high) = bound(0)?;
            if *store.op(term) == Op::IntMod {
                Some((Int::ZERO, &divisor - &Int::ONE))
            } else {
                // The intermediate `a - a mod d` lies a little below the dividend.
                Some(((low - &divisor).min(Int::ZERO), high.clone().max(Int::ZERO)))
            }
        }
        _ => None,
    }
}

fn image_of(store: &mut Store, term: TermId, width: u32, images: &HashMap<TermId, TermId>) -> Option<TermId> {
    let args = store.args(term).to_vec();
    let image = |i: usize| images.get(&args[i]).copied();
    match store.op(term).clone() {
        Op::Num(value) => Some(store.bv(value.numer(), width)),
        Op::Bv(op @ (BvOp::ToNat | BvOp::ToIntSigned)) => {
            let extra = width - store.bv_width(store.sort_of(args[0]))?;
            let extend = if op == BvOp::ToNat { BvOp::ZeroExtend(extra) } else { BvOp::SignExtend(extra) };
            Some(store.bv_op(extend, &[args[0]]))
        }
        Op::Add | Op::Mul => {
            let op = if *store.op(term) == Op::Add { BvOp::Add } else { BvOp::Mul };
            let mut result = image(0)?;
            for i in 1..args.len() {
                result = store.bv_op(op, &[result, image(i)?]);
            }
            Some(result)
        }
        Op::Ite => {
            let (a, b) = (image(1)?, image(2)?);
            Some(store.ite(args[0], a, b))
        }
        Op::IntMod => Some(store.bv_op(BvOp::SMod, &[image(0)?, image(1)?])),
        Op::IntDiv => {
            let (a, d) = (image(0)?, image(1)?);
            let remainder = store.bv_op(BvOp::SMod, &[a, d]);
            let multiple = store.bv_op(BvOp::Sub, &[a, remainder]);
            Some(store.bv_op(BvOp::SDiv, &[multiple, d]))
        }
        _ => None,
    }
}
