//! Values of variables and attributes, project by project.

use super::ReadFile;
use super::parser::{self, Expr, Item, Term, Text};
use crate::files::Files;
use crate::lexer::decode;
use horn_frontend::{Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How many projects may be imported, one by the other.
const MAX_DEPTH: usize = 60;

/// Projects of SPARK's library.
const SPARK_PROJECTS: &[&str] = &["sparklib", "sparklib_light", "sparklib_external"];

/// Opens the value of `Project'Project_Dir` if that is relative to the working folder, not to the project's own.
const FROM_WORKING_FOLDER: &str = "\0";

impl Data {
    /// The path of a file or folder that the project names.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        normalized(&match name.strip_prefix(FROM_WORKING_FOLDER) {
            Some(from_working_folder) => PathBuf::from(from_working_folder.trim_start_matches('/')),
            None => self.folder.join(name),
        })
    }
}

/// A value: one text, or a list of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Text(String),
    List(Vec<String>),
}

/// The key of an attribute: package, or nothing; name; index, or nothing. All in lower case.
pub(super) type Key = (String, String, String);

/// What a project file declares. Names are in lower case.
#[derive(Clone, Debug, Default)]
pub(super) struct Data {
    /// The folder of the file.
    pub folder: PathBuf,
    pub qualifiers: Vec<String>,
    pub attributes: BTreeMap<Key, Value>,
    pub imports: Vec<usize>,
    /// Projects that were being read when this one named them with `limited with`.
    pub imported_later: Vec<PathBuf>,
    pub extends: Option<usize>,
    /// The projects of an aggregate project.
    pub aggregated: Vec<usize>,
    name: String,
    variables: BTreeMap<(String, String), Value>,
    types: BTreeMap<String, Vec<String>>,
}

/// All projects that were read.
pub(super) struct Evaluator<'f> {
    pub files: &'f dyn Files,
    pub projects: Vec<Data>,
    externals: BTreeMap<String, String>,
    /// Where projects are looked for that are not beside the one that names them.
    folders: Vec<PathBuf>,
    by_path: BTreeMap<PathBuf, usize>,
    loading: Vec<PathBuf>,
    read: Vec<ReadFile>,
}

impl<'f> Evaluator<'f> {
    pub(super) fn new(files: &'f dyn Files, externals: &[(String, String)], folders: &[PathBuf]) -> Evaluator<'f> {
        let mut table = BTreeMap::new();
        // Users distinguish tools by this variable; ours takes the place of GNATprove.
        table.insert("gpr_tool".to_owned(), "gnatprove".to_owned());
        table.extend(externals.iter().map(|(name, value)| (name.to_lowercase(), value.clone())));
        let (projects, read) = (Vec::new(), Vec::new());
        let (by_path, loading, folders) = (BTreeMap::new(), Vec::new(), folders.to_vec());
        Evaluator { files, projects, externals: table, folders, by_path, loading, read }
    }

    pub(super) fn into_files(self) -> Vec<ReadFile> {
        self.read
    }

    /// Reads a project file, and before it those it depends on. An error with an empty text was reported in a file.
    pub(super) fn load(&mut self, path: &Path) -> Result<usize, String> {
        let path = self.file_of(path);
        if let Some(found) = self.by_path.get(&path) {
            return Ok(*found);
        }
        if self.loading.contains(&path) {
            return Err(format!("circular dependency of project \"{}\"", path.display()));
        }
        if self.loading.len() >= MAX_DEPTH {
            return Err(format!("project \"{}\" is imported too deeply", path.display()));
        }
        let bytes = self.files.read(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => format!("project file \"{}\" not found", path.display()),
            _ => format!("project file \"{}\" cannot be read: {error}", path.display()),
        })?;
        let text = decode(&bytes);
        let parsed = parser::parse(&text);
        let at = self.read.len();
        self.read.push((path.display().to_string(), text, Vec::new()));
        self.loading.push(path.clone());
        let result = parsed.and_then(|file| self.evaluate(&path, file));
        self.loading.pop();
        match result {
            Ok(data) => {
                self.projects.push(data);
                self.by_path.insert(path, self.projects.len() - 1);
                Ok(self.projects.len() - 1)
            }
            Err(diagnostic) => {
                if !diagnostic.message.is_empty() {
                    self.read[at].2.push(diagnostic);
                }
                Err(String::new())
            }
        }
    }

    /// The path of a project's file, whose name may lack its end.
    fn file_of(&self, path: &Path) -> PathBuf {
        let mut path = path.to_path_buf();
        if !self.files.is_file(&path) && path.extension().is_none_or(|extension| extension != "gpr") {
            let mut name = path.into_os_string();
            name.push(".gpr");
            path = name.into();
        }
        normalized(&path)
    }

