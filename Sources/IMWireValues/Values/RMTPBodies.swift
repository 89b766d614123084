// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// A tracker of which protobuf message the body of a packet is, by its topic or by that of the QUERY it answers
/// (RMTP-060).
package struct RMTPBodies: Sendable {
    /// What is known about a body.
    package struct Body: Sendable {
        /// The topic that determines the body's message, or nil if there is none.
        package var topic: String?
        /// The message, or nil if the registry has none for the topic.
        package var type: (any ProtobufMessage.Type)?

        package init(topic: String? = nil, type: (any ProtobufMessage.Type)? = nil) {
            self.topic = topic
            self.type = type
        }
    }

    /// The topic of answers to a QUERY that was not seen.
    private let topic: String?
    /// The registry index of the topic of each unanswered QUERY, by message id.
    private var asked: [UInt16: Int] = [:]

    package init(topic: String? = nil) {
        self.topic = topic
    }

    /// Returns what is known about the body of a packet, and remembers a QUERY for its answer.
    package mutating func body(of packet: RMTPPacket) -> Body {
        switch packet {
        case .publish(let packet): return publish(packet.topic, packet.data ?? [])
        case .query(let query): return ask(query.topic, query.messageID, query.data ?? [])
        case .queryAck(let packet): return answer(packet.messageID)
        default: return Body()
        }
    }

    /// Returns what is known about the body of a polled packet, and remembers a QUERY for its answer.
    package mutating func body(of packet: PollingPacket) -> Body {
        switch packet.header.type {
        case .publish: return publish(packet.topic, nil)
        case .query: return ask(packet.topic, packet.messageID, nil)
        case .queryAck: return answer(packet.messageID)
        default: return Body()
        }
    }

    /// Returns the message type of a polled PUBLISH body, or nil if its topic does not determine one.
    package func publication(_ packet: PollingPacket) -> (any ProtobufMessage.Type)? {
        guard packet.header.type == .publish else { return nil }
        return publish(packet.topic, nil).type
    }

    /// Returns what is known about the body of a PUBLISH, which follows from its topic alone (RMTP-362).
    ///
    /// - Parameter data: the body's bytes, or nil if the body is JSON.
    private func publish(_ topic: FrameText?, _ data: [UInt8]?) -> Body {
        guard let name = topic?.string, let place = RMTPBodies.place(name, .publish) else {
            return Body(topic: topic?.displayed)
        }
        return Body(topic: name, type: RMTPBodies.request(of: RMTPTopic.all[place], data))
    }

    private static func request(of topic: RMTPTopic, _ data: [UInt8]?) -> (any ProtobufMessage.Type)? {
        guard let data else { return topic.request.flatMap(RMTPBody.type(named:)) }
        return topic.requestType(of: data.span)
    }

    private mutating func ask(_ topic: FrameText?, _ id: UInt16?, _ data: [UInt8]?) -> Body {
        guard let name = topic?.string, let place = RMTPBodies.place(name, .query) else {
            if let id { asked[id] = nil }
            return Body(topic: topic?.displayed)
        }
        if let id { asked[id] = place }
        return Body(topic: name, type: RMTPBodies.request(of: RMTPTopic.all[place], data))
    }

    private mutating func answer(_ id: UInt16?) -> Body {
        let place = id.flatMap { asked.removeValue(forKey: $0) } ?? topic.flatMap { RMTPBodies.place($0, .query) }
        guard let place else { return Body(topic: topic) }
        let topic = RMTPTopic.all[place]
        return Body(topic: topic.name, type: topic.answer.flatMap(RMTPBody.type(named:)))
    }

    /// The indices of the topics in the registry; topics are compared byte for byte (RMTP-160).
    private static let publishes = places(.publish)
    private static let queries = places(.query)

    private static func places(_ carrier: RMTPTopic.Carrier) -> [ExactText: Int] {
        Dictionary(
            RMTPTopic.all.enumerated().filter { $0.element.carrier == carrier }.map {
                (ExactText($0.element.name), $0.offset)
            }, uniquingKeysWith: { first, _ in first })
    }

    private static func place(_ name: String, _ carrier: RMTPTopic.Carrier) -> Int? {
        (carrier == .publish ? publishes : queries)[ExactText(name)]
    }

    /// Returns the purpose of a topic, or nil if the topic is not in the registry.
    package static func meaning(_ name: String, isQuery: Bool) -> String? {
        place(name, isQuery ? .query : .publish).map { plain(RMTPTopic.all[$0].meaning) }
    }

    /// Returns a sentence without its final period.
    private static func plain(_ sentence: String) -> String {
        sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }

    /// Returns whether `name` is the topic of a QUERY.
    package static func isQuery(_ name: String) -> Bool { place(name, .query) != nil }
}
