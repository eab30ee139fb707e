// Does a write once, however often it is sent, where it carries an Idempotency-Key (docs/api.md, 'Sending a write
// again').
import type { Context, MiddlewareHandler } from 'hono';
import { AppError } from '../../platform/errors.ts';
import type { Answer, KeyScope } from '../../platform/idempotency/kept-answers.ts';
import { keptAnswers as limits } from '../../platform/quotas/quotas.ts';
import type { ApiEnv } from '../environment.ts';
import { contentOf } from './body.ts';
import { findCaller } from './caller.ts';

const { min, max } = limits.keyLength;

/** Visible ASCII without quotes and backslashes, bare or quoted as a string of structured fields (RFC 9651). */
const wellFormed = new RegExp(`^("?)([\\x21\\x23-\\x5b\\x5d-\\x7e]{${String(min)},${String(max)}})\\1$`);

/** @throws AppError 400 */
function keyOf(c: Context): string | null {
  const sent = c.req.header('idempotency-key');
  if (sent === undefined) return null;
  const key = wellFormed.exec(sent)?.[2];
  if (key !== undefined) return key;
  const sentence = `Idempotency-Key: use ${String(min)} to ${String(max)} letters, digits and signs without spaces, such as a UUID.`;
  throw new AppError(400, sentence);
}

/** Whose the keys of a write are; null for a request that will be refused. */
export type KeysOf = (c: Context<ApiEnv>) => Promise<KeyScope | null> | KeyScope | null;

/** Of the account of the bearer token, or of a token for programs alone. */
export const ofAccount: KeysOf = async (c) => {
  const caller = await findCaller(c);
  if (!caller) return null;
  const { token, userId } = caller;
  return { name: token ? `token:${token.id}` : `account:${userId}`, accountId: userId };
};

interface OfNobody {
  /** For an answer that expires before a day is over. */
  lifeMs?: number;
  /** What authorizes the request beside its body. */
  proof?: (c: Context<ApiEnv>) => string | undefined;
}

/** For a write without a login, or one that ends it: the key, the path and the body are enough. */
export const ofNobody =
  ({ lifeMs, proof }: OfNobody = {}): KeysOf =>
  (c) => ({
    name: `${c.req.path} ${proof?.(c) ?? ''}`,
    accountId: null,
    ...(lifeMs !== undefined && { lifeMs }),
  });

/** As `ofAccount` for whoever is logged in, as `ofNobody` for others. */
export const ofAnybody: KeysOf = async (c) => (await ofAccount(c)) ?? (await ofNobody()(c));

/** The answer to a write that returns nothing. */
export const done = { success: true } as const;

/**
 * Reads the key, and whose it is.
 * @param isUpload whether to look for the answer now, before the body is read
 * @throws AppError 400
 */
export function readKey(keysOf: KeysOf, isUpload: boolean): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const key = keyOf(c);
    const scope = key === null ? null : await keysOf(c);
    if (key !== null && scope !== null) {
      const { keptAnswers } = c.var.services;
      const request = keptAnswers.requestOf(scope, key);
      const isAnswered = isUpload && (await keptAnswers.find(request)) !== undefined;
      c.set('keyed', { request, accountId: scope.accountId, isAnswered });
    }
    await next();
  };
}

/** Answers as the first time. @returns false if the request was not answered yet. @throws AppError 422 */
async function replay(c: Context<ApiEnv>, requestHash: string): Promise<boolean> {
  const { keyed, services } = c.var;
  const row = keyed && (await services.keptAnswers.find(keyed.request));
  if (!row) return false;
  if (row.request_hash !== requestHash)
    throw new AppError(
      422,
      'This Idempotency-Key came with another request before. Use a new key for each request.',
    );
  const answer = services.keptAnswers.open(row, keyed.request);
  c.header('Retry-After', undefined);
  c.header('Idempotency-Replayed', 'true');
  c.set('isReplayed', true);
  c.res = c.json(answer.body, answer.status);
  return true;
}

/**
 * Comes once the body is known: an upload that stalls must not hold up the one that repeats it.
 * @throws AppError 409 while the same request is being worked on, 422 for another one
 */
export const once: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { keyed } = c.var;
  if (!keyed) {
    await next();
    return;
  }
  const { keptAnswers } = c.var.services;
  const { request } = keyed;
  const path = c.req.path.replace(/\/?$/, '/');
  const requestHash = keptAnswers.hashOf(request, [c.req.method, path, ...(await contentOf(c.var.sent))]);
  const endTurn = await keptAnswers.takeTurn(request);
  try {
    if (await replay(c, requestHash)) return;
    // The answer expired while the body was read, and the work was never authorized: the client has to start again.
    if (keyed.isAnswered)
      throw new AppError(409, 'The answer to this request is not kept any more. Send it again.', {}, 1);
    c.set('unanswered', { request, requestHash, accountId: keyed.accountId });
    await next();
    if (c.res.ok && !c.var.isKept) {
      const answer = {
        status: c.res.status as Answer['status'],
        body: (await c.res.clone().json()) as object,
      };
      const accountId = c.var.accountId ?? keyed.accountId;
      await keptAnswers.keep({ request, requestHash, accountId, answer });
    }
    // Answered by another node meanwhile, so that here a name was taken, or a row was gone.
    if (c.error) await replay(c, requestHash);
  } catch (error) {
    if (!(await replay(c, requestHash))) throw error;
  } finally {
    endTurn();
  }
};
