// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import Dispatch
import IMWire
import IMWireValues
import Platform

/// The driver's side of the driver protocol: events on standard input, answers on standard output (LIV-030).
enum DrivenLines {
    /// Answers each line until the input ends.
    ///
    /// - Parameter handle: Handles an event and returns the members of `ok`; throws a `SessionScript.Skip` for an event
    ///   that it does not support.
    static func answer(_ handle: @escaping (RawJSON) async throws -> RawJSON) async {
        for await line in lines() {
            var answer: RawJSON
            do {
                guard let event = RawJSON(line: line), event["event"]?.string != nil else {
                    throw SessionScript.Skip(reason: "the line is not an event")
                }
                answer = .object([("ok", try await handle(event))])
            } catch let skip as SessionScript.Skip {
                answer = .object([("skipped", RawJSON(skip.reason))])
            } catch {
                answer = .object([("skipped", RawJSON("\(error)"))])
            }
            Output.emit(lines: JSONLine.compact(answer))
        }
    }

    /// Returns the lines of standard input, which a separate thread reads because reading blocks.
    private static func lines() -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            DispatchQueue(label: "standard input").async {
                defer { continuation.finish() }
                var source = LineSource(BlockReader([]), maximum: 8 << 20)
                var block = LineBlock()
                while source.next(into: &block) {
                    while let next = block.next(source.maximum) {
                        if case .line(let range) = next { continuation.yield(Array(block.bytes[range])) }
                    }
                }
            }
        }
    }
}

extension ScriptEvent {
    /// Creates an event of a runner, which happens now; a script requires a time.
    init(driven json: RawJSON) throws {
        try self.init(.object((json.members ?? []).filter { $0.name != "at" } + [("at", .integer(0))]))
    }
}

extension ScriptObject {
    /// The configuration of the event `configure`, which may be absent.
    var configuration: ScriptObject { self["config"].map { ScriptObject($0, "config") } ?? ScriptObject([], "config") }
}

#endif
