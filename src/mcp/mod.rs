//! The Model Context Protocol: forms that servers ask their client to show.

pub mod elicitation;
