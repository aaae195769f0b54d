//! From attributes to sources, names and switches.

use super::eval::{Data, Evaluator, Value};
use super::naming::Casing;
use super::{Naming, Project};
use crate::ast::UnitPart;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// How deep `src/**` looks into folders.
const MAX_FOLDER_DEPTH: u32 = 40;

/// An Ada source of a project.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProjectSource {
    /// Its path.
    pub path: PathBuf,
    /// The name of the file.
    pub name: String,
    /// True if it belongs to a project that is imported, not to the one that was asked for.
    pub imported: bool,
    /// True if it belongs to a project that is built elsewhere: it is there for others.
    pub built: bool,
}

/// Suffixes of main programs in other languages.
const OTHER_LANGUAGES: &[&str] = &["c", "cc", "cpp", "cxx", "s", "f"];

/// What the project with this index says.
pub(super) fn project(evaluator: &Evaluator<'_>, root: usize) -> Result<Project, String> {
    let data = &evaluator.projects[root];
    let mut result = Project { naming: naming(evaluator, data), ..Project::default() };
    let mut seen = BTreeSet::new();
    collect(evaluator, root, (false, &BTreeSet::new()), &mut seen, &mut result)?;
    let body_suffix = result.naming.body_suffix.clone();
    // Mains in other languages call what is exported to them: any unit may be meant.
    let foreign = |main: &String| {
        let languages = list(data, "languages");
        let other = main.rsplit_once('.').is_some_and(|(_, suffix)| OTHER_LANGUAGES.contains(&suffix));
        other && languages.iter().any(|language| !language.eq_ignore_ascii_case("ada"))
    };
    let mains = list(data, "main").into_iter().filter(|main| !foreign(main));
    result.mains = mains.map(|main| with_suffix(main, &body_suffix, &result.naming)).collect();
    result.switches = switches_for_ada(data);
    // What is said of a file counts more than what is said of its project, and what the root says most.
    let others = seen.iter().copied().filter(|at| *at != root);
    for at in others.chain([root]) {
        result.file_switches.extend(switches_for_files(&evaluator.projects[at]));
    }
    let of_pragmas = data.attributes.iter().filter(|((package, name, _), _)| {
        let name = name.as_str();
        matches!(package.as_str(), "compiler" | "builder")
            && matches!(name, "local_configuration_pragmas" | "global_configuration_pragmas")
    });
    result.pragmas.extend(of_pragmas.filter_map(|(_, value)| match value {
        Value::Text(file) => Some((file.trim_start_matches('\0').to_owned(), data.path(file))),
        Value::List(_) => None,
    }));
    let of_compiler = data.attributes.iter().filter(|((package, name, _), _)| {
        package == "compiler" && matches!(name.as_str(), "default_switches" | "switches")
    });
    for (_, value) in of_compiler {
        match value {
            Value::List(list) => result.compiler.extend(list.iter().cloned()),
            Value::Text(text) => result.compiler.push(text.clone()),
        }
    }
    result.objects = data.path(text(data, "object_dir").unwrap_or("."));
    result.results = results(data, &result.sources);
    result.target = text(data, "target").map(str::to_owned);
    let runtime = |key: &&super::eval::Key| key.0.is_empty() && key.1 == "runtime";
    result.runtime = data.attributes.iter().find(|(key, _)| runtime(key)).and_then(|(_, value)| match value {
        Value::Text(text) => Some(text.clone()),
        Value::List(_) => None,
    });
    Ok(result)
}

/// The elements of a value.
fn elements(value: &Value) -> Vec<String> {
    match value {
        Value::List(list) => list.clone(),
        Value::Text(text) => vec![text.clone()],
    }
}

/// What a project says to the verifier for all of its Ada sources.
fn switches_for_ada(data: &Data) -> Vec<String> {
    let of = |name: &str, index: &str| data.attributes.get(&("prove".to_owned(), name.to_owned(), index.to_owned()));
    let said = of("proof_switches", "ada").or_else(|| of("switches", "ada")).or_else(|| of("switches", ""));
    said.map(elements).unwrap_or_default()
}

