//! The theory of heaps (`declare-heap`), as arrays and datatypes.
//!
//! A heap is a record of an array of cells and the number of cells allocated; an address is a wrapped number, 0 for
//! null; a range is a first address, from 1, and a length, from 0. The declaration is replaced by the declarations and
//! definitions that say so, written into one line, so that the lines of everything else stay what they are.
//! `(as heap.empty Heap)` and the like become names. What belongs to a second heap gets names of its own, ending in its
//! number; operations have one name for all heaps, told apart by the sort of their first argument
//! ([`super::reader::State::overloads`]).
//!
//! The translation has heaps and ranges that the theory has not: [`values`] says why that makes no difference, and what
//! it does where it would. There, too, the operations that change a number of cells that is not fixed
//! (`heap.allocRange`, `heap.writeRange`) get their meaning. `heap.writeRange` writes if all addresses of the range are
//! allocated, else nothing. After: Esen, Rümmer: An SMT-LIB Theory of Heaps (SMT 2022).

mod values;

#[cfg(test)]
mod tests;

use super::diagnostic::{Diagnostic, Fault, Span};
use super::sexpr::{NodeId, Reader, Tree};
use super::symbol::Symbols;
use crate::term::{SortId, Store};

/// The operations that exist once for all heaps.
const OPERATIONS: &[&str] = &[
    "heap.alloc",
    "heap.allocRange",
    "heap.nextAddr",
    "heap.rangeNth",
    "heap.rangeWithin",
    "heap.read",
    "heap.valid",
    "heap.write",
    "heap.writeRange",
];

/// Whether the sort is that of a heap's addresses.
pub fn is_address(store: &Store, sort: SortId) -> bool {
    encoding(store, sort) == Some("at")
}

/// What a sort that stands for one of the theory is: the word in the name of its constructor, `make` for a heap, `at`
/// for an address, `span` for a range.
pub fn encoding(store: &Store, sort: SortId) -> Option<&str> {
    let first = store.datatype(store.datatype_of(sort)?).constructors.first()?;
    first.name.strip_prefix("heap!")?.split('!').next()
}

/// Whether the name is that of an operation that each heap of a script defines.
pub fn is_operation(name: &str) -> bool {
    OPERATIONS.contains(&name)
}

/// A text without `declare-heap`.
#[derive(Debug)]
pub struct Expanded {
    /// The text.
    pub text: String,
    /// How many heaps it declares.
    pub heaps: usize,
    /// What has been replaced: the span in the original, the length of what stands there now; in order.
    edits: Vec<(Span, u32)>,
}

impl Expanded {
    /// The error, about this text, as one about the original.
    pub fn original(&self, error: Diagnostic, text: &str) -> Diagnostic {
        let offset = |at: u32| {
            // The place where the edits so far end, in the original and here.
            let (mut old, mut new) = (0, 0);
            for &(span, length) in &self.edits {
                let start = new + (span.start - old);
                if at < start {
                    break;
                }
                (old, new) = (span.end, start + length);
                if at < new {
                    return span.start;
                }
            }
            old + (at - new)
        };
        let span = Span::new(offset(error.span.start), offset(error.span.end.saturating_sub(1)) + 1);
        let span = if error.span.start == error.span.end { Span::new(span.start, span.start) } else { span };
        Diagnostic { span, ..Diagnostic::new(text, span, error.message).of(error.fault) }
    }
}

/// The text without `declare-heap`; `None` if it has none.
pub fn expand(text: &str) -> Result<Option<Expanded>, Diagnostic> {
    if !text.contains("declare-heap") {
        return Ok(None);
    }
    let (mut symbols, mut tree, mut reader) = (Symbols::new(), Tree::default(), Reader::new(text));
    // What is replaced by what, in the order of the text.
    let mut edits: Vec<(Span, String)> = Vec::new();
    // The sort of heaps and those of addresses and ranges, each with the number of its heap.
    let mut sorts: Vec<(String, usize)> = Vec::new();
    let mut heaps = 0;
    while reader.read(&mut symbols, &mut tree).map_err(|error| error.of(Fault::Syntax))? {
        let node_text = |node: NodeId| tree.span(node).text(text);
        let first = if tree.is_list(Tree::ROOT) { tree.children(Tree::ROOT).next() } else { None };
        if let Some(inner) = (0..tree.len() as NodeId)
            .find(|&node| !tree.is_list(node) && node_text(node).trim_start_matches('|').starts_with("heap!"))
        {
            let message = format!("`{}`: names that start with `heap!` are reserved", node_text(inner));
            return Err(Diagnostic::new(text, tree.span(inner), message));
        }
        if first.is_some_and(|first| node_text(first) == "declare-heap") {
            let span = whole(&tree, Tree::ROOT, text);
            heaps += 1;
            let mut replacement = declaration(&tree, text, heaps, &mut sorts)?;
            replacement.extend(span.text(text).chars().filter(|&c| c == '\n'));
            edits.push((span, replacement));
            continue;
        }
        edits.extend(qualified(&tree, Tree::ROOT, text, &sorts));
    }
    edits.sort_by_key(|(span, _)| span.start);
    let result = replaced(text, Span::new(0, text.len() as u32), &edits);
    let edits = edits.into_iter().map(|(span, replacement)| (span, replacement.len() as u32)).collect();
    Ok(Some(Expanded { text: result, heaps, edits }))
}

