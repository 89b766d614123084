// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// A fault of a RongCloud client that the exploration must detect.
///
/// The state machines themselves are correct. The exploration changes the input and output of a machine, so that the
/// two together behave like a machine with the fault.
package enum PacketFault: String, Hashable, Sendable, CaseIterable {
    /// The client delivers a direct message that arrives during a pull of the inbox (violates RMTP-399).
    case deliveryDuringPull
    /// The client delivers a direct message although a pull of the inbox waits, and pulls from its time on (violates
    /// RMTP-400).
    case deliveryBeforePull
    /// The client ignores a notification that arrives during a pull (violates RMTP-195).
    case notificationIgnored
    /// The client treats every page of a pull as the last (violates RMTP-194).
    case onePageOnly
    /// The client reports a message as sent whose PUBACK has not arrived when the connection ends (violates RMTP-201).
    case endTreatedAsReceipt
    /// The client does not keep the time of its inbox beyond its process (violates RMTP-197).
    case timesForgotten
    /// The client treats every PINGREQ as answered (violates RMTP-140).
    case silenceIgnored
}

/// What a RongCloud client process with a fault does differently, with its memory, which ends with the process.
struct FaultyPacketClient {
    private let fault: PacketFault?
    /// The pull that is under way: the id of its QUERY, and whether it is one of the inbox.
    private var pull: (id: UInt16, isInbox: Bool)?
    /// The time of the last message that was delivered although a pull waits.
    private var deliveredTime: Int64 = 0

    /// Creates a new process.
    init(_ fault: PacketFault?) {
        self.fault = fault
    }

    /// Whether the process begins without the times that the application has kept.
    var forgetsTimes: Bool { fault == .timesForgotten }

    /// Whether the client assumes a PINGRESP after these actions.
    func assumesAnswer(after steps: [TimedAction<RMTPClientMachine.Action>]) -> Bool {
        fault == .silenceIgnored && steps.contains { $0.action.isPing }
    }

    /// Returns the event that the client handles in place of another, or nil if it ignores it.
    func received(_ event: RMTPClientMachine.Event) -> RMTPClientMachine.Event? {
        guard case .received(let packet) = event else { return event }
        switch (fault, packet) {
        case (.notificationIgnored, .publish(let packet)) where packet.topic == "s_ntf" && pull != nil:
            return nil
        case (.onePageOnly, .queryAck(var packet)) where packet.messageID == pull?.id:
            guard var body = try? RMTPBody.DownStreamMessages(protobuf: packet.data ?? []) else { return event }
            body.finished = true
            packet.data = try? body.encoded()
            return .received(.queryAck(packet))
        default:
            return event
        }
    }

    /// Returns the actions that the client performs after an event in place of those of its session.
    mutating func changed(
        _ steps: [TimedAction<RMTPClientMachine.Action>], after event: RMTPClientMachine.Event
    ) -> [TimedAction<RMTPClientMachine.Action>] {
        guard fault != nil else { return steps }
        var steps = steps
        if let message = unexpected(event, steps) {
            deliveredTime = max(deliveredTime, message.dataTime ?? 0)
            steps.append(TimedAction(steps.last?.time ?? 0, .deliver(.direct(message, ownID: nil))))
        }
        if case .received(.queryAck(let packet)) = event, packet.messageID == pull?.id { pull = nil }
        for index in steps.indices { steps[index].action = changed(steps[index].action) }
        return steps
    }

    /// Returns the direct message of an event that the session leaves to a pull, and the client does not.
    private func unexpected(
        _ event: RMTPClientMachine.Event, _ steps: [TimedAction<RMTPClientMachine.Action>]
    ) -> RMTPBody.DownStreamMessage? {
        guard case .received(.publish(let packet)) = event, packet.topic == "s_msg", let pull,
            fault == (pull.isInbox ? PacketFault.deliveryDuringPull : .deliveryBeforePull),
            !steps.contains(where: { $0.action.isDelivery })
        else { return nil }
        return try? RMTPBody.DownStreamMessage(protobuf: packet.data ?? [])
    }

    private mutating func changed(_ action: RMTPClientMachine.Action) -> RMTPClientMachine.Action {
        switch action {
        case .write(.query(var packet)) where packet.topic == "pullMsg" || packet.topic == "chrmPull":
            let isInbox = packet.topic == "pullMsg"
            pull = packet.messageID.map { ($0, isInbox) }
            guard isInbox, deliveredTime > 0, var body = try? RMTPBody.SyncRequestMsg(protobuf: packet.data ?? [])
            else { return action }
            body.syncTime = max(body.syncTime ?? 0, deliveredTime)
            packet.data = try? body.encoded()
            return .write(.query(packet))
        case .failed(let key, .connectionEnded) where fault == .endTreatedAsReceipt:
            return .published(key: key, nil)
        case .ended:
            pull = nil
            return action
        default:
            return action
        }
    }

    /// Combines the memory with a hash.
    func hash(into hasher: inout StateHasher) {
        guard fault != nil else { return }
        hasher.combine(pull == nil)
        if let pull {
            hasher.combine(id: pull.id, ofServer: false)
            hasher.combine(pull.isInbox)
        }
        hasher.combine(UInt64(bitPattern: deliveredTime))
    }
}

extension RMTPClientMachine.Action {
    /// Whether the action writes a PINGREQ.
    fileprivate var isPing: Bool {
        guard case .write(.pingReq) = self else { return false }
        return true
    }

    /// Whether the action delivers a message.
    fileprivate var isDelivery: Bool {
        guard case .deliver = self else { return false }
        return true
    }
}
