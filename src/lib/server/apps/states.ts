// Changes the state, the owner and other columns of a listing, in the transaction of the caller, who also reindexes it.
import { sql } from 'kysely';
import type { UpdateApp } from '../../shared/schemas/app-forms.ts';
import { isOwnerState, type ListingState } from '../../shared/schemas/apps.ts';
import { messages } from '../../shared/text/messages.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { AppTable } from '../platform/db/schema.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { findCurrentApp } from './find-app.ts';
import { allocateNameId, claimName, digestOfNameId, isNameReleased } from './names.ts';
import { noteLeftLists } from './visibility.ts';

/** A rule acts without a person: it holds a risky listing, and releases it when what it asked for is there. */
type ListingActor = 'owner' | 'rule' | 'staff';

/** Who may change the state of a listing, and how. What is not listed here is refused. */
const listingTransitions: Record<ListingState, Partial<Record<ListingState, ListingActor[]>>> = {
  public: { unlisted: ['owner'], held: ['rule', 'staff'], limited: ['staff'], removed: ['staff'] },
  unlisted: { public: ['owner'], held: ['rule', 'staff'], limited: ['staff'], removed: ['staff'] },
  // 'public' also returns a listing to 'unlisted' where its owner had chosen that before (`returnState`).
  held: { public: ['rule', 'staff'], limited: ['staff'], removed: ['staff'] },
  limited: { public: ['staff'], held: ['staff'], removed: ['staff'] },
  removed: { public: ['staff'], held: ['staff'], limited: ['staff'] },
};

export function isTransitionAllowed(from: ListingState, to: ListingState, actor: ListingActor): boolean {
  return listingTransitions[from][to]?.includes(actor) ?? false;
}

export interface StateChange {
  id: string;
  to: ListingState;
  now: number;
  /** Default: 'staff'. */
  actor?: ListingActor;
  /** Id of the policy; '' without one. */
  policy?: string;
  reason?: string;
  /** What ends a hold. */
  clears?: string;
  /** Number of the decision. */
  decision?: string | null;
}

/** 'public', or 'unlisted' where the owner had chosen that before. */
const returnState = sql<ListingState>`case when state_before = 'unlisted' then 'unlisted' else 'public' end`;

/**
 * Changes the state of a listing. 'public' brings it back to 'unlisted' where its owner had chosen that. A removed
 * listing whose names were released gets its name again, and a new address where the old one is taken.
 * @returns its row; undefined if it does not exist, or the actor may not change its state so
 * @throws AppError 400 if another listing has the name meanwhile, or a similar one of another owner exists
 */
