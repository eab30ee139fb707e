// The name of an app with a proof is like a reserved one: an imitation by somebody else is held or refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppTable, NewAppRow } from '../../src/lib/server/platform/db/schema.ts';
import { findResembled } from '../../src/lib/server/rules/names/find-resembled.ts';
import { formOf, keysOfForm } from '../../src/lib/server/rules/names/resemblance.ts';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { OwnProofJson } from '../../src/lib/shared/schemas/proofs/proofs.ts';
import { startOutsideWorld, type OutsideWorld } from '../support/outside-world.ts';
import { createPerson, type Person } from '../support/people.ts';
import { proofFile } from '../support/proving.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { createOwner, engines } from '../support/test-product.ts';

function provedRow(app: Pick<AppTable, 'id' | 'name' | 'owner_id' | 'proof_name'>): NewAppRow {
  const texts = { description: '', website: '', playstore_link: '', appstore_link: '', external_link: '' };
  const names = { name_key: app.id, name_skeleton: app.id, name_id: app.id };
  const rest = { platform: 'web', logo_id: null, views: 0, proved: 'yes', created_at: 0, updated_at: 0 };
  return { ...app, ...texts, ...names, ...rest } as NewAppRow;
}

type Answer = { status: number; body: AppJson & { state?: string; error: string } };

