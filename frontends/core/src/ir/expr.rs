//! Expressions of the program IR: typed, without side effects, stored in an arena.
//!
//! An [`ExprId`] is an index into the arena of *one* procedure ([`super::Procedure::exprs`]); operands have smaller ids
//! than the expression that uses them, and sharing is allowed. An expression says what is computed and never fails by
//! itself: the frontend puts a check in front of everything that can fail. Where that check would have failed the value
//! is *undefined*: the interpreter stops with an internal outcome, the encoding takes an arbitrary value. `And`, `Or`,
//! `Implies` and `Ite` do not look at operands they do not need, so that `X /= 0 and then Y / X > 1` is defined
//! everywhere; an `and` that evaluates both sides differs only in its checks.

use super::types::{FloatFormat, TypeId};
use super::{Loc, ProcId, VarId};
use horn_solver::num::Int;
use std::collections::BTreeSet;

/// Index of an [`Expr`] in the arena of its procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

impl ExprId {
    /// The position in the arena.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable bound by a quantifier or an array comprehension; unique within its procedure, of shape Int.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoundId(pub u32);

/// Expressions nested deeper than this are refused by the validator; a frontend breaks longer
/// ones with temporary variables. Walks over expressions may therefore recurse.
pub const MAX_DEPTH: u32 = 250;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What is computed.
    pub kind: ExprKind,
    /// Type of the value; its shape must fit the operation.
    pub ty: TypeId,
    /// The place in the source.
    pub loc: Loc,
    /// Nesting depth, 1 for leaves; set by the arena.
    pub depth: u32,
}

/// The operations. Shapes are those of [`super::Shape`].
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A Boolean constant.
    Bool(bool),
    /// An integer constant, of shape Int or Modular (then `0 <= value < modulus`).
    Int(Int),
    /// A floating point constant, finite unless the type has other values; for F32 it must be a binary32 number.
    /// Frontends round exact static values once.
    Float(f64),
    /// The value of a variable.
    Var(VarId),
    /// The value of a bound variable.
    Bound(BoundId),
    /// An operation on one operand.
    Unary(UnaryOp, ExprId),
    /// An operation on two operands.
    Binary(BinaryOp, ExprId, ExprId),
    /// Short-circuit conjunction.
    And(ExprId, ExprId),
    /// Short-circuit disjunction.
    Or(ExprId, ExprId),
    /// Implication; the right side does not matter where the left one is false.
    Implies(ExprId, ExprId),
    /// `if c then a else b`, any shape.
    Ite(ExprId, ExprId, ExprId),
    /// `body` for all (or some) integers from `first` to `last`.
    Quantified {
        /// Universal or existential.
        forall: bool,
        /// The variable, free in `body` only.
        var: BoundId,
        /// Lower bound.
        first: ExprId,
        /// Upper bound.
        last: ExprId,
        /// A Boolean.
        body: ExprId,
    },
    /// Lower bound of an array in a dimension, counted from 0.
    First(ExprId, u32),
    /// Upper bound of an array in a dimension.
    Last(ExprId, u32),
    /// Number of indexes of an array in a dimension, at least 0.
    Length(ExprId, u32),
    /// A component; one index per dimension. Undefined outside the bounds.
    Index(ExprId, Vec<ExprId>),
    /// The array with one component changed. Undefined outside the bounds.
    Update(ExprId, Vec<ExprId>, ExprId),
    /// `A (first .. last)` of a one-dimensional array, with these bounds; the type has dynamic bounds.
    /// Undefined if the range is not null and leaves the bounds.
    Slice(ExprId, ExprId, ExprId),
    /// The one-dimensional array `.0` after `A (first .. last) := .3`, lengths being equal; `.3` slides.
    SliceUpdate(ExprId, ExprId, ExprId, ExprId),
    /// The array with other bounds, component by component in order: a sliding, and every conversion between static
    /// and dynamic bounds. With `None` the bounds are those of the type of this expression (static) or, if these are
    /// dynamic, the operand's own. Lengths must be equal in each dimension.
    Slide(ExprId, Option<Vec<(ExprId, ExprId)>>),
    /// `.0 & .1`, one-dimensional, with lower bound `.2`; the type has dynamic bounds.
    Concat(ExprId, ExprId, ExprId),
    /// An array with these bounds: `others` everywhere except at the listed indexes; later items win. Without `others`
    /// the items must cover all indexes. Bounds of a static type must be the type's.
    Aggregate {
        /// Bounds of each dimension.
        bounds: Vec<(ExprId, ExprId)>,
        /// The value elsewhere.
        others: Option<ExprId>,
        /// Single components: one index per dimension, and the value.
        items: Vec<(Vec<ExprId>, ExprId)>,
    },
    /// An array given by a formula for its components, `(for I in … => body)`; also for `1 .. 5 => X` in aggregates
    /// with large or dynamic ranges.
    Comprehension {
        /// Bounds of each dimension.
        bounds: Vec<(ExprId, ExprId)>,
        /// One variable per dimension, free in `body` only.
        vars: Vec<BoundId>,
        /// The component at these indexes.
        body: ExprId,
    },
    /// A record from all its fields.
    Record(Vec<ExprId>),
    /// A field of a record.
    Field(ExprId, u32),
    /// The record with one field changed.
    WithField(ExprId, u32, ExprId),
    /// A conversion to the shape of this expression's type.
    Convert(Conversion, ExprId),
    /// What a function that chooses nothing gives for these parameters where it returns, of a discrete type. It is no
    /// call: nothing is executed, and nothing checked. In programs without loops only ([`super::cut`]).
    Apply(ProcId, Vec<ExprId>),
}

