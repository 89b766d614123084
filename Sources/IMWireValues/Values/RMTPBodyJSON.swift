// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The body of a packet as JSON: the name of its message, its value, and the contents that it carries.
package enum RMTPBodyJSON {
    /// Returns `{"message","value","deviations"?,"content"?|"contents"?}`, or `{"message","error"}`.
    package static func json(
        _ data: [UInt8], _ type: any ProtobufMessage.Type, _ mode: DecodingMode, _ limits: PacketLimits
    ) -> (json: RawJSON, isRefused: Bool) {
        do throws(DecodeError) {
            let (value, deviations) = try read(data, type, mode, limits)
            let contents = BodyContents(data, type, limits.bodies).found.map {
                content(data, $0, mode, limits.contents)
            }
            let isSingle = contents.count == 1 && type.fields.contains { $0.name == "classname" }
            let json = RawJSON.object([
                "message": type.messageName, "value": value, "deviations": deviations,
                "content": isSingle ? contents[0] : nil,
                "contents": isSingle || contents.isEmpty ? nil : contents,
            ])
            return (json, contents.contains { $0["error"] != nil })
        } catch {
            return (.object(["message": type.messageName, "error": self.error(error)]), true)
        }
    }

    private static func read<Message: ProtobufMessage>(
        _ data: [UInt8], _ type: Message.Type, _ mode: DecodingMode, _ limits: PacketLimits
    ) throws(DecodeError) -> (value: RawJSON, deviations: [String]?) {
        let decoded = try type.decode(data.span, mode: mode, limits: limits.bodies)
        return (decoded.body.json, names(decoded.deviations))
    }

    /// Returns a content as `{"objectName","value"}`, the form of the command `decode`.
    private static func content(
        _ data: [UInt8], _ place: BodyContents.Content, _ mode: DecodingMode, _ limits: DecodingLimits
    ) -> RawJSON {
        let name = place.objectName.rawValue
        do throws(DecodeError) {
            let decoded = try ContentRegistry.builtIn.decode(
                place.objectName, data.span.extracting(place.range), mode: mode, limits: limits)
            return .object([
                "objectName": name, "value": JSONLine.onOneLine(decoded.content.value),
                "deviations": names(decoded.deviations),
            ])
        } catch {
            return .object(["objectName": name, "error": self.error(error)])
        }
    }

    private static func names(_ deviations: [Deviation]) -> [String]? {
        deviations.isEmpty ? nil : deviations.map(\.id.description)
    }

    private static func error(_ error: DecodeError) -> RawJSON {
        .object(["code": error.code.rawValue, "offset": error.offset, "path": error.path])
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

    /// Returns the bytes of a content in JSON.
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
