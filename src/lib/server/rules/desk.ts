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
  type LinkRuleJson,
  type ReservedNameJson,
  type RestrictionJson,
} from '../../shared/schemas/desk.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { isoOrNull, toIso } from '../../shared/text/dates.ts';
import type { Context } from '../context.ts';
import { type ReadDb, type WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { Row } from '../platform/db/schema.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { isId, newId } from '../platform/ids.ts';
import type { Staff } from '../platform/security/client.ts';
import { hostOf } from './judge-listing.ts';
import { formOf } from './names/resemblance.ts';
import { patternsOfEmail, readEmailPattern, readNetwork } from './restrictions.ts';
import { ruleMessages } from './messages.ts';

interface Kind<Row, Add, Change, Json> {
  table: 'link_rules' | 'reserved_names' | 'restrictions';
  noun: 'link' | 'name' | 'restriction';
  /** For a rule that there is already. */
  taken: AppError;
  /** For an account that does not exist. */
  noAccount?: AppError;
  /** @param q lists only rules that contain this text; '' for all */
  list(db: ReadDb, q: string, cursor: string | undefined): Promise<Page<Row>>;
  insert(trx: WriteDb, form: Add, now: number, userId: string): Promise<Row>;
  update(trx: WriteDb, before: Row, form: Change, now: number): Promise<Row>;
  /** Throws for a rule that this person may not make, change or remove. */
  allow?(trx: WriteDb, row: Row, staff: Staff): Promise<void>;
  shape(db: ReadDb, rows: readonly Row[]): Json[] | Promise<Json[]>;
}

function resource<Row extends object, Add, Change, Json>(kind: Kind<Row, Add, Change, Json>) {
  const { allow, list, noAccount, noun, shape, table, taken } = kind;

  /** Runs a change of a rule and records it. @throws AppError 404 where there is no such rule */
  async function write(
    { audit, db: { engine } }: Context,
    staff: Staff,
    verb: 'added' | 'changed' | 'removed',
    work: (trx: WriteDb) => Promise<Row>,
  ): Promise<Json> {
    const writing = audit.write(staff.client, async (trx, note) => {
      const row = await work(trx);
      await allow?.(trx, row, staff);
      await note(`rule.${noun}-${verb}`, staff.userId);
      const [json] = await shape(trx, [row]);
      if (json === undefined) throw new Error('A rule has no shape.');
      return json;
    });
    return await writing.catch((error: unknown) => {
      if (engine.uniqueViolation(error) !== null) throw taken;
      throw noAccount && engine.isForeignKeyViolation(error) ? noAccount : error;
    });
  }

  async function find(trx: WriteDb, id: string): Promise<Row> {
    const found = isId(id) ? trx.selectFrom(table).selectAll().where('id', '=', id) : undefined;
    const row = await found?.executeTakeFirst();
    if (!row) throw new AppError(404, ruleMessages.missing);
    return row as unknown as Row;
  }

  return {
    async list(
      { db: { read } }: Context,
      { cursor, q = '' }: { q?: string | undefined; cursor?: string | undefined },
    ): Promise<Page<Json>> {
      const page = await list(read, q, cursor);
      return { ...page, items: await shape(read, page.items) };
    },

    /** @throws AppError 400, 403 */
    add: (context: Context, staff: Staff, form: Add) =>
      write(context, staff, 'added', (trx) => kind.insert(trx, form, context.clock(), staff.userId)),

    /** @throws AppError 404, 403, 400 */
    change: (context: Context, staff: Staff, id: string, form: Change) =>
      write(context, staff, 'changed', async (trx) =>
        kind.update(trx, await find(trx, id), form, context.clock()),
      ),

    /** @throws AppError 404, 403 */
    remove: (context: Context, staff: Staff, id: string) =>
      write(context, staff, 'removed', async (trx) => {
        const row = await find(trx, id);
        await trx.deleteFrom(table).where('id', '=', id).execute();
        return row;
      }),
  };
}

/** A pattern of LIKE, without the characters that mean something there. */
const holding = (text: string): string =>
  `%${text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '')}%`;

export const linkRules = resource<Row<'link_rules'>, AddLinkRule, ChangeLinkRule, LinkRuleJson>({
  table: 'link_rules',
  noun: 'link',
  taken: fieldError('host', ruleMessages.hostTaken),
  async list(db, q, cursor) {
    const rules = db.selectFrom('link_rules').selectAll().where('host', 'like', holding(q));
    return await keysetPage(db, rules, { cursor, table: 'link_rules', column: 'created_at' });
  },
  async insert(trx, { host: text, effect, reason }, now) {
    // A host or a whole link.
    const link = toLink(text.trim().replace(/^\*\./, ''));
    if (link === null) throw fieldError('host', ruleMessages.host);
    const row = { id: newId(), host: hostOf(link), effect, reason, created_at: now };
    return await trx.insertInto('link_rules').values(row).returningAll().executeTakeFirstOrThrow();
  },
  async update(trx, { id }, { effect, reason }) {
    const change = trx.updateTable('link_rules').set({ id, effect, reason }).where('id', '=', id);
    return await change.returningAll().executeTakeFirstOrThrow();
  },
  shape: (_db, rows) => rows.map(({ created_at, ...row }) => ({ ...row, created_at: toIso(created_at) })),
});

const timeOf = (until: string | null): number | null => (until === null ? null : Date.parse(until));

const patterns = {
  email: { read: readEmailPattern, sentence: ruleMessages.emailPattern },
  network: { read: readNetwork, sentence: ruleMessages.network },
  account: { read: (text: string) => (isId(text) ? text : null), sentence: ruleMessages.account },
} as const;

/**
 * Threat: staff shut out an admin, or lift what restricts themselves. A network is of many, and nobody who has an
 * account signs up.
 */
async function refuseStaff(
  trx: WriteDb,
  { action, kind, pattern }: Row<'restrictions'>,
  { role, userId }: Staff,
): Promise<void> {
  const staff = trx.selectFrom('users').select(['id', 'email']).where('role', '!=', 'member');
  for (const { email, id } of await staff.execute()) {
    const isNamed =
      kind === 'email' ? action !== 'sign-up' && patternsOfEmail(email).includes(pattern) : pattern === id;
    if (!isNamed) continue;
    if (id === userId) throw new AppError(403, ruleMessages.ownRestriction);
    if (role !== 'admin') throw new AppError(403, ruleMessages.ofStaff);
  }
}

export const restrictions = resource<Row<'restrictions'>, AddRestriction, ChangeRestriction, RestrictionJson>(
  {
    table: 'restrictions',
    noun: 'restriction',
    taken: fieldError('pattern', ruleMessages.restrictedAlready),
    noAccount: fieldError('pattern', ruleMessages.account),
    async list(db, q, cursor) {
      const rows = db.selectFrom('restrictions').selectAll().where('pattern', 'like', holding(q));
      return await keysetPage(db, rows, { cursor, table: 'restrictions', column: 'created_at' });
    },
    async insert(trx, { kind, pattern: text, until, ...form }, now, userId) {
      const { read, sentence } = patterns[kind];
      const pattern = read(text);
      if (pattern === null) throw fieldError('pattern', sentence);
      if (pattern === userId) throw fieldError('pattern', ruleMessages.ownAccount);
      const account = kind === 'account' ? pattern : null;
      const row = { id: newId(), kind, pattern, account_id: account, ...form, created_at: now };
      const adding = trx.insertInto('restrictions').values({ ...row, until: timeOf(until) });
      return await adding.returningAll().executeTakeFirstOrThrow();
    },
    async update(trx, { action, id }, { effect, reason, until }) {
      if (effect === 'hold' && action !== 'publish') throw fieldError('effect', holdsOnlyPublishing);
      const end = until === undefined ? undefined : timeOf(until);
      const change = trx.updateTable('restrictions').set({ id, effect, reason, until: end });
      return await change.where('id', '=', id).returningAll().executeTakeFirstOrThrow();
    },
    allow: refuseStaff,
    shape: (_db, rows) =>
      rows.map(({ action, created_at, effect, id, kind, pattern, reason, until }) => ({
        ...{ id, kind, pattern, action, effect, reason },
        until: isoOrNull(until),
        created_at: toIso(created_at),
      })),
  },
);

/** @throws AppError 400, or a foreign key violation, where one of the accounts does not exist */
async function allowUsers(trx: WriteDb, nameId: string, userIds: string[]): Promise<void> {
  if (!userIds.every(isId)) throw fieldError('allowed', ruleMessages.noAccount);
  await trx.deleteFrom('reserved_name_users').where('name_id', '=', nameId).execute();
  if (userIds.length === 0) return;
  const rows = [...new Set(userIds)].map((user_id) => ({ name_id: nameId, user_id }));
  await trx.insertInto('reserved_name_users').values(rows).execute();
}

export const reservedNames = resource<
  Row<'reserved_names'>,
  AddReservedName,
  ChangeReservedName,
  ReservedNameJson
>({
  table: 'reserved_names',
  noun: 'name',
  taken: fieldError('name', ruleMessages.nameTaken),
  noAccount: fieldError('allowed', ruleMessages.noAccount),
  /** In the order of their folded form. */
  async list(db, q, cursor) {
    const sought = q.trim() === '' ? '' : formOf(q, 'exact').folded;
    const names = db.selectFrom('reserved_names').selectAll().where('skeleton', 'like', `%${sought}%`);
    const order = {
      table: 'reserved_names',
      column: 'skeleton',
      keyType: 'string',
      direction: 'asc',
    } as const;
    return await keysetPage(db, names, { ...order, cursor });
  },
  async insert(trx, { name: label, reach, note, allowed }, now) {
    const skeleton = formOf(label, reach).folded;
    const row = { id: newId(), label, skeleton, reach, note, created_at: now, updated_at: now };
    await trx.insertInto('reserved_names').values(row).execute();
    await allowUsers(trx, row.id, allowed);
    return row;
  },
  async update(trx, before, { name = before.label, reach = before.reach, note, allowed }, now) {
    const skeleton = formOf(name, reach).folded;
    const change = trx
      .updateTable('reserved_names')
      .set({ label: name, reach, skeleton, note, updated_at: now })
      .where('id', '=', before.id);
    const row = await change.returningAll().executeTakeFirstOrThrow();
    if (allowed) await allowUsers(trx, before.id, allowed);
    return row;
  },
  async shape(db, rows) {
    const ids = rows.map(({ id }) => id);
    const query = db.selectFrom('reserved_name_users').selectAll().where('name_id', 'in', ids);
    const users = ids.length === 0 ? [] : await query.orderBy('user_id').execute();
    return rows.map(({ created_at, id, label, note, reach, updated_at }) => ({
      id,
      name: label,
      reach,
      note,
      allowed: users.filter(({ name_id }) => name_id === id).map(({ user_id }) => user_id),
      created_at: toIso(created_at),
      updated_at: toIso(updated_at),
    }));
  },
});
