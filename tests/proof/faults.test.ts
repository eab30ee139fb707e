// Property: while the disk takes nothing, whoever writes is told so and nothing is half written, readers are served, and all is well
// again soon after. The disk fails for the server's process alone: it may not make files longer (EFBIG), as on a full disk.
// S3 and PostgreSQL that are away: tests/nodes.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseConfig } from '../../src/lib/server/platform/config.ts';
import { compose } from '../../src/compose.ts';
import { createApp } from '../support/fresh-everywhere.ts';
import { picture } from '../support/pictures.ts';
import { connect } from '../support/process-group.ts';
import { signUpRemotely } from '../support/remote-person.ts';
import { scaled } from '../support/scale.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-proof-'));
  server = await startServer({ DATA_DIR: dataDir, SAMPLE_DATA: 'off', RATE_LIMIT: 'off' });
});
afterEach(async () => {
  await server.stop('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

function limitFiles(bytes: string): void {
  const { status, stderr } = spawnSync('prlimit', [
    '--pid',
    String(server.process.pid),
    `--fsize=${bytes}:unlimited`,
  ]);
  if (status !== 0) throw new Error(`prlimit (of util-linux) is needed: ${String(stderr)}`);
}

test('the disk is full', async () => {
  const requests = scaled(1_000);
  const access = await signUpRemotely(server.origin, dataDir);
  const connection = connect(server.origin);
  const appId = await createApp(connection, access);
  const shot = await picture(300, 500);
  const write = async (index: number): Promise<Response> => {
    const headers = { authorization: `Bearer ${access}` };
    if (index % 3 === 0) {
      const form = new FormData();
      form.set('name', `Full ${index}`);
      form.set('description', 'On a full disk.');
      form.set('website', 'https://myapp.ng');
      form.append('screenshot', new Blob([new Uint8Array(shot)]), 'a.png');
      return await fetch(`${server.origin}/api/v1/app/`, { method: 'POST', headers, body: form });
    }
    return await fetch(`${server.origin}/api/v1/app/${appId}/`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ description: `Full ${index}.` }),
    });
  };
  limitFiles('1');
  const tally = new Map<number, number>();
  let withoutRetry = 0;
  let readsFailed = 0;
  for (let index = 0; index < requests; index += 1) {
    const answer = await write(index);
    tally.set(answer.status, (tally.get(answer.status) ?? 0) + 1);
    if (answer.headers.get('retry-after') === null) withoutRetry += 1;
    const read = await fetch(`${server.origin}/app/fresh?n=${index}`);
    if (read.status !== 200 || !(await read.text()).includes('Version 0.')) readsFailed += 1;
  }
  limitFiles('unlimited');
  const ended = performance.now();
  while ((await write(1)).status !== 200) {
    if (performance.now() - ended > 5_000) throw new Error('Not recovered within 5 s.');
  }
  const recovered = performance.now() - ended;
  connection.close();
  console.log(
    `full disk: ${requests} writes, by status ${JSON.stringify([...tally])}, ${withoutRetry} without Retry-After, ` +
      `${readsFailed} reads failed, recovered after ${recovered.toFixed(0)} ms`,
  );
  expect([...tally.keys()]).toEqual([503]);
  expect(withoutRetry).toBe(0);
  expect(readsFailed).toBe(0);
  await server.stop();
  const product = await compose(parseConfig({ DATA_DIR: dataDir, SAMPLE_DATA: 'off' }));
  try {
    const apps = await product.db.read.selectFrom('apps').select('name').execute();
    expect(apps).toEqual([{ name: 'Fresh' }]);
  } finally {
    await product.close();
  }
});
