// The operator's commands about listings and accounts, as processes beside a server in use: npm run moderate,
// grant-role and remove-factors.
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { deskOf } from '../harness/desk.ts';
import type { Person } from '../harness/people.ts';
import { runCommand, startServer } from '../harness/process.ts';
import type { App } from '../harness/shapes.ts';

const folder = await mkdtemp(join(tmpdir(), 'commands-'));
const env = { DATA_DIR: folder };
const server = await startServer(env);
afterAll(async () => void (await server.stop()));
const { client, mailbox, people } = server;

async function run(command: string, ...args: string[]): Promise<string> {
  const { code, errors, output } = await runCommand(`scripts/${command}.ts`, args, env);
  return `${String(code)} ${output}${code === 0 ? '' : errors}`.trim();
}
const moderate = (...args: string[]) => run('moderate', ...args);
const list = async (by: Person, name: string) => {
  const facts = { name, description: 'Keeps the books.', website: 'https://one.ng' };
  return (await client.as(by).post<App>('/app/', facts)).body;
};
/** The server looks once a second for changes of other processes. */
const becomes = async (path: string, status: number) =>
  await expect.poll(async () => (await client.page(path)).status).toBe(status);

test('Deletes a listing for good, and frees the name of a removed one', async () => {
  const owner = await people.verified();
  const [gone, held] = [await list(owner, 'Gone Tomorrow'), await list(owner, 'Baobab')];
  const desk = deskOf({ client }, await people.staff('moderator'));
  expect(await moderate('delete', gone.id, '--reason', 'Spam')).toContain('(/app/gone-tomorrow) is deleted.');
  await becomes('/app/gone-tomorrow', 410);
  await expect.poll(async () => (await mailbox.newest(owner.email)).text).toContain('Reason: Spam.');
  expect(await moderate('release-name', 'baobab')).toMatch(
    /^1 The public listing Baobab uses 'baobab'\. Hide it first\./,
  );
  await desk.bulk('remove', [held]);
  await becomes('/app/baobab', 410);
  expect(await moderate('release-name', 'Baobab')).toBe(
    '0 Free again: the name Baobab and the address /app/baobab.',
  );
  const real = await people.verified();
  await expect.poll(async () => (await list(real, 'Baobab')).name_id).toBe('baobab');
  await client.as(real).patch(`/user/${real.id}/`, { handle: 'harmattan' });
  expect(await moderate('release-name', '@harmattan')).toBe('0 Free again: the handle harmattan.');
}, 120_000);

test('A change by SQL is on every kept page within seconds', async () => {
  const owner = await people.verified();
  const app = await list(owner, 'Iroko');
  const paths = ['/apps', `/user/${owner.id}`, `/app/${app.name_id}`];
  for (const path of [...paths, ...paths]) await client.page(path);
  const database = new DatabaseSync(join(folder, 'naijabuilt.db'));
  database.exec(`update users set lastname = 'Okeowo' where id = '${owner.id}';
    update apps set description = 'Keeps no books.' where id = '${app.id}'`);
  database.close();
  for (const path of paths)
    for (const word of path.startsWith('/user') ? ['Keeps no books.'] : ['Keeps no books.', 'Okeowo'])
      await expect
        .poll(async () => (await client.page(path)).text.includes(word), { message: path })
        .toBe(true);
});

test('Frees an address and a handle together, or neither', async () => {
  const owner = await people.verified();
  const app = await list(owner, 'Kapok');
  await client.as(owner).patch(`/app/${app.id}/`, { name: 'Kapok Ledger' });
  for (const handle of ['kapok', 'silkcotton'])
    await client.as(owner).patch(`/user/${owner.id}/`, { handle });
  const database = new DatabaseSync(join(folder, 'naijabuilt.db'));
  database.exec(`create trigger kept before delete on old_handles begin select raise(abort, 'kept'); end`);
  expect(await moderate('release-name', 'kapok')).toMatch(/^1 /);
  expect((await client.page('/app/kapok')).status).toBe(301);
  database.exec('drop trigger kept');
  database.close();
  expect(await moderate('release-name', 'kapok')).toBe(
    '0 Free again: the former address /app/kapok.\nFree again: the former handle kapok.',
  );
  await becomes('/app/kapok', 404);
}, 120_000);

