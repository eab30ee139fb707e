// PostgreSQL restarts under a running node: requests get 503 meanwhile, and the process keeps running.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startPostgres, type PostgresServer } from '../support/embedded-postgres.ts';
import { createApp } from '../support/fresh-everywhere.ts';
import { connect } from '../support/connection.ts';
import { signUpRemotely } from '../support/remote-person.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';

let folder: string;
let databaseFolder: string;
let postgres: PostgresServer;
let node: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naijabuilt-restart-'));
  databaseFolder = await mkdtemp(join(tmpdir(), 'naijabuilt-restart-postgres-'));
  postgres = await startPostgres(databaseFolder, ['-c', 'fsync=off']);
  node = await startServer({
    DATA_DIR: folder,
    DATABASE_URL: `${postgres.url}/postgres`,
    SAMPLE_DATA: 'off',
    RATE_LIMIT: 'off',
  });
}, 120_000);
afterAll(async () => {
  await node.stop('SIGKILL');
  await postgres.stop();
  await rm(databaseFolder, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

interface Seen {
  status: number;
  retryAfter: string | null;
}

async function ask(path: string, init?: RequestInit): Promise<Seen> {
  const answer = await fetch(node.origin + path, init);
  await answer.arrayBuffer();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
}

test('Answers 503 with Retry-After while the database restarts, and recovers', async () => {
  const access = await signUpRemotely(node.origin, folder);
  const connection = connect(node.origin);
  const appId = await createApp(connection, access, 'Steady');
  connection.close();
  let number = 0;
  // Uncached addresses, so that each needs the database.
  const requests = (): Promise<Seen>[] => {
    number += 1;
    return [
      ask(`/search?q=nothing${number}`),
      ask(`/apps?q=steady${number}`),
      ask(`/api/v1/app/no-such-app-${number}/`),
      ask(`/api/v1/app/${appId}/`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
        body: JSON.stringify({ description: `Version ${number}.` }),
      }),
    ];
  };
  const normal = [200, 200, 404, 200];
  const statuses = async () => (await Promise.all(requests())).map(({ status }) => status);
  expect(await statuses()).toEqual(normal);

  const during: Promise<Seen>[] = [];
  const asking = setInterval(() => during.push(...requests()), 200);
  onTestFinished(() => clearInterval(asking));
  await postgres.stop();
  expect(await ask('/readyz')).toMatchObject({ status: 503 });
  expect(await ask('/healthz')).toMatchObject({ status: 200 });
  const down = await Promise.all(requests());
  await postgres.start();
  await expect.poll(statuses, { timeout: 60_000, interval: 50 }).toEqual(normal);
  clearInterval(asking);

  // A full queue spreads its refusals over several seconds.
  const seconds: unknown = expect.stringMatching(/^[1-9]$/);
  for (const { status, retryAfter } of down)
    expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: seconds });
  for (const { status, retryAfter } of await Promise.all(during)) {
    expect([200, 404, 503]).toContain(status);
    expect(retryAfter).toEqual(status === 503 ? seconds : null);
  }
  expect(node.process.exitCode).toBeNull();
  expect(await ask('/readyz')).toMatchObject({ status: 200 });
});
