//! Manifests: how much work the checks of single subprograms may take. A folder has a file in TOML for each unit, whose
//! rules name subprograms, or what subprograms are in, by their full names (`--proof-manifest-dir`); the other option
//! writes such files from what a run took (`--generate-manifest-dir`).

use super::super::toml::{Section, Toml, read};
use crate::input;
use crate::verify::options::{Effort, Rule};
use horn_solver::smt::Steps;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The only version that there is.
const VERSION: u64 = 1;
/// What a rule may say.
const KEYS: &[&str] = &["path", "kind", "profile", "hierarchical", "provers", "steps", "timeout", "memlimit", "level"];
/// What of it has no effect here: the solver and its memory are those of the whole run.
const WITHOUT_EFFECT: &[&str] = &["provers", "memlimit"];
/// The names of lists of rules; the second is the one that they had first.
const LISTS: &[&str] = &["rule", "subprogram"];

/// What a folder of manifests says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifests {
    /// The rules, each with its place for messages.
    pub rules: Vec<(Rule, String)>,
    /// What is said and has no effect.
    pub ignored: Vec<String>,
}

/// Reads the manifests in a folder.
///
/// # Errors
/// One of them is none; says which, where and why.
pub fn manifests(folder: &Path) -> Result<Manifests, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).map_err(failed)?.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let mut units: BTreeMap<String, &Path> = BTreeMap::new();
    let mut found = Manifests::default();
    for path in &files {
        let unit = path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
        if let Some(before) = units.insert(unit, path) {
            return Err(format!("{} and {} are about the same unit", before.display(), path.display()));
        }
        let text = input::read_file(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let text = String::from_utf8(text).map_err(|error| format!("{}: {error}", path.display()))?;
        found.add(path, &text).map_err(|(line, why)| format!("{}:{line}: {why}", path.display()))?;
    }
    found.ignored.sort();
    found.ignored.dedup();
    Ok(found)
}

impl Manifests {
    /// Adds the rules of a file.
    fn add(&mut self, path: &Path, text: &str) -> Result<(), (usize, String)> {
        let whole = read(text)?;
        let wrong = |line: usize, why: String| Err((line, why));
        match whole.values.as_slice() {
            [(key, _, Toml::Number(VERSION))] if key == "version" => {}
            [] => return wrong(1, format!("`version = {VERSION}` is missing")),
            [(key, line, _)] if key == "version" => return wrong(*line, format!("the version is not {VERSION}")),
            values => {
                let (key, line) =
                    values.iter().find(|(key, ..)| key != "version").map_or(("", 1), |one| (&one.0, one.1));
                return wrong(line, format!("`{key}` stands outside of a rule"));
            }
        }
        let mut todo: Vec<(String, &Section, Option<String>)> =
            whole.inner.iter().rev().map(|(name, rule)| (name.clone(), rule, None)).collect();
        while let Some((name, section, around)) = todo.pop() {
            if !LISTS.contains(&name.as_str()) {
                return wrong(section.line, format!("`{name}` is no list of rules"));
            }
            let (rule, ignored) = rule(section)?;
            if let Some(around) = around.filter(|around| !rule.path.starts_with(&format!("{around}."))) {
                return wrong(section.line, format!("`{}` is not within `{around}`", rule.path));
            }
            let inner = section.inner.iter().rev();
            todo.extend(inner.map(|(name, inner)| (name.clone(), inner, Some(rule.path.clone()))));
            self.ignored.extend(ignored.iter().map(|key| format!("{key} (of manifests)")));
            self.rules.push((rule, format!("{}:{}", path.display(), section.line)));
        }
        Ok(())
    }
}

