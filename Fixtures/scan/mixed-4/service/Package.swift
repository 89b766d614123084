// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "rail-service",
    dependencies: [.package(url: "https://github.com/vapor/vapor.git", from: "4.99.0")],
    targets: [.executableTarget(name: "App", dependencies: [.product(name: "Vapor", package: "vapor")])])
