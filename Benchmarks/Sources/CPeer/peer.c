// SPDX-License-Identifier: Apache-2.0
// The target has only a header; SwiftPM requires a source file.
#include "peer.h"
