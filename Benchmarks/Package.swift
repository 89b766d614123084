// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// The benchmarks are a package of their own, so that they see only what an application sees.
let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "imwire", path: "..")],
    targets: [
        .executableTarget(
            name: "hot",
            dependencies: [
                .product(name: "IMWire", package: "imwire"), .product(name: "IMWireRMTP", package: "imwire"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
