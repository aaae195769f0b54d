//! The engine on small systems, certificates checked.

use super::search::Instrument;
use crate::engine::testing::{decide, decide_with};

fn verdict(text: &str) -> String {
    verdict_within(text, 60)
}

fn verdict_within(text: &str, seconds: u64) -> String {
    let make = || -> Box<dyn crate::engine::Engine> { Box::new(crate::engine::pdr::Pdr) };
    decide(&mut Instrument::new(make), text, seconds).0
}

/// Figure 1 of the paper: triangular numbers.
#[test]
fn squares_are_tracked() {
    let text = "(set-logic HORN)(declare-fun inv (Int Int Int) Bool)
        (assert (forall ((N Int)) (=> (> N 0) (inv 0 0 N))))
        (assert (forall ((i Int) (s Int) (N Int)) (=> (and (inv i s N) (< i N)) (inv (+ i 1) (+ s i 1) N))))
        (assert (forall ((i Int) (s Int) (N Int))
            (=> (and (inv i s N) (>= i N) (not (= (* 2 s) (+ (* N N) N)))) false)))(check-sat)";
    assert_eq!(verdict(text), "sat");
}

/// A search for a zero, whose result is specified by an existential quantifier.
#[test]
fn existential_quantifiers_are_tracked() {
    let text = "(set-logic HORN)(declare-fun inv ((Array Int Int) Int Int Bool) Bool)
        (assert (forall ((a (Array Int Int)) (N Int)) (inv a 0 N false)))
        (assert (forall ((a (Array Int Int)) (i Int) (N Int) (f Bool))
            (=> (and (inv a i N f) (< i N)) (inv a (+ i 1) N (or f (= (select a i) 0))))))
        (assert (forall ((a (Array Int Int)) (i Int) (N Int) (f Bool)) (=> (and (inv a i N f) (>= i N)
            (not (= f (exists ((k Int)) (and (<= 0 k) (< k N) (= (select a k) 0)))))) false)))(check-sat)";
    assert_eq!(verdict(text), "sat");
}

/// Two loops; the second copies what the first wrote. The invariant is chosen among candidates.
#[test]
fn written_cells_are_quantified_over() {
    let text = "(set-logic HORN)(declare-fun p ((Array Int Int) Int Int) Bool)
        (declare-fun q ((Array Int Int) (Array Int Int) Int Int) Bool)
        (assert (forall ((a (Array Int Int)) (N Int)) (p a 0 N)))
        (assert (forall ((a (Array Int Int)) (i Int) (N Int)) (=> (and (p a i N) (< i N)) (p (store a i i) (+ i 1) N))))
        (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (N Int)) (=> (and (p a i N) (>= i N)) (q a b 0 N))))
        (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (N Int)) (=> (and (q a b i N) (< i N))
            (q a (store b i (+ (select a i) 1)) (+ i 1) N))))
        (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (k Int) (N Int)) (=> (and (q a b i N) (>= i N)
            (<= 0 k) (< k N) (not (= (select b k) (+ k 1)))) false)))(check-sat)";
    assert_eq!(verdict(text), "sat");
    // One cell more than was written: must not be proved.
    let wrong = text.replace("(< k N)", "(<= k N)");
    assert_ne!(verdict_within(&wrong, 6), "sat");
}

/// What a loop writes depends on the remainder of the place, and it starts behind the first cell.
#[test]
fn kinds_of_places_are_told_apart() {
    let text = "(set-logic HORN)(declare-fun p ((Array Int Int) Int Int) Bool)
        (assert (forall ((a (Array Int Int)) (N Int)) (p a 1 N)))
        (assert (forall ((a (Array Int Int)) (i Int) (N Int)) (=> (and (p a i N) (< i N))
            (p (store a i (ite (= (mod i 3) 1) 7 0)) (+ i 1) N))))
        (assert (forall ((a (Array Int Int)) (i Int) (N Int) (k Int)) (=> (and (p a i N) (>= i N) (<= 1 k) (< (+ k 2) N)
            (not (= (+ (select a k) (select a (+ k 1)) (select a (+ k 2))) 7))) false)))(check-sat)";
    assert_eq!(verdict(text), "sat");
    let wrong = text.replace("(<= 1 k)", "(<= 0 k)");
    assert_ne!(verdict_within(&wrong, 6), "sat");
}

