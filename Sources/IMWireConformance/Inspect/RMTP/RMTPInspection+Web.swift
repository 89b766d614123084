// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues
import TextSupport

/// HTTP messages other than replies to polls.
extension RMTPInspection {
    /// Inspects a packet that a client posts (RMTP-098).
    package mutating func request(_ target: [UInt8], _ body: [UInt8]) -> InspectedPart {
        var part = begin(0..<body.count, "request")
        if !body.isEmpty { part.fields = [Annotation(0..<body.count, "body", "the packet's body", "RMTP-098")] }
        do throws(DecodeError) {
            let request = try PollingRequest(target: target.span, body: body.span, mode: options.mode)
            part.title = request.header.type.protocolName + (request.topic.map { " " + $0 } ?? "")
            part.items = [InspectedPart.Item(kind: request.header.type.protocolName, text: part.title, deviations: [])]
            if let type = try check(request) { contents(of: body, type, &part) }
        } catch {
            if part.title.isEmpty { part.title = "refused" }
            part.findings = [RMTPFindings(options, part).fault(error, .message, RMTPFaultText.next(.message))]
        }
        finish(&part)
        return part
    }

    /// Decodes the contents that a posted body carries, as those of a packet on a WebSocket are (RMTP-095).
    private func contents(of body: [UInt8], _ type: any ProtobufMessage.Type, _ part: inout InspectedPart) {
        let start = body.firstIndex { !Words.isSpace($0) } ?? 0
        var contents = PolledContents(most: options.parts)
        contents.find(body, start..<body.count, type, packet: 0)
        if let line = open(contents, &part)[0] { part.items[0].text += ": " + line }
    }

    /// Decodes the body as the message of its topic and returns the message, and records a query so that its answer can
    /// be read.
    private mutating func check(_ request: PollingRequest) throws(DecodeError) -> (any ProtobufMessage.Type)? {
        guard let name = request.topic, request.header.type == .query || request.header.type == .publish else {
            return nil
        }
        var asked = PollingPacket(request.header)
        asked.topic = FrameText(name)
        asked.messageID = request.messageID
        if request.header.type == .query { _ = bodies.body(of: asked) }
        let carrier: RMTPTopic.Carrier = request.header.type == .query ? .query : .publish
        guard request.data != nil, let topic = RMTPTopic.all.first(where: { $0.name == name && $0.carrier == carrier })
        else { return nil }
        var failure: DecodeError?
        for name in [topic.request].compactMap({ $0 }) + topic.alternatives {
            guard let type = RMTPBody.type(named: name) else { continue }
            do throws(DecodeError) {
                _ = try request.packet(body: type)
                return type
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return nil
    }

    /// Inspects a navigation answer, which states where to connect (RMTP-210).
    package mutating func navigation(_ text: [UInt8]) -> InspectedPart {
        var part = begin(0..<text.count, "navigation")
        if !text.isEmpty { part.fields = [Annotation(0..<text.count, "text", "a navigation answer", "RMTP-210")] }
        part.title = "navigation"
        do throws(DecodeError) {
            let reading = try NavigationAnswer.decode(text.span, mode: options.mode, limits: options.limits.contents)
            let findings = RMTPFindings(options, part)
            part.findings = reading.deviations.map { findings.deviation($0) }
            part.items = [
                InspectedPart.Item(
                    kind: "navigation", text: part.title, deviations: reading.deviations.map(\.id.description))
            ]
        } catch {
            part.findings = [RMTPFindings(options, part).fault(error, .message, RMTPFaultText.next(.message))]
        }
        finish(&part)
        return part
    }
}