export async function changeListingState(trx: WriteDb, change: StateChange): Promise<AppTable | undefined> {
  const { id, to, now, actor = 'staff' } = change;
  const states = Object.keys(listingTransitions) as ListingState[];
  const from = states.filter((state) => isTransitionAllowed(state, to, actor));
  if (from.length === 0) return undefined;
  const isDecided = to !== 'public' && to !== 'unlisted';
  const row = await trx
    .updateTable('apps')
    .set({
      state: to === 'public' ? returnState : to,
      state_reason: isDecided ? (change.reason ?? '') : '',
      state_policy: isDecided ? (change.policy ?? '') : '',
      state_decision: isDecided ? (change.decision ?? null) : null,
      state_clears: to === 'held' ? (change.clears ?? '') : '',
      state_at: isDecided ? now : null,
      state_before: isDecided
        ? sql<AppTable['state_before']>`case when state = 'unlisted' then 'unlisted' else state_before end`
        : '',
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst();
  if (row && isDecided && actor === 'staff') await noteLeftLists(trx, now);
  if (!row || !isNameReleased(row)) return row;
  const names = {
    ...(await claimName(trx, row.name, { ownerId: row.owner_id, app: row })),
    name_id: await allocateNameId(trx, row.name, id),
  };
  await changeApp(trx, id, names);
  return { ...row, ...names };
}

/** Gives a listing with its events to another account. Its address, pictures, releases, hearts and followers stay. */
export async function changeOwner(trx: WriteDb, id: string, ownerId: string): Promise<AppTable> {
  await trx.updateTable('timeline').set({ user_id: ownerId }).where('app_id', '=', id).execute();
  const app = trx.updateTable('apps').set({ owner_id: ownerId }).where('id', '=', id);
  return await app.returningAll().executeTakeFirstOrThrow();
}

/** The columns of a listing whose owner has proved nothing, or whose links are others than those that were proved. */
export const noBadge = { proof_name: '', proof_checked_at: null, proved: '' } as const;

export async function changeApp(trx: WriteDb, id: string, columns: Partial<AppTable>): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await trx.updateTable('apps').set(columns).where('id', '=', id).execute();
}

/** Notes that everything that shows a listing or its pictures has changed. */
export const noteListing = ({ id, owner_id }: AppTable): void =>
  noteChanged(dataKey.pictures, dataKey.apps, dataKey.app(id), dataKey.user(owner_id));

/** Brings what is made of a changed listing up to date. */
export async function settleListing({ reindex }: Context, trx: WriteDb, row: AppTable): Promise<void> {
  await reindex(trx, [row.id]);
  noteListing(row);
}

export async function addToApp(trx: WriteDb, id: string, column: 'views' | 'taps', count: number) {
  await trx
    .updateTable('apps')
    .set((eb) => ({ [column]: eb(column, '+', count) }))
    .where('id', '=', id)
    .execute();
}

/** Removes the app and leaves tombstones of its current and old name_ids. @returns whether it existed */
export async function removeApp(trx: WriteDb, id: string, now: number): Promise<boolean> {
  const former = await trx.selectFrom('app_name_ids').select('name_id').where('app_id', '=', id).execute();
  const current = await trx.deleteFrom('apps').where('id', '=', id).returning('name_id').executeTakeFirst();
  if (!current) return false;
  // Counts have no foreign key, because they are of apps and of profiles.
  await trx
    .deleteFrom('view_counts')
    .where((eb) =>
      eb.or([
        eb('subject', 'in', [`app:${id}`, `tap:${id}`]),
        // Between ':' and the character after it: those of the app's links and sources.
        ...(['link', 'from'] as const).map((kind) =>
          eb.and([eb('subject', '>', `${kind}:${id}:`), eb('subject', '<', `${kind}:${id};`)]),
        ),
      ]),
    )
    .execute();
  await trx
    .insertInto('gone_name_ids')
    .values([current, ...former].map(({ name_id }) => ({ digest: digestOfNameId(name_id), created_at: now })))
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute();
  return true;
}

// What an owner decides about a listing: whether it is in lists, and whether it is discontinued.

type Choices = Pick<UpdateApp, 'state' | 'lifecycle' | 'replaced_by'>;

/** Stores the state that an owner has chosen. @throws AppError 403 if the one before was decided by staff or a rule */
export async function chooseState(trx: WriteDb, row: AppTable, to: Choices['state'], now: number) {
  if (to === undefined || to === row.state) return;
  if (!isOwnerState(row.state)) throw new AppError(403, messages.app.stateDecided);
  const changed = await changeListingState(trx, { id: row.id, to, now, actor: 'owner' });
  if (!changed) throw new AppError(403, messages.app.stateDecided);
}

/**
 * The columns of the sent choices. @param reader of the transaction. @throws AppError 400 for an unsuitable successor
 */
export async function lifecycleColumns(
  reader: Reader,
  row: AppTable,
  { lifecycle = row.lifecycle, replaced_by }: Choices,
  now: number,
): Promise<Partial<AppTable>> {
  if (lifecycle === 'active') {
    if (replaced_by) throw fieldError('replaced_by', messages.appForms.successorOfActive);
    return { lifecycle, discontinued_at: null, replaced_by: null };
  }
  return {
    lifecycle,
    discontinued_at: row.discontinued_at ?? now,
    ...(replaced_by !== undefined && {
      replaced_by: replaced_by === '' ? null : await successorId(reader, row, replaced_by),
    }),
  };
}

/**
 * @param nameId id, or a current or earlier name_id
 * @throws AppError 400 for the app itself, a cycle, or no listed app
 */
async function successorId(reader: Reader, row: AppTable, nameId: string): Promise<string> {
  const found = await findCurrentApp(reader, nameId);
  if (found.kind !== 'found' || found.app.state !== 'public')
    throw fieldError('replaced_by', 'There is no public app at this address.');
  const { id } = found.app;
  if (id === row.id) throw fieldError('replaced_by', messages.appForms.ownSuccessor);
  // The chain of successors has no cycle, and stays as it is until the transaction ends, so that two owners who name
  // one another's apps at once make none either.
  for (let next: string | null = id; next !== null;) {
    if (next === row.id) throw fieldError('replaced_by', messages.appForms.circularSuccessor);
    const after: Pick<AppTable, 'replaced_by'> | undefined = await reader.read
      .selectFrom('apps')
      .select('replaced_by')
      .where('id', '=', next)
      .forUpdate()
      .executeTakeFirst();
    next = after?.replaced_by ?? null;
  }
  return id;
}

const hostOf = (url: string): string => url.toLowerCase().replace(/^www\./, '');

/**
 * @param typed an address with or without a scheme, a path, a name_id or an id
 * @returns the name_id or id; '' for none
 * @throws AppError 400 for an address of another site, whose path may be that of an app here by chance
 */
export function readSuccessor(typed: string, siteUrl: string): string {
  const written = /^(?:(?:https?:)?\/\/([^/?#]*)|([^/?#]+)(?=\/app\/))?\/*(?:app\/)?([^/?#]*)/i;
  const [, withScheme, bare, nameId = ''] = written.exec(typed) ?? [];
  const host = withScheme ?? bare;
  if (host !== undefined && hostOf(host) !== hostOf(new URL(siteUrl).host))
    throw fieldError('replaced_by', messages.appForms.foreignSuccessor);
  return nameId;
}
