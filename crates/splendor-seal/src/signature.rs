//! The signatures of the seats, made by minisign over the file of the seal.

use minisign_verify::{PublicKey, Signature};
use splendor_schema::Log;
use splendor_schema::seal::Keys;
use splendor_verify::report::Objection;

use crate::SealFiles;

/// Returns an objection for each seat whose signature is missing or wrong.
pub(crate) fn check(log: &Log, files: &SealFiles, seal: &[u8], keys: &Keys) -> Vec<Objection> {
    let seats = log.players.iter().enumerate();
    let wrong = |(seat, player): (usize, &splendor_schema::log::Player)| {
        let name = player.name.as_ref();
        let shown =
            name.map_or_else(|| format!("seat {seat}"), |name| format!("seat {seat}, {name},"));
        let why = match name {
            None => Some("has no name in the log, so that its key is unknown".to_owned()),
            Some(_)
                if log.players.iter().filter(|player| player.name.as_ref() == name).count() > 1 =>
            {
                Some("has the name of another seat, so that its key is not its own".to_owned())
            }
            Some(name) => {
                let mut own = keys.players.iter().filter(|player| player.name == *name);
                match (own.next(), own.next()) {
                    (None, _) => Some("has no key in the list of keys".to_owned()),
                    (_, Some(_)) => Some("has several keys in the list of keys".to_owned()),
                    (Some(player), None) => wrong_signature(player.key.as_str(), files, seat, seal),
                }
            }
        };
        why.map(|why| {
            let pointer = format!("/players/{seat}");
            Objection::new("seal.signature", &pointer, format!("{shown} {why}"))
        })
    };
    seats.filter_map(wrong).collect()
}

/// Returns why the signature of a seat does not count, after the name of the seat.
fn wrong_signature(key: &str, files: &SealFiles, seat: usize, seal: &[u8]) -> Option<String> {
    let Ok(key) = PublicKey::from_base64(key) else {
        return Some("has a key that minisign did not make".to_owned());
    };
    let file = files.signature_name(seat);
    let text = match files.signatures.get(seat).and_then(Option::as_ref) {
        None => return Some(format!("has not signed: there is no file {file}")),
        Some(Err(why)) => {
            return Some(format!("has a signature that cannot be read: {file}: {why}"));
        }
        Some(Ok(bytes)) => String::from_utf8_lossy(bytes),
    };
    let Ok(signature) = Signature::decode(&text) else {
        return Some(format!("has a signature that minisign did not make: {file}"));
    };
    let verified = key.verify(seal, &signature, false);
    verified.is_err().then(|| format!("has signed something else, or with another key: {file}"))
}