/// Each loop adds less than the place: bounds by multiples of the place, between two counters too.
#[test]
fn multiples_of_the_place_are_bounds() {
    let text = "(set-logic HORN)(declare-fun p ((Array Int Int) Int Int) Bool)
        (declare-fun q ((Array Int Int) Int Int) Bool)
        (assert (forall ((a (Array Int Int)) (N Int)) (p a 0 N)))
        (assert (forall ((a (Array Int Int)) (i Int) (j Int) (N Int)) (=> (and (p a i N) (< i N) (< j i))
            (p (store a i j) (+ i 1) N))))
        (assert (forall ((a (Array Int Int)) (i Int) (N Int)) (=> (and (p a i N) (>= i N)) (q a 0 N))))
        (assert (forall ((a (Array Int Int)) (i Int) (j Int) (N Int)) (=> (and (q a i N) (< i N) (< j i))
            (q (store a i (+ (select a i) j)) (+ i 1) N))))
        (assert (forall ((a (Array Int Int)) (i Int) (N Int) (k Int)) (=> (and (q a i N) (>= i N) (< 0 k) (< k N)
            (not (< (select a k) (- (* 2 k) 1)))) false)))(check-sat)";
    assert_eq!(verdict(text), "sat");
    let wrong = text.replace("(- (* 2 k) 1)", "(- (* 2 k) 2)");
    assert_ne!(verdict_within(&wrong, 6), "sat");
}

#[test]
fn nothing_to_instrument_costs_nothing() {
    let text = "(set-logic HORN)(declare-fun P (Int) Bool)(assert (P 0))(check-sat)";
    assert!(verdict(text).starts_with("unknown: nothing"));
}

/// The array is copied backwards: the summary reads the other array at `n - 1 - k`.
#[test]
fn index_maps_are_followed() {
    let text = "(set-logic HORN)(declare-fun p ((Array Int Int) (Array Int Int) Int Int) Bool)
        (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (N Int)) (p a b 0 N)))
        (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (N Int)) (=> (and (p a b i N) (< i N))
            (p a (store b i (select a (- (- N 1) i))) (+ i 1) N))))
        (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (N Int)) (=> (and (p a b i N) (>= i N)
            (not (forall ((k Int)) (=> (and (<= 0 k) (< k N)) (= (select b k) (select a (- (- N 1) k))))))) false)))
        (check-sat)";
    assert_eq!(verdict(text), "sat");
}

/// A write to an array that a summary reads at `n - 1 - k` changes the cell at `n - 1 - i`, not that at `i`.
#[test]
fn writes_go_through_index_maps() {
    let mut store = crate::term::Store::new();
    let array = store.array_sort(crate::term::SortId::INT, crate::term::SortId::INT);
    let (a, b, n, lo, hi) = {
        let int = crate::term::SortId::INT;
        (store.var(0, array), store.var(1, array), store.var(2, int), store.var(3, int), store.var(4, int))
    };
    let k = store.bound(77, crate::term::SortId::INT);
    let one = store.int(1);
    let last = store.sub(n, one);
    let mirrored = store.sub(last, k);
    let (x, y) = (store.select(a, k), store.select(b, mirrored));
    let body = store.eq(x, y);
    let (low, high) = (store.le(lo, k), store.lt(k, hi));
    let range = store.and2(low, high);
    let body = store.implies(range, body);
    let term = store.forall(&[(77, crate::term::SortId::INT)], body);
    let mut families = super::family::Families::default();
    let summary = families.parse(&mut store, term).expect("an interval");
    let written = store.var(5, crate::term::SortId::INT);
    let mut places = Vec::new();
    for (position, &param) in summary.params.iter().enumerate() {
        if store.array_sorts(store.sort_of(param)).is_some() {
            let touched = families.touched(&mut store, summary.family, &summary.params, position, written);
            let touched = touched.expect("an index map with an inverse");
            assert_eq!(touched.len(), 1);
            places.push((param, touched[0].1));
        }
    }
    let expected = store.sub(last, written);
    assert!(places.contains(&(a, written)) && places.contains(&(b, expected)), "{places:?}");
}

