// Property: no broken request body ends the process, is answered with a 500, or leaks memory.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHostileRequests } from '../support/hostile-bodies.ts';
import { createHostileTargets } from '../support/hostile-targets.ts';
import { scaled } from '../support/scale.ts';
import { sendHostile } from '../support/send-hostile.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';

let folder: string;
let server: ServerProcess;
const faults: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naijabuilt-proof-'));
  server = await startServer(
    { DATA_DIR: folder, TMPDIR: join(folder, 'uploads'), SAMPLE_DATA: 'off', RATE_LIMIT: 'off' },
    { onLine: (line) => (/"level":"(?:error|fatal)"/.test(line) ? faults.push(line) : undefined) },
  );
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

test('Survives 20,000 hostile bodies without a 500, and frees the memory', async () => {
  const port = Number(new URL(server.origin).port);
  const requestOf = await createHostileRequests(await createHostileTargets(server.origin, folder));
  const count = scaled(20_000);
  // The first requests warm up encoders, compiled code and buffers.
  const warmed = scaled(4_000);
  const first = await sendHostile(port, requestOf, warmed);
  const before = server.memory();
  const rest = await sendHostile(port, (number) => requestOf(warmed + number), count - warmed);
  const after = server.memory();

  const statuses: Record<string, number> = {};
  for (const tally of [first, rest])
    for (const [status, times] of Object.entries(tally.statuses))
      statuses[status] = (statuses[status] ?? 0) + times;
  const refusedByBudget = statuses[503] ?? 0;
  console.log(
    `${first.sent + rest.sent} hostile requests: ${JSON.stringify(statuses)} (0: closed without an answer), ` +
      `${refusedByBudget} refused by a budget; memory ${before.toFixed(0)} MB after ${warmed}, ` +
      `${after.toFixed(0)} MB at the end, ${server.peakMemory().toFixed(0)} MB at most`,
  );
  expect([server.process.exitCode, server.process.signalCode]).toEqual([null, null]);
  expect([...first.faults, ...rest.faults, ...first.unanswered, ...rest.unanswered]).toEqual([]);
  expect(faults).toEqual([]);
  expect(after - before).toBeLessThan(60);
  await expect.poll(() => readdir(join(folder, 'uploads')), { timeout: 20_000 }).toEqual([]);
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
});
