//! What is kept from one run to the next: a second run has little to do and says the same, and nobody who writes into
//! the folder can make it say anything else.

mod common;

#[path = "daily/server.rs"]
mod server;

use common::{Output, hornsolve, run, wait_within, write};
use hornsolve::cache::{Cache, Kind, Place, census};
use serde_json::Value;
use server::{Fault, Server};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const PROJECT: &str = "project P is\n   for Source_Dirs use (\"src\");\n   for Object_Dir use \"obj\";\nend P;\n";
const SPEC: &str = "\
package Work is
   subtype Place is Integer range 1 .. 10;
   type Row is array (Place) of Integer range -100 .. 100;
   function Sum (A : Row) return Integer;
   function Count (Limit : Natural) return Natural;
   function Ratio (X, Y : Integer) return Integer;
   procedure Deep (N : Natural; M : in out Natural);
end Work;
";
/// Proved with invariants, by its own and by the one that is stated, and failing.
const BODY: &str = "\
package body Work is
   function Sum (A : Row) return Integer is
      Total : Integer := 0;
   begin
      for I in Place loop
         Total := Total + A (I);
         pragma Loop_Invariant (Total in -100 * I .. 100 * I);
      end loop;
      return Total;
   end Sum;
   function Count (Limit : Natural) return Natural is
      N : Natural := 0;
      M : Natural := 5;
   begin
      while M < Limit and then N < 70 loop
         N := N + 1;
         M := M + 1;
      end loop;
      pragma Assert (M <= 75);
      return N;
   end Count;
   function Ratio (X, Y : Integer) return Integer is
   begin
      return X / Y;
   end Ratio;
   procedure Deep (N : Natural; M : in out Natural) is
   begin
      if N = 123_456 and then M > 0 then
         M := M / (N - 123_456);
      end if;
   end Deep;
end Work;
";

struct Sample {
    folder: tempfile::TempDir,
}

/// What a run says of the checks: subprogram's file and line, rule and status; and what the log says of the cache.
#[derive(Debug, PartialEq, Eq)]
struct Said {
    checks: BTreeMap<(String, u64, u64, String), String>,
    found: usize,
    rejected: usize,
    written: usize,
}

