//! Benchmark inputs with known verdicts, and the comparison runner.
