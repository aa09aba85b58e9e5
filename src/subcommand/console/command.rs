//! The commands of the console's idle prompt.

/// What a line at the idle prompt means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    List,
    /// Open the request with this number of the list, from 1.
    Open(usize),
    History,
    Help,
    Quit,
    Unknown(String),
}

/// The help of the idle prompt.
pub(super) const HELP: [&str; 6] = [
    "list, or Enter: what waits; a number opens that request",
    "history: what has ended in this run",
    "quit, or Ctrl+D: end the console; what waits ends as closed",
    "at a request: >> postpones it; ? shows the other commands; Ctrl+C cancels it",
    "a text that is >> is typed \\>>",
    "help: these lines",
];

/// Parses a line.
pub(super) fn parse(line: &str) -> Command {
    let line = line.trim();
    match line.to_lowercase().as_str() {
        "" | "list" => Command::List,
        "history" => Command::History,
        "help" | "?" => Command::Help,
        "quit" | "exit" => Command::Quit,
        lower => match lower.trim_end_matches([')', '.']).parse() {
            Ok(number) => Command::Open(number),
            Err(_) => Command::Unknown(line.to_owned()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, wanted: &Command) {
        assert_eq!(&parse(line), wanted, "{line:?}");
    }

    #[test]
    fn commands() {
        check("", &Command::List);
        check(" LIST ", &Command::List);
        check("2", &Command::Open(2));
        check("2)", &Command::Open(2));
        check("history", &Command::History);
        check("?", &Command::Help);
        check("quit", &Command::Quit);
        for line in ["-1", "2 3", "allow", ">>"] {
            check(line, &Command::Unknown(line.to_owned()));
        }
    }
}