impl Sample {
    fn new() -> Sample {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["src", "obj"] {
            fs::create_dir(folder.path().join(name)).expect("made");
        }
        write(folder.path(), "p.gpr", PROJECT);
        write(&folder.path().join("src"), "work.ads", SPEC);
        write(&folder.path().join("src"), "work.adb", BODY);
        Sample { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The folder of the cache, where none is named.
    fn cache(&self) -> PathBuf {
        self.path("obj/hornsolve")
    }

    fn arguments(&self, options: &[&str]) -> Vec<String> {
        let project = self.path("p.gpr").display().to_string();
        let fixed = ["--frontend", "ada", "-P", &project, "--json", "-", "-v", "--timeout=20"];
        fixed.iter().chain(options).map(ToString::to_string).collect()
    }

    fn run(&self, options: &[&str]) -> Said {
        said(&run(&self.arguments(options)))
    }

    fn edit(&self, from: &str, to: &str) {
        let path = self.path("src/work.adb");
        let text = fs::read_to_string(&path).expect("text");
        assert!(text.contains(from));
        fs::write(path, text.replacen(from, to, 1)).expect("written");
    }

    /// The entries: their keys and files.
    fn entries(&self) -> Vec<([u8; 32], PathBuf)> {
        let mut found = Vec::new();
        for inner in fs::read_dir(self.cache().join("v1")).expect("a cache").flatten() {
            for file in fs::read_dir(inner.path()).expect("a folder").flatten() {
                let name = file.file_name().to_string_lossy().into_owned();
                let digits = inner.file_name().to_string_lossy().into_owned() + name.split('.').next().unwrap_or("");
                let mut key = [0; 32];
                for (at, byte) in key.iter_mut().enumerate() {
                    *byte = u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).expect("digits");
                }
                found.push((key, file.path()));
            }
        }
        found.sort();
        found
    }
}

fn said(output: &Output) -> Said {
    assert_eq!(output.code, Some(0), "{output:?}");
    let result: Value = serde_json::from_str(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    let checks = result["checks"].as_array().expect("checks").iter().map(|check| {
        let name = Path::new(&text(&check["file"])).file_name().unwrap_or_default().to_string_lossy().into_owned();
        ((name, number(&check["line"]), number(&check["column"]), text(&check["rule"])), text(&check["status"]))
    });
    let line = output.stderr.lines().find(|line| line.contains("info: cache: ")).unwrap_or("");
    let numbers: Vec<usize> = line
        .split("cache: ")
        .nth(1)
        .unwrap_or("")
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|word| word.parse().ok())
        .collect();
    let [found, rejected, written] = numbers[..] else {
        return Said { checks: checks.collect(), found: 0, rejected: 0, written: 0 };
    };
    Said { checks: checks.collect(), found, rejected, written }
}

impl Said {
    fn count(&self, status: &str) -> usize {
        self.checks.values().filter(|other| *other == status).count()
    }
}

#[test]
fn a_second_run_finds_everything_and_says_the_same() {
    let sample = Sample::new();
    let first = sample.run(&[]);
    assert!(first.count("proved") >= 10 && first.count("fails") == 3 && first.count("unknown") == 0, "{first:?}");
    assert!(first.found == 0 && first.written >= 4, "{first:?}");
    let second = sample.run(&[]);
    assert_eq!((&second.checks, second.found, second.rejected, second.written), (&first.checks, 4, 0, 0));
    // What is kept is not used, and kept again.
    let again = sample.run(&["-f"]);
    assert!(again.checks == first.checks && again.found == 0 && again.written >= 4, "{again:?}");
    let off = sample.run(&["--cache=off"]);
    assert_eq!((off.checks, off.found, off.written), (first.checks, 0, 0));
}

#[test]
fn names_and_places_do_not_matter_and_other_bodies_do_not_either() {
    let sample = Sample::new();
    let first = sample.run(&[]);
    sample.edit("   function Count", "   --  Another line.\n\n   function Count");
    sample.edit("      Total : Integer := 0;", "      Result : Integer := 0;");
    let text = fs::read_to_string(sample.path("src/work.adb")).expect("text").replace("Total", "Result");
    fs::write(sample.path("src/work.adb"), text).expect("written");
    let moved = sample.run(&[]);
    assert_eq!((moved.found, moved.written), (4, 0), "{moved:?}");
    assert_eq!(moved.checks.values().collect::<Vec<_>>(), first.checks.values().collect::<Vec<_>>());
    sample.edit("N < 70", "N < 71");
    let changed = sample.run(&[]);
    assert_eq!((changed.found, changed.count("unknown")), (3, 0), "{changed:?}");
    assert!(changed.written > 0 && changed.count("fails") == 4, "the assertion fails now: {changed:?}");
    sample.edit("N < 71", "N < 70");
    let back = sample.run(&[]);
    assert_eq!((back.found, back.written, back.checks == moved.checks), (4, 0, true));
    // A part of the checks is kept under the same keys.
    let one = sample.run(&["--limit-subp=work.ads:5"]);
    assert_eq!((one.found, one.written), (1, 0), "{one:?}");
}

#[test]
fn entries_that_lie_change_nothing() {
    let sample = Sample::new();
    let first = sample.run(&[]);
    let good: Vec<_> = sample.entries().into_iter().map(|(key, path)| (key, fs::read(path).expect("bytes"))).collect();
    let cache = Cache::new(Place::Folder(sample.cache()), true);
    let contents: Vec<([u8; 32], String)> = good
        .iter()
        .map(|(key, _)| {
            let contents = cache.get(key, Kind::Checks).expect("an entry");
            (*key, String::from_utf8(contents).expect("text"))
        })
        .collect();
    // Every proof of every entry, for every set of its checks, with definitions that hold everywhere or nowhere.
    let with = |definition: &str| -> Vec<String> {
        let lies = contents.iter().map(|(_, text)| {
            let model: String = text
                .lines()
                .filter(|line| line.starts_with("(initial-predicates"))
                .map(|line| line[..line.find(")) ").map_or(line.len(), |at| at + 3)].to_string() + definition + ")\n")
                .collect();
            format!("proof 0,1,2,3 {} pdr\n{model}\nproof 0 {} pdr\n{model}\n", model.len(), model.len())
        });
        lies.collect()
    };
    let swapped: Vec<String> = (0..contents.len()).map(|at| contents[(at + 1) % contents.len()].1.clone()).collect();
    let renumbered = |from: &str, to: &str| contents.iter().map(|(_, text)| text.replace(from, to)).collect();
    let runs: Vec<String> = contents
        .iter()
        .map(|(_, text)| {
            let run =
                text.split("run ").nth(1).and_then(|rest| rest.split_once('\n')).map_or("0 0 0 0", |(_, run)| run);
            let run = run.trim_end();
            (0..4).map(|check| format!("run {check} {}\n{run}\n", run.len())).collect()
        })
        .collect();
    let outside = contents.iter().map(|_| {
        // A value that no variable of the type has.
        let run = "0 2 99999999999 0 0 0";
        (0..4).map(|check| format!("run {check} {}\n{run}\n", run.len())).collect::<String>()
    });
    let wrong: Vec<Vec<String>> = vec![
        with("true"),
        with("false"),
        swapped,
        renumbered("proof ", "proof 0,1,2,3,4,5,6,7,8,9,"),
        renumbered("100", "101"),
        renumbered("(<= ", "(>= "),
        renumbered("proof", "Proof"),
        renumbered("(initial-predicates", "(templates"),
        runs,
        outside.collect(),
        contents.iter().map(|_| String::new()).collect(),
        contents.iter().map(|_| "\u{0}\u{1}".to_string()).collect(),
        contents.iter().map(|_| format!("proof 0 {} pdr\n{}\n", 200_000, "(".repeat(200_000))).collect(),
    ];
    for (number, lies) in wrong.into_iter().enumerate() {
        for ((key, _), lie) in contents.iter().zip(&lies) {
            cache.put(key, Kind::Checks, lie.as_bytes());
        }
        // It is checked also where engines are believed.
        let after = sample.run(if number % 2 == 0 { &["--no-certify"] } else { &[] });
        assert_eq!(after.checks, first.checks, "{:.300}", lies.join("\n"));
    }
}

#[test]
fn entries_that_are_broken_are_replaced() {
    let sample = Sample::new();
    let first = sample.run(&[]);
    for (number, (_, path)) in sample.entries().into_iter().enumerate() {
        let mut bytes = fs::read(&path).expect("bytes");
        match number {
            0 => bytes.truncate(bytes.len() / 2),
            1 => bytes.clear(),
            2 => bytes = b"something else".to_vec(),
            _ => bytes[100] ^= 4,
        }
        fs::write(path, bytes).expect("written");
    }
    let folder = sample.cache().display().to_string();
    let output = run(&["cache", "verify", &folder]);
    assert!(output.code == Some(1) && output.stdout.matches("broken: ").count() == 4, "{output:?}");
    let second = sample.run(&[]);
    assert_eq!((&second.checks, second.found, second.rejected), (&first.checks, 0, 4));
    let third = sample.run(&[]);
    assert_eq!((&third.checks, third.found, third.rejected, third.written), (&first.checks, 4, 0, 0));
    assert_eq!(run(&["cache", "verify", &folder]).code, Some(0));
}

#[test]
fn folders_that_cannot_be_written_cost_nothing() {
    let sample = Sample::new();
    let usual = sample.run(&["--cache=off"]);
    let file = sample.path("file");
    fs::write(&file, "x").expect("written");
    let closed = sample.path("closed");
    fs::create_dir(&closed).expect("made");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).expect("ours");
    for folder in [file.as_path(), Path::new("/proc/no/such"), closed.as_path()] {
        let option = format!("--cache={}", folder.display());
        assert_eq!(sample.run(&[&option]).checks, usual.checks, "{option}");
    }
    // No file can be written at all, as on a disk that is full.
    let full = sample.path("full");
    let arguments = sample.arguments(&[&format!("--cache={}", full.display())]);
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_hornsolve")]);
    let output = command.args(&arguments).stdin(Stdio::null()).output().expect("sh runs");
    let output = Output {
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code(),
        time: Duration::ZERO,
    };
    let result = said(&output);
    assert_eq!((&result.checks, result.written), (&usual.checks, 0));
    assert!(output.stderr.contains("nothing more is kept"), "{output:?}");
    assert_eq!(census(&full, true).expect("read").entries, 0);
}

