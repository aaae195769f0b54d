//! Reading files and looking for the units they depend on.

use super::{Files, Loaded, LoadedUnit, PredefinedUnit, SourceFile, With, is_predefined, order};
use crate::ast::{CompilationUnit, ContextItem, Decl, Ident, Interner, Name, StubKind, UnitPart};
use crate::gnatprove::{Unmodelled, unmodelled};
use crate::lexer::{decode, has_byte_order_mark};
use crate::library;
use crate::options::{ALL_UNITS, EXTERNAL, OPTIONS, OWN_UNITS, PROJECT, PROJECT_FOLDER, SUBFOLDER, external};
use crate::parser::{ParseOptions, parse_file};
use crate::policy::{Policies, is_free_kind, switches_off};
use crate::project::{Naming, Project, ProjectSource};
use crate::supported::{Kind, Status};
use horn_frontend::frontend::{Message, Task};
use horn_frontend::ir::FileId;
use horn_frontend::{Diagnostic, Severity, Span};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A unit that something depends on.
struct Request {
    name: String,
    part: UnitPart,
    /// What depends on it.
    place: Option<(FileId, Span)>,
    /// False if it need not exist: the body of a package, the declaration of a subprogram body.
    required: bool,
}

/// The state of loading.
pub(super) struct Loader<'f> {
    task: &'f Task,
    files: &'f dyn Files,
    options: ParseOptions,
    names: Interner,
    sources: Vec<SourceFile>,
    /// The files that were read, or that could not be, by their paths.
    seen: BTreeMap<PathBuf, Option<FileId>>,
    units: Vec<LoadedUnit>,
    /// Index of each unit.
    index: BTreeMap<(String, UnitPart), usize>,
    requests: VecDeque<Request>,
    asked: BTreeSet<(String, UnitPart)>,
    predefined: Vec<PredefinedUnit>,
    messages: Vec<Message>,
    /// Folders in which units are looked for.
    folders: Vec<PathBuf>,
    /// The project's sources by their names.
    project_sources: BTreeMap<String, PathBuf>,
    /// Those of them that are only there for others.
    for_others: BTreeSet<PathBuf>,
    naming: Naming,
    /// Whether the project's compiler reads UTF-8 in every file, and not only behind a byte order mark.
    utf8: bool,
    policies: Policies,
    unread: Vec<String>,
    switches: Vec<String>,
    file_switches: Vec<(String, Vec<String>)>,
    objects: Option<PathBuf>,
    results: Option<PathBuf>,
    /// Files with syntax errors.
    broken: BTreeSet<FileId>,
}

/// Configuration pragmas in the current folder, which GNAT reads where there is no project.
const CONFIGURATION: &str = "gnat.adc";

/// What in a file of configuration pragmas may switch checks and assertions off.
const POLICIES: &[&str] = &["assertion_policy", "check_policy", "debug_policy", "suppress", "overflow_mode"];

/// The pragmas of a file of configuration pragmas that may change something for the analysis: all but those that do so
/// nowhere. `SPARK_Mode (Off)` is one, as it is for what says nothing else.
fn foreign_pragmas(pragmas: &[String]) -> Vec<String> {
    let without_effect = |pragma: &&String| {
        let words = without_keyword(pragma).to_lowercase();
        let name = words.split([' ', '(']).next().unwrap_or_default();
        let off = name == "spark_mode" && words.contains("off");
        let policy = POLICIES.contains(&name) && kinds_switched(&words).is_none();
        pragma.to_lowercase().starts_with("pragma ")
            && !off
            && !policy
            && (name == "spark_mode" || Kind::Pragma.status_anywhere(name) == Status::WithoutEffect)
    };
    pragmas.iter().filter(|pragma| !without_effect(pragma)).map(|pragma| without_keyword(pragma)).collect()
}

/// The pragmas of a file of configuration pragmas, without the semicolons.
fn pragmas(text: &str) -> Vec<String> {
    let code: String = text.lines().map(|line| line.split("--").next().unwrap_or_default().to_string() + " ").collect();
    let pragmas = code.split(';').map(str::trim).filter(|pragma| !pragma.is_empty());
    pragmas.map(str::to_string).collect()
}

