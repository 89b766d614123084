// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire
import ValueSupport

extension ContentType {
    /// Returns the type of the given name.
    ///
    /// - Throws: A usage error that suggests a similar name, if there is one.
    package static func named(_ name: String, in registry: ContentRegistry = .builtIn) throws(CommandFailure)
        -> ContentType
    {
        if let type = registry[ObjectName(rawValue: name)] { return type }
        let hint =
            Suggestion.type(for: name, in: registry).map { "did you mean \($0)?" } ?? "imwire types lists all names"
        throw .usage("there is no type \(TextLayout.shown(name)); \(hint)")
    }
}

#endif
