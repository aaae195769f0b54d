//! The commands `terms` and `finite`: random inputs for the solver and for an oracle, and the differences.

use crate::options::CrossCheck;
use horn_benchmarks::command::find;
use horn_benchmarks::crosscheck::{systems, terms};
use std::io::{self, Write};
use std::process::ExitCode;

/// Runs the comparison and prints the differences, then the counts. The exit code is 1 if there is a difference.
pub fn run(options: &CrossCheck) -> Result<ExitCode, String> {
    let z3 = find(&options.z3)?;
    let mut shown = 0;
    let mut show = |wrong: &[String]| {
        for difference in &wrong[shown..] {
            let _ = writeln!(io::stdout(), "{difference}\n");
        }
        shown = wrong.len();
    };
    let (summary, wrong) = if options.systems {
        let runner = systems::Runner {
            hornsolve: find("hornsolve")?,
            z3,
            checker: options.checker.as_deref().map(find).transpose()?,
            engines: options.engines.clone(),
            limit: options.timeout,
        };
        let o = runner.compare(options.seed, options.count, &mut |outcome| show(&outcome.wrong))?;
        let summary = format!(
            "{} systems, {} of them satisfiable: {} answers right, {} undecided; {} models accepted, {} left open by Z3; \
             {} answers accepted by the checker",
            o.systems.0, o.systems.1, o.right, o.undecided, o.models.0, o.models.1, o.checked
        );
        (summary, o.wrong.len())
    } else {
        let o = terms::compare(&z3, options.seed, options.count, &mut |outcome| show(&outcome.differences))?;
        let summary = format!(
            "{} terms: {} queries as expected, {} left open by Z3, {} terms without a definite value, {} not compared",
            o.terms, o.agreed, o.unknown, o.undefined, o.skipped
        );
        (summary, o.differences.len())
    };
    writeln!(io::stdout(), "{summary}; {wrong} differences").map_err(|error| error.to_string())?;
    Ok(ExitCode::from(u8::from(wrong > 0)))
}
