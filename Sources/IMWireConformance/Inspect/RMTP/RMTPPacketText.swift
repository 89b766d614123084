// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues
import TextSupport

/// Descriptions of a packet in one line for human readers.
enum RMTPPacketText {
    /// Returns the title of a packet, such as `PUBLISH on ppMsgP, target u2, id 1`.
    static func title(_ answer: RMTPAnswer, _ header: RMTPHeader) -> String {
        guard case .packet(let packet, _) = answer else { return "\(header.type.protocolName), refused" }
        let has = packet.members
        return header.type.protocolName
            + members(has[.topic]?.text, has[.targetID]?.text, has[.messageID]?.number())
            + status(has[.status]?.number())
    }

    /// Returns the title of a polled packet in the same form.
    static func title(_ packet: PollingPacket) -> String {
        packet.header.type.protocolName + members(packet.topic, packet.targetID, packet.messageID)
            + status(packet.status)
    }

    /// Returns a description of a content, such as `RC:TxtMsg "hi"`.
    static func line(_ content: AnyContent) -> String {
        let name = content.objectName.rawValue
        guard let digest = content.digest, !digest.isEmpty else { return name }
        return "\(name) \"\(digest.count > 40 ? digest.prefix(40) + "…" : digest[...])\""
    }

    private static func members(_ topic: FrameText?, _ target: FrameText?, _ id: UInt16?) -> String {
        let texts = [
            topic.map { " on \(DisplayText.clip($0.displayed, 40))" },
            target.map { " target \(DisplayText.clip($0.displayed, 40))" }, id.map { " id \($0)" },
        ]
        return texts.compactMap { $0 }.joined(separator: ",")
    }

    private static func status(_ status: UInt16?) -> String {
        status.map { ", status \($0)" } ?? ""
    }
}
