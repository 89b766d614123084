// SPDX-License-Identifier: Apache-2.0
//! Frames, chat messages and packets in streams.

use crate::call::{call, check, maybe, output, Buffer, Handle, Options, Result};
use crate::ffi;

/// A reader that takes bytes and produces items in JSON.
macro_rules! reader {
    ($(#[$about:meta])* $name:ident, $new:ident, $free:ident, $finish:ident, $next:ident, $state:ident) => {
        $(#[$about])*
        pub struct $name(Handle);

        impl $name {
            /// Creates a reader for a stream.
            pub fn new(options: &Options) -> Result<$name> {
                // SAFETY: the pointers are valid.
                Ok($name(Handle::new(ffi::$free, |place, error| unsafe {
                    ffi::$new(Options::raw(Some(options)), place, error)
                })?))
            }

            /// Marks the end of the input.
            pub fn finish(&mut self) -> Result<()> {
                // SAFETY: the handle is valid.
                check(unsafe { ffi::$finish(self.0.raw) }, None).map(|_| ())
            }

            /// Returns how far the stream has been read.
            pub fn state(&mut self) -> Result<ffi::imwire_stream_state> {
                let mut state = ffi::imwire_stream_state::default();
                // SAFETY: the handle and the pointer are valid.
                check(unsafe { ffi::$state(self.0.raw, &mut state) }, None)?;
                Ok(state)
            }
        }

        impl Iterator for $name {
            type Item = Result<Vec<u8>>;

            /// Returns the next item in JSON, or an error; None if more bytes are needed.
            fn next(&mut self) -> Option<Result<Vec<u8>>> {
                // SAFETY: the handle and the pointers are valid.
                maybe(|buffer, error| unsafe { ffi::$next(self.0.raw, buffer, error) }).transpose()
            }
        }
    };
}

reader!(
    /// Reads chat messages from the bytes of a connection.
    ChatReader, imwire_chat_reader_new, imwire_chat_reader_free, imwire_chat_reader_finish, imwire_chat_reader_next,
    imwire_chat_reader_state
);
reader!(
    /// Reads RongCloud's packets.
    PacketReader, imwire_rmtp_reader_new, imwire_rmtp_reader_free, imwire_rmtp_reader_finish, imwire_rmtp_reader_next,
    imwire_rmtp_reader_state
);

impl ChatReader {
    /// Adds bytes that were received at a time in milliseconds.
    pub fn feed(&mut self, bytes: &[u8], time: i64) -> Result<()> {
        // SAFETY: all arguments outlive the call.
        check(unsafe { ffi::imwire_chat_reader_feed(self.0.raw, bytes.as_ptr(), bytes.len(), time) }, None).map(|_| ())
    }
}

impl PacketReader {
    /// Adds a WebSocket message, the reply to a poll, or a part of a TCP stream.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<()> {
        // SAFETY: all arguments outlive the call.
        check(unsafe { ffi::imwire_rmtp_reader_feed(self.0.raw, bytes.as_ptr(), bytes.len()) }, None).map(|_| ())
    }
}

/// Writes chat messages as the bytes of a connection.
pub struct ChatWriter(Handle);

impl ChatWriter {
    /// Creates a writer for a stream.
    pub fn new(options: &Options) -> Result<ChatWriter> {
        // SAFETY: the pointers are valid.
        Ok(ChatWriter(Handle::new(ffi::imwire_chat_writer_free, |place, error| unsafe {
            ffi::imwire_chat_writer_new(Options::raw(Some(options)), place, error)
        })?))
    }

    /// Returns the bytes of a message in JSON; empty while a batch is open.
    pub fn write(&mut self, message: &[u8]) -> Result<Vec<u8>> {
        // SAFETY: all arguments outlive the call.
        output(|buffer, error| unsafe {
            ffi::imwire_chat_writer_write(self.0.raw, message.as_ptr(), message.len(), buffer, error)
        })
    }

    /// Returns the bytes of the messages that are waiting in an open batch.
    pub fn finish(&mut self) -> Result<Vec<u8>> {
        // SAFETY: the handle is valid.
        output(|buffer, error| unsafe { ffi::imwire_chat_writer_finish(self.0.raw, buffer, error) })
    }
}

/// Finds frames of the socket chat protocol without copying them.
pub struct FrameReader(Handle);

impl FrameReader {
    /// Creates a reader for a stream.
    pub fn new(options: Option<&Options>) -> Result<FrameReader> {
        // SAFETY: the pointers are valid.
        Ok(FrameReader(Handle::new(ffi::imwire_frame_reader_free, |place, error| unsafe {
            ffi::imwire_frame_reader_new(Options::raw(options), place, error)
        })?))
    }

    /// Returns the frame at `position` and advances `position` past it; None if the frame is incomplete.
    pub fn next(&mut self, bytes: &[u8], position: &mut usize) -> Result<Option<ffi::imwire_frame>> {
        let mut frame = ffi::imwire_frame::default();
        // SAFETY: all arguments outlive the call.
        let found = call(|error| unsafe {
            ffi::imwire_frame_reader_next(self.0.raw, bytes.as_ptr(), bytes.len(), position, &mut frame, error)
        })?;
        Ok(found.then_some(frame))
    }

    /// Ends the stream; `rest` holds the bytes not yet consumed.
    pub fn finish(&mut self, rest: &[u8]) -> Result<()> {
        // SAFETY: all arguments outlive the call.
        call(|error| unsafe { ffi::imwire_frame_reader_finish(self.0.raw, rest.as_ptr(), rest.len(), error) })
            .map(|_| ())
    }
}

/// Writes a frame without checking or changing it.
pub fn encode_frame(frame: &ffi::imwire_frame, payload: &[u8]) -> Result<Vec<u8>> {
    let mut buffer = Buffer::new();
    // SAFETY: all arguments outlive the call.
    let status = unsafe { ffi::imwire_frame_encode(frame, payload.as_ptr(), payload.len(), &mut buffer.0) };
    check(status, None)?;
    Ok(buffer.bytes())
}

/// Finds RongCloud's packets without copying them.
pub struct Scanner(Handle);

impl Scanner {
    /// Creates a scanner for a stream or for single messages.
    pub fn new(options: &Options) -> Result<Scanner> {
        // SAFETY: the pointers are valid.
        Ok(Scanner(Handle::new(ffi::imwire_packet_scanner_free, |place, error| unsafe {
            ffi::imwire_packet_scanner_new(Options::raw(Some(options)), place, error)
        })?))
    }

    /// Returns the packet at `position` and advances `position` past it; None if the packet is incomplete.
    pub fn next(&mut self, bytes: &[u8], position: &mut usize) -> Result<Option<ffi::imwire_packet>> {
        let mut packet = ffi::imwire_packet::default();
        // SAFETY: all arguments outlive the call.
        let found = call(|error| unsafe {
            ffi::imwire_packet_scanner_next(self.0.raw, bytes.as_ptr(), bytes.len(), position, &mut packet, error)
        })?;
        Ok(found.then_some(packet))
    }
}

/// Returns the routing information in the body of a PUBLISH that contains a message; None if it names no type.
pub fn route(body: &[u8], is_down: bool) -> Result<Option<ffi::imwire_route>> {
    let mut route = ffi::imwire_route::default();
    // SAFETY: all arguments outlive the call.
    let found = call(|error| unsafe {
        ffi::imwire_body_route(body.as_ptr(), body.len(), i32::from(is_down), &mut route, error)
    })?;
    Ok(found.then_some(route))
}
