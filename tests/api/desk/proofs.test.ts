// What staff do with the proofs of a listing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../../src/lib/shared/schemas/apps.ts';
import type { DeskProofsJson } from '../../../src/lib/shared/schemas/proofs/desk-proofs.ts';
import type { OwnProofJson } from '../../../src/lib/shared/schemas/proofs/proofs.ts';
import { startOutsideWorld, type OutsideWorld } from '../../support/outside-world.ts';
import { createPerson, type Person } from '../../support/people.ts';
import { proofFile } from '../../support/proving.ts';
import { createStaff } from '../../support/staff.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { engines } from '../../support/test-product.ts';

describe.each(engines)('Proofs at the desk on %s', (engine) => {
  let world: OutsideWorld;
  let api: TestApi;
  let staff: Person;
  let owner: Person;
  let app: AppJson;
  let now = Date.UTC(2026, 10, 21, 9);
  const domain = `deskproof-${engine}.com.ng`;
  const reason = 'The domain was sold to somebody else.';

  beforeAll(async () => {
    world = await startOutsideWorld();
    const clock = () => now;
    api = await createTestApi(engine, { rateLimit: false, clock, wakeMail: () => undefined, env: world.env });
    [staff, owner] = [await createStaff(api), await createPerson(api)];
    const form = { name: `Desk proof ${engine}`, description: 'An app.', website: `https://${domain}/` };
    app = (await api.post('/app/', form, owner.access)).body as AppJson;
  });
  afterAll(async () => {
    await api.product.dispose();
    await world.stop();
  });

  const as = ({ access }: Person) => ({ headers: { authorization: `Bearer ${access}` } });
  async function prove(by: Person): Promise<number> {
    const { token } = (await api.request(`/app/${app.id}/proof/`, as(by))).body as OwnProofJson;
    world.host(domain, { [proofFile]: token });
    now += 6_000;
    return (await api.post(`/app/${app.id}/proof/`, { way: 'file' }, by.access)).status;
  }
  const list = async (by = staff) =>
    (await api.request(`/desk/listings/${app.name_id}/proofs/`, as(by))).body as DeskProofsJson;
  const block = async (form: object, by = staff) =>
    (await api.post(`/desk/listings/${app.name_id}/proof/`, { reason, ...form }, by.access)).status;
  const states = async () => (await list()).results.map(({ is_owner, state }) => [is_owner, state]);
  const lastMailTo = async ({ email }: Person) => {
    const mails = api.product.db.read.selectFrom('outbox').select('text').where('recipient', '=', email);
    return (await mails.orderBy('id', 'desc').executeTakeFirstOrThrow()).text.replaceAll('\n', '');
  };
  const eventsOf = async ({ id }: Person) => {
    const rows = api.product.db.read.selectFrom('audit_events').select('event').where('user_id', '=', id);
    return (await rows.orderBy('id').execute())
      .map(({ event }) => event)
      .filter((event) => event.includes('proof-'));
  };

  test('Staff see the proof of the owner and the claims of others, and block and free each', async () => {
    expect(await states()).toEqual([[true, 'none']]);
    expect(await prove(owner)).toBe(200);
    const claimant = await createPerson(api);
    expect(await prove(claimant)).toBe(200);
    const { listing, results } = await list();
    expect(listing).toEqual({ id: app.id, name: app.name, name_id: app.name_id, state: 'public' });
    expect(results).toMatchObject([
      {
        account: { id: owner.id, email: owner.email },
        is_owner: true,
        state: 'proved',
        name: domain,
        case: null,
      },
      { account: { id: claimant.id }, is_owner: false, state: 'proved', way: 'file', name: domain },
    ]);
    expect(results[1]?.case).toMatch(/^\d{8}-/);

    expect(await block({ action: 'block', account: claimant.id })).toBe(200);
    expect(await states()).toEqual([
      [true, 'proved'],
      [false, 'blocked'],
    ]);
    expect((await list()).results[1]?.problem).toBe(reason);
    // Its page is another one than that of the owner.
    expect(await lastMailTo(claimant)).toContain(`/app/${app.name_id}/claim`);
    expect(await prove(claimant)).toBe(403);
    expect(await block({ action: 'block' })).toBe(200);
    expect(await states()).toEqual([
      [true, 'blocked'],
      [false, 'blocked'],
    ]);
    expect(await lastMailTo(owner)).toContain(`/app/${app.name_id}/update/proof`);
    expect((await api.get<AppJson>(`/app/${app.name_id}/`)).proof).toBeNull();
    for (const account of [claimant.id, undefined])
      expect(await block({ action: 'free', ...(account !== undefined && { account }) })).toBe(200);
    expect(await prove(owner)).toBe(200);
    expect(await prove(claimant)).toBe(200);
    expect(await states()).toEqual([
      [true, 'proved'],
      [false, 'proved'],
    ]);
    for (const person of [owner, claimant])
      expect(await eventsOf(person)).toEqual(['moderation.proof-blocked', 'moderation.proof-freed']);
    const cases = api.product.db.read.selectFrom('cases').select('id').where('app_id', '=', app.id);
    expect(await cases.execute()).toHaveLength(1);
  });

  test('The same block twice is one event and one mail', async () => {
    const mails = async () =>
      (
        await api.product.db.read
          .selectFrom('outbox')
          .select('id')
          .where('recipient', '=', owner.email)
          .execute()
      ).length;
    const [before, events] = [await mails(), (await eventsOf(owner)).length];
    expect([await block({ action: 'block' }), await block({ action: 'block' })]).toEqual([200, 200]);
    expect([await mails(), (await eventsOf(owner)).length]).toEqual([before + 1, events + 1]);
  });

  test('Nobody decides about the own proof, and nobody but staff sees or decides', async () => {
    const self = await createStaff(api);
    expect(await prove(self)).toBe(200);
    expect(await block({ action: 'block', account: self.id }, self)).toBe(403);
    expect(await block({ action: 'block', account: (await createPerson(api)).id })).toBe(404);
    const outsider = await createPerson(api);
    expect(await block({ action: 'block' }, outsider)).toBe(404);
    expect((await api.request(`/desk/listings/${app.name_id}/proofs/`, as(outsider))).status).toBe(404);
    expect((await api.request('/desk/listings/nothing-here/proofs/', as(staff))).status).toBe(404);
  });
});
