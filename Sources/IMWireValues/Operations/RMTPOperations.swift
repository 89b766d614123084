// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The operations `rmtp.decode` and `rmtp.encode`, which convert RongCloud's binary packets (TST-088, TST-089).
package enum RMTPOperations {
    /// The parameters that requests of both operations have.
    package struct Request {
        package var framing: RMTPFraming
        package var format: RMTPFormat
        package var key: [UInt8]?
        package var limits: PacketLimits

        package init(_ request: JSONObject) throws(OperationError) {
            guard let framing = request["framing"]?.string.flatMap(RMTPFraming.init(rawValue:)),
                let direction = request["direction"]?.string.flatMap(RMTPDirection.init(rawValue:)),
                let number = request["protocolVersion"]?.number?.int64,
                let version = Int(exactly: number).flatMap(RMTPVersion.init(rawValue:))
            else { throw .unsupported("unknown framing, direction or version") }
            if framing == .xhr, direction == .up { throw .unsupported("polled packets only go down (TST-088)") }
            self.framing = framing
            format = RMTPFormat(direction, version)
            if let text = request["key"] {
                guard let bytes = text.base64 else { throw .unsupported("the key is not Base64") }
                key = bytes
            }
            limits = try PacketLimits(request["limits"])
        }

        /// Returns the key, whose length is checked in every framing (RMTP-375).
        func streamKey() throws(EncodeError) -> RMTPStreamKey? {
            guard let key else { return nil }
            return try RMTPStreamKey(key)
        }

        func transport() throws(EncodeError) -> RMTPTransport {
            let key = try streamKey()
            return switch framing {
            case .websocket: .webSocket
            case .tcp: .tcp(key: key)
            case .xhr: .polling
            }
        }
    }

    /// Returns a reader for the format that a request specifies.
    package static func reader(_ agreed: Request, _ mode: DecodingMode) throws(EncodeError) -> RMTPStreamDecoder {
        RMTPStreamDecoder(
            try agreed.transport(), agreed.format, mode: mode, limits: agreed.limits.packets,
            contentLimits: agreed.limits.contents)
    }

    /// Returns an item of an answer as JSON (TST-065).
    package static func item(_ item: RMTPItem, _ direction: RMTPDirection) -> RawJSON {
        switch item {
        case .packet(let decoded): self.item(decoded.value, decoded.deviations, direction)
        case .polled(let decoded): self.item(decoded.value.json, decoded.deviations)
        @unknown default: .null
        }
    }

    /// Returns a packet and its deviations as JSON.
    ///
    /// Bytes that follow the packet's last field are in the member `trailing` (RMTP-043).
    package static func item(_ packet: RMTPPacket, _ deviations: [Deviation], _ direction: RMTPDirection) -> RawJSON {
        item(packet.json(direction), deviations, trailing: packet.trailing)
    }

    /// Returns an item for a packet that is already JSON.
    package static func item(_ packet: RawJSON, _ deviations: [Deviation], trailing: [UInt8] = []) -> RawJSON {
        var bytes: [UInt8] = []
        bytes.append(literal: "{\"packet\":")
        bytes.append(json: packet)
        append(deviations, trailing: trailing, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
        return RawJSON(scanned: String(decoding: bytes, as: UTF8.self))
    }

    /// Appends a comma and the members of an item that follow its packet: `deviations` and, if there is any,
    /// `trailing`.
    package static func append(_ deviations: [Deviation], trailing: [UInt8], to bytes: inout [UInt8]) {
        bytes.append(name: "deviations")
        bytes.append(json: deviations.isEmpty ? [] : deviations.map(\.id.description))
        if trailing.isEmpty { return }
        bytes.append(literal: ",\"trailing\":\"")
        bytes.append(base64: trailing.span)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Decodes the chunks of a stream.
    static func decode(_ request: JSONObject) throws(OperationError) -> RawJSON {
        let agreed = try Request(request)
        var reader: RMTPStreamDecoder = try OperationError.writing(RMTPOperations.reader(agreed, request.mode))
        let chunks = try StreamChunks(request, timed: false, areTexts: agreed.framing == .xhr)
        var items: [RawJSON] = []
        chunks.feed(to: &reader) { result in
            switch result {
            case .success(let item): items.append(self.item(item, agreed.format.direction))
            case .failure(let fault): items.append(fault.item)
            }
        }
        return .object(["items": items, "pending": reader.pendingBytes])
    }

    // MARK: Writing

    /// Encodes a packet with its framing (TST-089).
    package static func encode(_ request: JSONObject) throws(OperationError) -> [UInt8] {
        let agreed = try Request(request)
        guard let json = request["packet"] else { throw .unsupported("there is no packet") }
        let encoding: FrameTextEncoding
        switch request["astral"]?.string {
        case nil, "cesu8": encoding = .cesu8
        case "utf8": encoding = .utf8
        default: throw .unsupported("unknown way to write characters")
        }
        return try encode(json, request["trailing"], agreed, encoding)
    }

    private static func encode(
        _ json: RawJSON, _ trailing: RawJSON?, _ agreed: Request, _ encoding: FrameTextEncoding
    ) throws(OperationError) -> [UInt8] {
        var fields = RMTPFields(json)
        // The first of these steps that finds a fault determines the error (RMTP-351): the key, the numbers, the
        // direction, and then the rest of the packet.
        let key = try OperationError.writing(agreed.streamKey())
        let type = try fields.checkedType()
        if RMTPHeader.fit(type, agreed.format.direction) != .proper { throw .encoding(EncodeError(.direction)) }
        switch agreed.framing {
        case .xhr:
            if trailing?.string?.isEmpty == false { throw .encoding(EncodeError(.member)) }
            // These members are not written in polling (RMTP-096).
            if type == .connAck || type == .disconnect { _ = fields.consume("ignored") }
            if type == .connAck, agreed.format.version == .four { _ = fields.consume("flags") }
            let packet = try PollingPacket(&fields)
            let encoder = PollingEncoder(agreed.format.version, limits: agreed.limits.packets)
            return try OperationError.writing(encoder.encode(packet))
        case .websocket:
            let packet = try RMTPPacket(&fields, agreed.format, trailing: trailing)
            let encoder = RMTPMessageEncoder(agreed.format, encoding: encoding, limits: agreed.limits.packets)
            return try OperationError.writing(encoder.encode(packet))
        case .tcp:
            let packet = try RMTPPacket(&fields, agreed.format, trailing: trailing)
            let encoder = RMTPFrameEncoder(agreed.format, key: key, encoding: encoding, limits: agreed.limits.packets)
            return try OperationError.writing(encoder.encode(packet))
        }
    }
}
