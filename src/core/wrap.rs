//! Text width in columns, and wrapping text into lines.
//!
//! The unit is the grapheme cluster: what a reader takes for one character, however
//! many code points it has. A cluster is never cut.

use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

use super::lookalike::reads_like_ours;

/// The width of a sanitized text in columns.
pub(crate) fn columns(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.graphemes(true).map(str::width).sum()
}

/// Appends `text` to `out`, wrapped to `width` columns if a width is given.
///
/// The first line starts with `first`. The other lines start with `indent` spaces, and
/// with a bar (`|`) if one of them would read like a line of this program. Each line ends
/// with a newline. Wrapping removes only the spaces at line breaks, so wrapped lines have
/// no trailing spaces.
pub(crate) fn push_wrapped(
    out: &mut String,
    first: &str,
    indent: usize,
    text: &str,
    width: Option<usize>,
) {
    let Some(width) = width.filter(|&width| !fits(first, text, width)) else {
        out.push_str(first);
        out.push_str(text);
        out.push('\n');
        return;
    };
    // A wide indent on a narrow screen would leave room for only a few letters per line.
    let mut indent = " ".repeat(if indent * 2 > width { 0 } else { indent });
    let room = width.saturating_sub(columns(first));
    let rest = |indent: &str| width.saturating_sub(indent.len());
    if wrap(text, room, rest(&indent)).skip(1).any(reads_like_ours) {
        indent.push_str("| ");
    }
    for (index, line) in wrap(text, room, rest(&indent)).enumerate() {
        out.push_str(if index == 0 { first } else { &indent });
        out.push_str(line);
        out.truncate(out.trim_end_matches(' ').len());
        out.push('\n');
    }
}

/// Whether `text` fits on one line after `first`.
pub(crate) fn fits(first: &str, text: &str, width: usize) -> bool {
    columns(first) + columns(text) <= width
}

/// The lines of `text`: the first has `first` columns at most, the others have `rest`.
///
/// A line is broken at spaces, which stay out of both lines. A word that is wider than a
/// line is broken between two grapheme clusters. A line has one cluster at least.
fn wrap(text: &str, first: usize, rest: usize) -> impl Iterator<Item = &str> {
    let mut left = Some(text);
    let mut room = first;
    std::iter::from_fn(move || {
        let text = left?;
        let (line, next) = split_line(text, room);
        left = next;
        room = rest;
        Some(line)
    })
}

/// One line of at most `room` columns, and the text after it, if there is any.
fn split_line(text: &str, room: usize) -> (&str, Option<&str>) {
    let mut width = 0;
    // The end of the last word that a space follows.
    let mut word_end = None;
    let mut after_space = true;
    for (at, cluster) in text.grapheme_indices(true) {
        let is_space = cluster == " ";
        if is_space && !after_space {
            word_end = Some(at);
        }
        after_space = is_space;
        width += cluster.width();
        if width > room && !is_space && at > 0 {
            let end = word_end.unwrap_or(at);
            return (&text[..end], Some(text[end..].trim_start_matches(' ')));
        }
    }
    (text, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(first: &str, indent: usize, text: &str, width: usize, wanted: &[&str]) {
        let mut out = String::new();
        push_wrapped(&mut out, first, indent, text, Some(width));
        assert_eq!(out.lines().collect::<Vec<_>>(), wanted);
    }

    #[test]
    fn continuation_lines_align_with_the_label() {
        check(
            "  1) ",
            5,
            "shared, replicated",
            15,
            &["  1) shared,", "     replicated"],
        );
        check(
            "  1) ",
            5,
            &"a".repeat(20),
            15,
            &["  1) aaaaaaaaaa", "     aaaaaaaaaa"],
        );
        check("  1) ", 5, "short", 80, &["  1) short"]);
        check(
            "  1) ",
            5,
            "部署到生产环境",
            13,
            &["  1) 部署到生", "     产环境"],
        );
        check("", 0, "", 10, &[""]);
        check("", 0, "a  b   cd", 4, &["a  b", "cd"]);
        check("", 0, "ab     cd", 4, &["ab", "cd"]);
        check("", 0, "abcd ef gh", 4, &["abcd", "ef", "gh"]);
    }

    #[test]
    fn a_grapheme_cluster_is_counted_and_kept_as_one() {
        let coder = "👩\u{200d}💻";
        let accent = "e\u{301}";
        let flag = "🇩🇪";
        assert_eq!(columns(coder), 2);
        assert_eq!(columns(accent), 1);
        assert_eq!(columns(flag), 2);
        for cluster in [coder, flag, "❤\u{fe0f}"] {
            let line = cluster.repeat(2);
            check("", 0, &cluster.repeat(5), 5, &[&line, &line, cluster]);
        }
        check(
            "",
            0,
            &accent.repeat(5),
            2,
            &[&accent.repeat(2), &accent.repeat(2), accent],
        );
        // A mark on a space belongs to it.
        check("", 0, "ab \u{301}cd", 3, &["ab \u{301}", "cd"]);
    }

    #[test]
    fn a_continuation_line_that_reads_like_a_row_has_a_bar() {
        check(
            "  1) ",
            5,
            "keep the files  2) stop and go",
            20,
            &["  1) keep the files", "     | 2) stop and", "     | go"],
        );
    }

    #[test]
    fn a_terminal_narrower_than_the_indent_still_shows_everything() {
        for width in [1, 4] {
            let mut out = String::new();
            push_wrapped(&mut out, "  1) ", 5, "abcdefgh", Some(width));
            assert_eq!(
                out.split_whitespace().collect::<String>().replace("1)", ""),
                "abcdefgh"
            );
        }
        check("", 0, "部署", 1, &["部", "署"]);
    }
}
