// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireSpec
import Schemas

extension CustomTypes {
    func library() throws(CommandFailure) -> SchemaLibrary {
        do {
            return try SpecSchema.library(types: files.map { ($0.name, String(decoding: $0.text, as: UTF8.self)) })
        } catch {
            throw .usage(TextLayout.shown(error.description, limit: 1_024))
        }
    }
}

extension SchemaLibrary {
    /// Returns the schema of a type, which is built in or else the application's, or nil if there is none.
    func schema(_ objectName: ObjectName) -> Schema? {
        SpecSchema.library.type(objectName.rawValue) ?? type(objectName.rawValue)
    }
}

#endif
