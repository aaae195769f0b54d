//! Interpolants by `get-interpolants`, as SMTInterpol, OpenSMT and MathSAT offer it.
//!
//! Each node is asserted under a name; the command lists the names in post-order, a subtree that does not begin the
//! list in parentheses: `(get-interpolants a (b) c)` is the tree with root c above a and b. The answer lists one
//! formula per name but the last. Everything runs in a fresh process: a solver of this kind gave wrong interpolants
//! when used incrementally.

use super::horn::verify;
use super::{Interpolation, Interpolator, TreeProblem};
use crate::context::Context;
use crate::smt::names::SmtSort;
use crate::smt::print::SmtTerm;
use crate::smt::{Purpose, SmtConfig, Steps, read_term, run_script};
use crate::system::Reason;
use crate::term::{Sort, Store, TermId, free_vars};
use rsmt2::print::Sort2Smt;

/// Tree interpolation by a solver's own command.
#[derive(Clone, Debug)]
pub struct SmtLibInterpolator {
    /// The solver; not the one that answers other queries.
    pub smt: SmtConfig,
    /// Its logic, which these solvers want to know.
    pub logic: String,
    /// Most work for one problem.
    pub limit: Steps,
    /// Whether every interpolant is checked with the context's own solver. Leave it on unless measuring.
    pub verify: bool,
}

impl Interpolator for SmtLibInterpolator {
    fn name(&self) -> &'static str {
        "get-interpolants"
    }

    fn interpolate(&mut self, cx: &mut Context, problem: &TreeProblem) -> Result<Interpolation, Reason> {
        let script = self.script(&cx.store, problem)?;
        let parts: [&[u8]; 3] = [script.as_bytes(), b"(check-sat)\n", &get_interpolants(problem).into_bytes()];
        let answers =
            run_script(&self.smt, &cx.cancel, &mut cx.statistics, Purpose::Interpolation, &parts, Some(self.limit))?;
        let [setup, verdict, interpolants] = answers.as_slice() else {
            return Err(Reason::Smt("missing answers".to_string()));
        };
        if setup.contains("(error") {
            return Err(Reason::Smt(format!("the interpolating solver rejected the problem: {}", setup.trim())));
        }
        match verdict.trim() {
            "unsat" => {}
            "sat" => return Ok(Interpolation::Satisfiable),
            other => return Err(Reason::Incomplete(format!("the interpolating solver answered {other:?}"))),
        }
        let texts = split_list(interpolants)
            .filter(|texts| texts.len() + 1 == problem.nodes.len())
            .ok_or_else(|| Reason::Smt("the interpolating solver's answer is no list of interpolants".to_string()))?;
        let mut found = Vec::with_capacity(problem.nodes.len());
        for text in texts {
            found.push(read_term(&mut cx.store, text)?);
        }
        found.push(Store::FALSE);
        // The order of the answer is that of the command.
        let mut interpolants = vec![Store::FALSE; problem.nodes.len()];
        for (node, interpolant) in postorder(problem).into_iter().zip(found) {
            interpolants[node] = interpolant;
        }
        if self.verify {
            verify(cx, problem, &interpolants)?;
        }
        Ok(Interpolation::Interpolants(interpolants))
    }
}

impl SmtLibInterpolator {
    /// Declarations and named assertions.
    fn script(&self, store: &Store, problem: &TreeProblem) -> Result<String, Reason> {
        let mut text = format!(
            "(set-option :print-success false)\n(set-option :produce-interpolants true)\n(set-logic {})\n",
            self.logic
        );
        let formulas: Vec<TermId> = problem.nodes.iter().map(|n| n.formula).collect();
        if store.has_aggregate(&formulas) {
            return Err(Reason::Incomplete("interpolation over aggregates".to_string()));
        }
        for var in free_vars(store, &formulas) {
            let sort = store.sort_of(var);
            if matches!(store.sort(sort), Sort::Datatype(_)) {
                return Err(Reason::Incomplete("interpolation over datatypes".to_string()));
            }
            let mut name = Vec::new();
            SmtSort(store, sort).sort_to_smt2(&mut name).map_err(|e| Reason::Smt(e.to_string()))?;
            text += &format!("(declare-fun {} () {})\n", SmtTerm(store, var).text(), String::from_utf8_lossy(&name));
        }
        for (node, &formula) in formulas.iter().enumerate() {
            text += &format!("(assert (! {} :named n{node}))\n", SmtTerm(store, formula).text());
        }
        Ok(text)
    }
}

/// The nodes in the order of the command: subtrees one after the other, each before its root.
fn postorder(problem: &TreeProblem) -> Vec<usize> {
    let Some(root) = problem.nodes.len().checked_sub(1) else { return Vec::new() };
    let mut order = Vec::new();
    let mut stack = vec![(root, false)];
    while let Some((node, expanded)) = stack.pop() {
        if expanded {
            order.push(node);
        } else {
            stack.push((node, true));
            stack.extend(problem.nodes[node].children.iter().rev().map(|&c| (c, false)));
        }
    }
    order
}