/// What becomes of `(as heap.empty Heap)` and the like in an expression: the sort tells the heap.
fn qualified(tree: &Tree, root: NodeId, text: &str, sorts: &[(String, usize)]) -> Vec<(Span, String)> {
    let node_text = |node: NodeId| tree.span(node).text(text);
    let mut edits = Vec::new();
    for node in root..tree.end(root) {
        if let Some([word, name, sort]) = tree.exactly(node)
            && node_text(word) == "as"
            && node_text(name).starts_with("heap.")
            && !tree.is_list(sort)
            && let Some(number) = sorts.iter().find(|(known, _)| known == node_text(sort).trim_matches('|'))
        {
            let span = whole(tree, node, text);
            let mut replacement = named(node_text(name), number.1);
            replacement.extend(span.text(text).chars().filter(|&c| c == '\n'));
            edits.push((span, replacement));
        }
    }
    edits
}

/// A part of the text with the edits made, which are in order.
fn replaced(text: &str, part: Span, edits: &[(Span, String)]) -> String {
    let mut result = String::with_capacity(text.len() + 4096);
    let mut done = part.start as usize;
    for (span, replacement) in edits {
        result.push_str(&text[done..span.start as usize]);
        result.push_str(replacement);
        done = span.end as usize;
    }
    result.push_str(&text[done..part.end as usize]);
    result
}

/// A name that belongs to a heap, as it is known inside: that of the first heap as it is.
fn named(name: &str, heap: usize) -> String {
    match heap {
        1 => name.to_owned(),
        _ => format!("{name}!{heap}"),
    }
}

/// The span of a node with everything in it: the span of a list is that of its parenthesis.
fn whole(tree: &Tree, node: NodeId, text: &str) -> Span {
    let start = tree.span(node).start;
    if !tree.is_list(node) {
        return tree.span(node);
    }
    // The end is found by counting parentheses behind the last leaf inside; only blanks, comments and closing
    // parentheses are there.
    let (mut last, mut open) = (tree.span(node).start + 1, 1);
    let end = tree.end(node);
    let mut depths = Vec::new();
    for inner in node + 1..end {
        while depths.last().is_some_and(|&until| until <= inner) {
            depths.pop();
        }
        if tree.is_list(inner) {
            depths.push(tree.end(inner));
            last = tree.span(inner).start + 1;
            open = depths.len() + 1;
        } else {
            last = tree.span(inner).end;
            open = depths.len() + 1;
        }
    }
    let mut at = last as usize;
    let bytes = text.as_bytes();
    while open > 0 && at < bytes.len() {
        match bytes[at] {
            b')' => open -= 1,
            b';' => at += bytes[at..].iter().take_while(|&&byte| byte != b'\n').count() - 1,
            _ => {}
        }
        at += 1;
    }
    Span::new(start, at as u32)
}

