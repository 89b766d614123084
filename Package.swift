// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// `~Escapable` readers over spans need lifetime annotations where they are declared, not where they are used;
/// whatever the compiler cannot prove safe is marked `unsafe` where it stands.
let codec: [SwiftSetting] = [
    .enableExperimentalFeature("Lifetimes"), .strictMemorySafety(), .treatAllWarnings(as: .error),
]
let tools: [SwiftSetting] = [.treatAllWarnings(as: .error)]

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
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    ],
    targets: [
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(name: "IMWire", dependencies: ["CZlib"], swiftSettings: codec),
        .target(name: "IMWireRMTP", dependencies: ["IMWire"], swiftSettings: codec),
        .target(
            name: "IMWireServerAPI", dependencies: ["IMWire", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: codec),
        .target(name: "IMWireTestSupport", dependencies: ["IMWire"], swiftSettings: codec),
        .target(
            name: "IMWireConformance", dependencies: ["IMWire", "IMWireRMTP", "IMWireServerAPI"], swiftSettings: tools),
        .target(name: "IMWireCompat", dependencies: ["IMWire", "IMWireConformance"], swiftSettings: tools),
        .target(
            name: "IMWireFuzzing",
            dependencies: [
                "IMWire", "IMWireRMTP", "IMWireConformance", "IMWireTestSupport", "CAllocations", "CCoverage", "CZlib",
            ],
            swiftSettings: tools),
        .executableTarget(
            name: "imwire",
            dependencies: [
                "IMWire", "IMWireServerAPI", "IMWireConformance", "IMWireCompat", "IMWireFuzzing", "CAllocations",
                "CZlib",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: tools),
        .target(name: "SpecGenerator", swiftSettings: tools),
        .executableTarget(name: "imwire-specgen", dependencies: ["SpecGenerator"], swiftSettings: tools),
        .target(name: "CAllocations"),
        .target(name: "CCoverage"),
        .testTarget(
            name: "IMWireTests", dependencies: ["IMWire", "IMWireTestSupport", "CZlib", "CAllocations"],
            swiftSettings: codec),
        .testTarget(
            name: "IMWireServerAPITests", dependencies: ["IMWireServerAPI", "IMWire"], swiftSettings: codec),
        .testTarget(
            name: "IMWireRMTPTests",
            dependencies: [
                "IMWire", "IMWireRMTP", "IMWireConformance", "CAllocations",
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            exclude: ["Probe/probe.proto"], swiftSettings: tools + [.enableExperimentalFeature("Lifetimes")]),
        .testTarget(
            name: "ConformanceTests", dependencies: ["IMWire", "IMWireConformance"], swiftSettings: tools),
        .testTarget(
            name: "CompatTests", dependencies: ["IMWireCompat", "IMWire", "IMWireConformance"], swiftSettings: tools),
        .testTarget(
            name: "CommandTests", dependencies: ["imwire", "IMWire", "IMWireConformance", "CAllocations"],
            swiftSettings: tools),
        .testTarget(
            name: "FuzzingTests", dependencies: ["IMWire", "IMWireRMTP", "IMWireFuzzing", "IMWireConformance"],
            swiftSettings: tools),
        .testTarget(
            name: "SpecTests", dependencies: ["SpecGenerator", "IMWire", "IMWireConformance"], swiftSettings: tools),
    ],
    swiftLanguageModes: [.v6]
)
