//! The trait a frontend implements, and the look-up in a table of frontends.
//!
//! A frontend is one crate and one line in the table of the front layer. The table lives there and
//! not here, because the frontends depend on this crate.

use crate::diagnostic::{Diagnostic, Source};
use std::path::Path;

/// A source language that hornsolve can verify.
///
/// Implementations hold no state: everything they need travels in the arguments.
pub trait Frontend: Sync {
    /// Name in messages and in options, for instance `ada`.
    fn name(&self) -> &'static str;

    /// Extensions of its files in lower case, without the dot, for instance `["adb", "ads"]`.
    fn extensions(&self) -> &'static [&'static str];

    /// Reads a source text as far as this frontend can and reports everything it finds wrong, in
    /// the order of the text. No error among the diagnostics means that the text can be verified.
    fn check(&self, source: &Source<'_>) -> Vec<Diagnostic>;
}

/// The frontend responsible for a file, by the extension of its name, in any mixture of cases.
pub fn for_path(table: &[&'static dyn Frontend], path: &Path) -> Option<&'static dyn Frontend> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    table.iter().copied().find(|frontend| frontend.extensions().contains(&extension.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Span;

    /// A language whose only sentence is the empty text.
    struct Empty;

    impl Frontend for Empty {
        fn name(&self) -> &'static str {
            "empty"
        }

        fn extensions(&self) -> &'static [&'static str] {
            &["emp", "ty"]
        }

        fn check(&self, source: &Source<'_>) -> Vec<Diagnostic> {
            match source.text.chars().next() {
                None => Vec::new(),
                Some(_) => vec![Diagnostic::error(Span::new(0, 1), "expected the end of the file")],
            }
        }
    }

    #[test]
    fn the_extension_selects_the_frontend() {
        let table: [&'static dyn Frontend; 1] = [&Empty];
        let name = |path: &str| for_path(&table, Path::new(path)).map(|frontend| frontend.name());
        assert_eq!(name("dir.x/a.TY"), Some("empty"));
        assert_eq!(name("a.smt2"), None);
        assert_eq!(name("emp"), None);
        assert!(for_path(&[], Path::new("a.emp")).is_none());
    }

    #[test]
    fn a_frontend_reports_instead_of_failing() {
        assert!(Empty.check(&Source::new("a", "")).is_empty());
        assert_eq!(Empty.check(&Source::new("a", "x")).len(), 1);
    }
}
