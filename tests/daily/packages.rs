//! The Python wheel: it is made of the programs, goes into an empty environment, and does what README.md says.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn script(name: &str) -> Command {
    Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(name))
}

/// A folder with both programs, without their symbols.
fn programs(folder: &Path) {
    let own = PathBuf::from(env!("CARGO_BIN_EXE_hornsolve"));
    let built = own.parent().expect("a folder");
    let release = built.file_name().is_some_and(|name| name == "release");
    // The checker is a program of another package.
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(["build", "--quiet", "-p", "horn-checker", "--bin", "hornsolve-check"])
        .args(release.then_some("--release"));
    assert!(cargo.current_dir(env!("CARGO_MANIFEST_DIR")).status().expect("cargo runs").success());
    for name in ["hornsolve", "hornsolve-check"] {
        let stripped = Command::new("strip").arg("-o").arg(folder.join(name)).arg(built.join(name)).status();
        assert!(stripped.expect("strip runs").success());
    }
}

#[test]
fn the_wheel_works_in_an_empty_environment() {
    if !Command::new("python3").args(["-m", "venv", "--help"]).output().is_ok_and(|output| output.status.success()) {
        eprintln!("no Python that makes virtual environments: not tested");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (binaries, wheels) = (folder.path().join("bin"), folder.path().join("wheels"));
    std::fs::create_dir_all(&binaries).expect("writable");
    programs(&binaries);
    let made = script("wheel").arg(&binaries).arg(&wheels).env("SOURCE_DATE_EPOCH", "1700000000").output();
    let made = made.expect("Python runs");
    assert!(made.status.success(), "{made:?}");
    let path = PathBuf::from(String::from_utf8_lossy(&made.stdout).trim());
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    let start = format!("hornsolve-{}-py3-none-manylinux_2_", env!("CARGO_PKG_VERSION"));
    assert!(name.starts_with(&start) && name.ends_with(".whl"), "{name}");
    // The same programs make the same wheel, byte by byte.
    let again = folder.path().join("again");
    let made = script("wheel").arg(&binaries).arg(&again).env("SOURCE_DATE_EPOCH", "1700000000").status();
    assert!(made.expect("Python runs").success());
    assert!(std::fs::read(&path).expect("a wheel") == std::fs::read(again.join(&name)).expect("a wheel"));
    let checked = script("check-dist").arg("--wheel").arg(&wheels).output().expect("bash runs");
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(checked.status.success(), "{said}{}", String::from_utf8_lossy(&checked.stderr));
    for line in ["wheel: the example is solved", "wheel: the module solves the example and verifies a program"] {
        assert!(said.contains(line), "{said}");
    }
}

/// What is inside is what cargo compiles into the programs, and nothing else.
#[test]
fn the_bill_of_materials_names_every_crate() {
    let made = script("sbom").env("SOURCE_DATE_EPOCH", "1700000000").output().expect("Python runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let bill: Value = serde_json::from_slice(&made.stdout).expect("JSON");
    assert_eq!((bill["bomFormat"].as_str(), bill["specVersion"].as_str()), (Some("CycloneDX"), Some("1.5")));
    assert_eq!(bill["metadata"]["component"]["name"], "hornsolve");
    assert_eq!(bill["metadata"]["timestamp"], "2023-11-14T22:13:20Z");
    let components = bill["components"].as_array().expect("crates");
    let has = |name: &str| components.iter().any(|one| one["name"] == name);
    assert!(["horn-solver", "horn-checker", "horn-ada", "horn-c", "rsmt2", "serde_json"].into_iter().all(has));
    // Of tests and benches alone.
    assert!(!["horn-benchmarks", "criterion", "tempfile"].into_iter().any(has));
    for one in components {
        assert!(one["licenses"][0]["expression"].is_string(), "{one}");
        let own = one["name"].as_str().is_some_and(|name| name.starts_with("horn-"));
        assert!(own || one["hashes"][0]["content"].as_str().is_some_and(|digest| digest.len() == 64), "{one}");
    }
}
