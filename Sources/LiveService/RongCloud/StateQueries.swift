// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The queries of clients about the list of conversations, their states, and the user's settings.
extension ServiceQueries {
    /// Returns the answer to a query, or nil if the topic is not one of these or a plain answer is enough.
    func answerStates(_ topic: String, _ target: String, _ data: [UInt8]) -> Answer? {
        switch topic {
        case "qryRelation", "qryRelationR", "qrySessions": return relations(topic, data)
        case "delRelation":
            let type = (try? RMTPBody.RelationsInput(protobuf: data))?.type?.rawValue ?? 1
            hide([Conversation(type: type, target: target)])
            return ServiceQueries.body(RMTPBody.RelationsOutput())
        case "delSessions":
            let request = (try? RMTPBody.DeleteSessionsInput(protobuf: data)) ?? RMTPBody.DeleteSessionsInput()
            hide(
                request.sessions.map { Conversation(type: $0.type?.rawValue ?? 1, target: $0.channelID ?? "") })
            return nil
        case "updRRTime":
            guard let request = try? RMTPBody.SessionMsgReadInput(protobuf: data) else { return nil }
            let place = Conversation(type: request.type?.rawValue ?? 1, target: request.channelID ?? "")
            if let cost = service.users[device.key]?.readCost(place) {
                _ = service.change(device.key, adding: cost) { $0.read(place, upTo: request.msgTime ?? 0) }
            }
            return nil
        case "qrySessionsAtt":
            var output = RMTPBody.SessionsAttOutput()
            let store = service.users[device.key]
            output.inboxTime = store?.inboxTime ?? 0
            output.sendboxTime = store?.outboxTime ?? 0
            output.totalUnreadCount = store?.unread ?? 0
            return ServiceQueries.body(output)
        case "pullSeAtts": return states(data)
        case "setSeAtt", "addSeTag", "delSeTag": return setStates(data)
        case "pullUS": return settings(data)
        case "setOfflineMsgDur": return setSetting(data)
        case "addBlack", "rmBlack", "getBlack", "blackStat": return blockedUsers(topic, data)
        default: return nil
        }
    }

    // MARK: Blocked users

    /// Answers a query about the users whom the user has blocked, which the server API also reads and changes.
    private func blockedUsers(_ topic: String, _ data: [UInt8]) -> Answer? {
        if topic == "getBlack" {
            var output = RMTPBody.QueryBlackListOutput()
            output.userIDs = service.rules(.blacklists, in: device.user).prefix(UserStore.conversations).map(\.member)
            return ServiceQueries.body(output)
        }
        // The bodies of the other three topics have the same field.
        guard let other = try? RMTPBody.Add2BlackListInput(protobuf: data).userID, ServedTokens.isID(other) else {
            return Answer(status: ServiceStatus.parameter)
        }
        switch topic {
        case "addBlack":
            return Answer(status: service.set(.blacklists, in: device.user, other) ? 0 : ServiceStatus.parameter)
        case "rmBlack": service.unset(.blacklists, in: device.user, other)
        default:
            return Answer(status: service.holds(.blacklists, in: device.user, other) ? 0 : ServiceStatus.notBlocked)
        }
        return Answer()
    }

    private func hide(_ places: [Conversation]) {
        let now = service.time.now
        for place in places {
            guard let cost = service.users[device.key]?.hideCost(place) else { continue }
            _ = service.change(device.key, adding: cost) { $0.hide(place, upTo: now) }
        }
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
        var output = RMTPBody.RelationsOutput()
        // Release 2.x requests private conversations but expects all of them.
        output.info =
            service.users[device.key]?.relations(
                type: type == 1 ? nil : type, limit: count > 0 ? count : .max, for: device) ?? []
        return ServiceQueries.body(output)
    }

    // MARK: States of conversations

    private func states(_ data: [UInt8]) -> Answer {
        let since = (try? RMTPBody.SessionReq(protobuf: data))?.time ?? 0
        return ServiceQueries.body(service.users[device.key]?.states.changes(since: since) ?? RMTPBody.SessionStates())
    }

    private func setStates(_ data: [UInt8]) -> Answer {
        guard let request = try? RMTPBody.SessionStateModifyReq(protobuf: data) else {
            return Answer(status: ServiceStatus.parameter)
        }
        let time = service.time.next()
        let states = service.users[device.key].map { store in
            store.states.merged(request.state, at: time).map { (entries: $0, growth: store.states.growth($0)) }
        }
        guard case let states?? = states,
            service.change(device.key, adding: states.growth, { $0.states.set(states.entries, at: time) })
        else { return Answer(status: ServiceStatus.parameter) }
        var output = RMTPBody.SessionStateModifyResp()
        output.version = time
        var answer = ServiceQueries.body(output)
        let (service, device) = (service, device)
        answer.then = {
            for other in service.devices[device.key] ?? [] where other !== device && other.release.knowsStateCommands {
                other.notify("s_cmd", type: 3, at: time)
            }
        }
        return answer
    }

    // MARK: Settings

    private func settings(_ data: [UInt8]) -> Answer {
        let since = (try? RMTPBody.PullUserSettingInput(protobuf: data))?.version ?? 0
        var output = RMTPBody.PullUserSettingOutput()
        output.version = since
        if let item = service.users[device.key]?.offlineDuration, let version = item.version, version > since {
            output.items = [item]
            output.version = version
        }
        return ServiceQueries.body(output)
    }

    private func setSetting(_ data: [UInt8]) -> Answer {
        guard let request = try? RMTPBody.SetUserSettingInput(protobuf: data) else {
            return Answer(status: ServiceStatus.parameter)
        }
        let time = service.time.next()
        var item = RMTPBody.UserSettingItem()
        item.targetID = device.user
        item.type = .person
        item.key = "OfflineMsgDur"
        item.value = Array((request.value ?? "").utf8.prefix(4_096))
        item.version = time
        item.status = 1
        let kept = item
        let growth = kept.bytes - (service.users[device.key]?.offlineDuration?.bytes ?? 0)
        guard service.change(device.key, adding: growth, { $0.offlineDuration = kept }) else {
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
            for other in service.devices[device.key] ?? [] where other !== device && other.release.knowsSettings {
                other.publish("s_us", news, at: time, qos: .atMostOnce)
            }
        }
        return answer
    }
}
