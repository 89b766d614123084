// SPDX-License-Identifier: Apache-2.0

/// Mistakes that the simulation has to catch; used by tests only, and by nothing that is public.
package enum SessionFault: String, Hashable, Sendable, CaseIterable {
    /// The client answers before it has delivered (against SES-061, SES-102).
    case receiptBeforeDelivery
    /// The client takes the clock's own time for `sendTime` and matches receipts by it alone (against SES-042, SES-062).
    case receiptMatchedByTime
    /// The client leaves out its key when it sends again (against SES-043).
    case resendWithoutKey
    /// The server takes what it has written for received (against SES-084).
    case storeClearedOnSend
    /// The client takes anything that is received for a heartbeat (against SES-022).
    case missesResetByAnything
}
