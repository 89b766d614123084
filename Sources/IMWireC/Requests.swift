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

@_cdecl("imwire_request_perform") @implementation
public func imwire_request_perform(_ request: CText, _ size: Int, _ json: CBuffer, _ error: CError) -> Int32 {
    answer(error) { () throws(Failure) in
        let output = try Output(json)
        let request = JSONObject(try Input.json(request, size))
        let operation = request["op"]?.string ?? ""
        if let fault = RequestRule.fault(in: request, to: operation) { throw Failure(unsupported: fault) }
        let ok = try operating(Operation.perform(operation, request)).json
        try output.append(ok.text.utf8.span)
        return IMWIRE_OK
    }
}
