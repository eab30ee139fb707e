// Property: while something that the product stands on is away, whoever writes is told to come back and nothing is half
// written, readers are served where it can be done, and all is well again within five seconds of the fault's end.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPostgres } from '../support/embedded-postgres.ts';
import { figuresOf, weather, type Weathered } from '../support/fault-load.ts';
import { readMail } from '../support/mailbox.ts';
import { picture } from '../support/pictures.ts';
import { signUpRemotely } from '../support/remote-person.ts';
import { startS3 } from '../support/s3-server.ts';
import { scaled } from '../support/scale.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';

const requests = scaled(1_000);
let dataDir: string;
let server: ServerProcess;
let env: Record<string, string>;
let undo: (() => Promise<void>)[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-proof-'));
  env = { DATA_DIR: dataDir, SAMPLE_DATA: 'off', RATE_LIMIT: 'off' };
  undo = [() => rm(dataDir, { recursive: true, force: true })];
});
afterEach(async () => {
  await server.stop('SIGKILL');
  for (const one of undo.toReversed()) await one();
});

function check(what: string, weathered: Weathered): void {
  console.log(figuresOf(what, weathered));
  expect(weathered.unexpected).toEqual([]);
  expect(weathered.readsFailed).toEqual([]);
  expect(weathered.wrong).toEqual([]);
  expect(weathered.recoveredMs).toBeLessThan(5_000);
}

/** The disk fails for the server's process alone: it may not make files longer (EFBIG), as on a full disk. */
async function limitFiles(bytes: string): Promise<void> {
  const pid = String(server.process.pid);
  const { status, stderr } = spawnSync('prlimit', ['--pid', pid, `--fsize=${bytes}:unlimited`]);
  if (status !== 0) throw new Error(`prlimit (of util-linux) is needed: ${String(stderr)}`);
}

test('the disk is full', async () => {
  server = await startServer(env);
  const weathered = await weather({
    origin: server.origin,
    env,
    requests,
    begin: () => limitFiles('1'),
    end: () => limitFiles('unlimited'),
    served: ['/search?q=fresh{n}', '/apps?q=fresh{n}', '/api/v1/app/?search=fresh{n}'],
  });
  check('full disk', weathered);
  expect(Object.keys(weathered.writes)).toEqual(['503']);
}, 1_800_000);

/**
 * Has the kernel answer the server's writes and syncs with EIO.
 * @param which of the calls, as strace's `when` says it
 */
