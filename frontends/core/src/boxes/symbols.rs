//! The paths of an exploration as formulas over floating point numbers and bit-vectors, bit for bit.
//!
//! What intervals cannot decide on a path is a question to an SMT solver (FloatingPoint theory of SMT-LIB): the path's
//! conditions, the definitions of its variables, and that the check fails. Integers are words of 64 bits; a term is
//! only made where the intervals show that nothing leaves them, and where a conversion is defined. Whatever has no term
//! is left out or arbitrary, so that an unsatisfiable question is a proof; a model is a candidate for the interpreter.

use super::eval::Bound;
use super::floats::Floats;
use super::state::{Explorer, State};
use super::value::Set;
use crate::interp::Value;
use crate::ir::{
    BinaryOp, Conversion, ExprId, ExprKind, FloatFormat, Program, Rounding, TypeId, TypeKind, UnaryOp, VarId,
};
use horn_solver::num::Int;
use std::fmt::Write;
use std::rc::Rc;

/// Terms longer than this get a name.
const LONG: usize = 60;

/// The commands of a path, the last one first.
#[derive(Clone, Debug, Default)]
pub(super) struct Commands(Option<Rc<(String, Commands)>>);

impl Commands {
    pub fn add(&mut self, command: String) {
        *self = Commands(Some(Rc::new((command, self.clone()))));
    }

    fn text(&self) -> String {
        let mut all: Vec<&str> = Vec::new();
        let mut at = self;
        while let Some(node) = &at.0 {
            all.push(&node.0);
            at = &node.1;
        }
        all.reverse();
        all.join("\n")
    }
}

/// Long paths must not be dropped recursively.
impl Drop for Commands {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(node) = next {
            next = match Rc::try_unwrap(node) {
                Ok(mut node) => node.1.0.take(),
                Err(_) => None,
            };
        }
    }
}

/// Whether a check can fail at the end of a path.
#[derive(Clone, Debug)]
pub struct Question {
    /// The check.
    pub check: crate::ir::CheckId,
    /// Commands up to and with `(check-sat)`.
    pub script: String,
    /// Commands that ask for the inputs and choices of a model, each a word or a Boolean in their order; those without
    /// a term are not among them.
    pub values: String,
    /// Which inputs these are; choices are counted on.
    pub inputs: Vec<usize>,
    /// The types of the choices.
    pub(super) choices: Vec<TypeId>,
}

/// A path that was cut off.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The loop, or the call.
    pub loc: crate::ir::Loc,
    /// Whether it is a recursion.
    pub recursion: bool,
    /// Commands up to and with `(check-sat)`: whether a run comes there.
    pub script: String,
}

/// The sort of a scalar type, the constant that holds its bits, and the term of a value with these bits.
fn declared(program: &Program, ty: TypeId, name: &str, commands: &mut Commands) -> Option<Rc<str>> {
    match &program.ty(ty).kind {
        TypeKind::Bool => commands.add(format!("(declare-const {name} Bool)")),
        TypeKind::Int(_) | TypeKind::Modular(_) => {
            // Only where the range fits.
            fits(&Set::of_type(program, ty)).then_some(())?;
            commands.add(format!("(declare-const {name} (_ BitVec 64))"));
        }
        TypeKind::Float(float) => {
            let (bits, sort) = match float.format {
                FloatFormat::F32 => (32, "(_ FloatingPoint 8 24)"),
                FloatFormat::F64 => (64, "(_ FloatingPoint 11 53)"),
            };
            commands.add(format!("(declare-const {name}b (_ BitVec {bits}))"));
            commands.add(format!("(define-fun {name} () {sort} ({} {name}b))", to_fp(float.format)));
        }
        TypeKind::Array(_) | TypeKind::Record(_) => return None,
    }
    Some(name.into())
}

/// That a value lies in a set.
fn inside(term: &str, set: &Set, format: Option<FloatFormat>) -> Option<String> {
    match set {
        Set::Int(Some(low), Some(high)) => {
            Some(format!("(assert (and (bvsle {} {term}) (bvsle {term} {})))", word(low), word(high)))
        }
        Set::Float(floats) if *floats == Floats::ALL => None,
        Set::Float(floats) => {
            let format = format?;
            let (low, high) = (float(floats.low, format), float(floats.high, format));
            let number = format!("(and (fp.leq {low} {term}) (fp.leq {term} {high}))");
            Some(if floats.nan {
                format!("(assert (or (fp.isNaN {term}) {number}))")
            } else {
                format!("(assert {number})")
            })
        }
        Set::Bool(true, false) => Some(format!("(assert (not {term}))")),
        Set::Bool(false, true) => Some(format!("(assert {term})")),
        _ => None,
    }
}

