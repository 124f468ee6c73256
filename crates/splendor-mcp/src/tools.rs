//! The tools: what an agent can ask.

use schemars::JsonSchema;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use splendor_convert::verify;
use splendor_render::{
    TextStyle, TextWithNotes, legal_turns_at, legal_turns_of_position, report_text, table_at,
    table_of_position, why_text,
};
use splendor_schema::LogOrPosition;
use splendor_verify::history::turn_index;
use splendor_verify::{ReadProposal, ReportScope};

use crate::arguments::{ExplainArguments, LogArguments, NamedLog, ReadFile, json_text};

/// The answer of a tool.
pub(crate) struct ToolAnswer {
    /// The answer in words.
    pub(crate) text: String,
    /// The same facts as JSON.
    pub(crate) structured: Option<Value>,
}

/// A question about a log.
struct LogTool {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    /// The arguments about a turn that it takes.
    turn_arguments: &'static [&'static str],
    answer: fn(&LogArguments, &NamedLog) -> Result<ToolAnswer, String>,
}

const LOG_TOOLS: [LogTool; 4] = [
    LogTool {
        name: "verify",
        title: "Judge a log",
        description: "Judges a logged game: the verdict, and for an illegal log the first illegal \
            turn with the broken clause, its place, what was needed and the nearest legal turns.",
        turn_arguments: &[],
        answer: verify_log,
    },
    LogTool {
        name: "why",
        title: "Judge a turn",
        description: "Judges one turn of a log, or a proposed turn in its place or at a position, \
            with every condition of every clause and whether it holds.",
        turn_arguments: &["turn", "proposal"],
        answer: judge_turn,
    },
    LogTool {
        name: "legal",
        title: "List legal turns",
        description: "Lists every turn that is legal at a turn of a log, or at a position.",
        turn_arguments: &["turn"],
        answer: list_legal_turns,
    },
    LogTool {
        name: "show",
        title: "Show the table",
        description: "Shows the table before a turn of a log, or of a position: supply, market, \
            decks, seats.",
        turn_arguments: &["turn"],
        answer: show_table,
    },
];

const EXPLAIN: &str = "Explains a clause like `take.pair`, a family like `take`, a ruling like \
    `pass`, a card like `a0d3s`, or finds the rules for a question in everyday words.";

/// Returns the descriptions of all tools, as the protocol lists them.
pub(crate) fn descriptions() -> Vec<Value> {
    let of_logs = LOG_TOOLS.iter().map(|tool| {
        let mut schema = schema_of::<LogArguments>();
        let arguments = schema["properties"].as_object_mut().expect("a struct has properties");
        arguments.retain(|name, _| !unsupported_arguments(tool).any(|other| other == name));
        describe_tool(tool.name, tool.title, tool.description, &schema)
    });
    let schema = schema_of::<ExplainArguments>();
    let explain = describe_tool("explain", "Explain a rule", EXPLAIN, &schema);
    of_logs.chain([explain]).collect()
}

fn describe_tool(name: &str, title: &str, description: &str, schema: &Value) -> Value {
    json!({
        "name": name,
        "title": title,
        "description": description,
        "inputSchema": schema,
        "annotations": { "readOnlyHint": true, "openWorldHint": false },
    })
}

/// Returns the arguments about a turn that a tool does not take.
fn unsupported_arguments(tool: &LogTool) -> impl Iterator<Item = &'static str> {
    ["turn", "proposal"].into_iter().filter(|name| !tool.turn_arguments.contains(name))
}

fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = SchemaGenerator::new(settings).into_root_schema_for::<T>();
    // The tool has a title and a description of its own.
    schema.remove("title");
    schema.remove("description");
    schema.to_value()
}

