// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWireRMTP

/// One answer to `pullMsg`: what has come and what was sent from other devices, oldest first.
///
/// The inbox of a client moves by `syncTime` alone and its outbox by the messages of the page (RMTP-197), so a page that is
/// not the last has the time of the last message in it that has come.
struct PullPage {
    let body: RMTPBody.DownStreamMessages

    /// - Parameter limit: how many messages a page has; nil for all of them.
    init(_ store: UserStore, _ request: RMTPBody.SyncRequestMsg, for release: SDKRelease, limit: Int?) {
        let known = request.syncTime ?? 0
        var waiting = store.inbox.filter { $0.time > known }.map { (time: $0.time, isOwn: false, body: $0.body) }
        if request.isPullSend ?? false {
            let sent = request.sendBoxSyncTime ?? 0
            waiting += store.outbox.filter { $0.time > sent }.map { (time: $0.time, isOwn: true, body: $0.own) }
            waiting.sort { $0.time < $1.time }
        }
        let bodies = waiting.prefix(limit ?? waiting.count).map { StoredMessage.body($0.body, for: release) }
        // Also a release that gets everything at once gets no more than a packet has room for.
        let page = waiting.prefix(bodies.pageCount)
        let isLast = page.count == waiting.count
        var body = RMTPBody.DownStreamMessages()
        body.list = Array(bodies.prefix(page.count))
        // Not earlier than what was announced: 4.2.0 would pull without end.
        body.syncTime = isLast ? max(known, store.inboxTime) : page.last { !$0.isOwn }?.time ?? known
        body.finished = isLast
        self.body = body
    }
}

#endif
