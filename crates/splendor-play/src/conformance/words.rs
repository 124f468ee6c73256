//! Splits a command line into words.

use splendor_schema::visible;

/// Splits a command at blanks, except inside single or double quotes. No other character is
/// special, because no shell reads the command.
///
/// # Errors
///
/// Returns a message if a quote is not closed or the command is empty.
/// If a quote is not closed, or there is no word.
pub fn command_words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in command.chars() {
        match quote {
            Some(mark) if mark == letter => quote = None,
            None if letter == '\'' || letter == '"' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(mark) = quote {
        return Err(format!("a {mark} is not closed in `{}`", visible::line(command)));
    }
    words.extend(word);
    if words.is_empty() { Err("the command is empty".to_owned()) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::command_words;

    #[test]
    fn words_are_parted_by_blanks_outside_quotes() {
        let words = |command| command_words(command).unwrap();
        assert_eq!(words("./engine --fast  1"), ["./engine", "--fast", "1"]);
        assert_eq!(words("'a b' \"c 'd'\"e ''"), ["a b", "c 'd'e", ""]);
        assert!(command_words("a 'b").is_err() && command_words("  ").is_err());
    }
}
