// Questions about a listing whose owner changes: whoever was asked before does not answer for the new owner.
import { describe, expect, test } from 'vitest';
import type { AppJson, OwnAppJson } from '../../../src/lib/shared/schemas/apps.ts';
import { sealLink } from '../../../src/lib/server/moderation/links.ts';
import { useClaims } from '../../support/claiming.ts';
import { caseOf } from '../../support/desk-cases.ts';
import { createPerson, type Person } from '../../support/people.ts';
import { engines } from '../../support/test-product.ts';

const question = {
  action: 'ask-owner',
  policy: 'facts',
  public_reason: 'The facts may be out of date.',
  owner_reason: 'Is the phone number still yours?',
};

describe.each(engines)('Questions about transferred listings on %s', (engine) => {
  const site = useClaims(engine);
  const { claim, decideAs, mailsTo, read, transfer } = site;

  /** @returns the case of the newest report about the release of an app, which waits for its owner */
  async function reportRelease(app: AppJson): Promise<{ id: string; number: string }> {
    const reporter = await createPerson(site.api);
    const about = `release:${app.current_version.id}`;
    const form = { about, reason: 'facts', message: 'This release does not do what its notes say.' };
    expect((await site.api.post('/report/', form, reporter.access)).status).toBe(201);
    const found = await read()
      .selectFrom('cases')
      .select(['id', 'number', 'state'])
      .where('subject_id', '=', app.current_version.id)
      .executeTakeFirstOrThrow();
    expect(found.state).toBe('waiting');
    return found;
  }
  /** The address of the newest question that was mailed to somebody. */
  async function mailedTo(person: Person): Promise<string> {
    const links = (await mailsTo(person)).flatMap(({ text }) => [
      ...text.replaceAll('\n', '').matchAll(/\/answer\/([\w-]{54})/g),
    ]);
    return `/report/answer/${links.at(-1)?.[1] ?? expect.fail('No question was mailed.')}/`;
  }
  const caseRow = async (id: string) =>
    await read().selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const answers = async (path: string) => [
    (await site.api.request(path)).status,
    (await site.api.post(path, { answer: 'mended' })).status,
  ];
  async function questionsTo(person: Person): Promise<string[]> {
    const headers = { authorization: `Bearer ${person.access}` };
    const { body } = await site.api.request('/user/listings/', { headers });
    return (body as { results: OwnAppJson[] }).results.flatMap((app) => app.questions.map(({ url }) => url));
  }

  test('Who had the listing before answers no report about it any more, and staff see it', async () => {
    const { app, claimant, number, owner } = await claim();
    const asked = await reportRelease(app);
    const path = await mailedTo(owner);
    expect((await site.api.request(path)).status).toBe(200);
    expect((await transfer(number, claimant)).status).toBe(201);
    expect(await caseRow(asked.id)).toMatchObject({
      state: 'open',
      owner_id: claimant.id,
      waits_until: null,
      decided_at: null,
    });
    expect((await caseOf(site.api, site.staff, asked.number)).events.at(-1)).toMatchObject({
      event: 'returned',
      text: expect.stringContaining('another owner') as string,
    });
    expect(await answers(path)).toEqual([404, 404]);
    expect((await caseRow(asked.id)).state).toBe('open');
    // The case of the claim is about who had the listing.
    const claimed = read().selectFrom('cases').select('owner_id').where('number', '=', number);
    expect((await claimed.executeTakeFirstOrThrow()).owner_id).toBe(owner.id);
    expect(site.api.faults).toEqual([]);
  });

  test('A question to the new owner has another address than the one to the former owner', async () => {
    const { app, claimant, number, owner } = await claim();
    const asked = await reportRelease(app);
    const former = await mailedTo(owner);
    // As a version before this one has mailed it.
    const unbound = `/report/answer/${sealLink(site.api.product.secret, 'owner-answer', asked.id)}/`;
    expect((await site.api.request(unbound)).status).toBe(200);
    await transfer(number, claimant);
    expect((await decideAs(site.staff, asked.number, question)).status).toBe(201);
    const path = await mailedTo(claimant);
    expect(await questionsTo(claimant)).toEqual([expect.stringContaining(path.split('/')[3] ?? '')]);
    expect(await answers(former)).toEqual([404, 404]);
    expect(await answers(unbound)).toEqual([404, 404]);
    expect(await answers(path)).toEqual([200, 200]);
    expect((await caseRow(asked.id)).state).toBe('open');
  });

  test('A listing that goes back takes its cases with it', async () => {
    const { app, claimant, number, owner } = await claim();
    await transfer(number, claimant);
    const asked = await reportRelease(app);
    const path = await mailedTo(claimant);
    const appeal = await site.appealAgainst(number);
    expect((await decideAs(site.other, appeal.number, { action: 'restore' })).status).toBe(201);
    expect(await caseRow(asked.id)).toMatchObject({ state: 'open', owner_id: owner.id, waits_until: null });
    expect(await caseRow(appeal.id)).toMatchObject({ state: 'decided', owner_id: owner.id });
    expect(await answers(path)).toEqual([404, 404]);
  });

  test('A case that staff have to decide anyway gets the new owner, and stays where it is', async () => {
    const { app, claimant, number } = await claim();
    const asked = await reportRelease(app);
    const urgent = { about: `release:${app.current_version.id}`, reason: 'malware' };
    const message = 'It asks for the number of my card as soon as it opens.';
    const reporter = await createPerson(site.api);
    await site.api.post('/report/', { ...urgent, message }, reporter.access);
    const before = await caseRow(asked.id);
    expect(before.state).toBe('open');
    await transfer(number, claimant);
    const after = await caseRow(asked.id);
    expect(after).toEqual({ ...before, owner_id: claimant.id, version: before.version + 1 });
  });
});
