// Keeps the answers of writes with an Idempotency-Key (draft-ietf-httpapi-idempotency-key-header) for a day, so that a
// request whose answer was lost can be repeated and takes effect once. A row is written in the transaction of the write
// that it answers: a process that is killed leaves both or neither, and when two nodes run the same request, the
// primary key lets one commit. Threats: another account guesses a key (rows are scoped by a keyed hash); the database
// is stolen (an answer may hold contacts or tokens; it is encrypted with the key, of which only a keyed hash is
// stored); an account fills the table (the number of its rows is limited).
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac, hkdfSync } from 'node:crypto';
import { keptAnswers as limits } from '../quotas/quotas.ts';
import type { Clock } from '../clock.ts';
import type { Database, WriteDb } from '../db/database.ts';
import type { KeptAnswerTable } from '../db/schema.ts';
import { seal, unseal } from '../security/seal.ts';
import {
  findKeptAnswer,
  insertKeptAnswer,
  removeSurplusAnswers,
  sweepKeptAnswers,
} from './kept-answer-queries.ts';
import { busy, createTurns } from '../take-turns.ts';

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

/** What stores the answer of the current request, if it has a key. */
type Keep = (trx: WriteDb, result: object | undefined, accountId: string | undefined) => Promise<void>;
const current = new AsyncLocalStorage<Keep>();

/** Runs the work of a request with a key; `keepAnswer` calls `keep` in it. */
export function runKeyed<Result>(keep: Keep, work: () => Promise<Result>): Promise<Result> {
  return current.run(keep, work);
}

/**
 * Stores the answer at the end of the transaction of a write, so that a process that is killed leaves both or neither.
 * Without it the answer is stored after the work.
 * @param result of which the route makes the answer
 * @param accountId the account that the answer is removed with, if it is not the caller's
 * @throws AppError 409 where another node has answered meanwhile
 */
export async function keepAnswer(trx: WriteDb, result?: object, accountId?: string): Promise<void> {
  await current.getStore()?.(trx, result, accountId);
}

export interface KeptAnswers {
  requestOf(scope: KeyScope, key: string): KeyedRequest;
  /** Keyed hash of a request's content. @param parts in an order that depends on the content only */
  hashOf(request: KeyedRequest, parts: readonly string[]): string;
  /** Waits for other requests with the same key in this process. @returns what ends the turn @throws AppError 409 */
  takeTurn(request: KeyedRequest): Promise<() => void>;
  find(request: KeyedRequest): Promise<KeptAnswerTable | null>;
  open(row: Pick<KeptAnswerTable, 'sealed'>, request: KeyedRequest): Answer;
  /** @throws AppError 409 where another node has answered meanwhile */
  keep(trx: WriteDb, answer: NewAnswer): Promise<void>;
  /** As `keep`, in a transaction of its own, for work that used none or several. @throws AppError 409 */
  keepAfter(answer: NewAnswer): Promise<void>;
  sweep(): Promise<void>;
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

interface Options {
  db: Database;
  clock: Clock;
  secret: Uint8Array;
}

export function createKeptAnswers({ db, clock, secret }: Options): KeptAnswers {
  const keyedHash = (purpose: string, parts: readonly string[]): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([purpose, ...parts]))
      .digest('base64url');
  const sealingKey = ({ key, id }: KeyedRequest): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', key, secret, `kept answer ${id}`, 32));
  const oldest = (lifeMs: number): number => clock() - lifeMs;

  async function keep(trx: WriteDb, { request, accountId, requestHash, answer }: NewAnswer): Promise<void> {
    const row = {
      id: request.id,
      account_id: accountId,
      request_hash: requestHash,
      sealed: seal(sealingKey(request), JSON.stringify(answer)),
      created_at: clock(),
    };
    const inserted = await insertKeptAnswer(trx, row, oldest(request.lifeMs));
    if (!inserted) throw busy();
    if (accountId !== null) await removeSurplusAnswers(trx, accountId, limits.perAccount);
  }

  const takeTurn = createTurns(limits);
  return {
    takeTurn: ({ id }) => takeTurn(id),
    requestOf: ({ name, lifeMs = limits.ms }, key) => ({
      id: keyedHash('kept-answer', [name, key]),
      key,
      lifeMs,
    }),
    hashOf: ({ key }, parts) => keyedHash('kept-request', [key, ...parts]),
    find: async ({ id, lifeMs }) => (await findKeptAnswer(db.read, id, oldest(lifeMs))) ?? null,
    open: ({ sealed }, request) => JSON.parse(unseal(sealingKey(request), sealed)) as Answer,
    keep,
    keepAfter: (answer) => db.write((trx) => keep(trx, answer)),
    sweep: () => sweepKeptAnswers(db, oldest(limits.ms)),
  };
}
