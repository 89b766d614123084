// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import Synchronization

/// The object that a handle of the interface refers to.
protocol HandleObject: AnyObject {
    /// The number that distinguishes handles of this kind from other handles and from arbitrary memory.
    static var magic: UInt64 { get }
}

/// The memory to which a handle points.
private struct HandleHead: ~Copyable {
    /// The bytes that allocators overwrite first when memory is freed, reserved so that the magic number stays
    /// readable.
    private let spare: (UInt64, UInt64) = (0, 0)
    /// The kind of the handle, or ``freed`` after it is freed.
    let magic: Atomic<UInt64>
    /// Whether a thread is using the handle.
    let isBusy = Atomic(false)
    let object: Unmanaged<AnyObject>

    init(_ object: some HandleObject) {
        magic = Atomic(type(of: object).magic)
        self.object = Unmanaged.passRetained(object)
    }

    static let freed: UInt64 = 0x6465_6572_6620_7721
}

enum Handle {
    /// Calls `body` with the object of a handle, which no other thread can use during the call.
    @inline(__always)
    static func using<Object: HandleObject>(
        _ handle: OpaquePointer?, _ type: Object.Type, _ body: (Object) throws(Failure) -> Int32
    ) throws(Failure) -> Int32 {
        let head = try enter(handle, type)
        defer { head.pointee.isBusy.store(false, ordering: .releasing) }
        return try body(unsafeDowncast(head.pointee.object.takeUnretainedValue(), to: Object.self))
    }

    /// Frees a handle; a null pointer is allowed.
    static func free(_ handle: OpaquePointer?, _ type: (some HandleObject).Type) -> Int32 {
        if handle == nil { return IMWIRE_OK }
        do throws(Failure) {
            let head = try enter(handle, type)
            head.pointee.magic.store(HandleHead.freed, ordering: .relaxed)
            head.pointee.object.release()
            // The head is not deinitialized: the magic number of a freed handle must stay intact until the memory is
            // reused.
            head.deallocate()
            return IMWIRE_OK
        } catch {
            return error.status
        }
    }

    @inline(__always)
    private static func enter(
        _ handle: OpaquePointer?, _ type: (some HandleObject).Type
    ) throws(Failure) -> UnsafeMutablePointer<HandleHead> {
        guard let handle, UInt(bitPattern: handle) % UInt(MemoryLayout<HandleHead>.alignment) == 0 else {
            throw Failure(IMWIRE_ERROR_HANDLE)
        }
        let head = UnsafeMutablePointer<HandleHead>(handle)
        guard head.pointee.magic.load(ordering: .relaxed) == type.magic else { throw Failure(IMWIRE_ERROR_HANDLE) }
        guard head.pointee.isBusy.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
        else { throw Failure(IMWIRE_ERROR_BUSY) }
        return head
    }

    /// Creates an object and stores its handle at the caller's `place`.
    static func make(_ place: CHandle, _ object: () throws(Failure) -> some HandleObject) throws(Failure) -> Int32 {
        guard let place else { throw .argument("there is no place for the handle") }
        place.pointee = nil
        let object = try object()
        let head = UnsafeMutablePointer<HandleHead>.allocate(capacity: 1)
        head.initialize(to: HandleHead(object))
        place.pointee = OpaquePointer(head)
        return IMWIRE_OK
    }

    // MARK: Calls of the interface

    /// Creates an object with the caller's options, and reports a failure.
    static func make(
        _ place: CHandle, _ options: OpaquePointer?, _ error: CError,
        _ object: (Options) throws(Failure) -> some HandleObject
    ) -> Int32 {
        answer(error) { () throws(Failure) in
            try Options.using(options) { (options) throws(Failure) in
                try make(place) { () throws(Failure) in try object(options) }
            }
        }
    }

    /// Returns the status that `body` finds in the object of a handle, and reports a failure.
    @inline(__always)
    static func query<Object: HandleObject>(
        _ handle: OpaquePointer?, _ type: Object.Type, _ error: CError = nil,
        _ body: (Object) throws(Failure) -> Int32
    ) -> Int32 {
        answer(error) { () throws(Failure) in try using(handle, type, body) }
    }

    /// Calls `body` with the object of a handle, and reports a failure.
    @inline(__always)
    static func call<Object: HandleObject>(
        _ handle: OpaquePointer?, _ type: Object.Type, _ error: CError = nil,
        _ body: (Object) throws(Failure) -> Void
    ) -> Int32 {
        query(handle, type, error) { (object) throws(Failure) in
            try body(object)
            return IMWIRE_OK
        }
    }
}
