//! The choices of `ask-user ask`: from the command line, from a file, with their values.

use ask_user::core::sanitize::is_blank;
use ask_user::{Answer, AnswerValue, Choice, Pick};
use serde_json::Value;

use super::args::Args;
use super::{clap_command, input};
use crate::cli::CliError;

/// What is given back for each choice. Empty if that is its label.
#[derive(Default)]
pub(super) struct Values(Vec<String>);

impl Values {
    pub(super) fn of<'a>(&'a self, pick: &'a Pick) -> &'a str {
        self.0.get(pick.number.index()).unwrap_or(&pick.label)
    }

    /// For whoever prints the result later.
    pub(super) fn to_json(&self) -> Value {
        Value::from(self.0.as_slice())
    }

    pub(super) fn from_json(values: &Value) -> Self {
        let values = values.as_array().into_iter().flatten();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        Self(values.map(text).collect())
    }

    /// The JSON result, with the values in place of the labels.
    pub(super) fn in_result(&self, mut result: Value, answer: &Answer) -> Value {
        if self.0.is_empty() {
            return result;
        }
        match answer.value() {
            AnswerValue::Pick(pick) => result["choice"] = self.of(pick).into(),
            AnswerValue::Picks(picks) => {
                let ordered = picks.in_menu_order().into_iter();
                result["choices"] = ordered.map(|pick| self.of(pick)).collect();
            }
            AnswerValue::Text(_) | AnswerValue::Secret(_) | AnswerValue::LeftOut => {}
        }
        result
    }
}

/// The choices of the command line, and after them those of the file.
pub(super) fn read(args: &Args) -> Result<(Vec<Choice>, Values), CliError> {
    if let Some(index) = args.choices.iter().position(|label| is_blank(label)) {
        let message = format!("CHOICE {} is blank: expected a text", index + 1);
        return Err(CliError::usage(clap_command, message));
    }
    let mut choices: Vec<Choice> = args
        .choices
        .iter()
        .map(|label| label.as_str().into())
        .collect();
    let Some(path) = &args.choices_from else {
        return Ok((choices, Values::default()));
    };
    let bytes = input::read(clap_command, path)?;
    let refuse = |what: &str| {
        CliError::usage(
            clap_command,
            format!("--choices-from {}: {what}", path.display()),
        )
    };
    let text = std::str::from_utf8(&bytes).map_err(|_| refuse("not UTF-8"))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.is_empty() {
        return Err(refuse("no line: expected one choice a line"));
    }
    if !args.tsv {
        for (index, line) in text.lines().enumerate() {
            if is_blank(line) {
                let line = index + 1;
                return Err(refuse(&format!(
                    "line {line} is blank: expected one choice a line"
                )));
            }
            choices.push(line.into());
        }
        return Ok((choices, Values::default()));
    }
    let mut values = args.choices.clone();
    for (index, line) in text.lines().enumerate() {
        let (value, choice) =
            from_columns(line).map_err(|what| refuse(&format!("line {}: {what}", index + 1)))?;
        values.push(value);
        choices.push(choice);
    }
    Ok((choices, Values(values)))
}

/// A choice and its value from a line of `value`, `label` and `description`. Without a
/// label the value is shown. The value can be typed, too.
fn from_columns(line: &str) -> Result<(String, Choice), String> {
    let columns: Vec<_> = line.split('\t').collect();
    let filled = |index: usize| columns.get(index).filter(|text| !is_blank(text));
    if columns.len() > 3 {
        let count = columns.len();
        return Err(format!(
            "expected the columns value, label and description, found {count} columns"
        ));
    }
    let Some(&value) = filled(0) else {
        return Err("expected a value in the first column, found only blanks".to_owned());
    };
    let choice = match filled(1) {
        Some(&label) => Choice::new(label).aliases([value]),
        None => Choice::new(value),
    };
    let choice = match filled(2) {
        Some(&description) => choice.description(description),
        None => choice,
    };
    Ok((value.to_owned(), choice))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_a_line() {
        let read = |line: &str| {
            from_columns(line).map(|(value, choice)| {
                let description = choice.description_text().unwrap_or_default().to_owned();
                (value, choice.label().to_owned(), description)
            })
        };
        let row = |value: &str, label: &str, description: &str| {
            Ok((value.to_owned(), label.to_owned(), description.to_owned()))
        };
        assert_eq!(
            read("eu-1\tFrankfurt\tlow"),
            row("eu-1", "Frankfurt", "low")
        );
        assert_eq!(read("eu-1\tFrankfurt"), row("eu-1", "Frankfurt", ""));
        assert_eq!(read("eu-1"), row("eu-1", "eu-1", ""));
        assert_eq!(read("eu-1\t \tlow"), row("eu-1", "eu-1", "low"));
        for wrong in ["", "\tFrankfurt", " \tx", "a\tb\tc\td"] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }
}
