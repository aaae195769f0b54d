//! The untyped syntax tree of one translation unit.
//!
//! All nodes live in vectors of [`Tree`] and name each other by index, so that a tree of any depth is dropped, and
//! can be walked, without recursion. **A walk must not recurse over expressions, statements, types or initialisers**:
//! a chain of 10⁶ operators, of 5,000 `else if` or of 1,000 `case` labels is as deep as it is long. In every vector
//! the parts of a node come before the node itself (`part.0 < whole.0`), with the exceptions noted below, so a loop
//! from the first index to the last sees every operand before its operator. The exceptions: the body of a function
//! and the initialiser of an object come after their [`Decl`], because they can refer to it; a [`Tag`] can
//! be completed after types refer to it; references by name (`Name::decl`, `TypeKind::Typedef`, `TypeKind::Tag`,
//! `Decl::previous`) go anywhere backwards, and nodes that a walk doesn't reach from [`Tree::items`] exist
//! (what the parser tried and gave up, or the unevaluated twin of a repeated specifier).
//!
//! What the parser guarantees for a tree without error messages:
//! * Names are resolved by C's scopes: [`ExprKind::Name`] has its declaration, unless nothing of that name is in scope
//!   (an undeclared function, or a `__builtin_…`: the typed tree decides). Typedef names and tags are resolved too.
//!   Fields and labels are not.
//! * Declarators are resolved to types: `int *a[3]` is an object of type array of pointer. Parameters of array
//!   or function type keep that type: adjusting it to a pointer is the work of the typed tree.
//! * Parentheses leave no node. `__extension__` leaves none either.
//! * Adjacent string literals are one; escapes are decoded; numbers keep their exact value.
//! * `case`, `default`, `break`, `continue` may stand outside of a `switch` or loop: the typed tree checks that.
//! * Node kinds `Error` do not occur. With error messages they may, and the tree should not be analysed.
//!
//! Every node has a [`Place`]: see there for what it says inside macros.

mod annotation;
mod decl;
pub mod dump;
mod expr;
mod literal;
mod place;
mod stmt;
mod symbol;
mod types;

pub use annotation::*;
pub use decl::*;
pub use expr::*;
pub use literal::*;
pub use place::*;
pub use stmt::*;
pub use symbol::*;
pub use types::*;

/// Declares an index type, and indexing of [`Tree`] by it.
macro_rules! index {
    ($name:ident, $field:ident, $node:ty, $what:literal) => {
        #[doc = concat!("Index of ", $what, " in [`Tree::", stringify!($field), "`].")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl std::ops::Index<$name> for Tree {
            type Output = $node;

            fn index(&self, id: $name) -> &$node {
                &self.$field[id.0 as usize]
            }
        }

        impl std::ops::IndexMut<$name> for Tree {
            fn index_mut(&mut self, id: $name) -> &mut $node {
                &mut self.$field[id.0 as usize]
            }
        }
    };
}

index!(ExprId, exprs, Expr, "an expression");
index!(StmtId, stmts, Stmt, "a statement");
index!(DeclId, decls, Decl, "a declaration");
index!(TypeId, types, Type, "a type");
index!(TagId, tags, Tag, "a struct, union or enum");
index!(InitId, inits, Init, "an initialiser");

/// A translation unit: a file with everything that it includes.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// What stands at file scope, in the order of the text.
    pub items: Vec<Item>,
    /// All expressions.
    pub exprs: Vec<Expr>,
    /// All statements.
    pub stmts: Vec<Stmt>,
    /// All declarations of objects, functions, typedefs, parameters and enumerators.
    pub decls: Vec<Decl>,
    /// All types as they were written.
    pub types: Vec<Type>,
    /// All structs, unions and enums.
    pub tags: Vec<Tag>,
    /// All initialisers.
    pub inits: Vec<Init>,
    /// All names.
    pub symbols: Symbols,
    /// The files that were read, those compiled into this crate included, and the macros that were used.
    pub sources: Sources,
}

/// What stands at file scope.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A declaration, with its declarators in order; none for `struct s { … };`.
    Declaration(Declaration),
    /// A function with its body: [`DeclKind::Function`] whose `body` is there.
    Function(DeclId),
    /// `_Static_assert (…);`.
    StaticAssert(StaticAssert),
    /// `asm ("…");`.
    Asm(Place),
}
