// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireSpec

/// The text for a departure from the canonical form: `DEV-08 RC:TxtMsg /user/portrait Avatar under another name`.
struct DepartureText {
    /// The text, on one line.
    let text: String

    init(_ objectName: ObjectName, _ departure: Deviation) {
        let id = departure.id.description
        let place = departure.path.isEmpty ? "" : " \(departure.path)"
        let title = SpecDeviation.named(id).map { " \($0.title)" } ?? ""
        text = "\(id) \(TextLayout.shown(objectName.rawValue))\(place)\(title)"
    }
}

#endif
