// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The service's answers to queries; the answer to a topic without a known body has the status 0 and no body.
package struct ServiceQueries {
    /// An answer, and an action that follows it.
    package struct Answer {
        package var status: UInt16 = 0
        var data: [UInt8] = []
        var then: () -> Void = {}
    }

    let service: RongCloudService
    let device: RongCloudDevice
    static let pageSize = 100
    /// The types of the conversations whose history a topic queries or cleans.
    private static let histories: [String: Int32] = [
        "qryPMsg": 1, "qryDMsg": 2, "qryGMsg": 3, "qryCMsg": 5, "qrySMsg": 6,
    ]
    private static let cleanings: [String: Int32] = [
        "cleanPMsg": 1, "cleanDMsg": 2, "cleanGMsg": 3, "cleanCMsg": 5, "cleanSMsg": 6,
    ]

    package init(_ service: RongCloudService, _ device: RongCloudDevice) {
        self.service = service
        self.device = device
    }

    package func answer(_ packet: QueryPacket) -> Answer {
        guard let topic = packet.topic?.string else { return Answer(status: ServiceStatus.parameter) }
        let data = packet.data ?? []
        let target = packet.targetID?.string ?? ""
        if let type = ServiceQueries.histories[topic] { return history(type, data, target) }
        if let type = ServiceQueries.cleanings[topic] { return clean(type, data, target) }
        switch topic {
        case "pullMsg": return pull(data)
        case "joinChrm", "joinChrmR", "exitChrm", "chrmPull", "queryChrmI", "setKV", "delKV", "pullKV", "qryCHMsg":
            return answerRooms(topic, target, data)
        case "cleanHisMsg": return clean(nil, data, target)
        case "delMsg": return delete(data)
        case "joinGrp", "exitGrp", "pGrps", "crDiz", "invtDiz", "quitDiz", "evctDiz", "dizInf":
            return answerGroups(topic, target, data)
        case "userInf":
            var user = RMTPBody.GetUserInfoOutput()
            (user.userID, user.userName, user.userPortrait) = (target, target, "")
            return ServiceQueries.body(user)
        case "qnTkn":
            var token = RMTPBody.GetQNupTokenOutput()
            token.deadline = service.time.now / 1_000 + 3_600
            token.token = "none: files are not supported"
            return ServiceQueries.body(token)
        case "qnUrl", "aliUrl", "s3Url", "stcUrl":
            var url = RMTPBody.GetQNdownloadUrlOutput()
            url.downloadUrl = "http://127.0.0.1/none"
            return ServiceQueries.body(url)
        default: return answerStates(topic, target, data) ?? PlainQueries.answer(topic, target)
        }
    }

    /// Returns an answer with a body, which may lack required fields.
    static func body(_ body: some ProtobufMessage) -> Answer {
        Answer(data: (try? body.encoded(isPartial: true)) ?? [])
    }

    // MARK: Messages

    private func pull(_ data: [UInt8]) -> Answer {
        guard let request = try? RMTPBody.SyncRequestMsg(protobuf: data), let store = service.users[device.key] else {
            return Answer(status: ServiceStatus.parameter)
        }
        let limit = device.release.pullsPages ? ServiceQueries.pageSize : nil
        return ServiceQueries.body(PullPage(store, request, for: device, limit: limit).body)
    }

    private func history(_ type: Int32, _ data: [UInt8], _ target: String) -> Answer {
        guard let request = try? RMTPBody.HistoryMsgInput(protobuf: data) else {
            return Answer(status: ServiceStatus.parameter)
        }
        let conversation = Conversation(type: type, target: request.targetID ?? target)
        let store = service.users[device.key]
        return ServiceQueries.body(
            ServiceQueries.history(request, device) { time, isForward, visit in
                store?.history(conversation, from: time, isForward: isForward) { message, isOwn in
                    visit(isOwn ? message.own : message.body)
                }
            })
    }

    /// Returns a page of a history: backwards from a time, or forwards if `order` is 1.
    ///
    /// The newest message is the first: every release reverses the list, whatever the order was (RMTP-320).
    ///
    /// - Parameter walk: Visits the bodies after a time in order, or those before it in reverse order, until its
    ///   argument returns false.
    static func history(
        _ request: RMTPBody.HistoryMsgInput, _ device: RongCloudDevice,
        _ walk: (Int64, Bool, (RMTPBody.DownStreamMessage) -> Bool) -> Void
    ) -> RMTPBody.HistoryMsgOuput {
        var page = AnswerPage(limit: Int(max(1, min(request.count ?? 20, 100))))
        let time = request.time ?? 0
        let isForward = request.order == 1
        walk(isForward || time > 0 ? time : .max, isForward) { page.add(StoredMessage.body($0, for: device)) }
        var output = RMTPBody.HistoryMsgOuput()
        output.syncTime = page.list.last?.dataTime ?? time
        output.hasMsg = page.isFull ? 1 : 0
        output.list = isForward ? page.list.reversed() : page.list
        return output
    }

    private func clean(_ type: Int32?, _ data: [UInt8], _ target: String) -> Answer {
        guard let request = try? RMTPBody.CleanHisMsgInput(protobuf: data) else {
            return Answer(status: ServiceStatus.parameter)
        }
        let conversation = Conversation(
            type: type ?? request.conversationType ?? 1, target: request.targetID ?? target)
        service.users.change(device.key) { $0.clean(conversation, upTo: request.dataTime ?? .max) }
        return Answer()
    }

    private func delete(_ data: [UInt8]) -> Answer {
        guard let request = try? RMTPBody.DeleteMsgInput(protobuf: data) else {
            return Answer(status: ServiceStatus.parameter)
        }
        service.users.change(device.key) { store in
            for message in request.msgs { store.remove(ExactText(message.msgID ?? "")) }
        }
        var output = RMTPBody.DeleteMsgOutput()
        output.nothing = 1  // Release 2.x treats an empty body as an error.
        return ServiceQueries.body(output)
    }
}
