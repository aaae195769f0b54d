//! `hornsolve lsp …`: a language server on standard input and output. Files are verified when they are opened and
//! saved, as they are on disk; what is shown belongs to that text, and nothing is offered where the editor has another
//! one.
//!
//! One thread hears the editor and answers at once from the last analysis; one thread verifies. A newer save cancels
//! what is running; what was proved by then is in the cache. When the editor is gone, so is everything else.

mod analysis;
mod answers;
mod job;
mod remembered;
mod text;

use super::program::{ProgramCommand, parse};
use super::{BAD_INPUT, BROKEN, complain, print_out, start_logger};
use analysis::{Analysis, File, absolute};
use answers::{Client, Refreshes, VERIFY};
use horn_frontend::{Table, for_path};
use horn_solver::smt::CancelToken;
use job::News;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use remembered::Remembered;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use text::{Encoding, path_of, uri_of};

const USAGE: &str = "\
usage: hornsolve lsp [options]

A language server on standard input and output, for editors (docs/editors.md). The options are those of a run, for
instance `-P PROJECT --level=1`; without a project the only one of the folder is taken, or each file alone.
";

/// How long a file that was saved waits for another save.
const PATIENCE: Duration = Duration::from_millis(300);
/// How long work that was cancelled may take to end its processes.
const FAREWELL: Duration = Duration::from_millis(1000);

/// Whether the arguments ask for the server.
pub fn wanted(arguments: &[OsString]) -> bool {
    arguments.first().is_some_and(|word| word == "lsp") && !Path::new("lsp").is_file()
}

/// Runs with the arguments behind `lsp`.
pub fn main(table: Table, arguments: &[OsString]) -> ExitCode {
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        return print_out(USAGE);
    }
    start_logger(0);
    let (connection, _threads) = Connection::stdio();
    serve(table, arguments, connection)
}

/// What happens.
enum Event {
    /// The editor says something.
    Heard(Message),
    /// It is gone.
    Gone,
    /// A job tells something; its number.
    News(u64, News),
}

/// Serves one editor to the end.
fn serve(table: Table, arguments: &[OsString], connection: Connection) -> ExitCode {
    let (id, params) = match connection.initialize_start() {
        Ok(started) => started,
        // Whoever goes before he has come wants nothing.
        Err(_) => return ExitCode::from(BAD_INPUT),
    };
    let mut server = match Server::new(table, arguments, &params, connection) {
        Ok(server) => server,
        Err(what) => {
            complain(&format!("error: {what}; `hornsolve --help` lists the options"));
            return ExitCode::from(BAD_INPUT);
        }
    };
    server.reply(Response::new_ok(id, capabilities(server.client)));
    let receiver = server.connection.receiver.clone();
    let sender = server.sender.clone();
    let listen = move || {
        for message in receiver {
            if sender.send(Event::Heard(message)).is_err() {
                return;
            }
        }
        let _ = sender.send(Event::Gone);
    };
    if let Err(error) = std::thread::Builder::new().name("editor".to_string()).spawn(listen) {
        complain(&format!("error: no thread: {error}"));
        return ExitCode::from(BROKEN);
    }
    server.run()
}

/// What this server can do.
fn capabilities(client: Client) -> Value {
    let encoding = if client.encoding == Encoding::Utf8 { "utf-8" } else { "utf-16" };
    let mut value = json!({
        "capabilities": {
            "positionEncoding": encoding,
            "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
            "hoverProvider": true,
            "codeLensProvider": { "resolveProvider": false },
            "inlayHintProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix", "refactor.rewrite"] },
            "executeCommandProvider": { "commands": [VERIFY] },
        },
        "serverInfo": { "name": "hornsolve", "version": env!("CARGO_PKG_VERSION") },
    });
    if client.pulls {
        value["capabilities"]["diagnosticProvider"] =
            json!({ "identifier": "hornsolve", "interFileDependencies": true, "workspaceDiagnostics": false });
    }
    value
}

/// A job that runs.
struct Job {
    number: u64,
    cancel: CancelToken,
    /// Whether the editor has been told of it.
    shown: bool,
}

