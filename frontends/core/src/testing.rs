//! Helpers for tests: short forms of the builder's calls, and verdicts on the checks of encoded programs.

use crate::encode::Encoded;
use crate::ir::{BinaryOp, Builder, CheckId, ExprId, Loc, Program, Range, Type, TypeId};
use horn_solver::engine::Context;
use horn_solver::engine::select::{EngineEntry, find_engine};
use horn_solver::preprocess::{PassContext, preprocess};
use horn_solver::smt::{CancelToken, FindRequest, SmtConfig, find, tools_dirs};
use horn_solver::system::{Model, Verdict};
use std::time::Duration;

/// The place of everything in hand-made programs.
pub const L: Loc = Loc::NONE;

/// GNAT's `Integer`.
pub fn integer(program: &mut Program) -> TypeId {
    program.add_type(Type::int("Integer", Range::signed(32), Range::signed(32)))
}

/// An operation on two operands.
pub fn binary(b: &mut Builder, op: BinaryOp, left: ExprId, right: ExprId, ty: TypeId) -> ExprId {
    b.binary(op, left, right, ty, L)
}

/// Decides checks with one engine.
pub struct Verdicts {
    engine: &'static EngineEntry,
    smt: SmtConfig,
    seconds: u64,
}

impl Verdicts {
    /// With the engine of that name; `seconds` for each check. Panics if there is no such engine, or no SMT solver.
    pub fn new(engine: &str, seconds: u64) -> Verdicts {
        let (variable, path) = (std::env::var_os("HORNSOLVE_SMT"), std::env::var_os("PATH"));
        let tools = tools_dirs(&std::env::current_exe().expect("the test binary has a path"));
        let request =
            FindRequest { explicit: None, hornsolve_smt: variable.as_deref(), tools: &tools, path: path.as_deref() };
        let smt = SmtConfig::new(&find(&request).expect("the tests need an SMT solver"));
        Verdicts { engine: find_engine(engine).expect("the engine exists"), smt, seconds }
    }

    /// The engine's verdict on the queries of one check. A model or refutation is one of the simplified system.
    pub fn verdict(&mut self, encoded: &Encoded, check: CheckId) -> Verdict {
        let (system, _) = encoded.only(&[check]);
        let cancel = CancelToken::with_timeout(Duration::from_secs(self.seconds));
        let mut store = encoded.store.clone();
        let simplified = preprocess(&mut PassContext::new(&mut store, &cancel), &system).system;
        if !simplified.clauses.iter().any(|clause| clause.is_query()) {
            return Verdict::Sat(Model { definitions: Vec::new() });
        }
        let mut cx = Context::new(store, self.smt.clone(), cancel);
        (self.engine.make)().solve(&mut cx, &simplified)
    }

    /// The verdict in a word.
    pub fn decide(&mut self, encoded: &Encoded, check: CheckId) -> &'static str {
        match self.verdict(encoded, check) {
            Verdict::Sat(_) => "holds",
            Verdict::Unsat(_) => "fails",
            Verdict::Unknown(reason) => {
                eprintln!("check {}: unknown: {reason}", check.0);
                "unknown"
            }
        }
    }
}
