// The export of an account: a ZIP that is made while it is sent, so that it is never in memory as a whole.
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import type { Picture } from '../../shared/page/pictures.ts';
import type { AppListing, StateDetails, Release } from '../../shared/schemas/apps.ts';
import type { OwnProfile } from '../../shared/schemas/users.ts';
import { isoOrNull, toIso } from '../../shared/text/dates.ts';
import { messages } from '../../shared/text/messages.ts';
import {
  confirmPassword,
  findAnyUser,
  findFactors,
  findOldHandles,
  findSessionsOf,
  type Caller,
  type Client,
} from '../accounts/index.ts';
import { asListings } from '../apps/listings.ts';
import { appsOfOwner, findStateDetails } from '../apps/owned-apps.ts';
import { releaseOfRow } from '../apps/listings.ts';
import type { Context } from '../context.ts';
import { findFollowsAfter, findNoticeSettings } from '../follows/index.ts';
import { createOwnLetters } from '../letters/index.ts';
import { openPicture } from '../media/index.ts';
import { ownCases } from '../moderation/index.ts';
import type { ReadDb } from '../platform/db/database.ts';
import type { AuditEventTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { unrecordedReader } from '../platform/reads/reader.ts';
import { findOwnProfile } from '../profiles/index.ts';
import { findSavedAfter } from '../apps/saved.ts';
import { findEventRows } from '../apps/timeline.ts';
import { type Views } from '../views/index.ts';
import { dateOf, findViewDays } from '../views/counts.ts';

export interface OwnDataContext extends Context {
  /** Maps to the JSON of the API, which the export uses as well. */
  shapes: {
    ownUser(profile: OwnProfile): object;
    app(app: AppListing): object;
    stateDetails(details: StateDetails): object;
    version(release: Release): object;
  };
  views: Pick<Views, 'viewsOf'>;
}

/** Days for which daily views are kept. */
const viewDays = 400;
/** Rows that are read at once, so that other requests run in between: SQLite is synchronous. */
const batch = 20;

/** Accounts whose ZIP is being sent; one export at a time. */
const inProgress = new Set<string>();

/** @throws AppError 400 for a wrong password, 403 before verification, 429 */
export async function exportOwnData(
  context: OwnDataContext,
  { userId, isVerified }: Caller,
  password: string,
  client: Client,
): Promise<Readable> {
  const { audit, limiter } = context;
  if (!isVerified) throw new AppError(403, messages.profile.verifyFirst);
  await confirmPassword(context, userId, password, client);
  if (inProgress.has(userId)) throw new AppError(429, messages.ownData.underWay, {}, 10);
  // Added without an await in between, so that one of two simultaneous requests is refused.
  inProgress.add(userId);
  try {
    return await limiter.charging([{ quota: quotas.exports }], { account: userId, client }, async () => {
      await audit.note(client, 'account.exported', userId);
      return packOwnData(context, userId).once('close', () => inProgress.delete(userId));
    });
  } catch (error) {
    inProgress.delete(userId);
    throw error;
  }
}

/** Path in the ZIP, and the picture. */
type PackedPicture = [name: string, picture: Picture];

/** A ZIP of data.json and then the pictures. Each is read as the client takes it. */
function packOwnData(context: OwnDataContext, userId: string): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream.pipe(new PassThrough());
  const mtime = new Date(context.clock());
  const pictures: PackedPicture[] = [];
  let hasLeft = false;
  let reading: Readable = Readable.from(collectText(context, userId, pictures));

  /** Resolves when the picture has been sent. */
  async function addPicture([name, picture]: PackedPicture): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    // JPEG and PNG are compressed already.
    zip.addReadStreamLazy(name, { mtime, compress: false }, (take) => {
      openPicture(context, picture).then(
        (stream) => {
          reading = stream;
          finished(stream).then(() => resolve(undefined), reject);
          if (hasLeft) stream.destroy();
          take(null, stream);
        },
        (error: unknown) => {
          take(error, undefined as never);
          reject(error);
        },
      );
    });
    await promise;
  }

  async function feed(): Promise<void> {
    const whole = finished(reading);
    zip.addReadStream(reading, 'data.json', { mtime });
    await whole;
    for (const picture of pictures) {
      if (hasLeft) return;
      await addPicture(picture);
    }
    zip.end();
  }

  // A read error ends the ZIP abruptly, so that a part does not look like the whole.
  const breakOff = (error: Error): void => void out.destroy(error);
  zip.on('error', breakOff);
  // Closes the open file when the client leaves.
  out.once('close', () => {
    hasLeft = true;
    reading.destroy();
  });
  feed().catch(breakOff);
  return out;
}

