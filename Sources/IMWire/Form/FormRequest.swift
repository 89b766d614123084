// SPDX-License-Identifier: Apache-2.0

/// A request to the server API whose body is a form.
public protocol FormRequest: Sendable {
    /// The path to which the request is posted, such as `/user/getToken.json`.
    var path: String { get }

    /// The unknown fields that arrived, in order; they are written after the known ones (API-023).
    var unknownFields: [FormField] { get set }

    /// Returns the fields of the request.
    ///
    /// - Throws: `encode.field` if the service does not accept a value, `encode.size` if a content is larger than it
    ///   accepts.
    func form() throws(EncodeError) -> URLEncodedForm
}

extension FormRequest {
    /// The media type of the body.
    public static var contentType: String { "application/x-www-form-urlencoded" }

    /// Returns the body of the request.
    ///
    /// - Throws: The errors of ``form()``.
    public func encoded() throws(EncodeError) -> [UInt8] {
        try form().encoded()
    }
}
