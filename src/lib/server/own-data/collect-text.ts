// The text of data.json, made as it is read, so that it is never in memory as a whole.
import { setImmediate } from 'node:timers/promises';
import { isoOrNull, toIso } from '../../shared/text/dates/dates.ts';
import type { Picture } from '../../shared/page/pictures.ts';
import type { Release } from '../../shared/schemas/versions.ts';
import { findAnyUser, findFactors, findOldHandles, findSessionsOf } from '../accounts/index.ts';
import { asListings } from '../apps/listings.ts';
import { appsOfOwner, findStateDetails } from '../apps/owned-apps.ts';
import { findEventRows } from '../apps/timeline.ts';
import { dateOf, findViewDays } from '../views/counts.ts';
import { unrecordedReader } from '../platform/reads/reader.ts';
import { findEventsOf } from '../platform/security/audit-queries.ts';
import { chosenSections, readNoticeSettings } from './chosen-sections.ts';
import type { OwnDataContext } from './context.ts';
import type { PackedPicture } from './pack-own-data.ts';
import type { Collecting, Place, Rows, Section } from './section.ts';

/** Days for which daily views are kept. */
const viewDays = 400;

async function readApps(
  { context, userId, pack }: Collecting,
  after: Place | null,
  limit: number,
): Promise<Rows> {
  const { db, shapes } = context;
  const places = await appsOfOwner(db.read, userId, after, limit);
  const ids = places.map(({ id }) => id);
  if (ids.length === 0) return { places, items: [] };
  const listings = new Map(
    (await asListings.find(unrecordedReader(db), ids, { inAnyState: true })).map((app) => [app.id, app]),
  );
  const detailsOf = await findStateDetails(db.read, ids);
  const viewsOf = await findViewDays(db.read, 'app', ids);
  const tapsOf = await findViewDays(db.read, 'tap', ids);
  const items: unknown[] = [];
  for (const id of ids) {
    const app = listings.get(id);
    // The app may have been deleted meanwhile.
    if (!app) continue;
    items.push({
      ...shapes.app(app),
      ...shapes.stateDetails(detailsOf(id)),
      owner: app.owner.id,
      logo: pack(`apps/${app.nameId}/logo`, app.logo),
      screenshot: app.screenshots.map((screenshot, index) => ({
        id: screenshot.id,
        image: pack(`apps/${app.nameId}/screenshot-${index + 1}`, screenshot.picture),
      })),
      versions: (await readReleases(context, id)).map(shapes.version),
      views_by_day: (viewsOf.get(id) ?? []).map(({ day, views }) => ({ day: dateOf(day), views })),
      taps_by_day: (tapsOf.get(id) ?? []).map(({ day, views }) => ({ day: dateOf(day), taps: views })),
    });
  }
  return { places, items };
}

async function readReleases({ versions }: OwnDataContext, appId: string): Promise<Release[]> {
  const releases: Release[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await versions.listVersions({ appId, cursor, limit: 100, withRemoved: true });
    releases.push(...page.items);
    if (page.next === null) return releases;
    cursor = page.next;
    // Yields to other requests, because SQLite is synchronous.
    await setImmediate();
  }
}

/** A section with the rows that a later slice holds of the account. */
const casesSection = (name: string, of: 'reports' | 'appeals' | 'decisions' | 'letters'): Section => ({
  name,
  async read({ context, userId }, after, limit) {
    const places = await context.ownCases[of](context.db.read, userId, after?.id ?? '', limit);
    return { places, items: places.map((row) => ({ ...row, at: toIso(row.at) })) };
  },
});

const sections: readonly Section[] = [
  { name: 'apps', read: readApps },
  {
    name: 'timeline',
    async read({ context, userId }, after, limit) {
      const places = await findEventRows(context.db.read, userId, after, limit);
      const items = places.map(({ id, at, category, app_id }) => ({
        id,
        created_at: toIso(at),
        category,
        app: app_id,
      }));
      return { places, items };
    },
  },
  {
    name: 'sessions',
    async read({ context, userId }, after, limit) {
      const places = await findSessionsOf(context.db.read, userId, after?.id ?? '', limit);
      const items = places.map(({ at, expires_at, revoked_at, device }) => ({
        created_at: toIso(at),
        expires_at: toIso(expires_at),
        revoked_at: isoOrNull(revoked_at),
        device,
      }));
      return { places, items };
    },
  },
  {
    name: 'security_events',
    async read({ context, userId }, after, limit) {
      const places = await findEventsOf(context.db.read, userId, after, limit);
      return { places, items: places.map(({ at, event }) => ({ at: toIso(at), event })) };
    },
  },
  casesSection('reports', 'reports'),
  casesSection('appeals', 'appeals'),
  casesSection('moderation', 'decisions'),
  casesSection('conversations', 'letters'),
  ...chosenSections,
];

/** Names and dates; the secrets stay out of the copy, which may lie about on a disk. */
async function readFactors({ context: { db }, userId }: Collecting) {
  const { passkeys, authenticator, recoveryCodes } = await findFactors(db.read, userId);
  return {
    passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
      name,
      created_at: toIso(createdAt),
      last_used_at: isoOrNull(lastUsedAt),
    })),
    authenticator: authenticator && {
      created_at: toIso(authenticator.createdAt),
      last_used_at: isoOrNull(authenticator.lastUsedAt),
    },
    recovery_codes: { left: recoveryCodes.left, created_at: isoOrNull(recoveryCodes.madeAt) },
  };
}

async function readHead(collecting: Collecting): Promise<string> {
  const { context, userId, pack } = collecting;
  const { db, profiles, shapes, views } = context;
  const profile = await profiles.findOwnUser(userId);
  if (!profile) throw new Error('The account of an export is gone.');
  const head = {
    user: { ...shapes.ownUser(profile), dp: pack('picture', profile.picture) },
    views: await views.viewsOf(`user:${userId}`, viewDays),
    earlier_handles: await findOldHandles(db.read, userId),
    role: (await findAnyUser(db.read, userId))?.role ?? 'member',
    second_factors: await readFactors(collecting),
    notice_settings: await readNoticeSettings(collecting),
  };
  // Drops the closing brace.
  return JSON.stringify(head, null, 2).slice(0, -2);
}

/** Rows that are read at once. */
const page = 10;

/** Reads without a transaction, because the copy need not be a snapshot. @param pictures gets those that it names */
export async function* collectText(
  context: OwnDataContext,
  userId: string,
  pictures: PackedPicture[],
): AsyncGenerator<string> {
  const pack = (name: string, picture: Picture | null): string | null => {
    if (!picture) return null;
    const path = `${name}.${picture.fallback}`;
    pictures.push({ name: path, picture });
    return path;
  };
  const collecting: Collecting = { context, userId, pack };
  yield await readHead(collecting);
  for (const { name, read } of sections) {
    yield `,\n  "${name}": [`;
    let comma = '';
    for (let after: Place | null = null; ;) {
      const { places, items } = await read(collecting, after, page);
      for (const item of items) {
        yield `${comma}\n${JSON.stringify(item)}`;
        comma = ',';
      }
      after = places.at(-1) ?? null;
      if (places.length < page) break;
      // Yields to other requests, because SQLite is synchronous.
      await setImmediate();
    }
    yield '\n  ]';
  }
  yield '\n}\n';
}
