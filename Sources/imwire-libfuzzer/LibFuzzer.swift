// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWireFuzzing
import IMWireTestSupport

/// The functions that libFuzzer calls, for all targets.
///
/// `IMWIRE_FUZZ_TARGET` names one target. Without it, the executable's file name, such as `imwire-packets`, names one.
/// Otherwise the first byte of each input selects the target. The executable is built only if `IMWIRE_LIBFUZZER=1` is
/// in the environment of the build, which `scripts/fuzz` sets.
private enum LibFuzzer {
    /// The targets to run, one of each kind, in the order of the catalogue.
    nonisolated(unsafe) static var targets: [any FuzzTarget] = []
    nonisolated(unsafe) static var observation = Observation()

    static var isChosenByByte: Bool { targets.count > 1 }

    /// Returns the target of an input and the bytes that remain for it, or nil if the input does not select one.
    static func choose(_ input: [UInt8]) -> (target: Int, rest: [UInt8])? {
        guard isChosenByByte else { return (0, input) }
        guard let first = input.first else { return nil }
        return (Int(first) % targets.count, Array(input.dropFirst()))
    }

    /// Reports an error in the command line or the folder, and exits.
    static func stop(_ message: String) -> Never {
        FileHandle.standardError.write(Data("imwire-libfuzzer: \(message)\n".utf8))
        exit(2)
    }

    /// Exits at once, because a leak checker that runs at a normal exit could suppress the output, and changes the exit
    /// code.
    static func leave() -> Never {
        fflush(nil)
        _exit(0)
    }

    /// Returns a word in the syntax of a libFuzzer dictionary.
    static func quoted(_ word: [UInt8]) -> String {
        "\""
            + word.map { byte in
                (UInt8(ascii: " ")...UInt8(ascii: "~")).contains(byte) && byte != UInt8(ascii: "\"")
                    && byte != UInt8(ascii: "\\")
                    ? String(UnicodeScalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined() + "\""
    }

    /// Writes the words of the targets as a dictionary: the names of the schemas and of the packets' fields.
    static func writeDictionary(to path: String) {
        let words = Set(targets.flatMap(\.dictionary)).filter { !$0.isEmpty && $0.count <= 64 }.map(quoted).sorted()
        guard (try? Data((words.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path))) != nil else {
            stop("\(path) cannot be written")
        }
    }

    /// Writes the cases of the suite, the committed corpus and past findings as inputs, one file each.
    static func writeSeeds(to path: String) {
        guard let fixtures = FixtureFolder.find() else {
            stop("there is no folder Fixtures here or further up")
        }
        let folder = URL(filePath: path)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let library = try fixtures.library()
            for (number, target) in targets.enumerated() {
                for input in fixtures.inputs(for: target, library) where input.count <= target.maximumLength {
                    let bytes = (isChosenByByte ? [UInt8(number)] : []) + input
                    let name = String(TextHash.of(bytes.span), radix: 16)
                    try Data(bytes).write(to: folder.appending(path: name))
                }
            }
        } catch {
            stop("the seeds cannot be written: \(error)")
        }
    }
}

/// Creates the targets, or writes the output that the environment requests and exits without fuzzing.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzer(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    let environment = ProcessInfo.processInfo.environment
    if environment["IMWIRE_FUZZ_LIST"] != nil {
        for entry in TargetCatalog.all { print(entry.name) }
        LibFuzzer.leave()
    }
    let file = URL(filePath: CommandLine.arguments.first ?? "").lastPathComponent
    let named = file.hasPrefix("imwire-") && file != "imwire-libfuzzer" ? String(file.dropFirst("imwire-".count)) : nil
    if let name = environment["IMWIRE_FUZZ_TARGET"] ?? named, name != "all" {
        guard let entry = TargetCatalog.named(name) else {
            LibFuzzer.stop("there is no target \(name): \(TargetCatalog.all.map(\.name).joined(separator: " "))")
        }
        LibFuzzer.targets = [entry.make()]
    } else {
        LibFuzzer.targets = TargetCatalog.all.map { $0.make() }
    }
    let dictionary = environment["IMWIRE_FUZZ_DICTIONARY"]
    let seeds = environment["IMWIRE_FUZZ_SEEDS"]
    if let dictionary { LibFuzzer.writeDictionary(to: dictionary) }
    if let seeds { LibFuzzer.writeSeeds(to: seeds) }
    if dictionary != nil || seeds != nil { LibFuzzer.leave() }
    return 0
}

/// Runs a target on one input; a broken promise ends the process, as a trap does.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let (target, rest) = LibFuzzer.choose(input), rest.count <= LibFuzzer.targets[target].maximumLength else {
        return -1  // Do not add the input to the corpus.
    }
    LibFuzzer.observation.reset()
    LibFuzzer.targets[target].run(rest, &LibFuzzer.observation)
    guard let violation = LibFuzzer.observation.violations.first else { return 0 }
    let name = LibFuzzer.targets[target].name
    FileHandle.standardError.write(
        Data("\(name): \(violation.oracle.rawValue) at \(violation.location)\n  seen: \(violation.detail)\n".utf8))
    abort()
}

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int) -> Int

/// Mutates an input by its tokens or structure, or with libFuzzer's own mutator, and sometimes repairs its checksums.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: CUnsignedInt) -> Int {
    var random = SeededRandom(seed: UInt64(seed))
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let (target, rest) = LibFuzzer.choose(input) else { return mutateBytes(start, count, capacity) }
    let prefix = LibFuzzer.isChosenByByte ? [input[0]] : []
    func write(_ changed: [UInt8]) -> Int {
        let length = min(changed.count, capacity - prefix.count)
        for (place, byte) in (prefix + changed.prefix(length)).enumerated() { start[place] = byte }
        return prefix.count + length
    }
    if random.chance(5) { return write(LibFuzzer.targets[target].generate(&random)) }
    if random.chance(50) { return write(LibFuzzer.targets[target].mutate(rest, with: rest, &random)) }
    let length = mutateBytes(start + prefix.count, rest.count, capacity - prefix.count)
    let changed = Array(UnsafeBufferPointer(start: start + prefix.count, count: length))
    if random.chance(50), let repaired = LibFuzzer.targets[target].repaired(changed) { return write(repaired) }
    return prefix.count + length
}
