// When nobles come, and how cards, bonuses and prestige grow.
include "end.dfy"
include "kept.dfy"

// Theorem: without Orient the cards of each color grow by those that the turn brings, and so do the
// bonuses.
lemma BonusesGrow(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && !p.modules.orient
  ensures CountsAfter(p, t) == Plus(Counts(Mover(p).bought), Counts(Gains(t)))
  ensures Bonuses(Mover(Acted(p, t)).bought) ==
    Plus(Bonuses(Mover(p).bought), Bonuses(Gains(t)))
{
  PlainTurnAdds(p, t);
  CountsOfMore(Mover(p).bought, Gains(t));
  BonusesOfMore(Mover(p).bought, Gains(t));
}

// Theorem: a noble comes only to a seat whose cards cover its demand.
lemma NobleWhenMet(p: Position, t: Turn, noble: Noble)
  requires Seated(p) && Legal(p, t) && noble in t.nobles
  ensures |Apply(p, t).seats| == |p.seats| && noble in Apply(p, t).seats[p.next].nobles
  ensures Covers(Counts(Apply(p, t).seats[p.next].bought), noble.demand.(gold := 0))
{
  EndingOfTurn(p, t);
}

// Theorem: a turn brings a noble exactly if the mover meets the demand of one on the table,
// and if the ruling lets nobles come after such a turn.
lemma NobleMustCome(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures |Apply(p, t).seats| == |p.seats|
  ensures t.nobles != [] <==> NobleTurn(p, t) && exists noble :: noble in p.nobles &&
    Covers(Counts(Apply(p, t).seats[p.next].bought), noble.demand.(gold := 0))
{
  EndingOfTurn(p, t);
  if t.nobles != [] {
    assert t.nobles[0] in p.nobles && Meets(CountsAfter(p, t), t.nobles[0]);
  }
}

// Theorem: without Orient the prestige of the mover grows by that of the cards and the nobles, and
// by one for each post if it has the post `point-per-post`.
lemma PrestigeGrowsAlike(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && !p.modules.orient
  ensures |Apply(p, t).seats| == |p.seats|
  ensures Prestige(Apply(p, t).seats[p.next]) == Prestige(Mover(p)) +
    CardPrestige(Gains(t)) + NoblePrestige(t.nobles) +
    post_point_per_post(Mover(p).posts + t.posts) - post_point_per_post(Mover(p).posts)
{
  EndingOfTurn(p, t);
  PlainTurnAdds(p, t);
  PrestigeOfMore(Mover(p).bought, Gains(t));
  NoblesAdd(Mover(p).nobles, t.nobles);
}

// Theorem: the ruling `noble-choice` decides which of several nobles come.
lemma ChoiceIsKept(p: Position, t: Turn, noble: Noble)
  requires Seated(p) && Legal(p, t) && NobleTurn(p, t)
  requires noble in p.nobles && Meets(CountsAfter(p, t), noble)
  ensures t.nobles != []
  ensures p.rulings.noble_choice.FirstListed? ==> t.nobles[0].id <= noble.id
  ensures p.rulings.noble_choice.AllMet? ==> noble in t.nobles
{
}

// Theorem: one noble brings its own prestige.
lemma NobleBringsPrestige(noble: Noble)
  ensures NoblePrestige([noble]) == noble.prestige
{
}

// Theorem: a card counts as one card, also a double card; that brings two bonuses.
lemma DoubleCardIsOneCard(card: Card, color: Color)
  requires card.color == Just(color)
  ensures Counts([Plain(card)]) == One(color)
  ensures Bonuses([Plain(card)]) ==
    if card.power.DoubleBonus? then Plus(One(color), One(color)) else One(color)
{
}

// Theorem: a card of virtual gold counts as no color and brings no bonus.
lemma VirtualCardHasNoColor(card: Card)
  requires card.color == Nothing
  ensures Counts([Plain(card)]) == None() && Bonuses([Plain(card)]) == None()
{
  assert [Plain(card)][..0] == [];
  assert CountOf(Plain(card)) == None() && BonusOf(Plain(card)) == None();
}

// Theorem: one card brings its own prestige.
lemma CardBringsPrestige(played: Played)
  ensures CardPrestige([played]) == played.card.prestige
{
}
