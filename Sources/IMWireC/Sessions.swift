// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire
import IMWireValues

/// A session's state machine.
final class Session: HandleObject {
    static let magic: UInt64 = 0x696d_7769_7265_7308

    private let machine: SessionScript.Machine
    private var waiting = Waiting()

    init(_ name: String, _ config: RawJSON?) throws(Failure) {
        let config = config.map { ScriptObject($0, "config") } ?? ScriptObject([], "config")
        do throws(SessionScript.Skip) {
            machine = try SessionScript.machine(name, config)
        } catch {
            throw Failure(OperationError(error))
        }
    }

    func put(_ event: RawJSON, _ output: Output) throws(Failure) {
        var actions = ScriptActions()
        do throws(SessionScript.Skip) {
            try machine(try ScriptEvent(event), &actions)
        } catch {
            throw Failure(OperationError(error))
        }
        try waiting.give(Array(RawJSON.array(actions.all).text.utf8), to: output)
    }

    /// Delivers the output for which the buffer was too small.
    func giveOut(_ output: Output) throws(Failure) {
        try waiting.give([], to: output)
    }
}

@_cdecl("imwire_session_new") @implementation
public func imwire_session_new(
    _ machine: UnsafePointer<CChar>?, _ config: UnsafePointer<CChar>?, _ config_size: Int,
    _ session: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<imwire_error>?
) -> Int32 {
    answer(error) { () throws(Failure) in
        try Handle.make(session) { () throws(Failure) in
            try Session(try Input.name(machine), config == nil ? nil : try Input.json(config, config_size))
        }
    }
}

@_cdecl("imwire_session_free") @implementation
public func imwire_session_free(_ session: OpaquePointer?) -> Int32 {
    Handle.free(session, Session.self)
}

@_cdecl("imwire_session_put") @implementation
public func imwire_session_put(
    _ session: OpaquePointer?, _ event: UnsafePointer<CChar>?, _ size: Int,
    _ actions: UnsafeMutablePointer<imwire_buffer>?, _ error: UnsafeMutablePointer<imwire_error>?
) -> Int32 {
    answer(error) { () throws(Failure) in
        try Handle.using(session, Session.self) { (session) throws(Failure) in
            let output = try Output(actions)
            if event == nil {
                try session.giveOut(output)
            } else {
                try session.put(try Input.json(event, size), output)
            }
            return IMWIRE_OK
        }
    }
}
