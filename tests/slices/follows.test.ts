// What people follow, what is new of it, and the mails about it (docs/decisions/032-saved-and-followed.md).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../src/lib/shared/schemas/limits.ts';
import {
  createOwner,
  createTestProduct,
  bothEngines,
  newApp,
  type TestProduct,
} from '../support/test-product.ts';

const dayMs = 24 * 3_600_000;
/** A Thursday. */
const begin = Date.UTC(2026, 5, 4, 9);

describe.each(bothEngines)('Followed apps and developers on %s', (engine) => {
  let product: TestProduct;
  let now = begin;
  let owner = '';
  let app = { id: '', nameId: '' };

  beforeAll(async () => {
    product = await createTestProduct(engine, { clock: () => now, wakeMail: () => undefined });
    owner = await createOwner(product);
    app = await product.services.apps.publishApp(newApp(owner));
  });
  afterAll(() => product.dispose());

  const release = async (): Promise<void> => {
    const facts = { appId: app.id, releaseDate: null, latestFeature: 'Dates.' };
    await product.services.versions.addVersion(facts);
  };
  const follower = async (subject: string): Promise<{ userId: string }> => {
    const caller = { userId: await createOwner(product) };
    await product.services.follows.follow(caller, { subject, follow: true });
    return caller;
  };
  const mailsTo = async (userId: string) => {
    const { email } = await product.db.read
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return await product.db.read.selectFrom('outbox').selectAll().where('recipient', '=', email).execute();
  };
  /** Moves the clock to after the next Monday, and does all work of the mails. */
  const nextWeek = async (): Promise<void> => {
    now += 7 * dayMs;
    await product.services.follows.beginMails();
    await product.jobs.flush();
  };

  test('Shows releases and new apps as new until they were seen on any device', async () => {
    const { follows } = product.services;
    const caller = await follower(`app:${app.id}`);
    expect(await follows.follow(caller, { subject: `user:${owner}`, follow: true })).toHaveLength(2);
    // What was there before counts as seen.
    expect((await follows.listNotices(caller)).unseen).toBe(0);
    now += dayMs;
    await release();
    const listed = await product.services.apps.publishApp(newApp(owner));
    now += 1;
    const { results, unseen } = await follows.listNotices(caller);
    expect(results.map(({ kind, path }) => [kind, path]).sort()).toEqual(
      [
        ['app', `/app/${listed.nameId}`],
        ['app', `/app/${app.nameId}`],
        ['release', `/app/${app.nameId}`],
      ].sort(),
    );
    expect(unseen).toBe(2);
    const seen = await follows.changeNotices(caller, { seen_at: results[0]?.at });
    expect(seen.unseen).toBe(0);
    // Another device that has seen less does not take it back.
    expect((await follows.changeNotices(caller, { seen_at: new Date(begin).toISOString() })).unseen).toBe(0);
    expect(await follows.follow(caller, { subject: `user:${owner}`, follow: false })).toEqual([
      `app:${app.id}`,
    ]);
    expect((await follows.listNotices(caller)).results.map(({ kind }) => kind)).toEqual(['release']);
  });

  test('Follows only what everybody may see', async () => {
    const { follows, moderation } = product.services;
    const caller = { userId: await createOwner(product) };
    const gone = '019a4f10-3c00-7000-8000-0000000ba11e';
    for (const subject of [`app:${gone}`, `user:${gone}`])
      await expect(follows.follow(caller, { subject, follow: true })).rejects.toMatchObject({ status: 404 });
    await moderation.hideListing(app.id, 'Spam.');
    const hidden = { subject: `app:${app.id}`, follow: true };
    await expect(follows.follow(caller, hidden)).rejects.toMatchObject({ status: 404 });
    await moderation.restoreListing(app.id);
    expect(await follows.follow(caller, hidden)).toHaveLength(1);
    expect(await follows.follow(caller, { ...hidden, follow: false })).toEqual([]);
    // What is not there any more can be left.
    expect(await follows.follow(caller, { subject: `app:${gone}`, follow: false })).toEqual([]);
  });

  test('Counts no deleted apps and developers towards the limit', async () => {
    const { follows } = product.services;
    const caller = await follower(`user:${owner}`);
    const deleted = Array.from({ length: limits.follows - 1 }, (_, n) => ({
      user_id: caller.userId,
      subject:
        `${n % 2 === 0 ? 'app' : 'user'}:019a4f10-3c00-7000-8000-${String(n).padStart(12, '0')}` as const,
      created_at: n,
    }));
    await product.db.write((trx) => trx.insertInto('follows').values(deleted).execute());
    expect(await follows.listFollows(caller)).toHaveLength(limits.follows);
    const app500 = { subject: `app:${app.id}`, follow: true };
    expect(await follows.follow(caller, app500)).toEqual([`app:${app.id}`, `user:${owner}`]);
  });

  test('Mails each kind at its time, once, with one click to end it', async () => {
    const { follows } = product.services;
    await follows.beginMails();
    const weekly = await follower(`app:${app.id}`);
    const soon = await follower(`app:${app.id}`);
    const never = await follower(`app:${app.id}`);
    const developers = await follower(`user:${owner}`);
    await follows.changeNotices(soon, { release_mail: 'soon' });
    await follows.changeNotices(never, { release_mail: 'never' });
    await follows.changeNotices(developers, { app_mail: 'never' });
    now += dayMs;
    await release();
    now += 10 * 60_000;
    for (let round = 0; round < 3; round += 1) {
      await follows.beginMails();
      await product.jobs.flush();
    }
    const counts = async () =>
      await Promise.all(
        [weekly, soon, never, developers].map(async ({ userId }) => (await mailsTo(userId)).length),
      );
    expect(await counts()).toEqual([0, 1, 0, 0]);
    await nextWeek();
    await nextWeek();
    expect(await counts()).toEqual([1, 1, 0, 0]);

    const [mail] = await mailsTo(weekly.userId);
    expect(mail?.text).toContain(`/app/${app.nameId}`);
    const token = mail?.unsubscribe_url?.split('/').at(-1) ?? '';
    expect(follows.readUnsubscribe(`${token}x`)).toBeNull();
    await expect(follows.unsubscribe(`${token}x`)).rejects.toMatchObject({ status: 404 });
    await follows.unsubscribe(token);
    await follows.unsubscribe(token);
    expect(await follows.listNotices(weekly)).toMatchObject({ release_mail: 'never', app_mail: 'never' });
    await release();
    await nextWeek();
    expect(await counts()).toEqual([1, 2, 0, 0]);
  });

  test('Tells nothing of an app that is not public, and mails no address that was refused', async () => {
    const { follows } = product.services;
    const refused = await follower(`app:${app.id}`);
    const other = await follower(`app:${app.id}`);
    await product.db.write((trx) =>
      trx.updateTable('users').set({ mail_refused_at: now }).where('id', '=', refused.userId).execute(),
    );
    await release();
    await nextWeek();
    expect([(await mailsTo(refused.userId)).length, (await mailsTo(other.userId)).length]).toEqual([0, 1]);
    await release();
    await product.services.moderation.hideListing(app.id, 'Spam.');
    await nextWeek();
    expect(await mailsTo(other.userId)).toHaveLength(1);
    expect((await follows.listNotices(other)).results).toEqual([]);
    await product.services.moderation.restoreListing(app.id);
  });
});