#[test]
fn processes_share_a_folder_and_may_be_killed() {
    let sample = Sample::new();
    let start = || hornsolve(&sample.arguments(&[])).spawn().expect("hornsolve starts");
    for moment in [400, 900, 1_500] {
        let mut both = [start(), start()];
        std::thread::sleep(Duration::from_millis(moment));
        for child in &mut both {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
        let found = census(&sample.cache(), true).expect("read");
        assert!(found.broken.is_empty(), "{found:?}");
    }
    let both = [start(), start()].map(|child| {
        let output = child.wait_with_output().expect("it ends");
        serde_json::from_slice::<Value>(&output.stdout).expect("JSON")["checks"].as_array().map(Vec::len)
    });
    let last = sample.run(&[]);
    assert_eq!(both, [Some(last.checks.len()); 2]);
    assert_eq!((last.found, last.rejected, last.written), (4, 0, 0));
}

#[test]
fn replay_proves_nothing_new() {
    let sample = Sample::new();
    let nothing = sample.run(&["--replay"]);
    assert!(nothing.count("unknown") > 0 && nothing.found == 0, "{nothing:?}");
    let first = sample.run(&[]);
    for option in ["--replay", "--output-msg-only"] {
        assert_eq!(sample.run(&[option]).checks, first.checks, "{option}");
    }
    let refused = |options: &[&str]| {
        let output = run(&sample.arguments(options));
        assert_eq!(output.code, Some(1), "{output:?}");
        output.stderr
    };
    assert!(refused(&["--replay", "-f"]).contains("one of them has to go"));
    assert!(refused(&["--replay", "--cache=off"]).contains("`--cache=FOLDER` names a folder"));
}

#[test]
fn folders_of_sources_stay_as_they_are() {
    let sample = Sample::new();
    let file = sample.path("src/work.adb").display().to_string();
    run(&["--frontend", "ada", "--timeout=1", &file]);
    write(sample.folder.path(), "flat.gpr", "project Flat is\n   for Source_Dirs use (\"src\");\nend Flat;\n");
    let own = "project Own is\n   for Source_Dirs use (\"src\");\n   for Object_Dir use \"src\";\nend Own;\n";
    write(sample.folder.path(), "own.gpr", own);
    for project in ["flat.gpr", "own.gpr"] {
        run(&["--frontend", "ada", "--timeout=1", "-P", &sample.path(project).display().to_string()]);
    }
    let names = |folder: &str| {
        let entries = fs::read_dir(sample.path(folder)).expect("a folder").flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect::<BTreeSet<String>>()
    };
    assert_eq!(names("src").len(), 2, "{:?}", names("src"));
    assert_eq!(names(".").len(), 5, "{:?}", names("."));
    assert!(names("obj").is_empty());
    let proof =
        PROJECT.replace("end P", "   package Prove is\n      for Proof_Dir use \"kept\";\n   end Prove;\nend P");
    write(sample.folder.path(), "p.gpr", proof);
    assert!(sample.run(&["--timeout=5"]).written > 0);
    assert!(sample.path("kept/hornsolve/v1").is_dir() && names("obj").is_empty());
}

#[test]
fn the_folder_is_looked_after() {
    let sample = Sample::new();
    let file = format!("--memcached-server=file:{}", sample.path("team").display());
    let first = sample.run(&[&file]);
    let folder = sample.path("team").display().to_string();
    let stats = run(&["cache", "stats", &folder]);
    assert!(stats.stdout.starts_with("4 entries, "), "{stats:?}");
    assert_eq!(run(&["cache", "trim", &folder]).stdout, "0 entries removed\n");
    assert_eq!(run(&["cache", "trim", &folder, "--cache-size=0"]).stdout, "4 entries removed\n");
    assert_eq!(sample.run(&[&file, "--cache-size=0"]).checks, first.checks);
    assert!(run(&["cache", "stats", &folder]).stdout.starts_with("0 entries"));
    sample.run(&[&file]);
    assert_eq!(run(&["cache", "clear", &folder]).stdout, "4 entries removed\n");
    assert!(!sample.path("team").exists());
    for (arguments, code) in
        [(&["cache"][..], 1), (&["cache", "mend", "x"], 1), (&["cache", "stats"], 1), (&["cache", "stats", "/no"], 2)]
    {
        let output = run(arguments);
        assert!(output.code == Some(code) && output.stderr.starts_with("error: "), "{output:?}");
    }
    // What is kept for the project, and nothing else.
    sample.run(&[]);
    write(&sample.path("obj"), "other", "x");
    let project = sample.path("p.gpr").display().to_string();
    let mut child = hornsolve(&["--frontend", "ada", "-P", &project, "--clean"]).spawn().expect("hornsolve starts");
    assert!(wait_within(&mut child, Duration::from_secs(20)).is_some_and(|status| status.success()));
    assert!(!sample.cache().exists() && sample.path("obj/other").exists());
}

#[test]
fn a_server_keeps_things_for_a_team() {
    let (server, sample) = (Server::start(), Sample::new());
    let at = format!("--cache=http://{}/team/cache/", server.address);
    let first = sample.run(&[&at]);
    assert!(first.found == 0 && first.written >= 4 && first.count("fails") == 3, "{first:?}");
    assert!(!sample.cache().exists(), "nothing is kept here");
    assert_eq!(server.entries().len(), 4);
    assert!(server.entries().keys().all(|name| name.starts_with("/team/cache/v1/")));
    // Another member of the team.
    let other = Sample::new().run(&[&at]);
    assert_eq!((&other.checks, other.found, other.rejected, other.written), (&first.checks, 4, 0, 0));
    let replayed = run(&Sample::new().arguments(&[&at, "--replay"]));
    assert_eq!(said(&replayed).checks, first.checks);
    // Whoever owns the server can't make a run say anything else, and what is broken is put there again.
    server.change(|contents| *contents.last_mut().expect("contents") ^= 1);
    let broken = sample.run(&[&at]);
    assert_eq!((&broken.checks, broken.found, broken.rejected), (&first.checks, 0, 4));
    assert_eq!(sample.run(&[&at]).found, 4);
    for fault in [Fault::Refuse, Fault::Fail, Fault::Garbage, Fault::Cut, Fault::Close, Fault::Endless] {
        server.set(fault);
        let said = sample.run(&[&at]);
        assert_eq!((&said.checks, said.found, said.written), (&first.checks, 0, 0), "{fault:?}");
    }
    server.set(Fault::None);
    assert_eq!(sample.run(&[&at]).found, 4);
}

#[test]
fn a_server_that_is_not_there_costs_nothing_and_addresses_are_read() {
    let sample = Sample::new();
    // A port that nobody listens at.
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let output = run(&sample.arguments(&[&format!("--cache=http://{free}")]));
    assert_eq!(said(&output).count("fails"), 3);
    for (value, why) in [
        ("https://localhost/x", "https is not spoken here"),
        ("http://me:secret@localhost", "HORNSOLVE_CACHE_AUTHORIZATION"),
        ("http://", "names no server"),
        ("http://localhost:x/", "is no port"),
    ] {
        let output = run(&sample.arguments(&[&format!("--cache={value}")]));
        assert_eq!(output.code, Some(1), "{output:?}");
        assert!(output.stderr.contains(why) && !output.stderr.contains("secret"), "{output:?}");
    }
    let output = run(&sample.arguments(&["--cache=http://localhost/x", "--clean"]));
    assert!(output.code == Some(1) && output.stderr.contains("those who look after it"), "{output:?}");
    // What a server asks for is nowhere in reports.
    let server = Server::start();
    let mut command = hornsolve(&sample.arguments(&[&format!("--cache=http://{}", server.address)]));
    let output = command.env("HORNSOLVE_CACHE_AUTHORIZATION", "Bearer hidden").output().expect("it runs");
    let (text, log) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!text.contains("hidden") && !log.contains("hidden"));
    assert!(server.heads().iter().all(|head| head.contains("Authorization: Bearer hidden")));
}

