// SPDX-License-Identifier: Apache-2.0

import Schemas

/// The contents of `Spec/registry/server-api-members.json`: what the members of the server API mean.
struct MemberMeanings: Decodable {
    private var fields: [Row]
    private var answers: [Row]

    private struct Row: Decodable {
        var name: String
        var services: [String]?
        var meaning: String
    }

    /// Returns the meaning of a field of a request.
    ///
    /// - Throws: A `SpecError` if no row describes it.
    func field(_ name: String, of service: String) throws -> String {
        try MemberMeanings.meaning(name, service, fields)
    }

    /// Returns the meaning of a member of an answer, or of an object in it.
    ///
    /// - Throws: A `SpecError` if no row describes it.
    func answer(_ name: String, of service: String) throws -> String {
        try MemberMeanings.meaning(name, service, answers)
    }

    private static func meaning(_ name: String, _ service: String, _ rows: [Row]) throws -> String {
        let rows = rows.filter { $0.name == name }
        guard
            let row = rows.first(where: { $0.services?.contains(service) ?? false })
                ?? rows.first(where: { $0.services == nil })
        else { throw SpecError("server-api-members.json: \(name) of \(service) is missing") }
        return row.meaning
    }
}