/// Whether integers fit in a word, with room for a sign change.
fn fits(set: &Set) -> bool {
    let limit = Int::pow2(62);
    matches!(set, Set::Int(Some(low), Some(high)) if -limit.clone() < *low && *high < limit)
}

fn to_fp(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::F32 => "(_ to_fp 8 24)",
        FloatFormat::F64 => "(_ to_fp 11 53)",
    }
}

/// A float as a literal, by its bits.
fn float(value: f64, format: FloatFormat) -> String {
    match format {
        FloatFormat::F32 => format!("({} #x{:08x})", to_fp(format), (value as f32).to_bits()),
        FloatFormat::F64 => format!("({} #x{:016x})", to_fp(format), value.to_bits()),
    }
}

/// An integer that fits as a literal.
fn word(value: &Int) -> String {
    format!("#x{:016x}", value.to_i64().unwrap_or(0))
}

fn rounding_mode(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::NearestAway => "RNA",
        Rounding::NearestEven => "RNE",
        Rounding::Truncate => "RTZ",
        Rounding::Floor => "RTN",
        Rounding::Ceiling => "RTP",
    }
}

impl Explorer<'_> {
    /// The term of an input or choice, declared with the range of its set.
    pub(super) fn input_term(
        &self,
        at: usize,
        ty: TypeId,
        set: &Set,
        commands: &mut Commands,
        named: &mut Vec<(usize, String)>,
    ) -> Option<Rc<str>> {
        let term = declared(self.program, ty, &format!("in{at}"), commands)?;
        let format = crate::interp::eval::float_format(self.program, ty);
        inside(&term, set, format).into_iter().for_each(|range| commands.add(range));
        let bits = if format.is_some() { format!("{term}b") } else { term.to_string() };
        named.push((at, bits));
        Some(term)
    }

    /// A value of the type that nothing is known about but its set.
    pub(super) fn fresh_term(&mut self, state: &mut State, ty: TypeId, set: &Set) -> Option<Rc<str>> {
        let name = self.name();
        let term = declared(self.program, ty, &name, &mut state.commands)?;
        let format = crate::interp::eval::float_format(self.program, ty);
        inside(&term, set, format).into_iter().for_each(|range| state.commands.add(range));
        Some(term)
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    /// The term of a value that is assigned; long ones get a name.
    pub(super) fn value_term(&mut self, state: &mut State, value: ExprId, set: &Set) -> Option<Rc<str>> {
        let ty = self.procedure(state).exprs[value].ty;
        let Some(text) = self.term(state, value) else { return self.fresh_term(state, ty, set) };
        if text.len() <= LONG {
            return Some(text.into());
        }
        let sort = match &self.program.ty(ty).kind {
            TypeKind::Bool => "Bool",
            TypeKind::Int(_) | TypeKind::Modular(_) => "(_ BitVec 64)",
            TypeKind::Float(float) if float.format == FloatFormat::F32 => "(_ FloatingPoint 8 24)",
            TypeKind::Float(_) => "(_ FloatingPoint 11 53)",
            _ => return None,
        };
        let name = self.name();
        state.commands.add(format!("(define-fun {name} () {sort} {text})"));
        Some(name.into())
    }

    /// Adds what a condition says, if it has a term.
    pub(super) fn assert_term(&mut self, state: &mut State, condition: ExprId, truth: bool) {
        if let Some(term) = self.term(state, condition) {
            state.commands.add(if truth { format!("(assert {term})") } else { format!("(assert (not {term}))") });
        }
    }

    /// Asks whether a check can fail here.
    pub(super) fn ask(&mut self, state: &State, check: crate::ir::CheckId, condition: ExprId) {
        let mut script = String::from("(set-logic QF_FPBV)\n");
        script += &state.commands.text();
        // Without a term only the path can exclude the failure.
        if let Some(term) = self.term(state, condition) {
            let _ = write!(script, "\n(assert (not {term}))");
        }
        script += "\n(check-sat)\n";
        let names: Vec<String> = state.named.iter().map(|(_, name)| name.clone()).collect();
        let values = if names.is_empty() { String::new() } else { format!("(get-value ({}))\n", names.join(" ")) };
        let inputs = state.named.iter().map(|(at, _)| *at).collect();
        self.questions.push(Question { check, script, values, inputs, choices: self.choices.clone() });
    }

    /// Asks whether a run comes here, where the path is cut off.
    pub(super) fn cut(&mut self, state: &State, loc: crate::ir::Loc, recursion: bool) {
        let script = format!("(set-logic QF_FPBV)\n{}\n(check-sat)\n", state.commands.text());
        self.cuts.push(Cut { loc, recursion, script });
    }

    /// The term of an expression of the running procedure.
    fn term(&mut self, state: &State, id: ExprId) -> Option<String> {
        if !self.tick() {
            return None;
        }
        let procedure = self.procedure(state);
        let node = &procedure.exprs[id];
        let ty = node.ty;
        let format = crate::interp::eval::float_format(self.program, ty);
        // What has one value needs no formula.
        match self.eval(state, id, &mut Bound::new()).value() {
            Some(Value::Bool(value)) => return Some(value.to_string()),
            Some(Value::Int(value)) => {
                let set = Set::Int(Some(value.clone()), Some(value.clone()));
                return fits(&set).then(|| word(&value));
            }
            Some(Value::Float(value)) => return Some(float(value, format?)),
            _ => {}
        }
        let two =
            |explorer: &mut Self, a: ExprId, b: ExprId| Some((explorer.term(state, a)?, explorer.term(state, b)?));
        match &node.kind {
            ExprKind::Var(var) => self.var_term(state, *var),
            ExprKind::Unary(op, a) => {
                let operand = procedure.exprs[*a].ty;
                let term = self.term(state, *a)?;
                let integer = matches!(self.program.ty(operand).kind, TypeKind::Int(_));
                unary(*op, &term, format.is_some(), integer)
            }
            ExprKind::Binary(BinaryOp::Pow, a, n) => {
                format?;
                self.power(state, *a, *n)
            }
            ExprKind::Binary(op, a, b) => self.binary_term(state, id, *op, (*a, *b)),
            ExprKind::And(a, b) => two(self, *a, *b).map(|(a, b)| format!("(and {a} {b})")),
            ExprKind::Or(a, b) => two(self, *a, *b).map(|(a, b)| format!("(or {a} {b})")),
            ExprKind::Implies(a, b) => two(self, *a, *b).map(|(a, b)| format!("(=> {a} {b})")),
            ExprKind::Ite(c, a, b) => {
                let condition = self.term(state, *c)?;
                let (a, b) = two(self, *a, *b)?;
                Some(format!("(ite {condition} {a} {b})"))
            }
            ExprKind::Convert(conversion, a) => self.converted(state, *conversion, *a, format),
            _ => None,
        }
    }

    /// A power with a small constant exponent that is a product, by squaring, as the interpreter does it; the product
    /// with one is exact.
    fn power(&mut self, state: &State, a: ExprId, exponent: ExprId) -> Option<String> {
        let Some(Value::Int(n)) = self.eval(state, exponent, &mut Bound::new()).value() else { return None };
        let product = self.procedure(state).exprs.is_product(exponent);
        let mut left = n.to_i64().filter(|n| (1..=4).contains(n) && product)?;
        let mut factor = self.term(state, a)?;
        let mut result: Option<String> = None;
        while left > 0 {
            if left % 2 == 1 {
                result = Some(match result {
                    None => factor.clone(),
                    Some(result) => format!("(fp.mul RNE {result} {factor})"),
                });
            }
            left /= 2;
            if left > 0 {
                factor = format!("(fp.mul RNE {factor} {factor})");
            }
        }
        result
    }

    /// The term of the expression `id`, an operation on two operands.
    fn binary_term(&mut self, state: &State, id: ExprId, op: BinaryOp, (a, b): (ExprId, ExprId)) -> Option<String> {
        let operand = self.procedure(state).exprs[a].ty;
        let (x, y) = (self.term(state, a)?, self.term(state, b)?);
        if crate::interp::eval::float_format(self.program, operand).is_some() {
            return float_binary(op, &x, &y);
        }
        match self.program.ty(operand).kind {
            TypeKind::Bool if op == BinaryOp::Eq => Some(format!("(= {x} {y})")),
            TypeKind::Bool if op == BinaryOp::Ne => Some(format!("(not (= {x} {y}))")),
            TypeKind::Int(_) => {
                if !op.is_comparison() && !fits(&self.eval(state, id, &mut Bound::new())) {
                    return None;
                }
                let (zero_low, zero_high) = match self.eval(state, b, &mut Bound::new()) {
                    Set::Int(Some(low), Some(high)) => (low, high),
                    _ => return None,
                };
                let may_be_zero = zero_low <= Int::ZERO && Int::ZERO <= zero_high;
                int_binary(op, &x, &y, may_be_zero)
            }
            TypeKind::Modular(_) if op.is_comparison() => int_binary(op, &x, &y, true),
            _ => None,
        }
    }

    fn converted(
        &mut self,
        state: &State,
        conversion: Conversion,
        a: ExprId,
        format: Option<FloatFormat>,
    ) -> Option<String> {
        let set = self.eval(state, a, &mut Bound::new());
        let term = self.term(state, a)?;
        match conversion {
            Conversion::IntToFloat | Conversion::FloatToFloat => Some(format!("({} RNE {term})", to_fp(format?))),
            Conversion::FloatToInt(rounding) => {
                let (low, high) = set.floats()?;
                let limit = 2f64.powi(61);
                (-limit < low && high < limit).then(|| format!("((_ fp.to_sbv 64) {} {term})", rounding_mode(rounding)))
            }
            Conversion::ModularToInt => Some(term),
            Conversion::BoolToInt => Some(format!("(ite {term} #x{:016x} #x{:016x})", 1, 0)),
            _ => None,
        }
    }

    fn var_term(&self, state: &State, var: VarId) -> Option<String> {
        Some(state.slot(self.program, var)?.term.as_deref()?.to_string())
    }
}

