// A request that reaches two nodes at once is done once.
import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compose } from '../../src/compose.ts';
import { createApi } from '../../src/lib/server/api/index.ts';
import { createPerson } from '../support/people.ts';
import { createTestApi } from '../support/test-api.ts';

test('Executes a request once that arrives at two nodes at once', async () => {
  const api = await createTestApi('postgres', { rateLimit: false });
  const { config } = api.product;
  const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-test-'));
  // Nodes of one directory share the secret for tokens.
  await copyFile(join(config.dataDir, 'auth-secret'), join(dataDir, 'auth-secret'));
  const other = await compose({ ...config, dataDir });
  try {
    const apis = [api.product, other].map(({ services, db }) =>
      createApi({
        services,
        siteUrl: config.siteUrl,
        isForeignKeyViolation: (error) => db.engine.isForeignKeyViolation(error),
        reportFault: ({ error }) => api.faults.push(error),
      }),
    );
    const owner = await createPerson(api);
    for (let round = 0; round < 10; round += 1) {
      const [key, name] = [randomUUID(), `On two nodes ${String(round)}`];
      const answers = await Promise.all(
        apis.map(async (node) => {
          const answer = await node.request(`${config.siteUrl}/api/v1/app/`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${owner.access}`,
              'content-type': 'application/json',
              'idempotency-key': key,
            },
            body: JSON.stringify({ name, description: 'Made once.', website: 'https://myapp.ng' }),
          });
          return [answer.status, await answer.text()];
        }),
      );
      expect(answers[0]?.[0]).toBe(201);
      expect(answers[1]).toEqual(answers[0]);
    }
    const { count } = await api.get<{ count: number }>(`/user/${owner.id}/apps/`);
    expect([count, api.faults]).toEqual([10, []]);
  } finally {
    await other.close();
    await api.product.dispose();
    await rm(dataDir, { recursive: true, force: true });
  }
});
