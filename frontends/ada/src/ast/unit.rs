//! Compilation units (RM 10.1): what a file contains.

use super::{Annotation, Aspect, Decl, Name, Pragma, UseClause};
use horn_frontend::Span;

/// The contents of one file: its compilation units in the order of the text (RM 10.1).
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Compilation {
    /// The units.
    pub units: Vec<CompilationUnit>,
    /// The pragmas of a file that has no units.
    pub pragmas: Vec<Pragma>,
}

/// A compilation unit (RM 10.1.1).
#[derive(Clone, Debug, PartialEq)]
pub struct CompilationUnit {
    /// The context clause in the order of the text.
    pub context: Vec<ContextItem>,
    /// `--#` annotations between the context clause and the unit: `inherit`, `main_program`.
    pub annotations: Vec<Annotation>,
    /// True with `private` before the unit.
    pub private: bool,
    /// For a subunit `separate (Parent)`: the parent (RM 10.1.3).
    pub separate: Option<Name>,
    /// The library item or the proper body: a subprogram, package, generic unit, instance or renaming.
    pub item: Decl,
    /// Pragmas of the unit that stand behind it or where no list of declarations or statements has them.
    pub stray_pragmas: Vec<Pragma>,
    /// Aspects in the unit whose declarations don't keep them, such as those of generic formal parameters.
    pub stray_aspects: Vec<Aspect>,
    /// From the first context item to the end of the unit.
    pub span: Span,
}

/// An item of a context clause (RM 10.1.2).
#[derive(Clone, Debug, PartialEq)]
pub enum ContextItem {
    /// `with P, Q;`
    With(WithClause),
    /// `use P;`
    Use(UseClause),
    /// A pragma.
    Pragma(Pragma),
}

/// A with clause (RM 10.1.2).
#[derive(Clone, Debug, PartialEq)]
pub struct WithClause {
    /// True with `limited`.
    pub limited: bool,
    /// True with `private`.
    pub private: bool,
    /// The units.
    pub names: Vec<Name>,
    /// From the first word to the semicolon.
    pub span: Span,
}

/// What a unit is, as far as its file and its dependences need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnitPart {
    /// A declaration: package, generic, subprogram declaration, instance or renaming.
    Spec,
    /// A body.
    Body,
    /// A subunit.
    Subunit,
}

impl CompilationUnit {
    /// What the unit is. A subprogram body counts as a body also if nothing declares it elsewhere.
    pub fn part(&self) -> UnitPart {
        match (&self.separate, &self.item) {
            (Some(_), _) => UnitPart::Subunit,
            (None, Decl::SubprogramBody(_) | Decl::PackageBody(_) | Decl::ConcurrentBody(_)) => UnitPart::Body,
            (None, _) => UnitPart::Spec,
        }
    }

    /// The defining name of the unit: `A.B` of `package A.B`; for a subunit without its parent. `None` for
    /// what could not be parsed and for units outside the subset.
    pub fn name(&self) -> Option<&Name> {
        defining_name(&self.item)
    }
}

fn defining_name(decl: &Decl) -> Option<&Name> {
    match decl {
        Decl::Subprogram(decl) => Some(&decl.spec.name),
        Decl::SubprogramBody(decl) => Some(&decl.spec.name),
        Decl::Package(decl) => Some(&decl.name),
        Decl::PackageBody(decl) => Some(&decl.name),
        Decl::ConcurrentBody(decl) => Some(&decl.name),
        Decl::Renaming(decl) => Some(&decl.name),
        Decl::Instantiation(decl) => Some(&decl.name),
        // A generic declaration contains no further generic declaration: one step.
        Decl::Generic(decl) => match &decl.unit {
            Decl::Generic(_) => None,
            unit => defining_name(unit),
        },
        _ => None,
    }
}
