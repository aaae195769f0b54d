//! Generated Ada programs are Ada: GNAT compiles them, and their calls come back or raise on a line of the body.

use horn_benchmarks::ada_generate::batch;
use horn_benchmarks::gnat::{self, Gnat, Run};
use std::time::Duration;

#[test]
fn gnat_compiles_generated_programs_and_their_calls_end() {
    let Some(gnat) = Gnat::find() else {
        eprintln!("SKIPPED: no gnatmake in PATH; `make gnat` installs it where apt-get can");
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let batches: Vec<_> = (1..=2).map(|seed| batch(seed, 20, 3)).collect();
    let mut all = gnat::Batch { folders: vec![folder.path().to_path_buf()], ..gnat::Batch::default() };
    for batch in &batches {
        let name = batch.unit.name.to_lowercase();
        std::fs::write(folder.path().join(format!("{name}.ads")), &batch.spec).expect("written");
        std::fs::write(folder.path().join(format!("{name}.adb")), &batch.body).expect("written");
        all.units.push(batch.unit.clone());
        let call = |(function, inputs): &(String, Vec<i64>)| {
            let inputs: Vec<String> = inputs.iter().map(i64::to_string).collect();
            format!("Show ({}.{function} ({}))", batch.unit.name, inputs.join(", "))
        };
        all.calls.extend(batch.calls.iter().map(call));
    }
    let runs = gnat.run(folder.path(), &all, Duration::from_secs(60)).unwrap_or_else(|error| panic!("{error}"));
    let returned = runs.iter().filter(|run| matches!(run, Run::Returned(_))).count();
    let raised = runs.iter().filter(|run| matches!(run, Run::Raised { place: Some(_), .. })).count();
    assert_eq!(returned + raised, 120, "{runs:?}");
    assert!(returned >= 20 && raised >= 20, "{returned} returned, {raised} raised");
}
