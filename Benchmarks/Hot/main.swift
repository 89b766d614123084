// SPDX-License-Identifier: Apache-2.0

// Runs one operation a number of times, so that callgrind can count its instructions. Without arguments it lists the
// operations. `scripts/bench-gate` subtracts a run of N from a run of 2N, which leaves N operations without the start.

let operations = contentOperations + chatOperations + packetOperations + bodyOperations + serverOperations

let arguments = CommandLine.arguments.dropFirst()
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
    fatalError("usage: hot [OPERATION COUNT]; without arguments it lists the operations")
}