/// The commands that a `declare-heap` stands for. `number` counts the heaps from 1; the new sorts go to `known`.
fn declaration(tree: &Tree, text: &str, number: usize, known: &mut Vec<(String, usize)>) -> Result<String, Diagnostic> {
    let usage = "expected `(declare-heap Heap Addr Range Object default-object ((Object 0) …) ((constructors) …))`";
    let Some([_, heap, addr, range, object, default_node, sorts, constructors]) = tree.exactly(Tree::ROOT) else {
        return Err(Diagnostic::new(text, tree.span(Tree::ROOT), usage).of(Fault::Syntax));
    };
    let [heap, addr, range, object, sorts, constructors] = [heap, addr, range, object, sorts, constructors]
        .map(|node| whole(tree, node, text).text(text).split_whitespace().collect::<Vec<_>>().join(" "));
    let plain = |name: &str| name.trim_matches('|').to_owned();
    known.extend([&heap, &addr, &range].map(|sort| (plain(sort), number)));
    let default = replaced(text, whole(tree, default_node, text), &qualified(tree, default_node, text, known));
    let default = default.split_whitespace().collect::<Vec<_>>().join(" ");
    let (pair, range_pair) =
        (format!("|{}{}Pair|", plain(&heap), plain(&addr)), format!("|{}{}Pair|", plain(&heap), plain(&range)));
    let own = |name: &str| named(name, number);
    let [at, span, make, make_pair, make_range_pair] =
        ["heap!at", "heap!span", "heap!make", "heap!pair", "heap!rangePair"].map(own);
    let [cells, count, place, start, length] =
        ["heap!cells", "heap!count", "heap!number", "heap!start", "heap!length"].map(own);
    let [null, empty, nth, range_of] = ["heap.null", "heap.empty", "heap.addr", "heap.range"].map(own);
    let natural = |n: &str| format!("(ite (<= {n} 0) 0 {n})");
    let positive = |n: &str| format!("(ite (<= {n} 0) 1 {n})");
    let size = |h: &str| natural(&format!("({count} {h})"));
    let address = |n: &str| format!("({at} {})", natural(n));
    let from = |r: &str| positive(&format!("({start} {r})"));
    let next = format!("(+ {} 1)", size("h"));
    let mut commands = Vec::new();
    commands.extend([
        format!("(declare-datatypes (({addr} 0)) ((({at} ({place} Int)))))"),
        format!("(declare-datatypes (({range} 0)) ((({span} ({start} Int) ({length} Int)))))"),
        format!("(declare-datatypes {sorts} {constructors})"),
        format!("(declare-datatypes (({heap} 0)) ((({make} ({cells} (Array Int {object})) ({count} Int)))))"),
        format!(
            "(declare-datatypes (({pair} 0)) ((({make_pair} (heap.heapAddrPair_1 {heap}) (heap.heapAddrPair_2 {addr})))))"
        ),
        format!(
            "(declare-datatypes (({range_pair} 0)) ((({make_range_pair} (heap.heapRangePair_1 {heap}) (heap.heapRangePair_2 {range})))))"
        ),
        format!("(define-fun {null} () {addr} ({at} 0))"),
        format!("(define-fun {empty} () {heap} ({make} ((as const (Array Int {object})) {default}) 0))"),
        format!("(define-fun {nth} ((n Int)) {addr} {})", address("n")),
        format!("(define-fun {range_of} ((a Int) (n Int)) {range} ({span} {} {}))", positive("a"), natural("n")),
        format!(
            "(define-fun heap.valid ((h {heap}) (a {addr})) Bool (and (<= 1 ({place} a)) (<= ({place} a) ({count} h))))"
        ),
        format!(
            "(define-fun heap.read ((h {heap}) (a {addr})) {object} (ite (heap.valid h a) (select ({cells} h) ({place} a)) {default}))"
        ),
        format!(
            "(define-fun heap.write ((h {heap}) (a {addr}) (o {object})) {heap} (ite (heap.valid h a) ({make} (store ({cells} h) ({place} a) o) ({count} h)) h))"
        ),
        format!("(define-fun heap.nextAddr ((h {heap}) (n Int)) {addr} {})", address(&format!("(+ {next} n)"))),
        format!(
            "(define-fun heap.alloc ((h {heap}) (o {object})) {pair} ({make_pair} ({make} (store ({cells} h) {next} o) {next}) ({at} {next})))"
        ),
        format!(
            "(define-fun |alloc{}| ((h {heap}) (o {object})) {heap} (heap.heapAddrPair_1 (heap.alloc h o)))",
            plain(&heap)
        ),
        format!(
            "(define-fun |alloc{}| ((h {heap}) (o {object})) {addr} (heap.heapAddrPair_2 (heap.alloc h o)))",
            plain(&addr)
        ),
        format!(
            "(define-fun heap.rangeNth ((r {range}) (n Int)) {addr} (ite (and (<= 0 n) (< n ({length} r))) ({at} (+ {} n)) ({at} 0)))",
            from("r")
        ),
        format!(
            "(define-fun heap.rangeWithin ((r {range}) (a {addr})) Bool (and (<= {first} ({place} a)) (< ({place} a) (+ {first} ({length} r)))))",
            first = from("r")
        ),
    ]);
    if text.contains("heap.allocRange") || text.contains("heap.writeRange") {
        // A call is a term without a value until `values` gives it one: a selector on what another constructor made.
        let [sort, none, fill, result] = ["heap!Fill", "heap!none", "heap!fill", "heap!result"].map(own);
        let fields = ["heap!in", "heap!from", "heap!steps", "heap!object"].map(own);
        let [array, first, steps, filler] = fields;
        commands.extend([
            format!(
                "(declare-datatypes (({sort} 0)) ((({none} ({result} (Array Int {object}))) ({fill} ({array} (Array Int {object})) ({first} Int) ({steps} Int) ({filler} {object})))))"
            ),
            format!(
                "(define-fun heap.allocRange ((h {heap}) (o {object}) (n Int)) {range_pair} ({make_range_pair} ({make} ({result} ({fill} ({cells} h) {next} n o)) (+ {} {n})) ({span} {next} {n})))",
                size("h"),
                n = natural("n"),
            ),
            format!(
                "(define-fun heap.writeRange ((h {heap}) (r {range}) (o {object})) {heap} (ite (<= (+ {first} ({length} r)) (+ ({count} h) 1)) ({make} ({result} ({fill} ({cells} h) {first} ({length} r) o)) ({count} h)) h))",
                first = from("r"),
            ),
        ]);
    }
    Ok(commands.join(" "))
}
