// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire

/// The buffer to which a call appends.
struct Output {
    private let buffer: UnsafeMutablePointer<imwire_buffer>

    init(_ buffer: CBuffer) throws(Failure) {
        guard let buffer else { throw .argument("the buffer is a null pointer") }
        let given = buffer.pointee
        guard given.size <= given.capacity, given.capacity >= 0, given.data != nil || given.capacity == 0,
            given.is_fixed == 0 || given.is_fixed == 1
        else { throw .argument("the buffer is not in order") }
        self.buffer = buffer
    }

    /// Appends all of the bytes, or throws and appends none.
    func append(_ bytes: Span<UInt8>) throws(Failure) {
        let size = buffer.pointee.size
        let (needed, isTooLarge) = size.addingReportingOverflow(bytes.count)
        guard !isTooLarge else { throw .argument("the buffer is not in order") }
        if needed > buffer.pointee.capacity { try grow(to: needed) }
        bytes.withUnsafeBufferPointer { bytes in
            if let start = bytes.baseAddress, let data = buffer.pointee.data {
                (data + size).update(from: start, count: bytes.count)
            }
        }
        buffer.pointee.size = needed
    }

    /// Makes room for bytes that are appended later, or throws.
    func reserve(_ count: Int) throws(Failure) {
        let (needed, isTooLarge) = buffer.pointee.size.addingReportingOverflow(count)
        guard !isTooLarge else { throw .argument("the buffer is not in order") }
        if needed > buffer.pointee.capacity { try grow(to: needed) }
    }

    private func grow(to needed: Int) throws(Failure) {
        guard buffer.pointee.is_fixed == 0 else {
            buffer.pointee.needed = needed
            throw Failure(IMWIRE_ERROR_SPACE)
        }
        let capacity = max(needed, min(buffer.pointee.capacity, 1 << 40) * 2, 256)
        let data = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        if let old = buffer.pointee.data {
            data.update(from: old, count: buffer.pointee.size)
            old.deallocate()
        }
        buffer.pointee.data = data
        buffer.pointee.capacity = capacity
    }

    /// Frees the memory of a growing buffer, and resets a buffer of either kind.
    func free() {
        if buffer.pointee.is_fixed == 0 { buffer.pointee.data?.deallocate() }
        buffer.pointee = imwire_buffer()
    }
}

/// Output for which the caller's buffer was too small, delivered first by the next call.
struct PendingOutput {
    private var bytes: [UInt8] = []

    /// Appends the pending and the new bytes to the caller's buffer, or keeps both if the buffer is too small.
    mutating func append(_ new: [UInt8], to output: Output) throws(Failure) {
        if bytes.isEmpty { bytes = new } else { bytes += new }
        try output.append(bytes.span)
        bytes = []
    }

    /// Appends the pending bytes or, if there are none, those of the next item, and returns whether there was any.
    mutating func next(_ output: Output, _ item: () throws(Failure) -> [UInt8]?) throws(Failure) -> Int32 {
        if bytes.isEmpty {
            guard let item = try item() else { return IMWIRE_NONE }
            try append(item, to: output)
        } else {
            try append([], to: output)
        }
        return IMWIRE_OK
    }
}

@_cdecl("imwire_buffer_free") @implementation
public func imwire_buffer_free(_ buffer: CBuffer) -> Int32 {
    answer(nil) { () throws(Failure) in
        try Output(buffer).free()
        return IMWIRE_OK
    }
}
