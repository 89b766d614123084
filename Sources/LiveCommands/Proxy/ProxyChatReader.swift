// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireNIO
import IMWireRMTP
import NIOCore

/// A reader of socket chat that detects the framing from the first bytes of each direction (FRM-008).
final class ProxyChatReader: ProxyReader {
    let logsParts = false
    private let ways: [RMTPDirection: ProxyChatWay]
    var pending: Int { ways.values.reduce(0) { $0 + $1.pending } }

    init(_ mode: DecodingMode) {
        ways = [.up: ProxyChatWay(mode), .down: ProxyChatWay(mode)]
    }

    func take(_ buffer: ByteBuffer, _ direction: RMTPDirection) -> ProxyArrivals {
        (ways[direction]?.take(buffer) ?? []).map { (direction, $0) }
    }

    func end(_ direction: RMTPDirection) -> ProxyArrivals {
        (ways[direction]?.end() ?? []).map { (direction, $0) }
    }
}

/// One direction of a socket chat connection.
final class ProxyChatWay {
    private let mode: DecodingMode
    private var probe = FramingProbe()
    private var first = ByteBuffer()
    private var framing = StreamFraming.packet
    private var processor: NIOSingleStepByteToMessageProcessor<ChatUnitDecoder>?
    private var unitBytes: [UInt8] = []
    private var arrivals: [ProxyArrival] = []
    private static let limit = 65_536

    var pending: Int { first.readableBytes + (processor?.unprocessedBytes ?? 0) }

    init(_ mode: DecodingMode) {
        self.mode = mode
    }

    func take(_ buffer: ByteBuffer) -> [ProxyArrival] {
        if processor != nil {
            read(buffer)
        } else {
            probe.add(buffer.readableBytesView)
            first.writeImmutableBuffer(buffer)
            if probe.isEnough || first.readableBytes > ProxyChatWay.limit { decide() }
        }
        return found()
    }

    func end() -> [ProxyArrival] {
        if processor == nil, first.readableBytes > 0 { decide() }
        try? processor?.finishProcessing(seenEOF: true) { give($0) }
        return found()
    }

    private func found() -> [ProxyArrival] {
        defer { arrivals = [] }
        return arrivals
    }

    private func decide() {
        framing = FramingDetection(Array(first.readableBytesView)).framing
        let chat: ChatFraming =
            switch framing {
            case .packet: .packets
            case .line(let delimiter, let encoding): .lines(delimiter, encoding)
            }
        let decoder = ChatUnitDecoder(chat, mode: mode)
        decoder.onUnit = { [unowned self] in self.unitBytes = Array($0.readableBytesView) }
        processor = NIOSingleStepByteToMessageProcessor(decoder)
        let buffer = first
        first = ByteBuffer()
        read(buffer)
    }

    private func read(_ buffer: ByteBuffer) {
        // The decoder reports faults as values and does not throw.
        try? processor?.process(buffer: buffer) { give($0) }
    }

    private func give(_ unit: ChatUnit) {
        arrivals.append(.chat(unit, unitBytes, framing))
        unitBytes = []
    }
}

#endif
