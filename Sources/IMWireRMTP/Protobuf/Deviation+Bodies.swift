// SPDX-License-Identifier: Apache-2.0

import IMWire

extension Deviation.ID {
    /// A required field of a body is absent (PRB-031).
    static let missingField = Deviation.ID(138)
}
