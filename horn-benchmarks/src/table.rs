//! The table of a comparison, in Markdown with aligned columns, so that it reads well on a terminal too.

use crate::summary::Row;

/// Renders the rows; times are compared with the solver named `reference`.
pub fn markdown(rows: &[Row], reference: &str) -> String {
    let mut lines = vec![header(reference)];
    let mut track = None;
    for row in rows {
        // A track's name stands only beside its first solver.
        let name = if track == Some(&row.track) { "" } else { row.track.as_str() };
        track = Some(&row.track);
        lines.push(cells(name, row));
    }
    render(&lines)
}

fn header(reference: &str) -> Vec<String> {
    let ratio = format!("time / {reference}");
    [
        "track",
        "files",
        "solver",
        "solved",
        "sat",
        "unsat",
        "alone",
        "wrong",
        "errors",
        "PAR-2 [s]",
        "median [s]",
        &ratio,
    ]
    .map(String::from)
    .to_vec()
}

fn cells(track: &str, row: &Row) -> Vec<String> {
    vec![
        track.to_string(),
        row.files.to_string(),
        row.solver.clone(),
        row.solved.to_string(),
        row.sat.to_string(),
        row.unsat.to_string(),
        row.alone.to_string(),
        row.wrong.to_string(),
        row.errors.to_string(),
        format!("{:.2}", row.par2),
        row.median.map_or("–".to_string(), |median| format!("{median:.2}")),
        row.ratio.map_or("–".to_string(), |(ratio, files)| format!("{ratio:.2} (of {files})")),
    ]
}

/// Lays out lines of equally many cells; the first line is the header. Columns of words are aligned to
/// the left, columns of figures to the right.
pub(crate) fn render(lines: &[Vec<String>]) -> String {
    let left = |column: usize| {
        matches!(lines[0][column].as_str(), "track" | "solver" | "decided by" | "category" | "slowest" | "program")
    };
    let columns = lines[0].len();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0).max(3);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for (index, line) in lines.iter().enumerate() {
        for (column, cell) in line.iter().enumerate() {
            let width = widths[column];
            out += &if left(column) { format!("| {cell:<width$} ") } else { format!("| {cell:>width$} ") };
        }
        out += "|\n";
        if index == 0 {
            for (column, width) in widths.iter().enumerate() {
                let dashes = "-".repeat(width - 1);
                out += &if left(column) { format!("| {dashes}- ") } else { format!("| {dashes}: ") };
            }
            out += "|\n";
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::run;
    use crate::summary::rows;
    use std::time::Duration;

    #[test]
    fn a_small_table() {
        let records = [
            run("LIA", "a", "sat", "own", "sat", 2.0),
            run("LIA", "a", "sat", "z3", "sat", 1.0),
            run("LIA", "b", "sat", "own", "timeout", 9.0),
        ];
        let table = markdown(&rows(&records, Duration::from_secs(10), "z3"), "z3");
        let expected = "\
| track | files | solver | solved | sat | unsat | alone | wrong | errors | PAR-2 [s] | median [s] |  time / z3 |
| ----- | ----: | ------ | -----: | --: | ----: | ----: | ----: | -----: | --------: | ---------: | ---------: |
| LIA   |     2 | own    |      1 |   1 |     0 |     0 |     0 |      0 |     11.00 |       2.00 | 2.00 (of 1) |
|       |     1 | z3     |      1 |   1 |     0 |     0 |     0 |      0 |      1.00 |       1.00 |          – |
";
        let squeeze = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").replace('-', "");
        assert_eq!(squeeze(&table), squeeze(expected));
        let widths: Vec<usize> = table.lines().map(|line| line.chars().count()).collect();
        assert!(widths.iter().all(|width| *width == widths[0]), "the columns are aligned: {widths:?}");
    }
}
