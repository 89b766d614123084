// SPDX-License-Identifier: Apache-2.0

// Runs one operation a number of times, so that callgrind can count its instructions. Without arguments it lists the
// operations. `scripts/bench-gate` subtracts a run of N from a run of 2N, which leaves N operations without the start.
// The option `--plain` turns off the kernels in C, so that the count is the same on every processor of a kind.

let operations = contentOperations + chatOperations + packetOperations + bodyOperations + serverOperations

/// Limits the kernels, which are no part of the public interface.
@_silgen_name("cimwire_limit_level") func limitKernels(_ level: Int32) -> Int32

var arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--plain" {
    arguments.removeFirst()
    _ = limitKernels(0)
}
switch arguments.count {
case 0:
    for operation in operations { print(operation.name, operation.count) }
case 2:
    guard let operation = operations.first(where: { $0.name == arguments.first }),
        let count = Int(arguments.last ?? ""), count > 0
    else { usage() }
    try operation.run(count)
default: usage()
}

func usage() -> Never {
    fatalError("usage: hot [--plain] [OPERATION COUNT]; without arguments it lists the operations")
}
