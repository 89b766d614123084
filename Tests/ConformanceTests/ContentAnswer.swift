// SPDX-License-Identifier: Apache-2.0

import IMWire

/// All observable results of reading one content.
struct ContentAnswer: Equatable {
    var bytes: [UInt8] = []
    var value = ""
    var unknown: [String] = []
    var digest: String?
    var deviations: [Deviation] = []
    var error: DecodeError?
    var validated: [Deviation] = []
    var refused: DecodeError?

    init(_ registry: ContentRegistry, _ name: ObjectName, _ bytes: [UInt8], _ mode: DecodingMode) {
        do throws(DecodeError) {
            let decoded = try registry.decode(bytes, as: name, mode: mode)
            self.bytes = decoded.value.encoded()
            value = decoded.value.value.text
            unknown = decoded.value.unknownMembers.names
            digest = decoded.value.digest
            deviations = decoded.deviations
        } catch {
            self.error = error
        }
        var validator = ContentValidator(registry: registry, mode: mode)
        do throws(DecodeError) {
            try validator.validate(bytes, as: name)
            validated = validator.deviations
        } catch {
            refused = error
        }
    }
}
