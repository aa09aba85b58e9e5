//! Keys at a terminal: those that change nothing, those that edit, paste, and the
//! keys that this terminal has for interrupting and ending.

use std::time::Duration;

use super::{Place, READERS};
use crate::support::{CANCELLED, CLOSED, COLOURS, COLOURS_LINE, picked, refused, text};

/// Long enough for a lone Escape to be told from the start of a sequence.
const PAUSE: Duration = Duration::from_millis(300);

/// Presses a key on an empty line: the screen stays as it is, and so does the question.
#[track_caller]
fn check_no_effect(name: &str, key: &str) {
    for place in READERS {
        let mut session = place.ask(&[]);
        session.cue();
        let rows = session.rows();
        session.send(key).let_pass(PAUSE);
        assert_eq!(session.rows(), rows, "{name} at {place:?}");
        session.send("2\r").ends(0, &picked(2, "green"));
        session.lacks(&["attempt", "\u{1b}[2J", "\u{1b}[H", "\u{1b}[?25l", "\u{7}"]);
    }
}

#[test]
fn arrows_and_their_like_change_nothing_on_an_empty_line() {
    for (name, key) in [
        ("Left", "\u{1b}[D"),
        ("Right", "\u{1b}[C"),
        ("Up", "\u{1b}[A"),
        ("Down", "\u{1b}[B"),
        ("Left in application mode", "\u{1b}OD"),
        ("Ctrl+Left", "\u{1b}[1;5D"),
        ("Home", "\u{1b}[H"),
        ("End", "\u{1b}[F"),
        ("Page Up", "\u{1b}[5~"),
        ("Page Down", "\u{1b}[6~"),
        ("Insert", "\u{1b}[2~"),
        ("Delete", "\u{1b}[3~"),
        ("Shift+Tab", "\u{1b}[Z"),
    ] {
        check_no_effect(name, key);
    }
}

#[test]
fn escape_and_function_keys_change_nothing() {
    for (name, key) in [
        ("Escape", "\u{1b}"),
        ("F1", "\u{1b}OP"),
        ("F5", "\u{1b}[15~"),
        ("F12", "\u{1b}[24~"),
        ("Shift+F5", "\u{1b}[15;2~"),
        ("focus in", "\u{1b}[I"),
    ] {
        check_no_effect(name, key);
    }
}

#[test]
fn control_keys_without_a_use_change_nothing() {
    for key in "abefgklnopqrstuvwy^_".chars() {
        let control = char::from(u8::try_from(key).unwrap() & 0x1f);
        check_no_effect(&format!("Ctrl+{key}"), &control.to_string());
    }
}

#[test]
fn no_control_key_swallows_the_next_key() {
    check_no_effect("Ctrl+X", "\u{18}");
    check_no_effect("Ctrl+]", "\u{1d}");
}

#[test]
fn backspace_on_an_empty_line_changes_nothing() {
    check_no_effect("Backspace", "\u{7f}");
}

#[test]
fn alt_and_a_letter_changes_nothing() {
    for key in ["\u{1b}<", "\u{1b}>", "\u{1b}n", "\u{1b}p", "\u{1b}."] {
        for place in READERS {
            let mut session = place.ask(&["-o"]);
            session.cue().send(key).let_pass(PAUSE);
            // What the plain reader takes for the letter alone can be erased.
            session.send("\u{15}2\r").ends(0, &picked(2, "green"));
        }
    }
}

/// Escape and a digit in one go are what Alt and the digit send as well.
#[test]
fn a_digit_that_comes_fast_after_escape_is_that_digit() {
    for place in READERS {
        let mut session = place.ask(&[]);
        session.answer("\u{1b}2\r").ends(0, &picked(2, "green"));
        let mut session = place.ask(&["-t"]);
        session.answer("\u{1b}2k\r").ends(0, &text("2k"));
    }
}

/// Types at a question for text.
#[track_caller]
fn check_text(keys: &str, wanted: &str, row: &str) {
    for place in READERS {
        let mut session = place.pty(&["ask", "Name?"]).start();
        session.answer(keys).ends(0, &text(wanted));
        let rows = session.rows();
        assert_eq!(rows[0], row, "{place:?}: {rows:?}");
    }
}

#[test]
fn keys_in_the_middle_of_a_line() {
    check_text("gr\u{1b}OPeen\r", "green", "Name? > green");
    check_text("gr\u{c}ee\u{12}n\r", "green", "Name? > green");
    check_text("one two\u{17}three\r", "one three", "Name? > one three");
    check_text("wrong\u{15}right\r", "right", "Name? > right");
    check_text("ab\u{8}c\r", "ac", "Name? > ac");
}

#[test]
fn characters_of_any_width_are_erased_whole() {
    check_text("山田x\u{7f}\u{7f}川\r", "山川", "Name? > 山川");
    check_text("e\u{301}\u{7f}x\r", "x", "Name? > x");
    check_text("\u{1f680}\u{7f}x\r", "x", "Name? > x");
    check_text("äöü\u{7f}\u{7f}\u{7f}x\r", "x", "Name? > x");
}

