// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import Testing

/// Tests of properties that hold for every input, with the bytes of each case and many mutations of them.
@Suite("Agreement of readers")
struct AgreementTests {
    /// Checks that lenient and strict decoding and validation agree on an input, and that its encoding is stable.
    private func check(_ objectName: ObjectName, _ bytes: [UInt8], _ origin: String) {
        let registry = ContentRegistry.builtIn
        func attempt(_ mode: DecodingMode) -> Result<Decoded<AnyContent>, DecodeError> {
            Result { () throws(DecodeError) in try registry.decode(objectName, bytes.span, mode: mode) }
        }
        func validation(_ mode: DecodingMode) -> Result<[Deviation], DecodeError> {
            Result { () throws(DecodeError) in
                var validator = ContentValidator(mode: mode)
                try validator.validate(objectName, bytes.span)
                return validator.deviations
            }
        }
        let lenient = attempt(.lenient)
        let strict = attempt(.strict)
        // CNT-052: Validating agrees with decoding in every deviation and offset.
        #expect(validation(.lenient) == lenient.map(\.deviations), "\(origin)")
        #expect(validation(.strict) == strict.map(\.deviations), "\(origin)")
        switch (lenient, strict) {
        case (.success(let loose), .success(let tight)):
            // CNT-049: Lenient mode accepts what strict mode accepts, with the same value and without deviations.
            #expect(loose.deviations.isEmpty, "\(origin)")
            #expect(loose.content.encoded() == tight.content.encoded(), "\(origin)")
        case (.success(let loose), .failure):
            #expect(!loose.deviations.isEmpty, "\(origin)")
        case (.failure, .success):
            Issue.record("\(origin): strict accepts what lenient refuses")
        case (.failure(let loose), .failure):
            // CNT-131: Offsets are within the input, and paths hold only schema names.
            #expect((0...bytes.count).contains(loose.offset), "\(origin)")
        }
        guard case .success(let first) = lenient else { return }
        let written = first.content.encoded()
        guard written.count <= DecodingLimits().contentBytes else { return }
        do {
            // CNT-077: The written bytes are read as the same value, and written the same again.
            let second = try registry.decode(objectName, written)
            #expect(second.content.encoded() == written, "\(origin)")
            #expect(second.content.unknownMembers.names == first.content.unknownMembers.names, "\(origin)")
            #expect(second.content.digest == first.content.digest, "\(origin)")
        } catch {
            Issue.record("\(origin): cannot read what was written: \(error)")
        }
    }

    @Test("The readers agree on the bytes of every case")
    func cases() throws {
        for item in try library.get().cases where !item.input.objectName.isEmpty && item.operation != .encode {
            check(ObjectName(rawValue: item.input.objectName), item.input.bytes, item.id)
        }
    }

    @Test("The readers agree on mutations of every case's bytes", arguments: 1...CaseMutator.rounds)
    func mutations(seed: UInt64) throws {
        var mutator = CaseMutator(seed: seed)
        for item in try library.get().cases
        where !item.input.objectName.isEmpty && item.operation != .encode && item.input.bytes.count < 2_000 {
            let bytes = mutator.mutated(item.input.bytes)
            check(ObjectName(rawValue: item.input.objectName), bytes, "\(item.id), seed \(seed)")
        }
    }
}
