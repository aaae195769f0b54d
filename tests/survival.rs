//! Results are shown as soon as they are final, and a run that is ended, at any moment and in any way but SIGKILL,
//! leaves everything that it knows in every format.

mod common;

use common::{hornsolve, run, schema, wait_within, write};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

/// Subprograms whose checks are decided at once, one that nobody decides, and more easy ones behind it.
const SPEC: &str = "\
package Work is
   function Half (X, Y : Integer) return Integer;
   function Next (X : Integer) return Integer;
   procedure Hard (N : Positive);
   function Last (X, Y : Integer) return Integer;
end Work;
";
const BODY: &str = "\
package body Work is
   function Half (X, Y : Integer) return Integer is
   begin
      return X / Y;
   end Half;
   function Next (X : Integer) return Integer is
   begin
      return X + 1;
   end Next;
   procedure Hard (N : Positive) is
      X : Long_Integer := Long_Integer (N);
      Steps : Integer := 0;
   begin
      while X /= 1 loop
         exit when Steps = 100_000 or X > 1_000_000_000_000;
         if X mod 2 = 0 then
            X := X / 2;
         else
            X := 3 * X + 1;
         end if;
         Steps := Steps + 1;
         pragma Assert (X /= 5 or Steps < 1_000);
      end loop;
   end Hard;
   function Last (X, Y : Integer) return Integer is
   begin
      return X rem Y;
   end Last;
end Work;
";

struct Sample {
    folder: tempfile::TempDir,
}

impl Sample {
    fn new() -> Sample {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), "work.ads", SPEC);
        write(folder.path(), "work.adb", BODY);
        Sample { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// All formats into files of the folder.
    fn start(&self, options: &[&str]) -> Child {
        let file = |name: &str| self.path(name).display().to_string();
        let mut arguments = vec!["--frontend".to_string(), "ada".to_string(), "--output=brief".to_string()];
        arguments.push("--sarif-content=all".to_string());
        for (option, name) in [("--json", "r.json"), ("--sarif", "r.sarif"), ("--json-stream", "r.events")] {
            arguments.extend([option.to_string(), file(name)]);
        }
        arguments.extend(options.iter().map(|option| option.to_string()));
        arguments.push(file("work.adb"));
        hornsolve(&arguments).spawn().expect("hornsolve starts")
    }

    fn json(&self, name: &str) -> Value {
        let text = std::fs::read_to_string(self.path(name)).expect("the file is written");
        match name.ends_with(".sarif") {
            true => serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}: {text}")),
            false => schema::result(&text),
        }
    }

    /// The events, each a whole line; the last one may be about to be written.
    fn events(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.path("r.events")).unwrap_or_default();
        let text = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
        text.lines().map(schema::event).collect()
    }
}

fn send(child: &Child, signal: Signal) {
    // It may have ended by itself.
    let _ = kill_process(Pid::from_child(child), signal);
}

/// Line, column and rule of a check, with its status.
fn statuses<'v>(checks: impl IntoIterator<Item = &'v Value>) -> BTreeMap<(u64, u64, String), String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    let key = |check: &Value| (number(&check["line"]), number(&check["column"]), text(&check["rule"]));
    checks.into_iter().map(|check| (key(check), text(&check["status"]))).collect()
}

fn of<'v>(events: &'v [Value], name: &str) -> Vec<&'v Value> {
    events.iter().filter(|event| event["event"] == name).collect()
}

#[test]
fn what_is_final_is_shown_before_the_rest_is_decided() {
    let sample = Sample::new();
    let mut child = sample.start(&["--timeout=60"]);
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    out.read_line(&mut line).expect("text");
    assert!(line.contains("work.adb:4:16: high: divide by zero might fail"), "{line}");
    assert!(child.try_wait().expect("ours").is_none(), "the rest goes on");
    let decided = of(&sample.events(), "check").len();
    assert!(decided > 0);
    send(&child, Signal::TERM);
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("text");
    assert_eq!(child.wait().expect("ours").code(), Some(128 + 15));
    // What was shown is not shown again.
    assert_eq!(rest.matches("work.adb:4:16: high: divide by zero").count(), 0, "{rest}");
    assert!(rest.lines().last().is_some_and(|line| line.starts_with("Interrupted: ")), "{rest}");
}

/// Signals at many moments: the files are whole, and say what the events said before.
#[test]
fn an_ended_run_leaves_all_it_knows_in_every_format() {
    for (moment, signal, number, name) in [
        (0, Signal::TERM, 15, "SIGTERM"),
        (200, Signal::INT, 2, "SIGINT"),
        (500, Signal::HUP, 1, "SIGHUP"),
        (900, Signal::TERM, 15, "SIGTERM"),
        (1_700, Signal::INT, 2, "SIGINT"),
        (4_000, Signal::TERM, 15, "SIGTERM"),
    ] {
        let sample = Sample::new();
        let mut child = sample.start(&["--timeout=60"]);
        // The program is known by its file of events.
        let begin = Instant::now();
        while !sample.path("r.events").exists() && begin.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(5));
        }
        // Signals are handled by now, or will be in a moment.
        std::thread::sleep(Duration::from_millis(100 + moment));
        let before = sample.events();
        send(&child, signal);
        let status = wait_within(&mut child, Duration::from_secs(10)).expect("it ends");
        assert_eq!(status.code(), Some(128 + number), "{moment}");
        let (json, sarif, events) = (sample.json("r.json"), sample.json("r.sarif"), sample.events());
        assert_eq!(json["complete"], false, "{moment}: {json:#}");
        assert_eq!(json["summary"]["success"], false);
        let all = statuses(json["checks"].as_array().expect("checks"));
        for (check, status) in statuses(of(&before, "check")) {
            assert_eq!(all.get(&check), Some(&status), "{moment}: {check:?} is lost");
        }
        assert_eq!(statuses(of(&events, "check")), all, "{moment}");
        let end = of(&events, "end");
        assert_eq!(end.len(), 1, "{moment}");
        assert_eq!((&end[0]["complete"], &end[0]["signal"]), (&Value::from(false), &Value::from(name)));
        let invocation = &sarif["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], false);
        assert_eq!(
            (&invocation["exitSignalName"], &invocation["exitCode"]),
            (&Value::from(name), &Value::from(128 + number))
        );
        assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(all.len()));
        let out = common::read_all(&mut child);
        assert!(out.lines().last().is_some_and(|line| line.starts_with("Interrupted: ")), "{moment}: {out}");
        let left: Vec<String> = std::fs::read_dir(sample.folder.path())
            .expect("a folder")
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| name.contains("draft"))
            .collect();
        assert_eq!(left, Vec::<String>::new());
    }
}

