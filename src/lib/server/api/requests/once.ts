// Writes that are done once, however often they are sent: those that carry an Idempotency-Key (docs/api.md, 'Sending a
// write again').
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'hono';
import type { Caller } from '../../accounts/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { KeptAnswerTable } from '../../platform/db/schema.ts';
import type {
  InTransaction,
  KeptAnswers,
  KeyedRequest,
  KeyScope,
} from '../../platform/idempotency/kept-answers.ts';
import { keptAnswers as limits, quotas as quotaOf, type QuotaName } from '../../platform/quotas/quotas.ts';
import type { Upload } from '../../platform/uploads/parse-upload.ts';
import { withAllowance, withUploadAllowance } from './allowance.ts';
import type { ApiContext, ApiEnv } from '../router.ts';

const { min, max } = limits.keyLength;

/** Visible ASCII but quotes and backslashes; in quotes, as structured fields have texts (RFC 9651), or without. */
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

export const scopeOf = ({ userId }: Caller): KeyScope => ({ name: `account:${userId}`, accountId: userId });

interface About {
  operation: string;
  subject: string;
  /** Of what is answered, where that ends within the day. */
  lifeMs?: number;
}

/**
 * A write without a login, or one that ends it. Its answer goes with the account that it turns out to be about.
 * @param subject whom or what it is about: of two that differ in it, each may have the key
 * @param form what was sent
 */
export async function onceAbout<Result, Json extends object>(
  c: Context<ApiEnv>,
  { operation, subject, lifeMs }: About,
  form: object,
  work: Pick<Work<Result, Json>, 'work' | 'shape' | 'accountOf'>,
): Promise<Json> {
  const name = `${operation}:${subject.toLowerCase()}`;
  const scope = { name, accountId: null, ...(lifeMs !== undefined && { lifeMs }) };
  return await once(c, scope, ({ run }) => run({ content: () => [JSON.stringify(form)], ...work }));
}

/**
 * Where nobody is logged in, keys are told apart by the address that a request is about: a phone changes its network,
 * not its mail.
 */
export const addressScope = (operation: string, email: string): KeyScope => ({
  name: `${operation}:${email.toLowerCase()}`,
  accountId: null,
});

/** Parts that depend on what is sent alone: a multipart body has another boundary each time. */
type Content = () => Promise<string[]> | string[];

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('base64url');
}

const sorted = <Value>(record: Record<string, Value>): [string, Value][] =>
  Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));

async function contentOf({ fields, files }: Upload): Promise<string[]> {
  const digests: [string, string[]][] = [];
  for (const [name, list] of sorted(files)) {
    const found: string[] = [];
    // One after the other: four pictures of a slow phone are not read at once.
    for (const { path } of list) found.push(await digestOf(path));
    digests.push([name, found]);
  }
  return [JSON.stringify(sorted(fields)), JSON.stringify(digests)];
}

export interface Work<Result, Json> {
  /** What of the request decides whether another one is the same. */
  content: Content;
  /**
   * @param keep belongs at the end of the write's transaction; undefined where there is no key. Where it is not called,
   * the answer is kept after the work
   */
  work: (keep: InTransaction<Result> | undefined) => Promise<Result>;
  shape: (result: Result) => Json;
  /**
   * The account that was written about, where the scope knows of none: the answer is removed with it. Null for none.
   */
  accountOf?: (result: Result) => string | null;
  /** Called where nothing was done, because the same had been done meanwhile. */
  onReplay?: () => Promise<void>;
}

export interface Keyed {
  /**
   * Whether an answer is kept: then nothing is done, so nothing has to be allowed. `run` refuses with 409 if it is gone
   * by then.
   */
  isKept: boolean;
  /**
   * @throws AppError 422 for a key that came with another content before, 409 for one whose answer has gone meanwhile
   */
  run<Result, Json>(work: Work<Result, Json>): Promise<Json>;
}

const unkeyed: Keyed = { isKept: false, run: async ({ work, shape }) => shape(await work(undefined)) };

/**
 * Answers a request that may carry a key.
 * @throws AppError 400 for a key that is none, 409 while the same request is being worked on
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
      // Before its turn, and with it the body: an upload whose line broke must not hold up the one that comes after it.
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
  /** Whether it was allowed as one that is answered again. */
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
    if (row.request_hash !== requestHash) throw otherContent();
    await onReplay?.();
    c.header('Idempotency-Replayed', 'true');
    return keptAnswers.open(row, request) as Json;
  }

  const kept = await keptAnswers.find(request);
  if (kept) return await again(kept);
  // It ended, or made room, while the body came: the work was not allowed yet, so the request has to begin anew.
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
    // Another node may have done it meanwhile, so that here a name was taken, or what was to be deleted was gone.
    const row = await keptAnswers.find(request);
    if (row) return await again(row);
    throw error;
  }
}

const otherContent = (): AppError =>
  new AppError(422, 'This Idempotency-Key came with another request before. Use a new key for each request.');

interface Allowance {
  quotas: readonly QuotaName[];
  /** Refuses who may not, before the body is read. */
  allow?: () => unknown;
}

/** For a write that answers no more than that it is done. */
export function successfully(quotas: readonly QuotaName[]) {
  return { quotas, shape: () => ({ success: true }) as const };
}

/** What a request costs that is answered again: its body is read all the same. */
const replayQuotas: readonly QuotaName[] = ['changes'];

/** A write of an account, with a body that may carry files: allowed, charged and done once. */
export async function withUploadOnce<Result, Json>(
  c: Context<ApiEnv>,
  context: Pick<ApiContext, 'bodies'>,
  caller: Caller,
  { quotas, allow, shape }: Allowance & Pick<Work<Result, Json>, 'shape'>,
  work: (upload: Upload, keep: InTransaction<Result> | undefined) => Promise<Result>,
): Promise<Json> {
  return await once(c, scopeOf(caller), async ({ isKept, run }) => {
    if (!isKept) await allow?.();
    const names = isKept ? replayQuotas : quotas;
    return await withUploadAllowance(c, context, caller, names, (upload, giveBack) =>
      run({
        content: () => contentOf(upload),
        work: (keep) => work(upload, keep),
        shape,
        async onReplay() {
          const unneeded = names.filter((name) => !replayQuotas.includes(name));
          for (const name of unneeded) await giveBack(quotaOf[name], Infinity);
        },
      }),
    );
  });
}

/** A write of an account without a body. */
export async function withoutBodyOnce<Result, Json>(
  c: Context<ApiEnv>,
  caller: Caller,
  { quotas, shape }: Allowance & Pick<Work<Result, Json>, 'shape'>,
  work: (keep: InTransaction<Result> | undefined) => Promise<Result>,
): Promise<Json> {
  return await once(c, scopeOf(caller), ({ run }) =>
    withAllowance(c.var.services, caller, quotas, () => run({ content: () => [], work, shape })),
  );
}
