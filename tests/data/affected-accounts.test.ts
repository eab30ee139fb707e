// The operator's command, on a database that is in use.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runAffectedAccounts } from '../../scripts/data/run-affected-accounts.ts';
import { asFunction } from '../support/operator-command.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const affectedAccounts = asFunction(runAffectedAccounts);

describe.each(engines)('npm run affected-accounts on %s', (engine) => {
  let api: TestApi;
  let env: Record<string, string>;
  let now = Date.UTC(2026, 9, 1);
  let ada: Person;
  let eve: Person;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, clock: () => now });
    const { dataDir, databaseUrl } = api.product.config;
    env = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
    ada = await createPerson(api.from('192.0.2.7'));
    now = Date.UTC(2026, 9, 5);
    eve = await createPerson(api.from('198.51.100.9'));
  });
  afterAll(() => api.product.dispose());

  const emailsIn = (text: string) => text.match(/[\w.]+@example\.com/g) ?? [];

  test('Lists everybody with what is stored of each, and the totals', async () => {
    const [code, text] = await affectedAccounts(env, '--all');
    expect(code).toBe(0);
    expect(emailsIn(text)).toEqual([ada.email, eve.email]);
    expect(text).toContain('id,email,name,verified,password_hash,phone,address,created\n');
    expect(text).toContain(`${ada.id},${ada.email},Ada Obi,yes,yes,no,no,2026-10-01T00:00:00.000Z\n`);
    expect(text).toContain('2 accounts: 2 verified, 2 password hash, 0 phone, 0 address.');
  });

  test('Lists only accounts with an event in the time that is asked for', async () => {
    expect(emailsIn((await affectedAccounts(env, '--from', '2026-10-04'))[1])).toEqual([eve.email]);
    expect(
      emailsIn((await affectedAccounts(env, '--from', '2026-09-01', '--until', '2026-10-02T12:00'))[1]),
    ).toEqual([ada.email]);
    expect((await affectedAccounts(env, '--from', '2026-10-06', '--until', '2026-10-07'))[1]).toContain(
      '0 accounts',
    );
  });

  test('Lists what one address did, without storing it', async () => {
    const [, text] = await affectedAccounts(env, '--from', '2026-09-01', '--client', '192.0.2.7');
    expect(emailsIn(text)).toEqual([ada.email]);
  });

  test('Writes a name so that no spreadsheet takes it for a formula', async () => {
    await api.product.db.write((trx) =>
      trx
        .updateTable('users')
        .set({ firstname: '=HYPERLINK("x")', lastname: 'A,B' })
        .where('id', '=', ada.id)
        .execute(),
    );
    expect((await affectedAccounts(env, '--all'))[1]).toContain(`,"'=HYPERLINK(""x"") A,B",`);
  });

  test.each([
    [[], 'Say --all, or --from when.'],
    [['--all', '--from', '2026-10-01'], '--all stands alone.'],
    [['--from', 'yesterday'], "'yesterday' is no time."],
    [['--from', '2026-10-02', '--until', '2026-10-01'], '--until has to be later than --from.'],
    [['--from', '2026-10-02', '--client', 'example.com'], "'example.com' is no IP address."],
  ])('Refuses %j with a sentence', async (args, sentence) => {
    const [code, text] = await affectedAccounts(env, ...args);
    expect([code, text]).toEqual([2, expect.stringContaining(sentence)]);
  });
});
