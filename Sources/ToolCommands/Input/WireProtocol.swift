// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser

/// The input that `decode` and `encode` process, each direction of which has its own file.
enum WireProtocol: String, ExpressibleByArgument, CaseIterable {
    case content, chat, rmtp
}

/// The option for the protocol.
struct WireProtocolOption: ParsableArguments {
    @Option(
        name: .customLong("protocol"),
        help: "content: message contents, one a line; chat: a stream of chat messages; rmtp: RongCloud's packets.")
    var wire = WireProtocol.content
}

extension WireProtocol {
    /// Rejects options that are for another protocol.
    func validate(_ chat: ChatStreamOptions, _ rmtp: RMTPOptions) throws {
        if self != .rmtp, let option = rmtp.given {
            throw ValidationError("\(option) is for RongCloud's packets; add --protocol rmtp")
        }
        switch self {
        case .content:
            guard let option = chat.given else { return }
            let wanted = chat.framing?.rmtp == nil ? "chat" : "rmtp"
            throw ValidationError("\(option) is for streams of messages; add --protocol \(wanted)")
        case .chat:
            if let framing = chat.framing, framing.rmtp != nil {
                throw ValidationError("--framing \(framing.rawValue) is for RongCloud's packets; add --protocol rmtp")
            }
            _ = try chat.limits()
        case .rmtp:
            if let option = chat.givenForChat {
                throw ValidationError("\(option) is for streams of chat messages; add --protocol chat")
            }
            if let framing = chat.framing, framing.rmtp == nil {
                throw ValidationError("packets come with --framing websocket, tcp or xhr")
            }
            try rmtp.validate(for: chat.framing?.rmtp ?? .websocket)
            _ = try chat.packetLimits()
        }
    }
}

#endif
