//! How things are spelled when terms are printed: variables, predicates, datatypes.
//!
//! Two spellings exist. [`Names::user`] spells everything as the input did, so that a printed term can be read in
//! the context of the input: an instance of a parametric datatype keeps its sort expression, its constructors are
//! qualified by it. [`Names::closed`] makes every datatype instance a datatype of its own with names that are
//! unique, for a script that stands alone.

use super::print::{sort_text, symbol_text};
use super::{symbol, theory};
use crate::system::{PredId, System};
use crate::term::{DatatypeId, FunctionId, Measure, SortId, Store};
use hashbrown::{HashMap, HashSet};

/// The spelling of one datatype, all parts ready to print.
#[derive(Clone, Debug)]
struct DatatypeNames {
    sort: String,
    /// Constructors as applied: for an instance in user spelling, `(as nil (List Int))`.
    constructors: Vec<String>,
    /// Constructors as named in testers and declarations.
    testers: Vec<String>,
    /// Selectors per constructor.
    selectors: Vec<Vec<String>>,
    /// Whether another instance has the same constructors.
    has_sibling: bool,
}

/// A spelling.
#[derive(Clone, Debug)]
pub struct Names {
    datatypes: Vec<DatatypeNames>,
    preds: Vec<String>,
    vars: Vec<String>,
    /// Names (unquoted) that generated names must differ from.
    used: HashSet<String>,
}

impl Names {
    /// Everything spelled as in the input.
    pub fn user(store: &Store, system: &System) -> Names {
        let mut names = Names::with_preds(system);
        for (_, datatype) in store.datatypes() {
            names.used.insert(datatype.name.clone());
            let instance = datatype.name.starts_with('(');
            let sort = if instance { datatype.name.clone() } else { symbol_text(&datatype.name) };
            let mut entry = DatatypeNames {
                sort,
                constructors: Vec::new(),
                testers: Vec::new(),
                selectors: Vec::new(),
                has_sibling: false,
            };
            for constructor in &datatype.constructors {
                names.used.insert(constructor.name.clone());
                let symbol = symbol_text(&constructor.name);
                entry.constructors.push(match instance {
                    true => format!("(as {symbol} {})", entry.sort),
                    false => symbol.clone(),
                });
                entry.testers.push(symbol);
                let fields = constructor.fields.iter();
                names.used.extend(fields.clone().map(|field| field.name.clone()));
                entry.selectors.push(fields.map(|field| symbol_text(&field.name)).collect());
            }
            names.datatypes.push(entry);
        }
        let mut instances: HashMap<String, usize> = HashMap::new();
        let first = |entry: &DatatypeNames| entry.testers.first().cloned().unwrap_or_default();
        for entry in &names.datatypes {
            *instances.entry(first(entry)).or_insert(0) += 1;
        }
        for entry in &mut names.datatypes {
            entry.has_sibling = instances.get(&first(entry)).is_some_and(|&count| count > 1);
        }
        names
    }

    /// Every datatype, constructor and selector with a name of its own, as near to the input's as possible.
    pub fn closed(store: &Store, system: &System) -> Names {
        let mut names = Names::with_preds(system);
        let mut sorts = HashSet::new();
        for (_, datatype) in store.datatypes() {
            // An instance is named by its sort expression, `(List Int)`: as one word, that is `List.Int`.
            let plain = match datatype.name.starts_with('(') {
                true => datatype.name.replace(['(', ')', '|'], "").replace(' ', "."),
                false => datatype.name.clone(),
            };
            let sort = unique(&plain, &mut sorts);
            let mut entry = DatatypeNames {
                sort: symbol_text(&sort),
                constructors: Vec::new(),
                testers: Vec::new(),
                selectors: Vec::new(),
                has_sibling: false,
            };
            for constructor in &datatype.constructors {
                let symbol = symbol_text(&unique(&constructor.name, &mut names.used));
                entry.constructors.push(symbol.clone());
                entry.testers.push(symbol);
                let fields = constructor.fields.iter();
                let used = &mut names.used;
                entry.selectors.push(fields.map(|f| symbol_text(&unique(&f.name, used))).collect());
            }
            names.datatypes.push(entry);
        }
        names
    }

    fn with_preds(system: &System) -> Names {
        // Other formats have relation symbols named `true` or `and`, which no script may declare.
        let mut used: HashSet<String> = symbol::words(theory::is_protected).map(str::to_owned).collect();
        let mut preds = Vec::with_capacity(system.preds.len());
        for pred in &system.preds {
            // A transformation may have given a name twice.
            preds.push(symbol_text(&unique(&pred.name, &mut used)));
        }
        Names { datatypes: Vec::new(), preds, vars: Vec::new(), used }
    }

