//! Identifiers: interned once without regard to case, and a second time as they are spelled.

use hashbrown::HashMap;
use horn_frontend::Span;

/// An interned designator: two identifiers are the same in Ada if and only if their symbols are equal.
///
/// Identifiers are interned in lower case (`integer`), operator symbols in lower case with their
/// quotation marks (`"and"`), character literals as they are with their apostrophes (`'A'`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

/// An occurrence of an identifier, an operator symbol or a character literal used as a name (RM 2.3, 6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ident {
    /// What it denotes, without regard to case.
    pub symbol: Symbol,
    /// How it is written here; only for messages.
    pub spelling: Symbol,
    /// Where it is written.
    pub span: Span,
}

/// The table of all symbols of an analysis: one for all files, passed along to whoever needs it.
#[derive(Clone, Debug, Default)]
pub struct Interner {
    index: HashMap<Box<str>, Symbol>,
    texts: Vec<Box<str>>,
    /// For each symbol the one of its text in lower case.
    folded: Vec<Symbol>,
}

impl Interner {
    /// An empty table.
    pub fn new() -> Interner {
        Interner::default()
    }

    /// The symbol for a text exactly as it is, without folding of case.
    pub fn exact(&mut self, text: &str) -> Symbol {
        if let Some(symbol) = self.index.get(text) {
            return *symbol;
        }
        let symbol = self.add(text);
        let plain = text.starts_with('\'') || text.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
        if !plain {
            let folded = text.to_lowercase();
            if folded != text {
                self.folded[symbol.0 as usize] = self.exact(&folded);
            }
        }
        symbol
    }

    /// Adds a text that is not there yet; it folds to itself.
    fn add(&mut self, text: &str) -> Symbol {
        // 2^32 different identifiers do not fit into sources whose spans are 32 bits wide.
        let symbol = Symbol(u32::try_from(self.texts.len()).unwrap_or(u32::MAX));
        self.texts.push(text.into());
        self.folded.push(symbol);
        self.index.insert(text.into(), symbol);
        symbol
    }

    /// The symbol for an identifier or an operator symbol (with its quotation marks) in any case.
    pub fn fold(&mut self, text: &str) -> Symbol {
        let exact = self.exact(text);
        self.folded[exact.0 as usize]
    }

    /// The occurrence of a designator at `span`.
    pub fn ident(&mut self, text: &str, span: Span) -> Ident {
        let spelling = self.exact(text);
        Ident { symbol: self.folded[spelling.0 as usize], spelling, span }
    }

    /// True if two symbols, spellings or not, denote the same.
    pub fn same(&self, left: Symbol, right: Symbol) -> bool {
        let fold = |symbol: Symbol| self.folded.get(symbol.0 as usize);
        left == right || fold(left) == fold(right)
    }

    /// The symbol for a text that was interned before, already in lower case if it is an identifier.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.index.get(text).copied()
    }

    /// The text of a symbol: lower case if it comes from [`Ident::symbol`], as written from [`Ident::spelling`].
    pub fn text(&self, symbol: Symbol) -> &str {
        self.texts.get(symbol.0 as usize).map_or("", |text| text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_differ_in_more_than_case() {
        let mut names = Interner::new();
        let span = Span::new(0, 1);
        let (upper, lower) = (names.ident("Größe", span), names.ident("GRÖSSE", span));
        assert_ne!(upper.symbol, lower.symbol);
        let (a, b) = (names.ident("Max_Value", span), names.ident("MAX_value", span));
        assert_eq!(a.symbol, b.symbol);
        assert_eq!(names.text(b.spelling), "MAX_value");
        assert_eq!(names.text(b.symbol), "max_value");
        assert_eq!(names.find("max_value"), Some(a.symbol));
        assert_eq!(names.find("min_value"), None);
    }

    #[test]
    fn character_literals_keep_their_case_and_operators_do_not() {
        let mut names = Interner::new();
        assert_ne!(names.fold("'A'"), names.fold("'a'"));
        assert_eq!(names.fold("\"AND\""), names.fold("\"and\""));
        assert_ne!(names.fold("\"and\""), names.fold("and"));
    }
}
