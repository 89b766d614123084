// SPDX-License-Identifier: Apache-2.0

/// A view of a packet string, which is copied only on request (RMTP-101).
public struct FrameTextView: ~Escapable, BitwiseCopyable {
    /// The bytes as they arrived, well-formed according to RMTP-022 to RMTP-024.
    public let bytes: Span<UInt8>
    private let form: FrameTextForm

    @inline(__always)
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, _ form: FrameTextForm) {
        self.bytes = bytes
        self.form = form
    }

    /// A copy of the text.
    public var text: FrameText {
        form.contains(.surrogates)
            ? FrameText(utf16: FrameTextScan.units(bytes)) : FrameText(wellFormed: bytes.wellFormedString)
    }

    /// Returns whether the text equals `other`, which must have no characters beyond the BMP; topics, for example, have
    /// none.
    public func equals(_ other: StaticString) -> Bool {
        guard bytes.count == other.utf8CodeUnitCount else { return false }
        return other.withUTF8Buffer { wanted in
            for offset in bytes.indices where bytes.octet(offset) != (unsafe wanted[offset]) { return false }
            return true
        }
    }
}
