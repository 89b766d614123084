// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import TextSupport

/// Replaces values in a stream of the socket chat protocol with stand-ins.
///
/// Lines keep their length; the lengths and checksums of packets are corrected.
enum ChatStandIns {
    /// Rewrites a stream.
    ///
    /// - Throws: ``RecordingFault`` for any part of the stream that cannot be decoded without an error.
    static func rewrite(
        _ bytes: [UInt8], _ framing: StreamFraming, _ standIns: inout StandIns
    ) throws(RecordingFault) -> [UInt8] {
        switch framing {
        case .line(let delimiter, _): try lines(bytes, delimiter, &standIns)
        case .packet: try packets(bytes, &standIns)
        }
    }

    // MARK: Lines

    private static func lines(
        _ bytes: [UInt8], _ delimiter: ChatLineDelimiter, _ standIns: inout StandIns
    ) throws(RecordingFault) -> [UInt8] {
        var bytes = bytes
        var start = 0
        while start < bytes.count {
            guard let stop = delimiter.first(in: bytes.span, from: start) else {
                throw RecordingFault("the stream ends within a line", at: bytes.count)
            }
            try line(&bytes, start..<stop, &standIns)
            start = stop + delimiter.byteCount
        }
        return bytes
    }

    private static func line(
        _ bytes: inout [UInt8], _ range: Range<Int>, _ standIns: inout StandIns
    ) throws(RecordingFault) {
        guard let first = range.first(where: { !Words.isSpace(bytes[$0]) }) else { return }
        if bytes[first] == UInt8(ascii: "{") || bytes[first] == UInt8(ascii: "[") || isHeartbeat(bytes[range]) {
            return try unit(&bytes, range, &standIns)
        }
        // Base64 may be wrapped or unpadded; only its characters change.
        let places = range.filter { !Words.isSpace(bytes[$0]) && bytes[$0] != UInt8(ascii: "=") }
        var text = places.map { bytes[$0] }
        text += Array(repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
        guard var inner = Base64.decode(String(decoding: text, as: UTF8.self)) else {
            throw RecordingFault("a line that is neither JSON nor Base64", at: first)
        }
        do throws(RecordingFault) {
            try unit(&inner, 0..<inner.count, &standIns)
        } catch {
            throw RecordingFault("\(error.problem), in Base64 at its byte \(error.offset)", at: first)
        }
        for (place, character) in zip(places, Base64.encode(inner).utf8) { bytes[place] = character }
    }

    /// Rewrites a message, an array of messages, or the bare heartbeat.
    private static func unit(
        _ bytes: inout [UInt8], _ range: Range<Int>, _ standIns: inout StandIns
    ) throws(RecordingFault) {
        if !isHeartbeat(bytes[range]) { try JSONStandIns.rewrite(&bytes, range, &standIns) }
    }

    private static func isHeartbeat(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.drop { Words.isSpace($0) }.reversed().drop { Words.isSpace($0) }.reversed()
            .elementsEqual("beatID".utf8)
    }

    // MARK: Packets

    /// A decoded packet of the stream.
    private struct Piece {
        var header: ChatPacketHeader
        var fragment: ChatFragmentFields?
        var part: [UInt8]
        var offset: Int
    }

    private static func packets(
        _ bytes: [UInt8], _ standIns: inout StandIns
    ) throws(RecordingFault) -> [UInt8] {
        var pieces = try read(bytes)
        var open: [UInt32: [Int]] = [:]
        for index in pieces.indices {
            let piece = pieces[index]
            if piece.header.type == .heartbeat { continue }
            guard piece.header.type == .message else {
                throw RecordingFault("a packet of an unknown type", at: piece.offset + 4)
            }
            guard let fragment = piece.fragment else {
                pieces[index].part = try unit(piece.part, piece.header.flags, piece.offset, &standIns)
                continue
            }
            var set = open.removeValue(forKey: piece.header.sequence) ?? []
            set.append(index)
            if set.count == Int(fragment.count) {
                try join(set, &pieces, &standIns)
            } else {
                open[piece.header.sequence] = set
            }
        }
        if let left = open.values.compactMap(\.first).min() {
            throw RecordingFault("a unit with missing fragments", at: pieces[left].offset)
        }
        var output: [UInt8] = []
        for piece in pieces { piece.header.encode(piece.part.span, fragment: piece.fragment, into: &output) }
        return output
    }

    /// Returns the packets, each of which must be valid by itself.
    private static func read(_ bytes: [UInt8]) throws(RecordingFault) -> [Piece] {
        var decoder = ChatPacketDecoder()
        var pieces: [Piece] = []
        var place = 0
        while place < bytes.count {
            switch decoder.next(in: bytes.span, from: &place) {
            case .needMore: throw RecordingFault("the stream ends within a packet", at: bytes.count)
            case .fault(let fault): throw RecordingFault(fault.error.code.rawValue, at: fault.error.offset)
            case .packet(let packet):
                if packet.header.headerLength != 24 {
                    throw RecordingFault("a header with unknown fields", at: packet.offset + 24)
                }
                var part: [UInt8] = []
                for index in packet.part.indices { part.append(packet.part[index]) }
                pieces.append(
                    Piece(header: packet.header, fragment: packet.fragment, part: part, offset: packet.offset))
            }
        }
        return pieces
    }

    /// Joins the fragments of a unit, and splits the rewritten unit among them.
    private static func join(
        _ set: [Int], _ pieces: inout [Piece], _ standIns: inout StandIns
    ) throws(RecordingFault) {
        let order = set.sorted { pieces[$0].fragment?.index ?? 0 < pieces[$1].fragment?.index ?? 0 }
        let whole = order.flatMap { pieces[$0].part }
        let first = pieces[order[0]]
        guard order.indices.allSatisfy({ Int(pieces[order[$0]].fragment?.index ?? 0) == $0 }),
            whole.count == Int(first.fragment?.total ?? 0)
        else { throw RecordingFault("fragments that do not make a unit", at: first.offset) }
        let other = try unit(whole, first.header.flags.subtracting(.fragment), first.offset, &standIns)
        guard other.count >= order.count else { throw RecordingFault("a unit that became too short", at: first.offset) }
        var start = 0
        for (position, index) in order.enumerated() {
            let left = order.count - position - 1
            let room = other.count - start - left
            let size = left == 0 ? room : min(pieces[index].part.count, room)
            pieces[index].part = Array(other[start..<start + size])
            pieces[index].fragment?.total = UInt32(other.count)
            pieces[index].fragment?.offset = UInt32(start)
            start += size
        }
    }

    /// Rewrites a unit, which is inflated and deflated again if necessary.
    private static func unit(
        _ bytes: [UInt8], _ flags: ChatPacketFlags, _ offset: Int, _ standIns: inout StandIns
    ) throws(RecordingFault) -> [UInt8] {
        var plain = try inflated(bytes, flags, offset)
        do throws(RecordingFault) {
            if flags.contains(.batch) {
                var place = 4
                while place + 4 <= plain.count {
                    let length = plain[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
                    try JSONStandIns.rewrite(&plain, place + 4..<min(place + 4 + length, plain.count), &standIns)
                    place += 4 + length
                }
            } else {
                try unit(&plain, 0..<plain.count, &standIns)
            }
        } catch {
            throw RecordingFault("\(error.problem), in a unit at its byte \(error.offset)", at: offset)
        }
        return flags.contains(.deflate) ? deflated(plain) : plain
    }

    /// Returns the inflated contents of a unit, using the decoder that implements all rules for units.
    private static func inflated(
        _ bytes: [UInt8], _ flags: ChatPacketFlags, _ offset: Int
    ) throws(RecordingFault) -> [UInt8] {
        var packet: [UInt8] = []
        ChatPacketHeader(type: .message, flags: flags, sequence: 1).encode(bytes.span, into: &packet)
        var limits = ChatFramingLimits()
        limits.packetBytes = Int(UInt32.max)
        var decoder = ChatPacketUnitDecoder(limits: limits)
        var place = 0
        switch decoder.next(in: packet.span, from: &place) {
        case .unit(let unit):
            var plain: [UInt8] = []
            for index in unit.bytes.indices { plain.append(unit.bytes[index]) }
            return plain
        case .fault(let fault): throw RecordingFault(fault.error.code.rawValue, at: offset)
        case .needMore, .heartbeat: throw RecordingFault("no unit", at: offset)
        }
    }

    /// Returns a deflated unit, even if deflation makes it no shorter.
    private static func deflated(_ plain: [UInt8]) -> [UInt8] {
        var options = ChatPacketEncoder.Options()
        options.deflate = true
        options.deflateMinimum = 0
        options.limits.messageBytes = .max
        var encoder = ChatPacketEncoder(options)
        var packet: [UInt8] = []
        try? encoder.encode(plain.span, into: &packet)
        if packet.count > 24, packet[7] & 1 == 1 { return Array(packet[24...]) }
        return stored(plain)
    }

    /// Returns an uncompressed zlib stream of stored blocks (RFC 1950, RFC 1951), preceded by the unit's length.
    private static func stored(_ plain: [UInt8]) -> [UInt8] {
        func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        var stream: [UInt8] = big(plain.count) + [0x78, 0x01]
        var rest = plain[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(65_535)
            let count = UInt16(block.count)
            stream.append(rest.isEmpty ? 1 : 0)
            for number in [count, ~count] { stream += [UInt8(number & 255), UInt8(number >> 8)] }
            stream += block
        } while !rest.isEmpty
        var (low, high) = (1, 0)
        for byte in plain {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return stream + big(high << 16 | low)
    }
}
