// Export and deletion of everything that belongs to a user. Only the audit trail stays, which names nobody.
import { PassThrough, type Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { ZipFile } from 'yazl';
import { pictureKey, type Picture } from '../../shared/page/pictures.ts';
import { isoOrNull } from '../../shared/text/dates.ts';
import { dayNumber } from '../../shared/text/days.ts';
import { messages } from '../../shared/text/messages.ts';
import { findFactors } from '../accounts/factors/factors.ts';
import { confirmPassword } from '../accounts/guesses.ts';
import { mailDeletion } from '../accounts/mails.ts';
import { lockConfirmed, type Caller } from '../accounts/sessions.ts';
import { findAccount, lockAccount } from '../accounts/users.ts';
import { asListings, releaseOfRow } from '../apps/listings.ts';
import { removeApp } from '../apps/states.ts';
import { noteLeftLists } from '../apps/visibility.ts';
import type { Context } from '../context.ts';
import { begunBy, endLetters } from '../letters/index.ts';
import { eraseAccount } from '../moderation/decisions.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { removeMailsTo } from '../platform/mail/outbox.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Staff } from '../platform/security/client.ts';
import { findOwnProfile } from '../profiles/index.ts';
import { countUser, dateOf, detailsOf, removeViewCounts } from '../views/index.ts';

export const ownData = { actions: { exportOwnData, deleteAccount, deleteOnRequest, deleteOwnerless } };

/** Deletes the caller's account, and mails its owner. @throws AppError 400 for a wrong password */
async function deleteAccount(context: Context, caller: Caller, password: string): Promise<void> {
  const confirmed = await confirmPassword(context, caller, password);
  await context.audit.write(caller.client, async (trx, note) => {
    const owner = await lockConfirmed(context, trx, caller, confirmed);
    await note('account.deleted', owner.id);
    await erase(context, trx, owner, caller.isVerified);
  });
}

/**
 * Deletes an account for its owner, who has asked staff for it. Works as `deleteAccount`, without the password.
 * @throws AppError 400 where the email is another one, 403 for staff and for one's own account, 404
 */
async function deleteOnRequest(context: Context, staff: Staff, userId: string, email: string) {
  await context.audit.write(staff.client, async (trx, note) => {
    const user = await lockAccount(trx, userId);
    if (!user) throw new AppError(404, 'There is no such account.');
    if (user.id === staff.userId)
      throw new AppError(403, 'This is your own account. Delete it on your profile.');
    if (user.role !== 'member') throw new AppError(403, 'Take the role away first.');
    if (user.email.toLowerCase() !== email.trim().toLowerCase())
      throw fieldError('email', 'This is not the email of this account.');
    await note('account.deleted', userId);
    await note('staff.acted', staff.userId);
    await erase(context, trx, user, user.is_verified === 1);
  });
}

/** Deletes an account that nobody can log in to, such as those of the sample listings. */
async function deleteOwnerless(context: Context, userId: string): Promise<void> {
  await context.db.write(async (trx) => {
    const user = await lockAccount(trx, userId);
    if (user?.password_hash === null) await erase(context, trx, user, false);
  });
}

/**
 * Removes everything of a locked account. Most rows go with the account's own by their foreign keys; a sweep removes
 * its pictures, which nothing shows any more.
 * @param isMailed whether its address is proven: that of a pending account may be a stranger's, and mails to it too
 */
async function erase(context: Context, trx: WriteDb, { id, email, firstname }: UserTable, isMailed: boolean) {
  const now = context.clock();
  const apps = await trx.selectFrom('apps').select('id').where('owner_id', '=', id).execute();
  const appIds = apps.map((app) => app.id);
  if (appIds.length > 0) await noteLeftLists(trx, now);
  await removeViewCounts(trx, `user:${id}`);
  for (const appId of appIds) await removeApp(trx, appId, now);
  if (isMailed) await removeMailsTo(trx, email);
  await eraseAccount(trx, id);
  await endLetters(context, trx, { id, email: isMailed ? email : '' });
  await trx.deleteFrom('users').where('id', '=', id).execute();
  if (isMailed) await mailDeletion(context, trx, { email, firstname });
  // Pages of its apps have noted the key of their owner.
  noteChanged(dataKey.pictures, dataKey.apps, dataKey.users, dataKey.user(id), ...appIds.map(dataKey.app));
}

// The export of an account: a ZIP of data.json and the pictures, which are read as the client takes them.

/** Days for which daily views are kept. */
const viewDays = 400;
/** Apps that are read at once, so that other requests run in between: SQLite is synchronous. */
const batch = 20;

