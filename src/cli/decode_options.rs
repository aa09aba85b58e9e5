//! How the JSON of a call is taken.

use ask_user::dialect::DecodeMode;

/// How the arguments of a call are decoded.
#[derive(Debug, clap::Args)]
pub(crate) struct DecodeOptions {
    /// Put no known slip of models right, and refuse unknown fields
    #[arg(long)]
    no_repair: bool,
}

impl DecodeOptions {
    pub(crate) fn repair(&self) -> DecodeMode {
        if self.no_repair {
            DecodeMode::Strict
        } else {
            DecodeMode::Lenient
        }
    }
}