/// `NAME (ARGUMENTS)`.
fn without_keyword(pragma: &str) -> String {
    pragma.split_whitespace().skip(1).collect::<Vec<_>>().join(" ")
}

/// The kinds of pragma `Check` that `Check_Policy (KIND => POLICY, ...)` speaks of, with whether it switches them off,
/// if all are names that no kind of assertion has. In lower case.
fn kinds_switched(pragma: &str) -> Option<Vec<(String, bool)>> {
    let arguments = pragma.strip_prefix("check_policy")?.trim().strip_prefix('(')?.strip_suffix(')')?;
    let one = |argument: &str| {
        let (kind, policy) = argument.split_once("=>")?;
        let (kind, policy) = (kind.trim(), policy.trim());
        let off = switches_off(policy);
        (is_free_kind(kind) && (off || matches!(policy, "check" | "on"))).then(|| (kind.to_string(), off))
    };
    arguments.split(',').map(one).collect()
}

impl Policies {
    /// Reads the pragmas of a file.
    fn read(&mut self, pragmas: &[String]) {
        for pragma in pragmas {
            let pragma = pragma.to_lowercase();
            match kinds_switched(&without_keyword(&pragma)) {
                Some(kinds) => {
                    let off = kinds.into_iter().filter(|(_, off)| *off);
                    self.kinds_off.extend(off.map(|(kind, _)| kind));
                }
                None => self.unread |= POLICIES.iter().any(|name| pragma.contains(name)),
            }
        }
    }
}

