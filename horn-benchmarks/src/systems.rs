//! Where the systems of this crate are, for tests and benches of the whole workspace.

use crate::list::{self, Entry};
use std::path::{Path, PathBuf};

/// The folder `horn-benchmarks/systems`.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("systems")
}

/// The root of the workspace: where `.tools/` is.
pub fn workspace() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// All systems of the manifest, in its order.
pub fn manifest() -> Result<Vec<Entry>, String> {
    list::read(&folder().join("manifest.tsv"))
}
