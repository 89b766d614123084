// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireValues

/// Packets of a TCP stream whose JSON has not been written.
struct RMTPStreamBlock: StreamBlock {
    /// A packet with what is known about its body, or an error.
    typealias Item = Result<(packet: Decoded<RMTPPacket>, body: RMTPBodies.Body), StreamFault>

    var reading = BlockReading()
    /// The packets that are left.
    fileprivate(set) var items: ArraySlice<Item> = []
    /// The file, and the number of packets before those that are left.
    fileprivate(set) var location = LineLocation(file: InputFile.standardInput, isOneOfMany: false)

    var isConverted: Bool { items.isEmpty }

    mutating func reset() {
        reading = BlockReading()
        items = []
    }
}

/// A decoder of RongCloud's packets in a TCP stream, which follows the queries in it.
struct RMTPStreamDecoding: StreamDecoding {
    private var stream: RMTPStreamDecoder
    private var bodies: RMTPBodies
    private var location: LineLocation
    /// The most packets in a block.
    private static let most = 1_024

    init(_ file: LineLocation, _ options: RMTPInspection.Options) {
        // A key is only rejected for its length, which the command line has already validated.
        let key = options.key.flatMap { try? RMTPStreamKey($0) }
        stream = RMTPStreamDecoder(
            .tcp(key: key), options.format, mode: options.mode, limits: options.limits.packets)
        bodies = RMTPBodies(topic: options.topic)
        location = file
    }

    var isClosed: Bool { stream.isClosed }

    mutating func feed(_ bytes: Span<UInt8>) { stream.feed(bytes) }

    mutating func finish() -> [String]? {
        stream.finish()
        return []
    }

    mutating func fill(_ block: inout RMTPStreamBlock) -> Bool {
        if block.items.isEmpty { block.location = location }
        while block.items.count < RMTPStreamDecoding.most, let result = stream.nextResult() {
            switch result {
            case .success(.packet(let packet)): block.items.append(.success((packet, bodies.body(of: packet.value))))
            case .success(.polled): continue  // a stream has no polls
            case .failure(let fault): block.items.append(.failure(fault))
            }
            location.number += 1
        }
        return block.items.count == RMTPStreamDecoding.most
    }
}

/// A converter of the packets of a stream.
struct RMTPStreamConverter: BlockConverter {
    private let reader: RMTPItemReader
    private let direction: RMTPDirection

    init(_ options: RMTPInspection.Options, bodies: Bool) {
        reader = RMTPItemReader(options, bodies: bodies)
        direction = options.format.direction
    }

    mutating func convert(_ block: inout RMTPStreamBlock, into output: inout ItemOutput) {
        while !output.isFull, let item = block.items.popFirst() {
            block.location.number += 1
            output.write(block.location, as: "packetNumber") { bytes in
                switch item {
                case .success(let item): reader.append(item.packet, item.body, direction, to: &bytes)
                case .failure(let fault): RMTPItemReader.append(fault, to: &bytes)
                }
            }
            if case .failure(let fault) = item, fault.scope == .connection {
                output.report(fault, in: block.location, within: "packet", "check the framing and the direction")
            }
        }
    }
}

#endif