    /// Names (unquoted) that generated names must differ from.
    pub fn reserve<'n>(&mut self, names: impl IntoIterator<Item = &'n String>) {
        self.used.extend(names.into_iter().cloned());
    }

    /// Sets the names of `Var(0)`, `Var(1)` … (unquoted). Variables beyond get generated names.
    pub fn set_vars(&mut self, vars: impl IntoIterator<Item = String>) {
        self.vars.clear();
        for var in vars {
            self.vars.push(symbol_text(&var));
            self.used.insert(var);
        }
    }

    /// Names the variables `A` … `Z`, `A1` … as far as these are free, for as many variables as needed.
    pub fn number_vars(&mut self, count: usize) {
        let mut next = self.vars.len();
        let mut candidate = 0;
        while next < count {
            let letter = char::from(b'A' + (candidate % 26) as u8);
            let name = match candidate / 26 {
                0 => letter.to_string(),
                round => format!("{letter}{round}"),
            };
            candidate += 1;
            if self.used.insert(name.clone()) {
                self.vars.push(name);
                next += 1;
            }
        }
    }

    /// The name of a variable, ready to print.
    pub fn var(&self, number: u32) -> String {
        match self.vars.get(number as usize) {
            Some(name) => name.clone(),
            None => self.generated("x!", number),
        }
    }

    /// Whether a name (unquoted) has a meaning already, so that nothing else may be named so.
    pub fn is_used(&self, name: &str) -> bool {
        self.used.contains(name)
    }

    /// The name of a variable bound by a quantifier.
    pub fn bound(&self, number: u32) -> String {
        self.generated("q!", number)
    }

    /// The name of a parameter of the cell map (element, index) or operation of an aggregate.
    pub fn cell_parameter(&self, number: u32) -> String {
        self.generated("c!", number)
    }

    /// The name of a subterm bound by `let`.
    pub fn shared(&self, number: u32) -> String {
        self.generated("a!", number)
    }

    /// The recursive function that is a measure of a datatype.
    pub fn measure(&self, measure: Measure, datatype: DatatypeId) -> String {
        self.generated(&format!("{}!", measure.name()), datatype.index() as u32)
    }

    /// A recursive function.
    pub fn function(&self, function: FunctionId) -> String {
        self.generated("f!", function.index() as u32)
    }

    /// A claim about recursive functions, by its position among those that are printed.
    pub fn claim(&self, number: u32) -> String {
        self.generated("lemma!", number)
    }

    /// The name of the parameter of a measure.
    pub fn measured(&self) -> String {
        let mut name = String::from("x");
        while self.used.contains(&name) {
            name.push('!');
        }
        name
    }

    /// A name that is not in use; different numbers give different names.
    fn generated(&self, prefix: &str, number: u32) -> String {
        let mut name = format!("{prefix}{number}");
        while self.used.contains(&name) {
            name.push('!');
        }
        name
    }

    /// The name of a predicate, ready to print.
    pub fn pred(&self, pred: PredId) -> &str {
        &self.preds[pred.index()]
    }

    /// A sort, ready to print.
    pub fn sort(&self, store: &Store, sort: SortId) -> String {
        match store.datatype_of(sort) {
            Some(datatype) => self.datatypes[datatype.index()].sort.clone(),
            None => sort_text(store, sort, Some(self)),
        }
    }

    /// A datatype, ready to print.
    pub fn datatype(&self, datatype: DatatypeId) -> &str {
        &self.datatypes[datatype.index()].sort
    }

    /// A constructor as it is applied.
    pub fn constructor(&self, datatype: DatatypeId, constructor: u32) -> &str {
        &self.datatypes[datatype.index()].constructors[constructor as usize]
    }

    /// A constructor as a tester names it.
    pub fn tester(&self, datatype: DatatypeId, constructor: u32) -> &str {
        &self.datatypes[datatype.index()].testers[constructor as usize]
    }

    /// What stands before the argument of a test for a constructor: `(_ is c)`. Z3 does not find `c` where several
    /// instances of a datatype have one of that name; a comparison with a constructor without fields says the same to
    /// every reader, if there is one.
    pub fn test(&self, datatype: DatatypeId, constructor: u32) -> String {
        let entry = &self.datatypes[datatype.index()];
        let at = constructor as usize;
        let is_constant = |at: usize| entry.selectors[at].is_empty();
        match entry.constructors.len() {
            _ if entry.has_sibling && is_constant(at) => format!("= {}", entry.constructors[at]),
            2 if entry.has_sibling && is_constant(1 - at) => format!("distinct {}", entry.constructors[1 - at]),
            _ => format!("(_ is {})", entry.testers[at]),
        }
    }

    /// A selector.
    pub fn selector(&self, datatype: DatatypeId, constructor: u32, field: u32) -> &str {
        &self.datatypes[datatype.index()].selectors[constructor as usize][field as usize]
    }
}

/// The name, or the name with a number if it is in use; marks it as used.
fn unique(name: &str, used: &mut HashSet<String>) -> String {
    if used.insert(name.to_owned()) {
        return name.to_owned();
    }
    let mut number = 1;
    loop {
        let candidate = format!("{name}!{number}");
        if used.insert(candidate.clone()) {
            return candidate;
        }
        number += 1;
    }
}
