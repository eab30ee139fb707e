import { expect, test } from 'vitest';
import { addUp, createMetrics } from './metrics.ts';

test('of the event loops of several processes the busiest is told', async () => {
  const numbers = await Promise.all(
    [0.01, 0.5, 0.03].map(async (seconds) => {
      const { registry } = createMetrics();
      const json = await registry.getMetricsAsJSON();
      // What was measured in this process, in the place of which each other one has its own.
      return json.map((one) =>
        one.name === 'nodejs_eventloop_lag_p99_seconds'
          ? { ...one, values: [{ value: seconds, labels: {} }] }
          : one,
      );
    }),
  );
  expect(await addUp(numbers)).toMatch(/^nodejs_eventloop_lag_p99_seconds 0\.5$/m);
});

test('Counts refused connections by kind', async () => {
  const { registry, refuseConnection } = createMetrics();
  for (const kind of ['client', 'network', 'client'] as const) refuseConnection(kind);
  const text = await registry.metrics();
  expect(text).toMatch(/^naijabuilt_connections_refused_total\{kind="client"\} 2$/m);
  expect(text).toMatch(/^naijabuilt_connections_refused_total\{kind="network"\} 1$/m);
});
