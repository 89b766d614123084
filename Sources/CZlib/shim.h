// SPDX-License-Identifier: Apache-2.0
// zlib as the system has it (Debian: zlib1g-dev).
#include <zlib.h>