/// Others decide, from files alone: what they answer goes into a cache, is checked there, and costs no proof. Answers
/// that are none, or wrong, change nothing.
#[test]
fn tasks_are_decided_elsewhere_and_their_answers_are_checked() {
    let sample = Sample::new();
    let usual = sample.run(&["--cache=off"]);
    let (tasks, kept) = (sample.path("tasks"), sample.path("kept"));
    let options = [format!("--emit-tasks={}", tasks.display()), "--cache=off".to_string()];
    let emitted = run(&sample.arguments(&options.each_ref().map(String::as_str)));
    let value: Value = serde_json::from_str(&emitted.stdout).expect("JSON");
    assert!(emitted.code == Some(0) && value["summary"]["success"] == false, "{emitted:?}");
    let index: Value = serde_json::from_slice(&fs::read(tasks.join("index.json")).expect("an index")).expect("JSON");
    let rows = index["tasks"].as_array().expect("tasks");
    let names: BTreeSet<&str> = rows.iter().filter_map(|row| row["subprogram"].as_str()).collect();
    assert!(names.contains("Work.Sum") && names.contains("Work.Count") && names.contains("Work.Ratio"), "{names:?}");
    // Without the sources.
    let mut models = 0;
    for row in rows {
        let file = tasks.join(row["file"].as_str().expect("a name"));
        let answer = run(&["--model", &file.display().to_string()]);
        models += usize::from(answer.stdout.starts_with("sat"));
        fs::write(file.with_extension("answer"), answer.stdout).expect("written");
    }
    assert!(models >= 2 && models < rows.len(), "{models} of {}", rows.len());
    let take = || run(&["cache", "take", &tasks.display().to_string(), &kept.display().to_string()]);
    let taken = take();
    assert!(taken.stdout.ends_with(&format!("{models} of {} tasks have models\n", rows.len())), "{taken:?}");
    assert!(taken.stdout.contains(".answer: no model (unsat)\n"), "{taken:?}");
    let option = format!("--cache={}", kept.display());
    let with = sample.run(&[&option]);
    assert_eq!((&with.checks, with.found, with.rejected), (&usual.checks, models, 0));
    // `true` is a model of nothing that has to be proved.
    fs::remove_dir_all(&kept).expect("removed");
    for row in rows {
        let definitions = row["predicates"].as_array().expect("names").iter().zip(0..);
        let text = fs::read_to_string(tasks.join(row["file"].as_str().expect("a name"))).expect("a script");
        let lie = definitions.map(|(name, _)| {
            let name = name.as_str().expect("a name");
            let declared = text.split(&format!("(declare-fun {name} (")).nth(1).expect("a declaration");
            let sorts = declared.split(") Bool)").next().expect("sorts");
            // Sorts of arrays stand in parentheses.
            let mut depth = 0;
            let words = sorts.split_inclusive(' ').fold(vec![String::new()], |mut words, word| {
                words.last_mut().expect("one").push_str(word.trim());
                depth += word.matches('(').count() as i64 - word.matches(')').count() as i64;
                if depth == 0 {
                    words.push(String::new());
                } else {
                    words.last_mut().expect("one").push(' ');
                }
                words
            });
            let words = words.iter().filter(|word| !word.is_empty()).zip(0..);
            let parameters: Vec<String> = words.map(|(sort, at)| format!("(X{at} {sort})")).collect();
            format!("(define-fun {name} ({}) Bool true)\n", parameters.join(" "))
        });
        let lie = format!("sat\n{}", lie.collect::<String>());
        fs::write(tasks.join(row["file"].as_str().expect("a name")).with_extension("answer"), lie).expect("written");
    }
    assert!(take().stdout.ends_with(&format!("{} of {} tasks have models\n", rows.len(), rows.len())));
    let lied = sample.run(&[&option]);
    assert_eq!(lied.checks, usual.checks);
    assert!(lied.rejected > 0, "{lied:?}");
    // Folders that are none.
    let wrong = run(&["cache", "take", &sample.path("src").display().to_string(), &kept.display().to_string()]);
    assert!(wrong.code == Some(1) && wrong.stderr.contains("index.json"), "{wrong:?}");
    fs::write(tasks.join("index.json"), r#"{"schema":"hornsolve/1","tasks":[{"file":"../x.smt2"}]}"#).expect("written");
    assert!(take().stderr.contains("a task that is none"));
}