struct Server {
    table: Table,
    /// The options of every run.
    arguments: Vec<OsString>,
    client: Client,
    connection: Connection,
    sender: Sender<Event>,
    events: Receiver<Event>,
    /// The texts of what is open, by absolute names.
    open: BTreeMap<PathBuf, String>,
    /// How the editor calls files, where it has its own way to.
    addresses: BTreeMap<PathBuf, String>,
    /// What was found out last, file by file: each is from the newest analysis that had it.
    known: Analysis,
    /// What was shown by servers before this one.
    remembered: Remembered,
    /// The files with diagnostics.
    marked: BTreeSet<PathBuf>,
    /// What is to be verified next: the file, the level, and when.
    next: Option<(PathBuf, Option<u64>, Instant)>,
    job: Option<Job>,
    jobs: u64,
    requests: i32,
    stopping: bool,
}

impl Server {
    fn new(table: Table, arguments: &[OsString], params: &Value, connection: Connection) -> Result<Server, String> {
        let capabilities = &params["capabilities"];
        let has = |list: &Value, name: &str| list.as_array().is_some_and(|list| list.iter().any(|one| one == name));
        let of_edits = &capabilities["workspace"]["workspaceEdit"];
        let utf8 = has(&capabilities["general"]["positionEncodings"], "utf-8");
        let client = Client {
            encoding: if utf8 { Encoding::Utf8 } else { Encoding::Utf16 },
            creates: of_edits["documentChanges"] == true && has(&of_edits["resourceOperations"], "create"),
            progress: capabilities["window"]["workDoneProgress"] == true,
            snippets: of_edits["documentChanges"] == true && of_edits["snippetEditSupport"] == true,
            pulls: !capabilities["textDocument"]["diagnostic"].is_null()
                && capabilities["workspace"]["diagnostics"]["refreshSupport"] == true,
            refreshes: Refreshes {
                lenses: capabilities["workspace"]["codeLens"]["refreshSupport"] == true,
                hints: capabilities["workspace"]["inlayHint"]["refreshSupport"] == true,
            },
        };
        let root = params["workspaceFolders"][0]["uri"].as_str().or(params["rootUri"].as_str()).and_then(path_of);
        if let Some(root) = root {
            std::env::set_current_dir(&root).map_err(|error| format!("{}: {error}", root.display()))?;
        }
        let mut arguments = arguments.to_vec();
        if let Some(list) = params["initializationOptions"]["arguments"].as_array() {
            arguments.extend(list.iter().filter_map(Value::as_str).map(OsString::from));
        }
        let (sender, events) = channel();
        Ok(Server {
            table,
            arguments,
            client,
            connection,
            sender,
            events,
            open: BTreeMap::new(),
            addresses: BTreeMap::new(),
            known: Analysis::default(),
            remembered: Remembered::of_user(),
            marked: BTreeSet::new(),
            next: None,
            job: None,
            jobs: 0,
            requests: 0,
            stopping: false,
        })
    }

    /// Runs to the end of the conversation.
    fn run(&mut self) -> ExitCode {
        loop {
            let wait = match (&self.next, &self.job) {
                (Some((.., at)), None) => at.saturating_duration_since(Instant::now()),
                _ => Duration::from_secs(3600),
            };
            match self.events.recv_timeout(wait) {
                Ok(Event::Heard(Message::Request(request))) => self.answer(request),
                Ok(Event::Heard(Message::Notification(said))) if said.method == "exit" => {
                    return self.end(if self.stopping { ExitCode::SUCCESS } else { ExitCode::from(BAD_INPUT) });
                }
                Ok(Event::Heard(Message::Notification(said))) => self.hear(&said),
                Ok(Event::Heard(Message::Response(_))) => {}
                Ok(Event::News(number, news)) => self.tell(number, news),
                Ok(Event::Gone) | Err(RecvTimeoutError::Disconnected) => return self.end(ExitCode::from(BAD_INPUT)),
                Err(RecvTimeoutError::Timeout) => self.start(),
            }
        }
    }

    /// Ends what is running. Processes that do not end in time are ended by their guard.
    fn end(&mut self, code: ExitCode) -> ExitCode {
        let Some(job) = self.job.take() else { return code };
        job.cancel.cancel();
        let end = Instant::now() + FAREWELL;
        while let Ok(event) = self.events.recv_timeout(end.saturating_duration_since(Instant::now())) {
            if matches!(event, Event::News(_, News::Done(_))) {
                break;
            }
        }
        code
    }

    fn send(&self, message: Message) {
        // Who does not listen any more is heard of as gone.
        let _ = self.connection.sender.send(message);
    }

    fn reply(&self, response: Response) {
        self.send(Message::Response(response));
    }

    fn notify(&self, method: &str, params: Value) {
        self.send(Message::Notification(Notification { method: method.to_string(), params }));
    }

