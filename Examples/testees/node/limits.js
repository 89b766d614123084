// Limits with their documented defaults, and those given in a request (TST-051).
import { Skip } from './skip.js';

const contents = { contentBytes: 131072, depth: 32, members: 1024, stringBytes: 131072, items: 4096, numberBytes: 128,
  unknownBytes: 65536 };

const framing = { ...contents, lineBytes: 1048576, packetBytes: 1048576, messageBytes: 262144, batchMessages: 1000,
  inflatedBytes: 4194304, inflateRatio: 100, inflateFloor: 65536, openFragments: 16, fragmentCount: 4096,
  fragmentBytes: 4194304, fragmentAge: 30000 };

const packets = { ...contents, packetBytes: 16777216, batchMessages: 1000, bodyBytes: 16777216, bodyDepth: 32, bodyItems: 16384 };

const known = new Set([contents, framing, packets].flatMap(Object.keys));

/** Returns limits with those given in a request in place of the defaults; one that nobody knows cannot be applied. */
function withGiven(defaults, given = {}) {
  if (Object.keys(given).some((name) => !known.has(name))) throw new Skip('an unknown limit');
  return { ...defaults, ...given };
}

/** The limits of contents, of the socket chat protocol and of binary packets. */
export const contentLimits = (given) => withGiven(contents, given);
export const framingLimits = (given) => withGiven(framing, given);
export const packetLimits = (given) => withGiven(packets, given);
