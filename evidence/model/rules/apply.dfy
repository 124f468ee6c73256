// A legal turn, and the position after it.
include "conquest.dfy"
include "limit.dfy"
include "post.dfy"

// A purchase, by the action or by the conquest, in the position in which it begins.
predicate LegalBuy(p: Position, b: Buy)
  requires Seated(p)
{
  stronghold_blocked(p, b) && purchase_source(p, b) && orient_copy_needs_color(p, b) &&
  purchase_price(p, b) && purchase_payment(p, b) && purchase_tokens(p, b) &&
  orient_spend_owned(p, b) && orient_spend_used(p, b) && orient_double_virtual(p, b) &&
  orient_discard_price(p, b) && orient_discard_color(p, b) && orient_discard_copies_first(p, b) &&
  orient_copy(p, b) && orient_free(p, b) && orient_free_level(p, b) &&
  orient_free_face_up(p, b) && orient_free_mandatory(p, b) &&
  post_double_gold(p, b) && post_gem_after_purchase(p, b) &&
  stronghold_mandatory(p, b) && stronghold_face_up(p, b) && stronghold_rival(p, b) &&
  stronghold_stock(p, b) && stronghold_move(p, b) && stronghold_remove(p, b)
}

predicate LegalAction(p: Position, t: Turn)
  requires Seated(p)
{
  turn_one_action(p, t) && turn_pass(p, t) &&
  take_no_gold(p, t) && take_supply(p, t) && take_different(p, t) && take_fewer(p, t) &&
  take_pair(p, t) && take_pair_needs_four(p, t) &&
  reserve_hand_limit(p, t) && reserve_face_up(p, t) && reserve_deck(p, t) &&
  stronghold_blocked_reserve(p, t) && (t.action.Purchase? ==> LegalBuy(p, FirstBuy(t))) &&
  orient_no_effects(p, t) && stronghold_step(p, t)
}

predicate LegalPowers(p: Position, t: Turn)
  requires Seated(p)
{
  orient_present(p, t) && stronghold_present(p, t) && post_present(p, t) &&
  post_draw_two(p, t) && post_gem(p, t) && post_third_gem(p, t)
}

predicate LegalConquest(p: Position, t: Turn)
  requires Seated(p)
{
  stronghold_conquest(p, t) &&
  (t.conquest.Just? ==>
    post_gem_of_conquest(p, t.conquest.value) && LegalBuy(BeforeConquest(p, t), SecondBuy(t)))
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
  LegalConquest(p, t) && LegalEnding(p, t)
}

// The passes in a row that lead to a stalemate: the forced ones that brought no noble and no post,
// or under the ruling `stalemate` = `passed-round` all passes of the round.
function PassesAfter(p: Position, t: Turn): nat
  requires Seated(p)
{
  if !t.action.Pass? then 0
  else if p.rulings.stalemate.PassedRound? then (if p.next == 0 then 1 else p.passes + 1)
  else if Stuck(p) && t.nobles == [] && t.posts == {} then p.passes + 1
  else 0
}

// The end of a turn: the return, the nobles and the post.
function Settled(p: Position, t: Turn): Position
  requires Seated(p)
{
  Gained(Visited(Returned(p, t.returned), t.nobles), t.posts)
}

function Advanced(p: Position, passes: nat): Position
  requires Seated(p)
{
  p.(next := if p.next + 1 == |p.seats| then 0 else p.next + 1, passes := passes)
}

function Apply(p: Position, t: Turn): Position
  requires Seated(p)
{
  Advanced(Settled(Acted(p, t), t), PassesAfter(p, t))
}
