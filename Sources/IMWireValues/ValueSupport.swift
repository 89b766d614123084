// SPDX-License-Identifier: Apache-2.0

// The JSON of the values is read and written with these types, which whoever uses the values needs too.
@_exported import ValueSupport
