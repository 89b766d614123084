// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireValues

/// A decoder of RongCloud's packets in TCP streams, one per file, whose memory does not grow with the streams.
struct RMTPStreamDecoding {
    private let options: RMTPInspection.Options
    private let hasBodies: Bool
    private let report: RMTPItemReport
    private let progress: LineProgress?
    private var exit = ToolExit.clean
    private var count = 0
    private var number = 0

    init(_ options: RMTPInspection.Options, bodies: Bool, _ report: RMTPItemReport) {
        self.options = options
        hasBodies = bodies
        self.report = report
        progress = LineProgress("packets", beside: report.out)
    }

    /// Reads the files and returns the exit code.
    mutating func read(_ names: [String]) throws -> ToolExit {
        for name in names {
            do throws(InputError) {
                try read(Place(file: name, isOneOfMany: names.count > 1))
            } catch {
                progress?.clear()
                Console.complain(error.message)
                exit = .worse(exit, .usage)
            }
        }
        report.out.flush()
        progress?.clear()
        return exit
    }

    private mutating func read(_ file: Place) throws(InputError) {
        var chunks = ChunkReader(try InputFile(file.file))
        // A key is only rejected for its length, which the command line has already validated.
        let key = options.key.flatMap { try? RMTPStreamKey($0) }
        var stream = RMTPStreamDecoder(
            .tcp(key: key), options.format, mode: options.mode, limits: options.limits.packets)
        var reader = RMTPItemReader(options, bodies: hasBodies)
        number = 0
        while !stream.isClosed {
            let before = chunks.bytesRead
            guard try chunks.next({ chunk in stream.feed(chunk) }) else { break }
            drain(&stream, &reader, file)
            progress?.advance(count, bytes: chunks.bytesRead - before)
        }
        stream.finish()
        drain(&stream, &reader, file)
        if chunks.bytesRead == 0 { Console.complain("\(file.title) is empty (0 bytes)") }
    }

    private mutating func drain(_ stream: inout RMTPStreamDecoder, _ reader: inout RMTPItemReader, _ file: Place) {
        while let result = stream.nextResult() {
            switch result {
            case .success(.packet(let packet)):
                give(reader.item(packet.value, packet.deviations, options.format.direction), file)
            case .success(.polled): break  // a stream has no polls
            case .failure(let fault): give(reader.refused(fault), file)
            }
        }
    }

    private mutating func give(_ item: RMTPItemReader.Item, _ file: Place) {
        count += 1
        number += 1
        if item.fault != nil || item.isBodyRefused { exit = .findings }
        var place = file
        place.number = number
        report.write(item, place, nil)
        guard let fault = item.fault, fault.scope == .connection else { return }
        report.out.flush()
        progress?.clear()
        let advice =
            fault.error.code == .frameTruncated
            ? "the stream ends inside a packet" : "the rest is not read; check the framing and the direction"
        Console.complain("\(file.title): \(fault.error.description): \(advice)")
    }
}

#endif
