// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// `~Escapable` readers over spans need lifetime annotations where they are declared, not where they are used;
/// whatever the compiler cannot prove safe is marked `unsafe` where it stands.
let codec: [SwiftSetting] =
    [.enableExperimentalFeature("Lifetimes"), .strictMemorySafety(), .treatAllWarnings(as: .error)]
let tools: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// libFuzzer brings its own `main`, so that its executable can be linked with it only: `scripts/fuzz` does. The counting
// allocator has to stay out of it: AddressSanitizer has one of its own.
let isLibFuzzer = Context.environment["IMWIRE_LIBFUZZER"] == "1"
let libFuzzer: [Target] =
    isLibFuzzer
    ? [
        .executableTarget(
            name: "imwire-libfuzzer", dependencies: ["IMWireFuzzing", "IMWireTestSupport"],
            swiftSettings: tools + [.unsafeFlags(["-parse-as-library"])])
    ] : []

let package = Package(
    name: "imwire",
    products: [
        .library(name: "IMWire", targets: ["IMWire"]),
        .library(name: "IMWireRMTP", targets: ["IMWireRMTP"]),
        .library(name: "IMWireServerAPI", targets: ["IMWireServerAPI"]),
        .executable(name: "imwire", targets: ["imwire"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    ],
    targets: [
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(name: "IMWire", dependencies: ["CZlib"], swiftSettings: codec),
        .target(name: "IMWireRMTP", dependencies: ["IMWire"], swiftSettings: codec),
        .target(name: "IMWireServerAPI", dependencies: ["IMWire", "IMWireRMTP"], swiftSettings: codec),
        .target(name: "IMWireTestSupport", dependencies: ["IMWire"], swiftSettings: codec),
        .target(
            name: "IMWireConformance", dependencies: ["IMWire", "IMWireRMTP", "IMWireServerAPI"], swiftSettings: tools),
        .target(name: "IMWireCompat", dependencies: ["IMWire", "IMWireConformance"], swiftSettings: tools),
        .target(
            name: "IMWireFuzzing",
            dependencies: [
                "IMWire", "IMWireRMTP", "IMWireServerAPI", "IMWireConformance", "IMWireCompat", "IMWireTestSupport",
                "SwiftProtobufPeer", "CAllocations", "CCoverage", "CZlib",
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            swiftSettings: tools),
        .executableTarget(
            name: "imwire",
            dependencies: [
                "IMWire", "IMWireRMTP", "IMWireServerAPI", "IMWireConformance", "IMWireCompat", "IMWireFuzzing",
                "SpecGenerator", "SwiftProtobufPeer", "CAllocations", "CZlib",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            swiftSettings: tools),
        .target(
            name: "SwiftProtobufPeer", dependencies: [.product(name: "SwiftProtobuf", package: "swift-protobuf")],
            swiftSettings: tools),
        .target(name: "SpecGenerator", swiftSettings: tools),
        .executableTarget(name: "imwire-specgen", dependencies: ["SpecGenerator"], swiftSettings: tools),
        .target(name: "CAllocations", cSettings: isLibFuzzer ? [.define("IMWIRE_SANITIZED", to: "1")] : []),
        .target(name: "CCoverage"),
        .testTarget(
            name: "IMWireTests", dependencies: ["IMWire", "IMWireTestSupport", "CZlib", "CAllocations"],
            swiftSettings: codec),
        .testTarget(
            name: "IMWireServerAPITests", dependencies: ["IMWireServerAPI", "IMWire", "IMWireRMTP"],
            swiftSettings: codec),
        .testTarget(
            name: "IMWireRMTPTests",
            dependencies: [
                "IMWire", "IMWireRMTP", "IMWireConformance", "CAllocations", "SwiftProtobufPeer",
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            exclude: ["Probe/probe.proto"], swiftSettings: tools + [.enableExperimentalFeature("Lifetimes")]),
        .testTarget(
            name: "ConformanceTests", dependencies: ["IMWire", "IMWireRMTP", "IMWireConformance", "GiftExample"],
            swiftSettings: tools),
        // What `imwire types generate` writes is compiled as an application would compile it.
        .target(
            name: "GiftExample", dependencies: ["IMWire"], path: "Examples/gift",
            exclude: ["README.md", "cases", "gift.schema.json", "messages.jsonl"], swiftSettings: tools),
        .testTarget(
            name: "CompatTests", dependencies: ["IMWireCompat", "IMWire", "IMWireConformance", "IMWireTestSupport"],
            swiftSettings: tools),
        .testTarget(
            name: "CommandTests", dependencies: ["imwire", "IMWire", "IMWireConformance", "CAllocations"],
            swiftSettings: tools),
        .testTarget(
            name: "FuzzingTests",
            dependencies: ["IMWire", "IMWireRMTP", "IMWireFuzzing", "IMWireConformance", "IMWireTestSupport"],
            swiftSettings: tools),
        .testTarget(
            name: "SpecTests", dependencies: ["SpecGenerator", "IMWire", "IMWireConformance"], swiftSettings: tools),
    ] + libFuzzer,
    swiftLanguageModes: [.v6]
)