/// Operations on one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Boolean negation.
    Not,
    /// Unary minus: exact for Int, wrapping for Modular, sign change for Float.
    Neg,
    /// Absolute value of Int or Float.
    Abs,
    /// Bitwise complement of Modular: `modulus - 1 - x`.
    BitNot,
    /// Is this Float finite? The condition of a float overflow check: true iff the operation below, rounded, is.
    /// The operand may be infinite or NaN here; nowhere else if its type has no such values.
    IsFinite,
    /// The sign bit of a Float, undefined for NaN.
    IsNegative,
    /// Float to an integral Float.
    FloatRound(Rounding),
    /// Square root of a Float, correctly rounded; of a type without NaN it must not be negative.
    Sqrt,
    /// An elementary function of a Float, within [`Elementary::ULPS`] units in the last place: its last digits are not
    /// known.
    Elementary(Elementary),
}

/// Elementary functions (RM A.5.1) without a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Elementary {
    /// e to the power of the operand.
    Exp,
    /// The natural logarithm of a positive number.
    Log,
    /// Sine of radians.
    Sin,
    /// Cosine of radians.
    Cos,
    /// Tangent of radians.
    Tan,
    /// Angle with this sine, of a number in -1 .. 1.
    Arcsin,
    /// Angle with this cosine, of a number in -1 .. 1.
    Arccos,
    /// Angle with this tangent, in -pi/2 .. pi/2.
    Arctan,
}

impl Elementary {
    /// All of them.
    pub const ALL: [Elementary; 8] = [
        Elementary::Exp,
        Elementary::Log,
        Elementary::Sin,
        Elementary::Cos,
        Elementary::Tan,
        Elementary::Arcsin,
        Elementary::Arccos,
        Elementary::Arctan,
    ];
    /// What an implementation in the strict mode of RM G.2.4 may be off, and a little more.
    pub const ULPS: u32 = 16;

