// SPDX-License-Identifier: Apache-2.0

import IMWire

/// An operation of the testee protocol, through which testees and the interface for other languages use the codec.
package struct Operation: Sendable {
    /// What an operation answers.
    package enum Answer {
        /// The members of the answer.
        case members(RawJSON)
        /// The member `bytes`.
        case bytes([UInt8])

        /// The answer as an object.
        package var json: RawJSON {
            switch self {
            case .members(let json): json
            case .bytes(let bytes): .object(["bytes": RawJSON.base64(bytes)])
            }
        }
    }

    /// The name of the operation.
    package let name: String
    /// Performs the operation with the members of a request.
    package let perform: @Sendable (JSONObject, ContentRegistry) throws(OperationError) -> Answer

    /// Every operation, in the order of `Spec/testee.md`.
    package static let all = [
        content("content.decode", ContentOperations.decode),
        Operation(name: "content.encode", perform: ContentOperations.encode),
        content("content.describe", ContentOperations.describe),
        content("content.validate", ContentOperations.validate), members("content.member", ContentOperations.member),
        members("schema.check", SchemaOperations.check),
        members("frame.decode", FrameOperations.decode), bytes("frame.encode", FrameOperations.encode),
        members("chat.decode", ChatOperations.decode),
        Operation(name: "chat.encode") { (request, _) throws(OperationError) in try ChatOperations.answer(request) },
        members("rmtp.decode", RMTPOperations.decode), bytes("rmtp.encode", RMTPOperations.encode),
        members("rmtp.body.decode", BodyOperations.decode), bytes("rmtp.body.encode", BodyOperations.encode),
        members("rmtp.request.decode", PostOperations.decode), members("rmtp.request.encode", PostOperations.encode),
        members("rmtp.convert", ConversionOperations.convert),
        members("rmtp.envelope.decode", EnvelopeOperations.decode),
        members("rmtp.envelope.encode", EnvelopeOperations.encode),
        members("rmtp.navigation.decode", NavigationOperations.decode),
        bytes("rmtp.navigation.encode", NavigationOperations.encode),
        members("session.run", SessionScript.answer),
        members("api.sign", SignatureOperations.sign), members("api.form.decode", APIOperations.decodeForm),
        bytes("api.form.encode", APIOperations.encodeForm), members("api.answer.decode", APIOperations.decodeAnswer),
        bytes("api.answer.encode", APIOperations.encodeAnswer),
        members("api.headers.decode", SignatureOperations.decodeHeaders),
        members("api.headers.encode", SignatureOperations.encodeHeaders),
        members("api.query.decode", SignatureOperations.decodeQuery),
        members("api.callback.decode", CallbackOperations.decode),
        bytes("api.callback.encode", CallbackOperations.encode),
        members("api.url.decode", ConnectionOperations.decode), bytes("api.url.encode", ConnectionOperations.encode),
    ]

    private static let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })

    /// Performs the operation of this name.
    package static func perform(
        _ name: String, _ request: JSONObject, _ registry: ContentRegistry = .builtIn
    ) throws(OperationError) -> Answer {
        guard let place = places[name] else { throw .unsupported("unknown operation") }
        return try all[place].perform(request, registry)
    }

    private static func content(
        _ name: String, _ body: @escaping @Sendable (JSONObject, ContentRegistry) throws(OperationError) -> RawJSON
    ) -> Operation {
        Operation(name: name) { (request, registry) throws(OperationError) in .members(try body(request, registry)) }
    }

    private static func members(
        _ name: String, _ body: @escaping @Sendable (JSONObject) throws(OperationError) -> RawJSON
    ) -> Operation {
        Operation(name: name) { (request, _) throws(OperationError) in .members(try body(request)) }
    }

    private static func bytes(
        _ name: String, _ body: @escaping @Sendable (JSONObject) throws(OperationError) -> [UInt8]
    ) -> Operation {
        Operation(name: name) { (request, _) throws(OperationError) in .bytes(try body(request)) }
    }
}

extension SessionScript {
    /// Performs `session.run`.
    fileprivate static func answer(_ request: JSONObject) throws(OperationError) -> RawJSON {
        do throws(Skip) {
            let isSaved = request["memory"]?.boolean ?? false
            return try run(
                machine: request["machine"], config: request["config"], events: request["events"], isSaved: isSaved)
        } catch {
            throw OperationError(error)
        }
    }
}
