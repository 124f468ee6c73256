//! Sets of vectors of small numbers, as decision diagrams.
//!
//! A vector has a digit on each level. A node stands for a set of vectors from its level to the
//! last: each edge has a digit, and leads to the node of the rests that follow it. Equal nodes are
//! stored once, so that vectors share their ends; here six vectors take four nodes:
//!
//! ```text
//! level 0          o            1 0 5, 1 0 7,
//!               1/   \2         1 3 5, 1 3 7,
//! level 1        o     o        2 3 5, 2 3 7
//!              0| |3  |3
//! level 2         o  <- one node, because both rests are {5, 7}
//!               5| |7
//!                end
//! ```
//!
//! The levels come in groups of six, and the digits at the same place of each group have a sum. A
//! node knows the least and the most of each sum below it, so that a test of a sum stops where it
//! can no longer fail.
//!
//! A [`Relation`] is a step of one group: a set of vectors of twelve levels, in which each digit
//! before the step is followed by the digit at the same place after it. The sums of its nodes have no
//! meaning.
//!
//! Functions that return `Result` count the nodes and edges that they build, and fail at a limit.
//! The others are not counted: `all` takes time for each vector, so callers ask for the vectors of
//! one group, or [`count`](Diagrams::count) them first.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

use super::memory::MemoryPermit;

/// The number of digits in a group.
pub(super) const WIDTH: usize = 6;

/// The digits of a group.
pub(super) type Group = [u8; WIDTH];

/// A set of vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Set(u32);

/// A step of one group.
pub(super) type Relation = Set;

impl Set {
    /// The set without a vector.
    pub(super) const EMPTY: Self = Self(0);

    /// The set of the empty vector: what follows the last level.
    const END: Self = Self(1);

    /// Returns the set of the node with a number.
    fn at(number: usize) -> Self {
        Self(u32::try_from(number).unwrap_or_default())
    }
}

/// A function that is called with each of some sets, and may change it.
pub(super) type Visit<'v> = &'v mut dyn FnMut(&mut Set);

/// The sets reached a limit of memory or of work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Full;

/// A change of the digits of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shift {
    /// Added to the digits, modulo 256.
    pub(super) added: Group,
    /// How many ones may be taken off: bit `n` is set if it may be `n`.
    pub(super) taken: u64,
}

/// A digit and the rests that follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Edge(u32);

impl Edge {
    /// The number of bits for a node, so that an edge is one word.
    const NODE_BITS: u32 = 24;

    fn new(digit: u8, rest: Set) -> Self {
        Self(u32::from(digit) << Self::NODE_BITS | rest.0)
    }

    const fn digit(self) -> u8 {
        self.0.to_be_bytes()[0]
    }

    const fn rest(self) -> Set {
        Set(self.0 & ((1 << Self::NODE_BITS) - 1))
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The place of the first edge; the last is before the first of the next node.
    start: u32,
    /// The number of levels from this node on.
    height: u8,
    /// The least and the most of each sum.
    least: Group,
    most: Group,
}

/// All sets of a search, with their nodes.
///
/// A node is stored after those that follow it.
#[derive(Debug)]
pub(super) struct Diagrams {
    /// The number of groups of a vector.
    groups: usize,
    nodes: Vec<Node>,
    /// The edges of all nodes, of each in ascending order of their digits.
    edges: Vec<Edge>,
    /// A hash table with open addressing, of the nodes by their edges. Bits of the hash stand for the
    /// digit, so that few other nodes have to be looked at.
    places: Vec<Edge>,
    /// Edges of nodes that are being made.
    pending: Vec<Edge>,
    results: Results,
    /// The number of nodes after the last collection.
    collected: usize,
    /// The largest numbers of nodes, and of nodes to visit.
    most_nodes: usize,
    most_visits: usize,
    visits: usize,
    /// The largest number of visits that is ever allowed.
    most_ever: usize,
    /// The permission to take much memory, once it is needed.
    permit: Option<MemoryPermit>,
}

/// The functions whose results are stored. The numbers start at 1, so that a result that was never
/// stored, of zeros, fits no arguments.
#[derive(Clone, Copy)]
enum Function {
    Union = 1,
    Intersection,
    Meets,
    OfGroup,
    Cut,
    Sample,
    WithSum,
    Image,
    Preimage,
    Differences,
}

/// The arguments of a function.
type Arguments = [u32; 4];

fn arguments(function: Function, number: usize, sets: [Set; 3]) -> Arguments {
    let number = u32::try_from(number << 8).unwrap_or(u32::MAX);
    [function as u32 | number, sets[0].0, sets[1].0, sets[2].0]
}

/// Results that were computed lately, each at the place that its arguments have. A result of other
/// arguments at the same place is forgotten, so that the memory is bounded.
#[derive(Debug)]
struct Results(Vec<(Arguments, Set)>);

impl Results {
    /// As many results as a small log needs.
    const FEWEST: usize = 1 << 10;

    fn new(most: usize) -> Self {
        Self(vec![([0; 4], Set::EMPTY); most.next_power_of_two().max(Self::FEWEST)])
    }

    fn place(&self, arguments: &Arguments) -> usize {
        place(hash(arguments.iter().copied()), self.0.len())
    }

