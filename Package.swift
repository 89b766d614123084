// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// The settings of the codecs.
///
/// `~Escapable` readers over spans need lifetime annotations where they are declared, but not where they are used. Code
/// that the compiler cannot prove safe is marked `unsafe`.
let codec: [SwiftSetting] =
    [.enableExperimentalFeature("Lifetimes"), .strictMemorySafety(), .treatAllWarnings(as: .error)]
let tools: [SwiftSetting] = [.treatAllWarnings(as: .error)]
/// The settings of code that calls the codecs, which is not optimized if `scripts/test` sets `IMWIRE_QUICK`.
///
/// Such code takes longer to optimize than to run without optimization.
let quick: [SwiftSetting] = Context.environment["IMWIRE_QUICK"] == "1" ? [.unsafeFlags(["-Onone"])] : []

/// Settings for code that a command runs once: smaller code needs less memory.
///
/// SwiftPM rejects a product with unsafe flags as a dependency, so that no target of a library product has these.
let small: [SwiftSetting] =
    quick.isEmpty ? [.unsafeFlags(["-Osize"], .when(configuration: .release))] : quick

/// The argument parser, which only the commands use and which is not fetched without the trait.
let arguments = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tools"]))
/// The other implementations that this package is compared with.
let protobuf = Target.Dependency.product(
    name: "SwiftProtobuf", package: "swift-protobuf", condition: .when(traits: ["Peers"]))
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Peers"]))

/// The dependencies for sockets, HTTP and TLS, which only the live targets use.
let sockets: [Target.Dependency] = [
    ("NIOCore", "swift-nio"), ("NIOPosix", "swift-nio"), ("NIOHTTP1", "swift-nio"), ("NIOWebSocket", "swift-nio"),
    ("NIOSSL", "swift-nio-ssl"),
].map { .product(name: $0.0, package: $0.1, condition: .when(traits: ["Live"])) }

// libFuzzer has its own `main`, so only its own executable is linked with it, which `scripts/fuzz` does. That build
// omits the counting allocator, because AddressSanitizer has its own.
let isLibFuzzer = Context.environment["IMWIRE_LIBFUZZER"] == "1"
/// The settings of the fuzzer, which omits the oracle with the JSON reader of full Foundation from a release.
let fuzzing: [SwiftSetting] = Context.environment["IMWIRE_RELEASE"] == "1" ? [.define("RELEASE")] : []
let libFuzzer: [Target] =
    isLibFuzzer
    ? [
        .executableTarget(
            name: "imwire-libfuzzer", dependencies: ["IMWireFuzzing", "IMWireTestSupport"],
            swiftSettings: tools + [.unsafeFlags(["-parse-as-library"])])
    ] : []

// `IMWire` also builds without its kernels in C, and then uses the same loops in Swift (`Kernels.swift`).
let hasKernels = Context.environment["IMWIRE_PLAIN"] != "1"
let kernels: [Target] = hasKernels ? [.target(name: "CIMWireKernels")] : []

