//! The table of engines.

use super::Engine;
use super::accel::Accel;
use super::ai::AbstractInterpretation;
use super::bmc::Bmc;
use super::expand::Expand;
use super::functions::Functions;
use super::joined::Joined;
use super::orders::Orders;
use super::pa::Pa;
use super::pdr::{Forward, Pdr};
use super::phases::Phases;
use super::templates::Templates;
use super::transition::{Imc, Kind, PdKind, Tpa};
use super::zones::Zones;
use crate::instrument::search::Instrument;
use crate::reduce::parametric::Parametric;
use crate::reduce::{Learnt, Reduced};

macro_rules! engines {
    ($($id:ident = $name:literal, $help:literal, $make:expr;)*) => {
        /// An engine of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum EngineId {
            $(#[doc = $help] $id,)*
        }

        impl EngineId {
            /// All engines, in the order of their names.
            pub const ALL: &'static [EngineId] = &[$(EngineId::$id),*];

            /// The name on the command line.
            pub fn name(self) -> &'static str {
                match self { $(EngineId::$id => $name,)* }
            }

            /// One line of help.
            pub fn help(self) -> &'static str {
                match self { $(EngineId::$id => $help,)* }
            }

            /// A fresh engine.
            pub fn make(self) -> Box<dyn Engine> {
                match self { $(EngineId::$id => Box::new($make),)* }
            }
        }
    };
}

// A new engine is a folder and a row here; a schedule that is to use it has a row for it in `schedule`.
engines! {
    Accel = "accel", "bounded unrolling with counting loops accelerated: deep refutations", Accel::bmc();
    AccelPdr = "accel-pdr", "pdr with clauses that take counting loops at once", Accel::with("accel-pdr", pdr);
    Ai = "ai", "abstract interpretation alone; answers sat or unknown", AbstractInterpretation::default();
    Bmc = "bmc", "bounded unrolling: finds shallow refutations, decides what is not recursive", Bmc::default();
    Cells = "cells", "pdr over single array cells: quantified invariants for arrays", Reduced::cells(parametric, pdr);
    Counts = "counts", "recursive datatypes as counts of elements and heights: invariants about these",
        Reduced::counts(pdr);
    Expand = "expand", "executions, and unrolling with aggregates and quantifiers written out: refutations", Expand;
    Folds = "folds", "recursive datatypes as folds that spurious derivations ask for: orders, extremes, ends, sums",
        Learnt::new(pdr);
    Forward = "forward", "saturation from the facts upwards: refutations with much sharing, finite systems", Forward;
    Functions = "functions", "relations over datatypes as recursive functions: theorems by induction, refutations by evaluation",
        Functions;
    Imc = "imc", "interpolation-based model checking of the system as one transition relation", Imc;
    Instrument = "instrument", "pdr with ghosts for aggregates, quantifiers over intervals and products",
        Instrument::new(parametric);
    Intblast = "intblast", "pdr with bit-vectors turned into integers", Reduced::int_blast(pdr);
    Joined = "joined", "pdr over joined clauses: parallel clauses become one with a disjunction", Joined::new(pdr);
    Kind = "kind", "k-induction over the system as one transition relation", Kind;
    Orders = "orders", "orders of pairs of cells: sorting, partitioning, reversing", Orders;
    Pa = "pa", "predicate abstraction refined by interpolation", Pa::default();
    Parametric = "parametric", "pdr with large constants turned into parameters first", Parametric::new(pdr);
    PdKind = "pdkind", "property-directed k-induction over the system as one transition relation", PdKind;
    Pdr = "pdr", "property-directed reachability with model-based projection", Pdr;
    Phases = "phases", "pdr (instrument) over loops split by conditions that change once", Phases::new(pdr, instrument);
    Sizes = "sizes", "recursive datatypes as their sizes and sums: invariants about these", Reduced::sizes(pdr);
    Templates = "templates", "linear invariants that executions suggest", Templates;
    Tpa = "tpa", "transition power abstraction over one transition relation: deep refutations", Tpa;
    Zones = "zones", "bounds on differences for each mode: clocks, protocols; answers sat or unknown", Zones;
}

fn pdr() -> Box<dyn Engine> {
    EngineId::Pdr.make()
}

fn instrument() -> Box<dyn Engine> {
    EngineId::Instrument.make()
}

fn parametric() -> Box<dyn Engine> {
    EngineId::Parametric.make()
}

impl EngineId {
    /// The engine of that name.
    pub fn find(name: &str) -> Option<EngineId> {
        EngineId::ALL.iter().copied().find(|engine| engine.name() == name)
    }
}
