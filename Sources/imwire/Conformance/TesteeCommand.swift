// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import IMWire
import IMWireConformance

/// Puts the built-in codec behind the testee protocol.
struct TesteeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "testee",
        abstract: "Answers the conformance suite's questions with the built-in codec.",
        discussion: """
            Reads one JSON request a line and writes one answer a line, as Spec/testee-protocol.md describes, until its \
            input ends. It is what `imwire conform --testee "imwire testee"` runs, and a model for testees in other \
            languages.

            EXAMPLE
              $ echo '{"id":1,"op":"content.decode","objectName":"RC:TxtMsg","bytes":"eyJjb250ZW50IjoiSGkifQ=="}' \\
                  | imwire testee
              {"id":1,"ok":{"value":{"content":"Hi"},"unknown":[],"deviations":[]}}
            """)

    func run() throws {
        let codec = CodecTestee()
        var pending: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { break }
            var start = 0
            var output: [UInt8] = []
            for offset in 0..<count where buffer[offset] == 0x0a {
                pending += buffer[start..<offset]
                start = offset + 1
                output += codec.answer(line: pending.span) + [0x0a]
                pending.removeAll(keepingCapacity: true)
            }
            pending += buffer[start..<count]
            guard pending.count <= 8 << 20 else {
                throw CommandFailure.usage("a request is longer than 8 MiB (TST-004)")
            }
            guard TesteeCommand.writeAll(output) else { return }
        }
        if !pending.isEmpty { _ = TesteeCommand.writeAll(codec.answer(line: pending.span) + [0x0a]) }
    }

    /// Whether the reader is still there.
    private static func writeAll(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }
}