/// What a project says to the verifier for single files.
fn switches_for_files(data: &Data) -> impl Iterator<Item = (String, Vec<String>)> {
    let of_files = data.attributes.iter().filter(|((package, name, index), _)| {
        package == "prove" && name == "proof_switches" && !matches!(index.as_str(), "ada" | "")
    });
    of_files.map(|((_, _, index), value)| (index.clone(), elements(value)))
}

/// The folder for what a verifier keeps, unless sources are in it.
fn results(data: &Data, sources: &[ProjectSource]) -> Option<PathBuf> {
    let proof = data.attributes.get(&("prove".to_owned(), "proof_dir".to_owned(), String::new()));
    let named = match proof {
        Some(Value::Text(folder)) => folder.as_str(),
        _ => text(data, "object_dir")?,
    };
    let folder = data.path(named);
    let of_sources = |source: &ProjectSource| source.path.parent() == Some(folder.as_path());
    (folder != data.path(".") && !sources.iter().any(of_sources)).then_some(folder)
}

/// Attributes that decide which sources there are or what becomes of them, and are not understood.
const NOT_UNDERSTOOD: &[(&str, &str)] = &[("roots", "Roots"), ("external", "External")];

/// Adds the sources of a project and of those it imports, extends or aggregates. `hidden` are the names that those
/// which extend it have, or exclude. Recursion is as deep as projects import each other, which the evaluator limits.
fn collect(
    evaluator: &Evaluator<'_>,
    at: usize,
    (imported, hidden): (bool, &BTreeSet<String>),
    seen: &mut BTreeSet<usize>,
    result: &mut Project,
) -> Result<(), String> {
    let is_root = seen.is_empty();
    if !seen.insert(at) {
        return Ok(());
    }
    let data = &evaluator.projects[at];
    let for_ada = if is_root { Vec::new() } else { switches_for_ada(data) };
    let built = matches!(text(data, "externally_built"), Some(value) if value.eq_ignore_ascii_case("true"));
    let aggregate = data.qualifiers.iter().any(|word| word == "aggregate");
    let without_sources = data.qualifiers.iter().any(|word| word == "abstract" || word == "configuration") || aggregate;
    for (name, spelled) in NOT_UNDERSTOOD {
        if data.attributes.keys().any(|(package, attribute, _)| package.is_empty() && attribute == name) {
            return Err(format!("the attribute {spelled} of a project is not supported"));
        }
    }
    // An extending project hides the sources of the extended one by their names.
    let mut hides = hidden.clone();
    if !without_sources {
        let own = naming(evaluator, data);
        hides.extend(excluded(evaluator, data)?);
        if let Some(extended) = data.extends {
            // What a unit with a file of its own is called in the extended project.
            let before = naming(evaluator, &evaluator.projects[extended]);
            let units = own.specs.iter().map(|unit| (unit, UnitPart::Spec));
            for ((unit, file), part) in units.chain(own.bodies.iter().map(|unit| (unit, UnitPart::Body))) {
                hides.extend(Some(before.file_name(unit, part)).filter(|before| before != file));
            }
        }
        for (path, name) in sources(evaluator, data, &own)? {
            hides.insert(name.clone());
            if hidden.contains(&name) {
                continue;
            }
            if let Some(other) = result.sources.iter().find(|source| source.name == name) {
                let (one, two) = (other.path.display(), path.display());
                return Err(format!("source \"{name}\" is there twice: \"{one}\" and \"{two}\""));
            }
            if !for_ada.is_empty() {
                result.file_switches.push((name.to_lowercase(), for_ada.clone()));
            }
            result.sources.push(ProjectSource { path, name, imported, built });
        }
        for (unit, file) in own.specs {
            result.naming.specs.entry(unit).or_insert(file);
        }
        for (unit, file) in own.bodies {
            result.naming.bodies.entry(unit).or_insert(file);
        }
    }
    if let Some(extended) = data.extends {
        collect(evaluator, extended, (imported, &hides), seen, result)?;
    }
    for part in &data.aggregated {
        collect(evaluator, *part, (imported, &BTreeSet::new()), seen, result)?;
    }
    let later = data.imported_later.iter().filter_map(|file| evaluator.at(file));
    for import in data.imports.iter().copied().chain(later) {
        collect(evaluator, import, (true, &BTreeSet::new()), seen, result)?;
    }
    Ok(())
}

