import type { AppListing } from '../../shared/apps.ts';
import { messages } from '../../shared/messages.ts';
import type { Page } from '../../shared/paging.ts';
import type { TimelineEntry } from '../../shared/timeline.ts';
import type { OwnProfile } from '../../shared/users.ts';
import type { Release } from '../../shared/versions.ts';
import type { Caller, Client } from '../accounts/index.ts';
import { AppError } from '../platform/errors.ts';
import { quotas } from '../platform/quotas.ts';
import type { ViewCounts } from '../views/index.ts';
import type { OwnDataContext } from './context.ts';
import { findTrail, type Trail } from './own-data-queries.ts';

export interface OwnApp {
  app: AppListing;
  releases: Release[];
  views: ViewCounts;
}

export interface OwnData extends Trail {
  profile: OwnProfile;
  views: ViewCounts;
  apps: OwnApp[];
  timeline: TimelineEntry[];
}

/** Days of views, as long as they are kept. */
const viewDays = 400;

/**
 * Everything that is kept of the caller, in no transaction: it is a copy for a person to read.
 * @throws AppError 400, 403 before verification, 429
 */
export async function collectOwnData(
  context: OwnDataContext,
  { userId, isVerified }: Caller,
  password: string,
  client: Client,
): Promise<OwnData> {
  const { accounts, limiter } = context;
  if (!isVerified) throw new AppError(403, messages.profile.verifyFirst);
  await accounts.confirmPassword(userId, password, client);
  return await limiter.charging([{ quota: quotas.exports }], { account: userId, client }, () =>
    collect(context, userId, client),
  );
}

async function collect(
  { apps, audit, db, profiles, versions, views }: OwnDataContext,
  userId: string,
  client: Client,
): Promise<OwnData> {
  const profile = await profiles.findOwnUser(userId);
  if (!profile) throw new AppError(401, messages.errors.login);
  const own: OwnApp[] = [];
  for (const app of await all((cursor) =>
    apps.listApps({ ownerId: userId, cursor, limit: 100, withRemoved: true }),
  )) {
    own.push({
      app,
      releases: await all((cursor) => versions.listVersions({ appId: app.id, cursor, withRemoved: true })),
      views: await views.viewsOf(`app:${app.id}`, viewDays),
    });
  }
  await audit.note(client, 'account.exported', userId);
  return {
    profile,
    views: await views.viewsOf(`user:${userId}`, viewDays),
    apps: own,
    timeline: await all((cursor) => apps.listActivity({ userId, cursor, limit: 100, withRemoved: true })),
    ...(await findTrail(db.read, userId)),
  };
}

async function all<Item>(page: (cursor: string | undefined) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const found = await page(cursor);
    items.push(...found.items);
    cursor = found.next ?? undefined;
  } while (cursor !== undefined);
  return items;
}
