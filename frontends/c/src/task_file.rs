//! Task definitions: the YAML file beside a program, with the same stem, in which BenchExec and SV-COMP say what is
//! asked of it (format 2.0).
//!
//! The data model and the property are taken from it where the command line says nothing.

use crate::options::DataModel;
use crate::property::{self, Property};
use std::path::{Path, PathBuf};
use yaml_rust2::{Yaml, YamlLoader};

/// Larger files are no task definitions.
const LARGEST: u64 = 1 << 20;

/// What a task definition says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaskFile {
    /// Where it is.
    pub path: PathBuf,
    /// The data model, if it names one.
    pub data_model: Option<DataModel>,
    /// The files of its properties.
    pub properties: Vec<PathBuf>,
}

impl TaskFile {
    /// The definition beside a program; none if there is no file, or if it is about another one.
    ///
    /// # Errors
    /// The file is there and cannot be understood; says why.
    pub fn beside(program: &Path) -> Result<Option<TaskFile>, String> {
        let path = program.with_extension("yml");
        if path == program || !path.is_file() {
            return Ok(None);
        }
        let problem = |why: &str| format!("{}: {why}", path.display());
        let size = std::fs::metadata(&path).map_err(|error| problem(&error.to_string()))?.len();
        if size > LARGEST {
            return Err(problem("too large for a task definition"));
        }
        let text = std::fs::read_to_string(&path).map_err(|error| problem(&error.to_string()))?;
        let mut read = read(&text).map_err(|why| problem(&why))?;
        let own = program.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if read.1 != [own] {
            return Ok(None);
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        read.0.properties = read.0.properties.iter().map(|property| folder.join(property)).collect();
        read.0.path = path;
        Ok(Some(read.0))
    }

    /// The only one of its properties that can be decided: its file.
    pub fn property(&self) -> Option<&Path> {
        let decided = |text: String| !matches!(property::read(&text), Property::Unsupported(_) | Property::Other);
        let known = |path: &&PathBuf| std::fs::read_to_string(path).is_ok_and(decided);
        let mut all = self.properties.iter().filter(known);
        match (all.next(), all.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        }
    }
}

/// The definition in a text, with the input files that it names. Paths are as they are written.
fn read(text: &str) -> Result<(TaskFile, Vec<String>), String> {
    let documents = YamlLoader::load_from_str(text).map_err(|error| error.to_string())?;
    let [document] = documents.as_slice() else { return Err("expected one YAML document".to_string()) };
    let version = match &document["format_version"] {
        Yaml::String(version) | Yaml::Real(version) => version.clone(),
        _ => return Err("expected `format_version`".to_string()),
    };
    if !version.starts_with("2.") {
        return Err(format!("the format {version} of task definitions is not known, expected 2.0"));
    }
    let inputs = match &document["input_files"] {
        Yaml::String(name) => vec![name.clone()],
        Yaml::Array(names) => names.iter().filter_map(|name| name.as_str().map(str::to_string)).collect(),
        _ => return Err("expected `input_files`".to_string()),
    };
    let data_model = match document["options"]["data_model"].as_str() {
        None => None,
        Some("ILP32") => Some(DataModel::Ilp32),
        Some("LP64") => Some(DataModel::Lp64),
        Some(other) => return Err(format!("the data model `{other}` is not known, expected ILP32 or LP64")),
    };
    let properties = document["properties"].as_vec().map(Vec::as_slice).unwrap_or_default();
    let properties = properties.iter().filter_map(|entry| entry["property_file"].as_str()).map(PathBuf::from).collect();
    Ok((TaskFile { path: PathBuf::new(), data_model, properties }, inputs))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TASK: &str = "format_version: '2.0'\ninput_files: 'f.c'\nproperties:\n  - property_file: p.prp\n    \
                        expected_verdict: true\n  - property_file: termination.prp\noptions:\n  language: C\n  \
                        data_model: ILP32\n";

    #[test]
    fn the_file_beside_a_program_says_what_is_asked() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
        let program = folder.path().join("f.c");
        assert_eq!(TaskFile::beside(&program), Ok(None));
        write("f.yml", TASK);
        write("p.prp", "CHECK( init(main()), LTL(G ! overflow) )");
        write("termination.prp", "CHECK( init(main()), LTL(F end) )");
        let task = TaskFile::beside(&program).expect("readable").expect("there");
        assert_eq!(task.data_model, Some(DataModel::Ilp32));
        assert_eq!(task.property(), Some(folder.path().join("p.prp").as_path()));
        // Two that can be decided are none.
        write("termination.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )");
        assert_eq!(task.property(), None);
        // It is about another program.
        write("g.yml", TASK);
        assert_eq!(TaskFile::beside(&folder.path().join("g.c")), Ok(None));
    }

    #[test]
    fn what_is_no_task_definition_is_named() {
        for (text, wanted) in [
            ("a: [", "expected"),
            ("format_version: '1.0'\ninput_files: f.c\n", "the format 1.0"),
            ("format_version: '2.0'\n", "expected `input_files`"),
            ("format_version: '2.0'\ninput_files: f.c\noptions: {data_model: LP32}\n", "LP32"),
            ("", "expected one YAML document"),
            ("x", "expected `format_version`"),
        ] {
            let problem = read(text).expect_err(text);
            assert!(problem.contains(wanted), "{text}: {problem}");
        }
        let list = read("format_version: '2.0'\ninput_files:\n  - a.c\n  - b.c\n").expect("a list");
        assert_eq!(list.1, ["a.c", "b.c"]);
    }
}
