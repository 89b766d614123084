// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire
import IMWireValues

/// Why a call does not do what it is asked for: what its status and its `imwire_error` say.
struct Failure: Error {
    var status = IMWIRE_ERROR_REFUSED
    var scope: Int32 = 0
    var offset: Int?
    var inner: Int?
    var place: ChatItem.Place?
    var code = ""
    var path = ""
    var reason = ""

    /// What the bytes of a peer are refused for.
    init(_ error: DecodeError) {
        code = error.code.rawValue
        offset = error.offset
        path = error.path
    }

    /// What cannot be written.
    init(_ error: EncodeError) {
        code = error.code.rawValue
        path = error.path
    }

    /// What is wrong in a stream.
    init(_ fault: StreamFault) {
        self.init(fault.error)
        scope = fault.scope == .connection ? 2 : 1
        inner = fault.inner
        place = fault.place
    }

    /// What an operation is refused for.
    init(_ refusal: TesteeRefusal) {
        switch refusal {
        case .decoding(let error): self.init(error)
        case .encoding(let error): self.init(error)
        case .unsupported(let reason): self.init(unsupported: reason)
        }
    }

    /// Why a session does not go on.
    init(_ skip: SessionScript.Skip) {
        self.init(unsupported: skip.reason)
        guard let refusal = skip.refusal else { return }
        status = IMWIRE_ERROR_REFUSED
        code = refusal.code
        path = refusal.path
        if case .memory(let error) = refusal { offset = error.offset }
        reason = ""
    }

    /// What the library does not have.
    init(unsupported reason: String) {
        status = IMWIRE_ERROR_UNSUPPORTED
        self.reason = reason
    }

    /// A mistake of the caller's.
    init(_ status: Int32, _ reason: String = "") {
        self.status = status
        self.reason = reason
    }

    /// A mistake in an argument.
    static func argument(_ reason: String) -> Failure { Failure(IMWIRE_ERROR_ARGUMENT, reason) }
}

/// Carries a call out, and tells the caller why it fails.
func answer(_ error: UnsafeMutablePointer<imwire_error>?, _ call: () throws(Failure) -> Int32) -> Int32 {
    do throws(Failure) {
        return try call()
    } catch let failure {
        error?.pointee.set(failure)
        return failure.status
    }
}

/// Carries out what may fail with an error of the codec.
func reading<Value: ~Copyable>(_ body: () throws(DecodeError) -> Value) throws(Failure) -> Value {
    do throws(DecodeError) { return try body() } catch { throw Failure(error) }
}

/// Carries out what may fail because it cannot be written.
func writing<Value: ~Copyable>(_ body: () throws(EncodeError) -> Value) throws(Failure) -> Value {
    do throws(EncodeError) { return try body() } catch { throw Failure(error) }
}

/// Carries out an operation on values.
func operating<Value: ~Copyable>(_ body: () throws(TesteeRefusal) -> Value) throws(Failure) -> Value {
    do throws(TesteeRefusal) { return try body() } catch { throw Failure(error) }
}

/// Carries out what may be asked for something that is not there.
func supported<Value: ~Copyable>(_ body: () throws(Unsupported) -> Value) throws(Failure) -> Value {
    do throws(Unsupported) { return try body() } catch { throw Failure(unsupported: error.reason) }
}

extension imwire_error {
    mutating func set(_ failure: Failure) {
        status = failure.status
        scope = failure.scope
        offset = Int64(failure.offset ?? -1)
        inner = Int64(failure.inner ?? -1)
        batch_index = UInt32(clamping: failure.place?.index ?? 0)
        batch_count = UInt32(clamping: failure.place?.count ?? 0)
        withUnsafeMutableBytes(of: &code) { $0.fill(failure.code) }
        withUnsafeMutableBytes(of: &path) { $0.fill(failure.path) }
        withUnsafeMutableBytes(of: &reason) { $0.fill(failure.reason) }
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Puts a text with its NUL here; one that is too long is cut between two characters and ends with "…".
    fileprivate func fill(_ text: String) {
        var text = text
        if text.utf8.count >= count {
            while text.utf8.count > count - 4 { text.removeLast() }
            text += "…"
        }
        copyBytes(from: text.utf8)
        self[text.utf8.count] = 0
    }
}
