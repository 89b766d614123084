// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireValues
import TextSupport

/// The input formats of recordings.
package enum RecordingInput {
    /// The recordings of a wire log.
    package struct LogRecordings {
        /// What becomes cases: one recording for each connection, for each direction of a chat connection on TCP, and for
        /// each message of navigation, polling and the server API.
        package var recordings: [RecordedCases.Recording] = []
        /// The numbers of messages of HTTP that become no case, by their path or the reason.
        package var omitted: [String: Int] = [:]

        package init(_ recordings: [RecordedCases.Recording] = []) {
            self.recordings = recordings
        }
    }

    package static func recordings(_ log: WireLog, isRMTP: Bool?) throws(RecordingFault) -> LogRecordings {
        var result = LogRecordings()
        for number in log.connections {
            let events = log.events(of: number)
            if events.contains(where: { $0.transport == .http }) {
                do throws(RecordingFault) {
                    let http = try HTTPRecording(events)
                    result.recordings += http.recordings
                    result.omitted.merge(http.omitted) { $0 + $1 }
                } catch {
                    throw RecordingFault("connection \(number): \(error.problem)", at: error.offset)
                }
            }
            let parts = events.filter { $0.transport != .http }.compactMap { event in
                event.bytes.map { (bytes: $0, direction: event.direction) }
            }
            if parts.isEmpty { continue }
            if events.contains(where: { $0.transport == .websocket }) {
                result.recordings.append(.messages(parts))
                continue
            }
            let streams = RMTPDirection.allCases
                .map { way in (bytes: parts.filter { $0.direction == way }.flatMap(\.bytes), direction: way) }
                .filter { !$0.bytes.isEmpty }
            if isRMTP ?? streams.allSatisfy({ RMTPDetection.isNoChat($0.bytes) }) {
                result.recordings.append(.streams(streams))
            } else {
                result.recordings += streams.map { .chat($0.bytes, FramingDetection($0.bytes).framing) }
            }
        }
        return result
    }

    /// Returns exported WebSocket messages, one on each line: `up` or `down`, followed by hexadecimal or Base64.
    package static func messages(_ bytes: [UInt8]) throws(RecordingFault) -> RecordedCases.Recording {
        var messages: [(bytes: [UInt8], direction: RMTPDirection)] = []
        var place = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            defer { place += line.count + 1 }
            let words = line.split(whereSeparator: Words.isSpace).map { String(decoding: $0, as: UTF8.self) }
            if words.isEmpty { continue }
            let text = words.dropFirst().joined()
            guard let direction = RMTPDirection(rawValue: words[0]) else {
                throw RecordingFault("a line that begins with neither up nor down", at: place)
            }
            guard let message = HexBytes.read(text) ?? Base64.decode(text) else {
                throw RecordingFault("a line that is neither hex nor Base64", at: place)
            }
            messages.append((message, direction))
        }
        return .messages(messages)
    }

    /// Returns contents, one on each line with `objectName` and `content`; the content is JSON or the text of JSON.
    package static func contents(_ bytes: [UInt8]) throws(RecordingFault) -> [RecordedCases.Recording] {
        var contents: [RecordedCases.Recording] = []
        var place = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            defer { place += line.count + 1 }
            if line.allSatisfy(Words.isSpace) { continue }
            guard let json = try? RawJSON(parsing: Array(line).span), let name = json["objectName"]?.string,
                let content = json["content"]
            else { throw RecordingFault("a line without objectName and content", at: place) }
            contents.append(.content(name, Array((content.string ?? content.text).utf8)))
        }
        return contents
    }
}
