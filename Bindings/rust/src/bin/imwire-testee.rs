// SPDX-License-Identifier: Apache-2.0
//! This crate as a testee of the conformance suite: `imwire conform --testee target/release/imwire-testee`.

use imwire::{ffi, json, Error, Options, Scope};
use std::io::{BufRead, Write};

const MOST_ACTIONS: usize = 16 << 20; // SES-145
const TEXTS: [&str; 10] = [
    "mode", "framing", "delimiter", "encoding", "beat", "heartbeat", "direction", "astral", "ownId", "variant",
];
const NUMBERS: [&str; 5] = ["fragmentSize", "sequence", "protocolVersion", "messageId", "date"];
const SWITCHES: [&str; 3] = ["deflate", "batch", "wantsReceipt"];
const LIMITS: [&str; 21] = [
    "contentBytes", "depth", "members", "stringBytes", "items", "numberBytes", "unknownBytes", "lineBytes",
    "packetBytes", "messageBytes", "batchMessages", "inflatedBytes", "inflateRatio", "inflateFloor", "openFragments",
    "fragmentCount", "fragmentBytes", "fragmentAge", "bodyBytes", "bodyDepth", "bodyItems",
];
const FLAGS: [(&str, u16); 4] = [("deflate", 1), ("fragment", 2), ("batch", 4), ("wantsReceipt", 8)];

/// The reason why there is no answer.
enum No {
    Skip(String),
    Error(Error),
}

impl From<Error> for No {
    fn from(error: Error) -> No {
        match error {
            Error::Refused(_) => No::Error(error),
            other => No::Skip(other.to_string()),
        }
    }
}

type Answer = Result<Vec<u8>, No>;

fn skip<Value>(reason: &str) -> Result<Value, No> {
    Err(No::Skip(reason.into()))
}

/// The members of a request, or of an object in it.
struct Request<'a>(&'a [u8]);

