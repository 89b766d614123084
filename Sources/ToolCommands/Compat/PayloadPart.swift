// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire

/// The counts of one part of a platform's traffic, as a file that can be merged with others (CMP-054).
struct PayloadPart {
    /// The version of the format.
    static let version = 1

    let platform: String
    var count: PayloadRows

    init(platform: String, count: PayloadRows) {
        self.platform = platform
        self.count = count
    }

    var json: String {
        var object = JSONObject()
        object.add("partial", PayloadPart.version)
        object.add("platform", platform)
        object.add("lines", count.lines)
        object.add("deviating", count.deviating)
        object.add("refused", count.refused)
        var types = JSONObject()
        for (name, number) in count.types.sorted(by: {
            $0.key.rawValue.utf8.lexicographicallyPrecedes($1.key.rawValue.utf8)
        }) {
            types.add(name.rawValue, number)
        }
        object.add("types", raw: count.types.isEmpty ? "{}" : types.text)
        object.add("otherTypes", count.otherTypes)
        let rows = count.rows.sorted { one, other in
            (one.key.id, one.key.objectName, one.key.path) < (other.key.id, other.key.objectName, other.key.path)
        }
        let texts = rows.map { key, row in
            var object = JSONObject()
            object.add("id", key.id)
            if key.isError { object.add("error", true) }
            object.add("objectName", key.objectName)
            object.add("path", key.path)
            object.add("count", row.count)
            object.add("file", row.file)
            object.add("line", row.line)
            object.add("offset", row.offset)
            return object.text
        }
        object.add("rows", raw: "[" + texts.joined(separator: ",\n") + "]")
        return object.text + "\n"
    }

    // MARK: Reading

    /// Why a file is no part, in words.
    struct Failure: Error {
        var message: String
    }

    init(parsing bytes: [UInt8]) throws(Failure) {
        let json: RawJSON
        do {
            json = try RawJSON(parsing: bytes.span)
        } catch {
            throw Failure(message: "not JSON (\(error))")
        }
        guard try PayloadPart.number("partial", json) == PayloadPart.version, let platform = json["platform"]?.string
        else { throw Failure(message: "written by no imwire compat payloads --partial") }
        self.platform = platform
        var types: [ObjectName: Int] = [:]
        for member in json["types"]?.members ?? [] {
            guard let number = member.value.number?.int64, number >= 0 else {
                throw Failure(message: "types: counts are expected")
            }
            types[ObjectName(rawValue: member.name)] = Int(number)
        }
        var rows: [PayloadRows.Key: PayloadRows.Row] = [:]
        for element in json["rows"]?.elements ?? [] {
            guard let id = element["id"]?.string else { throw Failure(message: "rows: an id is expected") }
            let key = PayloadRows.Key(
                id: id, objectName: element["objectName"]?.string ?? "", path: element["path"]?.string ?? "",
                isError: element["error"]?.boolean ?? false)
            rows[key] = PayloadRows.Row(
                count: try PayloadPart.number("count", element), file: element["file"]?.string,
                line: try PayloadPart.number("line", element), offset: try PayloadPart.number("offset", element))
        }
        count = PayloadRows(
            lines: try PayloadPart.number("lines", json), deviating: try PayloadPart.number("deviating", json),
            refused: try PayloadPart.number("refused", json), types: types,
            otherTypes: try PayloadPart.number("otherTypes", json), rows: rows)
    }

    private static func number(_ name: String, _ json: RawJSON) throws(Failure) -> Int {
        guard let number = json[name]?.number?.int64, number >= 0 else {
            throw Failure(message: "\(name): a count is expected")
        }
        return Int(number)
    }
}

#endif
