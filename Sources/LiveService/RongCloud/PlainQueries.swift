// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The answers to queries about what the service does not simulate: presence, public services, calls.
///
/// A release that expects a body regards an empty one as an error, throws, or never calls back. The answer to each topic
/// of the registry therefore is a body with all required fields (RMTP-323).
enum PlainQueries {
    static func answer(_ topic: String, _ target: String) -> ServiceQueries.Answer {
        switch topic {
        case "getUserStatus":
            var output = RMTPBody.GetUserStatusOutput()
            output.status = "{\"us\":[]}"  // 2.x parses the text and reads the list of devices from `us`.
            output.subUserID = target
            return ServiceQueries.body(output)
        case "qryVoipK":
            var output = RMTPBody.VoipDynamicOutput()
            output.dynamicKey = "none: calls are not supported"
            return ServiceQueries.body(output)
        case "rtcToken":
            var output = RMTPBody.RtcTokenOutput()
            output.rtcToken = "none: calls are not supported"
            return ServiceQueries.body(output)
        case "rtcRInfo":
            var output = RMTPBody.RtcRoomInfoOutput()
            (output.roomID, output.userCount) = (target, 0)
            return ServiceQueries.body(output)
        default:
            let known = RMTPTopic.all.first { $0.name == topic && $0.carrier == .query }
            guard let type = known?.answer.flatMap(RMTPBody.type(named:)) else { return ServiceQueries.Answer() }
            return ServiceQueries.Answer(data: least(of: type))
        }
    }

    /// Returns a body that has a value for each required field, and for `nothing`, which stands for an empty body.
    private static func least<Message: ProtobufMessage>(of type: Message.Type) -> [UInt8] {
        let members = type.fields.compactMap { field -> String? in
            if field.name == "nothing" { return "\"nothing\":1" }
            guard field.label == .required else { return nil }
            switch field.kind {
            case .string, .bytes: return "\"\(field.name)\":\"\""
            case .bool: return "\"\(field.name)\":false"
            default: return "\"\(field.name)\":0"
            }
        }
        let message = (try? RawJSON(text: "{\(members.joined(separator: ","))}")).flatMap { try? type.init(json: $0) }
        return message.flatMap { try? $0.encoded() } ?? []
    }
}
