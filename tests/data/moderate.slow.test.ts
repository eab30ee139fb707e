// The operator's commands, as functions and some as they are run, beside servers in use: one on SQLite, two nodes on
// PostgreSQL. Needs a build (`npm run build`).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import { openDatabase } from '../../src/compose.ts';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { createDatabase, templateName } from '../support/fresh-database.ts';
import { mailsIn } from '../support/mailbox.ts';
import { runModerate } from '../../scripts/data/run-moderate.ts';
import { asFunction, asProcess } from '../support/operator-command.ts';
import { connect, type Connection } from '../support/connection.ts';
import { emailOf, signUpRemotely } from '../support/remote-person.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';
import { engines } from '../support/test-product.ts';
import { postgresUrl } from '../support/postgres-url.ts';

describe.each(engines)('npm run moderate on %s', (engine) => {
  let folder: string;
  let dataDirs: string[];
  let env: Record<string, string>;
  let servers: ServerProcess[] = [];
  let connections: Connection[];
  let drop = (): Promise<void> => Promise.resolve();
  /** End of the last line of a command that has changed something. */
  const shown = engine === 'sqlite' ? 'Visitors see it within 2 seconds.' : 'Nodes that show it already: 2.';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'naijabuilt-moderate-'));
    const common = { SAMPLE_DATA: 'off', RATE_LIMIT: 'off', SITE_URL: 'http://naijabuilt.test' };
    const secret = { AUTH_SECRET: 'the same on every node of this directory' };
    if (engine === 'sqlite') {
      dataDirs = [join(folder, 'one')];
      env = common;
    } else {
      const database = await createDatabase(await postgresUrl(), templateName);
      drop = () => database.drop();
      dataDirs = [join(folder, 'one'), join(folder, 'two')];
      env = { ...common, ...secret, DATABASE_URL: database.url };
    }
    for (const dataDir of dataDirs) servers.push(await startServer({ ...env, DATA_DIR: dataDir }));
    connections = servers.map(({ origin }) => connect(origin));
  }, 120_000);
  afterAll(async () => {
    connections.forEach((connection) => connection.close());
    await Promise.all(servers.map((server) => server.stop()));
    servers = [];
    await drop();
    await rm(folder, { recursive: true, force: true });
  });

  const [here, apart] = [asFunction(runModerate), asProcess('scripts/moderate.ts')];
  const run = (...args: string[]) => here({ ...env, DATA_DIR: dataDirs[0] ?? '' }, ...args);
  const runApart = (...args: string[]) => apart({ ...env, DATA_DIR: dataDirs[0] ?? '' }, ...args);
  const first = () => connections[0] ?? expect.fail('No server.');
  async function signUp() {
    const access = await signUpRemotely(servers[0]?.origin ?? '', ...dataDirs);
    return { access, email: emailOf(access) };
  }
  async function list(access: string, name: string): Promise<AppJson> {
    const app = { name, description: 'Keeps the books.', website: 'https://one.ng', category: 'Finance' };
    const { status, text } = await first().send('POST', '/api/v1/app/', app, access);
    expect([status, text]).toEqual([201, expect.anything()]);
    return JSON.parse(text) as AppJson;
  }
  /** The answers of every server to each path. */
  const read = async (...paths: string[]) =>
    await Promise.all(connections.flatMap((connection) => paths.map((path) => connection.send('GET', path))));
  /** On PostgreSQL the change shows at once, as the command says; on SQLite the server checks every second. */
  const statusesBecome = async (path: string, status: number) => {
    const statuses = async () => (await read(path)).map((answer) => answer.status);
    const wanted = connections.map(() => status);
    if (engine === 'postgres') expect(await statuses()).toEqual(wanted);
    else await expect.poll(statuses, { timeout: 10_000, interval: 20 }).toEqual(wanted);
  };
  /** Whether the lists contain a listing whose name begins like this. */
  const listsBecome = async (name: string, isTold: boolean) => {
    const paths = ['/', '/search?q=', '/api/v1/app/', '/feeds/apps.xml'].map((path) =>
      path.endsWith('=') ? path + name.toLowerCase() : path,
    );
    const tell = async () => new Set((await read(...paths)).map(({ text }) => text.includes(name)));
    if (engine === 'postgres') expect(await tell()).toEqual(new Set([isTold]));
    else await expect.poll(tell, { timeout: 10_000, interval: 20 }).toEqual(new Set([isTold]));
  };
  const mailsTo = async (email: string) =>
    (await Promise.all(dataDirs.map(mailsIn))).flat().filter(({ to }) => to === email);
  const trail = async () => {
    const db = await openDatabase(parseConfig({ ...env, DATA_DIR: dataDirs[0] ?? '' }));
    const rows = await db.read.selectFrom('audit_events').select(['event', 'client']).orderBy('id').execute();
    await db.close();
    return rows.filter(({ event }) => event.startsWith('moderation.'));
  };

  test('Hides a listing, tells its owner, shows and lists it, and restores it', async () => {
    const { access, email } = await signUp();
    const app = await list(access, 'Zebra Ledger');
    for (const { status } of await read('/app/zebra-ledger', '/app/zebra-ledger', '/'))
      expect(status).toBe(200);
    expect(await run('hide', 'zebra-ledger', '--reason', 'It pretends to be\nanother company')).toEqual([
      0,
      `Zebra Ledger (/app/zebra-ledger) is removed: its page says so and why, and it is in no list.\n${shown}\n`,
    ]);
    await statusesBecome('/app/zebra-ledger', 410);
    await listsBecome('Zebra', false);
    const reason = 'It pretends to be another company.';
    expect(await run('show', 'zebra-ledger')).toEqual([0, expect.stringContaining(`reason: ${reason}`)]);
    expect(await run('list')).toEqual([
      0,
      expect.stringMatching(
        /^\d{4}-\d\d-\d\d \d\d:\d\d {2}listing {2}zebra-ledger {2}Zebra Ledger {2}It pretends/,
      ),
    ]);
    // A second command changes nothing, and the first reason remains.
    expect(await run('hide', app.id, '--reason', 'Something else')).toEqual([
      0,
      expect.stringContaining(`was removed before, on `),
    ]);
    await expect
      .poll(async () => (await mailsTo(email)).at(-1)?.text ?? '', { timeout: 20_000 })
      .toContain(`Reason: ${reason}`);

    expect(await run('restore', app.id)).toEqual([
      0,
      `Zebra Ledger (/app/zebra-ledger) is public again.\n${shown}\n`,
    ]);
    await statusesBecome('/app/zebra-ledger', 200);
    await listsBecome('Zebra', true);
    expect(await run('list')).toEqual([
      0,
      'No listing is held, limited or removed, and no account is closed.\n',
    ]);
  }, 120_000);

  test('Deletes a listing permanently', async () => {
    const { access } = await signUp();
    const { id } = await list(access, 'Gone Tomorrow');
    await read('/app/gone-tomorrow', '/api/v1/app/');
    expect(await runApart('delete', id, '--reason', 'Spam')).toEqual([
      0,
      `Gone Tomorrow (/app/gone-tomorrow) is deleted. Its pictures follow with the server's next sweep, within the hour.\n${shown}\n`,
    ]);
    await statusesBecome('/app/gone-tomorrow', 410);
    expect(await run('restore', id)).toEqual([1, `No listing has the id or the address '${id}'.\n`]);
  }, 120_000);

  test('Closes an account with all its listings, and reopens it', async () => {
    const { access, email } = await signUp();
    for (let index = 0; index < 12; index += 1) await list(access, `Spam ${String(index)}`);
    await read('/app/spam-7', '/');
    const [code, text] = await run('ban', email, '--reason', 'Twelve listings of nothing.');
    expect([code, text]).toEqual([0, expect.stringContaining('12 listings taken out of the lists.')]);
    await statusesBecome('/app/spam-7', 410);
    await listsBecome('Spam ', false);
    const login = { email, password: 'correct horse battery' };
    expect((await first().send('POST', '/api/v1/token/', login)).status).toBe(403);
    expect((await first().send('GET', '/api/v1/user/me/', undefined, access)).status).toBe(401);
    expect(await run('show', email)).toEqual([
      0,
      expect.stringContaining('12 listings, of which 0 in lists'),
    ]);

    expect(await run('unban', email)).toEqual([0, expect.stringContaining('12 listings back in the lists.')]);
    await statusesBecome('/app/spam-7', 200);
    expect((await first().send('POST', '/api/v1/token/', login)).status).toBe(200);
  }, 120_000);

  test('Releases the name of a removed listing, an old address and a handle', async () => {
    const { access } = await signUp();
    const impostor = await list(access, 'Harmattan');
    const rename = await first().send('PATCH', `/api/v1/app/${impostor.id}/`, { name: 'Baobab' }, access);
    expect(rename.status).toBe(200);
    await first().send('PATCH', `/api/v1/user/${impostor.owner.id}/`, { handle: 'harmattan' }, access);

    expect(await run('release-name', 'baobab')).toEqual([
      1,
      "The public listing Baobab uses 'baobab'. Hide it first.\n",
    ]);
    await run('hide', 'baobab', '--reason', 'Not theirs');
    expect(await run('release-name', 'Baobab')).toEqual([
      0,
      `The name Baobab and the address /app/baobab of a removed listing are free.\n${shown}\n`,
    ]);
    expect(await run('release-name', 'harmattan')).toEqual([
      0,
      `The address /app/harmattan, which a listing had before, is free.\n${shown}\n`,
    ]);
    expect(await run('release-name', 'harmattan')).toEqual([
      1,
      `The account ${impostor.owner.id} has the handle 'harmattan' today. Write '@harmattan' to take it back.\n`,
    ]);
    expect(await run('release-name', '@harmattan')).toEqual([
      0,
      `The handle harmattan was taken back, and is free.\n${shown}\n`,
    ]);
    expect(await run('release-name', 'harmattan')).toEqual([1, "Nobody holds 'harmattan'.\n"]);
    await statusesBecome('/app/harmattan', 404);

    const owner = await signUp();
    expect((await list(owner.access, 'Harmattan')).name_id).toBe('harmattan');
    expect((await list(owner.access, 'Baobab')).name_id).toBe('baobab');
    expect(await run('restore', impostor.id)).toEqual([
      1,
      'Another listing has taken the name Baobab since it was released. Rename or remove that one first.\n',
    ]);
  }, 120_000);

  test("Every command records its event as the operator's", async () => {
    const events = await trail();
    expect(new Set(events.map(({ client }) => client))).toEqual(new Set(['operator']));
    expect(new Set(events.map(({ event }) => event))).toEqual(
      new Set(
        [
          'listing-removed',
          'listing-restored',
          'listing-deleted',
          'account-banned',
          'account-unbanned',
          'name-released',
        ].map((event) => `moderation.${event}`),
      ),
    );
  });

  test('Empties the caches after a change by SQL', async () => {
    const { access } = await signUp();
    const { id } = await list(access, 'By Hand');
    await read('/app/by-hand');
    const db = await openDatabase(parseConfig({ ...env, DATA_DIR: dataDirs[0] ?? '' }));
    await db.write((trx) => trx.deleteFrom('apps').where('id', '=', id).execute());
    await db.close();
    expect(await run('refresh')).toEqual([0, `Every server empties what it keeps of pages.\n${shown}\n`]);
    await statusesBecome('/app/by-hand', 404);
  }, 60_000);

  test('Works while no server runs', async () => {
    const { access } = await signUp();
    await list(access, 'Asleep');
    await Promise.all(servers.map((server) => server.stop()));
    const [code, text] = await runApart('hide', 'asleep', '--reason', 'At night');
    expect([code, text]).toEqual([0, expect.stringContaining('Asleep (/app/asleep) is removed')]);
  }, 120_000);
});