    fn ask(&mut self, method: &str, params: Value) {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        self.send(Message::Request(Request { id, method: method.to_string(), params }));
    }

    /// The file that something is about, under its absolute name.
    fn file(&mut self, params: &Value) -> Option<PathBuf> {
        let uri = params["textDocument"]["uri"].as_str()?;
        let path = absolute(&path_of(uri)?);
        self.addresses.insert(path.clone(), uri.to_string());
        Some(path)
    }

    /// What is known of a file, if the editor has the text that was analysed.
    fn fresh(&self, path: &Path) -> Option<&File> {
        let file = self.known.files.get(path)?;
        let is_same = match self.open.get(path) {
            Some(text) => *text == file.text,
            None => std::fs::read_to_string(path).is_ok_and(|text| text == file.text),
        };
        is_same.then_some(file)
    }

    fn answer(&mut self, request: Request) {
        let Request { id, method, params } = request;
        if self.stopping {
            let code = ErrorCode::InvalidRequest as i32;
            return self.reply(Response::new_err(id, code, "the server is shutting down".to_string()));
        }
        let result = match method.as_str() {
            "shutdown" => {
                self.stopping = true;
                self.next = None;
                if let Some(job) = &self.job {
                    job.cancel.cancel();
                }
                Ok(Value::Null)
            }
            "textDocument/hover" => self.hover(&params),
            "textDocument/codeLens" => self.lenses(&params),
            "textDocument/codeAction" => self.actions(&params),
            "textDocument/inlayHint" => self.hints(&params),
            "textDocument/diagnostic" if self.client.pulls => self.diagnostics(&params),
            "workspace/executeCommand" => self.execute(&params),
            _ => {
                let code = ErrorCode::MethodNotFound as i32;
                return self.reply(Response::new_err(id, code, format!("there is no `{method}` here")));
            }
        };
        self.reply(match result {
            Ok(value) => Response::new_ok(id, value),
            Err(what) => Response::new_err(id, ErrorCode::InvalidParams as i32, what),
        });
    }

    fn hover(&mut self, params: &Value) -> Result<Value, String> {
        let path = self.file(params).ok_or("no file")?;
        let position = &params["position"];
        let (Some(line), Some(character)) = (position["line"].as_u64(), position["character"].as_u64()) else {
            return Err("no position".to_string());
        };
        let Some(file) = self.fresh(&path) else { return Ok(Value::Null) };
        let at = self.client.encoding.offset(&file.text, line, character);
        Ok(answers::hover(self.client, file, at))
    }

    fn lenses(&mut self, params: &Value) -> Result<Value, String> {
        let path = self.file(params).ok_or("no file")?;
        Ok(self.fresh(&path).map_or(json!([]), |file| answers::lenses(self.client, &path, file)))
    }

    fn actions(&mut self, params: &Value) -> Result<Value, String> {
        let path = self.file(params).ok_or("no file")?;
        let Some(file) = self.fresh(&path) else { return Ok(json!([])) };
        let range = self.client.encoding.bytes(&file.text, &params["range"]).ok_or("no range")?;
        let fresh = |path: &Path| self.fresh(path).is_some();
        Ok(answers::actions(self.client, self.table, &self.known, &path, range, &fresh))
    }

    fn hints(&mut self, params: &Value) -> Result<Value, String> {
        let path = self.file(params).ok_or("no file")?;
        let Some(file) = self.fresh(&path) else { return Ok(json!([])) };
        let range = self.client.encoding.bytes(&file.text, &params["range"]).ok_or("no range")?;
        Ok(answers::hints(self.client, &self.known, &path, range))
    }

    /// What an editor asks for that is told only that there is something new. Of a text that was not looked at yet
    /// there is nothing; the editor is told when there is.
    fn diagnostics(&mut self, params: &Value) -> Result<Value, String> {
        let path = self.file(params).ok_or("no file")?;
        let file = self.fresh(&path);
        let items = file.map_or(json!([]), |file| answers::diagnostics(self.client, &self.known, file));
        let id = remembered::digest(&[items.to_string().as_bytes()]);
        Ok(match params["previousResultId"] == json!(id) {
            true => json!({ "kind": "unchanged", "resultId": id }),
            false => json!({ "kind": "full", "resultId": id, "items": items }),
        })
    }

