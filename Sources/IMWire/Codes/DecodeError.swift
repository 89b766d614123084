// SPDX-License-Identifier: Apache-2.0

/// An error in data from a peer: a stable code, the offset and the affected member (`Spec/errors.md`).
///
/// An error never contains a byte of the content, nor the name of a member that no schema names (CNT-131). It can
/// therefore be logged where messages must not be.
public struct DecodeError: Error, Hashable, Sendable {
    /// The kind of error, as a stable dotted word.
    public var code: Code
    /// The offset of the error in bytes from the start of the input.
    public var offset: Int
    /// The path of the member, as a JSON Pointer of schema names; an unknown member appears as `?`.
    public var path: String

    /// Creates an error at `offset`, in the member that `path` names.
    public init(_ code: Code, offset: Int, path: String = "") {
        self.code = code
        self.offset = offset
        self.path = path
    }
}

extension DecodeError {
    /// Returns the same error with `step` prepended to its path.
    @inline(never)
    func within(_ step: String) -> DecodeError {
        step.isEmpty ? self : DecodeError(code, offset: offset, path: "/" + step + path)
    }

    /// Returns the same error with its offset increased by `start`, for input that is part of something larger.
    func moved(by start: Int) -> DecodeError {
        DecodeError(code, offset: offset + start, path: path)
    }
}

extension DecodeError: CustomStringConvertible {
    /// The error in words, such as `field.type at byte 12, in /user/name`.
    public var description: String {
        let place = path.isEmpty ? "" : ", in \(path)"
        return "\(code.rawValue) at byte \(offset)\(place)"
    }
}
