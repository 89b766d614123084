// SPDX-License-Identifier: Apache-2.0

import IMWireRMTP

/// One answer to `pullMsg`: the messages received, and those sent from other devices, oldest first.
///
/// The `syncTime` alone advances a client's inbox, and the messages of the page advance its outbox (RMTP-197). A page
/// that is not the last therefore has the time of its last received message.
package struct PullPage {
    package let body: RMTPBody.DownStreamMessages

    /// Creates a page.
    ///
    /// - Parameter limit: The maximum number of messages; nil for no limit.
    package init(_ store: UserStore, _ request: RMTPBody.SyncRequestMsg, for device: RongCloudDevice, limit: Int?) {
        let known = request.syncTime ?? 0
        let sent = request.isPullSend ?? false ? request.sendBoxSyncTime ?? 0 : nil
        // The size of a packet limits the page even for a release that cannot pull several pages.
        var page = AnswerPage(limit: limit ?? .max)
        var reached = known
        store.pull(receivedAfter: known, sentAfter: sent) { message, isOwn in
            guard page.add(StoredMessage.body(isOwn ? message.own : message.body, for: device)) else { return false }
            if !isOwn { reached = message.time }
            return true
        }
        var body = RMTPBody.DownStreamMessages()
        body.list = page.list
        // The time must not precede the announced time; otherwise release 4.2.0 would pull without end.
        body.syncTime = page.isFull ? reached : max(known, store.inboxTime)
        body.finished = !page.isFull
        self.body = body
    }
}
