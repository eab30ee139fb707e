import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('Counts refused connections by kind', async () => {
  const { registry, refuseConnection } = createMetrics();
  for (const kind of ['client', 'network', 'client'] as const) refuseConnection(kind);
  const text = await registry.metrics();
  expect(text).toMatch(/^naijabuilt_connections_refused_total\{kind="client"\} 2$/m);
  expect(text).toMatch(/^naijabuilt_connections_refused_total\{kind="network"\} 1$/m);
});
