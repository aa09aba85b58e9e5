//! Text width in columns, and wrapping text into lines.

use unicode_width::UnicodeWidthStr as _;

/// The width of a sanitized text in columns.
pub(crate) fn columns(text: &str) -> usize {
    text.width()
}

/// Appends `text` to `out`, wrapped to `width` columns if a width is given.
///
/// The first line starts with `first`. The other lines start with `indent` spaces.
/// Each line ends with a newline. Wrapping removes only the spaces at line breaks,
/// so wrapped lines have no trailing spaces.
pub(crate) fn push_wrapped(
    out: &mut String,
    first: &str,
    indent: usize,
    text: &str,
    width: Option<usize>,
) {
    let room = width.filter(|&width| columns(first) + columns(text) > width);
    let Some(width) = room else {
        out.push_str(first);
        out.push_str(text);
        out.push('\n');
        return;
    };
    // A wide indent on a narrow screen would leave room for only a few letters per line.
    let indent = " ".repeat(if indent * 2 > width { 0 } else { indent });
    let options = textwrap::Options::new(width)
        .initial_indent(first)
        .subsequent_indent(&indent)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .break_words(true);
    for line in textwrap::wrap(text, options) {
        out.push_str(line.trim_end());
        out.push('\n');
    }
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
    }

    #[test]
    fn a_terminal_narrower_than_the_indent_still_shows_everything() {
        let mut out = String::new();
        push_wrapped(&mut out, "  1) ", 5, "abcdefgh", Some(4));
        assert_eq!(
            out.split_whitespace().collect::<String>().replace("1)", ""),
            "abcdefgh"
        );
    }
}
