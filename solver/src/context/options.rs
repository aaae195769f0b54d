//! What the user may decide about the instrumentation, as plain data. `instrument` reads it from text.

/// Which operators are used, and how much of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstrumentOptions {
    /// Whether anything is instrumented at all.
    pub enabled: bool,
    /// The operators to use, by name; all if there are none.
    pub only: Vec<String>,
    /// How many intervals of one summary each predicate may track.
    pub ranges: usize,
    /// Whether sums may be tracked that the clauses compute without naming them. Models are no SMT-LIB then.
    pub implied: bool,
}

/// All operators.
pub static AUTO: InstrumentOptions = InstrumentOptions { enabled: true, only: Vec::new(), ranges: 8, implied: false };

impl Default for InstrumentOptions {
    fn default() -> InstrumentOptions {
        AUTO.clone()
    }
}