/** @throws AppError 400 for a wrong password, 403 before verification, 429 */
async function exportOwnData(context: Context, { userId, isVerified, client }: Caller, password: string) {
  const { audit, limiter } = context;
  if (!isVerified) throw new AppError(403, messages.profile.verifyFirst);
  await confirmPassword(context, { userId, client }, password);
  return await limiter.charging([{ quota: quotas.exports }], { account: userId, client }, async () => {
    await audit.note(client, 'account.exported', userId);
    const pictures = new Map<string, Picture>();
    return zipOf(context, await collect(context, userId, pictures), pictures);
  });
}

/** @param pictures by their path in the ZIP */
function zipOf(context: Context, data: object, pictures: ReadonlyMap<string, Picture>): Readable {
  const mtime = new Date(context.clock());
  const zip = new ZipFile();
  const out = zip.outputStream.pipe(new PassThrough());
  let reading: Readable | undefined;
  // Ends the ZIP abruptly, so that a part does not look like the whole.
  zip.on('error', (error: Error) => void out.destroy(error));
  // Closes the open file when the client leaves.
  out.once('close', () => reading?.destroy());
  zip.addBuffer(Buffer.from(JSON.stringify(data, null, 2)), 'data.json', { mtime });
  for (const [path, picture] of pictures)
    // JPEG and PNG are compressed already.
    zip.addReadStreamLazy(path, { mtime, compress: false }, (take) => {
      const key = pictureKey(picture);
      context.storage.read(key).then(
        (file) => {
          reading = file?.stream;
          if (out.destroyed) reading?.destroy();
          if (reading) take(null, reading);
          else take(new Error(`The picture ${key} is not in the storage.`), undefined as never);
        },
        (error: unknown) => take(error, undefined as never),
      );
    });
  zip.end();
  return out;
}

type Pack = (path: string, picture: Picture | null) => string | null;

/**
 * The content of data.json. Reads without a transaction, because the copy need not be a snapshot.
 * @param pictures gets those that it names
 */
async function collect(context: Context, userId: string, pictures: Map<string, Picture>): Promise<object> {
  const { clock, shapes } = context;
  const { read } = context.db;
  const pack: Pack = (name, picture) => {
    if (!picture) return null;
    const path = `${name}.${picture.fallback}`;
    pictures.set(path, picture);
    return path;
  };
  const [profile, user] = [await findOwnProfile(read, userId), await findAccount(read, userId)];
  if (!profile || !user) throw new Error('The account of an export is gone.');
  const rows = async (query: RawBuilder<StoredRow>) => dated((await query.execute(read)).rows);
  const [settings] = await rows(sql`select seen_at, release_mail, app_mail from notice_settings
    where user_id = ${userId}`);
  const { passkeys, ...factors } = await findFactors(read, userId);
  const handles = await rows(sql`select handle from old_handles where user_id = ${userId} order by handle`);
  const conversations = read
    .selectFrom('conversations')
    .select(['id', 'created_at as at', 'developer_id', 'name', 'state'])
    .where((eb) =>
      eb.or([
        eb('developer_id', '=', userId),
        begunBy(context.secret, { id: userId, email: user.email })(eb),
      ]),
    )
    .where('state', '!=', 'pending-code')
    .orderBy('id');
  const saved = await rows(sql`select app_id as app, updated_at as at, is_saved from saved_apps
    where user_id = ${userId} order by app_id`);
  const lists = await rows(sql`select id, slug, title, sentence, is_public, created_at, changed_at from lists
    where owner_id = ${userId} order by id`);
  const listApps = await rows(sql`select list_id, app_id as app, note from list_apps
    join lists on lists.id = list_id where owner_id = ${userId} order by list_id, position`);
  return {
    user: { ...shapes.ownUser(profile), dp: pack('picture', profile.picture) },
    views: await countUser(read, userId, dayNumber(clock()), viewDays),
    earlier_handles: handles.map(({ handle }) => handle),
    role: user.role,
    // Names and dates; the secrets stay out of the copy, which may lie about on a disk.
    second_factors: {
      passkeys: passkeys.map(({ name, created_at, last_used_at }) => ({ name, created_at, last_used_at })),
      ...factors,
    },
    // None for an account that follows nothing.
    notice_settings: settings ?? null,
    apps: await collectApps(context, userId, pack),
    timeline: await rows(sql`select id, created_at, category, app_id as app from timeline
        where user_id = ${userId} order by created_at desc, id desc`),
    sessions: await rows(sql`select created_at, refreshed_at, expires_at, device from sessions
        where user_id = ${userId} order by id`),
    // Without their hashes.
    tokens: await rows(sql`select name, scopes, app_ids, created_at, expires_at, last_used_at from api_tokens
        where user_id = ${userId} order by id`),
    security_events: await rows(
      sql`select at, event from audit_events where user_id = ${userId} order by at, id`,
    ),
    reports: await rows(sql`select id, created_at as at, number, subject_kind, reason, message, link, state
        from reports where reporter_id = ${userId} order by id`),
    // As an owner or a reporter.
    appeals: await rows(sql`select appeals.id, appeals.created_at as at, decisions.number as decision,
        appeals.text, appeals.state, appeals.outcome, appeals.answer
        from appeals join decisions on decisions.id = appeals.decision_id
        where appeals.party_key = ${userId}
          or appeals.party_key in (select id from reports where reporter_id = ${userId})
        order by appeals.id`),
    // Without who decided, and without those that told nobody.
    moderation:
      await rows(sql`select id, at, number, action, policy, public_reason, owner_reason, subject_name
        from decisions where owner_id = ${userId} and action != 'none' order by id`),
    conversations: dated(await conversations.execute()).map(({ developer_id, name, ...row }) => ({
      ...row,
      began: developer_id === userId ? 'the other' : 'you',
      with: developer_id === userId ? name : developer_id,
    })),
    follows: await rows(
      sql`select subject, created_at from follows where user_id = ${userId} order by subject`,
    ),
    saved_apps: saved.map(({ is_saved, ...row }) => ({ ...row, saved: is_saved === 1 })),
    lists: lists.map(({ id, is_public, ...list }) => ({
      ...list,
      is_public: is_public === 1,
      apps: listApps.flatMap(({ list_id, ...one }) => (list_id === id ? [one] : [])),
    })),
    proofs: await rows(sql`select app_id as app, state, way, name, checked_at, created_at from proofs
        where user_id = ${userId} order by app_id`),
  };
}

