// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire

/// Short explanations of the error codes, which `Spec/errors.md` describes in full.
enum CodeText {
    /// All codes, in the order of the specification.
    static var all: [(code: String, text: String)] {
        DecodeError.Code.allCases.map { ($0.rawValue, text($0)) }
            + EncodeError.Code.allCases.map { ($0.rawValue, text($0)) }
            + SessionError.Code.allCases.map { ($0.rawValue, text($0)) }
            + RegistrationError.Code.allCases.map { ($0.rawValue, text($0)) }
            + SchemaError.Code.allCases.map { ($0.rawValue, text($0)) }
            + LineCode.allCases.map { ($0.rawValue, text($0)) }
    }

    /// Returns the explanation of a code, or nil if the code does not exist.
    static func text(of code: String) -> String? {
        all.first { $0.code == code }?.text
    }

    private static func text(_ code: DecodeError.Code) -> String {
        switch code {
        case .jsonSyntax:
            "The text is not JSON (RFC 8259), or is truncated. The offset is that of the first byte that cannot"
                + " continue it."
        case .jsonBOM: "The text begins with a byte order mark, which JSON must not have."
        case .jsonUTF8:
            "The bytes are not well-formed UTF-8. They are not replaced: the sender must encode its text correctly."
        case .jsonTrailing: "Unexpected text follows the JSON value: a second value, an extra bracket, a NUL."
        case .jsonSurrogate:
            "A \\u escape is half of a surrogate pair. Strict mode refuses it; otherwise it is kept and reported as"
                + " DEV-109."
        case .jsonDuplicate:
            "A member occurs twice in one object. Strict mode refuses it; otherwise the last one wins (DEV-101)."
        case .contentType:
            "The content is JSON, but not an object. A content inside a string has to be taken out of it first"
                + " (DEV-89)."
        case .fieldMissing:
            "A required member is absent. Strict mode refuses it; otherwise it is reported, mostly as DEV-103."
        case .fieldType:
            "A member has another type than its schema says. Both modes refuse what cannot be read as that type;"
                + " strict mode also what could be, such as a number in a string."
        case .fieldAlias:
            "A member came under another known name. Strict mode refuses it; otherwise it is read, and reported."
        case .fieldValue:
            "A member holds a value that is known to be wrong (DEV-05, DEV-54, DEV-67). Only strict mode rejects it."
        case .fieldBase64:
            "A Base64 member is wrapped, has a data: prefix, or is not Base64. Only strict mode refuses it."
        case .fieldForeign:
            "Local state of the sender, such as a path on its device, came over the wire. Only strict mode refuses it."
        case .objectNameLength:
            "The objectName is empty or has more than 32 characters. Strict mode refuses it; otherwise the content is"
                + " one of an unknown type."
        case .limitSize: "The content has more bytes than allowed; the service takes 128 KiB."
        case .limitDepth:
            "Objects and lists are nested deeper than allowed. The offset is that of the first excess bracket."
        case .limitMembers: "An object has more members than allowed. The offset is that of the first excess name."
        case .limitString: "A string or a name is longer than allowed, counted as it is written between its quotes."
        case .limitItems: "A list has more items than allowed. The offset is that of the first excess item."
        case .limitNumber: "A number is written with more characters than allowed."
        case .limitUnknown: "The members beyond the schema take more bytes than allowed in one object."
        case .messageType: "A chat message is JSON, but not an object. Only an array in a unit of its own is a batch."
        case .formSyntax:
            "A form is not made of fields name=value, or holds a byte that has to be escaped. Only strict mode refuses it."
        case .formPercent:
            "A percent sign in a form is not followed by two hexadecimal digits. Strict mode refuses it; otherwise it"
                + " stands for itself."
        case .formUTF8: "A name or value of a form is not UTF-8 once it is decoded. The sender has to encode its text."
        case .formMissing: "A field that the request cannot do without is absent."
        case .formDuplicate: "A field that may occur once occurs twice, so its value is ambiguous."
        case .formValue:
            "A field holds what cannot stand in it: no number, no flag; in strict mode also one that is too long or out"
                + " of range."
        case .headerMissing: "A request lacks App-Key, Nonce, Timestamp or Signature."
        case .headerDuplicate: "One of App-Key, Nonce, Timestamp and Signature came twice, in whichever spelling."
        case .urlSyntax: "The text is not the URL of a connection: wss://host/websocket?appId=…&token=…"
        case .frameTruncated: "The stream ended inside a line or packet. What was there of it was not read."
        case .frameLine: "A line is longer than allowed. The rest of it is skipped, and the next line is read."
        case .frameBase64:
            "A line is not Base64. Strict mode also refuses white space in it and missing padding (DEV-114)."
        case .frameEncoding:
            "A line is JSON where Base64 was agreed, or the other way round (DEV-115). Only strict mode refuses it."
        case .frameBrokenBase64:
            "The peer decodes Base64 instead of encoding. Its lines cannot be recovered; correct its code."
        case .frameMagic:
            "A packet does not start with FA CE: the stream does not consist of packets, or synchronisation is lost."
        case .frameVersion: "A packet has another version than 1, and its layout is not known."
        case .frameHeader: "A packet's header is damaged: its check is wrong, or its length is below 24."
        case .frameLength: "A packet claims a larger payload than allowed. Nothing was kept for it."
        case .frameChecksum:
            "A packet arrived whole and its checksum is wrong. It is skipped, and the next one is read."
        case .frameFlags: "A packet has a flag that is not known, so its payload cannot be understood."
        case .frameType: "A packet is neither a heartbeat nor a message. Only a reader of messages refuses it."
        case .frameHeartbeat: "A heartbeat has a flag or a payload; it has to be a header alone."
        case .frameFragment:
            "The fields of a fragment contradict themselves, or its payload has no room for them and one byte."
        case .frameFragmentConflict:
            "A fragment does not agree with its set about the whole, or leaves a gap that nothing can fill."
        case .frameFragmentDuplicate: "A fragment with this index is there already. The first one stays."
        case .frameFragmentOverlap:
            "A fragment has bytes that another one of its set has, or lies on the wrong side of it."
        case .frameFragmentLimit: "A limit on open sets, fragments or bytes is exceeded. Open sets are kept."
        case .frameFragmentAge: "A set of fragments was not completed in time and was dropped."
        case .frameInflate: "The deflated unit is not exactly one zlib stream without a dictionary."
        case .frameInflateSize: "A deflated unit claims more bytes than allowed. Nothing was inflated."
        case .frameInflateRatio:
            "A deflated unit claims more than its bytes can honestly hold. Nothing was inflated."
        case .frameInflateLength: "A deflated unit inflates to more or fewer bytes than it says."
        case .frameBatch: "The lengths of a batch do not fit its bytes. No message of it was given out."
        case .frameBatchLimit: "A batch or an array has more messages than allowed. None of them was given out."
        case .packetEmpty: "A message that should be a packet has no byte, and so no header."
        case .packetDirection: "A packet came from the side that does not send it; some are read all the same."
        case .packetTruncated:
            "A packet ends within a number or, in strict mode, where its layout has another member."
        case .packetLength: "The length of a string reaches beyond its packet. Lenient mode reads what is there."
        case .packetUTF8: "A string of a packet is neither UTF-8 nor CESU-8."
        case .packetFlags: "A bit is set among the flags of a CONNECT or CONNACK that means nothing there."
        case .packetTrailing: "Bytes follow the last field of a packet. Lenient mode ignores them."
        case .protoTruncated: "A body ends inside a field, or a length in it leads beyond its message."
        case .protoVarint: "A varint in a body has more than ten bytes."
        case .protoWireType: "A field of a body has a wire type that does not exist, or a group ends that never began."
        case .protoTag: "A field of a body has the number 0, or one above 536870911."
        case .protoUTF8: "A string of a body is not well-formed UTF-8."
        case .protoRequired: "A body lacks a required field. Strict mode refuses it; otherwise DEV-138 is reported."
        }
    }