/// An operation on a float or, if `integer`, on a word of 64 bits.
fn unary(op: UnaryOp, term: &str, float: bool, integer: bool) -> Option<String> {
    Some(match op {
        UnaryOp::Not => format!("(not {term})"),
        UnaryOp::IsFinite => format!("(not (or (fp.isNaN {term}) (fp.isInfinite {term})))"),
        UnaryOp::IsNegative => format!("(fp.isNegative {term})"),
        UnaryOp::Neg if float => format!("(fp.neg {term})"),
        UnaryOp::Abs if float => format!("(fp.abs {term})"),
        UnaryOp::Neg if integer => format!("(bvneg {term})"),
        UnaryOp::Abs if integer => format!("(ite (bvslt {term} #x{:016x}) (bvneg {term}) {term})", 0),
        UnaryOp::Sqrt => format!("(fp.sqrt RNE {term})"),
        UnaryOp::FloatRound(rounding) => format!("(fp.roundToIntegral {} {term})", rounding_mode(rounding)),
        _ => return None,
    })
}

fn float_binary(op: BinaryOp, x: &str, y: &str) -> Option<String> {
    Some(match op {
        BinaryOp::Add => format!("(fp.add RNE {x} {y})"),
        BinaryOp::Sub => format!("(fp.sub RNE {x} {y})"),
        BinaryOp::Mul => format!("(fp.mul RNE {x} {y})"),
        BinaryOp::Div => format!("(fp.div RNE {x} {y})"),
        BinaryOp::Min => format!("(ite (fp.leq {x} {y}) {x} {y})"),
        BinaryOp::Max => format!("(ite (fp.geq {x} {y}) {x} {y})"),
        BinaryOp::Eq => format!("(fp.eq {x} {y})"),
        BinaryOp::Ne => format!("(not (fp.eq {x} {y}))"),
        BinaryOp::Lt => format!("(fp.lt {x} {y})"),
        BinaryOp::Le => format!("(fp.leq {x} {y})"),
        BinaryOp::Gt => format!("(fp.gt {x} {y})"),
        BinaryOp::Ge => format!("(fp.geq {x} {y})"),
        _ => return None,
    })
}

