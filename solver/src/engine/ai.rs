//! The engine `ai`: abstract interpretation alone. It answers `sat` where the invariants exclude every query, else
//! `unknown`.

use super::{Context, Engine};
use crate::domain::{Limits, analyse};
use crate::system::{Reason, System, Verdict};

/// The engine. Its answer takes milliseconds on small systems and is bounded by [`Limits::steps`] on large ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct AbstractInterpretation {
    /// What the analysis may cost.
    pub limits: Limits,
}

impl Engine for AbstractInterpretation {
    fn name(&self) -> &'static str {
        "ai"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        let invariants = analyse(&cx.store, system, &cx.cancel, self.limits);
        if invariants.excludes_queries(system) {
            return Verdict::Sat(invariants.model(&mut cx.store, system, None));
        }
        match cx.check() {
            Err(reason) => Verdict::Unknown(reason),
            Ok(()) if !invariants.complete => {
                Verdict::Unknown(Reason::Incomplete("the analysis ran out of steps".into()))
            }
            Ok(()) => Verdict::Unknown(Reason::Incomplete("the invariants do not exclude every query".into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::tests::{check_model, flagged};
    use crate::smt::{CancelToken, SmtBinary, SmtConfig, SolverKind};
    use crate::term::Store;

    #[test]
    fn the_engine_answers_sat_with_a_model_or_unknown() {
        let mut s = Store::new();
        let (safe, open) = (flagged(&mut s, 3), flagged(&mut s, 4));
        // The engine starts no process, so the binary need not exist.
        let smt = SmtConfig::new(&SmtBinary { path: "none".into(), kind: SolverKind::Other });
        let mut cx = Context::new(s, smt, CancelToken::new());
        let Verdict::Sat(model) = AbstractInterpretation::default().solve(&mut cx, &safe) else {
            panic!("sat expected")
        };
        check_model(&mut cx.store, &safe, &model.definitions, -3, 9);
        assert!(matches!(AbstractInterpretation::default().solve(&mut cx, &open), Verdict::Unknown(_)));
    }
}
