// What staff see: the queue, a case with everything that is needed to decide it, listings and accounts in every state,
// and the numbers of the desk.
import { urls } from '../../shared/addresses/urls.ts';
import { pictureUrl } from '../../shared/page/pictures.ts';
import type {
  CaseEventJson,
  CaseJson,
  ClaimJson,
  DeskListingJson,
  QueueFilter,
  QueueItemJson,
} from '../../shared/schemas/cases.ts';
import { limits } from '../../shared/schemas/limits.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { fullName } from '../../shared/schemas/users.ts';
import { isoOrNull, toIso } from '../../shared/text/dates.ts';
import { dayBegins, dayMs, dayNumber } from '../../shared/text/days.ts';
import { fold, nameKey } from '../../shared/text/text.ts';
import { findAccount, findUserIdOfHandle, findUserNames } from '../accounts/users.ts';
import {
  countListings,
  findListingHeads,
  findListingHeadsOf,
  headColumns,
  type ListingHead,
} from '../apps/visibility.ts';
import { findScreenshotsOf } from '../apps/releases.ts';
import type { Context } from '../context.ts';
import { findPictures } from '../media/index.ts';
import type { ReadDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { CaseTable, UserTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import type { Staff } from '../platform/security/client.ts';
import { findClaims } from '../proofs/index.ts';
import {
  conflictOf,
  deskSentences,
  findAccountRow,
  findPeople,
  findSubject,
  stateOfSubject,
  type Subject,
} from './cases.ts';
import { allowedActions } from './decide.ts';
import { describeDecisions, strikesOf } from './decisions.ts';
import { sql } from 'kysely';
import {
  type DeskAccountDetailJson,
  type DeskAccountJson,
  type NumbersJson,
  siteLimits,
} from '../../shared/schemas/desk.ts';
import { liveSessionsOf } from '../accounts/sessions.ts';
import { countRows, lagosDayOf } from '../platform/db/statements.ts';
import { isId } from '../platform/ids.ts';
import type { ListingState } from '../../shared/schemas/apps.ts';
import { countJobs } from '../platform/jobs/jobs.ts';

/** One page of the queue: cases as they are due, overdue ones first; decided ones in reverse. @throws AppError 400 */
export async function listQueue(
  { clock, db: { read } }: Context,
  { userId }: Pick<Staff, 'userId'>,
  { due, kind, mine, older_than_days, reason, state }: QueueFilter,
  cursor: string | undefined,
): Promise<Page<QueueItemJson>> {
  const now = clock();
  let cases = read.selectFrom('cases').where('state', '=', state);
  if (kind) cases = cases.where('kind', '=', kind);
  if (reason) cases = cases.where('reason', '=', reason);
  if (mine) cases = cases.where('assigned_to', '=', userId);
  if (due) cases = cases.where('due_at', '<=', due === 'overdue' ? now : now + dayMs);
  if (older_than_days) cases = cases.where('opened_at', '<=', now - older_than_days * dayMs);
  const direction = state === 'decided' ? 'desc' : 'asc';
  const keyset = { cursor, table: 'cases', column: 'due_at', direction } as const;
  const page = await keysetPage(read, cases.selectAll(), keyset);
  return { ...page, items: await queueItems(read, page.items, now) };
}

function pathOfSubject(
  row: Pick<CaseTable, 'subject_kind' | 'subject_id'>,
  app?: ListingHead,
): string | null {
  if (row.subject_kind === 'profile') return urls.user(row.subject_id);
  if (!app) return null;
  return row.subject_kind === 'release' ? urls.versions(app.name_id) : urls.app(app.name_id);
}

async function queueItems(db: ReadDb, rows: readonly CaseTable[], now: number): Promise<QueueItemJson[]> {
  const appIds = rows.flatMap(({ app_id }) => app_id ?? []);
  const profiles = rows.filter(({ subject_kind }) => subject_kind === 'profile');
  const apps = new Map((await findListingHeads(db, [...new Set(appIds)])).map((app) => [app.id, app]));
  const owners = await findUserNames(db, [...new Set(profiles.map(({ subject_id }) => subject_id))]);
  const personOf = await findPeople(db, rows, 'assigned_to');
  return rows.map((row) => {
    const app = apps.get(row.app_id ?? '');
    const { kind, number, reason, reports, state, subject_id: id, subject_kind, version } = row;
    const name = subject_kind === 'profile' ? owners.get(id) : app?.name;
    return {
      ...{ number, kind, state, reason, reports, version },
      subject: {
        ...{ kind: subject_kind, id, name: name ?? row.subject_name },
        path: name === undefined ? null : pathOfSubject(row, app),
      },
      opened_at: toIso(row.opened_at),
      due_at: toIso(row.due_at),
      is_overdue: state === 'open' && row.due_at <= now,
      waits_until: isoOrNull(row.waits_until),
      assigned_to: personOf(row.assigned_to),
    };
  });
}

/**
 * Listings in any state: those of an account (its id, email or handle), newest first, or those whose name begins with a
 * text.
 */
export async function listDeskListings(
  { db: { read } }: Context,
  { account, cursor, name = '' }: Partial<Record<'account' | 'name' | 'cursor', string | undefined>>,
): Promise<Page<DeskListingJson>> {
  const first = nameKey(name);
  const ownerId = account === undefined ? '' : ((await findAccountRow(read, account))?.id ?? '');
  const all = read.selectFrom('apps').select(headColumns);
  const named = all.where('name_key', '>=', first).where('name_key', '<', `${first}\u{10ffff}`);
  const order = { table: 'apps', column: 'name_key', keyType: 'string', direction: 'asc' } as const;
  const page =
    account === undefined
      ? await keysetPage(read, named, { ...order, cursor })
      : await findListingHeadsOf(read, { ownerId, cursor, limit: limits.pageSize });
  return { ...page, items: await listingsAsJson(read, page.items) };
}

async function listingsAsJson(db: ReadDb, rows: readonly ListingHead[]): Promise<DeskListingJson[]> {
  const personOf = await findPeople(db, rows, 'owner_id');
  return rows.map(({ created_at, id, name, name_id, owner_id, state }) => ({
    ...{ id, name, name_id, state },
    owner: personOf(owner_id) ?? { id: owner_id, name: '' },
    created_at: toIso(created_at),
  }));
}

const most = { reports: 100, events: 200, listings: 20, history: 30 } as const;

/** Everything that staff need to decide a case. @throws AppError 404 */
export async function showCase(
  { clock, db: { read } }: Context,
  { userId }: Pick<Staff, 'userId'>,
  number: string,
): Promise<CaseJson> {
  const now = clock();
  const row = await read.selectFrom('cases').selectAll().where('number', '=', number).executeTakeFirst();
  const [item] = row ? await queueItems(read, [row], now) : [];
  if (!row || !item) throw new AppError(404, deskSentences.noCase);
  const ownerId = row.owner_id ?? '';
  const owner = await findAccount(read, ownerId);
  const subject = await findSubject(read, row);
  const listings = await findListingHeadsOf(read, { ownerId, cursor: undefined, limit: most.listings });
  const others = listings.items.filter(({ id }) => id !== row.app_id);
  const isAmongThem = subject?.app?.owner_id === row.owner_id;
  const about = { ownerId: row.owner_id, subjectId: row.subject_id };
  const claims = await claimsOf(read, subject);
  const mayDecide = row.state !== 'decided' && (await conflictOf(read, row, userId)) === null;
  const history = read.selectFrom('audit_events').select(['at', 'event']).where('user_id', '=', ownerId);
  const latest = await history.orderBy('at', 'desc').limit(most.history).execute();
  return {
    ...item,
    subject: await describeSubject(read, row, subject),
    owner: owner
      ? { id: owner.id, name: fullName(owner), email: owner.email, is_suspended: owner.banned_at !== null }
      : null,
    note: row.note,
    report_list: await reportsOf(read, row, userId),
    events: await eventsOf(read, row),
    history: latest.map(({ at, event }) => ({ at: toIso(at), event })),
    other_listings: await listingsAsJson(read, others),
    other_listings_count: Math.max(0, listings.count - (isAmongThem ? 1 : 0)),
    decisions: await describeDecisions(read, about),
    strikes: await strikesOf(read, ownerId, now),
    allowed_actions: mayDecide ? allowedActions(row, subject, owner, claims.length > 0) : [],
    claims,
    appeal: await appealOf(read, row),
  };
}

/** The owner never learns who reported, also where the owner is one of staff. */
const hiddenReporter = { id: null, name: 'somebody', email: '' };

async function reportsOf(db: ReadDb, row: CaseTable, readerId: string): Promise<CaseJson['report_list']> {
  const reports = await db
    .selectFrom('reports')
    .leftJoin('users', 'users.id', 'reports.reporter_id')
    .select(['number', 'reason', 'message', 'link', 'reports.created_at', 'name', 'reports.email'])
    .select(['users.id as user_id', 'users.email as user_email', 'users.firstname', 'users.lastname'])
    .where('case_id', '=', row.id)
    .orderBy('reports.id', 'desc')
    .limit(most.reports)
    .execute();
  return reports.map(({ number, reason, message, link, created_at, ...by }) => ({
    ...{ number, reason, message, link },
    created_at: toIso(created_at),
    reporter:
      row.owner_id === readerId
        ? hiddenReporter
        : {
            id: by.user_id,
            name: by.user_id === null ? by.name : `${by.firstname ?? ''} ${by.lastname ?? ''}`.trim(),
            email: by.user_email ?? by.email,
          },
  }));
}

async function claimsOf(db: ReadDb, subject: Subject | null): Promise<ClaimJson[]> {
  if (subject?.kind !== 'app' || !subject.app) return [];
  const found: ClaimJson[] = [];
  for (const { checked_at, failures, name, user_id, way } of await findClaims(db, subject.app)) {
    const account = await findAccount(db, user_id);
    if (!account) continue;
    const person = { id: account.id, name: fullName(account), email: account.email };
    found.push({ account: person, name, way, checked_at: isoOrNull(checked_at), is_failing: failures > 0 });
  }
  return found;
}

async function eventsOf(db: ReadDb, row: CaseTable): Promise<CaseEventJson[]> {
  const query = db.selectFrom('case_events').selectAll().where('case_id', '=', row.id);
  const events = await query.orderBy('id', 'desc').limit(most.events).execute();
  const personOf = await findPeople(db, events, 'actor_id');
  return events.reverse().map(({ actor_id, at, event, id, text }) => ({
    id,
    at: toIso(at),
    event,
    by: personOf(actor_id),
    text,
  }));
}

async function appealOf(db: ReadDb, { decision_id, id }: CaseTable): Promise<CaseJson['appeal']> {
  if (decision_id === null) return null;
  const appeal = await db
    .selectFrom('appeals')
    .innerJoin('decisions', 'decisions.id', 'appeals.decision_id')
    .select(['decisions.number as decision_number', 'appeals.party', 'appeals.text'])
    .where('appeals.case_id', '=', id)
    .orderBy('appeals.id', 'desc')
    .executeTakeFirst();
  return appeal ?? null;
}

/** The subject of a case as visitors see it, also where they do not see it any more. */
async function describeSubject(db: ReadDb, row: CaseTable, subject: Subject | null) {
  const { app = null, release, screenshot = null, user = null } = subject ?? {};
  const mediaId = app?.logo_id ?? user?.picture_id ?? null;
  const picture = screenshot?.picture ?? (await findPictures(db, [mediaId])).get(mediaId ?? '');
  // A page that is held or removed shows none to anybody else.
  const shots = app && !screenshot ? await findScreenshotsOf(db, app.id) : [];
  const tags = JSON.parse(user?.tags ?? '[]') as string[];
  const texts = [
    { label: `Release ${release?.version ?? ''}`, text: release?.latest_feature ?? '' },
    { label: 'Description', text: app?.description ?? '' },
    { label: 'Long description', text: app?.long_description ?? '' },
    { label: 'About', text: user?.about ?? '' },
    { label: 'Tags', text: tags.join(', ') },
  ];
  const links = Object.entries({
    Website: app?.website ?? '',
    'Play Store': app?.playstore_link ?? '',
    'App Store': app?.appstore_link ?? '',
    'External link': app?.external_link ?? '',
    ...(JSON.parse(user?.social_links ?? '{}') as Record<string, string>),
  });
  return {
    kind: row.subject_kind,
    id: row.subject_id,
    app_id: row.app_id,
    state: stateOfSubject(subject),
    exists: subject !== null,
    path: subject && pathOfSubject(row, app ?? undefined),
    name: app?.name ?? (user ? fullName(user) : row.subject_name),
    image: picture ? pictureUrl(picture) : null,
    screenshots: shots.map((shot) => pictureUrl(shot.picture)),
    texts: texts.filter(({ text }) => text !== ''),
    links: links.filter(([, url]) => url !== '').map(([label, url]) => ({ label, url })),
  };
}

// Accounts as staff find them, in every state.

function accountOf(row: UserTable): DeskAccountJson {
  const { created_at, email, handle, id, role } = row;
  const standing = row.is_verified === 1 ? 'open' : 'unverified';
  const state = row.banned_at === null ? standing : 'suspended';
  return { id, name: fullName(row), email, handle, role, state, created_at: toIso(created_at) };
}

/** Name and email in one text, with a line break between them, because LIKE takes most of the time. */
const searched = sql<string>`(users.firstname || ' ' || users.lastname || ${sql.lit('\n')} || users.email)`;

/**
 * Finds accounts by id, by handle, or by a part of the name or the email, whatever its capitals and accents; newest
 * first. Reads every account: an index for parts of words would cost each change of a profile more, and staff are few
 * and have a quota.
 */
export async function findAccounts(
  { db: { engine, read } }: Context,
  text: string,
  cursor: string | undefined,
): Promise<Page<DeskAccountJson>> {
  const pattern = `%${fold(text).replaceAll(/[!%_]/g, '!$&')}%`;
  const handle = text.replace(/^@/, '').toLowerCase();
  const id = isId(text) ? text : ((await findUserIdOfHandle(read, handle)) ?? '');
  const isFound = sql<boolean>`${engine.folded(searched)} like ${pattern} escape '!'`;
  const found = read.selectFrom('users').where((eb) => eb.or([eb('users.id', '=', id), isFound]));
  const page = await keysetPage(read, found.selectAll(), { cursor, table: 'users', column: 'created_at' });
  return { ...page, items: page.items.map(accountOf) };
}

/** An account with all that staff need to decide about it. @throws AppError 404 */
export async function describeAccount({ clock, db }: Context, id: string): Promise<DeskAccountDetailJson> {
  const row = await findAccount(db.read, id);
  if (!row) throw new AppError(404, 'There is no such account.');
  const [sessions, { all }, strikes, decisions] = await Promise.all([
    countRows(db.read, liveSessionsOf(db.read, id, clock()).select('sessions.id')),
    countListings(db.read, id),
    strikesOf(db.read, id, clock()),
    describeDecisions(db.read, { ownerId: id, subjectId: id }),
  ]);
  return {
    ...accountOf(row),
    suspended_at: isoOrNull(row.banned_at),
    suspension_reason: row.ban_reason,
    sessions,
    listings_count: all,
    app_limit: row.app_limit,
    strikes,
    decisions,
  };
}

// The numbers of the desk. Each count reads one index, so that they take milliseconds with 100,000 apps.

const countedRows = {
  sign_ups: [sql`users where true`, 'created_at'],
  listings: [sql`apps where true`, 'created_at'],
  releases: [sql`versions where true`, 'created_at'],
  // Without those whose writer has not entered the mailed code.
  reports: [sql`reports where state <> 'pending-code'`, 'created_at'],
  decisions: [sql`decisions where true`, 'at'],
} as const;

async function countDays(db: ReadDb, now: number): Promise<NumbersJson['days']> {
  const before = siteLimits.days - 1;
  const first = dayNumber(now) - before;
  const since = dayBegins(now) - before * dayMs;
  const counts = Object.entries(countedRows).map(
    ([counted, [rows, at]]) => sql`select ${lagosDayOf(at)} as day, ${sql.lit(counted)} as counted,
      count(*) as count from ${rows} and ${sql.ref(at)} >= ${since} group by 1`,
  );
  const all = sql<{ day: number; counted: string; count: number }>`(${sql.join(counts, sql` union all `)})`;
  const rows = await db.selectFrom(all.as('counts')).selectAll().execute();
  return Array.from({ length: siteLimits.days }, (_, index) => {
    const ofDay = rows.filter(({ day }) => day === first + index);
    return {
      day: toIso((first + index) * dayMs).slice(0, 10),
      ...{ sign_ups: 0, listings: 0, releases: 0, reports: 0, decisions: 0 },
      ...Object.fromEntries(ofDay.map(({ count, counted }) => [counted, count])),
    };
  });
}

export async function showNumbers(context: Context): Promise<NumbersJson> {
  const { clock, db, nodeVersions, outbox } = context;
  const { read } = db;
  const now = clock();
  const accounts = read.selectFrom('users').select(({ fn }) => {
    const open = fn.countAll<number>().filterWhere('banned_at', 'is', null);
    return [
      open.filterWhere('is_verified', '=', 1).as('verified'),
      open.filterWhere('is_verified', '=', 0).as('pending'),
      fn.countAll<number>().filterWhere('banned_at', 'is not', null).as('suspended'),
      fn.countAll<number>().filterWhere('role', '!=', 'member').as('staff'),
    ];
  });
  const cases = read
    .selectFrom('cases')
    .where('state', 'in', ['open', 'waiting'])
    .select(({ fn }) => {
      const open = fn.countAll<number>().filterWhere('state', '=', 'open');
      return [
        open.as('open'),
        fn.countAll<number>().filterWhere('state', '=', 'waiting').as('waiting'),
        open.filterWhere('due_at', '<=', now).as('overdue'),
      ];
    });
  const states = read.selectFrom('apps').groupBy('state');
  const listed = await states.select(({ fn }) => ['state', fn.countAll<number>().as('count')]).execute();
  const none: Record<ListingState, number> = { public: 0, unlisted: 0, held: 0, limited: 0, removed: 0 };
  const mails = await outbox.count();
  const versions = await nodeVersions();
  return {
    at: toIso(now),
    accounts: await accounts.executeTakeFirstOrThrow(),
    listings: { ...none, ...Object.fromEntries(listed.map(({ count, state }) => [state, count])) },
    cases: await cases.executeTakeFirstOrThrow(),
    mails: { waiting: mails.waiting, failed: mails.failed },
    jobs: await countJobs(read),
    nodes: [...new Set(versions)]
      .sort()
      .map((version) => ({ version, count: versions.filter((one) => one === version).length })),
    days: await countDays(read, now),
  };
}
