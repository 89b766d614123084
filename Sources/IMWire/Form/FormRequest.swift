// SPDX-License-Identifier: Apache-2.0

/// A request to the server API whose body is a form.
public protocol FormRequest: Sendable {
    /// The path that it is posted to, such as `/user/getToken.json`.
    var path: String { get }

    /// The fields that arrived beside the known ones, in their order; they are written behind those (API-023).
    var unknownFields: [FormField] { get set }

    /// The request's fields.
    ///
    /// - Throws: `encode.field` where a value is one that the service does not take, `encode.size` where a content is
    ///   larger than it takes.
    func form() throws(EncodeError) -> Form
}

extension FormRequest {
    /// The media type of the body.
    public static var contentType: String { "application/x-www-form-urlencoded" }

    /// The request's body.
    ///
    /// - Throws: as ``form()``.
    public func encoded() throws(EncodeError) -> [UInt8] {
        try form().encoded()
    }
}
