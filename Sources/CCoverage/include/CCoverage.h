// SPDX-License-Identifier: Apache-2.0
//
// The counters that `-sanitize-coverage=inline-8bit-counters` puts into a build, if it is one.

#ifndef IMWIRE_COVERAGE_H
#define IMWIRE_COVERAGE_H

#include <stddef.h>
#include <stdint.h>

/// The first counter; NULL where the build has none.
uint8_t *imwire_coverage_counters(void);

/// How many counters there are.
size_t imwire_coverage_count(void);

#endif
