//! Expressions (RM 4), ranges and associations.

use super::{Decl, IteratorSpec, Name, SubtypeIndication};
use horn_frontend::Span;
use num_bigint::BigInt;

/// An expression (RM 4.4).
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Its form.
    pub kind: ExprKind,
    /// From its first character to its last.
    pub span: Span,
}

/// The forms of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// An integer literal (RM 2.4), with its value.
    Integer(Box<BigInt>),
    /// A real literal (RM 2.4), with its exact value.
    Real(Box<RealValue>),
    /// A string literal (RM 2.6), doubled quotation marks made single.
    String(Box<str>),
    /// `null`: the access value, and in aspects such as `Depends` and `Global` nothing (RM 4.4).
    Null,
    /// A name: object, call, conversion, literal of an enumeration, character literal …
    Name(Box<Name>),
    /// An aggregate in parentheses or brackets (RM 4.3).
    Aggregate(Box<Aggregate>),
    /// `(E)`. The parentheses of if, case, quantified and declare expressions and of raise expressions are
    /// kept as such a node around them too.
    Paren(Box<Expr>),
    /// A unary operator (RM 4.5).
    Unary(UnaryOp, Box<Expr>),
    /// A binary operator or short-circuit form (RM 4.5).
    Binary(Box<Binary>),
    /// `X in …`, `X not in …` (RM 4.5.2).
    Membership(Box<Membership>),
    /// `if C then A elsif D then B else E` (RM 4.5.7).
    If(Box<IfExpr>),
    /// `case S is when C => A, when D => B` (RM 4.5.7).
    Case(Box<CaseExpr>),
    /// `for all …`, `for some …` (RM 4.5.8).
    Quantified(Box<Quantified>),
    /// `declare … begin E` (RM 4.5.9).
    Declare(Box<DeclareExpr>),
    /// `new T`, `new T'(…)`, `new T (…)` (RM 4.8); whether a subpool is named.
    Allocator(Box<SubtypeIndication>, bool),
    /// `raise E with "…"` (RM 11.3).
    Raise(Box<Name>, Option<Box<Expr>>),
    /// Something that could not be parsed.
    Error,
}

/// A non-negative rational in lowest terms that need not be reduced: `numerator / denominator`, denominator positive.
#[derive(Clone, Debug, PartialEq)]
pub struct RealValue {
    /// Numerator, not negative.
    pub numerator: BigInt,
    /// Denominator, a power of the literal's base.
    pub denominator: BigInt,
}

/// Unary operators (RM 4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `abs`
    Abs,
    /// `not`
    Not,
}

/// Binary operators and short-circuit forms (RM 4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `and`: evaluates both sides.
    And,
    /// `or`: evaluates both sides.
    Or,
    /// `xor`
    Xor,
    /// `and then`
    AndThen,
    /// `or else`
    OrElse,
    /// `=`
    Equal,
    /// `/=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `&`
    Concat,
    /// `*`
    Times,
    /// `/`
    Divide,
    /// `mod`
    Mod,
    /// `rem`
    Rem,
    /// `**`
    Power,
    /// `->`, implication: only in `--#` annotations.
    Implies,
    /// `<->`, equivalence: only in `--#` annotations.
    Iff,
}

/// An application of a binary operator.
#[derive(Clone, Debug, PartialEq)]
pub struct Binary {
    /// The operator.
    pub op: BinaryOp,
    /// Where it is written: what messages about checks point at.
    pub op_span: Span,
    /// Left operand.
    pub left: Expr,
    /// Right operand.
    pub right: Expr,
}

/// A membership test (RM 4.5.2).
#[derive(Clone, Debug, PartialEq)]
pub struct Membership {
    /// The tested value.
    pub operand: Expr,
    /// True for `not in`.
    pub negated: bool,
    /// `in`, or `not` of `not in`.
    pub op_span: Span,
    /// Values, ranges and subtypes, at least one. A lone name may be a value or a subtype.
    pub choices: Vec<Choice>,
}

/// An if expression; without `else` its missing part is True (RM 4.5.7).
#[derive(Clone, Debug, PartialEq)]
pub struct IfExpr {
    /// Condition and value of `if` and of each `elsif`.
    pub branches: Vec<(Expr, Expr)>,
    /// Value behind `else`.
    pub otherwise: Option<Expr>,
}

