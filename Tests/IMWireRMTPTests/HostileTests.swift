// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import IMWireRMTP
import Testing

/// Tests of properties that hold for every input.
///
/// The inputs are each frame of the suite, all of its prefixes, and copies with each pair of bytes that may be a length
/// replaced.
@Suite("Hostile packets")
struct HostileTests {
    /// The frames of the cases, with their formats.
    private static let frames: Result<[(format: RMTPFormat, bytes: [UInt8])], any Error> = Result {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let cases = try CaseLibrary(folder: root.appending(path: "Fixtures/cases/rmtp")).cases
        func word(_ item: Case, _ name: String) -> RawJSON? { item.input.members.last { $0.name == name }?.value }
        var frames: [(format: RMTPFormat, bytes: [UInt8])] = []
        for item in cases where item.operation == .rmtpDecode && word(item, "framing")?.string == "websocket" {
            guard let direction = word(item, "direction")?.string.flatMap(RMTPDirection.init(rawValue:)),
                let version = word(item, "protocolVersion")?.number?.int64.flatMap({ RMTPVersion(rawValue: Int($0)) })
            else { continue }
            frames.append((RMTPFormat(direction, version), Array(item.input.bytes.prefix(200))))
        }
        return frames
    }

    /// Checks that lenient and strict reading agree, and that a strictly valid frame is written and read back.
    private func check(_ bytes: [UInt8], _ format: RMTPFormat) {
        func attempt(_ mode: DecodingMode) -> Result<Decoded<RMTPPacket>, DecodeError> {
            Result { () throws(DecodeError) in try RMTPMessageDecoder(format, mode: mode).packet(bytes.span) }
        }
        let lenient = attempt(.lenient)
        switch (lenient, attempt(.strict)) {
        case (.success(let loose), .success(let tight)):
            if !loose.deviations.isEmpty || loose.content != tight.content { Issue.record("\(bytes)") }
        case (.success(let loose), .failure(let error)):
            if loose.deviations.isEmpty || !(0...bytes.count).contains(error.offset) { Issue.record("\(bytes)") }
        case (.failure, .success): Issue.record("strict accepts what lenient refuses: \(bytes)")
        case (.failure(let loose), .failure):
            if !(0...bytes.count).contains(loose.offset) { Issue.record("\(bytes): \(loose)") }
        }
        guard case .success(let read) = lenient, read.deviations.isEmpty else { return }
        // RMTP-110: A frame that strict mode accepts reads the same after it is written.
        do {
            var written: [UInt8] = []
            try RMTPMessageEncoder(format).encode(read.content, into: &written)
            if try RMTPMessageDecoder(format, mode: .strict).packet(written.span).content != read.content {
                Issue.record("\(bytes) is written as \(written)")
            }
        } catch {
            Issue.record("\(bytes) cannot be written: \(error)")
        }
    }

    @Test("Every prefix of every frame decodes without a trap, by every method")
    func truncations() throws {
        let frames = try Self.frames.get()
        try #require(frames.count > 300)
        for frame in frames {
            for count in 0...frame.bytes.count { check(Array(frame.bytes[..<count]), frame.format) }
        }
    }

    @Test("Every length replaced by 0, one less, one more and FFFF decodes without a trap")
    func lengths() throws {
        for frame in try Self.frames.get() where frame.bytes.count > 2 {
            for place in 1..<min(frame.bytes.count - 1, 48) {
                let length = UInt16(frame.bytes[place]) << 8 | UInt16(frame.bytes[place + 1])
                for other in [0, length &- 1, length &+ 1, 0xff, 0xffff] {
                    var bytes = frame.bytes
                    bytes[place] = UInt8(other >> 8)
                    bytes[place + 1] = UInt8(other & 0xff)
                    check(bytes, frame.format)
                }
            }
        }
    }

    @Test("Every frame decoded as another packet does not trap")
    func otherFormats() throws {
        for frame in try Self.frames.get() {
            for direction in RMTPDirection.allCases {
                for version in RMTPVersion.allCases { check(frame.bytes, RMTPFormat(direction, version)) }
            }
        }
    }
}
