//! Which engines run when, for how long: all schedules, as data. Nothing else decides this.

use super::portfolio::Entrant;
use super::shape::Shape;
use super::table::EngineId;
use std::sync::Arc;
use std::time::Duration;

/// A place in a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Who runs.
    pub engine: EngineId,
    /// How many milliseconds after the start of the race at the earliest, while others run.
    pub delay: u64,
    /// How many milliseconds while others wait; `None` for as long as the race lasts.
    pub budget: Option<u64>,
}

impl Slot {
    /// At once, without a limit.
    pub fn now(engine: EngineId) -> Slot {
        Slot { engine, delay: 0, budget: None }
    }

    /// The engine of the table in this place.
    pub fn entrant(self) -> Entrant {
        Entrant {
            name: self.engine.name(),
            make: Arc::new(move || self.engine.make()),
            delay: Duration::from_millis(self.delay),
            budget: self.budget.map(Duration::from_millis),
        }
    }
}

/// A row of the schedule for clauses: the engine, for which systems, delay and budget in milliseconds (0: no limit).
type Row = (EngineId, fn(&Shape) -> bool, u64, u64);

/// The schedule for clauses. Two cores are the measure: the first engine starts at once, the second a little later, so
/// that what is easy for the first costs nothing more, the others when a place becomes free.
const CLAUSES: &[Row] = &[
    // What the last pass has done already is not done again.
    (EngineId::Ai, |s| !s.examined, 0, 0),
    // Derivations of few steps or few choices; to the others each step would be a question about all clauses. It ends
    // by itself, after a refutation of many steps with a long check.
    (EngineId::Expand, |s| s.many_clauses() && !s.aggregates && !s.quantifiers, 0, 0),
    // To the other engines aggregates are uninterpreted functions: their refutations would not be real ones.
    (EngineId::Instrument, |s| s.aggregates, 0, 0),
    (EngineId::Expand, |s| s.aggregates, 0, 0),
    // Bounded search is complete without recursion.
    (EngineId::Bmc, |s| !s.aggregates && s.recursive == 0, 0, 0),
    (EngineId::Pdr, |s| !s.aggregates, 0, 0),
    (EngineId::Pa, |s| !s.aggregates && s.recursive == 0, 200, 0),
    // Sizes that suffice are found at once. Theorems about functions need more, and most take a second or two; how
    // often elements occur half a second, where it is what matters; what is in order some seconds.
    (EngineId::Sizes, |s| s.searched() && s.recursive_data && !s.arrays, 0, 800),
    (EngineId::Functions, |s| s.searched() && s.recursive_data && !s.arrays, 0, 3_000),
    (EngineId::Counts, |s| s.searched() && s.recursive_data && !s.arrays, 0, 1_500),
    // Once and long: what it has learnt is gone with its turn.
    (EngineId::Folds, |s| s.searched() && s.recursive_data && !s.arrays, 0, 8_000),
    (EngineId::Functions, |s| s.searched() && s.recursive_data && !s.arrays, 0, 5_000),
    (EngineId::Counts, |s| s.searched() && s.recursive_data && !s.arrays, 0, 4_000),
    (EngineId::Sizes, |s| s.searched() && s.recursive_data, 0, 5_000),
    // Refutations of a few steps take an instant, and would wait for all that follows.
    (EngineId::Accel, |s| s.searched() && s.bit_vectors && !s.arrays, 0, 300),
    (EngineId::Intblast, |s| s.searched() && s.bit_vectors, 0, 8_000),
    // With quantifiers in sight ghosts come first: quantified claims are what they are for.
    (EngineId::Instrument, |s| s.searched() && s.arrays && s.quantifiers, 50, 8_000),
    (EngineId::Orders, |s| s.searched() && s.arrays && s.quantifiers && !s.datatypes, 50, 8_000),
    // Arrays in records: instances of few clauses are quick to solve and long to wait for.
    (EngineId::Bmc, |s| s.searched() && s.records(), 50, 700),
    (EngineId::Forward, |s| s.searched() && s.records(), 50, 2_000),
    // Most claims about arrays are a matter of some ten queries over ghosts, or false after a few steps.
    (EngineId::Forward, |s| s.searched() && s.plain_arrays(), 50, 200),
    // Loops with cursors, and most single ones, are a matter of a tenth of a second to single cells.
    (EngineId::Cells, |s| s.searched() && s.plain_arrays(), 50, 700),
    // Cells that are compared with each other: what is sorted takes one to six seconds, what is not is left at once.
    (EngineId::Orders, |s| s.searched() && s.plain_arrays() && s.orders, 50, 8_000),
    (EngineId::Instrument, |s| s.searched() && s.plain_arrays(), 50, 4_000),
    (EngineId::Orders, |s| s.searched() && s.plain_arrays() && !s.orders, 50, 4_000),
    // Single cells need no candidates: what ghosts have not found by now is often a second's work to them.
    (EngineId::Cells, |s| s.searched() && s.plain_arrays(), 50, 5_000),
    // Where unrolling shares nothing or states are large, facts are the better way forward.
    (EngineId::Forward, |s| s.searched() && s.rich() && !s.records(), 50, 3_000),
    (EngineId::Phases, |s| s.searched() && s.plain_arrays(), 50, 5_000),
    // Several loops over arrays take it five to ten seconds of processor time, where the engines behind find nothing.
    (EngineId::Instrument, |s| s.searched() && s.plain_arrays(), 50, 12_000),
    (EngineId::Instrument, |s| s.searched() && s.records() && !s.quantifiers, 50, 8_000),
    (EngineId::Instrument, |s| s.searched() && !s.arrays && s.summaries, 50, 8_000),
    (EngineId::Forward, |s| s.searched() && s.records(), 50, 3_000),
    (EngineId::Instrument, |s| s.searched() && s.divisions && !s.arrays && !s.summaries, 100, 2_000),
    // Cheap, and unlike the others: bounds that executions suggest, and what an execution happens to refute.
    // Refutations of a few steps take less than a second, and must not wait for those of thousands.
    (EngineId::Accel, |s| s.searched() && s.flat(), 100, 700),
    // Clocks with a few modes are a matter of two seconds, and of nobody else.
    (EngineId::Zones, |s| s.searched() && s.only_reals() && !s.rich(), 150, 4_000),
    // Four in five of what interpolants decide at all they decide in half a second.
    (EngineId::Imc, |s| s.searched() && s.flat() && !s.rich(), 150, 1_000),
    (EngineId::Templates, |s| s.searched() && s.flat(), 150, 2_000),
    // Loops that do one thing first and then another are solved at once when they are taken apart, others left at once.
    (EngineId::Phases, |s| s.searched() && s.flat(), 150, 3_000),
    (EngineId::Accel, |s| s.searched(), 100, 3_000),
    (EngineId::Forward, |s| s.searched() && !s.rich(), 150, 2_000),
    // Where facts are few, saturation ends; it starts again here, and needs some seconds more than its first turn had.
    (EngineId::Forward, |s| s.searched() && s.rich() && !s.arrays && !s.datatypes, 150, 8_000),
    (EngineId::Expand, |s| s.searched() && s.arrays && !s.quantifiers, 150, 1_500),
    (EngineId::Pa, |s| s.searched() && s.rich(), 200, 0),
    // What the engines above do not find in ten seconds is deep, or needs more than a predicate at a time.
    (EngineId::Pa, |s| s.searched() && !s.rich(), 200, 5_000),
    (EngineId::Kind, |s| s.searched() && !s.rich(), 200, 2_000),
    // Protocols with clocks and real numbers are what it was made for.
    (EngineId::PdKind, |s| s.searched() && s.only_reals() && !s.rich(), 200, 8_000),
    (EngineId::Tpa, |s| s.searched() && !s.rich(), 200, 10_000),
    (EngineId::Imc, |s| s.searched() && s.flat() && !s.rich(), 200, 4_000),
    (EngineId::Zones, |s| s.searched() && s.flat() && !s.rich() && !s.only_reals(), 200, 2_000),
    (EngineId::Pa, |s| s.searched() && !s.rich(), 200, 0),
    (EngineId::Bmc, |s| s.searched(), 200, 0),
    (EngineId::Expand, |s| s.quantifiers && !s.aggregates, 200, 0),
];

