//! Shards on many machines, put together: as one run, or refused with the reason.

use crate::common::{Output, run, schema, write};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Decided by runs and by what needs no engine: proved, failing, justified; for clients proved and failing.
const FILES: &[(&str, &str)] = &[
    (
        "work.adb",
        "\
procedure Work (N : Integer) is
   function Half (X : Integer) return Integer is (X / 2);
   function Ratio (X, Y : Integer) return Integer is
   begin
      return X / Y;
   end Ratio;
   procedure Small (X : in out Integer) is
   begin
      if X < 100 then
         X := X + 1;
         pragma Assert (X <= 100);
      else
         X := X + 1;
         pragma Annotate (GNATprove, Intentional, \"overflow check\", \"counts days\");
      end if;
   end Small;
   M : Integer := N;
begin
   Small (M);
   M := Half (M);
   M := Ratio (M, 7 - N);
end Work;
",
    ),
    (
        "counter.ads",
        "\
package Counter is
   procedure Up;
   procedure Odd;
   function Value return Natural;
end Counter;
",
    ),
    (
        "counter.adb",
        "\
package body Counter is
   N : Natural range 0 .. 1_000 := 0;
   T : Natural range 0 .. 1_000 := 0;
   procedure Up is
   begin
      if N < 10 then
         N := N + 1;
      end if;
   end Up;
   procedure Odd is
   begin
      if T < 3 then
         T := T + 1;
      end if;
      pragma Assert (T < 3);
   end Odd;
   function Value return Natural is
   begin
      pragma Assert (N <= 10);
      return N;
   end Value;
end Counter;
",
    ),
];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in FILES {
        write(folder.path(), name, text);
    }
    folder
}

/// Runs in a folder.
fn within(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hornsolve"));
    let start = std::time::Instant::now();
    let output = command.current_dir(folder).args(arguments).output().expect("hornsolve runs");
    Output {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code(),
        time: start.elapsed(),
    }
}

const PROGRAM: &[&str] = &["work.adb", "counter.adb", "--output=oneline", "--steps=3000"];

/// The files of the shards of a program.
fn shards(folder: &Path, program: &[&str], of: usize, names: &str) -> Vec<String> {
    let one = |number: usize| {
        let (shard, file) = (format!("{number}/{of}"), format!("{names}{number}.json"));
        let output = within(folder, &[program, &["--shard", &shard, "--json", &file]].concat());
        assert_eq!(output.code, Some(0), "{output:?}");
        assert!(output.stdout.contains(&format!("Shard {number} of {of}, ")), "{output:?}");
        assert!(!output.stdout.contains("Success"), "{output:?}");
        let value = schema::result(&fs::read_to_string(folder.join(&file)).expect("a result"));
        assert!(value["summary"]["limited"] == true && value["summary"]["success"] == false);
        file
    };
    (1..=of).map(one).collect()
}

fn merge(folder: &Path, files: &[String], more: &[&str]) -> Output {
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    within(folder, &[&["merge"], files.as_slice(), more].concat())
}

/// A result without times and without who was asked for it, and who decided, which is as it falls out.
fn timeless(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for name in ["seconds", "endTimeUtc", "commandLine", "by", "facts"] {
                fields.remove(name);
            }
            fields.values_mut().for_each(timeless);
        }
        Value::Array(values) => values.iter_mut().for_each(timeless),
        _ => {}
    }
}

/// The texts in all formats: messages, JSON, SARIF, JUnit, summary, code quality.
fn formats(folder: &Path, name: &str, output: &Output) -> Vec<String> {
    let read = |end: &str| fs::read_to_string(folder.join(format!("{name}.{end}"))).expect("a result");
    let json = |end: &str| {
        let mut value: Value = serde_json::from_str(&read(end)).expect("JSON");
        timeless(&mut value);
        format!("{value:#}")
    };
    let without_times = |text: &str| {
        let mut parts = text.split(" time=\"");
        let first = parts.next().unwrap_or_default().to_string();
        parts.fold(first, |all, part| all + part.split_once('"').map_or("", |(_, rest)| rest))
    };
    // Who decided is a column.
    let summary = read("out");
    let (_, detailed) = summary.split_once("Detailed analysis report").expect("a summary");
    let junit = without_times(&read("xml"));
    vec![output.stdout.clone(), json("json"), json("sarif"), junit, detailed.to_string(), json("quality")]
}

