// Does a write once, however often it is sent, where it carries an Idempotency-Key (docs/api.md, 'Sending a write
// again').
import type { Context } from 'hono';
import { AppError } from '../../platform/errors.ts';
import type { KeptAnswerTable } from '../../platform/db/schema.ts';
import type {
  InTransaction,
  KeptAnswers,
  KeyedRequest,
  KeyScope,
} from '../../platform/idempotency/kept-answers.ts';
import { keptAnswers as limits } from '../../platform/quotas/quotas.ts';
import type { ApiEnv } from '../router.ts';

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

export interface Work<Result, Json> {
  /** The values that make two requests the same. Not the raw body: a multipart body has another boundary each time. */
  content: () => Promise<string[]> | string[];
  /**
   * @param keep stores the answer; to be called at the end of the write's transaction. Undefined without a key. An
   * answer that was not stored by then is stored after the work
   */
  work: (keep: InTransaction<Result> | undefined) => Promise<Result>;
  shape: (result: Result) => Json;
  /** The account that the answer is removed with, where the scope names none. */
  accountOf?: (result: Result) => string | null;
  /** Called where the kept answer was sent in place of the work. */
  onReplay?: () => Promise<void>;
}

interface Keyed {
  /** Whether an answer is kept, so that the work needs no permission. `run` refuses with 409 if it is gone by then. */
  isKept: boolean;
  /**
   * @throws AppError 422 for a key that came with another content before, 409 for one whose answer has gone meanwhile
   */
  run<Result, Json>(work: Work<Result, Json>): Promise<Json>;
}

const unkeyed: Keyed = { isKept: false, run: async ({ work, shape }) => shape(await work(undefined)) };

/**
 * Answers a request that may carry a key.
 * @throws AppError 400 for a malformed key, 409 while the same request is being worked on
 */
export async function once<Json>(
  c: Context<ApiEnv>,
  scope: KeyScope,
  use: (keyed: Keyed) => Promise<Json>,
): Promise<Json> {
  const key = keyOf(c);
  if (key === null) return await use(unkeyed);
  const { keptAnswers } = c.var.services;
  const request = keptAnswers.requestOf(scope, key);
  const isKept = (await keptAnswers.find(request)) !== null;
  return await use({
    isKept,
    async run(work) {
      // The body is read before the turn begins: an upload that stalls must not hold up the one that repeats it.
      const content = await work.content();
      return await keptAnswers.inTurn(request, async () => {
        return await runOnce(c, keptAnswers, { request, scope, content, isKept }, work);
      });
    },
  });
}

interface Known {
  request: KeyedRequest;
  scope: KeyScope;
  content: string[];
  /** Whether an answer was kept when the request was authorized. */
  isKept: boolean;
}

async function runOnce<Result, Json>(
  c: Context,
  keptAnswers: KeptAnswers,
  { request, scope: { accountId }, content, isKept }: Known,
  { work, shape, accountOf, onReplay }: Omit<Work<Result, Json>, 'content'>,
): Promise<Json> {
  const path = c.req.path.replace(/\/?$/, '/');
  const requestHash = keptAnswers.hashOf(request, [c.req.method, path, ...content]);

  async function again(row: KeptAnswerTable): Promise<Json> {
    if (row.request_hash !== requestHash) {
      const sentence =
        'This Idempotency-Key came with another request before. Use a new key for each request.';
      throw new AppError(422, sentence);
    }
    await onReplay?.();
    c.header('Idempotency-Replayed', 'true');
    return keptAnswers.open(row, request) as Json;
  }

  const kept = await keptAnswers.find(request);
  if (kept) return await again(kept);
  // The kept answer expired while the body was read, and the work was never authorized: the client has to start again.
  if (isKept)
    throw new AppError(409, 'The answer to this request is not kept any more. Send it again.', {}, 1);
  const answerOf = (result: Result) => ({
    request,
    accountId: accountOf ? accountOf(result) : accountId,
    requestHash,
    body: shape(result),
  });
  const state = { isDone: false };
  try {
    const result = await work(async (trx, done) => {
      await keptAnswers.keep(trx, answerOf(done));
      state.isDone = true;
    });
    if (!state.isDone) await keptAnswers.keepAfter(answerOf(result));
    return shape(result);
  } catch (error) {
    // Another node may have done the same meanwhile, so that here a name was taken, or a row was gone.
    const row = await keptAnswers.find(request);
    if (row) return await again(row);
    throw error;
  }
}
