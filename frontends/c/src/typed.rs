//! The typed tree: every expression has its type, every conversion is explicit, every name is resolved, statements are
//! code with labels and jumps.
//!
//! Expressions live in one arena, operands in front of what uses them. An *lvalue* is an expression of kind
//! [`Kind::Object`], [`Kind::Deref`] or [`Kind::Member`]; its value is taken by [`Kind::Load`] only, its address by
//! [`Kind::AddressOf`] or, of an array, by [`Kind::Decay`]. `a[i]` is `*(a + i)`.

use crate::ctype::{Ty, Types};
use horn_frontend::ir::Loc;
use horn_solver::num::Int;
use std::rc::Rc;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in its table.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        })*
    };
}

ids! {
    /// An expression, in [`Unit::exprs`].
    Ex;
    /// An object, in [`Unit::objects`].
    ObjId;
    /// A function, in [`Unit::functions`].
    FnId;
    /// A label, in [`Function::labels`].
    Label;
    /// A block of a function, in [`Function::scopes`].
    ScopeId;
}

impl ScopeId {
    /// The block of the function itself.
    pub const BODY: ScopeId = ScopeId(0);
}

/// A typed expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: Kind,
    /// Its type; of an lvalue the type of the object.
    pub ty: Ty,
    /// Where messages say it is.
    pub loc: Loc,
    /// Nesting, 1 for leaves.
    pub depth: u32,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// An integer constant, in the range of its type.
    Int(Int),
    /// A floating constant, a number of its type or infinite.
    Float(f64),
    /// A null pointer constant of a pointer type.
    Null,
    /// A string literal: an array lvalue that nobody may change.
    Str(Rc<[u32]>),
    /// A function's name.
    Function(FnId),
    /// A variable.
    Object(ObjId),
    /// What a pointer points to.
    Deref(Ex),
    /// A member of a struct or union, by its number.
    Member(Ex, u32),
    /// The value of an lvalue.
    Load(Ex),
    /// The pointer to the first element of an array lvalue.
    Decay(Ex),
    /// The pointer to an lvalue.
    AddressOf(Ex),
    /// A conversion to this expression's type: between scalars, or to `void`.
    Convert(Ex),
    /// `-a`
    Neg(Ex),
    /// `~a`
    BitNot(Ex),
    /// `!a`, 0 or 1.
    Not(Ex),
    /// An operation on two numbers of one type; of shifts each operand has its own. Comparisons give `int`.
    Binary(Bin, Ex, Ex),
    /// Pointer plus or minus integer.
    PtrAdd(Ex, Ex, Sign),
    /// The difference of two pointers.
    PtrDiff(Ex, Ex),
    /// A comparison of two pointers.
    PtrCompare(Bin, Ex, Ex),
    /// `a && b`
    And(Ex, Ex),
    /// `a || b`
    Or(Ex, Ex),
    /// `c ? a : b`; `c ?: b` without the middle, which then is the value of `c`.
    Conditional(Ex, Option<Ex>, Ex),
    /// `a, b`
    Comma(Ex, Ex),
    /// `lvalue = value`
    Assign(Ex, Ex),
    /// `lvalue op= …`, `++`, `--`: the second is [`Kind::Current`], the third the new value, which uses it.
    Update(Ex, Ex, Ex, Result),
    /// In the new value of an update: the value that the lvalue had.
    Current,
    /// A call of a function that is named.
    Call(FnId, Vec<Ex>),
    /// A call through a pointer to a function, which is none of these.
    CallThrough(Ex, Vec<Ex>, Rc<[FnId]>),
    /// Code inside of an expression, and what it denotes: a statement expression or a compound literal. `expand` takes
    /// it out.
    Block(Rc<[Op]>, Option<Ex>),
    /// `assert (condition)`, with the text of the condition.
    Assert(Ex, Rc<str>),
    /// What is not modelled, by its name.
    Unsupported(Rc<str>),
}

/// Which value an update has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Result {
    Old,
    New,
}

/// Whether an integer is added to a pointer or subtracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Sign {
    Plus,
    Minus,
}

/// Operations on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Bin {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

impl Bin {
    /// Whether the result is 0 or 1.
    pub fn is_comparison(self) -> bool {
        matches!(self, Bin::Lt | Bin::Le | Bin::Gt | Bin::Ge | Bin::Eq | Bin::Ne)
    }
}

