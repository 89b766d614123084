// SPDX-License-Identifier: Apache-2.0
//! The behaviour that users of the crate rely on.

use imwire::{ChatReader, ChatWriter, Error, FrameReader, Options, PacketReader, Scanner, Scope, Validator};

#[test]
fn contents_go_in_and_out() {
    let decoded = imwire::decode(None, "RC:TxtMsg", br#"{"content":"hi","mine":1.50}"#).unwrap();
    let value = imwire::json::member(&decoded, "value").unwrap().unwrap();
    assert_eq!(value, br#"{"content":"hi","mine":1.50}"#);
    assert_eq!(imwire::encode(None, "RC:TxtMsg", value).unwrap(), value);
    let about = imwire::describe("RC:TxtMsg", Some(b"{\"content\":\"hi\"}")).unwrap();
    assert_eq!(about, br#"{"category":"content","persistence":3,"digest":"hi"}"#);
}

#[test]
fn errors_say_where() {
    let strict = Options::new().unwrap().set("mode", "strict").unwrap();
    let Err(Error::Refused(refusal)) = imwire::decode(Some(&strict), "RC:TxtMsg", br#"{"content":7}"#) else {
        panic!("strict mode takes no number for a string");
    };
    assert_eq!((refusal.code.as_str(), refusal.offset, refusal.path.as_str()), ("field.type", Some(11), "/content"));
    assert_eq!(Error::Refused(refusal).to_string(), "field.type at byte 11, in /content");
    assert!(matches!(Options::new().unwrap().set("mode", "loose"), Err(Error::Argument(_))));
    assert!(matches!(Options::new().unwrap().limit("heat", 1), Err(Error::Argument(_))));
    assert!(matches!(imwire::decode_body(None, "NoMessage", b""), Err(Error::Unsupported(_))));
}

#[test]
fn validators_count() {
    let mut validator = Validator::new(None).unwrap();
    assert_eq!(validator.check("RC:TxtMsg", br#"{"content":7}"#).unwrap(), 1);
    assert_eq!(validator.deviations().unwrap(), br#"[{"id":"DEV-106","offset":11,"path":"/content"}]"#);
    assert_eq!(validator.check("RC:TxtMsg", br#"{"content":"7"}"#).unwrap(), 0);
    assert!(validator.check("RC:TxtMsg", b"{").is_err());
}

#[test]
fn chat_streams_go_in_any_pieces() {
    let options = Options::new().unwrap().set("framing", "packet").unwrap();
    let mut writer = ChatWriter::new(&options).unwrap();
    let mut bytes = writer.write(br#"{"messageType":"validate","fromUserID":"u"}"#).unwrap();
    bytes.extend(writer.finish().unwrap());
    for cut in 0..=bytes.len() {
        let mut reader = ChatReader::new(&options).unwrap();
        reader.feed(&bytes[..cut], 0).unwrap();
        let mut found: Vec<_> = reader.by_ref().collect();
        reader.feed(&bytes[cut..], 0).unwrap();
        found.extend(reader.by_ref());
        assert_eq!(found.len(), 1);
        assert!(found[0].as_ref().unwrap().starts_with(br#"{"kind":"validate""#));
        assert_eq!(reader.state().unwrap().pending, 0);
    }
    let (mut frames, mut position) = (FrameReader::new(None).unwrap(), 0);
    let frame = frames.next(&bytes, &mut position).unwrap().unwrap();
    assert_eq!((frame.kind, position), (2, bytes.len()));
    let payload = &bytes[frame.payload.offset..frame.payload.offset + frame.payload.size];
    assert_eq!(imwire::encode_frame(&frame, payload).unwrap(), bytes);
    let mut broken = FrameReader::new(None).unwrap();
    let Err(Error::Refused(refusal)) = broken.next(b"nonsense", &mut 0) else { panic!("no frame begins so") };
    assert_eq!((refusal.code.as_str(), refusal.scope), ("frame.magic", Some(Scope::Connection)));
}

#[test]
fn routers_see_what_they_need() {
    let options = Options::new().unwrap().set("framing", "tcp").unwrap().set("direction", "up").unwrap();
    let value = br#"{"objectName":"RC:TxtMsg","content":{"content":"hi"},"conversation":1,"targetId":"u2"}"#;
    let envelope = imwire::encode_envelope(&options, value).unwrap();
    let packet = imwire::json::member(&envelope, "value").unwrap().unwrap();
    let bytes = imwire::encode_packet(&options, packet, b"").unwrap();
    let (mut scanner, mut position) = (Scanner::new(&options).unwrap(), 0);
    assert!(scanner.next(&bytes[..5], &mut position).unwrap().is_none());
    let found = scanner.next(&bytes, &mut position).unwrap().unwrap();
    let body = &bytes[found.data.offset..found.data.offset + found.data.size];
    let route = imwire::route(body, false).unwrap().unwrap();
    assert_eq!(&bytes[found.target.offset..found.target.offset + found.target.size], b"u2");
    assert_eq!(&body[route.object_name.offset..route.object_name.offset + route.object_name.size], b"RC:TxtMsg");
    assert_eq!(&body[route.content.offset..route.content.offset + route.content.size], br#"{"content":"hi"}"#);
    assert_eq!(route.flags, 3);
    let mut reader = PacketReader::new(&options).unwrap();
    reader.feed(&bytes).unwrap();
    assert_eq!(reader.next().unwrap().unwrap().len() > packet.len(), true);
    assert!(reader.next().is_none());
    let seen = imwire::decode_envelope(&options, packet, None).unwrap();
    assert!(imwire::json::member(&seen, "value").unwrap().is_some());
}

#[test]
fn the_server_api_is_read_and_written() {
    let path = "/user/getToken.json";
    let answer = imwire::encode_answer(path, br#"{"code":200,"userId":"u","token":"t"}"#).unwrap();
    assert_eq!(
        imwire::decode_answer(None, path, &answer).unwrap(), br#"{"value":{"code":200,"userId":"u","token":"t"}}"#);
    let Err(Error::Refused(refusal)) = imwire::encode_form(path, br#"{"use":"u"}"#) else {
        panic!("the form has no such member");
    };
    assert_eq!((refusal.code.as_str(), refusal.path.as_str()), ("encode.field", "/use"));
    assert!(matches!(imwire::decode_form(None, "/no/service.json", b""), Err(Error::Unsupported(_))));
    let fields = imwire::sign_headers("key", "secret", "14314", "1408710653000").unwrap();
    let fields = imwire::json::member(&fields, "value").unwrap().unwrap();
    let signature = imwire::json::text(imwire::json::member(fields, "Signature").unwrap().unwrap()).unwrap();
    assert_eq!(signature, imwire::sign("secret", "14314", "1408710653000").unwrap());
    let query = format!("appKey=key&nonce=14314&signTimestamp=1408710653000&signature={signature}");
    assert!(imwire::check_query(None, query.as_bytes(), "secret").unwrap().ends_with(br#""isSigned":true}}"#));
    assert!(imwire::check_query(None, query.as_bytes(), "other").unwrap().ends_with(br#""isSigned":false}}"#));
    let statuses = br#"[{"userid":"u1","status":"0","os":"iOS","time":1437982698182}]"#;
    let body = imwire::encode_callback(imwire::Callback::Status, statuses).unwrap();
    let read = imwire::decode_callback(None, imwire::Callback::Status, &body).unwrap();
    assert!(read.starts_with(br#"{"value":[{"userid":"u1""#));
    let url = imwire::encode_url(br#"{"isSecure":true,"host":"example.com","appId":"a","token":"t"}"#).unwrap();
    assert_eq!(url, "wss://example.com/websocket?appId=a&token=t");
    assert!(imwire::decode_url(None, url.as_bytes()).is_ok());
}

#[test]
fn objects_go_to_other_threads() {
    let mut validator = Validator::new(None).unwrap();
    let count = std::thread::spawn(move || validator.check("RC:TxtMsg", b"{}")).join().unwrap();
    assert_eq!(count.unwrap(), 1);
    assert!(imwire::has("content") && !imwire::has("telepathy"));
    assert_eq!(imwire::version(), env!("CARGO_PKG_VERSION"));
}
