// Names of listings that were removed because they imitated others.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../../src/lib/shared/schemas/apps.ts';
import { createStaff, decide, listApp, openCase } from '../../support/desk-cases.ts';
import { createPerson, type Person } from '../../support/people.ts';
import { sendForm } from '../../support/send-form.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { engines } from '../../support/test-product.ts';

describe.each(engines)('Names of removed imitations on %s', (engine) => {
  let api: TestApi;
  let staff: Person;
  let imitator: Person;
  let owner: Person;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, wakeMail: () => undefined });
    staff = await createStaff(api);
    imitator = await createPerson(api);
    owner = await createPerson(api);
  });
  afterAll(() => api.product.dispose());

  async function decideOn(app: AppJson, action: string, policy = 'impersonation'): Promise<number> {
    const opening = { subject: { kind: 'app', id: app.id }, ownerId: imitator.id } as const;
    const { number } = await openCase(api, opening);
    return (await decide(api, staff, number, { action, policy })).status;
  }
  async function tryName(person: Person, name: string): Promise<number> {
    const form = { name, description: 'An app.', website: 'https://a.ng' };
    return (await sendForm(api, 'POST', '/app/', form, person)).status;
  }
  const stateOf = (id: string) =>
    api.product.db.read
      .selectFrom('apps')
      .select(['state', 'name_id'])
      .where('id', '=', id)
      .executeTakeFirst();
  const removalAt = async (address: string) => (await api.product.services.apps.findApp(address)).kind;

  test('The name and address are free for others, not for the imitator', async () => {
    const app = await listApp(api, imitator, 'Sunbird Ledger');
    expect(await decideOn(app, 'hold')).toBe(201);
    expect(await tryName(owner, 'Sunbird Ledger')).toBe(400);
    expect(await decideOn(app, 'remove')).toBe(201);
    expect(await removalAt('sunbird-ledger')).toBe('removed');
    expect(await tryName(imitator, 'Sunbird  Lédger')).toBe(400);
    const real = await listApp(api, owner, 'Sunbird Ledger');
    expect(real.name_id).toBe('sunbird-ledger');
    expect(await stateOf(app.id)).toEqual({ state: 'removed', name_id: `released-${app.id}` });
    expect(await removalAt(app.id)).toBe('removed');
    expect(await tryName(imitator, 'Sunbird Ledgers')).toBe(201);
    // The name is taken now.
    expect(await decideOn(app, 'restore')).toBe(409);
    expect(api.faults).toEqual([]);
  });

  test('A removal that is taken back gives the name and the address back', async () => {
    const [app, similar] = [
      await listApp(api, imitator, 'Weaver Bird'),
      await listApp(api, imitator, 'Wéaver Bird'),
    ];
    for (const one of [app, similar]) expect(await decideOn(one, 'remove')).toBe(201);
    for (const one of [app, similar]) expect(await decideOn(one, 'restore')).toBe(201);
    expect(await stateOf(app.id)).toEqual({ state: 'public', name_id: 'weaver-bird' });
    expect(await tryName(owner, 'Weaver Bird')).toBe(400);
  });

  test('A removal for another reason keeps the name', async () => {
    const app = await listApp(api, imitator, 'Kingfisher Notes');
    expect(await decideOn(app, 'remove', 'spam')).toBe(201);
    expect(await tryName(owner, 'Kingfisher Notes')).toBe(400);
    const { moderation } = api.product.services;
    await moderation.releaseName('kingfisher-notes');
    expect(await tryName(imitator, 'Kingfisher Notes')).toBe(400);
    expect(await tryName(owner, 'Kingfisher Notes')).toBe(201);
  });

  test('Nobody can take the address that a removed listing will get', async () => {
    const app = await listApp(api, imitator, 'Hornbill Pay');
    const decoy = await listApp(api, imitator, `Released ${app.id.replaceAll('-', ' ')}`);
    expect(decoy.name_id).toBe(`released-${app.id}-2`);
    expect(await decideOn(app, 'remove')).toBe(201);
    expect((await listApp(api, owner, 'Hornbill Pay')).name_id).toBe('hornbill-pay');
    expect(await stateOf(app.id)).toEqual({ state: 'removed', name_id: `released-${app.id}` });
    expect(api.faults).toEqual([]);
  });

  test('A name_id that can never be stored is a fault, not an endless request', async () => {
    const app = await listApp(api, imitator, 'Egret Post');
    const decoy = await listApp(api, imitator, 'Another Egret');
    expect(await decideOn(app, 'remove')).toBe(201);
    // As an earlier version allowed it.
    await api.product.db.write((trx) =>
      trx
        .updateTable('apps')
        .set({ name_id: `released-${app.id}` })
        .where('id', '=', decoy.id)
        .execute(),
    );
    expect(await tryName(owner, 'Egret Post')).toBe(500);
    expect(api.faults.splice(0)).toHaveLength(1);
  });
});