fn int_binary(op: BinaryOp, x: &str, y: &str, may_be_zero: bool) -> Option<String> {
    Some(match op {
        BinaryOp::Add => format!("(bvadd {x} {y})"),
        BinaryOp::Sub => format!("(bvsub {x} {y})"),
        BinaryOp::Mul => format!("(bvmul {x} {y})"),
        BinaryOp::Div | BinaryOp::Rem | BinaryOp::Mod if may_be_zero => return None,
        BinaryOp::Div => format!("(bvsdiv {x} {y})"),
        BinaryOp::Rem => format!("(bvsrem {x} {y})"),
        BinaryOp::Mod => format!("(bvsmod {x} {y})"),
        BinaryOp::Min => format!("(ite (bvsle {x} {y}) {x} {y})"),
        BinaryOp::Max => format!("(ite (bvsge {x} {y}) {x} {y})"),
        BinaryOp::Eq => format!("(= {x} {y})"),
        BinaryOp::Ne => format!("(not (= {x} {y}))"),
        BinaryOp::Lt => format!("(bvslt {x} {y})"),
        BinaryOp::Le => format!("(bvsle {x} {y})"),
        BinaryOp::Gt => format!("(bvsgt {x} {y})"),
        BinaryOp::Ge => format!("(bvsge {x} {y})"),
        _ => return None,
    })
}
