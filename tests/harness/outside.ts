// Other sites, on this machine: a name server, and an HTTPS server whose certificates an authority of its own signs.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import DNS from 'dns2';
import { generate } from 'selfsigned';

export type Answerer = (request: IncomingMessage, response: ServerResponse) => void;

/** A text is a page of HTML, or plain text where its path ends in .txt. */
export type Reply = string | { status?: number; type?: string; location?: string; body?: string | Buffer };

export interface OutsideWorld {
  /** For the product that lives in this world. */
  env: Record<string, string>;
  /** The requests that arrived, as `host/path`. */
  requests: string[];
  /** Lets a host answer; its name leads to the address of this world unless `addresses` says otherwise. */
  host(name: string, answer: Answerer | Record<string, Reply>): void;
  /** What the name server says about a name, at each question. */
  addresses(name: string, answer: () => readonly string[]): void;
  texts(name: string, texts: readonly string[]): void;
  /** From now on the name server answers questions about a name with a failure. @returns a function that ends it */
  failNames(name: string): () => void;
  stop(): Promise<void>;
}

/** The only address that may be connected to; 127.0.0.1 stays private. */
const worldAddress = '127.0.0.2';

async function makeAuthority() {
  return await generate([{ name: 'commonName', value: 'Authority of a test' }], {
    algorithm: 'sha256',
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
}

/** @param files what the host answers by path; everything else is 404 */
function filesAnswerer(files: Record<string, Reply>): Answerer {
  return ({ url = '/' }, response) => {
    const file = files[url] ?? { status: 404, body: 'Not found' };
    const usual = url.endsWith('.txt') ? 'text/plain' : 'text/html';
    const {
      status = 200,
      type = usual,
      location,
      body = '',
    } = typeof file === 'string' ? { body: file } : file;
    response
      .writeHead(status, { 'content-type': type, ...(location !== undefined && { location }) })
      .end(body);
  };
}

/** @param port where it listens, for a test that listens there at another address */
export async function openOutsideWorld(port = 0): Promise<OutsideWorld> {
  const authority = await makeAuthority();
  const answerers = new Map<string, Answerer>();
  const addressesOf = new Map<string, () => readonly string[]>();
  const textsOf = new Map<string, readonly string[]>();
  const failing = new Set<string>();
  const contexts = new Map<string, Promise<SecureContext>>();
  const requests: string[] = [];

  async function contextFor(host: string): Promise<SecureContext> {
    // A host whose name begins with this has a certificate that nobody signed.
    const ca = host.startsWith('unsigned.') ? {} : { ca: { key: authority.private, cert: authority.cert } };
    const altName = host.startsWith('misnamed.') ? 'other.test' : host;
    const made = await generate([{ name: 'commonName', value: altName }], {
      algorithm: 'sha256',
      keyType: 'ec',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: altName }] }],
      ...ca,
    });
    return createSecureContext({ key: made.private, cert: made.cert });
  }

  const server: Server = createServer(
    {
      SNICallback(host, answer) {
        const context = contexts.get(host) ?? contextFor(host);
        contexts.set(host, context);
        context.then(
          (found) => answer(null, found),
          (error: unknown) => answer(error instanceof Error ? error : new Error('No certificate')),
        );
      },
    },
    (request, response) => {
      const host = request.headers.host ?? '';
      requests.push(host + (request.url ?? ''));
      const answer = answerers.get(host);
      if (answer) answer(request, response);
      else response.writeHead(404).end();
    },
  );
  server.listen(port, worldAddress);
  await once(server, 'listening');

  const names = DNS.createServer({
    udp: true,
    handle(request, send) {
      const response = DNS.Packet.createResponseFromRequest(request);
      const [question] = request.questions;
      const name = question?.name.toLowerCase() ?? '';
      const { TYPE, CLASS } = DNS.Packet;
      const found = addressesOf.get(name);
      const add = (facts: { type: number; data?: string[]; address?: string }): void => {
        const base = { name: question?.name ?? '', class: CLASS.IN, ttl: 0 };
        // The library encodes any object of this form; its type names a method that only decoded records have.
        response.answers.push({ ...base, ...facts } as DNS.Packet.Resource);
      };
      if (question?.type === TYPE.TXT)
        for (const text of textsOf.get(name) ?? [])
          add({ type: TYPE.TXT, data: text.match(/.{1,255}/gs) ?? [''] });
      const isSix = question?.type === TYPE.AAAA;
      if (found && (isSix || question?.type === TYPE.A))
        for (const address of found())
          if (address.includes(':') === isSix) add({ type: isSix ? TYPE.AAAA : TYPE.A, address });
      if (response.answers.length === 0 && !found && !textsOf.has(name))
        response.header.rcode = DNS.Packet.RCODE.NXDOMAIN;
      if (failing.has(name)) response.header.rcode = DNS.Packet.RCODE.SERVFAIL;
      void send(response);
    },
  });
  const listening = once(names, 'listening');
  await names.listen({ udp: { port: 0, address: '127.0.0.1' } });
  await listening;
  const { port: dnsPort } = names.addresses().udp as AddressInfo;
  const settings = {
    dns: `127.0.0.1:${String(dnsPort)}`,
    ca: authority.cert,
    port: (server.address() as AddressInfo).port,
    addresses: [worldAddress],
  };
  return {
    env: { OUTBOUND: 'on', OUTBOUND_TEST: JSON.stringify(settings) },
    requests,
    host(name, answer) {
      answerers.set(name, typeof answer === 'function' ? answer : filesAnswerer(answer));
      if (!addressesOf.has(name)) addressesOf.set(name, () => [worldAddress]);
    },
    addresses: (name, answer) => void addressesOf.set(name, answer),
    texts: (name, texts) => void textsOf.set(name, texts),
    failNames(name) {
      failing.add(name);
      return () => void failing.delete(name);
    },
    async stop() {
      await names.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
