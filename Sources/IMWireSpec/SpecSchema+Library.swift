// SPDX-License-Identifier: Apache-2.0

import Schemas

extension SpecSchema {
    /// The schemas of the built-in types and the common objects.
    ///
    /// The texts have passed the generator, so that none of them can be refused here.
    package static let library = (try? library(types: contentTypes)) ?? SchemaLibrary()

    /// The schemas of the common objects alone.
    package static let common = (try? library(types: [])) ?? SchemaLibrary()

    /// The names of the built-in types.
    package static var contentTypeNames: [String] { contentTypes.map(\.name) }

    /// Returns the schemas of an application, which may refer to the common objects.
    package static func library(types: [SchemaLibrary.File]) throws(SpecError) -> SchemaLibrary {
        try SchemaLibrary(contentTypes: types, commonObjects: commonObjects)
    }
}
