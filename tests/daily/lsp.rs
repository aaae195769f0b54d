//! Dialogues with the language server, each with a process of its own: what an editor sends, and what it is told.

use crate::common::{run, wait_within, write};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Longer than anything takes here on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// An editor with a folder.
struct Editor {
    folder: tempfile::TempDir,
    child: Child,
    input: Option<ChildStdin>,
    heard: Receiver<Value>,
    /// What was heard and not asked for yet.
    kept: Vec<Value>,
    requests: u64,
}

fn start(arguments: &[&str]) -> Editor {
    start_in(tempfile::tempdir().expect("a folder"), arguments)
}

/// One in a folder, which is the home of its user, too.
fn start_in(folder: tempfile::TempDir, arguments: &[&str]) -> Editor {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hornsolve"));
    command.arg("lsp").args(arguments).env("XDG_CACHE_HOME", folder.path().join("home"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the server starts");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let (sender, heard) = channel();
    std::thread::spawn(move || {
        loop {
            let mut length = 0;
            let mut line = String::new();
            loop {
                line.clear();
                if output.read_line(&mut line).unwrap_or(0) == 0 {
                    return;
                }
                match line.trim_end().strip_prefix("Content-Length: ") {
                    Some(number) => length = number.parse().expect("a length"),
                    None if line.trim_end().is_empty() => break,
                    None => {}
                }
            }
            let mut text = vec![0; length];
            output.read_exact(&mut text).expect("a message");
            if sender.send(serde_json::from_slice(&text).expect("JSON")).is_err() {
                return;
            }
        }
    });
    let input = child.stdin.take();
    Editor { folder, child, input, heard, kept: Vec::new(), requests: 0 }
}

/// One that has introduced itself, with these capabilities and options.
fn greeted(arguments: &[&str], capabilities: Value, options: Value) -> (Editor, Value) {
    introduced(start(arguments), capabilities, options)
}

fn introduced(mut editor: Editor, capabilities: Value, options: Value) -> (Editor, Value) {
    let root = uri(editor.folder.path());
    let params = json!({
        "processId": null, "rootUri": root, "capabilities": capabilities, "initializationOptions": options,
    });
    let result = editor.ask("initialize", params);
    editor.say("initialized", json!({}));
    (editor, result["result"].clone())
}

fn editor() -> Editor {
    greeted(&["--level=0"], json!({}), Value::Null).0
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

impl Editor {
    fn raw(&mut self, text: &str) {
        let input = self.input.as_mut().expect("a pipe");
        // The server may be gone.
        let _ = write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).and_then(|()| input.flush());
    }

    fn say(&mut self, method: &str, params: Value) {
        self.raw(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    /// The answer to a request.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.raw(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string());
        self.wait(&format!("the answer to {method}"), |value| value["id"] == id && value.get("method").is_none())
    }

    /// The first message like this.
    fn wait(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&wanted) {
            return self.kept.remove(at);
        }
        let end = Instant::now() + LONG;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let value =
                self.heard.recv_timeout(left).unwrap_or_else(|_| panic!("{what} does not come: {:?}", self.kept));
            if wanted(&value) {
                return value;
            }
            self.kept.push(value);
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        // As the system sees it, without links.
        fs::canonicalize(self.folder.path()).expect("a folder").join(name)
    }

    fn file(&self, name: &str) -> Value {
        json!({ "textDocument": { "uri": uri(&self.path(name)) } })
    }

    /// Writes and opens a file.
    fn open(&mut self, name: &str, text: &str) {
        write(self.folder.path(), name, text);
        let document = json!({ "uri": uri(&self.path(name)), "languageId": "ada", "version": 1, "text": text });
        self.say("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn save(&mut self, name: &str, text: &str) {
        write(self.folder.path(), name, text);
        self.say("textDocument/didSave", self.file(name));
    }

    /// The next diagnostics of a file that are as wanted.
    fn marked(&mut self, name: &str, wanted: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let uri = uri(&self.path(name));
        let list = |value: &Value| value["params"]["diagnostics"].as_array().cloned().unwrap_or_default();
        let value = self.wait("diagnostics", |value| {
            value["method"] == "textDocument/publishDiagnostics"
                && value["params"]["uri"] == uri
                && wanted(&list(value))
        });
        list(&value)
    }

    fn at(&self, name: &str, line: u64, character: u64) -> Value {
        let mut params = self.file(name);
        params["position"] = json!({ "line": line, "character": character });
        params
    }

    fn hover(&mut self, name: &str, line: u64, character: u64) -> String {
        let answer = self.ask("textDocument/hover", self.at(name, line, character));
        answer["result"]["contents"]["value"].as_str().unwrap_or_default().to_string()
    }

    fn actions(&mut self, name: &str, line: u64) -> Vec<Value> {
        let mut params = self.file(name);
        let place = |character: u64| json!({ "line": line, "character": character });
        params["range"] = json!({ "start": place(0), "end": place(200) });
        params["context"] = json!({ "diagnostics": [] });
        self.ask("textDocument/codeAction", params)["result"].as_array().cloned().unwrap_or_default()
    }

    /// Waits until nothing is being verified: the analysis after an open or save has ended.
    fn settled(&mut self, name: &str) -> Vec<Value> {
        // Lenses are there behind the end only.
        let end = Instant::now() + LONG;
        while self.ask("textDocument/codeLens", self.file(name))["result"].as_array().is_none_or(Vec::is_empty) {
            assert!(Instant::now() < end, "nothing is found out: {:?}", self.kept);
            std::thread::sleep(Duration::from_millis(20));
        }
        let uri = uri(&self.path(name));
        let mut last = Vec::new();
        self.kept.retain(|value| {
            let of_file = value["method"] == "textDocument/publishDiagnostics" && value["params"]["uri"] == uri;
            if of_file {
                last = value["params"]["diagnostics"].as_array().cloned().unwrap_or_default();
            }
            !of_file
        });
        last
    }

    /// The exit code after a farewell, or without one.
    fn leave(&mut self, farewell: bool) -> Option<i32> {
        if farewell {
            let answer = self.ask("shutdown", Value::Null);
            assert_eq!(answer.get("result"), Some(&Value::Null));
        }
        self.say("exit", Value::Null);
        wait_within(&mut self.child, LONG).and_then(|status| status.code())
    }
}

impl Editor {
    /// Its folder, for the next one.
    fn end(mut self) -> tempfile::TempDir {
        self.leave(true);
        std::mem::replace(&mut self.folder, tempfile::tempdir().expect("a folder"))
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        self.input = None;
        if wait_within(&mut self.child, Duration::from_secs(10)).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// The text after the edits of an action to a file.
fn edited(text: &str, action: &Value, uri: &str) -> String {
    let mut text = text.to_string();
    for edit in action["edit"]["changes"][uri].as_array().expect("edits") {
        let start = &edit["range"]["start"];
        assert_eq!(*start, edit["range"]["end"]);
        let (line, character) =
            (start["line"].as_u64().expect("a line"), start["character"].as_u64().expect("a number"));
        let before: usize = text.split_inclusive('\n').take(line as usize).map(str::len).sum();
        text.insert_str(before + character as usize, edit["newText"].as_str().expect("a text"));
    }
    text
}

fn titled<'a>(actions: &'a [Value], words: &str) -> Option<&'a Value> {
    actions.iter().find(|action| action["title"].as_str().is_some_and(|title| title.contains(words)))
}

const RATIO: &str = "function Ratio (X, Y : Integer) return Integer is\nbegin\n   if X = 1 then\n      return X / Y;\n\
                     \x20  end if;\n   return 0;\nend Ratio;\n";
const LOOPS: &str = "function Sum (N : Natural) return Natural is\n   T : Natural := 0;\n   I : Natural := 0;\nbegin\n\
                     \x20  while I < N and I < 100 loop\n      T := T + 2;\n      I := I + 1;\n   end loop;\n   \
                     pragma Assert (T <= 200);\n   return T;\nend Sum;\n";
/// Nobody decides it soon.
const HARD: &str = "procedure Hard (N : Positive) is\n   X : Long_Integer := Long_Integer (N);\n   S : Integer := 0;\n\
                    begin\n   while X /= 1 loop\n      exit when S = 100_000 or X > 1_000_000_000_000;\n      \
                    if X mod 2 = 0 then\n         X := X / 2;\n      else\n         X := 3 * X + 1;\n      end if;\n\
                    \x20     S := S + 1;\n      pragma Assert (X /= 5 or S < 1_000);\n   end loop;\nend Hard;\n";

#[test]
fn introductions_and_farewells() {
    // 1, 2: characters are counted as the editor can.
    let (mut one, result) = greeted(&[], json!({}), Value::Null);
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(result["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
    let utf8 = json!({ "general": { "positionEncodings": ["utf-16", "utf-8"] } });
    assert_eq!(greeted(&[], utf8, Value::Null).1["capabilities"]["positionEncoding"], "utf-8");
    // 3: what is not known is refused, or means nothing.
    assert_eq!(one.ask("textDocument/rename", json!({}))["error"]["code"], -32601);
    one.say("textDocument/willSave", json!({}));
    one.say("$/setTrace", json!([1]));
    // 4: after the farewell nothing is answered.
    assert_eq!(one.ask("shutdown", Value::Null)["result"], Value::Null);
    assert_eq!(one.ask("textDocument/hover", json!({}))["error"]["code"], -32600);
    assert_eq!(one.leave(false), Some(0));
    // 5: without a farewell.
    assert_eq!(editor().leave(false), Some(1));
    // 6: nobody is served before he has introduced himself.
    let mut early = start(&[]);
    assert_eq!(early.ask("textDocument/hover", json!({}))["error"]["code"], -32002);
    early.input = None;
    assert_eq!(wait_within(&mut early.child, LONG).and_then(|status| status.code()), Some(1));
    // 7: the editor is gone, or says what is no message.
    let mut gone = editor();
    gone.input = None;
    assert_eq!(wait_within(&mut gone.child, LONG).and_then(|status| status.code()), Some(1));
    let mut broken = editor();
    broken.raw("{ \"jsonrpc\": ");
    assert_eq!(wait_within(&mut broken.child, LONG).and_then(|status| status.code()), Some(1));
    // 8: options that there are not.
    assert!(run(&["lsp", "--help"]).stdout.contains("language server"));
}

#[test]
fn diagnostics_are_those_of_what_is_on_disk() {
    let mut editor = editor();
    // 9: a failure with its run.
    editor.open("ratio.adb", RATIO);
    let marks = editor.marked("ratio.adb", |list| !list.is_empty() && list[0].get("relatedInformation").is_some());
    let division = marks.iter().find(|mark| mark["code"] == "VC_DIVISION_CHECK").expect("a division");
    assert_eq!((&division["severity"], &division["source"]), (&json!(1), &json!("hornsolve")));
    assert_eq!(division["range"]["start"], json!({ "line": 3, "character": 15 }));
    assert!(division["message"].as_str().is_some_and(|text| text.starts_with("high: divide by zero")), "{division}");
    assert!(division["codeDescription"]["href"].as_str().is_some_and(|href| href.contains("369.html")), "{division}");
    let steps = division["relatedInformation"].as_array().expect("steps");
    assert!(steps[0]["message"].as_str().is_some_and(|text| text.contains("Ratio (X => 1, Y => 0)")), "{steps:?}");
    // 10: saved without it.
    editor.save("ratio.adb", &RATIO.replace("X = 1", "Y > 5"));
    editor.marked("ratio.adb", <[Value]>::is_empty);
    // 11: what is no Ada.
    editor.save("ratio.adb", &RATIO.replace("end if;", ""));
    let marks = editor.marked("ratio.adb", |list| !list.is_empty());
    assert!(marks[0]["code"] == "ERROR" && marks[0]["severity"] == 1, "{marks:?}");
    // 12: a file without fault is told of.
    editor.open("good.adb", "procedure Good (X : Natural) is\nbegin\n   pragma Assert (X >= 0);\nend Good;\n");
    assert!(editor.marked("good.adb", |_| true).is_empty());
    // 13: what is justified is no more than a hint.
    let said = "   pragma Annotate (GNATprove, Intentional, \"overflow\", \"days\");\n";
    let text = format!("procedure Days (X : in out Integer) is\nbegin\n   X := X + 1;\n{said}end Days;\n");
    editor.open("days.adb", &text);
    let marks = editor.marked("days.adb", |list| !list.is_empty());
    assert!(marks.len() == 1 && marks[0]["severity"] == 4, "{marks:?}");
    // 14: another language.
    editor.open("x.c", "int f(int x) { return 7 / x; }\nint main(int argc, char **argv) { return f(argc - 1); }\n");
    let marks = editor.marked("x.c", |list| !list.is_empty());
    assert!(marks.iter().any(|mark| mark["severity"] == 1), "{marks:?}");
    // 15: files that are none of ours, and no files.
    editor.open("notes.txt", "x");
    let text = json!({ "uri": "untitled:1", "languageId": "ada", "version": 1, "text": "x" });
    editor.say("textDocument/didOpen", json!({ "textDocument": text }));
    editor.say("textDocument/didOpen", json!({ "textDocument": { "uri": 5 } }));
    assert_eq!(editor.ask("textDocument/hover", json!({}))["error"]["code"], -32602);
    assert_eq!(editor.leave(true), Some(0));
}

#[test]
fn who_asks_is_told_more() {
    let mut editor = editor();
    editor.open("sum.adb", LOOPS);
    assert!(editor.settled("sum.adb").is_empty());
    // 16: a check, a loop, and where there is nothing.
    let hover = editor.hover("sum.adb", 8, 20);
    assert!(hover.contains("**assertion** ✓ proved (") && hover.contains("T <= 200"), "{hover}");
    assert!(editor.hover("sum.adb", 4, 5).contains("loop invariant found: "));
    assert_eq!(editor.hover("sum.adb", 1, 0), "");
    // 17: positions that are none of the text, and none at all.
    for (line, character) in [(99, 0), (0, 9_999), (u64::from(u32::MAX), u64::MAX)] {
        assert_eq!(editor.hover("sum.adb", line, character), "");
    }
    for position in [json!({ "line": -1, "character": 0 }), json!({ "line": "x" }), json!(null), json!([1, 2])] {
        let mut params = editor.file("sum.adb");
        params["position"] = position;
        assert_eq!(editor.ask("textDocument/hover", params)["error"]["code"], -32602);
    }
    // 18: lenses.
    let lenses = editor.ask("textDocument/codeLens", editor.file("sum.adb"))["result"].clone();
    let title = lenses[0]["command"]["title"].as_str().expect("a title");
    let (proved, all) = title.strip_suffix(" proved").and_then(|counts| counts.split_once('/')).expect("counts");
    assert!(proved == all && lenses[0]["range"]["start"]["line"] == 0, "{lenses}");
    // 19: files that nobody knows.
    assert_eq!(editor.hover("none.adb", 0, 0), "");
    assert_eq!(editor.ask("textDocument/codeLens", editor.file("none.adb"))["result"], json!([]));
    // 20: closed, and asked for again.
    editor.say("textDocument/didClose", editor.file("sum.adb"));
    assert!(editor.hover("sum.adb", 8, 20).contains("proved"));
    // 21: what is verified on demand.
    let file = uri(&editor.path("sum.adb"));
    let command = |arguments: Value| json!({ "command": "hornsolve.verify", "arguments": arguments });
    assert_eq!(editor.ask("workspace/executeCommand", command(json!([file, 4])))["result"], Value::Null);
    for wrong in [json!([]), json!([file, 9]), json!([file, "x"]), json!(["http://x"])] {
        assert_eq!(editor.ask("workspace/executeCommand", command(wrong))["error"]["code"], -32602);
    }
    assert_eq!(editor.ask("workspace/executeCommand", json!({ "command": "rm" }))["error"]["code"], -32602);
}

#[test]
fn actions_make_it_better() {
    let creating =
        json!({ "workspace": { "workspaceEdit": { "documentChanges": true, "resourceOperations": ["create"] } } });
    let (mut editor, _) = greeted(&["--level=0"], creating, Value::Null);
    // 22: the invariant that was found, which is proved then, and not offered again.
    editor.open("sum.adb", LOOPS);
    editor.settled("sum.adb");
    let actions = editor.actions("sum.adb", 4);
    let action = titled(&actions, "invariant").expect("an invariant");
    let better = edited(LOOPS, action, &uri(&editor.path("sum.adb")));
    assert!(better.contains(" loop\n      pragma Loop_Invariant ("), "{better}");
    write(editor.folder.path(), "sum.adb", &better);
    let modular = run(&["--frontend", "ada", "--report=all", &editor.path("sum.adb").display().to_string()]).stdout;
    assert!(modular.contains("loop invariant preservation proved") && modular.contains("Success"), "{modular}");
    editor.save("sum.adb", &better);
    assert!(editor.marked("sum.adb", |_| true).is_empty());
    editor.settled("sum.adb");
    let again: Vec<Value> = editor.actions("sum.adb", 4);
    let twice = titled(&again, "invariant").map(|action| edited(&better, action, &uri(&editor.path("sum.adb"))));
    assert!(twice.is_none_or(|text| text.matches("Loop_Invariant").count() == 2), "{again:?}");
    // 23: a precondition, in the specification where there is one; the failure is gone.
    write(
        editor.folder.path(),
        "pack.ads",
        "package Pack is\n   function Ratio (X, Y : Integer) return Integer;\nend Pack;\n",
    );
    let body = format!("package body Pack is\n{}end Pack;\n", RATIO.replace("X = 1", "X in 1 .. 9"));
    editor.open("pack.adb", &body);
    assert!(!editor.settled("pack.adb").is_empty());
    let actions = editor.actions("pack.adb", 4);
    let action = titled(&actions, "Demand `Y /= 0` of the callers").expect("a precondition");
    let spec = uri(&editor.path("pack.ads"));
    let text = fs::read_to_string(editor.path("pack.ads")).expect("a text");
    let text = edited(&text, action, &spec);
    assert!(text.contains("return Integer with Pre => Y /= 0;"), "{text}");
    write(editor.folder.path(), "pack.ads", &text);
    editor.save("pack.adb", &body);
    assert!(editor.marked("pack.adb", <[Value]>::is_empty).is_empty());
    // 24: a test that fails there.
    editor.open("ratio.adb", RATIO);
    editor.settled("ratio.adb");
    let actions = editor.actions("ratio.adb", 3);
    let changes = &titled(&actions, "Write the test").expect("a test")["edit"]["documentChanges"];
    assert_eq!(changes[0]["kind"], "create");
    let test = changes[1]["edits"][0]["newText"].as_str().expect("a text");
    assert!(changes[0]["uri"].as_str().is_some_and(|uri| uri.ends_with(".adb")) && test.contains("Ratio ("), "{test}");
    // 25: more time for what is not decided; a broken range.
    editor.open("hard.adb", HARD);
    editor.settled("hard.adb");
    let actions = editor.actions("hard.adb", 12);
    let command = &titled(&actions, "more time").expect("more time")["command"];
    assert_eq!(command["arguments"], json!([uri(&editor.path("hard.adb")), 4]));
    let mut params = editor.file("hard.adb");
    params["range"] = json!({ "start": { "line": 12 } });
    assert_eq!(editor.ask("textDocument/codeAction", params)["error"]["code"], -32602);
    // Who cannot create files is not offered any.
    let mut plain = self::editor();
    plain.open("ratio.adb", RATIO);
    plain.settled("ratio.adb");
    assert!(titled(&plain.actions("ratio.adb", 3), "Write the test").is_none());
}

/// What an editor asks for itself: diagnostics, of what it is told only that they are others, the runs at their lines,
/// and a justification with a place for the reason.
#[test]
fn editors_may_ask_themselves() {
    let capabilities = json!({
        "textDocument": { "diagnostic": {} },
        "workspace": {
            "diagnostics": { "refreshSupport": true },
            "inlayHint": { "refreshSupport": true },
            "codeLens": { "refreshSupport": true },
            "workspaceEdit": { "documentChanges": true, "snippetEditSupport": true },
        },
    });
    let (mut editor, result) = greeted(&["--level=0"], capabilities, Value::Null);
    let can = &result["capabilities"];
    assert_eq!(can["diagnosticProvider"]["interFileDependencies"], true);
    assert_eq!(can["inlayHintProvider"], true);
    editor.open("ratio.adb", RATIO);
    for method in ["workspace/diagnostic/refresh", "workspace/codeLens/refresh", "workspace/inlayHint/refresh"] {
        editor.wait(method, |value| value["method"] == method);
    }
    editor.settled("ratio.adb");
    let mut params = editor.file("ratio.adb");
    let report = editor.ask("textDocument/diagnostic", params.clone())["result"].clone();
    assert_eq!((&report["kind"], &report["items"][0]["code"]), (&json!("full"), &json!("VC_DIVISION_CHECK")));
    assert!(!editor.kept.iter().any(|value| value["method"] == "textDocument/publishDiagnostics"));
    params["previousResultId"] = report["resultId"].clone();
    assert_eq!(editor.ask("textDocument/diagnostic", params)["result"]["kind"], "unchanged");
    // The run: in the line of the declaration what is called, nothing outside of the range.
    let mut params = editor.file("ratio.adb");
    params["range"] = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let hints = editor.ask("textDocument/inlayHint", params.clone())["result"].clone();
    assert_eq!(hints[0]["position"]["line"], 0);
    let label = hints[0]["label"].as_str().expect("a label");
    assert!(label.contains("Ratio (") && label.contains("Y => 0"), "{hints}");
    params["range"] = json!({ "start": { "line": 1, "character": 0 }, "end": { "line": 1, "character": 0 } });
    assert_eq!(editor.ask("textDocument/inlayHint", params.clone())["result"], json!([]));
    params["range"] = json!({ "start": { "line": 1 } });
    assert_eq!(editor.ask("textDocument/inlayHint", params)["error"]["code"], -32602);
    let actions = editor.actions("ratio.adb", 3);
    let edit = &titled(&actions, "Justify `VC_DIVISION_CHECK`").expect("a justification")["edit"]["documentChanges"][0];
    let snippet = edit["edits"][0]["snippet"]["value"].as_str().expect("a snippet");
    assert!(snippet.starts_with("\n      pragma Annotate (GNATprove, Intentional, \"divide by zero"), "{snippet}");
    assert!(snippet.contains("\"${1:the reason}\");"), "{snippet}");
    // Who is told asks nothing; with the annotation the check is justified.
    let mut plain = self::editor();
    plain.open("ratio.adb", RATIO);
    plain.settled("ratio.adb");
    let actions = plain.actions("ratio.adb", 3);
    let text = edited(RATIO, titled(&actions, "Justify").expect("a justification"), &uri(&plain.path("ratio.adb")));
    plain.save("ratio.adb", &text);
    let marks = plain.marked("ratio.adb", |list| list.first().is_some_and(|mark| mark["severity"] == 4));
    assert!(marks[0]["message"].as_str().is_some_and(|text| text.contains("justified")), "{marks:?}");
    assert!(titled(&plain.actions("ratio.adb", 3), "Justify").is_none());
    let params = plain.file("ratio.adb");
    assert_eq!(plain.ask("textDocument/diagnostic", params)["error"]["code"], -32601);
}

#[test]
fn nothing_is_offered_for_another_text() {
    let mut editor = editor();
    let text = RATIO.replacen("is\n", "is -- \u{1F600}\u{e9}\n", 1);
    editor.open("ratio.adb", &text);
    editor.settled("ratio.adb");
    assert!(!editor.actions("ratio.adb", 3).is_empty());
    let change = |editor: &mut Editor, changes: Value| {
        let mut params = editor.file("ratio.adb");
        params["contentChanges"] = changes;
        editor.say("textDocument/didChange", params);
    };
    let place = |line: u64, character: u64| json!({ "line": line, "character": character });
    // 26: a character behind a pair of units is inserted, and taken away again.
    let column = 55;
    change(&mut editor, json!([{ "range": { "start": place(0, column), "end": place(0, column) }, "text": "x" }]));
    assert!(editor.actions("ratio.adb", 3).is_empty() && editor.hover("ratio.adb", 3, 15).is_empty());
    change(&mut editor, json!([{ "range": { "start": place(0, column), "end": place(0, column + 1) }, "text": "" }]));
    assert!(!editor.actions("ratio.adb", 3).is_empty());
    // 27: ranges that are none change nothing for sure, and what the editor has is not known then.
    change(&mut editor, json!([{ "range": { "start": place(0, 0) }, "text": "x" }]));
    assert!(editor.actions("ratio.adb", 3).is_empty());
    change(&mut editor, json!("x"));
    change(&mut editor, json!([{ "text": text }]));
    assert!(!editor.actions("ratio.adb", 3).is_empty());
    // 28: turned round, behind the end, inside of a pair.
    let turned = json!([{ "range": { "start": place(77, 9), "end": place(0, 54) }, "text": "" }, { "text": text }]);
    change(&mut editor, turned);
    assert!(!editor.actions("ratio.adb", 3).is_empty());
    // 29: names of files with other characters.
    let name = "é x.adb";
    write(editor.folder.path(), name, RATIO.replace("Ratio", "E_X"));
    let escaped = format!("{}/%C3%A9%20x.adb", uri(&editor.path("")).trim_end_matches('/'));
    let document = json!({ "uri": escaped, "languageId": "ada", "version": 1, "text": "" });
    editor.say("textDocument/didOpen", json!({ "textDocument": document }));
    let told = editor.wait("diagnostics", |value| value["params"]["uri"] == escaped);
    assert!(!told["params"]["diagnostics"].as_array().expect("a list").is_empty(), "{told}");
}

#[test]
fn work_is_shown_and_cancelled() {
    let progress = json!({ "window": { "workDoneProgress": true } });
    let (mut editor, _) = greeted(&["--timeout=300"], progress, json!({ "arguments": ["--cache=off"] }));
    let of = |value: &Value, kind: &str| value["method"] == "$/progress" && value["params"]["value"]["kind"] == kind;
    // 30: from the beginning to the end.
    editor.open("ratio.adb", RATIO);
    assert_eq!(
        editor.wait("a token", |value| value["id"] == 1 && value.get("method").is_some())["params"]["token"],
        "hornsolve-1"
    );
    editor.wait("the beginning", |value| of(value, "begin"));
    let end = editor.wait("the end", |value| of(value, "end"));
    assert!(end["params"]["value"]["message"].as_str().is_some_and(|text| text.contains("proved")), "{end}");
    // 31: a newer save ends what is running.
    editor.open("hard.adb", HARD);
    editor.wait("the beginning", |value| of(value, "begin"));
    editor.wait("its progress", |value| of(value, "report") && value["params"]["token"] == "hornsolve-2");
    editor.save("hard.adb", "procedure Hard (N : Positive) is\nbegin\n   null;\nend Hard;\n");
    let end = editor.wait("the end", |value| of(value, "end"));
    assert_eq!(
        (&end["params"]["token"], &end["params"]["value"]["message"]),
        (&json!("hornsolve-2"), &json!("cancelled"))
    );
    let end = editor.wait("the end", |value| of(value, "end"));
    assert_eq!(end["params"]["token"], "hornsolve-3");
    // 32: cancelled by the user; what is no token of ours cancels nothing.
    editor.save("hard.adb", HARD);
    editor.wait("its progress", |value| of(value, "report") && value["params"]["token"] == "hornsolve-4");
    editor.say("window/workDoneProgress/cancel", json!({ "token": 7 }));
    editor.say("window/workDoneProgress/cancel", json!({ "token": "hornsolve-4" }));
    let end = editor.wait("the end", |value| of(value, "end"));
    assert_eq!(end["params"]["value"]["message"], "cancelled");
    // 33: the editor dies in the middle: nothing is left of it, the solver's processes included.
    editor.save("hard.adb", HARD);
    editor.wait("its progress", |value| of(value, "report") && value["params"]["token"] == "hornsolve-5");
    let group = descendants(editor.child.id());
    editor.input = None;
    assert_eq!(wait_within(&mut editor.child, LONG).and_then(|status| status.code()), Some(1));
    let end = Instant::now() + Duration::from_secs(10);
    while group.iter().any(|id| is_alive(*id)) {
        assert!(Instant::now() < end, "something is left of {group:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The processes that a process has started, directly or not.
fn descendants(id: u32) -> Vec<u32> {
    let mut found = vec![id];
    let mut next = 0;
    while next < found.len() {
        for entry in fs::read_dir(format!("/proc/{}/task", found[next])).into_iter().flatten().flatten() {
            let children = fs::read_to_string(entry.path().join("children")).unwrap_or_default();
            found.extend(children.split_whitespace().filter_map(|word| word.parse::<u32>().ok()));
        }
        next += 1;
    }
    found.split_off(1)
}

fn is_alive(id: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with(['Z', 'X']))
}

#[test]
fn projects_are_those_of_the_folder() {
    let mut editor = editor();
    // 34: the only project is taken, and keeps what it finds out.
    fs::create_dir(editor.path("src")).expect("a folder");
    fs::create_dir(editor.path("obj")).expect("a folder");
    let project = "project P is\n   for Source_Dirs use (\"src\");\n   for Object_Dir use \"obj\";\nend P;\n";
    write(editor.folder.path(), "p.gpr", project);
    write(
        editor.folder.path(),
        "src/pack.ads",
        "package Pack is\n   function Ratio (X, Y : Integer) return Integer;\nend Pack;\n",
    );
    editor.open("src/pack.adb", &format!("package body Pack is\n{RATIO}end Pack;\n"));
    assert!(!editor.settled("src/pack.adb").is_empty());
    assert!(editor.path("obj/hornsolve/v1").is_dir());
    // 35: a project that is broken is told, and the server goes on.
    write(editor.folder.path(), "p.gpr", "project P is\n   for Source_Dirs use (\"none\");\nend Q;\n");
    editor.save("src/pack.adb", &format!("package body Pack is\n{RATIO}end Pack;\n "));
    let told = editor.wait("a message", |value| {
        value["method"] == "window/showMessage" || value["params"]["diagnostics"].to_string().contains("ERROR")
    });
    assert!(!told.is_null());
    // 36: options that are wrong.
    let (mut wrong, _) = greeted(&["--timeout=never"], json!({}), Value::Null);
    wrong.open("ratio.adb", RATIO);
    let told = wrong.wait("a message", |value| value["method"] == "window/showMessage");
    assert!(told["params"]["message"].as_str().is_some_and(|text| text.contains("no number of seconds")), "{told}");
    assert_eq!(wrong.leave(true), Some(0));
}

/// 37, 38: how long it takes, printed with `--nocapture`. `HORNSOLVE_LATENCY=strict` has the limits of a machine that
/// does nothing else.
#[test]
fn answers_come_soon() {
    let strict = std::env::var_os("HORNSOLVE_LATENCY").is_some_and(|value| value == "strict");
    let limit = |milliseconds: u64| Duration::from_millis(if strict { milliseconds } else { milliseconds * 60 });
    let (mut editor, _) = greeted(&["--level=1"], json!({ "window": { "workDoneProgress": true } }), Value::Null);
    let of = |value: &Value, kind: &str| value["method"] == "$/progress" && value["params"]["value"]["kind"] == kind;
    fs::create_dir(editor.path("obj")).expect("a folder");
    write(editor.folder.path(), "p.gpr", "project P is\n   for Object_Dir use \"obj\";\nend P;\n");
    // Twenty subprograms with some hundred checks, of which three fail.
    let mut text = "package body Many is\n".to_string();
    let mut spec = "package Many is\n".to_string();
    for number in 0..20 {
        let name = format!("F{number}");
        spec += &format!("   function {name} (X, Y : Integer) return Integer;\n");
        let divisor = if number % 8 == 3 { "Y" } else { "(abs (Y / 2) + 1)" };
        text += &format!(
            "   function {name} (X, Y : Integer) return Integer is\n      T : Integer := X / 4;\n   begin\n      \
             for I in 1 .. 10 loop\n         T := T / 2 + I;\n      end loop;\n      if T > {number} then\n         \
             T := T - Y / 8;\n      end if;\n      return T / {divisor};\n   end {name};\n"
        );
    }
    write(editor.folder.path(), "many.ads", spec + "end Many;\n");
    text += "end Many;\n";
    let begin = Instant::now();
    editor.open("many.adb", &text);
    editor.wait("the end", |value| of(value, "end"));
    let first = begin.elapsed();
    let marks = editor.settled("many.adb");
    assert!(marks.iter().filter(|mark| mark["code"] == "VC_DIVISION_CHECK").count() >= 3, "{marks:?}");
    // Closed and opened again: nothing has changed.
    let mut unchanged = Vec::new();
    for _ in 0..5 {
        editor.say("textDocument/didClose", editor.file("many.adb"));
        editor.kept.clear();
        let begin = Instant::now();
        editor.open("many.adb", &text);
        let again = editor.marked("many.adb", |list| list.len() == marks.len());
        unchanged.push(begin.elapsed());
        assert_eq!(again.len(), marks.len());
    }
    unchanged.sort();
    // The next server shows what this one has shown, before it has looked at anything.
    let mut fresh = Vec::new();
    let progress = || json!({ "window": { "workDoneProgress": true } });
    for _ in 0..5 {
        let folder = editor.end();
        (editor, _) = introduced(start_in(folder, &["--level=1"]), progress(), Value::Null);
        let begin = Instant::now();
        editor.open("many.adb", &text);
        let again = editor.marked("many.adb", |list| list.len() == marks.len());
        fresh.push(begin.elapsed());
        // The steps of a run are told when it was found again.
        let told = |list: &[Value]| {
            list.iter().map(|one| (one["range"].clone(), one["message"].clone())).collect::<Vec<(Value, Value)>>()
        };
        assert_eq!(told(&again), told(&marks));
    }
    fresh.sort();
    // Work that never ends, cancelled by the user.
    let mut cancelled = Vec::new();
    editor.save("many.adb", &text);
    editor.settled("many.adb");
    editor.wait("the end", |value| of(value, "end"));
    editor.kept.clear();
    for _ in 0..5 {
        editor.save("hard.adb", HARD);
        let token = editor.wait("a beginning", |value| of(value, "begin"))["params"]["token"].clone();
        editor.wait("its progress", |value| of(value, "report") && value["params"]["token"] == token);
        editor.kept.clear();
        let begin = Instant::now();
        editor.say("window/workDoneProgress/cancel", json!({ "token": token }));
        let end = editor.wait("the end", |value| of(value, "end"));
        cancelled.push(begin.elapsed());
        assert_eq!(end["params"]["value"]["message"], "cancelled");
        editor.kept.clear();
    }
    cancelled.sort();
    eprintln!("first {first:?}; unchanged {unchanged:?}; fresh server {fresh:?}; cancelled {cancelled:?}");
    assert!(fresh[2] < limit(300), "{fresh:?}");
    assert!(unchanged[2] < limit(300), "{unchanged:?}");
    assert!(cancelled[2] < limit(200), "{cancelled:?}");
}
