// SPDX-License-Identifier: Apache-2.0

/// A place where input differs from its canonical form, identified by the deviation's id in `Spec/`.
public struct Deviation: Hashable, Sendable {
    /// The permanent id of a deviation, written `DEV-08`.
    public struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
        /// The number; 1 to 99 are known from platforms, and 101 and above are the codec's own.
        public let number: UInt16

        /// Creates an id from its number.
        public init(_ number: UInt16) {
            self.number = number
        }

        /// Orders ids by number.
        public static func < (one: ID, other: ID) -> Bool { one.number < other.number }

        /// The id as it is printed, such as `DEV-08`.
        public var description: String { number < 10 ? "DEV-0\(number)" : "DEV-\(number)" }
    }

    /// The id of the deviation.
    public var id: ID
    /// The offset in bytes from the start of the input.
    public var offset: Int
    /// The path of the member, as a JSON Pointer of schema names; an unknown member appears as `?`.
    public var path: String

    /// Creates a report of the deviation `id` at `offset`.
    public init(_ id: ID, offset: Int, path: String = "") {
        self.id = id
        self.offset = offset
        self.path = path
    }
}

extension Deviation.ID {
    /// A Base64 text is wrapped or has a `data:` prefix.
    static let wrappedBase64 = Deviation.ID(71)
    /// The objectName is empty.
    static let emptyObjectName = Deviation.ID(36)
    /// A member with local state of the sender's device is present.
    static let localPath = Deviation.ID(64)
    /// A member arrives under another spelling that the application's schema lists.
    static let otherSpelling = Deviation.ID(150)
    /// A value arrives in another spelling that the application's schema lists.
    static let otherValue = Deviation.ID(151)
    /// A member occurs twice.
    static let duplicate = Deviation.ID(101)
    /// A member is null.
    static let null = Deviation.ID(102)
    /// A required member is absent.
    static let missing = Deviation.ID(103)
    /// A number arrives as a string.
    static let numberAsString = Deviation.ID(104)
    /// A Boolean arrives as a number or a string.
    static let otherBoolean = Deviation.ID(105)
    /// A string arrives as a number or a Boolean.
    static let otherString = Deviation.ID(106)
    /// An integer has a fraction or an exponent, or does not fit in 64 bits.
    static let notAnInteger = Deviation.ID(107)
    /// A Base64 member holds text that is not Base64.
    static let notBase64 = Deviation.ID(108)
    /// A surrogate escape has no partner.
    static let loneSurrogate = Deviation.ID(109)
    /// An object arrives as JSON text in a string.
    static let objectInString = Deviation.ID(110)
    /// An array of strings arrives as a single string.
    static let stringForList = Deviation.ID(111)
    /// The objectName has more than 32 characters.
    static let longObjectName = Deviation.ID(112)
    /// An object arrives as an empty array.
    static let listForObject = Deviation.ID(113)
    /// A member could not be read as its type and is kept unparsed.
    static let unparsed = Deviation.ID(140)
    /// The Base64 of a line contains white space or lacks padding.
    static let looseLine = Deviation.ID(114)
    /// A line uses the encoding that was not agreed.
    static let otherEncoding = Deviation.ID(115)
}
