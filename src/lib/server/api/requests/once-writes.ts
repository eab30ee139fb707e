// Writes that are done once where they carry an Idempotency-Key: whom the key belongs to, and what the request costs.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'hono';
import type { Caller } from '../../accounts/index.ts';
import type { InTransaction, KeyScope } from '../../platform/idempotency/kept-answers.ts';
import { quotas as quotaOf, type QuotaName } from '../../platform/quotas/quotas.ts';
import type { Upload } from '../../platform/uploads/parse-upload.ts';
import type { ApiContext, ApiEnv } from '../router.ts';
import { withAllowance, withUploadAllowance } from './allowance.ts';
import { once, type Work } from './once.ts';

/** The answer to a write that returns nothing. */
export const done = { success: true } as const;

export const scopeOf = ({ userId }: Caller): KeyScope => ({ name: `account:${userId}`, accountId: userId });

interface About {
  operation: string;
  /**
   * The address or the tokens that the request is about, in place of a login. Not the network, which changes for a
   * phone. The same key with another subject is another request.
   */
  subject: string;
  /** For an answer that expires before a day is over. */
  lifeMs?: number;
}

/**
 * A write without a login, or one that ends it. Its answer is removed with the account that the work finds.
 * @param form the fields of the body, which a repeated request has to have too
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
    // One after the other, so that four large pictures are not read from the disk at once.
    for (const { path } of list) found.push(await digestOf(path));
    digests.push([name, found]);
  }
  return [JSON.stringify(sorted(fields)), JSON.stringify(digests)];
}

interface Allowance {
  quotas: readonly QuotaName[];
  /** Throws where the caller may not do this, before the body is read. */
  allow: () => unknown;
}

/** Cost of a request that is answered again: its body is read all the same. */
const replayQuotas: readonly QuotaName[] = ['changes'];

/** A write of an account, with a body that may carry files: authorized, charged and done once. */
export async function withUploadOnce<Result, Json>(
  c: Context<ApiEnv>,
  context: Pick<ApiContext, 'bodies'>,
  caller: Caller,
  { quotas, allow, shape }: Allowance & Pick<Work<Result, Json>, 'shape'>,
  work: (upload: Upload, keep: InTransaction<Result> | undefined) => Promise<Result>,
): Promise<Json> {
  return await once(c, scopeOf(caller), async ({ isKept, run }) => {
    if (!isKept) await allow();
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

/** A deletion by an account, without a body. */
export async function deleteOnce(
  c: Context<ApiEnv>,
  caller: Caller,
  work: (keep: InTransaction<void> | undefined) => Promise<void>,
) {
  return await once(c, scopeOf(caller), ({ run }) =>
    withAllowance(c.var.services, caller, ['changes'], () =>
      run({ content: () => [], work, shape: () => done }),
    ),
  );
}