/**
 * The text of data.json, made as it is read. Reads without a transaction, because the copy need not be a snapshot.
 * @param pictures gets those that it names
 */
async function* collectText(
  context: OwnDataContext,
  userId: string,
  pictures: PackedPicture[],
): AsyncGenerator<string> {
  const pack = (name: string, picture: Picture | null): string | null => {
    if (!picture) return null;
    const path = `${name}.${picture.fallback}`;
    pictures.push([path, picture]);
    return path;
  };
  // Drops the closing brace.
  yield JSON.stringify(await readHead(context, userId, pack), null, 2).slice(0, -2);
  for (const [name, items] of Object.entries(sectionsOf(context, userId, pack))) {
    yield `,\n  "${name}": [`;
    let comma = '';
    for await (const item of items) {
      yield `${comma}\n${JSON.stringify(item)}`;
      comma = ',';
    }
    yield '\n  ]';
  }
  yield '\n}\n';
}

type Pack = (name: string, picture: Picture | null) => string | null;

async function readHead({ db, shapes, views }: OwnDataContext, userId: string, pack: Pack): Promise<object> {
  const profile = await findOwnProfile(db.read, userId);
  if (!profile) throw new Error('The account of an export is gone.');
  const settings = await findNoticeSettings(db.read, userId);
  const { passkeys, authenticator, recoveryCodes } = await findFactors(db.read, userId);
  return {
    user: { ...shapes.ownUser(profile), dp: pack('picture', profile.picture) },
    views: await views.viewsOf(`user:${userId}`, viewDays),
    earlier_handles: await findOldHandles(db.read, userId),
    role: (await findAnyUser(db.read, userId))?.role ?? 'member',
    // Names and dates; the secrets stay out of the copy, which may lie about on a disk.
    second_factors: {
      passkeys: passkeys.map(({ name, ...dates }) => ({ name, ...datesOf(dates) })),
      authenticator: authenticator && datesOf(authenticator),
      recovery_codes: { left: recoveryCodes.left, created_at: isoOrNull(recoveryCodes.madeAt) },
    },
    // Null for an account that follows nothing.
    notice_settings: settings
      ? {
          seen_at: toIso(settings.seen_at),
          release_mail: settings.release_mail,
          app_mail: settings.app_mail,
        }
      : null,
  };
}

const datesOf = ({ createdAt, lastUsedAt }: { createdAt: number; lastUsedAt: number | null }) => ({
  created_at: toIso(createdAt),
  last_used_at: isoOrNull(lastUsedAt),
});

/** A row with its sort key, by which the next rows are found. */
interface Row {
  id: string;
  at: number;
}

/** The items of a list that is read in parts. */
async function* listed<Found extends Row>(
  find: (after: Found | null) => Promise<Found[]>,
  itemOf: (row: Found) => unknown,
): AsyncGenerator {
  for (let after: Found | null = null; ;) {
    const rows: Found[] = await find(after);
    yield* rows.map(itemOf);
    after = rows.at(-1) ?? null;
    if (rows.length < batch) return;
    await setImmediate();
  }
}

