// SPDX-License-Identifier: Apache-2.0

import IMWireRMTP

/// A model of protobuf bodies that follows the schemas' tables: it reads a body into a tree of values and writes it
/// again.
///
/// The implementation shares nothing with the codec's reader and writer (FUZ-011).
struct ProtobufModel {
    private enum Value {
        case number(UInt64)
        case bytes([UInt8])
        case message(ProtobufModel)
    }

    /// The reason why there is no model.
    enum Refusal: Error {
        /// The bytes are not a valid body.
        case malformed
        /// The body is nested so deeply that the codec's limits may apply.
        case deep
    }

    /// The fields, ordered by number.
    private let fields: [ProtobufField]
    private var values: [UInt32: [Value]] = [:]
    private var unknown: [UInt8] = []

    /// Creates a model by reading a body.
    init(_ fields: [ProtobufField], _ bytes: [UInt8]) throws(Refusal) {
        self.fields = fields
        try merge(bytes[...], depth: 0)
    }

    private init(_ fields: [ProtobufField]) {
        self.fields = fields
    }

    /// The number of levels up to which the codec must read every body.
    private static let mostLevels = 30

    private mutating func merge(_ bytes: ArraySlice<UInt8>, depth: Int) throws(Refusal) {
        guard depth < ProtobufModel.mostLevels else { throw .deep }
        var rest = bytes
        while !rest.isEmpty {
            let before = rest
            let tag = try ProtobufModel.tag(&rest)
            let field = fields.first { $0.number == tag >> 3 }
            if let field, try read(field, UInt8(tag & 7), &rest, depth) { continue }
            try ProtobufModel.skip(tag, &rest, depth)
            unknown += before[before.startIndex..<rest.startIndex]
        }
    }

    /// Reads a known field, or returns false if its wire type does not match (PRB-021).
    private mutating func read(
        _ field: ProtobufField, _ wire: UInt8, _ rest: inout ArraySlice<UInt8>, _ depth: Int
    ) throws(Refusal) -> Bool {
        let isRepeated = field.label == .repeated
        switch (field.kind, wire) {
        case (.int32, 0), (.int64, 0), (.bool, 0), (.enumeration, 0):
            set(field, .number(ProtobufModel.narrowed(try ProtobufModel.varint(&rest), field.kind)))
        case (.int32, 2), (.int64, 2), (.bool, 2), (.enumeration, 2):
            guard isRepeated else { return false }
            var packed = try ProtobufModel.block(&rest)
            while !packed.isEmpty {
                set(field, .number(ProtobufModel.narrowed(try ProtobufModel.varint(&packed), field.kind)))
            }
        case (.bytes, 2): set(field, .bytes(Array(try ProtobufModel.block(&rest))))
        case (.string, 2):
            let text = try ProtobufModel.block(&rest)
            guard String(validating: text, as: UTF8.self) != nil else { throw .malformed }
            set(field, .bytes(Array(text)))
        case (.message(let type), 2):
            var inner = ProtobufModel(type.fields)
            // A singular message that occurs again is merged with the earlier one (PRB-014).
            if !isRepeated, case .message(let known)? = values[field.number]?.last { inner = known }
            try inner.merge(try ProtobufModel.block(&rest), depth: depth + 1)
            set(field, .message(inner))
        default: return false
        }
        return true
    }

    private mutating func set(_ field: ProtobufField, _ value: Value) {
        if field.label != .repeated { values[field.number] = nil }
        values[field.number, default: []].append(value)
    }

    // MARK: Results

    /// The encoding that the body must have (PRB-040).
    var written: [UInt8] {
        var output: [UInt8] = []
        for field in fields {
            for value in values[field.number] ?? [] {
                switch value {
                case .number(let number):
                    BodyGenerator.varint(UInt64(field.number) << 3, &output)
                    BodyGenerator.varint(number, &output)
                case .bytes(let bytes): ProtobufModel.append(field.number, bytes, to: &output)
                case .message(let message): ProtobufModel.append(field.number, message.written, to: &output)
                }
            }
        }
        return output + unknown
    }

    /// The paths of the absent required fields, in the order in which they must be reported (PRB-032).
    var missing: [String] {
        var paths: [String] = []
        for field in fields {
            let values = values[field.number] ?? []
            if values.isEmpty, field.label == .required { paths.append("/\(field.name)") }
            for (index, value) in values.enumerated() {
                guard case .message(let message) = value else { continue }
                let place = field.label == .repeated ? "/\(field.name)/\(index)" : "/\(field.name)"
                paths += message.missing.map { place + $0 }
            }
        }
        return paths
    }

    private static func append(_ number: UInt32, _ bytes: [UInt8], to output: inout [UInt8]) {
        BodyGenerator.varint(UInt64(number) << 3 | 2, &output)
        BodyGenerator.varint(UInt64(bytes.count), &output)
        output += bytes
    }

    // MARK: The parts of a field

    /// Returns the value that a kind of field keeps of a number (PRB-010, PRB-011).
    private static func narrowed(_ number: UInt64, _ kind: ProtobufField.Kind) -> UInt64 {
        switch kind {
        case .bool: number == 0 ? 0 : 1
        case .int32, .enumeration: UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: number)))
        default: number
        }
    }

    private static func tag(_ rest: inout ArraySlice<UInt8>) throws(Refusal) -> UInt32 {
        let before = rest.count
        guard let tag = UInt32(exactly: try varint(&rest)), tag >> 3 > 0, before - rest.count <= 5 else {
            throw .malformed
        }
        return tag
    }

    /// Reads a varint; bits beyond the 64th are dropped (PRB-002).
    private static func varint(_ rest: inout ArraySlice<UInt8>) throws(Refusal) -> UInt64 {
        var value: UInt64 = 0
        for index in 0..<10 {
            guard let byte = rest.popFirst() else { throw .malformed }
            value |= UInt64(byte & 0x7f) << UInt64(7 * index)
            if byte < 0x80 { return value }
        }
        throw .malformed
    }

    private static func block(_ rest: inout ArraySlice<UInt8>) throws(Refusal) -> ArraySlice<UInt8> {
        let length = try varint(&rest)
        guard length <= UInt64(rest.count) else { throw .malformed }
        let block = rest.prefix(Int(length))
        rest = rest.dropFirst(Int(length))
        return block
    }

    private static func skip(_ tag: UInt32, _ rest: inout ArraySlice<UInt8>, _ depth: Int) throws(Refusal) {
        switch tag & 7 {
        case 0: _ = try varint(&rest)
        case 1, 5:
            let count = tag & 7 == 1 ? 8 : 4
            guard rest.count >= count else { throw .malformed }
            rest = rest.dropFirst(count)
        case 2: _ = try block(&rest)
        case 3:
            guard depth < mostLevels else { throw .deep }
            while true {
                let inner = try self.tag(&rest)
                if inner & 7 == 4 {
                    guard inner >> 3 == tag >> 3 else { throw .malformed }
                    return
                }
                try skip(inner, &rest, depth + 1)
            }
        default: throw .malformed
        }
    }

    /// Returns the ranges of the outermost fields; the bytes from the first malformed field on are one range.
    static func fields(of bytes: ArraySlice<UInt8>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var rest = bytes
        while !rest.isEmpty, ranges.count < 64 {
            let start = rest.startIndex
            do throws(Refusal) { try skip(try tag(&rest), &rest, 0) } catch { return ranges + [start..<bytes.endIndex] }
            ranges.append(start..<rest.startIndex)
        }
        return ranges
    }
}
