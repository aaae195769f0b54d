//! Helpers for tests: short forms of the builder's calls, and verdicts on the checks of encoded programs.

use crate::encode::Encoded;
use crate::interp::Value;
use crate::ir::{BinaryOp, Builder, CheckId, ExprId, Loc, Program, Range, Type, TypeId};
use crate::notation::{Notation, Operator};
use horn_solver::engine::Context;
use horn_solver::engine::table::EngineId;
use horn_solver::preprocess::{PassContext, preprocess};
use horn_solver::smt::{CancelToken, FindRequest, SmtConfig, SmtSolver, find, tools_dirs};
use horn_solver::system::{Model, Verdict};
use std::time::Duration;

/// A notation for tests: brackets instead of keywords.
pub struct Plain;

impl Notation for Plain {
    fn value(&self, _: &Program, _: TypeId, value: &Value) -> String {
        match value {
            Value::Bool(value) => self.truth(*value).to_string(),
            Value::Int(value) => value.to_string(),
            Value::Float(value) => value.to_string(),
            Value::Array(_) | Value::Record(_) | Value::Open => "[…]".to_string(),
        }
    }

    fn truth(&self, value: bool) -> &'static str {
        if value { "yes" } else { "no" }
    }

    fn operator(&self, operator: Operator) -> Option<&'static str> {
        match operator {
            Operator::And => Some("&"),
            Operator::Equal => Some("=="),
            _ => None,
        }
    }

    fn not(&self, condition: &str) -> String {
        format!("!{condition}")
    }

    fn component(&self, array: &str, index: &[String]) -> String {
        format!("{array}[{}]", index.join("]["))
    }

    fn on_entry(&self, _: &str) -> Option<String> {
        None
    }

    fn assignment(&self, target: &str, value: &str) -> String {
        format!("{target} <- {value}")
    }

    fn call(&self, callee: &str, arguments: &[(String, String)]) -> String {
        let values: Vec<&str> = arguments.iter().map(|(_, value)| value.as_str()).collect();
        format!("{callee}({})", values.join(","))
    }
}

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

/// The configuration of an SMT solver. Panics if there is none.
pub fn config() -> SmtConfig {
    let (variable, path) = (std::env::var_os("HORNSOLVE_SMT"), std::env::var_os("PATH"));
    let tools = tools_dirs(&std::env::current_exe().expect("the test binary has a path"));
    let request =
        FindRequest { explicit: None, hornsolve_smt: variable.as_deref(), tools: &tools, path: path.as_deref() };
    SmtConfig::new(&find(&request).expect("the tests need an SMT solver"))
}

/// An SMT solver. Panics if there is none.
pub fn solver() -> SmtSolver {
    SmtSolver::new(config(), CancelToken::with_timeout(Duration::from_secs(60)))
}

/// Decides checks with one engine.
pub struct Verdicts {
    engine: EngineId,
    smt: SmtConfig,
    seconds: u64,
}

impl Verdicts {
    /// With the engine of that name; `seconds` for each check. Panics if there is no such engine, or no SMT solver.
    pub fn new(engine: &str, seconds: u64) -> Verdicts {
        Verdicts { engine: EngineId::find(engine).expect("the engine exists"), smt: config(), seconds }
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
        self.engine.make().solve(&mut cx, &simplified)
    }

    /// The verdict on the system as it was encoded; a refutation is one of the whole system.
    pub fn certified(&mut self, encoded: &Encoded, check: CheckId) -> Verdict {
        let (system, origins) = encoded.only(&[check]);
        if !system.clauses.iter().any(|clause| clause.is_query()) {
            return Verdict::Sat(Model { definitions: Vec::new() });
        }
        let cancel = CancelToken::with_timeout(Duration::from_secs(self.seconds));
        let mut cx = Context::new(encoded.store.clone(), self.smt.clone(), cancel);
        match self.engine.make().solve(&mut cx, &system) {
            Verdict::Unsat(mut refutation) => {
                refutation.steps.iter_mut().for_each(|step| step.clause = origins[step.clause.index()]);
                Verdict::Unsat(refutation)
            }
            other => other,
        }
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
