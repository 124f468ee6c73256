//! How known clients number the components.

/// How a client numbers cards and nobles: the components in its own order.
#[derive(Clone, Copy, Debug)]
pub struct ClientIds {
    /// The name of the client.
    pub client: &'static str,
    /// The number of its first card.
    pub first_card: u8,
    /// The cards in its order.
    pub cards: [&'static str; 90],
    /// The number of its first noble.
    pub first_noble: u8,
    /// The nobles in its order.
    pub nobles: &'static [&'static str],
}

/// The clients whose numbers are known.
pub const CLIENTS: [ClientIds; 2] = [
    ClientIds {
        client: "boardgamearena",
        first_card: 1,
        cards: BOARD_GAME_ARENA,
        first_noble: 1,
        nobles: &BOARD_GAME_ARENA_NOBLES,
    },
    ClientIds {
        client: "spendee",
        first_card: 0,
        cards: SPENDEE,
        first_noble: 0,
        nobles: &SPENDEE_NOBLES,
    },
];

const BOARD_GAME_ARENA: [&str; 90] = [
    "a0d3d1s1o", "a0d2s2o", "a0d3s", "a0d2r1o", "a0d2s2e1o", "a0d1s2e1r1o",
    "a1d4e", "a0d1s1e1r1o", "a0s1d2o", "a0s1d1e2r1o", "a0s1d1e1r1o", "a0s1d2e2r",
    "a0s1s3e1r", "a1s4r", "a0s2e2o", "a0s3o", "a1e4o", "a0e2s2r",
    "a0e3r", "a0e1d3s1e", "a0e1d1s1r2o", "a0e2d1s", "a0e1s2r2o", "a0e1d1s1r1o",
    "a0r2d1e2o", "a0r1d1r3o", "a0r2s1e", "a0r2d2r", "a0r2d1s1e1o", "a1r4d",
    "a0r1d1s1e1o", "a0r3d", "a1o4s", "a0o2d2s1r", "a0o1e3r1o", "a0o3e",
    "a0o1d2s1e1r", "a0o1d1s1e1r", "a0o2d2e", "a0o2e1r", "b1d3e2r2o", "b1d2d3s3r",
    "b2d1e4r2o", "b2d5r", "b2d5r3o", "b3d6d", "b1s2s3e3o", "b1s2s2e3r",
    "b2s5d3s", "b2s2d1r4o", "b2s5s", "b3s6s", "b3e6e", "b2e5e",
    "b2e5s3e", "b2e4d2s1o", "b1e3d2e3r", "b1e2d3s2o", "b1r3s2r3o", "b1r2d2r3o",
    "b2r1d4s2e", "b2r3d5o", "b2r5o", "b3r6r", "b1o3d2s2e", "b1o3d3e2o",
    "b2o1s4e2r", "b2o5d", "b2o5e3r", "b3o6o", "c4d7o", "c4d3d3r6o",
    "c3d3s3e5r3o", "c5d3d7o", "c4s6d3s3o", "c5s7d3s", "c4s7d", "c3s3d3e3r5o",
    "c4e7s", "c4e3d6s3e", "c3e5d3s3r3o", "c5e7s3e", "c5r7e3r", "c4r3s6e3r",
    "c4r7e", "c3r3d5s3e3o", "c4o7r", "c4o3e6r3o", "c5o7r3o", "c3o3d3s5e3r",
];

const BOARD_GAME_ARENA_NOBLES: [&str; 12] = [
    "3:4e4r", "3:4s4e", "3:4d4s", "3:4d4o", "3:4r4o", "3:3d3s3o",
    "3:3e3r3o", "3:3d3r3o", "3:3s3e3r", "3:3d3s3e", "3:3s3e3o", "3:4d4r",
];

const SPENDEE: [&str; 90] = [
    "a0d3s", "a0d2r1o", "a0d1s1e1r1o", "a0d2s2o", "a1d4e", "a0d1s2e1r1o",
    "a0d2s2e1o", "a0d3d1s1o", "a0s1d2o", "a0s3o", "a0s1d1e1r1o", "a0s2e2o",
    "a1s4r", "a0s1d1e2r1o", "a0s1d2e2r", "a0s1s3e1r", "a0e2d1s", "a0e3r",
    "a0e1d1s1r1o", "a0e2s2r", "a1e4o", "a0e1d1s1r2o", "a0e1s2r2o", "a0e1d3s1e",
    "a0r2s1e", "a0r3d", "a0r1d1s1e1o", "a0r2d2r", "a1r4d", "a0r2d1s1e1o",
    "a0r2d1e2o", "a0r1d1r3o", "a0o2e1r", "a0o3e", "a0o1d1s1e1r", "a0o2d2e",
    "a1o4s", "a0o1d2s1e1r", "a0o2d2s1r", "a0o1e3r1o", "b2d5r", "b3d6d",
    "b1d3e2r2o", "b2d1e4r2o", "b1d2d3s3r", "b2d5r3o", "b2s5s", "b3s6s",
    "b1s2s2e3r", "b2s2d1r4o", "b1s2s3e3o", "b2s5d3s", "b2e5e", "b3e6e",
    "b1e2d3s2o", "b1e3d2e3r", "b2e4d2s1o", "b2e5s3e", "b2r5o", "b3r6r",
    "b1r2d2r3o", "b2r1d4s2e", "b1r3s2r3o", "b2r3d5o", "b2o5d", "b3o6o",
    "b1o3d2s2e", "b2o1s4e2r", "b1o3d3e2o", "b2o5e3r", "c4d7o", "c5d3d7o",
    "c4d3d3r6o", "c3d3s3e5r3o", "c4s7d", "c5s7d3s", "c4s6d3s3o", "c3s3d3e3r5o",
    "c4e7s", "c5e7s3e", "c4e3d6s3e", "c3e5d3s3r3o", "c4r7e", "c5r7e3r",
    "c4r3s6e3r", "c3r3d5s3e3o", "c4o7r", "c5o7r3o", "c4o3e6r3o", "c3o3d3s5e3r",
];

const SPENDEE_NOBLES: [&str; 10] = [
    "3:3d3s3o", "3:3d3s3e", "3:3s3e3r", "3:3e3r3o", "3:3d3r3o", "3:4d4o",
    "3:4d4s", "3:4s4e", "3:4e4r", "3:4r4o",
];
