// When nobles come, and how bonuses and prestige grow.
include "end.dfy"
include "kept.dfy"

// A purchase adds its card to the bought cards, and no other action adds any.
lemma ActionBuys(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t)
  ensures Seated(Acted(p, t))
  ensures Mover(Acted(p, t)).bought ==
    Mover(p).bought + (if t.action.Purchase? then [t.action.card] else [])
{
}

// Theorem: a bought card adds one bonus of its color; nothing else changes the bonuses.
lemma BonusesGrow(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures t.action.Purchase? ==>
    BonusesAfter(p, t) == Plus(Bonuses(Mover(p).bought), One(t.action.card.color))
  ensures !t.action.Purchase? ==> BonusesAfter(p, t) == Bonuses(Mover(p).bought)
{
  ActionBuys(p, t);
  if t.action.Purchase? {
    CardAdds(Mover(p).bought, t.action.card);
  }
}

// The bonuses at the end of a turn are those after its action.
lemma EndingKeepsBonuses(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures |Apply(p, t).seats| == |p.seats|
  ensures Apply(p, t).seats[p.next].bought == Mover(Acted(p, t)).bought
  ensures Apply(p, t).seats[p.next].nobles == Mover(p).nobles + t.nobles
  ensures Apply(p, t).seats[p.next].posts == Mover(p).posts + t.posts
{
  ActionKeepsBought(p, t);
}

// Theorem: a noble comes only to a seat whose bonuses cover its demand.
lemma NobleWhenMet(p: Position, t: Turn, noble: Noble)
  requires Seated(p) && Legal(p, t) && noble in t.nobles
  ensures |Apply(p, t).seats| == |p.seats| && noble in Apply(p, t).seats[p.next].nobles
  ensures Covers(Bonuses(Apply(p, t).seats[p.next].bought), noble.demand.(gold := 0))
{
  EndingKeepsBonuses(p, t);
}

// Theorem: a turn brings a noble exactly if the mover meets the demand of one on the table,
// and if the ruling lets nobles come after such a turn.
lemma NobleMustCome(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures |Apply(p, t).seats| == |p.seats|
  ensures t.nobles != [] <==> NobleTurn(p, t) && exists noble :: noble in p.nobles &&
    Covers(Bonuses(Apply(p, t).seats[p.next].bought), noble.demand.(gold := 0))
{
  EndingKeepsBonuses(p, t);
  if t.nobles != [] {
    assert t.nobles[0] in p.nobles && Meets(BonusesAfter(p, t), t.nobles[0]);
  }
}

lemma CardPrestigeAdded(cards: seq<Card>, card: Card)
  ensures CardPrestige(cards + [card]) == CardPrestige(cards) + card.prestige
{
  assert (cards + [card])[..|cards|] == cards;
}

// The prestige that a card and nobles bring in a turn.
function Gain(t: Turn): nat
{
  (if t.action.Purchase? then t.action.card.prestige else 0) +
  NoblePrestige(t.nobles)
}

// Theorem: the prestige of the mover grows by that of the bought card and of the nobles, and by one
// for each post if it has the post `point-per-post`.
lemma PrestigeGrowsAlike(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures |Apply(p, t).seats| == |p.seats|
  ensures Prestige(Apply(p, t).seats[p.next]) == Prestige(Mover(p)) + Gain(t) +
    post_point_per_post(Mover(p).posts + t.posts) - post_point_per_post(Mover(p).posts)
{
  EndingKeepsBonuses(p, t);
  ActionBuys(p, t);
  if t.action.Purchase? {
    CardPrestigeAdded(Mover(p).bought, t.action.card);
  } else {
    assert Mover(p).bought + [] == Mover(p).bought;
  }
  NoblesAdd(Mover(p).nobles, t.nobles);
}

// Theorem: the ruling `noble-choice` decides which of several nobles come.
lemma ChoiceIsKept(p: Position, t: Turn, noble: Noble)
  requires Seated(p) && Legal(p, t) && NobleTurn(p, t)
  requires noble in p.nobles && Meets(BonusesAfter(p, t), noble)
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