impl<'f> Loader<'f> {
    pub(super) fn new(task: &'f Task, files: &'f dyn Files, options: ParseOptions) -> Loader<'f> {
        Loader {
            task,
            files,
            options,
            names: Interner::new(),
            sources: Vec::new(),
            seen: BTreeMap::new(),
            units: Vec::new(),
            index: BTreeMap::new(),
            requests: VecDeque::new(),
            asked: BTreeSet::new(),
            predefined: Vec::new(),
            messages: Vec::new(),
            folders: Vec::new(),
            project_sources: BTreeMap::new(),
            for_others: BTreeSet::new(),
            naming: Naming::default(),
            utf8: false,
            policies: Policies::default(),
            unread: Vec::new(),
            switches: Vec::new(),
            file_switches: Vec::new(),
            objects: None,
            results: None,
            broken: BTreeSet::new(),
        }
    }

    pub(super) fn run(&mut self) {
        let mut roots = self.task.files.clone();
        // The compiler reads it without being told.
        let by_itself = Path::new(CONFIGURATION);
        if self.task.value(PROJECT).is_none() && self.files.is_file(by_itself) {
            self.configured_by(CONFIGURATION, by_itself);
        }
        if let Some(project) = self.task.value(PROJECT) {
            let Some(project) = self.load_project(Path::new(project)) else { return };
            let own_units = self.asked(OWN_UNITS) || (self.task.only_files && roots.is_empty());
            let for_others = |source: &&ProjectSource| source.built || (own_units && source.imported);
            self.for_others = project.sources.iter().filter(for_others).map(|source| source.path.clone()).collect();
            self.naming = project.naming;
            self.switches = project.switches;
            self.file_switches = project.file_switches;
            let inner = self.task.value(SUBFOLDER).map(PathBuf::from).unwrap_or_default();
            self.objects = Some(project.objects.join(&inner));
            self.results = project.results.map(|folder| folder.join(inner));
            if !roots.is_empty() {
                roots = roots.into_iter().map(|path| self.in_project(path)).collect();
            } else if self.task.entries.is_empty() && !project.mains.is_empty() && !self.asked(ALL_UNITS) {
                // The main programs, and what they need.
                for main in &project.mains {
                    match self.project_sources.get(main) {
                        Some(path) => roots.push(path.clone()),
                        None => self.message(None, format!("main \"{main}\" is not among the sources of the project")),
                    }
                }
            } else {
                // All units, those that nothing needs as well.
                roots = project.sources.iter().map(|source| source.path.clone()).collect();
                let mut seen = BTreeSet::new();
                roots.retain(|path| !self.for_others.contains(path) && seen.insert(path.clone()));
                if roots.is_empty() {
                    self.message(None, "the project has no Ada sources");
                }
            }
        } else if roots.is_empty() {
            self.message(None, "no file to analyse");
        }
        for path in &roots {
            let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
            if !self.folders.contains(&folder) {
                self.folders.push(folder);
            }
        }
        self.folders.extend(self.task.folders.iter().cloned());
        for path in roots {
            self.read_root(&path);
        }
        while let Some(request) = self.requests.pop_front() {
            self.answer(&request);
        }
        if self.task.files.is_empty() {
            let unread = self.project_sources.iter();
            let unread = unread.filter(|(_, path)| !self.seen.contains_key(*path) && !self.for_others.contains(*path));
            self.unread = unread.map(|(name, _)| name.clone()).collect();
        }
    }

    /// Whether an option without a value was given.
    fn asked(&self, option: &str) -> bool {
        self.task.value(option).is_some()
    }

    pub(super) fn finish(mut self) -> Loaded {
        self.complete_units();
        let (units, cycles) = order::in_order(self.units);
        self.messages.extend(cycles);
        self.messages.sort_by_key(|message| (message.file.map_or(0, |file| file.0 + 1), message.diagnostic.span.start));
        Loaded {
            policies: self.policies,
            names: self.names,
            files: self.sources,
            units,
            predefined: self.predefined,
            unread: self.unread,
            switches: self.switches,
            file_switches: self.file_switches,
            objects: self.objects,
            results: self.results,
            broken: self.broken,
            messages: self.messages,
        }
    }

    /// A file stands for its unit: where a specification is given the body and the subunits are meant too, and with a
    /// subunit its parent.
    fn complete_units(&mut self) {
        let of_unit = |unit: &LoadedUnit| {
            let mut name = unit.name.as_str();
            if unit.part == UnitPart::Subunit {
                while let Some((parent, _)) = name.rsplit_once('.') {
                    name = parent;
                    if self.index.contains_key(&(name.to_owned(), UnitPart::Body)) {
                        break;
                    }
                }
            }
            name.to_owned()
        };
        let named: Vec<(String, usize)> = self.units.iter().map(|unit| (of_unit(unit), unit.file.0 as usize)).collect();
        let is_analysed = |at: usize| self.sources.get(at).is_some_and(|source| source.analysed);
        let wanted: BTreeSet<&String> = named.iter().filter(|(_, at)| is_analysed(*at)).map(|(name, _)| name).collect();
        let files: Vec<usize> = named.iter().filter(|(name, _)| wanted.contains(name)).map(|(_, at)| *at).collect();
        for at in files {
            if let Some(source) = self.sources.get_mut(at) {
                source.analysed = true;
            }
        }
    }

    fn message(&mut self, place: Option<(FileId, Span)>, text: impl Into<String>) {
        let (file, span) = place.map_or((None, Span::new(0, 0)), |(file, span)| (Some(file), span));
        self.messages.push(Message { file, diagnostic: Diagnostic::error(span, text) });
    }

    /// Reads the project and the projects it imports.
    fn load_project(&mut self, path: &Path) -> Option<Project> {
        let externals: Vec<(String, String)> =
            self.task.values(EXTERNAL).filter_map(|value| external(value).ok()).collect();
        let folders: Vec<PathBuf> = self.task.values(PROJECT_FOLDER).map(PathBuf::from).collect();
        let (project, read) = crate::project::load(path, self.files, &externals, &folders);
        // The project files come first, so that their messages have a file.
        for (name, text, diagnostics) in read {
            let file = self.add_source(name, text, false);
            self.messages.extend(diagnostics.into_iter().map(|diagnostic| Message { file: Some(file), diagnostic }));
        }
        match project {
            Ok(project) => {
                for source in &project.sources {
                    self.project_sources.entry(source.name.clone()).or_insert_with(|| source.path.clone());
                }
                self.compiled_otherwise(&project);
                Some(project)
            }
            Err(text) => {
                if !text.is_empty() {
                    self.message(None, text);
                }
                None
            }
        }
    }

    /// Says what the project tells the compiler that changes the meaning of the program, and is not modelled.
    fn compiled_otherwise(&mut self, project: &Project) {
        for (value, attribute, option) in
            [(&project.target, "Target", "--target"), (&project.runtime, "Runtime", "--RTS")]
        {
            let Some(value) = value else { continue };
            let check = OPTIONS.iter().find(|known| known.names.contains(&option)).map(|known| known.check);
            if let Some(Err(why)) = check.map(|check| check(OsStr::new(value))) {
                self.message(None, format!("attribute {attribute} of the project: {why}"));
            }
        }
        for (file, path) in &project.pragmas {
            self.configured_by(file, path);
        }
        // Where the compiler is in another folder the file is not where it says.
        self.policies.unread |= project.compiler.iter().any(|switch| switch.starts_with("-gnatec"));
        self.utf8 = project.compiler.iter().any(|switch| switch == "-gnatW8");
        let mut said = BTreeSet::new();
        for switch in &project.compiler {
            let Some(Unmodelled { why, other_program }) = unmodelled(switch).filter(|_| said.insert(switch)) else {
                continue;
            };
            let text = format!("the project's switch `{switch}` for the compiler: {why}");
            let span = Span::new(0, 0);
            let severity = if other_program { Severity::Error } else { Severity::Warning };
            self.messages.push(Message { file: None, diagnostic: Diagnostic { severity, span, message: text } });
        }
    }

    /// Says which configuration pragmas of a file are not read.
    fn configured_by(&mut self, file: &str, path: &Path) {
        let pragmas = self.files.read(path).map(|bytes| pragmas(&String::from_utf8_lossy(&bytes)));
        match &pragmas {
            Ok(pragmas) => self.policies.read(pragmas),
            Err(_) => self.policies.unread = true,
        }
        let which = match pragmas.map(|pragmas| foreign_pragmas(&pragmas)) {
            Ok(names) if names.is_empty() => return,
            Ok(names) => format!(": {}", names.join(", ")),
            Err(_) => String::new(),
        };
        let message = format!("the configuration pragmas in \"{file}\" are not read{which}");
        let diagnostic = Diagnostic { severity: Severity::Warning, span: Span::new(0, 0), message };
        self.messages.push(Message { file: None, diagnostic });
    }

    /// A file given beside a project: its name alone means the project's source of that name, and the name of a unit
    /// its body or specification.
    fn in_project(&self, path: PathBuf) -> PathBuf {
        let alone = path.parent().is_none_or(|folder| folder.as_os_str().is_empty());
        let Some(name) = path.to_str().filter(|_| alone && !self.files.is_file(&path)) else { return path };
        let unit = name.to_lowercase();
        let of_unit = [UnitPart::Body, UnitPart::Spec].map(|part| self.naming.file_name(&unit, part));
        let names = std::iter::once(name.to_owned()).chain(of_unit);
        names.into_iter().find_map(|name| self.project_sources.get(&name)).cloned().unwrap_or(path)
    }

    fn add_source(&mut self, name: String, text: String, analysed: bool) -> FileId {
        let id = FileId(u32::try_from(self.sources.len()).unwrap_or(u32::MAX));
        self.sources.push(SourceFile { name, text, analysed });
        id
    }

    /// Reads a file that the user gave; `main` stands for `main.adb` or `main.ads`.
    fn read_root(&mut self, path: &Path) {
        let mut path = path.to_path_buf();
        if path.extension().is_none() && !self.files.is_file(&path) {
            let found = ["adb", "ads"].iter().map(|extension| path.with_extension(extension));
            if let Some(found) = found.into_iter().find(|path| self.files.is_file(path)) {
                path = found;
            }
        }
        if self.seen.contains_key(&path) {
            return;
        }
        if let Err(error) = self.read(&path, true) {
            let reason = match error.kind() {
                std::io::ErrorKind::NotFound => format!("file \"{}\" not found", path.display()),
                _ => format!("file \"{}\" cannot be read: {error}", path.display()),
            };
            self.message(None, reason);
        }
    }

    /// Reads and parses a file and registers its units.
    fn read(&mut self, path: &Path, given: bool) -> std::io::Result<FileId> {
        let bytes = match self.files.read(path) {
            Ok(bytes) if u32::try_from(bytes.len()).is_ok_and(|length| length < u32::MAX / 2) => bytes,
            Ok(_) => {
                self.seen.insert(path.to_path_buf(), None);
                return Err(std::io::Error::other("the file is larger than 2 GiB"));
            }
            Err(error) => {
                self.seen.insert(path.to_path_buf(), None);
                return Err(error);
            }
        };
        // Without files that option is about the projects, and says so by what is for others.
        let only_given = self.task.only_files && !self.task.files.is_empty();
        let analysed = given || !(only_given || self.for_others.contains(path));
        // What is no UTF-8 is read as Latin-1, where each byte is a character already.
        let bytes_count = !self.utf8 && !has_byte_order_mark(&bytes) && std::str::from_utf8(&bytes).is_ok();
        let file = self.read_text(path.display().to_string(), decode(&bytes), analysed, bytes_count);
        self.seen.insert(path.to_path_buf(), Some(file));
        Ok(file)
    }

    /// Parses the text of a file and registers its units. `bytes`: as in [`ParseOptions`].
    fn read_text(&mut self, name: String, text: String, analysed: bool, bytes: bool) -> FileId {
        let parsed = parse_file(&text, &mut self.names, ParseOptions { bytes, ..self.options });
        let file = self.add_source(name, text, analysed);
        let failed = parsed.has_errors();
        if failed {
            self.broken.insert(file);
        }
        self.messages.extend(parsed.diagnostics.into_iter().map(|diagnostic| Message { file: Some(file), diagnostic }));
        for unit in parsed.tree.units {
            self.register(file, unit, failed);
        }
        file
    }

    /// Enters a unit, and asks for everything it depends on unless its file has errors.
    fn register(&mut self, file: FileId, unit: CompilationUnit, failed: bool) {
        let part = unit.part();
        let Some(own) = unit.name().map(|name| self.full_name(name)) else {
            // A subunit of a task is the only unit without a name that can be.
            return;
        };
        let name = match &unit.separate {
            Some(parent) => format!("{}.{own}", self.full_name(parent)),
            None => own,
        };
        let span = unit.name().map_or(unit.span, |name| name.span);
        if let Some(other) = self.index.get(&(name.clone(), part)) {
            let other = &self.sources[self.units[*other].file.0 as usize].name;
            let message = format!("unit \"{name}\" is in file \"{other}\" too");
            return self.message(Some((file, span)), message);
        }
        let withs = self.withs(&unit);
        if !failed {
            self.ask_for_dependences(file, &name, &unit, &withs);
        }
        self.index.insert((name.clone(), part), self.units.len());
        self.units.push(LoadedUnit { file, name, part, withs, unit });
    }

    fn withs(&self, unit: &CompilationUnit) -> Vec<With> {
        let clauses = unit.context.iter().filter_map(|item| match item {
            ContextItem::With(clause) => Some(clause),
            ContextItem::Use(_) | ContextItem::Pragma(_) => None,
        });
        let named = clauses.flat_map(|clause| clause.names.iter().map(|name| (name, clause.limited)));
        named.map(|(name, limited)| With { name: self.full_name(name), span: name.span, limited }).collect()
    }

    fn ask_for_dependences(&mut self, file: FileId, name: &str, unit: &CompilationUnit, withs: &[With]) {
        let own = unit.name().map_or(unit.span, |name| name.span);
        match unit.part() {
            UnitPart::Spec => self.ask(name, UnitPart::Body, None, false),
            UnitPart::Body => {
                let package = matches!(unit.item, Decl::PackageBody(_));
                self.ask(name, UnitPart::Spec, Some((file, own)), package);
            }
            UnitPart::Subunit => {
                if let Some(parent) = &unit.separate {
                    let place = Some((file, parent.span));
                    let parent = self.full_name(parent);
                    // The parent may be a subunit itself.
                    let part = if self.index.contains_key(&(parent.clone(), UnitPart::Subunit)) {
                        UnitPart::Subunit
                    } else {
                        UnitPart::Body
                    };
                    self.ask(&parent, part, place, true);
                }
            }
        }
        if unit.part() != UnitPart::Subunit
            && let Some((parent, _)) = name.rsplit_once('.')
        {
            self.ask(parent, UnitPart::Spec, Some((file, own)), true);
        }
        for with in withs {
            self.ask(&with.name, UnitPart::Spec, Some((file, with.span)), true);
        }
        // Units that only annotations name.
        for annotation in &unit.annotations {
            if let crate::ast::AnnotationKind::Inherit(names) = &annotation.kind {
                for name in names {
                    self.ask(&self.full_name(name), UnitPart::Spec, Some((file, name.span)), false);
                }
            }
        }
        for stub in stubs(&unit.item) {
            self.ask(
                &format!("{name}.{}", self.names.text(stub.symbol)),
                UnitPart::Subunit,
                Some((file, stub.span)),
                true,
            );
        }
    }

    fn ask(&mut self, name: &str, part: UnitPart, place: Option<(FileId, Span)>, required: bool) {
        // Asked for again only if it has become required: the message then has a place.
        if self.asked.insert((name.to_owned(), part)) || required {
            self.requests.push_back(Request { name: name.to_owned(), part, place, required });
        }
    }

    /// The full name in lower case of a unit's name.
    fn full_name(&self, name: &Name) -> String {
        let path = name.path().unwrap_or_default();
        path.iter().map(|ident| self.names.text(ident.symbol)).collect::<Vec<_>>().join(".")
    }

    fn known(&self, name: &str, part: UnitPart) -> bool {
        let has = |part| self.index.contains_key(&(name.to_owned(), part));
        match part {
            // A subprogram body without a declaration is its own, and the parent of a subunit may be one.
            UnitPart::Spec => has(UnitPart::Spec) || self.is_subprogram_body(name),
            UnitPart::Body => has(UnitPart::Body) || has(UnitPart::Subunit),
            UnitPart::Subunit => has(UnitPart::Subunit),
        }
    }

    fn is_subprogram_body(&self, name: &str) -> bool {
        let at = self.index.get(&(name.to_owned(), UnitPart::Body));
        at.is_some_and(|at| matches!(self.units[*at].unit.item, Decl::SubprogramBody(_)))
    }

    /// Looks for a unit that is not known yet.
    fn answer(&mut self, request: &Request) {
        let has_part = self.index.contains_key(&(request.name.clone(), request.part));
        if has_part || (request.required && self.known(&request.name, request.part)) {
            return;
        }
        let file_name = self.naming.file_name(&request.name, request.part);
        let mut found = self.find(&file_name);
        // A subprogram that has a body only.
        if found.is_none() && request.part == UnitPart::Spec && request.required {
            found = self.find(&self.naming.file_name(&request.name, UnitPart::Body));
        }
        if let Some(path) = found {
            match self.read(&path, false) {
                Err(error) => {
                    self.message(request.place, format!("file \"{}\" cannot be read: {error}", path.display()))
                }
                Ok(file) => {
                    let broken = self.messages.iter().any(|message| message.file == Some(file));
                    if request.required && !broken && !self.known(&request.name, request.part) {
                        let text =
                            format!("file \"{}\" does not contain expected unit \"{}\"", path.display(), request.name);
                        self.message(request.place, text);
                    }
                }
            }
            return;
        }
        // A body in the library is that of the declaration there.
        let source = match request.part {
            UnitPart::Spec => library::source(&request.name, false),
            UnitPart::Body => library::source(&request.name, true).filter(|_| self.is_of_library(&request.name)),
            UnitPart::Subunit => None,
        };
        if let Some((file, text)) = source {
            self.read_text(file, text, false, false);
            return;
        }
        if !request.required {
            return;
        }
        if is_predefined(&request.name) {
            if let Some((parent, _)) = request.name.rsplit_once('.') {
                self.ask(parent, UnitPart::Spec, None, false);
            }
            if let Some((file, span)) = request.place
                && !self.predefined.iter().any(|unit| unit.name == request.name)
            {
                self.predefined.push(PredefinedUnit { name: request.name.clone(), file, span });
            }
            return;
        }
        // A file that was read but has errors may be where the unit is.
        let unreadable = self
            .seen
            .iter()
            .any(|(path, id)| path.file_name().is_some_and(|name| name.to_string_lossy() == file_name) && id.is_some());
        if !unreadable {
            self.message(request.place, format!("file \"{file_name}\" not found"));
        }
    }

    /// Whether the declaration of a unit is that of the tool's library.
    fn is_of_library(&self, name: &str) -> bool {
        let at = self.index.get(&(name.to_owned(), UnitPart::Spec));
        at.is_some_and(|at| library::is_file(&self.sources[self.units[*at].file.0 as usize].name))
    }

    /// A file that has not been read, in the project or in the folders.
    fn find(&self, file_name: &str) -> Option<PathBuf> {
        Naming::beside_library(file_name)
            .and_then(|other| self.find_named(&other))
            .or_else(|| self.find_named(file_name))
    }

    fn find_named(&self, file_name: &str) -> Option<PathBuf> {
        let in_project = self.project_sources.get(file_name).cloned();
        let in_folders = self.folders.iter().map(|folder| folder.join(file_name)).find(|path| self.files.is_file(path));
        in_project.or(in_folders).filter(|path| !self.seen.contains_key(path))
    }
}

