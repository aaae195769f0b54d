//! Engines against systems whose answer is known in advance, and against each other.
//!
//! `HORNSOLVE_SEEDS` multiplies the number of seeds, for long runs.

mod support;

use horn_solver::engine::table::EngineId;
use std::time::{Duration, Instant};
use support::generate::{Generator, wild, with_hidden_derivation, with_hidden_model};
use support::{Answer, run};

/// What one engine may take for one system; what takes longer counts as unknown. Most answers come in a fraction of the
/// least.
const LIMITS: (Duration, Duration) = (Duration::from_millis(40), Duration::from_millis(400));
/// For so many systems every engine gets the whole limit, and a good part of them must be decided.
const THOROUGH: u64 = 20;
/// What a test should take; the limit shrinks when the machine is slow.
const BUDGET: Duration = Duration::from_secs(30);

/// Asks every engine about the systems of some seeds; `judge` sees the answers and what was asked.
fn ask_all(
    name: &str,
    seeds: std::ops::Range<u64>,
    make: fn(u64) -> Generator,
    judge: impl Fn(&str, &[(&'static str, Answer)]),
) {
    let factor = std::env::var("HORNSOLVE_SEEDS").ok().and_then(|v| v.parse::<u64>().ok()).unwrap_or(1);
    let (mut asked, mut known) = (0, 0);
    let count = (seeds.end - seeds.start) * factor;
    let (start, budget) = (Instant::now(), BUDGET * factor as u32);
    for seed in seeds.start..seeds.start + count {
        // A run in four or so needs the whole limit.
        let runs = (seeds.start + count - seed) as u32 * EngineId::ALL.len() as u32;
        let share = (budget.saturating_sub(start.elapsed()) * 4 / runs).clamp(LIMITS.0, LIMITS.1);
        let thorough = seed < seeds.start + THOROUGH;
        let limit = if thorough { LIMITS.1 } else { share };
        let g = make(seed);
        let what = format!("{name}, seed {seed}");
        let answers: Vec<(&'static str, Answer)> = EngineId::ALL
            .iter()
            .map(|engine| (engine.name(), run(*engine, &g.store, &g.system, limit, &what)))
            .collect();
        let text = || horn_solver::smtlib::system_text(&g.store, &g.system);
        asked += usize::from(thorough);
        known += usize::from(thorough && answers.iter().any(|(_, answer)| *answer != Answer::Unknown));
        let contradiction =
            answers.iter().any(|(_, a)| *a == Answer::Sat) && answers.iter().any(|(_, a)| *a == Answer::Unsat);
        assert!(!contradiction, "{what}: {answers:?}\n{}", text());
        judge(&format!("{what}\n{}", text()), &answers);
    }
    // Engines that give up on everything would pass the rest.
    assert!(known * 4 >= asked, "{name}: only {known} of {asked} systems were decided");
}

#[test]
fn hidden_models_are_never_refuted() {
    ask_all("hidden model", 0..200, with_hidden_model, |what, answers| {
        assert!(answers.iter().all(|(_, answer)| *answer != Answer::Unsat), "{what}: {answers:?}");
    });
}

#[test]
fn hidden_derivations_are_never_excluded() {
    ask_all("hidden derivation", 0..200, with_hidden_derivation, |what, answers| {
        assert!(answers.iter().all(|(_, answer)| *answer != Answer::Sat), "{what}: {answers:?}");
    });
}

#[test]
fn engines_do_not_contradict_each_other() {
    ask_all("wild", 0..140, wild, |_, _| {});
}