/// One rule, and the keys of it that have no effect.
fn rule(section: &Section) -> Result<(Rule, Vec<&'static str>), (usize, String)> {
    let (mut path, mut inside, mut level) = (None, true, None);
    let (mut steps, mut timeout) = (None, None);
    let mut ignored = Vec::new();
    for (key, line, value) in &section.values {
        let wrong = |what: &str| Err((*line, format!("`{key}` needs {what}")));
        match (key.as_str(), value) {
            ("path", Toml::Text(text)) if !text.is_empty() => path = Some(text.to_lowercase()),
            ("path", _) => return wrong("the full name of a subprogram, or of what it is in"),
            ("kind" | "profile", Toml::Text(_)) => {}
            ("kind" | "profile", _) => return wrong("a text"),
            ("hierarchical", Toml::Truth(value)) => inside = *value,
            ("hierarchical", _) => return wrong("true or false"),
            ("provers", Toml::Texts(_)) | ("memlimit", Toml::Number(_)) => {
                ignored.extend(WITHOUT_EFFECT.iter().filter(|known| *known == key));
            }
            ("provers", _) => return wrong("a list of texts"),
            ("level", Toml::Number(number @ 0..=4)) => level = usize::try_from(*number).ok(),
            ("level", _) => return wrong("a number from 0 to 4"),
            ("steps", Toml::Number(number)) => steps = Some(*number),
            ("timeout", Toml::Number(number)) => timeout = Some(*number),
            ("steps" | "timeout" | "memlimit", _) => return wrong("a whole number"),
            _ => return Err((*line, format!("`{key}` is none of {}", KEYS.join(", ")))),
        }
    }
    let path = path.ok_or_else(|| (section.line, "a rule needs a `path`".to_string()))?;
    // As on the command line: zero is no limit, and work is counted where both are there.
    let limit = steps.filter(|steps| *steps > 0).map(Steps::new);
    let limit = limit.or_else(|| timeout.map(|seconds| Steps::of_time(Duration::from_secs(seconds))));
    let limit = limit.or(steps.map(|_| Steps::default()));
    let effort = (limit.is_some() || level.is_some()).then(|| Effort { limit, level: level.unwrap_or(2) });
    if effort.is_none() && ignored.is_empty() && section.inner.is_empty() {
        return Err((section.line, format!("the rule for `{path}` says nothing")));
    }
    Ok((Rule { path, inside, effort }, ignored))
}

/// The manifest of a unit: a rule for each subprogram with the level of effort that it needs.
pub fn manifest(levels: &BTreeMap<String, usize>) -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let rules = levels.iter().map(|(name, level)| {
        format!("\n[[rule]]\npath = \"{}\"\nhierarchical = false\nlevel = {level}\n", quoted(name))
    });
    format!("version = {VERSION}\n{}", rules.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Manifests, (usize, String)> {
        let mut found = Manifests::default();
        found.add(Path::new("m/p.toml"), text).map(|()| found)
    }

    #[test]
    fn rules_say_what_subprograms_may_take() {
        let text = "version = 1\n[[rule]]\npath = \"Pkg\"\nlevel = 4\n[[rule.rule]]\npath = \"Pkg.Inner\"\n\
                    steps = 7\nhierarchical = false\nmemlimit = 9\n[[subprogram]]\npath = \"Pkg.F\"\nkind = \"function\"\n\
                    profile = \"(_ : T)\"\ntimeout = 3\nprovers = [\"cvc5\"]\n";
        let found = of(text).expect("good");
        let rule = |path: &str, inside, limit, level| Rule {
            path: path.to_string(),
            inside,
            effort: Some(Effort { limit, level }),
        };
        let expected = [
            (rule("pkg", true, None, 4), "m/p.toml:2".to_string()),
            (rule("pkg.inner", false, Some(Steps::new(7)), 2), "m/p.toml:5".to_string()),
            (rule("pkg.f", true, Some(Steps::seconds(3)), 2), "m/p.toml:10".to_string()),
        ];
        assert_eq!(found.rules, expected);
        assert_eq!(found.ignored, ["memlimit (of manifests)", "provers (of manifests)"]);
    }

    #[test]
    fn what_no_rule_is_is_refused_with_its_line() {
        for (wrong, line, why) in [
            ("", 1, "version"),
            ("version = 2", 1, "version"),
            ("version = 1\nlevel = 3", 2, "outside"),
            ("version = 1\n[[rules]]\npath = \"P\"\nlevel = 1", 2, "`rules`"),
            ("version = 1\n[[rule]]\nlevel = 1", 2, "`path`"),
            ("version = 1\n[[rule]]\npath = \"P\"", 2, "says nothing"),
            ("version = 1\n[[rule]]\npath = \"P\"\nlevel = 5", 4, "0 to 4"),
            ("version = 1\n[[rule]]\npath = \"P\"\nstep = 5", 4, "none of path"),
            ("version = 1\n[[rule]]\npath = \"P\"\nrule = []", 4, "none of path"),
            ("version = 1\n[[rule]]\npath = \"P.Q\"\nlevel = 1\n[[rule.rule]]\npath = \"P.R\"\nlevel = 1", 5, "within"),
        ] {
            let error = of(wrong).expect_err(wrong);
            assert!(error.0 == line && error.1.contains(why), "{wrong}: {error:?}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let levels = [("Pkg.\"+\"".to_string(), 3), ("Pkg.F".to_string(), 0)].into_iter().collect();
        let found = of(&manifest(&levels)).expect("good");
        let of = |rule: &Rule| (rule.path.clone(), rule.inside, rule.effort.map(|effort| effort.level));
        let found: Vec<_> = found.rules.iter().map(|(rule, _)| of(rule)).collect();
        assert_eq!(found, [("pkg.\"+\"".to_string(), false, Some(3)), ("pkg.f".to_string(), false, Some(0))]);
    }
}
