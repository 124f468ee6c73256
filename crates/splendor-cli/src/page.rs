//! `splendor view`: a log becomes a page.

use std::io::Write;

use splendor_schema::{InputFile, Log, text_of};
use splendor_verify::{Options, Text};

use crate::args::View;
use crate::judge::name_of;
use crate::{Failure, files};

/// Writes the page of a log.
pub(crate) fn view(told: &View, out: &mut dyn Write) -> Result<(), Failure> {
    files::no_folder(told.output.as_ref())?;
    let game = files::game(&told.log, told.game)?;
    let failure = |error| game.failure(&told.log, &error);
    let log = Log::read(&game.bytes).map_err(failure)?;
    let text = text_of(&game.bytes).map_err(failure)?;
    let input = InputFile { name: name_of(&told.log), game: told.game, line: game.line };
    let options = Options { rulings: told.by.rulings(), keep_going: false };
    let page = splendor_verify::view(&Text { input, text: text.into() }, &log, &options);
    match &told.output {
        Some(path) => {
            let mut file = files::create(path, &told.log)?;
            file.write_all(page.as_bytes())
                .and_then(|()| file.flush())
                .map_err(|error| files::not_written(path, &error))?;
        }
        None => out.write_all(page.as_bytes())?,
    }
    Ok(())
}
