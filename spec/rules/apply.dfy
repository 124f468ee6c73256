// A legal turn, and the position after it.
include "limit.dfy"
include "post.dfy"

predicate LegalAction(p: Position, t: Turn)
  requires Seated(p)
{
  take_no_gold(p, t) && take_supply(p, t) && take_different(p, t) && take_fewer(p, t) &&
  take_pair(p, t) && take_pair_needs_four(p, t) &&
  reserve_hand_limit(p, t) && reserve_face_up(p, t) && reserve_deck(p, t) &&
  purchase_source(p, t) && purchase_price(p, t) && purchase_payment(p, t) &&
  purchase_tokens(p, t) && turn_one_action(p, t) && turn_pass(p, t)
}

predicate LegalPowers(p: Position, t: Turn)
  requires Seated(p)
{
  post_present(p, t) && post_double_gold(p, t) && post_draw_two(p, t) && post_gem(p, t) &&
  post_gem_after_purchase(p, t) && post_third_gem(p, t)
}

predicate LegalEnding(p: Position, t: Turn)
  requires Seated(p)
{
  limit_owned(p, t) && limit_ten(p, t) && limit_excess(p, t) &&
  noble_present(p, t) && noble_earned(p, t) && noble_time(p, t) && noble_one(p, t) &&
  noble_choice(p, t) && noble_mandatory(p, t) &&
  post_one(p, t) && post_earned(p, t) && post_once(p, t) && post_mandatory(p, t)
}

predicate Legal(p: Position, t: Turn)
  requires Seated(p)
{
  turn_after_end(p, t) && turn_order(p, t) && LegalAction(p, t) && LegalPowers(p, t) &&
  LegalEnding(p, t)
}

// The passes in a row that lead to a stalemate: the forced ones that brought no noble, or under the
// ruling `stalemate` = `passed-round` all passes of the round.
function PassesAfter(p: Position, t: Turn): nat
  requires Seated(p)
{
  if !t.action.Pass? then 0
  else if p.rulings.stalemate.PassedRound? then (if p.next == 0 then 1 else p.passes + 1)
  else if Stuck(p) && t.nobles == [] then p.passes + 1
  else 0
}

function Advanced(p: Position, passes: nat): Position
  requires Seated(p)
{
  p.(next := if p.next + 1 == |p.seats| then 0 else p.next + 1, passes := passes)
}

function Apply(p: Position, t: Turn): Position
  requires Seated(p)
{
  var visited := Visited(Returned(Acted(p, t), t.returned), t.nobles);
  Advanced(Gained(visited, t.posts), PassesAfter(p, t))
}
