// What staff do with reserved names, restrictions and link rules: each kind is listed, added to, changed and removed.
import { toLink } from '../../shared/addresses/links.ts';
import {
  type AddLinkRule,
  type AddReservedName,
  type AddRestriction,
  type ChangeLinkRule,
  type ChangeReservedName,
  type ChangeRestriction,
  holdsOnlyPublishing,
  type RestrictionKind,
} from '../../shared/schemas/desk.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { ruleMessages } from '../../shared/text/rule-messages.ts';
import type { Context } from '../context.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { Row } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { isId, newId } from '../platform/ids.ts';
import type { AuditEvent } from '../platform/security/audit-events.ts';
import type { Client } from '../platform/security/client.ts';
import { hostOf } from './judge-listing.ts';
import { insertNames, storeKeys } from './names.ts';
import { formOf } from './names/resemblance.ts';
import { readEmailPattern, readNetwork } from './restrictions.ts';

/** The member of staff who changes a rule. */
interface Actor {
  userId: string;
  client: Client;
}

interface ListQuery {
  /** Lists only rules that contain this text. */
  q?: string | undefined;
  cursor?: string | undefined;
}

const refusal = (field: string, sentence: string) => new AppError(400, sentence, { [field]: sentence });

/** A pattern of LIKE, without the characters that mean something there. */
const holding = (text: string): string =>
  `%${text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '')}%`;

/**
 * Runs a change of a rule and records it.
 * @param work resolves to undefined where there is no such rule
 * @throws AppError 404
 */
async function change<Result>(
  { audit }: Context,
  { client, userId }: Actor,
  event: AuditEvent,
  work: (trx: WriteDb) => Promise<Result | undefined>,
): Promise<Result> {
  return await audit.write(client, async (trx, record) => {
    const row = await work(trx);
    if (row === undefined) throw new AppError(404, ruleMessages.missing);
    await record(event, userId);
    return row;
  });
}

interface Violations {
  /** For a rule that there is already. */
  taken: AppError;
  /** For an account that does not exist. */
  noAccount?: AppError;
}

/** @returns a handler that throws what a violated key means, and every other error again */
const saying =
  ({ engine }: Context['db'], { noAccount, taken }: Violations) =>
  (error: unknown): never => {
    if (engine.uniqueViolation(error) !== null) throw taken;
    throw noAccount && engine.isForeignKeyViolation(error) ? noAccount : error;
  };

const remover =
  (table: 'link_rules' | 'reserved_names', event: AuditEvent) =>
  /** @throws AppError 404 */
  async (context: Context, actor: Actor, id: string): Promise<void> => {
    await change(context, actor, event, async (trx) =>
      isId(id)
        ? await trx.deleteFrom(table).where('id', '=', id).returning('id').executeTakeFirst()
        : undefined,
    );
  };

export const dropLink = remover('link_rules', 'rule.link-removed');
export const dropName = remover('reserved_names', 'rule.name-removed');

/** Newest first. */
export async function listLinks(
  { db: { read } }: Context,
  { q = '', cursor }: ListQuery,
): Promise<Page<Row<'link_rules'>>> {
  const rows = read.selectFrom('link_rules').where('host', 'like', holding(q));
  const keyset = { cursor, table: 'link_rules', column: 'created_at' } as const;
  return await keysetPage(read, rows.selectAll(), keyset);
}

/** @throws AppError 400 */
export async function addLink(
  context: Context,
  actor: Actor,
  { host: text, effect, reason }: AddLinkRule,
): Promise<Row<'link_rules'>> {
  // A host or a whole link.
  const link = toLink(text.trim().replace(/^\*\./, ''));
  if (link === null) throw refusal('host', ruleMessages.host);
  const row = { id: newId(), host: hostOf(link), effect, reason, created_at: context.clock() };
  const adding = change(context, actor, 'rule.link-added', (trx) =>
    trx.insertInto('link_rules').values(row).returningAll().executeTakeFirst(),
  );
  return await adding.catch(saying(context.db, { taken: refusal('host', ruleMessages.hostTaken) }));
}

/** @throws AppError 404 */
export async function editLink(
  context: Context,
  actor: Actor,
  id: string,
  { effect, reason }: ChangeLinkRule,
): Promise<Row<'link_rules'>> {
  return await change(context, actor, 'rule.link-changed', async (trx) =>
    isId(id)
      ? await trx
          .updateTable('link_rules')
          .set({ id, effect, reason })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst()
      : undefined,
  );
}

/** Newest first. */
export async function listRestrictions(
  { db: { read } }: Context,
  { q = '', cursor }: ListQuery,
): Promise<Page<Row<'restrictions'>>> {
  const rows = read.selectFrom('restrictions').where('pattern', 'like', holding(q));
  const keyset = { cursor, table: 'restrictions', column: 'created_at' } as const;
  return await keysetPage(read, rows.selectAll(), keyset);
}

const readers: Record<RestrictionKind, (text: string) => string | null> = {
  email: readEmailPattern,
  network: readNetwork,
  account: (text) => (isId(text) ? text : null),
};

const sentences: Record<RestrictionKind, string> = {
  email: ruleMessages.emailPattern,
  network: ruleMessages.network,
  account: ruleMessages.account,
};

const timeOf = (until: string | null): number | null => (until === null ? null : Date.parse(until));

