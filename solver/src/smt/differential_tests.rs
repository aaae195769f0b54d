//! The solver as judge over our reading, simplifying, printing and evaluating.
//!
//! Random expressions are written as text, read back (which simplifies them) and printed. The solver must not find a
//! difference between the two texts, and for random values of the variables our evaluation must agree with its own.

use super::names::{SmtSort, Symbol};
use super::print::SmtTerm;
use super::process::SmtProcess;
use super::values::read_values;
use super::{CancelToken, SmtConfig, read_term, testing};
use crate::random::SplitMix;
use crate::term::{Assignment, Constructor, Field, SortId, Store, TermId, evaluate};
use rsmt2::print::Sort2Smt;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Bool,
    Int,
    Real,
    Bits,
    Array,
    List,
}

const KINDS: [Kind; 6] = [Kind::Bool, Kind::Int, Kind::Real, Kind::Bits, Kind::Array, Kind::List];

struct World {
    store: Store,
    /// Two variables of each kind, in the order of [`KINDS`].
    vars: Vec<TermId>,
}

impl World {
    fn new() -> World {
        let mut store = Store::new();
        let (list, list_sort) = store.declare_datatype("list");
        let field = |name: &str, sort| Field { name: name.to_string(), sort };
        let nil = Constructor { name: "nil".to_string(), fields: vec![] };
        let cons = Constructor {
            name: "cons".to_string(),
            fields: vec![field("head", SortId::INT), field("tail", list_sort)],
        };
        store.define_datatype(list, vec![nil, cons]);
        let sorts = [
            SortId::BOOL,
            SortId::INT,
            SortId::REAL,
            store.bv_sort(4),
            store.array_sort(SortId::INT, SortId::INT),
            list_sort,
        ];
        let vars = (0..12).map(|i| store.var(i, sorts[i as usize / 2])).collect();
        World { store, vars }
    }

    fn sort(&self, kind: Kind) -> SortId {
        self.store.sort_of(self.vars[2 * KINDS.iter().position(|&k| k == kind).unwrap()])
    }

    fn name(&self, var: TermId) -> String {
        Symbol::Var(self.store.as_var(var).unwrap(), self.store.sort_of(var)).to_string()
    }

