// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import NIOCore
import NIOPosix

extension SystemError {
    /// Returns the usage error for an address that cannot be listened on.
    static func port(_ address: LiveAddress, _ error: any Error) -> CommandFailure {
        if let failure = error as? CommandFailure { return failure }
        guard let failure = error as? IOError else {
            return .usage("\(address.host):\(address.port) cannot be opened: \(words(error))")
        }
        return port(address.host, address.port, failure.errnoCode)
    }

    /// Returns the reason that a connection failed.
    static func words(_ error: any Error) -> String {
        switch error {
        case let error as IOError: words(error.errnoCode)
        case let error as NIOConnectionError:
            if let last = error.connectionErrors.last {
                words(last.error)
            } else {
                "the host \(TextLayout.shown(error.host, limit: 256)) is unknown"
            }
        case is ChannelError where (error as? ChannelError).map(isTimeout) == true: words(ETIMEDOUT)
        default: "\(error)"
        }
    }

    private static func isTimeout(_ error: ChannelError) -> Bool {
        if case .connectTimeout = error { true } else { false }
    }
}

#endif
