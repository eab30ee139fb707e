// A small part of `npm run proof -- multipart`: one request must not end the process, whatever its body is.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHostileRequests, type HostileTargets } from '../support/hostile-bodies.ts';
import { createHostileTargets } from '../support/hostile-targets.ts';
import { sendHostile } from '../support/send-hostile.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';

let folder: string;
let server: ServerProcess;
let targets: HostileTargets;
const uploads = () => join(folder, 'uploads');
const errors: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naijabuilt-hostile-'));
  server = await startServer(
    { DATA_DIR: folder, TMPDIR: uploads(), SAMPLE_DATA: 'off', RATE_LIMIT: 'off' },
    { onLine: (line) => (line.includes('"level":"error"') ? errors.push(line) : undefined) },
  );
  targets = await createHostileTargets(server.origin, folder);
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

test('Survives 120 hostile bodies without a fault, and leaves no file of an upload behind', async () => {
  const requestOf = await createHostileRequests(targets, 7);
  const tally = await sendHostile(Number(new URL(server.origin).port), requestOf, 120);
  expect([server.process.exitCode, server.process.signalCode]).toEqual([null, null]);
  expect(tally).toMatchObject({ sent: 120, faults: [], unanswered: [] });
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  await expect.poll(() => readdir(uploads())).toEqual([]);
  expect(errors).toEqual([]);
});

test.each([
  ['a picture of 1 MB without its end', 1_000_000, ''],
  ['a picture of 6 MB without its end', 6_000_000, ''],
  ['30 MB', 30_000_000, '\r\n--b--\r\n'],
])('Survives an upload of %s', async (_, bytes, end) => {
  const { access, userId } = targets;
  const head = '--b\r\nContent-Disposition: form-data; name="dp"; filename="a.png"\r\n\r\n';
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(head));
      for (let sent = 0; sent < bytes; sent += 50_000) controller.enqueue(Buffer.alloc(50_000));
      controller.enqueue(Buffer.from(end));
      controller.close();
    },
  });
  const init: RequestInit & { duplex: 'half' } = {
    method: 'PATCH',
    headers: { authorization: `Bearer ${access}`, 'content-type': 'multipart/form-data; boundary=b' },
    body,
    duplex: 'half',
  };
  const status = await fetch(`${server.origin}/api/v1/user/${userId}/`, init).then(
    (answer) => answer.status,
    () => 'closed while it was sent',
  );
  expect(status).toBeOneOf([400, 413, 'closed while it was sent']);
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
});
