// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWireConformance

// The files of the suite are part of the tool.
extension SuiteError: BrokenToolError {}

extension ReportForm: FileForm {
    package var fileExtension: String { rawValue }
}

#endif
