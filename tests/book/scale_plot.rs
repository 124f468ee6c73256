//! Writes the measurements of `tools/scale/run` into the book as a table and a plot; `BLESS=1`
//! updates them.

use std::fmt::Write;

use crate::{golden, root};

/// One line of the measurements.
struct Row {
    games: f64,
    bytes: f64,
    seconds: f64,
    megabytes: f64,
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(root().join("tools/scale/growth.csv")).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("games,bytes,cpu_seconds,peak_megabytes"));
    let rows = lines.map(|line| {
        let numbers: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
        let &[games, bytes, seconds, megabytes] = numbers.as_slice() else { panic!("{line}") };
        Row { games, bytes, seconds, megabytes }
    });
    rows.collect()
}

#[test]
fn time_grows_with_the_corpus_and_memory_does_not() {
    let rows = rows();
    let (first, last) = (&rows[0], &rows[rows.len() - 1]);
    assert!(last.games >= 100_000.0 && first.games * 100.0 <= last.games, "the corpora differ");
    let each: Vec<f64> = rows.iter().map(|row| row.seconds / row.bytes).collect();
    let (least, most) = each.iter().fold((f64::MAX, 0.0_f64), |(a, b), &c| (a.min(c), b.max(c)));
    assert!(most <= 1.5 * least, "a byte costs between {least} and {most} seconds");
    let (small, large) = (first.megabytes, last.megabytes);
    assert!(large <= small + 5.0, "{small} MB for the smallest corpus, {large} MB for the largest");
}

#[test]
fn the_table_of_growth_is_up_to_date() {
    let mut table = "| Games | Megabytes of JSON | CPU seconds | A game, in microseconds | Peak \
                     of memory, in megabytes |\n|---|---|---|---|---|\n"
        .to_owned();
    for Row { games, bytes, seconds, megabytes } in rows() {
        let (size, each) = (bytes / 1e6, seconds / games * 1e6);
        writeln!(table, "| {games} | {size:.1} | {seconds:.2} | {each:.0} | {megabytes:.1} |")
            .unwrap();
    }
    let (opening, closing) = ("<!-- growth -->\n", "<!-- /growth -->");
    let page = std::fs::read_to_string(root().join("docs/src/scale.md")).unwrap();
    let (before, rest) = page.split_once(opening).expect("a place for the table");
    let (_, after) = rest.split_once(closing).expect("the end of the place");
    golden("docs/src/scale.md", &format!("{before}{opening}\n{table}\n{closing}{after}"));
}

#[test]
fn the_plot_of_growth_is_up_to_date() {
    let rows = rows();
    let mut plot = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 340\" \
                    font-family=\"sans-serif\" font-size=\"12\">\n\
                    <title>CPU time and memory over the number of games</title>\n\
                    <rect width=\"760\" height=\"340\" fill=\"white\"/>\n"
        .to_owned();
    let time: Vec<_> = rows.iter().map(|row| (row.games, row.seconds)).collect();
    let memory: Vec<_> = rows.iter().map(|row| (row.games, row.megabytes)).collect();
    let per_game = time[time.len() - 1].1 / time[time.len() - 1].0;
    plot += &panel(60.0, "CPU seconds", &time, Some(per_game));
    plot += &panel(440.0, "peak of memory, in megabytes", &memory, None);
    golden("docs/src/growth.svg", &(plot + "</svg>\n"));
}

/// An axis with a logarithmic scale. Powers of ten have equal distances on both axes, so linear
/// growth has a slope of 1.
struct Axis {
    low: i32,
    high: i32,
    start: f64,
    length: f64,
}

impl Axis {
    fn over(values: impl Iterator<Item = f64> + Clone, start: f64, length: f64) -> Self {
        let low = values.clone().fold(f64::MAX, f64::min).log10().floor();
        let high = values.fold(0.0, f64::max).log10().ceil().max(low + 1.0);
        let power = |from: i32, to: f64| (from..9).find(|&power| f64::from(power) >= to).unwrap();
        let low = power(-9, low);
        Self { low, high: power(low, high), start, length }
    }

    fn at(&self, value: f64) -> f64 {
        let range = f64::from(self.high - self.low);
        self.start + self.length * (value.log10() - f64::from(self.low)) / range
    }

    fn powers(&self) -> impl Iterator<Item = f64> {
        (self.low..=self.high).map(|power| 10_f64.powi(power))
    }
}

fn panel(left: f64, title: &str, points: &[(f64, f64)], per_game: Option<f64>) -> String {
    let (right, top, bottom) = (left + 300.0, 40.0, 290.0);
    let across = Axis::over(points.iter().map(|point| point.0), left, 300.0);
    let up = Axis::over(points.iter().map(|point| point.1), bottom, top - bottom);
    let mut part = format!("<text x=\"{left}\" y=\"24\" font-weight=\"bold\">{title}</text>\n");
    for power in up.powers() {
        let y = up.at(power);
        let (line, label) = (y.round(), y.round() + 4.0);
        let place = left - 6.0;
        part += &format!(
            "<path d=\"M{left} {line}H{right}\" stroke=\"#ccc\"/>\n\
             <text x=\"{place}\" y=\"{label}\" text-anchor=\"end\">{power}</text>\n"
        );
    }
    for power in across.powers() {
        let x = across.at(power).round();
        part += &format!(
            "<path d=\"M{x} {top}V{bottom}\" stroke=\"#ccc\"/>\n\
             <text x=\"{x}\" y=\"308\" text-anchor=\"middle\">{power}</text>\n"
        );
    }
    let middle = left + 150.0;
    part += &format!("<text x=\"{middle}\" y=\"328\" text-anchor=\"middle\">games</text>\n");
    if let Some(slope) = per_game {
        let ends = [points[0].0, points[points.len() - 1].0];
        let [(a, b), (c, d)] = ends.map(|games| (across.at(games), up.at(games * slope)));
        part += &format!(
            "<path d=\"M{a:.1} {b:.1}L{c:.1} {d:.1}\" stroke=\"#888\" stroke-dasharray=\"5 4\"/>\n"
        );
    }
    for &(games, value) in points {
        let (x, y) = (across.at(games), up.at(value));
        part += &format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#1c5fb0\">\
             <title>{games} games: {value}</title></circle>\n"
        );
    }
    part
}
