//! Names, each stored once.

use hashbrown::HashMap;

/// A name. Two symbols of a table are equal when their spellings are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub u32);

/// The table of names.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    names: Vec<Box<str>>,
    by_name: HashMap<Box<str>, Symbol>,
}

impl Symbols {
    /// The symbol of a name, which is entered if it is new.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(symbol) = self.by_name.get(name) {
            return *symbol;
        }
        let symbol = Symbol(u32::try_from(self.names.len()).unwrap_or(u32::MAX));
        self.names.push(name.into());
        self.by_name.insert(name.into(), symbol);
        symbol
    }

    /// The symbol of a name, if it occurs.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.by_name.get(name).copied()
    }

    /// The spelling.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.0 as usize]
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no name.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}
