//! Heaps: values of the operations, clauses confined to values of the theory, ranges, several heaps.

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
    let expanded = expand(&text).expect("good").expect("there is a heap").text;
    assert_eq!(expanded.lines().count(), text.lines().count());
    assert!(!expanded.contains("declare-heap") && !expanded.contains("(as heap"));
    assert!(expanded.ends_with("\n(end)"));
    assert!(expand("(assert true)").expect("good").is_none());
}

/// Whether a closed formula without predicates is true: asserted, it leaves no clause or a trivial one.
fn holds(formula: &str) -> bool {
    holds_with("", formula)
}

fn holds_with(declarations: &str, formula: &str) -> bool {
    let script =
        read(&format!("{declarations}(assert {formula})")).unwrap_or_else(|error| panic!("{formula}: {error}"));
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

/// The clauses of a script, and the predicates that the reader made.
fn clauses(rest: &str) -> (Vec<String>, usize) {
    let script = read(rest).unwrap_or_else(|error| panic!("{rest}: {error}"));
    let clauses = script.system.clauses.iter();
    let names = clauses.map(|clause| {
        let body: Vec<&str> = clause.body.iter().map(|atom| script.system.pred(atom.pred).name.as_str()).collect();
        let head = clause.head.as_ref().map_or("false", |head| script.system.pred(head.pred).name.as_str());
        format!("{} -> {head}", body.join(" "))
    });
    (names.collect(), script.auxiliary.len())
}

#[test]
fn heaps_are_confined_where_it_matters() {
    // Two heaps that nothing constrains are compared.
    let (list, auxiliary) = clauses("(assert (forall ((h Heap) (g Heap)) (=> (not (= h g)) false)))");
    assert_eq!(list, ["aux!0 aux!0 -> false", "aux!0 -> aux!0", " -> aux!0", " -> aux!0", " -> aux!0"]);
    assert_eq!(auxiliary, 1);
    // One of them is another's.
    let (list, _) = clauses(
        "(declare-fun p (Heap) Bool) (assert (forall ((h Heap) (g Heap)) (=> (and (p h) (= g (allocHeap h (O_Int 1))) (not (= h g))) false)))",
    );
    assert_eq!(list, ["p -> false"]);
    // No heap is compared, or only by an equation that has to hold.
    let (list, _) = clauses(
        "(declare-fun p (Heap Addr) Bool) (assert (forall ((h Heap) (a Addr)) (=> (not (= a (as heap.null Addr))) (p h a)))) \
         (assert (forall ((h Heap) (g Heap) (a Addr)) (=> (and (p h a) (= g h)) (p g a))))",
    );
    assert_eq!(list, [" -> p", "p -> p"]);
    // A comparison elsewhere, under `ite`.
    let (list, _) = clauses(
        "(declare-fun p (Heap Int) Bool) (assert (forall ((h Heap)) (p h 0))) \
         (assert (forall ((h Heap) (n Int)) (=> (p h n) (p h (ite (= h (as heap.empty Heap)) 1 2)))))",
    );
    assert_eq!(list, ["aux!0 -> p", "p -> p", "aux!0 -> aux!0", " -> aux!0", " -> aux!0", " -> aux!0"]);
    let quantified = "(declare-fun p (Heap) Bool) \
         (assert (forall ((h Heap)) (=> (and (p h) (forall ((g Heap)) (= (heap.read g (heap.nextAddr h 0)) (heap.read h (heap.nextAddr g 0))))) false)))";
    assert_eq!(clauses(quantified).0, ["p -> false"]);
    let compared =
        quantified.replace("(= (heap.read g", "(and (not (= g h)) (= (heap.read g").replace("g 0)))))", "g 0))))))");
    assert!(read(&compared).expect_err("a quantified heap").message.contains("quantifier"));
}

#[test]
fn ranges_are_confined_too() {
    let (list, _) = clauses("(assert (forall ((r Range) (s Range)) (=> (not (= r s)) false)))");
    assert_eq!(list, [" -> false"]);
    let range = read("(assert (forall ((r Range) (s Range)) (=> (not (= r s)) false)))").expect("good");
    let parts = crate::term::conjuncts(&range.store, range.system.clauses[0].constraint);
    assert_eq!(parts.len(), 5);
}

#[test]
fn ranges_of_cells() {
    let three = "(heap.allocRange (as heap.empty Heap) (O_Int 7) 3)";
    let (heap, range) = (format!("(heap.heapRangePair_1 {three})"), format!("(heap.heapRangePair_2 {three})"));
    assert!(holds(&format!("(= (heap.read {heap} (heap.rangeNth {range} 2)) (O_Int 7))")));
    assert!(holds(&format!("(= (heap.rangeNth {range} 3) (as heap.null Addr))")));
    assert!(holds(&format!("(heap.rangeWithin {range} ((as heap.addr Addr) 3))")));
    assert!(holds(&format!("(not (heap.rangeWithin {range} ((as heap.addr Addr) 4)))")));
    let write =
        |from: i64, count: i64| format!("(heap.writeRange {heap} ((as heap.range Range) {from} {count}) (O_Int 1))");
    let reads = |from: i64, count: i64, at: i64, value: i64| {
        holds(&format!("(= (heap.read {} ((as heap.addr Addr) {at})) (O_Int {value}))", write(from, count)))
    };
    assert!(reads(2, 2, 2, 1) && reads(2, 2, 3, 1) && reads(2, 2, 1, 7));
    // Not all of these are allocated.
    assert!(reads(2, 3, 2, 7) && reads(2, 0, 2, 7));
    // A number of cells that is not known.
    let (list, auxiliary) = clauses(
        "(declare-fun p (Heap) Bool) (assert (forall ((h Heap) (n Int)) (=> (p h) (p (heap.heapRangePair_1 (heap.allocRange h (O_Int 7) n))))))",
    );
    assert_eq!(
        (&list[..], auxiliary),
        (&["p aux!0 -> p".to_owned(), " -> aux!0".to_owned(), "aux!0 -> aux!0".to_owned()][..], 1)
    );
}

#[test]
fn a_second_heap() {
    let second = "(declare-heap Heap2 Addr2 Range2 Obj2 (P2 (as heap.null Addr2)) ((Obj2 0)) (((P2 (to Addr2)))))\n";
    let good = |formula: &str| holds_with(second, formula);
    assert!(good("(= (heap.read (as heap.empty Heap) (as heap.null Addr)) (O_Int 0))"));
    assert!(good("(= (heap.read (as heap.empty Heap2) (as heap.null Addr2)) (P2 (as heap.null Addr2)))"));
    assert!(good("(= (allocAddr2 (as heap.empty Heap2) (P2 ((as heap.addr Addr2) 5))) ((as heap.addr Addr2) 1))"));
    assert!(good(
        "(= (heap.heapAddrPair_2 (heap.alloc (as heap.empty Heap2) (P2 (as heap.null Addr2)))) ((as heap.addr Addr2) 1))"
    ));
    let wrong = format!("{second}(assert (= (heap.read (as heap.empty Heap2) (as heap.null Addr)) (O_Int 0)))");
    assert!(read(&wrong).is_err());
}

#[test]
fn mistakes_have_their_place() {
    let place = |text: &str| read(text).map(|_| ()).map_err(|error| (error.line, error.column));
    assert_eq!(place("(assert\n (= (as heap.empty Heap) nothing))"), Err((7, 26)));
    assert_eq!(place("(declare-fun heap!make () Int)"), Err((6, 14)));
    assert_eq!(
        read_as(b"(declare-heap H A R O)", Dialect::Eldarica).map(|_| ()).map_err(|e| e.fault),
        Err(Fault::Syntax)
    );
}
