// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// What decode and encode work on; each has a file of its own for either direction.
enum WireProtocol: String, ExpressibleByArgument, CaseIterable {
    /// RongCloud's message contents, one a line.
    case content
    /// A stream of the socket chat protocol.
    case chat
}
