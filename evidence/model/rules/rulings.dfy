// The rulings: answers to questions that the rulebooks leave open.  The default comes first.

// When a seat may take fewer than three different gems.
datatype Fewer = WhenShort | AllAvailable | UpToThree | ToTen | Never

// When a seat may pass.
datatype Passing = WhenStuck | Always | Never

// What happens when every seat in a row has to pass.
datatype Stalemate = Ends | Continues | PassedRound

// Which turns are still played after the one that triggers the end: those that are left in the
// round, none, or one of every other seat.
datatype EndTime = AfterRound | AtOnce | OthersOnce

// Which gems gold may replace in a payment.
datatype GoldUse = AnyGem | LastResort

// Who wins among several seats with the most prestige.
datatype Tie =
  | FewestCardsThenShared
  | MostPrestigeShared
  | LastSeat
  | FirstSeat
  | FewestCardsThenFirstSeat

// Which noble comes if a seat meets the demands of several.
datatype NobleChoice = SeatChooses | FirstListed | AllMet

// How many tokens a seat returns at the end of its turn.
datatype Returning = Exact | UpTo | Anything

// After which turns nobles come.
datatype NobleTime = EveryTurn | AfterAction | AfterPurchase

// Whether a seat must use the power of a trading post.
datatype Powers = Mandatory | Optional

// What a payment may waste where one gold pays for two gems.
datatype Overpay = HalfGold | Irredundant | SpareGold

// What a reservation does for a seat that the gold would bring above ten tokens.
datatype GoldAtTen = GoldTaken | GoldWithheld | GoldForbidden

// How many bonuses a copy of a double card brings.
datatype CopyDouble = OneBonus | TwoBonuses

// Whether each card of virtual gold that is spent must be necessary.
datatype VirtualSpare = EachPays | NoSpare

// When the places are refilled that a turn with a conquest empties: that of a reserved card before
// the conquest, all places of the action before it, or all after it.
datatype ConquestRefill = ReservedFirst | EachAtOnce | AllAfter

// Whether a seat must take the step with a stronghold.
datatype StepDuty = StepMandatory | StepOptional

// Which strongholds of other seats can be removed: one that stands alone on its card, or any.
datatype Remove = Lone | AnyRival

// When a seat may move a stronghold: always, or only if its stock is empty.
datatype MoveTime = AnyTime | StockEmpty

// Which cards count in a tie: those in front of the seat, or all that it bought.
datatype TieCards = InPlay | Gained

// `target` is the prestige that triggers the end.
datatype Rulings = Rulings(
  fewer: Fewer, pass: Passing, stalemate: Stalemate, end_time: EndTime, gold: GoldUse, tie: Tie,
  target: nat, noble_choice: NobleChoice, returning: Returning, noble_time: NobleTime,
  powers: Powers, overpay: Overpay, gold_at_ten: GoldAtTen, copy_double: CopyDouble,
  virtual_spare: VirtualSpare, conquest_refill: ConquestRefill, stronghold_step: StepDuty,
  remove: Remove, move: MoveTime, tie_cards: TieCards)

function DefaultRulings(): Rulings
{
  Rulings(WhenShort, WhenStuck, Ends, AfterRound, AnyGem, FewestCardsThenShared, 15, SeatChooses,
    Exact, EveryTurn, Mandatory, HalfGold, GoldTaken, OneBonus, EachPays, ReservedFirst,
    StepMandatory, Lone, AnyTime, InPlay)
}
