// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The body of a packet as JSON: the name of its message, its value, and the contents that it carries.
package enum RMTPBodyJSON {
    /// Returns `{"message","value","deviations"?,"content"?|"contents"?}`, or `{"message","error"}`.
    package static func json(
        _ data: [UInt8], _ type: any ProtobufMessage.Type, _ mode: DecodingMode, _ limits: PacketLimits
    ) -> (json: RawJSON, isRefused: Bool) {
        var bytes: [UInt8] = []
        let isRefused = append(data, type, mode, limits, to: &bytes)
        return (RawJSON(scanned: String(decoding: bytes, as: UTF8.self)), isRefused)
    }

    /// Appends the object that ``json(_:_:_:_:)`` returns; returns whether it has an error.
    package static func append(
        _ data: [UInt8], _ type: any ProtobufMessage.Type, _ mode: DecodingMode, _ limits: PacketLimits,
        to bytes: inout [UInt8]
    ) -> Bool {
        bytes.append(literal: "{\"message\":")
        bytes.append(json: type.messageName)
        var isRefused = false
        do throws(DecodeError) {
            try append(body: data, type, mode, limits, to: &bytes)
            let contents = BodyContents(data, type, limits.bodies)
            if contents.isSingle {
                bytes.append(name: "content")
                isRefused = append(data, contents.found[0], mode, limits.contents, to: &bytes)
            } else if !contents.found.isEmpty {
                bytes.append(name: "contents")
                bytes.append(UInt8(ascii: "["))
                for (index, place) in contents.found.enumerated() {
                    if index > 0 { bytes.append(UInt8(ascii: ",")) }
                    if append(data, place, mode, limits.contents, to: &bytes) { isRefused = true }
                }
                bytes.append(UInt8(ascii: "]"))
            }
        } catch {
            append(error, to: &bytes)
            isRefused = true
        }
        bytes.append(UInt8(ascii: "}"))
        return isRefused
    }

    /// Appends `value` and, if there are any, `deviations`.
    private static func append<Message: ProtobufMessage>(
        body data: [UInt8], _ type: Message.Type, _ mode: DecodingMode, _ limits: PacketLimits, to bytes: inout [UInt8]
    ) throws(DecodeError) {
        let decoded = try type.decode(data.span, mode: mode, limits: limits.bodies)
        bytes.append(name: "value")
        decoded.value.append(jsonTo: &bytes)
        append(names: decoded.deviations, to: &bytes)
    }

    /// Appends a content as `{"objectName","value"}`, the form of the command `decode`, or as `{"objectName","error"}`;
    /// returns whether it is an error.
    private static func append(
        _ data: [UInt8], _ place: BodyContents.Content, _ mode: DecodingMode, _ limits: DecodingLimits,
        to bytes: inout [UInt8]
    ) -> Bool {
        bytes.append(literal: "{\"objectName\":")
        bytes.append(json: place.objectName.rawValue)
        var isRefused = false
        do throws(DecodeError) {
            let decoded = try ContentRegistry.builtIn.decode(
                data.span.extracting(place.range), as: place.objectName, mode: mode, limits: limits)
            bytes.append(name: "value")
            ContentItemWriter.append(value: decoded.value, to: &bytes)
            append(names: decoded.deviations, to: &bytes)
        } catch {
            append(error, to: &bytes)
            isRefused = true
        }
        bytes.append(UInt8(ascii: "}"))
        return isRefused
    }

    private static func append(names deviations: [Deviation], to bytes: inout [UInt8]) {
        if deviations.isEmpty { return }
        bytes.append(name: "deviations")
        bytes.append(json: deviations.map(\.id.description))
    }

    private static func append(_ error: DecodeError, to bytes: inout [UInt8]) {
        bytes.append(literal: ",\"error\":{\"code\":")
        bytes.append(json: error.code.rawValue)
        bytes.append(member: "offset", error.offset)
        bytes.append(member: "path", json: error.path)
        bytes.append(UInt8(ascii: "}"))
    }

    // MARK: Writing

    /// Returns the bytes of a body in JSON.
    ///
    /// - Throws: the reason why the body cannot be written.
    package static func bytes(_ json: RawJSON) throws(OperationError) -> [UInt8] {
        guard let name = json["message"]?.string, let type = RMTPBody.type(named: name) else {
            throw .unsupported("body names no message of Spec/rmtp")
        }
        guard let value = json["value"] else { throw .unsupported("body has no value") }
        return try bytes(value, json["content"], type)
    }

    private static func bytes<Message: ProtobufMessage>(
        _ value: RawJSON, _ content: RawJSON?, _ type: Message.Type
    ) throws(OperationError) -> [UInt8] {
        var members = value.members ?? []
        if let content, value["content"] == nil, type.fields.contains(where: { $0.name == "classname" }) {
            members.append(("content", .base64(try self.content(content))))
        }
        let body: Message
        do throws(DecodeError) {
            body = try Message(json: value.members == nil ? value : .object(members))
        } catch {
            throw .unsupported("body.value\(error.path) is rejected: \(error.code.rawValue)")
        }
        do throws(EncodeError) {
            return try body.encoded()
        } catch {
            throw .encoding(error)
        }
    }

    private static func content(_ json: RawJSON) throws(OperationError) -> [UInt8] {
        guard let name = json["objectName"]?.string, let value = json["value"] else {
            throw .unsupported("body.content has no objectName or no value")
        }
        do throws(DecodeError) {
            return try ContentRegistry.builtIn.encode(value: value, as: ObjectName(rawValue: name))
        } catch {
            throw .unsupported("body.content.value\(error.path) is rejected: \(error.code.rawValue)")
        }
    }

    /// Returns whether a body in JSON and `data` are the same message; true if the JSON names no known message or
    /// value.
    package static func agrees(_ json: RawJSON, with data: [UInt8]) -> Bool {
        guard let name = json["message"]?.string, let type = RMTPBody.type(named: name), let value = json["value"]
        else { return true }
        return agrees(value, data, type)
    }

    private static func agrees<Message: ProtobufMessage>(
        _ value: RawJSON, _ data: [UInt8], _ type: Message.Type
    ) -> Bool {
        guard let one = try? Message(json: value), let other = try? Message(protobuf: data) else { return false }
        return one == other
    }
}