/** The lists of data.json, in their order. */
function sectionsOf(
  context: OwnDataContext,
  userId: string,
  pack: Pack,
): Record<string, AsyncIterable<unknown>> {
  const { read } = context.db;
  /** A list of rows in the order of their ids. */
  const byId = <Found extends Row>(
    find: (db: ReadDb, userId: string, after: string, limit: number) => Promise<Found[]>,
    itemOf: (row: Found) => unknown = (row) => ({ ...row, at: toIso(row.at) }),
  ) => listed((after) => find(read, userId, after?.id ?? '', batch), itemOf);
  return {
    apps: readApps(context, userId, pack),
    timeline: listed(
      (after: Awaited<ReturnType<typeof findEventRows>>[number] | null) =>
        findEventRows(read, userId, after, batch),
      ({ id, at, category, app_id: app }) => ({ id, created_at: toIso(at), category, app }),
    ),
    sessions: byId(findSessionsOf, ({ at, expires_at, revoked_at, device }) => ({
      created_at: toIso(at),
      expires_at: toIso(expires_at),
      revoked_at: isoOrNull(revoked_at),
      device,
    })),
    security_events: listed(
      (after: Pick<AuditEventTable, 'id' | 'at' | 'event'> | null) => {
        let events = read
          .selectFrom('audit_events')
          .select(['id', 'at', 'event'])
          .where('user_id', '=', userId)
          .orderBy('at')
          .orderBy('id')
          .limit(batch);
        if (after)
          events = events.where((eb) => eb(eb.refTuple('at', 'id'), '>', eb.tuple(after.at, after.id)));
        return events.execute();
      },
      ({ at, event }) => ({ at: toIso(at), event }),
    ),
    reports: byId(ownCases.reports),
    appeals: byId(ownCases.appeals),
    moderation: byId(ownCases.decisions),
    conversations: byId(createOwnLetters(context.secret).letters),
    follows: byId(findFollowsAfter, ({ id, at }) => ({ subject: id, created_at: toIso(at) })),
    saved_apps: byId(findSavedAfter, ({ id, at, saved }) => ({ app: id, at: toIso(at), saved })),
    proofs: byId(findProofs, ({ id: app, at, checked_at, ...proof }) => ({
      app,
      ...proof,
      checked_at: isoOrNull(checked_at),
      created_at: toIso(at),
    })),
  };
}

/** What an account has proved, by app. */
const findProofs = (db: ReadDb, userId: string, after: string, limit: number) =>
  db
    .selectFrom('proofs')
    .select(['app_id as id', 'state', 'way', 'name', 'checked_at', 'created_at as at'])
    .where('user_id', '=', userId)
    .where('app_id', '>', after)
    .orderBy('app_id')
    .limit(limit)
    .execute();

async function* readApps({ db, shapes }: OwnDataContext, userId: string, pack: Pack): AsyncGenerator {
  for (let after: Row | null = null; ;) {
    const places: Row[] = await appsOfOwner(db.read, userId, after, batch);
    const ids = places.map(({ id }) => id);
    if (ids.length === 0) return;
    const listings = await asListings.find(unrecordedReader(db), ids, { inAnyState: true });
    const detailsOf = await findStateDetails(db.read, ids);
    const views = await findViewDays(db.read, 'app', ids);
    const taps = await findViewDays(db.read, 'tap', ids);
    for (const app of listings) {
      const releases = db.read.selectFrom('versions').selectAll().where('app_id', '=', app.id);
      const versions = await releases.orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
      yield {
        ...shapes.app(app),
        ...shapes.stateDetails(detailsOf(app.id)),
        owner: app.owner.id,
        logo: pack(`apps/${app.nameId}/logo`, app.logo),
        screenshot: app.screenshots.map(({ id, picture }, index) => ({
          id,
          image: pack(`apps/${app.nameId}/screenshot-${index + 1}`, picture),
        })),
        versions: versions.map((row) => shapes.version(releaseOfRow(row))),
        views_by_day: (views.get(app.id) ?? []).map((one) => ({ day: dateOf(one.day), views: one.views })),
        taps_by_day: (taps.get(app.id) ?? []).map((one) => ({ day: dateOf(one.day), taps: one.views })),
      };
    }
    after = places.at(-1) ?? null;
    await setImmediate();
  }
}
