// Property: while a dependency is unavailable, writers get 503 with Retry-After and no partial write is stored,
// readers are served where possible, and the product recovers within five seconds.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { breakDisk, limitFiles } from '../support/broken-disk.ts';
import { startPostgres } from '../support/embedded-postgres.ts';
import { figuresOf, runFault, type FaultResult } from '../support/fault-load.ts';
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

function check(what: string, result: FaultResult): void {
  console.log(figuresOf(what, result));
  expect(result.unexpected).toEqual([]);
  expect(result.readsFailed).toEqual([]);
  expect(result.wrong).toEqual([]);
  expect(result.recoveredMs).toBeLessThan(5_000);
}

test('Refuses writes and serves readers while the disk is full', async () => {
  server = await startServer(env);
  const result = await runFault({
    origin: server.origin,
    env,
    requests,
    begin: () => limitFiles(server, '1'),
    end: () => limitFiles(server, 'unlimited'),
    served: ['/search?q=fresh{n}', '/apps?q=fresh{n}', '/api/v1/app/?search=fresh{n}'],
  });
  check('full disk', result);
  expect(Object.keys(result.writes)).toEqual(['503']);
}, 1_800_000);

test.each([
  ['every write', '1+'],
  ['every fortieth write', '1+40'],
])(
  'Refuses writes and serves readers while %s to the disk fails',
  async (what, which) => {
    server = await startServer(env);
    let endFault: (() => Promise<void>) | undefined;
    undo.push(async () => await endFault?.());
    const result = await runFault({
      origin: server.origin,
      env,
      requests,
      begin: async () => void (endFault = await breakDisk(server, which)),
      end: async () => {
        await endFault?.();
        endFault = undefined;
      },
      served: ['/search?q=fresh{n}', '/apps?q=fresh{n}', '/api/v1/app/?search=fresh{n}'],
    });
    check(what, result);
    expect(result.writes[503]).toBeGreaterThan(0);
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

test('Refuses pictures and serves readers while S3 is away', async () => {
  const s3 = await startS3();
  undo.push(() => s3.stop());
  env = { ...env, ...s3.env, MEDIA_URL: s3.url('pictures') };
  server = await startServer(env);
  const result = await runFault({
    origin: server.origin,
    env,
    requests,
    begin: () => s3.pause(),
    end: () => s3.resume(),
    served: ['/search?q=fresh{n}', '/apps?q=fresh{n}', '/api/v1/app/?search=fresh{n}'],
    mayFail: [`/media/${await storedPicture(server.origin)}`],
  });
  check('S3 away', result);
  expect(result.writes[503]).toBe(Math.floor(requests / 3));
}, 1_800_000);

test('Refuses writes and serves readers while PostgreSQL is away', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-proof-pg-'));
  const postgres = await startPostgres(folder, ['-c', 'fsync=off']);
  undo.push(async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });
  env = { ...env, DATABASE_URL: `${postgres.url}/postgres` };
  server = await startServer(env);
  const result = await runFault({
    origin: server.origin,
    env,
    requests,
    begin: () => postgres.stop(),
    end: () => postgres.start(),
    // These need no database. Cached answers stay for five seconds, because no other node reports changes any more.
    served: ['/about', '/healthz', '/api/v1/app/category_list/'],
    mayFail: ['/', '/apps?q=fresh{n}', '/api/v1/app/?search=fresh{n}'],
  });
  check('PostgreSQL away', result);
  expect(result.writes).toEqual({ 503: requests });
}, 1_800_000);

test('Accepts sign-ups while the mail server is away, and sends every mail once afterwards', async () => {
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
  // Eight at a time, because an answer takes a quarter of a second.
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
  // Delayed mails wait twice as long before each further attempt.
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
