//! The engine `ai`: abstract interpretation alone. It answers `sat` where the invariants exclude every query, else
//! `unknown`.

use super::{Limits, analyse};
use crate::engine::{Context, Engine};
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
