//! The replays of the web page of splendorust: a seed and numbered actions, without any card.
//!
//! No importer can read them: only the client's own shuffle turns the seed into cards, and an
//! action names a card by its place. The format is known so that an error can name it.

use crate::{Conversion, ConvertError, Foreign, ForeignFormat};

pub(super) const FORMAT: ForeignFormat = ForeignFormat {
    name: "splendorust-web",
    about: "the replays of the web page of splendorust",
    // One error for the whole file is enough.
    game_per_line: false,
    takes_setup: false,
    is_readable: false,
    matches: |text| {
        let names_cards = text.contains("\"setup\":") || text.contains("\"decks\":");
        let replay = text.contains("\"seed\":") && text.contains("\"actions\":[[");
        text.contains("\"splendor-web-replay-v1\"") || replay && !names_cards
    },
    import,
};

fn import(foreign: &Foreign<'_>) -> Result<Conversion, ConvertError> {
    let seed = foreign.text.find("\"seed\"").unwrap_or(0);
    let message = "a replay of splendorust-web names no card: it has a seed, which only the \
                   client's own shuffle turns into cards, and actions on numbered places";
    Err(ConvertError::incomplete(&(seed..seed), message))
}