    fn get(&self, arguments: &Arguments) -> Option<Set> {
        let (known, result) = self.0[self.place(arguments)];
        (known == *arguments).then_some(result)
    }

    fn put(&mut self, arguments: Arguments, result: Set) {
        let place = self.place(&arguments);
        self.0[place] = (arguments, result);
    }
}

fn hash(words: impl Iterator<Item = u32>) -> u64 {
    let hash = words.fold(0_u64, |hash, word| {
        (hash.rotate_left(26) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    // The upper bits are the best mixed.
    hash >> 24
}

/// Returns a place in a hash table of some length, a power of two.
fn place(hash: u64, length: usize) -> usize {
    usize::try_from(hash).unwrap_or_default() & (length - 1)
}

impl Diagrams {
    /// No node is at this place of the hash table. No entry is 0, because nodes are numbered from 2.
    const FREE: Edge = Edge(0);

    /// The most nodes, or vectors of a list, that take little memory.
    const SMALL: usize = 1 << 15;

    /// The most visits of a search that has kept little so far, whatever it keeps for each.
    const MANY_VISITS: usize = 1 << 20;

    /// Returns no sets yet, of vectors with so many groups. They never take more than so many visits.
    pub(super) fn new(groups: usize, most_nodes: usize, most_ever: usize) -> Self {
        let most_nodes = most_nodes.min(1 << Edge::NODE_BITS);
        let end = Node { start: 0, height: 0, least: [0; WIDTH], most: [0; WIDTH] };
        Self {
            groups,
            nodes: vec![end; 2],
            edges: Vec::new(),
            places: vec![Self::FREE; 1 << 10],
            pending: Vec::new(),
            results: Results::new(0),
            collected: 0,
            most_nodes,
            most_visits: most_ever,
            visits: 0,
            most_ever,
            permit: None,
        }
    }

    /// Allows as many more nodes and visits, after a limit was reached or before other work.
    pub(super) fn allow(&mut self, nodes: usize, visits: usize) {
        self.most_nodes = (self.nodes.len() + nodes).min(1 << Edge::NODE_BITS);
        self.most_visits = (self.visits + visits).min(self.most_ever);
        self.pending.clear();
    }

    /// Raises the number of visits that is ever allowed.
    pub(super) const fn extend(&mut self, most_ever: usize) {
        self.most_ever = most_ever;
    }

    /// Returns whether so many nodes were added that it is time to [`collect`](Self::collect).
    pub(super) fn has_grown(&self) -> bool {
        self.nodes.len() > self.collected * 2 + (1 << 16)
    }

    /// Removes every node that no root reaches, and renumbers the others. `roots` is called twice,
    /// and must visit the same sets both times: first they are marked, then renumbered. A set that it
    /// does not visit is invalid afterward.
    pub(super) fn collect(&mut self, roots: &mut dyn FnMut(Visit<'_>)) {
        let mut numbers = vec![0_u32; self.nodes.len()];
        numbers[Set::END.0 as usize] = 1;
        roots(&mut |set| numbers[set.0 as usize] = 1);
        numbers[Set::EMPTY.0 as usize] = 0;
        // Those that follow a node have lower numbers.
        for number in (2..self.nodes.len()).rev() {
            if numbers[number] > 0 {
                for at in self.range(Set::at(number)) {
                    numbers[self.edges[at].rest().0 as usize] = 1;
                }
            }
        }
        let (nodes, edges) = (std::mem::take(&mut self.nodes), std::mem::take(&mut self.edges));
        self.nodes.extend_from_slice(&nodes[..2]);
        for (number, node) in nodes.iter().enumerate().skip(2) {
            if numbers[number] == 0 {
                continue;
            }
            numbers[number] = u32::try_from(self.nodes.len()).unwrap_or_default();
            let end = nodes.get(number + 1).map_or(edges.len(), |next| next.start as usize);
            let start = u32::try_from(self.edges.len()).unwrap_or_default();
            let renumbered = edges[node.start as usize..end]
                .iter()
                .map(|edge| Edge::new(edge.digit(), Set(numbers[edge.rest().0 as usize])));
            self.edges.extend(renumbered);
            self.nodes.push(Node { start, ..*node });
        }
        roots(&mut |set| set.0 = numbers[set.0 as usize]);
        self.collected = self.nodes.len();
        self.places = vec![Self::FREE; (self.nodes.len() * 2).next_power_of_two().max(1 << 10)];
        self.find_places();
        self.results = Results::new(self.nodes.len());
    }

    /// Enters all nodes in an empty hash table.
    fn find_places(&mut self) {
        for number in 2..self.nodes.len() {
            let set = Set::at(number);
            let hash = hash(self.edges_of(set).iter().map(|edge| edge.0));
            let mut place = place(hash, self.places.len());
            while self.places[place] != Self::FREE {
                place = (place + 1) % self.places.len();
            }
            self.places[place] = Edge::new(Self::tag(hash), set);
        }
    }

    /// Returns bits of a hash that the place does not have.
    const fn tag(hash: u64) -> u8 {
        hash.to_le_bytes()[4]
    }

    fn node(&self, set: Set) -> &Node {
        &self.nodes[set.0 as usize]
    }

    const fn is_leaf(set: Set) -> bool {
        set.0 <= Set::END.0
    }

    /// Returns the places of the edges of a node.
    fn range(&self, set: Set) -> Range<usize> {
        if Self::is_leaf(set) {
            return 0..0;
        }
        let number = set.0 as usize;
        let end = self.nodes.get(number + 1).map_or(self.edges.len(), |next| next.start as usize);
        self.nodes[number].start as usize..end
    }

    fn edges_of(&self, set: Set) -> &[Edge] {
        &self.edges[self.range(set)]
    }

    /// Returns the number of levels from a group on.
    const fn height_of(&self, group: usize) -> usize {
        (self.groups - group) * WIDTH
    }

    fn height(&self, set: Set) -> usize {
        usize::from(self.node(set).height)
    }

    /// Returns the number of the last group. A set of vectors of one group has this number.
    pub(super) const fn last_group(&self) -> usize {
        self.groups - 1
    }

    /// Counts other work, in visits of nodes.
    pub(super) fn work(&mut self, visits: usize) -> Result<(), Full> {
        if visits > self.most_visits.saturating_sub(self.visits) {
            return Err(Full);
        }
        self.visits += visits;
        // The caller may keep something for each visit, such as the vectors of a list.
        self.permit_large(visits > Self::SMALL || self.visits > Self::MANY_VISITS);
        Ok(())
    }

    /// Waits for the permission to take much memory, if that is about to happen.
    fn permit_large(&mut self, is_large: bool) {
        if is_large && self.permit.is_none() {
            self.permit = Some(MemoryPermit::wait());
        }
    }

    /// Returns the work so far, in visits of nodes.
    pub(super) const fn work_done(&self) -> usize {
        self.visits
    }

    /// Adds an edge to the node that is being made.
    fn push(&mut self, digit: u8, rest: Set) {
        if rest != Set::EMPTY {
            self.pending.push(Edge::new(digit, rest));
        }
    }

    /// Makes the node with the pending edges from a place on, or returns the equal one. The edges
    /// are in ascending order and have different digits.
    fn make_node(&mut self, base: usize) -> Result<Set, Full> {
        let edges = &self.pending[base..];
        self.visits += 1 + edges.len();
        if self.visits > self.most_visits {
            return Err(Full);
        }
        let Some(first) = edges.first() else { return Ok(Set::EMPTY) };
        let hash = hash(edges.iter().map(|edge| edge.0));
        let mut place = place(hash, self.places.len());
        while self.places[place] != Self::FREE {
            let (set, tag) = (self.places[place].rest(), self.places[place].digit());
            if tag == Self::tag(hash) && self.edges_of(set) == edges {
                self.pending.truncate(base);
                return Ok(set);
            }
            place = (place + 1) % self.places.len();
        }
        if self.nodes.len() >= self.most_nodes {
            return Err(Full);
        }
        let height = self.node(first.rest()).height + 1;
        let sum = (WIDTH - usize::from(height) % WIDTH) % WIDTH;
        let (mut least, mut most) = ([u8::MAX; WIDTH], [0; WIDTH]);
        for edge in edges {
            let mut below = *self.node(edge.rest());
            below.least[sum] = below.least[sum].saturating_add(edge.digit());
            below.most[sum] = below.most[sum].saturating_add(edge.digit());
            for sum in 0..WIDTH {
                least[sum] = least[sum].min(below.least[sum]);
                most[sum] = most[sum].max(below.most[sum]);
            }
        }
        self.permit_large(self.nodes.len() > Self::SMALL);
        let set = Set::at(self.nodes.len());
        self.places[place] = Edge::new(Self::tag(hash), set);
        let start = u32::try_from(self.edges.len()).map_err(|_| Full)?;
        self.nodes.push(Node { start, height, least, most });
        self.edges.extend(self.pending.drain(base..));
        if self.nodes.len() * 2 > self.places.len() {
            self.places = vec![Self::FREE; self.places.len() * 2];
            self.find_places();
            self.results = Results::new(self.nodes.len());
        }
        Ok(set)
    }

    /// Makes the node with the pending edges from a place on. Several may have the same digit.
    fn make_node_of_any(&mut self, base: usize) -> Result<Set, Full> {
        self.pending[base..].sort_unstable();
        // Neighbors are united first, so that the sets are of about the same size: to add one after
        // the other would visit the first ones again and again.
        loop {
            let (mut from, mut to) = (base, base);
            while let Some(&edge) = self.pending.get(from) {
                from += 1;
                let next = self.pending.get(from);
                let same = next.copied().filter(|next| next.digit() == edge.digit());
                self.pending[to] = match same {
                    Some(same) => {
                        from += 1;
                        Edge::new(edge.digit(), self.union(edge.rest(), same.rest())?)
                    }
                    None => edge,
                };
                to += 1;
            }
            self.pending.truncate(to);
            if from == to {
                return self.make_node(base);
            }
        }
    }

    /// Returns the set of one vector.
    pub(super) fn one(&mut self, digits: &[Group]) -> Result<Set, Full> {
        let mut set = Set::END;
        for &digit in digits.as_flattened().iter().rev() {
            let base = self.pending.len();
            self.push(digit, set);
            set = self.make_node(base)?;
        }
        Ok(set)
    }

    /// Returns the vectors of one group whose digits are in these ranges.
    pub(super) fn product(&mut self, digits: &[RangeInclusive<u8>; WIDTH]) -> Result<Set, Full> {
        let mut set = Set::END;
        for digits in digits.iter().rev() {
            let base = self.pending.len();
            for digit in digits.clone() {
                self.push(digit, set);
            }
            set = self.make_node(base)?;
        }
        Ok(set)
    }

    /// Returns the set of these vectors of one group.
    pub(super) fn of_any_order(&mut self, mut vectors: Vec<Group>) -> Result<Set, Full> {
        vectors.sort_unstable();
        self.of_sorted_from(&vectors, 0)
    }

    fn of_sorted_from(&mut self, vectors: &[Group], place: usize) -> Result<Set, Full> {
        if place == WIDTH {
            return Ok(Set::END);
        }
        let base = self.pending.len();
        for vectors in vectors.chunk_by(|one, two| one[place] == two[place]) {
            let rest = self.of_sorted_from(vectors, place + 1)?;
            self.push(vectors[0][place], rest);
        }
        self.make_node(base)
    }

    /// Returns the number of vectors. Saturates.
    pub(super) fn count(&self, set: Set) -> u64 {
        let mut counts = BTreeMap::from([(Set::EMPTY, 0), (Set::END, 1)]);
        self.count_by(set, &mut counts)
    }

    fn count_by(&self, set: Set, counts: &mut BTreeMap<Set, u64>) -> u64 {
        if let Some(&count) = counts.get(&set) {
            return count;
        }
        let mut count = 0_u64;
        for edge in self.edges_of(set) {
            count = count.saturating_add(self.count_by(edge.rest(), counts));
        }
        counts.insert(set, count);
        count
    }

    /// Returns the first vector of a set, in ascending order.
    pub(super) fn first(&self, set: Set) -> Option<Vec<Group>> {
        let mut digits = Vec::new();
        let end = self.add_first(set, &mut digits);
        (end == Set::END).then(|| digits.as_chunks().0.to_vec())
    }

    /// Adds the digits of the first vector of a set. Returns the set after the last digit: the end,
    /// or the empty set.
    fn add_first(&self, mut set: Set, digits: &mut Vec<u8>) -> Set {
        while let Some(&edge) = self.edges_of(set).first() {
            digits.push(edge.digit());
            set = edge.rest();
        }
        set
    }

    /// Returns every vector of a set of one group, in ascending order.
    pub(super) fn groups(&self, set: Set) -> impl Iterator<Item = Group> + use<> {
        self.all(set).into_iter().filter_map(|vector| vector.first().copied())
    }

    /// Returns every vector of a set, in ascending order. They may be many.
    pub(super) fn all(&self, set: Set) -> Vec<Vec<Group>> {
        let mut all = Vec::new();
        self.add_all(set, &mut Vec::new(), &mut all);
        all
    }

    fn add_all(&self, set: Set, begin: &mut Vec<u8>, all: &mut Vec<Vec<Group>>) {
        if set == Set::END {
            all.push(begin.as_chunks().0.to_vec());
        }
        for &edge in self.edges_of(set) {
            begin.push(edge.digit());
            self.add_all(edge.rest(), begin, all);
            begin.pop();
        }
    }

    /// Returns what follows the digits of a group.
    fn rest(&self, set: Set, group: Group) -> Set {
        group.iter().fold(set, |set, &digit| self.rest_of_digit(set, digit))
    }

    fn rest_of_digit(&self, set: Set, digit: u8) -> Set {
        let edges = self.edges_of(set);
        edges.iter().find(|edge| edge.digit() == digit).map_or(Set::EMPTY, |edge| edge.rest())
    }

    /// Returns the vectors that are in either set.
    pub(super) fn union(&mut self, one: Set, two: Set) -> Result<Set, Full> {
        match (one, two) {
            (Set::EMPTY, set) | (set, Set::EMPTY) => return Ok(set),
            (one, two) if one == two => return Ok(one),
            _ => {}
        }
        let key = arguments(Function::Union, 0, [one.min(two), one.max(two), Set::EMPTY]);
        if let Some(set) = self.results.get(&key) {
            return Ok(set);
        }
        let base = self.pending.len();
        let (mut left, mut right) = (self.range(one), self.range(two));
        while !left.is_empty() && !right.is_empty() {
            let (edge, other) = (self.edges[left.start], self.edges[right.start]);
            if edge.digit() == other.digit() {
                let rest = self.union(edge.rest(), other.rest())?;
                self.push(edge.digit(), rest);
                (left.start, right.start) = (left.start + 1, right.start + 1);
            } else if edge < other {
                self.pending.push(edge);
                left.start += 1;
            } else {
                self.pending.push(other);
                right.start += 1;
            }
        }
        self.pending.extend_from_slice(&self.edges[left]);
        self.pending.extend_from_slice(&self.edges[right]);
        let set = self.make_node(base)?;
        self.results.put(key, set);
        Ok(set)
    }

    /// Returns the vectors that are in any of the sets.
    pub(super) fn union_of(&mut self, mut sets: Vec<Set>) -> Result<Set, Full> {
        sets.sort_unstable();
        sets.dedup();
        while sets.len() > 1 {
            let mut halves = Vec::with_capacity(sets.len().div_ceil(2));
            for pair in sets.chunks(2) {
                halves.push(self.union(pair[0], *pair.last().unwrap_or(&Set::EMPTY))?);
            }
            sets = halves;
        }
        Ok(sets.pop().unwrap_or(Set::EMPTY))
    }

    /// Returns the vectors that are in both sets.
    pub(super) fn intersection(&mut self, one: Set, two: Set) -> Result<Set, Full> {
        match (one, two) {
            (Set::EMPTY, _) | (_, Set::EMPTY) => return Ok(Set::EMPTY),
            (one, two) if one == two => return Ok(one),
            _ => {}
        }
        let key = arguments(Function::Intersection, 0, [one.min(two), one.max(two), Set::EMPTY]);
        if let Some(set) = self.results.get(&key) {
            return Ok(set);
        }
        let base = self.pending.len();
        for at in self.range(one) {
            let edge = self.edges[at];
            let also = self.rest_of_digit(two, edge.digit());
            let rest = self.intersection(edge.rest(), also)?;
            self.push(edge.digit(), rest);
        }
        let set = self.make_node(base)?;
        self.results.put(key, set);
        Ok(set)
    }

    /// Returns whether some vector is in both sets.
    fn meets(&mut self, one: Set, two: Set) -> Result<bool, Full> {
        if one == Set::EMPTY || two == Set::EMPTY || one == two {
            return Ok(one == two && one != Set::EMPTY);
        }
        let key = arguments(Function::Meets, 0, [one.min(two), one.max(two), Set::EMPTY]);
        if let Some(set) = self.results.get(&key) {
            return Ok(set == Set::END);
        }
        self.work(1)?;
        let mut meets = false;
        for at in self.range(one) {
            let edge = self.edges[at];
            let also = self.rest_of_digit(two, edge.digit());
            if self.meets(edge.rest(), also)? {
                meets = true;
                break;
            }
        }
        self.results.put(key, if meets { Set::END } else { Set::EMPTY });
        Ok(meets)
    }

    /// Returns the number of edges below some sets, those that they share counted once.
    pub(super) fn size(&self, sets: &[Set]) -> usize {
        let mut seen = vec![false; self.nodes.len()];
        let (mut size, mut next) = (0, sets.to_vec());
        while let Some(set) = next.pop() {
            if !std::mem::replace(&mut seen[set.0 as usize], true) {
                let edges = self.edges_of(set);
                size += edges.len();
                next.extend(edges.iter().map(|edge| edge.rest()));
            }
        }
        size
    }

    /// Returns some vectors of a set: each node keeps at most `most` edges, chosen at random by the
    /// seed, but alike in every run.
    pub(super) fn sample(&mut self, set: Set, most: usize, seed: usize) -> Result<Set, Full> {
        if Self::is_leaf(set) {
            return Ok(set);
        }
        let key = arguments(Function::Sample, most, [set, Set::at(seed), Set::EMPTY]);
        if let Some(set) = self.results.get(&key) {
            return Ok(set);
        }
        let mut kept = self.edges_of(set).to_vec();
        kept.sort_unstable_by_key(|edge| hash([edge.0, set.0, Set::at(seed).0].into_iter()));
        kept.truncate(most);
        kept.sort_unstable();
        let base = self.pending.len();
        for edge in kept {
            let rest = self.sample(edge.rest(), most, seed)?;
            self.push(edge.digit(), rest);
        }
        let sample = self.make_node(base)?;
        self.results.put(key, sample);
        Ok(sample)
    }

    /// Returns the least and the most that a sum has in a set; nothing for the empty set.
    pub(super) fn sums(&self, set: Set, place: usize) -> Option<(u8, u8)> {
        let node = self.node(set);
        (set != Set::EMPTY).then(|| (node.least[place], node.most[place]))
    }

    /// Returns the vectors of which a sum is between two bounds.
    pub(super) fn with_sum(
        &mut self,
        set: Set,
        place: usize,
        (least, most): (u8, u8),
    ) -> Result<Set, Full> {
        let node = *self.node(set);
        if set == Set::EMPTY || node.least[place] > most || node.most[place] < least {
            return Ok(Set::EMPTY);
        }
        if node.least[place] >= least && node.most[place] <= most {
            return Ok(set);
        }
        // The bounds are no set: they only complete the arguments.
        let bounds = Set(u32::from(least) << 8 | u32::from(most));
        let key = arguments(Function::WithSum, place, [set, bounds, Set::EMPTY]);
        if let Some(set) = self.results.get(&key) {
            return Ok(set);
        }
        // Whether this level has the digits of the sum.
        let counts = (usize::from(node.height) + place).is_multiple_of(WIDTH);
        let base = self.pending.len();
        for at in self.range(set) {
            let edge = self.edges[at];
            let digit = if counts { edge.digit() } else { 0 };
            if let Some(most) = most.checked_sub(digit) {
                let bounds = (least.saturating_sub(digit), most);
                let rest = self.with_sum(edge.rest(), place, bounds)?;
                self.push(edge.digit(), rest);
            }
        }
        let with_sum = self.make_node(base)?;
        self.results.put(key, with_sum);
        Ok(with_sum)
    }

    /// Returns the digits that a group has in some vector of a set, as a set of vectors of that
    /// group alone.
    pub(super) fn of_group(&mut self, set: Set, group: usize) -> Result<Set, Full> {
        if set == Set::EMPTY {
            return Ok(set);
        }
        if self.height(set) == self.height_of(group) {
            return self.cut(set, self.height_of(group + 1));
        }
        let key = arguments(Function::OfGroup, group, [set, Set::EMPTY, Set::EMPTY]);
        if let Some(set) = self.results.get(&key) {
            return Ok(set);
        }
        let mut found = Vec::new();
        for at in self.range(set) {
            found.push(self.of_group(self.edges[at].rest(), group)?);
        }
        let found = self.union_of(found)?;
        self.results.put(key, found);
        Ok(found)
    }

    /// Returns the vectors without the levels of this height and below.
    fn cut(&mut self, set: Set, height: usize) -> Result<Set, Full> {
        if self.height(set) == height {
            return Ok(Set::END);
        }
        let key = arguments(Function::Cut, height, [set, Set::EMPTY, Set::EMPTY]);
        if let Some(set) = self.results.get(&key) {
            return Ok(set);
        }
        let base = self.pending.len();
        for at in self.range(set) {
            let edge = self.edges[at];
            let rest = self.cut(edge.rest(), height)?;
            self.push(edge.digit(), rest);
        }
        let cut = self.make_node(base)?;
        self.results.put(key, cut);
        Ok(cut)
    }

    /// Returns a vector of a set in which a group has these digits.
    pub(super) fn find(&self, set: Set, group: usize, digits: Group) -> Option<Vec<Group>> {
        let mut path = Vec::new();
        self.find_from(set, group, digits, &mut path, &mut BTreeSet::new())
            .then(|| path.as_chunks().0.to_vec())
    }

    fn find_from(
        &self,
        set: Set,
        group: usize,
        digits: Group,
        path: &mut Vec<u8>,
        dead: &mut BTreeSet<Set>,
    ) -> bool {
        if self.height(set) == self.height_of(group) {
            let rest = self.rest(set, digits);
            if rest != Set::EMPTY {
                path.extend(digits);
                self.add_first(rest, path);
            }
            return rest != Set::EMPTY;
        }
        for edge in self.edges_of(set) {
            if dead.contains(&edge.rest()) {
                continue;
            }
            path.push(edge.digit());
            if self.find_from(edge.rest(), group, digits, path, dead) {
                return true;
            }
            path.pop();
            dead.insert(edge.rest());
        }
        false
    }

    /// Returns a step from digits in `from`: add a shift, modulo 256, then take off as many ones as
    /// the shift allows, wherever the digits have them, so that the digits are in `to`.
    pub(super) fn relation(
        &mut self,
        from: Set,
        shift: Shift,
        to: Option<Set>,
    ) -> Result<Relation, Full> {
        self.relation_by((from, to, 0), &shift, &mut BTreeMap::new())
    }

    fn relation_by(
        &mut self,
        (from, to, taken): (Set, Option<Set>, u32),
        shift: &Shift,
        known: &mut BTreeMap<(Set, Option<Set>, u32), Set>,
    ) -> Result<Relation, Full> {
        if from == Set::EMPTY || to == Some(Set::EMPTY) || shift.taken >> taken == 0 {
            return Ok(Set::EMPTY);
        }
        if from == Set::END {
            return Ok(if shift.taken >> taken & 1 == 1 { Set::END } else { Set::EMPTY });
        }
        if let Some(&set) = known.get(&(from, to, taken)) {
            return Ok(set);
        }
        let most = u8::try_from(shift.taken.ilog2() - taken).unwrap_or(u8::MAX);
        let place = WIDTH - self.height(from);
        let outer = self.pending.len();
        for at in self.range(from) {
            let edge = self.edges[at];
            let whole = edge.digit().wrapping_add(shift.added[place]);
            let inner = self.pending.len();
            for after in whole.saturating_sub(most)..=whole {
                let to = to.map(|to| self.rest_of_digit(to, after));
                let taken = taken + u32::from(whole - after);
                let rest = self.relation_by((edge.rest(), to, taken), shift, known)?;
                self.push(after, rest);
            }
            let ends = self.make_node(inner)?;
            self.push(edge.digit(), ends);
        }
        let relation = self.make_node(outer)?;
        known.insert((from, to, taken), relation);
        Ok(relation)
    }

    /// Returns the vectors after a step of a group.
    pub(super) fn image(
        &mut self,
        set: Set,
        group: usize,
        relation: Relation,
    ) -> Result<Set, Full> {
        if set == Set::EMPTY || relation == Set::EMPTY || relation == Set::END {
            return Ok(if relation == Set::END { set } else { Set::EMPTY });
        }
        let key = arguments(Function::Image, group, [set, relation, Set::EMPTY]);
        if let Some(set) = self.results.get(&key) {
            return Ok(set);
        }
        let is_above = self.height(set) > self.height_of(group);
        let base = self.pending.len();
        for at in self.range(set) {
            let edge = self.edges[at];
            if is_above {
                let rest = self.image(edge.rest(), group, relation)?;
                self.push(edge.digit(), rest);
                continue;
            }
            for at in self.range(self.rest_of_digit(relation, edge.digit())) {
                let end = self.edges[at];
                let rest = self.image(edge.rest(), group, end.rest())?;
                self.push(end.digit(), rest);
            }
        }
        let image = if is_above { self.make_node(base)? } else { self.make_node_of_any(base)? };
        self.results.put(key, image);
        Ok(image)
    }

    /// Returns the vectors of `before` from which the step of a group leads to a vector of `after`.
    pub(super) fn preimage(
        &mut self,
        [before, after]: [Set; 2],
        group: usize,
        relation: Relation,
    ) -> Result<Set, Full> {
        if [before, relation, after].contains(&Set::EMPTY) {
            return Ok(Set::EMPTY);
        }
        if relation == Set::END {
            return self.intersection(before, after);
        }
        let key = arguments(Function::Preimage, group, [before, relation, after]);
        if let Some(set) = self.results.get(&key) {
            return Ok(set);
        }
        let is_above = self.height(before) > self.height_of(group);
        let base = self.pending.len();
        for at in self.range(before) {
            let edge = self.edges[at];
            if is_above {
                let also = self.rest_of_digit(after, edge.digit());
                let rest = self.preimage([edge.rest(), also], group, relation)?;
                self.push(edge.digit(), rest);
                continue;
            }
            for at in self.range(self.rest_of_digit(relation, edge.digit())) {
                let end = self.edges[at];
                let also = self.rest_of_digit(after, end.digit());
                let rest = self.preimage([edge.rest(), also], group, end.rest())?;
                self.push(edge.digit(), rest);
            }
        }
        let preimage = self.make_node_of_any(base)?;
        self.results.put(key, preimage);
        Ok(preimage)
    }

    /// Returns the differences of the digits of a group before and after a step, modulo 256, of all
    /// steps from a vector of `before` to one of `after`, as a set of vectors of one group.
    pub(super) fn differences(
        &mut self,
        [before, after]: [Set; 2],
        group: usize,
        relation: Relation,
    ) -> Result<Set, Full> {
        if [before, relation, after].contains(&Set::EMPTY) {
            return Ok(Set::EMPTY);
        }
        if relation == Set::END {
            return Ok(if self.meets(before, after)? { Set::END } else { Set::EMPTY });
        }
        let key = arguments(Function::Differences, group, [before, relation, after]);
        if let Some(set) = self.results.get(&key) {
            return Ok(set);
        }
        let is_above = self.height(before) > self.height_of(group);
        let (base, mut found) = (self.pending.len(), Vec::new());
        for at in self.range(before) {
            let edge = self.edges[at];
            if is_above {
                let also = self.rest_of_digit(after, edge.digit());
                found.push(self.differences([edge.rest(), also], group, relation)?);
                continue;
            }
            for at in self.range(self.rest_of_digit(relation, edge.digit())) {
                let end = self.edges[at];
                let also = self.rest_of_digit(after, end.digit());
                let rest = self.differences([edge.rest(), also], group, end.rest())?;
                self.push(edge.digit().wrapping_sub(end.digit()), rest);
            }
        }
        let differences =
            if is_above { self.union_of(found)? } else { self.make_node_of_any(base)? };
        self.results.put(key, differences);
        Ok(differences)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors of a set, and the set.
    type Both = (BTreeSet<Vec<Group>>, Set);

    const GROUPS: usize = 2;

    fn diagrams() -> Diagrams {
        Diagrams::new(GROUPS, 1 << 16, 1 << 24)
    }

    /// Returns numbers that look random.
    fn dice(seed: u32) -> impl FnMut(u8) -> u8 {
        let mut state = seed.wrapping_mul(0x9e37_79b9) | 1;
        move |sides| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0] % sides
        }
    }

    fn random(sets: &mut Diagrams, seed: u32) -> Both {
        let mut roll = dice(seed);
        let mut digit = |at: usize| if at % WIDTH < 3 { roll(3) } else { 0 };
        let mut vector = || -> Vec<Group> {
            let digits: Vec<u8> = (0..GROUPS * WIDTH).map(&mut digit).collect();
            digits.as_chunks().0.to_vec()
        };
        let vectors: BTreeSet<Vec<Group>> = (0..40).map(|_| vector()).collect();
        let ones = vectors.iter().map(|one| sets.one(one).unwrap()).collect();
        let set = sets.union_of(ones).unwrap();
        (vectors, set)
    }

    fn assert_same(sets: &Diagrams, vectors: &BTreeSet<Vec<Group>>, set: Set) {
        assert_eq!(sets.all(set), vectors.iter().cloned().collect::<Vec<_>>());
        assert_eq!(sets.count(set), vectors.len() as u64);
    }

    fn sum(vector: &[Group], place: usize) -> u8 {
        vector.iter().map(|group| group[place]).sum()
    }

    #[test]
    fn operations_agree_with_those_of_plain_sets() {
        let mut sets = diagrams();
        for seed in 0..60 {
            let (one, of_one) = random(&mut sets, 2 * seed);
            let (two, of_two) = random(&mut sets, 2 * seed + 1);
            assert_same(&sets, &one, of_one);
            let union = sets.union(of_one, of_two).unwrap();
            assert_same(&sets, &(&one | &two), union);
            let both = sets.intersection(union, of_two).unwrap();
            assert_eq!(both, of_two);
            assert_eq!(sets.meets(of_one, of_two).unwrap(), !one.is_disjoint(&two));
            let bounds = (1, 2);
            let some = |vector: &&Vec<Group>| (1..=2).contains(&sum(vector, 1));
            let some = one.iter().filter(some).cloned().collect();
            let with_sum = sets.with_sum(of_one, 1, bounds).unwrap();
            assert_same(&sets, &some, with_sum);
            let hands = one.iter().map(|vector| vec![vector[0]]).collect();
            let of_group = sets.of_group(of_one, 0).unwrap();
            assert_eq!(sets.all(of_group), Vec::from_iter::<BTreeSet<Vec<Group>>>(hands));
        }
    }

    #[test]
    fn a_step_leads_forward_and_backward() {
        let mut sets = diagrams();
        // A token of the first kind is gained, and none, one or two of any kind go back.
        let shift = Shift { added: [1, 0, 0, 0, 0, 0], taken: 0b111 };
        let step = |hand: Group| {
            let whole = [hand[0] + 1, hand[1], hand[2], 0, 0, 0];
            let all = (0..27_u8).map(|n| [n % 3, n / 3 % 3, n / 9, 0, 0, 0]);
            let few = all.filter(|back| back.iter().sum::<u8>() <= 2);
            let possible = few.filter(move |back| back.iter().zip(whole).all(|(n, all)| *n <= all));
            possible.map(move |back| std::array::from_fn(|at| whole[at] - back[at]))
        };
        for seed in 0..60 {
            let (before, of_before) = random(&mut sets, seed);
            let (after, of_after) = random(&mut sets, seed + 1000);
            let hands = sets.of_group(of_before, 1).unwrap();
            let relation = sets.relation(hands, shift, None).unwrap();
            let ends = |vector: &Vec<Group>| {
                let first = vector[0];
                step(vector[1]).map(move |hand: Group| vec![first, hand]).collect::<Vec<_>>()
            };
            let image = sets.image(of_before, 1, relation).unwrap();
            assert_same(&sets, &before.iter().flat_map(ends).collect(), image);
            let leads = |vector: &&Vec<Group>| ends(vector).iter().any(|end| after.contains(end));
            let preimage = sets.preimage([of_before, of_after], 1, relation).unwrap();
            assert_same(&sets, &before.iter().filter(leads).cloned().collect(), preimage);
            let changes = before.iter().flat_map(|vector| {
                let ends = ends(vector).into_iter().filter(|end| after.contains(end));
                ends.map(|end| {
                    vec![std::array::from_fn(|at| vector[1][at].wrapping_sub(end[1][at]))]
                })
            });
            let differences = sets.differences([of_before, of_after], 1, relation).unwrap();
            assert_same(&sets, &changes.collect(), differences);
        }
    }

    #[test]
    fn a_collection_keeps_the_sets_that_are_needed() {
        let mut sets = diagrams();
        let (one, mut of_one) = random(&mut sets, 7);
        let (two, _) = random(&mut sets, 8);
        let (nodes, mut empty) = (sets.nodes.len(), Set::EMPTY);
        sets.collect(&mut |visit| {
            visit(&mut of_one);
            visit(&mut empty);
        });
        assert_eq!(empty, Set::EMPTY);
        assert!(sets.nodes.len() < nodes);
        assert_same(&sets, &one, of_one);
        let (again, of_two) = random(&mut sets, 8);
        assert_eq!(again, two);
        assert_same(&sets, &two, of_two);
        assert_eq!(random(&mut sets, 7).1, of_one);
    }

    #[test]
    fn a_sample_is_a_small_part() {
        let mut sets = diagrams();
        let (one, of_one) = random(&mut sets, 3);
        let sample = sets.sample(of_one, 1, 1).unwrap();
        let vectors = sets.all(sample);
        assert!(vectors.len() == 1 && one.contains(&vectors[0]));
        assert!(sets.size(&[sample]) < sets.size(&[of_one]));
    }

    #[test]
    fn a_limit_stops_the_work() {
        let mut sets = Diagrams::new(GROUPS, 20, 1 << 24);
        let vectors = (0..9).map(|digit| [[digit; WIDTH]; GROUPS]);
        assert!(vectors.map(|vector| sets.one(&vector)).any(|set| set.is_err()));
        let mut sets = Diagrams::new(GROUPS, 1 << 16, 30);
        assert!(sets.one(&[[1; WIDTH]; GROUPS]).is_ok());
        assert!(sets.one(&[[2; WIDTH]; GROUPS]).is_err());
        sets.allow(100, 100);
        assert!(sets.one(&[[2; WIDTH]; GROUPS]).is_err());
        sets.extend(1000);
        sets.allow(100, 100);
        assert!(sets.one(&[[2; WIDTH]; GROUPS]).is_ok());
    }
}
