//! House rules as tests: which layer may use which, the size of files, what the
//! change log knows.

use std::fs;
use std::path::{Path, PathBuf};

/// The shapes of forms know nobody who carries or asks them.
const MCP_SHAPES: &[&str] = &[
    "crate::seam",
    "crate::terminal",
    "crate::broker",
    "std::thread",
    "std::fs",
    "std::env",
    "rmcp",
];

/// Both sides of a connection know neither the screen nor the process they are in.
const MCP_EDGE: &[&str] = &[
    "crate::terminal",
    "crate::broker",
    "std::fs",
    "std::env",
    "std::io::std",
    "nix::",
];

/// Each layer and what its files may not mention.
const LAYERS: [(&str, &[&str]); 15] = [
    (
        "src/core",
        &[
            "std::io",
            "std::env",
            "std::thread",
            "std::fs",
            "std::process",
            "Instant",
            "serde",
            "tracing",
            "nix::",
            "rustyline",
            "crate::seam",
            "crate::dialect",
            "crate::terminal",
            "crate::error",
            "crate::broker",
            "crate::mcp",
            "crate::tools",
        ],
    ),
    ("src/mcp/elicitation", MCP_SHAPES),
    ("src/mcp/form", MCP_SHAPES),
    ("src/mcp/client", MCP_EDGE),
    ("src/mcp/operator_queue.rs", MCP_EDGE),
    ("src/mcp/shutdown.rs", MCP_EDGE),
    ("src/mcp/server", MCP_EDGE),
    (
        "src/seam",
        &[
            "serde",
            "nix::",
            "rustyline",
            "crate::dialect",
            "crate::terminal",
            "crate::broker",
            "crate::tools",
            "std::env",
        ],
    ),
    (
        "src/dialect",
        &[
            "std::thread",
            "std::fs",
            "std::env",
            "nix::",
            "rustyline",
            "crate::seam",
            "crate::terminal",
            "crate::broker",
            "crate::tools",
        ],
    ),
    (
        "src/terminal",
        &[
            "serde",
            "crate::dialect",
            "crate::broker",
            "crate::tools",
            "core::grammar",
            "core::dialog",
            "core::question",
            "std::io::stdout",
        ],
    ),
    (
        "src/broker",
        &[
            "crate::terminal",
            "crate::cli",
            "rustyline",
            "nix::",
            "std::io",
            "std::fs",
            "std::env",
        ],
    ),
    (
        "src/hub",
        &[
            "crate::terminal",
            "crate::cli",
            "crate::subcommand",
            "crate::tools",
            "mcp::client",
            "mcp::form",
            "mcp::server",
            "rustyline",
            "clap",
            "rmcp",
        ],
    ),
    (
        "src/hub/wire",
        &[
            "crate::seam",
            "std::io",
            "std::net",
            "std::os",
            "std::thread",
            "std::fs",
            "std::env",
            "Instant",
            "tokio",
            "nix::",
        ],
    ),
    (
        "src/cli",
        &[
            "crate::core",
            "crate::seam",
            "crate::terminal",
            "crate::dialect",
            "rustyline",
        ],
    ),
    (
        "src/subcommand",
        &[
            "crate::core",
            "crate::seam",
            "crate::terminal",
            "crate::dialect",
            "rustyline",
            "use nix::",
        ],
    ),
];

/// Where code of ours is.
const FOLDERS: [&str; 5] = [
    "src",
    "tests/it",
    "tests/conformance/src",
    "examples",
    "benches",
];

/// A file that is longer holds, as a rule, a second subject.
const LONGEST_FILE: usize = 500;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of code in a folder, or the one file that it is.
fn files(folder: &Path) -> Vec<PathBuf> {
    if folder.is_file() {
        return vec![folder.to_owned()];
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// The code of a file: no tests, no comments.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let code = text
        .split("#[cfg(test)]\nmod tests")
        .next()
        .unwrap_or_default();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn arrows_go_one_way() {
    for (layer, banned) in LAYERS {
        let files = files(&root().join(layer));
        assert!(!files.is_empty(), "{layer} has no files");
        for path in files {
            let code = code(&path);
            for word in banned {
                // `unix::` is not `nix::`.
                let begins = |at: usize| !code[..at].ends_with(char::is_alphanumeric);
                let uses = code.match_indices(word).any(|(at, _)| begins(at));
                assert!(!uses, "{} uses {word}", path.display());
            }
        }
    }
}

#[test]
fn dialects_do_not_know_each_other() {
    let folder = root().join("src/dialect");
    let names: Vec<_> = files(&folder)
        .iter()
        .filter(|path| code(path).contains("impl Dialect for"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert!(names.len() > 3, "only {names:?} were found");
    for name in &names {
        let code = code(&folder.join(format!("{name}.rs")));
        for other in names.iter().filter(|other| *other != name) {
            assert!(
                !code.contains(&format!("super::{other}")),
                "{name} uses {other}"
            );
        }
    }
}

#[test]
fn files_hold_one_subject() {
    for folder in FOLDERS {
        for path in files(&root().join(folder)) {
            let lines = fs::read_to_string(&path).unwrap().lines().count();
            assert!(
                lines <= LONGEST_FILE,
                "{} has {lines} lines",
                path.display()
            );
        }
    }
}

#[test]
fn the_library_never_writes_to_standard_output() {
    for layer in [
        "src/core",
        "src/seam",
        "src/dialect",
        "src/terminal",
        "src/broker",
        "src/hub",
    ] {
        for path in files(&root().join(layer)) {
            // `println!` is the lints' matter.
            assert!(!code(&path).contains("stdout()"), "{}", path.display());
        }
    }
}

/// What is reached by two paths is described at the one that users write.
#[test]
fn re_exports_of_public_modules_are_documented_in_place() {
    for file in ["src/lib.rs", "src/core/mod.rs"] {
        let text = fs::read_to_string(root().join(file)).unwrap();
        let is_public = |module: &str| text.contains(&format!("pub mod {module};"));
        let lines: Vec<_> = text.lines().collect();
        let mut found = 0;
        for (index, line) in lines.iter().enumerate() {
            let Some(path) = line.strip_prefix("pub use ") else {
                continue;
            };
            let path = path.strip_prefix("crate::").unwrap_or(path);
            if path.split("::").next().is_some_and(is_public) {
                found += 1;
                assert_eq!(lines[index - 1], "#[doc(inline)]", "{file}: {line}");
            }
        }
        assert!(found > 10, "{file}: only {found} were found");
    }
}

#[test]
fn the_change_log_knows_this_version() {
    let log = fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
    let version = concat!("## [", env!("CARGO_PKG_VERSION"), "]");
    assert!(log.contains("## [Unreleased]") || log.contains(version));
}

#[test]
fn every_file_says_what_it_holds() {
    for folder in FOLDERS {
        for path in files(&root().join(folder)) {
            let text = fs::read_to_string(&path).unwrap();
            assert!(
                text.starts_with("//!"),
                "{} has no module docs",
                path.display()
            );
        }
    }
}
