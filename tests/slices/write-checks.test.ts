import { expect, onTestFinished, test, vi } from 'vitest';
import { serveProcess } from '../../src/measure.ts';
import { createMetrics } from '../../src/lib/server/edge/metrics/metrics.ts';
import { createLogger } from '../../src/lib/server/platform/log.ts';
import { createServer, loadPages } from '../../src/serve.ts';
import { freePort } from '../support/server-process.ts';
import { createTestProduct } from '../support/test-product.ts';

test('Writes once for /readyz and the metrics, which ask at the same time', async () => {
  const product = await createTestProduct('sqlite', {
    env: { PORT: '0', METRICS_PORT: String(await freePort()) },
  });
  const log = createLogger('silent');
  const changes = {
    publish: () => Promise.resolve(),
    onChange: () => undefined,
    others: () => 0,
    otherVersions: () => [],
    close: () => Promise.resolve(),
  };
  const { server } = await createServer(product, await loadPages(), changes, log);
  const metrics = createMetrics();
  const metricsServer = await serveProcess(product, changes, log, metrics);
  onTestFinished(async () => {
    await metricsServer?.close();
    server.destroy();
    await server.close();
    await product.dispose();
  });
  const { port } = await server.listen();
  const write = vi.spyOn(product.db, 'write');
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
  expect(ready.status).toBe(200);
  expect(await metrics.registry.metrics()).toContain('naijabuilt_writable 1');
  expect(write).toHaveBeenCalledTimes(1);
});
