// A small load balancer in front of nodes. It checks whether each is ready, and sends a request without an answer to
// another node.
import { Agent, createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';

export interface RetryingProxy {
  origin: string;
  /** Adds a node, or removes one permanently. */
  add(origin: string): void;
  remove(origin: string): void;
  /** The number of requests that were sent again. */
  retries(): number;
  stop(): Promise<void>;
}

/** Methods that are idempotent in this product. */
const repeatable = new Set(['GET', 'HEAD', 'PATCH', 'DELETE']);
const tries = 5;
const readyEveryMs = 100;

interface Node {
  origin: string;
  ready: boolean;
}

export async function startProxy(origins: readonly string[]): Promise<RetryingProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  let nodes: Node[] = origins.map((origin) => ({ origin, ready: true }));
  let turn = 0;
  let retries = 0;

  const checking = setInterval(() => {
    for (const node of nodes) {
      fetch(`${node.origin}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
        (answer) => (node.ready = answer.ok),
        () => (node.ready = false),
      );
    }
  }, readyEveryMs);

  function pick(tried: ReadonlySet<Node>): Node | undefined {
    turn += 1;
    const ready = nodes.filter((node) => node.ready && !tried.has(node));
    const any = ready.length > 0 ? ready : nodes.filter((node) => !tried.has(node));
    return any[turn % Math.max(1, any.length)] ?? nodes[turn % Math.max(1, nodes.length)];
  }

  /** Resolves with the head of the answer. @throws what kept the node from answering */
  function forward(node: Node, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const { method = 'GET', url = '/', headers } = incoming;
    const outgoing = send(node.origin + url, { agent, method, headers }, resolve);
    outgoing.on('error', (error: NodeJS.ErrnoException) => reject(error));
    outgoing.end(body);
    return promise;
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const tried = new Set<Node>();
    for (let attempt = 1; ; attempt += 1) {
      const node = pick(tried);
      if (!node) break;
      tried.add(node);
      try {
        const head = await forward(node, incoming, body);
        // An answer may break in the middle and then needs a retry, so it is buffered first.
        const bytes = await buffer(head);
        response.writeHead(head.statusCode ?? 502, {
          ...head.headers,
          connection: 'keep-alive',
          'x-node': node.origin,
        });
        response.end(incoming.method === 'HEAD' ? undefined : bytes);
        return;
      } catch (error) {
        const unsent = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
        if (unsent) node.ready = false;
        if (attempt === tries || (!unsent && !repeatable.has(incoming.method ?? ''))) break;
        retries += 1;
      }
    }
    response.writeHead(502).end();
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (origin) => void nodes.push({ origin, ready: true }),
    remove(origin) {
      nodes = nodes.filter((node) => node.origin !== origin);
    },
    retries: () => retries,
    async stop() {
      clearInterval(checking);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      agent.destroy();
    },
  };
}
