// Property: connections that never finish a body cost little memory, which is freed, and do not block readers.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaled } from '../support/scale.ts';
import { percentile, startServer, type ServerProcess } from '../support/server-process.ts';
import { openUnfinished } from '../support/unfinished-bodies.ts';

const wave = 2_000;
/** The time that a wave of connections stays open, in milliseconds. */
const waveMs = 3_000;

let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naijabuilt-proof-'));
  server = await startServer({ DATA_DIR: folder, SAMPLE_DATA: 'off' });
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Requests an uncached page. */
async function search(number: number): Promise<void> {
  const answer = await fetch(`${server.origin}/search?q=n${number}`);
  expect(answer.status).toBe(200);
  await answer.text();
}

async function readFor(ms: number): Promise<number[]> {
  const times: number[] = [];
  for (const until = performance.now() + ms; performance.now() < until;) {
    const began = performance.now();
    expect((await fetch(`${server.origin}/about`)).status).toBe(200);
    times.push(performance.now() - began);
    await sleep(20);
  }
  return times;
}

test('Needs at most 100 MB for 50,000 connections that never finish a body, and frees it', async () => {
  const port = Number(new URL(server.origin).port);
  const waves = Math.ceil(scaled(50_000) / wave);
  const count = Math.min(wave, scaled(50_000));
  // The baseline is a server that has served for a while: code is compiled, and heap and edge cache have reached
  // their size.
  await (await openUnfinished(port, 200)).close();
  for (let number = 0; number < 3_000; number += 1) await search(number);
  const before = server.memory();
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  let most = before;
  for (let number = 0; number < waves; number += 1) {
    const { close, statuses: heard } = await openUnfinished(port, count);
    most = Math.max(most, server.memory());
    times.push(...(await readFor(waveMs)));
    most = Math.max(most, server.memory());
    for (const [status, times] of Object.entries(heard)) statuses[status] = (statuses[status] ?? 0) + times;
    await close();
  }
  const end = performance.now() + 60_000;
  for (let number = 0; server.memory() - before > 30 && performance.now() < end; number += 1)
    await search(-number);
  const after = server.memory();
  console.log(
    `${waves * count} unfinished bodies in waves of ${count}: ${JSON.stringify(statuses)}; memory ${before.toFixed(0)} MB before, ` +
      `${most.toFixed(0)} MB at most (peak ${server.peakMemory().toFixed(0)}), ${after.toFixed(0)} MB after; ` +
      `another reader's page: p99 ${percentile(times, 0.99).toFixed(0)} ms`,
  );
  expect(server.process.exitCode).toBeNull();
  expect(server.peakMemory() - before).toBeLessThan(100);
  expect(after - before).toBeLessThan(50);
});