#[test]
fn the_time_limit_is_one_of_the_whole_run() {
    let sample = Sample::new();
    let begin = Instant::now();
    let mut child = sample.start(&["--timeout=60", "--time-limit=4", "--checks-as-errors=off"]);
    let status = wait_within(&mut child, Duration::from_secs(20)).expect("it ends");
    assert!(begin.elapsed() < Duration::from_secs(12), "{:?}", begin.elapsed());
    assert_eq!(status.code(), Some(0), "as with checks that are not proved");
    let json = sample.json("r.json");
    assert_eq!(json["complete"], false);
    let open: Vec<&Value> =
        json["checks"].as_array().expect("checks").iter().filter(|check| check["status"] == "unknown").collect();
    assert!(!open.is_empty() && open.iter().all(|check| check["reason"].is_string()), "{json:#}");
    assert_eq!(sample.json("r.sarif")["runs"][0]["invocations"][0]["executionSuccessful"], false);
    assert!(common::read_all(&mut child).contains("\nInterrupted: "));
}

/// Nobody reads what is printed, so the first signal cannot end it well.
#[test]
fn the_second_signal_ends_it_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let asserts = "   pragma Assert (X = X);\n".repeat(2_000);
    let path = write(folder.path(), "p.adb", format!("procedure P (X : Integer) is\nbegin\n{asserts}end P;\n"));
    let path = path.display().to_string();
    let json = folder.path().join("r.json");
    let arguments = ["--report=all", "--output=brief", "--json", &json.display().to_string(), &path].map(String::from);
    let mut child = hornsolve(&arguments).spawn().expect("hornsolve starts");
    let mut first = [0; 1];
    child.stdout.as_mut().expect("a pipe").read_exact(&mut first).expect("something is printed");
    std::thread::sleep(Duration::from_millis(500));
    assert!(child.try_wait().expect("ours").is_none(), "the pipe is full");
    send(&child, Signal::INT);
    assert!(wait_within(&mut child, Duration::from_secs(4)).is_none(), "it waits for the reader");
    assert!(json.exists(), "files come first");
    send(&child, Signal::TERM);
    let status = wait_within(&mut child, Duration::from_secs(2)).expect("it ends at once");
    assert_eq!(status.code(), Some(128 + 15));
}

#[test]
fn a_whole_run_is_complete_in_any_order_of_output() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "work.ads", SPEC.replace("   procedure Hard (N : Positive);\n", ""));
    let (before, rest) = BODY.split_once("   procedure Hard").expect("Hard");
    let (_, behind) = rest.split_once("   end Hard;\n").expect("its end");
    let path = write(folder.path(), "work.adb", format!("{before}{behind}")).display().to_string();
    let lines = |order: &str| {
        let output = run(&["--output=brief", order, "--json-stream=-", &path]);
        let events: Vec<Value> = output.stdout.lines().map(schema::event).collect();
        let end = of(&events, "end");
        assert_eq!((output.code, &end[0]["complete"]), (Some(0), &Value::from(true)), "{output:?}");
        let shown = run(&["--output=brief", order, &path]);
        let mut lines: Vec<String> = shown.stdout.lines().map(String::from).collect();
        assert_eq!(lines.pop().as_deref(), end[0]["summary"]["text"].as_str());
        assert_eq!(lines.len() as u64, end[0]["summary"]["failing"].as_u64().unwrap_or(0));
        lines.sort();
        lines
    };
    assert_eq!(lines("--output-order=place"), lines("--output-order=completion"));
}

#[test]
fn results_that_cannot_be_written_are_an_error() {
    let sample = Sample::new();
    let file = sample.path("work.adb").display().to_string();
    for option in ["--json", "--sarif", "--json-stream"] {
        let path = Path::new("/no/such/folder/file").display().to_string();
        let output = run(&["--limit-name=Half", option, &path, &file]);
        assert_eq!(output.code, Some(2), "{option}: {output:?}");
        assert!(output.stderr.contains("/no/such/folder/file"), "{option}: {output:?}");
    }
    // What can't be written to one place is written to all others.
    let there = sample.path("r.xml").display().to_string();
    let output = run(&["--limit-name=Half", "--json=/no/such/folder/file", "--junit", &there, &file]);
    assert_eq!(output.code, Some(2), "{output:?}");
    assert!(output.stdout.contains("checks proved"), "{output:?}");
    assert!(std::fs::read_to_string(&there).expect("written").contains("<testsuite"));
}