    /// The usual name of the function.
    pub fn name(self) -> &'static str {
        match self {
            Elementary::Exp => "Exp",
            Elementary::Log => "Log",
            Elementary::Sin => "Sin",
            Elementary::Cos => "Cos",
            Elementary::Tan => "Tan",
            Elementary::Arcsin => "Arcsin",
            Elementary::Arccos => "Arccos",
            Elementary::Arctan => "Arctan",
        }
    }

    /// The value in double precision.
    pub fn apply(self, x: f64) -> f64 {
        match self {
            Elementary::Exp => x.exp(),
            Elementary::Log => x.ln(),
            Elementary::Sin => x.sin(),
            Elementary::Cos => x.cos(),
            Elementary::Tan => x.tan(),
            Elementary::Arcsin => x.asin(),
            Elementary::Arccos => x.acos(),
            Elementary::Arctan => x.atan(),
        }
    }

    /// The operands for which there is a finite value, both included: what is outside has been refused by a check.
    pub fn domain(self, format: FloatFormat) -> (f64, f64) {
        let largest = super::ieee::largest(format);
        match (self, format) {
            // Below the logarithm of the largest number.
            (Elementary::Exp, FloatFormat::F32) => (-largest, f64::from(88.722_83_f32)),
            (Elementary::Exp, FloatFormat::F64) => (-largest, 709.78),
            (Elementary::Log, FloatFormat::F32) => (f64::from(f32::from_bits(1)), largest),
            (Elementary::Log, FloatFormat::F64) => (f64::from_bits(1), largest),
            (Elementary::Arcsin | Elementary::Arccos, _) => (-1.0, 1.0),
            _ => (-largest, largest),
        }
    }

    /// A point where the value is exact, of a function that increases: not below it to the right, not above it to the
    /// left.
    pub fn through(self) -> Option<(f64, f64)> {
        match self {
            Elementary::Exp => Some((0.0, 1.0)),
            Elementary::Log => Some((1.0, 0.0)),
            Elementary::Arcsin | Elementary::Arctan => Some((0.0, 0.0)),
            _ => None,
        }
    }

    /// Bounds of all values, both included, with room for what an implementation is off.
    pub fn range(self, format: FloatFormat) -> (f64, f64) {
        let largest = super::ieee::largest(format);
        let (least, most) = match self {
            Elementary::Exp => (0.0, largest),
            Elementary::Log => (-746.0, 711.0),
            Elementary::Sin | Elementary::Cos => (-1.0, 1.0),
            Elementary::Tan => (-largest, largest),
            Elementary::Arcsin | Elementary::Arctan => (-1.58, 1.58),
            Elementary::Arccos => (0.0, 3.15),
        };
        (super::ieee::nearest(least, format), super::ieee::nearest(most, format))
    }
}

/// Operations on two operands, of one shape unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Sum: exact for Int, wrapping for Modular, rounded for Float; likewise the next ones.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient; Int and Modular truncate towards zero. Undefined for Int and Modular 0; for Float it gives what
    /// IsFinite refuses.
    Div,
    /// Remainder with the sign of the left operand; Int, Modular, and Float with NaN (`fmod`).
    Rem,
    /// Remainder with the sign of the right operand; Int and Modular.
    Mod,
    /// Power; the exponent is a non-negative Int. For Float also negative exponents; see [`Exprs::is_product`] for its
    /// precision.
    Pow,
    /// The smaller one: Int, Modular, Float.
    Min,
    /// The larger one.
    Max,
    /// Equality of any shape. Arrays are equal if lengths and components in order are, whatever the bounds.
    Eq,
    /// Inequality.
    Ne,
    /// Less: Bool, Int, Modular, Float; likewise the next ones.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
    /// Bitwise conjunction of Modular with a modulus of a power of two; likewise the next ones.
    BitAnd,
    /// Bitwise disjunction.
    BitOr,
    /// Bitwise exclusive or.
    BitXor,
    /// Shift left, the amount is a non-negative Int.
    ShiftLeft,
    /// Shift right, zeros come in.
    ShiftRight,
    /// Shift right, copies of the sign bit come in.
    ShiftRightArithmetic,
    /// Rotation to the left.
    RotateLeft,
    /// Rotation to the right.
    RotateRight,
}