/// The targets that applications may depend on, whose only external dependency is zlib.
let libraries: [Target] = [
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "IMWire", dependencies: ["CZlib"] + (hasKernels ? ["CIMWireKernels"] : []), swiftSettings: codec),
    .target(name: "IMWireRMTP", dependencies: ["IMWire"], swiftSettings: codec),
    .target(name: "IMWireServerAPI", dependencies: ["IMWire"], swiftSettings: codec),
    // The reader of schemas, which the generator needs while a generated file of `IMWire` is broken.
    .target(name: "Schemas", swiftSettings: tools),
    .target(name: "IMWireSpec", dependencies: ["IMWire", "Schemas"], swiftSettings: tools),
    // JSON lines and members, hexadecimal text and suggestions, for what needs no packets.
    .target(name: "ValueSupport", dependencies: ["IMWire"], swiftSettings: tools),
    .target(
        name: "IMWireValues", dependencies: ["IMWire", "IMWireRMTP", "IMWireServerAPI", "ValueSupport"],
        swiftSettings: tools),
    // Text for people, pages and shells, which nothing in a library for applications needs.
    .target(name: "TextSupport", dependencies: ["IMWire"], swiftSettings: tools),
    // The interface for other languages, which `scripts/build-c` links with the Swift runtime. The compiler checks each
    // function against the header.
    .systemLibrary(name: "CIMWire", path: "Bindings/c/include"),
    .target(
        name: "IMWireC", dependencies: ["CIMWire", "IMWire", "IMWireRMTP", "IMWireServerAPI", "IMWireValues"],
        swiftSettings: tools + [.enableExperimentalFeature("CImplementation")]),
    .target(name: "IMWireTestSupport", dependencies: ["IMWire", "Platform"], swiftSettings: codec),
    .target(name: "Platform", swiftSettings: tools),
    .target(
        name: "IMWireConformance",
        dependencies: [
            "IMWire", "IMWireRMTP", "IMWireServerAPI", "IMWireSpec", "IMWireValues", "TextSupport", "Platform",
            "Schemas",
        ],
        swiftSettings: tools),
    .target(
        name: "IMWireCompat",
        dependencies: ["IMWire", "IMWireSpec", "ValueSupport", "TextSupport", "Platform", "Schemas"],
        swiftSettings: tools + small),
    .target(
        name: "IMWireFuzzing",
        dependencies: [
            "IMWire", "IMWireRMTP", "IMWireServerAPI", "IMWireSpec", "IMWireValues", "IMWireConformance",
            "IMWireCompat", "IMWireTestSupport", "CaseRecording", "LiveReaders", "LiveService", "TextSupport",
            "Platform", "Schemas", "SwiftProtobufPeer", "CAllocations", "CZlib", protobuf,
        ],
        swiftSettings: tools + fuzzing),
    .target(
        name: "IMWireNIO", dependencies: ["IMWire", "IMWireRMTP"] + sockets, swiftSettings: tools),
    // The RongCloud service of `imwire serve`, which has no I/O.
    .target(
        name: "LiveService", dependencies: ["IMWire", "IMWireRMTP", "IMWireServerAPI", "IMWireValues"],
        swiftSettings: tools + quick),
    // The readers of HTTP and WebSockets of the proxy and of captures, which have no I/O.
    .target(
        name: "LiveReaders",
        dependencies: ["IMWire", "IMWireRMTP", "IMWireServerAPI", "IMWireConformance", "LiveService"],
        swiftSettings: tools + quick),
    // Cases that are made from an application's traffic.
    .target(
        name: "CaseRecording",
        dependencies: [
            "IMWire", "IMWireRMTP", "IMWireServerAPI", "IMWireSpec", "IMWireValues", "IMWireConformance", "LiveReaders",
            "Platform", "TextSupport",
        ],
        swiftSettings: tools),
    .target(name: "TypeGenerator", dependencies: ["Platform", "Schemas"], swiftSettings: tools + quick),
    .target(
        name: "SpecGenerator", dependencies: ["TypeGenerator", "Schemas", "Platform"], swiftSettings: tools + quick),
    .target(name: "SwiftProtobufPeer", dependencies: [protobuf], swiftSettings: tools),
    .target(name: "CAllocations", cSettings: isLibFuzzer ? [.define("IMWIRE_SANITIZED", to: "1")] : []),
]

