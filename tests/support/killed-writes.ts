// Kills a server in the middle of a write.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { codeIn, mailsIn } from './mailbox.ts';
import { startServer, type ServerProcess } from './server-process.ts';

const password = 'correct horse battery';

async function post(
  server: ServerProcess,
  path: string,
  json: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${server.origin}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(json),
  });
  return { status: answer.status, body: await answer.json() };
}

/**
 * Lists one release a round, kills the server during the request, and sends the release again with the same key.
 * @param moments milliseconds until the kill in each round
 */
export async function expectEachReleaseOnce(moments: number[]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-killed-'));
  const env = { DATA_DIR: dataDir, SAMPLE_DATA: 'off', RATE_LIMIT: 'off' };
  let server = await startServer(env);
  try {
    const email = 'killed@example.com';
    const account = await post(server, '/user/', { firstname: 'Ada', lastname: 'Obi', email, password });
    const { id } = account.body as { id: string };
    await expect.poll(async () => (await mailsIn(dataDir)).length, { timeout: 15_000 }).toBe(1);
    const code = codeIn((await mailsIn(dataDir))[0]);
    const verified = await post(server, '/user/verify/', { email, id, code });
    const { access } = (verified.body as { data: { access: string } }).data;
    const authorization = `Bearer ${access}`;
    const listing = { name: 'Killed', description: 'Comes back.', website: 'https://myapp.ng' };
    const app = (await post(server, '/app/', listing, { authorization })).body as { id: string };

    let lost = 0;
    for (const [round, moment] of moments.entries()) {
      const headers = { authorization, 'idempotency-key': randomUUID() };
      const release = { app: app.id, latest_feature: `Round ${String(round)}` };
      const sent = post(server, '/app/version/', release, headers).catch(() => null);
      // The moments differ: before, during and after the commit.
      await sleep(moment);
      await server.stop('SIGKILL');
      if ((await sent) === null) lost += 1;
      server = await startServer(env);
      const again = await post(server, '/app/version/', release, headers);
      expect(again).toMatchObject({ status: 201, body: { latest_feature: release.latest_feature } });
    }
    const listed = await fetch(`${server.origin}/api/v1/app/version/?app=${app.id}`);
    const { results } = (await listed.json()) as { results: { latest_feature: string }[] };
    const texts = results.map(({ latest_feature }) => latest_feature).filter(Boolean);
    expect(texts.toSorted()).toEqual(moments.map((_, round) => `Round ${String(round)}`).sort());
    expect(lost).toBeGreaterThan(0);
  } finally {
    await server.stop('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
}
