// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Codes and what they are called")
struct CodeTests {
    @Test("A code that is not listed is kept, and one that is has its number (CNT-037)")
    func openCodes() {
        #expect(CallMedia(rawValue: 77).rawValue == 77)
        #expect(CallMedia.video.rawValue == 2)
        #expect(KeyValueOperation(rawValue: 77).rawValue == 77)
        #expect(MentionedScope(rawValue: 77).rawValue == 77)
        #expect(ReceivedState(rawValue: 77).rawValue == 77)
        #expect(SentState(rawValue: 77).rawValue == 77)
        #expect(ContactOperation(rawValue: "Wave").rawValue == "Wave")
        #expect(DiscussionOperation(rawValue: 77).rawValue == 77)
        #expect(GroupOperation(rawValue: "Wave").rawValue == "Wave")
    }

    @Test("Flags are named, others shown as their number")
    func persistence() {
        let names = [0, 1, 2, 3, 16, 48].map { Persistence(rawValue: $0).description }
        #expect(names == ["none", "persisted", "counted only", "persisted+counted", "status", "flags 48"])
    }

    @Test("A number is looked up among the client's codes and the server's")
    func named() {
        let both = ServiceCode.named(1_004)
        #expect(both.count == 2 && both.allSatisfy { $0.code == 1_004 })
        #expect(ServiceCode.named(30_003).map(\.name) == ["RC_MSG_RESPONSE_TIMEOUT"])
        #expect(ServiceCode.named(-12_345).isEmpty)
    }

    @Test("A refused registration says what is wrong")
    func registration() {
        func words<Content: MessageContent>(_ type: Content.Type) -> String? {
            var registry = ContentRegistry.builtIn
            do {
                try registry.register(type)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(words(ReservedName.self)?.contains("RC:Mine starts with RC:") == true)
        #expect(words(EmptyName.self) == "an objectName cannot be empty")
        #expect(words(LongName.self)?.hasSuffix("has more than \(ObjectName.maximumLength) characters") == true)
    }

    @Test("A fault of a stream says where it is and what it costs")
    func faults() {
        let error = DecodeError(.frameChecksum, offset: 20)
        #expect(StreamFault(error).description == error.description)
        #expect(
            StreamFault(error, scope: .connection, inner: 3).description
                == error.description + ", byte 3 of the unit; the connection cannot go on")
    }
}

private protocol BareContent: MessageContent {
    init()
}

extension BareContent {
    init(decoding reader: inout ContentReader) throws(DecodeError) {
        self.init()
        _ = try reader.unknownMembers()
    }

    func encode(to writer: inout ContentWriter) {
        writer.open()
        writer.close()
    }
}

private struct ReservedName: BareContent {
    static let objectName: ObjectName = "RC:Mine"
}

private struct EmptyName: BareContent {
    static let objectName: ObjectName = ""
}

private struct LongName: BareContent {
    static let objectName: ObjectName = "app:123456789012345678901234567890123456789012345678901234567890"
}
