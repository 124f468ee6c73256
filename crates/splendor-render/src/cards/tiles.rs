//! Lists the tiles of the modules with their ids: city faces and trading posts.

use serde_json::{Value, json};
use splendor_core::{City, CityId, Post};

use splendor_verify::words::gems;

use super::amounts;

/// The cities, in the order of their tiles.
const CITIES: [&str; 7] =
    ["Amboise", "Timbuktu", "Krakow", "Madrid", "Samarkand", "Seoul", "Delhi"];

/// Returns the name of the tile that has a face.
pub(crate) fn name(id: CityId) -> &'static str {
    CITIES[usize::from(id.tile())]
}

/// Returns the faces tile by tile; the two readings of the disputed face are neighbors.
fn faces() -> Vec<CityId> {
    let mut faces: Vec<CityId> = CityId::all().collect();
    faces.sort_by_key(|id| id.tile());
    faces
}

/// Returns the requirement of a face without its prestige, like `4d +4`.
fn demand(city: City) -> String {
    let further = (city.further > 0).then(|| format!("+{}", city.further));
    let parts = [gems(city.cards), further.unwrap_or_default()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns every city face and trading post as two tables.
pub(crate) fn tiles_text() -> String {
    let mut text = String::from("\ncity face      tile         prestige  demand\n");
    for id in faces() {
        let city = id.facts();
        let (face, tile, prestige, demand) =
            (city.to_string(), name(id), city.prestige, demand(city));
        let note = if id.is_contested() { " (sources differ on this face)" } else { "" };
        let line = format!("{face:<14} {tile:<12} {prestige:<9} {demand}{note}");
        text += line.trim_end();
        text.push('\n');
    }
    text += "\ntrading post         demand\n";
    for post in Post::ALL {
        text += &format!("{:<20} {}\n", post.name(), gems(post.demand()));
    }
    text
}

/// The number of tiles in the tables, in words.
pub(crate) const COUNTS: &str = "14 city faces, one of them in two readings, 5 trading posts";

/// Returns every city face and trading post as JSON.
pub(crate) fn tiles_json() -> impl Iterator<Item = Value> {
    let faces = faces().into_iter().map(|id| {
        let city = id.facts();
        json!({
            "city": city.to_string(),
            "tile": name(id),
            "prestige": city.prestige,
            "demand": amounts(city.cards),
            "further": city.further,
            "contested": id.is_contested(),
        })
    });
    let posts = Post::ALL
        .into_iter()
        .map(|post| json!({ "post": post.name(), "demand": amounts(post.demand()) }));
    faces.chain(posts)
}
