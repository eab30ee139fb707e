// HTTPS to a site by its name at 127.0.0.1, from an address of the client's own below 127.0.0.0/8.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { buffer } from 'node:stream/consumers';

export interface Site {
  domain: string;
  /** A file with the certificate of the authority that the visitor trusts. */
  authority: string;
}

export interface SiteAnswer {
  status: number;
  body: Buffer;
}

export interface Visitor {
  ask(
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: Buffer },
  ): Promise<SiteAnswer>;
  leave(): void;
}

const authorities = new Map<string, Buffer>();

export function visit({ domain, authority }: Site, localAddress: string): Visitor {
  const ca = authorities.get(authority) ?? readFileSync(authority);
  authorities.set(authority, ca);
  const agent = new Agent({ keepAlive: true, ca, servername: domain, localAddress });
  return {
    ask(path, { method = 'GET', headers = {}, body } = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<SiteAnswer>();
      const sent = request(
        {
          host: '127.0.0.1',
          port: 443,
          path,
          method,
          agent,
          timeout: 30_000,
          headers: { host: domain, ...headers },
        },
        (answer) => {
          buffer(answer).then((bytes) => resolve({ status: answer.statusCode ?? 0, body: bytes }), reject);
        },
      );
      sent.on('timeout', () => sent.destroy(new Error('No answer within 30 s.')));
      sent.on('error', reject);
      sent.end(body);
      return promise;
    },
    leave: () => agent.destroy(),
  };
}
