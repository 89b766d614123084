// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// One connection of a RongCloud user, over a WebSocket or by polling.
package final class RongCloudDevice {
    package let user: String
    package let key: ExactText
    package let release: SDKRelease
    let isPolling: Bool
    let link: any ServiceLink
    let connection: any ServiceConnection
    let number: Int
    /// The rooms that were joined over this connection.
    var rooms: Set<ExactText> = []
    private var lastKey = 0

    init(
        _ number: Int, _ user: String, _ request: ConnectRequest, _ link: any ServiceLink,
        _ connection: any ServiceConnection
    ) {
        self.number = number
        self.user = user
        key = ExactText(user)
        release = request.release
        isPolling = request.isPolling
        self.link = link
        self.connection = connection
    }

    /// Publishes a body; the client later pulls what it does not receive.
    func publish(_ topic: FrameText, _ body: some ProtobufMessage, at time: Int64, qos: RMTPQoS = .atLeastOnce) {
        lastKey += 1
        let data = (try? body.encoded(isPartial: true)) ?? []
        let request = RMTPRequest(topic: topic, targetID: FrameText(user), data: data, qos: qos)
        link.handle(.publish(key: lastKey, request, date: UInt32(clamping: time / 1_000)))
    }

    /// Notifies the client of messages or changes to pull.
    func notify(_ topic: FrameText, type: Int32, at time: Int64, room: String? = nil) {
        var body = RMTPBody.NotifyMsg()
        body.type = type
        body.time = time
        body.chrmID = room
        publish(topic, body, at: time, qos: .atMostOnce)
    }

    /// Delivers a message immediately.
    func deliver(_ body: RMTPBody.DownStreamMessage) {
        publish("s_msg", StoredMessage.body(body, for: self), at: body.dataTime ?? 0)
    }

    /// Delivers a message that the user has sent from another device (RMTP-132).
    func synchronize(_ message: StoredMessage, _ packet: PublishPacket, _ receipt: RMTPReceipt) {
        // Without the PUBACK the message would have no id and the wrong time; an own `s_msg` has both (RMTP-325).
        guard release.readsSyncReceipts(isPolling: isPolling) else { return deliver(message.own) }
        var data = packet.data ?? []
        if !release.readsUTF8, var up = try? RMTPBody.UpStreamMessage(protobuf: data) {
            up.content = up.content.map(StoredMessage.escaped)
            data = (try? up.encoded(isPartial: true)) ?? data
        }
        let request = RMTPRequest(topic: packet.topic ?? "", targetID: packet.targetID ?? "", data: data)
        link.handle(.synchronize(request, date: UInt32(clamping: receipt.time / 1_000), receipt))
    }
}
