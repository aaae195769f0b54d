//! Times over the bound of bounded model checking: SPARK-BMC's problems once for each bound, as a table and as a
//! picture.
//!
//! A problem of set I has arrays as long as the bound: the constant in its specification is changed in a copy. Its
//! loops are then complete, so that a safe one must be proved. The programs of set II stay as they are: no violation up
//! to the bound is what is expected. The paper's own times are those of its table (Belo Lourenço, Frade, Pinto, "A
//! Bounded Model Checker for SPARK Programs", ATVA 2014).

use crate::plot::{Series, chart};
use crate::programs::{self, Case, Judged, Ran};
use crate::spark;
use crate::table::render;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// A property of problem set I.
struct Property {
    /// Its name in the paper.
    name: &'static str,
    /// The file without its extension.
    stem: &'static str,
    /// The subprogram that states it, if the file has several.
    entry: Option<&'static str>,
    /// The paper's bounds and seconds.
    paper: &'static [(u32, f64)],
}

const PROPERTIES: &[Property] = &[
    Property { name: "SUM&MAX", stem: "sum_max", entry: None, paper: &[(5, 11.0), (10, 2014.0), (15, 14679.0)] },
    Property {
        name: "inverting, P1",
        stem: "inverting",
        entry: Some("Inverting.Check_Injective"),
        paper: &[(5, 0.8), (10, 17.0), (15, 130.0), (20, 1659.0)],
    },
    Property {
        name: "inverting, P2",
        stem: "inverting",
        entry: Some("Inverting.Check_Inverse"),
        paper: &[(5, 0.8), (10, 318.0), (15, 100_371.0)],
    },
    Property { name: "maximum", stem: "maximum", entry: None, paper: &[(5, 3.7), (10, 7930.0)] },
    Property { name: "MaxArray", stem: "max_array", entry: None, paper: &[] },
    Property { name: "two duplets", stem: "two_duplets", entry: None, paper: &[(5, 2.4), (10, 425.0)] },
    Property {
        name: "binary search",
        stem: "binary_search",
        entry: None,
        paper: &[(5, 2.4), (10, 13.0), (15, 51.0), (20, 227.0)],
    },
];

/// A program whose time is measured for several bounds.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its name in table and plot.
    pub name: String,
    /// The program, where it stands in the sources.
    pub case: Case,
    /// Whether its arrays get the length of the bound.
    resized: bool,
    /// The paper's bounds and seconds.
    paper: &'static [(u32, f64)],
}

/// What is known of a subject: the bounds that were tried, and what came of it.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The program.
    pub subject: Subject,
    /// Bounds, verdicts and times.
    pub points: Vec<(u32, Judged, Duration)>,
}

/// The programs of a problem set, 1 or 2: of the first each property by itself.
///
/// # Errors
/// A manifest cannot be read.
pub fn subjects(set: usize) -> Result<Vec<Subject>, String> {
    if set != 1 {
        let subject = |case: Case| Subject { name: case.name.clone(), case, resized: false, paper: &[] };
        return Ok(programs::spark_cases()?.into_iter().map(subject).collect());
    }
    let mut subjects = Vec::new();
    for case in programs::set1_cases()? {
        let stem = case.name.trim_end_matches("_bug");
        let mistake = case.fails.is_some();
        let of_file = PROPERTIES.iter().filter(|property| property.stem == stem);
        for property in of_file.clone() {
            let Property { name, entry, paper, .. } = property;
            let mut case = case.clone();
            if mistake {
                let name = format!("{stem}, mistake");
                subjects.push(Subject { name, case, resized: true, paper: &[] });
                break;
            }
            case.arguments.extend(entry.map(|entry| format!("--entry={entry}")));
            subjects.push(Subject { name: (*name).to_string(), case, resized: true, paper });
        }
        if of_file.count() == 0 {
            return Err(format!("no property of the problem set is known for `{}`", case.name));
        }
    }
    subjects.sort_by_key(|subject| subject.case.fails.is_some());
    Ok(subjects)
}

