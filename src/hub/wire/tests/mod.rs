//! What goes over the wire comes back, and nothing else does.

mod answer;
mod outcome;
mod request;
mod round_trip;
