// SPDX-License-Identifier: Apache-2.0

import IMWireRMTP

/// One answer to `pullMsg`: the messages received, and those sent from other devices, oldest first.
///
/// The `syncTime` alone advances a client's inbox, and the messages of the page advance its outbox (RMTP-197). A page
/// that is not the last therefore has the time of its last received message.
struct PullPage {
    let body: RMTPBody.DownStreamMessages

    /// Creates a page.
    ///
    /// - Parameter limit: The maximum number of messages; nil for no limit.
    init(_ store: UserStore, _ request: RMTPBody.SyncRequestMsg, for release: SDKRelease, limit: Int?) {
        let known = request.syncTime ?? 0
        var waiting = store.inbox.filter { $0.time > known }.map { (time: $0.time, isOwn: false, body: $0.body) }
        if request.isPullSend ?? false {
            let sent = request.sendBoxSyncTime ?? 0
            waiting += store.outbox.filter { $0.time > sent }.map { (time: $0.time, isOwn: true, body: $0.own) }
            waiting.sort { $0.time < $1.time }
        }
        let bodies = waiting.prefix(limit ?? waiting.count).map { StoredMessage.body($0.body, for: release) }
        // The size of a packet limits the page even for a release that cannot pull several pages.
        let page = waiting.prefix(bodies.pageCount)
        let isLast = page.count == waiting.count
        var body = RMTPBody.DownStreamMessages()
        body.list = Array(bodies.prefix(page.count))
        // The time must not precede the announced time; otherwise release 4.2.0 would pull without end.
        body.syncTime = isLast ? max(known, store.inboxTime) : page.last { !$0.isOwn }?.time ?? known
        body.finished = isLast
        self.body = body
    }
}
