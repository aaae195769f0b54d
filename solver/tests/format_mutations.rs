//! Thousands of mutations of valid `.horn` and `.nts` files: the readers give a system or an error with a position,
//! never a panic, and what they accept can be printed as SMT-LIB and read again.

use horn_solver::random::SplitMix;
use horn_solver::smtlib::{Diagnostic, system_text};
use horn_solver::system::System;
use horn_solver::term::Store;
use horn_solver::{nts, prolog, smtlib};
use std::time::{Duration, Instant};

/// Programs that between them use everything the reader of Prolog-style clauses knows.
const PROLOG: &[&str] = &[
    "% counts\np(X, Y) :- X = 0, Y >= 2 * X. // fact\np(X1, Y) :- p(X, Y), X1 = X + 1, (X < 10, Y =\\= 7 ; X != Y).\n\
     false :- p(X, Y), \\+ X =< 20 /* too\nfar */, Y mod 3 = 1.",
    "q-[A, B] :- A = -(B - 3) / 2, r.\nr :- A = 1 ; B < 2 ; \\+ (A > B, A >= 0).\ntrue(X) :- q(X, X), true.\nfalse-[] :- q-[Z_1', B], false.",
    "even(X) :- X = 0. even(Y) :- odd(X), Y = X + 1. odd(Y) :- even(X), Y = X + 1. odd :- even(X), odd(X).\nfalse :- odd. false :- even(X), (((X = 1))).",
];

/// Systems that between them use everything the reader of transition systems knows.
const NTS: &[&str] = &[
    "nts calls; // a call\nn, m : int; init n >= 0 and (m = 1 or not n != 2);\nmain { x : int; b : bool;\n initial start, again; final done; error bad, worse;\n\
     begin: start -> called { x' = twice(n + 1, m) and havoc(x) }\n check: called -> bad { x < n && b }\n called -> done { havoc() }\n\
     again -> worse { b' <-> x > 1 && (x = 1 -> b) imply x % 2 = 0 } }\n\
     twice { in a, c : int; out r : int; initial enter; final leave; enter -> leave { r' = 2 * a - -c / 3 && havoc(r) } }",
    "nts loops; /* a counter\nwith quantifiers */\nmain { x, y : int; initial s; error e;\n s -> l { x' = 0 && y' = 0 && havoc(x, y) }\n\
     l -> l { x < 9 && x' = x + 1 && (exists k : int . 2 * k = x && y' = y + k) && havoc(x, y) }\n\
     l -> l { forall k : int . (k < x || !(k = y)) }\n l -> e { y > 100 || x >= 10 => false } }",
    "nts two; g : int; main { r, z : int; initial i; final f; error e; i -> j { (r', z') = g_f(g) and havoc(r, z) } j -> e { r <= z } }\n\
     g_f { in a : int; out b, c : int; l : int; initial i; final o; i -> o { b' = a && c' = l equiv true } }",
];

/// What mutations insert.
const TOKENS: &[&str] = &[
    "(",
    ")",
    "((",
    "{",
    "}",
    "[",
    "]",
    "-[",
    ",",
    ";",
    ".",
    ":",
    ":-",
    "->",
    "'",
    "\\+",
    "=\\=",
    "=<",
    ">=",
    "<=",
    "!=",
    "=",
    "<",
    ">",
    "+",
    "-",
    "--",
    "*",
    "/",
    "%",
    "//",
    "/*",
    "*/",
    "mod",
    "&&",
    "||",
    "and",
    "or",
    "not",
    "!",
    "<->",
    "exists",
    "forall",
    "havoc(x)",
    "havoc",
    "int",
    "bool",
    "real",
    "in",
    "out",
    "initial",
    "final",
    "error",
    "init",
    "instances",
    "main",
    "nts",
    "true",
    "false",
    "x",
    "X",
    "p",
    "q(X)",
    "s",
    "007",
    "0",
    "99999999999999999999",
    "k : int .",
    "\u{0}",
    "\u{e9}",
    "\r\n",
    "#",
    "\"",
    " ",
];