fn outputs(name: &str) -> Vec<String> {
    let ends = [
        ("--json", "json"),
        ("--sarif", "sarif"),
        ("--junit", "xml"),
        ("--summary", "out"),
        ("--code-quality", "quality"),
    ];
    ends.iter().flat_map(|(option, end)| [(*option).to_string(), format!("{name}.{end}")]).collect()
}

#[test]
fn shards_together_are_one_run() {
    let folder = folder();
    let folder = folder.path();
    let files = outputs("one");
    let all: Vec<&str> = PROGRAM.iter().copied().chain(files.iter().map(String::as_str)).collect();
    let output = within(folder, &all);
    let one = formats(folder, "one", &output);
    let value = schema::result(&fs::read_to_string(folder.join("one.json")).expect("a result"));
    assert!(value.get("shard").is_none() && value["summary"]["limited"] == false);
    let (proved, failing) = (value["summary"]["provedForClients"].as_u64(), value["summary"]["failing"].as_u64());
    // With a run of a client among those that fail.
    assert!(proved > Some(0) && failing == Some(4) && value["summary"]["justified"] == 1, "{}", output.stdout);
    assert!(value["checks"].to_string().contains("Counter.Odd"), "{value}");
    for of in [1, 3, 8] {
        let files = shards(folder, PROGRAM, of, &format!("s{of}-"));
        let (name, mut reversed) = (format!("all{of}"), files.clone());
        reversed.reverse();
        let outputs = outputs(&name);
        let outputs: Vec<&str> = outputs.iter().map(String::as_str).collect();
        let merged = merge(folder, &reversed, &outputs);
        assert_eq!((merged.code, &merged.stderr), (output.code, &output.stderr));
        for (merged, one) in formats(folder, &name, &merged).iter().zip(&one) {
            assert_eq!(merged, one, "{of}");
        }
        // The times of the first run divide the second one.
        if of == 3 {
            let timed = [PROGRAM, &["--timings", "one.json"]].concat();
            let timed = shards(folder, &timed, 3, "t");
            assert_eq!(merge(folder, &timed, &[]).stdout, output.stdout);
            let mixed = [timed[0].clone(), files[1].clone(), files[2].clone()];
            assert!(merge(folder, &mixed, &[]).stderr.contains("not of the same run"), "one is timed");
        }
    }
    let errors =
        merge(folder, &["s3-1.json", "s3-2.json", "s3-3.json"].map(String::from), &["--checks-as-errors", "-q"]);
    assert!(errors.code == Some(1) && !errors.stdout.contains("Summary"), "{errors:?}");
}

