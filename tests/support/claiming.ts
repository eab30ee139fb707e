// Listings that somebody else claims by a proof, and staff who decide about them.
import { afterAll, beforeAll, expect } from 'vitest';
import { ownerAppealPath } from '../../src/lib/server/moderation/appeals/appeal-links.ts';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { OwnProofJson } from '../../src/lib/shared/schemas/proofs/proofs.ts';
import { decide } from './desk-cases.ts';
import { startOutsideWorld, type OutsideWorld } from './outside-world.ts';
import { createPerson, type Person } from './people.ts';
import { nameOf, proofFile } from './proving.ts';
import { createStaff, proveFactor } from './staff.ts';
import { createTestApi, type TestApi } from './test-api.ts';
import type { EngineName } from './test-product.ts';

export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export interface Claim {
  owner: Person;
  claimant: Person;
  app: AppJson;
  domain: string;
  number: string;
}

export function useClaims(engine: EngineName) {
  let world: OutsideWorld;
  let api: TestApi;
  let staff: Person;
  let other: Person;
  let now = Date.UTC(2026, 10, 21, 9);
  let listed = 0;

  beforeAll(async () => {
    world = await startOutsideWorld();
    api = await createTestApi(engine, {
      rateLimit: false,
      clock: () => now,
      wakeMail: () => undefined,
      env: world.env,
    });
    [staff, other] = [await createStaff(api), await createStaff(api)];
  });
  afterAll(async () => {
    await api.product.dispose();
    await world.stop();
  });

  const read = () => api.product.db.read;
  const mailsTo = async ({ email }: Person) =>
    (
      await read()
        .selectFrom('outbox')
        .select(['subject', 'text'])
        .where('recipient', '=', email)
        .orderBy('id')
        .execute()
    ).map(({ subject, text }) => ({ subject: subject.replace(/^\w+: /, ''), text }));
  const eventsOf = async (person: Person) =>
    (
      await read()
        .selectFrom('audit_events')
        .select('event')
        .where('user_id', '=', person.id)
        .orderBy('id')
        .execute()
    )
      .map(({ event }) => event)
      .filter((event) => event.startsWith('moderation.'));
  const rowOf = async (id: string) =>
    await read().selectFrom('apps').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  /** A listing with a logo and a release, and an account that has proved its domain. */
  async function claim(by?: Person): Promise<Claim> {
    listed += 1;
    const domain = `claimed${String(listed)}-${engine}.com.ng`;
    const [owner, claimant] = [await createPerson(api), by ?? (await createPerson(api))];
    const body = new FormData();
    body.set('name', nameOf(listed));
    body.set('description', 'Buys and sells coins.');
    body.set('website', `https://${domain}/`);
    body.set('logo', new Blob([pixel]), 'logo.png');
    const headers = { authorization: `Bearer ${owner.access}` };
    const made = await api.request('/app/', { method: 'POST', body, headers });
    expect([made.status, made.body]).toEqual([201, expect.anything()]);
    const app = made.body as AppJson;
    return { owner, claimant, app, domain, number: await prove({ claimant, app, domain }) };
  }

  /** @returns the number of the case */
  async function prove({
    app,
    claimant,
    domain,
  }: Pick<Claim, 'app' | 'claimant' | 'domain'>): Promise<string> {
    const headers = { authorization: `Bearer ${claimant.access}` };
    const { body } = await api.request(`/app/${app.id}/proof/`, { headers });
    world.host(domain, { [proofFile]: (body as OwnProofJson).token });
    now += 6_000;
    const checked = await api.post(`/app/${app.id}/proof/`, { way: 'file' }, claimant.access);
    expect([checked.status, checked.body]).toEqual([200, expect.objectContaining({ state: 'proved' })]);
    return (checked.body as OwnProofJson).case ?? expect.fail('There is no case.');
  }

  async function decideAs(who: Person, number: string, form: Record<string, unknown>) {
    await proveFactor(api, who, now);
    return await decide(api, who, number, { policy: 'impersonation', ...form });
  }
  const transfer = (number: string, claimant: Person | undefined) =>
    decideAs(staff, number, { action: 'transfer', claimant: claimant?.id });

  /** Appeals as the former owner against the decision of a number. @returns the case of the appeal */
  async function appealAgainst(number: string): Promise<{ id: string; number: string }> {
    const decision = await api.product.db.read
      .selectFrom('decisions')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    const token = ownerAppealPath(api.product.secret, decision.id).split('/').at(-1) ?? '';
    const message = 'I bought this domain from them last year.';
    expect((await api.post(`/appeal/${token}/`, { message })).status).toBe(201);
    return await api.product.db.read
      .selectFrom('cases')
      .select(['id', 'number'])
      .where('decision_id', '=', decision.id)
      .executeTakeFirstOrThrow();
  }

  return {
    appealAgainst,
    get api() {
      return api;
    },
    /** Two members of staff: nobody decides about an appeal against an own decision. */
    get staff() {
      return staff;
    },
    get other() {
      return other;
    },
    now: () => now,
    claim,
    decideAs,
    eventsOf,
    mailsTo,
    prove,
    read,
    rowOf,
    transfer,
  };
}
