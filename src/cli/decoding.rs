//! How the JSON of a call is taken.

use ask_user::dialect::Repair;

/// How the arguments of a call are decoded.
#[derive(Debug, clap::Args)]
pub(crate) struct Decoding {
    /// Put no known slip of models right, and refuse unknown fields
    #[arg(long)]
    no_repair: bool,
}

impl Decoding {
    pub(crate) fn repair(&self) -> Repair {
        if self.no_repair {
            Repair::Strict
        } else {
            Repair::Lenient
        }
    }
}
