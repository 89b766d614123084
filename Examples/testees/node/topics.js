// The registry of topics (RMTP-160).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { specFolder } from './schema.js';

/** The entries of the registry, in its order. */
export const topics = JSON.parse(readFileSync(join(specFolder, 'registry', 'rmtp-topics.json'), 'utf8')).entries;

// A topic can be used by PUBLISH and by QUERY: both together are the key.
const byPacket = new Map(topics.map((t) => [`${t.packet} ${t.value}`, t]));

/** Returns the entry of a topic for a PUBLISH or a QUERY, or undefined. */
export const topicOf = (packet, topic) => byPacket.get(`${packet} ${topic}`);

/** Returns the name of the message in the body of a PUBLISH, or undefined (RMTP-162). */
export const publishedMessage = (topic) => topicOf('PUBLISH', topic)?.request;

/** Whether messages on this topic are not stored (RMTP-170). */
export const isStatusTopic = (topic) => topicOf('PUBLISH', topic)?.status === true;