describe.each(engines)('Names of apps with a proof on %s', (engine) => {
  let world: OutsideWorld;
  let api: TestApi;
  let owner: Person;
  let now = Date.UTC(2026, 10, 21, 9);

  beforeAll(async () => {
    world = await startOutsideWorld();
    const clock = () => now;
    api = await createTestApi(engine, { rateLimit: false, clock, wakeMail: () => undefined, env: world.env });
    owner = await createPerson(api);
  });
  afterAll(async () => {
    await api.product.dispose();
    await world.stop();
  });

  const send = async (method: string, path: string, json: object, by: Person) =>
    (await api.request(path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${by.access}` },
      body: JSON.stringify(json),
    })) as Answer;
  const list = (name: string, by: Person, website = 'https://example.ng') =>
    send('POST', '/app/', { name, description: 'An app.', website }, by);
  const stateOf = async (name: string) => (await list(name, await createPerson(api))).body.state;

  async function prove(app: AppJson, domain: string): Promise<void> {
    const headers = { authorization: `Bearer ${owner.access}` };
    const { token } = (await api.request(`/app/${app.id}/proof/`, { headers })).body as OwnProofJson;
    world.host(domain, { [proofFile]: token });
    now += 6_000;
    const { body } = await api.post(`/app/${app.id}/proof/`, { way: 'file' }, owner.access);
    expect(body).toMatchObject({ state: 'proved', name: domain });
  }
  const proved = async (name: string, domain: string): Promise<AppJson> => {
    const { body } = await list(name, owner, `https://${domain}/`);
    await prove(body, domain);
    return body;
  };

  test('An imitation is held only once the app has a proof, and only by somebody else', async () => {
    const { body: app } = await list('Harmatana', owner, 'https://harmatana.ng/');
    expect(await stateOf('Harmatana Pay')).toBe('public');
    await prove(app, 'harmatana.ng');
    for (const name of ['Harmatana App', 'Harmattana Official', 'Harmat4na', 'Harmatanna Bank'])
      expect([name, await stateOf(name)]).toEqual([name, 'held']);
    expect(await stateOf('Harbour Ledger')).toBe('public');
    expect((await list('Harmatana Shops', owner)).body.state).toBe('public');
    const eve = await createPerson(api);
    const plain = (await list('Dry Season', eve)).body;
    const { body } = await send('PATCH', `/app/${plain.id}/`, { name: 'Harmatana Support' }, eve);
    expect(body.state).toBe('held');
    const held = await api.product.db.read
      .selectFrom('apps')
      .select(['state_policy', 'state_reason'])
      .where('id', '=', plain.id)
      .executeTakeFirstOrThrow();
    expect(held.state_policy).toBe('impersonation');
    expect(held.state_reason).toContain('Harmatana');
  });

  test('A person does not sign up, nor change to, the name or the handle of such an app', async () => {
    await proved('Sahelify', 'sahelify.ng');
    const password = 'correct horse battery';
    const signUp = { firstname: 'Sahelify', lastname: 'Support', email: `s-${engine}@example.com`, password };
    expect((await api.post('/user/', signUp)).status).toBe(400);
    const eve = await createPerson(api);
    expect((await send('PATCH', `/user/${eve.id}/`, { handle: 'sahelify-official' }, eve)).status).toBe(400);
    expect((await send('PATCH', `/user/${owner.id}/`, { handle: 'sahelify-official' }, owner)).status).toBe(
      200,
    );
  });

  test('A name that is not that of the domain reaches no further than its own look', async () => {
    await proved('Palmwiner', 'drinks.ng');
    expect(await stateOf('Palmwiner App')).toBe('held');
    expect(await stateOf('Palmwiner Bank')).toBe('public');
    expect(await stateOf('Palmwinner Two')).toBe('public');
  });

  test('A new name of the app counts at once, and the former one no more', async () => {
    const app = await proved('Okadago', 'okadago.ng');
    await send('PATCH', `/app/${app.id}/`, { name: 'Kekerush' }, owner);
    expect(await stateOf('Kekerush App')).toBe('held');
    expect(await stateOf('Okadago App')).toBe('public');
  });

  test('An app that loses its badge or is removed keeps no name', async () => {
    const app = await proved('Ankaralux', 'ankaralux.ng');
    expect(await stateOf('Ankaralux Bank')).toBe('held');
    const set = (columns: object) =>
      api.product.db.write((trx) => trx.updateTable('apps').set(columns).where('id', '=', app.id).execute());
    await set({ state: 'removed', is_listed: 0 });
    expect(await stateOf('Ankaralux Pay')).toBe('public');
    await set({ state: 'public', is_listed: 1, proved: '' });
    expect(await stateOf('Ankaralux Plus')).toBe('public');
  });

  test('The first start of this version finds the names of apps that have a proof already', async () => {
    await proved('Zobolink', 'zobolink.ng');
    await api.product.db.write(async (trx) => {
      await trx.deleteFrom('proved_name_keys').execute();
      await trx.deleteFrom('settings').where('name', '=', 'proved-names').execute();
    });
    expect(await stateOf('Zobolink Pay')).toBe('public');
    await api.product.services.rules.loadDefaults();
    expect(await stateOf('Zobolink Bank')).toBe('held');
  });

  // The figure is the work of this process, which does not depend on the engine.
  test.runIf(engine === 'sqlite')(
    'A check against 10,000 names of apps with a proof takes less than two milliseconds of work',
    async () => {
      const { db } = api.product;
      const ownerId = await createOwner(api.product);
      const names = Array.from(
        { length: 10_000 },
        (_, at) => `Proved ${at.toString(36)} ${(at * 7_919).toString(36)}`,
      );
      for (let from = 0; from < names.length; from += 500)
        await db.write(async (trx) => {
          const apps = names.slice(from, from + 500).map((name, at) => ({
            id: `01900000-0000-7000-8000-${String(from + at).padStart(12, '0')}`,
            name,
            owner_id: ownerId,
            proof_name: `${name.toLowerCase().replaceAll(' ', '')}.ng`,
          }));
          const keys = apps.flatMap(({ id, name }) =>
            keysOfForm(formOf(name, 'near')).map((key) => ({ key, app_id: id })),
          );
          await trx.insertInto('apps').values(apps.map(provedRow)).execute();
          await trx.insertInto('proved_name_keys').values(keys).execute();
        });
      const check = (name: string) => findResembled(db.read, { name, userId: null });
      expect(await check(`Pr0ved ${names[77]?.slice(7) ?? ''} App`)).toBe(names[77]);
      await check('Warm-up');
      const spent = process.cpuUsage();
      for (let n = 0; n < 200; n += 1) expect(await check(`Harbour Ledger ${String(n)}x`)).toBeNull();
      const { user, system } = process.cpuUsage(spent);
      const ms = (user + system) / 200 / 1_000;
      console.log(
        `A name check with 10,000 proved names on ${engine}: ${ms.toFixed(2)} ms of processor time.`,
      );
      expect(ms).toBeLessThan(2);
    },
  );
});
