//! The cactus plot of a comparison as an SVG picture: how many files a solver solves if each may take
//! so long. The time axis is logarithmic; a curve further to the right and lower is better.

use crate::record::Record;
use crate::summary;
use std::fmt::Write;
use std::time::Duration;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 46.0;
const BOTTOM: f64 = 56.0;
/// The lower end of the time axis in seconds; shorter times are drawn there.
const SHORTEST: f64 = 0.01;
/// Colours that stay distinct for colour-blind readers, after Okabe and Ito.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#000000"];
/// Dashes that tell curves apart in print.
const DASHES: [&str; 4] = ["", "7 3", "2 3", "9 3 2 3"];

/// The plot of all solvers in `records`.
pub fn cactus(records: &[Record], timeout: Duration, title: &str) -> String {
    let series: Vec<(String, Vec<f64>)> =
        summary::solvers(records).into_iter().map(|solver| (solver.clone(), times(records, &solver))).collect();
    let most = series.iter().map(|(_, times)| times.len()).max().unwrap_or(0);
    let frame = Frame::new(most, timeout.as_secs_f64());

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    text(&mut svg, WIDTH / 2.0, 24.0, "middle\" font-size=\"15", title);
    frame.draw(&mut svg);
    for (index, (_, times)) in series.iter().enumerate() {
        let points: Vec<String> = std::iter::once((0.0, SHORTEST))
            .chain(times.iter().enumerate().map(|(rank, time)| (rank as f64 + 1.0, *time)))
            .map(|(count, time)| format!("{:.1},{:.1}", frame.x(count), frame.y(time)))
            .collect();
        let (colour, dash) = style(index);
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>",
            points.join(" ")
        );
    }
    legend(&mut svg, &series);
    svg + "</svg>\n"
}

/// Wall times of the solved files in seconds, shortest first.
fn times(records: &[Record], solver: &str) -> Vec<f64> {
    let solved = records.iter().filter(|record| record.solver == solver && record.solved().is_some());
    let mut times: Vec<f64> = solved.map(|record| record.wall.as_secs_f64()).collect();
    times.sort_by(f64::total_cmp);
    times
}

fn style(index: usize) -> (&'static str, &'static str) {
    (COLOURS[index % COLOURS.len()], DASHES[index % DASHES.len()])
}

/// The axes: from 0 to `count` files, from [`SHORTEST`] to `longest` seconds.
struct Frame {
    count: f64,
    longest: f64,
}

impl Frame {
    fn new(most: usize, timeout: f64) -> Frame {
        Frame { count: most.max(1) as f64, longest: timeout.max(SHORTEST * 10.0) }
    }

    fn x(&self, count: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * count / self.count
    }

    fn y(&self, time: f64) -> f64 {
        let part = (time.clamp(SHORTEST, self.longest) / SHORTEST).ln() / (self.longest / SHORTEST).ln();
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * part
    }

    fn draw(&self, svg: &mut String) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for count in ticks(self.count) {
            let x = self.x(count);
            line(svg, (x, TOP), (x, bottom), "#e4e4e4");
            text(svg, x, bottom + 18.0, "middle", &count.to_string());
        }
        let mut time = SHORTEST;
        while time <= self.longest * 1.001 {
            let y = self.y(time);
            line(svg, (LEFT, y), (right, y), "#e4e4e4");
            text(svg, LEFT - 8.0, y + 4.0, "end", &seconds(time));
            time *= 10.0;
        }
        let limit = self.y(self.longest);
        line(svg, (LEFT, limit), (right, limit), "#999999");
        // The limit is labelled unless the label of a power of ten stands in its way.
        if (self.longest / (time / 10.0)).log10() > 0.15 {
            text(svg, LEFT - 8.0, limit + 4.0, "end", &seconds(self.longest));
        }
        line(svg, (LEFT, bottom), (right, bottom), "black");
        line(svg, (LEFT, TOP), (LEFT, bottom), "black");
        text(svg, (LEFT + right) / 2.0, HEIGHT - 14.0, "middle", "files solved");
        let middle = (TOP + bottom) / 2.0;
        text(svg, 18.0, middle, &format!("middle\" transform=\"rotate(-90 18 {middle})"), "wall time per file");
    }
}

/// Round numbers from 0 to `most`, about eight.
fn ticks(most: f64) -> Vec<f64> {
    let steps = (0..).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
    let step = steps.into_iter().find(|step| most / step <= 8.0).unwrap_or(most);
    let count = (most / step) as usize;
    (0..=count).map(|index| index as f64 * step).collect()
}

/// A time in seconds as a label.
fn seconds(time: f64) -> String {
    let digits = if time < 0.095 {
        2
    } else if time < 0.95 {
        1
    } else {
        0
    };
    format!("{time:.digits$} s")
}

/// The names of the curves with the numbers of files solved, in the upper left corner, which curves reach
/// last.
fn legend(svg: &mut String, series: &[(String, Vec<f64>)]) {
    let longest = series.iter().map(|(name, times)| name.chars().count() + times.len().to_string().len()).max();
    let width = 64.0 + 7.2 * (longest.unwrap_or(0) + 3) as f64;
    let height = 10.0 + 18.0 * series.len() as f64;
    let (left, top) = (LEFT + 12.0, TOP + 10.0);
    let _ = writeln!(
        svg,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width:.0}\" height=\"{height:.0}\" fill=\"white\" fill-opacity=\"0.9\" stroke=\"#999999\"/>"
    );
    for (index, (name, times)) in series.iter().enumerate() {
        let (colour, dash) = style(index);
        let y = top + 16.0 + 18.0 * index as f64;
        let _ = writeln!(
            svg,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>",
            left + 8.0,
            y - 4.0,
            left + 46.0,
            y - 4.0
        );
        text(svg, left + 54.0, y, "start", &format!("{name} ({})", times.len()));
    }
}

fn line(svg: &mut String, from: (f64, f64), to: (f64, f64), colour: &str) {
    let _ = writeln!(
        svg,
        "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\"/>",
        from.0, from.1, to.0, to.1
    );
}

fn text(svg: &mut String, x: f64, y: f64, anchor: &str, content: &str) {
    let content = content.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{content}</text>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::run;

    #[test]
    fn the_time_axis_is_logarithmic() {
        let frame = Frame::new(10, 10.0);
        let step = frame.y(0.1) - frame.y(1.0);
        assert!((frame.y(1.0) - frame.y(10.0) - step).abs() < 1e-6);
        assert_eq!(frame.y(10.0), TOP);
        assert_eq!(frame.y(0.0), HEIGHT - BOTTOM);
        assert_eq!((frame.x(0.0), frame.x(10.0)), (LEFT, WIDTH - RIGHT));
    }

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(1.0), [0.0, 1.0]);
        assert_eq!(ticks(23.0), [0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(ticks(321.0).last(), Some(&300.0));
    }

    #[test]
    fn every_solver_has_a_curve_and_a_name() {
        let records = [
            run("LIA", "a", "sat", "own", "sat", 2.0),
            run("LIA", "a", "sat", "<z3>", "sat", 0.5),
            run("LIA", "b", "sat", "own", "sat", 1.0),
            run("LIA", "b", "sat", "<z3>", "unsat", 1.0),
        ];
        let svg = cactus(&records, Duration::from_secs(20), "A & B");
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert!(svg.contains("own (2)") && svg.contains("&lt;z3&gt; (1)") && svg.contains("A &amp; B"));
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    }

    #[test]
    fn no_records_still_make_a_picture() {
        assert!(cactus(&[], Duration::from_secs(20), "").ends_with("</svg>\n"));
    }
}
