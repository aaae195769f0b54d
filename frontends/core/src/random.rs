//! Random small programs for tests: every operation that can fail has its check in front, as a frontend would put it.

use crate::interp::Value;
use crate::ir::{
    Arg, BinaryOp, Builder, Call, Check, CheckKind, Conversion, ExprId, ExprKind, Mode, ProcId, Program, Range, Type,
    TypeId, UnaryOp, VarId,
};
use crate::testing::L;
use horn_solver::num::Int;
use std::collections::BTreeMap;
use std::sync::Arc;

/// xorshift: tests must repeat.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, limit: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % limit as u64) as i64
    }
}

/// The types of random programs.
#[derive(Clone, Copy)]
struct Types {
    small: TypeId,
    modular: TypeId,
    index: TypeId,
    row: TypeId,
    pair: TypeId,
}

/// Values are in `-SMALL .. SMALL`.
const SMALL: i64 = 20;
/// Indexes are in `1 .. ROW`.
const ROW: i64 = 4;
/// Deliberately no power of two.
const MODULUS: i64 = 10;

struct Generator<'r> {
    random: &'r mut Random,
    program: Program,
    types: Types,
    b: Builder,
    ints: Vec<VarId>,
    mods: Vec<VarId>,
    rows: Vec<VarId>,
    pairs: Vec<VarId>,
    callee: Option<ProcId>,
}

/// A program with one entry and a procedure that it may call.
pub fn program(seed: u64) -> (Program, ProcId) {
    let mut random = Random::new(seed);
    let mut program = Program::new();
    let small = program.add_type(Type::int("Small", Range::new(-SMALL, SMALL), Range::signed(8)));
    let index = program.add_type(Type::int("Index", Range::new(1, ROW), Range::signed(8)));
    let types = Types {
        small,
        modular: program.add_type(Type::modular("Digit", Int::from(MODULUS))),
        index,
        row: program.add_type(Type::array("Row", vec![index], Some(vec![Range::new(1, ROW)]), small)),
        pair: program.add_type(Type::record("Pair", vec![("A".into(), small), ("B".into(), TypeId::BOOL)])),
    };
    let [callee, main] = ["Callee", "Main"].map(|name| program.declare(name, L));
    let mut g = Generator {
        random: &mut random,
        program,
        types,
        b: Builder::new("Callee", L),
        ints: Vec::new(),
        mods: Vec::new(),
        rows: Vec::new(),
        pairs: Vec::new(),
        callee: None,
    };
    g.interface();
    g.statements(3, 1);
    let b = std::mem::replace(&mut g.b, Builder::new("Main", L));
    b.finish(&mut g.program, callee);
    g.callee = Some(callee);
    [&mut g.ints, &mut g.mods, &mut g.rows, &mut g.pairs].into_iter().for_each(Vec::clear);
    g.b.set_entry(true);
    g.interface();
    g.statements(6, 2);
    let b = std::mem::replace(&mut g.b, Builder::new("", L));
    b.finish(&mut g.program, main);
    (g.program, main)
}

/// Random inputs for the entry of such a program.
pub fn inputs(random: &mut Random) -> Vec<Value> {
    let small = |random: &mut Random| Value::Int(Int::from(random.below(2 * SMALL + 1) - SMALL));
    let digit = Value::Int(Int::from(random.below(MODULUS)));
    let row = crate::interp::Array {
        bounds: vec![(Int::ONE, Int::from(ROW))],
        default: Value::Int(Int::ZERO),
        cells: (0..i128::from(ROW)).map(|at| (at, small(random))).collect::<BTreeMap<_, _>>(),
    };
    let pair = vec![small(random), Value::Bool(random.below(2) == 0)];
    vec![small(random), small(random), digit, Value::Array(Arc::new(row)), Value::Record(Arc::new(pair))]
}

