// SPDX-License-Identifier: Apache-2.0
//! Frames, chat messages and packets in streams.

use crate::call::{call, check, maybe, output, Buffer, Handle, Options, Result};
use crate::ffi;

/// A reader whose items are JSON: bytes go in, items come out.
macro_rules! reader {
    ($(#[$about:meta])* $name:ident, $new:ident, $free:ident, $finish:ident, $next:ident, $state:ident) => {
        $(#[$about])*
        pub struct $name(Handle);

        impl $name {
            /// Starts a stream.
            pub fn new(options: &Options) -> Result<$name> {
                // SAFETY: places are given.
                Ok($name(Handle::new(ffi::$free, |place, error| unsafe {
                    ffi::$new(Options::raw(Some(options)), place, error)
                })?))
            }

            /// Says that no more bytes come.
            pub fn finish(&mut self) -> Result<()> {
                // SAFETY: the handle lives.
                check(unsafe { ffi::$finish(self.0.raw) }, None).map(|_| ())
            }

            /// How far the stream has been read.
            pub fn state(&mut self) -> Result<ffi::imwire_stream_state> {
                let mut state = ffi::imwire_stream_state::default();
                // SAFETY: handle and place live.
                check(unsafe { ffi::$state(self.0.raw, &mut state) }, None)?;
                Ok(state)
            }
        }

        impl Iterator for $name {
            type Item = Result<Vec<u8>>;

            /// The next item in JSON, or what is wrong; None where more bytes are needed.
            fn next(&mut self) -> Option<Result<Vec<u8>>> {
                // SAFETY: handle and places live.
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
    /// Takes bytes that came at a time in milliseconds.
    pub fn feed(&mut self, bytes: &[u8], time: i64) -> Result<()> {
        // SAFETY: all that is given lives as long as the call.
        check(unsafe { ffi::imwire_chat_reader_feed(self.0.raw, bytes.as_ptr(), bytes.len(), time) }, None).map(|_| ())
    }
}

impl PacketReader {
    /// Takes a message of a WebSocket, a reply to a poll, or a part of a TCP stream.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<()> {
        // SAFETY: all that is given lives as long as the call.
        check(unsafe { ffi::imwire_rmtp_reader_feed(self.0.raw, bytes.as_ptr(), bytes.len()) }, None).map(|_| ())
    }
}

/// Writes chat messages as the bytes of a connection.
pub struct ChatWriter(Handle);

impl ChatWriter {
    /// Starts a stream.
    pub fn new(options: &Options) -> Result<ChatWriter> {
        // SAFETY: places are given.
        Ok(ChatWriter(Handle::new(ffi::imwire_chat_writer_free, |place, error| unsafe {
            ffi::imwire_chat_writer_new(Options::raw(Some(options)), place, error)
        })?))
    }

    /// The bytes of a message in JSON; none while a batch is open.
    pub fn write(&mut self, message: &[u8]) -> Result<Vec<u8>> {
        // SAFETY: all that is given lives as long as the call.
        output(|buffer, error| unsafe {
            ffi::imwire_chat_writer_write(self.0.raw, message.as_ptr(), message.len(), buffer, error)
        })
    }

    /// The bytes of what waits for its batch to be full.
    pub fn finish(&mut self) -> Result<Vec<u8>> {
        // SAFETY: the handle lives.
        output(|buffer, error| unsafe { ffi::imwire_chat_writer_finish(self.0.raw, buffer, error) })
    }
}

/// Finds frames of the socket chat protocol where they lie.
pub struct FrameReader(Handle);

impl FrameReader {
    /// Starts a stream.
    pub fn new(options: Option<&Options>) -> Result<FrameReader> {
        // SAFETY: places are given.
        Ok(FrameReader(Handle::new(ffi::imwire_frame_reader_free, |place, error| unsafe {
            ffi::imwire_frame_reader_new(Options::raw(options), place, error)
        })?))
    }

    /// The frame at `position`, which moves behind it; None where it is not whole.
    pub fn next(&mut self, bytes: &[u8], position: &mut usize) -> Result<Option<ffi::imwire_frame>> {
        let mut frame = ffi::imwire_frame::default();
        // SAFETY: all that is given lives as long as the call.
        let found = call(|error| unsafe {
            ffi::imwire_frame_reader_next(self.0.raw, bytes.as_ptr(), bytes.len(), position, &mut frame, error)
        })?;
        Ok(found.then_some(frame))
    }

    /// Says that the stream has ended, with what is left of it.
    pub fn finish(&mut self, rest: &[u8]) -> Result<()> {
        // SAFETY: all that is given lives as long as the call.
        call(|error| unsafe { ffi::imwire_frame_reader_finish(self.0.raw, rest.as_ptr(), rest.len(), error) })
            .map(|_| ())
    }
}

/// Writes a frame as it is given.
pub fn encode_frame(frame: &ffi::imwire_frame, payload: &[u8]) -> Result<Vec<u8>> {
    let mut buffer = Buffer::new();
    // SAFETY: all that is given lives as long as the call.
    let status = unsafe { ffi::imwire_frame_encode(frame, payload.as_ptr(), payload.len(), &mut buffer.0) };
    check(status, None)?;
    Ok(buffer.bytes())
}

/// Finds RongCloud's packets where they lie.
pub struct Scanner(Handle);

impl Scanner {
    /// Starts a stream, or reads single messages.
    pub fn new(options: &Options) -> Result<Scanner> {
        // SAFETY: places are given.
        Ok(Scanner(Handle::new(ffi::imwire_packet_scanner_free, |place, error| unsafe {
            ffi::imwire_packet_scanner_new(Options::raw(Some(options)), place, error)
        })?))
    }

    /// The packet at `position`, which moves behind it; None where it is not whole.
    pub fn next(&mut self, bytes: &[u8], position: &mut usize) -> Result<Option<ffi::imwire_packet>> {
        let mut packet = ffi::imwire_packet::default();
        // SAFETY: all that is given lives as long as the call.
        let found = call(|error| unsafe {
            ffi::imwire_packet_scanner_next(self.0.raw, bytes.as_ptr(), bytes.len(), position, &mut packet, error)
        })?;
        Ok(found.then_some(packet))
    }
}

/// What a router needs to know of the body of a PUBLISH that carries a message; None where it names no type.
pub fn route(body: &[u8], is_down: bool) -> Result<Option<ffi::imwire_route>> {
    let mut route = ffi::imwire_route::default();
    // SAFETY: all that is given lives as long as the call.
    let found = call(|error| unsafe {
        ffi::imwire_body_route(body.as_ptr(), body.len(), i32::from(is_down), &mut route, error)
    })?;
    Ok(found.then_some(route))
}
