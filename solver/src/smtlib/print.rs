//! Printing: symbols, sorts and terms as SMT-LIB text, and whole systems in the CHC-COMP format.

use crate::term::{Sort, SortId, Store};

/// A name as an SMT-LIB symbol: quoted unless it is a simple symbol that is no reserved word.
pub fn symbol_text(name: &str) -> String {
    let bytes = name.as_bytes();
    let simple = !bytes.is_empty()
        && bytes.iter().all(|&byte| super::lexer::is_symbol_byte(byte))
        && !bytes[0].is_ascii_digit()
        && !RESERVED.contains(&name);
    if simple { name.to_owned() } else { format!("|{name}|") }
}

/// The reserved words of SMT-LIB 2.6, section 3.1 (command names are reserved too).
const RESERVED: &[&str] = &[
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
    "STRING",
    "_",
    "!",
    "as",
    "let",
    "exists",
    "forall",
    "match",
    "par",
    "assert",
    "check-sat",
    "check-sat-assuming",
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-sort",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "define-sort",
    "echo",
    "exit",
    "get-assertions",
    "get-assignment",
    "get-info",
    "get-model",
    "get-option",
    "get-proof",
    "get-unsat-assumptions",
    "get-unsat-core",
    "get-value",
    "pop",
    "push",
    "reset",
    "reset-assertions",
    "set-info",
    "set-logic",
    "set-option",
];

/// A sort as SMT-LIB text.
pub fn sort_text(store: &Store, sort: SortId) -> String {
    let mut text = String::new();
    // Pieces still to be written; the last comes first.
    enum Piece {
        Sort(SortId),
        Text(&'static str),
    }
    let mut pieces = vec![Piece::Sort(sort)];
    while let Some(piece) = pieces.pop() {
        let sort = match piece {
            Piece::Text(piece) => {
                text.push_str(piece);
                continue;
            }
            Piece::Sort(sort) => sort,
        };
        match store.sort(sort) {
            Sort::Bool => text.push_str("Bool"),
            Sort::Int => text.push_str("Int"),
            Sort::Real => text.push_str("Real"),
            Sort::BitVec(width) => text.push_str(&format!("(_ BitVec {width})")),
            Sort::Array(index, element) => {
                text.push_str("(Array ");
                pieces.extend([Piece::Text(")"), Piece::Sort(*element), Piece::Text(" "), Piece::Sort(*index)]);
            }
            Sort::Datatype(datatype) => {
                let name = &store.datatype(*datatype).name;
                // The name of an instance of a parametric datatype is its sort expression.
                if name.starts_with('(') {
                    text.push_str(name);
                } else {
                    text.push_str(&symbol_text(name));
                }
            }
        }
    }
    text
}
