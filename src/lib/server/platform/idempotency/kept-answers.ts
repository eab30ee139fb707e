// Keeps the answers of writes with an Idempotency-Key (draft-ietf-httpapi-idempotency-key-header) for a day, so that a
// request whose answer was lost can be repeated and takes effect once. When two nodes run the same request, the primary
// key lets one keep its answer. Threats: another account guesses a key (rows are scoped by a keyed hash); the database
// is stolen (an answer may hold contacts or tokens; it is encrypted with the key, of which only a keyed hash is
// stored); an account fills the table (the number of its rows is limited).
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac, hkdfSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { keptAnswers as limits } from '../quotas/quotas.ts';
import type { Base } from '../base.ts';
import type { Database, WriteDb } from '../db/database.ts';
import { removeUntil } from '../db/statements.ts';
import type { Row } from '../db/schema.ts';
import { AppError } from '../errors.ts';
import { seal, unseal } from '../security/seal.ts';

/** The owner of a key. Equal keys of two scopes are different. */
export interface KeyScope {
  /** `account:<id>`, or the subject of the request where nobody is logged in. */
  name: string;
  /**
   * The account whose rows are limited and deleted together. Null where the answer has to outlive the account, or where
   * the account is known only after the work.
   */
  accountId: string | null;
  /** How long the answer is kept; a day by default. */
  lifeMs?: number;
}

export interface KeyedRequest {
  id: string;
  key: string;
  lifeMs: number;
}

export interface Answer {
  status: 200 | 201 | 202;
  body: object;
}

export interface NewAnswer {
  request: KeyedRequest;
  accountId: string | null;
  requestHash: string;
  answer: Answer;
}

/** Keeps the answer to a request, of what the transaction of its write returns. */
interface Keeping {
  keep(trx: WriteDb, result: unknown): Promise<void>;
  isKept: boolean;
}

const current = new AsyncLocalStorage<Keeping>();

/**
 * The database for rooms. The first transaction of `keepingFirst` stores the answer as well, so that a process that is
 * killed leaves both or neither. A row that is reserved before the work would not tell, after a kill, whether the work
 * was done.
 */
export function keepingAnswers(db: Database): Database {
  return {
    ...db,
    async write(work) {
      const keeping = current.getStore();
      if (!keeping || keeping.isKept) return await db.write(work);
      const result = await db.write(async (trx) => {
        const returned = await work(trx);
        await keeping.keep(trx, returned);
        return returned;
      });
      keeping.isKept = true;
      return result;
    },
  };
}

const busy = () =>
  new AppError(409, 'The same request is being worked on. Wait a moment and send it again.', {}, 1);

/** The requests that are worked on in this process, by their ids. */
const working = new Map<string, Promise<undefined>>();

/**
 * Waits for another request with the same key in this process.
 * @returns what ends the turn
 * @throws AppError 409 if the wait takes too long
 */
async function takeTurn({ id }: KeyedRequest): Promise<() => void> {
  const late = sleep(limits.waitMs, true, { ref: false });
  for (let before = working.get(id); before; before = working.get(id))
    if (await Promise.race([before, late])) throw busy();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  working.set(id, promise);
  return () => {
    working.delete(id);
    resolve(undefined);
  };
}

export function createKeptAnswers({ db, clock, secret }: Base) {
  const keyedHash = (purpose: string, parts: readonly string[]): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([purpose, ...parts]))
      .digest('base64url');
  const sealingKey = ({ key, id }: KeyedRequest): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', key, secret, `kept answer ${id}`, 32));

  /** @throws AppError 409 where another node has answered meanwhile */
  async function keep(trx: WriteDb, { accountId, answer, request, requestHash }: NewAnswer): Promise<void> {
    const { id, lifeMs } = request;
    const now = clock();
    const expired = now - lifeMs;
    await trx.deleteFrom('kept_answers').where('id', '=', id).where('created_at', '<=', expired).execute();
    const inserted = await trx
      .insertInto('kept_answers')
      .values({
        id,
        account_id: accountId,
        request_hash: requestHash,
        sealed: seal(sealingKey(request), JSON.stringify(answer)),
        created_at: now,
      })
      // PostgreSQL waits here for another transaction that has inserted the same.
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) throw busy();
    if (accountId !== null) await removeSurplus(trx, accountId);
  }

  /** Keeps the newest of an account. */
  async function removeSurplus(trx: WriteDb, accountId: string): Promise<void> {
    const last = await trx
      .selectFrom('kept_answers')
      .select('created_at')
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .limit(1)
      .offset(limits.perAccount)
      .executeTakeFirst();
    if (!last) return;
    const surplus = trx.deleteFrom('kept_answers').where('account_id', '=', accountId);
    await surplus.where('created_at', '<=', last.created_at).execute();
  }

  return {
    requestOf: ({ name, lifeMs = limits.ms }: KeyScope, key: string): KeyedRequest => ({
      id: keyedHash('kept-answer', [name, key]),
      key,
      lifeMs,
    }),
    /** Keyed hash of a request's content. @param parts in an order that depends on the content only */
    hashOf: ({ key }: KeyedRequest, parts: readonly string[]) => keyedHash('kept-request', [key, ...parts]),
    takeTurn,
    find: ({ id, lifeMs }: KeyedRequest): Promise<Row<'kept_answers'> | undefined> =>
      db.read
        .selectFrom('kept_answers')
        .selectAll()
        .where('id', '=', id)
        .where('created_at', '>', clock() - lifeMs)
        .executeTakeFirst(),
    open: ({ sealed }: Pick<Row<'kept_answers'>, 'sealed'>, request: KeyedRequest): Answer =>
      JSON.parse(unseal(sealingKey(request), sealed)) as Answer,
    /** Stores the answer after the work. @throws AppError 409 where another node has answered meanwhile */
    keep: (answer: NewAnswer): Promise<void> => db.write((trx) => keep(trx, answer)),
    /**
     * Runs work whose first transaction stores the answer.
     * @param answerOf of what the transaction returns
     */
    async keepingFirst<Result>(
      answerOf: (returned: unknown) => NewAnswer,
      work: () => Promise<Result>,
    ): Promise<{ result: Result; isKept: boolean }> {
      const keeping: Keeping = { keep: (trx, returned) => keep(trx, answerOf(returned)), isKept: false };
      const result = await current.run(keeping, work);
      return { result, isKept: keeping.isKept };
    },
    async sweep(): Promise<void> {
      const until = clock() - limits.ms;
      await removeUntil(db, { table: 'kept_answers', key: 'id', column: 'created_at' }, until);
      await removeUntil(db, { table: 'deletions', key: 'digest', column: 'created_at' }, until);
    },
  };
}
