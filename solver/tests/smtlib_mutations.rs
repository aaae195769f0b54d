//! Ten thousand mutations of valid scripts: the reader gives a system or an error with a position, never a panic,
//! and what it accepts can be printed and read again.

use horn_solver::random::SplitMix;
use horn_solver::smtlib::{read, system_text};
use std::time::{Duration, Instant};

/// Scripts that between them use everything the reader knows.
const SEEDS: &[&str] = &[
    "(set-logic HORN)(set-info :status sat)
(declare-fun |inv 1| (Int Int Bool) Bool)(declare-const fail Bool)
(assert (forall ((x Int) (y Int) (b Bool)) (=> (and (= x 0) (>= y (* 2 x)) (not b)) (|inv 1| x y b))))
(assert (forall ((x Int) (y Int) (z Int) (b Bool)) ; step
  (=> (and (|inv 1| x y b) (let ((a!1 (ite (> x y) (+ x 1) (- y (div x 3))))) (= z (mod a!1 7)))) (|inv 1| z (abs y) (xor b true)))))
(assert (forall ((x Int) (y Int)) (! (=> (|inv 1| x y true) fail) :weight 0 :named last)))
(assert (not fail))(check-sat)(get-model)(exit)",
    "(declare-datatypes ((List 1) (Tree 0)) ((par (T) ((nil) (cons (hd T) (tl (List T))))) ((leaf) (node (v Int) (sub (List Int))))))
(declare-fun p ((List Int) Tree) Bool)(define-sort L () (List Int))
(assert (forall ((l L) (t Tree)) (=> (and (p l t) ((_ is cons) l) (is-node t) (> (hd l) (v t))) (p (tl l) (node 1 (cons 2 (sub t)))))))
(assert (forall ((t Tree)) (p (as nil L) (match t ((leaf t) ((node x y) (node (+ x 1) y)))))))
(assert (not (exists ((l L)) (p l leaf))))(check-sat)",
    "(declare-fun a ((Array Int (_ BitVec 8)) Real) Bool)
(define-fun f ((x (_ BitVec 8)) (y Bool)) (_ BitVec 8) (ite y (bvadd x #x0f) (bvnot ((_ rotate_left 3) x))))
(assert (forall ((m (Array Int (_ BitVec 8))) (r Real)) (=> (and (< r 1.5) (bvult (select m 3) (_ bv200 8))) (a m (/ r 3.0)))))
(assert (forall ((m (Array Int (_ BitVec 8))) (r Real) (i Int))
  (=> (a m r) (a (store m i (f (select m (to_int r)) (is_int r))) (- r)))))
(assert (forall ((r Real)) (=> (a ((as const (Array Int (_ BitVec 8))) #b01010101) r) (distinct r 1 2.5))))
(assert (forall ((m (Array Int (_ BitVec 8))) (r Real)) (=> (a m r) (= #b1 ((_ extract 3 3) (concat (select m 0) #xff))))))(check-sat)",
    "(declare-rel reach (Int))(declare-rel bad ())(declare-var x Int)(declare-var y Int)
(rule (reach 0) first)(rule (=> (and (reach x) (or (= y (+ x 1)) (= y (* x 2)))) (reach y)))
(rule (=> (and (reach x) (> x 10)) bad))(query bad :print-certificate true)",
    "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(declare-fun r (Int) Bool)
(define-fun both ((x Int) (c Bool)) Bool (and (p x) c))
(assert (forall ((x Int)) (= (p x) (<= 0 x))))
(assert (forall ((x Int)) (=> (or (and (p x) (q x)) (exists ((y Int)) (and (r y) (= x (+ y 1)))) (both x (q 3))) (and (r x) (q (- x))))))
(assert (forall ((x Int)) (ite (> x 3) (=> (p x) (q x)) (forall ((z Int)) (=> (< z x) (q z))))))
(assert (forall ((x Int)) (=> (p x) (exists ((y Int)) (= x (* 2 y))))))
(assert (forall ((x Int)) (or (not (r x)) (not (forall ((y Int)) (> y x))))))(check-sat)",
];

/// What mutations insert.
const TOKENS: &[&str] = &[
    "(",
    ")",
    "()",
    "((",
    "))",
    " ",
    "|",
    "\"",
    ";",
    ":",
    "#",
    "#x",
    "#b1",
    "_",
    "!",
    "let",
    "forall",
    "exists",
    "as",
    "par",
    "match",
    "is",
    "not",
    "and",
    "=>",
    "=",
    "ite",
    "true",
    "false",
    "x",
    "y",
    "p",
    "0",
    "1",
    "-1",
    "1.5",
    "99999999999999999999",
    "Int",
    "Bool",
    "Real",
    "(_ BitVec 8)",
    "(Array Int Int)",
    "select",
    "store",
    "cons",
    "nil",
    "assert",
    "(exit)",
    "(check-sat)",
    "declare-fun",
    "\u{0}",
    "\u{e9}",
    "\r\n",
    "(let ((x x)) ",
    "(forall ((p Int)) ",
];

/// A stretch of text that is a token or a parenthesised expression, found by counting parentheses.
fn piece(bytes: &[u8], random: &mut SplitMix) -> std::ops::Range<usize> {
    let start = random.index(bytes.len());
    let start = start + bytes[start..].iter().position(|&b| b == b'(' || b.is_ascii_alphanumeric()).unwrap_or(0);
    let mut end = start;
    let mut depth = 0;
    while end < bytes.len() {
        match bytes[end] {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b' ' if depth == 0 => break,
            _ => {}
        }
        if depth < 0 {
            break;
        }
        end += 1;
        if depth == 0 && bytes[end - 1] == b')' {
            break;
        }
    }
    start..end
}

/// The first word at or after a position.
fn atom(bytes: &[u8], at: usize) -> std::ops::Range<usize> {
    let word = |b: &u8| !b.is_ascii_whitespace() && *b != b'(' && *b != b')';
    let start = at + bytes[at..].iter().position(word).unwrap_or(0);
    let end = start + bytes[start..].iter().position(|b| !word(b)).unwrap_or(bytes.len() - start);
    start..end
}

fn mutate(bytes: &mut Vec<u8>, random: &mut SplitMix) {
    if bytes.is_empty() {
        return;
    }
    let at = random.index(bytes.len());
    match random.index(16) {
        0 => bytes[at] ^= 1 << random.index(8),
        1 => bytes[at] = random.index(256) as u8,
        2 => {
            let end = (at + 1 + random.index(20)).min(bytes.len());
            bytes.drain(at..end);
        }
        3 => bytes.truncate(at),
        4 => {
            let token = TOKENS[random.index(TOKENS.len())];
            bytes.splice(at..at, token.bytes());
        }
        // One expression in the place of another.
        5 | 6 => {
            let (from, to) = (piece(bytes, random), piece(bytes, random));
            let copy = bytes[from].to_vec();
            bytes.splice(to, copy);
        }
        7 => {
            let range = piece(bytes, random);
            let token = TOKENS[random.index(TOKENS.len())];
            bytes.splice(range, token.bytes());
        }
        // An atom in the place of one near by: often this is still a script.
        8..=11 => {
            let (from, near) = (atom(bytes, at), (at + random.index(120)).min(bytes.len() - 1));
            let to = atom(bytes, near);
            let copy = bytes[from].to_vec();
            bytes.splice(to, copy);
        }
        12 | 13 => {
            if let Some(digit) = bytes[at..].iter().position(u8::is_ascii_digit) {
                bytes[at + digit] = b'0' + random.index(10) as u8;
            }
        }
        // Nesting.
        _ => {
            let range = piece(bytes, random);
            let inner = bytes[range.clone()].to_vec();
            let (open, close) =
                [("(", ")"), ("(not ", ")"), ("(and ", " true)"), ("(let ((x 1)) ", ")"), ("(= r ", ")")]
                    [random.index(5)];
            let count = 1 + random.index(50);
            let mut nested = open.repeat(count).into_bytes();
            nested.extend(inner);
            nested.extend(close.repeat(count).bytes());
            bytes.splice(range, nested);
        }
    }
}

#[test]
fn seeds_are_valid() {
    for seed in SEEDS {
        if let Err(error) = read(seed.as_bytes()) {
            panic!("{error} in\n{seed}");
        }
    }
}

#[test]
fn mutations_give_a_system_or_an_error_with_a_position() {
    let mut random = SplitMix(20_240_229);
    let (mut accepted, mut slowest) = (0, Duration::ZERO);
    for round in 0..10_000 {
        let mut bytes = SEEDS[round % SEEDS.len()].as_bytes().to_vec();
        let mutations = [1, 1, 1, 2, 2, 4][random.index(6)];
        for _ in 0..mutations {
            mutate(&mut bytes, &mut random);
        }
        let start = Instant::now();
        match read(&bytes) {
            Ok(script) => {
                accepted += 1;
                let text = system_text(&script.store, &script.system);
                if let Err(error) = read(text.as_bytes()) {
                    panic!(
                        "round {round}: printed text is refused: {error}\n{text}\nread from\n{}",
                        String::from_utf8_lossy(&bytes)
                    );
                }
            }
            Err(error) => {
                assert!(error.line >= 1 && error.column >= 1 && !error.message.is_empty(), "round {round}: {error:?}");
                assert!(error.span.start as usize <= bytes.len(), "round {round}: {error:?}");
            }
        }
        slowest = slowest.max(start.elapsed());
    }
    // Mutations that all fail at once would test little.
    assert!(accepted > 1_000, "{accepted} accepted");
    assert!(slowest < Duration::from_secs(10), "{slowest:?} for one script");
}
