//! The forms of ids. Each function agrees with the pattern of the JSON Schema.

/// The letters of the colors in the order of the format.
pub(super) const COLORS: [u8; 5] = *b"dsero";

/// The place of each letter in the order of the colors, from 1; 0 for a byte that is no color. Ids
/// are most of the text of a log, so a letter has to cost one step.
const PLACES: [u8; 256] = {
    let mut places = [0; 256];
    let mut place = 0;
    while (place as usize) < COLORS.len() {
        places[COLORS[place as usize] as usize] = place + 1;
        place += 1;
    }
    places
};

/// Returns the rest of the text after the counts by color: each color at most once, in the order
/// of the format, no count of zero.
#[inline]
fn after_costs(mut text: &[u8]) -> &[u8] {
    let mut last = 0;
    while let [b'1'..=b'9', letter, rest @ ..] = text
        && PLACES[usize::from(*letter)] > last
    {
        last = PLACES[usize::from(*letter)];
        text = rest;
    }
    text
}

#[inline]
pub(super) fn is_card(text: &[u8]) -> bool {
    match text {
        [b'a'..=b'c', b'0'..=b'9', color, rest @ ..] if PLACES[usize::from(*color)] > 0 => {
            after_costs(rest).is_empty()
        }
        [b'A'..=b'C', b'0'..=b'9', rest @ ..] => is_power_and_price(rest),
        _ => false,
    }
}

/// Returns whether the text spells what an Orient card brings, and its price.
fn is_power_and_price(text: &[u8]) -> bool {
    let price = match text {
        [b'g', b'g', price @ ..] | [b'c', b'a', price @ ..] | [b'c', price @ ..] => price,
        [color, second, price @ ..]
            if COLORS.contains(color) && [*color, b'b'].contains(second) =>
        {
            price
        }
        [color, price @ ..] if COLORS.contains(color) => price,
        _ => return false,
    };
    match price {
        [b'x', b'2', color] => COLORS.contains(color),
        _ => after_costs(price).is_empty(),
    }
}

pub(super) fn is_noble(text: &[u8]) -> bool {
    match text {
        [b'0'..=b'9', b':', rest @ ..] => after_costs(rest).is_empty(),
        _ => false,
    }
}

pub(super) fn is_city(text: &[u8]) -> bool {
    match text {
        [b'0'..=b'9', b':', rest @ ..] | [b'1'..=b'9', b'0'..=b'9', b':', rest @ ..] => {
            matches!(after_costs(rest), [] | [b'+', b'1'..=b'9'])
        }
        _ => false,
    }
}

pub(super) fn is_post(text: &[u8]) -> bool {
    match text {
        [b'a'..=b'z', rest @ ..] => {
            rest.len() < crate::limits::POST && rest.iter().all(|b| matches!(b, b'a'..=b'z' | b'-'))
        }
        _ => false,
    }
}
