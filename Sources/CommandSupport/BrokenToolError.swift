// SPDX-License-Identifier: Apache-2.0

/// An error in a file that is part of the tool, which ends a command with ``ToolExit/broken``.
package protocol BrokenToolError: Error, CustomStringConvertible {}