#[test]
fn newline_ends_a_line_like_enter() {
    for place in READERS {
        place.ask(&[]).answer("2\n").ends(0, &picked(2, "green"));
    }
}

#[test]
fn blanks_around_a_text_are_left_out() {
    check_text("  fix: retry \t \r", "fix: retry", "Name? >   fix: retry");
}

#[test]
fn a_paste_is_one_text_with_its_line_breaks() {
    for place in READERS {
        for paste in [
            "\u{1b}[200~a\rb\rc\u{1b}[201~\r",
            "\u{1b}[200~a\nb\nc\u{1b}[201~\r",
        ] {
            let mut session = place.pty(&["ask", "Note?"]).start();
            session.answer(paste).ends(0, &text("a\nb\nc"));
            session.shows(&["Answer: \"a\\nb\\nc\"\n"]);
        }
    }
}

#[test]
fn a_paste_of_several_lines_at_a_menu_is_one_attempt() {
    for place in READERS {
        let mut session = place.ask(&[]);
        session.answer("\u{1b}[200~1\r2\r3\u{1b}[201~\r");
        session.expect("several lines: type one number (2 attempts left)\n");
        session.answer("3\r").ends(0, &picked(3, "blue"));
        session.lacks(&["(1 attempt left)"]);
    }
}

#[test]
fn control_characters_in_a_paste_end_nothing() {
    for place in READERS {
        let mut session = place.pty(&["ask", "Note?"]).start();
        session.answer("\u{1b}[200~a\u{3}\u{4}b\u{1b}[201~\r");
        assert_eq!(session.status(), 0, "{place:?}: {:?}", session.screen());
    }
}

#[test]
fn the_keys_of_this_terminal_interrupt_and_end() {
    for place in READERS {
        let pty = || place.pty(&COLOURS);
        pty()
            .stty(&["intr", "^G"])
            .start()
            .answer("gr\u{7}")
            .ends(130, &refused(CANCELLED));
        pty()
            .stty(&["eof", "^X"])
            .start()
            .answer("gr\u{18}")
            .ends(5, &refused(CLOSED));
        pty()
            .stty(&["erase", "^H"])
            .start()
            .answer("3\u{8}2\r")
            .ends(0, &picked(2, "green"));
    }
}

#[test]
fn an_interrupt_key_that_the_editor_knows_otherwise_interrupts() {
    for place in READERS {
        for (name, key) in [("^Q", "\u{11}"), ("^L", "\u{c}"), ("^P", "\u{10}")] {
            let mut session = place.pty(&COLOURS).stty(&["intr", name]).start();
            session
                .answer(&format!("gr{key}"))
                .ends(130, &refused(CANCELLED));
        }
    }
}

#[test]
fn line_settings_that_are_out_of_the_ordinary_are_put_back() {
    for place in READERS {
        for settings in [
            &["-echo"][..],
            &["-icanon"],
            &["-isig"],
            &["-icrnl"],
            &["-ixon"],
        ] {
            let mut session = place.pty(&COLOURS).stty(settings).start();
            session.answer("2\r").ends(0, &picked(2, "green"));
            let mut session = place.pty(&COLOURS).stty(settings).start();
            session.answer("2\u{3}").ends(130, &refused(CANCELLED));
        }
    }
}

#[test]
fn lines_that_come_faster_than_they_are_read_are_kept() {
    for place in READERS {
        place.ask(&[]).answer("9\r2\r").ends(0, &picked(2, "green"));
        place
            .ask(&["-o"])
            .answer("4\rteal\r")
            .ends(0, &text("teal"));
        let mut session = place.pty(&["ask", "Note?"]).start();
        session.answer("a\\\rb\r").ends(0, &text("a\nb"));
    }
}

#[test]
fn what_was_typed_before_the_question_is_thrown_away() {
    for place in READERS {
        let mut session = place.pty(&COLOURS).typed_ahead("1\r3").start();
        session.expect(COLOURS_LINE).let_pass(PAUSE).send("2\r");
        session.ends(0, &picked(2, "green"));
    }
}

#[test]
fn resizing_changes_nothing() {
    for place in READERS {
        let mut session = place.pty(&["ask", "Name?"]).start();
        session.cue().send("gre");
        for columns in [40, 10, 100, 12, 80] {
            session
                .resize(columns, 20)
                .let_pass(Duration::from_millis(50));
        }
        session.send("en\r").ends(0, &text("green"));
    }
}

#[test]
fn colour_only_where_it_is_wished() {
    let asked = |pty: crate::support::Pty| {
        let mut session = pty.start();
        session.answer("2\r").ends(0, &picked(2, "green"));
        session
    };
    let editor = || Place::Editor.pty(&COLOURS);
    let coloured = asked(editor()).raw();
    assert!(
        coloured.windows(4).any(|part| part == b"\x1b[1m"),
        "{coloured:?}"
    );
    asked(editor().env("NO_COLOR", "1")).lacks(&[
        "\u{1b}[0m",
        "\u{1b}[1m",
        "\u{1b}[2m",
        "\u{1b}[3",
    ]);
    asked(Place::Plain.pty(&COLOURS)).lacks(&["\u{1b}"]);
}
