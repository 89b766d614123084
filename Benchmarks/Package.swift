// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// The benchmarks are a package of their own, so that they see only what an application sees.
let package = Package(
    name: "benchmarks",
    dependencies: [
        .package(name: "imwire", path: ".."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    ],
    targets: [
        // The interface of the adapters in `Peers`, which `scripts/bench-peers` builds and `peers` loads.
        .target(name: "CPeer"),
        // Some files are links to those of `imwire bench`, which compile if these conditions hold.
        .executableTarget(
            name: "peers",
            dependencies: [
                "CPeer", .product(name: "IMWire", package: "imwire"),
                .product(name: "IMWireRMTP", package: "imwire"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            swiftSettings: [.define("Tools"), .define("Peers")]),
        .executableTarget(
            name: "scale",
            dependencies: [
                .product(name: "IMWire", package: "imwire"), .product(name: "IMWireRMTP", package: "imwire"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