/// The names of the body stubs directly in a body (RM 10.1.3).
fn stubs(item: &Decl) -> Vec<Ident> {
    let declarations = match item {
        Decl::PackageBody(body) => &body.declarations,
        Decl::SubprogramBody(body) => &body.declarations,
        Decl::ConcurrentBody(body) => &body.declarations,
        _ => return Vec::new(),
    };
    let name = |decl: &Decl| match decl {
        Decl::Stub(stub) => match &stub.kind {
            StubKind::Subprogram(spec) => spec.name.last_ident().copied(),
            StubKind::Package(name) => Some(*name),
            StubKind::Concurrent(_, name) => Some(*name),
        },
        _ => None,
    };
    declarations.iter().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::pragmas;

    fn foreign_pragmas(text: &str) -> Vec<String> {
        super::foreign_pragmas(&pragmas(text))
    }

    #[test]
    fn pragmas_without_effect_are_read() {
        let harmless =
            "-- for all\npragma SPARK_Mode (On);\npragma Profile (Jorvik);\n pragma Warnings\n (Off, \"x\");\n";
        assert!(foreign_pragmas(harmless).is_empty());
        let text = format!("{harmless}pragma Spark_Mode (Off); pragma Overflow_Mode (General =>  Strict);\nnonsense;");
        assert_eq!(foreign_pragmas(&text), ["Spark_Mode (Off)", "Overflow_Mode (General => Strict)", ""]);
        assert_eq!(foreign_pragmas("pragma Assertion_Policy (Ignore);"), ["Assertion_Policy (Ignore)"]);
        assert!(foreign_pragmas("pragma Check_Policy (Mine => Ignore, Yours => Check);").is_empty());
        for pragma in ["Check_Policy (Mine => Ignore, Pre => Ignore)", "Check_Policy (Mine, Ignore)"] {
            assert_eq!(foreign_pragmas(&format!("pragma {pragma};")), [pragma]);
        }
    }
}