impl BinaryOp {
    /// Whether the result is Boolean and the operands share a shape.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }
}

/// Ways from a Float to an integral value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// To the nearest, halves away from zero.
    NearestAway,
    /// To the nearest, halves to even: `'Unbiased_Rounding`.
    NearestEven,
    /// Towards zero: `'Truncation`.
    Truncate,
    /// Downwards: `'Floor`.
    Floor,
    /// Upwards: `'Ceiling`.
    Ceiling,
}

/// Conversions; source and target shapes are those of the operand and of the expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conversion {
    /// Int to Modular, undefined outside `0 .. modulus - 1` (a range check belongs in front).
    IntToModular,
    /// Int to Modular, reduced: `'Mod`.
    IntToModularWrap,
    /// Modular to Int, exact.
    ModularToInt,
    /// Bool to Int: 0 or 1.
    BoolToInt,
    /// Int to Bool: not zero.
    IntToBool,
    /// Int to Float, rounded to nearest even.
    IntToFloat,
    /// Float to Int; undefined for what is no finite number.
    FloatToInt(Rounding),
    /// Float to Float of another format, rounded to nearest even.
    FloatToFloat,
}

/// The expressions of one procedure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exprs {
    nodes: Vec<Expr>,
}

impl Exprs {
    /// Adds an expression; its operands must be there already.
    pub fn add(&mut self, kind: ExprKind, ty: TypeId, loc: Loc) -> ExprId {
        let mut depth = 0;
        kind.operands(|operand| depth = depth.max(self.nodes.get(operand.index()).map_or(0, |node| node.depth)));
        let id = ExprId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(Expr { kind, ty, loc, depth: depth + 1 });
        id
    }

    /// The number of expressions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether the exponent of a Float's power is a constant for which the power is a product, factor by factor
    /// rounded: `-4 .. 4`. Other powers have last digits that are not known: GNAT's run-time computes them in double
    /// the precision.
    pub fn is_product(&self, exponent: ExprId) -> bool {
        match &self[exponent].kind {
            ExprKind::Int(value) => value.to_i64().is_some_and(|n| (-4..=4).contains(&n)),
            ExprKind::Unary(UnaryOp::Neg, inner) => {
                matches!(&self[*inner].kind, ExprKind::Int(value) if value.to_i64().is_some_and(|n| (0..=4).contains(&n)))
            }
            _ => false,
        }
    }

    /// An expression and what it consists of, each once, in no order that means anything.
    pub fn below(&self, root: ExprId) -> impl Iterator<Item = (ExprId, &Expr)> {
        let (mut todo, mut seen) = (vec![root], BTreeSet::from([root]));
        std::iter::from_fn(move || {
            let id = todo.pop()?;
            self[id].kind.operands(|operand| todo.extend(Some(operand).filter(|operand| seen.insert(*operand))));
            Some((id, &self[id]))
        })
    }

    /// All expressions with their ids, operands first.
    pub fn iter(&self) -> impl Iterator<Item = (ExprId, &Expr)> {
        self.nodes.iter().zip(0..).map(|(node, id)| (ExprId(id), node))
    }
}

impl std::ops::Index<ExprId> for Exprs {
    type Output = Expr;

    fn index(&self, id: ExprId) -> &Expr {
        &self.nodes[id.index()]
    }
}