/// Calls a tool with its arguments; `None` if there is no such tool.
///
/// # Errors
///
/// A message for the agent if an argument is wrong, or if there is no answer about the log.
pub(crate) fn call(
    name: &str,
    arguments: &str,
    read_file: &ReadFile<'_>,
) -> Option<Result<ToolAnswer, String>> {
    if name == "explain" {
        return Some(explain(arguments));
    }
    let tool = LOG_TOOLS.iter().find(|tool| tool.name == name)?;
    Some(read(arguments).and_then(|arguments: LogArguments| {
        let given =
            [arguments.turn.map(|_| "turn"), arguments.proposal.as_ref().map(|_| "proposal")];
        if let Some(other) = unsupported_arguments(tool).find(|name| given.contains(&Some(name))) {
            return Err(format!("the tool `{name}` takes no argument `{other}`"));
        }
        (tool.answer)(&arguments, &arguments.read(read_file)?)
    }))
}

fn read<'a, T: Deserialize<'a>>(arguments: &'a str) -> Result<T, String> {
    serde_json::from_str(arguments).map_err(|error| format!("the arguments: {error}"))
}

fn explain(arguments: &str) -> Result<ToolAnswer, String> {
    let asked: ExplainArguments = read(arguments)?;
    let text = splendor_render::explain_words(&asked.words)?;
    Ok(ToolAnswer { text, structured: None })
}

fn verify_log(arguments: &LogArguments, log: &NamedLog) -> Result<ToolAnswer, String> {
    let options = arguments.options()?;
    let (report, text) = verify(log.input.clone(), &log.bytes, &options, ReportScope::DETAILED);
    answer(report_text(&report, &*text, TextStyle::default()), report)
}

fn judge_turn(arguments: &LogArguments, log: &NamedLog) -> Result<ToolAnswer, String> {
    let options = arguments.options()?;
    let proposed = arguments.proposal.as_deref().map(json_text);
    let read = ReadProposal::read(&log.bytes, arguments.turn, proposed.as_deref());
    let read = read.map_err(|error| error.in_file(&log.input.name))?;
    let why = read.why(log.input.clone(), &options)?;
    let players: Vec<_> = read.log.players.iter().map(|player| player.name.clone()).collect();
    let words = why_text(&why, read.text, &read.turn_text, &players, TextStyle::default());
    answer(words, why)
}

/// The error about a turn of a position.
const NO_TURNS: &str = "a position has no turns: leave out `turn`";

fn list_legal_turns(arguments: &LogArguments, log: &NamedLog) -> Result<ToolAnswer, String> {
    let options = arguments.options()?;
    let list = |json| match log.read()? {
        LogOrPosition::Log(log) => {
            legal_turns_at(&log, &options, turn_index(&log, arguments.turn)?, json)
        }
        LogOrPosition::Position(_) if arguments.turn.is_some() => Err(NO_TURNS.to_owned()),
        LogOrPosition::Position(position) => legal_turns_of_position(&position, &options, json),
    };
    let turns = parse_own_json(&list(true)?.text)?;
    answer(with_notes(list(false)?), json!({ "turns": turns }))
}

fn show_table(arguments: &LogArguments, log: &NamedLog) -> Result<ToolAnswer, String> {
    let options = arguments.options()?;
    let show = |json| match log.read()? {
        LogOrPosition::Log(log) => {
            table_at(&log, &options, turn_index(&log, arguments.turn)?, json, false)
        }
        LogOrPosition::Position(_) if arguments.turn.is_some() => Err(NO_TURNS.to_owned()),
        LogOrPosition::Position(position) => table_of_position(&position, &options, json, false),
    };
    answer(with_notes(show(false)?), parse_own_json(&show(true)?.text)?)
}

fn with_notes(shown: TextWithNotes) -> String {
    shown.text + &shown.notes
}

fn answer(text: String, structured: impl Serialize) -> Result<ToolAnswer, String> {
    let structured = serde_json::to_value(structured).map_err(|error| defect(&error))?;
    Ok(ToolAnswer { text, structured: Some(structured) })
}

/// Reads JSON that the verifier wrote.
fn parse_own_json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| defect(&error))
}

fn defect(error: &serde_json::Error) -> String {
    format!("a defect of the server: {error}")
}