type StoredRow = Record<string, unknown>;

/** The rows with their instants as texts. */
const dated = <Row extends object>(rows: Row[]): Row[] =>
  rows.map((row) => ({
    ...row,
    ...Object.fromEntries(
      Object.entries(row).flatMap(([name, value]: [string, unknown]) =>
        /(?:^|_)at$/.test(name) ? [[name, isoOrNull(value as number | null)]] : [],
      ),
    ),
  }));

async function collectApps(context: Context, userId: string, pack: Pack): Promise<object[]> {
  const { read, shapes } = context;
  const own = read.selectFrom('apps').select('id').where('owner_id', '=', userId);
  const rows = await own.orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
  const apps: object[] = [];
  for (let first = 0; first < rows.length; first += batch) {
    const ids = rows.slice(first, first + batch).map(({ id }) => id);
    const versions = read.selectFrom('versions').selectAll().where('app_id', 'in', ids);
    const releases = await versions.orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
    const subjects = ids.flatMap((id) => [`app:${id}`, `tap:${id}`] as const);
    const counts = read.selectFrom('view_counts').selectAll().where('subject', 'in', subjects);
    const days = await counts.orderBy('day').execute();
    const daysOf = (subject: string) =>
      days.filter((one) => one.subject === subject).map(({ day, views }) => [dateOf(day), views] as const);
    for (const app of await asListings.find(context, ids, { inAnyState: true })) {
      const [links, sources] = await Promise.all(
        (['link', 'from'] as const).map(async (kind) => {
          const prefix = `${kind}:${app.id}:` as const;
          const found = await detailsOf(read, prefix).orderBy('day').orderBy('subject').execute();
          return found.map((row) => [dateOf(row.day), row.subject.slice(prefix.length), row.views] as const);
        }),
      );
      apps.push({
        ...shapes.app(app),
        ...shapes.stateDetails(app.details),
        owner: app.owner.id,
        logo: pack(`apps/${app.nameId}/logo`, app.logo),
        screenshot: app.screenshots.map(({ id, picture }, index) => ({
          id,
          image: pack(`apps/${app.nameId}/screenshot-${index + 1}`, picture),
        })),
        versions: releases
          .filter(({ app_id }) => app_id === app.id)
          .map((row) => shapes.version(releaseOfRow(row))),
        views_by_day: daysOf(`app:${app.id}`).map(([day, views]) => ({ day, views })),
        taps_by_day: daysOf(`tap:${app.id}`).map(([day, taps]) => ({ day, taps })),
        link_taps_by_day: links?.map(([day, link, taps]) => ({ day, link, taps })),
        sources_by_day: sources?.map(([day, source, views]) => ({ day, source, views })),
      });
    }
    await setImmediate();
  }
  return apps;
}
