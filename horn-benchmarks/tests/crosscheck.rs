//! Random terms through the reader, evaluation and substitution, beside Z3. The command `horn-benchmarks terms` does
//! more of the same.

use horn_benchmarks::command::find;
use horn_benchmarks::crosscheck::terms;

#[test]
fn z3_sees_no_difference() {
    let z3 = find("z3").expect("Z3, which make z3 fetches");
    let outcome = terms::compare(&z3, 1, 2_000, &mut |_| {}).expect("Z3 runs");
    assert!(outcome.differences.is_empty(), "{}", outcome.differences.join("\n\n"));
    // That it says nothing against us has to mean something.
    assert!(outcome.agreed > 4_000, "{outcome:?}");
    assert!(outcome.unknown * 20 < outcome.agreed, "{outcome:?}");
    assert!(outcome.skipped * 10 < outcome.terms, "{outcome:?}");
}
