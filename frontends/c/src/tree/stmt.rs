//! Statements.

use super::{Attribute, Declaration, ExprId, Place, StaticAssert, StmtId, Symbol};

/// A statement, or a declaration in a block.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Its text: of compound statements, loops and `if` from the first token to the last of the whole.
    pub place: Place,
    /// The first token: the keyword, the label, the brace.
    pub keyword: Place,
}

/// The kinds of statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// `;`, also with attributes: `__attribute__ ((fallthrough));`.
    Empty(Vec<Attribute>),
    /// `e;`
    Expr(ExprId),
    /// A declaration.
    Declaration(Declaration),
    /// A definition of a function inside a function (GNU): not supported, the body was read.
    NestedFunction(super::DeclId),
    /// `_Static_assert (…);`
    StaticAssert(StaticAssert),
    /// `{ … }`
    Block(Vec<StmtId>),
    /// `if (condition) then else otherwise`
    If {
        /// The condition.
        condition: ExprId,
        /// Run if it holds.
        then: StmtId,
        /// Run if it doesn't.
        otherwise: Option<StmtId>,
    },
    /// `while (condition) body`
    While {
        /// The condition.
        condition: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `do body while (condition);`
    DoWhile {
        /// The body.
        body: StmtId,
        /// The condition.
        condition: ExprId,
    },
    /// `for (init; condition; step) body`
    For {
        /// An expression statement or a declaration; the scope of its names is the loop.
        init: Option<StmtId>,
        /// The condition; none holds always.
        condition: Option<ExprId>,
        /// Evaluated behind the body.
        step: Option<ExprId>,
        /// The body.
        body: StmtId,
    },
    /// `switch (value) body`
    Switch {
        /// The value.
        value: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `case low: body` or GNU's `case low ... high: body`. Before `}` the body is an empty statement.
    Case {
        /// The value, or the least one.
        low: ExprId,
        /// The greatest one of a range.
        high: Option<ExprId>,
        /// What is labelled.
        body: StmtId,
    },
    /// `default: body`
    Default(StmtId),
    /// `name: body`
    Label {
        /// The label.
        name: Symbol,
        /// What is labelled.
        body: StmtId,
    },
    /// `__label__ a, b;`: labels of this block alone.
    LocalLabels(Vec<Symbol>),
    /// `goto name;`
    Goto(Symbol),
    /// GNU's `goto *address;`: not supported, was read.
    ComputedGoto(ExprId),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return;` or `return value;`
    Return(Option<ExprId>),
    /// `asm (…);`: not supported, its text was skipped.
    Asm,
    /// An annotation comment `/*@ … */` between statements, which was not read: see its place.
    Annotation,
    /// What could not be read; there is an error message.
    Error,
}