/// The command for a problem.
fn get_interpolants(problem: &TreeProblem) -> String {
    enum Piece {
        Node(usize, bool),
        Text(&'static str),
    }
    let mut text = String::from("(get-interpolants");
    let Some(root) = problem.nodes.len().checked_sub(1) else { return text + ")\n" };
    let mut stack = vec![Piece::Node(root, false)];
    while let Some(piece) = stack.pop() {
        match piece {
            Piece::Text(piece) => text += piece,
            Piece::Node(node, true) => {
                if !text.ends_with('(') {
                    text.push(' ');
                }
                text += &format!("n{node}");
            }
            Piece::Node(node, false) => {
                stack.push(Piece::Node(node, true));
                for (at, &child) in problem.nodes[node].children.iter().enumerate().rev() {
                    if at == 0 {
                        stack.push(Piece::Node(child, false));
                    } else {
                        stack.extend([Piece::Text(")"), Piece::Node(child, false), Piece::Text(" (")]);
                    }
                }
            }
        }
    }
    text + ")\n"
}

/// The elements of the one list a text consists of. Names are ours and contain no quotes or parentheses.
fn split_list(text: &str) -> Option<Vec<&str>> {
    let inner = text.trim().strip_prefix('(')?.strip_suffix(')')?;
    let mut found = Vec::new();
    let (mut depth, mut start) = (0usize, None);
    for (at, byte) in inner.bytes().enumerate() {
        let ends_token = depth == 0 && (byte.is_ascii_whitespace() || byte == b'(');
        if ends_token && let Some(from) = start.take() {
            found.push(&inner[from..at]);
        }
        match byte {
            b'(' => {
                start.get_or_insert(at);
                depth += 1;
            }
            b')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    found.push(&inner[start.take()?..=at]);
                }
            }
            _ if !byte.is_ascii_whitespace() => {
                start.get_or_insert(at);
            }
            _ => {}
        }
    }
    if let Some(from) = start {
        found.push(&inner[from..]);
    }
    (depth == 0).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::super::TreeNode;
    use super::*;
    use crate::smt::testing::{binary, script};
    use crate::smt::{CancelToken, SolverKind};
    use crate::term::SortId;

    fn node(formula: TermId, children: &[usize]) -> TreeNode {
        TreeNode { formula, children: children.to_vec() }
    }

    #[test]
    fn trees_are_written_with_parentheses() {
        let t = Store::TRUE;
        let nodes = vec![node(t, &[]), node(t, &[]), node(t, &[0, 1]), node(t, &[]), node(t, &[2, 3])];
        assert_eq!(get_interpolants(&TreeProblem { nodes }), "(get-interpolants n0 (n1) n2 (n3) n4)\n");
        assert_eq!(get_interpolants(&TreeProblem::sequence(&[t, t, t])), "(get-interpolants n0 n1 n2)\n");
    }

    #[test]
    fn answers_are_lists() {
        assert_eq!(split_list("((<= a 0) true(or b (c)))\n"), Some(vec!["(<= a 0)", "true", "(or b (c))"]));
        assert_eq!(split_list("()"), Some(vec![]));
        assert_eq!(split_list("(a"), None);
        assert_eq!(split_list("(a))"), None);
        assert_eq!(split_list("unsat"), None);
    }

    /// Runs the dialect against a script that pretends to be a solver.
    fn run(verdict: &str, interpolants: &str) -> (Context, Result<Interpolation, Reason>) {
        let folder = tempfile::tempdir().unwrap();
        let body = format!(
            r#"while read -r line; do case "$line" in
                "(check-sat)") echo "{verdict}";;
                "(get-interpolants"*) echo "{interpolants}";;
                "(echo "*) echo "$line" | sed 's/(echo \(.*\))/\1/';;
            esac; done"#
        );
        let path = script(folder.path(), "fake", &body);
        let cancel = CancelToken::with_timeout(std::time::Duration::from_secs(30));
        let mut cx = Context::new(Store::new(), SmtConfig::new(&binary()), cancel);
        let x = cx.store.var(0, SortId::INT);
        let zero = cx.store.int(0);
        let (low, high) = (cx.store.lt(x, zero), cx.store.gt(x, zero));
        let smt = SmtConfig { binary: path, kind: SolverKind::Other, ..cx.smt.clone() };
        let mut dialect =
            SmtLibInterpolator { smt, logic: "QF_LIA".to_string(), limit: Steps::seconds(10), verify: true };
        let result = dialect.interpolate(&mut cx, &TreeProblem::sequence(&[low, high]));
        (cx, result)
    }

    #[test]
    fn a_scripted_solver_is_understood() {
        let (mut cx, result) = run("unsat", "((< v0.i 0))");
        let x = cx.store.var(0, SortId::INT);
        let zero = cx.store.int(0);
        let low = cx.store.lt(x, zero);
        assert_eq!(result, Ok(Interpolation::Interpolants(vec![low, Store::FALSE])));
        assert_eq!(run("sat", "").1, Ok(Interpolation::Satisfiable));
        // A wrong interpolant, a list of the wrong length, an unknown symbol, an undecided problem.
        assert!(matches!(run("unsat", "((> v0.i 0))").1, Err(Reason::Rejected(_))));
        assert!(matches!(run("unsat", "(true true)").1, Err(Reason::Smt(_))));
        assert!(matches!(run("unsat", "(strange)").1, Err(Reason::Smt(_))));
        assert!(matches!(run("unknown", "").1, Err(Reason::Incomplete(_))));
    }
}