/// The default schedule for a system.
pub fn clauses(shape: &Shape) -> Vec<Slot> {
    let rows = CLAUSES.iter().filter(|(_, when, ..)| when(shape));
    rows.map(|&(engine, _, delay, budget)| Slot { engine, delay, budget: (budget > 0).then_some(budget) }).collect()
}

/// Makes all places wait so many milliseconds at least.
pub fn later(slots: &mut [Slot], delay: u64) {
    for slot in slots {
        slot.delay = slot.delay.max(delay);
    }
}

/// How the open checks of a program are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// What is left when arrays are dropped, for what is said of components of arrays.
    Components,
    /// All at once.
    Together,
    /// Those of each subprogram at once.
    Subprograms,
    /// One by one, for a while.
    Single,
    /// One by one, with all the time there is; the only one that a check which is alone from the start gets.
    Last,
    /// The same, of a check that was alone from the start.
    Alone,
}

/// A row of the schedule for programs: the stages and the systems that it is for, and the engines, none waiting for
/// another but for a free place. The first row that fits counts; where none does, the schedule for clauses.
type ProgramRow = (&'static [Stage], fn(&Shape) -> bool, &'static [EngineId]);

/// The schedule for programs. What is left over arrays is usually a matter of quantified invariants: these at once, not
/// after the others. Without arrays bounds that executions suggest prove most loops, and cheaply. Later stages begin
/// with another way to invariants, and since two engines run at a time, with what did not get a place.
const PROGRAMS: &[ProgramRow] = {
    use EngineId::{Accel, Bmc, Cells, Instrument, Orders, Pa, Parametric, Pdr, Phases, Templates};
    &[
        (&[Stage::Components], |_| true, &[Templates, Pdr]),
        (&[Stage::Together, Stage::Subprograms], |s| s.arrays && s.orders, &[Orders, Instrument, Pdr, Cells, Accel]),
        (&[Stage::Single], |s| s.arrays && s.orders, &[Orders, Instrument, Cells, Pdr, Accel]),
        (&[Stage::Alone], |s| s.arrays && s.orders, &[Orders, Cells, Instrument, Pdr, Accel]),
        (&[Stage::Last], |s| s.arrays && s.orders, &[Pdr, Orders, Instrument, Cells, Accel]),
        (&[Stage::Together, Stage::Subprograms], |s| s.arrays, &[Instrument, Pdr, Cells, Accel]),
        (&[Stage::Single], |s| s.arrays, &[Instrument, Cells, Orders, Pdr, Accel]),
        (&[Stage::Alone], |s| s.arrays, &[Cells, Instrument, Orders, Pdr, Accel]),
        (&[Stage::Last], |s| s.arrays, &[Pdr, Instrument, Cells, Accel]),
        (&[Stage::Together, Stage::Subprograms], Shape::linear_integers, &[Pdr, Templates, Phases, Accel, Bmc]),
        (&[Stage::Single], |_| true, &[Templates, Phases, Pa, Parametric]),
        (&[Stage::Last, Stage::Alone], |_| true, &[Parametric, Pa, Accel, Templates]),
    ]
};

