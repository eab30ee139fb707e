// Backup, restore, and the move from SQLite on the disk to PostgreSQL and S3, as an operator runs them.
import { appendFile, chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { picture } from '../harness/pictures.ts';
import { startPostgres } from '../harness/postgres.ts';
import { runCommand, startServer, type ServerProcess } from '../harness/process.ts';
import { startS3 } from '../harness/s3.ts';
import type { App, Paged } from '../harness/shapes.ts';

const folder = await mkdtemp(join(tmpdir(), 'data-'));
const at = (name: string) => join(folder, name);
await chmod(folder, 0o755);
const [postgres, s3] = await Promise.all([startPostgres(at('postgres')), startS3()]);
const site = { DATA_DIR: at('site') };
const server = await startServer(site);
afterAll(async () => {
  await server.stop('SIGKILL');
  await Promise.all([postgres.stop(), s3.stop()]);
  await rm(folder, { recursive: true, force: true });
});

const owner = await server.people.verified({ firstname: 'Ọlá' });
const own = server.client.as(owner);
let count = 0;
async function list(): Promise<App> {
  const form = {
    name: `Ẹ̀kọ́ \\N ${String((count += 1))}`,
    description: 'Teaches "many";\nthings.',
    website: 'https://eko.ng',
    category: 'Education',
    logo: await picture(80 + count, 80),
  };
  const { status, body } = await own.post<App>('/app/', form);
  expect(status, body.error).toBe(201);
  return body;
}
for (let number = 0; number < 3; number += 1) await list();

/** What visitors and the owner see of the data, with the bytes of each picture. */
async function everything({ client, origin }: ServerProcess) {
  const { body } = await client.get<Paged<App>>('/app/?search=eko');
  const pictures = body.results.map(async ({ logo }) => {
    const answer = await fetch(origin + new URL(logo ?? '').pathname);
    return `${String(answer.status)} ${Buffer.from(await answer.arrayBuffer()).toString('base64')}`;
  });
  const me = await client.as(owner).get('/user/me/');
  const shown = JSON.stringify([body, me.body]).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '');
  return { shown, pictures: await Promise.all(pictures) };
}

async function startedOn(env: { DATA_DIR: string } & Record<string, string>): Promise<ServerProcess> {
  // At the address of the original, because a login is for one address.
  const started = await startServer({ SITE_URL: server.origin, ...env });
  onTestFinished(async () => void (await started.stop('SIGKILL')));
  return started;
}
async function run(command: string, args: string[], env: Record<string, string>): Promise<string> {
  const { code, output, errors } = await runCommand(`scripts/${command}.ts`, args, env);
  return `${String(code)} ${output}${errors}`;
}

test('Restores what a running site had at one instant, for its user alone, and keeps so many backups', async () => {
  const before = await everything(server);
  const backups = at('backups');
  const writing = { isOver: false };
  const later = (async () => {
    while (!writing.isOver) await list();
  })();
  expect(await run('backup', [backups], site)).toMatch(/^0 /);
  writing.isOver = true;
  await later;
  const target = { DATA_DIR: at('restored') };
  expect(await run('restore', [backups], target)).toMatch(/^0 /);
  for (const file of ['naijabuilt.db', 'auth-secret'])
    expect((await stat(join(target.DATA_DIR, file))).mode & 0o077).toBe(0);
  const { body } = await (await startedOn(target)).client.get<Paged<App>>('/app/?search=eko&sort=name');
  expect(body.count).toBeGreaterThanOrEqual(3);
  for (const { logo } of body.results) expect((await server.client.fetch(logo ?? '')).status).toBe(200);
  expect(before.pictures.every((bytes) => bytes.startsWith('200 '))).toBe(true);

  expect(await run('backup', [backups, '--keep', '1'], site)).toMatch(/^0 /);
  expect((await readdir(backups)).filter((name) => /^\d{8}T/.test(name))).toHaveLength(1);
  const again = { DATA_DIR: at('restored-again') };
  await run('restore', [backups], again);
  expect(await everything(await startedOn(again))).toEqual(await everything(server));
});

test('Refuses a damaged backup, a place in use and a missing directory, and leaves them as they are', async () => {
  const backups = at('damaged');
  await run('backup', [backups], site);
  expect(await run('restore', [backups], site)).toMatch(/^1 .*(?:runs there|Restore into an empty)/s);
  const [name = ''] = await readdir(backups).then((all) => all.filter((one) => /^\d{8}T/.test(one)));
  await appendFile(join(backups, name, 'rows.ndjson.zst'), 'x');
  const target = { DATA_DIR: at('nothing') };
  expect(await run('restore', [backups], target)).toMatch(/^1 .*missing or damaged/s);
  expect(await readdir(target.DATA_DIR).catch(() => [])).not.toContain('naijabuilt.db');
  const missing = await run('backup', [at('none')], { DATA_DIR: at('mistyped') });
  expect(missing).toMatch(/^1 DATA_DIR=.*mistyped: there is no database\. Set /);
  expect(await readdir(folder)).not.toContain('none');
});

test('Moves every row and picture to PostgreSQL and S3, and back', async () => {
  const before = await everything(server);
  await server.stop();
  const copied = at('to-move');
  expect(await run('backup', [copied], site)).toMatch(/^0 /);
  const target = {
    DATA_DIR: at('moved'),
    DATABASE_URL: `${postgres.url}/postgres`,
    MEDIA_URL: s3.url('moved'),
    ...s3.env,
  };
  expect(await run('restore', [copied], target)).toMatch(/^0 /);
  const moved = await startedOn(target);
  expect(await everything(moved)).toEqual(before);
  expect(await run('restore', [copied], { ...target, DATA_DIR: at('other') })).toMatch(/^1 .*not empty/s);

  const ofPostgres = at('of-postgres');
  expect(await run('backup', [ofPostgres], target)).toMatch(/^0 /);
  const back = { DATA_DIR: at('back') };
  expect(await run('restore', [ofPostgres], back)).toMatch(/^0 /);
  expect(await everything(await startedOn(back))).toEqual(before);
});