/// How long an object lives, and where its value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// As long as the program, starts with its initialiser or zeros.
    Static,
    /// As long as the program, defined elsewhere: starts with any value.
    Extern,
    /// As long as its block runs.
    Automatic,
    /// A parameter.
    Parameter,
}

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Where it is declared.
    pub loc: Loc,
    /// How long it lives.
    pub storage: Storage,
    /// The initialiser of a static object.
    pub init: Option<Init>,
    /// Made by the typed tree: the length of a variable length array.
    pub hidden: bool,
    /// Whether it is declared `const`.
    pub constant: bool,
    /// Whether it is a string literal, which may share its place with others.
    pub literal: bool,
    /// Whether it is volatile: each read may give another value.
    pub volatile: bool,
    /// Why it can't be used, if that is so: it is volatile, of a type that is not modelled, …
    pub unsupported: Option<String>,
}

/// An initialiser: everything is zero but these parts, which are assigned in this order.
#[derive(Clone, Debug, PartialEq)]
pub struct Init {
    /// The parts with their values; a scalar is one part with no steps.
    pub parts: Vec<(Vec<Step>, Ex)>,
}

/// One step from an object to a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// An element of an array.
    Index(u64),
    /// A member of a struct or union.
    Member(u32),
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Where it is defined, or first declared.
    pub loc: Loc,
    /// Its parameters, if it is defined.
    pub params: Vec<ObjId>,
    /// Its body, if it is defined.
    pub body: Option<Vec<Op>>,
    /// The labels of the body.
    pub labels: Vec<LabelInfo>,
    /// The blocks of the body; the first one is the body itself.
    pub scopes: Vec<Scope>,
    /// Whether a declaration says that it never returns.
    pub noreturn: bool,
    /// Whether nothing declares it but a call.
    pub implicit: bool,
    /// What annotations require of its arguments: expressions over its parameters.
    pub requires: Vec<Requirement>,
    /// Clauses of annotations that are not modelled.
    pub ignored: Vec<(String, Loc)>,
}

/// A clause of an annotation in front of a function.
#[derive(Clone, Debug, PartialEq)]
pub enum Requirement {
    /// A condition in mathematical integers.
    Condition(Logic),
    /// These ranges of cells exist and do not overlap: a pointer parameter, the first and the last index.
    Separated(Vec<(ObjId, Logic, Logic)>),
}

/// Terms and formulas of annotations; integers are mathematical.
#[derive(Clone, Debug, PartialEq)]
pub enum Logic {
    /// A number.
    Int(Int),
    /// The value of an integer parameter or global.
    Object(ObjId),
    /// `-a`
    Neg(Box<Logic>),
    /// `!a`
    Not(Box<Logic>),
    /// Arithmetic or a comparison.
    Binary(Bin, Box<Logic>, Box<Logic>),
    /// `a && b`
    And(Box<Logic>, Box<Logic>),
    /// `a || b`
    Or(Box<Logic>, Box<Logic>),
}

/// A label of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelInfo {
    /// The loop statement whose head it is.
    pub loop_loc: Option<Loc>,
    /// Its name, if the user gave it one.
    pub name: Option<String>,
}

/// A block: its objects live until a run leaves it (C11 6.2.4).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// The block around it.
    pub outer: Option<ScopeId>,
    /// Its objects of automatic storage.
    pub objects: Vec<ObjId>,
}

/// A piece of code.
#[derive(Clone, Debug, PartialEq)]
pub struct Op {
    /// What it does.
    pub kind: OpKind,
    /// Where.
    pub loc: Loc,
    /// The block that it stands in.
    pub scope: ScopeId,
}

/// What code does.
#[derive(Clone, Debug, PartialEq)]
pub enum OpKind {
    /// Evaluates an expression for its effects.
    Eval(Ex),
    /// A new object begins to exist.
    Declare(ObjId, Option<Init>),
    /// The length of a variable length array is evaluated and kept.
    Length(ObjId, Ex),
    /// A place to jump to.
    Label(Label),
    /// A jump.
    Goto(Label),
    /// To the first label if the expression is not zero, else to the second.
    Branch(Ex, Label, Label),
    /// To the first range that has the value, else to the last label.
    Switch(Ex, Vec<(Int, Int, Label)>, Label),
    /// Back to the caller.
    Return(Option<Ex>),
    /// What is not modelled, by its name.
    Unsupported(Rc<str>),
}