impl<'a> Request<'a> {
    fn member(&self, name: &str) -> Result<Option<&'a [u8]>, No> {
        json::member(self.0, name).or_else(|_| skip("a JSON object is expected"))
    }

    fn required(&self, name: &str) -> Result<&'a [u8], No> {
        self.member(name)?.map_or_else(|| skip(&format!("{name} is missing")), Ok)
    }

    fn text(&self, name: &str) -> Result<Option<String>, No> {
        self.member(name)?.map(|value| json::text(value).or_else(|_| skip("a string is expected"))).transpose()
    }

    fn string(&self, name: &str) -> Result<String, No> {
        self.text(name)?.map_or_else(|| skip(&format!("{name} is missing")), Ok)
    }

    fn number(&self, name: &str) -> Result<Option<i64>, No> {
        let Some(value) = self.member(name)? else { return Ok(None) };
        match std::str::from_utf8(value).ok().and_then(|text| text.parse().ok()) {
            Some(number) => Ok(Some(number)),
            None => skip("an integer is expected"),
        }
    }

    /// Returns a required number that must fit the type.
    fn field<Number: TryFrom<i64>>(&self, name: &str) -> Result<Number, No> {
        let number = self.number(name)?.and_then(|number| Number::try_from(number).ok());
        number.map_or_else(|| skip("a number is missing or too large"), Ok)
    }

    fn is_true(&self, name: &str) -> Result<bool, No> {
        Ok(self.member(name)? == Some(b"true"))
    }

    fn bytes(&self, name: &str) -> Result<Vec<u8>, No> {
        unbase64(&self.string(name)?)
    }

    fn optional_bytes(&self, name: &str) -> Result<Option<Vec<u8>>, No> {
        self.member(name)?.map(|_| self.bytes(name)).transpose()
    }

    fn list(&self, name: &str) -> Result<Vec<&'a [u8]>, No> {
        json::elements(self.required(name)?).or_else(|_| skip("a list is expected"))
    }

    fn options(&self) -> Result<Options, No> {
        let mut options = Options::new()?;
        for name in TEXTS {
            if let Some(value) = self.text(name)? {
                options = options.set(name, value)?;
            }
        }
        for name in NUMBERS {
            if let Some(value) = self.number(name)? {
                options = options.number(name, value)?;
            }
        }
        for name in SWITCHES {
            options = options.number(name, i64::from(self.is_true(name)?))?;
        }
        if let Some(key) = self.optional_bytes("key")? {
            options = options.set("key", key)?;
        }
        if let Some(limits) = self.member("limits")? {
            for name in LIMITS {
                if let Some(value) = Request(limits).number(name)? {
                    options = options.limit(name, value)?;
                }
            }
        }
        Ok(options)
    }
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let group = part.iter().enumerate().fold(0u32, |group, (index, byte)| group | u32::from(*byte) << (16 - 8 * index));
        for index in 0..4 {
            let digit = DIGITS[(group >> (18 - 6 * index) & 63) as usize];
            text.push(if index <= part.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

fn unbase64(text: &str) -> Result<Vec<u8>, No> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let text = text.as_bytes();
    for (place, four) in text.chunks(4).enumerate() {
        let is_last = (place + 1) * 4 == text.len();
        let padding = if is_last { four.iter().rev().take(2).take_while(|byte| **byte == b'=').count() } else { 0 };
        let mut group = 0u32;
        for (index, byte) in four.iter().enumerate() {
            let digit = DIGITS.iter().position(|digit| digit == byte);
            let value = if index >= 4 - padding { Some(0) } else { digit };
            let Some(value) = value else { return skip("no Base64") };
            group = group << 6 | value as u32;
        }
        if four.len() < 4 {
            return skip("no Base64");
        }
        bytes.extend(&group.to_be_bytes()[1..4 - padding]);
    }
    Ok(bytes)
}

fn in_base64(bytes: &[u8]) -> Vec<u8> {
    format!("{{\"bytes\":\"{}\"}}", base64(bytes)).into_bytes()
}

/// Returns the item for an error in a stream (TST-065).
fn fault(error: Error) -> Result<Vec<u8>, No> {
    let Error::Refused(refusal) = error else { return Err(error.into()) };
    let scope = if refusal.scope == Some(Scope::Connection) { "connection" } else { "message" };
    let mut item = format!(
        "{{\"error\":{{\"code\":\"{}\",\"offset\":{},\"scope\":\"{scope}\"", refusal.code, refusal.offset.unwrap_or(0));
    if !refusal.path.is_empty() {
        item += &format!(",\"path\":\"{}\"", refusal.path);
    }
    if let Some(inner) = refusal.inner {
        item += &format!(",\"inner\":{inner}");
    }
    item += "}";
    if let Some((index, count)) = refusal.batch {
        item += &format!(",\"batch\":[{index},{count}]");
    }
    Ok((item + "}").into_bytes())
}

fn drain(reader: &mut impl Iterator<Item = imwire::Result<Vec<u8>>>, items: &mut Vec<Vec<u8>>) -> Result<(), No> {
    for item in reader {
        items.push(item.or_else(fault)?);
    }
    Ok(())
}

fn answer_items(items: &[Vec<u8>], more: String) -> Vec<u8> {
    [b"{\"items\":[".as_slice(), &items.join(&b","[..]), b"]", more.as_bytes(), b"}"].concat()
}

fn frame_decode(request: &Request) -> Answer {
    let mut reader = imwire::FrameReader::new(Some(&request.options()?))?;
    let (mut stream, mut position, mut items) = (Vec::new(), 0, Vec::new());
    for chunk in request.list("chunks")? {
        stream.extend(unbase64(&json::text(chunk)?)?);
        loop {
            match reader.next(&stream, &mut position) {
                Ok(None) => break,
                Ok(Some(frame)) => items.push(frame_item(&frame, &stream)),
                Err(error) => {
                    let is_over = matches!(&error, Error::Refused(refusal) if refusal.scope == Some(Scope::Connection));
                    items.push(fault(error)?);
                    if is_over {
                        break;
                    }
                }
            }
        }
    }
    let mut pending = stream.len() - position;
    if request.is_true("end")? {
        if let Err(error) = reader.finish(&stream[position..]) {
            items.push(fault(error)?);
        }
        pending = 0;
    }
    Ok(answer_items(&items, format!(",\"pending\":{pending}")))
}

fn frame_item(frame: &ffi::imwire_frame, stream: &[u8]) -> Vec<u8> {
    let kind = match frame.kind {
        1 => "\"heartbeat\"".into(),
        2 => "\"message\"".into(),
        other => other.to_string(),
    };
    let flags: Vec<String> =
        FLAGS.iter().filter(|(_, bit)| frame.flags & bit != 0).map(|(name, _)| format!("\"{name}\"")).collect();
    let fragment = match frame.has_fragment {
        0 => String::new(),
        _ => format!(
            ",\"fragment\":{{\"index\":{},\"count\":{},\"total\":{},\"offset\":{}}}", frame.fragment_index,
            frame.fragment_count, frame.fragment_total, frame.fragment_offset),
    };
    let payload = base64(&stream[frame.payload.offset..frame.payload.offset + frame.payload.size]);
    let flags = flags.join(",");
    format!(
        "{{\"frame\":{{\"type\":{kind},\"flags\":[{flags}],\"sequence\":{}{fragment},\"payload\":\"{payload}\"}}}}",
        frame.sequence)
    .into_bytes()
}

fn frame_encode(request: &Request) -> Answer {
    let mut written = Vec::new();
    for element in request.list("frames")? {
        let members = Request(element);
        let mut frame = ffi::imwire_frame { sequence: members.field("sequence")?, ..Default::default() };
        frame.kind = match members.required("type")? {
            b"\"heartbeat\"" => 1,
            b"\"message\"" => 2,
            _ => members.field("type")?,
        };
        for name in members.list("flags")? {
            let name = json::text(name)?;
            let Some((_, bit)) = FLAGS.iter().find(|(known, _)| *known == name) else {
                return skip("an unknown flag");
            };
            frame.flags |= bit;
        }
        if let Some(fragment) = members.member("fragment")? {
            let fields = Request(fragment);
            frame.has_fragment = 1;
            frame.fragment_index = fields.field("index")?;
            frame.fragment_count = fields.field("count")?;
            frame.fragment_total = fields.field("total")?;
            frame.fragment_offset = fields.field("offset")?;
        }
        written.extend(imwire::encode_frame(&frame, &members.bytes("payload")?)?);
    }
    Ok(in_base64(&written))
}

fn chat_decode(request: &Request) -> Answer {
    let mut reader = imwire::ChatReader::new(&request.options()?)?;
    let times = request.member("times")?.map(json::elements).transpose()?.unwrap_or_default();
    let mut items = Vec::new();
    for (index, chunk) in request.list("chunks")?.iter().enumerate() {
        let time = times.get(index).and_then(|time| std::str::from_utf8(time).ok()?.parse().ok()).unwrap_or(0);
        reader.feed(&unbase64(&json::text(chunk)?)?, time)?;
        drain(&mut reader, &mut items)?;
    }
    if request.is_true("end")? {
        reader.finish()?;
        drain(&mut reader, &mut items)?;
    }
    let state = reader.state()?;
    let mut more = format!(",\"pending\":{},\"emptyLines\":{}", state.pending, state.empty_lines);
    if request.string("framing")? == "packet" {
        more += &format!(",\"open\":{}", state.open_sets);
    }
    Ok(answer_items(&items, more))
}

fn chat_encode(request: &Request) -> Answer {
    let mut writer = imwire::ChatWriter::new(&request.options()?)?;
    let mut written = Vec::new();
    for message in request.list("messages")? {
        written.extend(writer.write(message)?);
    }
    written.extend(writer.finish()?);
    Ok(in_base64(&written))
}

fn rmtp_decode(request: &Request) -> Answer {
    let mut reader = imwire::PacketReader::new(&request.options()?)?;
    let is_text = request.string("framing")? == "xhr";
    request.required("protocolVersion")?;
    let mut items = Vec::new();
    for chunk in request.list("chunks")? {
        let text = json::text(chunk)?;
        reader.feed(&if is_text { text.into_bytes() } else { unbase64(&text)? })?;
        drain(&mut reader, &mut items)?;
    }
    if request.is_true("end")? {
        reader.finish()?;
        drain(&mut reader, &mut items)?;
    }
    Ok(answer_items(&items, format!(",\"pending\":{}", reader.state()?.pending)))
}

fn session_run(request: &Request) -> Answer {
    let mut session = imwire::Session::new(&request.string("machine")?, request.member("config")?)?;
    let (mut actions, mut size) = (Vec::new(), 0);
    for event in request.list("events")? {
        let list = session.put(event)?;
        for action in json::elements(&list)? {
            size += action.len();
            actions.push(action.to_vec());
        }
        if size > MOST_ACTIONS {
            return Err(No::Error(Error::Refused(Box::new(imwire::Refusal::new("session.actions")))));
        }
    }
    Ok([b"{\"actions\":[".as_slice(), &actions.join(&b","[..]), b"]}"].concat())
}

fn callback(request: &Request) -> Result<imwire::Callback, No> {
    match request.string("callback")?.as_str() {
        "message" => Ok(imwire::Callback::Message),
        "status" => Ok(imwire::Callback::Status),
        _ => skip("no such callback"),
    }
}

const OPERATIONS: [&str; 34] = [
    "content.decode", "content.encode", "content.describe", "frame.decode", "frame.encode", "chat.decode",
    "chat.encode", "rmtp.decode", "rmtp.encode", "rmtp.body.decode", "rmtp.body.encode", "rmtp.request.decode",
    "rmtp.request.encode", "rmtp.convert", "rmtp.envelope.decode", "rmtp.envelope.encode", "rmtp.navigation.decode",
    "rmtp.navigation.encode", "session.run", "api.sign",
    "content.validate", "content.member", "schema.check", "api.form.decode", "api.form.encode", "api.answer.decode",
    "api.answer.encode", "api.headers.decode", "api.headers.encode", "api.query.decode",
    "api.callback.decode", "api.callback.encode", "api.url.decode", "api.url.encode",
];

fn hello() -> Vec<u8> {
    format!(
        "{{\"name\":\"imwire-rust\",\"version\":\"{}\",\"language\":\"Rust\",\"protocol\":1,\"window\":16,\
         \"deviations\":true,\"unknown\":true,\"errorCodes\":true,\"canonical\":true,\"operations\":[\"{}\"]}}",
        imwire::version(),
        OPERATIONS.join("\",\""))
    .into_bytes()
}

fn answer(request: &Request) -> Answer {
    let trailing = || request.optional_bytes("trailing").map(Option::unwrap_or_default);
    imwire::check_request(request.0)?;
    // The functions of the crate have no profile, no capacity and no memory of a session.
    for name in ["profile", "capacity", "memory"] {
        if request.member(name)?.is_some() {
            return Ok(imwire::perform_request(request.0)?);
        }
    }
    match request.string("op")?.as_str() {
        "hello" => Ok(hello()),
        "content.decode" => {
            let name = request.string("objectName")?;
            Ok(imwire::decode(Some(&request.options()?), &name, &request.bytes("bytes")?)?)
        }
        "content.encode" => {
            let (name, value) = (request.string("objectName")?, request.required("value")?);
            let options = request.options()?;
            let content = match request.optional_bytes("from")? {
                Some(from) => imwire::assign(Some(&options), &name, &from, value)?,
                None => imwire::encode(Some(&options), &name, value)?,
            };
            Ok(in_base64(&content))
        }
        "content.describe" => {
            Ok(imwire::describe(&request.string("objectName")?, request.optional_bytes("bytes")?.as_deref())?)
        }
        "frame.decode" => frame_decode(request),
        "frame.encode" => frame_encode(request),
        "chat.decode" => chat_decode(request),
        "chat.encode" => chat_encode(request),
        "rmtp.decode" => rmtp_decode(request),
        "rmtp.encode" => {
            request.required("protocolVersion")?;
            let packet = request.required("packet")?;
            Ok(in_base64(&imwire::encode_packet(&request.options()?, packet, &trailing()?)?))
        }
        "rmtp.body.decode" => {
            let message = request.string("message")?;
            Ok(imwire::decode_body(Some(&request.options()?), &message, &request.bytes("bytes")?)?)
        }
        "rmtp.body.encode" => {
            let message = request.string("message")?;
            Ok(in_base64(&imwire::encode_body(Some(&request.options()?), &message, request.required("value")?)?))
        }
        "rmtp.request.decode" => {
            let target = request.string("target")?;
            Ok(imwire::decode_post(Some(&request.options()?), &target, &request.bytes("bytes")?)?)
        }
        "rmtp.request.encode" => Ok(imwire::encode_post(request.required("value")?)?),
        "rmtp.convert" => Ok(imwire::convert_packet(
            request.required("packet")?, &request.string("to")?, request.text("message")?.as_deref(), &trailing()?)?),
        "rmtp.envelope.decode" => {
            let packet = request.required("packet")?;
            Ok(imwire::decode_envelope(&request.options()?, packet, request.member("receipt")?)?)
        }
        "rmtp.envelope.encode" => Ok(imwire::encode_envelope(&request.options()?, request.required("value")?)?),
        "rmtp.navigation.decode" => {
            Ok(imwire::decode_navigation(Some(&request.options()?), &request.bytes("bytes")?)?)
        }
        "rmtp.navigation.encode" => Ok(in_base64(&imwire::encode_navigation(request.required("value")?)?)),
        "session.run" => session_run(request),
        "api.sign" => {
            let text = |name| request.string(name);
            let signature = imwire::sign(&text("secret")?, &text("nonce")?, &text("timestamp")?)?;
            Ok(format!("{{\"signature\":\"{signature}\"}}").into_bytes())
        }
        "api.form.decode" => {
            Ok(imwire::decode_form(Some(&request.options()?), &request.string("path")?, &request.bytes("bytes")?)?)
        }
        "api.form.encode" => {
            Ok(in_base64(&imwire::encode_form(&request.string("path")?, request.required("value")?)?))
        }
        "api.answer.decode" => {
            Ok(imwire::decode_answer(Some(&request.options()?), &request.string("path")?, &request.bytes("bytes")?)?)
        }
        "api.answer.encode" => {
            Ok(in_base64(&imwire::encode_answer(&request.string("path")?, request.required("value")?)?))
        }
        "api.callback.decode" => {
            Ok(imwire::decode_callback(Some(&request.options()?), callback(request)?, &request.bytes("bytes")?)?)
        }
        "api.callback.encode" => {
            Ok(in_base64(&imwire::encode_callback(callback(request)?, request.required("value")?)?))
        }
        "api.headers.encode" => {
            let text = |name| request.string(name);
            Ok(imwire::sign_headers(&text("appKey")?, &text("secret")?, &text("nonce")?, &text("timestamp")?)?)
        }
        "api.headers.decode" => Ok(imwire::check_headers(request.required("fields")?, &request.string("secret")?)?),
        "api.query.decode" => {
            let secret = request.string("secret")?;
            Ok(imwire::check_query(Some(&request.options()?), &request.bytes("bytes")?, &secret)?)
        }
        "api.url.decode" => Ok(imwire::decode_url(Some(&request.options()?), &request.bytes("bytes")?)?),
        "api.url.encode" => Ok(in_base64(imwire::encode_url(request.required("value")?)?.as_bytes())),
        name if OPERATIONS.contains(&name) => Ok(imwire::perform_request(request.0)?),
        _ => skip("unknown operation"),
    }
}

/// Returns the response to a request (TST-011).
fn respond(line: &[u8]) -> Vec<u8> {
    let id = json::member(line, "id").ok().flatten().unwrap_or(b"null");
    let (kind, told) = match answer(&Request(line)) {
        Ok(told) => ("ok", told),
        Err(No::Error(Error::Refused(refusal))) => {
            let offset = refusal.offset.map(|offset| format!("\"offset\":{offset},")).unwrap_or_default();
            ("error", format!("{{\"code\":\"{}\",{offset}\"path\":\"{}\"}}", refusal.code, refusal.path).into_bytes())
        }
        Err(No::Error(error)) => ("skipped", format!("{:?}", error.to_string()).into_bytes()),
        Err(No::Skip(reason)) => ("skipped", format!("{reason:?}").into_bytes()),
    };
    [b"{\"id\":", id, b",\"", kind.as_bytes(), b"\":", &told, b"}\n"].concat()
}

fn main() -> std::io::Result<()> {
    let (mut requests, mut responses) = (std::io::stdin().lock(), std::io::stdout().lock());
    let mut line = Vec::new();
    while requests.read_until(b'\n', &mut line)? > 0 {
        responses.write_all(&respond(&line))?;
        responses.flush()?;
        line.clear();
    }
    Ok(())
}