impl ExprKind {
    /// Calls `visit` for every direct operand, in the order of the text.
    pub fn operands(&self, mut visit: impl FnMut(ExprId)) {
        use ExprKind::*;
        match self {
            Bool(_) | Int(_) | Float(_) | Var(_) | Bound(_) => {}
            Unary(_, a) | First(a, _) | Last(a, _) | Length(a, _) | Field(a, _) | Convert(_, a) => visit(*a),
            Binary(_, a, b) | And(a, b) | Or(a, b) | Implies(a, b) | WithField(a, _, b) => {
                visit(*a);
                visit(*b);
            }
            Ite(a, b, c) | Slice(a, b, c) | Concat(a, b, c) => [a, b, c].into_iter().for_each(|e| visit(*e)),
            Quantified { first, last, body, .. } => [first, last, body].into_iter().for_each(|e| visit(*e)),
            Index(a, at) => {
                visit(*a);
                at.iter().for_each(|e| visit(*e));
            }
            Update(a, at, value) => {
                visit(*a);
                at.iter().for_each(|e| visit(*e));
                visit(*value);
            }
            SliceUpdate(a, b, c, d) => [a, b, c, d].into_iter().for_each(|e| visit(*e)),
            Slide(a, bounds) => {
                visit(*a);
                bounds.iter().flatten().flat_map(|(first, last)| [first, last]).for_each(|e| visit(*e));
            }
            Aggregate { bounds, others, items } => {
                bounds.iter().flat_map(|(first, last)| [first, last]).for_each(|e| visit(*e));
                others.iter().for_each(|e| visit(*e));
                items.iter().flat_map(|(at, value)| at.iter().chain([value])).for_each(|e| visit(*e));
            }
            Comprehension { bounds, body, .. } => {
                bounds.iter().flat_map(|(first, last)| [first, last]).for_each(|e| visit(*e));
                visit(*body);
            }
            Record(fields) | Apply(_, fields) => fields.iter().for_each(|e| visit(*e)),
        }
    }

    /// The same operation on other operands.
    pub fn with_operands(&self, to: impl Fn(ExprId) -> ExprId) -> ExprKind {
        use ExprKind::*;
        let all = |ids: &[ExprId]| ids.iter().map(|id| to(*id)).collect::<Vec<ExprId>>();
        let pairs = |bounds: &[(ExprId, ExprId)]| bounds.iter().map(|(a, b)| (to(*a), to(*b))).collect::<Vec<_>>();
        match self {
            Bool(_) | Int(_) | Float(_) | Var(_) | Bound(_) => self.clone(),
            Unary(op, a) => Unary(*op, to(*a)),
            Binary(op, a, b) => Binary(*op, to(*a), to(*b)),
            And(a, b) => And(to(*a), to(*b)),
            Or(a, b) => Or(to(*a), to(*b)),
            Implies(a, b) => Implies(to(*a), to(*b)),
            Ite(a, b, c) => Ite(to(*a), to(*b), to(*c)),
            Quantified { forall, var, first, last, body } => {
                Quantified { forall: *forall, var: *var, first: to(*first), last: to(*last), body: to(*body) }
            }
            First(a, dimension) => First(to(*a), *dimension),
            Last(a, dimension) => Last(to(*a), *dimension),
            Length(a, dimension) => Length(to(*a), *dimension),
            Index(a, at) => Index(to(*a), all(at)),
            Update(a, at, value) => Update(to(*a), all(at), to(*value)),
            Slice(a, b, c) => Slice(to(*a), to(*b), to(*c)),
            SliceUpdate(a, b, c, d) => SliceUpdate(to(*a), to(*b), to(*c), to(*d)),
            Slide(a, bounds) => Slide(to(*a), bounds.as_ref().map(|bounds| pairs(bounds))),
            Concat(a, b, c) => Concat(to(*a), to(*b), to(*c)),
            Aggregate { bounds, others, items } => Aggregate {
                bounds: pairs(bounds),
                others: others.map(&to),
                items: items.iter().map(|(at, value)| (all(at), to(*value))).collect(),
            },
            Comprehension { bounds, vars, body } => {
                Comprehension { bounds: pairs(bounds), vars: vars.clone(), body: to(*body) }
            }
            Record(fields) => Record(all(fields)),
            Field(a, field) => Field(to(*a), *field),
            WithField(a, field, value) => WithField(to(*a), *field, to(*value)),
            Convert(conversion, a) => Convert(*conversion, to(*a)),
            Apply(function, args) => Apply(*function, all(args)),
        }
    }
}
