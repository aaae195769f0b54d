//! The syntax tree: typed nodes with spans, as the reference manual's grammar has them.
//!
//! Three things differ from the grammar, because the grammar cannot be decided without types:
//!
//! * [`NameKind::Apply`] is an indexed component, a slice, a call or a type conversion.
//! * [`Constraint::Composite`] is an index constraint or a discriminant constraint.
//! * A name where a discrete range may stand is an [`DiscreteRange::Subtype`] without a constraint,
//!   except that `X'Range` is always a [`Range::Attribute`].
//!
//! A file whose parsing gave an error is not analysed further; `Error` nodes occur only there.
//! The depth of a tree is bounded by [`MAX_DEPTH`], so that walks may recurse.

mod annotation;
mod aspect;
mod concurrent;
mod decl;
mod expr;
mod name;
mod stmt;
mod symbol;
mod types;
mod unit;

pub use annotation::*;
pub use aspect::*;
pub use concurrent::*;
pub use decl::*;
pub use expr::*;
pub use name::*;
pub use stmt::*;
pub use symbol::*;
pub use types::*;
pub use unit::*;

/// Largest height of a tree that the parser returns: deeper nesting is reported as an error, once per file. A walk that
/// recurses needs stack for this many levels, statements and expressions together; of chains of sums and concatenations
/// [`LINKS`] operators count as one level.
pub const MAX_DEPTH: u32 = 400;

/// So many operators of a chain such as `A & B & C` count as one level of the tree: tools write long ones.
pub const LINKS: u32 = 10;
