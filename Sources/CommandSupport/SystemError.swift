// SPDX-License-Identifier: Apache-2.0

import Platform

/// A namespace for the errors of the operating system, in words that say what to do next.
package enum SystemError {
    /// Returns the reason of a failure, such as `no space is left on the device`.
    package static func words(_ code: Int32) -> String {
        switch code {
        case EACCES, EPERM: "this user has no permission"
        case EADDRNOTAVAIL: "this machine does not have that address"
        case ECONNREFUSED: "no program listens there"
        case ECONNRESET: "the peer broke the connection"
        case EHOSTUNREACH, ENETUNREACH: "there is no route to that address"
        case EISDIR: "is a directory"
        case EMFILE, ENFILE: "too many files are open; raise the limit with ulimit -n"
        case ENOENT: "there is no such file or folder"
        case ENOMEM: "there is not enough memory"
        case ENOSPC: "no space is left on the device"
        case ENOTDIR: "a part of the path is a file and not a folder"
        case EROFS: "the file system is read-only"
        case ETIMEDOUT: "there was no answer in time"
        default: String(cString: strerror(code))
        }
    }

    /// Returns the usage error for a port that cannot be opened.
    package static func port(_ host: String, _ port: Int, _ code: Int32) -> CommandFailure {
        let address = TextLayout.shown(host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)", limit: 256)
        switch code {
        case EADDRINUSE:
            return .usage(
                "\(address) cannot be opened: port \(port) is in use; choose another one, or 0 for a free one")
        case EACCES, EPERM:
            return .usage("\(address) cannot be opened: port \(port) needs privileges; choose one from 1024 on")
        default: return .usage("\(address) cannot be opened: \(words(code))")
        }
    }
}