/// The bound of a quantifier moves with the loop: `m` becomes larger, and what was below it stays below.
#[test]
fn alien_terms_may_move() {
    let text = "(set-logic HORN)(declare-fun p ((Array Int Int) Int Int Int) Bool)
        (assert (forall ((a (Array Int Int)) (m Int) (N Int)) (p a 0 m N)))
        (assert (forall ((a (Array Int Int)) (i Int) (m Int) (N Int)) (=> (and (p a i m N) (< i N))
            (p a (+ i 1) (ite (> (select a i) m) (select a i) m) N))))
        (assert (forall ((a (Array Int Int)) (i Int) (m Int) (N Int)) (=> (and (p a i m N) (>= i N)
            (not (forall ((k Int)) (=> (and (<= 0 k) (< k N)) (<= (select a k) m))))) false)))
        (check-sat)";
    assert_eq!(verdict(text), "sat");
}

/// The first cell that holds x, as an aggregate.
#[test]
fn the_first_index_is_tracked() {
    let text = "(set-logic HORN)(declare-fun p ((Array Int Int) Int Int Int Int) Bool)
        (assert (forall ((a (Array Int Int)) (x Int) (N Int)) (=> (> N 0) (p a 0 N x N))))
        (assert (forall ((a (Array Int Int)) (i Int) (f Int) (x Int) (N Int)) (=> (and (p a i f x N) (< i N))
            (p a (+ i 1) (ite (and (= f N) (= (select a i) x)) i f) x N))))
        (assert (forall ((a (Array Int Int)) (i Int) (f Int) (x Int) (N Int)) (=> (and (p a i f x N) (>= i N)
            (not (= f (agg.first a 0 N (lambda ((y Int)) (= y x)))))) false)))
        (check-sat)";
    assert_eq!(verdict(text), "sat");
}

/// A write that is not at the greatest cell leaves the greatest what it is: its witness index tells.
#[test]
fn witnesses_tell_where_the_greatest_cell_is() {
    let text = "(set-logic HORN)(declare-fun p ((Array Int Int) Int Int Int) Bool)
        (assert (forall ((a (Array Int Int)) (m Int) (N Int)) (=> (and (> N 0) (= m (agg.max a 0 N))) (p a 0 m N))))
        (assert (forall ((a (Array Int Int)) (i Int) (m Int) (N Int)) (=> (and (p a i m N) (< i N) (< (select a i) m))
            (p (store a i (- (select a i) 1)) (+ i 1) m N))))
        (assert (forall ((a (Array Int Int)) (i Int) (m Int) (N Int)) (=> (and (p a i m N)
            (not (= m (agg.max a 0 N)))) false)))
        (check-sat)";
    assert_eq!(verdict(text), "sat");
}

/// Buffers that change places: an array that no write leads to is followed through the equation that says what it is.
#[test]
fn equal_arrays_have_equal_summaries() {
    let text = "(set-logic HORN)(declare-fun p ((Array Int Int) (Array Int Int) Int Int Int) Bool)
        (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (N Int)) (p a b 0 0 N)))
        (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)) (i Int) (s Int) (N Int))
            (=> (and (p a b i s N) (< i N) (or (= c a) (and (= c b) (= a b)))) (p c c (+ i 1) (+ s (select a i)) N))))
        (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (s Int) (N Int))
            (=> (and (p a b i s N) (>= i N) (> N 0) (not (= s (agg.sum a 0 N)))) false)))
        (check-sat)";
    assert_eq!(verdict(text), "sat");
}

