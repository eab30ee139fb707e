// Decisions of staff: the mail, races, strikes, and who may not decide.
import { describe, expect, test } from 'vitest';
import type { DecisionJson, PreviewJson } from '../../../src/lib/shared/schemas/moderation/decisions.ts';
import { createPerson, type Person } from '../../support/people.ts';
import { caseOf, decide, listApp, openCase, ruling } from '../../support/desk-cases.ts';
import { useListingAtDesk } from '../../support/listing-at-desk.ts';
import { createStaff, proveFactor } from '../../support/staff.ts';
import { engines } from '../../support/test-product.ts';

describe.each(engines)('Decisions on %s', (engine) => {
  const site = useListingAtDesk(engine);
  const { database, mailsTo, open, stateOf } = site;

  test('The preview is the mail that is sent, and leaves no trace', async () => {
    const { api, owner, staff } = site;
    const { number } = await open();
    const before = await caseOf(api, staff, number);
    const mailsBefore = await mailsTo(owner);
    const form = {
      version: before.version,
      action: 'remove',
      ...ruling,
      message: 'See **this**:\n\n- one\n- two',
    };
    const { status, body } = await api.post(`/desk/cases/${number}/decisions/preview/`, form, staff.access);
    expect(status, JSON.stringify(body)).toBe(200);
    const preview = body as PreviewJson;
    expect(preview).toMatchObject({
      state_before: 'public',
      state_after: 'removed',
      gives_strike: true,
      listings: 1,
    });
    expect(await caseOf(api, staff, number)).toEqual(before);
    expect(await stateOf()).toBe('public');
    expect(await mailsTo(owner)).toEqual(mailsBefore);
    const decided = await api.post(`/desk/cases/${number}/decisions/`, form, staff.access);
    expect((decided.body as DecisionJson).number).toBe(number);
    const sent = (await mailsTo(owner)).slice(mailsBefore.length);
    expect(preview.mails).toEqual(sent.map((mail) => ({ to: owner.email, ...mail })));
    expect(sent).toHaveLength(1);
    expect(preview.mails[0]?.html).toContain('<strong>this</strong>');
    expect(preview.mails[0]?.text).toContain(ruling.owner_reason);
    expect(preview.mails[0]?.text).not.toContain(ruling.public_reason);
  });

  test('Decides a case whose number a decision without a case has drawn', async () => {
    const { api, app, owner, staff } = site;
    await api.product.services.moderation.hideListing(app.id, 'Spam.');
    const removed = await database()
      .selectFrom('decisions')
      .select('number')
      .where('subject_id', '=', app.id)
      .executeTakeFirstOrThrow();
    const other = await listApp(api, owner);
    const opened = await openCase(api, { subject: { kind: 'app', id: other.id }, ownerId: owner.id });
    await api.product.db.write((trx) =>
      trx.updateTable('cases').set({ number: removed.number }).where('id', '=', opened.id).execute(),
    );
    const decided = await decide(api, staff, removed.number, { action: 'limit' });
    expect([decided.status, decided.body]).toEqual([201, expect.anything()]);
    const { number } = decided.body as DecisionJson;
    expect(number).not.toBe(removed.number);
    expect((await api.request(`/moderation/${number}/`)).status).toBe(200);
  });

  test('Of two moderators who decide at once, one is refused', async () => {
    const { api, app, staff } = site;
    const other = await createStaff(api);
    const { number } = await open();
    const { version } = await caseOf(api, staff, number);
    const send = (person: Person, action: string) =>
      api.post(`/desk/cases/${number}/decisions/`, { version, action, ...ruling }, person.access);
    const answers = await Promise.all([send(staff, 'remove'), send(other, 'limit'), send(other, 'remove')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const rows = await database()
      .selectFrom('decisions')
      .select('id')
      .where('subject_id', '=', app.id)
      .execute();
    expect(rows).toHaveLength(1);
    expect(api.faults).toEqual([]);
  });

  test('A decided case cannot be decided again, and an old version of a case cannot be decided', async () => {
    const { api, staff } = site;
    const { number } = await open();
    const { version } = await caseOf(api, staff, number);
    await open(await createPerson(api));
    const form = { action: 'remove', ...ruling };
    const path = `/desk/cases/${number}/decisions/`;
    expect((await api.post(path, { version, ...form }, staff.access)).status).toBe(409);
    expect((await decide(api, staff, number, form)).status).toBe(201);
    expect((await decide(api, staff, number, { ...form, action: 'restore' })).status).toBe(409);
  });

  test('Refuses a decision about a case that somebody else has claimed', async () => {
    const { api, staff } = site;
    const other = await createStaff(api);
    const { number } = await open();
    const { version } = await caseOf(api, staff, number);
    expect((await api.post(`/desk/cases/${number}/claim/`, { version }, other.access)).status).toBe(200);
    const refused = await decide(api, staff, number, { action: 'remove' });
    expect([refused.status, await stateOf()]).toEqual([409, 'public']);
    expect((await decide(api, other, number, { action: 'remove' })).status).toBe(201);
  });

  test('Staff cannot decide about their own listing or their own report', async () => {
    const { api, owner, staff } = site;
    const owning = await createStaff(api);
    const app = await listApp(api, owning);
    const own = await openCase(api, { subject: { kind: 'app', id: app.id }, ownerId: owning.id });
    expect((await caseOf(api, owning, own.number)).allowed_actions).toEqual([]);
    expect((await decide(api, owning, own.number, { action: 'none' })).status).toBe(403);
    const reported = await openCase(api, {
      subject: { kind: 'profile', id: owner.id },
      ownerId: owner.id,
      reporter: owning,
    });
    expect((await decide(api, owning, reported.number, { action: 'none' })).status).toBe(403);
    expect((await decide(api, staff, reported.number, { action: 'none' })).status).toBe(201);
  });

  test('Only an admin may suspend a member of staff, and a suspension needs a fresh second factor', async () => {
    const { api, staff } = site;
    const admin = await createStaff(api, 'admin');
    const target = await createStaff(api);
    const { number } = await openCase(api, {
      subject: { kind: 'profile', id: target.id },
      ownerId: target.id,
    });
    expect((await decide(api, staff, number, { action: 'suspend' })).status).toBe(403);
    await proveFactor(api, admin, site.now - 11 * 60_000);
    const stale = await decide(api, admin, number, { action: 'suspend' });
    expect([stale.status, stale.body]).toMatchObject([403, { code: 'fresh_factor' }]);
    await proveFactor(api, admin, site.now);
    expect((await decide(api, admin, number, { action: 'suspend' })).status).toBe(201);
    const headers = { authorization: `Bearer ${target.access}` };
    expect((await api.request('/user/me/', { headers })).status).toBe(401);
  });

  test('A suspension takes the listings out of the lists, and a restoration brings them back', async () => {
    const { api, staff } = site;
    const inLists = async () =>
      (
        await database()
          .selectFrom('apps')
          .select('id')
          .where('owner_id', '=', owner.id)
          .where('is_listed', '=', 1)
          .execute()
      ).length;
    const owner = await createPerson(api);
    await listApp(api, owner);
    await listApp(api, owner);
    expect(await inLists()).toBe(2);
    const { number } = await openCase(api, { subject: { kind: 'profile', id: owner.id }, ownerId: owner.id });
    expect((await decide(api, staff, number, { action: 'suspend' })).status).toBe(201);
    await api.product.jobs.flush();
    expect(await inLists()).toBe(0);
    const again = await openCase(api, { subject: { kind: 'profile', id: owner.id }, ownerId: owner.id });
    expect((await caseOf(api, staff, again.number)).strikes).toMatchObject([{ counts: true }]);
    expect((await decide(api, staff, again.number, { action: 'restore' })).status).toBe(201);
    await api.product.jobs.flush();
    expect(await inLists()).toBe(2);
    expect((await caseOf(api, staff, again.number)).strikes).toMatchObject([{ counts: false }]);
  });

  test('A strike expires after 180 days', async () => {
    const { api, staff } = site;
    const { number } = await open();
    expect((await decide(api, staff, number, { action: 'limit' })).status).toBe(201);
    expect((await caseOf(api, staff, number)).strikes[0]?.counts).toBe(true);
    const before = site.now;
    site.now += 180 * 86_400_000 + 1;
    const later = await createStaff(api);
    expect((await caseOf(api, later, number)).strikes[0]?.counts).toBe(false);
    site.now = before;
  });

  test('A case whose subject was deleted meanwhile can only be closed without an action', async () => {
    const { api, app, owner, staff } = site;
    const { number } = await open();
    const { version } = await caseOf(api, staff, number);
    const headers = { authorization: `Bearer ${owner.access}` };
    expect((await api.request(`/app/${app.id}/`, { method: 'DELETE', headers })).status).toBe(200);
    const path = `/desk/cases/${number}/decisions/`;
    expect((await api.post(path, { version, action: 'remove', ...ruling }, staff.access)).status).toBe(409);
    const detail = await caseOf(api, staff, number);
    expect([detail.subject.exists, detail.allowed_actions]).toEqual([false, ['none']]);
    expect((await decide(api, staff, number, { action: 'none' })).status).toBe(201);
  });

  test.each(['policy', 'public_reason', 'owner_reason'])('No decision without its %s', async (field) => {
    const { api, staff } = site;
    const { number } = await open();
    const answer = await decide(api, staff, number, { action: 'remove', [field]: '' });
    expect([answer.status, await stateOf()]).toEqual([400, 'public']);
    expect(answer.body).toMatchObject({ fields: { [field]: expect.any(String) as string } });
  });
});
