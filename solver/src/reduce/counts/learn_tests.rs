//! Folds of orders, extremes, ends and constructors: their values and claims on random data beside what a walk through
//! the data says, and systems whose models need them, certificates checked; beside each one with a mistake.

use super::Learnt;
use super::folds::{Folds, folded_sorts};
use super::kinds::{Form, Kind, Order};
use crate::engine::testing::decide;
use crate::random::SplitMix;
use crate::term::{Constructor, Field, Op, SortId, Store, TermId};

fn verdict(text: &str) -> String {
    decide(&mut Learnt::new(|| Box::new(crate::engine::pdr::Pdr)), text, 30).0
}

/// Lists and trees of integers.
fn sorts(s: &mut Store) -> (SortId, SortId) {
    let field = |name: &str, sort| Field { name: name.into(), sort };
    let constructor = |name: &str, fields: Vec<Field>| Constructor { name: name.into(), fields };
    let (id, list) = s.declare_datatype("List");
    let cons = vec![field("head", SortId::INT), field("tail", list)];
    s.define_datatype(id, vec![constructor("nil", vec![]), constructor("cons", cons)]);
    let (id, tree) = s.declare_datatype("Tree");
    let node = vec![field("left", tree), field("label", SortId::INT), field("right", tree)];
    s.define_datatype(id, vec![constructor("node", node), constructor("leaf", vec![])]);
    (list, tree)
}

/// What a walk finds: the elements from left to right, and for each the place of the element above it.
#[derive(Default)]
struct Walk {
    elements: Vec<i64>,
    /// Pairs of neighbours on the ways down.
    edges: Vec<(i64, i64)>,
    root: i64,
    height: i64,
}

fn list(s: &mut Store, sort: SortId, elements: &[i64]) -> TermId {
    let nil = s.construct(sort, 0, &[]);
    elements.iter().rev().fold(nil, |tail, &head| {
        let head = s.int(head);
        s.construct(sort, 1, &[head, tail])
    })
}

/// A random tree of at most that height; with bounds its elements are in order between them.
fn tree(
    s: &mut Store,
    sort: SortId,
    random: &mut SplitMix,
    height: usize,
    bounds: Option<(i64, i64)>,
) -> (TermId, Walk) {
    if height == 0 || random.one_in(4) {
        return (s.construct(sort, 1, &[]), Walk::default());
    }
    let (low, high) = bounds.unwrap_or((-3, 3));
    let label = random.within(low, high);
    let (left, a) = tree(s, sort, random, height - 1, bounds.map(|(low, _)| (low, label)));
    let (right, b) = tree(s, sort, random, height - 1, bounds.map(|(_, high)| (label, high)));
    let mut walk = Walk { root: label, height: 1 + a.height.max(b.height), ..Walk::default() };
    for below in [&a, &b] {
        walk.edges.extend(&below.edges);
        walk.edges.extend((!below.elements.is_empty()).then_some((label, below.root)));
    }
    walk.elements = a.elements.into_iter().chain([label]).chain(b.elements).collect();
    let label = s.int(label);
    (s.construct(sort, 0, &[left, label, right]), walk)
}

fn in_order(pairs: impl IntoIterator<Item = (i64, i64)>, order: Order) -> i64 {
    let holds = |(a, b): (i64, i64)| match order {
        Order::Ascending => a <= b,
        Order::StrictlyAscending => a < b,
        Order::Descending => a >= b,
        Order::StrictlyDescending => a > b,
    };
    i64::from(pairs.into_iter().all(holds))
}

/// The value of a fold by its definition in words.
fn expected(kind: Kind, walk: &Walk) -> i64 {
    let elements = &walk.elements;
    let size = elements.len() as i64;
    match kind {
        Kind::Size | Kind::Elements => size,
        Kind::Height => walk.height,
        Kind::Nodes(..) | Kind::Count | Kind::AtMost => unreachable!("not asked for"),
        Kind::Parity => size % 2,
        Kind::Sum => elements.iter().sum(),
        Kind::First(_) => elements.first().copied().unwrap_or(0),
        Kind::Last(_) => elements.last().copied().unwrap_or(0),
        Kind::Root => walk.root,
        Kind::Least => elements.iter().min().copied().unwrap_or(0),
        Kind::Greatest => elements.iter().max().copied().unwrap_or(0),
        Kind::Ordered(_, order) | Kind::Sorted(_, order) => {
            in_order(elements.windows(2).map(|pair| (pair[0], pair[1])), order)
        }
        Kind::Heap(order) => in_order(walk.edges.iter().copied(), order),
    }
}

