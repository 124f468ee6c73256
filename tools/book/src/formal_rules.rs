//! The rules of the logic program, next to the clauses of the book that they state.

use std::collections::BTreeSet;

/// The beginning of the section of a clause.
const HEADING: &str = "\n### ";

/// The clauses that no turn breaks first: the beginnings of the rules that state them.
const RESULTS: [(&str, &[&str]); 15] = [
    ("reserve.gold", &["comes(T,1,gold,1,gift)"]),
    ("orient.draw-two", &["may_draw_two(T,L)", "broken(T,\"post.draw-two\""]),
    ("orient.post-kept", &["has(P,Q)", "has_after(T,Q)"]),
    ("post.point-per-post", &["point(P,S,Q)", "points(P,S,N)", "point_after(T,Q)"]),
    ("city.met", &["meets(T,S)", "fails(T,S,Y)"]),
    ("city.further-color", &["further(T,S,Y)", "fails(T,S,Y) :- score"]),
    ("city.trigger", &["calls(T,S) :- meets(T,S)", "last_turns(T) :- fair(T,P,S)"]),
    ("city.winner", &["may_win(T,S) :- ends(T), turn(T,P), module(P,cities)", "wins(T,S)"]),
    ("end.trigger", &["calls(T,S) :- score(T,S,N)", "last_turns(T) :- fair(T,P,S)"]),
    ("end.round", &["completed(T)", "last_turns(T) :- fair(T,P,_), last_round(P)"]),
    ("end.stalemate", &["stalemate(T)", "ends(T) :- stalemate"]),
    ("end.winner", &["wins(T,S)", "beaten(T,S)"]),
    ("end.fewest-cards", &["bought_after(T,", "beaten(T,S)"]),
    ("end.shared", &["wins(T,S)"]),
    ("score.sum", &["score(T,"]),
];

const SETUP: &str = "The logic program starts from a table, however it was dealt.";

/// The families and clauses without a rule, with the reason.
const WITHOUT_RULE: [(&str, &str); 5] = [
    ("orient.cards", SETUP),
    ("orient.market", SETUP),
    ("component", "The logic program gets facts only about components that exist."),
    ("setup", SETUP),
    ("claim", "The logic program reads no claims: it derives the scores, the end and the winners."),
];

/// Adds to each clause on a page of the book, after its sentence, the folded rules of the logic
/// program that state the clause, and the definitions that these rules need. A clause without a
/// rule gets the reason. `program` is the text of `evidence/logic-program/rules.lp`.
///
/// # Errors
///
/// The clause that has neither a rule nor a reason, or the beginning that no rule has.
pub fn with_formal_rules(page: &str, program: &str) -> Result<String, String> {
    let rules = Rule::all(program);
    let mut sections = page.split(HEADING);
    let mut text = sections.next().unwrap_or_default().to_owned();
    for section in sections {
        text += HEADING;
        text += &match section.split_once("\n\n") {
            Some((id, rest)) if is_clause(id) => with_rule(id, rest, &rules)?,
            _ => section.to_owned(),
        };
    }
    Ok(text)
}

/// Returns whether a heading is the id of a clause, such as `take.pair`. The names of rulings and
/// invariants have no dot.
fn is_clause(heading: &str) -> bool {
    let named = |part: &str| part.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    heading.split_once('.').is_some_and(|(family, name)| named(family) && named(name))
}

fn with_rule(id: &str, rest: &str, rules: &[Rule]) -> Result<String, String> {
    let (sentence, rest) = rest.split_once("\n\n").unwrap_or((rest, ""));
    let folded = match stating(id, rules)? {
        stated if stated.is_empty() => without_rule(id)?,
        stated => shown(&stated, rules),
    };
    Ok(format!("{id}\n\n{sentence}\n\n{folded}\n\n{rest}"))
}

