// SPDX-License-Identifier: Apache-2.0

import IMWire
import TextSupport
import ValueSupport

/// The file form of counts, which can be merged with others (CMP-054).
extension PayloadCounts {
    /// The value of the member `kind` in a file of counts.
    package static let kind = "payload-counts"
    private static let version = 1

    /// The counts as the text of a file.
    package var json: String {
        let named = types.ordered { $0.key.rawValue.utf8.lexicographicallyPrecedes($1.key.rawValue.utf8) }
        let sorted = rows.ordered { one, other in
            (one.key.id, one.key.objectName, one.key.path) < (other.key.id, other.key.objectName, other.key.path)
        }
        let list = sorted.map { key, row in
            RawJSON.object([
                "id": key.id, "error": key.isError ? true : nil, "objectName": key.objectName, "path": key.path,
                "count": row.count, "file": row.file, "line": row.line, "offset": row.offset,
            ])
        }
        let minified = minified.ordered { $0.key.rawValue.utf8.lexicographicallyPrecedes($1.key.rawValue.utf8) }
            .map { name, row in
                RawJSON.object([
                    "objectName": name.rawValue, "count": row.count, "file": row.file, "line": row.line,
                    "offset": row.offset,
                ])
            }
        let object = RawJSON.object([
            "kind": PayloadCounts.kind, "version": PayloadCounts.version, "platform": platform, "lines": lines,
            "deviating": deviating, "refused": refused,
            "types": RawJSON.object(named.map { ($0.key.rawValue, RawJSON.integer($0.value)) }),
            "otherTypes": otherTypes, "rows": list, "minified": minified.isEmpty ? nil : minified,
        ])
        return JSONLayout.text(object) + "\n"
    }

    /// Reads a file of counts.
    ///
    /// - Throws: The first error found, with its path.
    package init(parsing bytes: [UInt8]) throws(ManifestError) {
        let object = try FactObject(file: bytes, of: "version", PayloadCounts.version)
        guard try object.string("kind") == PayloadCounts.kind else {
            throw ManifestError("/kind", "\(PayloadCounts.kind) is expected")
        }
        self.init(platform: try object.required("platform"))
        lines = try object.count("lines")
        deviating = try object.count("deviating")
        refused = try object.count("refused")
        otherTypes = try object.count("otherTypes")
        for (name, value) in try object.members("types") {
            guard let number = PayloadCounts.number(value) else {
                throw ManifestError("/types/\(name)", "a count is expected")
            }
            types[ObjectName(rawValue: name)] = number
        }
        let listed = try object.list("rows") { (row) throws(ManifestError) in
            (
                Key(
                    id: try row.required("id"), objectName: try row.string("objectName") ?? "",
                    path: try row.string("path") ?? "", isError: try row.boolean("error") ?? false),
                try row.row()
            )
        }
        for (name, row) in try object.list(
            "minified", { (row) throws(ManifestError) in (try row.required("objectName"), try row.row()) })
        {
            guard types[ObjectName(rawValue: name)] != nil else {
                throw ManifestError("/minified", "a type is not among the types")
            }
            minified[ObjectName(rawValue: name)] = row
        }
        guard listed.count <= PayloadCounts.rowLimit else {
            throw ManifestError("/rows", "more than \(PayloadCounts.rowLimit) rows")
        }
        rows = Dictionary(listed) { first, _ in first }
        try object.finish()
    }

    fileprivate static func number(_ value: RawJSON) -> Int? {
        value.number?.int64.flatMap { (0...Int64(maximum)).contains($0) ? Int($0) : nil }
    }
}

extension FactObject {
    fileprivate func row() throws(ManifestError) -> PayloadCounts.Row {
        PayloadCounts.Row(
            count: try count("count"), file: try string("file"), line: try count("line"), offset: try count("offset"))
    }

    /// Returns a count, which must be present.
    fileprivate func count(_ name: String) throws(ManifestError) -> Int {
        guard let number = try integer(name), (0...PayloadCounts.maximum).contains(number) else {
            throw ManifestError("\(path)/\(name)", "a count is expected")
        }
        return number
    }
}
