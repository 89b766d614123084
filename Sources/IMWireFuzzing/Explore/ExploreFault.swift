// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// A fault that the machines of an exploration can have, which has to be found (FUZ-113).
package enum ExploreFault: Hashable, Sendable, CaseIterable {
    /// A fault of a chat client or server, which the simulation has as well.
    case chat(SessionFault)
    /// A fault of a RongCloud client.
    case packets(PacketFault)

    package static var allCases: [ExploreFault] {
        SessionFault.allCases.map { .chat($0) } + PacketFault.allCases.map { .packets($0) }
    }

    /// The name of the fault in commands and files.
    package var name: String {
        switch self {
        case .chat(let fault): fault.rawValue
        case .packets(let fault): fault.rawValue
        }
    }

    /// The machines with which the fault is looked for.
    package var pair: ExplorePair {
        switch self {
        case .chat: .chat
        case .packets(.deliveryBeforePull), .packets(.notificationIgnored): .room
        case .packets: .rongcloud
        }
    }

    /// Bounds within which the fault shows.
    package var bounds: ExploreBounds {
        switch self {
        case .chat(let fault):
            switch fault {
            case .receiptBeforeDelivery: ExploreBounds([.posts: 1])
            case .receiptMatchedByTime: ExploreBounds([.messages: 2, .losses: 1])
            case .resendWithoutKey: ExploreBounds([.messages: 1, .losses: 1, .delays: 1])
            case .storeClearedOnSend: ExploreBounds([.posts: 1, .cuts: 1])
            case .missesResetByAnything: ExploreBounds([.posts: 2, .blocks: 1, .delays: 1])
            }
        case .packets(let fault):
            switch fault {
            case .deliveryDuringPull: ExploreBounds([.posts: 2])
            case .deliveryBeforePull: ExploreBounds([.posts: 2, .delays: 1])
            case .notificationIgnored: ExploreBounds([.posts: 1, .delays: 1])
            case .onePageOnly: ExploreBounds([.posts: 3])
            case .endTreatedAsReceipt: ExploreBounds([.messages: 1, .cuts: 1])
            case .timesForgotten: ExploreBounds([.posts: 1, .kills: 1])
            case .silenceIgnored: ExploreBounds([.posts: 1, .blocks: 1])
            }
        }
    }

    /// The fault of a chat client or server, or nil for another.
    var chat: SessionFault? {
        guard case .chat(let fault) = self else { return nil }
        return fault
    }

    /// The fault of a RongCloud client, or nil for another.
    var packets: PacketFault? {
        guard case .packets(let fault) = self else { return nil }
        return fault
    }

    /// Returns the fault with a name, or nil if there is none.
    package init?(name: String) {
        guard let fault = ExploreFault.allCases.first(where: { $0.name == name }) else { return nil }
        self = fault
    }
}