/// Returns the numbers of the rules that state a clause.
fn stating(id: &str, rules: &[Rule]) -> Result<BTreeSet<usize>, String> {
    let broken = format!("broken(T,\"{id}\"");
    let listed =
        RESULTS.iter().find(|(clause, _)| *clause == id).map(|(_, beginnings)| *beginnings);
    let mut stated = BTreeSet::new();
    for beginning in listed.unwrap_or(&[broken.as_str()]) {
        let before = stated.len();
        stated.extend((0..rules.len()).filter(|&at| rules[at].text.starts_with(beginning)));
        if listed.is_some() && stated.len() == before {
            return Err(format!("no rule of the logic program begins with {beginning}"));
        }
    }
    Ok(stated)
}

fn without_rule(id: &str) -> Result<String, String> {
    let mut reasons = WITHOUT_RULE.iter();
    let reason = reasons.find(|(name, _)| id == *name || id.split('.').next() == Some(name));
    let (_, reason) = reason.ok_or_else(|| format!("{id} has no rule in the logic program"))?;
    Ok(format!(
        "<details class=\"formal-rule\">\n<summary>No rule in the logic program</summary>\n\n\
         {reason}\n[About the logic program](../logic-program.md)\n\n</details>"
    ))
}

/// Returns rules and the definitions that they need, folded.
fn shown(stated: &BTreeSet<usize>, rules: &[Rule]) -> String {
    let lines = |numbers: &BTreeSet<usize>| {
        numbers.iter().map(|&at| rules[at].text.clone() + "\n").collect::<String>()
    };
    let definitions = definitions(stated, rules);
    let defined = if definitions.is_empty() {
        String::new()
    } else {
        format!("with these definitions:\n\n```text\n{}```\n\n", lines(&definitions))
    };
    format!(
        "<details class=\"formal-rule\">\n<summary>The rule in the logic program</summary>\n\n\
         ```text\n{}```\n\n{defined}[How to read a rule](../logic-program.md)\n\n</details>",
        lines(stated)
    )
}

/// Returns the numbers of the rules that define the predicates of some rules, the predicates of
/// these definitions, and so on. That a turn breaks some clause is defined by all clauses, which
/// are left out.
fn definitions(stated: &BTreeSet<usize>, rules: &[Rule]) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut open: Vec<usize> = stated.iter().copied().collect();
    while let Some(at) = open.pop() {
        for (other, rule) in rules.iter().enumerate() {
            let needed = rules[at].body.contains(&rule.head) && !rule.text.starts_with("broken(T,");
            if needed && !stated.contains(&other) && found.insert(other) {
                open.push(other);
            }
        }
    }
    found
}

/// A rule or a fact of the logic program.
struct Rule {
    text: String,
    head: Predicate,
    body: Vec<Predicate>,
}

/// The name of a predicate and the number of its arguments.
type Predicate = (String, usize);

impl Rule {
    /// Returns the rules of a program in their order, without comments and directives.
    fn all(program: &str) -> Vec<Self> {
        let lines = program.lines().filter(|line| !line.starts_with(['%', '#']));
        let code: String = lines.map(|line| line.to_owned() + "\n").collect();
        let mut rules = Vec::new();
        let mut rest = code.as_str();
        while let Some(end) = rest.find(".\n").into_iter().chain(rest.find(". ")).min() {
            rules.push(Self::of(rest[..=end].trim()));
            rest = &rest[end + 1..];
        }
        rules
    }

    fn of(text: &str) -> Self {
        let (head, body) = text.split_once(":-").unwrap_or((text, ""));
        let head = predicates(head).into_iter().next().unwrap_or_default();
        Self { text: text.to_owned(), head, body: predicates(body) }
    }
}

/// Returns the predicates of a part of a rule.
fn predicates(text: &str) -> Vec<Predicate> {
    let of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let named = text.match_indices('(').filter_map(|(at, _)| {
        let name = text[..at].rsplit(|letter| !of_name(letter)).next()?;
        (!name.is_empty()).then(|| (name.to_owned(), arity(&text[at + 1..])))
    });
    named.collect()
}

/// Returns how many arguments there are before the closing parenthesis.
fn arity(text: &str) -> usize {
    let (mut depth, mut arity) = (1, 1);
    for letter in text.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 1 => arity += 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    arity
}