/// A translation unit.
#[derive(Clone, Debug)]
pub struct Unit {
    /// All types.
    pub types: Types,
    /// All expressions.
    pub exprs: Vec<Expr>,
    /// All variables.
    pub objects: Vec<Object>,
    /// All functions that are declared or called.
    pub functions: Vec<Function>,
    /// The variables that hold the lengths of variable length arrays, by the number of [`crate::ctype::Length`].
    pub lengths: Vec<ObjId>,
    /// The objects of static storage, in the order of their definitions.
    pub statics: Vec<ObjId>,
}

impl Unit {
    /// An expression.
    pub fn expr(&self, id: Ex) -> &Expr {
        &self.exprs[id.index()]
    }

    /// The type of an expression.
    pub fn ty(&self, id: Ex) -> Ty {
        self.exprs[id.index()].ty
    }

    /// A variable.
    pub fn object(&self, id: ObjId) -> &Object {
        &self.objects[id.index()]
    }

    /// A function.
    pub fn function(&self, id: FnId) -> &Function {
        &self.functions[id.index()]
    }

    /// The value of an integer constant.
    pub fn constant(&self, id: Ex) -> Option<&Int> {
        match &self.expr(id).kind {
            Kind::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The targets of the assignments that the value of an assignment is, and the value behind them: `a[j]` and `v` in
    /// `a[i] = a[j] = v`. All of them get the same value, so it makes no difference if some are one object: types that
    /// are compatible, also where the value is converted in between, which might change it. `None`: no assignment.
    pub fn chain(&self, assignment: Ex) -> Option<(Vec<Ex>, Ex)> {
        let mut targets = Vec::new();
        let (target, mut value) = match self.expr(assignment).kind {
            Kind::Assign(target, value) => (target, value),
            Kind::Update(_, _, value, _) => return Some((targets, value)),
            _ => return None,
        };
        let same = |ex: Ex| self.types.compatible(self.ty(ex), self.ty(target));
        let mut at = value;
        loop {
            at = match self.expr(at).kind {
                Kind::Convert(inner) if same(at) => inner,
                Kind::Assign(inner, next) if same(inner) => {
                    targets.push(inner);
                    value = next;
                    next
                }
                _ => return Some((targets, value)),
            }
        }
    }
}

impl Kind {
    /// Calls `visit` for each operand, in the order of the text.
    pub fn operands(&self, mut visit: impl FnMut(Ex)) {
        use Kind::*;
        match self {
            Int(_) | Float(_) | Null | Str(_) | Function(_) | Object(_) | Current | Block(..) | Unsupported(_) => {}
            Deref(a)
            | Member(a, _)
            | Load(a)
            | Decay(a)
            | AddressOf(a)
            | Convert(a)
            | Neg(a)
            | BitNot(a)
            | Not(a)
            | Assert(a, _) => visit(*a),
            Binary(_, a, b)
            | PtrAdd(a, b, _)
            | PtrDiff(a, b)
            | PtrCompare(_, a, b)
            | And(a, b)
            | Or(a, b)
            | Comma(a, b)
            | Assign(a, b) => {
                visit(*a);
                visit(*b);
            }
            Conditional(c, a, b) => {
                visit(*c);
                a.iter().for_each(|a| visit(*a));
                visit(*b);
            }
            Update(target, current, value, _) => {
                visit(*target);
                visit(*current);
                visit(*value);
            }
            Call(_, args) => args.iter().for_each(|arg| visit(*arg)),
            CallThrough(function, args, _) => {
                visit(*function);
                args.iter().for_each(|arg| visit(*arg));
            }
        }
    }
}

impl OpKind {
    /// The expressions of a piece of code.
    pub(crate) fn roots(&self) -> Vec<Ex> {
        match self {
            OpKind::Eval(ex) | OpKind::Length(_, ex) | OpKind::Branch(ex, ..) | OpKind::Switch(ex, ..) => vec![*ex],
            OpKind::Declare(_, Some(init)) => init.parts.iter().map(|(_, value)| *value).collect(),
            OpKind::Return(Some(ex)) => vec![*ex],
            OpKind::Declare(_, None)
            | OpKind::Return(None)
            | OpKind::Label(_)
            | OpKind::Goto(_)
            | OpKind::Unsupported(_) => Vec::new(),
        }
    }
}
