// SPDX-License-Identifier: Apache-2.0

/// The rule for members that a minified build renames: CMP-137.
enum MinifyRules {
    static func check(_ manifest: Manifest) -> [CompatDifference] {
        manifest.types.flatMap { type -> [CompatDifference] in
            guard let minified = type.minified else { return [] }
            let place = minified.source.map { source in source.line.map { "\(source.file):\($0)" } ?? source.file }
            let build = place.map { " (\($0))" } ?? ""
            return minified.members.map { member in
                CompatDifference(
                    kind: .memberMinified, deviation: nil, severity: .losesData, certainty: .likely,
                    platforms: [manifest.platform], against: [manifest.platform],
                    place: FindingPlace(type.objectName, member),
                    left: "a field's name, which the release build\(build) replaces by a, b, c and so on",
                    right: "builds that are not minified, and other platforms, use the field's name",
                    advice:
                        "Write the name in an annotation (@SerializedName, @JSONField, @Json), or keep the names of the "
                        + "fields: -keepclassmembers class … { <fields>; }",
                    source: minified.source ?? type.source)
            }
        }
    }
}
