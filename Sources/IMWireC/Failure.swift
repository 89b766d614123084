// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire
import IMWireValues

/// The reason why a call fails, reported in its status and its `imwire_error`.
struct Failure: Error {
    var status = IMWIRE_ERROR_REFUSED
    var scope: Int32 = 0
    var offset: Int?
    var inner: Int?
    var place: ChatBatchPosition?
    var code = ""
    var path = ""
    var reason = ""

    init(_ error: DecodeError) {
        code = error.code.rawValue
        offset = error.offset
        path = error.path
    }

    init(_ error: EncodeError) {
        code = error.code.rawValue
        path = error.path
    }

    init(_ error: SessionError) {
        code = error.code.rawValue
        path = error.path
    }

    init(_ error: SchemaError) {
        code = error.code.rawValue
        offset = error.offset
        path = error.path
        // The files are the caller's own.
        reason = error.description
    }

    init(_ error: RegistrationError) {
        code = error.code.rawValue
    }

    init(_ fault: StreamFault) {
        self.init(fault.error)
        scope = fault.scope == .connection ? 2 : 1
        inner = fault.inner
        place = fault.position
    }

    init(_ refusal: OperationError) {
        switch refusal {
        case .decoding(let error): self.init(error)
        case .encoding(let error): self.init(error)
        case .session(let error): self.init(error)
        case .schema(let error): self.init(error)
        case .registration(let error): self.init(error)
        case .unsupported(let reason): self.init(unsupported: reason)
        }
    }

    init(unsupported reason: String) {
        status = IMWIRE_ERROR_UNSUPPORTED
        self.reason = reason
    }

    init(_ status: Int32, _ reason: String = "") {
        self.status = status
        self.reason = reason
    }

    static func argument(_ reason: String) -> Failure { Failure(IMWIRE_ERROR_ARGUMENT, reason) }
}

/// Performs a call, and reports its failure to the caller.
func answer(_ error: UnsafeMutablePointer<imwire_error>?, _ call: () throws(Failure) -> Int32) -> Int32 {
    do throws(Failure) {
        return try call()
    } catch let failure {
        error?.pointee.set(failure)
        return failure.status
    }
}

/// Returns a decoded value, or throws the failure of decoding it.
func reading<Value: ~Copyable>(_ value: @autoclosure () throws(DecodeError) -> Value) throws(Failure) -> Value {
    do throws(DecodeError) { return try value() } catch { throw Failure(error) }
}

/// Returns the value of an operation, or throws its failure.
func operating<Value: ~Copyable>(_ value: @autoclosure () throws(OperationError) -> Value) throws(Failure) -> Value {
    do throws(OperationError) { return try value() } catch { throw Failure(error) }
}

/// Returns the result of operations, or throws their failure.
func operating<Value: ~Copyable>(_ body: () throws(OperationError) -> Value) throws(Failure) -> Value {
    do throws(OperationError) { return try body() } catch { throw Failure(error) }
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
    /// Stores a text and its terminating NUL; a text that is too long is truncated between two characters and ends with
    /// "…".
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
