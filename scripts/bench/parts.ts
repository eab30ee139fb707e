// node scripts/bench/parts.ts: processor time of the parts of an answer. The minimum of many batches,
// which does not depend on other load of the machine.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { chooseEncoding } from '../../src/lib/server/edge/answer/accept-encoding.ts';
import { clientAddress } from '../../src/lib/server/edge/gateway/client-address.ts';
import { createSecurityHeaders } from '../../src/lib/server/edge/security/security-headers.ts';
import { createLogger, type RequestEntry } from '../../src/lib/server/platform/log.ts';
import { canonicalAddress, networksOf } from '../../src/lib/server/platform/security/client.ts';
import { browserHeaders } from './load.ts';

/** @returns microseconds a call, as text */
function least(work: () => void, { calls = 400, batches = 60 } = {}): string {
  let milliseconds = Infinity;
  for (let batch = 0; batch < batches; batch += 1) {
    const began = performance.now();
    for (let call = 0; call < calls; call += 1) work();
    milliseconds = Math.min(milliseconds, (performance.now() - began) / calls);
  }
  return (milliseconds * 1_000).toFixed(2);
}

function requestWith(forwarded?: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.httpVersionMajor = 1;
  request.httpVersionMinor = 1;
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

const request = requestWith();
const proxied = requestWith('198.51.100.1, 203.0.113.7');
const securityFields = createSecurityHeaders('https://apps.example.ng', ['a', 'b', 'c'], undefined).page;
const head = [...securityFields, ['content-type', 'text/html'], ['etag', '"abcdefghijklmnopqrstuv"']].flat();
const entry: RequestEntry = {
  route: '/app/[nameId]',
  id: 'a1b2c3d4-1234',
  method: 'GET',
  path: '/app/paystack',
  status: 200,
  ms: 1.234,
  bytes: 9_700,
  cache: 'miss',
};
const sink = { write: () => undefined };
const [info, debug] = [createLogger('info', { sink }), createLogger('debug', { sink })];
const read = (address: string) => networksOf({ address: canonicalAddress(address) });

console.table({
  'a response without a head': least(() => void new ServerResponse(request)),
  'a response with the head of a page': least(() => void new ServerResponse(request).writeHead(200, head)),
  'Accept-Encoding of a browser': least(() => void chooseEncoding(browserHeaders['accept-encoding'])),
  'address behind a proxy, remembered': least(() => void clientAddress(proxied, true)),
  'IPv4 address, read with its networks': least(() => void read('203.0.113.7')),
  'IPv6 address, read with its networks': least(() => void read('2001:db8:1:2:3:4:5:6')),
  'line of a miss at info': least(() => info.request(entry)),
  'line of a hit at info': least(() => info.request({ ...entry, cache: 'hit' })),
  'line of a hit at debug': least(() => debug.request({ ...entry, cache: 'hit' })),
});
