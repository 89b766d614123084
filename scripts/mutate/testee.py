# SPDX-License-Identifier: Apache-2.0
"""A package with the testee alone, which needs a small part of the time that the commands take to build."""

MODULES = ("CZlib", "CIMWireKernels", "IMWire", "IMWireRMTP", "IMWireServerAPI", "Schemas", "IMWireSpec",
           "ValueSupport",
           "IMWireValues", "TextSupport", "Platform", "IMWireConformance")
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let codec: [SwiftSetting] = [.enableExperimentalFeature("Lifetimes"), .strictMemorySafety()]
let quick: [SwiftSetting] = [.unsafeFlags(["-Onone"])]

let package = Package(
    name: "imwire",
    targets: [
        .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
        .target(name: "CIMWireKernels"),
        .target(name: "IMWire", dependencies: ["CZlib", "CIMWireKernels"], swiftSettings: codec),
        .target(name: "IMWireRMTP", dependencies: ["IMWire"], swiftSettings: codec),
        .target(name: "IMWireServerAPI", dependencies: ["IMWire"], swiftSettings: codec),
        .target(name: "Schemas", swiftSettings: quick),
        .target(name: "IMWireSpec", dependencies: ["IMWire", "Schemas"], swiftSettings: quick),
        .target(name: "ValueSupport", dependencies: ["IMWire"], swiftSettings: quick),
        .target(
            name: "IMWireValues", dependencies: ["IMWire", "IMWireRMTP", "IMWireServerAPI", "ValueSupport"],
            swiftSettings: quick),
        .target(name: "TextSupport", dependencies: ["IMWire"], swiftSettings: quick),
        .target(name: "Platform", swiftSettings: quick),
        .target(
            name: "IMWireConformance",
            dependencies: [
                "IMWire", "IMWireRMTP", "IMWireServerAPI", "IMWireSpec", "IMWireValues", "TextSupport", "Platform",
                "Schemas",
            ], swiftSettings: quick),
        .executableTarget(name: "testee", dependencies: ["IMWireConformance"], swiftSettings: quick),
    ],
    swiftLanguageModes: [.v6])
"""
MAIN = """import Glibc
import IMWireConformance

let codec = CodecTestee()
while let line = readLine() {
    var rest = (codec.answer(line: Array(line.utf8).span) + [10])[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
        guard count > 0 else { exit(1) }
        rest = rest.dropFirst(count)
    }
}
"""
TEXTS = {"Package.swift": MANIFEST, "Sources/testee/main.swift": MAIN}


def belongs(name):
    """Whether a file of the project is part of the package."""
    parts = name.split("/")
    return parts[0] == "Sources" and parts[1] in MODULES