impl Subject {
    /// The program to run for a bound; copies go to `folder`.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn at(&self, bound: u32, folder: &Path) -> Result<Case, String> {
        let mut case = self.case.clone();
        case.arguments.push(format!("--unwind={bound}"));
        if self.resized {
            let target = folder.join(bound.to_string());
            fs::create_dir_all(&target).map_err(|error| format!("{}: {error}", target.display()))?;
            for extension in ["adb", "ads"] {
                let source = self.case.path.with_extension(extension);
                let text = fs::read_to_string(&source).map_err(|error| format!("{}: {error}", source.display()))?;
                let text = if extension == "ads" { spark::resized(&text, bound) } else { text };
                let path = target.join(source.file_name().unwrap_or_default());
                fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
            }
            case.path = target.join(self.case.path.file_name().unwrap_or_default());
        }
        Ok(case)
    }
}

/// Runs every subject with rising bounds, up to the first that is not decided: a larger one is no easier. `run` is what
/// runs one; it gives nothing when it was interrupted.
///
/// # Errors
/// A copy cannot be made.
pub fn measure(
    subjects: Vec<Subject>,
    bounds: &[u32],
    folder: &Path,
    run: &mut dyn FnMut(&Subject, u32, &Case) -> Result<Option<Ran>, String>,
) -> Result<Vec<Curve>, String> {
    let mut curves = Vec::new();
    for subject in subjects {
        let mut points = Vec::new();
        for bound in bounds {
            let Some(ran) = run(&subject, *bound, &subject.at(*bound, folder)?)? else {
                curves.push(Curve { subject, points });
                return Ok(curves);
            };
            points.push((*bound, ran.judged, ran.wall));
            // A mistake may need a larger bound than this one.
            let over = ran.judged == Judged::Undecided && ran.checks.is_empty();
            if over || ran.judged == Judged::Error {
                break;
            }
        }
        curves.push(Curve { subject, points });
    }
    Ok(curves)
}

/// The table in Markdown: seconds for each bound, and the paper's where it has some. What was not decided in time is
/// `> limit`, a mistake that does not show within the bound is `–`, and what was not tried is empty.
pub fn markdown(curves: &[Curve], bounds: &[u32], limit: Duration) -> String {
    let with_paper = curves.iter().any(|curve| !curve.subject.paper.is_empty());
    let mut header = vec!["program".to_string()];
    header.extend(bounds.iter().map(|bound| format!("{bound} [s]")));
    if with_paper {
        header.extend(bounds.iter().map(|bound| format!("paper's {bound} [s]")));
    }
    let mut lines = vec![header];
    let mut notes = String::new();
    for Curve { subject, points } in curves {
        let mut line = vec![subject.name.clone()];
        for bound in bounds {
            let point = points.iter().find(|(at, ..)| at == bound);
            line.push(match point {
                None => String::new(),
                Some((_, Judged::Correct, time)) => format!("{:.2}", time.as_secs_f64()),
                Some((_, Judged::Undecided, time)) if *time >= limit => format!("> {}", limit.as_secs_f64()),
                Some((_, Judged::Undecided, _)) => "–".to_string(),
                Some((_, judged, _)) => judged.word().to_string(),
            });
        }
        if with_paper {
            let paper = |bound: &u32| subject.paper.iter().find(|(at, _)| at == bound);
            line.extend(bounds.iter().map(|bound| paper(bound).map_or(String::new(), |(_, time)| time.to_string())));
        }
        lines.push(line);
        for (bound, judged, _) in points.iter().filter(|(_, judged, _)| matches!(judged, Judged::Wrong | Judged::Error))
        {
            let _ = writeln!(notes, "* {}: `{}` with bound {bound}", judged.word(), subject.name);
        }
    }
    let text = render(&lines);
    if notes.is_empty() { text } else { format!("{text}\n{notes}") }
}