    /// The project that was read from this file.
    pub(super) fn at(&self, file: &Path) -> Option<usize> {
        self.by_path.get(file).copied()
    }

    /// The project files that a name in an aggregate project stands for: `*` and `?` are any letters, `**` any folders.
    fn matching(&self, folder: &Path, pattern: &str) -> Vec<String> {
        if !pattern.contains(['*', '?']) {
            return vec![pattern.to_owned()];
        }
        let mut open = vec![(PathBuf::new(), 0, 0)];
        let parts: Vec<&str> = pattern.split('/').collect();
        let mut found = BTreeSet::new();
        while let Some((inside, at, depth)) = open.pop() {
            let Some(part) = parts.get(at) else { continue };
            if matches!(*part, "." | "..") {
                open.push((inside.join(part), at + 1, depth));
                continue;
            }
            let Ok(entries) = self.files.list(&normalized(&folder.join(&inside))) else { continue };
            if at + 1 == parts.len() {
                let files = entries.files.iter().filter(|name| name.ends_with(".gpr") && fits(part, name));
                found.extend(files.map(|name| inside.join(name).display().to_string()));
                continue;
            }
            if *part == "**" {
                open.push((inside.clone(), at + 1, depth));
            }
            for name in entries.folders.iter().filter(|name| depth < MAX_DEPTH && fits(part, name)) {
                open.push((inside.join(name), if *part == "**" { at } else { at + 1 }, depth + 1));
            }
        }
        found.into_iter().collect()
    }

    /// Whether this is the project of SPARK's library, which comes with GNATprove: its units are predefined ones here.
    fn is_of_spark(&self, folder: &Path, name: &Text) -> bool {
        let text = name.text.trim_end_matches(".gpr").to_lowercase();
        SPARK_PROJECTS.contains(&text.as_str()) && !self.is_project(&self.imported(folder, &name.text))
    }

    /// Whether there is a project file of this name, with or without its extension.
    fn is_project(&self, path: &Path) -> bool {
        self.files.is_file(path) || self.files.is_file(&path.with_extension("gpr"))
    }

    /// The path of a project that is named in one of this folder: beside it, or in the first of the folders that were
    /// given.
    fn imported(&self, folder: &Path, name: &str) -> PathBuf {
        let here = in_folder(folder, name);
        if Path::new(name).is_absolute() || self.is_project(&here) {
            return here;
        }
        let elsewhere = self.folders.iter().map(|folder| in_folder(folder, name));
        elsewhere.into_iter().find(|path| self.is_project(path)).unwrap_or(here)
    }

    /// Reads another project that is named in a file.
    fn import(&mut self, folder: &Path, name: &Text) -> Result<usize, Diagnostic> {
        // An empty text was reported in the other file, and stays silent here.
        self.load(&self.imported(folder, &name.text)).map_err(|message| {
            let message = message.replacen("project file", "imported project file", 1);
            Diagnostic::error(name.span, message)
        })
    }

    fn evaluate(&mut self, path: &Path, file: parser::ProjectFile) -> Result<Data, Diagnostic> {
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let mut data = Data { folder: folder.clone(), qualifiers: file.qualifiers, ..Data::default() };
        data.name = path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
        for (with, limited) in &file.withs {
            if self.is_of_spark(&folder, with) {
                continue;
            }
            let file = self.file_of(&self.imported(&folder, &with.text));
            if *limited && self.loading.contains(&file) {
                data.imported_later.push(file);
                continue;
            }
            let import = self.import(&folder, with)?;
            data.imports.push(import);
        }
        if let Some(extended) = &file.extends {
            if file.extends_all {
                return Err(Diagnostic::error(extended.span, "\"extends all\" is not supported"));
            }
            data.extends = Some(self.import(&folder, extended)?);
        }
        let mut scope = Scope { evaluator: self, data, package: String::new() };
        scope.items(&file.items)?;
        let mut data = scope.data;
        let key = (String::new(), "project_files".to_owned(), String::new());
        if let Some(Value::List(list)) = data.attributes.get(&key).cloned() {
            let files: Vec<String> = list.iter().flat_map(|file| self.matching(&folder, file)).collect();
            for file in files {
                let span = Span::new(0, 0);
                data.aggregated.push(self.import(&folder, &Text { text: file, span })?);
            }
        }
        Ok(data)
    }
}

/// Whether a name is one that a pattern stands for.
fn fits(pattern: &str, name: &str) -> bool {
    let mut letters = pattern.chars();
    match letters.next() {
        None => name.is_empty(),
        Some('*') => {
            let rest = letters.as_str();
            name.char_indices().map(|(at, _)| at).chain([name.len()]).any(|at| fits(rest, &name[at..]))
        }
        Some(letter) => {
            let mut others = name.chars();
            others.next().is_some_and(|other| letter == '?' || letter == other)
                && fits(letters.as_str(), others.as_str())
        }
    }
}

