//! The views of AI-Splendor: the table at the start of a turn, as the client logs it.

use splendor_core::{Card, Level, Noble};
use splendor_schema::json::tree::Tree;
use splendor_schema::limits;
use splendor_schema::token::TokenCounts;
use splendor_schema::turn::After;

use super::event::{Importer, Seen};
use super::{TALK, bank, noble, rows};
use crate::ConvertError;
use crate::fields::{Fields, expected, list, number, small};
use crate::log_builder::all_counts;

const UNSEEN: &str = "the seat played twice since it was shown, so no turn can be compared with it";
const BEFORE: &str = "cards and nobles are compared through the score only";
const STATE: &str = "it follows from the actions";

impl Importer {
    /// Records the view at the start of a turn as the client's claim about the turn before.
    pub(super) fn view(
        &mut self,
        tree: &Tree<'_>,
        event: &mut Fields<'_, '_>,
    ) -> Result<(), ConvertError> {
        let mut fields = Fields::of("gameState", tree)?;
        for (outer, inner) in [("turn", "turnNumber"), ("playerIndex", "currentPlayerIndex")] {
            let (Some(outer), Some(inner)) = (event.find(outer), fields.find(inner)) else {
                continue;
            };
            let needed = number("a number", outer, limits::INTEGER)?;
            if number("a number", inner, limits::INTEGER)? != needed {
                return Err(expected(inner, &format!("{needed}, as in the event")));
            }
        }
        let supply = self.board(fields.get("board")?)?;
        let players = fields.get("players")?;
        let field = list("the players", players)?;
        if field.len() != 2 {
            return Err(expected(players, "two players"));
        }
        for (player, seat) in field.iter().zip(0..) {
            self.player(seat, player, supply)?;
        }
        fields.ignore(&["isGameOver", "winnerReason"], STATE);
        fields.finish(&mut self.builder.account)
    }

    /// Checks that the market, the decks and the nobles match the replayed actions.
    fn board(&mut self, tree: &Tree<'_>) -> Result<TokenCounts, ConvertError> {
        let mut board = Fields::of("board", tree)?;
        let supply = all_counts(bank(board.get("availableTokens")?, &mut self.builder.account)?);
        if let Some(field) = board.find("faceUpCards") {
            let shown = rows(field, &mut self.cards, &mut self.builder.account)?;
            let lies = Level::ALL.map(|level| {
                let row = self.table.market[level.index()].iter();
                row.filter_map(|spot| spot.card()).collect()
            });
            same_cards(field, shown, lies)?;
        }
        if let Some(field) = board.find("decks") {
            let shown = rows(field, &mut self.cards, &mut self.builder.account)?;
            same_cards(field, shown, self.table.left())?;
        }
        if let Some(field) = board.find("availableNobles") {
            let shown = list("the nobles", field)?.iter();
            let shown = shown.map(|tile| noble(tile, &mut self.builder.account));
            let mut shown = shown.collect::<Result<Vec<Noble>, _>>()?;
            let mut lie = self.table.nobles.clone();
            shown.sort();
            lie.sort();
            if shown != lie {
                return Err(expected(field, &format!("the nobles left: {}", joined(&lie))));
            }
        }
        board.finish(&mut self.builder.account)?;
        Ok(supply)
    }

    fn player(
        &mut self,
        seat: u8,
        tree: &Tree<'_>,
        supply: TokenCounts,
    ) -> Result<(), ConvertError> {
        let mut field = Fields::of("player", tree)?;
        if let Some(id) = field.find("id")
            && small("a seat", id, 1)? != seat
        {
            return Err(expected(id, &format!("{seat}: the players are listed in seat order")));
        }
        let now = Seen {
            tokens: bank(field.get("tokens")?, &mut self.builder.account)?,
            score: small("a score", field.get("score")?, u8::MAX)?,
            hand: list("cards", field.get("reservedCards")?)?.len(),
        };
        field.ignore(&["purchasedCards", "visitedNobles", "bonuses"], BEFORE);
        field.ignore(&["reasoningHistory"], TALK);
        field.finish(&mut self.builder.account)?;
        let before = self.seen[usize::from(seat)].replace(now);
        if before.is_some_and(|before| before != now) {
            return Err(expected(tree, &format!("seat {seat} unchanged, because it did not act")));
        }
        match self.builder.last_of(seat) {
            Some(turn) => {
                turn.after = Some(After {
                    prestige: Some(now.score),
                    tokens: Some(all_counts(now.tokens)),
                    hand: u8::try_from(now.hand).ok().filter(|&hand| hand <= limits::CARD_COUNT),
                    supply: Some(supply),
                    ..After::default()
                });
                self.builder.place("after", &tree.span);
            }
            None if before.is_none() => self.builder.account.ignored("player", UNSEEN),
            None => {}
        }
        Ok(())
    }
}

fn same_cards(
    tree: &Tree<'_>,
    shown: [Vec<Card>; 3],
    needed: [Vec<Card>; 3],
) -> Result<(), ConvertError> {
    for ((mut shown, mut needed), level) in shown.into_iter().zip(needed).zip(Level::ALL) {
        shown.sort();
        needed.sort();
        if shown != needed {
            let message = format!(
                "expected {} in {level} after the actions, found {}",
                joined(&needed),
                joined(&shown)
            );
            return Err(ConvertError::unknown(&tree.span, message));
        }
    }
    Ok(())
}

/// Lists the first ids, and the number of the rest.
fn joined<T: std::fmt::Display>(ids: &[T]) -> String {
    let shown: Vec<String> = ids.iter().take(5).map(ToString::to_string).collect();
    let more = ids.len().saturating_sub(shown.len());
    match (shown.as_slice(), more) {
        ([], _) => "nothing".to_owned(),
        (shown, 0) => shown.join(", "),
        (shown, more) => format!("{} and {more} more", shown.join(", ")),
    }
}
