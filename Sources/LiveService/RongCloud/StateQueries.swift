// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The queries of clients about the list of conversations, their states, and the user's settings.
struct StateQueries {
    typealias Answer = ServiceQueries.Answer

    private let service: RongCloudService
    private let device: RongCloudDevice
    private var user: String { device.user }

    init(_ service: RongCloudService, _ device: RongCloudDevice) {
        self.service = service
        self.device = device
    }

    /// Returns the answer to a query, or nil if the topic is not one of these.
    func answer(_ topic: String, _ target: String, _ data: [UInt8]) -> Answer? {
        switch topic {
        case "qryRelation", "qryRelationR", "qrySessions": return relations(topic, data)
        case "delRelation":
            let type = (try? RMTPBody.RelationsInput(protobuf: data))?.type?.rawValue ?? 1
            hide(Conversation(type: type, target: target))
            return ServiceQueries.body(RMTPBody.RelationsOutput())
        case "delSessions":
            let request = (try? RMTPBody.DeleteSessionsInput(protobuf: data)) ?? RMTPBody.DeleteSessionsInput()
            for session in request.sessions {
                hide(Conversation(type: session.type?.rawValue ?? 1, target: session.channelId ?? ""))
            }
            return Answer()
        case "updRRTime":
            guard let request = try? RMTPBody.SessionMsgReadInput(protobuf: data) else { return nil }
            let place = Conversation(type: request.type?.rawValue ?? 1, target: request.channelId ?? "")
            bounded(\.read, place, request.msgTime ?? 0)
            return Answer()
        case "qrySessionsAtt":
            var output = RMTPBody.SessionsAttOutput()
            let store = service.users[user] ?? UserStore()
            output.inboxTime = store.inboxTime
            output.sendboxTime = store.outbox.last?.time ?? 0
            output.totalUnreadCount = store.relations(of: user).reduce(0) { $0 + ($1.unreadCount ?? 0) }
            return ServiceQueries.body(output)
        case "pullSeAtts": return states(data)
        case "setSeAtt", "addSeTag", "delSeTag": return setStates(data)
        case "pullUS": return settings(data)
        case "setOfflineMsgDur": return setSetting(data)
        default: return nil
        }
    }

    private func bounded(
        _ list: WritableKeyPath<UserStore, SizedStore<Conversation, Int64>>, _ place: Conversation, _ time: Int64
    ) {
        _ = service.change(user) { store in
            let isKnown = store[keyPath: list].contains(place)
            guard isKnown || store[keyPath: list].count < UserStore.conversations else { return }
            store[keyPath: list][place] = time
        }
    }

    private func hide(_ place: Conversation) {
        bounded(\.hidden, place, service.time.now)
    }

    /// Answers a query for the conversations, for which release 4.x sends a different body than 2.x (RMTP-232).
    private func relations(_ topic: String, _ data: [UInt8]) -> Answer {
        var (type, count) = (Int32?.none, 0)
        let message = RMTPTopic.all.first { $0.name == topic }?.requestType(of: data.span)
        if message == RMTPBody.RelationQryInput.self, let request = try? RMTPBody.RelationQryInput(protobuf: data) {
            count = Int(request.count ?? 0)
        } else if let request = try? RMTPBody.RelationsInput(protobuf: data) {
            (type, count) = (request.type?.rawValue, Int(request.count ?? 0))
        }
        let all = service.users[user]?.relations(of: user) ?? []
        // Release 2.x requests private conversations but expects all of them.
        let found = type == nil || type == 1 ? all : all.filter { $0.type?.rawValue == type }
        var output = RMTPBody.RelationsOutput()
        let wanted = found.prefix(count > 0 ? min(count, 1_000) : 1_000).map { info in
            var info = info
            info.msg = info.msg.map { StoredMessage.body($0, for: device.release) }
            return info
        }
        output.info = Array(wanted.prefix(wanted.map { $0.msg ?? RMTPBody.DownStreamMessage() }.pageCount))
        return ServiceQueries.body(output)
    }

    // MARK: States of conversations

    private func states(_ data: [UInt8]) -> Answer {
        let since = (try? RMTPBody.SessionReq(protobuf: data))?.time ?? 0
        let all = service.users[user]?.states.values ?? []
        var output = RMTPBody.SessionStates()
        output.state = all.filter { $0.time ?? 0 > since }.sorted { ($0.time ?? 0) < ($1.time ?? 0) }
        output.version = all.map { $0.time ?? 0 }.max() ?? since
        return ServiceQueries.body(output)
    }

    private func setStates(_ data: [UInt8]) -> Answer {
        guard let request = try? RMTPBody.SessionStateModifyReq(protobuf: data) else {
            return Answer(status: ServiceStatus.parameter)
        }
        let time = service.time.next()
        let isKept = service.change(user) { store in
            for state in request.state {
                let place = Conversation(type: state.type?.rawValue ?? 1, target: state.channelId ?? "")
                guard store.states.contains(place) || store.states.count < UserStore.conversations else { continue }
                var merged = store.states[place] ?? state
                let changed = Set(state.stateItem.map(\.sessionStateType))
                merged.stateItem.removeAll { changed.contains($0.sessionStateType) }
                merged.stateItem = merged.stateItem.suffix(16) + state.stateItem.prefix(16)
                merged.time = time
                store.states[place] = merged
            }
        }
        guard isKept else { return Answer(status: ServiceStatus.parameter) }
        var output = RMTPBody.SessionStateModifyResp()
        output.version = time
        var answer = ServiceQueries.body(output)
        let (service, device) = (service, device)
        answer.then = {
            for other in service.devices[device.user] ?? [] where other !== device && other.release.knowsCommands {
                other.notify("s_cmd", type: 3, at: time)
            }
        }
        return answer
    }

    // MARK: Settings

    private func settings(_ data: [UInt8]) -> Answer {
        let since = (try? RMTPBody.PullUserSettingInput(protobuf: data))?.version ?? 0
        let all = service.users[user]?.settings.values ?? []
        var output = RMTPBody.PullUserSettingOutput()
        output.items = all.filter { $0.version ?? 0 > since }.sorted { ($0.version ?? 0) < ($1.version ?? 0) }
        output.version = all.map { $0.version ?? 0 }.max() ?? since
        return ServiceQueries.body(output)
    }

    private func setSetting(_ data: [UInt8]) -> Answer {
        guard let request = try? RMTPBody.SetUserSettingInput(protobuf: data) else {
            return Answer(status: ServiceStatus.parameter)
        }
        let time = service.time.next()
        var item = RMTPBody.UserSettingItem()
        item.targetId = user
        item.type = .person
        item.key = "OfflineMsgDur"
        item.value = Array((request.value ?? "").utf8.prefix(4_096))
        item.version = time
        item.status = 1
        guard service.change(user, { $0.settings["OfflineMsgDur"] = item }) else {
            return Answer(status: ServiceStatus.parameter)
        }
        var output = RMTPBody.SetUserSettingOutput()
        output.version = time
        output.reserve = false
        var answer = ServiceQueries.body(output)
        let (service, device) = (service, device)
        answer.then = {
            var news = RMTPBody.UserSettingNotification()
            news.version = time
            news.reserve = false
            for other in service.devices[device.user] ?? [] where other !== device && other.release.knowsSettings {
                other.publish("s_us", news, at: time, qos: .atMostOnce)
            }
        }
        return answer
    }
}
