// Several processes of the built product, and a connection to each one of them.
import { Agent, request } from 'node:http';
import { startServer, type ServerProcess } from './server-process.ts';

export interface Answer {
  status: number;
  text: string;
}

/** A connection that stays with the process that took it. */
export interface Connection {
  send(method: string, path: string, json?: unknown, access?: string): Promise<Answer>;
  close(): void;
}

export interface ProcessGroup extends ServerProcess {
  /** Process ids of those that serve, as their log lines name them. */
  workers(): number[];
  /** One connection to each process that serves. */
  connectToAll(): Promise<Connection[]>;
}

export function connect(origin: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send(method, path, json, access) {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const headers = {
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(access !== undefined && { authorization: `Bearer ${access}` }),
      };
      const outgoing = request(origin + path, { agent, method, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => (text += chunk));
        answer.on('error', reject);
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      });
      outgoing.on('error', reject);
      outgoing.end(json === undefined ? undefined : JSON.stringify(json));
      return promise;
    },
    close: () => agent.destroy(),
  };
}

/** Needs a build (`npm run build`). */
export async function startGroup(count: number, env: Record<string, string>): Promise<ProcessGroup> {
  const lines: Record<string, unknown>[] = [];
  const server = await startServer(
    { WORKERS: String(count), LOG_LEVEL: 'info', RATE_LIMIT: 'off', ...env },
    {
      onLine: (line) => {
        if (line.startsWith('{')) lines.push(JSON.parse(line) as Record<string, unknown>);
      },
    },
  );

  async function logged(find: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
    const deadline = Date.now() + 20_000;
    for (;;) {
      const found = lines.find(find);
      if (found) return found;
      if (Date.now() > deadline) throw new Error('The log line did not come within 20 s.');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  const workers = () => lines.filter(({ msg }) => msg === 'Listening').map(({ worker }) => Number(worker));
  await logged(() => workers().length >= count);

  let asked = 0;
  return {
    ...server,
    workers,
    async connectToAll() {
      const found = new Map<unknown, Connection>();
      // The operating system deals connections out as it likes; the log tells who took one.
      for (let tries = 0; found.size < count && tries < 200; tries += 1) {
        const connection = connect(server.origin);
        const path = `/no-such-page-${(asked += 1)}`;
        await connection.send('GET', path);
        const { worker } = await logged((line) => line.path === path);
        if (found.has(worker)) connection.close();
        else found.set(worker, connection);
      }
      if (found.size < count) throw new Error(`Reached ${found.size} of ${count} processes.`);
      return [...found.values()];
    },
  };
}