/// The path of something that is named in a project file of this folder.
fn in_folder(folder: &Path, name: &str) -> PathBuf {
    Data { folder: folder.to_path_buf(), ..Data::default() }.path(name)
}

/// Removes `.` and resolves `..` where that is possible without looking at the disk.
pub(super) fn normalized(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut result = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(result.components().next_back(), Some(Component::Normal(_))) => {
                result.pop();
            }
            other => result.push(other),
        }
    }
    result
}

/// The declarations of one project, being evaluated.
struct Scope<'e, 'f> {
    evaluator: &'e Evaluator<'f>,
    data: Data,
    /// The package, in lower case; nothing outside of packages.
    package: String,
}

impl Scope<'_, '_> {
    fn items(&mut self, items: &[Item]) -> Result<(), Diagnostic> {
        for item in items {
            match item {
                Item::Type(name, values) => {
                    let values = values.iter().map(|value| value.text.clone()).collect();
                    self.data.types.insert(name.text.clone(), values);
                }
                Item::Variable(name, of, value) => {
                    let value = self.expression(value)?;
                    self.check_type(name, of.as_ref(), &value)?;
                    self.data.variables.insert((self.package.clone(), name.text.clone()), value);
                }
                Item::Attribute(name, index, value) => {
                    let value = self.expression(value)?;
                    let key = (self.package.clone(), name.text.clone(), index.clone().unwrap_or_default());
                    self.data.attributes.insert(key, value);
                }
                Item::Case(selector, alternatives) => self.case(selector, alternatives)?,
                Item::Package(name, origin, items) => self.package(name, origin.as_deref(), items)?,
            }
        }
        Ok(())
    }

    fn check_type(&self, name: &Text, of: Option<&Text>, value: &Value) -> Result<(), Diagnostic> {
        let Some(of) = of else { return Ok(()) };
        // A type of another project is not checked.
        let (Some(allowed), Value::Text(value)) = (self.data.types.get(&of.text), value) else { return Ok(()) };
        match allowed.contains(value) {
            true => Ok(()),
            false => {
                let message = format!("value \"{value}\" is illegal for typed string \"{}\"", name.text);
                Err(Diagnostic::error(name.span, message))
            }
        }
    }

    fn case(&mut self, selector: &Expr, alternatives: &[(Vec<Text>, Vec<Item>)]) -> Result<(), Diagnostic> {
        let value = match self.expression(selector)? {
            Value::Text(value) => value,
            Value::List(_) => {
                return Err(Diagnostic::error(span_of(selector), "expression of case construction must not be a list"));
            }
        };
        let taken = alternatives
            .iter()
            .find(|(choices, _)| choices.is_empty() || choices.iter().any(|choice| choice.text == value));
        match taken {
            Some((_, items)) => self.items(items),
            None => Ok(()),
        }
    }

    fn package(&mut self, name: &Text, origin: Option<&[Text]>, items: &[Item]) -> Result<(), Diagnostic> {
        if let Some([project, package]) = origin {
            let Some(found) = self.project(&project.text) else {
                return Err(Diagnostic::error(project.span, format!("unknown project \"{}\"", project.text)));
            };
            let inherited = found.attributes.iter().filter(|(key, _)| key.0 == package.text);
            let inherited: Vec<(Key, Value)> = inherited
                .map(|(key, value)| ((name.text.clone(), key.1.clone(), key.2.clone()), value.clone()))
                .collect();
            self.data.attributes.extend(inherited);
        }
        let outer = std::mem::replace(&mut self.package, name.text.clone());
        let result = self.items(items);
        self.package = outer;
        result
    }

    /// An imported or extended project by its name.
    fn project(&self, name: &str) -> Option<&Data> {
        let mut known = self.data.imports.iter().chain(&self.data.extends).map(|at| &self.evaluator.projects[*at]);
        known.find(|project| project.name == name)
    }

    fn expression(&self, expr: &Expr) -> Result<Value, Diagnostic> {
        let mut terms = expr.iter();
        let mut result = match terms.next() {
            Some(term) => self.term(term)?,
            None => Value::List(Vec::new()),
        };
        for term in terms {
            result = match (result, self.term(term)?) {
                (Value::Text(left), Value::Text(right)) => Value::Text(left + &right),
                (Value::List(mut left), Value::Text(right)) => {
                    left.push(right);
                    Value::List(left)
                }
                (Value::List(mut left), Value::List(right)) => {
                    left.extend(right);
                    Value::List(left)
                }
                (Value::Text(_), Value::List(_)) => {
                    return Err(Diagnostic::error(span_of(expr), "a list cannot be appended to a string"));
                }
            };
        }
        Ok(result)
    }

