//! Converts byte offsets of a text to lines and columns.

/// Returns the line and the column of a byte, both from 1.
///
/// Lines end with `\n`; columns count characters (Unicode scalar values). An offset beyond the
/// end of the text gives the place after its last character.
///
/// ```
/// use splendor_schema::json::locate::line_column;
///
/// assert_eq!(line_column("Zoë\nAda", 5), (2, 1));
/// ```
pub fn line_column(text: &str, offset: usize) -> (usize, usize) {
    let offset = text.floor_char_boundary(offset);
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    // A text of one line is not counted through.
    let line = if line_start == 0 { 1 } else { newlines(before) + 1 };
    (line, before[line_start..].chars().count() + 1)
}

/// Returns the line and the column of each byte, like [`line_column`], in one pass over the text.
pub fn line_columns(text: &str, offsets: &[usize]) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..offsets.len()).collect();
    order.sort_by_key(|&at| offsets[at]);
    let mut places = vec![(1, 1); offsets.len()];
    let (mut from, mut line, mut column) = (0, 1, 1);
    for at in order {
        let to = text.floor_char_boundary(offsets[at]);
        let part = &text[from..to];
        (line, column) = match part.rfind('\n') {
            Some(last) => (line + newlines(part), part[last + 1..].chars().count() + 1),
            None => (line, column + part.chars().count()),
        };
        places[at] = (line, column);
        from = to;
    }
    places
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}
