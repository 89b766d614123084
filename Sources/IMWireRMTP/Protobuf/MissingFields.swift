// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A visitor that finds absent required fields, including those of nested messages (PRB-030).
struct MissingFields: ProtobufVisitor {
    /// The maximum number of absent fields that are listed for a body (PRB-032).
    static let most = 64

    /// An absent field: the steps from the body to its message, and its name.
    private struct Absence {
        var steps: [Step]
        var name: String
    }

    private struct Step {
        var number: UInt32
        var name: String
        /// The index in a repeated field, or nil for a singular one.
        var index: Int?
    }

    private var absences: [Absence] = []
    private var steps: [Step] = []
    private var fields: [ProtobufField] = []

    /// Returns the absent fields in lenient mode, and throws for the first one in strict mode.
    ///
    /// This path is rare and therefore not specialized: a copy for each message type would take a quarter of the
    /// compile time of the bodies.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    static func report<Message: ProtobufMessage>(
        in message: Message, _ bytes: Span<UInt8>, _ mode: DecodingMode, _ limits: ProtobufLimits
    ) throws(DecodeError) -> [Deviation] {
        let missing = find(in: message, bytes, limits)
        if mode == .strict, let first = missing.first {
            throw DecodeError(.protoRequired, offset: first.offset, path: first.path)  // PRB-031
        }
        return missing
    }

    /// Returns the absent fields in the order of the field numbers.
    ///
    /// - Parameter bytes: the bytes from which the message was read. Each offset is the end of the message that lacks
    ///   the field.
    @_semantics("optimize.sil.specialize.generic.never")
    private static func find<Message: ProtobufMessage>(
        in message: Message, _ bytes: Span<UInt8>, _ limits: ProtobufLimits
    ) -> [Deviation] {
        var search = MissingFields()
        search.fields = Message.fields
        message.traverse(&search)
        return search.absences.map { absence in
            let path = absence.steps.map { "/\($0.name)" + ($0.index.map { "/\($0)" } ?? "") }.joined()
            let offset = end(of: absence.steps, bytes, limits)
            return Deviation(.missingField, offset: offset, path: "\(path)/\(absence.name)")
        }
    }

    /// Returns the end of the message to which the steps lead; for a message that arrived in parts, the end of the last
    /// one.
    private static func end(of steps: [Step], _ bytes: Span<UInt8>, _ limits: ProtobufLimits) -> Int {
        var parts = [0..<bytes.count]
        for step in steps {
            var found: [Range<Int>] = []
            var position = 0
            search: for part in parts {
                var reader = ProtobufDecoder(bytes, from: part.lowerBound, to: part.upperBound, limits: limits)
                // The bytes have been read before, so this call does not throw.
                while let block = try? reader.nextBlock(step.number) {
                    if step.index == nil || step.index == position { found.append(block) }
                    if step.index == position { break search }
                    position += 1
                }
            }
            parts = found
        }
        return parts.last?.upperBound ?? bytes.count
    }

    private mutating func see(_ tag: UInt32, _ name: StaticString, isAbsent: Bool) {
        guard isAbsent, absences.count < MissingFields.most else { return }
        if fields.contains(where: { $0.number == tag >> 3 && $0.label == .required }) {
            absences.append(Absence(steps: steps, name: "\(name)"))
        }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    private mutating func descend<Message: ProtobufMessage>(
        _ tag: UInt32, _ name: StaticString, _ index: Int?, _ message: Message
    ) {
        if message.hasRequiredFields || absences.count >= MissingFields.most { return }
        let outer = fields
        steps.append(Step(number: tag >> 3, name: "\(name)", index: index))
        fields = Message.fields
        message.traverse(&self)
        steps.removeLast()
        fields = outer
    }

    mutating func int32(_ tag: UInt32, _ name: StaticString, _ value: Int32?) { see(tag, name, isAbsent: value == nil) }
    mutating func int64(_ tag: UInt32, _ name: StaticString, _ value: Int64?) { see(tag, name, isAbsent: value == nil) }
    mutating func bool(_ tag: UInt32, _ name: StaticString, _ value: Bool?) { see(tag, name, isAbsent: value == nil) }
    mutating func string(_ tag: UInt32, _ name: StaticString, _ value: String?) {
        see(tag, name, isAbsent: value == nil)
    }
    mutating func byteArray(_ tag: UInt32, _ name: StaticString, _ value: [UInt8]?) {
        see(tag, name, isAbsent: value == nil)
    }
    mutating func message<Message: ProtobufMessage>(_ tag: UInt32, _ name: StaticString, _ value: Message?) {
        see(tag, name, isAbsent: value == nil)
        if let value { descend(tag, name, nil, value) }
    }
    mutating func messages<Message: ProtobufMessage>(_ tag: UInt32, _ name: StaticString, _ values: [Message]) {
        for (index, value) in values.enumerated() { descend(tag, name, index, value) }
    }

    mutating func int32s(_ tag: UInt32, _ name: StaticString, _ values: [Int32]) {}
    mutating func int64s(_ tag: UInt32, _ name: StaticString, _ values: [Int64]) {}
    mutating func bools(_ tag: UInt32, _ name: StaticString, _ values: [Bool]) {}
    mutating func strings(_ tag: UInt32, _ name: StaticString, _ values: [String]) {}
    mutating func byteArrays(_ tag: UInt32, _ name: StaticString, _ values: [[UInt8]]) {}
    mutating func unknown(_ fields: ProtobufUnknownFields) {}
}
