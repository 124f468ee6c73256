//! Possible causes of an illegal log, `splendor-diagnosis/1`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::formats::report::{AppliedRuling, Finding, InputFile, Tool, Verdict};
use crate::json::format_name::format_name;
use crate::json::free::Json;
use crate::json::words::word_enum;

format_name!(
    DiagnosisFormat,
    "splendor-diagnosis/1",
    "The name and version of the format of diagnoses."
);

/// Possible causes of an illegal log, each with an edit that undoes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor diagnosis", deny_unknown_fields)]
pub struct Diagnosis {
    /// The name and version of this format.
    pub format: DiagnosisFormat,
    /// The program that wrote it.
    pub tool: Tool,
    /// The input that holds the log.
    pub input: InputFile,
    /// The verdict on the log without edits.
    pub verdict: Verdict,
    /// The rulings that override those of the log, for the log and for every edited log.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<AppliedRuling>,
    /// The rulings in effect for the log without edits that differ from the published rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub departures: Vec<AppliedRuling>,
    /// The first finding in the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Finding>,
    /// The number of edited logs that were judged.
    pub tried: u64,
    /// The greatest number of edited logs to judge.
    pub limit: u64,
    /// The number of edits that were not tried because of that limit.
    pub untried: u64,
    /// The causes, the likeliest first: all proven causes come before those that only help.
    pub causes: Vec<Cause>,
}

word_enum! {
    /// The evidence for a cause.
    pub enum Standing: "a standing" {
        /// The edited log is legal or consistent.
        Proven = "proven",
        /// The first finding of the edited log comes later.
        Helps = "helps",
    }
}

