// SPDX-License-Identifier: Apache-2.0

/// How RongCloud's packets travel.
package enum RMTPFraming: String, Hashable, Sendable, CaseIterable {
    /// A message each.
    case websocket
    /// One behind the other in a stream.
    case tcp
    /// As JSON, in replies to polls.
    case xhr
}
