//! The table of runs on programs: a row for each category, and below it the programs that are not as expected.

use crate::programs::{Judged, Ran};
use crate::table::render;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

/// The table in Markdown, followed by a list of what is not correct.
pub fn markdown(runs: &[Ran]) -> String {
    let header = [
        "category",
        "programs",
        "correct",
        "wrong",
        "undecided",
        "errors",
        "checks",
        "open",
        "median [s]",
        "max [s]",
        "slowest",
    ];
    let mut lines = vec![header.map(String::from).to_vec()];
    let mut categories: Vec<&str> = Vec::new();
    for run in runs {
        if !categories.contains(&run.case.category.as_str()) {
            categories.push(&run.case.category);
        }
    }
    for category in &categories {
        let rows: Vec<&Ran> = runs.iter().filter(|run| run.case.category == *category).collect();
        lines.push(cells(category, &rows));
    }
    if categories.len() > 1 {
        lines.push(cells("total", &runs.iter().collect::<Vec<_>>()));
    }
    let mut text = render(&lines);
    let others: Vec<&Ran> = runs.iter().filter(|run| run.judged != Judged::Correct).collect();
    if !others.is_empty() {
        text.push('\n');
    }
    for run in others {
        let Ran { case, judged, wall, note, .. } = run;
        let _ = writeln!(text, "* {}: `{}`, {note} ({:.1} s)", judged.word(), case.name, wall.as_secs_f64());
    }
    text
}

fn cells(category: &str, runs: &[&Ran]) -> Vec<String> {
    let count = |judged: Judged| runs.iter().filter(|run| run.judged == judged).count().to_string();
    let mut times: Vec<Duration> = runs.iter().map(|run| run.wall).collect();
    times.sort();
    let slowest = runs.iter().max_by_key(|run| run.wall);
    let seconds = |time: Option<&Duration>| time.map_or("–".to_string(), |time| format!("{:.2}", time.as_secs_f64()));
    vec![
        category.to_string(),
        runs.len().to_string(),
        count(Judged::Correct),
        count(Judged::Wrong),
        count(Judged::Undecided),
        count(Judged::Error),
        runs.iter().map(|run| run.checks.len()).sum::<usize>().to_string(),
        runs.iter().map(|run| run.open()).sum::<usize>().to_string(),
        seconds(times.get(times.len().saturating_sub(1) / 2)),
        seconds(times.last()),
        slowest.map_or(String::new(), |run| format!("`{}`", run.case.name)),
    ]
}

/// The header of the file of runs.
///
/// # Errors
/// It cannot be written.
pub fn write_header(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# category\tprogram\texpected\tjudged\twall\tcpu\tproved\tfails\topen\tby\tnote")
}

/// One line of the file of runs: times in seconds, numbers of checks, and who decided them.
///
/// # Errors
/// It cannot be written.
pub fn write_run(out: &mut dyn Write, run: &Ran) -> io::Result<()> {
    let count = |status: &str| run.checks.iter().filter(|check| check.status == status).count();
    let mut by: Vec<&str> = run.checks.iter().map(|check| check.by.as_str()).collect();
    by.sort_unstable();
    by.dedup();
    let expected = run.case.fails.as_ref().map_or("proved".to_string(), |target| format!("fails:{}", target.line));
    writeln!(
        out,
        "{}\t{}\t{expected}\t{}\t{:.3}\t{:.3}\t{}\t{}\t{}\t{}\t{}",
        run.case.category,
        run.case.name,
        run.judged.word(),
        run.wall.as_secs_f64(),
        run.cpu.as_secs_f64(),
        count("proved"),
        count("fails"),
        run.open(),
        by.join(","),
        run.note.replace(['\t', '\n'], " "),
    )?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::{Case, Checked};
    use std::path::PathBuf;

    fn ran(category: &str, name: &str, judged: Judged, seconds: u64) -> Ran {
        let case = Case {
            name: name.into(),
            path: PathBuf::new(),
            category: category.into(),
            fails: None,
            arguments: Vec::new(),
        };
        let status = if judged == Judged::Correct { "proved" } else { "unknown" };
        let check = Checked {
            file: "p.adb".into(),
            line: 1,
            column: 1,
            rule: "VC_ASSERT".into(),
            status: status.into(),
            by: "pdr".into(),
        };
        let note = if judged == Judged::Correct { String::new() } else { "p.adb:1\topen".to_string() };
        let wall = Duration::from_secs(seconds);
        Ran { case, judged, wall, cpu: wall, checks: vec![check], note }
    }

    #[test]
    fn categories_are_counted() {
        let runs = [
            ran("loops", "a", Judged::Correct, 1),
            ran("loops", "b", Judged::Undecided, 9),
            ran("loops", "c", Judged::Correct, 2),
            ran("simple", "d", Judged::Correct, 3),
        ];
        let text = markdown(&runs);
        let squeezed: Vec<String> =
            text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        assert!(squeezed.contains(&"| loops | 3 | 2 | 0 | 1 | 0 | 3 | 1 | 2.00 | 9.00 | `b` |".to_string()), "{text}");
        assert!(squeezed.contains(&"| total | 4 | 3 | 0 | 1 | 0 | 4 | 1 | 2.00 | 9.00 | `b` |".to_string()), "{text}");
        assert!(text.contains("* undecided: `b`, "), "{text}");
    }

    #[test]
    fn runs_are_kept_one_a_line() {
        let mut out = Vec::new();
        write_header(&mut out).expect("memory");
        write_run(&mut out, &ran("loops", "b", Judged::Undecided, 9)).expect("memory");
        let text = String::from_utf8(out).expect("text");
        let fields: Vec<usize> = text.lines().map(|line| line.split('\t').count()).collect();
        assert_eq!(fields, [11, 11]);
        assert!(text.ends_with("proved\tundecided\t9.000\t9.000\t0\t0\t1\tpdr\tp.adb:1 open\n"), "{text}");
    }
}
