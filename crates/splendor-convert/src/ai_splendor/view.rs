//! What AI-Splendor shows of the table at the beginning of a turn, beside what was done.

use splendor_schema::tree::Tree;
use splendor_schema::{After, CardId, Level, NobleId, Token, TokenCounts, limits};

use super::event::Teller;
use super::{TALK, bank, noble, rows};
use crate::Refusal;
use crate::fields::{Fields, list, number, small, wrong};

const UNSEEN: &str = "the seat played twice since it was shown, so no turn can be compared with it";
const BEFORE: &str = "what a seat has of cards and nobles is not compared: the score is";
const STATE: &str = "how far the game is follows from what was done";

/// What a view tells of a seat.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Seen {
    tokens: [u8; 6],
    score: u8,
    hand: usize,
}

/// Counts of every kind of token, none left out.
fn named_all(counts: [u8; 6]) -> TokenCounts {
    Token::ALL.iter().copied().zip(counts).collect()
}

impl Teller {
    /// What the client shows at the beginning of a turn is its view after the turn before.
    pub(super) fn view(
        &mut self,
        tree: &Tree<'_>,
        event: &mut Fields<'_, '_>,
    ) -> Result<(), Refusal> {
        let mut fields = Fields::of("gameState", tree)?;
        for (outer, inner) in [("turn", "turnNumber"), ("playerIndex", "currentPlayerIndex")] {
            let (Some(outer), Some(inner)) = (event.find(outer), fields.find(inner)) else {
                continue;
            };
            let needed = number("a number", outer, limits::INTEGER)?;
            if number("a number", inner, limits::INTEGER)? != needed {
                return Err(wrong(inner, &format!("{needed}, as the event says")));
            }
        }
        let supply = self.board(fields.get("board")?)?;
        let players = fields.get("players")?;
        let told = list("the players", players)?;
        if told.len() != 2 {
            return Err(wrong(players, "two players"));
        }
        for (player, seat) in told.iter().zip(0..) {
            self.player(seat, player, supply)?;
        }
        fields.ignore(&["isGameOver", "winnerReason"], STATE);
        fields.done(&mut self.draft.account)
    }

    /// The market, the decks and the nobles are those that what was done leaves.
    fn board(&mut self, tree: &Tree<'_>) -> Result<TokenCounts, Refusal> {
        let mut board = Fields::of("board", tree)?;
        let supply = named_all(bank(board.get("availableTokens")?, &mut self.draft.account)?);
        if let Some(told) = board.find("faceUpCards") {
            let shown = rows(told, &mut self.cards, &mut self.draft.account)?;
            let lies = Level::ALL.map(|level| {
                let row = self.table.market[level.index()].iter();
                row.filter_map(|spot| spot.card()).collect()
            });
            same_cards(told, shown, lies)?;
        }
        if let Some(told) = board.find("decks") {
            let shown = rows(told, &mut self.cards, &mut self.draft.account)?;
            same_cards(told, shown, self.table.left())?;
        }
        if let Some(told) = board.find("availableNobles") {
            let shown = list("the nobles", told)?.iter();
            let shown = shown.map(|tile| noble(tile, &mut self.draft.account));
            let mut shown = shown.collect::<Result<Vec<NobleId>, _>>()?;
            let mut lie = self.table.nobles.clone();
            shown.sort();
            lie.sort();
            if shown != lie {
                return Err(wrong(told, &format!("the nobles left: {}", joined(&lie))));
            }
        }
        board.done(&mut self.draft.account)?;
        Ok(supply)
    }

    fn player(&mut self, seat: u8, tree: &Tree<'_>, supply: TokenCounts) -> Result<(), Refusal> {
        let mut told = Fields::of("player", tree)?;
        if let Some(id) = told.find("id")
            && small("a seat", id, 1)? != seat
        {
            return Err(wrong(id, &format!("{seat}: the players stand in their order")));
        }
        let now = Seen {
            tokens: bank(told.get("tokens")?, &mut self.draft.account)?,
            score: small("a score", told.get("score")?, u8::MAX)?,
            hand: list("cards", told.get("reservedCards")?)?.len(),
        };
        told.ignore(&["purchasedCards", "visitedNobles", "bonuses"], BEFORE);
        told.ignore(&["reasoningHistory"], TALK);
        told.done(&mut self.draft.account)?;
        let before = self.seen[usize::from(seat)].replace(now);
        if before.is_some_and(|before| before != now) {
            return Err(wrong(
                tree,
                &format!("seat {seat} as it was shown before, for it did nothing"),
            ));
        }
        match self.draft.last_of(seat) {
            Some(piece) => {
                piece.common.after = Some(After {
                    prestige: Some(now.score),
                    tokens: Some(named_all(now.tokens)),
                    hand: u8::try_from(now.hand).ok().filter(|&hand| hand <= limits::CARD_COUNT),
                    supply: Some(supply),
                    ..After::default()
                });
                self.draft.place("after", &tree.span);
            }
            None if before.is_none() => self.draft.account.ignored("player", UNSEEN),
            None => {}
        }
        Ok(())
    }
}

fn same_cards(
    tree: &Tree<'_>,
    shown: [Vec<CardId>; 3],
    needed: [Vec<CardId>; 3],
) -> Result<(), Refusal> {
    for ((mut shown, mut needed), level) in shown.into_iter().zip(needed).zip(Level::ALL) {
        shown.sort();
        needed.sort();
        if shown != needed {
            let message = format!(
                "level {level} has {}, needed {}, which what was done leaves",
                joined(&shown),
                joined(&needed)
            );
            return Err(Refusal::unknown(&tree.span, message));
        }
    }
    Ok(())
}

/// The first of several ids, in words.
fn joined<T: std::fmt::Display>(ids: &[T]) -> String {
    let shown: Vec<String> = ids.iter().take(5).map(ToString::to_string).collect();
    let more = ids.len().saturating_sub(shown.len());
    match (shown.as_slice(), more) {
        ([], _) => "nothing".to_owned(),
        (shown, 0) => shown.join(", "),
        (shown, more) => format!("{} and {more} more", shown.join(", ")),
    }
}
