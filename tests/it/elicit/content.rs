//! What is accepted when it comes back: each kind of question, however its field was drawn.

use ask_user::mcp::form::FormVersion;
use ask_user::{FreeText, Question, Request, Requirement};
use serde_json::{Value, json};

use super::{MISSING, Port, VERSIONS, check, many, one, text};

#[test]
fn content_of_single_choices() {
    for version in VERSIONS {
        let wanted = "content.q1: expected one of the choices or a number from 1 to 2";
        let listed = format!("{wanted}, found another text");
        let listed = listed.as_str();
        let case = |question: Question, content: Value, wanted: Result<&str, &str>| {
            check(question, version, content, wanted);
        };
        case(
            one(),
            json!({"q1": "postgres", "else": 1}),
            Ok("1) postgres"),
        );
        case(
            one(),
            json!({"q1": "sqlite\u{202e}"}),
            Ok("2) sqlite\u{202e}"),
        );
        case(one(), json!({"q1": "mysql"}), Err(listed));
        // However a client draws the field: its label, its title, its number.
        for named in [
            json!("POSTGRES"),
            json!(" postgres "),
            json!("postgres — shared, replicated"),
            json!("1"),
            json!("1)"),
            json!(1),
            json!(["postgres"]),
        ] {
            case(one(), json!({"q1": named}), Ok("1) postgres"));
        }
        for number in [json!(3), json!("0"), json!(-1), json!(1.5)] {
            case(one(), json!({"q1": number}), Err(listed));
        }
        case(
            one(),
            json!({"q1": ["postgres", 2]}),
            Err("content.q1: expected one pick, found 2"),
        );
        for missing in [
            json!({}),
            json!({"q1": " "}),
            json!({"q1": null}),
            json!({"q1_other": "x"}),
        ] {
            case(one(), missing.clone(), Err(MISSING));
            case(one().default_choice(1), missing, Err(MISSING));
        }
        case(
            one(),
            json!({"q1": true}),
            Err(&format!("{wanted}, found a boolean")),
        );
        case(
            one(),
            json!({"q1": [["postgres"]]}),
            Err(
                "content.q1[0]: expected one of the choices or a number from 1 to 2, found an array",
            ),
        );
        case(
            one().requirement(Requirement::Optional),
            json!({}),
            Ok("left out"),
        );
        let same = Question::new("Q?").with_choices(["a", "a"]);
        case(same.clone(), json!({"q1": "2"}), Ok("2) a"));
        case(same, json!({"q1": "a"}), Err(listed));
        // A number always means what the message says.
        let numbers = Question::new("Q?").with_choices(["2", "1"]);
        case(numbers, json!({"q1": "2"}), Ok("2) 1"));
    }
}

#[test]
fn content_of_single_choices_with_a_text_beside_them() {
    for version in VERSIONS {
        let other = || one().free_text(FreeText::Other);
        let case = |question: Question, content: Value, wanted: Result<&str, &str>| {
            check(question, version, content, wanted);
        };
        case(other(), json!({"q1_other": " mysql "}), Ok("\"mysql\""));
        case(
            other(),
            json!({"q1": "", "q1_other": "mysql"}),
            Ok("\"mysql\""),
        );
        case(
            other(),
            json!({"q1": "postgres", "q1_other": " "}),
            Ok("1) postgres"),
        );
        case(
            other(),
            json!({"q1": "postgres", "q1_other": " x "}),
            Ok("1) postgres # x"),
        );
        case(
            other(),
            json!({"q1": "1 # soon", "q1_other": "x"}),
            Ok("1) postgres # soon\nx"),
        );
        case(
            other(),
            json!({"q1": "postgres", "q1_other": "postgres"}),
            Ok("1) postgres"),
        );
        let inline = || one().free_text(FreeText::Inline);
        case(inline(), json!({"q1": "mysql"}), Ok("\"mysql\""));
        case(inline(), json!({"q1": "2"}), Ok("2) sqlite\u{202e}"));
        let preset = || other().default_choice(1);
        case(
            preset(),
            json!({"q1": "postgres", "q1_other": "x"}),
            Ok("\"x\""),
        );
        case(
            preset(),
            json!({"q1": "sqlite\u{202e}", "q1_other": "x"}),
            Ok("2) sqlite\u{202e} # x"),
        );
        case(
            other(),
            json!({"q1_other": true}),
            Err("content.q1_other: expected a text, found a boolean"),
        );
        case(other(), json!({}), Err(MISSING));
    }
}

