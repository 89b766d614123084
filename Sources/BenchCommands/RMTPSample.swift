// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

import IMWire
import IMWireRMTP

/// The messages to measure, as the service delivers them.
enum RMTPSample {
    /// Returns a delivered text message whose content is 37 bytes, with the fields that every delivered message has.
    static func message(_ index: Int = 0) -> RMTPBody.DownStreamMessage {
        var message = RMTPBody.DownStreamMessage(
            fromUserID: "u-10293847", type: .person, classname: "RC:TxtMsg",
            content: Array(#"{"content":"Hello world!","extra":""}"#.utf8), dataTime: 1_700_000_000_000 + Int64(index),
            status: 0x30)
        message.msgID = "BS45-NPH4-HV87-10LM"
        return message
    }

    /// The same text as a client sends it.
    static let sent = RMTPBody.UpStreamMessage(sessionID: 3, classname: "RC:TxtMsg", content: message().content ?? [])

    /// The notification that there are messages to pull.
    static let notice = RMTPBody.NotifyMsg(type: 1, time: 1_700_000_000_000)

    /// The answer to a pull of 50 messages.
    static let answer = RMTPBody.DownStreamMessages(
        syncTime: 1_700_000_000_049, list: (0..<50).map { message($0) }, finished: true)

    /// Returns the PUBLISH that delivers the text.
    static func delivery() throws -> [UInt8] {
        let packet = PublishPacket(
            topic: "s_msg", targetID: "u-10293847", messageID: 7, data: try message().encoded(), date: 1_700_000_000)
        return try encode(.publish(packet))
    }

    /// Returns the QUERYACK that contains the answer to the pull.
    static func pullAnswer() throws -> [UInt8] {
        try encode(.queryAck(QueryAckPacket(messageID: 8, date: 1_700_000_000, data: try answer.encoded())))
    }

    private static func encode(_ packet: RMTPPacket) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try RMTPMessageEncoder(RMTPFormat(.down)).encode(packet, into: &bytes)
        return bytes
    }
}

#endif
