// SPDX-License-Identifier: Apache-2.0
//
// The counters are found by their section and not by the callback of the sanitizers: each runtime (AddressSanitizer,
// libFuzzer) has a callback of its own, and only one of them can be linked.

#include "CCoverage.h"

extern uint8_t __start___sancov_cntrs[] __attribute__((weak));
extern uint8_t __stop___sancov_cntrs[] __attribute__((weak));

uint8_t *imwire_coverage_counters(void) { return __start___sancov_cntrs; }

size_t imwire_coverage_count(void) {
    return __start___sancov_cntrs == NULL ? 0 : (size_t)(__stop___sancov_cntrs - __start___sancov_cntrs);
}
