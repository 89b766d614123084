// SPDX-License-Identifier: Apache-2.0

/// An error in the files of the specification.
package struct SpecError: Error, CustomStringConvertible {
    /// A description of the error and its location.
    package var description: String

    package init(_ description: String) {
        self.description = description
    }
}