test('Gives and takes roles of verified accounts, and removes lost second factors', async () => {
  const [person, pending] = [await people.staff('admin'), await people.unverified()];
  expect(await run('grant-role', person.email.toUpperCase(), 'admin')).toContain('is admin already.');
  expect(await run('grant-role', person.email, 'moderator')).toMatch(
    /is moderator now, and was admin before\. \d sessions? ended\.$/,
  );
  expect((await client.as(person).get('/user/me/')).status).toBe(401);
  expect(await run('grant-role', pending.email, 'admin')).toMatch(/^1 .*is not verified/);
  expect(await run('grant-role', 'nobody@example.com', 'admin')).toMatch(/^1 .*No account has the address/);
  await run('grant-role', person.email, 'member');
  expect(await run('remove-factors', person.email)).toBe(
    `0 1 second factor of ${person.email} removed. Its sessions have ended.`,
  );
  const subject = async () => (await mailbox.newest(person.email)).subject;
  await expect.poll(subject).toContain('second factors were removed');
  person.totp = '';
  await people.logIn(person);
  expect(await run('remove-factors', person.email)).toBe(`0 ${person.email} has no second factor.`);
}, 120_000);

test.each([
  ['moderate', ['vanish', 'x']],
  ['moderate', ['delete', 'x']],
  ['grant-role', ['ada@example.com', 'king']],
  ['remove-factors', []],
])('npm run %s explains itself for the arguments %j', async (command, args) => {
  expect(await run(command, ...args)).toMatch(new RegExp(`^2 [^]*Usage: npm run ${command}`));
});

test('Creates no database where there is none', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'empty-'));
  const { code, errors } = await runCommand('scripts/moderate.ts', ['release-name', 'x'], {
    DATA_DIR: empty,
  });
  expect([code, errors]).toEqual([
    1,
    `DATA_DIR=${empty}: there is no database. Set DATA_DIR to the directory of the site, or DATABASE_URL.\n`,
  ]);
  expect(await readdir(empty)).toEqual([]);
});

test('Imports a list of apps for an account, once, and refuses a list with a fault in a row', async () => {
  const owner = await people.verified();
  const own = async () =>
    (await client.as(owner).get<{ count: number }>(`/user/${owner.id}/apps/`)).body.count;
  const file = join(folder, 'list.csv');
  const rows = [
    'name,description,website,category',
    'Imported Ledger,"Books for small shops, in naira",https://zebra.com.ng,"Finance,Business"',
    'Imported Map,Finds a ride,https://okada.com.ng,Travel',
  ];
  const importing = async (lines: string[], ...flags: string[]) => {
    await writeFile(file, `\uFEFF${lines.join('\n')}`);
    return await run('import', file, '--account', owner.email, ...flags);
  };
  expect(await importing(rows, '--dry-run')).toBe(
    '0 2 apps can be published, 0 were listed already, 0 rows refused.',
  );
  const faults = [
    ',No name,https://a.com.ng,Travel',
    'Bad Link,Text,javascript:alert(1),Travel',
    'Imported map,Twice,https://b.com.ng,Travel',
    'Odd,Text,https://d.com.ng,Sorcery',
  ];
  const refused = await importing([...rows, ...faults]);
  for (const line of [
    'Enter the name of your app.',
    '5 (Bad Link): website: Enter a web address such as https://myapp.ng.',
    '6 (Imported map): name: is in the list before, at 3.',
    "7 (Odd): category: There is no category 'Sorcery'.",
    'Nothing was published.',
  ])
    expect(refused).toContain(line);
  expect(await own()).toBe(0);
  expect(await importing(rows)).toContain('2 apps published');
  expect(await importing(rows)).toContain('0 apps published, 2 were listed already');
  await expect.poll(own).toBe(2);
}, 120_000);

test('Ends the sessions of everybody', async () => {
  const [one, other] = [await people.verified(), await people.verified()];
  const statuses = async () =>
    await Promise.all([one, other].map(async (by) => (await client.as(by).get('/user/me/')).status));
  expect(await statuses()).toEqual([200, 200]);
  expect(await run('end-sessions', '--all')).toMatch(
    /^0 \d+ sessions ended: everybody has to log in again\.$/,
  );
  expect(await statuses()).toEqual([401, 401]);
}, 120_000);

test('Removes the sample listings with their owners and the shelf, and nothing else', async () => {
  const place = { DATA_DIR: await mkdtemp(join(tmpdir(), 'samples-')) };
  const sampled = await startServer({ ...place, SAMPLE_DATA: 'on' });
  const listed = async () => (await sampled.client.get<{ count: number }>('/app/')).body.count;
  await expect.poll(() => sampled.lines, { timeout: 200_000 }).toContain('The sample listings are loaded.');
  await expect.poll(listed).toBeGreaterThan(50);
  const own = await sampled.people.verified();
  await sampled.client
    .as(own)
    .post('/app/', { name: 'Real', description: 'Is real.', website: 'https://real.ng' });
  expect(await runCommand('scripts/remove-samples.ts', [], place)).toMatchObject({ code: 0 });
  await expect.poll(listed).toBe(1);
  expect((await sampled.client.get(`/user/${own.id}/`)).status).toBe(200);
  await sampled.stop();
}, 240_000);