/// Where the words and signs of a text are.
fn pieces(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        at += 1;
        if word(bytes[start]) {
            at += bytes[at..].iter().take_while(|&&byte| word(byte)).count();
        }
        if !bytes[start].is_ascii_whitespace() {
            found.push(start..at);
        }
    }
    found
}

fn mutate(bytes: &mut Vec<u8>, random: &mut SplitMix) {
    let places = pieces(bytes);
    if places.is_empty() {
        return;
    }
    let first = random.index(places.len());
    let place = places[first].clone();
    // One near by: often this is still a program.
    let other = places[(first + random.index(30)).min(places.len() - 1)].clone();
    match random.index(14) {
        0 => bytes[place.start] ^= 1 << random.index(8),
        1 => bytes.truncate(place.start),
        2 => drop(bytes.drain(place)),
        3 => drop(bytes.drain(place.start..other.end)),
        4 | 5 => drop(bytes.splice(place.start..place.start, random.pick(TOKENS).bytes())),
        6 => drop(bytes.splice(place, random.pick(TOKENS).bytes())),
        7..=9 => {
            let copy = bytes[place].to_vec();
            bytes.splice(other, copy);
        }
        10 => {
            let copy = bytes[place.start..other.end].to_vec();
            bytes.splice(place.start..place.start, copy);
        }
        11 | 12 => {
            if let Some(digit) = bytes[place.start..].iter().position(u8::is_ascii_digit) {
                bytes[place.start + digit] = b'0' + random.index(10) as u8;
            }
        }
        // Nesting.
        _ => {
            let (open, close) = *random.pick(&[("(", ")"), ("-(", ")"), ("\\+(", ")"), ("!(", ")"), ("{", "}")]);
            let count = 1 + random.index(60);
            let inner = bytes[place.start..other.end].to_vec();
            let nested = [open.repeat(count).into_bytes(), inner, close.repeat(count).into_bytes()].concat();
            bytes.splice(place.start..other.end, nested);
        }
    }
}

/// Reads mutations of the seeds; the number of those that are programs still.
fn accepted(seeds: &[&str], seed: u64, read: impl Fn(&[u8]) -> Result<(Store, System), Diagnostic>) -> usize {
    for text in seeds {
        if let Err(error) = read(text.as_bytes()) {
            panic!("{error} in\n{text}");
        }
    }
    let mut random = SplitMix(seed);
    let (mut accepted, mut slowest) = (0, Duration::ZERO);
    for round in 0..4_000 {
        let mut bytes = seeds[round % seeds.len()].as_bytes().to_vec();
        for _ in 0..*random.pick(&[1, 1, 1, 2, 2, 4]) {
            mutate(&mut bytes, &mut random);
        }
        let start = Instant::now();
        match read(&bytes) {
            Ok((store, system)) => {
                accepted += 1;
                let text = system_text(&store, &system);
                if let Err(error) = smtlib::read(text.as_bytes()) {
                    let source = String::from_utf8_lossy(&bytes);
                    panic!("round {round}: printed text is refused: {error}\n{text}\nread from\n{source}");
                }
            }
            Err(error) => {
                assert!(error.line >= 1 && error.column >= 1 && !error.message.is_empty(), "round {round}: {error:?}");
                assert!(error.span.start as usize <= bytes.len(), "round {round}: {error:?}");
            }
        }
        slowest = slowest.max(start.elapsed());
    }
    assert!(slowest < Duration::from_secs(10), "{slowest:?} for one program");
    accepted
}

// Mutations that all fail at once would test little.

#[test]
fn mutations_of_prolog_style_clauses() {
    let found =
        accepted(PROLOG, 20_260_401, |bytes| prolog::read(bytes).map(|program| (program.store, program.system)));
    assert!((300..3_800).contains(&found), "{found} accepted");
}

#[test]
fn mutations_of_transition_systems() {
    let found = accepted(NTS, 20_260_402, |bytes| nts::read(bytes).map(|program| (program.store, program.system)));
    assert!((300..3_800).contains(&found), "{found} accepted");
}
