// SPDX-License-Identifier: Apache-2.0

// Files, processes and dates without full Foundation, whose ICU data alone adds 40 MB to a static executable.
#if canImport(FoundationEssentials)
@_exported import FoundationEssentials
#else
@_exported import Foundation
#endif
#if canImport(Glibc)
@_exported import Glibc
#elseif canImport(Musl)
@_exported import Musl
#endif
