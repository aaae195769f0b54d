//! Expressions.

use super::{
    CharLiteral, DeclId, ExprId, FloatLiteral, InitId, IntLiteral, Place, StmtId, StringLiteral, Symbol, TypeId,
};

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its whole text, without parentheses around it.
    pub place: Place,
    /// The operator: the sign of a unary, binary or assignment operator, the `?`, the `(` of a call or cast, the `[`,
    /// the `.` or `->`. For what has no operator the same as `place`.
    pub operator: Place,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// An identifier.
    Name {
        /// The name.
        name: Symbol,
        /// What it names, the latest declaration in scope; none if there is none.
        decl: Option<DeclId>,
    },
    /// An integer literal.
    Int(IntLiteral),
    /// A floating literal.
    Float(Box<FloatLiteral>),
    /// A character literal.
    Char(CharLiteral),
    /// A string literal, or several that stand side by side.
    Str(Box<StringLiteral>),
    /// `__func__`, `__FUNCTION__`, `__PRETTY_FUNCTION__`.
    FunctionName,
    /// An operator with one operand.
    Unary {
        /// The operator.
        op: UnaryOp,
        /// The operand.
        operand: ExprId,
    },
    /// An operator with two operands, the comma operator included.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// The left operand.
        left: ExprId,
        /// The right operand.
        right: ExprId,
    },
    /// `target = value`, or `target op= value`.
    Assign {
        /// The operator of a compound assignment.
        op: Option<BinaryOp>,
        /// What is assigned to.
        target: ExprId,
        /// The right operand.
        value: ExprId,
    },
    /// `condition ? then : otherwise`, or GNU's `condition ?: otherwise`.
    Conditional {
        /// The condition.
        condition: ExprId,
        /// Value if it holds; none means the value of the condition, which is computed once.
        then: Option<ExprId>,
        /// Value if it doesn't.
        otherwise: ExprId,
    },
    /// `(type) operand`.
    Cast {
        /// The type.
        ty: TypeId,
        /// The operand.
        operand: ExprId,
    },
    /// `(type) { … }`.
    CompoundLiteral {
        /// The type.
        ty: TypeId,
        /// The initialiser, a list.
        init: InitId,
    },
    /// `sizeof operand`, not evaluated unless of variable length.
    SizeofExpr(ExprId),
    /// `sizeof (type)`.
    SizeofType(TypeId),
    /// `__alignof__ operand`.
    AlignofExpr(ExprId),
    /// `_Alignof (type)`.
    AlignofType(TypeId),
    /// `base[index]`. Either may be the pointer.
    Index {
        /// What stands before the bracket.
        base: ExprId,
        /// What stands in it.
        index: ExprId,
    },
    /// A call.
    Call {
        /// The function: a name without declaration for undeclared functions and most `__builtin_…`.
        function: ExprId,
        /// The arguments.
        args: Vec<ExprId>,
    },
    /// `base.field` or `base->field`.
    Member {
        /// What stands before it.
        base: ExprId,
        /// The field's name.
        field: Symbol,
        /// Whether it is `->`.
        arrow: bool,
    },
    /// GNU's `({ … })`: a block; its value is that of its last statement, if that is an expression.
    Statement(StmtId),
    /// `_Generic (control, type: value, …, default: value)`.
    Generic {
        /// The expression whose type selects; not evaluated.
        control: ExprId,
        /// The associations; `None` is `default`.
        associations: Vec<(Option<TypeId>, ExprId)>,
    },
    /// GNU's `&&label`.
    LabelAddress(Symbol),
    /// `__builtin_offsetof (type, member)`, also from the macro `offsetof`.
    Offsetof {
        /// The type.
        ty: TypeId,
        /// The way to the member, at least one step.
        path: Vec<Designator>,
    },
    /// `__builtin_va_arg (list, type)`.
    VaArg {
        /// The list.
        list: ExprId,
        /// The type.
        ty: TypeId,
    },
    /// `__builtin_types_compatible_p (type, type)`.
    TypesCompatible(TypeId, TypeId),
    /// `__builtin_choose_expr (constant, then, otherwise)`.
    Choose {
        /// The constant that selects.
        condition: ExprId,
        /// Selected if it is not zero.
        then: ExprId,
        /// Selected if it is zero.
        otherwise: ExprId,
    },
    /// `assert (condition)` of our `<assert.h>`, without `NDEBUG`. Its type is `void`.
    Assert {
        /// The condition.
        condition: ExprId,
        /// Its text before macros are replaced, as `#` makes it.
        text: Box<str>,
    },
    /// ACSL only: `\separated (…)`, `\valid (…)` and the like.
    AcslCall {
        /// The name.
        name: AcslName,
        /// The arguments; locations may have an [`ExprKind::AcslRange`] as an operand of `+`, or in brackets.
        args: Vec<ExprId>,
    },
    /// ACSL only: `low .. high`, both included.
    AcslRange {
        /// The lower bound.
        low: Option<ExprId>,
        /// The upper bound.
        high: Option<ExprId>,
    },
    /// What could not be read; there is an error message.
    Error,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `+x`
    Plus,
    /// `-x`
    Minus,
    /// `~x`
    BitNot,
    /// `!x`
    Not,
    /// `*x`
    Deref,
    /// `&x`
    AddressOf,
    /// `++x`
    PreIncrement,
    /// `--x`
    PreDecrement,
    /// `x++`
    PostIncrement,
    /// `x--`
    PostDecrement,
    /// `__real__ x`
    Real,
    /// `__imag__ x`
    Imag,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `<=`
    LessEqual,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `&`
    BitAnd,
    /// `^`
    BitXor,
    /// `|`
    BitOr,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `,`
    Comma,
    /// ACSL's `==>`
    Implies,
    /// ACSL's `<==>`
    Equivalent,
}

/// What ACSL's expressions can call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AcslName {
    /// `\separated`: no two of the arguments have a byte in common.
    Separated,
    /// `\valid`: may be read and written.
    Valid,
    /// `\valid_read`: may be read.
    ValidRead,
}

/// One step of a designator: `.field`, `[index]`, or GNU's `[low ... high]`.
#[derive(Clone, Debug, PartialEq)]
pub enum Designator {
    /// `.name`, or GNU's `name:`.
    Field(Symbol, Place),
    /// `[index]`.
    Index(ExprId),
    /// `[low ... high]`, both included.
    Range(ExprId, ExprId),
}
