// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireConformance
import Platform

struct TesteeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "testee",
        abstract: "Answers the requests of the conformance suite with the built-in codec.",
        discussion: """
            Reads one JSON request per line and writes one answer per line until its \
            input ends, as described in Spec/testee-protocol.md. It is what \
            `imwire conform --testee "imwire testee"` runs, and a model for testees in \
            other languages.

            EXAMPLES
              echo '{"id":1,"op":"hello","protocol":1,"suite":"2.0.0"}' | imwire testee
            """)

    @OptionGroup var custom: CustomTypeOptions

    func run() throws {
        let codec = CodecTestee(registry: try custom.read().registry)
        let out = Output()
        var pending: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while let count = try TesteeCommand.read(into: &buffer) {
            var start = 0
            for offset in 0..<count where buffer[offset] == UInt8(ascii: "\n") {
                pending += buffer[start..<offset]
                start = offset + 1
                try answer(pending, codec, out)
                pending.removeAll(keepingCapacity: true)
            }
            pending += buffer[start..<count]
            if pending.count > TesteeRequest.longestLine { try refuse(out) }
            out.flush()
        }
        if !pending.isEmpty { try answer(pending, codec, out) }
        out.flush()
    }

    private func answer(_ line: [UInt8], _ codec: CodecTestee, _ out: Output) throws {
        if line.count > TesteeRequest.longestLine { try refuse(out) }
        out.buffer.bytes += codec.answer(line: line.span)
        out.buffer.bytes.append(UInt8(ascii: "\n"))
        out.flushIfFull()
    }

    private func refuse(_ out: Output) throws {
        out.flush()
        throw CommandFailure.usage("a request is longer than 8 MiB (TST-004)")
    }

    /// Reads the available bytes of standard input, and returns their number, or nil at the end.
    private static func read(into buffer: inout [UInt8]) throws -> Int? {
        let count = buffer.withUnsafeMutableBytes { FileDescriptor.read(STDIN_FILENO, into: $0) }
        if count < 0 {
            throw CommandFailure(message: "cannot read the input: \(SystemError.words(errno))", exit: .broken)
        }
        return count == 0 ? nil : count
    }
}

#endif