/// Writes a result of a shard with something else in it, and the digest that goes with it.
fn forged(folder: &Path, file: &str, why: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut value: Value = serde_json::from_str(&fs::read_to_string(folder.join(file)).expect("a file")).expect("JSON");
    change(&mut value);
    let shard = value["shard"].as_object_mut().expect("a shard");
    shard.remove("digest");
    let digest = Sha256::digest(Value::Object(shard.clone()).to_string().as_bytes());
    shard.insert("digest".to_string(), digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into());
    let name = format!("forged-{why}-{file}");
    fs::write(folder.join(&name), value.to_string()).expect("written");
    name
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let folder = folder();
    let folder = folder.path();
    let files = shards(folder, PROGRAM, 2, "s");
    let others = shards(folder, PROGRAM, 3, "n");
    let level = shards(folder, &[PROGRAM, &["--contracts=modular"]].concat(), 2, "m");
    let elsewhere = shards(folder, &["counter.adb", "--output=oneline", "--steps=3000"], 2, "e");
    within(folder, &[PROGRAM, &["--json", "whole.json"]].concat());
    fs::write(folder.join("cut.json"), &fs::read(folder.join("s1.json")).expect("a file")[..2000]).expect("written");
    let text = fs::read_to_string(folder.join("s1.json")).expect("a text");
    fs::write(folder.join("changed.json"), text.replace("\"proved\"", "\"unknown\"")).expect("written");
    fs::write(folder.join("old.json"), text.replace(env!("CARGO_PKG_VERSION"), "0.0.1")).expect("written");
    let two = |one: &str, other: &str| vec![one.to_string(), other.to_string()];
    let cases: Vec<(Vec<String>, &str)> = vec![
        (vec![], "no files"),
        (two("s1.json", "s1.json"), "shard 1 of 2 is there twice"),
        (vec![files[1].clone()], "shard 1 of 2 is missing"),
        (two(&files[0], &others[1]), "one is of 2 shards, the other of 3"),
        (two(&files[0], &level[1]), "the options differ"),
        (two(&files[0], &elsewhere[1]), "not of the same run"),
        (two("whole.json", &files[1]), "the result of a whole run"),
        (two("cut.json", &files[1]), "no JSON"),
        (two("changed.json", &files[1]), "was changed"),
        (two("old.json", &files[1]), "made by version `0.0.1`"),
        (two("work.adb", &files[1]), "no JSON"),
        (two("none.json", &files[1]), "none.json"),
    ];
    for (files, why) in cases {
        let output = merge(folder, &files, &["-o", "out.json"]);
        assert_eq!((output.code, output.stdout.as_str()), (Some(1), ""), "{files:?}: {output:?}");
        assert!(output.stderr.contains(why), "{files:?}: {}", output.stderr);
        assert!(!folder.join("out.json").exists());
    }
    for (option, why) in
        [("--timeout=3", "none of `hornsolve merge`"), ("--shard=1/2", "none of"), ("-o", "needs a value")]
    {
        let output = merge(folder, &files, &[option]);
        assert!(output.code == Some(1) && output.stderr.contains(why), "{output:?}");
    }
    // What is missing is named, and is no success.
    let partial = merge(folder, &files[1..], &["--partial", "-o", "out.json"]);
    assert!(partial.code == Some(0) && partial.stderr.contains("warning: shard 1 of 2 is missing"), "{partial:?}");
    assert!(partial.stdout.contains("Interrupted: ") && partial.stdout.contains("; shard 1 of 2 is missing"));
    let value = schema::result(&fs::read_to_string(folder.join("out.json")).expect("a result"));
    assert!(value["complete"] == false && value["summary"]["success"] == false);
    assert!(value["checks"].to_string().contains("not reached: shard 1 of 2 is missing"));
    // Who can compute digests can say that something is proved, but not that something fails, or of other checks.
    let list = |value: &mut Value| value["shard"]["results"]["findings"].as_array().cloned().expect("findings");
    let lost = forged(folder, "s1.json", "lost", |value| {
        let mut findings = list(value);
        findings.pop();
        value["shard"]["results"]["findings"] = findings.into();
    });
    let twice = forged(folder, "s1.json", "twice", |value| {
        let findings = list(value);
        value["shard"]["results"]["findings"] = [findings.clone(), findings].concat().into();
    });
    let fails = forged(folder, "s1.json", "fails", |value| {
        let mut findings = list(value);
        let proved = findings.iter_mut().find(|one| one["outcome"] == "proved").expect("something proved");
        (proved["outcome"], proved["run"]) = ("fails".into(), "0 1 5 0 0".into());
        value["shard"]["results"]["findings"] = findings.into();
    });
    let place = forged(folder, "s1.json", "place", |value| {
        let fact = serde_json::json!({ "kind": "loop", "place": [0, 5, 4_000_000_000u32], "parts": ["X"] });
        value["shard"]["results"]["facts"] = vec![fact].into();
    });
    let plan = forged(folder, "s1.json", "plan", |value| value["shard"]["plan"] = "00".into());
    for (file, why) in [
        (lost, "nothing is said of check"),
        (twice, "is there twice"),
        (fails, "does not"),
        (place, "a place is not as it was written"),
        (plan, "the sources differ"),
    ] {
        let output = merge(folder, &two(&file, &files[1]), &[]);
        assert!(output.code == Some(1) && output.stdout.is_empty(), "{output:?}");
        assert!(output.stderr.contains(why), "{}", output.stderr);
    }
    // The sources have changed since.
    write(folder, "counter.adb", FILES[2].1.replace("N < 10", "N < 11"));
    let output = merge(folder, &files, &[]);
    assert!(output.code == Some(1) && output.stderr.contains("not those that the shards have seen"), "{output:?}");
    assert!(within(folder, &["work.adb", "--shard=1/2"]).stderr.contains("needs `--json FILE`"));
}

