// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// One connection of a RongCloud user, over a WebSocket or by polling.
package final class RongCloudDevice {
    package let user: String
    let key: ExactText
    package let release: SDKRelease
    let link: any ServiceLink
    let connection: any ServiceConnection
    let number: Int
    /// The rooms that were joined over this connection.
    var rooms: Set<ExactText> = []
    private var lastKey = 0

    init(
        _ number: Int, _ user: String, _ release: SDKRelease, _ link: any ServiceLink,
        _ connection: any ServiceConnection
    ) {
        self.number = number
        self.user = user
        key = ExactText(user)
        self.release = release
        self.link = link
        self.connection = connection
    }

    /// Publishes a body; the client later pulls what it does not receive.
    func publish(_ topic: FrameText, _ body: some ProtobufMessage, at time: Int64, qos: RMTPQoS = .atLeastOnce) {
        lastKey += 1
        let data = (try? body.encoded(isPartial: true)) ?? []
        let request = RMTPRequest(topic: topic, targetId: FrameText(user), data: data, qos: qos)
        link.handle(.publish(key: lastKey, request, date: UInt32(clamping: time / 1_000)))
    }

    /// Notifies the client of messages or changes to pull.
    func notify(_ topic: FrameText, type: Int32, at time: Int64, room: String? = nil) {
        var body = RMTPBody.NotifyMsg()
        body.type = type
        body.time = time
        body.chrmId = room
        publish(topic, body, at: time, qos: .atMostOnce)
    }

    /// Delivers a message immediately.
    func deliver(_ body: RMTPBody.DownStreamMessage) {
        publish("s_msg", StoredMessage.body(body, for: release), at: body.dataTime ?? 0)
    }
}