    fn term(&self, term: &Term) -> Result<Value, Diagnostic> {
        match term {
            Term::Text(text) => Ok(Value::Text(text.text.clone())),
            Term::List(items) => {
                let mut list = Vec::new();
                for item in items {
                    match self.expression(item)? {
                        Value::Text(text) => list.push(text),
                        Value::List(_) => return Err(Diagnostic::error(span_of(item), "a list cannot be in a list")),
                    }
                }
                Ok(Value::List(list))
            }
            Term::External(name, default) => match (self.evaluator.externals.get(&name.text.to_lowercase()), default) {
                (Some(value), _) => Ok(Value::Text(value.clone())),
                (None, Some(default)) => self.expression(default),
                (None, None) => {
                    Err(Diagnostic::error(name.span, format!("undefined external reference \"{}\"", name.text)))
                }
            },
            Term::ExternalList(name, separator) => {
                let value = self.evaluator.externals.get(&name.text.to_lowercase());
                let parts = value.map(|value| match separator.text.is_empty() {
                    true => vec![value.clone()],
                    false => value
                        .split(separator.text.as_str())
                        .filter(|part| !part.is_empty())
                        .map(str::to_owned)
                        .collect(),
                });
                Ok(Value::List(parts.unwrap_or_default()))
            }
            Term::Name(path, None) => self.variable(path),
            Term::Name(path, Some((attribute, index))) => {
                self.attribute(path, attribute, index.as_deref().unwrap_or(""))
            }
        }
    }

    /// `X`, `Package.X`, `Project.X`, `Project.Package.X`.
    fn variable(&self, path: &[Text]) -> Result<Value, Diagnostic> {
        let names: Vec<&str> = path.iter().map(|part| part.text.as_str()).collect();
        let own = |package: &str, name: &str| self.data.variables.get(&(package.to_owned(), name.to_owned()));
        let other = |project: &str, package: &str, name: &str| {
            self.project(project).and_then(|data| data.variables.get(&(package.to_owned(), name.to_owned())))
        };
        let found = match names.as_slice() {
            [name] => own(&self.package, name).or_else(|| own("", name)),
            [first, name] => own(first, name).or_else(|| other(first, "", name)),
            [project, package, name] => other(project, package, name),
            _ => None,
        };
        let inherited = || match names.as_slice() {
            [name] => {
                let extended = self.data.extends.map(|at| &self.evaluator.projects[at]);
                extended.and_then(|data| data.variables.get(&(String::new(), (*name).to_owned())))
            }
            _ => None,
        };
        match found.or_else(inherited) {
            Some(value) => Ok(value.clone()),
            None => {
                let span = Span::new(
                    path.first().map_or(0, |part| part.span.start),
                    path.last().map_or(0, |part| part.span.end),
                );
                Err(Diagnostic::error(span, format!("undefined variable \"{}\"", names.join("."))))
            }
        }
    }

    /// `Project'Attribute`, `Package'Attribute`, `Project.Package'Attribute`.
    fn attribute(&self, path: &[Text], attribute: &Text, index: &str) -> Result<Value, Diagnostic> {
        let names: Vec<&str> = path.iter().map(|part| part.text.as_str()).collect();
        let (data, package) = match names.as_slice() {
            ["project"] => (&self.data, ""),
            [name] if *name == self.data.name => (&self.data, ""),
            [name] => match self.project(name) {
                Some(data) => (data, ""),
                None => (&self.data, *name),
            },
            [name, package] => match self.project(name) {
                Some(data) => (data, *package),
                None => (&self.data, *package),
            },
            _ => (&self.data, ""),
        };
        if package.is_empty() && attribute.text == "project_dir" {
            let mark = if data.folder.is_absolute() { "" } else { FROM_WORKING_FOLDER };
            return Ok(Value::Text(format!("{mark}{}/", data.folder.join("").display())));
        }
        if package.is_empty() && attribute.text == "name" {
            return Ok(Value::Text(data.name.clone()));
        }
        let key = (package.to_owned(), attribute.text.clone(), index.to_owned());
        // What is not set has its default; an empty list will do for those that lists are made from.
        Ok(data.attributes.get(&key).cloned().unwrap_or_else(|| match attribute.text.as_str() {
            "source_dirs" => Value::List(vec![".".to_owned()]),
            "object_dir" | "exec_dir" => Value::Text(".".to_owned()),
            _ => Value::List(Vec::new()),
        }))
    }
}

fn span_of(expr: &Expr) -> Span {
    let first = expr.iter().find_map(term_span);
    first.unwrap_or(Span::new(0, 0))
}

fn term_span(term: &Term) -> Option<Span> {
    match term {
        Term::Text(text) | Term::External(text, _) | Term::ExternalList(text, _) => Some(text.span),
        Term::Name(path, _) => path.first().map(|part| part.span),
        Term::List(items) => items.first().map(span_of),
    }
}
