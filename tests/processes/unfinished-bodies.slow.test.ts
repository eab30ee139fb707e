// A small part of `npm run proof -- connections`: bodies that never end, and the client that sends them.
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startServer, type ServerProcess } from '../support/server-process.ts';
import { openUnfinished } from '../support/unfinished-bodies.ts';

let folder: string;
let server: ServerProcess;
const port = () => Number(new URL(server.origin).port);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naijabuilt-unfinished-'));
  server = await startServer({ DATA_DIR: folder, SAMPLE_DATA: 'off', TRUST_PROXY: 'on' });
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

test('Keeps reading and writing beside 200 bodies that never end', async () => {
  const before = server.memory();
  const wave = await openUnfinished(port(), 200);
  const login = await fetch(`${server.origin}/api/v1/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'correct horse battery' }),
  });
  expect([login.status, (await fetch(`${server.origin}/about`)).status]).toEqual([401, 200]);
  expect(server.memory() - before).toBeLessThan(100);
  await wave.close();
});

/** Begins a login of 250 KB and stops after 200. @returns its status line, if there was one */
function beginLogin(address: string): { status: () => string | undefined } {
  let received = '';
  const head = [
    'POST /api/v1/token/ HTTP/1.1',
    'Host: a',
    `X-Forwarded-For: ${address}`,
    'Content-Type: application/json',
    'Content-Length: 250000',
  ];
  const socket = connect(port(), '127.0.0.1', () => {
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(Buffer.alloc(200_000, 32));
  });
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  onTestFinished(() => void socket.destroy());
  return { status: () => /^HTTP\/1\.1 (\d+)/.exec(received)?.[1] };
}

test('Refuses only the client whose bodies fill its share of the memory with 429', async () => {
  const begun = Array.from({ length: 20 }, () => beginLogin('203.0.113.7'));
  const refused = () => begun.filter(({ status }) => status() === '429').length;
  await expect.poll(refused, { timeout: 10_000 }).toBeGreaterThan(5);
  expect(begun.filter(({ status }) => status() !== undefined && status() !== '429')).toEqual([]);
  const other = await fetch(`${server.origin}/api/v1/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.9' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'correct horse battery' }),
  });
  expect(other.status).toBe(401);
});