    private static func text(_ code: EncodeError.Code) -> String {
        switch code {
        case .number: "A text that was given as a number is not a JSON number. Nothing was written."
        case .json: "A text that was given as JSON is not exactly one JSON value. Nothing was written."
        case .size:
            "What was to be written has more bytes than the service takes, or than a reader accepts. Nothing was written."
        case .field:
            "A field of a request is missing, too long, out of range, or not one of that request. Nothing was written."
        case .header:
            "A value has control characters, or spaces at its ends, and would not arrive in a header as it is. Nothing"
                + " was written."
        case .fragments: "The fragment size is 0, or makes more than 65535 fragments. Nothing was written."
        case .string: "A string of a packet takes more than the 65535 bytes that can be counted. Nothing was written."
        case .member:
            "A packet lacks a member of its layout, or has one that does not belong there; or a body lacks a"
                + " required field. Nothing was written."
        case .flags: "The flags that were given for a CONNACK do not say which members it has. Nothing was written."
        case .direction: "The packet is not sent in this direction. Nothing was written."
        case .range: "A number does not fit its field. Nothing was written."
        case .key: "The key does not have exactly eight bytes. Nothing was read or written."
        case .topic: "The conversation cannot be sent to, or has no topic for what nobody stores. Nothing was written."
        case .callback: "The name of the function has characters that JSONP cannot have. Nothing was written."
        }
    }

    private static func text(_ code: SessionError.Code) -> String {
        switch code {
        case .config:
            "A value of a session's configuration is outside its range, or is not an integer. The path names the member;"
                + " the page of the machine gives the ranges (SES-142)."
        case .actions: "A script gives more than 16 MiB of actions. Split its events into several scripts (SES-145)."
        }
    }

    private static func text(_ code: SchemaError.Code) -> String {
        switch code {
        case .json: "The schema is not JSON, is not an object, or has a name twice in one object."
        case .keyword:
            "A keyword of the schema is not part of the vocabulary, or does not belong where it stands. Spec/README.md"
                + " lists the keywords."
        case .missing: "A keyword that the schema must have is missing."
        case .value: "A keyword of the schema has a value that it cannot have."
        case .reference: "A reference in the schema leads nowhere, or in a circle."
        case .name: "A name stands for two things in one object of the schema, or two files have the same name."
        case .limit: "The schema is too large, or has too many members or levels (CNT-196)."
        }
    }

    private static func text(_ code: RegistrationError.Code) -> String {
        switch code {
        case .reserved:
            "A custom type was registered under a name that begins with RC:, which the service reserves for"
                + " itself. Choose another prefix, or override the check for a name that is in use already."
        case .empty: "A type was registered without a name."
        case .length: "A type was registered under a name of more than 32 characters, which the service never delivers."
        case .taken: "A type was registered under a name that another type has. The first registration is kept."
        }
    }

    private static func text(_ code: LineCode) -> String {
        switch code {
        case .json:
            "A line of the file is not one JSON object; its content was not looked at. The offset counts from the"
                + " first byte of the line."
        case .utf8: "A line of the file is not well-formed UTF-8. The offset counts from the first byte of the line."
        case .member:
            "A line of the file lacks objectName or its content, has one of them twice, or one that cannot be used."
        case .length: "A line of the file is longer than --max-line allows. It was skipped without being held."
        }
    }
}

#endif
