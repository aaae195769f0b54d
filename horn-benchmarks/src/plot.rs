//! Plots as SVG pictures, with a logarithmic time axis: the cactus plot of a comparison, which shows how many files a
//! solver solves if each may take so long, and times over a bound.

use crate::record::Record;
use crate::summary;
use std::fmt::Write;
use std::time::Duration;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 78.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 46.0;
const BOTTOM: f64 = 56.0;
/// The lower end of the time axis in seconds; shorter times are drawn there.
const SHORTEST: f64 = 0.01;
/// Colours that stay distinct for colour-blind readers, after Okabe and Ito.
const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#000000", "#e69f00", "#999999"];
/// Dashes that tell curves apart in print.
const DASHES: [&str; 4] = ["", "7 3", "2 3", "9 3 2 3"];

/// A curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend; none if it has no line there.
    pub name: Option<String>,
    /// Its points: the number on the other axis, and the time in seconds.
    pub points: Vec<(f64, f64)>,
    /// The number of its colour.
    pub colour: usize,
    /// The number of its dashes; the first are none.
    pub dash: usize,
    /// Whether the points are marked.
    pub marked: bool,
}

/// The plot of all solvers in `records`: how many files are solved in how much time each. A curve further to the right
/// and lower is better.
pub fn cactus(records: &[Record], timeout: Duration, title: &str) -> String {
    let curve = |(index, solver): (usize, String)| {
        let times = times(records, &solver);
        let points = times.iter().enumerate().map(|(rank, time)| (rank as f64 + 1.0, *time));
        Series {
            name: Some(format!("{solver} ({})", times.len())),
            points: std::iter::once((0.0, SHORTEST)).chain(points).collect(),
            colour: index,
            dash: index,
            marked: false,
        }
    };
    let series: Vec<Series> = summary::solvers(records).into_iter().enumerate().map(curve).collect();
    chart(&series, title, "files solved", "wall time per file", timeout.as_secs_f64())
}

/// A picture of curves. The time axis goes up to `longest` seconds, the other one from 0 to the last point.
pub fn chart(series: &[Series], title: &str, across: &str, up: &str, longest: f64) -> String {
    let most = series.iter().flat_map(|series| &series.points).map(|(x, _)| *x).fold(1.0, f64::max);
    let frame = Frame { most, longest: longest.max(SHORTEST * 10.0) };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    text(&mut svg, WIDTH / 2.0, 24.0, "middle\" font-size=\"15", title);
    frame.draw(&mut svg, across, up);
    for Series { points, colour, dash, marked, .. } in series {
        let (colour, dash) = style(*colour, *dash);
        let places: Vec<(f64, f64)> = points.iter().map(|(x, time)| (frame.x(*x), frame.y(*time))).collect();
        let line: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>",
            line.join(" ")
        );
        for (x, y) in places.iter().filter(|_| *marked) {
            let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
        }
    }
    legend(&mut svg, series);
    svg + "</svg>\n"
}

/// Wall times of the solved files in seconds, shortest first.
fn times(records: &[Record], solver: &str) -> Vec<f64> {
    let solved = records.iter().filter(|record| record.solver == solver && record.solved().is_some());
    let mut times: Vec<f64> = solved.map(|record| record.wall.as_secs_f64()).collect();
    times.sort_by(f64::total_cmp);
    times
}

fn style(colour: usize, dash: usize) -> (&'static str, &'static str) {
    (COLOURS[colour % COLOURS.len()], DASHES[dash % DASHES.len()])
}

/// The axes: from 0 to `most`, from [`SHORTEST`] to `longest` seconds.
struct Frame {
    most: f64,
    longest: f64,
}

impl Frame {
    fn x(&self, count: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * count / self.most
    }

    fn y(&self, time: f64) -> f64 {
        let part = (time.clamp(SHORTEST, self.longest) / SHORTEST).ln() / (self.longest / SHORTEST).ln();
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * part
    }

    fn draw(&self, svg: &mut String, across: &str, up: &str) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for count in ticks(self.most) {
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
        text(svg, (LEFT + right) / 2.0, HEIGHT - 14.0, "middle", across);
        let middle = (TOP + bottom) / 2.0;
        text(svg, 18.0, middle, &format!("middle\" transform=\"rotate(-90 18 {middle})"), up);
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

/// The names of the curves, in the upper left corner, which curves reach last.
fn legend(svg: &mut String, series: &[Series]) {
    let named: Vec<(&Series, &str)> = series.iter().filter_map(|one| Some((one, one.name.as_deref()?))).collect();
    if named.is_empty() {
        return;
    }
    let longest = named.iter().map(|(_, name)| name.chars().count()).max();
    let width = 64.0 + 7.2 * longest.unwrap_or(0) as f64;
    let height = 10.0 + 18.0 * named.len() as f64;
    let (left, top) = (LEFT + 12.0, TOP + 10.0);
    let _ = writeln!(
        svg,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width:.0}\" height=\"{height:.0}\" fill=\"white\" fill-opacity=\"0.8\" stroke=\"#999999\"/>"
    );
    for (index, (one, name)) in named.into_iter().enumerate() {
        let (colour, dash) = style(one.colour, one.dash);
        let y = top + 16.0 + 18.0 * index as f64;
        let _ = writeln!(
            svg,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>",
            left + 8.0,
            y - 4.0,
            left + 46.0,
            y - 4.0
        );
        text(svg, left + 54.0, y, "start", name);
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
        let frame = Frame { most: 10.0, longest: 10.0 };
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
    fn marked_points_have_their_places() {
        let series = Series { name: None, points: vec![(5.0, 0.1), (20.0, 100.0)], colour: 0, dash: 2, marked: true };
        let svg = chart(&[series], "t", "bound", "time", 100.0);
        assert_eq!(svg.matches("<circle").count(), 2);
        let (x, y) = (WIDTH - RIGHT, TOP);
        assert!(svg.contains(&format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\"")), "{svg}");
        assert!(svg.contains(">bound<") && svg.contains("stroke-dasharray=\"2 3\""), "{svg}");
    }

    #[test]
    fn no_records_still_make_a_picture() {
        assert!(cactus(&[], Duration::from_secs(20), "").ends_with("</svg>\n"));
    }
}
