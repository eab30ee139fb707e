// Does a write once, however often it is sent, where it carries an Idempotency-Key (docs/api.md, 'Sending a write
// again'). `createRoute` puts it before the handler of every write.
import { createRoute as createOpenApiRoute, type RouteConfig } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { AppError } from '../../platform/errors.ts';
import {
  runKeyed,
  type Answer,
  type KeyScope,
  type NewAnswer,
} from '../../platform/idempotency/kept-answers.ts';
import { keptAnswers as limits } from '../../platform/quotas/quotas.ts';
import { busy } from '../../platform/take-turns.ts';
import type { ApiEnv } from '../router.ts';
import { findCaller } from './caller.ts';
import { readsItself } from './limit-body.ts';

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

/** Whose the keys of a write are; null for a request that the handler will refuse. */
export type KeysOf = (c: Context<ApiEnv>) => Promise<KeyScope | null> | KeyScope | null;

/** Of the account of the bearer token. */
export const ofAccount: KeysOf = async (c) => {
  const caller = await findCaller(c);
  return caller && { name: `account:${caller.userId}`, accountId: caller.userId };
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

/** The body as it was sent, but for the boundary of a multipart body, which differs each time. */
async function contentOf({ req }: Context): Promise<string[]> {
  const text = await req.raw.clone().text();
  const boundary = /boundary="?([^";]+)/i.exec(req.header('content-type') ?? '')?.[1];
  return [boundary === undefined ? text : text.replaceAll(`--${boundary}`, '')];
}

/** @param status of an answer that is stored before the handler has made it */
function once(keysOf: KeysOf, status: Answer['status']): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const key = keyOf(c);
    const scope = key === null ? null : await keysOf(c);
    if (key === null || scope === null) {
      await next();
      return;
    }
    const { keptAnswers } = c.var.services;
    const request = keptAnswers.requestOf(scope, key);
    const isReadLater = readsItself(c);
    const isAnswered = isReadLater && (await keptAnswers.find(request)) !== null;
    const state: { requestHash?: string; isStored: boolean; endTurn?: () => void } = { isStored: false };

    // Called once the body is known: an upload that stalls must not hold up the one that repeats it.
    async function begin(content: string[]): Promise<void> {
      const path = c.req.path.replace(/\/?$/, '/');
      state.requestHash = keptAnswers.hashOf(request, [c.req.method, path, ...content]);
      state.endTurn = await keptAnswers.takeTurn(request);
      if ((await keptAnswers.find(request)) !== null) throw busy();
      // The answer expired while the body was read, and the work was never authorized: the client has to start again.
      if (isAnswered)
        throw new AppError(409, 'The answer to this request is not kept any more. Send it again.', {}, 1);
    }

    const newAnswer = (answer: Answer, accountId = scope.accountId): NewAnswer => ({
      request,
      accountId,
      requestHash: state.requestHash ?? '',
      answer,
    });

    /** @returns why it failed */
    async function work(): Promise<Error | undefined> {
      try {
        if (!isReadLater) await begin(await contentOf(c));
        await runKeyed(async (trx, result, accountId) => {
          const body = c.var.shape?.(result as never) ?? result ?? done;
          await keptAnswers.keep(trx, newAnswer({ status, body }, accountId));
          state.isStored = true;
        }, next);
        if (c.res.ok && !state.isStored) {
          const body = (await c.res.clone().json()) as object;
          await keptAnswers.keepAfter(
            newAnswer({ status: c.res.status as Answer['status'], body }, c.var.accountId),
          );
        }
        return c.error;
      } catch (error) {
        if (error instanceof Error) return error;
        throw error;
      } finally {
        state.endTurn?.();
      }
    }

    c.set('once', { isAnswered, begin });
    const failure = await work();
    if (failure === undefined) return;
    // Answered before, or by another node meanwhile, so that here a name was taken, or a row was gone.
    const row = state.requestHash === undefined ? null : await keptAnswers.find(request);
    if (!row) {
      if (failure !== c.error) throw failure;
      return;
    }
    if (row.request_hash !== state.requestHash) {
      const sentence =
        'This Idempotency-Key came with another request before. Use a new key for each request.';
      throw new AppError(422, sentence);
    }
    const answer = keptAnswers.open(row, request);
    c.header('Retry-After', undefined);
    c.header('Idempotency-Replayed', 'true');
    c.res = c.json(answer.body, answer.status);
  };
}

interface WithoutKey {
  without: string;
}

/** For a write that takes no Idempotency-Key. @param why repeating it does no harm */
export const withoutKey = (why: string): WithoutKey => ({ without: why });

/** Every write takes an Idempotency-Key, unless it says why not. @param keys whose the key is */
export function createRoute<Path extends string, Route extends RouteConfig>(
  route: Route & { path: Path },
  keys: KeysOf | WithoutKey = ofAccount,
) {
  const status = '201' in route.responses ? 201 : 200;
  return createOpenApiRoute({
    ...route,
    middleware: route.method === 'get' || 'without' in keys ? [] : [once(keys, status)],
    ...('without' in keys && { 'x-no-idempotency-key': keys.without }),
  });
}
