//! The limits of the engine `zones`: each is an amount beyond which something is left out or given up, and says of
//! what.

/// All limits.
pub(super) struct Limits {
    /// Most numbers of a clause.
    pub dimensions: usize,
    /// Factors of a sum are not larger.
    pub factor: i64,
    /// The largest common denominator, and scaled number.
    pub scale: i64,
    /// The largest number, times the denominator.
    pub number: i64,
    /// Most numbers that one argument is compared with, to tell its values apart.
    pub cells: usize,
    /// A set of values is split where it lies in so many cells of an argument at most.
    pub split: usize,
    /// Most sets of values.
    pub sets: usize,
    /// How often a set grows before its bounds are widened.
    pub growth: usize,
    /// How often all sets are narrowed in the end.
    pub narrowing: usize,
    /// The work: nodes and bounds that are looked at.
    pub fuel: u64,
}

/// The limits in use.
pub(super) const LIMITS: Limits = Limits {
    dimensions: 160,
    factor: 1 << 20,
    scale: 1 << 20,
    number: 1 << 50,
    cells: 40,
    split: 5,
    sets: 4_000,
    growth: 16,
    narrowing: 2,
    fuel: 2_000_000_000,
};