/// The parameters may be aliased at a call that is another shard's, or that no option selects: nothing is proved.
#[test]
fn aliases_count_wherever_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let spec = "package Al is\n   type Pair is record\n      A, B : Integer;\n   end record;\n   \
                type Row is array (1 .. 4) of Pair;\n   procedure Both (X, Y : in out Pair);\n   \
                procedure Use_It (R : in out Row; I, J : Integer);\nend Al;\n";
    let body = "package body Al is\n   procedure Both (X, Y : in out Pair) is\n   begin\n      X.A := 1;\n      \
                Y.A := 2;\n      pragma Assert (X.A = 1);\n   end Both;\n   \
                procedure Use_It (R : in out Row; I, J : Integer) is\n   begin\n      \
                if I in 1 .. 4 and then J in 1 .. 4 then\n         Both (R (I), R (J));\n      end if;\n   \
                end Use_It;\nend Al;\n";
    write(folder.path(), "al.ads", spec);
    write(folder.path(), "al.adb", body);
    let program = ["al.adb", "--output=oneline", "--steps=3000"];
    let one = within(folder.path(), &program).stdout;
    let assertion = |text: &str| text.lines().find(|line| line.starts_with("al.adb:6:")).map(str::to_string);
    assert!(assertion(&one).is_some_and(|line| line.contains("if no parameters are aliased")), "{one}");
    let limited = within(folder.path(), &[&program[..], &["--limit-line=al.adb:6"]].concat()).stdout;
    assert_eq!(assertion(&limited), assertion(&one));
    assert!(limited.contains("Summary: 0/1 check proved"), "{limited}");
    let files = shards(folder.path(), &program, 4, "s");
    assert_eq!(merge(folder.path(), &files, &[]).stdout, one);
}

#[test]
fn bounded_checks_and_other_languages_are_divided_too() {
    let folder = folder();
    let folder = folder.path();
    let body = "\
procedure Loops (N : Integer) is
   procedure Up (X : Integer) is
      Y : Integer := 0;
   begin
      for I in 1 .. 9 loop
         pragma Assert (I < 8 or X /= 5);
         Y := Y + 1;
      end loop;
      pragma Assert (Y <= 9);
   end Up;
   procedure Half (X : Integer) is
      Y : Integer;
   begin
      Y := 10 / (X - 3);
   end Half;
begin
   if N = 5 then
      Up (N);
   end if;
   if N = 3 then
      Half (N);
   end if;
end Loops;
";
    write(folder, "loops.adb", body);
    let only = ["loops.adb", "--mode=bmc", "--all-properties", "--unwind=3", "--output=oneline"];
    let one = within(folder, &only);
    let files = shards(folder, &only, 3, "b");
    assert_eq!(merge(folder, &files, &[]).stdout, one.stdout);
    let refused = within(folder, &["work.adb", "--mode=bmc", "--shard=1/2", "--json=x.json"]);
    assert!(refused.stderr.contains("needs `--all-properties`"), "{refused:?}");
    let c = "int f(int x) { return x < 1000 ? x + 1 : x; }\nint g(int x) { return x / (x - 3); }\n\
             int main(int argc, char **argv) { return f(argc) + g(argc & 7); }\n";
    write(folder, "x.c", c);
    let program = ["x.c", "--output=oneline", "--steps=3000"];
    let one = within(folder, &program);
    let files = shards(folder, &program, 3, "c");
    let merged = merge(folder, &files, &[]);
    assert_eq!((&merged.stdout, merged.code), (&one.stdout, one.code));
    assert!(one.stdout.contains("high"), "{one:?}");
}

/// The recipe of docs/many-machines.md, where there is a Slurm.
#[test]
fn a_slurm_array_job_does_it() {
    let has = |name: &str| {
        Command::new("sh").args(["-c", &format!("command -v {name}")]).output().is_ok_and(|o| o.status.success())
    };
    if !["sbatch", "slurmctld", "slurmd", "munged"].iter().all(|name| has(name))
        || rustix::process::geteuid().as_raw() != 0
    {
        eprintln!("no Slurm here that could be started: nothing is tested");
        return;
    }
    let cluster = Slurm::start();
    let folder = folder();
    let one = within(folder.path(), PROGRAM);
    let program = PROGRAM.join(" ");
    let binary = env!("CARGO_BIN_EXE_hornsolve");
    let job = format!(
        "#!/bin/sh\n{binary} {program} --shard \"$SLURM_ARRAY_TASK_ID/8\" --json \"s$SLURM_ARRAY_TASK_ID.json\"\n"
    );
    write(folder.path(), "prove.sh", job);
    let done = cluster.run(folder.path(), &["sbatch", "--wait", "--array=1-8", "prove.sh"]);
    assert!(done, "the array job ends well");
    let files: Vec<String> = (1..=8).map(|number| format!("s{number}.json")).collect();
    assert_eq!(merge(folder.path(), &files, &[]).stdout, one.stdout);
}