    fn execute(&mut self, params: &Value) -> Result<Value, String> {
        if params["command"] != VERIFY {
            return Err("there is no such command".to_string());
        }
        let path = params["arguments"][0].as_str().and_then(path_of).ok_or("no file")?;
        let level = &params["arguments"][1];
        if !level.is_null() && level.as_u64().is_none_or(|level| level > 4) {
            return Err("no level".to_string());
        }
        self.verify(absolute(&path), level.as_u64(), Duration::ZERO);
        Ok(Value::Null)
    }

    fn hear(&mut self, said: &Notification) {
        let params = &said.params;
        match said.method.as_str() {
            "textDocument/didOpen" => {
                let text = params["textDocument"]["text"].as_str().map(str::to_string);
                if let (Some(path), Some(text)) = (self.file(params), text) {
                    // What is known of this text is shown while it is looked at again: other files may have changed.
                    if !self.known.files.contains_key(&path)
                        && let Some(file) = self.remembered.recall(&path, &text, &self.arguments)
                    {
                        self.known.files.insert(path.clone(), file);
                    }
                    if self.known.files.get(&path).is_some_and(|known| known.text == text) {
                        self.publish(&path);
                    }
                    self.open.insert(path.clone(), text);
                    self.verify(path, None, Duration::ZERO);
                }
            }
            "textDocument/didChange" => {
                let Some(path) = self.file(params) else { return };
                let encoding = self.client.encoding;
                let Some(text) = self.open.get_mut(&path) else { return };
                for change in params["contentChanges"].as_array().map(Vec::as_slice).unwrap_or_default() {
                    match encoding.changed(text, change) {
                        Some(new) => *text = new,
                        // From here on nobody knows what the editor has; what is saved next is read.
                        None => text.clear(),
                    }
                }
            }
            "textDocument/didSave" => {
                if let Some(path) = self.file(params) {
                    // What an editor has saved is what it has.
                    if let (Some(known), Ok(text)) = (self.open.get_mut(&path), std::fs::read_to_string(&path)) {
                        *known = text;
                    }
                    self.verify(path, None, PATIENCE);
                }
            }
            "textDocument/didClose" => {
                if let Some(path) = self.file(params) {
                    self.open.remove(&path);
                }
            }
            "window/workDoneProgress/cancel" => {
                let number = params["token"].as_str().and_then(|token| token.strip_prefix("hornsolve-"));
                let number = number.and_then(|number| number.parse::<u64>().ok());
                if let Some(job) = self.job.as_ref().filter(|job| Some(job.number) == number) {
                    job.cancel.cancel();
                }
            }
            _ => {}
        }
    }

    /// Has a file verified soon, in the place of what is being verified.
    fn verify(&mut self, path: PathBuf, level: Option<u64>, patience: Duration) {
        if self.stopping || for_path(self.table, &path).is_none() {
            return;
        }
        if let Some(job) = &self.job {
            job.cancel.cancel();
        }
        self.next = Some((path, level, Instant::now() + patience));
        if patience.is_zero() && self.job.is_none() {
            self.start();
        }
    }

    /// Starts what is next.
    fn start(&mut self) {
        let Some((path, level, _)) = self.next.take().filter(|_| self.job.is_none()) else { return };
        self.jobs += 1;
        let number = self.jobs;
        let cancel = CancelToken::new();
        let arguments = self.arguments_for(&path, level);
        let event = move |news| Event::News(number, news);
        self.job = Some(Job { number, cancel: cancel.clone(), shown: self.client.progress });
        if self.client.progress {
            let token = format!("hornsolve-{number}");
            self.ask("window/workDoneProgress/create", json!({ "token": token }));
            let begin = json!({ "kind": "begin", "title": "hornsolve", "cancellable": true, "percentage": 0 });
            self.notify("$/progress", json!({ "token": token, "value": begin }));
        }
        if let Err(error) = job::start(self.table, arguments, cancel, self.sender.clone(), event) {
            self.tell(number, News::Done(Err(format!("no thread: {error}"))));
        }
    }