/// The engines of a stage for a program's clauses; none for the schedule for clauses.
pub fn program(stage: Stage, shape: &Shape) -> &'static [EngineId] {
    let row = PROGRAMS.iter().find(|(stages, when, _)| stages.contains(&stage) && when(shape));
    row.map_or(&[], |(_, _, engines)| engines)
}

/// What the schedules leave out where arrays are to be treated as the SMT solver's alone.
pub const ONLY_SMT_ARRAYS: &[EngineId] = &[EngineId::Cells, EngineId::Orders];

/// What they leave out where arrays are to be treated as single cells alone. These over-approximate, so that
/// refutations have to come from unrolling.
pub const ONLY_CELLS: &[EngineId] = {
    use EngineId::{Ai, Expand, Forward, Instrument, Intblast, Kind, Orders, Pa, Pdr, Phases, Templates, Tpa};
    &[Ai, Expand, Forward, Instrument, Intblast, Kind, Orders, Pa, Pdr, Phases, Templates, Tpa]
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    /// The schedules of typical systems, as text.
    fn printed() -> String {
        let linear = Shape { clauses: 3, recursive: 1, linear: true, ..Shape::default() };
        let shapes = [
            ("no recursion", Shape { recursive: 0, ..linear }),
            ("linear", linear),
            ("linear, many clauses", Shape { clauses: 1_000, ..linear }),
            ("linear, examined", Shape { examined: true, ..linear }),
            ("nonlinear", Shape { linear: false, ..linear }),
            ("divisions", Shape { divisions: true, ..linear }),
            ("products", Shape { summaries: true, ..linear }),
            ("bit-vectors", Shape { bit_vectors: true, ..linear }),
            ("lists", Shape { datatypes: true, recursive_data: true, ..linear }),
            ("arrays", Shape { arrays: true, ..linear }),
            ("arrays, cells compared", Shape { arrays: true, orders: true, ..linear }),
            ("arrays, quantifiers", Shape { arrays: true, quantifiers: true, summaries: true, ..linear }),
            ("arrays in records", Shape { arrays: true, datatypes: true, ..linear }),
            ("aggregates", Shape { arrays: true, aggregates: true, summaries: true, ..linear }),
            ("reals", Shape { reals: true, ..linear }),
        ];
        let mut text = String::new();
        let arrays = shapes[9].1;
        let whole = shapes.iter().map(|(name, shape)| (*name, *shape, &[] as &[EngineId]));
        let parts = [("arrays, --arrays=smt", arrays, ONLY_SMT_ARRAYS), ("arrays, --arrays=cells", arrays, ONLY_CELLS)];
        for (name, shape, without) in whole.chain(parts) {
            let _ = write!(text, "{name}:");
            for slot in clauses(&shape).into_iter().filter(|slot| !without.contains(&slot.engine)) {
                let _ = write!(text, " {}", slot.engine.name());
                let _ = slot.budget.map_or(Ok(()), |budget| write!(text, "/{budget}"));
            }
            text.push('\n');
        }
        for (name, shape) in [("linear", linear), ("bit-vectors", shapes[7].1), ("arrays", arrays)] {
            use Stage::{Alone, Components, Last, Single, Subprograms, Together};
            for stage in [Components, Together, Subprograms, Single, Last, Alone] {
                let engines: Vec<&str> = program(stage, &shape).iter().map(|engine| engine.name()).collect();
                let _ = writeln!(text, "program, {name}, {stage:?}: {}", engines.join(" "));
            }
        }
        text
    }

    #[test]
    fn schedules_are_these() {
        // A change of a schedule needs a measurement; this text shows what has changed.
        let expected = include_str!("schedules.txt");
        assert_eq!(printed(), expected, "{}", printed());
    }

    #[test]
    fn every_engine_is_found_by_its_name() {
        for engine in EngineId::ALL {
            assert_eq!((EngineId::find(engine.name()), engine.make().name()), (Some(*engine), engine.name()));
        }
        assert!(EngineId::ALL.windows(2).all(|pair| pair[0].name() < pair[1].name()));
    }
}
