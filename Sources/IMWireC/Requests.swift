// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire
import IMWireValues

@_cdecl("imwire_request_check") @implementation
public func imwire_request_check(_ request: CText, _ size: Int, _ error: CError) -> Int32 {
    answer(error) { () throws(Failure) in
        let request = JSONObject(try Input.json(request, size))
        let operation = request["op"]?.string ?? ""
        if let fault = RequestRule.fault(in: request, to: operation) { throw Failure(unsupported: fault) }
        return IMWIRE_OK
    }
}
