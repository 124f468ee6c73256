// False: without `orient.discard-copies-first` a copy could outlive the last card of its color.
include "../proofs/backed.dfy"
include "../proofs/plain.dfy"

lemma FalseDiscardedLeaveBacked(cards: seq<Played>, given: seq<Card>)
  requires AllDifferent(cards) && Backed(cards) && multiset(given) <= PlayedCards(cards)
  ensures Backed(WithoutAll(cards, given))
{
}

// A seat gives up its only ruby card and keeps a copy of it.
lemma CounterExample(ruby: Card, copy: Card, cards: seq<Played>)
  requires ruby.color == Just(Ruby) && !IsCopyCard(ruby) && IsCopyCard(copy)
  requires cards == [Plain(ruby), Played(copy, Just(Ruby), false)]
  ensures AllDifferent(cards) && Backed(cards) && multiset([ruby]) <= PlayedCards(cards)
  ensures !Backed(WithoutAll(cards, [ruby]))
{
  assert Plain(ruby) in cards && Plain(ruby).color == Just(Ruby);
  assert Backs(cards, Just(Ruby));
  PlayedIsCard(cards, 0);
  WithoutAllHasOthers(cards, [ruby]);
  assert cards[1] in WithoutAll(cards, [ruby]);
}
