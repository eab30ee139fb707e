// Claims: who has proved to control what a listing of somebody else links to gets it, or does not.
import { describe, expect, test } from 'vitest';
import { ownerAppealPath } from '../../../src/lib/server/moderation/appeals/appeal-links.ts';
import type { AppJson } from '../../../src/lib/shared/schemas/apps.ts';
import type { ListingState } from '../../../src/lib/shared/schemas/listing-states.ts';
import type { OwnProofJson } from '../../../src/lib/shared/schemas/proofs/proofs.ts';
import { useClaims } from '../../support/claiming.ts';
import { caseOf } from '../../support/desk-cases.ts';
import { createPerson, type Person } from '../../support/people.ts';
import { proveFactor } from '../../support/staff.ts';
import { engines } from '../../support/test-product.ts';

describe.each(engines)('Claims on %s', (engine) => {
  const site = useClaims(engine);
  const { claim, decideAs, eventsOf, mailsTo, prove, read, rowOf, transfer } = site;

  test('A claimed listing is given to who has proved it, with everything that belongs to it', async () => {
    const { app, claimant, domain, number, owner } = await claim();
    const fan = await createPerson(site.api);
    await site.api.product.db.write((trx) =>
      trx
        .insertInto('follows')
        .values({ user_id: fan.id, subject: `app:${app.id}`, created_at: site.now() })
        .execute(),
    );
    const before = await rowOf(app.id);
    const seen = await caseOf(site.api, site.staff, number);
    expect(seen.allowed_actions).toContain('transfer');
    expect(seen.claims).toEqual([
      {
        account: expect.objectContaining({ id: claimant.id, email: claimant.email }) as unknown,
        name: domain,
        way: 'file',
        checked_at: expect.any(String) as string,
        is_failing: false,
      },
    ]);
    const answer = await transfer(number, claimant);
    expect([answer.status, answer.body]).toEqual([201, expect.objectContaining({ action: 'transfer' })]);

    const after = await rowOf(app.id);
    expect(after).toEqual({
      ...before,
      owner_id: claimant.id,
      proof_name: domain,
      proof_checked_at: after.proof_checked_at,
      proved: 'yes',
    });
    expect(after.proof_checked_at).not.toBeNull();
    const shown = await site.api.get<AppJson>(`/app/${app.name_id}/`);
    expect(shown.owner.id).toBe(claimant.id);
    expect(shown.logo).toBe(app.logo);
    expect(shown.current_version).toEqual(app.current_version);
    const lines = async ({ id }: Person) =>
      (await site.api.get<{ results: { category: string }[] }>(`/timeline/?user=${id}`)).results.filter(
        ({ category }) => category === 'LIST_APP',
      ).length;
    expect([await lines(owner), await lines(claimant)]).toEqual([0, 1]);
    const found = await site.api.product.services.search.browseApps({ proved: 'yes', sort: 'newest' });
    expect(found.items.map(({ id, owner: { id: ownerId } }) => [id, ownerId])).toContainEqual([
      app.id,
      claimant.id,
    ]);
    const followers = read().selectFrom('follows').select('user_id').where('subject', '=', `app:${app.id}`);
    expect(await followers.execute()).toEqual([{ user_id: fan.id }]);
    expect((await mailsTo(owner)).at(-1)?.subject).toBe('your listing was given to its owner');
    expect((await mailsTo(claimant)).at(-1)?.subject).toBe(`the listing ${app.name} is yours`);
    expect(await eventsOf(owner)).toEqual(['moderation.listing-transferred']);
    expect(await eventsOf(claimant)).toEqual(['moderation.listing-received']);
    // Who may change it site.now(), and who not any more.
    const rename = (person: Person) =>
      site.api.request(`/app/${app.id}/`, {
        method: 'PATCH',
        body: JSON.stringify({ description: 'Changed.' }),
        headers: { authorization: `Bearer ${person.access}`, 'content-type': 'application/json' },
      });
    expect([(await rename(owner)).status, (await rename(claimant)).status]).toEqual([403, 200]);
    expect(site.api.faults).toEqual([]);
  });

  test('A transfer is taken back on an appeal, which somebody else decides', async () => {
    const { app, claimant, number, owner } = await claim();
    await transfer(number, claimant);
    const decision = await read()
      .selectFrom('decisions')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    const mail = (await mailsTo(owner)).at(-1)?.text ?? '';
    const path = ownerAppealPath(site.api.product.secret, decision.id);
    expect(mail.replaceAll('\n', '')).toContain(path);
    const token = path.split('/').at(-1) ?? '';
    const sent = await site.api.post(`/appeal/${token}/`, {
      message: 'I bought this domain from them last year.',
    });
    expect([sent.status, sent.body]).toEqual([201, expect.anything()]);
    const appeal = await read()
      .selectFrom('cases')
      .select('number')
      .where('decision_id', '=', decision.id)
      .executeTakeFirstOrThrow();
    expect((await decideAs(site.staff, appeal.number, { action: 'restore' })).status).toBe(403);
    const answer = await decideAs(site.other, appeal.number, { action: 'restore' });
    expect([answer.status, answer.body]).toEqual([201, expect.objectContaining({ action: 'restore' })]);
    expect(await rowOf(app.id)).toMatchObject({
      owner_id: owner.id,
      state: 'public',
      is_listed: 1,
      proved: '',
    });
    expect((await mailsTo(claimant)).at(-1)?.subject).toBe('a listing went back');
    expect((await mailsTo(owner)).at(-1)?.subject).toMatch(/appeal/);
    expect(await eventsOf(owner)).toContain('moderation.transfer-reversed');
    expect(await eventsOf(claimant)).toContain('moderation.listing-restored');
  });

  test('A claim is refused: the listing stays where it is, and who claimed it is told why', async () => {
    const { app, claimant, number, owner } = await claim();
    const stateOfCase = async () => {
      const headers = { authorization: `Bearer ${claimant.access}` };
      const { body } = await site.api.request(`/app/${app.id}/proof/`, { headers });
      const { case: ofClaim, case_state, is_owner } = body as OwnProofJson;
      return [ofClaim, case_state, is_owner];
    };
    expect(await stateOfCase()).toEqual([number, 'open', false]);
    const before = await mailsTo(owner);
    const answer = await decideAs(site.staff, number, {
      action: 'none',
      public_reason: 'They sold the domain.',
    });
    expect(answer.status).toBe(201);
    expect((await rowOf(app.id)).owner_id).toBe(owner.id);
    expect(await stateOfCase()).toEqual([number, 'decided', false]);
    expect(await mailsTo(owner)).toEqual(before);
    const told = (await mailsTo(claimant)).at(-1);
    expect(told?.subject).toBe(`your claim to ${app.name} was decided`);
    expect(told?.text).toContain('They sold the domain.');
    expect(told?.text).toContain(number);
  });

  test('Of two who claim a listing one gets it, and the other is told', async () => {
    const { app, claimant, domain, number } = await claim();
    const second = await createPerson(site.api);
    expect(await prove({ app, domain, claimant: second })).toBe(number);
    expect((await transfer(number, second)).status).toBe(201);
    expect((await rowOf(app.id)).owner_id).toBe(second.id);
    expect((await mailsTo(claimant)).at(-1)?.subject).toBe(`your claim to ${app.name} was decided`);
    expect((await mailsTo(second)).at(-1)?.subject).toBe(`the listing ${app.name} is yours`);
  });

  test('A preview shows the mails to both, and changes nothing', async () => {
    const { app, claimant, number, owner } = await claim();
    const who = site.staff;
    await proveFactor(site.api, who, site.now());
    const { version } = await caseOf(site.api, who, number);
    const form = {
      version,
      action: 'transfer',
      policy: 'impersonation',
      public_reason: 'The domain is theirs.',
      owner_reason: 'The domain is not yours.',
      claimant: claimant.id,
    };
    const { body, status } = await site.api.post(
      `/desk/cases/${number}/decisions/preview/`,
      form,
      who.access,
    );
    expect(status).toBe(200);
    const { mails } = body as { mails: { to: string }[] };
    expect(mails.map(({ to }) => to)).toEqual([owner.email, claimant.email]);
    expect((await rowOf(app.id)).owner_id).toBe(owner.id);
  });

  test('Nobody gets a listing without a proof, and no suspended account gets one', async () => {
    const { app, claimant, number, owner } = await claim();
    expect((await transfer(number, undefined)).status).toBe(400);
    expect((await transfer(number, await createPerson(site.api))).status).toBe(400);
    expect((await transfer(number, owner)).status).toBe(400);
    const ban = (banned_at: number | null) =>
      site.api.product.db.write((trx) =>
        trx.updateTable('users').set({ banned_at }).where('id', '=', claimant.id).execute(),
      );
    await ban(site.now());
    expect((await transfer(number, claimant)).status).toBe(409);
    await ban(null);
    const lapse = (state: 'lapsed' | 'blocked') =>
      site.api.product.db.write((trx) =>
        trx.updateTable('proofs').set({ state }).where('user_id', '=', claimant.id).execute(),
      );
    for (const state of ['lapsed', 'blocked'] as const) {
      await lapse(state);
      expect((await transfer(number, claimant)).status).toBe(400);
    }
    expect((await rowOf(app.id)).owner_id).toBe(owner.id);
  });

  test('Nobody gets more apps than the account may have, before staff raise its limit', async () => {
    const { app, claimant, number } = await claim();
    const listing = { name: 'The only one', description: 'One.', website: 'https://one.com.ng' };
    expect((await site.api.post('/app/', listing, claimant.access)).status).toBe(201);
    const setLimit = (limit: number) =>
      site.api.post(`/desk/accounts/${claimant.id}/app-limit/`, { app_limit: limit }, site.staff.access);
    expect((await setLimit(1)).status).toBe(200);
    const refused = await transfer(number, claimant);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: 'The account that would get the listing has as many apps as it may. Raise its limit first.' },
    ]);
    expect((await setLimit(2)).status).toBe(200);
    expect((await transfer(number, claimant)).status).toBe(201);
    expect((await rowOf(app.id)).owner_id).toBe(claimant.id);
  });

  test('Staff do not decide about their own claim, nor about the appeal against it', async () => {
    const { app, claimant, domain, number } = await claim(site.other);
    expect((await caseOf(site.api, claimant, number)).allowed_actions).toEqual([]);
    const form = { action: 'transfer', claimant: claimant.id };
    expect((await decideAs(site.other, number, form)).status).toBe(403);
    expect((await transfer(number, claimant)).status).toBe(201);
    const appeal = await site.appealAgainst(number);
    expect((await decideAs(site.other, appeal.number, { action: 'none' })).status).toBe(403);
    // Neither after the owner that they are now has checked the proof again.
    await prove({ app, domain, claimant });
    expect((await decideAs(site.other, appeal.number, { action: 'none' })).status).toBe(403);
  });

  const states: Record<ListingState, [status: number, state: ListingState, listed: 0 | 1]> = {
    public: [201, 'public', 1],
    unlisted: [201, 'unlisted', 0],
    held: [201, 'public', 1],
    limited: [201, 'limited', 0],
    removed: [400, 'removed', 0],
  };
  test.each(Object.entries(states))(
    'A transfer of a %s listing',
    async (state, [status, after, isListed]) => {
      const { app, claimant, number } = await claim();
      const columns = { state: state as ListingState, is_listed: state === 'public' ? 1 : 0 } as const;
      await site.api.product.db.write((trx) =>
        trx.updateTable('apps').set(columns).where('id', '=', app.id).execute(),
      );
      expect((await transfer(number, claimant)).status).toBe(status);
      expect(await rowOf(app.id)).toMatchObject({ state: after, is_listed: isListed });
    },
  );
});
