// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What each error code means, in plain words; `Spec/errors.md` has the whole text.
enum CodeText {
    /// Every code, in the order of the specification.
    static var all: [(code: String, text: String)] {
        DecodeError.Code.allCases.map { ($0.rawValue, text($0)) }
            + EncodeError.Code.allCases.map { ($0.rawValue, text($0)) }
            + RegistrationError.Code.allCases.map { ($0.rawValue, text($0)) }
            + LineCode.allCases.map { ($0.rawValue, text($0)) }
    }

    /// What a code means; nil where there is none of that name.
    static func text(of code: String) -> String? {
        all.first { $0.code == code }?.text
    }

    private static func text(_ code: DecodeError.Code) -> String {
        switch code {
        case .jsonSyntax:
            "The text is not JSON (RFC 8259), or ends too early. The offset is that of the first byte that cannot"
                + " continue it."
        case .jsonBOM: "The text begins with a byte order mark. Send it without."
        case .jsonUTF8:
            "The bytes are not well-formed UTF-8. Nothing is replaced: the sender has to encode its text right."
        case .jsonTrailing: "Something follows the JSON value: a second value, a bracket too many, a NUL."
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
            "A member holds a value that is known to be wrong (DEV-05, DEV-54, DEV-67). Only strict mode refuses it."
        case .fieldBase64:
            "A Base64 member is wrapped, has a data: prefix, or is not Base64. Only strict mode refuses it."
        case .fieldForeign:
            "Local state of the sender, such as a path on its device, came over the wire. Only strict mode refuses it."
        case .objectNameLength:
            "The objectName is empty or has more than 32 characters. Strict mode refuses it; otherwise the content is"
                + " one of an unknown type."
        case .limitSize: "The content has more bytes than allowed; the service takes 128 KiB."
        case .limitDepth:
            "Objects and lists are nested deeper than allowed. The offset is that of the bracket too many."
        case .limitMembers: "An object has more members than allowed. The offset is that of the first name too many."
        case .limitString: "A string or a name is longer than allowed, counted as it is written between its quotes."
        case .limitItems: "A list has more items than allowed. The offset is that of the first item too many."
        case .limitNumber: "A number is written with more characters than allowed."
        case .limitUnknown: "The members beyond the schema take more bytes than allowed in one object."
        case .messageType: "A chat message is JSON, but not an object. Only an array in a unit of its own is a batch."
        case .frameBatchLimit: "A batch or an array holds more messages than allowed. None of them is given out."
        }
    }

    private static func text(_ code: EncodeError.Code) -> String {
        switch code {
        case .number: "A text that was given as a number is not a JSON number. Nothing was written."
        case .json: "A text that was given as JSON is not exactly one JSON value. Nothing was written."
        case .size: "The content would have more bytes than the service takes. Nothing was written."
        }
    }

    private static func text(_ code: RegistrationError.Code) -> String {
        switch code {
        case .reserved:
            "A type of one's own was to be registered under a name that begins with RC:, which the service keeps for"
                + " itself. Choose another prefix, or override the check for a name that is in use already."
        case .empty: "A type was to be registered without a name."
        case .length: "A type was to be registered under a name of more than 32 characters, which would never arrive."
        case .taken: "A type was to be registered under a name that another one has. The first one stays."
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
