//! Bipartite matching, for hidden places and the cards that they can hold.

/// A matching between numbered items on the left and on the right. `fits` returns whether a left
/// item and a right item may be paired.
pub(super) struct Matching<F> {
    left: Vec<Option<usize>>,
    right: Vec<Option<usize>>,
    fits: F,
}

impl<F: Fn(usize, usize) -> bool> Matching<F> {
    /// Returns an empty matching.
    pub(super) fn new(left: usize, right: usize, fits: F) -> Self {
        Self { left: vec![None; left], right: vec![None; right], fits }
    }

    /// Pairs an item on the left without leaving any paired item unpaired. Returns `false` if that
    /// is impossible.
    pub(super) fn cover_left(&mut self, one: usize) -> bool {
        let mut seen = vec![false; self.right.len()];
        let fits = |left, right| (self.fits)(left, right);
        self.left[one].is_some() || augment(one, &mut self.left, &mut self.right, &fits, &mut seen)
    }

    /// Pairs an item on the right without leaving any paired item unpaired. Returns `false` if that
    /// is impossible.
    ///
    /// If some left items and all right items must be paired, cover the left items first. An
    /// augmenting path from the right never unpairs a left item, so both can be covered whenever
    /// each can be covered on its own (the theorem of Mendelsohn and Dulmage).
    pub(super) fn cover_right(&mut self, one: usize) -> bool {
        let mut seen = vec![false; self.left.len()];
        let fits = |right, left| (self.fits)(left, right);
        self.right[one].is_some() || augment(one, &mut self.right, &mut self.left, &fits, &mut seen)
    }

    /// Returns the partner of an item on the right.
    pub(super) fn of_right(&self, right: usize) -> Option<usize> {
        self.right[right]
    }
}

/// Searches for an augmenting path from `one`, and flips the pairs along it. Paired items stay
/// paired, although their partners may change.
fn augment(
    one: usize,
    from: &mut [Option<usize>],
    to: &mut [Option<usize>],
    fits: &impl Fn(usize, usize) -> bool,
    seen: &mut [bool],
) -> bool {
    for other in 0..to.len() {
        if seen[other] || !fits(one, other) {
            continue;
        }
        seen[other] = true;
        let free = to[other].is_none_or(|holder| augment(holder, from, to, fits, seen));
        if free {
            (from[one], to[other]) = (Some(other), Some(one));
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether every left item can be paired, by trying every assignment.
    fn exhaustive(fits: &[Vec<bool>], from: usize, taken: &mut Vec<usize>) -> bool {
        let Some(row) = fits.get(from) else { return true };
        (0..row.len()).any(|right| {
            let free = row[right] && !taken.contains(&right);
            taken.push(right);
            let found = free && exhaustive(fits, from + 1, taken);
            taken.pop();
            found
        })
    }

    /// Returns a table of the fitting pairs, one for each bit of a number.
    fn table(bits: u64, left: usize, right: usize) -> Vec<Vec<bool>> {
        let row = |l: usize| (0..right).map(|r| bits >> (l * right + r) & 1 == 1).collect();
        (0..left).map(row).collect()
    }

    #[test]
    fn everything_is_paired_exactly_if_that_can_be() {
        let mut found = [0, 0];
        for seed in 0..20_000_u64 {
            let bits = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 7;
            let (left, right) = (1 + (seed % 4) as usize, 1 + (seed / 4 % 5) as usize);
            let fits = table(bits, left, right);
            let mut matching = Matching::new(left, right, |l: usize, r: usize| fits[l][r]);
            let all = (0..left).all(|one| matching.cover_left(one));
            assert_eq!(all, exhaustive(&fits, 0, &mut Vec::new()), "{fits:?}");
            found[usize::from(all)] += 1;
            let pairs = (0..right).filter_map(|r| matching.of_right(r).map(|l| (l, r)));
            assert!(pairs.into_iter().all(|(l, r)| fits[l][r]));
        }
        assert!(found.iter().all(|&count| count > 2_000), "{found:?}");
    }

    #[test]
    fn both_sides_are_covered_if_each_can_be() {
        let mut found = 0;
        for seed in 0..20_000_u64 {
            let fits = table(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 9, 5, 4);
            let turned: Vec<Vec<bool>> =
                (0..4).map(|r| (0..5).map(|l| fits[l][r]).collect()).collect();
            // Three left items and all right items must be paired.
            let can = exhaustive(&fits[..3], 0, &mut Vec::new())
                && exhaustive(&turned, 0, &mut Vec::new());
            let mut matching = Matching::new(5, 4, |l: usize, r: usize| fits[l][r]);
            let covered = (0..3).all(|one| matching.cover_left(one))
                && (0..4).all(|one| matching.cover_right(one));
            assert_eq!(covered, can, "{fits:?}");
            let left: Vec<_> = (0..4).filter_map(|r| matching.of_right(r)).collect();
            assert!(!covered || (left.len() == 4 && (0..3).all(|one| left.contains(&one))));
            found += u32::from(covered);
        }
        assert!((2_000..18_000).contains(&found), "{found}");
    }
}