    fn sort_text(&self, sort: SortId) -> String {
        let mut text = Vec::new();
        SmtSort(&self.store, sort).sort_to_smt2(&mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    /// A random expression; `depth` bounds the nesting.
    fn text(&self, random: &mut SplitMix, kind: Kind, depth: u32) -> String {
        use Kind::{Array, Bits, Bool, Int, List, Real};
        if depth == 0 || random.below(8) == 0 {
            return self.leaf(random, kind);
        }
        let depth = depth - 1;
        let any = KINDS[random.index(6)];
        if random.below(10) == 0 {
            return format!(
                "(ite {} {} {})",
                self.text(random, Bool, depth),
                self.text(random, kind, depth),
                self.text(random, kind, depth)
            );
        }
        let number = if random.below(2) == 0 { Int } else { Real };
        let mut sub = |kind| self.text(random, kind, depth);
        let (a, b) = (sub(kind), sub(kind));
        match kind {
            Bool => {
                let (n, m) = (sub(number), sub(number));
                let (v, w) = (sub(Bits), sub(Bits));
                let (x, y) = (sub(any), sub(any));
                let list = sub(List);
                match random.below(10) {
                    0 | 1 => format!("({} {a} {b})", random.pick(&["and", "or", "=>", "xor", "="])),
                    2 => format!("(not {a})"),
                    3..=5 => format!("({} {n} {m})", random.pick(&["<=", "<", ">=", ">", "=", "distinct"])),
                    6 => format!(
                        "({} {v} {w})",
                        random.pick(&["bvult", "bvule", "bvsgt", "bvsle", "bvuge", "bvslt", "bvsge"])
                    ),
                    7 => format!("((_ is {}) {list})", random.pick(&["D0.0", "D0.1"])),
                    8 => format!("(= (mod {} {}) 0)", self.text(random, Int, depth), random.below(5) + 1),
                    _ => format!("(= {x} {y})"),
                }
            }
            Int => {
                let (array, list, real, bits) = (sub(Array), sub(List), sub(Real), sub(Bits));
                match random.below(12) {
                    0..=2 => format!("({} {a} {b})", random.pick(&["+", "-"])),
                    3 => format!("(* {} {a})", self.leaf(random, Int)),
                    4 => format!("(- {a})"),
                    5 | 6 => format!(
                        "({} {a} {})",
                        random.pick(&["div", "mod"]),
                        random.pick(&["2", "3", "(- 3)", "7", "(- 1)", "1"])
                    ),
                    7 => format!("(select {array} {a})"),
                    8 => format!("(D0.1.0 {list})"),
                    9 => format!("(to_int {real})"),
                    10 => format!("(bv2nat {bits})"),
                    _ => format!("(abs {a})"),
                }
            }
            Real => {
                let int = sub(Int);
                match random.below(6) {
                    0 | 1 => format!("({} {a} {b})", random.pick(&["+", "-"])),
                    2 => format!("(* {} {a})", random.pick(&["2.0", "(- 0.5)", "(/ 1.0 3.0)"])),
                    3 => format!("(/ {a} {})", random.pick(&["2.0", "(- 3.0)", "(/ 2.0 3.0)"])),
                    4 => format!("(to_real {int})"),
                    _ => format!("(- {a})"),
                }
            }
            Bits => {
                let int = sub(Int);
                let binary = &[
                    "bvand", "bvor", "bvxor", "bvadd", "bvsub", "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem",
                    "bvsmod", "bvshl", "bvlshr", "bvashr",
                ];
                match random.below(10) {
                    0..=4 => format!("({} {a} {b})", random.pick(binary)),
                    5 => format!("({} {a})", random.pick(&["bvnot", "bvneg"])),
                    6 => format!("(concat ((_ extract 1 0) {a}) ((_ extract 3 2) {b}))"),
                    7 => format!("((_ extract 4 1) ((_ {} 1) {a}))", random.pick(&["sign_extend", "zero_extend"])),
                    8 => format!("((_ int2bv 4) {int})"),
                    _ => format!("((_ {} {}) {a})", random.pick(&["rotate_left", "rotate_right"]), random.below(6)),
                }
            }
            Array => format!("(store {a} {} {})", sub(Int), sub(Int)),
            List => {
                let head = sub(Int);
                if random.below(3) == 0 { format!("(D0.1.1 {a})") } else { format!("(D0.1 {head} {a})") }
            }
        }
    }

    fn leaf(&self, random: &mut SplitMix, kind: Kind) -> String {
        if random.below(3) != 0 {
            let first = 2 * KINDS.iter().position(|&k| k == kind).unwrap();
            return self.name(self.vars[first + random.index(2)]);
        }
        self.constant(random, kind)
    }

    fn constant(&self, random: &mut SplitMix, kind: Kind) -> String {
        match kind {
            Kind::Bool => random.pick(&["true", "false"]).to_string(),
            Kind::Int => random.pick(&["0", "1", "2", "(- 1)", "(- 7)", "5", "12"]).to_string(),
            Kind::Real => random.pick(&["0.0", "1.0", "2.5", "(- 1.0)", "(/ 7.0 3.0)", "(- (/ 1.0 2.0))"]).to_string(),
            Kind::Bits => random.pick(&["#b0000", "#b0001", "#xf", "#b1000", "(_ bv5 4)"]).to_string(),
            Kind::Array => {
                let base = format!("((as const (Array Int Int)) {})", self.constant(random, Kind::Int));
                format!("(store {base} {} {})", self.constant(random, Kind::Int), self.constant(random, Kind::Int))
            }
            Kind::List => random.pick(&["D0.0", "(D0.1 1 D0.0)", "(D0.1 (- 2) (D0.1 5 D0.0))"]).to_string(),
        }
    }
}

#[test]
fn the_solver_sees_no_difference() {
    let mut world = World::new();
    let config = SmtConfig::new(&testing::binary());
    let mut process = SmtProcess::spawn(&config.spawn_spec(&CancelToken::new())).unwrap();
    let mut ask = |commands: &str| {
        process.query(commands.as_bytes(), Some(Instant::now() + Duration::from_secs(60)), &CancelToken::new()).unwrap()
    };
    let mut setup = config.prelude(&CancelToken::new());
    // A bound on the effort that does not depend on the machine; what is not decided within it counts as no difference.
    setup += if config.kind.is_z3() { "(set-option :rlimit 300000)\n" } else { "(set-option :rlimit-per 20000)\n" };
    if !config.kind.is_z3() {
        // Options come before the logic.
        setup = format!("(set-option :rlimit-per 20000)\n{}", config.prelude(&CancelToken::new()));
    }
    setup += "(declare-datatypes ((D0 0)) (((D0.0) (D0.1 (D0.1.0 Int) (D0.1.1 D0)))))\n";
    for &var in &world.vars {
        setup += &format!("(declare-fun {} () {})\n", world.name(var), world.sort_text(world.store.sort_of(var)));
    }
    assert_eq!(ask(&setup).trim(), "");
    let (mut proved, mut evaluated) = (0, 0);
    for seed in 1..=400u64 {
        let mut random = SplitMix(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let kind = KINDS[random.index(6)];
        let text = world.text(&mut random, kind, 4);
        let term = read_term(&mut world.store, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(world.store.sort_of(term), world.sort(kind), "{text}");
        let printed = SmtTerm(&world.store, term).text();
        // No values of the variables tell the two texts apart.
        let answer = ask(&format!("(push 1)\n(assert (not (= {text}\n  {printed})))\n(check-sat)\n(pop 1)\n"));
        assert!(matches!(answer.trim(), "unsat" | "unknown"), "seed {seed}: {answer}\n{text}\n{printed}");
        proved += usize::from(answer.trim() == "unsat");
        // Random values, and the value of the expression under them.
        let mut assignment = Assignment::default();
        let mut assertions = String::new();
        for (at, var) in world.vars.clone().into_iter().enumerate() {
            let constant = world.constant(&mut random, KINDS[at / 2]);
            assertions += &format!("(assert (= {} {constant}))\n", world.name(var));
            let constant = read_term(&mut world.store, &constant).unwrap();
            assignment.set(at as u32, evaluate(&world.store, constant, &assignment).unwrap());
        }
        let Some(ours) = evaluate(&world.store, term, &assignment) else { continue };
        let answer = ask(&format!("(push 1)\n{assertions}(check-sat)\n(get-value ({text}))\n(pop 1)\n"));
        let Some(values) = answer.strip_prefix("sat") else {
            assert!(answer.starts_with("unknown"), "seed {seed}: {answer}\n{text}");
            continue;
        };
        let theirs = read_values(&world.store, values, &[world.sort(kind)], None).unwrap();
        assert!(theirs[0] == ours, "seed {seed}: {answer}\n{ours:?}\n{text}\n{assertions}");
        evaluated += 1;
    }
    assert!(proved > 200 && evaluated > 200, "{proved} proved, {evaluated} evaluated");
}
