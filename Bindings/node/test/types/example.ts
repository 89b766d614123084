// SPDX-License-Identifier: Apache-2.0
// An example for the type checker: tsc --strict --noEmit.

import * as imwire from '../../lib/index';

const types = new imwire.Types({ 'gift.schema.json': '{}' }, { overridesReserved: false });
const decoded: imwire.Decoded<{ content: string }> = imwire.decode('RC:TxtMsg', '{}', { mode: 'strict', types });
const text: string = decoded.value.content;
const written: imwire.Written = imwire.write('RC:TxtMsg', { content: text }, { profile: 'web-sdk-2.5.3', types });
const assigned: Buffer = imwire.assign('RC:TxtMsg', '{"text":[1]}', { content: text }, { limits: { depth: 4 }, types });
const suggestion: string | undefined = written.suggestion;
const signed: boolean = imwire.checkHeaders(imwire.signHeaders('key', 'secret', '1', '2'), 'secret').isSigned;
const session = new imwire.Session('client', { heartbeat: 1000 });
const actions: Record<string, unknown>[] = session.put({ at: 0, event: 'tick' });
imwire.chatDecodeStream({ framing: 'packet' }).on('data', (item: imwire.Item) => item.message);
const uid: number | bigint = imwire.decode('RC:TxtMsg', '{}').value.uid;
const route: imwire.Route | undefined = new imwire.Scanner({ framing: 'tcp', direction: 'down' })
  .route(new Uint8Array(), { type: 3 } as imwire.ScannedPacket);
const time: number | bigint | undefined = route?.time;
imwire.encode('RC:TxtMsg', { content: '', extra: 2n ** 63n });
// @ts-expect-error no such mode
imwire.decode('RC:TxtMsg', '{}', { mode: 'loose' });
// @ts-expect-error no such machine
new imwire.Session('engine');

export { actions, assigned, signed, suggestion, time, uid };