#[test]
fn folds_are_what_a_walk_finds_and_claims_hold() {
    let orders = [Order::Ascending, Order::StrictlyAscending, Order::Descending, Order::StrictlyDescending];
    let mut random = SplitMix(7);
    for order in orders {
        for form in Form::ALL {
            let mut s = Store::new();
            let (lists, trees) = sorts(&mut s);
            let sort = if form == Form::List { lists } else { trees };
            let mut kinds = vec![Kind::Size, Kind::Height, Kind::Parity, Kind::Sum, Kind::Least, Kind::Greatest];
            kinds.extend([Kind::First(form), Kind::Last(form), Kind::Root]);
            kinds.extend([Kind::Ordered(form, order), Kind::Sorted(form, order), Kind::Heap(order)]);
            let sorts = folded_sorts(&s, [sort]);
            let folds = Folds::new(&mut s, &kinds, &sorts, SortId::INT);
            let claims = s.claims().to_vec();
            assert!(claims.len() > 8, "{claims:?}");
            let spoken: Vec<Kind> =
                kinds.iter().copied().filter(|&kind| folds.function(kind, sort).is_some()).collect();
            assert!(spoken.len() >= 9, "{spoken:?}");
            let mut seen = [0, 0];
            for round in 0..300 {
                let (value, walk) = if form == Form::List {
                    let mut elements: Vec<i64> = (0..random.below(6)).map(|_| random.within(-3, 9)).collect();
                    if round % 2 == 0 {
                        elements.sort_unstable();
                    }
                    if !order.is_ascending() {
                        elements.reverse();
                    }
                    let (root, height) = (0, elements.len() as i64);
                    (list(&mut s, sort, &elements), Walk { edges: Vec::new(), root, height, elements })
                } else {
                    tree(&mut s, sort, &mut random, 4, (round % 3 == 0).then_some((-3, 9)))
                };
                let numbers = folds.at(&mut s, value, &[]);
                for (&kind, &number) in spoken.iter().zip(&numbers) {
                    let expected = expected(kind, &walk);
                    assert_eq!(number, s.int(expected), "{kind:?} of {:?}", walk.elements);
                    if matches!(kind, Kind::Ordered(..)) {
                        seen[usize::from(expected == 1)] += 1;
                    }
                }
                for claim in claims.iter().filter(|claim| claim.vars == [sort]) {
                    let formula = s.instantiate(claim.formula, &[value]);
                    assert_eq!(folds.unfolded(&mut s, formula), Store::TRUE, "{:?}", walk.elements);
                }
            }
            assert!(seen[0] > 20 && seen[1] > 20, "{order:?} {form:?} {seen:?}");
        }
    }
}

#[test]
fn what_is_inside_a_constructor_is_folded_through() {
    let mut s = Store::new();
    let (list, _) = sorts(&mut s);
    let kinds = [Kind::Size, Kind::First(Form::List), Kind::Ordered(Form::List, Order::Ascending)];
    let sorts = folded_sorts(&s, [list]);
    let folds = Folds::new(&mut s, &kinds, &sorts, SortId::INT);
    let (x, tail) = (s.var(0, SortId::INT), s.var(1, list));
    let longer = s.construct(list, 1, &[x, tail]);
    let numbers = folds.at(&mut s, longer, &[]);
    // The first is known; the others are about the tail.
    assert_eq!(numbers[1], x);
    assert!(numbers.iter().all(|&n| crate::term::postorder(&s, &[n]).iter().all(|&t| s.op(t) != &Op::Construct(1))));
}

const LISTS: &str = "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
    (declare-fun ordered (L Bool) Bool)(declare-fun app (L L L) Bool)
    (assert (ordered nil true))
    (assert (forall ((x Int)) (ordered (cons x nil) true)))
    (assert (forall ((x Int) (y Int) (t L) (b Bool))
        (=> (ordered (cons y t) b) (ordered (cons x (cons y t)) (and b (<= x y))))))
    (assert (forall ((y L)) (app nil y y)))
    (assert (forall ((h Int) (x L) (y L) (z L)) (=> (app x y z) (app (cons h x) y (cons h z)))))";