/// The paths and names of a project's own sources.
fn sources(evaluator: &Evaluator<'_>, data: &Data, naming: &Naming) -> Result<Vec<(PathBuf, String)>, String> {
    let languages = list(data, "languages");
    if !languages.is_empty() && !languages.iter().any(|language| language.eq_ignore_ascii_case("ada")) {
        return Ok(Vec::new());
    }
    let folders = folders(evaluator, data)?;
    let explicit = match text(data, "source_list_file") {
        Some(file) => Some(lines(evaluator, data, file)?),
        None => attribute(data, "source_files").map(|_| list(data, "source_files")),
    };
    let excluded = excluded(evaluator, data)?;
    let mut found: Vec<(PathBuf, String)> = Vec::new();
    let mut from: Vec<usize> = Vec::new();
    for (folder, entry) in &folders {
        let Ok(entries) = evaluator.files.list(folder) else { continue };
        for name in entries.files {
            let wanted = match &explicit {
                Some(explicit) => explicit.contains(&name),
                None => true,
            };
            if !wanted || !naming.is_source(&name) || excluded.contains(&name) {
                continue;
            }
            let path = folder.join(&name);
            match found.iter().position(|(_, other)| *other == name) {
                // Of the folders that are listed one by one, the first one counts.
                Some(at) if from[at] != *entry => {}
                Some(at) => {
                    let (one, two) = (found[at].0.display(), path.display());
                    return Err(format!("source \"{name}\" is there twice: \"{one}\" and \"{two}\""));
                }
                None => {
                    found.push((path, name));
                    from.push(*entry);
                }
            }
        }
    }
    for name in explicit.iter().flatten() {
        if naming.is_source(name) && !found.iter().any(|(_, found)| found == name) {
            return Err(format!("source file \"{name}\" not found"));
        }
    }
    Ok(found)
}