    /// The arguments of a run for a file: of a project only its unit.
    fn arguments_for(&self, path: &Path, level: Option<u64>) -> Vec<OsString> {
        let mut all = self.arguments.clone();
        all.extend(level.map(|level| OsString::from(format!("--level={level}"))));
        let file = path.as_os_str().to_os_string();
        let alone: Vec<OsString> = all.iter().chain([&file]).cloned().collect();
        let has_input = |arguments: &[OsString]| match parse(self.table, arguments) {
            Ok(ProgramCommand::Verify(options)) => options.has_input(),
            _ => false,
        };
        if !has_input(&alone) {
            // The only project of the folder, if the file is one of it.
            let dialect = for_path(self.table, path).and_then(|frontend| frontend.dialect());
            let here = std::env::current_dir().map(|here| absolute(&here));
            let inside = here.is_ok_and(|here| path.starts_with(here));
            let implied = dialect.filter(|_| inside).and_then(|dialect| (dialect.implied)(Path::new("."), false).ok());
            match implied {
                Some(implied) if has_input(&[alone.as_slice(), implied.as_slice()].concat()) => all.extend(implied),
                _ => return alone,
            }
        }
        all.extend([OsString::from("-u"), file]);
        all
    }

    fn tell(&mut self, number: u64, news: News) {
        let Some(job) = self.job.as_ref().filter(|job| job.number == number) else { return };
        let (cancelled, shown) = (job.cancel.is_cancelled(), job.shown);
        let token = format!("hornsolve-{number}");
        match news {
            News::Progress(decided, all, step) if shown && !cancelled => {
                let value = json!({
                    "kind": "report",
                    "message": format!("{decided}/{all} checks, {step}"),
                    "percentage": decided * 100 / all.max(1),
                });
                self.notify("$/progress", json!({ "token": token, "value": value }));
            }
            News::Failing(path, text, mark) if !cancelled => {
                let file = self.known.files.entry(path.clone()).or_default();
                if file.text != text {
                    *file = File { text, ..File::default() };
                }
                if !file.marks.iter().any(|known| known.span == mark.span && known.rule == mark.rule) {
                    file.marks.push(*mark);
                    self.publish(&path);
                }
            }
            News::Progress(..) | News::Failing(..) => {}
            News::Done(result) => {
                self.job = None;
                let message = match result {
                    _ if cancelled => "cancelled".to_string(),
                    Ok(analysis) => {
                        let summary = analysis.summary.clone();
                        self.take(*analysis);
                        let Refreshes { lenses, hints } = self.client.refreshes;
                        for (asks, method) in
                            [(lenses, "workspace/codeLens/refresh"), (hints, "workspace/inlayHint/refresh")]
                        {
                            if asks {
                                self.ask(method, Value::Null);
                            }
                        }
                        summary
                    }
                    Err(what) => {
                        self.notify(
                            "window/showMessage",
                            json!({ "type": 1, "message": format!("hornsolve: {what}") }),
                        );
                        what
                    }
                };
                if shown {
                    let value = json!({ "kind": "end", "message": message });
                    self.notify("$/progress", json!({ "token": token, "value": value }));
                }
                if self.next.as_ref().is_some_and(|(.., at)| *at <= Instant::now()) {
                    self.start();
                }
            }
        }
    }

    /// Takes what was found out, and shows it.
    fn take(&mut self, analysis: Analysis) {
        let paths: Vec<PathBuf> = analysis.files.keys().cloned().collect();
        self.known.summary = analysis.summary;
        self.known.files.extend(analysis.files);
        for path in paths {
            let marks =
                self.known.files.get(&path).is_some_and(|file| file.marks.iter().any(|one| one.level.is_some()));
            // A file without any is told of if it had some, or is looked at.
            if marks || self.marked.contains(&path) || self.open.contains_key(&path) {
                self.publish(&path);
            }
            if self.open.contains_key(&path)
                && let Some(file) = self.known.files.get(&path)
            {
                self.remembered.remember(&path, file, &self.arguments);
            }
        }
    }

    fn publish(&mut self, path: &Path) {
        let Some(file) = self.known.files.get(path) else { return };
        // Who asks for what is open is told of the rest.
        if self.client.pulls && self.open.contains_key(path) {
            if self.marked.remove(path) {
                let uri = self.addresses.get(path).cloned().unwrap_or_else(|| uri_of(path));
                self.notify("textDocument/publishDiagnostics", json!({ "uri": uri, "diagnostics": [] }));
            }
            return self.ask("workspace/diagnostic/refresh", Value::Null);
        }
        let list = answers::diagnostics(self.client, &self.known, file);
        if list.as_array().is_some_and(|list| !list.is_empty()) {
            self.marked.insert(path.to_path_buf());
        } else {
            self.marked.remove(path);
        }
        let uri = self.addresses.get(path).cloned().unwrap_or_else(|| uri_of(path));
        self.notify("textDocument/publishDiagnostics", json!({ "uri": uri, "diagnostics": list }));
    }
}