#[test]
fn sorted_lists_are_in_order() {
    let system = |condition: &str| {
        format!(
            "{LISTS}(declare-fun insert (Int L L) Bool)(declare-fun sort (L L) Bool)
            (assert (forall ((x Int)) (insert x nil (cons x nil))))
            (assert (forall ((x Int) (h Int) (t L)) (=> {condition} (insert x (cons h t) (cons x (cons h t))))))
            (assert (forall ((x Int) (h Int) (t L) (r L))
                (=> (and (insert x t r) (> x h)) (insert x (cons h t) (cons h r)))))
            (assert (sort nil nil))
            (assert (forall ((h Int) (t L) (s L) (r L)) (=> (and (sort t s) (insert h s r)) (sort (cons h t) r))))
            (assert (forall ((l L) (r L)) (=> (and (sort l r) (ordered r false)) false)))"
        )
    };
    assert_eq!(verdict(&system("(<= x h)")), "sat");
    assert_eq!(verdict(&system("(<= x (+ h 1))")), "unsat");
}

#[test]
fn heaps_become_lists_in_order() {
    let system = |condition: &str| {
        format!(
            "{LISTS}(declare-datatypes ((T 0)) (((node (left T) (label Int) (right T)) (none))))
            (declare-fun merge (T T T) Bool)(declare-fun list (T L) Bool)(declare-fun heap (L T) Bool)
            (assert (forall ((x T)) (merge none x x)))
            (assert (forall ((x T)) (merge x none x)))
            (assert (forall ((l T) (a Int) (r T) (m T) (b Int) (n T) (z T)) (=> (and {condition}
                (merge r (node m b n) z)) (merge (node l a r) (node m b n) (node z a l)))))
            (assert (forall ((l T) (a Int) (r T) (m T) (b Int) (n T) (z T)) (=> (and (> a b)
                (merge (node l a r) n z)) (merge (node l a r) (node m b n) (node z b m)))))
            (assert (list none nil))
            (assert (forall ((l T) (a Int) (r T) (m T) (z L))
                (=> (and (merge l r m) (list m z)) (list (node l a r) (cons a z)))))
            (assert (heap nil none))
            (assert (forall ((x Int) (t L) (a T) (b T))
                (=> (and (heap t a) (merge (node none x none) a b)) (heap (cons x t) b))))
            (assert (forall ((l L) (t T) (r L)) (=> (and (heap l t) (list t r) (ordered r false)) false)))"
        )
    };
    assert_eq!(verdict(&system("(<= a b)")), "sat");
    assert_ne!(verdict(&system("(<= a (+ b 1))")), "sat");
}

#[test]
fn the_last_of_appended_lists_is_known() {
    let system = |query: &str| {
        format!(
            "{LISTS}(declare-fun last (L Int) Bool)
            (assert (forall ((x Int)) (last (cons x nil) x)))
            (assert (forall ((x Int) (y Int) (t L) (m Int))
                (=> (last (cons y t) m) (last (cons x (cons y t)) m))))
            (assert (forall ((x Int) (l L) (z L) (m Int)) (=> (and {query} (last z m) (not (= m x))) false)))"
        )
    };
    assert_eq!(verdict(&system("(app l (cons x nil) z)")), "sat");
    assert_eq!(verdict(&system("(app (cons x nil) l z)")), "unsat");
}

#[test]
fn constructors_are_counted() {
    let system = |pushed: &str| {
        format!(
            "(declare-datatypes ((E 0)) (((lit (n Int)) (plus (a E) (b E)) (neg (c E)))))
            (declare-fun negs (E Int) Bool)(declare-fun turn (E E) Bool)
            (assert (forall ((x Int)) (negs (lit x) 0)))
            (assert (forall ((x E) (y E) (m Int) (k Int)) (=> (and (negs x m) (negs y k)) (negs (plus x y) (+ m k)))))
            (assert (forall ((x E) (m Int)) (=> (negs x m) (negs (neg x) (+ m 1)))))
            (assert (forall ((x Int)) (turn (lit x) (lit x))))
            (assert (forall ((x E) (y E) (p E) (q E)) (=> (and (turn x p) (turn y q)) (turn (plus x y) {pushed}))))
            (assert (forall ((x E) (p E)) (=> (turn x p) (turn (neg x) (neg p)))))
            (assert (forall ((x E) (y E) (m Int) (k Int))
                (=> (and (turn x y) (negs x m) (negs y k) (not (= m k))) false)))"
        )
    };
    assert_eq!(verdict(&system("(plus q p)")), "sat");
    assert_ne!(verdict(&system("(plus q q)")), "sat");
}