/// The picture: time on a logarithmic axis over the bound. Only safe programs have curves, and dotted ones where the
/// paper has times.
pub fn plot(curves: &[Curve], limit: Duration, title: &str) -> String {
    let safe = curves.iter().filter(|curve| curve.subject.case.fails.is_none());
    let mut series = Vec::new();
    let mut paper = false;
    for (index, Curve { subject, points }) in safe.enumerate() {
        let decided = points.iter().filter(|(_, judged, _)| *judged == Judged::Correct);
        let own: Vec<(f64, f64)> = decided.map(|(bound, _, time)| (f64::from(*bound), time.as_secs_f64())).collect();
        series.push(Series {
            name: Some(subject.name.clone()),
            points: own,
            colour: index,
            dash: if index < 8 { 0 } else { 1 },
            marked: true,
        });
        if !subject.paper.is_empty() {
            let name = if paper { None } else { Some("dotted: the paper's times".to_string()) };
            let points = subject.paper.iter().map(|(bound, time)| (f64::from(*bound), *time)).collect();
            series.push(Series { name, points, colour: index, dash: 2, marked: false });
            paper = true;
        }
    }
    let longest = series.iter().flat_map(|one| &one.points).map(|(_, time)| *time).fold(limit.as_secs_f64(), f64::max);
    chart(&series, title, "bound (full iterations of each loop)", "wall time", longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_name(name: &str) -> Subject {
        let all = [subjects(1).expect("set I"), subjects(2).expect("set II")].concat();
        all.into_iter().find(|subject| subject.name == name).expect("a subject")
    }

    #[test]
    fn each_property_is_a_subject() {
        let set1 = subjects(1).expect("set I");
        assert_eq!(set1.iter().filter(|subject| subject.case.fails.is_none()).count(), PROPERTIES.len());
        assert_eq!(set1.iter().filter(|subject| subject.case.fails.is_some()).count(), 6);
        assert_eq!(of_name("inverting, P2").case.arguments, ["--entry=Inverting.Check_Inverse"]);
        assert!(subjects(2).expect("set II").len() >= 40);
    }

    #[test]
    fn only_a_copy_is_resized() {
        let folder = tempfile::tempdir().expect("a folder");
        let subject = of_name("MaxArray");
        let case = subject.at(17, folder.path()).expect("a copy");
        assert_eq!(case.arguments, ["--unwind=17"]);
        let text = |path: &Path| fs::read_to_string(path.with_extension("ads")).expect("a specification");
        assert!(text(&case.path).contains("Array_Size : constant := 17;") && case.path.starts_with(folder.path()));
        assert!(text(&subject.case.path).contains("Array_Size : constant := 10;"));
        let subject = of_name("do_while");
        assert_eq!(subject.at(100, folder.path()).expect("no copy").path, subject.case.path);
    }

    fn ran(case: &Case, judged: Judged, seconds: u64, known: bool) -> Ran {
        let wall = Duration::from_secs(seconds);
        let check = programs::Checked {
            file: String::new(),
            line: 1,
            column: 1,
            rule: String::new(),
            status: String::new(),
            by: String::new(),
        };
        let checks = if known { vec![check] } else { Vec::new() };
        Ran { case: case.clone(), judged, wall, cpu: wall, checks, note: String::new() }
    }

    #[test]
    fn bounds_rise_until_one_is_too_much() {
        let folder = tempfile::tempdir().expect("a folder");
        let all = vec![of_name("maximum"), of_name("lock_bug")];
        let curves = measure(all, &[5, 10, 15], folder.path(), &mut |subject, bound, case| {
            let mistake = subject.name == "lock_bug";
            Ok(Some(match (mistake, bound) {
                (false, 5) => ran(case, Judged::Correct, 2, true),
                (false, _) => ran(case, Judged::Undecided, 60, false),
                (true, 5) => ran(case, Judged::Undecided, 1, true),
                (true, _) => ran(case, Judged::Correct, 3, true),
            }))
        })
        .expect("runs");
        let text = markdown(&curves, &[5, 10, 15], Duration::from_secs(60));
        let squeezed: Vec<String> =
            text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        assert!(squeezed.contains(&"| maximum | 2.00 | > 60 | | 3.7 | 7930 | |".to_string()), "{text}");
        assert!(squeezed.contains(&"| lock_bug | – | 3.00 | 3.00 | | | |".to_string()), "{text}");
        let svg = plot(&curves, Duration::from_secs(60), "t");
        assert_eq!((svg.matches("<polyline").count(), svg.matches("<circle").count()), (2, 1), "ours and the paper's");
        assert!(svg.contains("1000 s") && !svg.contains("lock_bug"), "{svg}");
    }
}
