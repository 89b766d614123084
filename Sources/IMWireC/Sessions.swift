// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire
import IMWireValues

final class Session: HandleObject {
    static let magic: UInt64 = 0x696d_7769_7265_7308

    private let machine: SessionScript.Machine
    private var pending = PendingOutput()

    init(_ name: String, _ config: RawJSON?) throws(Failure) {
        let config = config.map { ScriptObject($0, "config") } ?? ScriptObject([], "config")
        do throws(SessionScript.Skip) {
            machine = try SessionScript.machine(name, config)
        } catch {
            throw Failure(OperationError(error))
        }
    }

    func handle(_ event: RawJSON, _ output: Output) throws(Failure) {
        var actions = ScriptActions()
        do throws(SessionScript.Skip) {
            try machine(try ScriptEvent(event), &actions)
        } catch {
            throw Failure(OperationError(error))
        }
        try pending.append(Array(actions.all.json.text.utf8), to: output)
    }

    /// Appends the output for which the buffer was too small.
    func flush(_ output: Output) throws(Failure) {
        try pending.append([], to: output)
    }
}

@_cdecl("imwire_session_put") @implementation
public func imwire_session_put(
    _ session: OpaquePointer?, _ event: CText, _ size: Int, _ actions: CBuffer, _ error: CError
) -> Int32 {
    Handle.call(session, Session.self, error) { (session) throws(Failure) in
        let output = try Output(actions)
        if event == nil { return try session.flush(output) }
        try session.handle(try Input.json(event, size), output)
    }
}