/// The commands, which are libraries so that an executable can include some or all of them.
let commands: [Target] = [
    .target(
        name: "CommandSupport",
        dependencies: ["IMWire", "IMWireSpec", "ValueSupport", "TextSupport", "Platform", arguments],
        swiftSettings: tools + quick),
    // Shared parts of the commands that know packets or run the suite.
    .target(
        name: "RunSupport",
        dependencies: [
            "IMWire", "IMWireRMTP", "IMWireSpec", "IMWireConformance", "CommandSupport", "TextSupport", "Platform",
            arguments,
        ],
        swiftSettings: tools + quick),
    .target(
        name: "CompatCommands",
        dependencies: [
            "IMWire", "IMWireSpec", "IMWireCompat", "CommandSupport", "ValueSupport", "Platform", arguments,
        ],
        swiftSettings: tools + small),
    .target(
        name: "ToolCommands",
        dependencies: [
            "IMWire", "IMWireRMTP", "IMWireServerAPI", "IMWireSpec", "IMWireValues", "IMWireConformance",
            "Schemas", "TypeGenerator", "LiveReaders", "CommandSupport", "RunSupport", "TextSupport", "Platform",
            arguments,
        ],
        swiftSettings: tools + quick),
    .target(
        name: "FuzzCommands",
        dependencies: [
            "IMWire", "IMWireRMTP", "IMWireSpec", "IMWireValues", "IMWireConformance", "IMWireFuzzing",
            "IMWireTestSupport", "CaseRecording", "CommandSupport", "RunSupport", "TextSupport", "Platform",
            "CAllocations", arguments,
        ],
        swiftSettings: tools + quick),
    .target(
        name: "BenchCommands",
        dependencies: [
            "IMWire", "IMWireRMTP", "IMWireSpec", "IMWireValues", "IMWireConformance", "CommandSupport", "Platform",
            "SwiftProtobufPeer", "CAllocations", "CZlib", arguments, nio, protobuf,
        ],
        swiftSettings: tools + quick),
    .target(
        name: "LiveCommands",
        dependencies: [
            "IMWire", "IMWireRMTP", "IMWireServerAPI", "IMWireSpec", "IMWireValues", "IMWireConformance", "IMWireNIO",
            "LiveReaders", "LiveService", "CommandSupport", "RunSupport", "TextSupport", "Platform", arguments,
        ] + sockets,
        swiftSettings: tools + quick),
    .executableTarget(name: "imwire", dependencies: ["CommandSupport", "ToolCommands"], swiftSettings: tools + quick),
    .executableTarget(
        name: "imwire-compat", dependencies: ["CommandSupport", "CompatCommands"], swiftSettings: tools + quick),
    .executableTarget(
        name: "imwire-fuzz", dependencies: ["CommandSupport", "FuzzCommands"], swiftSettings: tools + quick),
    .executableTarget(
        name: "imwire-bench", dependencies: ["CommandSupport", "BenchCommands"], swiftSettings: tools + quick),
    .executableTarget(
        name: "imwire-live", dependencies: ["CommandSupport", "LiveCommands"], swiftSettings: tools + quick),
    // The only executable of a release.
    .executableTarget(
        name: "imwire-all",
        dependencies: [
            "CommandSupport", "ToolCommands", "CompatCommands", "FuzzCommands", "BenchCommands", "LiveCommands",
        ],
        swiftSettings: tools + quick),
    .executableTarget(
        name: "imwire-specgen", dependencies: ["SpecGenerator", "Platform"], swiftSettings: tools + quick),
]

let tests: [Target] = [
    .testTarget(
        name: "IMWireTests", dependencies: ["IMWire", "IMWireTestSupport", "CZlib", "CAllocations"],
        swiftSettings: codec + quick),
    .testTarget(
        name: "IMWireServerAPITests", dependencies: ["IMWireServerAPI", "IMWire"], swiftSettings: codec + quick),
    .testTarget(
        name: "IMWireRMTPTests",
        dependencies: [
            "IMWire", "IMWireRMTP", "IMWireValues", "IMWireConformance", "CAllocations", "SwiftProtobufPeer", protobuf,
        ],
        exclude: ["Probe/probe.proto"], swiftSettings: tools + quick + [.enableExperimentalFeature("Lifetimes")]),
    .testTarget(
        name: "ConformanceTests",
        dependencies: [
            "IMWire", "IMWireRMTP", "IMWireSpec", "IMWireValues", "IMWireConformance", "TextSupport", "GiftExample",
        ],
        swiftSettings: tools + quick),
    // The output of `imwire types generate` is compiled as in an application.
    .target(
        name: "GiftExample", dependencies: ["IMWire"], path: "Examples/gift",
        exclude: ["README.md", "cases", "gift.schema.json", "messages.jsonl"], swiftSettings: tools + quick),
    .executableTarget(
        name: "example-read", dependencies: ["IMWire"], path: "Examples/swift/read", swiftSettings: tools + quick),
    .executableTarget(
        name: "example-write", dependencies: ["IMWire"], path: "Examples/swift/write", swiftSettings: tools + quick),
    .executableTarget(
        name: "example-custom", dependencies: ["IMWire"], path: "Examples/swift/custom", swiftSettings: tools + quick),
    .testTarget(
        name: "CompatTests",
        dependencies: ["IMWireCompat", "IMWire", "IMWireSpec", "IMWireValues", "IMWireTestSupport"],
        swiftSettings: tools + quick),
    .testTarget(
        name: "CommandTests",
        dependencies: [
            "CommandSupport", "imwire", "imwire-compat", "imwire-fuzz", "imwire-bench", "example-read", "example-write",
            "example-custom", "IMWire", "IMWireSpec", "IMWireValues", "IMWireConformance", "TextSupport",
            "CAllocations",
        ],
        swiftSettings: tools + quick),
    .testTarget(
        name: "LiveServiceTests",
        dependencies: ["LiveService", "IMWire", "IMWireRMTP", "IMWireServerAPI"],
        swiftSettings: tools + quick),
    .testTarget(
        name: "FuzzingTests",
        dependencies: [
            "IMWire", "IMWireRMTP", "IMWireSpec", "IMWireValues", "IMWireFuzzing", "IMWireConformance",
            "IMWireTestSupport", "CaseRecording", "LiveService",
        ],
        swiftSettings: tools + quick),
    .testTarget(
        name: "SpecTests",
        dependencies: [
            "SpecGenerator", "TypeGenerator", "Schemas", "IMWire", "IMWireRMTP", "IMWireServerAPI", "IMWireSpec",
            "IMWireValues", "IMWireConformance",
        ],
        swiftSettings: tools + quick),
]