/// Loops one after the other over `arrays` arrays, each accumulating their sums or how many cells are positive; all
/// totals are claimed at the end. Which sums and counts to track where, and over which part, makes more than 2^20
/// instrumentations.
fn accumulating(loops: usize, arrays: usize, wrong: bool) -> String {
    let list = |count: usize, f: &dyn Fn(usize) -> String| (0..count).map(f).collect::<Vec<_>>().join(" ");
    let totals = |l: usize, sort: &str| {
        list(l * arrays, &|n| if sort.is_empty() { format!("s{n}") } else { format!("(s{n} {sort})") })
    };
    let names = list(arrays, &|j| format!("a{j}"));
    let params = list(arrays, &|j| format!("(a{j} (Array Int Int))"));
    let zeros = list(arrays, &|_| "0".to_string());
    let mut text = "(set-logic HORN)".to_string();
    for l in 0..loops {
        let sorts = list(arrays, &|_| "(Array Int Int)".to_string());
        let ints = list((l + 1) * arrays, &|_| "Int".to_string());
        text += &format!("(declare-fun p{l} ({sorts} Int Int {ints}) Bool)");
    }
    text += &format!("(assert (forall ({params} (n Int)) (=> (>= n 0) (p0 {names} 0 n {zeros}))))");
    for l in 0..loops {
        let (before, now, declared) = (totals(l, ""), totals(l + 1, ""), totals(l + 1, "Int"));
        let next = list(arrays, &|j| {
            let (total, cell) = (format!("s{}", l * arrays + j), format!("(select a{j} i)"));
            if l % 2 == 0 { format!("(+ {total} {cell})") } else { format!("(ite (> {cell} 0) (+ {total} 1) {total})") }
        });
        text += &format!(
            "(assert (forall ({params} (i Int) (n Int) {declared}) (=> (and (p{l} {names} i n {now}) (< i n))
                (p{l} {names} (+ i 1) n {before} {next}))))"
        );
        if l + 1 < loops {
            text += &format!(
                "(assert (forall ({params} (i Int) (n Int) {declared}) (=> (and (p{l} {names} i n {now}) (>= i n))
                    (p{} {names} 0 n {now} {zeros}))))",
                l + 1
            );
        }
    }
    let claims = list(loops * arrays, &|n| {
        let (l, j) = (n / arrays, n % arrays);
        let above = if wrong && n == 0 { "n 1" } else { "n 0" };
        if l % 2 == 0 {
            format!("(= s{n} (agg.sum a{j} 0 (+ {above})))")
        } else {
            format!("(= s{n} (agg.count a{j} 0 n (lambda ((x Int)) (> x 0))))")
        }
    });
    let (all, declared) = (totals(loops, ""), totals(loops, "Int"));
    text += &format!(
        "(assert (forall ({params} (i Int) (n Int) {declared}) (=> (and (p{} {names} i n {all}) (>= i n)
            (not (and {claims}))) false)))(check-sat)",
        loops - 1
    );
    text
}

/// The memory this process has ever held, in bytes; `None` where the system does not say.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// A million instrumentations are no obstacle: they are chosen among at once.
#[test]
fn many_instrumentations_are_handled_at_once() {
    let text = accumulating(3, 3, false);
    let (mut cx, system) = crate::engine::testing::read(&text, 60);
    let make = || -> Box<dyn crate::engine::Engine> { Box::new(crate::engine::pdr::Pdr) };
    let start = std::time::Instant::now();
    let verdict = crate::engine::Engine::solve(&mut Instrument::new(make), &mut cx, &system);
    // Optimised it is a second.
    assert!(start.elapsed() < std::time::Duration::from_secs(45), "{:?}", start.elapsed());
    assert!(matches!(verdict, crate::system::Verdict::Sat(_)), "{verdict:?}");
    let size = cx.details.iter().find(|(name, _)| *name == "instrumentations (log2)");
    assert!(size.is_some_and(|(_, log2)| *log2 >= 20), "{:?}", cx.details);
    if let Some(peak) = peak_memory() {
        assert!(peak < 1 << 30, "{peak} bytes");
    }
    assert_eq!(verdict_within(&text, 60), "sat");
    // The first sum of one cell more: refuted, however many instrumentations there are.
    assert_eq!(verdict_within(&accumulating(3, 3, true), 60), "unsat");
}

