import { once } from 'node:events';
import { createServer } from 'node:http';
import { listen, metricsVariables } from './listen.ts';
import type { Logger } from '../platform/log.ts';

export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

interface Options {
  host: string;
  port: number;
  log: Logger;
  /** The metrics in Prometheus' text format. */
  read(): Promise<string>;
}

/**
 * Serves GET /metrics on a port of its own, so that it is not public.
 * @throws ConfigError if the address cannot be used
 */
export async function serveMetrics({ host, port, log, read }: Options): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is only /metrics.\n');
      return;
    }
    read().then(
      (text) =>
        response
          .writeHead(200, {
            'content-type': 'text/plain; version=0.0.4; charset=utf-8',
            'cache-control': 'no-store',
          })
          .end(text),
      (error: unknown) => {
        log.error('The metrics could not be read', { error });
        response.writeHead(503).end();
      },
    );
  });
  const address = await listen(server, { host, port, variables: metricsVariables });
  server.on('error', (error) => log.error('A connection for the metrics could not be accepted', { error }));
  return {
    port: address.port,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
