// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a request, in the words that a skip has.
package struct Unsupported: Error {
    package var reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}
