// The operator's command, as a function and as a process, against a running site.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { runEndSessions } from '../../scripts/data/run-end-sessions.ts';
import { createDatabase } from '../support/fresh-database.ts';
import { asFunction, asProcess } from '../support/operator-command.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';
import { postgresUrl } from '../support/postgres-url.ts';

interface Pair {
  access: string;
  refresh: string;
}

const endSessions = asFunction(runEndSessions);
const endSessionsApart = asProcess('scripts/end-sessions.ts');

describe.each(engines)('npm run end-sessions on %s', (engine) => {
  let api: TestApi;
  let env: Record<string, string>;
  const password = 'correct horse battery';

  beforeEach(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    const { dataDir, databaseUrl } = api.product.config;
    env = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
    for (const name of ['ada', 'eve'])
      await api.post('/user/', {
        firstname: 'Chi',
        lastname: 'Obi',
        email: `${name}@example.com`,
        password,
      });
  });
  afterEach(() => api.product.dispose());

  const logIn = async (name: string) =>
    (await api.post('/token/', { email: `${name}@example.com`, password })).body as Pair;

  /** Whether its access token and its refresh token are still accepted. */
  async function lives({ access, refresh }: Pair): Promise<boolean[]> {
    const me = await api.request('/user/me/', { headers: { authorization: `Bearer ${access}` } });
    const next = await api.post('/token/refresh/', { refresh });
    return [me.status === 200, next.status === 200];
  }

  const trail = async () =>
    (await api.product.db.read.selectFrom('audit_events').selectAll().orderBy('id').execute())
      .filter(({ event }) => event.startsWith('session.'))
      .map(({ event, user_id, client }) => ({ event, user_id, client }));

  test('Ends the sessions of one account, whose owner may log in again', async () => {
    const [first, second, other] = [await logIn('ada'), await logIn('ada'), await logIn('eve')];
    expect(await endSessionsApart(env, '--account', 'ADA@example.com')).toEqual([
      0,
      '2 sessions of ADA@example.com ended.\n',
    ]);
    expect([await lives(first), await lives(second), await lives(other)]).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ]);
    expect(await lives(await logIn('ada'))).toEqual([true, true]);
    const { id } = await api.product.db.read
      .selectFrom('users')
      .select('id')
      .where('pending_email_key', '=', 'ada@example.com')
      .executeTakeFirstOrThrow();
    expect(await trail()).toEqual([{ event: 'session.operator-ended', user_id: id, client: 'operator' }]);
  });

  test("Ends everybody's sessions, and does not count ended ones", async () => {
    const [first, second, gone] = [await logIn('ada'), await logIn('eve'), await logIn('eve')];
    await api.post('/logout/', { refresh: gone.refresh });
    expect(await endSessions(env, '--all')).toEqual([
      0,
      '2 sessions ended: everybody has to log in again.\n',
    ]);
    expect([await lives(first), await lives(second)]).toEqual([
      [false, false],
      [false, false],
    ]);
    expect(await trail()).toEqual([
      { event: 'session.operator-ended-all', user_id: null, client: 'operator' },
    ]);
    expect(await endSessions(env, '--all')).toEqual([
      0,
      '0 sessions ended: everybody has to log in again.\n',
    ]);
  });

  test('Reports an unknown address, and ends no session', async () => {
    const pair = await logIn('ada');
    expect(await endSessions(env, '--account', 'nobody@example.com')).toEqual([
      1,
      'No account has the address nobody@example.com. Look at how it is spelled; capitals do not count.\n',
    ]);
    expect(await lives(pair)).toEqual([true, true]);
    expect(await trail()).toEqual([]);
  });

  test('Ends sessions without the secret, and creates none', async () => {
    await logIn('ada');
    // Its mail creates the folder outbox.
    await api.product.outbox.flush();
    const before = await readdir(api.product.config.dataDir);
    await rm(join(api.product.config.dataDir, 'auth-secret'));
    expect((await endSessions({ ...env, AUTH_SECRET: '' }, '--all'))[0]).toBe(0);
    const after = await readdir(api.product.config.dataDir);
    expect(after.sort()).toEqual(before.filter((name) => name !== 'auth-secret').sort());
  });
});

describe('npm run end-sessions', () => {
  let empty: string;
  beforeEach(async () => {
    empty = await mkdtemp(join(tmpdir(), 'naijabuilt-end-sessions-'));
  });
  afterEach(() => rm(empty, { recursive: true, force: true }));

  test.each([
    [],
    ['--account'],
    ['--all', '--account', 'ada@example.com'],
    ['ada@example.com'],
    ['--everybody'],
  ])('Prints the usage of end-sessions for the arguments %j', async (...args) => {
    const [code, text] = await endSessions({ DATA_DIR: empty }, ...args);
    expect([code, text]).toEqual([2, expect.stringContaining('Usage: npm run end-sessions')]);
  });

  test('Names a folder without a database, and leaves it unchanged', async () => {
    expect(await endSessionsApart({ DATA_DIR: empty }, '--all')).toEqual([
      1,
      `DATA_DIR=${empty}: there is no database. Set DATA_DIR to the directory of the site, or DATABASE_URL.\n`,
    ]);
    expect(await readdir(empty)).toEqual([]);
  });

  test('Refuses a database that no server of this version has used', async () => {
    const database = await createDatabase(await postgresUrl());
    onTestFinished(() => database.drop());
    const [code, text] = await endSessions({ DATA_DIR: empty, DATABASE_URL: database.url }, '--all');
    expect([code, text]).toEqual([
      1,
      'The database is not one that this version has used. Look at DATABASE_URL and DATA_DIR; after an update, start the server first.\n',
    ]);
  });
});
