// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The form of a service: the fields of its request, and the members of its answer (API-081, API-085).
struct ServiceForm: Sendable {
    /// Whether the body is a JSON object instead of a form (API-082).
    let isJSON: Bool
    /// The fields in the order in which they are written.
    let fields: [FieldRule]
    let answer: [AnswerMember]
}

/// A member of an answer, and the values that it permits (API-085).
struct AnswerMember: Sendable {
    enum Kind: Sendable {
        case text, integer, boolean, object
        /// A list of strings.
        case texts
        /// A list of objects.
        case objects
        /// A list of objects or of ids (API-057).
        case users
        /// A list of objects or of strings (API-086).
        case messageUIDs
    }

    let name: String
    let kind: Kind
    /// The members of the objects of a list.
    let members: [AnswerMember]

    init(_ name: String, _ kind: Kind, _ members: [AnswerMember] = []) {
        self.name = name
        self.kind = kind
        self.members = members
    }
}

extension ServiceEndpoint {
    /// The form of the service.
    var form: ServiceForm {
        ServiceEndpoint.forms[self] ?? ServiceForm(isJSON: false, fields: [], answer: [])
    }

    /// Whether the body of a request is a JSON object instead of a form (API-082).
    public var takesJSON: Bool { form.isJSON }

    /// The fields of a request in the order in which they are written.
    package var rules: [FieldRule] { form.fields }

    /// The names of the members of an answer and of the objects in its lists.
    package var answerNames: [String] {
        form.answer.flatMap { [$0.name] + $0.members.map(\.name) }
    }
}
