// Three sums over the seats that bound the length of a game: tokens held, cards in hand, and missing
// trading posts.
include "sums.dfy"

function Hands(seats: seq<Seat>): nat
{
  if seats == [] then 0 else Hands(seats[..|seats| - 1]) + |seats[|seats| - 1].hand|
}

// The sum of the hands changes as one hand does.
lemma HandsMoved(seats: seq<Seat>, i: nat, seat: Seat)
  requires i < |seats|
  ensures Hands(seats[i := seat]) + |seats[i].hand| == Hands(seats) + |seat.hand|
{
  var n := |seats| - 1;
  if i == n {
    assert seats[i := seat][..n] == seats[..n];
  } else {
    assert seats[i := seat][..n] == seats[..n][i := seat];
    HandsMoved(seats[..n], i, seat);
  }
}

function Missing(posts: set<Post>, post: Post): nat { if post in posts then 0 else 1 }

// How many of the five trading posts a seat does not have.
function MissingOf(posts: set<Post>): nat
{
  Missing(posts, GemAfterPurchase) + Missing(posts, ThirdGem) + Missing(posts, DoubleGold) +
  Missing(posts, DrawTwo) + Missing(posts, PointPerPost)
}

function MissingPosts(seats: seq<Seat>): nat
{
  if seats == [] then 0
  else MissingPosts(seats[..|seats| - 1]) + MissingOf(seats[|seats| - 1].posts)
}

lemma MissingAtMost(seats: seq<Seat>)
  ensures MissingPosts(seats) <= 5 * |seats|
{
}

// The sum changes as the posts of one seat do.
lemma MissingMoved(seats: seq<Seat>, i: nat, seat: Seat)
  requires i < |seats|
  ensures MissingPosts(seats[i := seat]) + MissingOf(seats[i].posts) ==
    MissingPosts(seats) + MissingOf(seat.posts)
{
  var n := |seats| - 1;
  if i == n {
    assert seats[i := seat][..n] == seats[..n];
  } else {
    assert seats[i := seat][..n] == seats[..n][i := seat];
    MissingMoved(seats[..n], i, seat);
  }
}

// A new post is missing no longer.
lemma NewPostIsMissingNoMore(posts: set<Post>, more: set<Post>)
  ensures MissingOf(posts + more) <= MissingOf(posts)
  ensures (exists post :: post in more && post !in posts) ==>
    MissingOf(posts + more) < MissingOf(posts)
{
  if post :| post in more && post !in posts {
    match post
    case GemAfterPurchase =>
    case ThirdGem =>
    case DoubleGold =>
    case DrawTwo =>
    case PointPerPost =>
  }
}

// Seats with at most ten tokens hold at most ten times as many tokens as there are seats.
lemma TenEachAtMost(seats: seq<Seat>)
  requires forall i :: 0 <= i < |seats| ==> Total(seats[i].tokens) <= 10
  ensures Total(SeatTokens(seats)) <= 10 * |seats|
{
}

// If they hold all of that, each of them has ten tokens.
lemma TenEach(seats: seq<Seat>)
  requires forall i :: 0 <= i < |seats| ==> Total(seats[i].tokens) <= 10
  requires Total(SeatTokens(seats)) == 10 * |seats|
  ensures forall i :: 0 <= i < |seats| ==> Total(seats[i].tokens) == 10
{
  if seats != [] {
    var n := |seats| - 1;
    TenEachAtMost(seats[..n]);
    TenEach(seats[..n]);
    forall i | 0 <= i < |seats|
      ensures Total(seats[i].tokens) == 10
    {
      if i < n {
        assert Total(seats[..n][i].tokens) == 10;
      }
    }
  }
}

// The converse: if each has ten tokens, they hold ten times as many as there are seats.
lemma TenEachInAll(seats: seq<Seat>)
  requires forall i :: 0 <= i < |seats| ==> Total(seats[i].tokens) == 10
  ensures Total(SeatTokens(seats)) == 10 * |seats|
{
}
