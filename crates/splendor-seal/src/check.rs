//! Makes the seal of a log, and checks a log against it.

use std::cmp::Ordering;

use splendor_schema::seal::{Deal, Keys, Seal, SealFormat};
use splendor_schema::{Log, ReadError, text_of};
use splendor_verify::report::Objection;
use splendor_verify::words::turns as count_turns;
use splendor_verify::{JudgeOptions, Judgment};

use crate::{Chain, Rounded, SealFiles, SideFile, commitment, deal, signature};

/// Returns the seal of a log; `deal` is the text of the committed deal.
///
/// # Errors
///
/// The log or the deal has a number that other programs may round.
///
/// # Panics
///
/// Panics if a text is not a log or not a deal: read it first.
pub fn seal(log: &str, deal: Option<&str>) -> Result<Seal, Rounded> {
    let Chain { links, end } = Chain::of(log)?;
    let deal = deal.map(commitment).transpose()?;
    Ok(Seal { format: SealFormat, links, end, deal })
}

/// Compares a log with a seal that was made of it, perhaps during the game. Returns the first
/// difference. Turns after those of the seal are none, unless the seal has the end of the game.
///
/// # Errors
///
/// The log has a number that other programs may round.
///
/// # Panics
///
/// Panics if the text is not a log: read it first.
pub fn continues(log: &str, seal: &Seal) -> Result<Option<Objection>, Rounded> {
    Ok(difference(&Chain::of(log)?, seal))
}

/// Checks a log against its seal and the other files that belong to it. The signatures are checked
/// if there are keys. `judgment` is that of the log by the same options.
///
/// Returns nothing if the seal covers the whole log, the decks are those of the deal, and every
/// seat has signed. The seal of a game that goes on may commit to a deal that is not published yet.
///
/// # Panics
///
/// Panics if the text is not that of the log.
pub fn check(
    text: &str,
    log: &Log,
    judgment: &Judgment,
    files: &SealFiles,
    keys: Option<&Keys>,
    options: &JudgeOptions,
) -> Vec<Objection> {
    let name = format!("{}.seal", files.stem);
    let (bytes, seal) = match read(&name, &files.seal, Seal::read) {
        Ok(Some(read)) => read,
        Ok(None) => {
            let message = match files.stem.as_str() {
                "" => "only a log in a file of its own has a seal".to_owned(),
                _ => format!("there is no seal {name}"),
            };
            return vec![Objection::new("seal.missing", "", message)];
        }
        Err(why) => return vec![Objection::new("seal.format", "", why)],
    };
    let chain = match Chain::of(text) {
        Ok(chain) => chain,
        Err(rounded) => {
            return vec![Objection::new("seal.format", &rounded.pointer, rounded.to_string())];
        }
    };
    let mut all = Vec::new();
    all.extend(difference(&chain, &seal).or_else(|| unsealed(&chain, &seal)));
    match check_deal(log, judgment, &seal, files, options) {
        Ok(found) => all.extend(found),
        Err(why) => all.push(Objection::new("seal.format", "/setup", why)),
    }
    if let Some(keys) = keys {
        all.extend(signature::check(log, files, bytes, keys));
    }
    all
}

/// Reads a file that belongs to the log; `None` if there is none.
///
/// # Errors
///
/// The file cannot be read, or has another format. The text names the place.
fn read<'f, T>(
    name: &str,
    file: &'f SideFile,
    read: impl Fn(&[u8]) -> Result<T, ReadError>,
) -> Result<Option<(&'f [u8], T)>, String> {
    match file {
        None => Ok(None),
        Some(Err(why)) => Err(format!("{name}: {why}")),
        Some(Ok(bytes)) => match read(bytes) {
            Ok(value) => Ok(Some((bytes, value))),
            Err(error) => Err(error.in_file(name)),
        },
    }
}

/// Returns the first place where a log differs from a seal.
fn difference(chain: &Chain, seal: &Seal) -> Option<Objection> {
    // A seal covers at least what comes before the turns.
    if chain.links.first() != seal.links.first() {
        let message = "the log was sealed with other rules, players or cards before its turns";
        return Some(Objection::new("seal.header", "", message.to_owned()));
    }
    let mut turns = chain.links.iter().zip(&seal.links).skip(1);
    if let Some(turn) = turns.position(|(link, sealed)| link != sealed) {
        let message = "the turn is not the one that was sealed".to_owned();
        return Some(Objection::of_turn("seal.turn", turn, message));
    }
    let (turns, sealed) = (chain.turns() as u64, (seal.links.len() as u64).saturating_sub(1));
    let ended = seal.end.is_some();
    match turns.cmp(&sealed) {
        Ordering::Less => {
            let message = format!("the log has {}, and {sealed} were sealed", count_turns(turns));
            Some(Objection::new("seal.turn", "/turns", message))
        }
        Ordering::Greater if ended => {
            let message =
                format!("the log has {}, and was sealed after {sealed}", count_turns(turns));
            Some(Objection::new("seal.turn", "/turns", message))
        }
        Ordering::Equal if ended && chain.end != seal.end => {
            let message = match chain.end {
                Some(_) => "the end or the result is not the one that was sealed",
                None => "the log has no end and no result, and was sealed with one",
            };
            let pointer = if chain.end.is_some() { "/end" } else { "" };
            Some(Objection::new("seal.end", pointer, message.to_owned()))
        }
        _ => None,
    }
}

/// Returns the part of a log that its seal does not cover.
fn unsealed(chain: &Chain, seal: &Seal) -> Option<Objection> {
    let (turns, sealed) = (chain.turns(), seal.links.len().saturating_sub(1));
    if sealed < turns {
        let message = format!("only the first {sealed} of {turns} turns are sealed");
        return Some(Objection::of_turn("seal.turn", sealed, message));
    }
    (chain.end.is_some() && seal.end.is_none()).then(|| {
        Objection::new("seal.end", "/end", "the end and the result are not sealed".to_owned())
    })
}

/// Checks the published deal against the commitment in the seal, and the log against the deal.
///
/// # Errors
///
/// The deal cannot be read. The text names the place.
fn check_deal(
    log: &Log,
    judgment: &Judgment,
    seal: &Seal,
    files: &SealFiles,
    options: &JudgeOptions,
) -> Result<Option<Objection>, String> {
    let name = format!("{}.deal", files.stem);
    let Some((bytes, dealt)) = read(&name, &files.deal, Deal::read)? else {
        let has_ended = log.end.is_some() || judgment.is_complete();
        let due = seal.deal.is_some() && has_ended;
        let message = || format!("the decks were committed, but the deal {name} is not published");
        return Ok(due.then(|| Objection::new("seal.deal", "/setup", message())));
    };
    let text = text_of(bytes).map_err(|error| format!("{name}: {error}"))?;
    let hash = commitment(text).map_err(|rounded| format!("{name}: {rounded}"))?;
    if seal.deal != Some(hash) {
        let message = match seal.deal {
            Some(sealed) => format!("the deal {name} has the hash {hash}, and {sealed} was sealed"),
            None => format!("the seal commits to no decks, so that {name} proves nothing"),
        };
        return Ok(Some(Objection::new("seal.deal", "/setup", message)));
    }
    Ok(deal::check(log, judgment, &dealt, options))
}