/** @throws AppError 400 */
export async function addRestriction(
  context: Context,
  actor: Actor,
  { kind, pattern: text, action, effect, reason, until }: AddRestriction,
): Promise<Row<'restrictions'>> {
  const pattern = readers[kind](text);
  if (pattern === null) throw refusal('pattern', sentences[kind]);
  if (pattern === actor.userId) throw refusal('pattern', ruleMessages.ownAccount);
  const row = {
    id: newId(),
    kind,
    pattern,
    account_id: kind === 'account' ? pattern : null,
    action,
    effect,
    reason,
    until: timeOf(until),
    created_at: context.clock(),
  };
  const adding = change(context, actor, 'rule.restriction-added', (trx) =>
    trx.insertInto('restrictions').values(row).returningAll().executeTakeFirst(),
  );
  return await adding.catch(
    saying(context.db, {
      taken: refusal('pattern', ruleMessages.restrictedAlready),
      noAccount: refusal('pattern', ruleMessages.account),
    }),
  );
}

/** @throws AppError 403 for a restriction of the own account */
function refuseOwn({ userId }: Actor, restriction: Row<'restrictions'> | undefined): void {
  if (restriction?.account_id === userId) throw new AppError(403, ruleMessages.ownRestriction);
}

/** @throws AppError 404, 403 */
export async function dropRestriction(context: Context, actor: Actor, id: string): Promise<void> {
  await change(context, actor, 'rule.restriction-removed', async (trx) => {
    if (!isId(id)) return undefined;
    const dropped = trx.deleteFrom('restrictions').where('id', '=', id);
    const row = await dropped.returningAll().executeTakeFirst();
    refuseOwn(actor, row);
    return row;
  });
}

/** @throws AppError 404, 403, 400 */
export async function editRestriction(
  context: Context,
  actor: Actor,
  id: string,
  { effect, reason, until }: ChangeRestriction,
): Promise<Row<'restrictions'>> {
  return await change(context, actor, 'rule.restriction-changed', async (trx) => {
    if (!isId(id)) return undefined;
    const row = await trx
      .updateTable('restrictions')
      .set({ id, effect, reason, until: until === undefined ? undefined : timeOf(until) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    refuseOwn(actor, row);
    if (effect === 'hold' && row && row.action !== 'publish') throw refusal('effect', holdsOnlyPublishing);
    return row;
  });
}

/** A reserved name with the accounts that may use it. */
interface ReservedName extends Row<'reserved_names'> {
  allowed: string[];
}

async function withAllowed(db: ReadDb | WriteDb, rows: Row<'reserved_names'>[]): Promise<ReservedName[]> {
  if (rows.length === 0) return [];
  const users = await db
    .selectFrom('reserved_name_users')
    .selectAll()
    .where(
      'name_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('user_id')
    .execute();
  const usersOf = Map.groupBy(users, ({ name_id }) => name_id);
  return rows.map((row) => ({ ...row, allowed: (usersOf.get(row.id) ?? []).map(({ user_id }) => user_id) }));
}

/** In the order of their folded form. */
export async function listNames(
  { db: { read } }: Context,
  { q = '', cursor }: ListQuery,
): Promise<Page<ReservedName>> {
  const sought = q.trim() === '' ? '' : formOf(q, 'exact').folded;
  const names = read.selectFrom('reserved_names').where('skeleton', 'like', `%${sought}%`);
  const page = await keysetPage(read, names.selectAll(), {
    cursor,
    table: 'reserved_names',
    column: 'skeleton',
    keyType: 'string',
    direction: 'asc',
  });
  return { ...page, items: await withAllowed(read, page.items) };
}

/** @throws AppError 400, or a foreign key violation, where one of the accounts does not exist */
async function allowUsers(trx: WriteDb, nameId: string, userIds: string[]): Promise<void> {
  if (!userIds.every(isId)) throw ofNames.noAccount;
  await trx.deleteFrom('reserved_name_users').where('name_id', '=', nameId).execute();
  if (userIds.length === 0) return;
  await trx
    .insertInto('reserved_name_users')
    .values([...new Set(userIds)].map((user_id) => ({ name_id: nameId, user_id })))
    .execute();
}

const ofNames = {
  taken: refusal('name', ruleMessages.nameTaken),
  noAccount: refusal('allowed', ruleMessages.noAccount),
};

/** @throws AppError 400 for a name that is reserved, or an account that does not exist */
export async function addName(
  context: Context,
  actor: Actor,
  { name: label, reach, note, allowed }: AddReservedName,
): Promise<ReservedName> {
  const now = context.clock();
  const row = {
    id: newId(),
    label,
    skeleton: formOf(label, reach).folded,
    reach,
    note,
    created_at: now,
    updated_at: now,
  };
  const adding = change(context, actor, 'rule.name-added', async (trx) => {
    if (!(await insertNames(trx, [row])).length) throw ofNames.taken;
    await allowUsers(trx, row.id, allowed);
    return { ...row, allowed };
  });
  return await adding.catch(saying(context.db, ofNames));
}

/** @throws AppError 404, 400 */
export async function editName(
  context: Context,
  actor: Actor,
  id: string,
  { name, reach, note, allowed }: ChangeReservedName,
): Promise<ReservedName> {
  const changing = change(context, actor, 'rule.name-changed', async (trx) => {
    const found = isId(id) ? trx.selectFrom('reserved_names').selectAll().where('id', '=', id) : undefined;
    const before = await found?.executeTakeFirst();
    if (!before) return undefined;
    const after = { id, label: name ?? before.label, reach: reach ?? before.reach };
    const row = await trx
      .updateTable('reserved_names')
      .set({ ...after, skeleton: formOf(after.label, after.reach).folded, note, updated_at: context.clock() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await storeKeys(trx, [after]);
    if (allowed) await allowUsers(trx, id, allowed);
    return (await withAllowed(trx, [row]))[0];
  });
  return await changing.catch(saying(context.db, ofNames));
}
