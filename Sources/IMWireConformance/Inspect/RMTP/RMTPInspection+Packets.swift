// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues
import TextSupport

/// Packets in bytes: messages of a WebSocket, and streams of TCP.
extension RMTPInspection {
    /// Inspects a message of a WebSocket.
    mutating func message(_ bytes: [UInt8], _ part: inout InspectedPart) {
        let decoder = RMTPMessageDecoder(options.format, mode: options.mode, limits: options.limits.packets)
        let answer: RMTPAnswer
        do throws(DecodeError) {
            let decoded = try decoder.decode(bytes.span)
            answer = .packet(decoded.value, decoded.deviations)
        } catch {
            answer = .fault(StreamFault(error))
        }
        describe(answer, bytes, 1..<max(bytes.count, 1), shift: 0, &part)
    }

    /// Inspects a packet of a stream; if it ended the stream, nothing after its prefix can be read.
    mutating func packet(_ bytes: [UInt8], _ answer: RMTPAnswer, isClosed: Bool, _ part: inout InspectedPart) {
        let prefix = self.prefix(bytes, part.range)
        let body = prefix.upperBound..<part.range.upperBound
        if isClosed {
            part.fields = prefixFields(bytes, prefix)
            add(
                Annotation(body, "not read", "not read, after an error that ends the connection", "RMTP-004"),
                &part)
            part.title = "refused"
            record(answer, part.range, &part)
        } else if let key = options.key, !body.isEmpty {
            let clear = body.enumerated().map { bytes[$1] ^ key[$0 % key.count] }
            var inner = part
            describe(
                answer, clear, 0..<clear.count, shift: body.lowerBound, &inner, header: bytes[part.range.lowerBound])
            part.title = inner.title
            part.items = inner.items
            part.findings = inner.findings
            part.hidden = HiddenBytes("without the key", clear, inner.fields)
            part.fields = prefixFields(bytes, prefix)
            add(
                Annotation(body, "body", "\(Words.count(body.count, "byte")), combined with the key", "RMTP-087"), &part
            )
        } else {
            part.fields = prefixFields(bytes, prefix)
            describe(answer, bytes, body, shift: 0, &part)
        }
    }

    /// Inspects the incomplete last packet of a stream.
    mutating func incomplete(
        _ bytes: [UInt8], _ start: Int, _ decoder: inout RMTPFrameDecoder, _ part: inout InspectedPart
    ) {
        let prefix = self.prefix(bytes, part.range)
        part.fields = prefixFields(bytes, prefix)
        let rest = prefix.upperBound..<part.range.upperBound
        add(Annotation(rest, "incomplete", "bytes of an incomplete packet", "RMTP-086"), &part)
        part.title = options.isCut ? "truncated here, not checked" : "incomplete"
        if !options.isCut, let fault = decoder.finish(bytes.span.extracting(start..<bytes.count)) {
            record(.fault(fault), part.range, &part)
        }
    }

    private func add(_ annotation: Annotation, _ part: inout InspectedPart) {
        if !annotation.range.isEmpty { part.fields.append(annotation) }
    }

    // MARK: Prefix of a body on TCP

    /// Returns the range of the header, check byte, and length, as far as they are present (RMTP-080).
    private func prefix(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
        var end = min(range.lowerBound + 3, range.upperBound)
        while end < min(range.lowerBound + 5, range.upperBound), bytes[end - 1] & 0x80 != 0 { end += 1 }
        return range.lowerBound..<end
    }

    private func prefixFields(_ bytes: [UInt8], _ prefix: Range<Int>) -> [Annotation] {
        var fields = [header(bytes, prefix.lowerBound)]
        var cut = FieldCutter(bytes, prefix.lowerBound + 1..<prefix.upperBound)
        cut.add(1, "check byte", "RMTP-083") { check in
            let wanted = prefix.reduce(UInt8(0)) { $1 == prefix.lowerBound + 1 ? $0 : $0 ^ bytes[$1] }
            return check.first == wanted ? "right" : "wrong, \(Words.hex(wanted)) expected"
        }
        // If the stream ends in the prefix, there may be no byte of the length.
        if prefix.count > 2 { cut.rest("length", length(bytes[prefix.dropFirst(2)]), "RMTP-080") }
        fields += cut.fields
        return fields
    }

    private func length(_ bytes: ArraySlice<UInt8>) -> String {
        let number = bytes.reversed().reduce(0) { $0 << 7 | Int($1 & 0x7f) }
        return (bytes.last ?? 0) & 0x80 == 0 ? Words.count(number, "byte") : "goes on"
    }

