// SPDX-License-Identifier: Apache-2.0
//! Packets, bodies, envelopes, polling, the navigation service and sessions.

use crate::call::{c_string, call, output, Handle, Options, Result};
use crate::ffi;

/// Returns the pointer and the size of an optional argument.
fn optional(bytes: Option<&[u8]>) -> (*const u8, usize) {
    bytes.map_or((std::ptr::null(), 0), |bytes| (bytes.as_ptr(), bytes.len()))
}

/// Writes a packet in JSON with its framing; `trailing` holds bytes to write after its last member.
pub fn encode_packet(options: &Options, packet: &[u8], trailing: &[u8]) -> Result<Vec<u8>> {
    // SAFETY: in every function of this file, all arguments outlive the call.
    output(|buffer, error| unsafe {
        ffi::imwire_rmtp_encode(
            Options::raw(Some(options)), packet.as_ptr(), packet.len(), trailing.as_ptr(), trailing.len(), buffer,
            error,
        )
    })
}

/// Reads a protobuf body by the name of its message: `{"value":…,"deviations":[…]}`.
pub fn decode_body(options: Option<&Options>, message: &str, body: &[u8]) -> Result<Vec<u8>> {
    output(|buffer, error| unsafe {
        ffi::imwire_body_decode(
            Options::raw(options), message.as_ptr(), message.len(), body.as_ptr(), body.len(), buffer, error,
        )
    })
}

/// Writes a protobuf body.
pub fn encode_body(options: Option<&Options>, message: &str, value: &[u8]) -> Result<Vec<u8>> {
    output(|buffer, error| unsafe {
        ffi::imwire_body_encode(
            Options::raw(options), message.as_ptr(), message.len(), value.as_ptr(), value.len(), buffer, error,
        )
    })
}

/// Reads the application's view of a PUBLISH, or of the messages in a QUERYACK.
pub fn decode_envelope(options: &Options, packet: &[u8], receipt: Option<&[u8]>) -> Result<Vec<u8>> {
    let (place, size) = optional(receipt);
    output(|buffer, error| unsafe {
        ffi::imwire_envelope_decode(
            Options::raw(Some(options)), packet.as_ptr(), packet.len(), place, size, buffer, error,
        )
    })
}

/// Writes the PUBLISH that sends or delivers a message: `{"value":…}`.
pub fn encode_envelope(options: &Options, value: &[u8]) -> Result<Vec<u8>> {
    output(|buffer, error| unsafe {
        ffi::imwire_envelope_encode(Options::raw(Some(options)), value.as_ptr(), value.len(), buffer, error)
    })
}

/// Converts a packet to bytes (`websocket`) or to polling (`xhr`): `{"value":…}`.
pub fn convert_packet(packet: &[u8], to: &str, message: Option<&str>, trailing: &[u8]) -> Result<Vec<u8>> {
    let to = c_string(to)?;
    let message = message.map(c_string).transpose()?;
    output(|buffer, error| unsafe {
        ffi::imwire_packet_convert(
            packet.as_ptr(), packet.len(), to.as_ptr(), message.as_ref().map_or(std::ptr::null(), |name| name.as_ptr()),
            trailing.as_ptr(), trailing.len(), buffer, error,
        )
    })
}

/// Reads the POST with which a polling client sends a packet.
pub fn decode_post(options: Option<&Options>, target: &str, body: &[u8]) -> Result<Vec<u8>> {
    output(|buffer, error| unsafe {
        ffi::imwire_post_decode(
            Options::raw(options), target.as_ptr(), target.len(), body.as_ptr(), body.len(), buffer, error,
        )
    })
}

/// Writes such a POST.
pub fn encode_post(value: &[u8]) -> Result<Vec<u8>> {
    output(|buffer, error| unsafe { ffi::imwire_post_encode(value.as_ptr(), value.len(), buffer, error) })
}

/// Reads an answer of the navigation service.
pub fn decode_navigation(options: Option<&Options>, bytes: &[u8]) -> Result<Vec<u8>> {
    output(|buffer, error| unsafe {
        ffi::imwire_navigation_decode(Options::raw(options), bytes.as_ptr(), bytes.len(), buffer, error)
    })
}

/// Writes an answer of the navigation service.
pub fn encode_navigation(value: &[u8]) -> Result<Vec<u8>> {
    output(|buffer, error| unsafe { ffi::imwire_navigation_encode(value.as_ptr(), value.len(), buffer, error) })
}

/// Checks a request to a testee of the conformance suite; one that has to be skipped is unsupported.
pub fn check_request(request: &[u8]) -> Result<()> {
    // SAFETY: all arguments outlive the call.
    call(|error| unsafe { ffi::imwire_request_check(request.as_ptr(), request.len(), error) }).map(|_| ())
}

/// Performs a request of the testee protocol, and returns the JSON of its `ok`.
pub fn perform_request(request: &[u8]) -> Result<Vec<u8>> {
    output(|buffer, error| unsafe { ffi::imwire_request_perform(request.as_ptr(), request.len(), buffer, error) })
}

/// A state machine without input and output.
///
/// ```
/// let mut likes = imwire::Session::new("likes", Some(br#"{"interval":1000}"#))?;
/// likes.put(br#"{"at":0,"event":"like"}"#)?;
/// let actions = likes.put(br#"{"at":2000,"event":"tick"}"#)?;
/// assert_eq!(actions, br#"[{"at":1000,"action":"send","count":1}]"#);
/// # Ok::<(), imwire::Error>(())
/// ```
pub struct Session(Handle);

impl Session {
    /// Creates a machine: client, server, stream, chatroom, likes, rmtp-client or rmtp-server.
    pub fn new(machine: &str, config: Option<&[u8]>) -> Result<Session> {
        let (machine, (place, size)) = (c_string(machine)?, optional(config));
        Ok(Session(Handle::new(ffi::imwire_session_free, |session, error| unsafe {
            ffi::imwire_session_new(machine.as_ptr(), place, size, session, error)
        })?))
    }

    /// Processes an event and returns the list of actions in JSON.
    pub fn put(&mut self, event: &[u8]) -> Result<Vec<u8>> {
        output(|buffer, error| unsafe {
            ffi::imwire_session_put(self.0.raw, event.as_ptr(), event.len(), buffer, error)
        })
    }
}