async function breakDisk(which: string): Promise<() => Promise<void>> {
  const calls = 'pwrite64,fsync,fdatasync';
  const strace: ChildProcess = spawn(
    'strace',
    [
      '-f',
      '-q',
      '-o',
      '/dev/null',
      '-p',
      String(server.process.pid),
      '-e',
      `trace=${calls}`,
      '-e',
      `inject=${calls}:error=EIO:when=${which}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  strace.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await sleep(500);
  if (strace.exitCode !== null)
    throw new Error(`This proof makes calls fail with strace (apt-get install strace): ${said}`);
  return async () => {
    const ended = once(strace, 'exit');
    strace.kill('SIGINT');
    await ended;
  };
}

test.each([
  ['every write to the disk fails', '1+'],
  ['every fortieth write to the disk fails', '1+40'],
])(
  '%s',
  async (what, which) => {
    server = await startServer(env);
    let mend: (() => Promise<void>) | undefined;
    undo.push(async () => await mend?.());
    const weathered = await weather({
      origin: server.origin,
      env,
      requests,
      begin: async () => void (mend = await breakDisk(which)),
      end: async () => {
        await mend?.();
        mend = undefined;
      },
      served: ['/search?q=fresh{n}', '/apps?q=fresh{n}', '/api/v1/app/?search=fresh{n}'],
    });
    check(what, weathered);
    expect(weathered.writes[503]).toBeGreaterThan(0);
  },
  1_800_000,
);

/** Lists an app with a picture. @returns the key of one of its files */
async function storedPicture(origin: string): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    name: 'Pictured',
    description: 'A.',
    website: 'https://myapp.ng',
  }))
    form.set(name, value);
  form.append('logo', new Blob([new Uint8Array(await picture(90, 90))]), 'a.png');
  const headers = { authorization: `Bearer ${await signUpRemotely(origin, dataDir)}` };
  const answer = await fetch(`${origin}/api/v1/app/`, { method: 'POST', headers, body: form });
  return new URL(((await answer.json()) as { logo: string }).logo).pathname.slice('/media/'.length);
}

test('S3 is away', async () => {
  const s3 = await startS3();
  undo.push(() => s3.stop());
  env = { ...env, ...s3.env, MEDIA_URL: s3.url('pictures') };
  server = await startServer(env);
  const weathered = await weather({
    origin: server.origin,
    env,
    requests,
    begin: () => s3.pause(),
    end: () => s3.resume(),
    served: ['/search?q=fresh{n}', '/apps?q=fresh{n}', '/api/v1/app/?search=fresh{n}'],
    mayFail: [`/media/${await storedPicture(server.origin)}`],
  });
  check('S3 away', weathered);
  expect(weathered.writes[503]).toBe(Math.floor(requests / 3));
}, 1_800_000);

test('PostgreSQL is away', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-proof-pg-'));
  const postgres = await startPostgres(folder, ['-c', 'fsync=off']);
  undo.push(async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });
  env = { ...env, DATABASE_URL: `${postgres.url}/postgres` };
  server = await startServer(env);
  const weathered = await weather({
    origin: server.origin,
    env,
    requests,
    begin: () => postgres.stop(),
    end: () => postgres.start(),
    // What needs no database. What is in memory is kept for five seconds: nobody tells any more whether another node
    // has changed it.
    served: ['/about', '/healthz', '/api/v1/app/category_list/'],
    mayFail: ['/', '/apps?q=fresh{n}', '/api/v1/app/?search=fresh{n}'],
  });
  check('PostgreSQL away', weathered);
  expect(weathered.writes).toEqual({ 503: requests });
}, 1_800_000);

test('the mail server is away', async () => {
  const received: string[] = [];
  let port = 0;
  let mails = new SMTPServer();
  const listen = async () => {
    mails = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          received.push(readMail(Buffer.concat(chunks).toString()).to);
          done();
        });
      },
    });
    mails.listen(port, '127.0.0.1');
    await once(mails.server, 'listening');
    port = (mails.server.address() as AddressInfo).port;
  };
  const close = () => new Promise<void>((resolve) => mails.close(() => resolve()));
  await listen();
  undo.push(close);
  env = { ...env, SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'NaijaBuilt <mail@naijabuilt.test>' };
  server = await startServer(env);
  const signUp = async (email: string) => {
    const json = { firstname: 'Ada', lastname: 'Obi', email, password: 'correct horse battery' };
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${server.origin}/api/v1/user/`, {
      method: 'POST',
      headers,
      body: JSON.stringify(json),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  await close();
  const tally: Record<string, number> = {};
  const written: string[] = [];
  // Eight at a time: an answer leaves a quarter of a second after its request.
  await Promise.all(
    Array.from({ length: 8 }, async (_, lane) => {
      for (let index = lane; index < requests; index += 8) {
        const status = await signUp(`fault${index}@example.com`);
        tally[status] = (tally[status] ?? 0) + 1;
        if (status === 201) written.push(`fault${index}@example.com`);
      }
    }),
  );
  await listen();
  const ended = performance.now();
  expect(await signUp('after@example.com')).toBe(201);
  await expect
    .poll(() => received.includes('after@example.com'), { timeout: 20_000, interval: 20 })
    .toBe(true);
  const recovered = performance.now() - ended;
  // Those that were tried wait for their next try, twice as long as for the one before.
  await expect
    .poll(() => received.length, { timeout: 600_000, interval: 200 })
    .toBeGreaterThanOrEqual(written.length + 1);
  const whole = performance.now() - ended;
  const distinct = new Set(received);
  console.log(
    `mail server away: ${requests} sign-ups by status ${JSON.stringify(tally)}, a mail goes out ${recovered.toFixed(0)} ms after its return, ` +
      `all ${written.length} of before ${(whole / 1000).toFixed(0)} s after it, ${received.length - distinct.size} twice`,
  );
  expect(tally).toEqual({ 201: requests });
  expect(recovered).toBeLessThan(5_000);
  expect([...distinct].toSorted()).toEqual([...written, 'after@example.com'].toSorted());
  expect(received.length).toBe(distinct.size);
}, 1_800_000);
