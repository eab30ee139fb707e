// Spends the quotas of writes (platform/quotas/quotas.ts) before the body is read, so that a refusal costs neither
// memory nor disk.
import type { Context } from 'hono';
import { limits } from '../../../shared/schemas/limits.ts';
import { messages } from '../../../shared/text/messages.ts';
import type { Caller } from '../../accounts/index.ts';
import { AppError } from '../../platform/errors.ts';
import { quotas, type QuotaName } from '../../platform/quotas/quotas.ts';
import type { Charge, Spender } from '../../platform/quotas/rate-limit.ts';
import type { Upload } from '../../platform/uploads/parse-upload.ts';
import type { Services } from '../../services.ts';
import type { ApiContext, ApiEnv } from '../router.ts';
import { withUpload } from './upload.ts';

/** More than all text fields of a profile; a larger body holds a picture. */
const profileTextKib = 64;

const spenderOf = ({ userId, client }: Caller): Spender => ({ account: userId, client });

/** @throws AppError 429 before the work began */
export async function withAllowance<Result>(
  { limiter }: Pick<Services, 'limiter'>,
  caller: Caller,
  names: readonly QuotaName[],
  work: () => Promise<Result>,
): Promise<Result> {
  const charges = names.map((name) => ({ quota: quotas[name] }));
  return await limiter.charging(charges, spenderOf(caller), work);
}

interface Allowance {
  quotas: readonly QuotaName[];
  /** Throws where the caller may not do this, before the body is read. */
  allow: () => unknown;
}

/** Cost of a request that is answered again: its body is read all the same. */
const replayQuotas: readonly QuotaName[] = ['changes'];

/**
 * As `withUpload`, for a write of an account. A multipart body costs its Content-Length; without one it costs the
 * maximum, and the difference to its files is given back.
 * @throws AppError 429 before the body is read
 */
export async function withUploadAllowance<Result>(
  c: Context<ApiEnv>,
  { bodies }: Pick<ApiContext, 'bodies'>,
  caller: Caller,
  { allow, quotas: charged }: Allowance,
  work: (upload: Upload) => Promise<Result>,
): Promise<Result> {
  const { once, services } = c.var;
  const { limiter } = services;
  if (!once?.isAnswered) await allow();
  const names = once?.isAnswered ? replayQuotas : charged;
  const kib = kibOf(c);
  const charges: Charge[] = names.map((name) => ({ quota: quotas[name] }));
  if (kib > 0) charges.push({ quota: quotas.pictures, cost: kib });
  return await limiter.charging(charges, spenderOf(caller), (giveBack) =>
    withUpload(c, bodies, async (upload) => {
      const unused = c.req.header('content-length') === undefined ? kib - kibOfFiles(upload) : 0;
      const result = await work(upload);
      // After the work, because a refusal by the work gives back the whole charge.
      if (unused > 0) await giveBack(quotas.pictures, unused);
      return result;
    }),
  );
}

/**
 * Refuses a body that is long enough for a picture. Without a Content-Length the files are checked once they are read.
 * @throws AppError 403 for an unverified account
 */
export function refuseUnverifiedPicture(c: Context, caller: Caller): void {
  const hasLength = c.req.header('content-length') !== undefined;
  if (caller.isVerified || !hasLength || kibOf(c) <= profileTextKib) return;
  throw new AppError(403, messages.profile.verifyFirst);
}

/** KiB of a multipart body, which may hold pictures; 0 for any other. */
function kibOf(c: Context): number {
  const type = c.req.header('content-type')?.toLowerCase() ?? '';
  if (!type.startsWith('multipart/form-data')) return 0;
  const bytes = Number(c.req.header('content-length') ?? limits.requestBytes);
  return Math.ceil(Math.min(bytes, limits.requestBytes) / 1024);
}

function kibOfFiles({ files }: Upload): number {
  const bytes = Object.values(files).flatMap((list) => list.map(({ size }) => size));
  return Math.ceil(bytes.reduce((sum, size) => sum + size, 0) / 1024);
}
