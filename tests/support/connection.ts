import { Agent, request } from 'node:http';

export interface Answer {
  status: number;
  text: string;
}

/** A client that sends all requests over one connection. */
export interface Connection {
  send(method: string, path: string, json?: unknown, access?: string): Promise<Answer>;
  close(): void;
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