/// The tests over real sockets, which exist only with `IMWIRE_LIVE=1`, because only they need TLS.
let liveTests: [Target] = [
    .testTarget(
        name: "LiveTests",
        dependencies: [
            "imwire", "imwire-live", "nio-chat-server", "nio-chat-client", "nio-packet-client", "CAllocations",
            "LiveCommands", "LiveService", "IMWireNIO", "IMWire", "IMWireRMTP", "IMWireServerAPI",
            "IMWireValues", "IMWireConformance", "Platform", "SpecGenerator",
            .product(name: "NIOEmbedded", package: "swift-nio", condition: .when(traits: ["Live"])),
        ] + sockets,
        swiftSettings: tools),
    .executableTarget(
        name: "nio-chat-server", dependencies: ["IMWire", "IMWireNIO"] + sockets, path: "Examples/nio/server",
        swiftSettings: tools),
    .executableTarget(
        name: "nio-chat-client", dependencies: ["IMWire", "IMWireNIO"] + sockets, path: "Examples/nio/client",
        swiftSettings: tools),
    .executableTarget(
        name: "nio-packet-client", dependencies: ["IMWire", "IMWireRMTP", "IMWireNIO"] + sockets,
        path: "Examples/nio/packets", swiftSettings: tools),
]
let isLive = Context.environment["IMWIRE_LIVE"] == "1"

let package = Package(
    name: "imwire",
    // The standard library declares `Array.span`, `String.UTF8View.span`, `InlineArray` and `UTF8Span`, which the codecs
    // use throughout, for these versions and later. The package has never been built on Apple's systems.
    platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
    products: [
        .library(name: "IMWire", targets: ["IMWire"]),
        .library(name: "IMWireRMTP", targets: ["IMWireRMTP"]),
        .library(name: "IMWireServerAPI", targets: ["IMWireServerAPI"]),
        .library(name: "IMWireTestSupport", targets: ["IMWireTestSupport"]),
        .executable(name: "imwire", targets: ["imwire"]),
        .executable(name: "imwire-compat", targets: ["imwire-compat"]),
        .executable(name: "imwire-fuzz", targets: ["imwire-fuzz"]),
        .executable(name: "imwire-bench", targets: ["imwire-bench"]),
        .library(name: "IMWireNIO", targets: ["IMWireNIO"]),
        .executable(name: "imwire-live", targets: ["imwire-live"]),
        .executable(name: "imwire-all", targets: ["imwire-all"]),
    ],
    // No trait is enabled by default, so that dependents of a library fetch and compile nothing else.
    traits: [
        .trait(name: "Tools", description: "The commands, with swift-argument-parser"),
        .trait(name: "Peers", description: "Fuzzing and benchmarks against SwiftProtobuf and SwiftNIO"),
        .trait(name: "Live", description: "Sessions on sockets, with SwiftNIO and its TLS"),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.34.0"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    ],
    targets: kernels + libraries + commands + tests + (isLive ? liveTests : []) + libFuzzer,
    swiftLanguageModes: [.v6]
)