/// Two loops over one array: what the first adds the second takes away. No clause says `sum`.
#[test]
fn sums_that_nobody_names_are_tracked() {
    let text = |first: i64| {
        format!(
            "(set-logic HORN)
            (declare-fun p (Int Int Int (Array Int Int)) Bool) (declare-fun q (Int Int Int (Array Int Int)) Bool)
            (assert (forall ((n Int) (a (Array Int Int))) (=> (> n 1) (p 0 0 n a))))
            (assert (forall ((s Int) (i Int) (n Int) (a (Array Int Int)))
              (=> (and (p s i n a) (< i n)) (p (+ s (select a i)) (+ i 1) n a))))
            (assert (forall ((s Int) (i Int) (n Int) (a (Array Int Int)))
              (=> (and (p s i n a) (>= i n)) (q s {first} n a))))
            (assert (forall ((s Int) (i Int) (n Int) (a (Array Int Int)))
              (=> (and (q s i n a) (< i n)) (q (- s (select a i)) (+ i 1) n a))))
            (assert (forall ((s Int) (i Int) (n Int) (a (Array Int Int)))
              (=> (and (q s i n a) (>= i n) (not (= s 0))) false)))(check-sat)"
        )
    };
    let make = || -> Box<dyn crate::engine::Engine> { Box::new(crate::engine::pdr::Pdr) };
    let decided = |text: &str, seconds: u64| {
        decide_with(&mut Instrument::new(make), text, seconds, |cx| cx.instrument.implied = true).0
    };
    assert_eq!(decided(&text(0), 60), "sat");
    assert_ne!(decided(&text(1), 10), "sat");
}

/// Six loops that add and take away in turn, and before them one that writes.
#[test]
fn sums_are_carried_through_many_loops() {
    let make = || -> Box<dyn crate::engine::Engine> { Box::new(crate::engine::pdr::Pdr) };
    let mut script = String::from("(set-logic HORN)");
    for number in 0..=6 {
        script += &format!("(declare-fun p{number} (Int Int Int (Array Int Int)) Bool)");
    }
    script += "(assert (forall ((n Int) (a (Array Int Int))) (=> (> n 0) (p0 0 0 n a))))
        (assert (forall ((s Int) (i Int) (n Int) (v Int) (a (Array Int Int)))
          (=> (and (p0 s i n a) (< i n)) (p0 s (+ i 1) n (store a i v)))))";
    for number in 0..6 {
        let (next, sign) = (number + 1, if number % 2 == 0 { "+" } else { "-" });
        script += &format!(
            "(assert (forall ((s Int) (i Int) (n Int) (a (Array Int Int)))
              (=> (and (p{number} s i n a) (>= i n)) (p{next} s 0 n a))))
            (assert (forall ((s Int) (i Int) (n Int) (a (Array Int Int)))
              (=> (and (p{next} s i n a) (< i n)) (p{next} ({sign} s (select a i)) (+ i 1) n a))))"
        );
    }
    script += "(assert (forall ((s Int) (i Int) (n Int) (a (Array Int Int)))
          (=> (and (p6 s i n a) (>= i n) (not (= s 0))) false)))(check-sat)";
    let start = std::time::Instant::now();
    let (verdict, _) = decide_with(&mut Instrument::new(make), &script, 120, |cx| cx.instrument.implied = true);
    assert_eq!(verdict, "sat", "{:?}", start.elapsed());
}

/// A sum that starts in the first iteration, whatever it was before, and is less than three times the counter.
#[test]
fn what_a_loop_sets_means_something_behind_that() {
    let text = |factor: i64| {
        format!(
            "(set-logic HORN)
            (declare-fun p (Int Int Int) Bool)
            (assert (forall ((s Int) (n Int)) (=> (> n 0) (p s 0 n))))
            (assert (forall ((s Int) (i Int) (n Int) (v Int))
              (=> (and (p s i n) (< i n) (<= v (* 3 (- i (* 2 (div i 2)))))) (p (ite (= i 0) 0 (+ s v)) (+ i 1) n))))
            (assert (forall ((s Int) (i Int) (n Int))
              (=> (and (p s i n) (>= i n) (> s (* {factor} n))) false)))(check-sat)"
        )
    };
    assert_eq!(verdict(&text(3)), "sat");
    assert_eq!(verdict(&text(1)), "unsat");
}
