//! Where the variables of clauses come from: what the script calls them.
//!
//! A refutation is checked against the text of the script: each step names an assertion and gives values to the
//! variables that are quantified there. The clausifier opens quantifiers and numbers variables anew, so it keeps, for
//! every clause, the names of its variables.

use super::symbol::{Symbol, Symbols};
use crate::system::ClauseId;
use hashbrown::HashMap;

/// What the script calls a variable of a clause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Name {
    /// It has no name there: it is bound in a definition, for instance.
    #[default]
    None,
    /// The name at the quantifier or in `declare-var`.
    Symbol(Symbol),
    /// The argument of that number, from 1, of the predicate in `(query p)`.
    Argument(u32),
}

/// The names met while a script is read: those of each clause's variables, in the order of the clauses.
#[derive(Clone, Debug, Default)]
pub struct ClauseNames {
    names: Vec<Name>,
    /// Where the names of each clause end.
    ends: Vec<u32>,
}

impl ClauseNames {
    /// The name of the next variable of the clause being made.
    pub fn push(&mut self, name: Name) {
        self.names.push(name);
    }

    /// The clause is complete.
    pub fn end_clause(&mut self) {
        self.ends.push(self.names.len() as u32);
    }

    /// The names as text. `globals` are the other names that the script gives a meaning to.
    pub fn finish(&self, symbols: &Symbols<'_>, globals: Vec<String>) -> VariableNames {
        let mut texts: Vec<String> = Vec::new();
        let mut known: HashMap<Symbol, u32> = HashMap::new();
        let mut arguments: HashMap<u32, u32> = HashMap::new();
        let numbers = self.names.iter().map(|name| match *name {
            Name::None => NONE,
            Name::Symbol(symbol) => *known.entry(symbol).or_insert_with(|| {
                texts.push(symbols.name(symbol).to_owned());
                texts.len() as u32 - 1
            }),
            Name::Argument(number) => *arguments.entry(number).or_insert_with(|| {
                texts.push(format!("argument!{number}"));
                texts.len() as u32 - 1
            }),
        });
        let numbers = numbers.collect();
        VariableNames { texts, numbers, ends: self.ends.clone(), globals }
    }
}

/// The number of no name.
const NONE: u32 = u32::MAX;

/// What a script calls the variables of its clauses.
#[derive(Clone, Debug, Default)]
pub struct VariableNames {
    /// The names that occur, without quotes.
    texts: Vec<String>,
    /// For each variable of each clause the position of its name, or [`NONE`].
    numbers: Vec<u32>,
    /// Where the variables of each clause end.
    ends: Vec<u32>,
    /// See [`VariableNames::globals`].
    globals: Vec<String>,
}

impl VariableNames {
    /// The names that the script declares or defines, sorted, without quotes: nothing new that is written for it may
    /// have one of them.
    pub fn globals(&self) -> &[String] {
        &self.globals
    }

    /// The names of a clause's variables, in order, without quotes. Clauses that no assertion has made, at the end of a
    /// system, have none.
    pub fn of(&self, clause: ClauseId) -> impl Iterator<Item = Option<&str>> {
        let end = self.ends.get(clause.index()).copied().unwrap_or(0);
        let start = if end == 0 || clause.index() == 0 { 0 } else { self.ends[clause.index() - 1] };
        let numbers = self.numbers.get(start as usize..end as usize).unwrap_or_default();
        numbers.iter().map(|&number| self.texts.get(number as usize).map(String::as_str))
    }
}