/// A case expression (RM 4.5.7).
#[derive(Clone, Debug, PartialEq)]
pub struct CaseExpr {
    /// The selecting expression.
    pub selector: Expr,
    /// Choices and value of each alternative.
    pub alternatives: Vec<CaseExprAlternative>,
}

/// One alternative of a case expression.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseExprAlternative {
    /// Its choices.
    pub choices: Vec<Choice>,
    /// Its value.
    pub value: Expr,
    /// From `when` to the end of the value.
    pub span: Span,
}

/// A quantified expression (RM 4.5.8).
#[derive(Clone, Debug, PartialEq)]
pub struct Quantified {
    /// True for `for all`, false for `for some`.
    pub universal: bool,
    /// The quantified parameter and what it ranges over.
    pub iterator: IteratorSpec,
    /// The predicate.
    pub predicate: Expr,
}

/// A declare expression (RM 4.5.9).
#[derive(Clone, Debug, PartialEq)]
pub struct DeclareExpr {
    /// Its declarations.
    pub declarations: Vec<Decl>,
    /// Its value.
    pub value: Expr,
}

/// An aggregate (RM 4.3).
#[derive(Clone, Debug, PartialEq)]
pub struct Aggregate {
    /// True for `[…]` (Ada 2022), false for `(…)`.
    pub brackets: bool,
    /// What stands before the associations.
    pub base: AggregateBase,
    /// The associations in the order of the text; empty for `(null record)` and `[]`.
    pub items: Vec<AggregateItem>,
}

/// What an aggregate starts from.
#[derive(Clone, Debug, PartialEq)]
pub enum AggregateBase {
    /// Nothing: the associations are everything.
    None,
    /// `(null record)`.
    NullRecord,
    /// `(E with delta …)` (RM 4.3.4).
    Delta(Expr),
    /// `(E with …)` (RM 4.3.2); `(E with null record)` has no associations.
    Extension(Expr),
}

/// One component association of an aggregate.
#[derive(Clone, Debug, PartialEq)]
pub enum AggregateItem {
    /// `V`, `C | D => V`.
    Association(Association),
    /// `for I in R => V`, `for X of A => V` (RM 4.3.3, 4.3.5).
    Iterated(Box<IteratedAssociation>),
}

/// An iterated association (RM 4.3.3, 4.3.5).
#[derive(Clone, Debug, PartialEq)]
pub struct IteratedAssociation {
    /// The parameter and what it ranges over.
    pub iterator: IteratorSpec,
    /// Further discrete choices of `for I in 1 | 3 .. 5 => V`, behind the one in the iterator.
    pub more_choices: Vec<Choice>,
    /// Key of a map: `for … use K => V`.
    pub key: Option<Expr>,
    /// The value.
    pub value: Expr,
    /// From `for` to the end of the value.
    pub span: Span,
}

/// `V`, or `C | D => V`: an actual parameter, an index, a slice, a component of an aggregate, an item of
/// a constraint.
#[derive(Clone, Debug, PartialEq)]
pub struct Association {
    /// What stands before `=>`; empty if the association is positional.
    pub choices: Vec<Choice>,
    /// What stands behind it.
    pub value: AssociationValue,
    /// The whole association.
    pub span: Span,
}

/// The value of an association.
#[derive(Clone, Debug, PartialEq)]
pub enum AssociationValue {
    /// An expression; a name may denote a subtype.
    Expr(Expr),
    /// A range that is no name: `1 .. 5`, `Integer range 1 .. 5`, `A'Range`.
    Range(DiscreteRange),
    /// `<>`.
    Box(Span),
}

/// A discrete choice (RM 3.8.1), a choice of a membership test (RM 4.4), the formal of an association.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// A value, the name of a component or parameter, or a subtype mark.
    Expr(Expr),
    /// A range that is no name.
    Range(DiscreteRange),
    /// `others`.
    Others(Span),
}

/// A range (RM 3.5).
#[derive(Clone, Debug, PartialEq)]
pub enum Range {
    /// `L .. H`.
    Bounds(Box<Expr>, Box<Expr>),
    /// `A'Range`, `A'Range (2)`.
    Attribute(Box<Name>),
}

/// A discrete range (RM 3.6.1).
#[derive(Clone, Debug, PartialEq)]
pub enum DiscreteRange {
    /// Bounds.
    Range(Range),
    /// A subtype mark, perhaps with a range constraint.
    Subtype(Box<SubtypeIndication>),
}

