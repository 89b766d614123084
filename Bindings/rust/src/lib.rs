// SPDX-License-Identifier: Apache-2.0
//! The wire formats of instant messaging: message contents, the socket chat protocol, and RongCloud's packets.
//!
//! Values are JSON text throughout, in the spelling of the input; to use them as data, parse them with any JSON crate.
//!
//! ```
//! let text = imwire::decode(None, "RC:TxtMsg", br#"{"content":7}"#)?;
//! assert_eq!(text, br#"{"value":{"content":"7"},"unknown":[],"deviations":["DEV-106"]}"#);
//! # Ok::<(), imwire::Error>(())
//! ```
#![deny(missing_docs)]

mod call;
mod contents;
pub mod ffi;
pub mod json;
mod rongcloud;
mod server;
mod streams;

pub use call::{has, version, Error, Options, Refusal, Result, Scope};
pub use contents::{assign, decode, describe, encode, write, Types, Validator};
pub use rongcloud::{
    check_request, convert_packet, decode_body, decode_envelope, decode_navigation, decode_post, encode_body,
    encode_envelope, encode_navigation, encode_packet, encode_post, perform_request, Session,
};
pub use server::{
    check_headers, check_query, decode_answer, decode_callback, decode_form, decode_url, encode_answer,
    encode_callback, encode_form, encode_url, sign, sign_headers, Callback,
};
pub use streams::{encode_frame, route, ChatReader, ChatWriter, FrameReader, PacketReader, Scanner};
