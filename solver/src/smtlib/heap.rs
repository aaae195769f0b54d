//! The theory of heaps (`declare-heap`), as arrays and datatypes.
//!
//! A heap is a record of an array of cells and the number of cells allocated; an address is a wrapped number, 0 for null; a
//! range is a first address and a length. The declaration is replaced by the declarations and definitions that say so, written
//! into one line, so that the lines of everything else stay what they are. `(as heap.empty Heap)` and the like lose their `as`.
//!
//! The translation has heaps and addresses that the theory has not: cells beyond those allocated can hold anything, numbers can be
//! negative. No operation can tell them from ordinary ones: reading gives the default object there, a negative address is never
//! allocated, a negative number of cells counts as none. What can see the difference is an equation between two heaps of which one is
//! unconstrained by the clauses. After: Esen, Rümmer: An SMT-LIB Theory of Heaps (SMT 2022).

use super::diagnostic::{Diagnostic, Fault, Span};
use super::sexpr::{NodeId, Reader, Tree};
use super::symbol::Symbols;

/// Operations of the theory for which there is no finite term.
const UNSUPPORTED: &[&str] = &["heap.allocRange", "heap.writeRange"];

/// The text without `declare-heap`; `None` if it has none.
pub fn expand(text: &str) -> Result<Option<String>, Diagnostic> {
    if !text.contains("declare-heap") {
        return Ok(None);
    }
    let (mut symbols, mut tree, mut reader) = (Symbols::new(), Tree::default(), Reader::new(text));
    // What is replaced by what, in the order of the text.
    let mut edits: Vec<(Span, String)> = Vec::new();
    let mut declared = false;
    while reader.read(&mut symbols, &mut tree).map_err(|error| error.of(Fault::Syntax))? {
        let node_text = |node: NodeId| tree.span(node).text(text);
        let first = if tree.is_list(Tree::ROOT) { tree.children(Tree::ROOT).next() } else { None };
        if first.is_some_and(|first| node_text(first) == "declare-heap") {
            let span = whole(&tree, Tree::ROOT, text);
            if std::mem::replace(&mut declared, true) {
                return Err(Diagnostic::new(text, span, "a second `declare-heap` is not supported"));
            }
            let mut replacement = declaration(&tree, text)?;
            replacement.extend(span.text(text).chars().filter(|&c| c == '\n'));
            edits.push((span, replacement));
            continue;
        }
        for index in 0..tree.len() {
            let node = index as NodeId;
            if !tree.is_list(node) {
                let name = node_text(node);
                if UNSUPPORTED.contains(&name) {
                    let message = format!("`{name}` is not supported: it changes a number of cells that is not fixed");
                    return Err(Diagnostic::new(text, tree.span(node), message));
                }
                continue;
            }
            if let Some([word, name, _]) = tree.exactly(node)
                && node_text(word) == "as"
                && node_text(name).starts_with("heap.")
            {
                let span = whole(&tree, node, text);
                let name = node_text(name);
                let lines = span.text(text).chars().filter(|&c| c == '\n');
                let mut replacement = format!("{name:<width$}", width = span.text(text).len());
                replacement.extend(lines);
                edits.push((span, replacement));
            }
        }
    }
    edits.sort_by_key(|(span, _)| span.start);
    let mut result = String::with_capacity(text.len() + 4096);
    let mut done = 0;
    for (span, replacement) in edits {
        result.push_str(&text[done..span.start as usize]);
        result.push_str(&replacement);
        done = span.end as usize;
    }
    result.push_str(&text[done..]);
    Ok(Some(result))
}

