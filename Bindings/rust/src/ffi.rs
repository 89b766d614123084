// SPDX-License-Identifier: Apache-2.0
//! The C interface, unchanged; `Bindings/c/include/imwire.h` documents it.
#![allow(non_camel_case_types, missing_docs)]

use std::os::raw::{c_char, c_int, c_void};

pub const ABI: c_int = 1;
pub const OK: c_int = 0;
pub const NONE: c_int = 1;
pub const REFUSED: c_int = -1;
pub const ARGUMENT: c_int = -2;
pub const HANDLE: c_int = -3;
pub const BUSY: c_int = -4;
pub const SPACE: c_int = -5;
pub const UNSUPPORTED: c_int = -6;

#[repr(C)]
pub struct imwire_error {
    pub status: i32,
    pub scope: i32,
    pub offset: i64,
    pub inner: i64,
    pub batch_index: u32,
    pub batch_count: u32,
    pub code: [c_char; 40],
    pub path: [c_char; 400],
    pub reason: [c_char; 160],
}

#[repr(C)]
pub struct imwire_buffer {
    pub data: *mut u8,
    pub size: usize,
    pub capacity: usize,
    pub needed: usize,
    pub is_fixed: i32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct imwire_range {
    pub offset: usize,
    pub size: usize,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct imwire_frame {
    pub kind: u8,
    pub flags: u16,
    pub sequence: u32,
    pub has_fragment: i32,
    pub fragment_index: u16,
    pub fragment_count: u16,
    pub fragment_total: u32,
    pub fragment_offset: u32,
    pub frame: imwire_range,
    pub payload: imwire_range,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct imwire_stream_state {
    pub pending: usize,
    pub empty_lines: usize,
    pub open_sets: usize,
    pub is_closed: i32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct imwire_packet {
    pub kind: u8,
    pub qos: u8,
    pub is_marked: u8,
    pub is_retained: u8,
    pub message_id: i32,
    pub packet: imwire_range,
    pub topic: imwire_range,
    pub target: imwire_range,
    pub data: imwire_range,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct imwire_route {
    pub object_name: imwire_range,
    pub content: imwire_range,
    pub sender: imwire_range,
    pub group: imwire_range,
    pub message_uid: imwire_range,
    pub flags: i64,
    pub conversation: i32,
    pub time: i64,
}

type Handle = *mut c_void;
type Text = *const u8;
type Buffer = *mut imwire_buffer;
type Error = *mut imwire_error;

extern "C" {
    pub fn imwire_abi() -> c_int;
    pub fn imwire_version() -> *const c_char;
    pub fn imwire_has(feature: *const c_char) -> c_int;
    pub fn imwire_buffer_free(buffer: Buffer) -> c_int;
    pub fn imwire_options_new(options: *mut Handle) -> c_int;
    pub fn imwire_options_free(options: Handle) -> c_int;
    pub fn imwire_options_set(options: Handle, name: *const c_char, value: Text, size: usize) -> c_int;
    pub fn imwire_options_set_number(options: Handle, name: *const c_char, value: i64) -> c_int;
    pub fn imwire_options_set_limit(options: Handle, name: *const c_char, value: i64) -> c_int;
    pub fn imwire_types_new(files: Text, size: usize, overrides: i32, types: *mut Handle, e: Error) -> c_int;
    pub fn imwire_types_free(types: Handle) -> c_int;
    pub fn imwire_types_names(types: Handle, out: Buffer) -> c_int;
    pub fn imwire_options_set_types(options: Handle, types: Handle) -> c_int;
    pub fn imwire_content_write(
        o: Handle, n: Text, ns: usize, v: Text, s: usize, p: Text, ps: usize, out: Buffer, report: Buffer, e: Error,
    ) -> c_int;
    pub fn imwire_content_decode(o: Handle, n: Text, ns: usize, b: Text, s: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_content_encode(o: Handle, n: Text, ns: usize, v: Text, s: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_content_assign(
        o: Handle, n: Text, ns: usize, b: Text, s: usize, v: Text, vs: usize, out: Buffer, e: Error,
    ) -> c_int;
    pub fn imwire_content_describe(o: Handle, n: Text, ns: usize, b: Text, s: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_validator_new(options: Handle, validator: *mut Handle, e: Error) -> c_int;
    pub fn imwire_validator_free(validator: Handle) -> c_int;
    pub fn imwire_validator_check(
        v: Handle, n: Text, ns: usize, b: Text, s: usize, deviations: *mut usize, e: Error,
    ) -> c_int;
    pub fn imwire_validator_deviations(validator: Handle, out: Buffer) -> c_int;
    pub fn imwire_json_member(
        j: Text, s: usize, n: Text, ns: usize, value: *mut imwire_range, kind: *mut c_char, e: Error,
    ) -> c_int;
    pub fn imwire_json_element(
        j: Text, s: usize, position: *mut usize, value: *mut imwire_range, kind: *mut c_char, e: Error,
    ) -> c_int;
    pub fn imwire_json_text(json: Text, size: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_frame_reader_new(options: Handle, reader: *mut Handle, e: Error) -> c_int;
    pub fn imwire_frame_reader_free(reader: Handle) -> c_int;
    pub fn imwire_frame_reader_next(
        r: Handle, b: Text, s: usize, position: *mut usize, frame: *mut imwire_frame, e: Error,
    ) -> c_int;
    pub fn imwire_frame_reader_finish(reader: Handle, rest: Text, size: usize, e: Error) -> c_int;
    pub fn imwire_frame_encode(frame: *const imwire_frame, payload: Text, size: usize, out: Buffer) -> c_int;
    pub fn imwire_chat_reader_new(options: Handle, reader: *mut Handle, e: Error) -> c_int;
    pub fn imwire_chat_reader_free(reader: Handle) -> c_int;
    pub fn imwire_chat_reader_feed(reader: Handle, bytes: Text, size: usize, time: i64) -> c_int;
    pub fn imwire_chat_reader_finish(reader: Handle) -> c_int;
    pub fn imwire_chat_reader_next(reader: Handle, out: Buffer, e: Error) -> c_int;
    pub fn imwire_chat_reader_state(reader: Handle, state: *mut imwire_stream_state) -> c_int;
    pub fn imwire_chat_writer_new(options: Handle, writer: *mut Handle, e: Error) -> c_int;
    pub fn imwire_chat_writer_free(writer: Handle) -> c_int;
    pub fn imwire_chat_writer_write(writer: Handle, message: Text, size: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_chat_writer_finish(writer: Handle, out: Buffer, e: Error) -> c_int;
    pub fn imwire_rmtp_reader_new(options: Handle, reader: *mut Handle, e: Error) -> c_int;
    pub fn imwire_rmtp_reader_free(reader: Handle) -> c_int;
    pub fn imwire_rmtp_reader_feed(reader: Handle, bytes: Text, size: usize) -> c_int;
    pub fn imwire_rmtp_reader_finish(reader: Handle) -> c_int;
    pub fn imwire_rmtp_reader_next(reader: Handle, out: Buffer, e: Error) -> c_int;
    pub fn imwire_rmtp_reader_state(reader: Handle, state: *mut imwire_stream_state) -> c_int;
    pub fn imwire_rmtp_encode(o: Handle, p: Text, ps: usize, t: Text, ts: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_packet_scanner_new(options: Handle, scanner: *mut Handle, e: Error) -> c_int;
    pub fn imwire_packet_scanner_free(scanner: Handle) -> c_int;
    pub fn imwire_packet_scanner_next(
        s: Handle, b: Text, size: usize, position: *mut usize, packet: *mut imwire_packet, e: Error,
    ) -> c_int;
    pub fn imwire_body_route(body: Text, size: usize, is_down: i32, route: *mut imwire_route, e: Error) -> c_int;
    pub fn imwire_body_decode(o: Handle, m: Text, ms: usize, b: Text, s: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_body_encode(o: Handle, m: Text, ms: usize, v: Text, s: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_envelope_decode(o: Handle, p: Text, ps: usize, r: Text, rs: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_envelope_encode(options: Handle, value: Text, size: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_packet_convert(
        p: Text, ps: usize, to: *const c_char, message: *const c_char, t: Text, ts: usize, out: Buffer, e: Error,
    ) -> c_int;
    pub fn imwire_post_decode(o: Handle, t: Text, ts: usize, b: Text, s: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_post_encode(value: Text, size: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_navigation_decode(options: Handle, bytes: Text, size: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_navigation_encode(value: Text, size: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_session_new(
        machine: *const c_char, config: Text, size: usize, session: *mut Handle, e: Error,
    ) -> c_int;
    pub fn imwire_session_free(session: Handle) -> c_int;
    pub fn imwire_session_put(session: Handle, event: Text, size: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_request_check(request: Text, size: usize, e: Error) -> c_int;
    pub fn imwire_request_perform(request: Text, size: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_form_decode(o: Handle, p: Text, ps: usize, b: Text, s: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_form_encode(p: Text, ps: usize, v: Text, s: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_answer_decode(o: Handle, p: Text, ps: usize, b: Text, s: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_answer_encode(p: Text, ps: usize, v: Text, s: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_callback_decode(o: Handle, c: *const c_char, b: Text, s: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_callback_encode(c: *const c_char, v: Text, s: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_headers_sign(
        k: Text, ks: usize, s: Text, ss: usize, n: Text, ns: usize, t: Text, ts: usize, out: Buffer, e: Error,
    ) -> c_int;
    pub fn imwire_headers_check(f: Text, fs: usize, s: Text, ss: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_query_check(o: Handle, q: Text, qs: usize, s: Text, ss: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_url_decode(options: Handle, url: Text, size: usize, out: Buffer, e: Error) -> c_int;
    pub fn imwire_url_encode(value: Text, size: usize, url: Buffer, e: Error) -> c_int;
    pub fn imwire_sign(s: Text, ss: usize, n: Text, ns: usize, t: Text, ts: usize, out: Buffer) -> c_int;
}