impl Expr {
    /// An expression that is just a name.
    pub fn name(name: Name) -> Expr {
        let span = name.span;
        Expr { kind: ExprKind::Name(Box::new(name)), span }
    }

    /// The name, if the expression is one, without parentheses around it.
    pub fn as_name(&self) -> Option<&Name> {
        match &self.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        }
    }

    /// The expression inside all parentheses around it.
    pub fn unparenthesized(&self) -> &Expr {
        let mut expr = self;
        while let ExprKind::Paren(inner) = &expr.kind {
            expr = inner;
        }
        expr
    }
}

impl Association {
    /// The identifier before `=>` if it is just one: the name of a parameter or component.
    pub fn formal(&self) -> Option<&super::Ident> {
        match self.choices.as_slice() {
            [Choice::Expr(expr)] => expr.as_name()?.as_ident(),
            _ => None,
        }
    }

    /// The association of a parameter: the one with its name in front of `=>`, as `is_name` tells, or else the one at
    /// its position.
    pub fn of_parameter(
        all: &[Association],
        at: usize,
        is_name: impl Fn(&super::Ident) -> bool,
    ) -> Option<&Association> {
        let named = all.iter().find(|one| one.formal().is_some_and(&is_name));
        named.or_else(|| all.get(at).filter(|one| one.is_positional()))
    }

    /// True if nothing stands before a `=>`.
    pub fn is_positional(&self) -> bool {
        self.choices.is_empty()
    }

    /// The value if it is an expression.
    pub fn expr(&self) -> Option<&Expr> {
        match &self.value {
            AssociationValue::Expr(expr) => Some(expr),
            _ => None,
        }
    }
}

impl Choice {
    /// Where the choice is written.
    pub fn span(&self) -> Span {
        match self {
            Choice::Expr(expr) => expr.span,
            Choice::Range(range) => range.span(),
            Choice::Others(span) => *span,
        }
    }
}

impl Range {
    /// From the low bound to the high bound, or the attribute.
    pub fn span(&self) -> Span {
        match self {
            Range::Bounds(low, high) => Span::new(low.span.start, high.span.end),
            Range::Attribute(name) => name.span,
        }
    }
}

impl DiscreteRange {
    /// Where the range is written.
    pub fn span(&self) -> Span {
        match self {
            DiscreteRange::Range(range) => range.span(),
            DiscreteRange::Subtype(indication) => indication.span,
        }
    }
}

impl BinaryOp {
    /// The operator that a function with this name, in lower case and without quotes, defines.
    pub fn of_symbol(text: &str) -> Option<BinaryOp> {
        use BinaryOp::*;
        let all = [
            And,
            Or,
            Xor,
            Equal,
            NotEqual,
            Less,
            LessEqual,
            Greater,
            GreaterEqual,
            Plus,
            Minus,
            Concat,
            Times,
            Divide,
            Mod,
            Rem,
            Power,
        ];
        all.into_iter().find(|op| op.text() == text)
    }

    /// As it is written, in lower case.
    pub fn text(self) -> &'static str {
        match self {
            BinaryOp::And => "and",
            BinaryOp::Or => "or",
            BinaryOp::Xor => "xor",
            BinaryOp::AndThen => "and then",
            BinaryOp::OrElse => "or else",
            BinaryOp::Equal => "=",
            BinaryOp::NotEqual => "/=",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::Plus => "+",
            BinaryOp::Minus => "-",
            BinaryOp::Concat => "&",
            BinaryOp::Times => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Mod => "mod",
            BinaryOp::Rem => "rem",
            BinaryOp::Power => "**",
            BinaryOp::Implies => "->",
            BinaryOp::Iff => "<->",
        }
    }
}

impl UnaryOp {
    /// The operator with a symbol, in lower case.
    pub fn of_symbol(text: &str) -> Option<UnaryOp> {
        [UnaryOp::Plus, UnaryOp::Minus, UnaryOp::Abs, UnaryOp::Not].into_iter().find(|op| op.text() == text)
    }

    /// As it is written, in lower case.
    pub fn text(self) -> &'static str {
        match self {
            UnaryOp::Plus => "+",
            UnaryOp::Minus => "-",
            UnaryOp::Abs => "abs",
            UnaryOp::Not => "not",
        }
    }
}