    private func header(_ bytes: [UInt8], _ place: Int) -> Annotation {
        RMTPHeaderText.annotation(
            place..<place + 1, RMTPHeader(rawValue: bytes[place]), options.format.direction)
    }

    // MARK: One packet

    /// Adds the fields of a packet, and the results of decoding the packet, its body, and its contents.
    ///
    /// - Parameters:
    ///   - shift: the number to add to offsets in `bytes` to obtain those that the decoder reports.
    ///   - first: the header, if `bytes` does not contain it.
    private mutating func describe(
        _ answer: RMTPAnswer, _ bytes: [UInt8], _ range: Range<Int>, shift: Int, _ part: inout InspectedPart,
        header first: UInt8? = nil
    ) {
        let isMessage = options.framing == .websocket && !bytes.isEmpty
        let header = RMTPHeader(rawValue: first ?? (bytes.isEmpty ? 0 : bytes[part.range.lowerBound]))
        var body = RMTPBodies.Body()
        if case .packet(let packet, _) = answer { body = bodies.body(of: packet) }
        var fields = RMTPPacketFields(bytes, range, options, body)
        if isMessage { part.fields = [self.header(bytes, 0)] }
        if !bytes.isEmpty { part.fields += fields.annotations(header) }
        part.title = RMTPPacketText.title(answer, header)
        let place = RMTPPlace(shift: shift, isHidden: first != nil, type: header.type)
        record(answer, part.range, &part, place)
        guard case .packet(let packet, let deviations) = answer else { return }
        if let type = body.type, let data = fields.data { check(type, bytes, data, place, &part) }
        var text = part.title
        for content in fields.contents {
            let decoded = check(content, bytes, place, &part)
            if fields.contents.count == 1, let decoded { text += ": " + RMTPPacketText.line(decoded) }
        }
        if fields.contents.count > 1 { text += ": " + Words.count(fields.contents.count, "message") }
        part.items.append(
            InspectedPart.Item(
                kind: packet.header.type.protocolName, text: text, place: nil,
                deviations: deviations.map(\.id.description),
                conversations: options.listsConversations
                    ? InspectedConversation.all(in: packet, body.type, options.format.direction) : []))
    }

    /// Adds the findings of the packet decoder.
    private func record(
        _ answer: RMTPAnswer, _ range: Range<Int>, _ part: inout InspectedPart, _ place: RMTPPlace = RMTPPlace()
    ) {
        let findings = RMTPFindings(options, part, place, -place.shift)
        switch answer {
        case .packet(_, let deviations): part.findings += deviations.map { findings.deviation($0) }
        case .fault(let fault):
            let error = fault.error
            var finding = findings.fault(error, fault.scope, RMTPFaultText.next(fault.scope))
            finding.requirement = RMTPFaultText.requirement(
                error, in: place.type, at: error.offset - range.lowerBound, isEnd: error.offset >= range.upperBound,
                isStrict: options.mode == .strict)
            part.findings.append(finding)
        }
    }

    /// Decodes the body, and adds its findings.
    private func check(
        _ type: any ProtobufMessage.Type, _ bytes: [UInt8], _ data: Range<Int>, _ place: RMTPPlace,
        _ part: inout InspectedPart
    ) {
        func decode<Message: ProtobufMessage>(_ type: Message.Type) throws(DecodeError) -> [Deviation] {
            try type.decode(bytes.span.extracting(data), mode: options.mode).deviations
        }
        let findings = RMTPFindings(options, part, place, data.lowerBound)
        do throws(DecodeError) {
            part.findings += try decode(type).map { findings.deviation($0) }
        } catch {
            var finding = findings.fault(error, .message, RMTPFaultText.behindBody)
            let place = data.lowerBound + error.offset
            finding.requirement = RMTPFaultText.body(error, data.contains(place) ? bytes[place] : nil)
            part.findings.append(finding)
        }
    }

    /// Decodes a content, adds its findings, and returns the content, or nil if it is refused.
    private func check(
        _ content: ProtobufFields.Content, _ bytes: [UInt8], _ place: RMTPPlace, _ part: inout InspectedPart
    ) -> AnyContent? {
        let findings = RMTPFindings(options, part, place, content.range.lowerBound)
        do throws(DecodeError) {
            let decoded = try ContentRegistry.builtIn.decode(
                bytes.span.extracting(content.range), as: content.objectName, mode: options.mode)
            part.findings += decoded.deviations.map { findings.deviation($0) }
            return decoded.value
        } catch {
            var finding = findings.fault(error, .message, RMTPFaultText.behindContent)
            finding.requirement = FaultText.requirement(error.code, at: 0)
            part.findings.append(finding)
            return nil
        }
    }
}
