import { createServer } from 'node:http';
import { listen, metricsVariables } from '../../edge/gateway/listen.ts';
import type { Logger } from '../../platform/log.ts';

export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

interface Options {
  host: string;
  port: number;
  log: Logger;
  /** The numbers in Prometheus' format. */
  read(): Promise<string>;
}

/**
 * Serves GET /metrics on a port of its own, which the public is kept away from. Rejects with a ConfigError where it
 * cannot be had.
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
      const closed = Promise.withResolvers<undefined>();
      server.close(() => closed.resolve(undefined));
      await closed.promise;
    },
  };
}
