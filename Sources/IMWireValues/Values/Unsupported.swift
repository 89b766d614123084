// SPDX-License-Identifier: Apache-2.0

/// The reason why a request is not supported, in the words of the skip that reports it.
package struct Unsupported: Error {
    package var reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}
