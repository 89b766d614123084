// SPDX-License-Identifier: Apache-2.0

/// Bugs that are in the codec on purpose, for the fuzzer to find: one at a time, and in a build of its own only.
///
/// `scripts/planted-bugs` puts this file and the bugs into a copy of the sources. Each bug is narrow enough for the
/// cases of the suite to pass by it, as bugs in the field do.
package enum PlantedBug: CaseIterable, Sendable {
    // Text and JSON
    case base64Padding, utf8Continuation, surrogatePair, escapedNul, numberThroughDouble, depthUnchecked
    case escapeOffset
    // Contents and chat messages
    case unknownLast, duplicateFirst, aliasWins, memberHint, validateInteger
    // Framing
    case delimiterSplit, checksumEmpty, fragmentOverlap, batchLength, inflateRatio
    // Packets and bodies
    case signedHeader, streamCheck, surrogateBoundary, varintTenth, joinedUnknown, nestedRequired, unknownOrder
    // Sessions
    case receiptsSwapped

    /// The one that is switched on.
    nonisolated(unsafe) package static var active: PlantedBug?

    /// Whether this one is switched on.
    @inline(__always)
    package static func isActive(_ bug: PlantedBug) -> Bool { unsafe active == bug }

    /// Whether any of them is switched on.
    package static var isAnyActive: Bool { unsafe active != nil }

    /// Switches a bug on by its name; false where there is none of that name.
    package static func activate(_ name: String) -> Bool {
        unsafe active = allCases.first { $0.name.utf8.elementsEqual(name.utf8) }
        return unsafe active != nil
    }

    /// Switches all of them off.
    package static func deactivate() { unsafe active = nil }

    /// The name, as `--planted` takes it.
    package var name: String { "\(self)" }

    /// What is wrong, and where.
    package var summary: String {
        switch self {
        case .base64Padding:
            "Base64: two padding characters behind three digits are accepted, but not in the first group"
        case .utf8Continuation:
            "UTF8Sequence: the third of four bytes behind F1, F2 or F3 may be C0 or more"
        case .surrogatePair:
            "JSONScanner: the third of three escaped surrogate pairs in a row is lost"
        case .escapedNul:
            "JSONScanner: \\u0000 at the end of a string and right behind another \\u escape is dropped"
        case .numberThroughDouble: "JSONNumber: negative integers of 17 digits pass through Double"
        case .depthUnchecked: "JSONScanner: an array behind white space is not held to the depth"
        case .escapeOffset:
            "JSONScanner: a \\u escape of three digits that ends with the text is reported behind the end"
        case .unknownLast:
            "ContentReader: the twelfth unknown member is dropped where it is the content's last"
        case .duplicateFirst:
            "ContentReader: the first of equal members stands, in chat messages with four members or more"
        case .aliasWins:
            "ContentReader: an alias that is spelled with an escape wins over the canonical name"
        case .memberHint:
            "MemberTable: a name of 17 bytes or more is the expected one where its first and last eight bytes are"
        case .validateInteger: "ContentValidator: negative integers behind two other deviations may be any numbers"
        case .delimiterSplit:
            "LineDecoder: CR LF split behind a JSON line of 48, 64, 80 … bytes is missed"
        case .checksumEmpty: "PacketDecoder: the checksum of a long header without payload is not compared"
        case .fragmentOverlap:
            "FragmentSet: an overlap of one byte with the part above is accepted while parts between them are missing"
        case .batchLength: "BatchForm: the last of three messages or more may claim one byte more than there is"
        case .inflateRatio:
            "PacketUnitDecoder: the floor of the ratio is doubled for a unit that was joined from fragments"
        case .signedHeader: "PollingReader: header codes from -127 to -113 lose their sign the wrong way"
        case .streamCheck: "StreamPrefix: the check byte of a length of three bytes is not compared"
        case .surrogateBoundary:
            "FrameText: a low surrogate of DFFF is written as DFFE in CESU-8, but for U+10FFFF"
        case .varintTenth: "ProtobufReader: the tenth byte of a varint is dropped where it has bits beyond the 64th"
        case .joinedUnknown: "ProtobufReader: a singular message that comes again loses the unknown fields it had"
        case .nestedRequired:
            "MissingFields: required fields of the third and later elements are not looked for"
        case .unknownOrder: "ProtobufReader: unknown fields of four bytes are kept in front of the others"
        case .receiptsSwapped:
            "ClientSession: receipts for a batch of four or more from a recall to a recall are swapped"
        }
    }
}