word_enum! {
    /// The kind of a cause, the likeliest kind first.
    pub enum CauseKind: "a kind of cause" {
        /// A claim about the table after a turn is wrong.
        ClaimAfterWrong = "claim-after-wrong",
        /// The claimed tokens leave out the gold of a reservation.
        GoldNotNoted = "gold-not-noted",
        /// The claimed supply is that of another number of seats.
        SupplyOfSeats = "supply-of-seats",
        /// The claims after a turn are those of another turn.
        ClaimsAfterShifted = "claims-after-shifted",
        /// The claimed number of turns is wrong.
        ClaimPliesWrong = "claim-plies-wrong",
        /// The claimed end of the game is wrong.
        ClaimEndWrong = "claim-end-wrong",
        /// The recorded result is wrong.
        ResultWrong = "result-wrong",
        /// Several claims about the end and the result are wrong.
        ClaimsOfEndWrong = "claims-of-end-wrong",
        /// The client counts the table after each turn by another rule.
        ClaimsAfterForeign = "claims-after-foreign",
        /// The id of a component is misspelled.
        ComponentWrong = "component-wrong",
        /// The setup names the wrong card.
        SetupCardWrong = "setup-card-wrong",
        /// The setup lists a card under the wrong level.
        SetupLevelWrong = "setup-level-wrong",
        /// The setup names a card twice.
        SetupCardTwice = "setup-card-twice",
        /// The setup leaves out a card.
        SetupCardLeftOut = "setup-card-left-out",
        /// The setup has a card too many.
        SetupCardExtra = "setup-card-extra",
        /// The setup names the wrong noble or city.
        SetupTileWrong = "setup-tile-wrong",
        /// The setup has a noble or a city too many.
        SetupTileExtra = "setup-tile-extra",
        /// The setup leaves out a noble or a city.
        SetupTileLeftOut = "setup-tile-left-out",
        /// The log goes on after the end of the game.
        TurnsBehindTheEnd = "turns-behind-the-end",
        /// A turn is recorded twice.
        TurnTwice = "turn-twice",
        /// A turn has an action too many.
        ActionExtra = "action-extra",
        /// Two turns are in the wrong order.
        TurnsSwapped = "turns-swapped",
        /// The seats of the turns count from another seat.
        SeatsShifted = "seats-shifted",
        /// The players are listed from another seat.
        PlayersRotated = "players-rotated",
        /// The log has a player too many.
        PlayerExtra = "player-extra",
        /// The log leaves out a player.
        PlayerMissing = "player-missing",
        /// The log names the wrong modules.
        Module = "module",
        /// The log names the wrong boxes.
        Box = "box",
        /// The log names the wrong edition.
        Edition = "edition",
        /// The game was played by another ruling.
        Ruling = "ruling",
        /// The game was played by the rulings of a known client.
        Client = "client",
        /// A noble is recorded too late.
        NobleLate = "noble-late",
        /// A noble is recorded too early.
        NobleEarly = "noble-early",
        /// A trading post is recorded too late.
        PostLate = "post-late",
        /// A trading post is recorded too early.
        PostEarly = "post-early",
        /// A turn leaves out a noble.
        NobleLeftOut = "noble-left-out",
        /// A turn has a noble that did not visit.
        NobleAdded = "noble-added",
        /// A turn names the wrong noble.
        NobleWrong = "noble-wrong",
        /// The setup names the wrong noble.
        SetupNobleWrong = "setup-noble-wrong",
        /// A turn leaves out a trading post.
        PostLeftOut = "post-left-out",
        /// A turn names the wrong trading posts.
        PostWrong = "post-wrong",
        /// A turn names the wrong gem of a trading post.
        GemWrong = "gem-wrong",
        /// A purchase is paid with the wrong cards.
        CardsPaidWrong = "cards-paid-wrong",
        /// A turn copies the wrong color.
        CopyWrong = "copy-wrong",
        /// A turn takes the wrong free card, leaves one out, or has one too many.
        FreeCardWrong = "free-card-wrong",
        /// A turn has the wrong step with a stronghold, leaves it out, or has one too many.
        StrongholdWrong = "stronghold-wrong",
        /// A turn has the wrong conquest, leaves it out, or has one too many.
        ConquestWrong = "conquest-wrong",
        /// A turn leaves out returned tokens.
        ReturnLeftOut = "return-left-out",
        /// A turn names the wrong returned tokens.
        ReturnWrong = "return-wrong",
        /// Two cards of a deck are swapped.
        DeckOrder = "deck-order",
        /// A deck is listed with its last card first.
        DeckReversed = "deck-reversed",
        /// The refills are recorded one turn too late or too early.
        RefillsMoved = "refills-moved",
        /// Two refills are swapped.
        RefillOrder = "refill-order",
        /// A turn names the wrong refill.
        RefillWrong = "refill-wrong",
        /// The setup names the wrong face-up card.
        MarketWrong = "market-wrong",
        /// A purchase names the wrong place of the card.
        PlaceWrong = "place-wrong",
        /// A purchase names the wrong payment.
        PaymentWrong = "payment-wrong",
        /// A turn names the wrong tokens.
        TakeWrong = "take-wrong",
        /// A turn names the wrong card.
        CardWrong = "card-wrong",
        /// The actions of two turns are swapped.
        ActionsSwapped = "actions-swapped",
        /// A turn names the wrong seat.
        SeatWrong = "seat-wrong",
        /// The log leaves out a turn.
        TurnMissing = "turn-missing",
        /// The log has a turn too many.
        TurnExtra = "turn-extra",
        /// A turn is wrong as a whole.
        TurnWrong = "turn-wrong",
        /// The log has turns that are not part of the game.
        TurnsForeign = "turns-foreign",
    }
}

/// A possible cause of an illegal log, and the edit that undoes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Cause", deny_unknown_fields)]
pub struct Cause {
    /// The kind of cause.
    pub kind: CauseKind,
    /// The evidence for the cause.
    pub standing: Standing,
    /// The verdict on the edited log.
    pub verdict: Verdict,
    /// The edited turn, from 1; absent if the edit changes no turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u64>,
    /// The cause as text.
    pub message: String,
    /// The number of turns of the edited log before its first finding.
    pub reaches: u64,
    /// The first clause that the edited log breaks, if it breaks one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<String>,
    /// The edit, as a JSON Patch (RFC 6902).
    pub edit: Vec<PatchStep>,
}

word_enum! {
    /// The operation of a step of an edit.
    pub enum PatchOp: "an operation" {
        /// Adds a value; in a list, before the entry at this index.
        Add = "add",
        /// Removes a value.
        Remove = "remove",
        /// Replaces a value.
        Replace = "replace",
    }
}

/// A step of an edit, which is an operation of a JSON Patch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "PatchStep", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "op": "remove", "path": "/turns/12" }))]
pub struct PatchStep {
    /// The operation.
    pub op: PatchOp,
    /// The JSON pointer of the place, in which turns count from 0.
    pub path: String,
    /// The new value; absent with `remove`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Json>,
}
