// SPDX-License-Identifier: Apache-2.0

#if Tools && Live
import IMWireNIO
import IMWireConformance
import CommandSupport
import IMWireServerAPI
#endif
