// SPDX-License-Identifier: Apache-2.0

/// One place where a content differs from its canonical form, by the id that `Spec/content.md` gives it.
public struct Deviation: Hashable, Sendable {
    /// A deviation's permanent number, written `DEV-08`.
    public struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
        /// The number alone: 1 to 99 are known from platforms, 101 and up are the codec's own.
        public let number: UInt16

        /// Creates an id from its number.
        public init(_ number: UInt16) {
            self.number = number
        }

        /// Orders by number.
        public static func < (one: ID, other: ID) -> Bool { one.number < other.number }

        /// The id as it is printed, such as `DEV-08`.
        public var description: String { number < 10 ? "DEV-0\(number)" : "DEV-\(number)" }
    }

    /// The id of the deviation.
    public var id: ID
    /// Where, counted in bytes from the first byte given.
    public var offset: Int
    /// In which member: a JSON Pointer of schema names; an unknown member shows as `?`.
    public var path: String

    /// Creates a report of `id` at `offset`.
    public init(_ id: ID, offset: Int, path: String = "") {
        self.id = id
        self.offset = offset
        self.path = path
    }
}

extension Deviation.ID {
    /// `user` came empty or as a list.
    static let emptyUser = Deviation.ID(52)
    /// A Base64 text is wrapped or has a `data:` prefix.
    static let wrappedBase64 = Deviation.ID(71)
    /// A location's thumbnail is a URL.
    static let urlForBase64 = Deviation.ID(72)
    /// The objectName is empty.
    static let emptyObjectName = Deviation.ID(36)
    /// A member that tells of the sender's device came along.
    static let localPath = Deviation.ID(64)
    /// A member came under another spelling that the application's schema lists.
    static let otherSpelling = Deviation.ID(150)
    /// A value came in another spelling that the application's schema lists.
    static let otherValue = Deviation.ID(151)
    /// A member occurs twice.
    static let duplicate = Deviation.ID(101)
    /// A member is null.
    static let null = Deviation.ID(102)
    /// A required member is absent.
    static let missing = Deviation.ID(103)
    /// A number came as a string.
    static let numberAsString = Deviation.ID(104)
    /// A boolean came as a number or a string.
    static let otherBoolean = Deviation.ID(105)
    /// A string came as a number or a boolean.
    static let otherString = Deviation.ID(106)
    /// An integer came with a fraction or an exponent, or does not fit 64 bits.
    static let notAnInteger = Deviation.ID(107)
    /// A Base64 member holds something else.
    static let notBase64 = Deviation.ID(108)
    /// A surrogate escape stands alone.
    static let loneSurrogate = Deviation.ID(109)
    /// An object came as JSON text in a string.
    static let objectInString = Deviation.ID(110)
    /// A list came as one string.
    static let stringForList = Deviation.ID(111)
    /// The objectName has more than 32 characters.
    static let longObjectName = Deviation.ID(112)
    /// An object came as an empty list.
    static let listForObject = Deviation.ID(113)
    /// A member could not be read as its type and is kept unparsed.
    static let unparsed = Deviation.ID(140)
    /// The Base64 of a line has white space in it, or lacks padding.
    static let looseLine = Deviation.ID(114)
    /// A line is in the other of the two encodings.
    static let otherEncoding = Deviation.ID(115)
}