/// A cluster of one node, on this machine, that ends with the test.
struct Slurm {
    folder: tempfile::TempDir,
    daemons: Vec<std::process::Child>,
}

impl Slurm {
    fn start() -> Slurm {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        let name = Command::new("hostname").arg("-s").output().expect("a name").stdout;
        let name = String::from_utf8_lossy(&name).trim().to_string();
        let base = 20_000 + std::process::id() % 10_000 * 2;
        let path = |name: &str| root.join(name).display().to_string();
        for name in ["state", "spool", "munge"] {
            fs::create_dir(root.join(name)).expect("a folder");
        }
        let key: Vec<u8> =
            Sha256::digest(root.display().to_string().as_bytes()).iter().copied().cycle().take(1024).collect();
        let key_file = root.join("munge/key");
        fs::write(&key_file, key).expect("a key");
        Command::new("chmod").args(["600"]).arg(&key_file).status().expect("chmod runs");
        let socket = path("munge/socket");
        let config = format!(
            "ClusterName=test\nSlurmctldHost={name}(127.0.0.1)\nSlurmUser=root\nSlurmdUser=root\n\
             AuthType=auth/munge\nAuthInfo=socket={socket}\nCredType=cred/munge\n\
             StateSaveLocation={}\nSlurmdSpoolDir={}\nSlurmctldPidFile={}\nSlurmdPidFile={}\n\
             SlurmctldPort={base}\nSlurmdPort={}\nProctrackType=proctrack/pgid\nTaskPlugin=task/none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\n\
             SchedulerParameters=batch_sched_delay=0,sched_interval=1\nReturnToService=2\nMpiDefault=none\n\
             NodeName={name} NodeAddr=127.0.0.1 CPUs=1 State=UNKNOWN\n\
             PartitionName=all Nodes={name} Default=YES State=UP\n",
            path("state"),
            path("spool"),
            path("slurmctld.pid"),
            path("slurmd.pid"),
            base + 1,
        );
        write(root, "slurm.conf", config);
        let mut cluster = Slurm { folder, daemons: Vec::new() };
        let munge = [
            "munged".to_string(),
            "--foreground".into(),
            "--force".into(),
            format!("--socket={socket}"),
            format!("--key-file={}", key_file.display()),
            format!("--log-file={}", path_of(cluster.folder.path(), "munge/log").display()),
            format!("--pid-file={}", path_of(cluster.folder.path(), "munge/pid").display()),
            format!("--seed-file={}", path_of(cluster.folder.path(), "munge/seed").display()),
        ];
        cluster.spawn(&munge.each_ref().map(String::as_str));
        cluster.wait("the key server", |cluster| path_of(cluster.folder.path(), "munge/socket").exists());
        cluster.spawn(&["slurmctld", "-D"]);
        cluster.spawn(&["slurmd", "-D", "-N", &name]);
        cluster.wait("the node", |cluster| {
            let mut sinfo = cluster.command("sinfo");
            sinfo.args(["-h", "-o", "%t"]).output().is_ok_and(|output| output.stdout.starts_with(b"idle\n"))
        });
        cluster
    }

    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(name);
        command.env("SLURM_CONF", self.folder.path().join("slurm.conf"));
        command
    }

    fn spawn(&mut self, words: &[&str]) {
        let log = |end: &str| fs::File::create(self.folder.path().join(format!("{}.{end}", words[0]))).expect("a log");
        let mut command = self.command(words[0]);
        let child = command.args(&words[1..]).stdout(log("out")).stderr(log("err")).spawn().expect("a daemon");
        self.daemons.push(child);
    }

    fn wait(&self, what: &str, is_there: impl Fn(&Slurm) -> bool) {
        for _ in 0..150 {
            if is_there(self) {
                return;
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        let logs = ["munged.err", "slurmctld.err", "slurmd.err"]
            .map(|name| fs::read_to_string(self.folder.path().join(name)).unwrap_or_default());
        panic!("{what} does not come: {logs:?}");
    }

    fn run(&self, folder: &Path, words: &[&str]) -> bool {
        self.command(words[0]).current_dir(folder).args(&words[1..]).status().expect("a command").success()
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        for daemon in self.daemons.iter_mut().rev() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

fn path_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(name)
}

#[test]
fn the_help_is_there() {
    let help = run(&["merge", "--help"]);
    assert!(help.code == Some(0) && help.stdout.contains("--partial"));
    assert!(run(&["--frontend", "ada", "--help"]).stdout.contains("--shard I/N"));
}