/// The names in a file that lists sources.
fn lines(evaluator: &Evaluator<'_>, data: &Data, file: &str) -> Result<Vec<String>, String> {
    let path = data.path(file);
    let bytes =
        evaluator.files.read(&path).map_err(|_| format!("source list file \"{}\" not found", path.display()))?;
    let text = crate::lexer::decode(&bytes);
    Ok(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

/// The names of sources that a project leaves out, those of the project it extends among them.
fn excluded(evaluator: &Evaluator<'_>, data: &Data) -> Result<BTreeSet<String>, String> {
    let mut excluded: BTreeSet<String> = list(data, "excluded_source_files").into_iter().collect();
    excluded.extend(list(data, "locally_removed_files"));
    if let Some(file) = text(data, "excluded_source_list_file") {
        excluded.extend(lines(evaluator, data, file)?);
    }
    Ok(excluded)
}

/// The source folders, `src/**` expanded, each with the number of the entry of `Source_Dirs` that it comes from.
fn folders(evaluator: &Evaluator<'_>, data: &Data) -> Result<Vec<(PathBuf, usize)>, String> {
    let dirs = match attribute(data, "source_dirs") {
        Some(_) => list(data, "source_dirs"),
        None => vec![".".to_owned()],
    };
    let excluded: BTreeSet<PathBuf> = list(data, "excluded_source_dirs").iter().map(|dir| data.path(dir)).collect();
    let ignored = list(data, "ignore_source_sub_dirs");
    if let Some(pattern) = ignored.iter().find(|name| name.contains(['*', '?', '['])) {
        return Err(format!("the pattern \"{pattern}\" in Ignore_Source_Sub_Dirs is not supported"));
    }
    let mut folders: Vec<(PathBuf, usize)> = Vec::new();
    for (entry, dir) in dirs.into_iter().enumerate() {
        let (base, recursive) = match dir.strip_suffix("**") {
            Some(base) => (base.trim_end_matches('/'), true),
            None => (dir.as_str(), false),
        };
        let base = data.path(if base.is_empty() { "." } else { base });
        if evaluator.files.list(&base).is_err() {
            return Err(format!("\"{}\" is not a valid directory", dir.trim_start_matches('\0')));
        }
        let mut open = vec![(base, 0)];
        while let Some((folder, depth)) = open.pop() {
            if excluded.contains(&folder) || folders.iter().any(|(known, _)| *known == folder) {
                continue;
            }
            if recursive && depth < MAX_FOLDER_DEPTH {
                let inside = evaluator.files.list(&folder).unwrap_or_default().folders;
                let inside = inside.into_iter().rev().filter(|name| !ignored.contains(name));
                open.extend(inside.map(|name| (folder.join(name), depth + 1)));
            }
            folders.push((folder, entry));
        }
    }
    Ok(folders)
}

/// The names of a project's files; one that says nothing of them has those of the project that it extends.
fn naming<'e>(evaluator: &'e Evaluator<'_>, mut data: &'e Data) -> Naming {
    let says = |data: &Data| data.attributes.keys().any(|(package, ..)| package == "naming");
    while let Some(extended) = data.extends.filter(|_| !says(data)) {
        data = &evaluator.projects[extended];
    }
    let mut naming = Naming::default();
    let set = |slot: &mut String, name: &str, index: &str| {
        if let Some(Value::Text(text)) = data.attributes.get(&("naming".to_owned(), name.to_owned(), index.to_owned()))
        {
            slot.clone_from(text);
        }
    };
    for name in ["spec_suffix", "specification_suffix"] {
        set(&mut naming.spec_suffix, name, "ada");
    }
    for name in ["body_suffix", "implementation_suffix"] {
        set(&mut naming.body_suffix, name, "ada");
        naming.separate_suffix.clone_from(&naming.body_suffix);
    }
    set(&mut naming.separate_suffix, "separate_suffix", "");
    set(&mut naming.dot_replacement, "dot_replacement", "");
    let mut casing = String::new();
    set(&mut casing, "casing", "");
    naming.casing = match casing.to_lowercase().as_str() {
        "uppercase" => Casing::Upper,
        "mixedcase" => Casing::Mixed,
        _ => Casing::Lower,
    };
    for ((package, name, unit), value) in &data.attributes {
        let (Value::Text(file), "naming") = (value, package.as_str()) else { continue };
        match name.as_str() {
            "spec" | "specification" => naming.specs.insert(unit.clone(), file.clone()),
            "body" | "implementation" => naming.bodies.insert(unit.clone(), file.clone()),
            _ => None,
        };
    }
    naming
}

fn attribute<'d>(data: &'d Data, name: &str) -> Option<&'d Value> {
    data.attributes.get(&(String::new(), name.to_owned(), String::new()))
}

fn list(data: &Data, name: &str) -> Vec<String> {
    match attribute(data, name) {
        Some(Value::List(list)) => list.clone(),
        Some(Value::Text(text)) => vec![text.clone()],
        None => Vec::new(),
    }
}

fn text<'d>(data: &'d Data, name: &str) -> Option<&'d str> {
    match attribute(data, name) {
        Some(Value::Text(text)) => Some(text),
        _ => None,
    }
}

/// The name of a main's file: `main` is `main.adb`.
fn with_suffix(main: String, suffix: &str, naming: &Naming) -> String {
    let name = Path::new(&main).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or(main);
    if naming.is_source(&name) { name } else { format!("{name}{suffix}") }
}
