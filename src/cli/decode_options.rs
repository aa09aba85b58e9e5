//! Option for decoding the JSON arguments of a call.

use ask_user::dialect::DecodeMode;

/// How the arguments of a call are decoded.
#[derive(Debug, clap::Args)]
pub(crate) struct DecodeOptions {
    /// Do not correct known mistakes of models, and refuse unknown fields
    #[arg(long)]
    no_repair: bool,
}

impl DecodeOptions {
    pub(crate) fn decode_mode(&self) -> DecodeMode {
        if self.no_repair {
            DecodeMode::Strict
        } else {
            DecodeMode::Lenient
        }
    }
}