/// The span of a node with everything in it: the span of a list is that of its parenthesis.
fn whole(tree: &Tree, node: NodeId, text: &str) -> Span {
    let start = tree.span(node).start;
    if !tree.is_list(node) {
        return tree.span(node);
    }
    // The end is found by counting parentheses behind the last leaf inside; only blanks, comments and closing parentheses are there.
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

/// The commands that a `declare-heap` stands for.
fn declaration(tree: &Tree, text: &str) -> Result<String, Diagnostic> {
    let usage = "expected `(declare-heap Heap Addr Range Object default-object ((Object 0) …) ((constructors) …))`";
    let Some([_, heap, addr, range, object, default, sorts, constructors]) = tree.exactly(Tree::ROOT) else {
        return Err(Diagnostic::new(text, tree.span(Tree::ROOT), usage).of(Fault::Syntax));
    };
    let [heap, addr, range, object, default, sorts, constructors] =
        [heap, addr, range, object, default, sorts, constructors]
            .map(|node| whole(tree, node, text).text(text).split_whitespace().collect::<Vec<_>>().join(" "));
    let plain = |name: &str| name.trim_matches('|').to_owned();
    let (pair, range_pair) =
        (format!("|{}{}Pair|", plain(&heap), plain(&addr)), format!("|{}{}Pair|", plain(&heap), plain(&range)));
    let [cells, count] = ["heap!cells", "heap!count"];
    let [number, start, length] = ["heap!number", "heap!start", "heap!length"];
    let size = |h: &str| format!("(ite (<= ({count} {h}) 0) 0 ({count} {h}))");
    let address = |n: &str| format!("(heap!at (ite (<= {n} 0) 0 {n}))");
    let next = format!("(+ {} 1)", size("h"));
    let commands = [
        format!("(declare-datatypes (({addr} 0)) (((heap!at ({number} Int)))))"),
        format!("(declare-datatypes (({range} 0)) (((heap!span ({start} Int) ({length} Int)))))"),
        format!("(declare-datatypes {sorts} {constructors})"),
        format!("(declare-datatypes (({heap} 0)) (((heap!make ({cells} (Array Int {object})) ({count} Int)))))"),
        format!(
            "(declare-datatypes (({pair} 0)) (((heap!pair (heap.heapAddrPair_1 {heap}) (heap.heapAddrPair_2 {addr})))))"
        ),
        format!(
            "(declare-datatypes (({range_pair} 0)) (((heap!rangePair (heap.heapRangePair_1 {heap}) (heap.heapRangePair_2 {range})))))"
        ),
        format!("(define-fun heap.null () {addr} (heap!at 0))"),
        format!("(define-fun heap.empty () {heap} (heap!make ((as const (Array Int {object})) {default}) 0))"),
        format!("(define-fun heap.addr ((n Int)) {addr} {})", address("n")),
        format!("(define-fun heap.range ((a Int) (n Int)) {range} (ite (<= n 0) (heap!span 0 0) (heap!span a n)))"),
        format!(
            "(define-fun heap.valid ((h {heap}) (a {addr})) Bool (and (<= 1 ({number} a)) (<= ({number} a) ({count} h))))"
        ),
        format!(
            "(define-fun heap.read ((h {heap}) (a {addr})) {object} (ite (heap.valid h a) (select ({cells} h) ({number} a)) {default}))"
        ),
        format!(
            "(define-fun heap.write ((h {heap}) (a {addr}) (o {object})) {heap} (ite (heap.valid h a) (heap!make (store ({cells} h) ({number} a) o) ({count} h)) h))"
        ),
        format!("(define-fun heap.nextAddr ((h {heap}) (n Int)) {addr} {})", address(&format!("(+ {next} n)"))),
        format!(
            "(define-fun heap.alloc ((h {heap}) (o {object})) {pair} (heap!pair (heap!make (store ({cells} h) {next} o) {next}) (heap!at {next})))"
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
            "(define-fun heap.rangeNth ((r {range}) (n Int)) {addr} (ite (and (<= 0 n) (< n ({length} r))) {} (heap!at 0)))",
            address(&format!("(+ ({start} r) n)"))
        ),
        format!(
            "(define-fun heap.rangeWithin ((r {range}) (a {addr})) Bool (and (<= ({start} r) ({number} a)) (< ({number} a) (+ ({start} r) ({length} r)))))"
        ),
    ];
    Ok(commands.join(" "))
}

#[cfg(test)]
mod tests {
    use super::super::{Dialect, read_as};
    use super::*;

    const DECLARATION: &str = "(declare-heap Heap Addr Range Obj ; a comment (\n (O_Int 0)\n ((Obj 0) (Node 0))\n \
        (((O_Int (int Int)) (O_Node (node Node)))\n ((mk (next Addr) (data Int)))))\n";

    fn read(rest: &str) -> Result<super::super::Script, Diagnostic> {
        read_as(format!("{DECLARATION}{rest}").as_bytes(), Dialect::Eldarica)
    }

    #[test]
    fn the_declaration_keeps_the_lines() {
        let text = format!("{DECLARATION}(assert (= (as heap.null\n Addr) (as heap.null Addr)))\n(end)");
        let expanded = expand(&text).expect("good").expect("there is a heap");
        assert_eq!(expanded.lines().count(), text.lines().count());
        assert!(!expanded.contains("declare-heap") && !expanded.contains("(as heap"));
        assert!(expanded.ends_with("\n(end)"));
        assert_eq!(expand("(assert true)").expect("good"), None);
    }

    /// Whether a closed formula without predicates is true: asserted, it leaves no clause or a trivial one.
    fn holds(formula: &str) -> bool {
        let script = read(&format!("(assert {formula})")).unwrap_or_else(|error| panic!("{formula}: {error}"));
        script.system.clauses.iter().all(|clause| clause.constraint == crate::term::Store::FALSE)
    }

    #[test]
    fn operations_on_values() {
        let one = "(heap.alloc (as heap.empty Heap) (O_Int 7))";
        let heap = format!("(heap.heapAddrPair_1 {one})");
        let addr = format!("(heap.heapAddrPair_2 {one})");
        assert!(holds(&format!("(= {addr} ((as heap.addr Addr) 1))")));
        assert!(holds(&format!("(= (heap.read {heap} {addr}) (O_Int 7))")));
        assert!(holds(&format!("(= (heap.read {heap} (as heap.null Addr)) (O_Int 0))")));
        assert!(holds(&format!("(and (heap.valid {heap} {addr}) (not (heap.valid (as heap.empty Heap) {addr})))")));
        assert!(holds(&format!("(= (heap.write (as heap.empty Heap) {addr} (O_Int 1)) (as heap.empty Heap))")));
        assert!(holds(&format!("(= (heap.read (heap.write {heap} {addr} (O_Int 1)) {addr}) (O_Int 1))")));
        assert!(holds(&format!("(= (heap.nextAddr {heap} 0) ((as heap.addr Addr) 2))")));
        assert!(holds(&format!("(= (allocAddr {heap} (O_Int 3)) (heap.nextAddr {heap} 0))")));
        assert!(holds("(= ((as heap.addr Addr) (- 4)) (as heap.null Addr))"));
        assert!(holds("(= (heap.rangeNth ((as heap.range Range) 3 2) 1) ((as heap.addr Addr) 4))"));
        assert!(!holds("(= ((as heap.addr Addr) 4) (as heap.null Addr))"));
    }

    #[test]
    fn what_is_not_supported_is_refused() {
        let place = |rest: &str| read(rest).map(|_| ()).map_err(|error| error.line);
        assert_eq!(
            place(
                "(assert (= (heap.writeRange (as heap.empty Heap) ((as heap.range Range) 1 2) (O_Int 1)) (as heap.empty Heap)))"
            ),
            Err(6)
        );
        assert_eq!(place(DECLARATION), Err(6));
        assert_eq!(
            read_as(b"(declare-heap H A R O)", Dialect::Eldarica).map(|_| ()).map_err(|e| e.fault),
            Err(Fault::Syntax)
        );
    }
}