impl Generator<'_> {
    /// Parameters of both procedures, and locals with start values.
    fn interface(&mut self) {
        let Types { small, modular, row, pair, .. } = self.types;
        let x = self.b.param("X", small, Mode::In, L);
        let y = self.b.param("Y", small, Mode::InOut, L);
        let d = self.b.param("D", modular, Mode::InOut, L);
        let r = self.b.param("R", row, Mode::InOut, L);
        let p = self.b.param("P", pair, Mode::InOut, L);
        let z = self.b.local("Z", small, L);
        let zero = self.b.int(self.random.0 as i64 % 3, small, L);
        self.b.assign(z, zero, L);
        // The first one cannot be assigned.
        self.ints = vec![x, y, z];
        self.mods = vec![d];
        self.rows = vec![r];
        self.pairs = vec![p];
    }

    fn check(&mut self, kind: CheckKind, condition: ExprId) {
        let id = self.program.add_check(Check::new(kind, L));
        self.b.check(id, condition, L);
    }

    fn pick<T: Copy>(random: &mut Random, list: &[T]) -> T {
        list[random.below(list.len() as i64) as usize]
    }

    /// An integer expression that is defined, in the range of `Small`.
    fn int(&mut self, depth: u32) -> ExprId {
        let small = self.types.small;
        let kind = if depth == 0 { self.random.below(2) } else { self.random.below(11) };
        let op = match kind {
            0 => {
                let value = self.random.below(9) - 4;
                return self.b.int(value, small, L);
            }
            1 => {
                let var = Self::pick(self.random, &self.ints);
                return self.b.var(var, L);
            }
            2 => {
                let index = self.index(depth - 1);
                let row = Self::pick(self.random, &self.rows);
                let row = self.b.var(row, L);
                return self.b.expr(ExprKind::Index(row, vec![index]), small, L);
            }
            3 => {
                let pair = Self::pick(self.random, &self.pairs);
                let pair = self.b.var(pair, L);
                return self.b.expr(ExprKind::Field(pair, 0), small, L);
            }
            4 => {
                let digit = self.modular(depth - 1);
                return self.b.convert(Conversion::ModularToInt, digit, small, L);
            }
            5 => {
                let (c, a, b) = (self.condition(depth - 1), self.int(depth - 1), self.int(depth - 1));
                return self.b.ite(c, a, b, L);
            }
            6 => BinaryOp::Add,
            7 => BinaryOp::Sub,
            8 => Self::pick(self.random, &[BinaryOp::Div, BinaryOp::Rem, BinaryOp::Mod]),
            9 => BinaryOp::Mul,
            _ => Self::pick(self.random, &[BinaryOp::Min, BinaryOp::Max]),
        };
        let left = self.int(depth - 1);
        let mut right = self.int(depth - 1);
        if op == BinaryOp::Mul {
            right = self.b.int(self.random.below(5) - 2, small, L);
        }
        if matches!(op, BinaryOp::Div | BinaryOp::Rem | BinaryOp::Mod) {
            if self.random.below(2) == 0 {
                right = self.b.int(self.random.below(3) + 2, small, L);
            }
            let zero = self.b.int(0, small, L);
            let nonzero = self.b.compare(BinaryOp::Ne, right, zero, L);
            self.check(CheckKind::Division, nonzero);
        }
        let result = self.b.binary(op, left, right, TypeId::INT, L);
        let (first, last) = (self.b.int(-SMALL, small, L), self.b.int(SMALL, small, L));
        let inside = self.b.between(result, first, last, L);
        self.check(CheckKind::Overflow, inside);
        result
    }

    /// An index in the bounds of rows.
    fn index(&mut self, depth: u32) -> ExprId {
        let index = self.int(depth);
        let (first, last) = (self.b.int(1, self.types.index, L), self.b.int(ROW, self.types.index, L));
        let inside = self.b.between(index, first, last, L);
        self.check(CheckKind::Index, inside);
        index
    }

    fn modular(&mut self, depth: u32) -> ExprId {
        let ty = self.types.modular;
        match if depth == 0 { self.random.below(2) } else { self.random.below(5) } {
            0 => {
                let value = self.random.below(MODULUS);
                self.b.int(value, ty, L)
            }
            1 => {
                let var = Self::pick(self.random, &self.mods);
                self.b.var(var, L)
            }
            2 => {
                let value = self.int(depth - 1);
                self.b.convert(Conversion::IntToModularWrap, value, ty, L)
            }
            3 => {
                let value = self.modular(depth - 1);
                self.b.unary(Self::pick(self.random, &[UnaryOp::Neg, UnaryOp::BitNot]), value, ty, L)
            }
            _ => {
                let op = Self::pick(self.random, &[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul]);
                let (a, mut b) = (self.modular(depth - 1), self.modular(depth - 1));
                if op == BinaryOp::Mul {
                    b = self.b.int(self.random.below(MODULUS), ty, L);
                }
                self.b.binary(op, a, b, ty, L)
            }
        }
    }

    fn condition(&mut self, depth: u32) -> ExprId {
        let op = Self::pick(
            self.random,
            &[BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge],
        );
        match if depth == 0 { 0 } else { self.random.below(7) } {
            0 | 1 => {
                let (a, b) = (self.int(depth.min(1)), self.int(0));
                self.b.compare(op, a, b, L)
            }
            2 => {
                let (a, b) = (self.modular(1), self.modular(0));
                self.b.compare(op, a, b, L)
            }
            3 => {
                let pair = Self::pick(self.random, &self.pairs);
                let pair = self.b.var(pair, L);
                self.b.expr(ExprKind::Field(pair, 1), TypeId::BOOL, L)
            }
            4 => {
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                if self.random.below(2) == 0 { self.b.and(a, b, L) } else { self.b.or(a, b, L) }
            }
            5 => {
                // All or some components compare with a value.
                let row = Self::pick(self.random, &self.rows);
                let row = self.b.var(row, L);
                let (first, mut last) = (self.b.int(1, TypeId::INT, L), self.b.int(ROW, TypeId::INT, L));
                if self.random.below(2) == 0 {
                    // Up to some index: such a range is not written out.
                    let some = Self::pick(self.random, &self.ints);
                    let some = self.b.var(some, L);
                    let inside = self.b.between(some, first, last, L);
                    last = self.b.expr(ExprKind::Ite(inside, some, last), TypeId::INT, L);
                }
                let (var, at) = self.b.bound(TypeId::INT, L);
                let (component, value) =
                    (self.b.expr(ExprKind::Index(row, vec![at]), self.types.small, L), self.int(0));
                let body = self.b.compare(op, component, value, L);
                let forall = self.random.below(2) == 0;
                self.b.expr(ExprKind::Quantified { forall, var, first, last, body }, TypeId::BOOL, L)
            }
            _ => {
                let a = self.condition(depth - 1);
                self.b.not(a, L)
            }
        }
    }

    fn statements(&mut self, count: i64, depth: u32) {
        for _ in 0..=self.random.below(count) {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        match self.random.below(if depth == 0 { 6 } else { 9 }) {
            0 | 1 => {
                let value = self.int(2);
                let var = Self::pick(self.random, &self.ints[1..]);
                self.b.assign(var, value, L);
            }
            2 => {
                let value = self.modular(2);
                let var = Self::pick(self.random, &self.mods);
                self.b.assign(var, value, L);
            }
            3 => {
                let (index, value) = (self.index(1), self.int(1));
                let var = Self::pick(self.random, &self.rows);
                let row = self.b.var(var, L);
                let changed = self.b.expr(ExprKind::Update(row, vec![index], value), self.types.row, L);
                self.b.assign(var, changed, L);
            }
            4 => {
                let value = self.int(1);
                let var = Self::pick(self.random, &self.pairs);
                let pair = self.b.var(var, L);
                let changed = self.b.expr(ExprKind::WithField(pair, 0, value), self.types.pair, L);
                self.b.assign(var, changed, L);
            }
            5 => {
                let condition = self.condition(2);
                self.check(CheckKind::Assertion, condition);
            }
            6 => {
                let condition = self.condition(2);
                self.b.begin_if(condition, L);
                self.statements(2, depth - 1);
                if self.random.below(2) == 0 {
                    self.b.begin_else();
                    self.statements(2, depth - 1);
                }
                self.b.end_if();
            }
            7 => {
                let var = self.b.local("I", self.types.small, L);
                let first = self.random.below(3);
                let last = first + self.random.below(4) - 1;
                let (first, last) = (self.b.int(first, self.types.small, L), self.b.int(last, self.types.small, L));
                let reverse = self.random.below(3) == 0;
                let head = self.b.begin_for(None, var, first, last, reverse, None, L);
                self.statements(2, depth - 1);
                if self.random.below(2) == 0 {
                    let condition = self.condition(1);
                    self.b.exit_when(head, condition, L);
                }
                self.b.end_loop();
            }
            _ => {
                let Some(callee) = self.callee else { return };
                let value = self.int(1);
                let y = Self::pick(self.random, &self.ints[1..]);
                let args = vec![
                    Arg::In(value),
                    Arg::InOut(y),
                    Arg::InOut(self.mods[0]),
                    Arg::InOut(self.rows[0]),
                    Arg::InOut(self.pairs[0]),
                ];
                self.b.call(Call { callee, args, result: None, exception: None }, L);
            }
        }
    }
}
