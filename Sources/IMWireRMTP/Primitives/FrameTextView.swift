// SPDX-License-Identifier: Apache-2.0

/// A string of a frame where it lies: nothing is copied until it is asked for (RMTP-101).
public struct FrameTextView: ~Escapable {
    /// The bytes as they came; they are well-formed by RMTP-022 to RMTP-024.
    public let bytes: Span<UInt8>
    private let form: FrameTextForm

    @inline(__always)
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, _ form: FrameTextForm) {
        self.bytes = bytes
        self.form = form
    }

    /// The text, copied.
    public var text: FrameText {
        form.contains(.surrogates)
            ? FrameText(utf16: FrameTextScan.units(bytes)) : FrameText(wellFormed: bytes.wellFormedString)
    }

    /// Whether the text is `other`, which has no character beyond the BMP: topics and the like have none.
    public func equals(_ other: StaticString) -> Bool {
        guard bytes.count == other.utf8CodeUnitCount else { return false }
        return other.withUTF8Buffer { wanted in
            for offset in bytes.indices where bytes.octet(offset) != (unsafe wanted[offset]) { return false }
            return true
        }
    }
}