#[test]
fn content_of_several_choices() {
    let titled = |question: Question, content: Value, wanted: Result<&str, &str>| {
        check(question, FormVersion::TitledEnum, content, wanted);
    };
    titled(many(), json!({"q1": ["docs", "unit"]}), Ok("[3 1]"));
    titled(many(), json!({"q1": []}), Ok("[]"));
    titled(many(), json!({}), Err(MISSING));
    titled(many(), json!({"q1": ["unit", "1", 3, "UNIT"]}), Ok("[1 3]"));
    titled(
        many(),
        json!({"q1": ["x"]}),
        Err(
            "content.q1[0]: expected choices or numbers from 1 to 3, separated by commas, found another text",
        ),
    );
    titled(
        many(),
        json!({"q1": [true]}),
        Err(
            "content.q1[0]: expected choices or numbers from 1 to 3, separated by commas, found a boolean",
        ),
    );
    // A client that draws no arrays sends a line.
    titled(many(), json!({"q1": "unit"}), Ok("[1]"));
    titled(many(), json!({"q1": "docs, unit"}), Ok("[3 1]"));
    titled(many(), json!({"q1": 2}), Ok("[2]"));
    titled(many(), json!({"q1": "1-2, docs"}), Ok("[1 2 3]"));
    let commas = Question::new("Q?")
        .with_choices(["a, b", "b", "a"])
        .multi(true);
    titled(commas.clone(), json!({"q1": "a, b"}), Ok("[1]"));
    titled(commas, json!({"q1": "b, a"}), Ok("[2 3]"));
    titled(
        many().min(1),
        json!({"q1": []}),
        Err("content.q1: expected at least 1 picks, found 0"),
    );
    let most = Err("content.q1: expected at most 1 picks, found 2");
    titled(many().max(1), json!({"q1": ["unit", "lint"]}), most);
    let other = || many().free_text(FreeText::Other);
    titled(
        other(),
        json!({"q1": ["lint"], "q1_other": "fmt"}),
        Ok("[2 \"fmt\"]"),
    );
    titled(other().min(1), json!({"q1_other": "fmt"}), Ok("[\"fmt\"]"));
    titled(
        other().max(1),
        json!({"q1": ["unit"], "q1_other": "fmt"}),
        most,
    );

    let named = |question: Question, content: Value, wanted: Result<&str, &str>| {
        check(question, FormVersion::EnumNames, content, wanted);
    };
    let numbers = Err(
        "content.q1: expected choices or numbers from 1 to 3, separated by commas, found another text",
    );
    for (line, wanted) in [
        ("3, 1", Ok("[3 1]")),
        ("1-2", Ok("[1 2]")),
        ("1 1", Ok("[1]")),
        ("2", Ok("[2]")),
        ("all", Ok("[1 2 3]")),
        ("none", Ok("[]")),
        ("lint", Ok("[2]")),
        (" ", Err(MISSING)),
        ("4", numbers),
        ("5", numbers),
        ("1,9", numbers),
        ("0", numbers),
        ("fmt", numbers),
        ("1\n2", Ok("[1 2]")),
    ] {
        named(many(), json!({"q1": line}), wanted);
        named(other(), json!({"q1": line}), wanted);
    }
    named(many(), json!({"q1": ["unit"]}), Ok("[1]"));
    named(many().max(1), json!({"q1": "1,2"}), most);
    named(
        other(),
        json!({"q1": "2", "q1_other": "fmt"}),
        Ok("[2 \"fmt\"]"),
    );
}

#[test]
fn content_of_texts_and_of_several_questions() {
    for version in VERSIONS {
        check(text(), version, json!({"q1": " so "}), Ok("\"so\""));
        check(text(), version, json!({"q1": "\n"}), Err(MISSING));
        check(text(), version, json!({"q1": 5}), Ok("\"5\""));
        let port = || text().rule(Port);
        check(port(), version, json!({"q1": "80"}), Ok("\"80\""));
        let wrong = Err("content.q1: expected a port from 0 to 65535");
        check(port(), version, json!({"q1": "high"}), wrong);
        let alone = text().free_text(FreeText::Other);
        check(alone.clone(), version, json!({"q1": "x"}), Ok("\"x\""));
        check(
            alone.multi(true),
            version,
            json!({"q1": "x"}),
            Ok("[\"x\"]"),
        );

        let several = || {
            Request::from(text())
                .and(one().requirement(Requirement::Required))
                .and(text())
        };
        let content = json!({"q2": "postgres", "q3": "x"});
        check(
            several(),
            version,
            content,
            Ok("passed over; 1) postgres; \"x\""),
        );
        let missing = "content.q2: this question needs an answer, and nothing was filled in";
        check(several(), version, json!({"q1": "x"}), Err(missing));
        // Some clients accept what they could not draw: nobody has passed anything over.
        let all_wanted = || Request::from(text()).and(many());
        let nothing = Err("content: nothing was filled in");
        check(all_wanted(), version, json!({}), nothing);
        check(
            all_wanted(),
            version,
            json!({"q1": " ", "q2": null}),
            nothing,
        );
        let optional = || text().requirement(Requirement::Optional);
        check(
            Request::from(optional()).and(optional()),
            version,
            json!({}),
            Ok("left out; left out"),
        );
    }
}
