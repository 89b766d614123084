// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireValues

/// A handler that decodes RongCloud's packets from WebSocket messages and replies to polls, one per line.
struct RMTPDecoding: LineConversion {
    private let options: RMTPInspection.Options
    /// The direction of lines that do not state one.
    private let direction: RMTPDirection?
    private let report: RMTPItemReport
    private let progress: LineProgress?
    private var form: LineBytes?
    private var reader: RMTPItemReader
    private var count = 0
    /// The exit code so far.
    private(set) var exit = ToolExit.clean

    init(
        _ options: RMTPInspection.Options, _ direction: RMTPDirection?, _ form: LineBytes?, bodies: Bool,
        _ report: RMTPItemReport
    ) {
        self.options = options
        self.direction = direction
        self.form = form
        self.report = report
        reader = RMTPItemReader(options, bodies: bodies)
        progress = LineProgress("packets", beside: report.out)
    }

    mutating func take(_ line: Span<UInt8>, _ place: Place) {
        if options.framing == .xhr {
            for item in reader.reply(line) { give(item, place, nil) }
            return
        }
        do throws(Fault) {
            let message = try MessageLine(line, &form)
            guard let way = message.direction ?? direction else {
                throw Fault(
                    .member, at: 0,
                    "the direction of the message is unknown; begin the line with up or down, or give --direction")
            }
            give(reader.message(message.bytes.span, way), place, message.direction)
        } catch {
            take(error, place)
        }
    }

    mutating func take(_ fault: Fault, _ place: Place) {
        exit = .findings
        report.write(fault, place)
    }

    mutating func heard(_ bytes: Int) {
        progress?.advance(count, bytes: bytes)
    }

    func finish() { report.out.flush() }

    private mutating func give(_ item: RMTPItemReader.Item, _ place: Place, _ direction: RMTPDirection?) {
        count += 1
        if item.fault != nil || item.isBodyRefused { exit = .findings }
        report.write(item, place, direction)
    }
}

#endif
